//! The check that this processor has the instructions the program was compiled for.

/// The first instruction set that the program was compiled for and this processor lacks; `None` if
/// it has all of them.
///
/// A build from source targets the processor it runs on (`.cargo/config.toml`). On an older
/// processor it would crash with an illegal instruction.
///
/// ```
/// assert_eq!(reversi::engine::missing_instructions(), None);
/// ```
pub fn missing_instructions() -> Option<&'static str> {
    needed().into_iter().find_map(|(name, is_there)| (!is_there).then_some(name))
}

/// CPUID feature bits to check, in register EBX of leaf 7, and whether they are set.
///
/// The detection of the standard library assumes the instruction sets that the program was compiled
/// for.
#[cfg(target_arch = "x86_64")]
fn needed() -> Vec<(&'static str, bool)> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    let highest = __cpuid(0).eax;
    let extensions = if highest >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
    let all = [
        ("AVX2", cfg!(target_feature = "avx2"), 5),
        ("BMI2", cfg!(target_feature = "bmi2"), 8),
        ("AVX-512F", cfg!(target_feature = "avx512f"), 16),
        ("AVX-512CD", cfg!(target_feature = "avx512cd"), 28),
        ("AVX-512VL", cfg!(target_feature = "avx512vl"), 31),
    ];
    let needed = all.into_iter().filter(|&(_, is_needed, _)| is_needed);
    needed.map(|(name, _, bit)| (name, extensions >> bit & 1 == 1)).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn needed() -> Vec<(&'static str, bool)> {
    Vec::new()
}
