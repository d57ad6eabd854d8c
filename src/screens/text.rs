//! Renders replies as text.

use std::fmt::Write;

use super::look::Look;
use super::render::{Style, draw, look_of};
use super::scene::BoardScene;
use super::words::{self, Voice, Who};
use super::{advice, analyzed, levels, library, picture, spoken, stats, variations};
use crate::base::language::{date_and_time, translated};
use crate::base::text::fit;
use crate::base::text::fit::wrapped;
use crate::games::{Cell, Game, Info, Outcome, PieceStyle, Player, REGISTRY};
use crate::interpreter::{Event, Marks, OpeningLine, Reply, Task, Verdict};
use crate::players::Level;
use crate::session::{CurrentGame, Icons, Ply, RankingEntry, Sides, VariationLine};
use crate::store::{SaveSummary, UnfinishedGame};

/// The reader of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// The author of a script. The text is stable across versions.
    Script(Style),
    /// The user at the prompt.
    Person(Person),
    /// The user of a screen that draws the board and the players itself.
    Screen(Voice),
}

/// The user at the prompt, with the state that affects replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// Whether Black and White are human.
    pub humans: [bool; 2],
    pub turn: Option<Player>,
    /// Whether the game can be analyzed.
    pub can_analyze: bool,
    pub voice: Voice,
    pub look: Look,
}

impl Reader {
    /// The look of the prompt's terminal; `None` for other readers.
    fn look(&self) -> Option<Look> {
        match self {
            Self::Script(_) | Self::Screen(_) => None,
            Self::Person(person) => Some(person.look),
        }
    }

    pub fn voice(&self) -> Voice {
        match self {
            Self::Script(_) => Voice::Script,
            Self::Person(person) => person.voice,
            Self::Screen(voice) => *voice,
        }
    }
}

/// The maximum width of the list of moves, in columns.
const WIDEST: usize = 76;

/// The maximum width of a paragraph, in columns.
const PARAGRAPH: usize = 78;

/// The maximum number of plies shown per reply, to leave room for the board.
const PLIES: usize = 4;

/// Writes a reply: the events, the board with the result of the game, and what follows from it.
pub fn write_reply(out: &mut String, reply: &Reply, reader: Reader) {
    write_events(out, reply, is_above_board, reader);
    let mut writer = Writer::new(out, reply, reader);
    writer.position(reply);
    write_events(out, reply, |event| !is_above_board(event), reader);
    Writer::new(out, reply, reader).ways_on(reply);
}

/// Writes some of the events of a reply, without the board.
pub fn write_events(
    out: &mut String,
    reply: &Reply,
    is_written: impl Fn(&Event) -> bool,
    reader: Reader,
) {
    let mut writer = Writer::new(out, reply, reader);
    let mut has_plies = false;
    for event in reply.events.iter().filter(|event| is_written(event)) {
        if !matches!(event, Event::Played { .. }) {
            writer.event(reply, event);
        } else if !std::mem::replace(&mut has_plies, true) {
            // All plies at once: the user wants only the last ones.
            writer.plies(reply);
        }
    }
}

/// Writes the beginning of a game for a screen with little room: who plays, and who moves first.
pub fn write_start_in_brief(out: &mut String, reply: &Reply, reader: Reader) {
    let mut writer = Writer::new(out, reply, reader);
    if let Event::Started { first, opening, .. } = reply.head() {
        writer.players(reply, false);
        writer.beginning(opening.as_ref(), *first);
        if reply.has_estimated_rating() {
            writer.line(words::levels::estimated());
        }
    }
    writer.plies(reply);
}

/// Whether the text about an event is above the board. Below it is what to do next.
pub fn is_above_board(event: &Event) -> bool {
    !matches!(
        event,
        Event::Placed(_)
            | Event::Unrated { .. }
            | Event::NextLevel(_)
            | Event::LeftRepertoire(_)
            | Event::Task(_)
            | Event::Coached { .. }
            | Event::Reviewed { .. }
            | Event::CoachOffered
    )
}

