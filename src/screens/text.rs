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
use crate::games::{Cell, Game, Info, Player, REGISTRY};
use crate::interpreter::{Event, Marks, Reply};
use crate::session::{CurrentGame, Icons, Line, Mode, Ply, RankingEntry, Sides};
use crate::store::{SaveSummary, UnfinishedGame};

/// The reader of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// The author of a script. The text is stable across versions.
    Script(Style),
    /// The user at the prompt.
    Person(Person),
    /// The user of a screen that draws the board and the players itself.
    Screen(Voice),
}

/// The user at the prompt, with the state that affects replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Person {
    /// Whether Black and White are human.
    pub(super) humans: [bool; 2],
    pub(super) turn: Option<Player>,
    /// Whether the game can be analyzed.
    pub(super) can_analyze: bool,
    pub(super) voice: Voice,
    pub(super) look: Look,
}

impl Reader {
    /// The look of the prompt's terminal; `None` for other readers.
    fn look(&self) -> Option<Look> {
        match self {
            Self::Script(_) | Self::Screen(_) => None,
            Self::Person(person) => Some(person.look),
        }
    }

    pub(super) fn voice(&self) -> Voice {
        match self {
            Self::Script(_) => Voice::Script,
            Self::Person(person) => person.voice,
            Self::Screen(voice) => *voice,
        }
    }
}

/// The maximum width of the list of moves, in columns.
const WIDEST: usize = 76;

/// The maximum number of plies shown per reply, to leave room for the board.
const PLIES: usize = 4;

pub(super) fn write_reply(out: &mut String, reply: &Reply, reader: Reader) {
    write_moves(out, reply, reader);
    write_board(out, reply, reader);
}

/// Writes the event and the moves of a reply, without the board.
pub(super) fn write_moves(out: &mut String, reply: &Reply, reader: Reader) {
    let mut writer = Writer {
        out,
        sides: &reply.sides,
        reader,
    };
    writer.event(reply);
    for line in reply
        .event
        .skipped()
        .map(words::library::skipped)
        .unwrap_or_default()
    {
        writer.line(&line);
    }
    if let Some(left) = &reply.left
        && !matches!(reader, Reader::Script(_))
    {
        writer.line(&words::left(reader.voice(), left));
    }
    let plies = match reader {
        // The text of these events names the move.
        _ if matches!(
            reply.event,
            Event::PuzzleSolved { .. }
                | Event::PuzzleWithdrawn { .. }
                | Event::DrillAnswered { line: Some(_), .. }
        ) =>
        {
            &[]
        }
        Reader::Person(_) if reply.moves > PLIES => {
            writer.line(&words::earlier_plies(reader.voice(), reply.moves - PLIES));
            &reply.plies()[reply.moves - PLIES..]
        }
        _ => reply.plies(),
    };
    for ply in plies {
        writer.ply(ply);
    }
    if let Some(opening) = reply.opening {
        writer.line(&words::opening(opening));
    }
}

/// Writes the board of a reply, the result of the game, and the next task.
pub(super) fn write_board(out: &mut String, reply: &Reply, reader: Reader) {
    let mut writer = Writer {
        out,
        sides: &reply.sides,
        reader,
    };
    // Show the refutation above the board for the next try.
    if let Event::PuzzleMissed { after, .. } = &reply.event {
        match reader {
            Reader::Script(style) => writer.board(after, &Marks::None, style),
            Reader::Screen(_) => {}
            Reader::Person(person) if person.look.is_screen_reader => {}
            Reader::Person(person) => {
                let scene = BoardScene {
                    flipped: &[],
                    ..BoardScene::new(after.position(), &Marks::None)
                };
                writer.picture(&scene, after.game(), person.look);
            }
        }
    }
    let outcome = reply.outcome();
    if let Some((game, marks)) = reply.board() {
        match reader {
            Reader::Script(style) => writer.board(game, marks, style),
            Reader::Screen(_) => {}
            Reader::Person(person) if person.look.is_screen_reader => {
                spoken::board(writer.out, reply, (game, marks), person.turn);
            }
            Reader::Person(person) => {
                let scene = BoardScene::new(game.position(), marks);
                writer.picture(&scene, game.game(), person.look);
            }
        }
        match (outcome, reader) {
            (None, _) => {}
            (Some(outcome), Reader::Script(_) | Reader::Screen(_)) => {
                let winner = outcome.winner.map(|winner| writer.who(winner));
                writer.line(&words::outcome(winner.as_ref(), outcome));
            }
            (Some(outcome), Reader::Person(person)) => {
                writer.line(&words::end(&reply.sides, outcome, person.humans));
            }
        }
    }
    if let Some(placing) = &reply.placing {
        writer.line(&words::placing(placing));
    }
    if let Some(next) = &reply.next_level {
        writer.line(&words::levels::next(reader.voice(), next));
    }
    if let Some(task) = words::puzzles::task(reader.voice(), reply) {
        writer.paragraph(&task);
    }
    if let Some(lesson) = &reply.lesson {
        writer.paragraph(&words::lesson(reader.voice(), lesson));
    }
    if let Reader::Person(Person { can_analyze, .. }) = reader
        && reply.ended().is_some()
        && reply.lesson.is_none()
        && !matches!(
            reply.event,
            Event::PuzzleSolved { .. }
                | Event::PuzzleWithdrawn { .. }
                | Event::DrillAnswered { .. }
        )
    {
        writer.line(&words::after_end(reader.voice(), can_analyze));
    }
}

