//! Deals and endings, and their notation `F:hand hand hand talon`, whose letter is the seat of the first hand.
//!
//! A [`Layout`] holds the cards of a text, each at most once; nothing else is checked. Only a checked layout can become
//! a [`Deal`] (three hands of ten cards and a talon) or the hands of an ending, so later code need not check them.

mod error;
pub(crate) mod notation;
#[cfg(feature = "hands")]
mod other_forms;
pub(crate) mod partial;
pub mod random;

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::cards::{Card, Cards};
use crate::deal::notation::{HandError, read_hand};
use crate::macros::read_from_text;
use crate::seat::{BySeat, Seat, Seats};
pub use error::{DealError, Place, TalonError};
pub use notation::{CardError, CardStyle, CardsError, read_cards};
pub use partial::PartialDeal;

/// Number of different deals: 32! / (10! 10! 10! 2!).
pub const DEAL_COUNT: u64 = 2_753_294_408_504_640;

/// A complete deal: three hands of ten cards and a talon of two.
///
/// After the exchange of cards with the talon, the talon consists of the two cards laid aside.
///
/// ```
/// use preference::deal::Deal;
/// use preference::seat::Seat;
/// let deal: Deal = "M:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98".parse()?;
/// assert_eq!(deal.hand(Seat::Middlehand).to_string(), "AKQ.T9.87.AK7");
/// assert_eq!(deal.talon().to_string(), ".87..");
/// # Ok::<(), preference::deal::DealError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    hands: BySeat<Cards>,
    talon: Cards,
}

impl Deal {
    /// Builds a deal from its hands and its talon.
    ///
    /// ```
    /// use preference::Deal;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// assert_eq!(Deal::new(deal.hands(), deal.talon()), Ok(deal));
    /// assert!(Deal::new(deal.hands(), "S7 S8".parse()?).is_err(), "forehand and the talon share no card");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(hands: BySeat<Cards>, talon: Cards) -> Result<Deal, DealError> {
        let layout = Layout { hands: BySeat(hands.0.map(Some)), talon };
        layout.check_distinct()?;
        layout.deal()
    }

    /// The ten cards of a seat.
    ///
    /// ```
    /// use preference::{Deal, Seat};
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// assert_eq!(deal.hand(Seat::Rearhand).to_string(), "9.KQT8.T8.AJ9");
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// All three hands.
    ///
    /// ```
    /// use preference::Deal;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// assert!(deal.hands().iter().all(|(_, hand)| hand.len() == 10));
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    #[must_use]
    pub fn hands(&self) -> BySeat<Cards> {
        self.hands
    }

    /// The two cards of the talon, or after an exchange the two cards laid aside.
    ///
    /// ```
    /// use preference::Deal;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// assert_eq!(deal.talon().to_string(), "..7.K");
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    #[must_use]
    pub fn talon(&self) -> Cards {
        self.talon
    }

    /// Checks that `cards` are the two cards of the talon, and returns them in this order.
    ///
    /// ```
    /// use preference::Deal;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let led = ["CK".parse()?, "D7".parse()?];
    /// assert_eq!(deal.talon_in_order(&led)?, led);
    /// assert!(deal.talon_in_order(&led[..1]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn talon_in_order(&self, cards: &[Card]) -> Result<[Card; 2], TalonError> {
        match *cards {
            [first, second] if [first, second].into_iter().collect::<Cards>() == self.talon => {
                Ok([first, second])
            }
            _ => Err(TalonError { talon: self.talon }),
        }
    }

    /// The deal after this seat has taken up the talon and laid aside the two cards of `discard`.
    ///
    /// # Panics
    /// If `discard` does not consist of two of the seat's twelve cards.
    ///
    /// ```
    /// use preference::{Deal, Seat};
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let after = deal.exchange(Seat::Forehand, "H9 C7".parse()?);
    /// assert_eq!(after.hand(Seat::Forehand).to_string(), "AQJ.A.AK97.KT");
    /// assert_eq!(after.talon(), "H9 C7".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exchange(&self, seat: Seat, discard: Cards) -> Deal {
        let twelve = self.hands[seat] | self.talon;
        assert!(discard.len() == 2 && (discard - twelve).is_empty(), "two of the twelve are laid aside");
        let mut deal = *self;
        deal.hands[seat] = twelve - discard;
        deal.talon = discard;
        deal
    }
}

impl FromStr for Deal {
    type Err = DealError;

    fn from_str(text: &str) -> Result<Deal, DealError> {
        text.parse::<Layout>()?.deal()
    }
}

read_from_text!(Deal, Layout);

impl Serialize for Deal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Layout::from(*self).serialize(serializer)
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Layout::from(*self), f)
    }
}

/// The cards of a deal or an ending, as read from a text, each at most once.
///
/// If a text has three hands of ten cards and no talon, parsing adds the talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    hands: BySeat<Option<Cards>>,
    talon: Cards,
}

