//! The commands that use the engine: H, eval, solve, analyze and go.

use std::sync::Arc;

use super::work::{End, Work};
use super::{ExecuteError, Interpreter, Step};
use crate::analysis::{Analysis, Analyzer, Class, GameStep, MoveFacts, Why, facts, steps, why};
use crate::book::LineCounter;
use crate::engine::{Engine, Limits, Position};
use crate::games::{Game, Info, Move, Reversi, parse_square};
use crate::interpreter::command::{Extras, MoveInput};
use crate::interpreter::progress::{Judged, Progress, Purpose};
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::BookMoveReport;
use crate::interpreter::row::Situation;
use crate::interpreter::table::CommandRow;
use crate::players::adviser::suggestions;
use crate::players::{
    Adviser, Answer, HASH_MB, LIVE_HASH_MB, Level, MAX_EMPTIES_TO_SOLVE, Memory, Request, Stop,
    Suggestion, Thinker, all_threads,
};
use crate::records::{BoardPosition, Opening};
use crate::session::{Aid, CurrentGame, SessionError};
use crate::study::Library;

/// The highest level whose opponents are told reasons instead of depths.
const LAST_OF_BEGINNERS: u8 = 8;

type AnalysisRun = dyn FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Judged + Send;

impl Interpreter {
    /// The displayed game; an error if it is over or not Reversi.
    fn reversi_to_judge(&self, command: CommandRow) -> Result<Box<Reversi>, ExecuteError> {
        reversi_of(unfinished(&*self.position()?)?, command)
    }

    /// A reply with marks on the board, which stay until the position changes.
    pub(super) fn marked(&mut self, event: Event, marks: Marks) -> Reply {
        self.marks = marks.clone();
        self.reply_on_position(event, marks)
    }

    pub(super) fn hint(&mut self, count: usize, is_full: bool) -> Result<Step, ExecuteError> {
        let game = self.position()?;
        unfinished(&*game)?;
        let is_for_beginner = self.has_beginner() && game.info().is_reversi();
        // The reason for the best move is found by comparing it with the next one.
        let searched = if is_for_beginner { count.max(2) } else { count };
        let request = self.hints(game, searched);
        Ok(
            self.think(Purpose::Suggestion, request, move |interpreter, answer| {
                let why = is_for_beginner.then(|| interpreter.why_first(&answer.best));
                let mut suggestions = answer.best;
                suggestions.truncate(count);
                let has_depth = is_full || !is_for_beginner;
                interpreter.suggested(suggestions, why.flatten(), has_depth)
            }),
        )
    }

    /// Whether a user plays a level for beginners, or would do so.
    fn has_beginner(&self) -> bool {
        let against = || self.session.current()?.players().against_level();
        let level = against().map(|(_, level)| level);
        let of_user = self.options.default_level;
        let is_easy =
            |level: Level| (1..=LAST_OF_BEGINNERS).any(|easy| Level::new(easy) == Some(level));
        of_user.is_some() && level.or(of_user).is_some_and(is_easy)
    }

    /// The reason that decides for the first of several moves of Reversi.
    fn why_first(&self, suggestions: &[Suggestion]) -> Option<Why> {
        let game = self.position().ok()?;
        let position = Position::from(game.as_any().downcast_ref::<Reversi>()?);
        let of_line = |suggestion: &Suggestion| {
            let line = &suggestion.estimate.as_ref()?.line;
            let squares = line.iter().map(|name| parse_square(name, 8, 8).ok());
            let squares = squares.collect::<Option<Vec<_>>>()?;
            Some((*squares.first()?, facts(position, &squares)))
        };
        let mut moves = suggestions.iter().filter_map(of_line);
        let best = moves.next()?;
        let other = moves.next();
        let best = MoveFacts {
            square: best.0,
            facts: &best.1,
        };
        let other = other.as_ref().map(|(square, facts)| MoveFacts {
            square: *square,
            facts,
        });
        why(best, other).into_iter().next()
    }

