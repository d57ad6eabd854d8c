//! Transcripts: the moves of a game as text, `F5d6C3`.
//!
//! Moves are read in any case, with blanks, numbers and other text between them, on one line or several. `pa`, `ps`,
//! `pass` or `--` is a pass; passes are optional. Squares may also be two digits, row then column: `56 64 33`.
//! Every game begins at the starting position.
//!
//! An empty line ends a game. So does a line that begins another game, unless its number continues the previous
//! one. Within a line a game ends when it is over, or before the number 1. A line of prose with at most one square
//! is skipped. A saved game of this program contains squares too, but is refused as a whole.
//!
//! A bad move discards the rest of its game, up to an empty line or the beginning of another game.

mod words;

use std::collections::VecDeque;

use crate::games::Player;

use super::input::{InputLine, MAX_LINE_BYTES};
use super::replay::Replay;
use super::{
    BadRecord, BoardPosition, Entry, Format, GameRecord, Input, Problem, ReadError, RecordFormat,
    Remarks, Unwritable,
};

use words::{GameToken, TokenKind, Tokens};

#[derive(Debug, Default)]
pub struct Transcript {
    /// Whether the beginning of the input has been checked.
    is_begun: bool,
    /// The game that the next lines may continue.
    open: Option<OpenGame>,
    /// The last board of a bad game, while the rest of it is being skipped.
    skipped: Option<BoardPosition>,
    ready: VecDeque<Result<Entry, BadRecord>>,
}

#[derive(Debug, Clone)]
struct OpenGame {
    offset: u64,
    replay: Replay,
    in_digits: bool,
    numbers: Option<(u32, u32)>,
}

impl RecordFormat for Transcript {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        if !std::mem::replace(&mut self.is_begun, true)
            && is_save(&input.look_ahead(SAVE_BEGINNING)?)
        {
            while input.line()?.is_some() {}
            return Err(BadRecord::new(0, Problem::Save).into());
        }
        loop {
            if let Some(found) = self.ready.pop_front() {
                return Ok(Some(found?));
            }
            let Some(line) = input.line()? else {
                self.close();
                return Ok(self.ready.pop_front().transpose()?);
            };
            if line.is_blank() {
                self.close();
                self.skipped = None;
            } else if line.is_truncated {
                self.close();
                let problem = Problem::LongLine(MAX_LINE_BYTES);
                self.ready.push_back(Err(BadRecord::new(line.offset, problem)));
            } else {
                self.take_line(&line);
            }
        }
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        if record.start() != BoardPosition::START {
            return Err(Unwritable::OtherStart(Format::Transcript));
        }
        let mut text = String::new();
        for mv in record.moves() {
            let Some(square) = mv.square else { continue };
            let name = square.to_string();
            text += &if mv.player == Player::Black { name.to_uppercase() } else { name };
        }
        if text.is_empty() {
            return Err(Unwritable::NoMoves(Format::Transcript));
        }
        text.push('\n');
        Ok(text.into_bytes())
    }
}

/// The number of bytes that show whether a file is a saved game.
const SAVE_BEGINNING: usize = 64;

fn is_save(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(beginning);
    text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with("format:"))
}

impl Transcript {
    fn close(&mut self) {
        if let Some(game) = self.open.take() {
            self.finish_game(game);
        }
    }

    fn finish_game(&mut self, game: OpenGame) {
        if !game.replay.record.moves().is_empty() {
            self.ready.push_back(Ok(Entry::new(game.offset, game.replay.record)));
        }
    }

    fn take_line(&mut self, line: &InputLine) {
        let in_digits =
            self.open.as_ref().is_some_and(|game| game.in_digits && !game.replay.record.is_over());
        let tokens = words::tokens(&line.bytes, self.open.is_some(), in_digits);
        let Some(first) = tokens.first_move() else { return };
        let fresh = OpenGame::new(line.offset + first.at as u64);
        let reach = || fresh.reach(&tokens, line);
        // Words with numbers are more often a title with a year than a game.
        let is_title = || tokens.in_digits && reach() < 2;
        let is_text = tokens.is_prose && (tokens.moves() < 2 && reach() == 0 || is_title());
        if let Some(board) = self.skipped {
            if is_text || !fresh.begins_after(board, &tokens, line) {
                return;
            }
            self.skipped = None;
        }
        let mut game = match self.open.take() {
            Some(open) if open.is_continued_by(&tokens, &fresh, line) => open,
            open => {
                self.open = open;
                if is_text {
                    return;
                }
                self.close();
                fresh
            }
        };
        game.in_digits = tokens.in_digits;
        for (index, token) in tokens.list.iter().enumerate() {
            if game.ends_before(&tokens, index) {
                self.finish_game(game);
                game = OpenGame::new(line.offset + token.at as u64);
            }
            if let Err(bad) = game.take(token, line) {
                self.skipped = Some(game.replay.record.board());
                self.ready.push_back(Err(bad.after(game.replay.record)));
                return;
            }
        }
        self.open = Some(game);
    }
}

