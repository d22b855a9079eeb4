//! Excerpts of an input for messages: a short piece of text on one line.

const MAX_CHARS: usize = 60;

/// The first 60 characters of a text, with control characters escaped, signs that cannot be seen by their numbers and
/// names, and `…` if the text is longer.
///
/// ```
/// use preference::excerpt::excerpt;
/// assert_eq!(excerpt("a\u{1b}b"), "a\\u{1b}b");
/// assert_eq!(excerpt("a\u{200b}"), "a<U+200B ZERO WIDTH SPACE>");
/// assert!(excerpt(&"x".repeat(100_000)).ends_with("x…"));
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    shorten(text, MAX_CHARS)
}

/// Control characters are escaped, and `…` follows if the text is longer.
pub(crate) fn shorten(text: &str, max_chars: usize) -> String {
    let mut shown = String::new();
    for character in text.chars().take(max_chars) {
        if is_invisible(character) {
            let name = invisible_name(character).map_or(String::new(), |name| format!(" {name}"));
            shown += &format!("<U+{:04X}{name}>", u32::from(character));
        } else if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    if text.chars().nth(max_chars).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a text can be shown without escapes. Characters that control a terminal would spoil the output, and a name
/// without a visible sign could not be seen.
///
/// ```
/// use preference::excerpt::is_plain;
/// assert!(is_plain("Ján, stôl 2") && !is_plain("Ján\u{1b}[2J") && !is_plain("\u{200b}"));
/// ```
#[must_use]
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(controls_terminal) && (text.is_empty() || !text.chars().all(is_invisible))
}

/// Chats, word processors and web pages add them to a text.
const INVISIBLE: [(char, &str); 29] = [
    ('\u{ad}', "SOFT HYPHEN"),
    ('\u{34f}', "COMBINING GRAPHEME JOINER"),
    ('\u{61c}', "ARABIC LETTER MARK"),
    ('\u{115f}', "HANGUL CHOSEONG FILLER"),
    ('\u{1160}', "HANGUL JUNGSEONG FILLER"),
    ('\u{180e}', "MONGOLIAN VOWEL SEPARATOR"),
    ('\u{200b}', "ZERO WIDTH SPACE"),
    ('\u{200c}', "ZERO WIDTH NON-JOINER"),
    ('\u{200d}', "ZERO WIDTH JOINER"),
    ('\u{200e}', "LEFT-TO-RIGHT MARK"),
    ('\u{200f}', "RIGHT-TO-LEFT MARK"),
    ('\u{202a}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202b}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202c}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202d}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202e}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{2060}', "WORD JOINER"),
    ('\u{2061}', "FUNCTION APPLICATION"),
    ('\u{2062}', "INVISIBLE TIMES"),
    ('\u{2063}', "INVISIBLE SEPARATOR"),
    ('\u{2064}', "INVISIBLE PLUS"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
    ('\u{3164}', "HANGUL FILLER"),
    ('\u{feff}', "ZERO WIDTH NO-BREAK SPACE"),
    ('\u{ffa0}', "HALFWIDTH HANGUL FILLER"),
    ('\u{e0001}', "LANGUAGE TAG"),
];

fn invisible_name(character: char) -> Option<&'static str> {
    INVISIBLE.iter().find(|(other, _)| *other == character).map(|(_, name)| *name)
}

/// The variation selector after an emoji does not count.
pub(crate) fn is_invisible(character: char) -> bool {
    invisible_name(character).is_some()
        || matches!(character, '\u{206a}'..='\u{206f}' | '\u{e0020}'..='\u{e007f}')
}

pub(crate) fn trim_invisible(word: &str) -> &str {
    word.trim_matches(is_invisible)
}

/// Or changes the direction of writing.
fn controls_terminal(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_escapes_control_characters_and_cuts_long_text() {
        assert_eq!(excerpt("a\tb\u{1b}[31m 'ж'"), "a\\tb\\u{1b}[31m 'ж'");
        assert_eq!(excerpt("x\u{202e}y"), "x<U+202E RIGHT-TO-LEFT OVERRIDE>y");
        assert_eq!(excerpt("\u{feff}"), "<U+FEFF ZERO WIDTH NO-BREAK SPACE>");
        assert_eq!(excerpt("\u{e0041}♥\u{fe0f}"), "<U+E0041>♥\u{fe0f}");
        assert_eq!(excerpt(&"й".repeat(60)), "й".repeat(60));
        assert_eq!(excerpt(&"й".repeat(61)), "й".repeat(60) + "…");
    }
}
