//! The language of the screens, and the translation of their texts.
//!
//! English is in the code, as the key. [`tr!`](crate::base::language::tr) marks and translates a text; the catalogs
//! are in `po/`. The language belongs to a thread, and is English until interactive screens start in another one:
//! scripts, jobs and protocols never do. A thread of a screen passes it on with its work, as [`ThreadLanguage`].

mod catalog;
mod format;
mod named;
mod reason;
mod typed;

use std::cell::Cell;

pub use catalog::{
    argument_word, color_word, command_word, translated_argument_words, translated_command_words,
};
pub use format::{date, date_and_time, decimal, fill};
pub use named::Language;
pub use reason::reason;
pub use typed::{argument_name, means, typed, with_typed};

thread_local! {
    /// `None` where texts are always English.
    static CURRENT: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Returns the language of this thread.
pub fn current() -> Language {
    CURRENT.get().unwrap_or_default()
}

/// Starts the screens of this thread in a language.
pub fn start(language: Language) {
    CURRENT.set(Some(language));
}

/// Ends the screens of this thread: texts are in English again.
#[cfg(feature = "cli")]
pub fn stop() {
    CURRENT.set(None);
}

/// Changes the language of the screens. Without screens, it stays English.
pub fn change(language: Language) {
    if CURRENT.get().is_some() {
        CURRENT.set(Some(language));
    }
}

/// The language of a thread, for its work on another one.
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "for the program"))]
#[derive(Debug, Clone, Copy)]
pub struct ThreadLanguage(Option<Language>);

#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "for the program"))]
impl ThreadLanguage {
    /// Returns the language of this thread.
    pub fn of_this() -> Self {
        Self(CURRENT.get())
    }

    /// Runs work in this language.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(self.0);
        let result = work();
        CURRENT.set(before);
        result
    }
}

/// Translates a text of a table, which the extraction finds by `screens::table_texts`.
pub fn translated(text: &'static str) -> &'static str {
    catalog::find(current(), None, text).unwrap_or(text)
}

/// Translates a text that is not constant; `None` if it is unknown.
pub fn translated_owned(text: &str) -> Option<&'static str> {
    catalog::find(current(), None, text)
}

/// Translates a text with a context.
pub fn translated_in(context: &str, text: &'static str) -> &'static str {
    catalog::find(current(), Some(context), text).unwrap_or(text)
}

/// Translates a text that has a plural form.
pub fn translated_plural(
    context: Option<&str>,
    count: usize,
    one: &'static str,
    many: &'static str,
) -> &'static str {
    let forms = catalog::find(current(), context, one);
    match forms.and_then(|forms| forms.split('\u{1}').nth(current().plural_form(count))) {
        Some(form) => form,
        None if count == 1 => one,
        None => many,
    }
}

/// Translates a text into the language of the screen: `tr!("No moves yet.")`.
///
/// - Arguments have names: `tr!("Loaded {name}.", name)`, `tr!("Loaded {name}.", name = self.name())`. Format them
///   before: texts have no `{:+}`.
/// - Plurals are chosen by the first argument: `tr!("Undid {n} move." | "Undid {n} moves.", n = moves)`.
/// - A context tells equal English texts apart: `tr!("verb" => "Open")`.
///
/// Without arguments it is a `&'static str`, otherwise a `String`.
macro_rules! tr {
    ($context:literal => $text:literal $(,)?) => {
        $crate::base::language::translated_in($context, $text)
    };
    ($text:literal $(,)?) => {
        $crate::base::language::translated($text)
    };
    ($one:literal | $many:literal, $count:ident $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::base::language::tr!($one | $many, $count = $count $(, $name $(= $value)?)*)
    };
    ($context:literal => $one:literal | $many:literal, $($rest:tt)+) => {
        $crate::base::language::tr!(@plural Some($context), $one, $many, $($rest)+)
    };
    ($one:literal | $many:literal, $($rest:tt)+) => {
        $crate::base::language::tr!(@plural None, $one, $many, $($rest)+)
    };
    (@plural $context:expr, $one:literal, $many:literal, $count:ident = $number:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        $crate::base::language::check_names!($many, $count = 0 $(, $name $(= $value)?)*);
        let count = $number;
        $crate::base::language::fill(
            $crate::base::language::translated_plural($context, count, $one, $many),
            $crate::base::language::arguments!($count = count $(, $name $(= $value)?)*),
        )
    }};
    ($context:literal => $text:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        $crate::base::language::check_names!($text, $($name $(= $value)?),+);
        $crate::base::language::fill(
            $crate::base::language::tr!($context => $text),
            $crate::base::language::arguments!($($name $(= $value)?),+),
        )
    }};
    ($text:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        $crate::base::language::check_names!($text, $($name $(= $value)?),+);
        $crate::base::language::fill(
            $crate::base::language::tr!($text),
            $crate::base::language::arguments!($($name $(= $value)?),+),
        )
    }};
}

/// Makes the compiler check the names of the arguments against the text, without any code in the program.
macro_rules! check_names {
    ($text:literal, $($name:ident $(= $value:expr)?),+) => {
        let _ = || {
            let _ = format_args!($text, $($name = $crate::base::language::value!($name $(= $value)?)),+);
        };
    };
}

macro_rules! arguments {
    ($($name:ident $(= $value:expr)?),+) => {
        &[$((
            stringify!($name),
            &$crate::base::language::value!($name $(= $value)?) as &dyn std::fmt::Display,
        )),+]
    };
}

macro_rules! value {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}

/// Marks a text of a table, without translating it.
macro_rules! marked {
    ($context:literal => $text:literal) => {
        $text
    };
    ($text:literal) => {
        $text
    };
}

pub(crate) use {arguments, check_names, marked, tr, value};

#[cfg(test)]
mod tests;
