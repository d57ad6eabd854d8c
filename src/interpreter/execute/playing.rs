//! Starting games, playing moves, and passing the turn to a bot.

use std::cmp::Ordering;

use rand::SeedableRng;

use super::openings::opening_or_thought;
use super::{ExecuteError, Interpreter, Step};
use crate::base::language::{self, Language};
use crate::games::{
    Game, Info, Move, ParseMoveError, Player, REGISTRY, Setup, Size, Square, parse_square,
};
use crate::interpreter::awaiting::{Asking, Awaited, Awaiting};
use crate::interpreter::command::{Command, MoveInput, NewGame, OpeningSource, Side};
use crate::interpreter::files::left_game;
use crate::interpreter::line::shortened;
use crate::interpreter::progress::Purpose;
use crate::interpreter::reply::{Event, Marks, Reply};
use crate::interpreter::report::{LeftGame, NextLevel, OpeningLine};
use crate::interpreter::row::side_labels;
use crate::players::{Level, Rng, Stop, ladder};
use crate::records::InLanguage;
use crate::records::balanced_openings;
use crate::session::{Aid, CurrentGame, Icons, PlayerNames, Players, SessionError};
use crate::store::Store;
use crate::study::{Library, PositionChoice, ScoredPosition};

impl Interpreter {
    pub(super) fn side(&self, side: &Side) -> Result<Player, ExecuteError> {
        let word = match side {
            Side::Of(player) => return Ok(*player),
            Side::First => return Ok(self.session.info().first_player()),
            Side::Named(word) => word,
        };
        let sides = self.session.sides();
        sides.find(word).ok_or_else(|| {
            let [black, white] = side_labels(sides);
            ExecuteError::Side {
                word: shortened(word),
                black,
                white,
            }
        })
    }

    /// Switches to another game and keeps the players. Without a game, the default bot plays.
    pub(super) fn change_game(
        &mut self,
        info: &'static Info,
        size: Option<Size>,
        variant: bool,
    ) -> Result<Step, ExecuteError> {
        let before = self.session.info();
        self.session.choose(
            info,
            Setup {
                size,
                variant,
                ..Setup::default()
            },
        )?;
        let known = self.session.current().map(CurrentGame::players).cloned();
        let players = match known.filter(|players| !players.is_competitive()) {
            // At the prompt the first player stays first; in scripts, players keep their colors.
            Some(players)
                if before.first_player() != info.first_player()
                    && self.options.default_level.is_some() =>
            {
                players.suited_to(info).swapped()
            }
            Some(players) => players.suited_to(info),
            None => match self.default_level() {
                Some(level) => Players::against(info.first_player(), level),
                None => Players::HUMANS,
            },
        };
        self.start_from(OpeningSource::Usual, players, None)
    }

    /// Starts a new game with the given settings, as [`begin`](Self::begin) starts a command.
    pub fn begin_game(&mut self, chosen: NewGame) -> Result<Step, ExecuteError> {
        let NewGame {
            info,
            setup,
            players,
            names,
            clock,
        } = chosen;
        let session = &self.session;
        let before = (session.names().cloned(), session.time_control);
        let old_info = session.info();
        let old_setup = session.new_game_setup();
        self.session.choose(info, setup)?;
        self.session.set_names(names);
        self.session.time_control = clock;
        let step = self.start_from(OpeningSource::Usual, players, None);
        if let Ok(step) = &step {
            self.after_change(step);
        } else {
            self.session.choose(old_info, old_setup)?;
            self.session.set_names(before.0);
            self.session.time_control = before.1;
        }
        step
    }

    /// Changes the language of the screens, if one is given, and names it.
    pub(super) fn change_language(&mut self, language: Option<Language>) -> Reply {
        language.into_iter().for_each(language::change);
        self.reply(Event::Language {
            language: language::current(),
        })
    }

    pub(super) fn change_icons(&mut self, black: &str, white: &str) -> Result<Reply, ExecuteError> {
        let icons = Icons::parse(black, white)?;
        let mut shown = Player::BOTH.into_iter().map(|player| icons.of(player));
        if let Some(icon) = shown.find(|icon| self.options.ascii && !icon.is_ascii()) {
            return Err(ExecuteError::NotAscii(icon));
        }
        self.session.set_icons(icons);
        let [black, white] = Player::BOTH.map(|player| icons.of(player));
        Ok(self.reply_with_board(Event::Icons { black, white }, Marks::None))
    }

