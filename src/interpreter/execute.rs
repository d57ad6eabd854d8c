//! Carrying commands out: one arm each, against one session and one store.

mod advising;
mod recording;
mod storing;

use std::sync::atomic::Ordering;

use thiserror::Error;

use super::asking::Asking;
use super::command::{Command, Piece};
use super::help::{help_for, overview};
use super::reply::{Event, GameReport, Marks, PlyReport, Reply, SaveReport};
use super::words::Words;
use crate::games::{Info, ParseMoveError, Player, REGISTRY, Setup, Size};
use crate::players::MOST_TO_SOLVE;
use crate::records::GameRecord;
use crate::session::{Controller, CurrentGame, Icons, IconsError, Mode, Session, SessionError};
use crate::store::{Store, StoreError};

pub use advising::{Progress, Searching};
pub use recording::RecordError;
use storing::Left;
pub use storing::{Keeping, NotKept};

/// Why a command could not be carried out. Session and store are as they were.
#[derive(Debug, Error)]
pub enum ExecuteError {
    /// The session refuses.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Something is wrong with a file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The word names no move on the board.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// Something is wrong with a game record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A glyph won't do.
    #[error(transparent)]
    Icons(#[from] IconsError),
    /// A word stands for neither side.
    #[error("{word:?} is no player: {black} (Black) or {white} (White)")]
    Piece {
        /// The word.
        word: String,
        /// Black's name or icon.
        black: String,
        /// White's name or icon.
        white: String,
    },
    /// Only the engine of Reversi knows.
    #[error("{0} is for Reversi; H suggests a move in this game")]
    OnlyReversi(&'static str),
    /// Only games of Reversi are analyzed.
    #[error("analyze is for Reversi, this is {0}")]
    NotAnalyzed(&'static str),
    /// There is nothing to analyze.
    #[error("no move has been played yet: analyze judges the moves so far")]
    NoMoves,
    /// Too much of the game is still to come.
    #[error(
        "{empties} squares are empty, and solve takes at most {MOST_TO_SOLVE}: H looks as far as it can"
    )]
    TooEarly {
        /// How many squares are empty.
        empties: usize,
    },
    /// The terminal of the person can't show it.
    #[error("icon {0} is not ASCII, and --ascii was given")]
    NotAscii(char),
}

impl ExecuteError {
    /// What the error is about, for programs: `game`, `file` or `argument`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Session(_)
            | Self::OnlyReversi(_)
            | Self::NotAnalyzed(_)
            | Self::NoMoves
            | Self::TooEarly { .. } => "game",
            Self::Store(_) => "file",
            Self::Record(error) => error.kind(),
            Self::Move(_) | Self::Icons(_) | Self::Piece { .. } | Self::NotAscii(_) => "argument",
        }
    }
}

/// The state that commands work on: a session, and the files it is saved in.
#[derive(Debug)]
pub struct Interpreter {
    session: Session,
    store: Store,
    keeping: Keeping,
    ascii: bool,
    /// A move that is being asked for.
    asking: Option<Asking>,
    /// What has been pasted so far, while more of it is to come.
    pasting: Option<String>,
    /// The record that the current game was taken from, if it was.
    taken: Option<Box<GameRecord>>,
    /// The game that a script has left for another one, if it had begun it itself.
    left: Option<Left>,
    /// Whether the session's ranking has a score that the file has not.
    scores_unwritten: bool,
    /// Told how far a long search is.
    progress: Option<Progress>,
    /// Whether replies say that a named opening has been reached.
    tells_openings: bool,
}

impl Interpreter {
    /// An interpreter; with `ascii` it takes only ASCII icons.
    pub fn new(session: Session, store: Store, keeping: Keeping, ascii: bool) -> Self {
        Self {
            session,
            store,
            keeping,
            ascii,
            asking: None,
            pasting: None,
            taken: None,
            left: None,
            scores_unwritten: false,
            progress: None,
            tells_openings: false,
        }
    }

    /// Lets a function be told how far a long search or a game of bots is, whenever it has come further.
    pub fn set_progress(&mut self, progress: Progress) {
        self.progress = Some(progress);
    }

