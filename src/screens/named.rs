//! Enums whose values users choose by name, ignoring case.

use thiserror::Error;

use crate::base::language::{tr, translated};
use crate::base::text::printable;

/// The error returned for an unknown name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", tr!(
    "\"{text}\" is not a {kind}: use {names}",
    text = printable(.word).limited(20),
    kind = translated(.kind),
    names = .names
))]
pub struct UnknownName {
    pub(super) word: String,
    pub(super) kind: &'static str,
    pub(super) names: String,
}

/// Implements conversions between an enum and its names. List the variants in order.
macro_rules! named_values {
    ($type:ident[$count:literal], $kind:expr, $names:expr, $($value:ident => $name:literal),+) => {
        impl $type {
            /// All values, in the order in which screens cycle through them.
            pub const ALL: [Self; $count] = [$(Self::$value),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }
        }

        impl std::str::FromStr for $type {
            type Err = crate::screens::named::UnknownName;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let is_meant = |value: &Self| value.as_str().eq_ignore_ascii_case(word);
                Self::ALL.into_iter().find(is_meant).ok_or_else(|| Self::Err {
                    word: word.to_owned(),
                    kind: $kind,
                    names: crate::base::language::translated($names).to_owned(),
                })
            }
        }

        impl TryFrom<String> for $type {
            type Error = crate::screens::named::UnknownName;

            fn try_from(word: String) -> Result<Self, Self::Error> {
                word.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.as_str().to_owned()
            }
        }
    };
}

pub(super) use named_values;

#[cfg(test)]
mod tests {
    use crate::screens::discs::Discs;
    use crate::screens::theme::ThemeName;

    #[test]
    fn the_command_table_completes_all_names() {
        let completed = |command| {
            let mut words = crate::interpreter::first_words(command).to_vec();
            words.sort_unstable();
            words
        };
        let mut styles = Discs::ALL.map(Discs::as_str);
        styles.sort_unstable();
        assert_eq!(completed("discs"), styles);
    }

    #[test]
    fn names_are_read_in_any_case_and_others_refused_with_all_names_and_nothing_raw() {
        for name in ThemeName::all() {
            assert_eq!(String::from(name).parse(), Ok(name));
            assert_eq!(name.as_str().to_uppercase().parse(), Ok(name));
        }
        for discs in Discs::ALL {
            assert_eq!(discs.as_str().to_uppercase().parse(), Ok(discs));
        }
        for word in [
            "",
            "darkk",
            "high contrast",
            "a\u{1b}[2J",
            &"x".repeat(1000),
        ] {
            let theme = word.parse::<ThemeName>().unwrap_err().to_string();
            assert!(
                ThemeName::all().all(|name| theme.contains(name.as_str())),
                "{theme}"
            );
            let discs = word.parse::<Discs>().unwrap_err().to_string();
            assert!(
                Discs::ALL.iter().all(|name| discs.contains(name.as_str())),
                "{discs}"
            );
            for error in [theme, discs] {
                assert!(error.len() < 120 && !error.contains('\u{1b}'), "{error:?}");
            }
        }
    }
}