struct Writer<'a> {
    out: &'a mut String,
    sides: &'a Sides,
    reader: Reader,
}

/// The plies to write, and the number of earlier ones.
fn plies(reply: &Reply, reader: Reader) -> (usize, &[Ply]) {
    let plies = reply.plies();
    let names_move = reply
        .events
        .iter()
        .any(|event| matches!(event, Event::Judged(verdict) if verdict.names_move()));
    let left_out = match reader {
        _ if names_move => return (0, &[]),
        Reader::Person(_) => plies.len().saturating_sub(PLIES),
        _ => 0,
    };
    (left_out, &plies[left_out..])
}

/// Writes a side's name, or its icon if it has no name, for scripts. Sides with red and yellow counters have these
/// names, unless the user has chosen icons.
fn write_player(out: &mut String, sides: &Sides, player: Player, style: Style) {
    match sides.name(player) {
        Some(name) => style.paint(out, look_of(player), name),
        None if has_color_names(sides) => {
            style.paint(out, look_of(player), &words::label(sides, player));
        }
        None => style.icon(out, sides.icons(), player),
    }
}

/// Whether the colors of the pieces are the names of the sides, because they are not black and white.
fn has_color_names(sides: &Sides) -> bool {
    sides.pieces() == PieceStyle::Counters && sides.icons() == Icons::default()
}

/// Writes a side for a screen that draws discs: its name, color or chosen icon.
fn write_drawn_player(out: &mut String, sides: &Sides, player: Player) {
    if sides.icons() == Icons::default() {
        out.push_str(words::side(sides, player));
    } else {
        write_player(out, sides, player, Style::Plain);
    }
}

impl<'a> Writer<'a> {
    fn new(out: &'a mut String, reply: &'a Reply, reader: Reader) -> Self {
        Self {
            out,
            sides: &reply.sides,
            reader,
        }
    }

    /// Writes the plies, and the opening that they reached.
    fn plies(&mut self, reply: &Reply) {
        let (left_out, plies) = plies(reply, self.reader);
        if left_out > 0 {
            self.line(&words::earlier_plies(self.reader.voice(), left_out));
        }
        for ply in plies {
            self.ply(ply);
        }
        if let Some(opening) = reply.opening() {
            self.line(&words::opening(opening));
        }
    }

    /// Writes the board after a wrong answer and its refutation.
    fn refutation(&mut self, after: &CurrentGame) {
        match self.reader {
            Reader::Script(style) => self.board(after, &Marks::None, style),
            Reader::Screen(_) => {}
            Reader::Person(person) if person.look.is_screen_reader => {}
            Reader::Person(person) => {
                let scene = BoardScene {
                    flipped: &[],
                    ..BoardScene::new(after.position(), &Marks::None)
                };
                self.picture(&scene, after.game(), person.look);
            }
        }
    }

