//! Properties of a desk: no move is lost or played twice, a refused action changes nothing, and a seed reproduces a
//! game, whenever thoughts end.

use std::cell::RefCell;
use std::rc::Rc;

use proptest::prelude::*;

use super::*;
use crate::games::{Info, Player, REGISTRY, find};
use crate::interpreter::{Awaited, MoveInput, NewGame, RecordError};
use crate::session::Ply;
use crate::store::Store;

type Waiting = Rc<RefCell<VecDeque<Job>>>;

/// A desk whose thoughts run only when the test runs them.
struct Slow {
    desk: Desk,
    waiting: Waiting,
    /// The names of the moves reported to the screen.
    told: Vec<String>,
    home: tempfile::TempDir,
}

impl Slow {
    fn new(info: &'static Info) -> Self {
        let home = tempfile::tempdir().unwrap();
        let waiting = Waiting::default();
        let queue = Rc::clone(&waiting);
        let start = Box::new(move |job| queue.borrow_mut().push_back(job));
        let desk = Desk::with_worker(&Settings::of_test(info, home.path()), || (), start);
        Self {
            desk,
            waiting,
            told: Vec::new(),
            home,
        }
    }

    fn moves(&self) -> Vec<String> {
        let game = self.desk.view().game.as_ref();
        game.iter()
            .flat_map(|game| game.current.move_names())
            .collect()
    }

    /// The state that a refused action must not change.
    fn state(&self) -> String {
        format!(
            "{:?}",
            View {
                thought: None,
                ..self.desk.view().clone()
            }
        )
    }

    /// Performs an action and checks its notices. Returns false if it is refused.
    fn act(&mut self, action: &Action) -> bool {
        let before = self.state();
        let is_possible = self.desk.can(action);
        let is_stop = matches!(action, Action::MoveNow);
        let done = self.desk.act(action.clone());
        if done.is_err() {
            assert!(
                self.state() == before,
                "{action:?} is refused and changes something"
            );
        } else {
            assert!(is_possible, "{action:?} is done although it can't be");
        }
        if is_stop {
            assert!(self.state() == before, "{action:?}");
        }
        self.hear();
        done.is_ok()
    }

    fn line(&mut self, line: &str) -> bool {
        self.act(&Action::Line(line.to_owned()))
    }

    /// Runs the job at `index`, if any.
    fn run(&mut self, index: usize) {
        let job = self.waiting.borrow_mut().remove(index);
        if let Some(job) = job {
            job.run();
            self.hear();
        }
    }

    /// Ticks, and checks that the reported moves are on the board.
    fn hear(&mut self) {
        for notice in self.desk.tick() {
            let reply = match notice {
                Notice::Reply(reply) => reply,
                Notice::Failed(error) => panic!("{error}"),
                Notice::NotKept(error) => panic!("{error}"),
                Notice::Died => panic!("a job died"),
            };
            match reply.events[0] {
                Event::Started { .. } => self.told.clear(),
                Event::Undone { moves } => self.told.truncate(self.told.len() - moves),
                Event::Redone { moves } => {
                    let known = self.moves();
                    let redone = known[self.told.len()..][..moves].to_vec();
                    self.told.extend(redone);
                }
                _ => {}
            }
            self.told.extend(reply.plies().iter().map(Ply::name));
        }
        assert_eq!(self.told, self.moves());
        assert!(self.desk.tick().is_empty());
    }
}

