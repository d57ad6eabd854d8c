//! The scripts in examples/scripts reproduce their stored outputs, as text and as JSON.

use std::fs;

use crate::support::{Program, check_current, listing, root, run};

/// The names and texts of the scripts.
fn scripts() -> impl Iterator<Item = (String, String)> {
    let folder = root().join("examples/scripts");
    let files = listing(&folder);
    assert!(files.len() >= 10, "{files:?}");
    let names = files
        .into_iter()
        .filter_map(|file| Some(file.strip_suffix(".txt")?.to_owned()));
    names.map(move |name| {
        let text = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        (name, text)
    })
}

#[test]
fn every_example_script_writes_what_stands_beside_it() {
    for (name, _) in scripts() {
        let path = root().join(format!("examples/scripts/{name}.txt"));
        let out = run(&["--seed", "1", path.to_str().unwrap()], "").done();
        check_current(&format!("examples/scripts/{name}.out"), &out);
    }
}

#[test]
fn every_example_script_gives_one_json_object_a_command() {
    for (name, script) in scripts() {
        let objects = run(&["--seed", "1", "--json"], &script).objects();
        let lines = (1..).zip(script.lines());
        let commands: Vec<(usize, &str)> = lines
            .filter(|(_, line)| !line.split('#').next().unwrap().trim().is_empty())
            .collect();
        assert_eq!(objects.len(), commands.len(), "{name}");
        for (object, (number, command)) in objects.iter().zip(commands) {
            assert_eq!(
                (&object["schema"], &object["line"]),
                (&1.into(), &number.into())
            );
            assert_eq!(
                (&object["command"], &object["ok"]),
                (&command.trim().into(), &true.into())
            );
            assert!(object["error"].is_null());
        }
    }
}

#[test]
fn json_has_the_fields_that_its_schema_promises() {
    let text = fs::read_to_string(root().join("tests/support/json-fields.txt")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, &str)> = rows.map(|line| line.split_once(" | ").unwrap()).collect();
    let script: String = rows
        .iter()
        .flat_map(|(command, _)| [command, "\n"])
        .collect();
    let objects = Program::new()
        .run_inside("--json --data-dir .", script)
        .objects();
    assert_eq!(objects.len(), rows.len());
    for ((command, fields), object) in rows.iter().zip(&objects) {
        assert_eq!(object["schema"], 1, "{object}");
        for field in fields.split(' ') {
            let value = object.pointer(&format!("/{field}"));
            assert!(value.is_some(), "{command}: {field}: {object}");
        }
    }
}