impl OpenGame {
    fn new(offset: u64) -> Self {
        let replay = Replay::from_start(BoardPosition::START);
        Self { offset, replay, in_digits: false, numbers: None }
    }

    fn take(&mut self, token: &GameToken, line: &InputLine) -> Result<(), BadRecord> {
        let offset = line.offset + token.at as u64;
        let square = match token.kind {
            TokenKind::Square(square) => Some(square),
            TokenKind::Pass => None,
            TokenKind::Number(number) => {
                self.numbers = Some((self.numbers.map_or(number, |(first, _)| first), number));
                return Ok(());
            }
            TokenKind::NoSquare => {
                return Err(BadRecord::new(offset, Problem::NotASquare(token.text.clone())));
            }
        };
        let ply = self.replay.ply();
        self.replay.take(None, square, Remarks::default()).map_err(|source| {
            let problem = Problem::Move { name: token.text.clone(), ply, source };
            BadRecord::new(offset, problem)
        })
    }

    /// The number of plies of a line that are legal from here.
    fn reach(&self, tokens: &Tokens, line: &InputLine) -> usize {
        let mut game = self.clone();
        tokens.plies().take_while(|token| game.take(token, line).is_ok()).count()
    }

    /// Whether a line after a bad game begins this new game. `bad` is the last board of the bad one.
    fn begins_after(&self, bad: BoardPosition, tokens: &Tokens, line: &InputLine) -> bool {
        match tokens.leading_number() {
            Some(number) => number == 1,
            None if tokens.moves() < 2 => false,
            None => {
                let reach = self.reach(tokens, line);
                // A bad game can't continue on an occupied square.
                let is_taken = tokens.plies().next().is_some_and(|token| match token.kind {
                    TokenKind::Square(square) => bad.disc(square.index(8).into()).is_some(),
                    _ => false,
                });
                reach == tokens.plies().count() || reach > 0 && is_taken
            }
        }
    }

    /// Whether a line continues this game instead of beginning a new one.
    fn is_continued_by(&self, tokens: &Tokens, fresh: &Self, line: &InputLine) -> bool {
        match tokens.leading_number() {
            _ if self.replay.record.is_over() => false,
            Some(1) => false,
            // The games of a list are numbered too, but only the first one begins with 1.
            Some(number) if number > 2 && self.numbers == Some((1, number - 1)) => true,
            Some(_) => self.reach(tokens, line) >= fresh.reach(tokens, line),
            None if tokens.is_prose && tokens.moves() < 2 => false,
            None => self.reach(tokens, line) > fresh.reach(tokens, line),
        }
    }

    /// Whether another game begins at a token.
    fn ends_before(&self, tokens: &Tokens, index: usize) -> bool {
        if self.replay.record.moves().is_empty() {
            return false;
        }
        match tokens.list[index].kind {
            TokenKind::Number(1) => true,
            TokenKind::Square(_) => self.replay.record.is_over() && tokens.list[index].begins_word,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{ReadError, read};
    use super::*;
    use crate::games::reversi;

    fn games(text: &str) -> Vec<String> {
        let shown = |found: Result<super::super::Entry, ReadError>| match found {
            Ok(entry) => {
                let printed = Transcript::default().print(&entry.record).unwrap();
                format!("{}: {}", entry.offset, String::from_utf8(printed).unwrap().trim())
            }
            Err(error) => error.to_string(),
        };
        read(Format::Transcript, text.as_bytes()).map(shown).collect()
    }

    #[test]
    fn a_numbered_game_continues_after_a_bad_move() {
        for text in
            ["1. f5\n2. d6\n3. c3\n4. f5\n5. c4\n", "1. f5 d6\n2. c3 d3\n3. f5 f6\n4. e6 f4\n"]
        {
            let found = games(text);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains("f5 is occupied"), "{found:?}");
        }
        // A list of openings is numbered too.
        assert_eq!(games("1. f5d6\n2. f5f6\n3. f5f4\n4. f5d6c3\n").len(), 4);
    }

    #[test]
    fn a_saved_game_is_refused_as_a_whole() {
        let saved = "(\n  format: 1,\n  record: (\n    game: \"c4\",\n    moves: \"1 2\",\n  ),\n)\n\nf5d6\n";
        for text in [saved.to_owned(), format!("\u{feff}\n{saved}")] {
            let found = games(&text);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains("byte 0: this is a saved game"), "{found:?}");
        }
        assert_eq!(games("(f5 d6)\n"), ["1: F5d6"]);
    }

