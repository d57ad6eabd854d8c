//! Joins the lines of a text to games, and splits games.
//!
//! Whether a line continues a game or begins another one may show only in later lines. Until then there are several
//! readings of the text. The best one has the fewest bad games and lost moves. A list, in which every line is a whole
//! game, is better than joined lines; otherwise, the reading with the fewest games is best.

use super::super::headings::{is_heading, separates_games};
use super::super::input::InputLine;
use super::super::unread::UnreadLine;
use super::super::{BadRecord, BoardPosition, Entry};
use super::markup::without_markup;
use super::open_game::{OpenGame, PlayedLine};
use super::words::{self, Tokens, WordKind};

/// The maximum number of readings.
const MAX_READINGS: usize = 12;

/// The number of lines until readings with lost moves are dropped. After twice as many, the best one is chosen.
const MAX_UNDECIDED_LINES: usize = 24;

/// The maximum number of moves in a line of a text with an empty line after each line.
const MAX_SPACED_MOVES: usize = 2;

/// The lost moves that a game of a single move in a sentence counts for: more than to skip the sentence.
const FRAGMENT: u32 = 2;

/// A part of a text.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "most pieces are games")]
pub enum Fragment {
    Game(Entry),
    Bad(BadRecord),
    Unread(UnreadLine),
}

/// The possible readings of the text so far, the best first.
#[derive(Debug)]
pub struct Readings {
    list: Vec<Reading>,
    /// The number of lines since there was only one reading.
    undecided: usize,
    /// Whether an earlier game has several lines. Then the others are likely to have several, too.
    is_wrapped: bool,
}

impl Default for Readings {
    fn default() -> Self {
        Self {
            list: vec![Reading::default()],
            undecided: 0,
            is_wrapped: false,
        }
    }
}

#[derive(Debug, Clone, Default)]
struct Reading {
    /// The parts that have ended since the readings parted.
    pieces: Vec<Fragment>,
    open: Option<OpenGame>,
    /// The last board of a bad game, while the rest of it is being skipped.
    skipped: Option<BoardPosition>,
    /// The last line of text, which may be the title of the next game.
    title: Option<UnreadLine>,
    gap: Gap,
    cost: Cost,
}

/// What separates a line from the last one with moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Text,
    Blank,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    bad: u32,
    /// The moves in skipped lines.
    lost: u32,
    /// Whether a game has several lines that are not whole games.
    is_wrapped: bool,
    /// The lines that were joined, but could each be a whole game.
    needless: u32,
    /// The needless ones after a heading or an empty line.
    over_gaps: u32,
    games: u32,
}

impl Cost {
    /// Returns a key for comparison; the lowest is best.
    fn key(self) -> (u32, u32, bool, u32, u32) {
        let (first, second) = if self.is_wrapped {
            (self.over_gaps, self.games)
        } else {
            (self.needless, 0)
        };
        (self.bad, self.lost, self.is_wrapped, first, second)
    }
}

impl Readings {
    /// Takes a line that is not blank.
    pub fn take(&mut self, line: &InputLine) {
        let open = self.list[0].open.as_ref().filter(|game| !game.is_over());
        let in_digits = open.is_some_and(|game| game.in_digits);
        let tokens = words::tokens(&line.bytes, open.is_some(), in_digits);
        let mut next = Vec::new();
        for reading in std::mem::take(&mut self.list) {
            if tokens.plies().next().is_none() {
                next.push(reading.after_text(line));
            } else {
                reading.after_moves(&tokens, line, &mut next);
            }
        }
        self.list = next;
        self.choose();
    }

    /// Takes an empty line.
    pub fn take_blank(&mut self) {
        for reading in &mut self.list {
            reading.gap = Gap::Blank;
            reading.skipped = None;
        }
    }

    /// Ends the text, or a part of it.
    pub fn end(&mut self) {
        for reading in &mut self.list {
            reading.end_game();
            reading.end_title();
            reading.skipped = None;
        }
        self.undecided = 2 * MAX_UNDECIDED_LINES;
        self.choose();
    }

    /// Adds a piece to the only reading.
    pub fn add(&mut self, piece: Fragment) {
        self.list[0].pieces.push(piece);
    }

    /// Returns the pieces that all readings share, once.
    pub fn decided(&mut self) -> Vec<Fragment> {
        match &mut self.list[..] {
            [only] => std::mem::take(&mut only.pieces),
            _ => Vec::new(),
        }
    }

