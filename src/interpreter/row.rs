//! A row of the command table, and the reader of a command's arguments.

use std::fmt::Display;
use std::str::FromStr;

use super::command::{AddedLines, Command, MoveInput, PracticeKind, Side};
use super::line::{ParseError, ParseProblem, Word, Words, meant_square, shortened};
use crate::base::language::{self, marked, tr, with_typed};
use crate::base::text::quoted;
use crate::games::{self, Info, Player};
use crate::players::{Level, ladder};
use crate::records::{self, BoardPosition, Condition, typed_position};
use crate::session::Sides;
use crate::store::SaveName;
use crate::study::{MAX_TAG_CHARS, PositionChoice, tag};

/// A row of the command table: words, arguments, help and permissions.
#[derive(Debug)]
pub struct CommandInfo {
    pub letter: Option<char>,
    /// The accepted words. Help and messages use the first.
    pub words: &'static [&'static str],
    /// In order, optional ones last.
    pub arguments: &'static [Argument],
    pub summary: &'static str,
    pub details: &'static str,
    /// Empty if the name alone is an example.
    pub(super) example: &'static str,
    pub refused_in: &'static [Situation],
    pub is_for_reversi: bool,
    pub(super) parse: fn(&mut ArgumentReader) -> Result<Command, ParseError>,
}

/// A situation in which some commands are refused. The table lists all but the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Situation {
    Competitive,
    Practice(PracticeKind),
    Thinking,
    /// No screen takes the replies.
    Script,
    /// A game other than Reversi, with its name.
    OtherGame(&'static str),
}

impl Situation {
    /// Whether it is in a list of the table. What is refused in lessons is refused in all practice.
    pub(super) fn is_in(self, listed: &[Self]) -> bool {
        let is_practice = matches!(self, Self::Practice(_));
        let is_anywhere = is_practice && listed.contains(&Self::Practice(PracticeKind::Lesson));
        is_anywhere || listed.contains(&self)
    }

    /// Says that a command is refused: `U is not available in a puzzle`.
    pub fn refuses(self, command: &str) -> String {
        match self {
            Self::Competitive => tr!("{command} is disabled in competitive games", command),
            Self::Practice(PracticeKind::Lesson) => {
                tr!("{command} is not available in a lesson", command)
            }
            Self::Practice(PracticeKind::Puzzle) => {
                tr!("{command} is not available in a puzzle", command)
            }
            Self::Practice(PracticeKind::Drill) => {
                tr!("{command} is not available in a drill", command)
            }
            Self::Practice(PracticeKind::Guess) => {
                tr!("{command} is not available while you guess moves", command)
            }
            Self::Thinking => tr!(
                "{command} is not available while the bot is thinking",
                command
            ),
            Self::Script => tr!("{command} is not available in scripts", command),
            Self::OtherGame(game) => tr!(
                "{command} works only in Reversi, and this is {game}",
                command,
                game
            ),
        }
    }
}

/// Rows are equal if their words are: no two rows share a word.
impl PartialEq for CommandInfo {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Eq for CommandInfo {}

#[derive(Debug, Clone, Copy)]
pub struct Argument {
    pub name: &'static str,
    pub kind: ArgumentKind,
    pub optional: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// An argument with a noun for messages, such as `a nickname`, and the words to complete it with.
    Words(&'static str, &'static [&'static str]),
    Piece,
    /// A side, or what a game begins with.
    Beginning,
    /// One character, even `#`.
    Icon,
    Level,
    Controller,
    Save,
    Square,
    Game,
    Columns,
    MoveNumber,
    /// The number of a line of the game, or `next`.
    Line,
    Sign,
    File,
    Command,
    /// The name of an opening, a side, or `off`.
    Opening,
    Theme,
    /// The value of the setting before it. Commands with the name of a setting have the same values.
    Value,
}

impl ArgumentKind {
    /// Returns a noun with its article, for error messages: `a side`.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Words(noun, _) => noun,
            Self::Piece | Self::Beginning => "a side",
            Self::Icon => "two icons",
            Self::Level => "a level",
            Self::Controller => "a player (human, random or a level)",
            Self::Save => "the name of a saved game",
            Self::Square => "a move",
            Self::Game => "a game",
            Self::Line => "a line number",
            Self::Sign => "an annotation (! ? !! ?? !? ?!)",
            Self::Columns => "a number of columns",
            Self::MoveNumber => "a move number",
            Self::File => "a file",
            Self::Command => "a command",
            Self::Opening => "an opening",
            Self::Theme => "a name",
            Self::Value => "a value",
        }
    }
}

impl CommandInfo {
    /// The values of fields that a row of the table does not set.
    pub(super) const DEFAULT: Self = Self {
        letter: None,
        words: &[],
        arguments: &[],
        summary: "",
        details: "",
        example: "",
        refused_in: &[],
        is_for_reversi: false,
        parse: |_| Err(ParseProblem::Empty.at(1)),
    };

