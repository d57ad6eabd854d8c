//! Replies as text for people.

use std::fmt::Write;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::advice;
use super::render::{Mark, Style, draw, look_of};
use crate::analysis::Analysis;
use crate::games::{self, Cell, Ending, Outcome, Player, REGISTRY, Square};
use crate::interpreter::{
    Event, GameReport, Marks, Placing, PlyReport, RecordReport, Reply, SaveReport, wrapped,
};
use crate::session::{CurrentGame, Entry, Mode, Session, Throw};

/// Writes a reply; the session is the one after the command.
pub(super) fn write_reply(out: &mut String, reply: &Reply, session: &Session, style: Style) {
    let mut writer = Writer { out, session, style };
    writer.event(&reply.event, session);
    for ply in &reply.plies {
        writer.ply(ply);
    }
    if let Some(opening) = reply.opening {
        writer.line(&format!("Opening: {opening}."));
    }
    if let (Some(marks), Some(current)) = (&reply.board, session.current()) {
        writer.board(current, marks);
        if let Some(outcome) = current.game().outcome() {
            writer.outcome(outcome);
        }
    }
    if let Some(placing) = &reply.placing {
        writer.placing(placing);
    }
}

/// A text being written: what all its parts need.
struct Writer<'a> {
    out: &'a mut String,
    session: &'a Session,
    style: Style,
}

/// Writes what a side is called: its name if it has one, else its icon.
pub(super) fn write_player(out: &mut String, session: &Session, player: Player, style: Style) {
    match session.name(player) {
        Some(name) => style.paint(out, look_of(player), name),
        None => style.icon(out, session.icons(), player),
    }
}

