//! A color, its contrast with another, and the nearest color of a terminal.

use std::fmt;

/// An sRGB color: red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The color of less important text on the terminal's own background, black or white. A contrast of 4.5:1 with both
/// requires a luminance of 0.175 to 0.183, which leaves one gray.
pub const ANYWHERE_DIM: Rgb = Rgb(0x76, 0x76, 0x76);

/// The channel levels in the cube of the 256 colors.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The maximum channel difference of a color that counts as gray, for 16 colors.
const GRAY_RANGE: u8 = 48;

/// The perceived midpoints between black, the grays and white of 16 colors, as luminances.
const GRAY_STEPS: [(f64, u8); 3] = [(0.050, 0), (0.349, 8), (0.739, 7)];

/// The minimum channel value of a bright color, for 16 colors.
const BRIGHT: u8 = 192;

impl Rgb {
    pub(super) const fn from_hex(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self(red, green, blue)
    }

    /// The relative luminance, as defined by WCAG 2: 0 for black to 1 for white.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let channel = f64::from(channel) / 255.0;
            if channel <= 0.04045 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Whether text on this background must be dark.
    pub fn is_light(self) -> bool {
        // Black and white have the same contrast with this luminance.
        self.luminance() > 0.179
    }

    /// The index of the nearest of a terminal's 256 colors, at least 16. The first 16 depend on the terminal's
    /// settings.
    pub fn ansi256(self) -> u8 {
        let Self(red, green, blue) = self;
        let [r, g, b] = [red, green, blue].map(|channel| {
            let nearest = (0_u8..)
                .zip(CUBE)
                .min_by_key(|(_, level)| level.abs_diff(channel));
            nearest.unwrap_or_default()
        });
        let in_cube = (16 + 36 * r.0 + 6 * g.0 + b.0, Self(r.1, g.1, b.1));
        let mean = (u16::from(red) + u16::from(green) + u16::from(blue)) / 3;
        // 24 grays: 8, 18, 28 and so on.
        let step = (mean.saturating_sub(3) / 10).min(23) as u8;
        let gray = 8 + 10 * step;
        let in_grays = (232 + step, Self(gray, gray, gray));
        let is_gray = self.distance(in_grays.1) < self.distance(in_cube.1);
        if is_gray { in_grays.0 } else { in_cube.0 }
    }

    /// The index of the nearest of a terminal's 16 colors. Terminals differ in their shades, so the hue counts, not
    /// the distance.
    pub fn ansi16(self) -> u8 {
        let Self(red, green, blue) = self;
        let max = red.max(green).max(blue);
        let min = red.min(green).min(blue);
        if max - min <= GRAY_RANGE {
            let luminance = self.luminance();
            let step = GRAY_STEPS.into_iter().find(|(limit, _)| luminance < *limit);
            return step.map_or(15, |(_, index)| index);
        }
        let is_high = |channel: u8| u8::from(channel > u8::midpoint(max, min));
        let hue = is_high(red) + 2 * is_high(green) + 4 * is_high(blue);
        if max >= BRIGHT { hue + 8 } else { hue }
    }

    /// The square of the distance to another color.
    pub(in crate::screens) fn distance(self, other: Self) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

/// The SVG notation: `#ffffff`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The contrast ratio of two colors, as defined by WCAG 2: 1 to 21.
#[cfg(test)]
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
    a.max(b) / a.min(b)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{ansi16_color, ansi256_color};
    use super::*;

    #[test]
    fn contrasts_are_those_that_wcag_publishes() {
        // https://webaim.org/resources/contrastchecker shows two decimals.
        for (a, b, expected) in [
            (Rgb(0x77, 0x77, 0x77), Rgb(255, 255, 255), 4.48),
            (Rgb(0x76, 0x76, 0x76), Rgb(255, 255, 255), 4.54),
            (Rgb(255, 0, 0), Rgb(255, 255, 255), 4.00),
            (Rgb(0, 0, 255), Rgb(255, 255, 255), 8.59),
            (Rgb(0, 128, 0), Rgb(0, 0, 0), 4.09),
        ] {
            let found = contrast(a, b);
            assert!((found - expected).abs() < 0.005, "{a:?} {b:?}: {found}");
        }
        assert!((contrast(Rgb(1, 2, 3), Rgb(1, 2, 3)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn colors_that_a_terminal_has_are_found_again() {
        for index in 16..=255 {
            let found = ansi256_color(Rgb::ansi256(ansi256_color(index)));
            assert_eq!(found, ansi256_color(index), "{index}");
        }
        for index in 0..16 {
            assert_eq!(ansi16_color(index).ansi16(), index);
        }
    }

    proptest! {
        #[test]
        fn of_256_colors_none_is_nearer(red: u8, green: u8, blue: u8) {
            let color = Rgb(red, green, blue);
            let nearest = (16..=255).map(|index| color.distance(ansi256_color(index))).min();
            prop_assert_eq!(Some(color.distance(ansi256_color(color.ansi256()))), nearest);
        }
    }

    #[test]
    fn of_16_colors_a_gray_becomes_the_one_of_nearest_lightness() {
        // CIE L*, except for the darkest shades.
        let lightness = |color: Rgb| 116.0 * color.luminance().cbrt() - 16.0;
        for gray in 20..=255 {
            let color = Rgb(gray, gray, gray);
            let distance =
                |index| (lightness(ansi16_color(index)).max(0.0) - lightness(color)).abs();
            let nearest = [0, 7, 8, 15]
                .into_iter()
                .map(distance)
                .fold(f64::MAX, f64::min);
            assert!(distance(color.ansi16()) - nearest < 0.5, "{gray}");
        }
    }
}
