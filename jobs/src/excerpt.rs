//! Excerpts of an input for messages: a short piece of text on one line.

/// Maximum number of characters of an input that a message shows.
const MAX_CHARS: usize = 60;

pub(crate) fn excerpt(text: &str) -> String {
    let escape = |character: char| match character {
        // These characters change the direction of writing.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            character.escape_default().to_string()
        }
        _ if character.is_control() => character.escape_default().to_string(),
        _ => character.to_string(),
    };
    let rest = if text.chars().nth(MAX_CHARS).is_some() { "…" } else { "" };
    text.chars().take(MAX_CHARS).map(escape).collect::<String>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_escapes_control_characters_and_cuts_long_text() {
        assert_eq!(excerpt("a\tb\u{1b}[31m 'ж' x\u{202e}y"), "a\\tb\\u{1b}[31m 'ж' x\\u{202e}y");
        assert_eq!(excerpt(&"й".repeat(60)), "й".repeat(60));
        assert_eq!(excerpt(&"й".repeat(61)), "й".repeat(60) + "…");
    }
}
