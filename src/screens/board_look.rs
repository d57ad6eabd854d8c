//! The colors of each game's board and pieces, for screens that draw them.

use super::light::{BLACK, mix};
use super::theme::{Rgb, Theme};
use crate::games::{Info, Material, PieceStyle, Player, Square};

/// The colors of a game's board.
#[derive(Debug, Clone, Copy)]
pub struct BoardLook {
    /// The surfaces of the squares, which alternate.
    surfaces: [Surface; 2],
    /// The frame around the board.
    pub rim: Rgb,
    discs: [Rgb; 2],
    /// The marks on the disc played last and on flipped discs.
    pub last_mark: Rgb,
    pub flipped_mark: Rgb,
}

impl BoardLook {
    pub fn of(game: &Info, theme: &Theme) -> Self {
        let mut look = Self::plain(theme);
        match game.material {
            Material::Felt => {}
            Material::Space => {
                let felts = [theme.space_light, theme.space_dark];
                look.surfaces = felt(felts, theme.space_line);
            }
            Material::Sheet | Material::Slots => {
                let sheet = theme.sheet;
                let hole = theme.hole;
                look.surfaces = [Surface::Sheet { sheet, hole }; 2];
                look.rim = theme.sheet_rim;
            }
            Material::Wood => {
                let woods = [theme.wood, mix(theme.wood, BLACK, 0.12)];
                look.surfaces = woods.map(|wood| Surface::Wood { wood });
            }
        }
        match game.pieces {
            PieceStyle::Discs => {}
            PieceStyle::Counters => {
                look.discs = [theme.red_disc, theme.yellow_disc];
                look.last_mark = theme.black_disc;
            }
            PieceStyle::Wooden => look.discs = [theme.dark_wood, theme.light_wood],
        }
        look
    }

    /// The colors of a board drawn with characters: black and white discs on green felt, in every game.
    pub fn plain(theme: &Theme) -> Self {
        Self {
            surfaces: felt([theme.board_light, theme.board_dark], theme.grid),
            rim: theme.rim,
            discs: [theme.black_disc, theme.white_disc],
            last_mark: theme.disc_mark,
            flipped_mark: theme.flipped_mark,
        }
    }

    pub fn disc(&self, player: Player) -> Rgb {
        self.discs[player.index()]
    }

    /// The color in the middle of an empty square, behind text.
    pub fn ground(&self, square: Square) -> Rgb {
        match self.surface(square) {
            Surface::Felt { felt: ground, .. }
            | Surface::Sheet { hole: ground, .. }
            | Surface::Wood { wood: ground }
            | Surface::Plain(ground) => ground,
        }
    }

    pub fn surface(&self, square: Square) -> Surface {
        self.surfaces[usize::from((square.row + square.column) % 2)]
    }
}

fn felt(colors: [Rgb; 2], line: Rgb) -> [Surface; 2] {
    colors.map(|felt| Surface::Felt { felt, line })
}

/// The material of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Felt, with a line along its upper and left edges.
    Felt {
        felt: Rgb,
        line: Rgb,
    },
    /// A sheet with a round hole.
    Sheet {
        sheet: Rgb,
        hole: Rgb,
    },
    /// Wood with a carved circle.
    Wood {
        wood: Rgb,
    },
    Plain(Rgb),
}
