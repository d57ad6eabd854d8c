//! The symbols of boards: which are Black's discs, White's, empty squares or marks of legal moves.

use crate::games::Player;

use super::super::board::{is_empty_square, side_of, side_to_move};
use super::super::{BoardError, BoardPosition};
use super::legend::Legend;

/// The number of marks above which a symbol stands for empty squares.
const MAX_MARKS: usize = 20;

/// The roles that a symbol can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Always a disc of this side, or a mark beside discs with other symbols.
    Disc(Player),
    /// A disc of either side, or an empty square beside round discs.
    Either,
    /// A mark on an empty square.
    Mark,
    Empty,
}

/// The role of a symbol; `None` if it can't be a square.
pub fn role(symbol: char) -> Option<Role> {
    if symbol == ' ' || is_empty_square(symbol) {
        return Some(Role::Empty);
    }
    if let Some(player) = side_of(symbol) {
        return Some(Role::Disc(player));
    }
    match symbol {
        '⚫' | '⬤' | '⏺' | '×' | '✕' | '✖' | '❌' | '黒' => {
            Some(Role::Disc(Player::Black))
        }
        '⚪' | '◯' | '〇' | '⭕' | '白' => Some(Role::Disc(Player::White)),
        '@' | '#' | '0' | '■' | '□' | '⬛' | '⬜' | '◼' | '◻' | '▪' | '▫' => {
            Some(Role::Either)
        }
        '+' | '?' | '!' | '~' | '^' => Some(Role::Mark),
        '·' | '∙' | '⋅' | '・' | '🟩' | '🟫' | '▢' => Some(Role::Empty),
        _ => None,
    }
}

/// The squares in the two colors of one symbol.
const DARK_AND_LIGHT: [(char, char); 4] = [('■', '□'), ('⬛', '⬜'), ('◼', '◻'), ('▪', '▫')];

fn is_square_symbol(symbol: char) -> bool {
    DARK_AND_LIGHT
        .iter()
        .any(|&(dark, light)| symbol == dark || symbol == light)
}

fn is_round(symbol: char) -> bool {
    matches!(symbol, '●' | '○' | '⚫' | '⚪' | '⬤' | '◯')
}

/// The symbols of a board's discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DiscSymbols {
    pub black: Option<char>,
    pub white: Option<char>,
}

impl DiscSymbols {
    /// Finds the symbols of the discs among the squares of a board. `legend` is what the text says about them.
    ///
    /// # Errors
    /// Returns [`BoardError::Symbols`] if nothing tells the sides apart, and [`BoardError::Symbol`] for a symbol
    /// that is neither a disc nor a mark.
    pub fn of(cells: &[char; 64], legend: &Legend) -> Result<Self, BoardError> {
        let symbols = disc_symbols(cells);
        match symbols[..] {
            [] => Ok(Self::default()),
            [symbol] => legend
                .side(symbol)
                .or_else(|| always(symbol))
                .map(|side| Self::default().with(symbol, side))
                .ok_or(BoardError::Symbols),
            [first, second] => Self::pair(first, second, cells, legend).ok_or(BoardError::Symbols),
            _ => Self::pair_among(&symbols, cells, legend),
        }
    }

    fn with(self, symbol: char, side: Player) -> Self {
        match side {
            Player::Black => Self {
                black: Some(symbol),
                ..self
            },
            Player::White => Self {
                white: Some(symbol),
                ..self
            },
        }
    }

