//! Quarto on 4x4 cells, with 16 different pieces. Your opponent chooses the piece that you place.

use super::parse::shortened;
use super::{
    Cell, Ending, Example, Fen, FenError, Game, Grid, IllegalMove, Info, Lesson, Material, Move,
    Note, Outcome, ParseMoveError, Piece, PieceStyle, Played, Player, Question, Setup, Square,
    Start, Variant, fen, parse_square,
};

/// The static description of Quarto.
pub static INFO: Info = Info {
    code: "qu",
    name: "Quarto",
    words: &["quarto"],
    rules: "Place the piece you are given; four in a line with a common trait win.",
    details: "The 16 pieces are large or small, light or dark, round or square, solid or hollow. Each turn, \
        your opponent chooses a piece and you place it. Four pieces with a common trait win for \
        the player who places the fourth: in a row, column, diagonal or 2x2 square (with lines-only, \
        squares don't count). A full board is a draw. A die decides who chooses first. Type a piece (c) or a cell (b3). Pieces: \
        ( round [ square, L large light, l small light, D large dark, d small dark, ! solid, \
        ; hollow. Scripts and JSON write B, b, P and p for L, l, D and d.",
    start: Start::ByDie,
    variant: Some(VARIANT),
    sides: Some(["ONE", "TWO"]),
    material: Material::Wood,
    pieces: PieceStyle::Wooden,
    lessons: LESSONS,
    example: Example {
        moves: "a a1 b b1 c c1 i d2 d d1",
        board: &[
            "(B! (B; [B! [B;",
            "--- --- --- (b!",
            "--- --- --- ---",
            "--- --- --- ---",
        ],
    },
    read: Some(read),
    ..Info::plain(|setup| Box::new(Quarto::new(setup.first, setup.variant)))
};

const LESSONS: &[Lesson] = &[
    Lesson::read(
        "You are ONE. Each of 16 pieces is large or small (L l), light or dark (L D), round or square ( [, solid or hollow ! ;",
    ),
    Lesson::play(
        "You choose a piece, your opponent places it and chooses one for you. Choose piece a.",
        "a",
        "a1 b",
    ),
    Lesson::play(
        "TWO placed a on a1 and gave you b. Place it next to a.",
        "b1",
        "",
    ),
    Lesson::play(
        "Pieces a and b are both large, light and round. Now give c to TWO.",
        "c",
        "c1 d",
    ),
    Lesson::play(
        "There are three large light pieces in a row, and d is another. Place it to win.",
        "d1",
        "",
    ),
    Lesson::read("Rows, columns, diagonals and 2x2 squares count. One common trait is enough."),
    Lesson::read(
        "Games are lost by giving the wrong piece. Before you choose one, check which lines of \
            three it would complete.",
    ),
    Lesson::read(
        "Lower-case letters choose pieces; commands are capitals or words. `H` gives a hint. \
            `against` starts a game against a beginner bot.",
    ),
];

pub(crate) const VARIANT: Variant = Variant {
    name: "lines-only",
    help: "Quarto without 2x2 squares: only rows, columns and diagonals win",
};

/// Reads a position: pieces by letter, the side to move, and the letter of the piece in hand, or `-`.
fn read(fen: &Fen, setup: Setup) -> Result<Box<dyn Game>, FenError> {
    fen.check_size(SIZE, SIZE)?;
    let mut game = Quarto::new(fen.turn, setup.variant);
    for (square, found) in Square::all(SIZE, SIZE).zip(fen.rows.iter().flatten()) {
        if *found != '-' {
            let row = usize::from(square.row) + 1;
            let piece = lettered(*found).ok_or(FenError::Square { found: *found, row })?;
            game.board[usize::from(square.index(SIZE))] = Some(game.unused(piece)?);
        }
    }
    // After a win, the side that placed the last piece is given as the side to move.
    game.outcome = game.outcome_after(fen.turn);
    if let Some(hand) = fen.rest.first().filter(|hand| *hand != "-") {
        let mut letters = hand.chars();
        let piece = letters
            .next()
            .and_then(lettered)
            .filter(|_| letters.next().is_none());
        let piece = piece.ok_or_else(|| FenError::Hand(shortened(hand)))?;
        game.hand = Some(game.unused(piece)?);
        if game.outcome.is_some() {
            return Err(FenError::GameOver);
        }
    }
    if game.outcome.is_some() {
        game.turn = None;
    }
    Ok(Box::new(game))
}

