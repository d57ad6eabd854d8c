//! Properties of the tree: random walks compared with a simple model, saves, and depth.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::snapshot::{TreeSnapshot, print_tree};
use super::tests::{competitive, started};
use super::*;
use crate::games::{Played, Square};
use crate::records::{Annotation, MAX_NOTE_BYTES, MAX_TREE_POSITIONS, MoveTree, NodeId, TreeMove};

/// A tree as a map from the moves before a position to the moves tried there, in order.
#[derive(Debug, Default)]
struct Model {
    children: BTreeMap<Vec<Move>, Vec<Move>>,
    next: BTreeMap<Vec<Move>, Move>,
    notes: BTreeMap<Vec<Move>, String>,
    at: Vec<Move>,
    is_taken_back: bool,
}

impl Model {
    fn tried(&self, at: &[Move]) -> &[Move] {
        self.children.get(at).map_or(&[], |tried| tried)
    }

    fn next(&self, at: &[Move]) -> Option<Move> {
        self.next.get(at).or(self.tried(at).first()).copied()
    }

    fn ahead(&self) -> usize {
        let mut at = self.at.clone();
        while let Some(next) = self.next(&at) {
            at.push(next);
        }
        at.len() - self.at.len()
    }

    fn step(&mut self, mv: Move) {
        self.next.insert(self.at.clone(), mv);
        self.at.push(mv);
    }

    fn play(&mut self, mv: Move) {
        let tried = self.children.entry(self.at.clone()).or_default();
        let is_new = !tried.contains(&mv);
        if is_new {
            tried.push(mv);
        }
        if self.is_taken_back {
            tried.retain(|&other| other != mv);
            tried.insert(0, mv);
            self.is_taken_back = !is_new;
        }
        self.step(mv);
    }

    fn alternative(&self) -> Option<(usize, Move)> {
        (0..self.at.len()).rev().find_map(|index| {
            let tried = self.tried(&self.at[..index]);
            let place = tried.iter().position(|&mv| mv == self.at[index])?;
            (tried.len() > 1).then(|| (index, tried[(place + 1) % tried.len()]))
        })
    }

    fn promote(&mut self) -> bool {
        let mut has_changed = false;
        for (index, &mv) in self.at.iter().enumerate() {
            let tried = self.children.get_mut(&self.at[..index]).unwrap();
            has_changed |= tried[0] != mv;
            tried.retain(|&other| other != mv);
            tried.insert(0, mv);
        }
        has_changed
    }

    fn prune(&mut self) -> bool {
        let pruned = self.at.clone();
        let Some(mv) = self.at.pop() else {
            return false;
        };
        self.children
            .get_mut(&self.at)
            .unwrap()
            .retain(|&other| other != mv);
        if self.next.get(&self.at) == Some(&mv) {
            self.next.remove(&self.at);
        }
        self.children.retain(|path, _| !path.starts_with(&pruned));
        self.next.retain(|path, _| !path.starts_with(&pruned));
        self.notes.retain(|path, _| !path.starts_with(&pruned));
        self.is_taken_back = false;
        true
    }

    /// All positions in the order of the tree, with their notes.
    fn all(&self) -> Vec<(Vec<Move>, String)> {
        let mut all = Vec::new();
        let mut open = vec![Vec::new()];
        while let Some(at) = open.pop() {
            for &mv in self.tried(&at).iter().rev() {
                open.push([&at[..], &[mv]].concat());
            }
            let note = self.notes.get(&at).cloned().unwrap_or_default();
            all.push((at, note));
        }
        all
    }

    fn main_line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        while !(self.is_taken_back && line == self.at) {
            let Some(&mv) = self.tried(&line).first() else {
                break;
            };
            line.push(mv);
        }
        line
    }
}

fn all(current: &CurrentGame) -> Vec<(Vec<Move>, String)> {
    let tree = &current.tree;
    let mut all = Vec::new();
    let mut open = vec![NodeId::START];
    while let Some(id) = open.pop() {
        let children: Vec<NodeId> = tree.children(id).collect();
        open.extend(children.into_iter().rev());
        let path = tree
            .path(id)
            .into_iter()
            .map(|id| tree.move_to(id).mv)
            .collect();
        let note = tree.annotation(id).note.clone();
        all.push((path, note));
    }
    all
}

/// The number of moves in the lines.
fn of_lines(lines: &[VariationLine]) -> usize {
    lines.iter().map(|line| line.moves.len()).sum()
}

fn history(current: &CurrentGame) -> Vec<Move> {
    current.history().iter().map(|ply| ply.mv).collect()
}

