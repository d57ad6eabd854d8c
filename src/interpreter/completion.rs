//! Completion: candidates for the word at the cursor, and hints for missing arguments.

use super::line::{Words, separates};
use super::row::{Argument, ArgumentKind, POSITION_CONDITIONS};
use super::table::{self, COMMANDS};
use crate::base::language::translated_argument_words;
use crate::games::{Assessment, Player, REGISTRY};
use crate::players::Level;
use crate::records::Opening;
use crate::session::{CurrentGame, Session};

/// The completions of the word that ends at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The start of the word, in bytes.
    pub start: usize,
    /// In alphabetical order; numbers in numerical order.
    pub candidates: Vec<String>,
}

/// Completes the word before the cursor. `names` returns the names of saves or themes for an argument.
/// `files` returns the files and folders (with a trailing `/`) that begin with a text. Both are called only when needed.
pub fn complete(
    line: &str,
    session: &Session,
    names: impl FnOnce(ArgumentKind) -> Vec<String>,
    files: impl FnOnce(&str) -> Vec<String>,
) -> Completion {
    if let Some(start) = file_argument(line) {
        return Completion {
            start,
            candidates: file_names(&line[start..], files),
        };
    }
    let start = line.rfind(separates).map_or(0, |byte| {
        byte + line[byte..].chars().next().map_or(1, char::len_utf8)
    });
    let (before, word) = line.split_at(start);
    let mut words = words_of(before);
    let mut candidates = match words.next() {
        _ if words_of(line).leave_comment(line) => Vec::new(),
        None => {
            let commands = command_words().map(str::to_owned);
            // Skip moves named like a command, such as the pieces of Quarto: they need `J`.
            let moves = legal_moves(session)
                .into_iter()
                .filter(|mv| table::find(mv).is_none());
            commands.chain(moves).collect()
        }
        Some(name) => {
            let before: Vec<_> = words.collect();
            let argument = table::find(name.text).and_then(|info| info.arguments.get(before.len()));
            let kind = match argument.map(|argument| argument.kind) {
                Some(ArgumentKind::Value) => before.last().and_then(|name| value_of(name.text)),
                kind => kind,
            };
            kind.map_or_else(Vec::new, |kind| of_kind(kind, session, names))
        }
    };
    let translated = candidates
        .iter()
        .flat_map(|name| translated_argument_words(name));
    candidates.extend(translated.map(|&word| word.to_owned()).collect::<Vec<_>>());
    let prefix = word.to_lowercase();
    candidates.retain(|candidate| candidate.to_lowercase().starts_with(&prefix));
    candidates.sort_by_cached_key(|candidate| (natural_key(candidate), candidate.clone()));
    candidates.dedup();
    Completion { start, candidates }
}

/// The words of a line, by the rules of its command if it begins with one.
fn words_of(line: &str) -> Words<'_> {
    let words = Words::new(line);
    let info = words.peek().and_then(|name| table::find(name.text));
    info.map_or(words, |info| info.words_of(line))
}

/// The values of a setting. The command with its name has the same.
fn value_of(setting: &str) -> Option<ArgumentKind> {
    let info = table::find(setting)?;
    Some(info.arguments.first()?.kind)
}

/// Returns a sort key that puts 9 before 10, by padding numbers with zeros.
fn natural_key(text: &str) -> Vec<u8> {
    const DIGITS: usize = 40;
    let runs = text
        .as_bytes()
        .chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit());
    let padded = |run: &[u8]| match run {
        [b'0'..=b'9', ..] => [&vec![b'0'; DIGITS.saturating_sub(run.len())][..], run].concat(),
        _ => run.to_vec(),
    };
    runs.flat_map(padded).collect()
}

/// Returns where the file name being typed begins, in bytes.
fn file_argument(line: &str) -> Option<usize> {
    let mut words = Words::new(line);
    let mut before = words.next()?;
    let arguments = table::find(before.text)?.arguments;
    let kinds = arguments.iter().map(|argument| argument.kind);
    let mut kind = None;
    for each in kinds {
        kind = Some(each);
        // A keyword can precede the file name.
        let ArgumentKind::Words(_, words_before) = each else {
            break;
        };
        before = words.next().filter(|word| {
            words_before
                .iter()
                .any(|name| name.eq_ignore_ascii_case(word.text))
        })?;
    }
    let kind = kind?;
    let behind = &line[before.start + before.text.len()..];
    let typed = behind.trim_start_matches(separates);
    let is_whole = match typed.strip_prefix('"') {
        Some(quoted) => quoted.contains('"'),
        None => typed.contains(|character| separates(character) || character == '#'),
    };
    let is_file = matches!(kind, ArgumentKind::File) && typed.len() < behind.len() && !is_whole;
    is_file.then(|| line.len() - typed.len())
}

