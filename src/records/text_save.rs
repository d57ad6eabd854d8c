//! Text saves, as many small Othello programs write them.
//!
//! A state is a header and eight rows of `X`, `O` and `-`. The header is `M X` (two humans) or `A O 2` (against the
//! level 2 bot), with the letter of the side to move. Several states separated by empty lines are the history of one
//! game, oldest or newest first. Blanks may be missing or repeated, the sides may have other letters, and an empty
//! square may be `_` or `.`. The same board twice in a row is one state, even if the headers differ.
//!
//! Some programs end a history with a state `? ?` from before the game. It is skipped if it shows the board of the
//! start.

mod connect;

use crate::games::Player;

use super::input::InputLine;
use super::{
    BadRecord, BoardPosition, Entry, Format, GameRecord, Input, Problem, ReadError, RecordFormat,
    Tag, Unwritable,
};
use crate::games::shortened;

use connect::{SavedState, header};

#[derive(Debug, Default)]
pub struct TextSave {
    is_done: bool,
    is_printed: bool,
}

/// The maximum number of states in a game: 60 moves, 60 passes and the start.
const MAX_STATES: usize = 121;

const MODE: &str = "mode";

impl RecordFormat for TextSave {
    fn read(&mut self, input: &mut Input<'_>) -> Result<Option<Entry>, ReadError> {
        if std::mem::replace(&mut self.is_done, true) {
            return Ok(None);
        }
        let Some(states) = states(input)? else {
            return Ok(None);
        };
        let offset = states.first().map_or(0, |state| state.offset);
        let mode = states
            .iter()
            .map(|state| &state.mode)
            .find(|mode| *mode != "?");
        let mode = mode.cloned().unwrap_or_default();
        let mut record = connect::connect(states)?;
        if mode != "M" {
            record.tags.push(Tag {
                format: Format::TextSave,
                name: MODE.to_owned(),
                value: mode,
            });
        }
        Ok(Some(Entry::new(offset, record)))
    }

    fn print(&mut self, record: &GameRecord) -> Result<Vec<u8>, Unwritable> {
        if std::mem::replace(&mut self.is_printed, true) {
            return Err(Unwritable::OnlyOne(Format::TextSave));
        }
        let is_mode = |tag: &&Tag| tag.format == Format::TextSave && tag.name == MODE;
        let mode = record
            .tags
            .iter()
            .find(is_mode)
            .map_or("M", |tag| &tag.value);
        let (mode, level) = mode.split_once(' ').unwrap_or((mode, ""));
        let mut text = String::new();
        for (index, board) in record.boards().enumerate() {
            // A pass shows only in the side to move of the next state.
            let is_before_pass = record
                .moves()
                .get(index)
                .is_some_and(|mv| mv.square.is_none());
            if index > 0 && is_before_pass {
                continue;
            }
            if index > 0 {
                text.push('\n');
            }
            let header = format!("{mode} {} {level}", letter(board.turn));
            text += header.trim_end();
            text.push('\n');
            text += &rows(board);
        }
        Ok(text.into_bytes())
    }
}

fn states(input: &mut Input<'_>) -> Result<Option<Vec<SavedState>>, ReadError> {
    let mut states = Vec::new();
    while let Some(line) = next_line(input)? {
        if states.len() == MAX_STATES {
            return Err(BadRecord::new(line.offset, Problem::States(MAX_STATES)).into());
        }
        let (mode, turn) = header(&line.bytes)
            .ok_or_else(|| BadRecord::new(line.offset, Problem::Header(shortened(&line.text()))))?;
        let mut rows = Vec::new();
        while rows.len() < 8 {
            match input.line()?.filter(|row| !row.is_blank()) {
                Some(row) => rows.push(row),
                None => {
                    return Err(BadRecord::new(line.offset, Problem::Rows(rows.len())).into());
                }
            }
        }
        states.push(SavedState {
            offset: line.offset,
            mode,
            turn,
            rows,
        });
    }
    Ok((!states.is_empty()).then_some(states))
}