impl Layout {
    /// The layout of an ending. `None` is the hand of a seat that has dropped out; its cards are out of play.
    ///
    /// ```
    /// use preference::deal::Layout;
    /// use preference::seat::BySeat;
    /// let layout = Layout::ending(BySeat([Some("A7...".parse()?), None, Some("98...".parse()?)]))?;
    /// assert_eq!(layout.to_string(), "F:A7... - 98...");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ending(hands: BySeat<Option<Cards>>) -> Result<Layout, DealError> {
        let layout = Layout { hands, talon: Cards::NONE };
        layout.check_distinct().map(|()| layout)
    }

    /// The hand of a seat; `None` if the text has `-` in its place.
    ///
    /// ```
    /// use preference::Seat;
    /// use preference::deal::Layout;
    /// let ending: Layout = "F:A7... - 98...".parse()?;
    /// assert_eq!(ending.hand(Seat::Middlehand), None);
    /// assert_eq!(ending.cards().len(), 4);
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Cards> {
        self.hands[seat]
    }

    /// All cards of the layout, the talon included.
    #[must_use]
    pub fn cards(&self) -> Cards {
        self.hands.iter().fold(self.talon, |cards, (_, hand)| cards | hand.unwrap_or_default())
    }

    /// Whether no hand is `-`, and there is a talon or a hand of ten or more cards.
    ///
    /// ```
    /// use preference::deal::Layout;
    /// assert!(!"F:A7... KQ... 98...".parse::<Layout>()?.is_meant_as_deal());
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    #[must_use]
    pub fn is_meant_as_deal(&self) -> bool {
        let ten = self.hands.iter().any(|(_, hand)| hand.is_some_and(|hand| hand.len() >= 10));
        self.seats() == Seats::ALL && (ten || !self.talon.is_empty())
    }

    /// The seats whose hand is not `-`.
    #[must_use]
    pub fn seats(&self) -> Seats {
        Seat::ALL.into_iter().filter(|&seat| self.hands[seat].is_some()).collect()
    }

    /// The complete deal. If the layout has no talon, the two cards that are in no hand are the talon.
    ///
    /// # Errors
    /// If a hand is `-` or does not have ten cards, or the talon does not have two.
    ///
    /// ```
    /// use preference::deal::Layout;
    /// let layout: Layout = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9".parse()?;
    /// assert_eq!(layout.deal()?.talon().to_string(), "..7.K");
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    pub fn deal(&self) -> Result<Deal, DealError> {
        let mut hands = BySeat([Cards::NONE; 3]);
        for (seat, &hand) in self.hands.iter() {
            hands[seat] = hand.ok_or(DealError::HandMissing { seat })?;
        }
        if self.talon.is_empty() && hands.iter().all(|(_, hand)| hand.len() < 10) {
            return Err(DealError::TalonMissing { cards: hands.iter().map(|(_, hand)| hand.len()).sum() });
        }
        for (seat, hand) in hands.iter() {
            if hand.len() != 10 {
                return Err(DealError::HandSize { seat, found: hand.len() });
            }
        }
        let talon = if self.talon.is_empty() {
            hands.iter().fold(Cards::PACK, |talon, (_, &hand)| talon - hand)
        } else {
            self.talon
        };
        if talon.len() != 2 {
            return Err(DealError::TalonSize { found: talon.len() });
        }
        Ok(Deal { hands, talon })
    }

    /// The text of the layout in this style, beginning with the hand of forehand.
    ///
    /// ```
    /// use preference::deal::{CardStyle, Layout};
    /// let ending: Layout = "M:KQ... 98... A7...".parse()?;
    /// assert_eq!(ending.in_style(CardStyle::Letters), "F:A7... KQ... 98...");
    /// # Ok::<(), preference::deal::DealError>(())
    /// ```
    #[must_use]
    pub fn in_style(&self, style: CardStyle) -> String {
        let hand = |hand: &Option<Cards>| hand.map_or_else(|| "-".to_owned(), |hand| style.hand(hand));
        let mut words: Vec<String> = self.hands.iter().map(|(_, cards)| hand(cards)).collect();
        if !self.talon.is_empty() {
            words.push(style.hand(self.talon));
        }
        format!("F:{}", words.join(" "))
    }

    fn check_distinct(&self) -> Result<(), DealError> {
        let places = self.hands.iter().filter_map(|(seat, hand)| hand.map(|hand| (Place::Hand(seat), hand)));
        let places: Vec<_> = places.chain([(Place::Talon, self.talon)]).collect();
        for (n, &(second, cards)) in places.iter().enumerate() {
            for &(first, others) in &places[..n] {
                if let Some(card) = (cards & others).iter().next() {
                    return Err(DealError::CardTwice { card, first, second });
                }
            }
        }
        Ok(())
    }
}

impl From<Deal> for Layout {
    fn from(deal: Deal) -> Layout {
        Layout { hands: BySeat(deal.hands.0.map(Some)), talon: deal.talon }
    }
}

/// Writes the layout's notation, as a newtype struct.
impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("Layout", &self.to_string())
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_style(CardStyle::Letters))
    }
}

impl FromStr for Layout {
    type Err = DealError;

