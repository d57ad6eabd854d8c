//! A frame as an SVG picture, for the documentation.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::base::text::svg::{AddLine, begin, escaped};
use crate::screens::tiles::QUARTERS;

/// The width and height of a character, in pixels.
const CELL: (u16, u16) = (9, 18);

/// Draws a frame, which must have 24-bit colors.
pub fn svg(buffer: &Buffer, title: &str) -> String {
    let area = buffer.area;
    let (width, height) = (area.width * CELL.0, area.height * CELL.1);
    let font = "font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\"";
    let mut out = begin(width, height, font);
    out.add(format_args!("<title>{}</title>", escaped(title, 100)));
    for y in 0..area.height {
        let mut x = 0;
        while x < area.width {
            let background = buffer[(x, y)].bg;
            let run = (x..area.width).take_while(|&next| buffer[(next, y)].bg == background);
            let count = u16::try_from(run.count()).unwrap_or(1);
            out.add(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                x * CELL.0,
                y * CELL.1,
                count * CELL.0,
                // One pixel more, to avoid gaps between the rows.
                CELL.1 + 1,
                hex(background)
            ));
            x += count;
        }
    }
    for y in 0..area.height {
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            if cell.symbol().trim().is_empty() {
                continue;
            }
            let (left, top) = (f32::from(x * CELL.0), f32::from(y * CELL.1));
            let fill = hex(cell.fg);
            let parts = parts(cell.symbol());
            if !parts.is_empty() {
                // Fonts would draw these with gaps.
                for [x, y, width, height] in parts {
                    let (x, y) = (left + x, top + y);
                    out.add(format_args!(
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
                    ));
                }
                continue;
            }
            let bold = if cell.modifier.contains(Modifier::BOLD) {
                " font-weight=\"bold\""
            } else {
                ""
            };
            out.add(format_args!(
                "<text x=\"{left}\" y=\"{}\" fill=\"{fill}\"{bold}>{}</text>",
                top + 14.0,
                escaped(cell.symbol(), 4)
            ));
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The rectangles of a block or of braille dots: left, top, width and height; none for other characters.
fn parts(symbol: &str) -> Vec<[f32; 4]> {
    const BRAILLE: [(f32, f32); 8] = [
        (0., 0.),
        (0., 1.),
        (0., 2.),
        (1., 0.),
        (1., 1.),
        (1., 2.),
        (0., 3.),
        (1., 3.),
    ];
    let (width, height) = (f32::from(CELL.0), f32::from(CELL.1));
    match symbol.chars().next() {
        Some('▀') => vec![[0.0, 0.0, width, height / 2.0]],
        Some('▌') => vec![[0.0, 0.0, width / 2.0, height]],
        Some('▄') => vec![[0.0, height / 2.0, width, height / 2.0]],
        Some(dots @ '\u{2801}'..='\u{28ff}') => {
            let set = BRAILLE
                .iter()
                .enumerate()
                .filter(|(bit, _)| dots as u32 >> bit & 1 == 1);
            // Dots are set apart.
            let (across, down) = (width / 2.0, height / 4.0);
            set.map(|(_, (x, y))| [x * across + 1.0, y * down + 1.0, across - 1.5, down - 1.5])
                .collect()
        }
        _ => {
            let bits = QUARTERS
                .iter()
                .position(|known| *known == symbol)
                .unwrap_or(0);
            let (width, height) = (width / 2.0, height / 2.0);
            let places = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)];
            let set = places
                .iter()
                .enumerate()
                .filter(|(quarter, _)| bits >> quarter & 1 == 1);
            set.map(|(_, (x, y))| [*x, *y, width, height]).collect()
        }
    }
}

fn hex(color: Color) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => "#000000".to_owned(),
    }
}
