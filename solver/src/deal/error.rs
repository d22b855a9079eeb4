//! Errors of deals.

use std::fmt;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::cards::{Card, Cards};
use crate::deal::notation::CardList;
use crate::excerpt::excerpt;
use crate::seat::Seat;

/// The place of a card in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The hand of this seat.
    Hand(Seat),
    /// The talon.
    Talon,
}

/// Writes the letter of the seat, or T for the talon.
impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(match self {
            Place::Hand(seat) => seat.letter(),
            Place::Talon => 'T',
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(seat) => write!(f, "{}'s hand", seat.name()),
            Place::Talon => f.write_str("the talon"),
        }
    }
}

/// The error for cards that are not the two cards of the talon.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the talon is {}: name both once", CardList(*talon))]
pub struct TalonError {
    /// The talon.
    pub talon: Cards,
}

/// The error for a deal. Its message names the mistake, its place, and the right form.
///
/// Columns count the characters of the text from 1. In JSON the error is an object with `kind` and the facts
/// about the mistake.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DealError {
    /// The text is blank.
    #[error("the deal is empty: write F:hand hand hand talon, as in {}", EXAMPLE)]
    Empty,
    /// A text that does not begin with the letter of a seat and a colon.
    #[error(
        "'{}' does not name the seat of the first hand: a deal starts with F:, M: or R:, as in {}",
        excerpt(found),
        EXAMPLE
    )]
    NoFirstSeat {
        /// Text in place of the letter.
        #[serde(serialize_with = "excerpt_of")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        found: String,
    },
    /// A text with fewer than three or more than four words after the seat. A deal has a word for each of the three
    /// hands, and may have one for the talon.
    #[error("hands found: {found}; a deal has three hands and a talon of two cards, separated by blanks")]
    HandCount {
        /// Number of words after the seat; a word for the talon counts, too.
        found: usize,
    },
    /// A hand or a talon that does not have four suits.
    #[error(
        "{place} '{}' has {found} {} instead of 4: write spades.hearts.diamonds.clubs, with nothing for an empty suit",
        excerpt(text),
        if *found == 1 { "suit" } else { "suits" }
    )]
    SuitCount {
        /// The hand or the talon.
        place: Place,
        /// Its text.
        #[serde(serialize_with = "excerpt_of")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        text: String,
        /// Number of suits in the text.
        found: usize,
    },
    /// A character that is not a rank.
    #[error("'{}' in {place} (column {column}) is not a rank: use A K Q J T 9 8 7", excerpt(&found.to_string()))]
    NoRank {
        /// The hand or the talon.
        place: Place,
        /// The character.
        found: char,
        /// Its column in the deal.
        column: usize,
    },
    /// A letter of another alphabet than the letters before it.
    #[error(
        "'{found}' in {place} (column {column}) is of another alphabet than the letters before it: write the whole hand in one alphabet, since a Cyrillic Т is an ace and a Latin T a ten"
    )]
    MixedAlphabets {
        /// The hand or the talon.
        place: Place,
        /// The letter.
        found: char,
        /// Its column in the deal.
        column: usize,
    },
    /// A hand that names a card twice.
    #[error("{card} appears twice in {place} (again at column {column}): each card is dealt once")]
    CardTwiceInHand {
        /// The hand or the talon.
        place: Place,
        /// The card.
        card: Card,
        /// The column of its second mention.
        column: usize,
    },
    /// A card in two places.
    #[error("{card} is in {first} and again in {second}: each card is dealt once")]
    CardTwice {
        /// The card.
        card: Card,
        /// Place of its first mention.
        first: Place,
        /// Place of its second mention.
        second: Place,
    },
    /// A hand of a complete deal that does not have ten cards.
    #[error("{} holds {}, {}: in a deal each hand has 10", seat.name(), count_text(*found), excess_text(*found, 10))]
    HandSize {
        /// Seat of the hand.
        seat: Seat,
        /// Number of its cards.
        found: usize,
    },
    /// A talon that does not have two cards.
    #[error("the talon has {} instead of 2: write it after the three hands, as in {}", count_text(*found), EXAMPLE)]
    TalonSize {
        /// Number of its cards.
        found: usize,
    },
    /// A deal without a talon, and with too few cards in the hands to deduce the talon.
    #[error(
        "the talon is missing and cannot be deduced from hands of {} in all: give three hands of 10, or add the talon as in {}",
        count_text(*cards),
        EXAMPLE
    )]
    TalonMissing {
        /// Number of cards in all hands.
        cards: usize,
    },
    /// A `-` where three hands are needed.
    #[error("{}'s hand is '-': a complete deal needs all three hands", seat.name())]
    HandMissing {
        /// Seat of the hand.
        seat: Seat,
    },
    /// A `?` where all cards must be known.
    #[error("{place} is unknown ('?'): all cards must be known here")]
    HandUnknown {
        /// The hand or the talon.
        place: Place,
    },
    /// A hand of an ending that has a wrong number of cards.
    #[error(
        "{} holds {} instead of {expected}: all hands of an ending have the same number of cards, or one less if they have played to the trick", seat.name(), count_text(*found)
    )]
    Unequal {
        /// Seat of the hand.
        seat: Seat,
        /// Number of its cards.
        found: usize,
        /// Number of cards that it should have.
        expected: usize,
    },
    /// Hands that share cards with the trick on the table.
    #[error("the trick shares {} with a hand or the talon: a card that was played is in no hand", CardList(*cards))]
    PlayedAndHeld {
        /// The cards.
        cards: Cards,
    },
}

/// The deal that messages show as an example.
pub(super) const EXAMPLE: &str = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

fn excerpt_of<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&excerpt(text))
}

pub(super) fn count_text(cards: usize) -> String {
    format!("{cards} {}", if cards == 1 { "card" } else { "cards" })
}

pub(super) const fn excess_text(cards: usize, expected: usize) -> &'static str {
    if cards > expected { "too many" } else { "too few" }
}

#[cfg(test)]
mod tests {
    use crate::deal::Deal;

    fn refusal(deal: &str) -> String {
        deal.parse::<Deal>().expect_err("no deal").to_string()
    }

    #[test]
    fn messages_quote_excerpt_of_text() {
        assert!(refusal("F:A K Q").starts_with("forehand's hand 'A' has 1 suit instead of 4:"));
        assert!(refusal("F:A.K K Q").starts_with("forehand's hand 'A.K' has 2 suits instead of 4:"));
        let long = "x".repeat(100_000);
        let piece = "x".repeat(60) + "…";
        assert!(refusal(&long).starts_with(&format!("'{piece}' does not name the seat of the first hand")));
        assert!(
            refusal(&format!("F:{long} K Q")).starts_with(&format!("forehand's hand '{piece}' has 1 suit"))
        );
        assert!(
            refusal("F:A.\u{7}.. K... Q...")
                .starts_with("'\\u{7}' in forehand's hand (column 5) is not a rank")
        );
    }
}
