//! Carrying commands out: one arm each, against one session and one store.

use thiserror::Error;

use super::command::{Command, Piece};
use super::help::{help_for, overview};
use super::reply::{Event, Marks, Placing, PlyReport, Reply, SaveContent, SaveReport, State};
use crate::games::{ParseSquareError, Player};
use crate::players::{Bot, Positional, Rng};
use crate::session::{
    CurrentGame, Icons, IconsError, Mode, Placement, Session, SessionError, Snapshot,
    competitive_score,
};
use crate::store::{Autosave, Autosaver, SaveSummary, Store, StoreError};

/// Why a command could not be carried out. Session and store are as they were.
#[derive(Debug, Error)]
pub enum ExecuteError {
    /// The session refuses.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Something is wrong with a file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The square is not on the board.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// A glyph won't do.
    #[error(transparent)]
    Icons(#[from] IconsError),
    /// A word stands for neither side.
    #[error("{word:?} is no piece: {black} (Black) or {white} (White)")]
    Piece {
        /// The word.
        word: String,
        /// Black's icon.
        black: char,
        /// White's icon.
        white: char,
    },
    /// The terminal of the person can't show it.
    #[error("icon {0} is not ASCII, and --ascii was given")]
    NotAscii(char),
}

impl ExecuteError {
    /// What the error is about, for programs: `game`, `file` or `argument`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Session(_) => "game",
            Self::Store(_) => "file",
            Self::Square(_) | Self::Icons(_) | Self::Piece { .. } | Self::NotAscii(_) => "argument",
        }
    }
}