/// Whether a line looks like the header of a state, correct or not.
pub fn may_be_header(line: &str) -> bool {
    let mut letters = line.chars().filter(|letter| !letter.is_whitespace());
    // A side without a mode is a common mistake with its own message.
    if matches!(line.trim(), "X" | "O" | "x" | "o") {
        return true;
    }
    letters.next().is_some_and(|mode| "MAma?".contains(mode))
        && letters.all(|letter| "XOxo-_.?\0".contains(letter) || letter.is_ascii_digit())
}

fn next_line(input: &mut Input<'_>) -> Result<Option<InputLine>, ReadError> {
    while let Some(line) = input.line()? {
        if !line.is_blank() {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

const fn letter(player: Player) -> char {
    match player {
        Player::Black => 'X',
        Player::White => 'O',
    }
}

fn rows(board: BoardPosition) -> String {
    let mut text = String::new();
    for square in 0..64 {
        text.push(board.disc(square).map_or('-', letter));
        text.push(if square % 8 == 7 { '\n' } else { ' ' });
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::arbitrary;
    use super::*;

    fn loaded(text: &str) -> Result<GameRecord, String> {
        let mut found = arbitrary::records(Format::TextSave, text);
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0)
    }

    fn print(record: &GameRecord) -> String {
        arbitrary::printed(Format::TextSave, record)
    }

    fn start() -> String {
        print(&GameRecord::new())
    }

    fn game() -> String {
        print(&GameRecord::by_choices(&[1, 2, 3, 4]))
    }

    fn newest_first(text: &str) -> String {
        let mut states: Vec<_> = text.split("\n\n").map(str::trim_end).collect();
        states.reverse();
        states.join("\n\n")
    }

    #[test]
    fn a_state_is_read_in_any_spelling() {
        let usual = start();
        let expected = loaded(&usual).unwrap();
        assert_eq!(expected, GameRecord::new());
        let dense = usual.replace(' ', "");
        for text in [
            usual.trim_end().to_owned(),
            usual.replace('\n', "\r\n"),
            usual.replace('\n', " \n"),
            usual.replace('-', "_"),
            usual.replace('X', "x").replace('O', "o"),
            dense.clone(),
            usual.replacen("M X", "M X -", 1),
            usual.replacen("M X", "M X 0", 1),
            usual.replacen("M X", "m x  ", 1),
            usual.replace('X', "#").replace('O', "@"),
            usual.replace('X', "y").replace('O', "z"),
            format!("\n\n{usual}\n\n\n"),
            format!("\u{feff}{usual}"),
        ] {
            assert_eq!(loaded(&text).as_ref(), Ok(&expected), "{text}");
        }
        let bot = loaded(&usual.replacen("M X", "A X 3", 1)).unwrap();
        assert_eq!(bot.tags[0].value, "A 3");
        assert!(print(&bot).starts_with("A X 3\n"));
        assert_eq!(
            loaded(&usual.replacen("M X", "A X", 1)).unwrap().tags[0].value,
            "A"
        );
    }

    #[test]
    fn a_history_may_have_either_order() {
        let record = loaded(&game()).unwrap();
        assert_eq!(record.game_moves().count(), 4);
        let again = loaded(&newest_first(&game())).unwrap();
        assert_eq!(again, record);
        // The same state twice in a row, in either order.
        let states = game();
        let twice: Vec<&str> = states
            .split("\n\n")
            .flat_map(|state| [state, state])
            .collect();
        for text in [twice.join("\n\n"), newest_first(&twice.join("\n\n"))] {
            assert_eq!(loaded(&text).as_ref(), Ok(&record), "{text}");
        }
        // Only the human's moves, without the bot's.
        let states: Vec<String> = game().split("\n\n").map(str::to_owned).collect();
        let some = [&*states[0], &states[2], &states[4]].join("\n\n");
        assert_eq!(loaded(&some).unwrap().board(), record.board());
        let before = start().replacen("M X", "? ? \0", 1);
        assert_eq!(
            loaded(&format!("{}\n\n{before}", newest_first(&game()))).unwrap(),
            record
        );
        assert_eq!(loaded(&format!("{before}\n{}", game())).unwrap(), record);
    }

    #[test]
    fn a_board_under_two_headers_is_one_state() {
        let record = loaded(&game()).unwrap();
        let states: Vec<String> = game().split("\n\n").map(str::to_owned).collect();
        for (index, state) in states.iter().enumerate() {
            let header = &state[..3];
            let other = if header == "M X" { "A O 2" } else { "A X 2" };
            let twin = state.replacen(header, other, 1);
            for pair in [[state, &twin], [&twin, state]] {
                let mut all: Vec<&str> = states.iter().map(String::as_str).collect();
                all.splice(index..=index, pair.map(|state| state.trim_end()));
                let text = all.join("\n\n");
                for text in [text.clone(), newest_first(&text)] {
                    let found = loaded(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert!(found.game_moves().eq(record.game_moves()), "{text}");
                    assert_eq!(found.board(), record.board(), "{text}");
                }
            }
        }
        // White begins, although Black is likelier to.
        let board = BoardPosition {
            turn: Player::White,
            ..BoardPosition::START
        };
        let mut white = GameRecord::from_start(board);
        white
            .play(crate::games::parse_square("d6", 8, 8).unwrap())
            .unwrap();
        let text = format!("{}\n{}", start(), print(&white));
        let found = loaded(&text).unwrap();
        assert_eq!((found.start(), found.board()), (board, white.board()));
    }

    #[test]
    fn faults_have_a_place() {
        let usual = start();
        let said = |text: &str| loaded(text).unwrap_err();
        let rows = usual.split_once('\n').unwrap().1;
        let seven: String = usual
            .lines()
            .take(8)
            .map(|line| line.to_owned() + "\n")
            .collect();
        let nine = usual.replacen("- - - O", "- - - - O", 1);
        let header = ": expected a header like M X or A O 2";
        for (text, expected) in [
            (rows, format!("0: unexpected \"- - - - - - - -\"{header}")),
            (
                &usual.replacen("M X", "? ? \0", 1),
                format!("0: unexpected \"? ?\"{header}"),
            ),
            (&seven, "0: got 7 rows, expected 8".to_owned()),
            (
                &nine,
                "52: invalid row 4 \"- - - - O X - - -\": expected 8 characters X, O or -"
                    .to_owned(),
            ),
            (
                &format!("{usual}garbage\n"),
                format!("132: unexpected \"garbage\"{header}"),
            ),
            (
                &usual.replacen("- -", "Q -", 1),
                "4: unexpected letter 'Q' on the board".to_owned(),
            ),
            (
                &usual.replace(['X', 'O'], "y"),
                "0: can't tell Black's discs from White's".to_owned(),
            ),
        ] {
            assert_eq!(said(text), format!("record 1, byte {expected}"));
        }
        let torn: Vec<String> = game().split("\n\n").map(str::to_owned).collect();
        let swapped = [&*torn[0], &torn[2].replacen(" O", " X", 1), &torn[4]].join("\n\n");
        assert!(
            said(&swapped).contains("no legal move connects states "),
            "{}",
            said(&swapped)
        );
        let far = [
            &*torn[0],
            print(&GameRecord::by_choices(&[0; 20]))
                .split("\n\n")
                .last()
                .unwrap(),
        ]
        .join("\n\n");
        assert!(said(&far).contains("no legal move connects states 1 and 2"));
        let many = format!("{usual}\n").repeat(200);
        assert!(said(&many).contains("more than 121 states"));
        let mut twice = TextSave::default();
        twice.print(&GameRecord::new()).unwrap();
        assert_eq!(
            twice.print(&GameRecord::new()),
            Err(Unwritable::OnlyOne(Format::TextSave))
        );
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(choices in prop::collection::vec(any::<u8>(), 0..70)) {
            let record = GameRecord::by_choices(&choices);
            for text in [print(&record), newest_first(&print(&record))] {
                let found = loaded(&text).unwrap();
                prop_assert!(found.game_moves().eq(record.game_moves()));
                prop_assert_eq!(found.board(), record.board());
            }
        }
    }
}