    /// Lets replies say from now on when moves reach an opening of Reversi that has a name. It takes
    /// time that a long script need not spend.
    pub fn tell_openings(&mut self) {
        self.tells_openings = true;
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

    /// What the next line has to answer, if a move is being asked for: `column`, `row` or `piece`;
    /// `paste` if the next line belongs to what is pasted.
    pub fn question(&self) -> Option<&'static str> {
        match (&self.pasting, &self.asking) {
            (Some(_), _) => Some("paste"),
            (None, asking) => asking.as_ref()?.question(),
        }
    }

    /// Forgets the move that is being asked for, or what has been pasted.
    pub fn stop_asking(&mut self) {
        self.asking = None;
        self.pasting = None;
    }

    /// Takes a line as an answer, if a move is being asked for and it can be one; `None` if it has
    /// to be read as a command.
    pub fn answer(&mut self, line: &str) -> Option<Result<Reply, ExecuteError>> {
        if self.pasting.is_some() {
            return Some(self.paste_line(line));
        }
        let mut asking = self.asking.take()?;
        let words: Vec<&str> = Words::new(line).map(|word| word.text).collect();
        for word in &words {
            if !asking.is_answer(word) {
                return None;
            }
            asking.answer(word);
        }
        if let Some(question) = asking.question() {
            self.asking = Some(asking);
            return (!words.is_empty()).then(|| Ok(Event::Asked { question }.into()));
        }
        Some(self.execute(Command::Play { mv: asking.move_name() }))
    }