    fn from_str(text: &str) -> Result<Layout, DealError> {
        let mut layout = Layout { hands: BySeat([None; 3]), talon: Cards::NONE };
        for (place, word) in split_words(text)? {
            match (place, word) {
                (_, Word::Unknown) => return Err(DealError::HandUnknown { place }),
                (Place::Hand(seat), Word::Out) => layout.hands[seat] = None,
                (Place::Hand(seat), Word::Cards(cards)) => layout.hands[seat] = Some(cards),
                (Place::Talon, Word::Cards(cards)) if cards.len() == 2 => layout.talon = cards,
                (Place::Talon, word) => return Err(DealError::TalonSize { found: word.cards().len() }),
            }
        }
        layout.check_distinct()?;
        // The talon is added if there are three hands of ten; any other layout is unchanged.
        Ok(layout.deal().map_or(layout, Layout::from))
    }
}

/// The meaning of a word in a deal's text: a hand or the talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// `?`, for unknown cards.
    Unknown,
    /// `-`, for a seat that has dropped out.
    Out,
    Cards(Cards),
}

impl Word {
    pub(crate) fn cards(self) -> Cards {
        if let Word::Cards(cards) = self { cards } else { Cards::NONE }
    }
}

pub(crate) fn split_words(text: &str) -> Result<Vec<(Place, Word)>, DealError> {
    // With the feature `hands` (an engine for the page has to be small) a text in another form is read if it can
    // mean only one deal.
    let read = split_notation(text);
    #[cfg(feature = "hands")]
    if read.is_err()
        && let Some(words) = split_other_form(text)
    {
        return Ok(words);
    }
    read
}

#[cfg(feature = "hands")]
fn split_other_form(text: &str) -> Option<Vec<(Place, Word)>> {
    let read = other_forms::candidates(text).into_iter().filter_map(|text| split_notation(&text).ok());
    let mut different: Vec<Vec<(Place, Word)>> = Vec::new();
    for words in read.filter(|words| is_possible(words)).map(in_turn_order) {
        if !different.contains(&words) {
            different.push(words);
        }
    }
    different.pop().filter(|_| different.is_empty())
}

#[cfg(feature = "hands")]
fn is_possible(words: &[(Place, Word)]) -> bool {
    let mut seen = Cards::NONE;
    words.iter().all(|&(place, word)| {
        let cards = word.cards();
        let is_new = (cards & seen).is_empty();
        seen |= cards;
        let sizes: &[usize] = if place == Place::Talon { &[2] } else { &[10, 12] };
        is_new && (word == Word::Unknown || sizes.contains(&cards.len()))
    })
}

#[cfg(feature = "hands")]
fn in_turn_order(mut words: Vec<(Place, Word)>) -> Vec<(Place, Word)> {
    // The talon follows from three hands.
    let order = |place: Place| match place {
        Place::Hand(seat) => seat.index(),
        Place::Talon => Seat::ALL.len(),
    };
    crate::order::sort_by_key(&mut words, |&(place, _)| order(place));
    if words.len() == 3 && words.iter().all(|(_, word)| word.cards().len() == 10) {
        let hands = words.iter().fold(Cards::NONE, |cards, (_, word)| cards | word.cards());
        words.push((Place::Talon, Word::Cards(Cards::PACK - hands)));
    }
    words
}

fn split_notation(text: &str) -> Result<Vec<(Place, Word)>, DealError> {
    // A file may begin with a byte order mark, and a line may end with a comment.
    let text = text.trim_start_matches('\u{FEFF}').split('#').next().unwrap_or_default();
    if text.trim().is_empty() {
        return Err(DealError::Empty);
    }
    let (first, hands) = text.split_once(':').ok_or_else(|| DealError::NoFirstSeat {
        found: text.split_whitespace().next().unwrap_or_default().to_owned(),
    })?;
    let first: Seat =
        first.trim().parse().map_err(|_| DealError::NoFirstSeat { found: first.trim().to_owned() })?;
    let words: Vec<&str> = hands.split_whitespace().collect();
    if !(3..=4).contains(&words.len()) {
        return Err(DealError::HandCount { found: words.len() });
    }
    let seats = [first, first.left(), first.right()].map(Place::Hand);
    let places = seats.into_iter().chain([Place::Talon]);
    places
        .zip(words)
        .map(|(place, word)| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let column = |offset: usize| text[..start].chars().count() + offset + 1;
            let cards = match word {
                "?" => Word::Unknown,
                "-" => Word::Out,
                _ => Word::Cards(read_hand(word).map_err(|error| match error {
                    HandError::Alphabet(letter, offset) => {
                        DealError::MixedAlphabets { place, found: letter, column: column(offset) }
                    }
                    HandError::Suits(suits) => {
                        DealError::SuitCount { place, text: word.to_owned(), found: suits }
                    }
                    HandError::Rank(letter, offset) => {
                        DealError::NoRank { place, found: letter, column: column(offset) }
                    }
                    HandError::Twice(card, offset) => {
                        DealError::CardTwiceInHand { place, card, column: column(offset) }
                    }
                })?),
            };
            Ok((place, cards))
        })
        .collect()
}
