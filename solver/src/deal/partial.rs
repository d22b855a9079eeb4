//! Partial deals, in which hands or the talon may be unknown.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::cards::{Card, Cards};
use crate::deal::notation::CardStyle;
use crate::deal::{Deal, DealError, Place, Word, split_words};
use crate::macros::read_from_text;
use crate::seat::{BySeat, Seat};

/// A deal in which hands or the talon may be unknown; the notation has `?` in their place.
///
/// ```
/// use preference::deal::PartialDeal;
/// use preference::seat::Seat;
/// let partial: PartialDeal = "M:AQJ.A9.AK9.T7 ? ?".parse()?;
/// assert_eq!(partial.hands[Seat::Middlehand].map(|hand| hand.len()), Some(10));
/// assert_eq!(partial.to_string(), "F:? AQJ.A9.AK9.T7 ? ?");
/// # Ok::<(), preference::deal::DealError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialDeal {
    /// The hands; `None` for an unknown hand. A hand of twelve cards includes the talon.
    pub hands: BySeat<Option<Cards>>,
    /// The talon; `None` if it is unknown or included in a hand.
    pub talon: Option<Cards>,
}

impl PartialDeal {
    /// The text in this style, beginning with the hand of forehand, and with the talon or `?`.
    #[must_use]
    pub fn in_style(&self, style: CardStyle) -> String {
        let places = self.hands.0.into_iter().chain([self.talon]);
        let words: Vec<String> =
            places.map(|cards| cards.map_or_else(|| "?".to_owned(), |cards| style.hand(cards))).collect();
        format!("F:{}", words.join(" "))
    }

    /// If a hand of ten cards is all that is known: the hand with each of the 231 talons.
    ///
    /// ```
    /// use preference::deal::PartialDeal;
    /// let hand: PartialDeal = "M:AQJ.A9.AK9.T7 ? ?".parse()?;
    /// let talons = hand.with_each_talon().expect("ten cards");
    /// assert_eq!((talons.len(), talons[0].to_string()), (231, "F:? AQJ.A9.AK9.T7 ? KT...".to_owned()));
    /// let twelve: PartialDeal = "M:AQJ.A9.AK9.T7 ? ? .KQ..".parse()?;
    /// assert_eq!(twelve.with_each_talon(), None);
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    #[must_use]
    pub fn with_each_talon(&self) -> Option<Vec<PartialDeal>> {
        let known: Vec<Cards> = self.hands.0.into_iter().flatten().collect();
        let [ten] = known[..] else { return None };
        if ten.len() != 10 || self.talon.is_some() {
            return None;
        }
        let rest: Vec<Card> = (Cards::PACK - ten).iter().collect();
        let pairs = rest.iter().enumerate().flat_map(|(n, &first)| {
            rest[n + 1..].iter().map(move |&second| [first, second].into_iter().collect::<Cards>())
        });
        Some(pairs.map(|talon| PartialDeal { talon: Some(talon), ..*self }).collect())
    }
}

impl From<Deal> for PartialDeal {
    fn from(deal: Deal) -> PartialDeal {
        PartialDeal { hands: BySeat(deal.hands().0.map(Some)), talon: Some(deal.talon()) }
    }
}

impl FromStr for PartialDeal {
    type Err = DealError;

    fn from_str(text: &str) -> Result<PartialDeal, DealError> {
        let mut partial = PartialDeal { hands: BySeat([None; 3]), talon: None };
        let mut known_cards: Vec<(Place, Cards)> = Vec::new();
        let mut twelve = None;
        for (place, word) in split_words(text)? {
            let cards = word.cards();
            match (place, word) {
                (_, Word::Unknown) => continue,
                (Place::Hand(seat), Word::Out) => return Err(DealError::HandMissing { seat }),
                (Place::Hand(seat), _) if cards.len() == 10 || cards.len() == 12 && twelve.is_none() => {
                    twelve = twelve.or((cards.len() == 12).then_some(seat));
                    partial.hands[seat] = Some(cards);
                }
                (Place::Hand(seat), _) => return Err(DealError::HandSize { seat, found: cards.len() }),
                (Place::Talon, _) if cards.len() == 2 => partial.talon = Some(cards),
                (Place::Talon, _) => return Err(DealError::TalonSize { found: cards.len() }),
            }
            for &(first, others) in &known_cards {
                if let Some(card) = (cards & others).iter().next() {
                    return Err(DealError::CardTwice { card, first, second: place });
                }
            }
            known_cards.push((place, cards));
        }
        match (twelve, partial.talon) {
            (Some(seat), Some(_)) => Err(DealError::HandSize { seat, found: 12 }),
            _ => Ok(partial),
        }
    }
}

read_from_text!(PartialDeal);

/// Writes the deal's notation, as a newtype struct.
impl Serialize for PartialDeal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("PartialDeal", &self.to_string())
    }
}

impl fmt::Display for PartialDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_style(CardStyle::Letters))
    }
}

impl PartialDeal {
    /// The complete deal, if all three hands are known with ten cards each. The talon may be missing.
    #[must_use]
    pub fn complete_deal(&self) -> Option<Deal> {
        let hands = BySeat(self.hands.0.map(Option::unwrap_or_default));
        let held = hands.0.iter().fold(Cards::NONE, |cards, &hand| cards | hand);
        Deal::new(hands, self.talon.unwrap_or(Cards::PACK - held)).ok()
    }

    /// The seat whose known hand has twelve cards, which include the talon.
    #[must_use]
    pub fn seat_with_twelve(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.hands[seat].is_some_and(|hand| hand.len() == 12))
    }
}
