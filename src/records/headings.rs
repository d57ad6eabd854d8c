//! Recognizes lines that belong to a game without being moves: titles, comments, tables and data around the moves.

/// Words next to moves, in the languages of record files: the sides, headings of tables, and verbs.
const LABELS: &[&str] = &[
    "black", "white", "dark", "light", "preto", "preta", "pretas", "pretos", "branco", "branca",
    "brancas", "brancos", "negro", "negra", "negras", "negros", "blanco", "blanca", "blancas",
    "blancos", "noir", "noire", "noirs", "blanc", "blanche", "blancs", "schwarz", "weiß", "weiss",
    "nero", "neri", "bianco", "bianchi", "zwart", "wit", "svart", "vit", "黒", "白", "先手",
    "後手", "move", "moves", "play", "plays", "player", "time", "clock", "score", "side", "turn",
    "color", "colour", "square", "lance", "lances", "jogada", "jogadas", "jugada", "jugadas",
    "coup", "coups", "zug", "züge", "mossa", "tempo", "tiempo", "temps", "zeit", "number", "no",
    "nr", "num", "nbsp", "pass", "genmove",
];

/// Words of a heading that a number follows.
const NUMBERED: &[&str] = &[
    "game",
    "round",
    "match",
    "board",
    "table",
    "opening",
    "record",
    "line",
    "partida",
    "rodada",
    "ronda",
    "mesa",
    "jogo",
    "juego",
    "abertura",
    "apertura",
    "partie",
    "ronde",
    "tour",
    "spiel",
    "runde",
    "tisch",
    "transcript",
];

/// The text between the names of two players.
const BETWEEN_PLAYERS: &[&str] = &[
    " - ",
    " -- ",
    " – ",
    " — ",
    " vs ",
    " vs. ",
    " v ",
    " v. ",
    " x ",
    " contra ",
    " contre ",
    " gegen ",
    " against ",
];

const COMMENT_MARKS: &[&str] = &["#", "%", ";", "//", "/*", "<!--"];

/// The maximum number of words in the name of a value: `Place and date: ...`.
const MAX_NAME_WORDS: usize = 4;

/// Whether a word only says whose move it is, or what a column of a table contains.
pub fn is_label(word: &str) -> bool {
    let word = word.to_lowercase();
    LABELS.contains(&&*word)
}

/// Whether a line without moves is a heading, a comment or data, so that it is not reported.
pub fn is_heading(text: &str) -> bool {
    let text = text.trim();
    let has_words = text.chars().any(char::is_alphabetic);
    !has_words
        || COMMENT_MARKS.iter().any(|mark| text.starts_with(mark))
        || is_named_value(text)
        || separates_games(text)
        || words(text).all(is_label)
}

/// Whether a heading is above a game, such as the names of two players.
pub fn separates_games(text: &str) -> bool {
    let text = text.trim();
    BETWEEN_PLAYERS
        .iter()
        .any(|between| text.to_lowercase().contains(between))
        || is_numbered(text)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Whether a line is a name and a value: `Place: Rome`, `"name": "Ann",`, `name=Ann`.
fn is_named_value(text: &str) -> bool {
    text.split_once([':', '=', '\u{ff1a}'])
        .is_some_and(|(name, value)| {
            let count = words(name).count();
            (1..=MAX_NAME_WORDS).contains(&count) && !value.starts_with("//")
        })
}

/// Whether a line begins with something like `Game 2`.
fn is_numbered(text: &str) -> bool {
    let mut words = words(text);
    let (Some(word), number) = (words.next(), words.next()) else {
        return false;
    };
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    NUMBERED.contains(&&*letters.to_lowercase())
        && (letters.len() < word.len() || number.is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_differ_from_text() {
        for text in [
            "# a comment",
            "% f5d6",
            "33-31",
            "2024-05-11",
            "*",
            "Black: Ann",
            "Event: Open 65, 34 (2011)",
            "\"id\": \"x\",",
            "Ann - Bob",
            "Ann vs. Bob",
            "Game 2",
            "Partida 3, mesa 1",
            "No.  Black  White",
            "{",
            "White",
        ] {
            assert!(is_heading(text), "{text}");
        }
        for text in [
            "hello world",
            "see http://example.org",
            "Dear all,",
            "gamely 2",
            "xf5",
        ] {
            assert!(!is_heading(text), "{text}");
        }
    }
}