    /// Plays the best move.
    pub(super) fn play_best(&mut self) -> Result<Step, ExecuteError> {
        let game = self.position()?;
        unfinished(&*game)?;
        let request = self.hints(game, 1);
        Ok(
            self.think(Purpose::Suggestion, request, |interpreter, answer| {
                let best = answer.best.first().ok_or(SessionError::GameOver)?;
                interpreter.play(&MoveInput::Of(best.mv))
            }),
        )
    }

    fn hints(&self, game: Box<dyn Game>, count: usize) -> Request {
        Request::new(
            game,
            Thinker::Hint {
                count,
                resources: self.session.resources.clone(),
            },
        )
    }

    fn suggested(
        &mut self,
        mut suggestions: Vec<Suggestion>,
        why: Option<Why>,
        has_depth: bool,
    ) -> Result<Step, ExecuteError> {
        if suggestions.is_empty() {
            return Err(SessionError::GameOver.into());
        }
        let squares = suggestions
            .iter()
            .filter_map(|suggestion| suggestion.square)
            .collect();
        let best = suggestions.remove(0);
        self.study.hinted = Some((self.session.stamp(), best.mv));
        let event = Event::Hint {
            best,
            others: suggestions,
            why,
            has_depth,
        };
        Ok(Step::Done(self.marked(event, Marks::Suggested(squares))))
    }

    /// Explains the move of the hint on the board, or the last move.
    pub(super) fn explain(&mut self) -> Result<Step, ExecuteError> {
        let step = self.step_to_explain()?;
        let threads = self.session.resources.threads;
        let run = move |stop: &Stop, _: &mut dyn FnMut(Progress)| {
            let engine = Engine::new(HASH_MB, threads);
            Analyzer::new(engine, Adviser::limits()).explain(&step, stop.flag())
        };
        Ok(
            self.hand_out(Purpose::Suggestion, run, |interpreter, explained, _| {
                let (judgment, second) = explained.ok_or(ExecuteError::NotExplained)?;
                let judgment = Box::new(judgment);
                Ok(Step::Done(
                    interpreter.reply(Event::Explained { judgment, second }),
                ))
            }),
        )
    }

    fn step_to_explain(&self) -> Result<GameStep, ExecuteError> {
        if let Some(mv) = self.study.hinted_in(self.session.stamp()) {
            let game = self.reversi_to_judge(CommandRow::Why)?;
            return Ok(GameStep {
                ply: self.session.current().map_or(0, CurrentGame::plies) + 1,
                player: game.turn().unwrap_or_default(),
                position: Position::from(&*game),
                square: mv.0.into(),
                passed: None,
            });
        }
        let mut steps = self.steps(CommandRow::Why)?;
        // Rather the move that the coach commented on than the bot's reply.
        steps.truncate(self.commented().unwrap_or(steps.len()));
        steps.pop().ok_or(ExecuteError::NoMoves)
    }

    pub(super) fn evaluate(&mut self) -> Result<Step, ExecuteError> {
        let game = self.reversi_to_judge(CommandRow::Evaluate)?;
        let count = game.moves().len();
        let request = self.hints(game, count);
        Ok(self.think(
            Purpose::Scores,
            request,
            |interpreter, Answer { best: moves, .. }| {
                let score = |one: &Suggestion| Some((one.square?, one.estimate.as_ref()?.score));
                let marks = Marks::Scores(moves.iter().filter_map(score).collect());
                Ok(Step::Done(
                    interpreter.marked(Event::Evaluated { moves }, marks),
                ))
            },
        ))
    }

    /// Looks up a position in the opening book; `None` for the current position.
    pub(super) fn look_up(&mut self, asked: Option<BoardPosition>) -> Result<Reply, ExecuteError> {
        let position = match asked {
            Some(asked) => asked.position(),
            None => Position::from(&*self.reversi_to_judge(CommandRow::Book)?),
        };
        let book = self.session.book().ok_or(ExecuteError::NoBook)?;
        let reached = if asked.is_none() {
            self.played_in_library()
        } else {
            None
        };
        let mut counter = LineCounter::new(book);
        let moves: Vec<BookMoveReport> = book
            .moves(position)
            .iter()
            .map(|mv| BookMoveReport::new(position, mv, &mut counter, reached.as_ref()))
            .collect();
        if asked.is_some() {
            return Ok(self.reply(Event::Book { moves }));
        }
        let marks = Marks::Scores(moves.iter().map(|mv| (mv.square, mv.score)).collect());
        Ok(self.marked(Event::Book { moves }, marks))
    }