    #[test]
    fn a_game_is_read_in_any_spelling() {
        for text in [
            "F5d6C3",
            "f5d6c3",
            "F5D6C3",
            "f5 d6 c3",
            "1. f5 d6 2. c3",
            "1.F5 2.d6 3.C3",
            "1F5 2d6 3c3",
            "f5, d6, c3.",
            "f5-d6-c3",
            "56 64 33",
            "566433",
            "1. 56 64 2. 33",
            "1. f5 d6\n2. c3\n",
            "1.\u{25cf}f5 2.\u{25cb}d6 3.\u{25cf}c3",
            "f5/d6/c3 33-31",
            "56,64,33",
            "1.56 64 2.33",
            // Evaluations and times.
            "f5 1.5 d6 1.2 c3",
            "1. f5 1.5 d6 -1.25 2. c3",
            "1. f5 (+1.5) d6 (-1.1) 2. c3 (1,1)",
            "f5 (1) d6 (+1) c3",
            "f5 (1.) d6 +1. c3 (1:01)",
            "f5 -1. d6, +1. c3",
            "(1) f5 d6 (2) c3",
            "(1. f5 d6 2. c3)",
            "1) f5 d6 2) c3",
        ] {
            let expected = games("F5d6C3")[0].split_once(": ").unwrap().1.to_owned();
            let found = games(text);
            assert_eq!(found.len(), 1, "{text:?}: {found:?}");
            assert_eq!(found[0].split_once(": ").unwrap().1, expected, "{text:?}");
        }
    }

    #[test]
    fn the_text_around_games_is_skipped() {
        let text = "From: ann@example.org (2024-03-02)\nSee a4, the square.\n\n\
                    Game 1 (Ann - Bob, 33-31): F5d6C3\nGame 2: f5f6e6\nBob -- Ann\n34-30\n";
        assert_eq!(games(text), ["83: F5d6C3", "98: F5f6E6"]);
    }

    #[test]
    fn titles_are_not_taken_for_moves() {
        for (title, moves) in [
            ("[Event \"Dutch Open 56 - 2011\"]", "1. F5 D6"),
            ("[Event \"A5 \\\"56\\\" ] 1. f5 f6\"] [ Site \"b4c3\" ]", "1. F5 D6"),
            ("  [Round \"56\"]", "F5 D6"),
            ("Dutch Open 56 - 2011", "F5 D6"),
            ("Event: Open 65, 34 (2011)", "1. F5 D6"),
            ("[Event \"Open 56\"] 1. f5 d6", ""),
        ] {
            let found = games(&format!("{title}\n{moves}\n"));
            assert_eq!(found.len(), 1, "{title}: {found:?}");
            assert!(found[0].ends_with(": F5d6"), "{title}: {found:?}");
        }
        // Quotes alone don't make a title.
        assert_eq!(games("[\"f5d6\"]\n\n\"f5d6\"\n\n[x \"f5d6\n").len(), 3);
        assert_eq!(games("Game 1: 56 64 33"), ["8: F5d6C3"]);
        assert!(games("Game 1: 56 64 39")[0].contains("\"39\" is not a square"));
    }

