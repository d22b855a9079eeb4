//! Excerpts of an input for messages: a short piece of text on one line.

/// Maximum number of characters of an input that a message shows.
const MAX_CHARS: usize = 60;

/// Returns the first 60 characters of a text, with control characters escaped, and `…` if the text is longer.
///
/// ```
/// use preference::excerpt::excerpt;
/// assert_eq!(excerpt("a\u{1b}b"), "a\\u{1b}b");
/// assert!(excerpt(&"x".repeat(100_000)).ends_with("x…"));
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    shorten(text, MAX_CHARS)
}

/// Returns the first `max_chars` characters of a text, with control characters escaped, and `…` if the text
/// is longer.
pub(crate) fn shorten(text: &str, max_chars: usize) -> String {
    let mut shown: String = text.chars().take(max_chars).flat_map(escape).collect();
    if text.chars().nth(max_chars).is_some() {
        shown.push('…');
    }
    shown
}

/// Checks whether a text can be shown without escapes. A name with a line break or with characters that control a
/// terminal would spoil every output that contains it.
///
/// ```
/// use preference::excerpt::is_plain;
/// assert!(is_plain("Ján, stôl 2") && !is_plain("Ján\u{1b}[2J"));
/// ```
#[must_use]
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(controls_terminal)
}

/// Checks whether a character controls a terminal or changes the direction of writing.
fn controls_terminal(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the characters with which a character is shown: an escape for a control character, otherwise the character
/// itself. Quotes are not escaped.
fn escape(character: char) -> impl Iterator<Item = char> {
    let is_control = controls_terminal(character);
    let escape = is_control.then(|| character.escape_default());
    let plain = (!is_control).then_some(character);
    plain.into_iter().chain(escape.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_escapes_control_characters_and_cuts_long_text() {
        assert_eq!(excerpt("a\tb\u{1b}[31m 'ж'"), "a\\tb\\u{1b}[31m 'ж'");
        assert_eq!(excerpt("x\u{202e}y"), "x\\u{202e}y");
        assert_eq!(excerpt(&"й".repeat(60)), "й".repeat(60));
        assert_eq!(excerpt(&"й".repeat(61)), "й".repeat(60) + "…");
    }
}