/// `1 disc`, `2 discs`.
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Writes what a side is called: its name if it has one, else its icon.
    fn player(&mut self, player: Player) {
        write_player(self.out, self.session, player, self.style);
    }

    /// The same with the icon of a named side behind it, where there are discs of it.
    fn player_on_board(&mut self, player: Player) {
        self.player(player);
        if self.session.name(player).is_some() && self.session.info().sides.is_none() {
            self.out.push_str(" (");
            self.style.icon(self.out, self.session.icons(), player);
            self.out.push(')');
        }
    }

    fn event(&mut self, event: &Event, session: &Session) {
        match event {
            Event::Started { throws } => self.started(session, throws),
            Event::Games { games } => {
                for GameReport { code, name, rules } in games {
                    self.line(&format!("{code}  {name:12}  {rules}"));
                }
            }
            Event::Rules { text } => {
                for line in wrapped(text, 78) {
                    self.line(&line);
                }
            }
            Event::Asked { question } => self.line(&format!("Which {question}?")),
            Event::Players => self.players(session),
            Event::Played | Event::Shown | Event::Pasting | Event::Quit => {}
            Event::Legal { moves } => self.legal(moves, session),
            Event::Hint { best, others } => advice::hint(self.out, best, others),
            Event::Evaluated { moves } => advice::evaluated(self.out, moves),
            Event::Solved { best, .. } => advice::solved(self.out, best),
            Event::Analyzed { opening, analysis } => self.analyzed(*opening, analysis),
            Event::Undone { moves } => {
                self.line(&format!("{} taken back.", counted(*moves, "move")));
            }
            Event::Redone { moves } => {
                self.line(&format!("{} played again.", counted(*moves, "move")));
            }
            Event::Moves { moves, transcript } => self.moves(moves, transcript),
            Event::Icons { black, white } => {
                self.line(&format!("Black is {black} and White is {white}."));
            }
            Event::Seeded { seed } => self.line(&format!("Chance starts again from {seed}.")),
            Event::Saved { name, replaced } => {
                let note = if *replaced { ", replacing the earlier one" } else { "" };
                self.line(&format!("Saved as {name}{note}."));
            }
            Event::Loaded { name, saved, switched_to } => {
                self.line(&format!("Loaded {name}, saved {}.", local(*saved)));
                self.switched(*switched_to);
                self.players(session);
            }
            Event::Resumed { saved, switched_to } => {
                self.line(&format!("Going on with the game of {}.", local(*saved)));
                self.switched(*switched_to);
                self.players(session);
            }
            Event::Imported { file, number, more, record, switched_to } => {
                let which =
                    if *more || *number > 1 { format!("game {number} of ") } else { String::new() };
                self.line(&format!("Imported {which}{file}: {}.", described(record)));
                self.switched(*switched_to);
                self.players(session);
            }
            Event::Exported { file, format } => {
                self.line(&format!("Exported to {file} ({format})."));
            }
            Event::Pasted { record, switched_to, .. } => {
                self.line(&format!("Pasted: {}.", described(record)));
                self.switched(*switched_to);
                self.players(session);
            }
            Event::BoardSet { switched_to } => {
                self.switched(*switched_to);
                self.players(session);
            }
            Event::Removed { name } => self.line(&format!("Removed {name}.")),
            Event::Saves { saves } => self.saves(saves),
            Event::Ranking { entries, .. } => self.ranking(entries),
            Event::Help { text } => self.out.push_str(text),
        }
    }

    fn analyzed(&mut self, opening: Option<&str>, analysis: &Analysis) {
        let signs = Player::BOTH.map(|player| self.session.icons().of(player));
        let names = Player::BOTH.map(|player| match self.session.name(player) {
            Some(name) => name.to_owned(),
            None => signs[player.index()].to_string(),
        });
        advice::analyzed(self.out, opening, analysis, signs, &names);
    }

    fn switched(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.line(&format!("The game is {name} now."));
        }
    }

    /// The legal moves, if there are some that can't be marked on the board.
    fn legal(&mut self, moves: &[String], session: &Session) {
        let Some(game) = session.current().map(CurrentGame::game) else { return };
        let grid = game.grid();
        let is_marked = |square: Square| grid.cell(square) == Cell::Empty;
        let mut legal = game.moves().into_iter();
        if !legal.all(|mv| game.move_square(mv).is_some_and(is_marked)) {
            self.line(&format!("Legal: {}", moves.join(" ")));
        }
    }

    fn started(&mut self, session: &Session, throws: &[Throw]) {
        let info = session.info();
        if info != REGISTRY[0] {
            self.line(&format!("{}: {}", info.name, info.rules));
        }
        self.players(session);
        for throw in throws {
            for (player, eyes) in Player::BOTH.into_iter().zip(throw) {
                self.player(player);
                let end = if player == Player::Black { ", " } else { ".\n" };
                let _ = write!(self.out, " throws {eyes}{end}");
            }
        }
        let Some(first) = session.current().map(|current| current.setup().first) else { return };
        self.player_on_board(first);
        self.line(" moves first.");
    }

    /// Who plays: one line.
    fn players(&mut self, session: &Session) {
        let Some(current) = session.current() else { return };
        match current.mode() {
            Mode::Manual => self.line("Two people play."),
            Mode::Against { human, level } => {
                self.out.push_str("You play ");
                self.player_on_board(*human);
                self.line(&format!(" against the bot {}.", level.described()));
            }
            Mode::Bots { black, white } => {
                self.line(&format!(
                    "The bot {} plays against the bot {}.",
                    black.described(),
                    white.described()
                ));
            }
            Mode::Competitive { human, nickname } => {
                self.out.push_str("You play ");
                self.player(*human);
                self.line(&format!(" as {nickname} against the competitive bot."));
            }
        }
    }

    fn ply(&mut self, ply: &PlyReport) {
        self.player(ply.player);
        let Some(placed) = ply.placed else {
            let _ = writeln!(self.out, " names {}.", ply.name);
            return;
        };
        let _ = write!(self.out, " plays {}", ply.name);
        // A column is a number; a square that isn't where the piece is has been slid from.
        if ply.name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let rest = placed.to_string();
            if rest != ply.name {
                let _ = write!(self.out, ", which slides to {rest}");
            }
        }
        if ply.pushed_out.is_some() {
            self.out.push_str(" and pushes the lowest counter out");
        }
        match ply.flipped.len() {
            0 => {}
            1 => self.out.push_str(" and flips 1 disc"),
            flips => {
                let _ = write!(self.out, " and flips {flips} discs");
            }
        }
        self.out.push_str(".\n");
        if let Some(passed) = ply.passed {
            self.player(passed);
            self.line(" has no move and passes.");
        }
    }

    fn board(&mut self, current: &CurrentGame, marks: &Marks) {
        let game = current.game();
        let squares = |mark, squares: Vec<Square>| -> Vec<(Square, Mark)> {
            squares.into_iter().map(|square| (square, mark)).collect()
        };
        let marked = match marks {
            Marks::None => Vec::new(),
            Marks::Legal => {
                let moves = game.moves().into_iter();
                squares(Mark::Legal, moves.filter_map(|mv| game.move_square(mv)).collect())
            }
            Marks::Suggested(suggested) => squares(Mark::Suggested, suggested.clone()),
            Marks::Scores(scores) => {
                scores.iter().map(|&(square, score)| (square, Mark::Score(score))).collect()
            }
        };
        let grid = game.grid();
        let icons = self.session.icons();
        draw(self.out, &grid, icons, &marked, current.last_placed(), self.style);
        if grid.width == 1 {
            for player in Player::BOTH {
                self.out.push_str(if player == Player::Black { "    " } else { "   " });
                self.style.icon(self.out, icons, player);
                let _ = write!(self.out, " {}", grid.count(player));
            }
            self.out.push('\n');
        }
        if let Some(note) = game.note() {
            self.line(&note);
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        let Some(winner) = outcome.winner else {
            self.out.push_str(match outcome.ending {
                Ending::Repeated => {
                    "Abandoned: the same position has come for the third time. Nobody wins"
                }
                Ending::TooLong => "Abandoned: the game has become too long. Nobody wins",
                _ => "Draw",
            });
            if let Some(score) = outcome.score {
                let result = score.result(Player::Black);
                let _ = write!(self.out, " {result}-{result}");
                if score.empties > 0 {
                    let empties = counted(score.empties as usize, "empty square");
                    let _ = write!(self.out, ": {} discs each and {empties}", score.black);
                }
            }
            self.out.push('\n');
            return;
        };
        self.player(winner);
        self.out.push_str(" wins");
        if let Some(score) = outcome.score {
            let (own, other) = (score.result(winner), score.result(winner.opponent()));
            let _ = write!(self.out, " {own}-{other}");
            if score.empties > 0 {
                let discs = counted(score.discs(winner) as usize, "disc");
                let empties = counted(score.empties as usize, "empty square");
                let _ = write!(self.out, ": {discs} and {empties}");
            }
        }
        self.out.push('\n');
    }

    fn placing(&mut self, placing: &Placing) {
        let Placing { nickname, score, placement, .. } = placing;
        let place = placement.place;
        self.line(&match (placement.former_best, placement.is_best) {
            (None, _) => format!("{nickname} scores {score}: place {place} in the ranking."),
            (Some(best), true) => {
                format!(
                    "{nickname} scores {score} and beats the old best of {best}: place {place}."
                )
            }
            (Some(best), false) => {
                format!("{nickname} scores {score}; the best stays {best}, at place {place}.")
            }
        });
    }

    /// The moves, as many plies a line as fit, then as a transcript.
    fn moves(&mut self, moves: &[PlyReport], transcript: &str) {
        const WIDEST: usize = 76;
        if moves.is_empty() {
            self.line("No moves yet.");
            return;
        }
        let passes = |report: &PlyReport| report.passed.map(|player| (player, "pass".to_owned()));
        let plies = moves.iter().flat_map(|report| {
            std::iter::once((report.player, report.name.clone())).chain(passes(report))
        });
        let mut used = 0;
        for (index, (player, what)) in plies.enumerate() {
            let name = self.session.name(player).map_or(1, |name| name.chars().count());
            let width = 2 + 1 + name + 1 + what.len();
            if index > 0 {
                let fits = used + 2 + width <= WIDEST;
                self.out.push_str(if fits { "  " } else { "\n" });
                used = if fits { used + 2 } else { 0 };
            }
            used += width;
            let _ = write!(self.out, "{:2} ", index + 1);
            self.player(player);
            let _ = write!(self.out, " {what}");
        }
        self.out.push('\n');
        self.line(transcript);
    }

    fn saves(&mut self, saves: &[SaveReport]) {
        if saves.is_empty() {
            self.line("No saves: E saves the current game.");
            return;
        }
        let header = ["name", "game", "mode", "ply", "discs", "saved"].map(str::to_owned);
        let icons = self.session.icons();
        let row = |save: &SaveReport| {
            save.game.as_ref().map(|content| {
                let state = &content.state;
                [
                    save.name.clone(),
                    games::find(state.game).map_or(state.game, |info| info.name).to_owned(),
                    match state.mode {
                        "bots" => format!("{} against {}", state.black, state.white),
                        "against" => {
                            let (human, level) = if state.black == "human" {
                                (Player::Black, &state.white)
                            } else {
                                (Player::White, &state.black)
                            };
                            format!("{} against {level}", icons.of(human))
                        }
                        mode => mode.to_owned(),
                    },
                    state.ply.to_string(),
                    match (state.black_discs, state.white_discs) {
                        (Some(black), Some(white)) => format!("{black}-{white}"),
                        _ => "-".to_owned(),
                    },
                    local(content.saved),
                ]
            })
        };
        let rows: Vec<[String; 6]> =
            std::iter::once(header).chain(saves.iter().filter_map(row)).collect();
        let width =
            |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 6] = std::array::from_fn(width);
        // The header alone would only puzzle.
        for row in rows.iter().filter(|_| rows.len() > 1) {
            let mut line = String::new();
            for (text, width) in row.iter().zip(widths) {
                let _ = write!(line, "{text:width$}  ");
            }
            self.line(line.trim_end());
        }
        for save in saves {
            if let Some(error) = &save.error {
                self.line(&format!("{} can't be read: {error}", save.name));
            }
        }
    }

    fn ranking(&mut self, entries: &[Entry]) {
        if entries.is_empty() {
            self.line("The ranking is empty: G starts a competitive game.");
        }
        for (place, entry) in (1..).zip(entries) {
            let _ = writeln!(self.out, "{place:3}. {:8} {:5}", entry.nickname, entry.score);
        }
    }
}

/// A moment as people write it, in their own time zone.
pub(super) fn local(moment: Timestamp) -> String {
    moment.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// A record in a few words: the players, the date, and how long it is.
fn described(record: &RecordReport) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let mut parts = Vec::new();
    if record.black.is_some() || record.white.is_some() {
        parts.push(format!("{} - {}", name(&record.black), name(&record.white)));
    }
    parts.extend(record.date.clone());
    parts.push(match record.plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    });
    parts.join(", ")
}
