//! Tags, HTML and JSON around moves.

use std::borrow::Cow;

/// Blanks out what contains no moves, but may look like them: tags with a value, `[Event "Open 56"]`, tags and
/// entities of HTML, and the names and numbers of JSON. Returns too whether a name of JSON is not about moves.
pub fn without_markup(line: &[u8]) -> (Cow<'_, [u8]>, bool) {
    let mut line = Cow::Borrowed(line);
    let mut is_foreign = false;
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let json = json_name(rest);
        is_foreign |= json.is_some_and(|(_, is_of_moves)| !is_of_moves);
        let length = tag(rest)
            .or_else(|| html(rest))
            .or(json.map(|(length, _)| length));
        let length = length.unwrap_or_default();
        if length > 0 {
            line.to_mut()[at..at + length].fill(b' ');
        }
        at += length.max(1);
    }
    (line, is_foreign)
}

/// The length of a tag or an entity of HTML at the beginning of a text.
fn html(text: &[u8]) -> Option<usize> {
    match text {
        [b'<', b'/' | b'!' | b'a'..=b'z' | b'A'..=b'Z', ..] => text
            .iter()
            .position(|byte| *byte == b'>')
            .map(|end| end + 1),
        [b'&', rest @ ..] => {
            let name = rest
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#');
            let length = name.count();
            (length > 1 && rest.get(length) == Some(&b';')).then_some(length + 2)
        }
        _ => None,
    }
}

/// The length of the name of a JSON value at the beginning of a text, with the value if it is a number. Returns too
/// whether the name is one for moves.
fn json_name(text: &[u8]) -> Option<(usize, bool)> {
    let rest = text.strip_prefix(b"\"")?;
    let length = rest.iter().position(|byte| *byte == b'"')?;
    let name = String::from_utf8_lossy(&rest[..length]).to_lowercase();
    let value = rest[length + 1..]
        .trim_ascii_start()
        .strip_prefix(b":")?
        .trim_ascii_start();
    let is_number = |byte: &&u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let number = match value.first() {
        Some(b'0'..=b'9' | b'-') => value.iter().take_while(is_number).count(),
        _ => 0,
    };
    Some((
        text.len() - value.len() + number,
        MOVE_NAMES.contains(&&*name),
    ))
}

/// The names of JSON values that are moves.
const MOVE_NAMES: &[&str] = &[
    "m",
    "mv",
    "move",
    "moves",
    "sq",
    "square",
    "pos",
    "record",
    "game",
    "kifu",
    "transcript",
    "line",
    "black",
    "white",
    "b",
    "w",
    "p",
    "play",
    "coord",
    "position",
];

/// The length of a tag at the beginning of a text: a name and a quoted value in brackets.
fn tag(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"[")?.trim_ascii_start();
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let name = name.count();
    let rest = rest[name..].trim_ascii_start().strip_prefix(b"\"")?;
    let mut is_escaped = false;
    let end = rest.iter().position(|&byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })?;
    let rest = rest[end + 1..].trim_ascii_start().strip_prefix(b"]")?;
    (name > 0).then(|| text.len() - rest.len())
}