    /// Asks for a move, one part at a time.
    pub(super) fn ask(&mut self) -> Result<Reply, ExecuteError> {
        let current = self.session.require()?;
        if current.turn().is_none() {
            return Err(SessionError::GameOver.into());
        }
        let asking = Asking::new(current.game().questions());
        let question = asking
            .question()
            .map(Awaited::Part)
            .ok_or(SessionError::GameOver)?;
        self.awaiting = Some(Awaiting::Move(asking));
        Ok(self.reply(Event::Asked { question }))
    }

    /// Starts a two-player game.
    pub(super) fn start_two_player(
        &mut self,
        first: Option<Side>,
        beginning: OpeningSource,
    ) -> Result<Step, ExecuteError> {
        if let OpeningSource::Scored(choice) = beginning {
            return self.draw_position(choice, |beginning| Command::New { first, beginning });
        }
        let first = first.map(|side| self.side(&side)).transpose()?;
        self.start_from(beginning, Players::HUMANS, first)
    }

    /// Starts a game against a level, which may have been chosen for a rating.
    pub(super) fn start_with_bot(
        &mut self,
        human: Side,
        level: Level,
        rating: Option<i32>,
        beginning: OpeningSource,
    ) -> Result<Step, ExecuteError> {
        if let OpeningSource::Scored(choice) = beginning {
            return self.draw_position(choice, move |beginning| Command::Against {
                human,
                level,
                rating,
                beginning,
            });
        }
        let human = self.side(&human)?;
        self.start_as(human, |interpreter| {
            interpreter.start_against(human, level, rating, beginning)
        })
    }

    /// Starts a game, in Reversi optionally from a balanced opening, or with a bot that follows the repertoire.
    pub(super) fn start_from(
        &mut self,
        beginning: OpeningSource,
        players: Players,
        first: Option<Player>,
    ) -> Result<Step, ExecuteError> {
        if beginning != OpeningSource::Usual {
            self.require_openings()?;
        }
        if beginning == OpeningSource::Repertoire {
            self.study.followed = self.lines_to_follow(players.human())?;
        }
        let left = left_game(&self.session);
        let throws = self.session.start(players, first)?.throws().to_vec();
        if beginning == OpeningSource::Repertoire {
            self.session.follow_repertoire();
        }
        let opening = match beginning {
            OpeningSource::Balanced => Some(self.play_balanced_opening()?),
            OpeningSource::Drawn(position) => Some(self.play_to(&position)?),
            _ => None,
        };
        let left = self.put_aside(left)?;
        self.started(throws, left, opening)
    }

    fn require_openings(&self) -> Result<(), ExecuteError> {
        if self.session.info() == REGISTRY[0] {
            Ok(())
        } else {
            Err(ExecuteError::NoOpenings)
        }
    }

    /// Draws a position, and begins the command that starts a game from it.
    pub(super) fn draw_position(
        &mut self,
        choice: PositionChoice,
        command: impl FnOnce(OpeningSource) -> Command + Send + 'static,
    ) -> Result<Step, ExecuteError> {
        self.require_openings()?;
        let store = self.files.store.clone();
        let seed = self.session.random_u64();
        let draw = move |stop: &Stop, _: &mut dyn FnMut(_)| drawn(&choice, &store, seed, stop);
        let game = self.session.shared();
        Ok(
            self.lasting_work(Purpose::Library, draw, move |interpreter, position| {
                // A bot may have moved; another game would be the user's later choice.
                if !interpreter.is_still_in(game.as_deref()) {
                    return Ok(None);
                }
                let begun = command(OpeningSource::Drawn(position?));
                interpreter.begin(begun).map(Some)
            }),
        )
    }