#[derive(Debug, Clone)]
enum Happening {
    Line(&'static str),
    Click(usize),
    MoveNow,
    /// The end of the waiting thought at this index.
    Thought(usize),
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    /// Separated by `|`; the last one is empty.
    const LINES: &str = "N|A B 1|A W 1|A W 3|G B ann|restart|U|U 2|redo|goto 0|goto 1|player black 1|\
        player white 2|player black human|player white human|H|go|S|show|moves|eval|solve|C x o|E save|L save|\
        make|3|d|play c4|play rv|seed 5|nonsense|a1|";
    let happening = prop_oneof![
        3 => prop::sample::select(LINES.split('|').collect::<Vec<_>>()).prop_map(Happening::Line),
        4 => (0..20_usize).prop_map(Happening::Click),
        1 => Just(Happening::MoveNow),
        4 => (0..4_usize).prop_map(Happening::Thought),
    ];
    prop::collection::vec(happening, 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_move_is_lost_or_played_twice_and_what_is_refused_changes_nothing(
        happenings in happenings(),
    ) {
        let mut slow = Slow::new(REGISTRY[0]);
        slow.line("A W 1");
        for happening in happenings {
            match happening {
                // The save may be of a different game.
                Happening::Line(line @ "L save") => {
                    slow.desk.act(Action::Line(line.to_owned())).ok();
                    slow.told = slow.moves();
                    let plies: usize = slow.desk.tick().iter().map(|notice| match notice {
                        Notice::Reply(reply) => reply.played(),
                        _ => 0,
                    }).sum();
                    prop_assert_eq!(plies, 0);
                }
                Happening::Line(line) => {
                    slow.line(line);
                }
                Happening::Click(number) => {
                    let game = slow.desk.game();
                    let legal = game.map(|game| game.position().shown_moves()).unwrap_or_default();
                    if let Some(&mv) = legal.get(number % legal.len().max(1)) {
                        let mv = MoveInput::Of(mv);
                        let is_thinking = slow.desk.interpreter.is_bot_thinking();
                        let before = slow.moves().len();
                        let is_played = slow.act(&Action::Command(Command::Play { mv }));
                        prop_assert_eq!(is_played, !is_thinking);
                        prop_assert_eq!(slow.moves().len(), before + usize::from(is_played));
                    }
                }
                Happening::MoveNow => {
                    slow.act(&Action::MoveNow);
                }
                Happening::Thought(index) => slow.run(index),
            }
        }
        // At the end, all thoughts finish, newest first.
        let mut thoughts = 0;
        while !slow.waiting.borrow().is_empty() {
            // Otherwise, two bots would play to the end of the game.
            slow.desk.act(Action::MoveNow).ok();
            let newest = slow.waiting.borrow().len() - 1;
            slow.run(newest);
            thoughts += 1;
            prop_assert!(thoughts < 200, "it never ends");
        }
        prop_assert!(!slow.desk.is_working());
    }
}

#[test]
fn the_library_is_read_and_positions_are_drawn_beside_a_thinking_bot() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(slow.line("A B depth:60") && slow.line("d3"));
    let purpose = |slow: &Slow| slow.desk.view().thought.as_ref().unwrap().purpose;
    let thinking = purpose(&slow);
    for line in ["find player=ann", "export moves.gif --force"] {
        let line = line.replace(
            "moves.gif",
            &slow.home.path().join("moves.gif").to_string_lossy(),
        );
        assert!(
            slow.line(&line) && slow.waiting.borrow().len() == 2,
            "{line}"
        );
        slow.run(1);
        assert_eq!(purpose(&slow), thinking, "{line}");
        assert_eq!(slow.moves(), ["d3"]);
    }
    // Another game was begun before the position was drawn.
    assert!(slow.line("N plies=2") && slow.line("restart"));
    slow.run(1);
    assert_eq!(slow.moves(), [""; 0]);
    slow.waiting.borrow_mut().clear();
    assert!(slow.line("d3") && slow.line("N plies=2"));
    let draw = slow.waiting.borrow_mut().remove(1).unwrap();
    draw.run();
    assert!(matches!(slow.desk.tick()[..], [Notice::Reply(_)]));
    assert!(slow.moves().len() == 2 && !slow.desk.is_working());
}

#[test]
fn a_persons_move_is_on_the_board_before_the_bot_has_thought() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(slow.line("A B depth:60") && slow.waiting.borrow().is_empty());
    assert!(slow.line("d3"));
    assert_eq!(slow.moves(), ["d3"]);
    assert!(slow.desk.is_working() && slow.desk.view().thought.is_some());
    for refused in [
        "c3",
        "U",
        "redo",
        "goto 0",
        "player black 1",
        "L x",
        "import x.ggf",
        "paste",
        "H",
        "go",
    ] {
        assert!(!slow.line(refused), "{refused}");
    }
    for allowed in ["show", "moves", "help", "C x o", "W"] {
        assert!(slow.line(allowed), "{allowed}");
        assert!(slow.desk.is_working(), "{allowed}");
    }
    assert!(slow.line("restart") && slow.moves().is_empty() && !slow.desk.is_working());
    // The answer for the previous game is stale.
    slow.run(0);
    assert_eq!(slow.moves(), [""; 0]);
}

