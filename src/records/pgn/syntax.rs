//! The syntax of PGN: the tokens of an input, and the games that they form.

use std::collections::VecDeque;
use std::io;

use crate::games::shortened;

use super::super::Input;
use super::super::{BadRecord, Problem, ReadError};
use super::token::{Token, TokenKind};
use super::words;

const MAX_RECORD_BYTES: usize = 1 << 20;

/// The beginning of a game, at which a comment without an end is given up.
const BEGINNING: &[u8] = b"[Event \"";

/// Splits an input into tokens.
#[derive(Debug, Default)]
struct Lexer {
    ready: VecDeque<Token>,
    /// Whether the next byte does not begin a line.
    is_in_line: bool,
    /// The number of line ends since the last token.
    line_ends: usize,
}

impl Lexer {
    fn next(&mut self, input: &mut Input<'_>) -> io::Result<Option<Token>> {
        while self.ready.is_empty() {
            let at = input.offset();
            let begins_line = !self.is_in_line;
            let Some(byte) = self.byte(input)? else {
                return Ok(None);
            };
            let kind = match byte {
                b'%' if begins_line => {
                    self.rest_of_line(input)?;
                    continue;
                }
                _ if words::is_gap(byte) => continue,
                b'{' => self.comment(input)?,
                b';' => TokenKind::Comment(words::plain(&self.rest_of_line(input)?)),
                b'[' => Self::tag(input)?,
                b'(' => TokenKind::Open,
                b')' => TokenKind::Close,
                b'$' => match self.annotation(input)? {
                    Some(kind) => kind,
                    None => continue,
                },
                _ => {
                    let word = self.word(byte, input)?;
                    let is_continued = words::begins_with_dot(&input.look_ahead(8)?);
                    self.ready.extend(words::tokens(&word, at, is_continued));
                    continue;
                }
            };
            self.ready.push_back(Token { at, kind });
        }
        Ok(self.ready.pop_front())
    }

    fn byte(&mut self, input: &mut Input<'_>) -> io::Result<Option<u8>> {
        let byte = input.byte()?;
        self.is_in_line = byte != Some(b'\n');
        self.line_ends += usize::from(byte == Some(b'\n'));
        Ok(byte)
    }

