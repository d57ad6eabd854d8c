//! Frames as a GIF: a table of few colors and, for each frame, the rectangle that has changed.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter::successors;

use gif::{Encoder, Frame, Repeat};

use crate::screens::theme::Rgb;

/// The maximum number of colors, including the one for unchanged pixels.
const COLORS: usize = 128;
/// The index of the color for unchanged pixels.
const UNCHANGED: u8 = 0;
/// The squared distance up to which one color stands for others, doubled until the colors are few enough.
pub const NEAR: u32 = 3 * 6 * 6;

/// The frames of an animation.
pub struct Frames {
    width: u16,
    height: u16,
    patches: Vec<Patch>,
    /// The picture of the last frame.
    shown: Vec<Rgb>,
}

/// The rectangle that a frame changes, row by row, with `None` for unchanged pixels.
struct Patch {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    pixels: Vec<Option<Rgb>>,
    delay: u16,
}

impl Frames {
    pub fn of_size((width, height): (u16, u16)) -> Self {
        Self {
            width,
            height,
            patches: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// Adds a frame. If it is like the one before, that one is shown longer.
    pub fn add(&mut self, pixels: &[Rgb], delay: u16) {
        let width = self.width;
        let is_first = self.shown.is_empty();
        let index = |x: u16, y: u16| usize::from(y) * usize::from(width) + usize::from(x);
        let changed = |x: u16, y: u16| {
            let at = index(x, y);
            (is_first || self.shown[at] != pixels[at]).then_some(pixels[at])
        };
        let mut bounds: Option<[u16; 4]> = None;
        let all = (0..self.height).flat_map(|y| (0..width).map(move |x| (x, y)));
        for (x, y) in all.filter(|&(x, y)| changed(x, y).is_some()) {
            let [left, top, right, _] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), top, right.max(x), y]);
        }
        let Some([left, top, right, bottom]) = bounds else {
            if let Some(last) = self.patches.last_mut() {
                last.delay = last.delay.saturating_add(delay);
            }
            return;
        };
        let inside = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
        self.patches.push(Patch {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
            pixels: inside.map(|(x, y)| changed(x, y)).collect(),
            delay,
        });
        self.shown = pixels.to_vec();
    }

    /// Returns the GIF, which shows its last frame for `end` and begins again.
    pub fn encoded(mut self, end: u16) -> Vec<u8> {
        let table = self.colors();
        if let Some(last) = self.patches.last_mut() {
            last.delay = end;
        }
        let bytes: Vec<u8> = table
            .iter()
            .flat_map(|color| [color.0, color.1, color.2])
            .collect();
        let mut gif = Vec::new();
        let mut encoder = Encoder::new(&mut gif, self.width, self.height, &bytes)
            .expect("128 colors are few enough, and a vector takes all bytes");
        encoder
            .set_repeat(Repeat::Infinite)
            .expect("a vector takes all bytes");
        let mut nearest = Nearest {
            table: &table,
            known: HashMap::new(),
        };
        for patch in &self.patches {
            let frame = patch.frame(&mut nearest);
            encoder
                .write_frame(&frame)
                .expect("every frame has a pixel, and a vector takes all bytes");
        }
        drop(encoder);
        gif
    }

    /// Returns a color for unchanged pixels, then the colors of the frames, with one for all that look nearly the same.
    fn colors(&self) -> Vec<Rgb> {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        let pixels = self.patches.iter().flat_map(|patch| &patch.pixels);
        for color in pixels.flatten() {
            *counts.entry(*color).or_default() += 1;
        }
        let mut colors: Vec<Rgb> = counts.keys().copied().collect();
        colors.sort_unstable_by_key(|color| (Reverse(counts[color]), color.0, color.1, color.2));
        let mut distances = successors(Some(NEAR), |distance| distance.checked_mul(2));
        let table = distances.find_map(|distance| apart(&colors, distance));
        table.unwrap_or_default()
    }
}

/// The colors that are more than a distance apart, the most frequent ones first, after one for unchanged pixels. Every
/// color is as near to one of them. Returns `None` if they are too many.
fn apart(colors: &[Rgb], distance: u32) -> Option<Vec<Rgb>> {
    let mut table = vec![Rgb(0, 0, 0)];
    for &color in colors {
        let is_new = table[1..]
            .iter()
            .all(|other| other.distance(color) > distance);
        if is_new && table.len() == COLORS {
            return None;
        }
        table.extend(is_new.then_some(color));
    }
    Some(table)
}

impl Patch {
    fn frame(&self, nearest: &mut Nearest<'_>) -> Frame<'static> {
        let indices: Vec<u8> = self
            .pixels
            .iter()
            .map(|pixel| nearest.index(*pixel))
            .collect();
        Frame {
            left: self.left,
            top: self.top,
            width: self.width,
            height: self.height,
            delay: self.delay,
            transparent: Some(UNCHANGED),
            buffer: Cow::Owned(indices),
            ..Frame::default()
        }
    }
}

/// The nearest colors of a table.
struct Nearest<'a> {
    table: &'a [Rgb],
    known: HashMap<Rgb, u8>,
}

impl Nearest<'_> {
    /// The index of a color, or [`UNCHANGED`].
    fn index(&mut self, pixel: Option<Rgb>) -> u8 {
        let Some(color) = pixel else {
            return UNCHANGED;
        };
        *self.known.entry(color).or_insert_with(|| {
            let colors = (0_u8..).zip(&self.table[1..]);
            let near = colors.min_by_key(|(_, other)| other.distance(color));
            near.map_or(UNCHANGED, |(index, _)| index + 1)
        })
    }
}