#[test]
fn a_refused_line_leaves_the_question_pending_but_ends_a_paste() {
    let mut slow = Slow::new(REGISTRY[0]);
    let awaited = |slow: &Slow| slow.desk.view().awaited.map(Awaited::name);
    assert!(slow.line("N") && slow.line("make"));
    for refused in ["nonsense", "goto 9", "L nothing"] {
        assert!(!slow.line(refused), "{refused}");
        assert_eq!(awaited(&slow), Some("column"), "{refused}");
    }
    assert!(slow.line("d") && !slow.line("1"), "d1 is illegal");
    assert_eq!(awaited(&slow), Some("row"));
    assert!(slow.line("3") && slow.moves() == ["d3"] && awaited(&slow).is_none());
    // Another command cancels the question.
    assert!(slow.line("make") && slow.line("moves") && awaited(&slow).is_none());
    assert!(slow.line("paste") && slow.line("hello"));
    assert!(slow.desk.act(Action::Line(String::new())).is_err());
    assert_eq!(awaited(&slow), None, "what follows is not pasted");
}

#[test]
fn a_saved_game_is_lost_only_after_a_question_or_with_force() {
    let mut slow = Slow::new(REGISTRY[0]);
    let awaited = |slow: &Slow| slow.desk.view().awaited.map(Awaited::name);
    let saved_plies = |slow: &Slow| {
        let (_, game) = slow
            .desk
            .interpreter
            .store()
            .load(&"a".parse().unwrap())
            .unwrap();
        game.plies()
    };
    let begin = |slow: &mut Slow, moves: &str| {
        slow.line("N");
        moves
            .split_whitespace()
            .for_each(|mv| assert!(slow.line(mv)));
    };
    // Later states of the same game replace it at once.
    begin(&mut slow, "d3 c3");
    for (line, plies) in [("E a", 2), ("E a", 2), ("c4", 2), ("E a", 3)] {
        assert!(slow.line(line) && awaited(&slow).is_none(), "{line}");
        assert_eq!(saved_plies(&slow), plies, "{line}");
    }
    for (moves, before) in [
        ("c4 e3 f6 e6", ""),
        ("d3 c3", ""),
        ("d3 c3 c4 e3", "player white 1"),
        ("d3 c3 c4 e3", "U 2"),
    ] {
        begin(&mut slow, moves);
        if !before.is_empty() {
            slow.line(before);
        }
        for answer in ["n", ""] {
            assert!(
                slow.line("E a") && awaited(&slow) == Some("overwrite"),
                "{moves} {before}"
            );
            assert!(slow.line(answer) && awaited(&slow).is_none());
            assert_eq!(saved_plies(&slow), 3);
        }
    }
    // Moves of a variation would be lost, too.
    begin(&mut slow, "d3 c3 c4 e3");
    for line in ["U 2", "b3", "U", "c4", "e3", "E b"] {
        assert!(slow.line(line), "{line}");
    }
    begin(&mut slow, "d3 c3 c4 e3");
    assert!(slow.line("E b") && awaited(&slow) == Some("overwrite") && slow.line("n"));
    begin(&mut slow, "d3 c5");
    assert!(slow.line("E a") && slow.line("y") && saved_plies(&slow) == 2);
    begin(&mut slow, "f5");
    assert!(slow.line("E a --force") && awaited(&slow).is_none() && saved_plies(&slow) == 1);
    assert!(slow.line("R a") && awaited(&slow) == Some("delete"));
    assert!(!slow.line("maybe") && awaited(&slow) == Some("delete"));
    assert!(slow.line("n") && saved_plies(&slow) == 1);
    assert!(slow.line("R a") && slow.line("yes") && !slow.line("L a"));
    assert!(
        !slow.line("R a") && awaited(&slow).is_none(),
        "there is nothing to ask about"
    );
    // Screens ask before commands from their menus and dialogs.
    let command = |line: &str| Action::Command(line.parse().unwrap());
    let losses = ["E b", "R b", "E c", "E b --force"].map(|line| slow.desk.loss(&command(line)));
    assert_eq!(
        losses,
        [Some(Loss::OtherSave), Some(Loss::Save), None, None]
    );
    for (line, answer) in [("library purge", "n"), ("repertoire remove all", "no")] {
        assert!(
            slow.line(line) && awaited(&slow) == Some("delete"),
            "{line}"
        );
        assert!(slow.line(answer) && awaited(&slow).is_none(), "{line}");
    }
    // A script doesn't ask.
    for line in ["E b", "R b", "library purge"] {
        slow.desk.perform(line, &mut |_| ()).unwrap().unwrap();
        assert!(slow.desk.interpreter.awaited().is_none(), "{line}");
    }
}

