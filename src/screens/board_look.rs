//! The colors and the material of each game's board and pieces, for screens that draw them.

use super::theme::{Rgb, Theme};
use crate::games::{Info, Player, Square};

/// The colors and the material of a game's board.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardLook {
    material: Material,
    /// The frame around the board.
    pub(super) rim: Rgb,
    discs: [Rgb; 2],
    /// The dot on the disc played last.
    pub(super) dot: Rgb,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Material {
    Felt([Rgb; 2], Rgb),
    Sheet(Rgb, Rgb),
    Wood(Rgb),
}

impl BoardLook {
    pub(super) fn of(game: &Info, theme: &Theme) -> Self {
        let felt = |colors, line| Self {
            material: Material::Felt(colors, line),
            rim: theme.rim,
            discs: [theme.black_disc, theme.white_disc],
            dot: theme.disc_mark,
        };
        match game.code {
            "c4" | "co" => Self {
                material: Material::Sheet(theme.sheet, theme.hole),
                rim: theme.sheet_rim,
                discs: [theme.red_disc, theme.yellow_disc],
                dot: theme.black_disc,
            },
            "gr" => felt([theme.space_light, theme.space_dark], theme.space_line),
            "qu" => Self {
                material: Material::Wood(theme.wood),
                discs: [theme.dark_wood, theme.light_wood],
                ..felt([theme.wood; 2], theme.wood)
            },
            _ => felt([theme.board_light, theme.board_dark], theme.grid),
        }
    }

    pub(super) fn disc(&self, player: Player) -> Rgb {
        self.discs[player.index()]
    }

    /// The color in the middle of an empty square, behind text.
    pub(super) fn ground(&self, square: Square) -> Rgb {
        self.surface(square).ground()
    }

    pub(super) fn surface(&self, square: Square) -> Surface {
        match self.material {
            Material::Felt(colors, line) => {
                let felt = colors[usize::from((square.row + square.column) % 2)];
                Surface::Felt { felt, line }
            }
            Material::Sheet(sheet, hole) => Surface::Sheet { sheet, hole },
            Material::Wood(wood) => Surface::Wood { wood },
        }
    }
}

/// The material of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Surface {
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

impl Surface {
    fn ground(self) -> Rgb {
        match self {
            Self::Felt { felt: ground, .. }
            | Self::Sheet { hole: ground, .. }
            | Self::Wood { wood: ground }
            | Self::Plain(ground) => ground,
        }
    }
}