/// Completes a file name. If one candidate needs double quotes, all get them.
fn file_names(typed: &str, files: impl FnOnce(&str) -> Vec<String>) -> Vec<String> {
    let quoted = typed.strip_prefix('"');
    let mut names = files(quoted.unwrap_or(typed));
    names.retain(|name| {
        !name.contains(|character: char| character == '"' || character.is_control())
    });
    let splits = |character| separates(character) || character == '#';
    if quoted.is_some() || names.iter().any(|name| name.contains(splits)) {
        for name in &mut names {
            // Leave the quote open: a name in the folder follows.
            let end = if name.ends_with('/') { "" } else { "\"" };
            *name = format!("\"{name}{end}");
        }
    }
    names
}

fn of_kind(
    kind: ArgumentKind,
    session: &Session,
    names: impl FnOnce(ArgumentKind) -> Vec<String>,
) -> Vec<String> {
    let levels = || Level::named(session.info()).map(|level| level.to_string());
    match kind {
        ArgumentKind::Piece => sides(session),
        ArgumentKind::Beginning => {
            let words = [table::BALANCED].iter().chain(POSITION_CONDITIONS);
            let words = words.map(|&word| word.to_owned());
            sides(session).into_iter().chain(words).collect()
        }
        ArgumentKind::Level => levels().collect(),
        ArgumentKind::Controller => levels()
            .chain(["human", "random"].map(str::to_owned))
            .collect(),
        ArgumentKind::Save | ArgumentKind::Theme => names(kind),
        ArgumentKind::Square => legal_moves(session),
        ArgumentKind::MoveNumber => {
            let numbers = session
                .current()
                .into_iter()
                .flat_map(|game| 0..=game.known_plies());
            numbers.map(|number| number.to_string()).collect()
        }
        ArgumentKind::Game => REGISTRY
            .iter()
            .flat_map(|info| [info.code, info.word()])
            .map(str::to_owned)
            .collect(),
        ArgumentKind::Columns => {
            let variants = REGISTRY.iter().filter_map(|info| info.variant);
            variants.map(|variant| variant.name.to_owned()).collect()
        }
        ArgumentKind::Line => {
            let game = session.current().filter(|game| game.has_other_moves());
            let lines = game.into_iter().flat_map(CurrentGame::lines);
            lines
                .map(|line| line.number.to_string())
                .chain(["next".to_owned()])
                .collect()
        }
        ArgumentKind::Sign => Assessment::ALL.map(|sign| sign.to_string()).to_vec(),
        ArgumentKind::Words(_, words) => words.iter().map(|&word| word.to_owned()).collect(),
        ArgumentKind::File | ArgumentKind::Icon | ArgumentKind::Value => Vec::new(),
        ArgumentKind::Opening => lines_to_drill(),
        ArgumentKind::Command => command_words()
            .chain([table::ALL])
            .map(str::to_owned)
            .collect(),
    }
}

/// The words for the two sides: their names or icons, and their colors.
fn sides(session: &Session) -> Vec<String> {
    let labels = Player::BOTH.map(|player| session.sides().label(player));
    let labels = labels.into_iter().filter(|label| !label.contains('#'));
    let words =
        Player::BOTH.map(|player| translated_argument_words(session.sides().color_word(player)));
    let words = words
        .iter()
        .filter_map(|words| Some((*words.first()?).to_owned()));
    labels.chain(words).collect()
}

fn lines_to_drill() -> Vec<String> {
    // Names with spaces can't be completed as one word.
    let names = Opening::all().map(|opening| opening.name.to_lowercase());
    let words = [
        "black",
        "white",
        "this",
        "balanced",
        "deviations",
        "repertoire",
        "off",
    ]
    .map(str::to_owned);
    words
        .into_iter()
        .chain(names.filter(|name| !name.contains(' ')))
        .collect()
}

/// Returns the words that the first argument of a command can be.
pub fn first_words(command: &str) -> &'static [&'static str] {
    let arguments = table::find(command).map_or(&[][..], |info| info.arguments);
    match arguments.first().map(|argument| argument.kind) {
        Some(ArgumentKind::Words(_, words)) => words,
        _ => &[],
    }
}

/// The words of all commands, in English and in the language of the screens.
fn command_words() -> impl Iterator<Item = &'static str> {
    COMMANDS
        .iter()
        .flat_map(|info| info.words.iter().chain(info.words_here()))
        .copied()
}

/// The names of the legal moves; empty in competitive games, which don't show them.
fn legal_moves(session: &Session) -> Vec<String> {
    let Some(current) = session.current() else {
        return Vec::new();
    };
    let moves = current.position().shown_moves();
    moves
        .into_iter()
        .map(|mv| current.game().move_name(mv))
        .collect()
}

/// The maximum length of a line with missing arguments, in bytes.
const MAX_UNFINISHED_BYTES: usize = 200;

/// Returns the missing arguments of a line, such as `p level`; `None` if it is complete or not a command.
pub fn missing_arguments(line: &str) -> Option<String> {
    // A long line has all its arguments, and this runs after every key.
    if line.len() > MAX_UNFINISHED_BYTES || words_of(line).leave_comment(line) {
        return None;
    }
    let mut words = words_of(line);
    let info = table::find(words.next()?.text)?;
    let given = words.count();
    let missing: Vec<String> = info
        .arguments
        .iter()
        .skip(given)
        .map(Argument::shown)
        .collect();
    (!missing.is_empty()).then(|| missing.join(" "))
}
