//! Reads and writes the part of the PO format that the catalogs in `po/` use.

use std::fmt::Write;

/// The separator of context and text in a key, as in gettext's MO files.
pub const CONTEXT_END: char = '\u{4}';

/// A message with its translation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// The files that have the text.
    pub references: Vec<String>,
    /// Comments of translators, and flags such as `fuzzy`.
    pub comments: Vec<String>,
    pub context: Option<String>,
    pub text: String,
    pub plural: Option<String>,
    /// One translation, or one for each plural form. Empty if it is missing.
    pub translations: Vec<String>,
}

impl Message {
    /// Returns the key: the text, after its context if it has one.
    pub fn key(&self) -> String {
        match &self.context {
            Some(context) => format!("{context}{CONTEXT_END}{}", self.text),
            None => self.text.clone(),
        }
    }

    pub fn is_translated(&self) -> bool {
        !self.is_fuzzy()
            && !self.translations.is_empty()
            && self
                .translations
                .iter()
                .all(|translation| !translation.is_empty())
    }

    fn is_fuzzy(&self) -> bool {
        self.comments
            .iter()
            .any(|line| line.starts_with("#,") && line.contains("fuzzy"))
    }
}

/// Parses a catalog. The first message is the header, whose text is empty. Obsolete messages are skipped.
pub fn parse(catalog: &str) -> Result<Vec<Message>, String> {
    let mut messages = Vec::new();
    let mut message = Message::default();
    let mut is_empty = true;
    let mut field: fn(&mut Message) -> Option<&mut String> = |_| None;
    for (number, line) in (1..).zip(catalog.lines().chain([""])) {
        let line = line.trim();
        if line.is_empty() {
            if !is_empty {
                messages.push(std::mem::take(&mut message));
            }
            is_empty = true;
            message = Message::default();
        } else if let Some(references) = line.strip_prefix("#:") {
            message
                .references
                .extend(references.split_whitespace().map(str::to_owned));
        } else if line.starts_with("#~") {
        } else if line.starts_with('#') {
            message.comments.push(line.to_owned());
        } else {
            let (word, quoted) = line.split_at(line.find('"').unwrap_or(line.len()));
            let wrong = || format!("line {number}: {line}");
            let text = unquoted(quoted).ok_or_else(wrong)?;
            match word.trim() {
                "" => {}
                "msgctxt" => field = |message| Some(message.context.get_or_insert_default()),
                "msgid" => {
                    is_empty = false;
                    field = |message| Some(&mut message.text);
                }
                "msgid_plural" => field = |message| Some(message.plural.get_or_insert_default()),
                word if word.starts_with("msgstr") => {
                    message.translations.push(String::new());
                    field = |message| message.translations.last_mut();
                }
                _ => return Err(wrong()),
            }
            field(&mut message).ok_or_else(wrong)?.push_str(&text);
        }
    }
    Ok(messages)
}

fn unquoted(quoted: &str) -> Option<String> {
    let mut characters = quoted.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut text = String::new();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => match characters.next()? {
                'n' => '\n',
                't' => '\t',
                other => other,
            },
            other => other,
        });
    }
    Some(text)
}

/// Formats a catalog.
pub fn print(messages: &[Message]) -> String {
    let blocks: Vec<String> = messages.iter().map(block).collect();
    blocks.join("\n")
}

fn block(message: &Message) -> String {
    let mut text = String::new();
    for comment in message
        .comments
        .iter()
        .filter(|line| !line.starts_with("#,"))
    {
        let _ = writeln!(text, "{comment}");
    }
    for reference in &message.references {
        let _ = writeln!(text, "#: {reference}");
    }
    for flags in message
        .comments
        .iter()
        .filter(|line| line.starts_with("#,"))
    {
        let _ = writeln!(text, "{flags}");
    }
    if let Some(context) = &message.context {
        write_field(&mut text, "msgctxt", context);
    }
    write_field(&mut text, "msgid", &message.text);
    if let Some(plural) = &message.plural {
        write_field(&mut text, "msgid_plural", plural);
        for (index, translation) in message.translations.iter().enumerate() {
            write_field(&mut text, &format!("msgstr[{index}]"), translation);
        }
    } else {
        write_field(
            &mut text,
            "msgstr",
            message.translations.first().map_or("", |text| text),
        );
    }
    text
}

/// Writes a field; a text of several lines has a line for each of them.
fn write_field(text: &mut String, word: &str, value: &str) {
    let quoted = |part: &str| {
        let part = part.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{}\"", part.replace('\n', "\\n").replace('\t', "\\t"))
    };
    let lines: Vec<&str> = value.split_inclusive('\n').collect();
    if lines.len() < 2 {
        let _ = writeln!(text, "{word} {}", quoted(value));
        return;
    }
    let _ = writeln!(text, "{word} \"\"");
    for line in lines {
        let _ = writeln!(text, "{}", quoted(line));
    }
}