    pub(super) fn solve(&mut self) -> Result<Step, ExecuteError> {
        let game = self.reversi_to_judge(CommandRow::Solve)?;
        let empties = game.score().empties;
        if empties > MAX_EMPTIES_TO_SOLVE {
            return Err(ExecuteError::TooEarly { empties });
        }
        let request = engine_request(game, Limits::default(), self.search_threads());
        Ok(self.think(
            Purpose::ExactScore,
            request,
            |interpreter, Answer { best, nodes, .. }| {
                let best = best.into_iter().next().ok_or(SessionError::GameOver)?;
                let marks = Marks::Suggested(best.square.into_iter().collect());
                Ok(Step::Done(
                    interpreter.marked(Event::Solved { best, nodes }, marks),
                ))
            },
        ))
    }

    pub(super) fn analyze(
        &mut self,
        level: Option<Level>,
        extras: Extras,
    ) -> Result<Step, ExecuteError> {
        let run = self.judging(self.judged_moves(), level)?;
        let work = self.work(Purpose::Analysis, run, move |interpreter, judged, end| {
            Ok(interpreter.take_judgments(judged, end, extras))
        });
        Ok(Step::Working { shown: None, work })
    }

    /// Returns the analysis of a line of the game, to be run on any thread.
    pub(super) fn judging(
        &self,
        moves: Vec<Move>,
        level: Option<Level>,
    ) -> Result<Box<AnalysisRun>, ExecuteError> {
        let steps = self.steps_of(moves.clone(), CommandRow::Analyze)?;
        if steps.is_empty() {
            return Err(ExecuteError::NoMoves);
        }
        let limits = level
            .and_then(Level::analysis_limits)
            .unwrap_or_else(Adviser::limits);
        let current = self.session.current();
        let game = current.and_then(|current| self.game_for_library(current).ok());
        let store = self.files.store.clone();
        // One thread always gives the same result.
        let threads = match level {
            Some(level) if level.time().is_none() => 1,
            _ => self.session.resources.threads,
        };
        Ok(Box::new(move |stop, report| {
            let mut analyzer = Analyzer::new(Engine::new(HASH_MB, threads), limits);
            let of = steps.len();
            let judged = |analysis| Judged {
                moves: moves.clone(),
                analysis: Arc::new(analysis),
            };
            let mut latest = Arc::new(judged(Analysis::new(Vec::new(), of)));
            let analysis = analyzer.analyze(&steps, stop.flag(), &mut |far| {
                let done = far.judged.len();
                if done != latest.analysis.moves.len() {
                    let moves = far.judged.iter().rev().cloned().collect();
                    latest = Arc::new(judged(Analysis::new(moves, of)));
                }
                report(Progress::Analysis {
                    done,
                    of,
                    judged: Arc::clone(&latest),
                });
            });
            if let Some(game) = game.filter(|_| Library::is_there(&store)) {
                // Ignore errors: the analysis is useful even if it can't be stored.
                let _ =
                    Library::open(&store).and_then(|mut library| library.judge(&game, &analysis));
            }
            judged(analysis)
        }))
    }

    /// Applies judgments. They stay valid even if other moves have been played since.
    fn take_judgments(&mut self, judged: Judged, end: End, extras: Extras) -> Option<Step> {
        if end.is_fresh {
            return Some(Step::Done(self.analyzed(judged, extras)));
        }
        self.learn(&Arc::new(judged));
        None
    }

    /// Creates a background analysis of the game, which stays valid if moves are played.
    pub fn study_game(&mut self) -> Result<Work, ExecuteError> {
        self.permit_study_of_game()?;
        let run = self.judging(self.judged_moves(), None)?;
        self.session.help(Aid::Analysis);
        Ok(
            self.in_background(Purpose::Analysis, run, |interpreter, judged, end| {
                Ok(interpreter.take_judgments(judged, end, Extras::default()))
            }),
        )
    }

