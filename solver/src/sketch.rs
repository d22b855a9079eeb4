//! A deal of which not everything is known.

use std::fmt;
use std::str::FromStr;

use crate::cards::Cards;
use crate::deal::{DealError, Place, Word, words};
use crate::notation::Dress;
use crate::seat::{BySeat, Seat};

/// A deal in which `?` stands for hands, or a talon, that are unknown.
///
/// ```
/// use preference::{Seat, Sketch};
/// let sketch: Sketch = "M:AQJ.A9.AK9.T7 ? ?".parse()?;
/// assert_eq!(sketch.hands[Seat::Middlehand].map(|hand| hand.len()), Some(10));
/// assert_eq!(sketch.to_string(), "F:? AQJ.A9.AK9.T7 ? ?");
/// # Ok::<(), preference::DealError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sketch {
    /// The hands that are known.
    pub hands: BySeat<Option<Cards>>,
    /// The talon, if it is known.
    pub talon: Option<Cards>,
}

impl Sketch {
    /// Write the sketch in another dress, always from forehand and with the talon.
    #[must_use]
    pub fn dressed(&self, dress: Dress) -> String {
        let places = self.hands.0.into_iter().chain([self.talon]);
        let words: Vec<String> =
            places.map(|cards| cards.map_or_else(|| "?".to_owned(), |cards| dress.hand(cards))).collect();
        format!("F:{}", words.join(" "))
    }
}

impl FromStr for Sketch {
    type Err = DealError;

    /// Read a deal whose hands are known, ten cards or the twelve with the talon, or `?`.
    fn from_str(text: &str) -> Result<Sketch, DealError> {
        let mut sketch = Sketch { hands: BySeat([None; 3]), talon: None };
        let mut known: Vec<(Place, Cards)> = Vec::new();
        let mut twelve = None;
        for (place, word) in words(text)? {
            let cards = word.cards();
            match (place, word) {
                (_, Word::Unknown) => continue,
                (Place::Hand(seat), Word::Out) => return Err(DealError::HandMissing { seat }),
                (Place::Hand(seat), _) if cards.len() == 10 || cards.len() == 12 && twelve.is_none() => {
                    twelve = twelve.or((cards.len() == 12).then_some(seat));
                    sketch.hands[seat] = Some(cards);
                }
                (Place::Hand(seat), _) => return Err(DealError::HandSize { seat, found: cards.len() }),
                (Place::Talon, _) if cards.len() == 2 => sketch.talon = Some(cards),
                (Place::Talon, _) => return Err(DealError::TalonSize { found: cards.len() }),
            }
            for &(first, others) in &known {
                if let Some(card) = (cards & others).iter().next() {
                    return Err(DealError::CardTwice { card, first, second: place });
                }
            }
            known.push((place, cards));
        }
        match (twelve, sketch.talon) {
            (Some(seat), Some(_)) => Err(DealError::HandSize { seat, found: 12 }),
            _ => Ok(sketch),
        }
    }
}

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.dressed(Dress::Letters))
    }
}

impl Sketch {
    /// Who holds twelve cards, his hand and the talon.
    #[must_use]
    pub fn twelve(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.hands[seat].is_some_and(|hand| hand.len() == 12))
    }
}