    /// The sides of two symbols; `None` if nothing tells them apart.
    fn pair(first: char, second: char, cells: &[char; 64], legend: &Legend) -> Option<Self> {
        let of_first = |side: Player| {
            Self::default()
                .with(first, side)
                .with(second, side.opponent())
        };
        let agree = |first: Option<Player>, second: Option<Player>| match (first, second) {
            (Some(first), Some(second)) => (first != second).then(|| of_first(first)),
            (Some(first), None) => Some(of_first(first)),
            (None, Some(second)) => Some(of_first(second.opponent())),
            (None, None) => None,
        };
        let named = (legend.side(first), legend.side(second));
        if named != (None, None) {
            return agree(named.0, named.1);
        }
        let usual = (always(first), always(second));
        if usual != (None, None) {
            return agree(usual.0, usual.1);
        }
        if let Some(&(dark, _)) = DARK_AND_LIGHT
            .iter()
            .find(|&&pair| pair == (first, second) || pair == (second, first))
        {
            return Some(of_first(if first == dark {
                Player::Black
            } else {
                Player::White
            }));
        }
        if first == '0' || second == '0' {
            return Some(of_first(if first == '0' {
                Player::White
            } else {
                Player::Black
            }));
        }
        let count = |symbol| cells.iter().filter(|&&cell| folded(cell) == symbol).count();
        legend.side_with(count(first), count(second)).map(of_first)
    }

    /// The discs among three or more symbols, of which the others mark legal moves or empty squares.
    fn pair_among(
        symbols: &[char],
        cells: &[char; 64],
        legend: &Legend,
    ) -> Result<Self, BoardError> {
        let round: Vec<char> = symbols
            .iter()
            .copied()
            .filter(|&symbol| is_round(symbol))
            .collect();
        let rest_is_square = symbols
            .iter()
            .all(|&symbol| is_round(symbol) || is_square_symbol(symbol));
        if let [first, second] = round[..]
            && rest_is_square
        {
            return Self::pair(first, second, cells, legend).ok_or(BoardError::Symbols);
        }
        for (index, &first) in symbols.iter().enumerate() {
            for &second in &symbols[index + 1..] {
                let Some(discs) = Self::pair(first, second, cells, legend) else {
                    continue;
                };
                if discs.marks_are_legal(cells) {
                    return Ok(discs);
                }
            }
        }
        Err(BoardError::Symbol(
            symbols.last().copied().unwrap_or_default(),
        ))
    }

    /// Whether all other symbols are on squares where one side can move.
    fn marks_are_legal(self, cells: &[char; 64]) -> bool {
        let is_mark = |cell: char| {
            self.side(cell).is_none() && !matches!(role(cell), Some(Role::Empty | Role::Mark))
        };
        let marked = squares(cells, is_mark);
        let board = self.place(cells);
        Player::BOTH
            .iter()
            .any(|&turn| marked & !legal(board, turn) == 0)
    }

    /// The owner of a disc with this symbol; `None` if it is another symbol.
    pub fn side(self, symbol: char) -> Option<Player> {
        let symbol = Some(folded(symbol));
        if symbol == self.black {
            Some(Player::Black)
        } else if symbol == self.white {
            Some(Player::White)
        } else {
            None
        }
    }

    /// Puts the discs on a board. The side to move is yet to be determined.
    pub fn place(self, cells: &[char; 64]) -> BoardPosition {
        let of = |player| squares(cells, |cell| self.side(cell) == Some(player));
        BoardPosition {
            black: of(Player::Black),
            white: of(Player::White),
            ..BoardPosition::EMPTY
        }
    }

    /// The side whose legal moves are marked; `None` without such marks.
    pub fn side_of_marks(self, cells: &[char; 64], board: BoardPosition) -> Option<Player> {
        let mut others: Vec<char> = cells
            .iter()
            .copied()
            .filter(|&cell| self.side(cell).is_none())
            .collect();
        others.sort_unstable();
        others.dedup();
        if others.len() < 2 {
            return None;
        }
        others.into_iter().find_map(|symbol| {
            let marked = squares(cells, |cell| cell == symbol);
            let is_mark = role(symbol) != Some(Role::Empty);
            let fits = |turn: Player| {
                let legal = legal(board, turn);
                marked == legal || is_mark && marked & !legal == 0
            };
            let few = (1..=MAX_MARKS).contains(&(marked.count_ones() as usize));
            match (few && fits(Player::Black), few && fits(Player::White)) {
                (true, false) => Some(Player::Black),
                (false, true) => Some(Player::White),
                _ => None,
            }
        })
    }
}