#[test]
fn a_missing_side_is_asked_for_at_a_prompt_only() {
    let mut slow = Slow::new(REGISTRY[0]);
    let awaited = |slow: &Slow| slow.desk.view().awaited.map(Awaited::name);
    // Both sides can move.
    let squares = "-------------------X-------XX------XO---------------------------";
    let rows: Vec<&str> = (0..8).map(|row| &squares[8 * row..8 * row + 8]).collect();
    let file = slow.home.path().join("board.txt");
    std::fs::write(&file, rows.join("\n")).unwrap();
    let setboard = vec![format!("setboard {squares}")];
    let paste = vec![format!("paste {squares}")];
    let lines: Vec<String> = ["paste"]
        .iter()
        .chain(&rows)
        .chain([&""])
        .map(|line| (*line).to_owned())
        .collect();
    let import = vec![format!("import {}", file.display())];
    for commands in [setboard, paste, lines, import] {
        for (answer, turn) in [
            ("B", Player::Black),
            ("w", Player::White),
            ("white to move", Player::White),
            ("pretas", Player::Black),
        ] {
            for command in &commands {
                slow.desk.act(Action::Line(command.clone())).unwrap();
            }
            slow.run(0);
            slow.hear();
            assert_eq!(awaited(&slow), Some("side"), "{commands:?}");
            // Neither a blank line nor nonsense is an answer.
            slow.line("");
            assert!(!slow.line("nonsense") && awaited(&slow) == Some("side"));
            assert!(slow.line(answer) && awaited(&slow).is_none());
            slow.run(0);
            slow.hear();
            assert_eq!(
                (awaited(&slow), slow.desk.view().turn()),
                (None, Some(turn)),
                "{answer}"
            );
        }
        // Another command cancels the question.
        for command in &commands {
            slow.desk.act(Action::Line(command.clone())).unwrap();
        }
        slow.run(0);
        slow.hear();
        assert!(slow.line("N") && awaited(&slow).is_none());
        // A script can't answer.
        let results: Vec<_> = commands
            .iter()
            .filter_map(|command| slow.desk.perform(command, &mut |_| ()))
            .collect();
        let error = results.into_iter().last().unwrap().unwrap_err().to_string();
        assert!(
            error.ends_with("add `X to move` or `O to move` after the board"),
            "{error}"
        );
        assert!(slow.desk.interpreter.awaited().is_none());
    }
    // Text that a screen gets at once is asked about, too.
    let paste = Command::Paste {
        text: rows.join("\n"),
    };
    slow.desk.act(Action::Command(paste)).unwrap();
    assert_eq!(awaited(&slow), Some("side"));
    slow.desk.act(Action::Side(Player::White)).unwrap();
    assert_eq!(slow.desk.view().turn(), Some(Player::White));
}

#[test]
fn a_refusal_names_the_words_that_were_typed() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(slow.line("G B ann"));
    for (line, typed) in [
        ("E x", "E"),
        ("save x", "save"),
        ("s", "s"),
        ("legal", "legal"),
    ] {
        let refusal = slow
            .desk
            .act(Action::Line(line.to_owned()))
            .unwrap_err()
            .to_string();
        assert_eq!(refusal, format!("{typed} is disabled in competitive games"));
    }
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(slow.line("A W 3"));
    let refusal = slow
        .desk
        .act(Action::Line("d3".to_owned()))
        .unwrap_err()
        .to_string();
    assert_eq!(refusal, "d3 is not available while the bot is thinking");
}

