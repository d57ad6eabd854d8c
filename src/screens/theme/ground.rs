//! Text on the terminal's own background, which a screen that paints only part of the terminal doesn't know.
//!
//! The terminal's own text colour is readable there whatever the background is, so that it is used for what
//! matters. A colour that has a contrast of 4.5:1 with black and with white has a luminance between 0.175 and
//! 0.183: there is room for one grey.

use super::Rgb;

/// Less important text on a background that may be black or white.
pub const ANYWHERE_DIM: Rgb = Rgb(0x76, 0x76, 0x76);

#[cfg(test)]
mod tests {
    use super::super::contrast;
    use super::super::tests::ansi256_color;
    use super::*;

    #[test]
    fn text_is_readable_on_black_and_on_white() {
        for background in [Rgb(0, 0, 0), Rgb(255, 255, 255)] {
            for text in [ANYWHERE_DIM, ansi256_color(ANYWHERE_DIM.ansi256())] {
                let found = contrast(text, background);
                assert!(found >= 4.5, "{text:?} on {background:?}: {found:.2}");
            }
        }
    }
}
