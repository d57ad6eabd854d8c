//! Tests the order and the times of the stages, with fake stages that only report a time.

use super::*;

/// The seconds to play and label a game, and to fit it.
const GAME: f64 = 0.1;
const FIT: f64 = 0.02;

/// Fake stages that write their arguments, and fail after `fails_after` calls.
struct Told {
    calls: Vec<Vec<String>>,
    fails_after: usize,
    /// The number of games of the last `selfplay`.
    games: f64,
    /// The score of the new weights in the duel of a generation.
    scores: fn(usize) -> i32,
}

impl Told {
    fn new() -> Self {
        Self {
            calls: Vec::new(),
            fails_after: usize::MAX,
            games: 0.0,
            scores: |_| 0,
        }
    }

    fn values(&self, stage: &str, option: &str) -> Vec<&str> {
        let value = |call: &'_ Vec<String>| call.iter().position(|word| word == option);
        let calls = self.calls.iter().filter(|call| call[0] == stage);
        calls
            .filter_map(|call| Some(&*call[value(call)? + 1]))
            .collect()
    }
}

impl Told {
    fn stage(
        &mut self,
        arguments: &[OsString],
        passed: &mut dyn FnMut(Duration),
    ) -> Result<(), ToolError> {
        if self.calls.len() >= self.fails_after {
            return Err(ToolError::Stage("it".to_owned()));
        }
        let words: Vec<String> = arguments
            .iter()
            .map(|word| word.to_str().unwrap().to_owned())
            .collect();
        let after = |option: &str| &words[words.iter().position(|w| w == option).unwrap() + 1];
        let text = match &*words[0] {
            "duel" => {
                let duels = self.calls.iter().filter(|call| call[0] == "duel").count();
                let score = (self.scores)(duels + 2);
                format!("{{\"reversi\":\"duel\",\"version\":1,\n0 f5 ={score:+}\n")
            }
            "probcut" => {
                // Like a real header, the output depends on the weights at that time.
                let made_with = fs::read_to_string(after("--weights")).unwrap();
                format!("{}\n{made_with}", words.join(" "))
            }
            _ => words.join(" "),
        };
        if words.contains(&"--resume".to_owned()) && words[0] != "duel" {
            let is_foreign = |earlier: String| earlier != text;
            assert!(
                !fs::read_to_string(after("--out")).is_ok_and(is_foreign),
                "another make"
            );
        }
        fs::write(after("--out"), text).unwrap();
        let seconds = match &*words[0] {
            "selfplay" => {
                self.games = after("--games").parse().unwrap();
                self.games * GAME / 2.0
            }
            "label" => self.games * GAME / 2.0,
            "fit" => self.games * FIT,
            _ => 1.0,
        };
        self.calls.push(words);
        passed(Duration::from_secs_f64(seconds));
        Ok(())
    }
}

fn run(options: &AllOptions, stages: &mut Told) -> Result<PathBuf, ToolError> {
    super::run(options, &mut |arguments, passed| {
        stages.stage(arguments, passed)
    })
}

fn options(folder: &Path) -> AllOptions {
    AllOptions {
        hours: 2.0,
        folder: folder.to_owned(),
        seed: 10,
        from: BLANK.into(),
        generations: None,
        label_exact_from: 14,
        label_depth: 0,
        threads: Some(2),
    }
}

fn chosen(folder: &Path, count: usize) -> Vec<usize> {
    let state = RunState::open(&options(folder), count).unwrap();
    state
        .generations
        .iter()
        .map(|chosen| chosen.games)
        .collect()
}

#[test]
fn generations_share_the_time_and_each_plays_with_the_weights_of_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut stages = Told::new();
    let weights = run(&options(folder.path()), &mut stages).unwrap();
    assert_eq!(weights, folder.path().join("generation-4.weights"));
    assert!(weights.exists());
    let games = chosen(folder.path(), 4);
    for pair in games.windows(2) {
        assert!(
            (pair[0] * 3 / 2..=pair[0] * 5 / 2).contains(&pair[1]),
            "{games:?}"
        );
    }
    let spent = RunState::open(&options(folder.path()), 4).unwrap().spent;
    assert!((0.95 * 7200.0..1.05 * 7200.0).contains(&spent), "{spent}");
    let fits = stages.values("fit", "--weights");
    let named = |number| folder.path().join(format!("generation-{number}.weights"));
    assert_eq!(
        fits,
        [1, 2, 3].map(|number| named(number).to_str().unwrap().to_owned())
    );
    let seeds = stages.values("selfplay", "--seed");
    assert!(
        ["10", "11", "12", "13"]
            .iter()
            .all(|seed| seeds.contains(seed)),
        "{seeds:?}"
    );
    assert!(
        stages
            .calls
            .iter()
            .all(|call| call.ends_with(&["--zero-weights".to_owned()])
                == call.iter().all(|word| word != "--weights"))
    );
    let is_measured = |name: &str| name.contains("measured");
    let left = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert!(
        !left
            .into_iter()
            .any(|name| is_measured(name.to_str().unwrap()))
    );
    // A complete run repeats nothing.
    let mut stages = Told::new();
    assert_eq!(run(&options(folder.path()), &mut stages).unwrap(), weights);
    assert!(stages.calls.is_empty());
}