#[test]
fn only_the_resignation_is_undone_and_a_bot_to_move_moves() {
    let mut slow = Slow::new(REGISTRY[0]);
    let undo = Action::Command(Command::Undo { turns: 1 });
    assert!(slow.line("N") && slow.line("resign") && slow.desk.can(&undo));
    assert!(slow.line("U") && slow.desk.view().turn() == Some(Player::Black));
    assert!(!slow.line("U"), "there is nothing else to undo");
    assert!(slow.line("d3") && slow.line("c3") && slow.line("resign") && slow.line("U 2"));
    assert_eq!(slow.moves(), ["d3"], "a resignation is a turn");
    assert!(slow.line("A B 1") && slow.line("d3") && slow.line("resign"));
    assert!(slow.line("U") && slow.moves() == ["d3"] && slow.desk.is_working());
    // The first thought was dropped by the resignation.
    slow.run(1);
    assert_eq!(slow.moves().len(), 2);
}

#[test]
fn a_hint_is_dropped_by_a_move_and_replaced_by_another_question() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(slow.line("N") && slow.line("H") && slow.desk.is_working());
    assert!(slow.line("d3") && !slow.desk.is_working());
    slow.run(0);
    assert!(slow.line("eval") && slow.line("H"));
    slow.run(0);
    assert!(slow.desk.is_working(), "only the hint is waited for");
    slow.run(0);
    assert!(!slow.desk.is_working());
    let marks = slow.desk.view().game.as_ref().unwrap().marks();
    assert!(
        matches!(marks, crate::interpreter::Marks::Suggested(_)),
        "{marks:?}"
    );
}

#[test]
fn between_the_plies_of_two_bots_the_game_can_be_stopped() {
    let mut slow = Slow::new(find("c4").unwrap());
    assert!(slow.line("N") && slow.line("player black 1") && slow.line("player white 1"));
    for plies in 1..4 {
        slow.run(0);
        assert_eq!(slow.moves().len(), plies);
    }
    assert!(slow.act(&Action::MoveNow));
    slow.run(0);
    assert_eq!(slow.moves().len(), 4);
    assert!(!slow.desk.is_working());
    assert!(slow.line("U") && slow.moves().len() == 3);
    assert!(slow.line("go"));
    slow.run(0);
    assert!(slow.desk.is_working(), "the bots go on");
}

#[test]
fn where_a_bot_is_to_move_goto_lets_it_think_and_elsewhere_not() {
    let go_to = |number| Action::Command(Command::GoTo { number });
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(!slow.desk.can(&go_to(0)) && !slow.line("goto 0"));
    assert!(slow.line("A B 1") && slow.line("d3"));
    slow.run(0);
    let moves = slow.moves();
    assert!(slow.desk.can(&go_to(2)) && !slow.desk.can(&go_to(3)) && !slow.line("goto 3"));
    assert!(slow.line("goto 2") && !slow.desk.is_working() && slow.moves() == moves);
    assert!(slow.line("goto 0") && !slow.desk.is_working() && slow.moves().is_empty());
    assert!(slow.desk.can(&go_to(2)) && slow.line("goto 1"));
    assert_eq!(slow.moves(), ["d3"]);
    assert!(slow.desk.is_working() && !slow.desk.can(&go_to(0)));
    slow.run(0);
    assert_eq!(slow.moves().len(), 2);
    assert!(!slow.line("redo"), "the bot has moved");
}

#[test]
fn a_seed_repeats_a_game_whoever_drives_it_and_after_dropped_thoughts() {
    const SCRIPT: [&str; 9] = [
        "seed 3",
        "A W 1",
        "U",
        "redo",
        "goto 0",
        "player white 1",
        "N",
        "A B 1",
        "d3",
    ];
    for info in REGISTRY {
        let level = if info.is_reversi() { "7" } else { "1" };
        let lines = SCRIPT.map(|line| line.replace(" 1", &format!(" {level}")));
        let home = tempfile::tempdir().unwrap();
        let mut script = Desk::new(&Settings::of_test(info, home.path()), || ());
        for line in &lines {
            let _ = script.perform(line, &mut |_| ());
        }
        let mut slow = Slow::new(info);
        for line in &lines {
            slow.line(line);
            // Abandoned thoughts use no random numbers.
            if line.starts_with('A') && slow.desk.is_working() {
                slow.line("restart");
                slow.run(0);
                slow.line("restart");
                slow.run(0);
            }
            while slow.desk.is_working() {
                slow.run(0);
            }
        }
        assert_eq!(slow.desk.game(), script.game(), "{}", info.name);
        assert!(script.game().is_some());
    }
}

