//! Executes commands, one match arm each, on one session and one store.
//!
//! No command waits for a search: long-running work is returned as [`Work`], and [`Interpreter::resume`] applies
//! its result.

mod advising;
mod after_game;
mod browsing;
mod coaching;
mod confirming;
mod drilling;
mod error;
mod guessing;
mod levels;
mod making;
mod openings;
mod playing;
mod practice;
mod puzzling;
mod recording;
mod repertoire;
mod reporting;
mod storing;
mod study_state;
mod studying;
mod timing;
mod work;

use std::sync::Arc;

use super::awaiting::{Awaited, Awaiting, MissingSide};
use super::command::{Command, MoveInput, OpeningSource, Variation};
use super::files::SessionFiles;
use super::help::{first_things, help_for, overview};
use super::line::{ParseError, ParseProblem, Words};
use super::options::InterpreterOptions;
use super::practice_report::Verdict;
use super::progress::{Progress, Purpose};
use super::reading::RecordError;
use super::reply::{Event, Marks, Reply};
use super::row::{CommandInfo, ParseContext, Situation};
use super::table::{find, row};
use crate::analysis::Analysis;
use crate::games::{Game, Move, Player, Question, REGISTRY, Setup};
use crate::players::{Answer, Level, Stamp, Stop};
use crate::session::{CurrentGame, Players, Session, SessionError};
use crate::store::{Autosaver, Slots, Store};

use study_state::StudyState;
use work::WorkInHand;

pub use error::ExecuteError;
pub use practice::{PracticeState, PracticeTurn};
pub use studying::MAX_LISTED_GAMES;
pub use work::{Finding, Step, Work};

/// An example of a first move, and the bot that it starts a game against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstMove {
    pub player: Player,
    pub level: Level,
    pub questions: Vec<Question>,
    pub example: String,
}

/// The state that commands work on: a session, and the files it is saved in.
#[derive(Debug)]
pub struct Interpreter {
    session: Session,
    files: SessionFiles,
    pub(crate) options: InterpreterOptions,
    awaiting: Option<Awaiting>,
    in_hand: WorkInHand,
    marks: Marks,
    study: StudyState,
}

impl Interpreter {
    /// Creates an interpreter that autosaves to `slots`.
    pub fn new(session: Session, store: Store, slots: Slots, options: InterpreterOptions) -> Self {
        let interpreter = Self {
            session,
            files: SessionFiles::new(store, slots),
            options,
            awaiting: None,
            in_hand: WorkInHand::default(),
            marks: Marks::None,
            study: StudyState::default(),
        };
        interpreter.add_earlier_games();
        interpreter
    }

    /// The default bot level in the current game; `None` in scripts.
    pub(super) fn default_level(&self) -> Option<Level> {
        self.options
            .default_level
            .map(|level| level.at_most_of(self.session.info()))
    }

    /// Parses a line in the context of the current game; `None` if the line has no command.
    pub fn read(&self, line: &str) -> Result<Option<Command>, ParseError> {
        let default_level = self.default_level();
        if default_level.is_some()
            && let Some(read) = self.small_letter(line)
        {
            return read.map(Some);
        }
        let has_square = |name: &str| match self.session.current() {
            Some(current) => current.game().parse_move(name).is_ok(),
            None => self.session.first_position().parse_move(name).is_ok(),
        };
        let sides = self.session.sides();
        Command::read(
            line,
            ParseContext {
                default_level,
                has_square: &has_square,
                sides,
            },
        )
    }