    /// Drops readings that are worse than others.
    fn choose(&mut self) {
        self.list.sort_by_key(|reading| reading.cost.key());
        self.undecided += 1;
        let is_late = self.undecided > MAX_UNDECIDED_LINES;
        let mut kept: Vec<Reading> = Vec::new();
        for reading in self.list.drain(..) {
            let is_hopeless = kept.first().is_some_and(|best| {
                reading.cost.bad > best.cost.bad || is_late && reading.cost.lost > best.cost.lost
            });
            if !is_hopeless && !kept.iter().any(|other| other.continues_like(&reading)) {
                kept.push(reading);
            }
        }
        let is_too_late = self.undecided > 2 * MAX_UNDECIDED_LINES;
        kept.truncate(if is_too_late { 1 } else { MAX_READINGS });
        if let [only] = &mut kept[..] {
            self.undecided = 0;
            self.is_wrapped |= only.open.as_ref().is_some_and(|game| game.is_wrapped);
            only.cost = Cost {
                is_wrapped: self.is_wrapped,
                ..Cost::default()
            };
        }
        self.list = kept;
    }
}

impl Reading {
    /// Whether the next lines have the same meaning for both.
    fn continues_like(&self, other: &Self) -> bool {
        let state = |reading: &Self| {
            let game = reading.open.as_ref();
            (
                game.map(|game| (game.offset, game.plies(), game.replay.record.board())),
                reading.skipped,
            )
        };
        state(self) == state(other)
    }

    /// Continues after a line without moves.
    fn after_text(mut self, line: &InputLine) -> Self {
        let (text, _) = without_markup(&line.bytes);
        if !is_heading(&line.text()) && !is_heading(&String::from_utf8_lossy(&text)) {
            self.skip(line);
        } else if separates_games(&line.text()) {
            self.gap = self.gap.max(Gap::Text);
        }
        self
    }

    fn skip(&mut self, line: &InputLine) {
        self.end_title();
        let text = line.text().trim().to_owned();
        self.title = Some(UnreadLine {
            number: line.number,
            offset: line.offset,
            text,
        });
        self.gap = self.gap.max(Gap::Text);
    }

    /// Adds the readings after a line with moves or passes.
    fn after_moves(mut self, tokens: &Tokens, line: &InputLine, next: &mut Vec<Self>) {
        let first = tokens.plies().next().map_or(0, |token| token.at);
        let fresh = OpenGame::new(line.offset + first as u64).play(tokens, line);
        let moves = u32::try_from(tokens.moves()).unwrap_or(u32::MAX);
        let is_rest = |bad| !begins_after(bad, &fresh, tokens);
        if self.skipped.is_some_and(is_rest) {
            self.cost.lost += moves;
            next.push(self);
            return;
        }
        self.skipped = None;
        let open = self.open.as_ref();
        let open = open.filter(|game| !game.is_over() || tokens.moves() == 0);
        let is_numbered = open.is_some_and(|game| game.is_numbered_before(tokens));
        let joined = open.map(|game| game.clone().play(tokens, line));
        let joined = joined.filter(|joined| self.may_join(joined, tokens, is_numbered));
        let reach = joined.as_ref().map_or(0, |joined| joined.reach);
        if is_text(tokens, &fresh, reach) {
            self.cost.lost += moves;
            if tokens.moves() == 0 || tokens.in_digits {
                self = self.after_text(line);
            } else {
                self.skip(line);
            }
            next.push(self);
            return;
        }
        if tokens.moves() == 0 {
            next.push(self.after_passes(tokens, fresh, joined));
            return;
        }
        let can_join = joined.as_ref().is_some_and(PlayedLine::is_legal);
        let can_begin = fresh.is_legal() && !is_numbered;
        let is_sentence = tokens.is_prose && tokens.moves() == 1;
        if is_sentence && (can_begin || can_join) {
            let mut skipping = self.clone();
            skipping.cost.lost += moves;
            skipping.skip(line);
            next.push(skipping);
        }
        match joined {
            Some(joined) if can_join && can_begin => {
                next.push(self.joining(joined, tokens));
                next.push(self.begin(fresh, tokens));
            }
            Some(joined)
                if can_join
                    || !can_begin && Self::is_continued(&joined, &fresh, tokens, is_numbered) =>
            {
                next.push(self.join(joined, true));
            }
            _ => next.push(self.begin(fresh, tokens)),
        }
    }

    /// Continues after a line of passes. A pass begins a game only to be refused.
    fn after_passes(self, tokens: &Tokens, fresh: PlayedLine, joined: Option<PlayedLine>) -> Self {
        let is_pass = !tokens.has_only_dashes();
        match joined {
            Some(joined) if is_pass || joined.is_legal() => self.join(joined, false),
            None if is_pass && (self.open.is_none() || self.gap == Gap::Blank) => {
                self.begin(fresh, tokens)
            }
            _ => self,
        }
    }