#[test]
fn weights_that_lose_against_those_before_are_kept_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut stages = Told {
        scores: |number| if number == 3 { -2 } else { 2 },
        ..Told::new()
    };
    run(&options(folder.path()), &mut stages).unwrap();
    let path = |kind: &str, number| file(folder.path(), number, kind);
    let names = |kind: &str, numbers: &[usize]| -> Vec<String> {
        numbers
            .iter()
            .map(|&number| path(kind, number).to_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        stages.values("duel", "--weights"),
        names("fitted", &[2, 3, 4])
    );
    assert_eq!(
        stages.values("duel", "--opponent"),
        names("weights", &[1, 2, 3])
    );
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    assert_eq!(read(&path("weights", 3)), read(&path("weights", 2)));
    assert_ne!(read(&path("fitted", 3)), read(&path("weights", 3)));
    assert!(
        [1, 2, 4]
            .iter()
            .all(|&number| !path("fitted", number).exists())
    );
    assert_ne!(read(&path("weights", 4)), read(&path("weights", 3)));
    // Each generation measures ProbCut with its own weights, and the last weights are tested.
    let fitted = names("fitted", &[1, 2, 3, 4]);
    assert_eq!(
        stages.values("probcut", "--weights"),
        names("calibrated", &[1, 2, 3, 4])
    );
    assert_eq!(stages.values("fit-probcut", "--out"), fitted);
    assert_eq!(stages.values("test", "--weights"), names("fitted", &[4]));
    // If the last weights lose, the previous ones are tested and returned.
    let folder = tempfile::tempdir().unwrap();
    let mut stages = Told {
        scores: |_| -2,
        ..Told::new()
    };
    let weights = run(&options(folder.path()), &mut stages).unwrap();
    let path = |kind: &str, number| file(folder.path(), number, kind);
    assert_eq!(
        stages.values("test", "--weights"),
        [path("weights", 3).to_str().unwrap()]
    );
    assert_eq!(read(&weights), read(&path("weights", 1)));
}

#[test]
fn a_run_that_has_stopped_anywhere_goes_on_with_what_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut stages = Told::new();
    run(&options(folder.path()), &mut stages).unwrap();
    for calls in 0..stages.calls.len() {
        let folder = tempfile::tempdir().unwrap();
        let mut stopped = Told {
            fails_after: calls,
            ..Told::new()
        };
        let error = run(&options(folder.path()), &mut stopped).unwrap_err();
        assert!(matches!(error, ToolError::Stage(_)), "{error}");
        let before = chosen(folder.path(), 4);
        let mut rest = Told::new();
        let weights = run(&options(folder.path()), &mut rest).unwrap();
        assert!(weights.exists());
        let after = chosen(folder.path(), 4);
        assert_eq!((&after[..before.len()], after.len()), (&before[..], 4));
        // A finished generation is not fitted again.
        let fits = |told: &Told| told.values("fit", "--out").len();
        assert_eq!(fits(&stopped) + fits(&rest), 4);
    }
}

#[test]
fn a_folder_of_other_options_or_a_damaged_state_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    run(&options(folder.path()), &mut Told::new()).unwrap();
    let path = folder.path().join("state.json");
    let before = fs::read_to_string(&path).unwrap();
    let other = AllOptions {
        hours: 3.0,
        ..options(folder.path())
    };
    let error = run(&other, &mut Told::new()).unwrap_err().to_string();
    let said = "belongs to a run with --hours 2 --seed 10 --generations 4 --label-exact-from 14 --label-depth 0 \
                --from blank, not --hours 3 ";
    assert!(error.contains(said), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    fs::write(&path, "{\n\"reversi\": 1}").unwrap();
    let error = run(&options(folder.path()), &mut Told::new()).unwrap_err();
    assert!(
        matches!(error, ToolError::Damaged { line: 2, .. }),
        "{error}"
    );
}

#[test]
fn two_runs_do_not_work_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let _first = RunState::open(&options(folder.path()), 4).unwrap();
    let error = run(&options(folder.path()), &mut Told::new()).unwrap_err();
    assert!(matches!(error, ToolError::InUse(_)), "{error}");
}

#[test]
fn a_file_that_is_never_let_go_is_waited_for_for_a_while() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().lock().unwrap();
    let start = std::time::Instant::now();
    wait_for(file.path());
    assert!(start.elapsed() < std::time::Duration::from_mins(1));
}

#[test]
fn checks_take_little_of_a_generation() {
    assert_eq!(amounts(0.0, 2, 2), [0, 2, 0]);
    assert_eq!(amounts(0.5, 1, 2), [30, 50, 0]);
    assert_eq!(amounts(0.2, 1, 2), [0, 40, 0]);
    assert_eq!(amounts(8.0, 1, 5), [46, 50, 8]);
    assert_eq!(amounts(8.0, 5, 5), [200, 50, 8]);
    assert_eq!(amounts(10_000.0, 5, 5), [200, 50, 10]);
}

#[test]
fn a_long_time_has_more_generations() {
    assert_eq!(
        [0.0, 0.5, 1.0, 2.0, 8.0, 1000.0].map(default_count),
        [2, 2, 3, 4, 5, 5]
    );
}