    /// Reads a single lowercase letter as a move, or as an error if its capital is a command. `None` in Reversi,
    /// which has no one-letter moves.
    fn small_letter(&self, line: &str) -> Option<Result<Command, ParseError>> {
        let name = line.trim();
        if !matches!(name.as_bytes(), [b'a'..=b'z']) || self.session.info() == REGISTRY[0] {
            return None;
        }
        let questions = self.position().ok()?.questions();
        if matches!(questions[..], [question] if question.accepts(name)) {
            return Some(Ok(Command::Play {
                mv: MoveInput::Named(name.to_owned()),
            }));
        }
        let info = find(name)?;
        let problem = ParseProblem::SmallLetter {
            letter: name.to_owned(),
            name: info.name(),
        };
        Some(Err(problem.at(line.find(name)? + 1)))
    }

    /// Returns the board before the first game with its legal moves, and an example of a first move.
    pub fn before_first(&self) -> (Reply, Option<FirstMove>) {
        let start = self.first_game();
        let game = start.game();
        let first = game.turn().zip(game.moves().first().copied());
        let level = self.default_level().unwrap_or(Level::BEGINNER);
        let first = first.map(|(player, mv)| FirstMove {
            player,
            level,
            questions: game.questions(),
            example: game.move_name(mv),
        });
        let legal = game
            .moves()
            .into_iter()
            .filter_map(|mv| game.move_square(mv))
            .collect();
        (
            self.reply_on_position(Event::Shown, Marks::Legal(legal)),
            first,
        )
    }

    fn first_game(&self) -> CurrentGame {
        let info = self.session.info();
        let chosen = self.session.new_game_setup();
        CurrentGame::new(
            info,
            Setup {
                first: info.first_player(),
                ..chosen
            },
            Players::HUMANS,
        )
    }

    /// The displayed position. At the prompt there is one even before the first game.
    pub(super) fn position(&self) -> Result<Box<dyn Game>, ExecuteError> {
        match (self.session.current(), self.options.default_level) {
            (None, Some(_)) => Ok(self.session.first_position()),
            _ => Ok(self.session.require()?.game().clone_box()),
        }
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    pub fn store(&self) -> &Store {
        &self.files.store
    }

    pub fn autosaver(&self) -> &Autosaver {
        self.files.autosaver()
    }

    /// Returns the marks last requested for the current position.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns the analysis of the current game, possibly of some of its moves only.
    pub fn analysis(&self) -> Option<&Arc<Analysis>> {
        let current = self.session.current()?;
        // The analyzed moves must begin the line on the board or the main line: otherwise it is a different game.
        let judged = self.study.judged_in(&current.line());
        let judged = judged.or_else(|| self.study.judged_in(&current.main_line(true)))?;
        Some(&judged.analysis)
    }

    /// Whether a line begins with the analyzed moves.
    pub fn is_judged(&self, line: &[Move]) -> bool {
        self.study.judged_in(line).is_some()
    }

    /// Returns the named opening that the game has reached; `None` unless openings are named.
    pub fn opening(&self) -> Option<&'static str> {
        let moves = self.session.current()?.history().len();
        if self.options.names_openings {
            self.opening_reached(moves)
        } else {
            None
        }
    }

    /// Returns the identifier of the game state. Every change of the game changes it.
    pub fn stamp(&self) -> Stamp {
        self.session.stamp()
    }

    /// Returns the input expected from the next line; `None` if a command is expected.
    pub fn awaited(&self) -> Option<Awaited> {
        self.awaiting.as_ref()?.awaited()
    }

    pub fn purpose(&self) -> Option<Purpose> {
        self.in_hand.purpose()
    }

    pub fn is_bot_thinking(&self) -> bool {
        matches!(self.purpose(), Some(Purpose::Move(_)))
    }

    /// Cancels the pending question or paste.
    pub fn stop_asking(&mut self) {
        self.awaiting = None;
    }

    /// Checks that a command is allowed now. Competitive games, practice and a thinking bot forbid some.
    pub fn permit(&self, command: &Command) -> Result<(), ExecuteError> {
        let ignored = self.study.situation_of(command);
        self.permit_row(row(command), ignored.as_slice())
    }

