//! The imports between the modules of a room, read from the source as text: `use` declarations, and paths that
//! begin with `crate`, `super`, `self` or a child module. Tests are skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of a module or item, such as `[engine, eval, shape]`.
type ItemPath = Vec<String>;

#[derive(Default)]
struct Imports {
    /// The paths of imported and re-exported items, by their names in the file.
    names: BTreeMap<String, ItemPath>,
    /// The paths that the file's own code uses. Re-exports alone don't count.
    used: BTreeSet<ItemPath>,
}

pub(crate) struct Room(BTreeMap<ItemPath, Imports>);

impl Room {
    /// Reads the source files of a room, given by their paths in src.
    pub(crate) fn of<'a>(files: impl Iterator<Item = (&'a Path, String)>) -> Self {
        let mut modules = BTreeMap::new();
        let mut tests: Vec<ItemPath> = Vec::new();
        for (file, source) in files {
            let path = module_path(file);
            let code = without_tests_and_comments(&source);
            for (start, found) in code.match_indices("#[cfg(test)]\nmod ") {
                let name = code[start + found.len()..].split(';').next().unwrap();
                tests.push([path.clone(), vec![name.to_owned()]].concat());
            }
            modules.insert(path.clone(), Imports::read(&path, &code));
        }
        modules.retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
        Self(modules)
    }

    /// The groups of sibling modules that import each other in a cycle, directly or indirectly.
    ///
    /// A module includes all modules inside. A parent and its children can use each other.
    pub(crate) fn circles(&self) -> BTreeSet<BTreeSet<String>> {
        let mut imports: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
        for (path, module) in &self.0 {
            for imported in module.used.iter().filter_map(|used| self.definer(used)) {
                let shared = path
                    .iter()
                    .zip(imported)
                    .take_while(|(a, b)| a == b)
                    .count();
                if shared < path.len().min(imported.len()) {
                    imports
                        .entry(&path[..=shared])
                        .or_default()
                        .insert(&imported[..=shared]);
                }
            }
        }
        let reached_from = |start| {
            let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(path) = open.pop() {
                let next = imports.get(path).into_iter().flatten();
                open.extend(next.filter(|&&next| reached.insert(next)));
            }
            reached
        };
        let reached: BTreeMap<&[String], BTreeSet<&[String]>> = imports
            .keys()
            .map(|&path| (path, reached_from(path)))
            .collect();
        let circle_of = |path| {
            let is_mutual = |other: &&&[String]| {
                reached
                    .get(**other)
                    .is_some_and(|reached| reached.contains(path))
            };
            reached[path]
                .iter()
                .filter(is_mutual)
                .map(|other| other.join("::"))
                .collect()
        };
        let circles = reached.keys().map(|&path| circle_of(path));
        circles
            .filter(|circle: &BTreeSet<String>| !circle.is_empty())
            .collect()
    }

    /// The module of the room that defines an item. Follows re-exports.
    fn definer(&self, path: &[String]) -> Option<&ItemPath> {
        let length = (1..=path.len())
            .rev()
            .find(|&length| self.0.contains_key(&path[..length]))?;
        let (module, imports) = self.0.get_key_value(&path[..length])?;
        match path.get(length).and_then(|name| imports.names.get(name)) {
            Some(origin) if origin != path => self.definer(&[origin, &path[length + 1..]].concat()),
            _ => Some(module),
        }
    }
}

/// Converts `engine/eval/shape.rs` to `[engine, eval, shape]`, and `engine/mod.rs` to `[engine]`.
fn module_path(file: &Path) -> ItemPath {
    let stem = file.with_extension("");
    let parts = stem.iter().map(|part| part.to_str().unwrap().to_owned());
    parts.filter(|part| part != "mod").collect()
}

fn without_tests_and_comments(source: &str) -> String {
    let code = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
    code.lines()
        .map(|line| line.split("//").next().unwrap().to_owned() + "\n")
        .collect()
}

fn without_visibility(line: &str) -> &str {
    match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')').unwrap().1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => line,
    }
}