    /// Returns the letter, or the main word if there is no letter.
    pub fn name(&self) -> String {
        self.letter
            .map_or_else(|| self.words[0].to_owned(), String::from)
    }

    pub fn example(&self) -> String {
        if self.example.is_empty() {
            self.name()
        } else {
            self.example.to_owned()
        }
    }

    /// Returns the name of the command in a line: its letter or one of its words. For a move, this is the move.
    pub(super) fn typed_in(&self, line: &str) -> Option<String> {
        let word = Words::new(line).next()?.text;
        let is_translated = || {
            self.words_here()
                .iter()
                .any(|name| name.eq_ignore_ascii_case(word))
        };
        let is_move = self.word() == "move";
        (is_move || self.is_named(word) || is_translated()).then(|| shortened(word))
    }

    /// Returns the words of a line with this command. An icon can be `#`, which begins a comment elsewhere.
    pub(super) fn words_of<'a>(&self, line: &'a str) -> Words<'a> {
        let is_icon = |argument: &&Argument| matches!(argument.kind, ArgumentKind::Icon);
        Words::with_symbols(line, self.arguments.iter().take_while(is_icon).count())
    }

    /// Returns the main word: `undo`.
    pub const fn word(&self) -> &'static str {
        self.words[0]
    }

    /// Returns the main word in the language of the screens: `desfazer`.
    pub fn word_here(&self) -> &'static str {
        self.words_here().first().copied().unwrap_or(self.word())
    }

    /// Returns its words in the language of the screens.
    pub(super) fn words_here(&self) -> &'static [&'static str] {
        language::translated_command_words(self.word())
    }

    /// Returns the syntax in the language of the screens: `A side level`, `U [n]`.
    pub fn usage(&self) -> String {
        let name = self
            .letter
            .map_or_else(|| self.word_here().to_owned(), String::from);
        let arguments = self.arguments.iter().map(Argument::shown);
        [name]
            .into_iter()
            .chain(arguments)
            .collect::<Vec<_>>()
            .join(" ")
    }

    pub(super) fn is_named(&self, word: &str) -> bool {
        let is_word = |letter: char| word.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]));
        self.letter.is_some_and(is_word)
            || self
                .words
                .iter()
                .any(|name| name.eq_ignore_ascii_case(word))
    }
}

impl Argument {
    /// Returns the name in the language of the screens, in brackets if the argument is optional.
    pub fn shown(&self) -> String {
        let name = language::argument_name(self.name);
        if self.optional {
            format!("[{name}]")
        } else {
            name
        }
    }
}

/// The words of arguments and answers that have others in each language. The first is shown in help and advice.
pub const ARGUMENT_WORDS: [&str; 37] = [
    "a",
    "a move",
    "add",
    "all",
    "balanced",
    "black",
    "check",
    "delete",
    "deviations",
    "draw",
    "export",
    "find",
    "full",
    "human",
    "list",
    "make",
    "move",
    "next",
    "no",
    "off",
    "on",
    "position",
    "purge",
    "random",
    "red",
    "remove",
    "repertoire",
    "restore",
    "strategy",
    "tag",
    "this",
    "unknown",
    "untag",
    "variations",
    "white",
    "yellow",
    "yes",
];

/// Allows a command to overwrite its output file, as in the subcommands.
const FORCE: &str = "--force";

/// The option that repairs the library.
const REPAIR: &str = "--repair";

