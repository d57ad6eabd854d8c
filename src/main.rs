//! The `reversi` program: read the arguments, run the console, turn what came of it into an exit
//! code.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{self, ExitCode};

use reversi::cli::{
    AnalyzeArguments, Arguments, Color, ConvertArguments, ConvertTo, Job, MatchArguments,
    ProtocolArguments, SolveArguments, Source,
};
use reversi::engine::eval::Evaluation;
use reversi::engine::missing_instructions;
use reversi::games::Setup;
use reversi::jobs::{
    self, Analyze, Bench, Convert, Findings, Input, JobError, MatchPlay, Out, Perft, Rows, Shard,
    Solve, Target,
};
use reversi::matches::{Clocks, Contestant, Rules};
use reversi::protocols::{self, Resources, Speaker};
use reversi::screens::{self, Format, Options, Stopped, Style};
use reversi::session::Names;
use reversi::store::Store;

/// A command or the program failed.
const FAILED: u8 = 1;
/// The input can't be read.
const UNREADABLE: u8 = 3;
/// Ctrl-C.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    if let Some(instructions) = missing_instructions() {
        let _ = writeln!(
            io::stderr(),
            "reversi: this build needs a processor with {instructions}; build it on this machine, \
             or for any with RUSTFLAGS='-C target-cpu=x86-64'"
        );
        return FAILED.into();
    }
    let arguments = Arguments::of_process().unwrap_or_else(|error| end(&error));
    let (setup, names) = match (arguments.setup(), arguments.player_names()) {
        (Ok(setup), Ok(names)) => (setup, names),
        (Err(error), _) | (_, Err(error)) => end(&error),
    };
    if let Some(error) = arguments.weights.as_deref().and_then(|path| use_weights(path).err()) {
        let _ = writeln!(io::stderr(), "reversi: {error}");
        return UNREADABLE.into();
    }
    #[cfg(unix)]
    survive_size_limit();
    match run(arguments, setup, names) {
        Ok(code) => code.into(),
        Err(error) => {
            // Standard error may be closed as well, and then there is nobody to tell.
            let _ = writeln!(io::stderr(), "reversi: {error}");
            let is_unreadable = matches!(error.downcast_ref(), Some(Stopped::Unreadable { .. }))
                || matches!(
                    error.downcast_ref(),
                    Some(JobError::Unreadable { .. } | JobError::NoOpenings { .. })
                );
            ExitCode::from(if is_unreadable { UNREADABLE } else { FAILED })
        }
    }
}

/// Says what is wrong, or what was asked of the arguments, and ends the process.
fn end(error: &clap::Error) -> ! {
    let written = error.print().and_then(|()| io::stdout().flush());
    let is_answer = !error.use_stderr();
    let code = match written {
        Err(failure) if is_answer && failure.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "reversi: can't write the output: {failure}");
            FAILED.into()
        }
        _ => error.exit_code(),
    };
    process::exit(code)
}

fn run(arguments: Arguments, setup: Setup, names: Option<Names>) -> anyhow::Result<u8> {
    if let Some(job) = arguments.job {
        return do_job(job);
    }
    let store = arguments.data_dir.map_or_else(Store::of_user, |folder| Ok(Store::at(folder)))?;
    let format = if arguments.json { Format::Json } else { Format::Text(style(arguments.color)) };
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => rand::random(),
    };
    let ending = screens::run(&Options {
        script: arguments.script,
        format,
        strict: arguments.strict,
        ascii: arguments.ascii,
        game: arguments.game,
        setup,
        names,
        seed,
        resume: arguments.resume,
        store,
    })?;
    Ok(match ending {
        ending if ending.interrupted => INTERRUPTED,
        ending if ending.failures > 0 => FAILED,
        _ => 0,
    })
}

/// Lets the engine search with the weights of a file. It has to be before the first search.
fn use_weights(path: &Path) -> Result<(), String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("can't read {name}: {error}"))?;
    let evaluation = Evaluation::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?;
    evaluation.install().map_err(|error| format!("{name}: {error}"))
}