    /// Like [`permit`](Self::permit), for the commands of a row, whatever the `ignored` situations forbid.
    pub fn permit_row(
        &self,
        command: &'static CommandInfo,
        ignored: &[Situation],
    ) -> Result<(), ExecuteError> {
        let is_competitive = self.session.is_competitive();
        let situations = [
            self.options
                .default_level
                .is_none()
                .then_some(Situation::Script),
            self.study.situation(),
            is_competitive.then_some(Situation::Competitive),
            self.is_bot_thinking().then_some(Situation::Thinking),
        ];
        let is_refused = |situation: &Situation| {
            situation.is_in(command.refused_in) && !situation.is_in(ignored)
        };
        match situations.into_iter().flatten().find(is_refused) {
            Some(situation) => Err(ExecuteError::Unavailable {
                command,
                typed: None,
                situation,
            }),
            None => Ok(()),
        }
    }

    /// Takes a line as the answer to a pending question. Returns `None` if it must be read as a command.
    pub fn answer(&mut self, line: &str) -> Option<Result<Step, ExecuteError>> {
        let mut asking = match self.awaiting.take()? {
            Awaiting::Paste { text, missing } => {
                return Some(self.paste_line(text, line, missing));
            }
            Awaiting::Side(command) => return self.take_side(line, command),
            Awaiting::Confirmation {
                loss,
                name,
                command,
            } => {
                return self.decide(line, loss, name, *command);
            }
            Awaiting::Quit => return self.decide_to_quit(line),
            Awaiting::Move(asking) => asking,
        };
        let words: Vec<&str> = Words::new(line).map(|word| word.text).collect();
        for word in &words {
            if !asking.is_answer(word) {
                return None;
            }
            asking.answer(word);
        }
        let Some(question) = asking.question() else {
            return Some(self.begin(Command::Play {
                mv: MoveInput::Named(asking.move_name()),
            }));
        };
        self.awaiting = Some(Awaiting::Move(asking));
        let question = Awaited::Part(question);
        (!words.is_empty()).then(|| Ok(Step::Done(self.reply(Event::Asked { question }))))
    }

    /// Executes a command and waits for all its work.
    #[cfg(any(test, feature = "fuzzing"))]
    pub fn execute(&mut self, command: Command) -> Result<Reply, ExecuteError> {
        let step = self.begin(command)?;
        self.finish(step)
    }

    /// Runs the work of a step and of all steps that follow. Returns one reply.
    pub fn finish(&mut self, step: Step) -> Result<Reply, ExecuteError> {
        self.finish_with(step, &Stop::new(), &mut |_| ())
    }