    /// Carries a command out.
    ///
    /// # Errors
    /// [`ExecuteError`] says why not; everything is then as it was.
    pub fn execute(&mut self, command: Command) -> Result<Reply, ExecuteError> {
        self.session.stop().store(false, Ordering::Relaxed);
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
                let left = self.begun();
                self.session.restart()?;
                self.abandon(left)?;
                self.go_on(Event::Started { throws: Vec::new() }, Vec::new())
            }
            Command::Game { info, size } => self.change_game(info, size),
            Command::Games => {
                let games = REGISTRY.iter().map(|&info| GameReport::from(info)).collect();
                Ok(Event::Games { games }.into())
            }
            Command::Rules => Ok(Event::Rules { text: self.session.info().details }.into()),
            Command::MakeMove => self.ask(),
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
            Command::Hint { count } => self.hint(count),
            Command::Evaluate => self.evaluate(),
            Command::Solve => self.solve(),
            Command::Analyze { level } => self.analyze(level),
            Command::Go => self.go(),
            Command::Moves => self.moves(),
            Command::Player { side, controller } => {
                let side = self.side(&side)?;
                self.session.set_controller(side, controller)?;
                self.go_on(Event::Players, Vec::new())
            }
            Command::Icons { black, white } => self.change_icons(&black, &white),
            Command::Seed { seed } => {
                self.session.reseed(seed);
                Ok(Event::Seeded { seed }.into())
            }
            Command::Save { name } => self.save(&name),
            Command::Load { name } => self.load(&name),
            Command::Resume => self.resume(),
            Command::Remove { name } => {
                self.store.remove(&name)?;
                Ok(Event::Removed { name: name.to_string() }.into())
            }
            Command::Saves => {
                let saves = self.store.saves()?.into_iter().map(SaveReport::from).collect();
                Ok(Event::Saves { saves }.into())
            }
            Command::Import { file, number } => self.import(&file, number),
            Command::Export { file } => self.export(&file),
            Command::Paste { text } => self.paste(&text),
            Command::SetBoard { text } => self.set_board(&text),
            Command::Ranking => self.show_ranking(),
            Command::Help { topic } => {
                let text = topic.map_or_else(overview, help_for);
                Ok(Event::Help { text }.into())
            }
            Command::Quit => Ok(Event::Quit.into()),
        }
    }

    fn side(&self, piece: &Piece) -> Result<Player, ExecuteError> {
        self.session.side(&piece.0).ok_or_else(|| {
            let shown = |player| match self.session.name(player) {
                Some(name) => name.to_owned(),
                None => self.session.icons().of(player).to_string(),
            };
            let [black, white] = Player::BOTH.map(shown);
            ExecuteError::Piece { word: piece.0.chars().take(20).collect(), black, white }
        })
    }

    /// Plays another kind of game from now on; whoever plays goes on playing.
    fn change_game(
        &mut self,
        info: &'static Info,
        size: Option<Size>,
    ) -> Result<Reply, ExecuteError> {
        let lines_only = info.has_lines_only && self.session.chosen().lines_only;
        self.session.choose(info, Setup { size, lines_only, ..Setup::default() })?;
        let mode = match self.session.current().map(CurrentGame::mode) {
            None | Some(Mode::Competitive { .. }) => Mode::Manual,
            Some(mode) => mode.clone().suited_to(info),
        };
        self.start(mode, None)
    }

    fn change_icons(&mut self, black: &str, white: &str) -> Result<Reply, ExecuteError> {
        let icons = Icons::parse(black, white)?;
        let mut shown = Player::BOTH.into_iter().map(|player| icons.of(player));
        if let Some(icon) = shown.find(|icon| self.ascii && !icon.is_ascii()) {
            return Err(ExecuteError::NotAscii(icon));
        }
        self.session.set_icons(icons);
        let (black, white) = icons.into();
        let board = self.session.current().is_some().then_some(Marks::None);
        Ok(Reply { board, ..Reply::from(Event::Icons { black, white }) })
    }

    /// Asks for a move bit by bit.
    fn ask(&mut self) -> Result<Reply, ExecuteError> {
        let game = self.session.require()?.game();
        if game.turn().is_none() {
            return Err(SessionError::Over.into());
        }
        let asking = Asking::new(game.questions(), game.grid().columns);
        let question = asking.question().unwrap_or("move");
        self.asking = Some(asking);
        Ok(Event::Asked { question }.into())
    }

    fn start(&mut self, mode: Mode, first: Option<Player>) -> Result<Reply, ExecuteError> {
        let left = self.begun();
        let throws = self.session.start(mode, first)?.throws().to_vec();
        self.abandon(left)?;
        self.go_on(Event::Started { throws }, Vec::new())
    }

    fn play(&mut self, name: &str) -> Result<Reply, ExecuteError> {
        let mv = self.session.require()?.game().parse_move(name)?;
        let ply = PlyReport::from(self.session.play(mv)?);
        self.go_on(Event::Played, vec![ply])
    }

    /// Lets the bots move until it is a person's turn, and counts a competitive game that has
    /// ended.
    fn go_on(&mut self, event: Event, mut plies: Vec<PlyReport>) -> Result<Reply, ExecuteError> {
        loop {
            // A bot may think for long, and the terminal may be closed meanwhile.
            if self.is_bots_turn() {
                self.keep();
            }
            let Some(ply) = self.session.play_bot()? else { break };
            plies.push(ply.into());
            if self.session.is_stopped() {
                break;
            }
            self.tell(&plies);
        }
        let ended = !plies.is_empty() && self.session.turn().is_none();
        let placing = if ended { self.place() } else { None };
        self.keep();
        let opening = if self.tells_openings { self.opening_reached(plies.len()) } else { None };
        Ok(Reply { event, plies, opening, board: Some(Marks::None), placing })
    }

    fn is_bots_turn(&self) -> bool {
        let turn = self.session.current().zip(self.session.turn());
        turn.is_some_and(|(game, turn)| game.mode().controller(turn) != Controller::Human)
    }

    /// Says which move was made last, where bots play on by themselves.
    fn tell(&self, plies: &[PlyReport]) {
        let current =
            self.session.current().filter(|game| matches!(game.mode(), Mode::Bots { .. }));
        if let (Some(progress), Some(current), Some(last)) = (self.progress, current, plies.last())
        {
            progress(Searching::Bots { ply: current.plies(), name: &last.name });
        }
    }

    fn legal(&self) -> Result<Reply, ExecuteError> {
        self.session.refuse_in_competitive("S (legal moves)")?;
        let game = self.session.require()?.game();
        let moves = game.moves().into_iter().map(|mv| game.move_name(mv)).collect();
        Ok(Reply { board: Some(Marks::Legal), ..Event::Legal { moves }.into() })
    }

    fn moves(&self) -> Result<Reply, ExecuteError> {
        let current = self.session.require()?;
        let moves = current.history().iter().map(PlyReport::from).collect();
        let transcript = current.move_names().collect();
        Ok(Event::Moves { moves, transcript }.into())
    }
}

impl Reply {
    /// A reply that shows the board.
    fn with_board(event: Event) -> Self {
        Self { board: Some(Marks::None), ..event.into() }
    }
}

impl From<Event> for Reply {
    fn from(event: Event) -> Self {
        Self { event, plies: Vec::new(), opening: None, board: None, placing: None }
    }
}