#[test]
fn earlier_positions_are_shown_while_the_game_goes_on() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(!slow.act(&Action::Browse(0)));
    for line in ["A B 1", "d3"] {
        slow.line(line);
    }
    assert!(slow.desk.is_working() && slow.act(&Action::Browse(0)));
    let shown = |slow: &Slow| {
        let shown = slow.desk.view().shown().unwrap();
        (
            shown.moves(),
            shown.game().grid().count(Player::Black),
            shown.shown_moves().len(),
        )
    };
    assert_eq!(shown(&slow), (0, 2, 4));
    slow.run(0);
    assert_eq!((shown(&slow), slow.moves().len()), ((0, 2, 4), 2));
    assert!(!slow.act(&Action::Browse(3)) && slow.act(&Action::Browse(1)));
    assert_eq!(shown(&slow).1, 4);
    let earlier = slow.desk.view().shown().unwrap();
    let c3 = earlier.shown_moves()[0];
    assert_eq!(earlier.preview(c3).unwrap().played.flipped.len(), 1);
    // A move shows the current position again.
    assert!(slow.act(&Action::Browse(2)) && slow.act(&Action::Browse(0)));
    let mv = slow.desk.game().unwrap().position().shown_moves()[0];
    assert!(slow.act(&Action::Command(Command::Play {
        mv: MoveInput::Of(mv)
    })));
    assert_eq!(shown(&slow).0, 3);
}

#[test]
fn a_live_analysis_follows_what_is_shown_and_the_judgments_of_a_game_stay() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(!slow.act(&Action::Study(Study::Position)) && slow.line("N"));
    assert!(!slow.act(&Action::Study(Study::Game)));
    assert!(slow.line("d3") && slow.line("c3") && slow.act(&Action::Study(Study::Game)));
    assert!(slow.act(&Action::Study(Study::Position)));
    assert!(slow.desk.view().live.is_some() && slow.desk.view().judging.is_some());
    // A move ends the search of the previous position, but not the analysis of the game.
    assert!(slow.line("c4"));
    assert_eq!(slow.waiting.borrow().len(), 3);
    slow.run(0);
    assert!(slow.desk.view().judging.is_none());
    assert!(
        slow.desk
            .view()
            .game
            .as_ref()
            .unwrap()
            .judgment(1)
            .is_some()
    );
    // Showing the previous position searches it again, but only once.
    assert!(slow.act(&Action::Browse(2)) && slow.act(&Action::Browse(2)));
    assert_eq!(slow.waiting.borrow().len(), 3);
    assert!(slow.act(&Action::StopStudy(Study::Position)));
    assert!(!slow.act(&Action::StopStudy(Study::Position)) && slow.desk.view().live.is_none());
    while !slow.waiting.borrow().is_empty() {
        slow.run(0);
    }
    assert!(slow.desk.view().live.is_none());
    // An undone move is still analyzed; a new game is not.
    let is_judged = |slow: &Slow| slow.desk.view().game.as_ref().unwrap().analysis.is_some();
    assert!(slow.line("U") && slow.line("U") && is_judged(&slow));
    assert!(slow.line("restart") && !is_judged(&slow));
}

#[test]
fn a_live_analysis_ends_when_nobody_follows_it_and_keeps_its_results() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(slow.line("N") && slow.act(&Action::Study(Study::Position)));
    let is_over = |slow: &Slow| slow.desk.view().live.as_ref().unwrap().is_over;
    let long_ago = Instant::now()
        .checked_sub(Duration::from_secs(121))
        .unwrap();
    slow.desk.studies.used = long_ago;
    slow.desk.is_used();
    slow.desk.tick();
    assert!(!is_over(&slow));
    slow.desk.studies.used = long_ago;
    slow.desk.tick();
    assert!(slow.act(&Action::Browse(0)) && is_over(&slow));
    // Another position is searched again.
    slow.desk.is_used();
    assert!(slow.line("d3") && !is_over(&slow));
}

