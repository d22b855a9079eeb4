//! Suggestions for misspelt words in messages.

use std::fmt;

/// Smallest similarity (1 for equal words) at which a word counts as a misspelling of another one.
const MIN_SIMILARITY: f64 = 0.8;

/// The word of which `word` may be a misspelling.
///
/// ```
/// use preference::spelling::nearest;
/// assert_eq!(nearest("declarr", ["deal", "declarer"]), Some("declarer"));
/// assert_eq!(nearest("colour", ["deal", "declarer"]), None);
/// ```
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The similarity weighs the beginning of a word, and is small for slips in words of three letters.
    let similarity = |other: &str| if is_slip(word, other) { 1.0 } else { strsim::jaro_winkler(word, other) };
    let rated = words.into_iter().map(|other| (other, similarity(other)));
    let best = rated.max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.filter(|&(_, similarity)| similarity >= MIN_SIMILARITY).map(|(other, _)| other)
}

/// Whether the words differ by one letter, or by two letters that changed places.
pub(crate) fn is_slip(word: &str, other: &str) -> bool {
    word.len().abs_diff(other.len()) <= 1 && strsim::osa_distance(word, other) <= 1
}

/// Writes the words ` (did you mean …?)`, or nothing.
///
/// ```
/// use preference::spelling::Suggestion;
/// assert_eq!(format!("no key led{}", Suggestion(Some("lead"))), "no key led (did you mean lead?)");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Suggestion<T>(pub Option<T>);

impl<T: fmt::Display> fmt::Display for Suggestion<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |word| write!(f, " (did you mean {word}?)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_similar_words_are_suggested() {
        let words = ["deal", "dealer", "declarer", "ask", "head"];
        for (word, expected) in [
            ("dael", Some("deal")),
            ("deals", Some("deal")),
            ("delcarer", Some("declarer")),
            ("aks", Some("ask")),
            ("heads", Some("head")),
            ("quince", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, words), expected, "{word}");
        }
        assert!(!is_slip("deal", "dealer"));
    }
}
