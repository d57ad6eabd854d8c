//! Released files: the cargo package contains all files its build needs, and the accompanying files meet the
//! requirements of distributions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::support::{assert_has, root};

/// The maximum size of the package before compression, in bytes.
const LARGEST: u64 = 14_000_000;

/// Whether this is an unpacked package, not the repository. Then there is nothing to check.
fn is_a_package() -> bool {
    !root().join(".ci").exists()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn packaged() -> BTreeSet<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(root());
    let output = cargo.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(PathBuf::from)
        .collect()
}

/// The files that a Rust file includes by path.
fn included(source: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(root().join(source)).unwrap();
    let mut paths = Vec::new();
    for name in ["include_str!(\"", "include_bytes!(\""] {
        for rest in text.split(name).skip(1) {
            let path = source
                .parent()
                .unwrap()
                .join(rest.split('"').next().unwrap());
            paths.push(without_parents(&path));
        }
    }
    paths
}

fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            component => plain.push(component),
        }
    }
    plain
}

#[test]
fn the_package_has_what_its_build_needs_and_nothing_of_the_workshop() {
    if is_a_package() {
        return;
    }
    let files = packaged();
    let needed = "build/main.rs src/lib.rs src/main.rs src/engine/mod.rs Cargo.lock \
                  LICENSE-MIT LICENSE-APACHE docs/crate.md CHANGELOG.md";
    for needed in needed.split(' ') {
        assert!(files.contains(Path::new(needed)), "{needed}");
    }
    let is_source =
        |file: &&PathBuf| file.starts_with("src") && file.extension().is_some_and(|e| e == "rs");
    let mut includes = 0;
    for source in files.iter().filter(is_source) {
        for path in included(source) {
            assert!(
                files.contains(&path),
                "{} includes {}",
                source.display(),
                path.display()
            );
            includes += 1;
        }
    }
    assert!(includes > 2, "{includes} files are included");
    for file in &files {
        let top = file.iter().next().unwrap().to_str().unwrap();
        assert!(
            ![".ci", "fuzz", "target", "shared"].contains(&top),
            "{}",
            file.display()
        );
    }
    let sizes = files
        .iter()
        .filter_map(|file| Some(fs::metadata(root().join(file)).ok()?.len()));
    let bytes: u64 = sizes.sum();
    assert!(bytes < LARGEST, "{bytes} bytes");
}

/// The package page can't link to other files of the repository.
#[test]
fn the_page_of_the_package_stands_alone() {
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("\nreadme = \"docs/crate.md\"\n"));
    let page = read("docs/crate.md");
    for link in page.split("](").skip(1) {
        assert!(
            link.starts_with("https://"),
            "{}",
            link.lines().next().unwrap()
        );
    }
    for entry in [
        "description",
        "license",
        "keywords",
        "categories",
        "rust-version",
    ] {
        assert!(manifest.contains(&format!("\n{entry} = ")), "{entry}");
    }
}

fn value<'a>(entry: &'a str, key: &str) -> &'a str {
    let line = entry
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    line.unwrap_or_else(|| panic!("{key} is missing"))
}

/// Runs a validator, if it is installed.
fn validate(program: &str, arguments: &[&str]) {
    if let Ok(output) = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .output()
    {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
}

#[test]
fn the_desktop_entry_starts_the_window() {
    let entry = read("packaging/reversi.desktop");
    let mut words = value(&entry, "Exec").split(' ');
    assert_eq!(words.next(), Some("reversi"));
    let arguments = ["reversi"].into_iter().chain(words);
    reversi::cli::command_line()
        .try_get_matches_from(arguments)
        .unwrap();
    assert!(
        root()
            .join(format!("packaging/{}.svg", value(&entry, "Icon")))
            .exists()
    );
    validate("desktop-file-validate", &["packaging/reversi.desktop"]);
}

#[test]
fn the_appstream_file_is_valid_and_names_this_version() {
    let file = read("packaging/reversi.metainfo.xml");
    let version = env!("CARGO_PKG_VERSION");
    let release = format!("<release version=\"{version}\"");
    assert_has(
        &file,
        &[
            &release,
            "<project_license>MIT OR Apache-2.0</project_license>",
        ],
    );
    assert_has(&read("Cargo.toml"), &["license = \"MIT OR Apache-2.0\""]);
    validate(
        "appstreamcli",
        &["validate", "--no-net", "packaging/reversi.metainfo.xml"],
    );
}

#[test]
fn the_changelog_lists_everything_under_a_heading_of_this_version() {
    let text = read("CHANGELOG.md");
    let version = env!("CARGO_PKG_VERSION");
    let (_, section) = text.split_once("\n## ").unwrap();
    let (heading, section) = section.split_once('\n').unwrap();
    assert!(heading.contains(version), "{heading}");
    let section = section.split("\n## ").next().unwrap();
    let before_groups = section.split("\n### ").next().unwrap();
    assert!(
        !before_groups.contains("\n- "),
        "in no group: {before_groups}"
    );
}

#[test]
fn the_files_of_a_release_exist() {
    if is_a_package() {
        return;
    }
    let script = read(".ci/dist");
    for file in [
        "packaging/reversi.desktop",
        "packaging/reversi.svg",
        "packaging/reversi.metainfo.xml",
    ] {
        assert!(script.contains(file), "{file}");
        assert!(root().join(file).exists(), "{file}");
    }
    let pages = read(".ci/pages");
    let files = |folder| fs::read_dir(root().join(folder)).unwrap();
    for page in files("docs").chain(files("docs/dev")) {
        let page = page.unwrap().path();
        let name = page
            .strip_prefix(root().join("docs"))
            .unwrap()
            .with_extension("");
        let name = name.to_str().unwrap();
        if page.extension().is_some_and(|extension| extension == "md") && name != "crate" {
            let is_chapter = pages
                .split_whitespace()
                .any(|word| word.trim_matches('\'') == name);
            assert!(is_chapter, "{name} is in no chapter of .ci/pages");
        }
    }
}

/// The list for `.ci/dependencies`, which the package lacks.
#[test]
#[cfg(unix)]
fn an_advisory_concerns_the_versions_outside_its_ranges() {
    if is_a_package() {
        return;
    }
    let folder = root().join(".ci");
    let asked = tempfile::tempdir().unwrap();
    let asked = asked.path().join("packages");
    let affected = |packages: &str| {
        fs::write(&asked, packages).unwrap();
        let program = ["affected.awk", "advisories.tsv"].map(|file| folder.join(file));
        let output = Command::new("awk")
            .arg("-f")
            .args(program)
            .arg(&asked)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    };
    let old = affected(
        "time 0.1.43\ntime 0.3.46\nttf-parser 0.25.1\nabi_stable 0.9.1-alpha.2\nlru 0.16.2\n",
    );
    for expected in [
        "time 0.1.43: RUSTSEC-2020-0071, vulnerability",
        "time 0.3.46: RUSTSEC-2026-0009, vulnerability",
        "ttf-parser 0.25.1: RUSTSEC-2026-0192, unmaintained",
        "abi_stable 0.9.1-alpha.2: RUSTSEC-2020-0105, vulnerability",
        "lru 0.16.2: RUSTSEC-2026-0002, unsound",
    ] {
        assert!(
            old.lines().any(|line| line == expected),
            "{expected}: {old}"
        );
    }
    assert_eq!(
        affected("time 0.3.47\ntime 0.2.23\nabi_stable 0.9.1\nreversi 0.1.0\n"),
        ""
    );
}