/// The names of both sides for messages: their labels, and with a label such as `B` the color where another color
/// may begin with it: in other languages and other games.
pub fn side_labels(sides: &Sides) -> [String; 2] {
    Player::BOTH.map(|player| {
        let english = sides.color_word(player);
        let translated = language::translated_argument_words(english).first();
        let color = match translated {
            Some(translated) => Some(*translated),
            None => (english != player.word()).then_some(english),
        };
        match (sides.label(player), color) {
            (label, Some(color)) if sides.name(player).is_none() => format!("{label} ({color})"),
            (label, _) => label,
        }
    })
}

/// The conditions on the position that a game starts from.
pub const POSITION_CONDITIONS: &[&str] = &[SCORE, PLIES];
const SCORE: &str = "score=";
const PLIES: &str = "plies=";

/// Whether a word begins with the name of a condition, such as `plies=`, in any case.
fn is_condition(word: &str, key: &str) -> bool {
    let name = word.get(..key.len());
    name.is_some_and(|name| name.eq_ignore_ascii_case(key))
}

/// The side of a color, or of its first letter.
pub fn side_of_color(word: &str) -> Option<Player> {
    let is = language::means;
    match language::color_word(word) {
        Some(color) => Player::BOTH
            .into_iter()
            .find(|player| player.word() == color),
        None if is(word, "black") || is(word, "b") => Some(Player::Black),
        None if is(word, "white") || is(word, "w") => Some(Player::White),
        None => None,
    }
}

pub fn is_letter(word: &str) -> bool {
    matches!(word.as_bytes(), [letter] if letter.is_ascii_alphabetic())
}

/// The state of the current game that parsing depends on.
#[derive(Clone, Copy)]
pub struct ParseContext<'a> {
    /// The default bot level at the prompt; `None` in scripts, where all arguments are required.
    pub default_level: Option<Level>,
    pub has_square: &'a dyn Fn(&str) -> bool,
    pub sides: &'a Sides,
}

/// Reads the words after a command name, argument by argument.
pub struct ArgumentReader<'a> {
    info: &'static CommandInfo,
    typed: &'a str,
    words: Words<'a>,
    taken: usize,
    context: ParseContext<'a>,
}

impl<'a> ArgumentReader<'a> {
    pub fn new(
        info: &'static CommandInfo,
        typed: &'a str,
        words: Words<'a>,
        context: ParseContext<'a>,
    ) -> Self {
        Self {
            info,
            typed,
            words,
            taken: 0,
            context,
        }
    }

    pub fn default_level(&self) -> Option<Level> {
        self.context.default_level
    }

    /// The command name as typed: the letter or one of the words.
    pub fn name(&self) -> String {
        let typed = self.typed.to_lowercase();
        let mut words = self.info.words.iter().chain(self.info.words_here());
        let word = words.find(|&&word| word == typed);
        word.map_or_else(|| self.info.name(), |&word| word.to_owned())
    }

    /// The example of the command, with the name as typed.
    fn example(&self) -> String {
        match self.info.example.split_once(' ') {
            Some((name, rest)) if self.info.is_named(name) => format!("{} {rest}", self.name()),
            _ => self.info.example(),
        }
    }

    pub fn is_side(&self, word: &str) -> bool {
        self.context.sides.find(word).is_some()
    }