    /// The reading in which a line that could begin a game continues the open one.
    fn joining(&self, joined: PlayedLine, tokens: &Tokens) -> Self {
        let is_gap = self.gap != Gap::None || tokens.leading_number() == Some(1);
        let open = self.open.as_ref();
        let is_next = !tokens.has_word_of_squares()
            && open.is_some_and(|game| game.has_number_before(tokens));
        let mut joining = self.clone();
        joining.cost.needless += u32::from(!is_next);
        joining.cost.over_gaps += u32::from(is_gap);
        joining.join(joined, false)
    }

    /// Whether a line may continue the game in spite of an empty line before it: the text has one after each line.
    fn may_join(&self, joined: &PlayedLine, tokens: &Tokens, is_numbered: bool) -> bool {
        let is_short = |moves: usize| moves <= MAX_SPACED_MOVES;
        let last = self.open.as_ref().map_or(0, |game| game.last_moves);
        self.gap != Gap::Blank
            || joined.is_legal() && (is_numbered || is_short(tokens.moves()) && is_short(last))
    }

    /// Whether a line with a bad move continues the game, rather than beginning another one.
    fn is_continued(
        joined: &PlayedLine,
        fresh: &PlayedLine,
        tokens: &Tokens,
        is_numbered: bool,
    ) -> bool {
        match tokens.leading_number() {
            _ if is_numbered => true,
            Some(1) => false,
            Some(_) => joined.reach >= fresh.reach,
            None => joined.reach > fresh.reach,
        }
    }

    fn join(mut self, line: PlayedLine, is_wrapped: bool) -> Self {
        self.cost.is_wrapped |= is_wrapped;
        self.end_title();
        self.continue_with(line);
        if let Some(game) = &mut self.open {
            game.is_wrapped |= is_wrapped;
            game.is_fragile = false;
        }
        self
    }

    fn begin(mut self, line: PlayedLine, tokens: &Tokens) -> Self {
        self.end_game();
        // The line above a game is its title.
        self.title = None;
        self.continue_with(line);
        if let Some(game) = &mut self.open {
            game.is_fragile = tokens.is_prose && tokens.moves() == 1;
        }
        self
    }

    fn continue_with(&mut self, line: PlayedLine) {
        self.gap = Gap::None;
        for game in line.finished {
            self.open = Some(game);
            self.end_game();
        }
        match line.bad {
            None => self.open = Some(line.last),
            Some(bad) => {
                self.open = None;
                self.skipped = Some(line.last.replay.record.board());
                self.cost.bad += 1;
                self.pieces.push(Fragment::Bad(bad));
            }
        }
    }

    fn end_game(&mut self) {
        let Some(game) = self.open.take().filter(|game| game.plies() > 0) else {
            return;
        };
        self.cost.games += 1;
        self.cost.lost += if game.is_fragile { FRAGMENT } else { 0 };
        self.pieces.push(Fragment::Game(game.entry()));
    }

    fn end_title(&mut self) {
        self.pieces.extend(self.title.take().map(Fragment::Unread));
    }
}

/// Whether a line is a sentence in which squares are only mentioned, or words with other numbers.
fn is_text(tokens: &Tokens, fresh: &PlayedLine, reach: usize) -> bool {
    if !tokens.is_prose {
        return false;
    }
    // Words with numbers are more often a title with a year than a game.
    let is_title = tokens.in_digits && fresh.reach < 2;
    let is_mention = tokens.moves() < 2 || !tokens.has_word_of_squares();
    is_title || is_mention && fresh.reach == 0 && reach == 0
}

/// Whether a line after a bad game begins a new one. `bad` is the last board of the bad game.
fn begins_after(bad: BoardPosition, fresh: &PlayedLine, tokens: &Tokens) -> bool {
    // A bad game can't continue on an occupied square.
    let is_taken = tokens.plies().next().is_some_and(|token| match token.kind {
        WordKind::Square(square) => bad.disc(square.index(8).into()).is_some(),
        _ => false,
    });
    match tokens.leading_number() {
        Some(number) => number == 1 && tokens.moves() > 0 && fresh.reach > 0,
        None if tokens.moves() < 2 => !tokens.is_prose && is_taken && fresh.reach > 0,
        None => fresh.is_legal() || fresh.reach > 0 && is_taken,
    }
}
