//! What a person prefers, and what of it is kept.

use std::ops::RangeInclusive;

use super::super::memory::WindowMemory;
use super::super::theme::ThemeName;

/// Preferences of a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Preferences {
    /// The theme; `None` for that of the system.
    pub(super) theme: Option<ThemeName>,
    /// What is kept from run to run.
    pub(super) kept: WindowMemory,
}

impl Preferences {
    /// The sizes of text that can be chosen, in percent.
    pub(super) const TEXT: RangeInclusive<u16> = 75..=200;

    /// The widths and heights that are kept.
    const SIZES: [RangeInclusive<u16>; 2] = [360..=8000, 480..=8000];

    /// What a file has, as far as it makes sense.
    pub(super) fn new(theme: Option<ThemeName>, kept: &WindowMemory) -> Self {
        let mut kept = kept.clone();
        let within =
            |value: u16, range: &RangeInclusive<u16>| value.clamp(*range.start(), *range.end());
        kept.text_percent = within(kept.text_percent, &Self::TEXT);
        kept.size = (within(kept.size.0, &Self::SIZES[0]), within(kept.size.1, &Self::SIZES[1]));
        Self { theme, kept }
    }
}