pub(crate) const SIZE: u8 = 4;

/// The number of pieces, and of cells.
pub(crate) const PIECES: u8 = 16;

/// The pieces `a` to `p`: solid or hollow changes fastest, then round or square, white or black, large or small.
static DRAWN: [Piece; PIECES as usize] = {
    const fn drawn(
        letter: char,
        shape: &'static str,
        picture: &'static str,
        color: Player,
    ) -> Piece {
        Piece {
            letter,
            shape,
            picture,
            color,
        }
    }
    use Player::{Black, White};
    [
        drawn('a', "(B!", "(L!", White),
        drawn('b', "(B;", "(L;", White),
        drawn('c', "[B!", "[L!", White),
        drawn('d', "[B;", "[L;", White),
        drawn('e', "(P!", "(D!", Black),
        drawn('f', "(P;", "(D;", Black),
        drawn('g', "[P!", "[D!", Black),
        drawn('h', "[P;", "[D;", Black),
        drawn('i', "(b!", "(l!", White),
        drawn('j', "(b;", "(l;", White),
        drawn('k', "[b!", "[l!", White),
        drawn('l', "[b;", "[l;", White),
        drawn('m', "(p!", "(d!", Black),
        drawn('n', "(p;", "(d;", Black),
        drawn('o', "[p!", "[d!", Black),
        drawn('p', "[p;", "[d;", Black),
    ]
};

/// A game of Quarto.
///
/// A piece is a number from 0 (`a`) to 15 (`p`). Bit 0 is set if it is hollow, bit 1 if square, bit 2 if black, and
/// bit 3 if small.
///
/// ```
/// use reversi::games::{Game, Player, Quarto};
/// let mut game = Quarto::new(Player::Black, false);
/// game.play(game.parse_move("a")?)?;
/// assert_eq!(game.turn(), Some(Player::White), "who places what Black named");
/// game.play(game.parse_move("b3")?)?;
/// assert_eq!(game.turn(), Some(Player::White), "who then names a piece for Black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarto {
    board: [Option<u8>; PIECES as usize],
    hand: Option<u8>,
    turn: Option<Player>,
    outcome: Option<Outcome>,
    lines_only: bool,
}

/// The cells of every row, column and diagonal, then of every winning 2x2 square.
fn quartets(lines_only: bool) -> impl Iterator<Item = [usize; 4]> {
    let lines = (0..4).flat_map(|line| {
        [
            std::array::from_fn(|step| 4 * line + step),
            std::array::from_fn(|step| 4 * step + line),
        ]
    });
    let diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]];
    let corners = (0..3).flat_map(|row| (0..3).map(move |column| 4 * row + column));
    let squares = corners.map(|corner| [corner, corner + 1, corner + 4, corner + 5]);
    lines
        .chain(diagonals)
        .chain(squares.filter(move |_| !lines_only))
}

impl Quarto {
    /// Creates a game with an empty board; `first` names the first piece. With `lines_only`, 2x2 squares don't win.
    pub fn new(first: Player, lines_only: bool) -> Self {
        let board = [None; PIECES as usize];
        Self {
            board,
            hand: None,
            turn: Some(first),
            outcome: None,
            lines_only,
        }
    }

    /// Returns the pieces on the cells, row by row.
    pub fn board(&self) -> &[Option<u8>; PIECES as usize] {
        &self.board
    }

    /// The piece that must be placed next; `None` if a piece must be named.
    pub(crate) fn hand(&self) -> Option<u8> {
        self.hand
    }

    pub(crate) fn lines_only(&self) -> bool {
        self.lines_only
    }

    fn left(&self) -> impl Iterator<Item = u8> {
        (0..PIECES).filter(|&piece| !self.is_gone(piece))
    }

    fn is_gone(&self, piece: u8) -> bool {
        self.hand == Some(piece) || self.board.contains(&Some(piece))
    }