    /// Whether the current game is an earlier one, possibly with more moves.
    fn is_still_in(&self, earlier: Option<&CurrentGame>) -> bool {
        let (Some(earlier), Some(current)) = (earlier, self.session.current()) else {
            return earlier.is_none() && self.session.current().is_none();
        };
        let moves =
            |game: &CurrentGame| game.history().iter().map(|ply| ply.mv).collect::<Vec<_>>();
        let is_same_game = earlier.game().info() == current.game().info();
        is_same_game && moves(current).starts_with(&moves(earlier))
    }

    fn play_balanced_opening(&mut self) -> Result<OpeningLine, ExecuteError> {
        let all: Vec<&str> = balanced_openings().collect();
        let moves = all[self.session.chance(all.len())];
        let (squares, _) = moves.as_bytes().as_chunks::<2>();
        let squares = squares
            .iter()
            .map(|name| parse_square(&String::from_utf8_lossy(name), 8, 8))
            .collect::<Result<Vec<_>, _>>()?;
        self.play_opening(&squares, None)
    }

    /// Plays the moves to a drawn position. A game from it is unrated.
    fn play_to(&mut self, position: &ScoredPosition) -> Result<OpeningLine, ExecuteError> {
        let line = self.play_opening(&position.moves, Some(position.score))?;
        self.session.help(Aid::Position);
        Ok(line)
    }

    fn play_opening(
        &mut self,
        squares: &[Square],
        score: Option<i32>,
    ) -> Result<OpeningLine, ExecuteError> {
        let moves = squares.iter().map(|square| Move(square.index(8)));
        self.session.play_opening(moves)?;
        Ok(OpeningLine {
            moves: squares.iter().map(ToString::to_string).collect(),
            name: self.opening_reached(squares.len()),
            plies: self.session.require()?.plies(),
            score,
        })
    }

    pub(super) fn restart(&mut self) -> Result<Step, ExecuteError> {
        // A position that was only set up is the start of the new game, too.
        let left = left_game(&self.session).filter(|left| !left.game.is_untouched());
        self.session.restart()?;
        let left = self.put_aside(left)?;
        self.started(Vec::new(), left, None)
    }

    fn started(
        &mut self,
        throws: Vec<[u8; 2]>,
        left: Option<LeftGame>,
        opening: Option<OpeningLine>,
    ) -> Result<Step, ExecuteError> {
        let info = self.session.info();
        let first = self.session.require()?.setup().first;
        let game = Some(info).filter(|&info| info != REGISTRY[0]);
        let event = Event::Started {
            throws,
            first,
            game,
            chosen: None,
            opening,
        };
        let levels = self.session.require()?.players().levels();
        let estimated = self.estimated(levels.into_iter().flatten());
        self.advance(
            self.reply_with_board(event, Marks::None)
                .with(left.map(Event::PutAside))
                .with(estimated),
        )
    }

    pub(super) fn name_players(&mut self, names: Option<PlayerNames>) -> Reply {
        self.session.set_names(names);
        let sides = self.session.sides();
        let [black, white] = Player::BOTH.map(|player| sides.name(player).map(str::to_owned));
        let names = black.zip(white).map(<[String; 2]>::from);
        let human = self
            .session
            .current()
            .and_then(|game| game.players().human());
        let bot = human.map(Player::opponent);
        self.reply_with_board(Event::Names { names, bot }, Marks::None)
    }

    /// Starts a game in which the human plays `human`. At the prompt, a human who changes sides keeps the name.
    pub(super) fn start_as(
        &mut self,
        human: Player,
        start: impl FnOnce(&mut Self) -> Result<Step, ExecuteError>,
    ) -> Result<Step, ExecuteError> {
        let changes_sides =
            self.options.default_level.is_some() && self.own_side() == Some(human.opponent());
        if changes_sides {
            self.session.swap_names();
        }
        let step = start(self);
        if changes_sides && step.is_err() {
            self.session.swap_names();
        }
        step
    }

    /// The side of the only human. Before the first game, the side that begins; `None` if humans have both sides.
    fn own_side(&self) -> Option<Player> {
        match self.session.current() {
            None => Some(self.session.info().first_player()),
            Some(game) => game.players().human(),
        }
    }

