//! Tic-tac-toe with the `Game` trait: the bots of the library can play it.
//!
//!     cargo run --example new_game

use std::error::Error;
use std::io;

use rand::SeedableRng;
use reversi::games::{Cell, Ending, Game, Grid, IllegalMove, Info, Move, Outcome, Played, Player};
use reversi::players::{Level, Rng};

static INFO: Info = Info {
    code: "tt",
    name: "Tic-tac-toe",
    rules: "Take a cell; three in a line win.",
    details: "Black and White in turn take a free cell. Three in a line win.",
    ..Info::plain(|setup| {
        Box::new(TicTacToe {
            cells: [None; 9],
            next: setup.first,
        })
    })
};

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

#[derive(Debug, Clone)]
struct TicTacToe {
    cells: [Option<Player>; 9],
    next: Player,
}

impl Game for TicTacToe {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn turn(&self) -> Option<Player> {
        self.outcome().is_none().then_some(self.next)
    }

    fn moves(&self) -> Vec<Move> {
        let free = (0..9).filter(|&cell| self.cells[usize::from(cell)].is_none());
        free.filter(|_| self.turn().is_some()).map(Move).collect()
    }

    fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let player = self.turn().ok_or(IllegalMove::GameOver)?;
        let square = self.move_square(mv).ok_or(IllegalMove::Unknown(mv))?;
        if self.cells[usize::from(mv.0)].is_some() {
            return Err(IllegalMove::Occupied(square));
        }
        self.cells[usize::from(mv.0)] = Some(player);
        self.next = player.opponent();
        Ok(Played::placed(player, square))
    }

    fn outcome(&self) -> Option<Outcome> {
        let has = |line: &[usize; 3], player| line.iter().all(|&c| self.cells[c] == Some(player));
        let won = |&player: &Player| LINES.iter().any(|line| has(line, player));
        let winner = Player::BOTH.into_iter().find(won);
        let full = || {
            self.cells
                .iter()
                .all(Option::is_some)
                .then(|| Outcome::drawn(Ending::Full))
        };
        winner
            .map(|winner| Outcome::won(winner, Ending::Line))
            .or_else(full)
    }

    fn grid(&self) -> Grid {
        let cells = self
            .cells
            .map(|owner| owner.map_or(Cell::Empty, Cell::Disc))
            .to_vec();
        Grid {
            rows: 3,
            columns: 3,
            cells,
            width: 1,
        }
    }
}

/// You play Black: type squares such as b2.
fn main() -> Result<(), Box<dyn Error>> {
    let mut game = TicTacToe {
        cells: [None; 9],
        next: Player::Black,
    };
    let mut bot = Level::new(9).expect("this level exists").bot(&INFO);
    let mut rng = Rng::seed_from_u64(1);
    let mut lines = io::stdin().lines();
    while let Some(player) = game.turn() {
        println!("{}", game.grid().to_rows().join("\n"));
        let mv = if player == Player::White {
            bot.pick(&game, &mut rng)
        } else {
            let Some(line) = lines.next() else {
                return Ok(());
            };
            game.parse_move(line?.trim())
                .inspect_err(|error| println!("{error}"))
                .ok()
        };
        if let Some(mv) = mv {
            let played = game.play(mv)?;
            println!("{} takes {}", played.player, game.move_name(mv));
        }
    }
    println!("{}", game.grid().to_rows().join("\n"));
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) => println!("{winner} wins"),
        None => println!("a draw"),
    }
    Ok(())
}