/// What is lost when a session ends, and why.
#[derive(Debug, Error)]
pub enum NotKept {
    /// The unfinished game.
    #[error("the unfinished game is not kept: {0}")]
    Game(#[source] StoreError),
    /// The scores of the competitive games of this session.
    #[error("the scores of this run are not in the ranking: {0}")]
    Scores(#[source] StoreError),
}

/// How the unfinished game is kept.
#[derive(Debug)]
pub enum Keeping {
    /// After every ply, beside the game.
    EveryPly(Autosaver),
    /// Once, when the session ends.
    AtTheEnd(Box<Autosave>),
}

/// The state that commands work on: a session, and the files it is saved in.
#[derive(Debug)]
pub struct Interpreter {
    session: Session,
    store: Store,
    keeping: Keeping,
    ascii: bool,
    /// Whether the session's ranking has a score that the file has not.
    scores_unwritten: bool,
}

impl Interpreter {
    /// An interpreter; with `ascii` it takes only ASCII icons.
    pub fn new(session: Session, store: Store, keeping: Keeping, ascii: bool) -> Self {
        Self { session, store, keeping, ascii, scores_unwritten: false }
    }

    /// The session as it is now.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Where the saves are.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How the unfinished game is kept.
    pub fn keeping(&self) -> &Keeping {
        &self.keeping
    }

    /// What went wrong with the autosave since this was last asked.
    pub fn autosave_failures(&self) -> Vec<StoreError> {
        match &self.keeping {
            Keeping::EveryPly(autosaver) => autosaver.failures().collect(),
            Keeping::AtTheEnd(_) => Vec::new(),
        }
    }

    /// Carries a command out.
    ///
    /// # Errors
    /// [`ExecuteError`] says why not; everything is then as it was.
    pub fn execute(&mut self, command: Command) -> Result<Reply, ExecuteError> {
        match command {
            Command::New { first } => {
                let first = first.map(|piece| self.side(&piece)).transpose()?;
                self.start(Mode::Manual, first)
            }
            Command::Against { human, level } => {
                let human = self.side(&human)?;
                self.start(Mode::Against { human, level }, None)
            }
            Command::Competitive { human, nickname } => {
                let human = self.side(&human)?;
                self.start(Mode::Competitive { human, nickname }, None)
            }
            Command::Restart => {
                self.session.require()?;
                self.abandon();
                self.session.restart()?;
                self.go_on(Event::Started, Vec::new())
            }
            Command::Play { mv } => self.play(&mv),
            Command::Undo { turns } => {
                let moves = self.session.undo(turns)?;
                self.keep();
                Ok(Reply::with_board(Event::Undone { moves }))
            }
            Command::Redo { turns } => {
                let moves = self.session.redo(turns)?;
                self.keep();
                Ok(Reply::with_board(Event::Redone { moves }))
            }
            Command::Show => {
                self.session.require()?;
                Ok(Reply::with_board(Event::Shown))
            }
            Command::Legal => self.legal(),
            Command::Hint => self.hint(),
            Command::Moves => self.moves(),
            Command::Player { side, controller } => {
                let side = self.side(&side)?;
                self.session.set_controller(side, controller)?;
                self.go_on(Event::Players, Vec::new())
            }
            Command::Icons { black, white } => {
                let icons = Icons::parse(&black, &white)?;
                self.set_icons(icons)?;
                let (black, white) = icons.into();
                let board = self.session.current().is_some().then_some(Marks::None);
                Ok(Reply { board, ..Reply::from(Event::Icons { black, white }) })
            }
            Command::Seed { seed } => {
                self.session.reseed(seed);
                Ok(Event::Seeded { seed }.into())
            }
            Command::Save { name } => {
                self.session.refuse_in_competitive("E (save)")?;
                let replaced = self.store.save(&name, self.session.snapshot()?)?;
                Ok(Event::Saved { name: name.to_string(), replaced }.into())
            }
            Command::Load { name } => {
                self.session.refuse_in_competitive("L (load)")?;
                let (saved, game) = self.store.load(&name)?;
                self.abandon();
                let icons = self.shown_icons(saved.record.icons);
                self.session.resume(game, icons);
                let event = Event::Loaded { name: name.to_string(), saved: saved.saved };
                self.go_on(event, Vec::new())
            }
            Command::Resume => {
                self.session.refuse_in_competitive("resume")?;
                self.resume()
            }
            Command::Remove { name } => {
                self.store.remove(&name)?;
                Ok(Event::Removed { name: name.to_string() }.into())
            }
            Command::Saves => {
                let saves = self.store.saves()?.into_iter().map(SaveReport::from).collect();
                Ok(Event::Saves { saves }.into())
            }
            Command::Ranking => {
                let written = self.store.ranking()?;
                let ranking = written.merged(self.session.ranking());
                // Only what could not be written when it was won is missing in the file.
                let missing = ranking != written;
                let result = if missing { self.store.merge_ranking(&ranking) } else { Ok(written) };
                self.scores_unwritten = result.is_err();
                let not_written = result.err().map(|error| error.to_string());
                let entries = ranking.iter().cloned().collect();
                self.session.set_ranking(ranking);
                Ok(Event::Ranking { entries, not_written }.into())
            }
            Command::Help { topic } => {
                let text = topic.map_or_else(overview, help_for);
                Ok(Event::Help { text }.into())
            }
            Command::Quit => Ok(Event::Quit.into()),
        }
    }

    /// Ends the session: an unfinished game stays in the autosave, and scores that could not be
    /// written are tried again. Returns what could not be kept.
    pub fn close(mut self) -> Vec<NotKept> {
        let game = match &mut self.keeping {
            Keeping::EveryPly(autosaver) => {
                autosaver.flusher()();
                autosaver.failures().next().map_or(Ok(()), Err)
            }
            Keeping::AtTheEnd(autosave) => match self.session.current() {
                Some(game) if unfinished(game) => {
                    autosave.keep(Snapshot::of(game, self.session.icons()))
                }
                _ => autosave.discard(),
            },
        };
        let scores =
            self.scores_unwritten.then(|| self.store.merge_ranking(self.session.ranking()));
        let scores = scores.and_then(Result::err);
        game.err().map(NotKept::Game).into_iter().chain(scores.map(NotKept::Scores)).collect()
    }

    fn side(&self, piece: &Piece) -> Result<Player, ExecuteError> {
        let icons = self.session.icons();
        let (black, white) = icons.into();
        let word = || piece.0.chars().take(20).collect();
        icons.side(&piece.0).ok_or_else(|| ExecuteError::Piece { word: word(), black, white })
    }

    fn set_icons(&mut self, icons: Icons) -> Result<(), ExecuteError> {
        let mut shown = Player::BOTH.into_iter().map(|player| icons.of(player));
        if let Some(icon) = shown.find(|icon| self.ascii && !icon.is_ascii()) {
            return Err(ExecuteError::NotAscii(icon));
        }
        self.session.set_icons(icons);
        Ok(())
    }

    /// The icons of a save, or those of now if they can't be shown.
    fn shown_icons(&self, icons: Icons) -> Icons {
        let (black, white) = icons.into();
        let shown = !self.ascii || (black.is_ascii() && white.is_ascii());
        if shown { icons } else { self.session.icons() }
    }

    fn start(&mut self, mode: Mode, first: Option<Player>) -> Result<Reply, ExecuteError> {
        self.abandon();
        self.session.start(mode, first);
        self.go_on(Event::Started, Vec::new())
    }

    fn play(&mut self, name: &str) -> Result<Reply, ExecuteError> {
        let mv = self.session.require()?.game().parse_move(name)?;
        let ply = PlyReport::from(self.session.play(mv)?);
        self.go_on(Event::Played, vec![ply])
    }

    /// Lets the bots move until it is a person's turn, and counts a competitive game that has
    /// ended.
    fn go_on(&mut self, event: Event, mut plies: Vec<PlyReport>) -> Result<Reply, ExecuteError> {
        while let Some(ply) = self.session.play_bot()? {
            plies.push(ply.into());
        }
        let ended = !plies.is_empty() && self.session.turn().is_none();
        let placing = if ended { self.place() } else { None };
        // The game is forgotten when its score is written, and not before.
        if placing.as_ref().is_none_or(|placing| placing.not_written.is_none()) {
            self.keep();
        }
        Ok(Reply { event, plies, board: Some(Marks::None), placing })
    }

    /// Enters the score of a competitive game that has ended.
    fn place(&mut self) -> Option<Placing> {
        let current = self.session.current()?;
        let Mode::Competitive { human, nickname } = current.mode().clone() else { return None };
        let discs = current.game().outcome()?.score?.discs(human);
        let score = competitive_score(discs, current.plies());
        // What others have entered meanwhile counts for the place.
        let known = self.store.ranking();
        if let Ok(ranking) = &known {
            self.session.set_ranking(ranking.merged(self.session.ranking()));
        }
        let placement: Placement = self.session.rank(nickname.clone(), score);
        let written = known.and_then(|_| self.store.merge_ranking(self.session.ranking()));
        self.scores_unwritten = written.is_err();
        let not_written = written.err().map(|error| error.to_string());
        Some(Placing { nickname: nickname.to_string(), score, placement, not_written })
    }

    fn legal(&self) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("S (legal moves)")?;
        let game = self.session.require()?.game();
        let moves = game.moves().into_iter().map(|mv| game.move_name(mv)).collect();
        Ok(Reply { board: Some(Marks::Legal), ..Event::Legal { moves }.into() })
    }

    fn hint(&self) -> Result<Reply, ExecuteError> {
        use rand::SeedableRng;

        self.session.refuse_in_competitive("H (hint)")?;
        let game = self.session.require()?.game();
        // A hint must not disturb the chances of the bots, and draws none itself.
        let mv = Positional.choose(game, &mut Rng::seed_from_u64(0)).ok_or(SessionError::Over)?;
        let board = Some(Marks::Suggested(game.move_square(mv)));
        Ok(Reply { board, ..Event::Hint { mv: game.move_name(mv) }.into() })
    }

    fn moves(&self) -> Result<Reply, ExecuteError> {
        let current = self.session.require()?;
        let moves = current.history().iter().map(PlyReport::from).collect();
        let transcript = current.move_names().collect();
        Ok(Event::Moves { moves, transcript }.into())
    }

    fn resume(&mut self) -> Result<Reply, ExecuteError> {
        let (saved, game) = match &mut self.keeping {
            Keeping::EveryPly(autosaver) => autosaver.resume(),
            Keeping::AtTheEnd(autosave) => autosave.resume(),
        }?;
        let icons = self.shown_icons(saved.record.icons);
        self.session.resume(game, icons);
        self.go_on(Event::Resumed { saved: saved.saved }, Vec::new())
    }

    /// Keeps the game as it is now, if it is to be kept after every ply.
    fn keep(&self) {
        if let Keeping::EveryPly(autosaver) = &self.keeping {
            match self.session.current() {
                Some(game) if unfinished(game) => {
                    autosaver.keep(Snapshot::of(game, self.session.icons()));
                }
                _ => autosaver.discard(),
            }
        }
    }

    /// Puts the unfinished game aside for another one.
    fn abandon(&self) {
        if let Keeping::EveryPly(autosaver) = &self.keeping {
            autosaver.abandon();
        }
    }
}

/// Whether a game is worth keeping: begun and not over.
fn unfinished(current: &CurrentGame) -> bool {
    current.game().turn().is_some() && !current.history().is_empty()
}

impl Reply {
    /// A reply that shows the board.
    fn with_board(event: Event) -> Self {
        Self { board: Some(Marks::None), ..event.into() }
    }
}

impl From<Event> for Reply {
    fn from(event: Event) -> Self {
        Self { event, plies: Vec::new(), board: None, placing: None }
    }
}

impl From<SaveSummary> for SaveReport {
    fn from(summary: SaveSummary) -> Self {
        let name = summary.name.to_string();
        match summary.game {
            Ok((game, saved)) => {
                let state = State::of_game(&game, false);
                Self { name, game: Some(SaveContent { saved, state }), error: None }
            }
            Err(error) => Self { name, game: None, error: Some(error.to_string()) },
        }
    }
}
