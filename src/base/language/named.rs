//! The languages, and the choice of one by the environment.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::language::tr;
use crate::base::text::printable;

/// A language of the screens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Language {
    #[default]
    English,
    /// Portuguese of Portugal.
    PtPt,
    /// Portuguese of Brazil.
    PtBr,
    Spanish,
}

/// The error returned for an unknown language.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", tr!(
    "\"{text}\" is not a language: use en, pt_PT, pt_BR or es",
    text = printable(.0).limited(20)
))]
pub struct UnknownLanguage(String);

impl Language {
    pub const ALL: [Self; 4] = [Self::English, Self::PtPt, Self::PtBr, Self::Spanish];

    /// Returns the code: `pt_BR`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::PtPt => "pt_PT",
            Self::PtBr => "pt_BR",
            Self::Spanish => "es",
        }
    }

    /// Returns the name in the language itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::PtPt => "Português (Portugal)",
            Self::PtBr => "Português (Brasil)",
            Self::Spanish => "Español",
        }
    }

    /// Returns the next language, and after the last one the first.
    pub fn next(self) -> Self {
        let after = Self::ALL
            .into_iter()
            .skip_while(|&language| language != self)
            .nth(1);
        after.unwrap_or_default()
    }

    /// Returns the index of the plural form for a count: 0 is the singular.
    pub(super) const fn plural_form(self, count: usize) -> usize {
        match (self, count) {
            (_, 1) | (Self::PtBr, 0) => 0,
            _ => 1,
        }
    }

    /// Reads a locale such as `pt_BR.UTF-8`; `None` if there is no catalog for it.
    fn of_locale(locale: &str) -> Option<Self> {
        let name = locale
            .split(['.', '@'])
            .next()?
            .replace('-', "_")
            .to_ascii_lowercase();
        let (language, country) = name.split_once('_').unwrap_or((&name, ""));
        match (language, country) {
            ("pt", "br") => Some(Self::PtBr),
            ("pt", _) => Some(Self::PtPt),
            ("es", _) => Some(Self::Spanish),
            ("en", _) | ("c" | "posix", "") => Some(Self::English),
            _ => None,
        }
    }

    /// Returns the user's language as gettext would choose it: by the first of `LC_ALL`, `LC_MESSAGES` and `LANG`,
    /// whose place the list in `LANGUAGE` takes unless it is `C`. English if none is known.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        let Some(locale) = locale else {
            return Self::English;
        };
        let of_locale = Self::of_locale(&locale);
        let is_c = matches!(locale.split('.').next(), Some("C" | "POSIX"));
        let listed = set("LANGUAGE").filter(|_| !is_c);
        let listed = listed.and_then(|list| list.split(':').find_map(Self::of_locale));
        listed.or(of_locale).unwrap_or_default()
    }
}

impl std::str::FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let is_plain = word
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || b"_-".contains(&byte));
        let known = Self::of_locale(word).filter(|_| is_plain && word.len() > 1);
        known.ok_or_else(|| UnknownLanguage(word.to_owned()))
    }
}

impl TryFrom<String> for Language {
    type Error = UnknownLanguage;

    fn try_from(word: String) -> Result<Self, Self::Error> {
        word.parse()
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.code().to_owned()
    }
}