    pub(super) fn play(&mut self, mv: &MoveInput) -> Result<Step, ExecuteError> {
        let moves = match mv {
            MoveInput::Of(mv) => vec![*mv],
            MoveInput::Named(name) => vec![parse_move(&*self.position()?, name)?],
            MoveInput::Several(names) => self.several(names)?,
        };
        match (self.session.current(), self.default_level()) {
            (None, Some(level)) => self.play_first(&moves, level),
            _ if self.is_practicing() => self.go_on(moves.first().copied()),
            _ => self.play_all(&moves),
        }
    }

    /// Parses a sequence of moves, all of which must be legal.
    fn several(&self, names: &[String]) -> Result<Vec<Move>, ExecuteError> {
        // Practice asks for single moves, and competitive games score them.
        if self.is_practicing() || self.session.is_competitive() {
            return Err(ExecuteError::OneMove(
                names.first().cloned().unwrap_or_default(),
            ));
        }
        legal_moves(&mut *self.position()?, names).map_err(|(played, reason)| {
            let start = &mut *(REGISTRY[0].new)(Setup::default());
            let is_from_start = played == 0 && legal_moves(start, &names[..1]).is_ok();
            let game = is_from_start.then(|| names.concat());
            let name = names[played].clone();
            ExecuteError::Several {
                number: played + 1,
                name,
                reason,
                game,
            }
        })
    }

    fn play_all(&mut self, moves: &[Move]) -> Result<Step, ExecuteError> {
        for &mv in moves {
            self.session.play(mv)?;
        }
        self.advance(self.played(moves.len()))
    }

    /// Starts the first game against a bot, with the given moves.
    fn play_first(&mut self, moves: &[Move], level: Level) -> Result<Step, ExecuteError> {
        // An illegal move must not start a game.
        let mut game = self.session.first_position();
        for &mv in moves {
            game.play(mv).map_err(SessionError::Illegal)?;
        }
        let human = self.session.info().first_player();
        let players = Players::against(human, level);
        let started = self.start_from(OpeningSource::Usual, players, Some(human))?;
        let played = self.play_all(moves)?;
        Ok(match started {
            Step::Done(started) => played.after(started),
            // Not reached: the human moves first, so no bot thinks before.
            Step::Working { .. } => played,
        })
    }

    pub(super) fn undo(&mut self, turns: usize) -> Result<Step, ExecuteError> {
        let current = self.session.current();
        if turns == 1 && current.is_some_and(CurrentGame::can_restore) {
            return Ok(Step::Done(self.restore_pruned()?));
        }
        let moves = self.session.undo(turns)?;
        self.keep();
        let reply = self.reply_with_board(Event::Undone { moves }, Marks::None);
        // A bot that was to move before a resignation is still to move.
        if moves == 0 {
            self.advance(reply)
        } else {
            Ok(Step::Done(reply))
        }
    }

    /// Goes to the position after `ply`. If the position changes, a bot to move there moves.
    pub(super) fn go_to(&mut self, ply: usize) -> Result<Step, ExecuteError> {
        let before = self.session.require()?.history().len();
        self.session.go_to(ply)?;
        let after = self.session.require()?.history().len();
        let event = match after.cmp(&before) {
            Ordering::Less => Event::Undone {
                moves: before - after,
            },
            Ordering::Equal => Event::Shown,
            Ordering::Greater => Event::Redone {
                moves: after - before,
            },
        };
        let reply = self.reply_with_board(event, Marks::None);
        if after == before {
            Ok(Step::Done(reply))
        } else {
            self.advance(reply)
        }
    }

    /// Starts the turn of a bot. If no bot is to move, ends the command.
    pub(super) fn advance(&mut self, reply: Reply) -> Result<Step, ExecuteError> {
        if let Some(mv) = self.repertoire_move() {
            self.session.play(mv)?;
            return self.advance(self.played(1).after(Some(reply)));
        }
        match self.session.due() {
            None => self.pause(reply),
            Some(request) => {
                // Save first: the terminal may be closed while the bot thinks.
                self.keep();
                let reply = self.with_opening(reply);
                let purpose = Purpose::Move(request.game.turn().unwrap_or_default());
                // The session drops a stale answer.
                let take = |interpreter: &mut Self, answer, _| interpreter.take_move(answer);
                let thought = opening_or_thought(self.opening_games(), request);
                let work = self.work(purpose, thought, take);
                Ok(Step::Working {
                    shown: Some(reply),
                    work,
                })
            }
        }
    }

