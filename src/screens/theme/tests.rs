//! Checks that all themes have readable text and visible discs at every color depth.

use super::*;

/// The minimum contrast of text.
const TEXT: f64 = 4.5;

/// The minimum contrast of discs, marks and curves.
const SHAPE: f64 = 3.0;

/// The minimum contrast of text with 256 colors, which are further apart.
const TEXT_AT_256: f64 = 4.3;

/// One of a terminal's 256 colors, at least 16.
pub fn ansi256_color(index: u8) -> Rgb {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    if index >= 232 {
        let gray = 8 + 10 * (index - 232);
        return Rgb(gray, gray, gray);
    }
    let level = |divisor: u8| LEVELS[usize::from((index - 16) / divisor % 6)];
    Rgb(level(36), level(6), level(1))
}

/// One of a terminal's 16 colors, with the levels of xterm's documentation.
pub fn ansi16_color(index: u8) -> Rgb {
    if index == 7 {
        return Rgb(192, 192, 192);
    }
    if index == 8 {
        return Rgb(128, 128, 128);
    }
    let most = if index > 8 { 255 } else { 128 };
    let level = |bit: u8| if index >> bit & 1 == 1 { most } else { 0 };
    Rgb(level(0), level(1), level(2))
}

type Named = (&'static str, Rgb);

macro_rules! named {
    ($theme:expr, $($field:ident),+) => { [$((stringify!($field), $theme.$field)),+] };
}

fn texts(theme: &Theme) -> [Named; 9] {
    named!(
        theme, text, dim, accent, error, best, good, inaccuracy, mistake, blunder
    )
}

fn backgrounds(theme: &Theme) -> [Named; 3] {
    named!(theme, background, panel, selection)
}

fn squares(theme: &Theme) -> [Named; 2] {
    named!(theme, board_light, board_dark)
}

fn every(fronts: &[Named], backs: &[Named]) -> Vec<(Named, Named)> {
    fronts
        .iter()
        .flat_map(|front| backs.iter().map(|back| (*front, *back)))
        .collect()
}

/// Text outside the board, with its backgrounds.
fn text_outside(theme: &Theme) -> Vec<(Named, Named)> {
    let mut pairs = every(&texts(theme), &backgrounds(theme));
    pairs.extend(every(
        &named!(theme, coordinates),
        &named!(theme, background),
    ));
    pairs
}

/// All text, with its backgrounds.
fn text_pairs(theme: &Theme) -> Vec<(Named, Named)> {
    let mut pairs = text_outside(theme);
    pairs.extend(every(&named!(theme, legal, suggested), &squares(theme)));
    // Bars show the share of a side, with text on it.
    pairs.extend(every(
        &named!(theme, white_disc),
        &named!(theme, black_outline),
    ));
    // A letter disc is on a tile of the side's color.
    pairs.extend(every(
        &named!(theme, black_disc),
        &named!(theme, white_disc),
    ));
    if theme.background.is_light() {
        pairs.extend(every(
            &named!(theme, black_disc),
            &named!(theme, panel_border),
        ));
    }
    pairs
}

/// Discs, marks and curves, with their backgrounds.
fn shape_pairs(theme: &Theme) -> Vec<(Named, Named)> {
    let on_squares = named!(theme, black_disc, white_disc, last_move, flipped, cursor);
    let mut pairs = every(&on_squares, &squares(theme));
    pairs.extend(every(
        &named!(theme, disc_mark, flipped_mark),
        &named!(theme, black_disc, white_disc),
    ));
    let curves = named!(theme, graph_black, graph_white);
    pairs.extend(every(&curves, &named!(theme, background, panel)));
    pairs
}

/// Text on boards of half cells, which need many colors.
fn half_cell_texts(theme: &Theme) -> Vec<(Named, Named)> {
    let mut pairs = every(&named!(theme, rim_text), &named!(theme, rim, sheet_rim));
    let grounds = named!(theme, hole, space_light, space_dark, wood);
    pairs.extend(every(&named!(theme, legal, suggested), &grounds));
    pairs
}

/// Pieces and marks on boards of half cells.
fn half_cell_shapes(theme: &Theme) -> Vec<(Named, Named)> {
    let mut pairs = every(
        &named!(theme, red_disc, yellow_disc),
        &named!(theme, hole, sheet_rim),
    );
    pairs.extend(every(
        &named!(theme, black_disc),
        &named!(theme, red_disc, yellow_disc),
    ));
    let on_space = named!(theme, black_disc, white_disc);
    pairs.extend(every(&on_space, &named!(theme, space_light, space_dark)));
    pairs.extend(every(
        &named!(theme, dark_wood, light_wood),
        &named!(theme, wood),
    ));
    let marks = named!(theme, cursor, suggested, last_move, flipped);
    let grounds = named!(theme, sheet, space_light, space_dark, wood);
    pairs.extend(every(&marks, &grounds));
    pairs
}

/// Checks the contrast of pairs, as shown on a terminal.
fn check(pairs: &[(Named, Named)], least: f64, shown: impl Fn(Rgb) -> Rgb, what: &str) {
    for ((front, a), (back, b)) in pairs {
        let found = contrast(shown(*a), shown(*b));
        assert!(
            found >= least,
            "{what}: {front} on {back} has {found:.2}:1, not {least}:1"
        );
    }
}

fn each() -> impl Iterator<Item = &'static Theme> {
    ThemeName::all().map(theme)
}

