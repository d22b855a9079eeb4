//! Small letters in the languages in which cards and calls are written.

/// The text in small letters of Latin and Cyrillic. The standard library's tables, for all writing systems, would be a
/// hundredth of the page's engine.
pub(crate) fn to_lowercase(text: &str) -> String {
    text.chars().map(small_letter).collect()
}

fn small_letter(letter: char) -> char {
    let code = u32::from(letter);
    let distance = match letter {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        // In these blocks each capital letter stands before its small letter.
        'Ā'..='į' | 'Ĳ'..='ķ' | 'Ŋ'..='ŷ' => 1 - code % 2,
        'Ĺ'..='ň' | 'Ź'..='ž' => code % 2,
        _ => 0,
    };
    char::from_u32(code + distance).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_standard_library() {
        // Of the blocks of Latin and Cyrillic, in which two letters have no counterpart.
        for letter in ('\0'..='ž').chain('Ѐ'..='я') {
            let expected = letter.to_lowercase().to_string();
            if !"İŸ".contains(letter) {
                assert_eq!(to_lowercase(&letter.to_string()), expected, "{letter}");
            }
        }
    }
}