/// The side that a symbol always stands for.
pub fn always(symbol: char) -> Option<Player> {
    match role(symbol) {
        Some(Role::Disc(player)) => Some(player),
        _ => None,
    }
}

/// Makes symbols equal that differ only in case, as some programs print the last disc.
fn folded(symbol: char) -> char {
    symbol.to_ascii_uppercase()
}

fn legal(board: BoardPosition, turn: Player) -> u64 {
    BoardPosition { turn, ..board }.position().legal_moves()
}

fn squares(cells: &[char; 64], is_chosen: impl Fn(char) -> bool) -> u64 {
    let chosen = |(square, &cell): (usize, &char)| u64::from(is_chosen(cell)) << square;
    cells.iter().enumerate().map(chosen).sum()
}

/// The symbols that may be discs. Letters come before other symbols, so that `*` beside X and O is a mark.
fn disc_symbols(cells: &[char; 64]) -> Vec<char> {
    let may_be_disc = |&symbol: &char| matches!(role(symbol), Some(Role::Disc(_) | Role::Either));
    let mut symbols: Vec<char> = cells
        .iter()
        .copied()
        .map(folded)
        .filter(may_be_disc)
        .collect();
    let order = |&symbol: &char| {
        let rank = match symbol {
            'B' | 'W' => 0,
            _ if is_round(symbol) => 1,
            'X' | 'O' => 2,
            '*' => 4,
            _ => 3,
        };
        (rank, symbol)
    };
    symbols.sort_by_key(order);
    symbols.dedup();
    symbols
}

/// A board on one line.
#[derive(Debug, Clone, Copy)]
pub struct OneLine<'a> {
    /// The board. The side to move is yet to be determined.
    pub board: BoardPosition,
    /// The rest of the line.
    pub rest: &'a str,
    discs: DiscSymbols,
}

/// Whether a line begins with 64 squares, without blanks between them.
pub fn starts_with_squares(line: &str) -> bool {
    first_squares(line).is_some()
}

/// The first 64 characters of a line, if they are squares before a blank, a semicolon or the end.
fn first_squares(line: &str) -> Option<([char; 64], &str)> {
    let line = line.trim();
    let (rest_at, _) = line.char_indices().nth(64).unwrap_or((line.len(), ' '));
    let (squares, rest) = line.split_at(rest_at);
    let is_square = |symbol: char| {
        symbol != ' '
            && matches!(
                role(symbol),
                Some(Role::Disc(_) | Role::Either | Role::Empty)
            )
    };
    let cells: Vec<char> = squares.chars().collect();
    let cells: [char; 64] = cells.try_into().ok()?;
    let ends = rest
        .chars()
        .next()
        .is_none_or(|next| next.is_whitespace() || next == ';');
    (ends && cells.iter().all(|&cell| is_square(cell))).then_some((cells, rest))
}

/// Parses a board of 64 squares at the beginning of a line. Returns it without a side to move, with the rest of the
/// line; `None` if the line has another form.
pub fn one_line(line: &str) -> Option<Result<OneLine<'_>, BoardError>> {
    let (cells, rest) = first_squares(line)?;
    let discs = DiscSymbols::of(&cells, &Legend::default());
    Some(discs.map(|discs| OneLine {
        board: discs.place(&cells),
        discs,
        rest,
    }))
}

impl OneLine<'_> {
    /// Returns the side to move, if the rest is a symbol of the board or a name of a side.
    ///
    /// # Errors
    /// Returns [`BoardError::MissingSide`] or [`BoardError::TrailingText`] for another rest.
    pub fn turn(&self) -> Result<Player, BoardError> {
        let mut symbols = self.rest.trim().chars();
        match (
            symbols.next().and_then(|symbol| self.discs.side(symbol)),
            symbols.next(),
        ) {
            (Some(turn), None) => Ok(turn),
            _ => side_to_move(self.rest),
        }
    }
}
