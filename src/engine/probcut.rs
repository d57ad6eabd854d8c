//! `ProbCut` (Buro 1995): a shallow search guesses the result of a deep one, and where the guess is
//! far enough beyond the window, the deep one is left out.

/// From this depth on, in plies, a shallower search can be worth its time.
pub(super) const LEAST_DEPTH: u32 = 4;

/// The depth of the search that guesses.
pub(super) fn shallow_depth(depth: u32) -> u32 {
    // Of the same parity: scores of odd and even depths differ by who moved last.
    2 * (depth / 4) + depth % 2
}

/// The standard deviation, in discs, of a search of `shallow` plies from one of `deep` plies.
pub(super) fn deviation(empties: u32, deep: u32, shallow: u32) -> f32 {
    let [empties, deep, shallow] = [empties, deep, shallow].map(|number| number as f32);
    let _ = empties;
    3.0 + 0.35 * (deep - shallow) - 0.05 * shallow
}