#[test]
fn the_bot_s_reply_waits_half_a_second_for_the_coach() {
    const POSITION: &str =
        "setboard OXXXXXXXOOXXXXXXOXOXXXOXOOXXXOOXOXXOXXOXOXOXOOOXOXXXXOOXOXOOOO-- X";
    let comments = |slow: &mut Slow| {
        let notices = slow.desk.tick().into_iter();
        let is_comment =
            |notice: &Notice| matches!(notice, Notice::Reply(reply) if reply.coached().is_some());
        notices.filter(is_comment).count()
    };
    let after_mistake = || {
        let mut slow = Slow::new(REGISTRY[0]);
        for line in [POSITION, "player white 3", "coach 4", "h8"] {
            assert!(slow.line(line), "{line}");
        }
        assert_eq!(slow.waiting.borrow().len(), 2, "the coach, and the bot");
        slow
    };
    let run = |slow: &mut Slow, index| slow.waiting.borrow_mut().remove(index).unwrap().run();
    let mut slow = after_mistake();
    run(&mut slow, 1);
    assert_eq!(
        (comments(&mut slow), slow.moves().len()),
        (0, 1),
        "the reply is held"
    );
    assert!(slow.desk.is_working());
    run(&mut slow, 0);
    assert_eq!((comments(&mut slow), slow.moves().len()), (1, 2));
    assert!(!slow.desk.is_working());
    let mut slow = after_mistake();
    run(&mut slow, 1);
    thread::sleep(Duration::from_millis(510));
    assert_eq!(
        (comments(&mut slow), slow.moves().len()),
        (0, 2),
        "time is over"
    );
    run(&mut slow, 0);
    assert_eq!(comments(&mut slow), 0, "too late");
    // An undone move needs no verdict, and a held reply is dropped with its game.
    let mut slow = after_mistake();
    run(&mut slow, 1);
    slow.desk.tick();
    assert!(slow.line("restart"));
    run(&mut slow, 0);
    assert_eq!((comments(&mut slow), slow.moves().len()), (0, 0));
}

#[test]
fn asking_again_while_the_engine_answers_changes_nothing() {
    let mut slow = Slow::new(REGISTRY[0]);
    let hint = Action::Command(Command::Hint {
        count: 1,
        is_full: false,
    });
    assert!(slow.line("N") && slow.act(&hint));
    assert_eq!(slow.waiting.borrow().len(), 1);
    assert!(slow.act(&hint) && slow.act(&hint));
    assert_eq!(slow.waiting.borrow().len(), 1, "it is the same search");
    slow.run(0);
    assert!(slow.act(&hint));
    assert_eq!(
        slow.waiting.borrow().len(),
        1,
        "another hint is another search"
    );
}

#[test]
fn competitive_games_are_not_studied() {
    let mut slow = Slow::new(REGISTRY[0]);
    assert!(slow.line("N") && slow.line("d3") && slow.act(&Action::Study(Study::Position)));
    assert!(slow.line("G B ann"));
    let live = slow.desk.view().live.as_ref().unwrap();
    assert!(
        live.best.is_empty() && slow.waiting.borrow().len() == 1,
        "{live:?}"
    );
    for study in [Study::Game, Study::Position] {
        assert!(!slow.act(&Action::Study(study)), "{study:?}");
    }
}

#[test]
fn a_thought_on_a_thread_wakes_the_screen_and_answers() {
    let home = tempfile::tempdir().unwrap();
    let (sender, wakes) = mpsc::channel();
    let mut desk = Desk::new(&Settings::of_test(REGISTRY[0], home.path()), move || {
        let _ = sender.send(());
    });
    desk.act(Action::Line("A W 3".to_owned())).unwrap();
    while desk.is_working() {
        wakes.recv().unwrap();
        desk.tick();
    }
    assert_eq!(desk.game().unwrap().history().len(), 1);
    // A search that would take hours stops on request.
    desk.act(Action::Line("player white human".to_owned()))
        .unwrap();
    desk.act(Action::Line("player white depth:60".to_owned()))
        .unwrap();
    assert!(desk.is_working());
    desk.act(Action::MoveNow).unwrap();
    while desk.is_working() {
        wakes.recv().unwrap();
        desk.tick();
    }
    assert!(desk.act(Action::MoveNow).is_err());
}

#[test]
fn a_job_that_dies_is_noticed() {
    let mut slow = Slow::new(REGISTRY[0]);
    slow.line("A W 3");
    drop(slow.waiting.borrow_mut().pop_front());
    assert!(matches!(slow.desk.tick()[..], [Notice::Died]));
    assert!(!slow.desk.is_working());
}