#[test]
fn every_theme_has_its_own_name_and_comes_after_another() {
    let mut next = ThemeName::DARK;
    for name in ThemeName::all() {
        assert_eq!((theme(name).name, next), (name, name));
        next = next.next();
    }
    assert_eq!(next, ThemeName::DARK);
}

#[test]
fn less_important_text_is_readable_on_black_and_on_white() {
    for background in [Rgb(0, 0, 0), Rgb(255, 255, 255)] {
        for text in [ANYWHERE_DIM, ansi256_color(ANYWHERE_DIM.ansi256())] {
            let found = contrast(text, background);
            assert!(found >= TEXT, "{text:?} on {background:?}: {found:.2}");
        }
    }
}

#[test]
fn text_is_readable_and_discs_are_visible() {
    for theme in each() {
        let name = theme.name.as_str();
        check(&text_pairs(theme), TEXT, |color| color, name);
        check(&shape_pairs(theme), SHAPE, |color| color, name);
        let frames = every(
            &named!(theme, panel_border),
            &named!(theme, background, panel),
        );
        check(&frames, 1.4, |color| color, name);
    }
    let high = theme(ThemeName::HIGH_CONTRAST);
    check(&text_outside(high), 7.0, |color| color, "high-contrast");
}

#[test]
fn with_256_colors_text_stays_readable_and_discs_visible() {
    let shown = |color: Rgb| ansi256_color(color.ansi256());
    for theme in each() {
        check(&text_pairs(theme), TEXT_AT_256, shown, theme.name.as_str());
        check(&shape_pairs(theme), SHAPE, shown, theme.name.as_str());
    }
}

#[test]
fn with_16_colors_text_stays_readable_and_discs_visible() {
    let shown = |color: Rgb| ansi16_color(color.ansi16());
    for theme in each() {
        let pairs = [text_pairs(theme), shape_pairs(theme)].concat();
        for ((front, a), (back, b)) in &pairs {
            assert_ne!(
                a.ansi16(),
                b.ansi16(),
                "{:?}: {front} on {back}",
                theme.name
            );
        }
        check(&pairs, SHAPE, shown, theme.name.as_str());
    }
}

#[test]
fn boards_of_half_cells_have_readable_text_and_visible_pieces() {
    let nearest = |color: Rgb| ansi256_color(color.ansi256());
    for theme in each().filter(|theme| theme.name != ThemeName::MONO) {
        let name = theme.name.as_str();
        check(&half_cell_texts(theme), TEXT, |color| color, name);
        check(&half_cell_texts(theme), TEXT_AT_256, nearest, name);
        check(&half_cell_shapes(theme), SHAPE, |color| color, name);
        check(&half_cell_shapes(theme), SHAPE, nearest, name);
    }
}

#[test]
fn dark_themes_are_dark_and_the_light_one_is_light() {
    for theme in each() {
        let is_light = theme.name == ThemeName::LIGHT;
        assert_eq!(theme.background.is_light(), is_light, "{:?}", theme.name);
    }
}

#[test]
fn shades_of_gray_have_no_hue() {
    let mono = theme(ThemeName::MONO);
    for (name, Rgb(red, green, blue)) in all(mono) {
        assert!(red == green && green == blue, "{name}");
    }
}