    #[test]
    fn games_end_where_they_should() {
        assert_eq!(games("f5d6c3\n\nc4c3d3\n"), ["0: F5d6C3", "8: C4c3D3"]);
        assert_eq!(games("f5d6c3\nf5f6e6\n"), ["0: F5d6C3", "7: F5f6E6"]);
        assert_eq!(games("f5d6\nc3d3c4\n"), ["0: F5d6C3d3C4"]);
        assert_eq!(games("1. f5 d6 1. f5 f6"), ["3: F5d6", "9: F5f6"]);
        assert_eq!(games("1.f5 d6 1.f5 f6"), ["2: F5d6", "8: F5f6"]);
        assert_eq!(games("1) f5 d6 1) f5 f6"), ["3: F5d6", "9: F5f6"]);
        assert_eq!(games("f5 (1.5) d6 (1)\n2. c3 (1.1)"), ["0: F5d6C3"]);
        let whole = reversi::INFO.example.moves;
        let found = games(&format!("{whole} f5 d6"));
        assert_eq!(found.len(), 2);
        assert!(found[1].ends_with(": F5d6"));
    }

    #[test]
    fn faults_have_a_place() {
        let not_a_square = "is not a square: use a1 to h8, or two digits from 1 to 8";
        let (i3, c) = (&*format!("6: \"i3\" {not_a_square}"), &*format!("4: \"c\" {not_a_square}"));
        for (text, expected) in [
            ("f5d6a1", "4: ply 3: a1 is not legal: a move must flip at least one disc"),
            ("f5d6f5", "4: ply 3: f5 is occupied"),
            ("f5 d6 i3", i3),
            ("f5d6c", c),
            ("56 64 39", &i3.replace("i3", "39")),
            ("f5 pa d6", "3: ply 2: white can't pass: it has a legal move"),
            ("f5 -- d6", "3: ply 2: white can't pass: it has a legal move"),
        ] {
            assert_eq!(games(text), [format!("record 1, byte {expected}")], "{text}");
        }
        assert_eq!(games("f5d6\nc3d3a8\n\nf5").len(), 2, "a bad line ends its game");
        let taken = "record 1, byte 6: ply 4: f5 is occupied";
        for (rest, expected) in [
            // The rest of the bad game.
            ("c5b3c2e3d2\nc6b4b5\n", &[taken][..]),
            ("3. c4 c3\n4. e6 f6\n", &[taken]),
            ("c4\nSee a4 there\n", &[taken]),
            ("1. See a4 there\nd3\n", &[taken]),
            // Other games.
            ("\nc4c3\n", &[taken, "10: C4c3"]),
            ("c5b3c2\n1. c4 c3\n2. d3\n", &[taken, "19: C4c3D3"]),
            ("c4c3d3\n", &[taken, "9: C4c3D3"]),
            (
                "f5f6a8\nf5f6b8\nf5f6e6\n",
                &[
                    taken,
                    "record 2, byte 13: ply 3: a8 is not legal: a move must flip at least one disc",
                    "record 3, byte 20: ply 3: b8 is not legal: a move must flip at least one disc",
                    "23: F5f6E6",
                ],
            ),
        ] {
            assert_eq!(games(&format!("f5d6c3f5\n{rest}")), expected, "{rest}");
        }
        let long = format!("{}\nf5", "f5 ".repeat(MAX_LINE_BYTES));
        assert_eq!(games(&long)[0], "record 1, byte 0: the line is longer than 65536 bytes");
    }

    #[test]
    fn passes_may_be_written_or_left_out() {
        let squares: Vec<&str> = reversi::INFO.example.moves.split_whitespace().collect();
        let left_out = games(&squares.join(" "));
        let mut record = GameRecord::new();
        for pass in ["pa", "PASS", "--", "ps"] {
            let mut written = Vec::new();
            record = GameRecord::new();
            for &name in &squares {
                let plies = record.moves().len();
                record.play(crate::games::parse_square(name, 8, 8).unwrap()).unwrap();
                written.push(name);
                if record.moves().len() > plies + 1 {
                    written.push(pass);
                }
            }
            assert_eq!(games(&written.join(" ")), left_out);
            let twice = written.join(" ").replace(pass, &format!("{pass} {pass}"));
            assert!(games(&twice)[0].contains("can't pass"), "{twice}");
        }
        assert!(record.moves().len() > squares.len());
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(choices in prop::collection::vec(any::<u8>(), 1..70)) {
            let record = GameRecord::by_choices(&choices);
            let text = Transcript::default().print(&record).unwrap();
            let found: Vec<_> = read(Format::Transcript, &text[..]).map(Result::unwrap).collect();
            prop_assert_eq!(found.len(), 1);
            prop_assert!(found[0].record.game_moves().eq(record.game_moves()));
        }
    }
}
