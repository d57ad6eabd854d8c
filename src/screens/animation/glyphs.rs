//! Digits and letters drawn with a pen, at any height and without a font.

use std::iter::successors;

/// The strokes of a character, each of points: a column from 0 to 4, and a row from 0 at the top of a digit to 6 at its
/// foot. Letters are lower.
const STROKES: [(char, &str); 36] = [
    ('0', "10 30 41 45 36 16 05 01 10"),
    ('1', "11 20 26"),
    ('2', "01 10 30 41 42 06 46"),
    ('3', "01 10 30 41 42 33 44 45 36 16 05, 33 23"),
    ('4', "36 30 04 44"),
    ('5', "40 00 03 32 43 45 36 16 05"),
    ('6', "41 30 10 01 05 16 36 45 44 33 13 04"),
    ('7', "00 40 16"),
    ('8', "10 30 41 42 33 13 02 01 10, 33 44 45 36 16 05 04 13"),
    ('9', "42 33 13 02 01 10 30 41 45 36 16 05"),
    ('a', "43 32 12 03 05 16 36 45, 42 46"),
    ('b', "00 06, 03 12 32 43 45 36 16 05"),
    ('c', "43 32 12 03 05 16 36 45"),
    ('d', "40 46, 43 32 12 03 05 16 36 45"),
    ('e', "04 44 43 32 12 03 05 16 36 45"),
    ('f', "40 30 21 26, 12 32"),
    ('g', "43 32 12 03 05 16 36 45, 42 47 38 18 07"),
    ('h', "00 06, 03 12 32 43 46"),
    ('i', "22 26, 20 20"),
    ('j', "22 27 18 08, 20 20"),
    ('k', "00 06, 42 04 46"),
    ('l', "20 26"),
    ('m', "02 06, 03 12 23 26, 23 32 43 46"),
    ('n', "02 06, 03 12 32 43 46"),
    ('o', "12 32 43 45 36 16 05 03 12"),
    ('p', "02 08, 03 12 32 43 45 36 16 05"),
    ('q', "42 48, 43 32 12 03 05 16 36 45"),
    ('r', "12 16, 13 22 32 43"),
    ('s', "43 32 12 03 14 34 45 36 16 05"),
    ('t', "20 25 36 46, 02 42"),
    ('u', "02 05 16 36 45, 42 46"),
    ('v', "02 26 42"),
    ('w', "02 16 24 36 42"),
    ('x', "02 46, 42 06"),
    ('y', "02 26, 42 18"),
    ('z', "02 42 06 46"),
];

/// The rows of a digit, the columns of a character, those to the next one, and half the width of the pen.
const HEIGHT: f32 = 6.0;
const WIDTH: f32 = 4.0;
const ADVANCE: f32 = 6.0;
const PEN: f32 = 0.45;

/// Returns the width of a text.
pub fn width(text: &str, height: f32) -> f32 {
    let columns: f32 = text.chars().map(|_| ADVANCE).sum();
    (columns + WIDTH - ADVANCE) * height / HEIGHT
}

/// Returns the characters of a text with their middles, if its own middle is at a point.
pub fn line(
    text: &str,
    (x, y): (f32, f32),
    height: f32,
) -> impl Iterator<Item = (char, (f32, f32))> {
    let scale = height / HEIGHT;
    let first = x + 0.5 * (WIDTH * scale - width(text, height));
    let columns = successors(Some(first), move |column| Some(column + ADVANCE * scale));
    text.chars().zip(columns.map(move |column| (column, y)))
}

/// Returns how much of a pixel a character covers, from 0 to 1. The pixel is given by its offset from the middle of the
/// character.
pub fn coverage(letter: char, (across, down): (f32, f32), height: f32) -> f32 {
    let scale = HEIGHT / height;
    let middle_row = if letter.is_ascii_digit() { 3.0 } else { 4.0 };
    let point = (across * scale + 0.5 * WIDTH, down * scale + middle_row);
    let strokes = STROKES.iter().find(|(drawn, _)| *drawn == letter);
    let strokes = strokes.map_or("", |(_, strokes)| strokes).split(", ");
    let distances = strokes.flat_map(|stroke| {
        let points: Vec<(f32, f32)> = stroke.split(' ').filter_map(coordinates).collect();
        let lines: Vec<_> = points
            .windows(2)
            .map(|ends| distance(point, ends))
            .collect();
        lines
    });
    let nearest = distances.fold(f32::MAX, f32::min);
    ((PEN - nearest) / scale + 0.5).clamp(0.0, 1.0)
}

fn coordinates(digits: &str) -> Option<(f32, f32)> {
    let mut digits = digits.bytes().map(|digit| f32::from(digit - b'0'));
    Some((digits.next()?, digits.next()?))
}

/// The distance of a point from a line between two points.
fn distance((x, y): (f32, f32), ends: &[(f32, f32)]) -> f32 {
    let start = ends[0];
    let end = ends[1];
    let right = end.0 - start.0;
    let down = end.1 - start.1;
    let length = (right * right + down * down).max(f32::EPSILON);
    let along = ((x - start.0) * right + (y - start.1) * down) / length;
    let along = along.clamp(0.0, 1.0);
    (x - start.0 - along * right).hypot(y - start.1 - along * down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_digits_and_letters_are_drawn_and_differ() {
        let drawn = |letter: char| -> Vec<bool> {
            let places = (-8_i8..8).flat_map(|down| (-6_i8..6).map(move |across| (across, down)));
            places
                .map(|(across, down)| coverage(letter, (across.into(), down.into()), 8.0) > 0.7)
                .collect()
        };
        let mut all: Vec<Vec<bool>> = ('0'..='9').chain('a'..='z').map(drawn).collect();
        assert!(all.iter().all(|drawn| drawn.contains(&true)));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), STROKES.len());
        assert!(!drawn('é').contains(&true));
    }
}