    fn unused(&self, piece: u8) -> Result<u8, FenError> {
        if self.is_gone(piece) {
            Err(FenError::DuplicatePiece(letter(piece)))
        } else {
            Ok(piece)
        }
    }

    fn has_quartet(&self) -> bool {
        quartets(self.lines_only).any(|cells| self.wins(cells))
    }

    fn wins(&self, cells: [usize; 4]) -> bool {
        let [Some(a), Some(b), Some(c), Some(d)] = cells.map(|cell| self.board[cell]) else {
            return false;
        };
        // Traits that all four have, or that none has.
        (a & b & c & d) | (!(a | b | c | d) & (PIECES - 1)) != 0
    }

    /// The result if `player` placed the last piece; `None` if the game continues.
    fn outcome_after(&self, player: Player) -> Option<Outcome> {
        if self.has_quartet() {
            return Some(Outcome::won(player, Ending::Line));
        }
        self.board
            .iter()
            .all(Option::is_some)
            .then(|| Outcome::drawn(Ending::Full))
    }

    fn give(&mut self, player: Player, piece: u8) -> Result<Played, IllegalMove> {
        if let Some(hand) = self.hand {
            return Err(IllegalMove::PlaceFirst {
                piece: letter(hand),
                free: self.free_cell(),
            });
        }
        if self.is_gone(piece) {
            return Err(IllegalMove::PieceGone(letter(piece)));
        }
        self.hand = Some(piece);
        self.turn = Some(player.opponent());
        Ok(Played {
            player,
            placed: None,
            flipped: Vec::new(),
            pushed_out: None,
            passed: None,
        })
    }

    /// The first free cell. A game with a piece in hand has one.
    fn free_cell(&self) -> Square {
        let is_free = |cell: &u8| self.board[usize::from(*cell)].is_none();
        Square::from_index((0..PIECES).find(is_free).unwrap_or_default(), SIZE)
    }

    fn place(&mut self, player: Player, cell: u8) -> Result<Played, IllegalMove> {
        let square = Square::from_index(cell, SIZE);
        let remaining = || self.left().next().unwrap_or_default();
        let piece = self
            .hand
            .ok_or_else(|| IllegalMove::NamePieceFirst(letter(remaining())))?;
        if self.board[usize::from(cell)].is_some() {
            return Err(IllegalMove::Occupied(square));
        }
        self.board[usize::from(cell)] = Some(piece);
        self.hand = None;
        self.outcome = self.outcome_after(player);
        self.turn = self.outcome.is_none().then_some(player);
        Ok(Played::placed(player, square))
    }
}

fn letter(piece: u8) -> char {
    char::from(b'a' + piece)
}

fn lettered(name: char) -> Option<u8> {
    (0..PIECES).find(|&piece| letter(piece) == name.to_ascii_lowercase())
}

fn drawn(piece: u8) -> &'static Piece {
    &DRAWN[usize::from(piece)]
}

enum PieceAction {
    /// Names a piece: moves 0 to 15.
    Give(u8),
    /// Places the piece in hand on a cell: moves 16 to 31.
    Place(u8),
}

fn action(mv: Move) -> Option<PieceAction> {
    match u8::try_from(mv.0).ok()? {
        piece @ 0..PIECES => Some(PieceAction::Give(piece)),
        cell if cell < 2 * PIECES => Some(PieceAction::Place(cell - PIECES)),
        _ => None,
    }
}

impl Game for Quarto {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn turn(&self) -> Option<Player> {
        self.turn
    }

