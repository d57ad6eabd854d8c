//! Packs the catalogs of translations, and compiles the engine once for each kind of x86-64 processor. The program
//! chooses one of these copies when it starts (`src/engine/dispatch.rs`).
//!
//! A copy is a library of the same source files, without other packages. It stays if only a catalog has changed.

mod catalogs;
#[allow(dead_code, reason = "the test of the catalogs writes them")]
mod po;

use std::env;
use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of each copy, and the processor that it is compiled for.
const COPIES: [(&str, &str); 3] = [
    ("reversi_engine_v2", "x86-64-v2"),
    ("reversi_engine_v3", "x86-64-v3"),
    ("reversi_engine_v4", "x86-64-v4"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg(engine_copies, engine_copy)");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed=po");
    println!("cargo::rerun-if-changed=src/engine");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    if env::var_os("CARGO_FEATURE_CLI").is_some() {
        catalogs::compile(&folder.join("po"), &out)?;
    }
    // Sanitizers and Miri need a standard library of their own, which the copies would not have.
    let is_checked = env::var_os("CARGO_CFG_MIRI").is_some()
        || env::var_os("CARGO_CFG_SANITIZE").is_some_and(|sanitizers| !sanitizers.is_empty());
    if env::var("CARGO_CFG_TARGET_ARCH")? != "x86_64" || is_checked {
        return Ok(());
    }
    let engine = folder.join("src/engine/mod.rs");
    let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
    let (_, edition) = manifest
        .split_once("\nedition = \"")
        .ok_or("the package has no edition")?;
    let edition = edition.split('"').next().unwrap_or_default();
    let root = out.join("copy.rs");
    let engine = engine
        .to_str()
        .ok_or("the path of the sources is not UTF-8")?;
    fs::write(&root, format!("#[path = {engine:?}]\npub mod engine;\n"))?;
    // One after the other: cargo compiles other packages at the same time.
    let sources = hash(&folder.join("src/engine"))?;
    for (name, processor) in COPIES {
        compile(
            name,
            &mut command(name, processor, edition, &root, &out)?,
            sources,
            &out,
        )?;
    }
    println!("cargo::rustc-link-search=all={}", out.display());
    println!("cargo::rustc-cfg=engine_copies");
    Ok(())
}

/// The hash of all files of a folder.
fn hash(folder: &Path) -> Result<u64, Box<dyn Error>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    let mut hasher = DefaultHasher::new();
    for path in paths {
        path.hash(&mut hasher);
        if path.is_dir() {
            hash(&path)?.hash(&mut hasher);
        } else {
            fs::read(&path)?.hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}

/// Compiles a copy, unless it was made from the same sources by the same command and compiler.
fn compile(
    name: &str,
    rustc: &mut Command,
    sources: u64,
    out: &Path,
) -> Result<(), Box<dyn Error>> {
    let version = Command::new(rustc.get_program())
        .arg("-vV")
        .output()?
        .stdout;
    let made_from = format!(
        "{sources:x}\n{rustc:?}\n{}",
        String::from_utf8_lossy(&version)
    );
    let stamp = out.join(name).with_extension("stamp");
    let library = out.join(format!("lib{name}.rlib"));
    if library.exists() && fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == made_from) {
        return Ok(());
    }
    // An interrupted compiler may leave a part of the library.
    let _ = fs::remove_file(&stamp);
    let status = rustc.status()?;
    if !status.success() {
        return Err(format!("{rustc:?}: {status}").into());
    }
    Ok(fs::write(stamp, made_from)?)
}

fn command(
    name: &str,
    processor: &str,
    edition: &str,
    root: &Path,
    out: &Path,
) -> Result<Command, Box<dyn Error>> {
    let mut rustc = Command::new(env::var_os("RUSTC").ok_or("RUSTC is not set")?);
    rustc.args([
        "--edition",
        edition,
        "--crate-type",
        "rlib",
        "--crate-name",
        name,
    ]);
    rustc.args([
        "--cap-lints",
        "allow",
        "--cfg",
        "engine_copy",
        "--emit",
        "link",
    ]);
    rustc
        .arg("--target")
        .arg(env::var("TARGET")?)
        .arg("--out-dir")
        .arg(out);
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    rustc.arg("-Ccodegen-units=1");
    let is_debug = env::var("PROFILE")? == "debug";
    rustc.arg(format!(
        "-Cdebug-assertions={}",
        if is_debug { "on" } else { "off" }
    ));
    // Tests search so much that optimising the copies pays for itself.
    let level = if is_debug {
        "2".to_owned()
    } else {
        env::var("OPT_LEVEL")?
    };
    rustc.arg(format!("-Copt-level={level}"));
    rustc.arg(format!("-Cpanic={}", env::var("CARGO_CFG_PANIC")?));
    rustc.arg(format!("-Ctarget-cpu={processor}")).arg(root);
    Ok(rustc)
}