    /// Checks that the game can be analyzed in the background.
    pub fn permit_study_of_game(&self) -> Result<(), ExecuteError> {
        self.permit_row(CommandRow::Analyze.info(), &[Situation::Thinking])?;
        if self.steps(CommandRow::Analyze)?.is_empty() {
            Err(ExecuteError::NoMoves)
        } else {
            Ok(())
        }
    }

    /// Creates a background search of the position after `moves` moves. It runs until it is stopped.
    pub fn study_position(&mut self, moves: usize) -> Result<Work, ExecuteError> {
        self.permit_study_of_positions()?;
        let game = self
            .session
            .require()?
            .at(moves)
            .ok_or(SessionError::GameOver)?;
        let game = reversi_of(unfinished(game)?, CommandRow::Evaluate)?;
        self.session.help(Aid::Analysis);
        let threads = self.search_threads();
        let watch = move |stop: &Stop, report: &mut dyn FnMut(Progress)| {
            let adviser = Adviser::new(LIVE_HASH_MB, threads);
            let request = request_of(adviser, game.clone(), Adviser::LIVE);
            request.think(stop, &mut |search, found| {
                report(match found {
                    Some(found) => Progress::Watched {
                        search,
                        best: suggestions(&game, found),
                    },
                    None => Progress::Search(search),
                });
            });
        };
        // All results have been reported already.
        Ok(self.in_background(Purpose::Watching, watch, |_, (), _| Ok(None)))
    }

    /// Checks that positions of the game can be searched in the background.
    pub fn permit_study_of_positions(&self) -> Result<(), ExecuteError> {
        self.permit_row(CommandRow::Evaluate.info(), &[Situation::Thinking])?;
        reversi_of(self.session.require()?.game(), CommandRow::Evaluate).map(drop)
    }

    /// Stores judgments of all or some moves of the game.
    pub fn learn(&mut self, judged: &Arc<Judged>) {
        self.study.judged = Some(Arc::clone(judged));
    }

    pub fn can_analyze(&self) -> bool {
        let steps = self.steps(CommandRow::Analyze);
        steps.is_ok_and(|steps| !steps.is_empty())
    }

    fn judged_moves(&self) -> Vec<Move> {
        self.session.current().map_or_else(Vec::new, judged_line)
    }

    /// The moves of the game for `command`, which is refused in other games.
    pub(super) fn steps(&self, command: CommandRow) -> Result<Vec<GameStep>, ExecuteError> {
        self.steps_of(self.judged_moves(), command)
    }

    fn steps_of(
        &self,
        moves: Vec<Move>,
        command: CommandRow,
    ) -> Result<Vec<GameStep>, ExecuteError> {
        let current = self.session.require()?;
        let first = current
            .games()
            .next()
            .and_then(|game| game.as_any().downcast_ref());
        let start: &Reversi =
            first.ok_or_else(|| only_reversi(command, current.game().info().name))?;
        // A session accepts only legal moves.
        let (steps, _) =
            steps(start.clone(), 1, moves).map_err(|(_, error)| SessionError::Illegal(error))?;
        Ok(steps)
    }

    pub(super) fn analyzed(&mut self, judged: Judged, extras: Extras) -> Reply {
        let added = extras
            .variations
            .then(|| self.add_better_lines(&judged.analysis));
        let steps = self.steps(CommandRow::Analyze).unwrap_or_default();
        let opening = Opening::of_game(steps.iter().map(GameStep::after));
        let opening = opening.map(|opening| opening.name);
        let analysis = Box::new(judged.analysis.as_ref().clone());
        self.learn(&Arc::new(judged));
        self.reply(Event::Analyzed {
            opening,
            added,
            all: extras.all,
            analysis,
        })
    }