fn do_job(job: Job) -> anyhow::Result<u8> {
    let findings = match job {
        Job::Perft { depth, threads, hash_mb, json } => {
            jobs::perft(Perft { depth, threads: threads.into(), hash_mb: hash_mb as usize, json })?
        }
        Job::Bench { threads, json } => jobs::bench(Bench { threads: threads.into(), json })?,
        Job::Solve(arguments) => {
            let input = match arguments.source() {
                Ok(Source::File(file)) => Input::File(file),
                Ok(Source::Entry(entry)) => Input::Entry(entry),
                Err(error) => end(&error),
            };
            jobs::solve(&how_to_solve(arguments), &input)?
        }
        Job::Analyze(arguments) => jobs::analyze(&how_to_analyze(arguments))?,
        Job::Match(arguments) => match arguments.clocks() {
            Ok(clocks) => jobs::match_play(&how_to_play(*arguments, clocks))?,
            Err(error) => end(&error),
        },
        Job::Convert(arguments) => jobs::convert(&how_to_convert(arguments))?,
        Job::Gtp(arguments) => {
            protocols::gtp(&speaker(&arguments))?;
            Findings::default()
        }
        Job::Nboard(arguments) => {
            protocols::nboard(&speaker(&arguments))?;
            Findings::default()
        }
        Job::Ugi(arguments) => {
            protocols::ugi(&speaker(&arguments.protocol), arguments.game)?;
            Findings::default()
        }
    };
    Ok(match findings {
        Findings { interrupted: true, .. } => INTERRUPTED,
        Findings { unreadable, .. } if unreadable > 0 => UNREADABLE,
        Findings { wrong, .. } if wrong > 0 => FAILED,
        _ => 0,
    })
}

fn how_to_solve(arguments: SolveArguments) -> Solve {
    let resume = arguments.resume;
    let (index, count) = arguments.shard;
    Solve {
        connect_four: arguments.game == "c4",
        rows: Rows {
            json: arguments.json,
            all_moves: arguments.moves.is_some(),
            wld: arguments.wld,
            stable: arguments.stable,
        },
        hash_mb: arguments.hash_mb as usize,
        threads: arguments.threads.into(),
        shard: Shard { index, count },
        out: arguments.out.map(|path| Out { path, resume }),
    }
}

fn speaker(arguments: &ProtocolArguments) -> Speaker {
    Speaker {
        level: arguments.level,
        resources: Resources {
            hash_mb: arguments.hash_mb as usize,
            threads: arguments.threads.into(),
        },
        seed: arguments.seed.unwrap_or_else(rand::random),
    }
}

fn how_to_play(arguments: MatchArguments, clocks: Clocks) -> MatchPlay {
    let resume = arguments.resume;
    MatchPlay {
        players: Contestant::pair(arguments.first, arguments.second),
        games: arguments.games as usize,
        openings: arguments.openings,
        plies: arguments.plies,
        seed: arguments.seed,
        even: arguments.even,
        rules: Rules {
            clocks,
            margin: arguments.margin.0,
            timeout: arguments.timeout.0,
            seed: arguments.seed.unwrap_or(0),
        },
        parallel: arguments.parallel.into(),
        pin: !arguments.no_pin,
        sprt: arguments.sprt,
        out: arguments.out.map(|path| Out { path, resume }),
        log: arguments.log,
        json: arguments.json,
    }
}

fn how_to_analyze(arguments: AnalyzeArguments) -> Analyze {
    Analyze {
        limits: arguments.limits(),
        force: arguments.force,
        from: arguments.from(),
        threads: arguments.threads.into(),
        hash_mb: arguments.hash_mb as usize,
        json: arguments.json,
        svg: arguments.svg,
        select: arguments.select,
        file: arguments.file,
    }
}

fn how_to_convert(arguments: ConvertArguments) -> Convert {
    let to = match arguments.target() {
        Ok(ConvertTo::Format(format)) => Target::Format(format),
        Ok(ConvertTo::Json) => Target::Json,
        Ok(ConvertTo::Statistics) => Target::Nothing,
        Ok(ConvertTo::JsonStatistics) => Target::JsonStatistics,
        Err(error) => end(&error),
    };
    Convert {
        from: arguments.from(),
        to,
        input: arguments.input,
        output: arguments.output,
        select: arguments.select,
        plies: arguments.plies.map(usize::from),
        stats: arguments.stats,
        force: arguments.force,
    }
}

fn style(color: Color) -> Style {
    let colored = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
    if colored { Style::Colored } else { Style::Plain }
}

/// A limit on file sizes should make a write fail, not end the program with a half-written file.
#[cfg(unix)]
fn survive_size_limit() {
    // The flag is not looked at: the failing write says it all. Without the handler a write beyond
    // the limit ends the program, which still leaves the earlier file whole.
    let _ = signal_hook::flag::register(libc::SIGXFSZ, std::sync::Arc::default());
}