    fn moves(&self) -> Vec<Move> {
        if self.turn.is_none() {
            return Vec::new();
        }
        if self.hand.is_none() {
            return self.left().map(|piece| Move(piece.into())).collect();
        }
        let free = (0..PIECES).filter(|&cell| self.board[usize::from(cell)].is_none());
        free.map(|cell| Move((PIECES + cell).into())).collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn.ok_or(IllegalMove::GameOver)?;
        match action(mv).ok_or(IllegalMove::Unknown(mv))? {
            PieceAction::Give(piece) => self.give(player, piece),
            PieceAction::Place(cell) => self.place(player, cell),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn grid(&self) -> Grid {
        let cell =
            |piece: &Option<u8>| piece.map_or(Cell::Empty, |piece| Cell::Piece(drawn(piece)));
        let cells = self.board.iter().map(cell).collect();
        Grid {
            rows: SIZE,
            columns: SIZE,
            cells,
            width: 3,
        }
    }

    fn counts(&self) -> Option<[usize; 2]> {
        None
    }

    fn winning_line(&self) -> Vec<Square> {
        let won = |cells: &[usize; 4]| self.wins(*cells);
        let cells: Vec<usize> = quartets(self.lines_only).filter(won).flatten().collect();
        Square::all(SIZE, SIZE)
            .filter(|square| cells.contains(&square.index(SIZE).into()))
            .collect()
    }

    fn note(&self) -> Option<Note> {
        Some(Note {
            hand: self.hand.map(drawn).copied(),
            left: self.left().map(drawn).copied().collect(),
        })
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        let not_a_piece = || ParseMoveError::NotAPiece {
            text: shortened(text),
            pieces: PIECES,
        };
        if let [name] = text.as_bytes()
            && name.is_ascii_alphabetic()
        {
            let piece = lettered(char::from(*name)).ok_or_else(not_a_piece)?;
            return Ok(Move(piece.into()));
        }
        // Without a piece in hand, the text must be a piece.
        let square = parse_square(text, SIZE, SIZE).map_err(|error| {
            if self.hand.is_none() {
                not_a_piece()
            } else {
                error
            }
        })?;
        Ok(Move(u16::from(PIECES) + square.index(SIZE)))
    }

    fn move_name(&self, mv: Move) -> String {
        match action(mv) {
            Some(PieceAction::Give(piece)) => letter(piece).to_string(),
            Some(PieceAction::Place(cell)) => Square::from_index(cell, SIZE).to_string(),
            None => mv.0.to_string(),
        }
    }

    fn move_square(&self, mv: Move) -> Option<Square> {
        match action(mv)? {
            PieceAction::Give(_) => None,
            PieceAction::Place(cell) => Some(Square::from_index(cell, SIZE)),
        }
    }

    fn questions(&self) -> Vec<Question> {
        match self.hand {
            None => vec![Question::Piece { pieces: PIECES }],
            Some(_) => vec![
                Question::Column { columns: SIZE },
                Question::Row { rows: SIZE },
            ],
        }
    }

    fn fen(&self, turn: Player) -> String {
        let letters = self.board.iter().map(|piece| piece.map(letter));
        let hand = self.hand.map_or('-', letter);
        format!(
            "{} {} {hand}",
            fen::board(letters, SIZE.into()),
            turn.glyph()
        )
    }

    fn key(&self) -> u64 {
        // FNV-1a, mixed at the end: 16 cells of five bits don't fit into 64 bits.
        let hand = u64::from(self.hand.map_or(PIECES, |piece| piece));
        let turn = self.turn.map_or(0, |player| 1 + player.index() as u64);
        let start = 0xcbf2_9ce4_8422_2325 ^ (hand << 8) ^ turn;
        let key = self.board.iter().fold(start, |key, piece| {
            (key ^ u64::from(piece.unwrap_or(PIECES))).wrapping_mul(0x0100_0000_01b3)
        });
        key ^ (key >> 29)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines_only: bool, moves: &str) -> Quarto {
        let mut game = Quarto::new(Player::Black, lines_only);
        for name in moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn pieces_are_lettered_and_drawn_as_published() {
        let large_white_round_solid = DRAWN[0].shape;
        assert_eq!(large_white_round_solid, "(B!");
        for (piece, shape) in DRAWN.iter().map(|piece| piece.shape).enumerate() {
            let bit = |bit: usize| piece >> bit & 1 == 1;
            assert_eq!(shape.ends_with(';'), bit(0), "hollow");
            assert_eq!(shape.starts_with('['), bit(1), "square");
            assert_eq!(shape.to_lowercase().contains('p'), bit(2), "black");
            assert_eq!(shape.contains(['b', 'p']), bit(3), "small");
            let drawn = drawn(u8::try_from(piece).unwrap());
            let [before, size, after] = drawn.picture.as_bytes() else {
                panic!("{drawn}")
            };
            assert_eq!(
                [before, after].map(|&byte| shape.contains(char::from(byte))),
                [true; 2]
            );
            assert_eq!(size.eq_ignore_ascii_case(&b'd'), bit(2), "dark");
            assert_eq!(size.is_ascii_lowercase(), bit(3), "small");
            assert!(
                !drawn.picture.contains(['B', 'W', 'b', 'w']),
                "{}",
                drawn.picture
            );
            assert_eq!(drawn.color == Player::Black, bit(2), "{drawn}");
            let looks = [drawn.is_hollow(), drawn.is_square(), !drawn.is_large()];
            assert_eq!(looks, [bit(0), bit(1), bit(3)], "{drawn}");
            assert_eq!(lettered(drawn.letter).map(usize::from), Some(piece));
        }
    }

    #[test]
    fn one_names_and_the_other_places_and_names() {
        let mut game = Quarto::new(Player::White, false);
        let place = game.parse_move("a1").unwrap();
        assert_eq!(game.play(place), Err(IllegalMove::NamePieceFirst('a')));
        game.play(Move(4)).unwrap();
        assert_eq!((game.turn(), game.hand()), (Some(Player::Black), Some(4)));
        assert_eq!(
            game.play(Move(5)),
            Err(IllegalMove::PlaceFirst {
                piece: 'e',
                free: Square::from_index(0_u8, SIZE)
            })
        );
        game.play(place).unwrap();
        assert_eq!(game.turn(), Some(Player::Black));
        assert_eq!(game.play(Move(4)), Err(IllegalMove::PieceGone('e')));
        assert!(
            game.note()
                .unwrap()
                .to_string()
                .starts_with("Remaining: a (B!  b (B;  ")
        );
        game.play(Move(15)).unwrap();
        assert_eq!(game.turn(), Some(Player::White));
        assert!(
            game.note()
                .unwrap()
                .to_string()
                .starts_with("In hand: p [p;\nRemaining: a (B!  b (B;  ")
        );
        assert_eq!(
            game.play(place),
            Err(IllegalMove::Occupied(Square { row: 0, column: 0 }))
        );
    }

    #[test]
    fn a_shared_trait_in_a_line_wins_for_whoever_places_the_last() {
        for line in ["a1 b1 c1 d1", "c1 c2 c3 c4", "a1 b2 c3 d4", "d1 c2 b3 a4"] {
            let squares: Vec<&str> = line.split(' ').collect();
            // All white, all round, all large, all solid; then the four that share nothing.
            for (pieces, wins) in [
                ("abij", true),
                ("aeim", true),
                ("abeh", true),
                ("acei", true),
                ("ahmk", false),
            ] {
                let turns = pieces
                    .chars()
                    .zip(&squares)
                    .map(|(piece, square)| format!("{piece} {square} "));
                let game = after(true, &turns.collect::<String>());
                // The second to name places the first and the third, so Black places the fourth.
                let expected = wins.then(|| Outcome::won(Player::Black, Ending::Line));
                assert_eq!(game.outcome(), expected, "{pieces} on {line}");
            }
        }
    }

    #[test]
    fn squares_win_unless_only_lines_do() {
        let moves = "a b2 b c2 c b3 d c3";
        assert_eq!(
            after(false, moves).outcome(),
            Some(Outcome::won(Player::Black, Ending::Line))
        );
        assert_eq!(after(true, moves).outcome(), None);
        assert_eq!(quartets(true).count(), 10);
        assert_eq!(quartets(false).count(), 19);
    }

    #[test]
    fn a_full_board_without_a_quartet_is_a_draw() {
        let board = [0_u8, 1, 2, 12, 3, 13, 4, 5, 6, 8, 10, 11, 15, 14, 7, 9];
        let mut game = Quarto::new(Player::Black, false);
        for (cell, piece) in (0..PIECES).zip(board.map(u16::from)) {
            game.play(Move(piece)).unwrap();
            game.play(Move((PIECES + cell).into())).unwrap();
        }
        assert_eq!(game.outcome(), Some(Outcome::drawn(Ending::Full)));
        assert_eq!(game.note().unwrap().to_string(), "Remaining: nothing");
    }
}