proptest! {
    /// The tree matches a simple model after any walk, and a save restores it.
    #[test]
    fn walks_agree_with_a_simple_model(
        steps in prop::collection::vec((0..13_u8, any::<u8>()), 1..120),
    ) {
        let mut session = started(Players::HUMANS);
        let mut model = Model::default();
        for (kind, pick) in steps {
            let few = usize::from(pick % 4) + 1;
            match kind {
                0..=5 => {
                    let moves = session.require().unwrap().game().moves();
                    if moves.is_empty() {
                        continue;
                    }
                    let mv = moves[usize::from(pick) % moves.len().min(3)];
                    session.play(mv).unwrap();
                    model.play(mv);
                }
                6 => {
                    let can = few <= model.at.len();
                    prop_assert_eq!(session.undo(few).is_ok(), can);
                    if can {
                        model.at.truncate(model.at.len() - few);
                        model.is_taken_back = true;
                    }
                }
                7 => {
                    let can = few <= model.at.len();
                    prop_assert_eq!(session.browse(|game| game.back(few)).is_ok(), can);
                    if can {
                        model.at.truncate(model.at.len() - few);
                        model.is_taken_back = false;
                    }
                }
                8 | 9 => {
                    let can = few <= model.ahead();
                    let done = if kind == 8 { session.browse(|game| game.forward(few)) } else { session.redo(few).map(drop) };
                    prop_assert_eq!(done.is_ok(), can);
                    for _ in 0..if can { few } else { 0 } {
                        let next = model.next(&model.at).unwrap();
                        model.step(next);
                    }
                    if can && kind == 8 {
                        model.is_taken_back = false;
                    }
                }
                10 => {
                    let next = model.alternative();
                    prop_assert_eq!(session.browse(CurrentGame::enter_next).is_ok(), next.is_some());
                    if let Some((keep, mv)) = next {
                        model.at.truncate(keep);
                        model.step(mv);
                        model.is_taken_back = false;
                    }
                }
                11 => {
                    let note = "x}\\{\"\n é".chars().take(usize::from(pick % 8)).collect::<String>();
                    session.set_note(note.as_str()).unwrap();
                    model.notes.insert(model.at.clone(), note);
                }
                _ if pick % 3 == 0 => {
                    let before = session.snapshot().unwrap();
                    let pruned = session.cut(CurrentGame::prune);
                    prop_assert_eq!(pruned.is_ok(), model.prune());
                    let mut again = session.require().unwrap().clone();
                    if let Ok(moves) = pruned {
                        prop_assert!(again.can_restore());
                        prop_assert_eq!(again.restore(), Ok(moves));
                        prop_assert_eq!(Snapshot::of(&again, session.icons()), before);
                    }
                }
                _ => prop_assert_eq!(session.edit(CurrentGame::promote).is_ok(), model.promote()),
            }
            let current = session.require().unwrap();
            prop_assert_eq!(history(current), model.at.clone());
            prop_assert_eq!(current.undone(), model.ahead());
        }
        let current = session.require().unwrap();
        let expected = model.all();
        prop_assert_eq!(all(current), expected.clone());
        prop_assert_eq!(current.main_line(false), model.main_line());
        let lines = current.lines();
        prop_assert_eq!(of_lines(&lines), expected.len() - 1);
        let on_board = lines.iter().flat_map(|line| &line.moves).filter(|mv| mv.on_board).count();
        prop_assert_eq!(on_board, usize::from(!model.at.is_empty()));
        for line in &lines {
            session.browse(|game| game.enter(line.number, line.moves.len())).unwrap();
            prop_assert_eq!(session.require().unwrap().history().len(), line.after + line.moves.len());
        }
        let snapshot = session.snapshot().unwrap();
        let again = snapshot.replay().unwrap();
        prop_assert_eq!(all(&again), expected);
        prop_assert_eq!(Snapshot::of(&again, session.icons()), snapshot.clone());
        let text = ron::to_string(&snapshot).unwrap();
        prop_assert_eq!(ron::from_str::<Snapshot>(&text).unwrap(), snapshot);
    }

    /// Any text of a tree is read or rejected.
    #[test]
    fn any_text_of_a_tree_is_safe(text in "([(){}\\\\!? ]|f5|d6|c3|f6|x){0,30}") {
        let mut snapshot = started(Players::HUMANS).snapshot().unwrap();
        snapshot.tree = Some(TreeSnapshot { lines: text.clone(), taken_back: false });
        match snapshot.replay() {
            Ok(game) => {
                let printed = print_tree(&game.tree);
                let tree = TreeSnapshot { lines: printed.clone(), taken_back: false };
                snapshot.tree = Some(tree);
                prop_assert_eq!(print_tree(&snapshot.replay().unwrap().tree), printed);
            }
            Err(SnapshotError::Tree { offset, .. }) => prop_assert!(text.get(..offset).is_some()),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

/// A session after playing moves in order; `<` undoes the last one, `-` steps back over it.
fn walked(moves: &str) -> Session {
    let mut session = started(Players::HUMANS);
    for name in moves.split_whitespace() {
        match name {
            "<" => drop(session.undo(1).unwrap()),
            "-" => session.browse(|game| game.back(1)).unwrap(),
            name => {
                let mv = session.require().unwrap().game().parse_move(name).unwrap();
                session.play(mv).unwrap();
            }
        }
    }
    session
}

fn tree(session: &Session) -> String {
    print_tree(&session.require().unwrap().tree)
}

#[test]
fn what_is_played_after_undo_is_the_game_and_after_back_a_variation() {
    assert_eq!(tree(&walked("f5 d6 < f6")), "f5 (f6) (d6)");
    assert_eq!(tree(&walked("f5 d6 - f6")), "f5 (d6) (f6)");
    assert_eq!(
        tree(&walked("f5 d6 c3 < < d6")),
        "f5 d6 c3",
        "the same move continues its line"
    );
    let names = |session: &Session| {
        let current = session.require().unwrap();
        let line = current
            .main_line(false)
            .into_iter()
            .map(|mv| Square::from_index(mv.0, 8));
        line.map(|square| square.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names(&walked("f5 d6 < f6")), "f5 f6");
    assert_eq!(names(&walked("f5 d6 - f6")), "f5 d6");
    assert_eq!(
        names(&walked("f5 d6 c3 < <")),
        "f5",
        "moves taken back are not part of the game"
    );
    assert_eq!(names(&walked("f5 d6 c3 - -")), "f5 d6 c3");
}

#[test]
fn back_lets_no_bot_move_and_keeps_the_players() {
    let mut session = Session::new(1);
    let level = "3".parse().unwrap();
    session
        .start(Players::against(Player::Black, level), None)
        .unwrap();
    let mv = session.require().unwrap().game().moves()[0];
    session.play(mv).unwrap();
    session.browse(|game| game.back(1)).unwrap();
    session.browse(|game| game.forward(1)).unwrap();
    assert!(!session.is_human(session.turn().unwrap()));
    assert_eq!(
        session.browse(|game| game.back(2)),
        Err(SessionError::Back {
            asked: 2,
            possible: 1
        })
    );
    assert_eq!(
        session.browse(|game| game.forward(1)),
        Err(SessionError::Forward {
            asked: 1,
            possible: 0
        })
    );
}

#[test]
fn what_the_tree_lacks_is_refused_and_changes_nothing() {
    let mut session = walked("f5 d6 - f6");
    session.set_note("good").unwrap();
    session.assess(Some(Assessment::Good)).unwrap();
    let before = session.snapshot().unwrap();
    assert_eq!(tree(&session), "f5 (d6) (f6! {good})");
    let errors = [
        session.browse(|game| game.enter(3, 1)).unwrap_err(),
        session.browse(|game| game.enter(0, 1)).unwrap_err(),
        session.browse(|game| game.enter(2, 2)).unwrap_err(),
        session.browse(|game| game.back(0)).unwrap_err(),
        session
            .set_note("x".repeat(MAX_NOTE_BYTES + 1))
            .unwrap_err(),
        session
            .edit(|game| game.add_line(1, &[Move(0)], ""))
            .unwrap_err(),
    ];
    assert_eq!(errors[0].to_string(), "no line 3: there are 2");
    assert_eq!(errors[2].to_string(), "line 2 has no move 2: use 1 to 1");
    assert_eq!(session.snapshot().unwrap(), before);
    session.browse(|game| game.back(2)).unwrap();
    assert_eq!(
        session.cut(CurrentGame::prune).map(drop),
        Err(SessionError::NoMove)
    );
    assert_eq!(session.assess(None), Err(SessionError::NoMove));
    assert_eq!(
        session.edit(CurrentGame::promote),
        Err(SessionError::IsMainLine)
    );
    assert_eq!(
        walked("f5").browse(CurrentGame::enter_next),
        Err(SessionError::NoVariations)
    );
}

#[test]
fn a_competitive_game_has_no_variations() {
    let mut session = started(competitive());
    let mv = session.require().unwrap().game().moves()[0];
    session.play(mv).unwrap();
    for result in [
        session.browse(|game| game.back(1)),
        session.browse(|game| game.forward(1)),
        session.browse(|game| game.enter(1, 1)),
        session.browse(CurrentGame::enter_next),
        session.edit(CurrentGame::promote),
        session.cut(CurrentGame::prune).map(drop),
        session.edit(|game| game.add_line(0, &[mv], "")).map(drop),
    ] {
        assert_eq!(result, Err(SessionError::Competitive));
    }
    session.set_note("mine").unwrap();
}

#[test]
fn the_text_of_a_tree_names_what_is_wrong_and_where() {
    let mut snapshot = walked("f5").snapshot().unwrap();
    for (text, offset, message) in [
        ("f5 d6 c3)", 8, "unexpected )"),
        ("f5 (d6) (f6", 11, ") is missing"),
        ("f5 (d6) () (f6)", 8, "a variation must begin with a move"),
        ("f5 {no end", 3, "} is missing"),
        ("f5 d6!!!", 3, "\"!!!\" is not a move annotation"),
        ("f5 (d6) (d6)", 9, "d6 appears twice after the same moves"),
        (
            "f5 a1",
            3,
            "a1 is not legal: a move must flip at least one disc",
        ),
        ("d3", 0, "the game's moves are missing from its variations"),
    ] {
        snapshot.tree = Some(TreeSnapshot {
            lines: text.to_owned(),
            taken_back: false,
        });
        match snapshot.replay().unwrap_err() {
            SnapshotError::Tree {
                offset: found,
                problem,
            } => {
                assert_eq!((found, &*problem), (offset, message), "{text}");
            }
            other => panic!("{text}: {other}"),
        }
    }
    snapshot.tree = Some(TreeSnapshot {
        lines: "(".repeat(1 << 20),
        taken_back: false,
    });
    assert!(snapshot.replay().is_err());
}

#[test]
fn a_game_with_one_line_has_a_plain_snapshot() {
    assert_eq!(walked("f5 d6 c3").snapshot().unwrap().tree, None);
    assert_eq!(walked("f5 d6 < d6").snapshot().unwrap().tree, None);
    let taken_back = walked("f5 d6 <").snapshot().unwrap().tree.unwrap();
    assert_eq!((&*taken_back.lines, taken_back.taken_back), ("f5 d6", true));
}

#[test]
fn a_tree_of_any_depth_is_cloned_printed_and_dropped() {
    let mut tree = MoveTree::default();
    let mut at = NodeId::START;
    let played = Played::placed(Player::Black, Square { row: 0, column: 0 });
    while !tree.is_full() {
        let other = tree.add(at, TreeMove::new(Move(1), "b1".to_owned(), &played));
        if !tree.is_full() {
            at = tree.add(at, TreeMove::new(Move(0), "a1".to_owned(), &played));
        }
        assert!(tree.parent(other).is_some());
    }
    assert_eq!(tree.move_count(), MAX_TREE_POSITIONS - 1);
    let mut clone = tree.clone();
    drop(tree);
    assert_eq!(clone.lines().len(), MAX_TREE_POSITIONS / 2);
    assert!(print_tree(&clone).len() > MAX_TREE_POSITIONS);
    let path = clone.path(at);
    let ids = clone.clear_unmarked(&path);
    assert_eq!(clone.move_count(), path.len());
    let (branch, _) = clone.prune(ids(path[0]).unwrap());
    assert_eq!((branch.move_count(), clone.move_count()), (path.len(), 0));
    clone.graft(NodeId::START, &branch);
    assert_eq!(clone.move_count(), path.len());
}

#[test]
fn annotations_written_after_a_removal_stay_when_its_moves_return() {
    let played = Played::placed(Player::Black, Square { row: 0, column: 0 });
    let step = |number, name: &str| TreeMove::new(Move(number), name.to_owned(), &played);
    let note = |note: &str| Annotation {
        note: note.to_owned(),
        ..Annotation::default()
    };
    let mut tree = MoveTree::default();
    let first = tree.add(NodeId::START, step(0, "a1"));
    let second = tree.add(first, step(1, "b1"));
    tree.annotate(first, note("old"));
    tree.annotate(second, note("kept"));
    let (branch, _) = tree.prune(first);
    let again = tree.add(NodeId::START, step(0, "a1"));
    tree.annotate(again, note("new"));
    let ids = tree.graft(NodeId::START, &branch);
    assert_eq!(ids[0], again);
    let notes = ids.iter().map(|&id| &*tree.annotation(id).note);
    assert_eq!(notes.collect::<Vec<_>>(), ["new", "kept"]);
}

/// Lines without notes are removed to make room, and memory stays bounded.
#[test]
fn a_full_tree_forgets_lines_without_remarks() {
    let mut session = walked("f5 d6 - f6");
    session.set_note("kept").unwrap();
    let mut rng = crate::players::Rng::seed_from_u64(3);
    let mut is_over = 0;
    while is_over < 2 {
        let game = session.require().unwrap().game();
        let moves = game.moves();
        let before = session.require().unwrap().tree.move_count();
        if moves.is_empty() {
            session.undo(rng.random_range(1..60)).ok();
        } else {
            session
                .play(moves[rng.random_range(0..moves.len())])
                .unwrap();
        }
        is_over += usize::from(session.require().unwrap().tree.move_count() < before);
        assert!(session.require().unwrap().tree.move_count() < MAX_TREE_POSITIONS);
    }
    assert!(tree(&session).contains("f6 {kept}"));
    assert!(session.snapshot().unwrap().replay().is_ok());
}
