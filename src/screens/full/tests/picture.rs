//! A frame as an SVG picture, for the documentation.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::base::text::svg::{AddLine, begin, escaped};

/// The width and height of a character, in pixels.
const CELL: (u16, u16) = (9, 18);

/// Draws a frame, which must have 24-bit colors.
pub(super) fn svg(buffer: &Buffer, title: &str) -> String {
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
            if cell.symbol() == "▀" {
                // Fonts would draw it with gaps.
                out.add(format_args!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
                    CELL.0,
                    CELL.1 / 2
                ));
                continue;
            }
            let bold =
                if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
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

fn hex(color: Color) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => "#000000".to_owned(),
    }
}