struct Writer<'a> {
    out: &'a mut String,
    sides: &'a Sides,
    reader: Reader,
}

/// Writes a side's name, or its icon if it has no name, for scripts.
fn write_player(out: &mut String, sides: &Sides, player: Player, style: Style) {
    match sides.name(player) {
        Some(name) => style.paint(out, look_of(player), name),
        None => style.icon(out, sides.icons(), player),
    }
}

/// Writes a side for a screen that draws discs: its name, color or chosen icon.
fn write_drawn_player(out: &mut String, sides: &Sides, player: Player) {
    if sides.icons() == Icons::default() {
        out.push_str(words::side(sides, player));
    } else {
        write_player(out, sides, player, Style::Plain);
    }
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Writes a text wrapped at a comfortable width.
    fn paragraph(&mut self, text: &str) {
        const WIDEST: usize = 78;
        let columns = self
            .reader
            .look()
            .and_then(|look| look.columns)
            .unwrap_or(WIDEST);
        for line in wrapped(text, columns.min(WIDEST)) {
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
        if self.sides.name(player).is_none() || !self.sides.has_discs() {
            return who;
        }
        let shown = &mut who.shown;
        shown.push_str(" (");
        match self.reader {
            Reader::Script(style) => style.icon(shown, self.sides.icons(), player),
            // Discs are drawn: letters must be explained.
            Reader::Screen(_) if self.sides.icons() == Icons::default() => {
                shown.push_str(words::colour(player));
            }
            Reader::Screen(_) => Style::Plain.icon(shown, self.sides.icons(), player),
            Reader::Person(Person { look, .. }) if look.is_screen_reader => {
                shown.push_str(words::colour(player));
            }
            Reader::Person(person) => person.look.write_disc(shown, self.sides.icons(), player),
        }
        shown.push(')');
        who
    }

    fn event(&mut self, reply: &Reply) {
        let voice = self.reader.voice();
        if voice == Voice::Speech && spoken::event(self.out, reply) {
            return;
        }
        let columns = self.reader.look().and_then(|look| look.columns);
        match &reply.event {
            Event::Started {
                throws,
                first,
                game,
                chosen,
                opening,
            } => {
                if let Some(Info { name, rules, .. }) = game {
                    self.line(&format!("{name}: {}", translated(rules)));
                }
                if let Some(chosen) = chosen {
                    self.line(&words::levels::chosen(chosen));
                }
                self.players(reply, false);
                match opening {
                    Some(opening) => self.line(&words::balanced_opening(opening)),
                    None => self.beginner(throws, *first),
                }
            }
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
            Event::Played
            | Event::Shown
            | Event::Learning
            | Event::PuzzleMissed { .. }
            | Event::Drill { .. }
            | Event::Pasting
            | Event::Quit => {}
            Event::Stats { stats, .. } => stats::write(self.out, stats, columns, voice),
            Event::Puzzle
            | Event::Puzzles { .. }
            | Event::PuzzlesMade { .. }
            | Event::PuzzleWithdrawn { .. }
            | Event::PuzzleSolved { .. }
            | Event::PuzzlesLeft { .. }
            | Event::DrillAnswered { .. }
            | Event::DrillMissed { .. }
            | Event::DrillLeft { .. } => self.puzzles(reply),
            Event::Legal { moves } => self.legal(moves, reply),
            Event::Hint { best, others } => advice::hint(self.out, best, others, columns),
            Event::Evaluated { moves } => advice::evaluated(self.out, moves),
            Event::Book { moves } => advice::book(self.out, moves),
            Event::Solved { best, .. } => advice::solved(self.out, best, columns),
            Event::Analyzed {
                opening,
                added,
                all,
                analysis,
            } => {
                if *all {
                    analyzed::table(self.out, (self.sides, *opening, analysis), columns);
                } else {
                    let reserved = usize::from(added.is_some());
                    let look = (voice, self.reader.look());
                    let head = analyzed::head(reply, *opening);
                    analyzed::summary(self.out, (self.sides, head, analysis), look, reserved);
                }
                if let Some(added) = added {
                    self.line(&words::lines_added(voice, *added));
                }
            }
            Event::Variations { lines, note } => self.variations(lines, note),
            Event::Moves => self.moves(reply.game.as_ref().map_or(&[], |game| game.history())),
            about if about.is_about_library() => {
                library::write(self.out, &reply.event, columns, voice);
            }
            Event::Saves { saves } => self.saves(saves),
            Event::Unfinished { games } => self.unfinished(games),
            Event::Ranking { entries, .. } => self.ranking(entries),
            Event::Help { text } => self.out.push_str(&voice.help(text)),
            event => {
                for line in words::event(voice, event) {
                    self.line(&line);
                }
                let is_taken = matches!(
                    event,
                    Event::Imported { .. } | Event::Pasted { .. } | Event::BoardSet { .. }
                );
                self.players(reply, is_taken);
            }
        }
    }

    /// Writes the text about puzzles and drills. Indented lines are list entries, which stay unwrapped.
    fn puzzles(&mut self, reply: &Reply) {
        for line in words::puzzles::event(self.reader.voice(), &reply.event) {
            if line.starts_with(' ') {
                self.line(&line);
            } else {
                self.paragraph(&line);
            }
        }
    }

    fn variations(&mut self, lines: &[Line], note: &str) {
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

    /// Writes who moves first, and the dice rolls that decided it.
    fn beginner(&mut self, throws: &[[u8; 2]], first: Player) {
        for throw in throws {
            let rolls = Player::BOTH.into_iter().zip(throw);
            let rolls = rolls.map(|(player, &eyes)| words::rolls(&self.who(player), eyes));
            let rolls = rolls.collect::<Vec<_>>().join(", ") + ".";
            self.line(&rolls);
        }
        self.line(&words::moves_first(&self.who_on_board(first)));
    }

    /// Writes who plays, in one line. `is_taken` is true for an imported or set-up game.
    fn players(&mut self, reply: &Reply, is_taken: bool) {
        let Some(game) = reply.game.as_ref().filter(|_| reply.names_players) else {
            return;
        };
        let info = game.game().info();
        let said = match game.mode() {
            Mode::Manual => words::two_players(self.reader.voice(), is_taken),
            Mode::Against { human, level } => {
                let who = self.who_on_board(*human);
                // Scripts have always had the shorter sentence.
                let is_script = matches!(self.reader, Reader::Script(_));
                let bot = self
                    .sides
                    .given_name(human.opponent())
                    .filter(|_| !is_script);
                match bot {
                    Some(bot) => words::against_named(&who, bot, info, *level),
                    None => words::against(&who, info, *level),
                }
            }
            Mode::Bots { black, white } => words::two_bots(info, [*black, *white]),
            Mode::Competitive { human, nickname } => {
                words::competitive(&self.who(*human), &nickname.to_string())
            }
        };
        self.line(&said);
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
        if let Some(counts) = game.counts() {
            for (player, count) in Player::BOTH.into_iter().zip(counts) {
                self.out.push_str(if player == Player::Black {
                    "    "
                } else {
                    "   "
                });
                look.write_disc(self.out, icons, player);
                let _ = write!(self.out, " {count}");
            }
            self.out.push('\n');
        }
        if let Some(note) = game.note() {
            picture::note(self.out, &note, look);
        }
    }

    /// Writes the board for a script.
    fn board(&mut self, game: &CurrentGame, marks: &Marks, style: Style) {
        let scene = BoardScene::new(game.position(), marks);
        let game = game.game();
        let icons = self.sides.icons();
        draw(self.out, &scene, icons, style);
        if let Some(counts) = game.counts() {
            for (player, count) in Player::BOTH.into_iter().zip(counts) {
                self.out.push_str(if player == Player::Black {
                    "    "
                } else {
                    "   "
                });
                style.icon(self.out, icons, player);
                let _ = write!(self.out, " {count}");
            }
            self.out.push('\n');
        }
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

    /// The table cells of a saved game: game, mode, ply, discs and date.
    fn content(UnfinishedGame { game, at, .. }: &UnfinishedGame) -> [String; 5] {
        let counts = game.game().counts();
        [
            game.game().info().name.to_owned(),
            words::mode(game.mode()),
            game.plies().to_string(),
            counts.map_or_else(
                || "-".to_owned(),
                |[black, white]| format!("{black}-{white}"),
            ),
            date_and_time(*at),
        ]
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
        let rows = (1..).zip(games).map(|(number, content): (usize, _)| {
            let [game, mode, ply, discs, saved] = Self::content(content);
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
            let [game, mode, ply, discs, date] = Self::content(save.game.as_ref().ok()?);
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
