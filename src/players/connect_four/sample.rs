//! Reference data: random positions, and scores by plain search.

use super::position::{CELLS, COLUMNS, ConnectFourPosition};

pub fn plain_score(position: ConnectFourPosition) -> i32 {
    if position.counters() == CELLS {
        return 0;
    }
    let legal = (0..COLUMNS).filter(|&column| position.is_legal(column));
    let value = |column| {
        if position.wins_with(column) {
            22 - (position.counters() / 2 + 1).cast_signed()
        } else {
            -plain_score(position.play(column))
        }
    };
    legal.map(value).max().unwrap_or(0)
}

/// Unfinished positions of random games.
pub fn random_positions(counters: u32, count: usize) -> Vec<ConnectFourPosition> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = ConnectFourPosition::start();
        while position.counters() < counters {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let column = u32::try_from(state >> 40).unwrap() % COLUMNS;
            if position.is_legal(column) {
                if position.wins_with(column) {
                    break;
                }
                position = position.play(column);
            }
        }
        if position.counters() == counters {
            positions.push(position);
        }
    }
    positions
}
