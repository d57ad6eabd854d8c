//! The scripts in examples/scripts reproduce their stored outputs, as text and as JSON.

mod support;

use std::fs;

use support::{Program, check_current, root};

fn scripts() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join("examples/scripts"))
        .unwrap()
        .filter_map(|entry| {
            entry
                .unwrap()
                .file_name()
                .into_string()
                .unwrap()
                .strip_suffix(".txt")
                .map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

#[test]
fn every_example_script_writes_what_stands_beside_it() {
    let names = scripts();
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        let path = root().join(format!("examples/scripts/{name}.txt"));
        let run = Program::new().run(&["--seed", "1", path.to_str().unwrap()], "");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{name}");
        check_current(&format!("examples/scripts/{name}.out"), &run.out);
    }
}

#[test]
fn every_example_script_gives_one_json_object_a_command() {
    for name in scripts() {
        let script =
            fs::read_to_string(root().join(format!("examples/scripts/{name}.txt"))).unwrap();
        let run = Program::new().run(&["--seed", "1", "--json"], &script);
        let commands: Vec<(usize, &str)> = (1..)
            .zip(script.lines())
            .filter(|(_, line)| !line.split('#').next().unwrap().trim().is_empty())
            .collect();
        assert_eq!(run.out.lines().count(), commands.len(), "{name}");
        for (line, (number, command)) in run.out.lines().zip(commands) {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["schema"], 1);
            assert_eq!(object["line"], number);
            assert_eq!(object["command"], command.trim());
            assert_eq!(object["ok"], true);
            assert_eq!(object["error"], serde_json::Value::Null);
        }
    }
}