#[test]
fn a_new_game_has_all_that_was_chosen_and_a_refused_one_changes_nothing() {
    let (reversi, quarto) = (REGISTRY[0], find("qu").unwrap());
    let mut slow = Slow::new(reversi);
    let setup = quarto
        .setup(crate::games::Setup {
            variant: true,
            ..Default::default()
        })
        .unwrap();
    let names = crate::session::PlayerNames::new("ANN", "BOB").ok();
    let players = crate::session::Players::HUMANS;
    let game = NewGame {
        info: quarto,
        setup,
        players,
        names,
        clock: None,
    };
    assert!(slow.act(&Action::NewGame(Box::new(game.clone()))));
    let view = slow.desk.view();
    assert_eq!(
        (view.info, view.sides.name(Player::Black)),
        (quarto, Some("ANN"))
    );
    // Quarto has no ranking.
    let players = crate::session::Players::competitive(Player::Black, "ann".parse().unwrap());
    let before = slow.state();
    assert!(
        slow.desk
            .act(Action::NewGame(Box::new(NewGame {
                players,
                names: None,
                ..game
            })))
            .is_err()
    );
    assert!(slow.state() == before);
}

#[test]
fn a_file_of_records_is_read_beside_the_desk_and_can_be_given_up() {
    let mut slow = Slow::new(REGISTRY[0]);
    let file = slow.home.path().join("games.txt");
    std::fs::write(&file, "f5d6c3\n\nf5f6\n").unwrap();
    let file = file.to_str().unwrap();
    let begin = |slow: &mut Slow, word: &str| {
        slow.desk
            .act(Action::Line(format!("{word} \"{file}\"")))
            .unwrap();
        let thought = slow
            .desk
            .view()
            .thought
            .as_ref()
            .map(|thought| thought.purpose);
        assert_eq!(
            thought,
            Some(crate::interpreter::Purpose::Records),
            "{word}"
        );
        slow.waiting.borrow_mut().pop_front().unwrap()
    };
    for word in ["import", "library add"] {
        let job = begin(&mut slow, word);
        slow.desk.act(Action::MoveNow).unwrap();
        job.run();
        let notices = slow.desk.tick();
        let [Notice::Failed(ExecuteError::Record(RecordError::Interrupted { .. }))] = notices[..]
        else {
            panic!("{word}: {notices:?}")
        };
        assert!(slow.desk.view().game.is_none());
    }
    let event = |slow: &mut Slow| match slow.desk.tick().pop() {
        Some(Notice::Reply(reply)) => reply.events[0].clone(),
        other => panic!("{other:?}"),
    };
    begin(&mut slow, "library add").run();
    assert!(
        matches!(event(&mut slow), Event::LibraryAdded { added, .. } if (added.added, added.total) == (2, 2))
    );
    // The game was replaced in the meantime.
    let job = begin(&mut slow, "import");
    slow.line("N");
    job.run();
    slow.hear();
    assert_eq!(slow.moves(), Vec::<String>::new());
    begin(&mut slow, "import").run();
    assert!(matches!(
        event(&mut slow),
        Event::Imported {
            number: 1,
            more: true,
            ..
        }
    ));
    assert_eq!(slow.moves(), ["f5", "d6", "c3"]);
}

/// `tests/program/front_ends.rs` runs the same script through the program.
#[test]
fn a_script_through_the_desk_ends_as_through_the_program() {
    for used_by in [Use::Person, Use::Script] {
        let home = tempfile::tempdir().unwrap();
        let settings = Settings {
            used_by,
            ..Settings::new(REGISTRY[0], Store::at(home.path()))
        };
        let (sender, wakes) = mpsc::channel();
        let mut desk = Desk::new(&settings, move || {
            let _ = sender.send(());
        });
        let mut refused = 0;
        for line in include_str!("../../tests/program/front_ends/script.txt").lines() {
            refused += usize::from(desk.act(Action::Line(line.to_owned())).is_err());
            desk.tick();
            while desk.is_working() {
                wakes.recv_timeout(Duration::from_mins(1)).unwrap();
                desk.tick();
            }
        }
        assert_eq!(refused, 2);
        let (_, lost) = desk.close();
        assert!(lost.is_empty(), "{lost:?}");
        let save = std::fs::read_to_string(home.path().join("saves/final.ron")).unwrap();
        let kept: Vec<&str> = save
            .lines()
            .filter(|line| !line.contains("saved:"))
            .collect();
        let expected = include_str!("../../tests/program/front_ends/final.ron").trim_end();
        assert_eq!(kept.join("\n"), expected);
    }
}