impl Imports {
    fn read(module: &[String], code: &str) -> Self {
        let mut imports = Self::default();
        let declared = code
            .lines()
            .filter_map(|line| without_visibility(line).strip_prefix("mod "));
        let children: Vec<&str> = declared.filter_map(|rest| rest.strip_suffix(';')).collect();
        // The indentations of the inline modules around a line: `super` leads from them to this file.
        let mut inline: Vec<usize> = Vec::new();
        let mut lines = code.lines();
        while let Some(line) = lines.next() {
            let text = line.trim();
            let indentation = line.len() - line.trim_start().len();
            let declaration = without_visibility(text);
            let resolve = |parts: &[&str], depth| resolved(module, parts, &children, depth);
            if declaration.starts_with("mod ") && declaration.ends_with('{') {
                inline.push(indentation);
            } else if inline.last() == Some(&indentation) && text == "}" {
                inline.pop();
            } else if let Some(start) = declaration.strip_prefix("use ") {
                let mut tree = start.to_owned();
                while !tree.ends_with(';') {
                    tree.push_str(lines.next().expect("`use` ends with a semicolon").trim());
                }
                for (path, name) in expanded(tree.trim_end_matches(';')) {
                    let parts: Vec<&str> = path.split("::").collect();
                    let Some(path) = resolve(&parts, inline.len()) else {
                        continue;
                    };
                    if inline.is_empty() {
                        imports.names.insert(name, path.clone());
                    }
                    if declaration == text {
                        imports.used.insert(path);
                    }
                }
            } else {
                let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
                for word in words.filter(|word| word.contains("::")) {
                    let parts: Vec<&str> = word.trim_end_matches(':').split("::").collect();
                    imports.used.extend(resolve(&parts, inline.len()));
                }
            }
        }
        imports
    }
}

/// The paths of a `use` tree, each with the name that it binds.
fn expanded(tree: &str) -> Vec<(String, String)> {
    if let Some((prefix, group)) = tree.split_once('{') {
        let group = group.strip_suffix('}').expect("a group is closed");
        let mut depth = 0;
        let items = group.split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        let items = items.map(str::trim).filter(|item| !item.is_empty());
        return items
            .flat_map(|item| expanded(&format!("{prefix}{item}")))
            .collect();
    }
    let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
    let path = path.trim_end_matches("::self").trim_end_matches("::*");
    let name = if alias.is_empty() {
        path.rsplit("::").next().unwrap()
    } else {
        alias
    };
    vec![(path.to_owned(), name.to_owned())]
}

/// A path from the crate root; `None` if it leads to another crate or a local name.
fn resolved(
    module: &[String],
    parts: &[&str],
    children: &[&str],
    inline: usize,
) -> Option<ItemPath> {
    let supers = parts.iter().take_while(|&&part| part == "super").count();
    let from_root = |base: &[String], rest: &[&str]| {
        base.iter()
            .map(String::as_str)
            .chain(rest.iter().copied())
            .map(str::to_owned)
            .collect()
    };
    match parts {
        ["crate", rest @ ..] => Some(from_root(&[], rest)),
        ["self", rest @ ..] => Some(from_root(module, rest)),
        ["super", ..] => {
            let up = supers.saturating_sub(inline).min(module.len());
            Some(from_root(&module[..module.len() - up], &parts[supers..]))
        }
        [child, ..] if children.contains(child) => Some(from_root(module, parts)),
        _ => None,
    }
}

#[test]
fn circles_are_found_through_re_exports_groups_and_paths_but_not_in_tests() {
    let sources = [
        (
            "room/mod.rs",
            "mod a;\nmod b;\npub(super) use a::A;\nfn f() {\n    b::g();\n}\n",
        ),
        ("room/a.rs", "use super::{\n    b::{self, B},\n    c,\n};\n"),
        (
            "room/b.rs",
            "mod inner {\n    use super::own;\n}\n#[cfg(test)]\nmod tests {\nuse super::c;\n",
        ),
        ("room/b/deep.rs", "fn f() {\n    crate::room::c::g();\n}\n"),
        ("room/c.rs", "use super::A as Other;\n// use super::d;\n"),
        ("room/d.rs", "use super::a;\n"),
    ];
    let room = |count: usize| {
        let files = sources[..count].iter();
        Room::of(files.map(|(path, source)| (Path::new(*path), (*source).to_owned())))
    };
    let circle = ["room::a", "room::b", "room::c"].map(str::to_owned);
    assert_eq!(room(6).circles(), BTreeSet::from([BTreeSet::from(circle)]));
    assert!(room(4).circles().is_empty());
}