    /// Adds the better line of each bad move as a variation. The note has both scores. Returns the number of new
    /// variations.
    fn add_better_lines(&mut self, analysis: &Analysis) -> usize {
        let plies: Vec<usize> = self
            .steps(CommandRow::Analyze)
            .unwrap_or_default()
            .iter()
            .map(|step| step.ply)
            .collect();
        let shown = self
            .session
            .current()
            .map_or(0, |game| game.history().len());
        let all = plies.len();
        let mut added = 0;
        // In a finished game, an earlier position may be on the board.
        let is_studied = self.session.current().is_some_and(CurrentGame::is_studied);
        if is_studied {
            let _ = self.session.edit(|game| game.step_to(all));
        }
        for judged in &analysis.moves {
            let Some(after) = plies.iter().position(|&ply| ply == judged.ply) else {
                continue;
            };
            if judged.class <= Class::Good {
                continue;
            }
            let line: Vec<Move> = judged
                .line
                .iter()
                .map(|square| Move(square.index(8)))
                .collect();
            let note = format!("{:+} ({:+})", judged.best_score, judged.score);
            // Ignore errors: the tree may be full.
            added += usize::from(
                self.session
                    .edit(|game| game.add_line(after, &line, &note))
                    .unwrap_or(false),
            );
        }
        if is_studied {
            let _ = self.session.edit(|game| game.step_to(shown));
        }
        self.keep();
        added
    }

    /// Returns the named opening that the first `moves` moves reached.
    pub fn opening_after(&self, moves: usize) -> Option<&'static str> {
        opening_of(self.session.current()?.games().take(moves + 1))
    }

    /// Returns the named opening that the last `moves` moves reached.
    pub(super) fn opening_reached(&self, moves: usize) -> Option<&'static str> {
        let current = self.session.current()?;
        opening_of(
            current
                .games()
                .skip((current.history().len() + 1).saturating_sub(moves)),
        )
    }

    pub(super) fn search_threads(&self) -> usize {
        self.options.threads.unwrap_or_else(all_threads)
    }
}

/// The moves that an analysis is about: in a finished game, also those after the current position.
fn judged_line(current: &CurrentGame) -> Vec<Move> {
    if current.is_studied() {
        return current.line();
    }
    current.history().iter().map(|ply| ply.mv).collect()
}

/// Returns the named opening that positions of a game reached.
fn opening_of<'a>(games: impl Iterator<Item = &'a dyn Game>) -> Option<&'static str> {
    let positions = games.filter_map(|game| game.as_any().downcast_ref::<Reversi>());
    Opening::of_game(positions.map(Position::from)).map(|opening| opening.name)
}

pub fn engine_request(game: Box<Reversi>, limits: Limits, threads: usize) -> Request {
    request_of(Adviser::new(HASH_MB, threads), game, limits)
}

fn request_of(adviser: Adviser, game: Box<Reversi>, limits: Limits) -> Request {
    Request::new(
        game,
        Thinker::Engine {
            adviser,
            limits,
            memory: Memory::Forget,
            book_margin: None,
        },
    )
}

/// Returns the game, or an error if it is over.
fn unfinished(game: &dyn Game) -> Result<&dyn Game, ExecuteError> {
    game.turn()
        .map(|_| game)
        .ok_or_else(|| SessionError::GameOver.into())
}

/// Returns the game as Reversi, or the refusal of `command`.
pub fn reversi_of(game: &dyn Game, command: CommandRow) -> Result<Box<Reversi>, ExecuteError> {
    let reversi = game.as_any().downcast_ref::<Reversi>();
    reversi
        .cloned()
        .map(Box::new)
        .ok_or_else(|| only_reversi(command, game.info().name))
}

/// Refuses `command` in games other than Reversi.
pub fn reversi_is_played(info: &Info, command: CommandRow) -> Result<(), ExecuteError> {
    if info.is_reversi() {
        Ok(())
    } else {
        Err(only_reversi(command, info.name))
    }
}

pub fn only_reversi(command: CommandRow, game: &'static str) -> ExecuteError {
    let command = command.info();
    let situation = Situation::OtherGame(game);
    ExecuteError::Unavailable {
        command,
        typed: None,
        situation,
    }
}