fn all(theme: &Theme) -> Vec<Named> {
    let mut pairs = [text_pairs(theme), shape_pairs(theme)].concat();
    pairs.extend([half_cell_texts(theme), half_cell_shapes(theme)].concat());
    let others = named!(
        theme,
        panel_border,
        grid,
        space_line,
        black_outline,
        white_outline
    );
    pairs
        .into_iter()
        .flat_map(|(front, back)| [front, back])
        .chain(others)
        .collect()
}

/// The hue of a color in degrees; `None` if it is nearly gray.
fn hue(color: Rgb) -> Option<f64> {
    let [red, green, blue] = [color.0, color.1, color.2].map(f64::from);
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    if most - least < 24.0 {
        return None;
    }
    let sixth = if most > green && most > blue {
        (green - blue) / (most - least)
    } else if most > blue {
        2.0 + (blue - red) / (most - least)
    } else {
        4.0 + (red - green) / (most - least)
    };
    Some((60.0 * sixth).rem_euclid(360.0))
}

/// M. Okabe and K. Ito, Color Universal Design, 2008: orange, sky blue, bluish green, yellow, blue,
/// vermilion, reddish purple.
const OKABE_ITO: [Rgb; 7] = [
    Rgb(230, 159, 0),
    Rgb(86, 180, 233),
    Rgb(0, 158, 115),
    Rgb(240, 228, 66),
    Rgb(0, 114, 178),
    Rgb(213, 94, 0),
    Rgb(204, 121, 167),
];

#[test]
fn the_hues_of_the_color_blind_theme_are_those_of_okabe_and_ito() {
    for (name, color) in all(theme(ThemeName::COLOR_BLIND)) {
        let Some(found) = hue(color) else { continue };
        let known = OKABE_ITO.into_iter().filter_map(hue);
        let nearest = known
            .map(|known| (known - found).abs())
            .fold(f64::MAX, f64::min);
        assert!(nearest <= 6.0, "{name}: {found:.0} degrees");
    }
}

/// The CIE L*a*b* coordinates of a color as seen without red or green cones. Source: Viénot, Brettel and Mollon,
/// Color Research and Application 24 (1999).
fn seen(color: Rgb, lacks_red: bool) -> [f64; 3] {
    let linear = |channel: u8| Rgb(channel, channel, channel).luminance();
    let [red, green, blue] = [color.0, color.1, color.2].map(linear);
    let (share, tint) = if lacks_red {
        (0.112_38, -0.004_01)
    } else {
        (0.292_75, 0.022_34)
    };
    let yellow = share * red + (1.0 - share) * green;
    let blue = (blue + tint * (green - red)).clamp(0.0, 1.0);
    let x = (0.4124 + 0.3576) * yellow + 0.1805 * blue;
    let y = (0.2126 + 0.7152) * yellow + 0.0722 * blue;
    let z = (0.0193 + 0.1192) * yellow + 0.9505 * blue;
    let root = |t: f64| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    };
    let (x, y, z) = (root(x / 0.950_47), root(y), root(z / 1.088_83));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn the_color_blind_theme_is_told_apart_without_red_or_green_cones() {
    let theme = theme(ThemeName::COLOR_BLIND);
    let classes: Vec<Rgb> = Class::ALL
        .into_iter()
        .map(|class| theme.class(class))
        .collect();
    let mut pairs = vec![
        (theme.graph_black, theme.graph_white),
        (theme.last_move, theme.flipped),
    ];
    for (index, &class) in classes.iter().enumerate() {
        pairs.extend(classes[..index].iter().map(|&better| (better, class)));
    }
    for lacks_red in [false, true] {
        for (a, b) in &pairs {
            let (from, to) = (seen(*a, lacks_red), seen(*b, lacks_red));
            let squares = from.iter().zip(to).map(|(from, to)| (from - to).powi(2));
            let distance = squares.sum::<f64>().sqrt();
            // A distance of about 2 is just visible side by side.
            assert!(distance >= 18.0, "{a:?} and {b:?}: {distance:.0}");
        }
    }
}

#[test]
fn lines_between_squares_keep_their_hue_with_256_colors() {
    for theme in each().filter(|theme| theme.name != ThemeName::MONO) {
        for (name, line) in named!(theme, grid, space_line) {
            let Rgb(red, green, blue) = ansi256_color(line.ansi256());
            let is_gray = red == green && green == blue;
            assert!(!is_gray || line == Rgb(0, 0, 0), "{:?}: {name}", theme.name);
        }
    }
}
