//! The kinds of processors that the engine is compiled for, and the choice between them.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use thiserror::Error;

/// A kind of processor that this program has a copy of the engine for.
///
/// All copies find the same with the same number of nodes; they differ in speed. The levels are
/// those of the x86-64 psABI: `x86-64-v2` needs SSE4.2 and POPCNT (2008), `x86-64-v3` AVX2 and BMI2
/// (2013), and `x86-64-v4` AVX-512 (2017). On other architectures there is only `portable`.
///
/// ```
/// use reversi::engine::Processor;
/// assert!(Processor::available().contains(&Processor::in_use()));
/// assert!(Processor::available().contains(&Processor::Portable));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Processor {
    /// Any processor of this architecture: what the rest of the program is compiled for.
    Portable,
    /// `x86-64-v2`.
    V2,
    /// `x86-64-v3`.
    V3,
    /// `x86-64-v4`.
    V4,
}

/// Why a copy of the engine can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProcessorError {
    /// No copy has this name.
    #[error("unknown engine {name:?}: use {}", list(.there_are))]
    Unknown {
        /// The name.
        name: String,
        /// The names that there are.
        there_are: Vec<Processor>,
    },
    /// This machine lacks the instructions.
    #[error("this processor doesn't support {}: use {}", .0, list(&Processor::available()))]
    CantRun(Processor),
    /// The engine has been used already.
    #[error("the engine for {} is in use already", .0)]
    InUse(Processor),
}

static IN_USE: OnceLock<Processor> = OnceLock::new();

impl Processor {
    /// All copies in this program, the fastest last.
    pub const ALL: &[Self] = if cfg!(engine_copies) {
        &[Self::Portable, Self::V2, Self::V3, Self::V4]
    } else {
        &[Self::Portable]
    };

    /// The copies that this machine can run, the fastest last.
    pub fn available() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|copy| copy.can_run()).collect()
    }

    /// The copy that this process uses: the one given to [`choose`](Self::choose), or else the
    /// fastest that this machine can run.
    pub fn in_use() -> Self {
        *IN_USE.get_or_init(|| Self::available().pop().unwrap_or(Self::Portable))
    }

    /// Makes this the copy that the process uses.
    ///
    /// # Errors
    /// [`CantRun`](ProcessorError::CantRun) if this machine lacks the instructions, and
    /// [`InUse`](ProcessorError::InUse) if another copy has been used before.
    pub fn choose(self) -> Result<(), ProcessorError> {
        if !self.can_run() {
            return Err(ProcessorError::CantRun(self));
        }
        let in_use = *IN_USE.get_or_init(|| self);
        if in_use == self { Ok(()) } else { Err(ProcessorError::InUse(in_use)) }
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

/// The names of copies, as `a, b or c`.
fn list(copies: &[Processor]) -> String {
    let names: Vec<String> = copies.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// As compilers call it: `x86-64-v3`. Portable code is `x86-64` where there are copies for others.
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
        let unknown =
            || ProcessorError::Unknown { name: name.to_owned(), there_are: Self::ALL.to_vec() };
        Self::ALL.iter().copied().find(|copy| copy.to_string() == name).ok_or_else(unknown)
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
        assert!(error.starts_with("unknown engine \"pentium\": use "), "{error}");
    }

    #[test]
    fn a_copy_is_kept_once_it_is_used() {
        let in_use = Processor::in_use();
        assert_eq!(in_use.choose(), Ok(()));
        for other in Processor::available().into_iter().filter(|&copy| copy != in_use) {
            assert_eq!(other.choose(), Err(ProcessorError::InUse(in_use)));
        }
    }
}