    /// Writes the board, and the result of a finished game.
    fn position(&mut self, reply: &Reply) {
        if let Some(after) = reply.refutation() {
            self.refutation(after);
        }
        let Some((game, marks)) = reply.board() else {
            return;
        };
        match self.reader {
            Reader::Script(style) => self.board(game, marks, style),
            Reader::Screen(_) => {}
            Reader::Person(person) if person.look.is_screen_reader => {
                spoken::board(self.out, reply, game, marks, person.turn);
            }
            Reader::Person(person) => {
                let scene = BoardScene::new(game.position(), marks);
                self.picture(&scene, game.game(), person.look);
            }
        }
        if let Some(outcome) = reply.outcome() {
            self.outcome(outcome);
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        let said = if let Reader::Person(person) = self.reader {
            words::end(self.sides, outcome, person.humans)
        } else {
            let winner = outcome.winner.map(|winner| self.who(winner));
            words::outcome(winner.as_ref(), outcome)
        };
        self.line(&said);
    }

    /// Suggests what to do after a game.
    fn ways_on(&mut self, reply: &Reply) {
        let Reader::Person(Person { can_analyze, .. }) = self.reader else {
            return;
        };
        let is_practice = |event: &Event| matches!(event, Event::Task(_) | Event::Judged(_));
        if reply.ended().is_some() && !reply.events.iter().any(is_practice) {
            self.line(&words::after_end(self.reader.voice(), can_analyze));
        }
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Writes a text wrapped at a comfortable width.
    fn paragraph(&mut self, text: &str) {
        if let Reader::Screen(_) = self.reader {
            // The screen has its own width.
            return self.line(text);
        }
        let columns = self
            .reader
            .look()
            .and_then(|look| look.columns)
            .unwrap_or(PARAGRAPH);
        for line in wrapped(text, columns.min(PARAGRAPH)) {
            self.line(&line);
        }
    }

    /// A side as the subject of a sentence.
    fn who(&self, player: Player) -> Who {
        let mut shown = String::new();
        match self.reader {
            Reader::Script(style) => write_player(&mut shown, self.sides, player, style),
            Reader::Person(person) => person.look.side(&mut shown, self.sides, player),
            Reader::Screen(_) => write_drawn_player(&mut shown, self.sides, player),
        }
        Who::shown_as(self.sides, player, shown)
    }

    /// A side's name, or its disc, for the list of moves.
    fn mover(&self, player: Player) -> String {
        let mut mover = String::new();
        match self.reader {
            Reader::Person(person) if self.sides.name(player).is_none() => {
                person
                    .look
                    .write_disc(&mut mover, self.sides.icons(), player);
            }
            Reader::Person(_) => mover.push_str(words::side(self.sides, player)),
            Reader::Screen(_) => write_drawn_player(&mut mover, self.sides, player),
            Reader::Script(style) => write_player(&mut mover, self.sides, player, style),
        }
        mover
    }

    /// A side as the subject of a sentence. If it has a name and discs, its icon follows in parentheses.
    fn who_on_board(&self, player: Player) -> Who {
        let mut who = self.who(player);
        let is_script = matches!(self.reader, Reader::Script(_));
        let has_name =
            self.sides.name(player).is_some() || is_script && has_color_names(self.sides);
        if !has_name || !self.sides.has_discs() {
            return who;
        }
        let shown = &mut who.shown;
        shown.push_str(" (");
        match self.reader {
            Reader::Script(style) => style.icon(shown, self.sides.icons(), player),
            // Discs are drawn: letters must be explained.
            Reader::Screen(_) if self.sides.icons() == Icons::default() => {
                shown.push_str(words::color(self.sides.pieces(), player));
            }
            Reader::Screen(_) => Style::Plain.icon(shown, self.sides.icons(), player),
            Reader::Person(Person { look, .. }) if look.is_screen_reader => {
                shown.push_str(words::color(self.sides.pieces(), player));
            }
            Reader::Person(person) => person.look.write_disc(shown, self.sides.icons(), player),
        }
        shown.push(')');
        who
    }

    /// Writes the text about one event of a reply.
    fn event(&mut self, reply: &Reply, event: &Event) {
        if self.reader.voice() != Voice::Speech || !spoken::event(self.out, reply, event) {
            self.text(reply, event);
        }
        for line in event
            .skipped()
            .map(words::library::skipped)
            .unwrap_or_default()
        {
            self.line(&line);
        }
    }

    fn text(&mut self, reply: &Reply, event: &Event) {
        let voice = self.reader.voice();
        let columns = self.reader.look().and_then(|look| look.columns);
        match event {
            Event::Started { .. } => self.started(reply, event),
            Event::Games => {
                for Info {
                    code, name, rules, ..
                } in REGISTRY
                {
                    self.line(&format!("{code}  {name:12}  {}", translated(rules)));
                }
            }
            Event::Levels { levels } => levels::write(self.out, levels, voice),
            Event::Rules { text } => {
                self.paragraph(&voice.help(translated(text)));
            }
            Event::Played { .. }
            | Event::OpeningReached { .. }
            | Event::Shown
            | Event::Pasting
            | Event::Quit => {}
            Event::PutAside(left) => {
                if !matches!(self.reader, Reader::Script(_)) {
                    self.line(&words::left(voice, left));
                }
            }
            Event::Placed(placing) => self.line(&words::placing(placing)),
            Event::Unrated { aid } => self.line(words::levels::unrated(*aid)),
            Event::LeftRepertoire(exit) => self.paragraph(&words::repertoire::left(voice, exit)),
            Event::NextLevel(next) => self.line(&words::levels::next(voice, next)),
            Event::Task(task) => self.task(reply, task),
            Event::Judged(verdict) => self.verdict(verdict),
            Event::Stats { stats, .. } => stats::write(self.out, stats, columns, voice),
            Event::Puzzles { .. } | Event::PuzzlesMade { .. } => {
                self.paragraphs(&words::puzzles::event(voice, event));
            }
            Event::PracticeEnded(end) => self.paragraphs(&words::puzzles::end(voice, end)),
            Event::Legal { moves } => self.legal(moves, reply),
            Event::Hint { .. }
            | Event::Explained { .. }
            | Event::Evaluated { .. }
            | Event::Book { .. }
            | Event::Solved { .. } => self.advice(event),
            Event::Coach { .. }
            | Event::Coached { .. }
            | Event::Reviewed { .. }
            | Event::CoachOffered => self.coach(event),
            Event::Analyzed { .. } => self.analyzed(reply, event),
            Event::Variations { lines, note } => self.variations(lines, note),
            Event::Moves => self.moves(reply.game.as_ref().map_or(&[], |game| game.history())),
            about if about.is_about_library() => {
                library::write(self.out, event, columns, voice);
            }
            Event::Saves { saves } => self.saves(saves),
            Event::Unfinished { games } => self.unfinished(games),
            Event::Ranking { entries, .. } => self.ranking(entries),
            Event::Help { text } => self.out.push_str(&voice.help(text)),
            event => {
                for line in words::event(voice, event) {
                    self.line(&line);
                }
                self.players_after(reply, event);
            }
        }
    }

    /// Writes a hint, an explanation, scores, book moves or a solution.
    fn advice(&mut self, event: &Event) {
        let voice = self.reader.voice();
        let columns = self.reader.look().and_then(|look| look.columns);
        match event {
            Event::Hint {
                best,
                others,
                why,
                has_depth,
            } => {
                let why = why.as_ref();
                advice::hint(self.out, best, others, why, *has_depth, columns);
            }
            Event::Explained { judgment, second } => {
                let said = words::analysis::explained(voice, judgment, second.as_ref());
                self.paragraphs(&said);
            }
            Event::Evaluated { moves } => advice::evaluated(self.out, moves),
            Event::Book { moves } => advice::book(self.out, moves),
            Event::Solved { best, .. } => advice::solved(self.out, best, columns),
            _ => {}
        }
    }

    /// Writes what the coach says.
    fn coach(&mut self, event: &Event) {
        let voice = self.reader.voice();
        match event {
            Event::Coach { coach, least, .. } => {
                self.line(&words::analysis::coach(*coach, *least));
            }
            Event::Coached { judgment } => {
                self.paragraph(&words::analysis::coached(voice, judgment));
            }
            Event::Reviewed { judgments } => {
                for judged in judgments {
                    self.paragraph(&words::analysis::reviewed(voice, self.sides, judged));
                }
            }
            Event::CoachOffered => self.line(&words::analysis::coach_offered(voice)),
            _ => {}
        }
    }

    /// Writes the rules of a new game, its players, and how it begins.
    fn started(&mut self, reply: &Reply, event: &Event) {
        let Event::Started {
            throws,
            first,
            game,
            chosen,
            opening,
        } = event
        else {
            return;
        };
        if let Some(Info { name, rules, .. }) = game {
            self.line(&format!("{name}: {}", translated(rules)));
        }
        if let Some(chosen) = chosen {
            self.line(&words::levels::chosen(chosen));
        }
        self.players(reply, false);
        self.throws(throws);
        self.beginning(opening.as_ref(), *first);
    }

    /// Writes the summary of an analysis, or the judgments of all moves.
    fn analyzed(&mut self, reply: &Reply, event: &Event) {
        let Event::Analyzed {
            opening,
            added,
            all,
            analysis,
        } = event
        else {
            return;
        };
        let voice = self.reader.voice();
        let look = self.reader.look();
        if *all {
            let columns = look.and_then(|look| look.columns);
            analyzed::table(self.out, self.sides, *opening, analysis, columns);
        } else {
            let reserved = usize::from(added.is_some());
            let head = analyzed::head(reply, *opening);
            analyzed::summary(self.out, self.sides, head, analysis, voice, look, reserved);
        }
        if let Some(added) = added {
            self.line(&words::lines_added(voice, *added));
        }
    }

    /// Writes sentences. Indented ones are list entries, which stay unwrapped.
    fn paragraphs(&mut self, lines: &[String]) {
        for line in lines {
            if line.starts_with(' ') {
                self.line(line);
            } else {
                self.paragraph(line);
            }
        }
    }

    /// Says what an answer was worth. A wrong one to a puzzle is refuted on a board first.
    fn verdict(&mut self, verdict: &Verdict) {
        if !matches!(verdict, Verdict::PuzzleMissed { .. }) {
            self.paragraphs(&words::puzzles::verdict(self.reader.voice(), verdict));
        }
    }

    /// Writes what a practice asks, and why it asks again.
    fn task(&mut self, reply: &Reply, task: &Task) {
        let voice = self.reader.voice();
        match reply.head() {
            Event::Judged(missed @ Verdict::PuzzleMissed { .. }) => {
                self.paragraphs(&words::puzzles::verdict(voice, missed));
            }
            _ => self.paragraph(&words::puzzles::task(voice, task)),
        }
    }

    fn variations(&mut self, lines: &[VariationLine], note: &str) {
        if lines.is_empty() {
            self.line(words::no_moves());
        }
        let widest = self
            .reader
            .look()
            .and_then(|look| look.columns)
            .unwrap_or(WIDEST);
        for row in variations::list(lines, note, widest.min(WIDEST)) {
            self.line(&row);
        }
    }

    /// Writes the legal moves, if some can't be marked on the board.
    fn legal(&mut self, moves: &[String], reply: &Reply) {
        let Some((game, Marks::Legal(squares))) = reply.board() else {
            return;
        };
        let grid = game.game().grid();
        let marked = squares
            .iter()
            .filter(|&&square| grid.cell(square) == Cell::Empty)
            .count();
        if marked < moves.len() {
            self.line(&words::legal(moves));
        }
    }

    /// Writes the dice rolls that decided who moves first.
    fn throws(&mut self, throws: &[[u8; 2]]) {
        for throw in throws {
            let rolls = Player::BOTH.into_iter().zip(throw);
            let rolls = rolls.map(|(player, &eyes)| words::rolls(&self.who(player), eyes));
            let rolls = rolls.collect::<Vec<_>>().join(", ") + ".";
            self.line(&rolls);
        }
    }

    /// Writes the opening moves of a game, or who moves first.
    fn beginning(&mut self, opening: Option<&OpeningLine>, first: Player) {
        let said = match opening {
            Some(opening) => {
                words::opening_line(self.reader.voice(), &self.who(Player::Black), opening)
            }
            None => words::moves_first(&self.who_on_board(first)),
        };
        self.line(&said);
    }

    /// Writes who plays, if the event may have changed that.
    fn players_after(&mut self, reply: &Reply, event: &Event) {
        match event {
            Event::Imported { .. }
            | Event::Pasted { .. }
            | Event::LibraryOpened { .. }
            | Event::BoardSet { .. } => {
                self.players(reply, true);
            }
            Event::Loaded { .. } | Event::Resumed { .. } | Event::Players => {
                self.players(reply, false);
            }
            _ => {}
        }
    }

    /// Writes who plays, in one line. `is_taken` is true for an imported or set-up game.
    fn players(&mut self, reply: &Reply, is_taken: bool) {
        let Some(game) = &reply.game else {
            return;
        };
        let info = game.game().info();
        let players = game.players();
        let said = if let (Some(nickname), Some(human)) = (players.nickname(), players.human()) {
            words::competitive(&self.who(human), &nickname.to_string())
        } else if let Some((human, level)) = players.against_level() {
            self.against(info, human, level)
        } else if let [Some(black), Some(white)] = players.levels() {
            words::two_bots(info, [black, white])
        } else {
            words::two_players(self.reader.voice(), is_taken)
        };
        self.line(&said);
    }

    fn against(&self, info: &Info, human: Player, level: Level) -> String {
        let who = self.who_on_board(human);
        let bot = self.sides.given_name(human.opponent());
        match (bot, self.reader) {
            // Scripts have always had the shorter sentence.
            (None, _) | (_, Reader::Script(_)) => words::against(&who, info, level),
            (Some(bot), _) => words::against_named(&who, bot, info, level),
        }
    }

    fn ply(&mut self, ply: &Ply) {
        let who = self.who(ply.played.player);
        self.line(&words::played(self.reader.voice(), &who, ply));
        if let Some(passed) = ply.played.passed {
            self.line(&words::passes(&self.who(passed)));
        }
    }

    /// Writes the board for the user.
    fn picture(&mut self, scene: &BoardScene<'_>, game: &dyn Game, look: Look) {
        let icons = self.sides.icons();
        picture::draw(self.out, scene, icons, look);
        self.counts(game, |out, player| look.write_disc(out, icons, player));
        if let Some(note) = game.note() {
            picture::note(self.out, &note, look);
        }
    }

    /// Writes the disc counts, in games that have them.
    fn counts(&mut self, game: &dyn Game, write_disc: impl Fn(&mut String, Player)) {
        let Some(counts) = game.counts() else {
            return;
        };
        let blanks = ["    ", "   "];
        for ((player, count), blanks) in Player::BOTH.into_iter().zip(counts).zip(blanks) {
            self.out.push_str(blanks);
            write_disc(self.out, player);
            let _ = write!(self.out, " {count}");
        }
        self.out.push('\n');
    }

    /// Writes the board for a script.
    fn board(&mut self, game: &CurrentGame, marks: &Marks, style: Style) {
        let scene = BoardScene::new(game.position(), marks);
        let game = game.game();
        let icons = self.sides.icons();
        draw(self.out, &scene, icons, style);
        self.counts(game, |out, player| style.icon(out, icons, player));
        if let Some(note) = game.note() {
            self.line(&note.to_string());
        }
    }

    /// Writes the moves, as many plies per line as fit, then as a transcript.
    fn moves(&mut self, moves: &[Ply]) {
        let columns = self.reader.look().and_then(|look| look.columns);
        let widest = columns.unwrap_or(WIDEST).min(WIDEST);
        if moves.is_empty() {
            self.line(words::no_moves());
            return;
        }
        let plies = moves.iter().flat_map(|ply| {
            let pass = ply
                .played
                .passed
                .map(|player| (player, words::pass().to_owned()));
            [(ply.played.player, ply.name())].into_iter().chain(pass)
        });
        let mut used = 0;
        for (index, (player, what)) in plies.enumerate() {
            let name = self.mover(player);
            let width = 2 + 1 + fit::width(&name) + 1 + fit::width(&what);
            if index > 0 {
                let fits = used + 2 + width <= widest;
                self.out.push_str(if fits { "  " } else { "\n" });
                used = if fits { used + 2 } else { 0 };
            }
            used += width;
            let _ = write!(self.out, "{:2} {name} {what}", index + 1);
        }
        self.out.push('\n');
        self.line(&moves.iter().map(Ply::name).collect::<String>());
    }

    /// Writes a table. If it is too wide, the least important columns are dropped.
    fn table(&mut self, rows: &[[String; 6]]) {
        /// The columns to drop, in this order: discs, ply, date, mode.
        const DROPPED: [usize; 4] = [4, 3, 5, 2];
        if self.reader.voice() == Voice::Speech {
            if let [headings, rows @ ..] = rows {
                for row in rows {
                    let cells = headings
                        .iter()
                        .map(String::as_str)
                        .zip(row.iter().map(String::as_str));
                    self.line(&words::spoken::table_row(cells));
                }
            }
            return;
        }
        let columns = self.reader.look().and_then(|look| look.columns);
        let mut shown = [true; 6];
        let width = |column: usize| {
            rows.iter()
                .map(|row| fit::width(&row[column]))
                .max()
                .unwrap_or(0)
        };
        let widths: [usize; 6] = std::array::from_fn(width);
        for dropped in DROPPED {
            let used = widths.iter().zip(shown).filter(|(_, shown)| *shown);
            let needed: usize = used.map(|(width, _)| width + 2).sum();
            if columns.is_some_and(|columns| needed - 2 > columns) {
                shown[dropped] = false;
            }
        }
        for row in rows {
            let mut line = String::new();
            for ((text, width), _) in row
                .iter()
                .zip(widths)
                .zip(shown)
                .filter(|(_, shown)| *shown)
            {
                let _ = write!(line, "{text:width$}  ");
            }
            self.line(line.trim_end());
        }
    }

    /// Writes the unfinished games, with the numbers for `resume`.
    fn unfinished(&mut self, games: &[UnfinishedGame]) {
        if games.is_empty() {
            self.line(words::nothing_kept());
            return;
        }
        let header = words::unfinished_columns().map(str::to_owned);
        let rows = (1..).zip(games).map(|(number, game): (usize, _)| {
            let [game, mode, ply, discs, saved] = content(game);
            [number.to_string(), game, mode, ply, discs, saved]
        });
        let rows: Vec<[String; 6]> = std::iter::once(header).chain(rows).collect();
        self.table(&rows);
        if let Some(resume) = words::resume_one(self.reader.voice()) {
            self.line(&resume);
        }
    }

    fn saves(&mut self, saves: &[SaveSummary]) {
        if saves.is_empty() {
            self.line(&words::no_saves(self.reader.voice()));
            return;
        }
        let header = words::save_columns().map(str::to_owned);
        let row = |save: &SaveSummary| {
            let [game, mode, ply, discs, date] = content(save.game.as_ref().ok()?);
            Some([save.name.to_string(), game, mode, ply, discs, date])
        };
        let rows: Vec<[String; 6]> = std::iter::once(header)
            .chain(saves.iter().filter_map(row))
            .collect();
        // A header without rows would be confusing.
        if rows.len() > 1 {
            self.table(&rows);
        }
        for save in saves {
            if let Err(error) = &save.game {
                self.line(&words::unreadable_save(save.name.as_str(), error));
            }
        }
    }

    fn ranking(&mut self, entries: &[RankingEntry]) {
        if entries.is_empty() {
            self.line(&words::no_ranking(self.reader.voice()));
        }
        for (place, entry) in (1..).zip(entries) {
            let _ = writeln!(
                self.out,
                "{place:3}. {:8} {:5}",
                entry.nickname, entry.score
            );
        }
    }
}

/// The table cells of a saved game: game, mode, ply, discs and date.
pub fn content(UnfinishedGame { game, at, .. }: &UnfinishedGame) -> [String; 5] {
    let counts = game.game().counts();
    [
        game.game().info().name.to_owned(),
        words::players(game.game().info().pieces, game.players()),
        game.plies().to_string(),
        counts.map_or_else(
            || "-".to_owned(),
            |[black, white]| format!("{black}-{white}"),
        ),
        date_and_time(*at),
    ]
}