    pub fn optional(&mut self) -> Option<Word<'a>> {
        self.taken += 1;
        self.words.next()
    }

    pub fn required(&mut self) -> Result<Word<'a>, ParseError> {
        self.optional().ok_or_else(|| {
            let index = (self.taken - 1).min(self.info.arguments.len().saturating_sub(1));
            let argument = self
                .info
                .arguments
                .get(index)
                .map_or("", |it| it.kind.noun());
            self.missing(argument, self.example())
        })
    }

    fn missing(&self, argument: &'static str, example: String) -> ParseError {
        let problem = ParseProblem::Missing {
            command: self.name(),
            argument,
            example,
        };
        problem.at(self.words.column(usize::MAX))
    }

    /// Consumes the next word if it is a color. Returns its side.
    pub fn color(&mut self) -> Option<Player> {
        let player = self
            .words
            .peek()
            .and_then(|word| side_of_color(word.text))?;
        self.optional();
        Some(player)
    }

    pub fn game_number(&mut self, example: &'static str) -> Result<usize, ParseError> {
        let word = self.optional();
        let noun = marked!("the number of a game");
        let word = word.ok_or_else(|| self.missing(noun, example.to_owned()))?;
        let expected = with_typed(tr!("the number of a game: `find` and `library` show them"));
        word.text.parse().map_err(|_| self.not(word, expected))
    }

    /// All remaining words, as numbers of games.
    pub fn game_numbers(&mut self, example: &'static str) -> Result<Vec<usize>, ParseError> {
        let mut numbers = vec![self.game_number(example)?];
        while !self.is_at_end() {
            numbers.push(self.game_number(example)?);
        }
        Ok(numbers)
    }

    /// The numbers of games before a tag, which is at least the last word.
    pub fn numbers_before_tag(&mut self, example: &'static str) -> Result<Vec<usize>, ParseError> {
        let mut numbers = vec![self.game_number(example)?];
        while self.words.clone().count() > 1
            && let Some(word) = self.take_if(|word| word.parse::<usize>().is_ok())
        {
            numbers.extend(word.text.parse::<usize>());
        }
        Ok(numbers)
    }

    pub fn parsed<T: FromStr<Err: ToString>>(&mut self) -> Result<T, ParseError> {
        let word = self.required()?;
        word.text.parse().map_err(|error| self.wrong(word, &error))
    }

    /// Parses a word as a level. The second value is the rating if the word is one.
    pub fn level(&self, word: Word<'_>) -> Result<(Level, Option<i32>), ParseError> {
        let level = word
            .text
            .parse()
            .map_err(|error| self.wrong(word, &error))?;
        Ok((level, ladder::rating_in(word.text)))
    }

    /// The next word as a side that another word must follow. Reports an invalid side before a missing word.
    pub fn side(&mut self) -> Result<Side, ParseError> {
        let word = self.required()?;
        if self.is_at_end() && !self.is_side(word.text) {
            return Err(self.no_side(word));
        }
        Ok(Side::Named(word.text.to_owned()))
    }

    pub fn no_side(&self, word: Word<'_>) -> ParseError {
        let [black, white] = side_labels(self.context.sides);
        self.not(word, tr!("a side: use {black} or {white}", black, white))
    }

    /// The next word as a count from 1 to 65535; 1 if there is no word.
    pub fn count(&mut self) -> Result<usize, ParseError> {
        let Some(word) = self.optional() else {
            return Ok(1);
        };
        let count = word
            .text
            .parse()
            .ok()
            .filter(|count| (1..=usize::from(u16::MAX)).contains(count));
        let expected = || tr!("a number of moves: use 1 to {most}", most = u16::MAX);
        count.ok_or_else(|| self.not(word, expected()))
    }

    /// Consumes the next word if it satisfies `condition`.
    pub fn take_if(&mut self, condition: impl FnOnce(&str) -> bool) -> Option<Word<'a>> {
        self.words.peek().filter(|word| condition(word.text))?;
        self.optional()
    }

    /// Consumes the next word if it is `word` in any case. Returns whether it was.
    pub fn takes(&mut self, word: &str) -> bool {
        self.take_if(|next| language::means(next, word)).is_some()
    }

    /// The next word as one of `words`; `None` at the end of the line.
    pub fn action(
        &mut self,
        words: &'static [&'static str],
    ) -> Result<Option<&'static str>, ParseError> {
        let Some(next) = self.optional() else {
            return Ok(None);
        };
        let found = words.iter().find(|word| language::means(next.text, word));
        found.map(|&word| Some(word)).ok_or_else(|| {
            let here: Vec<_> = words
                .iter()
                .map(|word| language::argument_name(word))
                .collect();
            let word = quoted(&shortened(next.text));
            let words = here.join(", ");
            self.wrong(
                next,
                &tr!("unknown action {word}: use {words}", word, words),
            )
        })
    }

    /// Consumes the longest game name at the start of the remaining words, if any.
    pub fn game(&mut self) -> Option<&'static Info> {
        let mut name = String::new();
        let mut words = self.words.clone();
        let mut found = None;
        // No game name has more words.
        for _ in 0..4 {
            let Some(word) = words.next() else { break };
            name.push_str(word.text);
            if let Some(info) = games::find_named(&name) {
                found = Some((info, words.clone()));
            }
        }
        let (info, rest) = found?;
        self.words = rest;
        self.taken += 1;
        Some(info)
    }

    /// Consumes the next word if it names a variant. Returns whether it did.
    pub fn variant(&mut self) -> bool {
        let mut names = games::REGISTRY
            .iter()
            .filter_map(|info| Some(info.variant?.name));
        names.any(|name| self.takes(name))
    }

    pub fn is_at_end(&self) -> bool {
        self.words.peek().is_none()
    }

    /// Whether no word is left, or the next one is `word`.
    pub fn is_at_end_or(&self, word: &str) -> bool {
        self.words
            .peek()
            .is_none_or(|next| language::means(next.text, word))
    }

    /// The next word as a number; `expected` is for the error.
    pub fn number<T: FromStr>(&mut self, expected: impl Display) -> Result<T, ParseError> {
        let word = self.required()?;
        word.text.parse().map_err(|_| self.not(word, expected))
    }

    /// A move of one word or two (a letter or number, then a number), or a transcript.
    pub fn mv(&mut self) -> Result<MoveInput, ParseError> {
        let is_number = |word: &Word| word.text.bytes().all(|byte| byte.is_ascii_digit());
        let mut rest = self.words.clone();
        let text = rest.rest();
        let first = self.required()?;
        if is_letter(first.text)
            && let Some(row) = self.words.peek().filter(is_number)
        {
            self.words.next();
            return Ok(MoveInput::Named(format!("{}{}", first.text, row.text)));
        }
        if is_number(&first)
            && let Some(second) = self.words.peek().filter(is_number)
        {
            self.words.next();
            return Ok(MoveInput::Named(format!("{} {}", first.text, second.text)));
        }
        if records::is_transcript(first.text) {
            let (names, _) = first.text.as_bytes().as_chunks::<2>();
            let names = names
                .iter()
                .map(|name| String::from_utf8_lossy(name).into_owned());
            return Ok(MoveInput::Several(names.collect()));
        }
        let has_square = self.context.has_square;
        if let Some(square) = meant_square(text).filter(|name| has_square(name))
            && !has_square(first.text)
        {
            let text = shortened(text);
            return Err(self.invalid(first, ParseProblem::MeantSquare { text, square }));
        }
        Ok(MoveInput::Named(first.text.to_owned()))
    }

    /// A file name: a word, or text in double quotes.
    pub fn file(&mut self) -> Result<String, ParseError> {
        if let Some(text) = self.words.quoted() {
            self.taken += 1;
            return Ok(text.to_owned());
        }
        let word = self.optional();
        let word = word.ok_or_else(|| self.missing("a file", self.example()))?;
        Ok(word.text.to_owned())
    }

    /// Whether the next word is a value rather than a condition such as `year=1980`.
    pub fn is_at_value(&self) -> bool {
        self.words
            .peek()
            .is_some_and(|word| !word.text.contains('='))
    }

    /// A position: moves from the starting position, or 64 squares and the side to move. Quotes are optional.
    pub fn position(&mut self) -> Result<BoardPosition, ParseError> {
        const SQUARES: usize = 64;
        let start = self.words.peek();
        let mut text = self.file()?;
        if text.len() == SQUARES
            && let Some(side) = self.optional()
        {
            text.push_str(side.text);
        }
        let wrong = |why| {
            let column = start.map_or(1, |word| self.words.column(word.start));
            let word = quoted(&shortened(&text));
            ParseProblem::Wrong(tr!("{word} is not a position: {why}", word, why)).at(column)
        };
        typed_position(&text).map_err(wrong)
    }

    /// Whether the next word asks for a repair.
    pub fn takes_repair(&mut self) -> bool {
        self.take_if(|word| word == REPAIR).is_some()
    }

    /// A file name, and whether an existing file is overwritten.
    pub fn file_to_write(&mut self) -> Result<(String, bool), ParseError> {
        let is_before = self.takes_force();
        let file = self.file()?;
        Ok((file, self.takes_force() || is_before))
    }

    /// The name of a save, and whether a save of another game is overwritten without a question.
    pub fn save_to_write(&mut self) -> Result<(SaveName, bool), ParseError> {
        let is_before = self.takes_force();
        let name = self.parsed()?;
        Ok((name, self.takes_force() || is_before))
    }

    fn takes_force(&mut self) -> bool {
        self.take_if(|word| word == FORCE).is_some()
    }

    pub fn conditions(&mut self) -> Result<Vec<Condition>, ParseError> {
        let mut conditions = Vec::new();
        while let Some(condition) = self.condition()? {
            conditions.push(condition);
        }
        Ok(conditions)
    }

    /// The lines that `repertoire add` adds.
    pub fn added_lines(&mut self) -> Result<AddedLines, ParseError> {
        if self.takes("all") {
            return Ok(AddedLines::All);
        }
        if !self.takes("find") {
            return Ok(AddedLines::OnBoard);
        }
        let conditions = self.conditions()?;
        if conditions.is_empty() {
            let example = "repertoire add black find player=ann".to_owned();
            return Err(self.missing(marked!("a condition"), example));
        }
        Ok(AddedLines::Found(conditions))
    }

    /// The next condition; `None` at the end of the line.
    pub fn condition(&mut self) -> Result<Option<Condition>, ParseError> {
        let Some((word, text)) = self.words.assigned() else {
            return Ok(None);
        };
        let wrong = |error| self.not(word, tr!("a condition: {error}", error));
        text.parse().map(Some).map_err(wrong)
    }

    /// Whether the next word is a condition on positions.
    pub fn is_at_position(&self) -> bool {
        let next = self.words.peek();
        next.is_some_and(|word| {
            POSITION_CONDITIONS
                .iter()
                .any(|key| is_condition(word.text, key))
        })
    }

    /// The positions that `score=` and `plies=` choose; at least one of the two is the next word.
    pub fn positions(&mut self) -> Result<PositionChoice, ParseError> {
        let mut choice = PositionChoice::default();
        let mut keys = POSITION_CONDITIONS.to_vec();
        while let Some(word) = self.take_if(|word| word.contains('=')) {
            let Some(index) = keys.iter().position(|key| is_condition(word.text, key)) else {
                return Err(self.not(word, tr!("a condition: use score=-4..4 or plies=20")));
            };
            let key = keys.remove(index);
            let value = &word.text[key.len()..];
            let changed = if key == SCORE {
                PositionChoice::parse_scores(value).map(|scores| choice.scores = scores)
            } else {
                PositionChoice::parse_plies(value).map(|plies| choice.plies = plies)
            };
            changed.map_err(|error| self.not(word, tr!("a condition: {error}", error)))?;
        }
        Ok(choice)
    }

    pub fn tag(&mut self) -> Result<String, ParseError> {
        let first = self.optional();
        let example = || "library tag 3 endgame".to_owned();
        let first = first.ok_or_else(|| self.missing(marked!("a tag"), example()))?;
        let text = [first.text, self.words.rest()].join(" ").replace('\0', " ");
        tag(&text).ok_or_else(|| {
            let text = quoted(&text);
            let wrong = tr!(
                "{text} is too long for a tag: use {most} characters or fewer",
                text,
                most = MAX_TAG_CHARS
            );
            self.wrong(first, &wrong)
        })
    }

    pub fn rest(&mut self) -> String {
        self.words.rest().to_owned()
    }

    /// An error at the column of `word`.
    pub fn invalid(&self, word: Word<'_>, problem: ParseProblem) -> ParseError {
        problem.at(self.words.column(word.start))
    }

    pub fn wrong(&self, word: Word<'_>, message: &impl ToString) -> ParseError {
        self.invalid(word, ParseProblem::Wrong(message.to_string()))
    }

    /// Rejects `word`, because it is not `expected`.
    pub fn not(&self, word: Word<'_>, expected: impl Display) -> ParseError {
        self.wrong(
            word,
            &tr!(
                "{word} is not {expected}",
                word = quoted(&shortened(word.text)),
                expected
            ),
        )
    }

    /// Reads all words as the command.
    pub fn command(mut self) -> Result<Command, ParseError> {
        let command = (self.info.parse)(&mut self)?;
        match self.words.next() {
            None => Ok(command),
            Some(word) => {
                let text = quoted(&shortened(word.text));
                let before = self.words.before(word);
                Err(self.wrong(word, &tr!("unexpected {text} after {before}", text, before)))
            }
        }
    }
}
