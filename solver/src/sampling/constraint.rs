//! Constraints on the number of certain cards in a hand of a random deal or layout.

use std::str::FromStr;

use thiserror::Error;

use crate::cards::{Cards, Rank, Suit};
use crate::excerpt::excerpt;
use crate::seat::{BySeat, Seat};

/// A constraint on the number of certain cards that a seat holds: at least, at most or exactly this number.
///
/// ```
/// use preference::sampling::Constraint;
/// use preference::deal::Deal;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let holds = |text: &str| Ok::<_, Box<dyn std::error::Error>>(text.parse::<Constraint>()?.holds(deal.hands()));
/// assert!(holds("F:A>=3")? && holds("R:S=1")? && holds("M:H AK<=0")?);
/// assert!(!holds("M:SA>=1")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint {
    seat: Seat,
    cards: Cards,
    min_count: usize,
    max_count: usize,
}

impl Constraint {
    /// Whether these hands meet the constraint.
    #[must_use]
    pub fn holds(&self, hands: BySeat<Cards>) -> bool {
        let number = (hands[self.seat] & self.cards).len();
        (self.min_count..=self.max_count).contains(&number)
    }

    /// The seat whose cards are counted.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The cards that are counted.
    #[must_use]
    pub fn cards(&self) -> Cards {
        self.cards
    }

    #[cfg(feature = "hands")]
    pub(crate) fn with_cards(self, cards: Cards) -> Constraint {
        Constraint { cards, ..self }
    }

    /// The lower bound on the number of these cards.
    #[must_use]
    pub fn min_count(&self) -> usize {
        self.min_count
    }

    /// The upper bound on the number of these cards.
    #[must_use]
    pub fn max_count(&self) -> usize {
        self.max_count
    }
}

impl FromStr for Constraint {
    type Err = ConstraintError;

    /// Parses `SEAT:CARDS>=N`, or with `<=` or `=` instead of `>=`. The cards are suits (`S`, `HD`), ranks
    /// (`A`, `KQ`), or suits and ranks for these ranks of these suits (`HA`, `S KQ`).
    fn from_str(text: &str) -> Result<Constraint, ConstraintError> {
        let form_error = || ConstraintError::Form(text.to_owned());
        let (seat, rest) = text.split_once(':').ok_or_else(form_error)?;
        let seat = seat.trim().parse().map_err(|_| form_error())?;
        let at = rest.find(['<', '>', '=']).ok_or_else(form_error)?;
        let (names, bound) = rest.split_at(at);
        let (sign, number) = match bound.strip_prefix(">=") {
            Some(number) => ('>', number),
            None => match bound.strip_prefix("<=") {
                Some(number) => ('<', number),
                None => ('=', bound.strip_prefix('=').ok_or_else(form_error)?),
            },
        };
        let number: usize = number.trim().parse().map_err(|_| form_error())?;
        let (mut suits, mut ranks): (Vec<Suit>, Vec<Rank>) = (Vec::new(), Vec::new());
        for name in names.chars().filter(|name| !name.is_whitespace()) {
            let name = name.to_ascii_uppercase();
            let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == name);
            let rank = Rank::ALL.into_iter().find(|rank| rank.letter() == name);
            match (suit, rank) {
                (Some(suit), _) => suits.push(suit),
                (_, Some(rank)) => ranks.push(rank),
                _ => return Err(form_error()),
            }
        }
        if suits.is_empty() && ranks.is_empty() || number > 10 {
            return Err(form_error());
        }
        let cards = cards_named(&suits, &ranks);
        if sign != '<' && number > cards.len() {
            return Err(ConstraintError::TooMany { text: text.to_owned(), cards: cards.len() });
        }
        let (least, most) = match sign {
            '>' => (number, 10),
            '<' => (0, number),
            _ => (number, number),
        };
        Ok(Constraint { seat, cards, min_count: least, max_count: most })
    }
}

/// An empty list is all suits, or all ranks.
fn cards_named(suits: &[Suit], ranks: &[Rank]) -> Cards {
    let of_suits = Cards::PACK.iter().filter(|card| suits.is_empty() || suits.contains(&card.suit()));
    of_suits.filter(|card| ranks.is_empty() || ranks.contains(&card.rank())).collect()
}

/// The error of a text that is not a constraint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum ConstraintError {
    #[error(
        "'{}' is not a condition such as M:S>=2 (two spades at least), R:A>=1 (an ace), R:HD=0 (no hearts, no diamonds) or F:HA=1",
        excerpt(.0)
    )]
    Form(String),
    #[error("'{}' asks for more cards than there are: {cards}", excerpt(text))]
    TooMany { text: String, cards: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_met(text: &str, hand: &str) -> bool {
        let constraint: Constraint = text.parse().expect("a constraint");
        let hand: Cards = hand.parse().expect("cards");
        (constraint.min_count..=constraint.max_count).contains(&(hand & constraint.cards).len())
    }

    #[test]
    fn constraint_holds_within_bounds_of_its_operator() {
        let rows = [
            ("M:S>=2", [false, true, true]),
            ("M:S<=2", [true, true, false]),
            ("M:S=2", [false, true, false]),
            ("M:s <= 2", [true, true, false]),
        ];
        for (text, expected) in rows {
            let met = ["SA HK", "SA SK HQ", "SA SK SQ"].map(|hand| is_met(text, hand));
            assert_eq!(met, expected, "{text}");
        }
        assert!(is_met("R:A>=1", "HA") && !is_met("R:A>=1", "HK"), "a rank of any suit");
        assert!(is_met("F:HA=1", "HA SK") && !is_met("F:HA=1", "SA HK"), "one card");
        assert!(is_met("R:HD=0", "SA C7") && !is_met("R:HD=0", "SA D7"), "two suits together");
    }

    #[test]
    fn numbers_over_card_count_are_refused() {
        for text in ["M:S=8", "M:A>=4", "M:A<=10", "M:SA<=3", "M:SH=10"] {
            assert!(text.parse::<Constraint>().is_ok(), "{text}");
        }
        for text in ["M:S=9", "M:A>=5", "M:SA=2"] {
            assert!(matches!(text.parse::<Constraint>(), Err(ConstraintError::TooMany { .. })), "{text}");
        }
        for text in ["M:S<=11", "M:=1", "M:X=1", "X:S=1", "M:S<2", "M:S"] {
            assert!(matches!(text.parse::<Constraint>(), Err(ConstraintError::Form(_))), "{text}");
        }
    }
}
