//! The processors that the engine is compiled for, and the choice between them.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use thiserror::Error;

/// A kind of processor for which this program contains a copy of the engine.
///
/// All copies find the same with the same number of nodes, and differ only in speed. The levels are defined by the
/// x86-64 psABI. Other architectures have only the portable copy.
///
/// ```
/// use reversi::engine::Processor;
/// assert!(Processor::available().contains(&Processor::in_use()));
/// assert!(Processor::available().contains(&Processor::Portable));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Processor {
    /// Any processor of this architecture, as for the rest of the program.
    Portable,
    /// `x86-64-v2`, with SSE4.2 and POPCNT (2008).
    V2,
    /// `x86-64-v3`, with AVX2 and BMI2 (2013).
    V3,
    /// `x86-64-v4`, with AVX-512 (2017).
    V4,
}

/// The error returned when a copy of the engine can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProcessorError {
    /// An unknown name of a copy.
    #[error("unknown engine {name:?}: use {}", list(.there_are))]
    Unknown {
        /// The name, as given.
        name: String,
        /// The known copies.
        there_are: Vec<Processor>,
    },
    /// A copy with instructions that this machine lacks.
    #[error("this processor doesn't support {}: use {}", .0, list(&Processor::available()))]
    CantRun(Processor),
    /// The copy that is already in use, instead of the chosen one.
    #[error("the engine for {} is in use already", .0)]
    InUse(Processor),
}

static IN_USE: OnceLock<Processor> = OnceLock::new();

impl Processor {
    /// All copies in this program, from slowest to fastest.
    pub const ALL: &[Self] = if cfg!(engine_copies) {
        &[Self::Portable, Self::V2, Self::V3, Self::V4]
    } else {
        &[Self::Portable]
    };

    /// Returns the copies that this machine can run, from slowest to fastest.
    pub fn available() -> Vec<Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(|copy| copy.can_run())
            .collect()
    }

    /// Returns the copy that this process uses: set by [`choose`](Self::choose), or the fastest available.
    pub fn in_use() -> Self {
        *IN_USE.get_or_init(|| Self::available().pop().unwrap_or(Self::Portable))
    }

    /// Sets the copy that this process uses.
    ///
    /// # Errors
    /// Returns [`CantRun`](ProcessorError::CantRun) if this machine lacks the instructions, and
    /// [`InUse`](ProcessorError::InUse) if another copy is already in use.
    pub fn choose(self) -> Result<(), ProcessorError> {
        if !self.can_run() {
            return Err(ProcessorError::CantRun(self));
        }
        let in_use = *IN_USE.get_or_init(|| self);
        if in_use == self {
            Ok(())
        } else {
            Err(ProcessorError::InUse(in_use))
        }
    }

    #[cfg(not(engine_copies))]
    fn can_run(self) -> bool {
        self == Self::Portable
    }

    #[cfg(engine_copies)]
    fn can_run(self) -> bool {
        macro_rules! has {
            ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
        }
        match self {
            Self::Portable => true,
            Self::V2 => has!("sse4.2" "popcnt"),
            Self::V3 => {
                Self::V2.can_run() && has!("avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe")
            }
            Self::V4 => {
                Self::V3.can_run() && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl")
            }
        }
    }
}

/// Joins the names of copies, as in `a, b or c`.
fn list(copies: &[Processor]) -> String {
    let names: Vec<String> = copies.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The name that compilers use, such as `x86-64-v3`. The portable copy is `x86-64`, or elsewhere `portable`.
impl fmt::Display for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable if cfg!(target_arch = "x86_64") => "x86-64",
            Self::Portable => "portable",
            Self::V2 => "x86-64-v2",
            Self::V3 => "x86-64-v3",
            Self::V4 => "x86-64-v4",
        })
    }
}

impl FromStr for Processor {
    type Err = ProcessorError;

    fn from_str(name: &str) -> Result<Self, ProcessorError> {
        let unknown = || ProcessorError::Unknown {
            name: name.to_owned(),
            there_are: Self::ALL.to_vec(),
        };
        Self::ALL
            .iter()
            .copied()
            .find(|copy| copy.to_string() == name)
            .ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_copy_has_a_name_that_reads_back() {
        for &copy in Processor::ALL {
            assert_eq!(copy.to_string().parse(), Ok(copy));
        }
        let error = "pentium".parse::<Processor>().unwrap_err().to_string();
        assert!(
            error.starts_with("unknown engine \"pentium\": use "),
            "{error}"
        );
    }

    #[test]
    fn a_copy_is_kept_once_it_is_used() {
        let in_use = Processor::in_use();
        assert_eq!(in_use.choose(), Ok(()));
        for other in Processor::available()
            .into_iter()
            .filter(|&copy| copy != in_use)
        {
            assert_eq!(other.choose(), Err(ProcessorError::InUse(in_use)));
        }
    }
}