    fn rest_of_line(&mut self, input: &mut Input<'_>) -> io::Result<String> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.byte(input)?.filter(|byte| *byte != b'\n') {
            if bytes.len() < MAX_RECORD_BYTES {
                bytes.push(byte);
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The comment after a `{`. It ends where another game begins, in case its `}` is missing.
    fn comment(&mut self, input: &mut Input<'_>) -> io::Result<TokenKind> {
        let mut bytes = Vec::new();
        loop {
            let begins_line = !self.is_in_line;
            if begins_line && input.look_ahead(BEGINNING.len())? == BEGINNING {
                return Ok(TokenKind::Bad(Problem::Unfinished("}")));
            }
            match self.byte(input)? {
                None => return Ok(TokenKind::Bad(Problem::Unfinished("}"))),
                Some(b'}') => {
                    let text = String::from_utf8_lossy(&bytes);
                    return Ok(TokenKind::Comment(words::plain(&text)));
                }
                Some(byte) if bytes.len() < MAX_RECORD_BYTES => bytes.push(byte),
                Some(_) => {}
            }
        }
    }

    /// The tag after a `[`. A command outside a comment, `[%clk 0:01:00]`, counts as one.
    fn tag(input: &mut Input<'_>) -> io::Result<TokenKind> {
        let mut line = Vec::new();
        while let Some(byte) = input.peek()?.filter(|byte| *byte != b'\n')
            && line.len() < MAX_RECORD_BYTES
        {
            line.push(byte);
            input.byte()?;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        let Some((kind, length)) = words::tag(&text) else {
            let shown = shortened(&format!("[{}", text.trim_end()));
            return Ok(TokenKind::Bad(Problem::Property("[Event \"Open\"]", shown)));
        };
        // The length in bytes of the input, which may be Latin-1.
        let consumed = if text.len() == line.len() {
            length
        } else {
            text[..length].chars().count()
        };
        input.unread(&line[consumed..]);
        Ok(kind)
    }

    /// The annotation of a number after a `$`; `None` for others than `!`, `?` and so on.
    fn annotation(&mut self, input: &mut Input<'_>) -> io::Result<Option<TokenKind>> {
        let mut number = 0_usize;
        while let Some(digit) = input.peek()?.filter(u8::is_ascii_digit) {
            self.byte(input)?;
            number = number
                .saturating_mul(10)
                .saturating_add(usize::from(digit - b'0'));
        }
        Ok(words::NUMBERED
            .get(number.wrapping_sub(1))
            .map(|&sign| TokenKind::Assessment(sign)))
    }

    fn word(&mut self, first: u8, input: &mut Input<'_>) -> io::Result<String> {
        let mut bytes = vec![first];
        while input.peek()?.is_some_and(|byte| !words::is_delimiter(byte)) {
            let byte = self.byte(input)?;
            bytes.extend(byte.filter(|_| bytes.len() < MAX_RECORD_BYTES));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Finds the games of an input.
#[derive(Debug, Default)]
pub struct GameSplitter {
    lexer: Lexer,
    /// The first token of the next game.
    next: Option<Token>,
}

/// The beginning of a game, up to the current token.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that the game may have"
)]
struct GameStart {
    depth: usize,
    has_event: bool,
    has_moves: bool,
    has_numbers: bool,
    /// Whether anything but tags and comments has been read.
    has_text: bool,
}

impl GameSplitter {
    /// The tokens of the next game with the offset of the first one; `None` at the end.
    pub fn game(&mut self, input: &mut Input<'_>) -> Result<Option<(u64, Vec<Token>)>, ReadError> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut start = GameStart::default();
        let mut bytes = 0;
        loop {
            let token = match self.next.take() {
                Some(token) => Some(token),
                None => self.lexer.next(input)?,
            };
            let Some(token) = token else { break };
            let is_after_gap = std::mem::take(&mut self.lexer.line_ends) > 1;
            if start.ends_before(&token, is_after_gap) {
                self.next = Some(token);
                break;
            }
            let is_end = start.depth == 0 && matches!(token.kind, TokenKind::Result(_));
            start.count(&token);
            bytes += token.size();
            if bytes <= MAX_RECORD_BYTES {
                tokens.push(token);
            }
            if is_end {
                break;
            }
        }
        let Some(first) = tokens.first() else {
            return Ok(None);
        };
        let offset = first.at;
        if bytes > MAX_RECORD_BYTES {
            return Err(BadRecord::new(offset, Problem::LongRecord(MAX_RECORD_BYTES)).into());
        }
        if start.depth > 0 {
            // Another problem may be the cause.
            let problem = Problem::Unfinished(")");
            let at = self.next.as_ref().map_or(input.offset(), |next| next.at);
            tokens.push(Token {
                at,
                kind: TokenKind::Bad(problem),
            });
        }
        // Comments alone are text between games.
        let is_game = tokens
            .iter()
            .any(|token| !matches!(token.kind, TokenKind::Comment(_)));
        Ok(is_game.then_some((offset, tokens)))
    }
}

impl GameStart {
    fn ends_before(&self, token: &Token, is_after_gap: bool) -> bool {
        match &token.kind {
            TokenKind::Tag { name, .. } => {
                self.has_text || self.has_event && name.eq_ignore_ascii_case("Event")
            }
            TokenKind::Number {
                number: 1,
                is_continued: false,
            } => self.depth == 0 && self.has_moves,
            // Games without numbers are separated by empty lines.
            TokenKind::Word(_) => {
                self.depth == 0 && self.has_moves && is_after_gap && !self.has_numbers
            }
            _ => false,
        }
    }

    fn count(&mut self, token: &Token) {
        match &token.kind {
            TokenKind::Tag { name, .. } => self.has_event |= name.eq_ignore_ascii_case("Event"),
            TokenKind::Open => self.depth += 1,
            TokenKind::Close => self.depth = self.depth.saturating_sub(1),
            TokenKind::Word(_) => self.has_moves = true,
            TokenKind::Number { .. } => self.has_numbers = true,
            _ => {}
        }
        self.has_text |= !matches!(token.kind, TokenKind::Tag { .. } | TokenKind::Comment(_));
    }
}

impl Token {
    /// The approximate size in bytes.
    fn size(&self) -> usize {
        2 + match &self.kind {
            TokenKind::Tag { name, value } => name.len() + value.len(),
            TokenKind::Comment(text) | TokenKind::Word(text) | TokenKind::Result(text) => {
                text.len()
            }
            _ => 0,
        }
    }
}
