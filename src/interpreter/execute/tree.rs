//! The tree of a game from a record, and in one.

use crate::games::{Move, Setup, Square, reversi};
use crate::records::{Format, GameRecord, RecordNode, RecordTree, RecordedMove, Tag};
use crate::session::{CurrentGame, Mode, SessionError};

/// The property of a record that has the note about the start.
const COMMENT: &str = "C";

/// The game of a record with variations, at the end of its main line.
pub(super) fn read(
    record: &GameRecord,
    tree: &RecordTree,
    setup: Setup,
) -> Result<CurrentGame, SessionError> {
    let mut game = CurrentGame::new(&reversi::INFO, setup, Mode::Manual);
    read_start_note(record, &mut game)?;
    // The number of moves that lead to each ply of the line being read: passes are none.
    let mut moves = vec![0];
    for (depth, node) in tree.in_order() {
        moves.truncate(depth + 1);
        let RecordNode { mv, comment, assessment, .. } = node;
        let square = mv.and_then(|mv| mv.square);
        let mut note = plain(comment);
        let mut assessment = *assessment;
        if let Some(square) = square {
            game.branch(moves[depth], Move(square.index(8)))?;
        } else {
            // What is written about a pass is about the position after it, which the move before led to.
            let before = [game.note().to_owned(), note];
            note =
                before.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("\n");
            assessment = game.assessment();
        }
        if !note.is_empty() || assessment.is_some() {
            game.annotate(note, assessment)?;
        }
        moves.push(moves[depth] + usize::from(square.is_some()));
    }
    game.go_to_main_end();
    Ok(game)
}

/// The note about the start.
pub(super) fn read_start_note(
    record: &GameRecord,
    game: &mut CurrentGame,
) -> Result<(), SessionError> {
    let note = plain(&start_comment(record));
    if note.is_empty() { Ok(()) } else { game.annotate_start(note) }
}

fn is_comment(tag: &Tag) -> bool {
    tag.format == Format::Sgf && tag.name == COMMENT
}

fn start_comment(record: &GameRecord) -> String {
    let comments = record.tags.iter().filter(|tag| is_comment(tag));
    comments.map(|tag| &*tag.value).collect::<Vec<_>>().join("\n")
}

/// A comment without characters that a terminal would act on.
fn plain(comment: &str) -> String {
    let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    comment.replace("\r\n", "\n").chars().map(plain).collect::<String>().trim().to_owned()
}

/// Gives a record of the main line the tree of its game. `known` is the record that the game was taken from,
/// with evaluations of its variations.
pub(super) fn write(record: &mut GameRecord, current: &CurrentGame, known: Option<&GameRecord>) {
    if current.start_note() != plain(&start_comment(record)) {
        record.tags.retain(|tag| !is_comment(tag));
        if !current.start_note().is_empty() {
            let (name, value) = (COMMENT.to_owned(), current.start_note().to_owned());
            record.tags.push(Tag { format: Format::Sgf, name, value });
        }
    }
    let known = known.and_then(GameRecord::tree);
    let mut tree = RecordTree::default();
    // The ply after each move of the line being written, here and in what is known.
    let mut path: Vec<(usize, Option<usize>)> = vec![(0, known.map(|_| 0))];
    let add = |tree: &mut RecordTree, (at, at_known): (usize, Option<usize>), mv| {
        let at_known = known.zip(at_known).and_then(|(known, at)| known.child(at, &mv));
        let evaluated = known.zip(at_known).and_then(|(known, at)| known.node(at).mv);
        (tree.add(at, evaluated.unwrap_or(mv)), at_known)
    };
    let unknown = |player, square| RecordedMove { player, square, evaluation: None, seconds: None };
    if let Some(pass) = record.moves().first().filter(|mv| mv.square.is_none()) {
        path[0] = add(&mut tree, path[0], *pass);
    }
    for (after, mv) in current.all_moves() {
        path.truncate(after + 1);
        let square = Square::from_index(mv.mv.0, 8);
        let mut at = add(&mut tree, path[after], unknown(mv.player, Some(square)));
        let node = tree.node_mut(at.0);
        (node.comment, node.assessment) = (mv.note, mv.assessment);
        if let Some(player) = mv.passed {
            at = add(&mut tree, at, unknown(player, None));
        }
        path.push(at);
    }
    // The main line has evaluations too.
    let mut at = 0;
    for mv in record.moves() {
        let Some(&first) = tree.children(at).first() else { break };
        tree.node_mut(first).mv = Some(*mv);
        at = first;
    }
    // Its main line is that of the record.
    let _ = record.set_tree(tree);
}
