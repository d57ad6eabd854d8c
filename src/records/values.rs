//! Parsers for values that several formats write alike.

/// Stores a parsed value. Returns whether there was one.
pub(super) fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_understood = value.is_some();
    if is_understood {
        *place = value;
    }
    is_understood
}

/// Parses a decimal number without exponent or infinity.
pub(super) fn number(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    text.parse().ok().filter(|number: &f64| is_plain && number.is_finite())
}

/// Parses a disc difference from -64 to 64. Edax writes -127 for an unfinished game.
pub(super) fn difference(text: &str) -> Option<f64> {
    number(text).filter(|difference| difference.abs() <= 64.0)
}

/// Whether a text is a pass: `PA`, `ps`, `pass` or `--`.
pub(super) fn is_pass(text: &str) -> bool {
    ["pa", "ps", "pass", "--"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal() {
        assert_eq!(["+1.50", "-3", ".5", "7."].map(number), [1.5, -3.0, 0.5, 7.0].map(Some));
        for text in ["", "+", "1e3", "inf", "NaN", " 1", "1,5"] {
            assert_eq!(number(text), None, "{text:?}");
        }
        assert_eq!(number(&"9".repeat(400)), None);
        assert_eq!(number(&format!("-{}", "9".repeat(400))), None);
        assert_eq!(number(&"9".repeat(300)), Some(1e300));
        let differences = ["-64", "+64.00", "64.01", "-127.000"].map(difference);
        assert_eq!(differences, [Some(-64.0), Some(64.0), None, None]);
    }
}