    /// Ends a command after which no bot moves, and scores a finished competitive game.
    #[expect(clippy::unnecessary_wraps, reason = "the twin of advance")]
    pub(super) fn pause(&mut self, reply: Reply) -> Result<Step, ExecuteError> {
        let is_studied = self.session.current().is_some_and(CurrentGame::is_studied);
        let has_ended = reply.may_end_game() && self.session.turn().is_none() && !is_studied;
        let mut reply = self.with_opening(reply);
        if has_ended {
            reply = reply
                .with(self.place().map(Event::Placed))
                .with(self.review());
            self.keep_finished();
            reply = reply.with(self.unrated().map(|aid| Event::Unrated { aid }));
            reply = reply.with(self.next_level().map(Event::NextLevel));
        }
        self.keep();
        Ok(if has_ended {
            self.after_game(reply)
        } else {
            Step::Done(reply)
        })
    }

    /// The help that makes the finished game unrated, if it would be rated without. A game that has been
    /// counted stays rated when its end is reached again.
    fn unrated(&self) -> Option<Aid> {
        self.options.default_level?;
        let current = self.session.current().filter(|game| !game.is_counted())?;
        let (human, level) = current.players().against_level()?;
        let info = current.game().info();
        let is_rated = info.is_reversi() && current.humans()[human.index()];
        ladder::rating_of(info, level).filter(|_| is_rated)?;
        current.aid()
    }

    /// The level to play next, if the finished game suggests one at the prompt.
    fn next_level(&mut self) -> Option<NextLevel> {
        self.options.default_level?;
        let current = self.session.current()?;
        current
            .players()
            .against_level()
            .filter(|_| current.aid().is_none())?;
        self.study.recent.add(self.session.count_once()?)
    }

    /// Adds the opening that the reply's moves have reached.
    pub(super) fn with_opening(&self, reply: Reply) -> Reply {
        if !self.options.names_openings {
            return reply;
        }
        let name = self.opening_reached(reply.played());
        reply.with(name.map(|name| Event::OpeningReached { name }))
    }

    pub(super) fn legal(&mut self) -> Result<Reply, ExecuteError> {
        let game = self.position()?;
        let moves = game.moves();
        let names = moves.iter().map(|&mv| game.move_name(mv)).collect();
        let squares = moves
            .into_iter()
            .filter_map(|mv| game.move_square(mv))
            .collect();
        Ok(self.marked(Event::Legal { moves: names }, Marks::Legal(squares)))
    }
}

/// Draws a position of a choice.
fn drawn(
    choice: &PositionChoice,
    store: &Store,
    seed: u64,
    stop: &Stop,
) -> Result<ScoredPosition, ExecuteError> {
    let library = Library::open_to_read(store).and_then(|library| library.stopping_on(stop));
    let mut rng = Rng::seed_from_u64(seed);
    Ok(choice.draw(1, &mut library?, &mut rng)?.swap_remove(0))
}

/// Parses a move. The example in an error is a square that can be played.
fn parse_move(game: &dyn Game, name: &str) -> Result<Move, ParseMoveError> {
    game.parse_move(name).map_err(|error| match error {
        ParseMoveError::Form { text, example } => {
            let playable = game.moves().into_iter().find_map(|mv| game.move_square(mv));
            ParseMoveError::Form {
                text,
                example: playable.unwrap_or(example),
            }
        }
        error => error,
    })
}

/// Plays moves by name. An error contains the number of moves played, and the reason.
fn legal_moves(game: &mut dyn Game, names: &[String]) -> Result<Vec<Move>, (usize, String)> {
    let play = |(played, name): (usize, &String)| {
        let mv = game
            .parse_move(name)
            .map_err(|error| (played, error.in_language()))?;
        game.play(mv)
            .map_err(|error| (played, error.in_language()))?;
        Ok(mv)
    };
    names.iter().enumerate().map(play).collect()
}