    /// Like [`finish`](Self::finish), but can be stopped, and reports progress.
    pub fn finish_with(
        &mut self,
        begun: Step,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Reply, ExecuteError> {
        let coached = if begun.has_played() {
            self.coached_now(stop, report)?
        } else {
            None
        };
        let (mut next_step, mut earlier): (Step, Option<Reply>) = (begun, None);
        loop {
            match next_step {
                Step::Done(reply) => return Ok(reply.after(earlier).with(coached)),
                Step::Working { shown, work } => {
                    if let Some(shown) = shown {
                        // Drop the game: while it is shared, each later move would copy it.
                        earlier = Some(Reply {
                            game: None,
                            ..shown.after(earlier)
                        });
                    }
                    let finding = work.run(stop, report);
                    // The state can't change in between, so the result is never stale.
                    let Some(resumed) = self.resume(finding)? else {
                        // The work had nothing to say.
                        return Ok(match earlier {
                            Some(earlier) => Reply {
                                game: self.session.shared(),
                                ..earlier
                            },
                            None => self.played(0),
                        });
                    };
                    next_step = resumed;
                }
            }
        }
    }

    /// Starts a command. Long-running work is returned as [`Work`], for [`resume`](Self::resume) to apply its
    /// result. Earlier work that doesn't fit the new state is abandoned.
    pub fn begin(&mut self, command: Command) -> Result<Step, ExecuteError> {
        self.begin_with(command, MissingSide::Refuse)
    }

    fn begin_with(&mut self, command: Command, missing: MissingSide) -> Result<Step, ExecuteError> {
        self.permit(&command)?;
        if let Some(end) = self.too_late(&command) {
            return Ok(end);
        }
        let stamp = self.session.stamp();
        let info = row(&command);
        let aid = command.aid();
        let step = self
            .dispatch(command, missing)
            .map_err(|error| match error {
                ExecuteError::Session(SessionError::Competitive) => ExecuteError::Unavailable {
                    command: info,
                    typed: None,
                    situation: Situation::Competitive,
                },
                error => error,
            })?;
        if stamp != self.session.stamp() {
            self.after_change(&step);
        }
        if let Some(aid) = aid.filter(|_| !self.is_practicing()) {
            self.session.help(aid);
        }
        self.start_clocks();
        Ok(step)
    }

    /// Discards data that applied only to the previous state.
    fn after_change(&mut self, step: &Step) {
        self.marks = Marks::None;
        if matches!(step, Step::Done(_)) {
            self.in_hand.abandon();
        }
    }

    fn dispatch(&mut self, command: Command, missing: MissingSide) -> Result<Step, ExecuteError> {
        Ok(Step::Done(match command {
            Command::New { first, beginning } => return self.start_two_player(first, beginning),
            Command::Against {
                human,
                level,
                rating,
                beginning,
            } => return self.start_with_bot(human, level, rating, beginning),
            Command::Competitive { human, nickname } => {
                let human = self.side(&human)?;
                let players = Players::competitive(human, nickname);
                return self.start_as(human, |interpreter| {
                    interpreter.start_from(OpeningSource::Usual, players, None)
                });
            }
            Command::Restart => return self.restart(),
            Command::Game {
                info,
                size,
                variant,
            } => return self.change_game(info, size, variant),
            Command::Games => self.reply(Event::Games),
            Command::Levels => self.levels(),
            Command::Level {
                level: Some(level),
                rating,
            } => return self.set_level(level, rating),
            Command::Level { level: None, .. } => self.show_level()?,
            Command::Names { names } => self.name_players(names),
            Command::Resign => return self.resign(),
            Command::Clock { control } => return self.set_clock(control),
            Command::Rules => self.reply(Event::Rules {
                text: self.session.info().details,
            }),
            Command::MakeMove => self.ask()?,
            Command::Play { mv } => return self.play(&mv),
            Command::Undo { turns } => return self.undo(turns),
            Command::Redo { turns } => {
                let moves = self.session.redo(turns)?;
                self.keep();
                self.reply_with_board(Event::Redone { moves }, Marks::None)
            }
            Command::GoTo { number } => return self.go_to(number),
            Command::Show => {
                self.session.require()?;
                self.reply_with_board(Event::Shown, Marks::None)
            }
            Command::Legal => self.legal()?,
            Command::Hint { count, is_full } => return self.hint(count, is_full),
            Command::Why => return self.explain(),
            Command::Openings { setting } => self.set_openings(setting),
            Command::Coach { setting } => self.set_coach(setting),
            Command::Evaluate => return self.evaluate(),
            Command::Book { position } => self.look_up(position)?,
            Command::Solve => return self.solve(),
            Command::Analyze { level, extras } => return self.analyze(level, extras),
            Command::Go => return self.play_best(),
            Command::Moves => self.session.require().map(|_| self.reply(Event::Moves))?,
            Command::Variations { to: None } => self.variations()?,
            Command::Variations {
                to: Some(variation),
            } => self.browse(|game| match variation {
                Variation::Line { line, nth } => game.enter(line, nth),
                Variation::Next => game.enter_next(),
            })?,
            Command::Back { moves } => self.browse(|game| game.back(moves))?,
            Command::Forward { moves } => self.browse(|game| game.forward(moves))?,
            Command::Note { text } => self.note(text)?,
            Command::Mark { sign } => self.mark(sign)?,
            Command::Promote => self.promote()?,
            Command::Prune => self.prune()?,
            Command::Player {
                side,
                controller,
                rating,
            } => {
                return self.set_player(&side, controller, rating);
            }
            Command::Icons { black, white } => self.change_icons(&black, &white)?,
            Command::Seed { seed } => {
                self.session.reseed(seed);
                self.reply(Event::Seeded { seed })
            }
            Command::Language { language } => self.change_language(language),
            Command::Save { name, .. } => self.save(&name)?,
            Command::Load { name } => return self.load(&name),
            Command::Resume {
                number: Some(number),
            } => return self.resume_game(number),
            Command::Resume { number: None } => self.reply(Event::Unfinished {
                games: self.files.all(),
            }),
            Command::Remove { name } => self.remove(&name)?,
            Command::Saves => self.reply(Event::Saves {
                saves: self.files.store.saves()?,
            }),
            Command::Import { file, number } => return self.import(&file, number, missing),
            Command::Export { file, force } => return self.export(file, force),
            Command::Paste { text } => return self.paste(&text, missing),
            Command::Library { task } => return self.use_library(task),
            Command::Find {
                conditions,
                position,
            } => return self.find(conditions, position),
            Command::Stats { file, force } => return Ok(self.stats(file, force)),
            Command::Learn { strategy } => self.start_lessons(strategy)?,
            Command::Puzzle => return self.start_puzzles(),
            Command::Drill { lines, side } => return self.start_drill(lines, side),
            Command::Guess { games, side } => return self.start_guessing(games, side),
            Command::Repertoire { task } => return self.use_repertoire(task),
            Command::Leave { practice } => self.leave(practice)?,
            Command::Next => return self.go_on(None),
            Command::Puzzles { task } => return self.puzzles(task),
            Command::SetBoard { text } => return self.set_board(&text, missing),
            Command::Ranking => self.show_ranking()?,
            Command::Help { topic } => {
                let text = match topic.as_deref() {
                    None => first_things(self.session.info()),
                    Some(topic) => find(topic).map_or_else(overview, help_for),
                };
                self.reply(Event::Help { text })
            }
            Command::ForScreen(command) => self.reply(Event::ForScreen(command)),
            Command::Quit => self.quit(),
        }))
    }

    fn take_move(&mut self, answer: Answer) -> Result<Option<Step>, ExecuteError> {
        let is_stopped = answer.is_stopped;
        if self.session.take(answer)?.is_none() {
            return Ok(None);
        }
        self.marks = Marks::None;
        let reply = self.played(1);
        // When bots play each other, stopping one of them stops the game.
        if is_stopped {
            self.pause(reply).map(Some)
        } else {
            self.advance(reply).map(Some)
        }
    }

    fn reply(&self, event: Event) -> Reply {
        Reply::new(event, self.session.shared(), self.session.sides().clone())
    }

    fn reply_with_board(&self, event: Event, marks: Marks) -> Reply {
        Reply {
            marks: Some(marks),
            ..self.reply(event)
        }
    }

    /// A reply with the board, even before the first game.
    fn reply_on_position(&self, event: Event, marks: Marks) -> Reply {
        let reply = self.reply_with_board(event, marks);
        Reply {
            game: reply.game.or_else(|| Some(Arc::new(self.first_game()))),
            ..reply
        }
    }

    /// A reply with the board after some plies.
    fn played(&self, plies: usize) -> Reply {
        self.reply_with_board(Event::Played { plies }, Marks::None)
    }

    /// The verdict on an answer, and the plies that were played because of it.
    fn judged(&self, verdict: Verdict, plies: usize) -> Reply {
        let played = (plies > 0).then_some(Event::Played { plies });
        self.reply_with_board(Event::Judged(verdict), Marks::None)
            .with(played)
    }
}
