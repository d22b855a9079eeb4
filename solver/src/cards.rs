//! Suits, ranks, cards and sets of cards.
//!
//! A card is one bit of a `u32`, so that a set of cards is a mask, and the operations on sets are bitwise
//! instructions of the processor. Each suit has a byte, in which the ranks rise from bit 0 to bit 7:
//!
//! ```text
//!  bit 31      24 23      16 15       8 7        0
//!      AKQJT987   AKQJT987   AKQJT987   AKQJT987
//!      spades     hearts     diamonds   clubs
//! ```
//!
//! From the highest bit down, this is the order in which cards are listed everywhere: by suit S H D C, and
//! within a suit from the ace to the seven.

use std::fmt::{self, Write};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::macros::{set_traits, write_as_text};

/// One of the four suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, in German packs acorns.
    Clubs,
    /// Diamonds, in German packs bells.
    Diamonds,
    /// Hearts.
    Hearts,
    /// Spades, in German packs leaves.
    Spades,
}

impl Suit {
    /// The suits in the order in which cards are listed: S H D C.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// The index of the suit's byte within a set of cards, from 0 for clubs to 3 for spades.
    ///
    /// ```
    /// use preference::cards::Suit;
    /// assert_eq!(Suit::ALL.map(Suit::index), [3, 2, 1, 0], "the list begins with spades");
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit's letter in the notation: `S`, `H`, `D` or `C`.
    ///
    /// ```
    /// use preference::cards::Suit;
    /// assert_eq!(Suit::Hearts.letter(), 'H');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// All eight cards of the suit.
    ///
    /// ```
    /// use preference::cards::Suit;
    /// assert_eq!(Suit::Diamonds.cards().to_string(), "..AKQJT987.");
    /// ```
    #[must_use]
    pub const fn cards(self) -> Cards {
        Cards(0xFF << (8 * self as u32))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

write_as_text!(Suit);

impl<'de> Deserialize<'de> for Suit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Suit, D::Error> {
        let letter = char::deserialize(deserializer)?;
        let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == letter);
        suit.ok_or_else(|| D::Error::custom(format_args!("'{letter}' is not a suit")))
    }
}

/// A set of suits.
///
/// ```
/// use preference::cards::{Suit, Suits};
/// let mut voids = Suits::from_iter([Suit::Clubs, Suit::Hearts]);
/// voids.insert(Suit::Clubs);
/// assert_eq!(serde_json::to_string(&voids)?, r#"["H","C"]"#);
/// assert_eq!(voids.cards().to_string(), ".AKQJT987..AKQJT987");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suits(u8);

impl Suits {
    /// Whether the suit is in the set.
    #[must_use]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 & 1 << suit as u8 != 0
    }

    /// Adds the suit.
    pub const fn insert(&mut self, suit: Suit) {
        self.0 |= 1 << suit as u8;
    }

    /// Whether no suit is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The suits in the order S H D C.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }

    /// All cards of the suits.
    #[must_use]
    pub fn cards(self) -> Cards {
        self.iter().flat_map(Suit::cards).collect()
    }
}

impl FromIterator<Suit> for Suits {
    fn from_iter<I: IntoIterator<Item = Suit>>(suits: I) -> Suits {
        let mut set = Suits::default();
        suits.into_iter().for_each(|suit| set.insert(suit));
        set
    }
}

/// Writes the list of the suits' letters.
impl Serialize for Suits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Suits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Suits, D::Error> {
        Vec::<Suit>::deserialize(deserializer).map(Suits::from_iter)
    }
}

/// One of the eight ranks; a higher rank beats a lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rank {
    /// The seven, the lowest rank.
    Seven,
    /// The eight.
    Eight,
    /// The nine.
    Nine,
    /// The ten, which ranks between nine and jack.
    Ten,
    /// The jack, in German packs the Unter.
    Jack,
    /// The queen, in German packs the Ober.
    Queen,
    /// The king.
    King,
    /// The ace, in German packs the Daus.
    Ace,
}

impl Rank {
    /// The ranks from the seven up to the ace.
    pub const ALL: [Rank; 8] =
        [Rank::Seven, Rank::Eight, Rank::Nine, Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Ace];

    /// The rank's letter in the notation: one of `7 8 9 T J Q K A`.
    ///
    /// ```
    /// use preference::cards::Rank;
    /// assert_eq!(Rank::Ten.letter(), 'T');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A'][self as usize]
    }
}

/// One of the 32 cards, ordered from the seven of clubs up to the ace of spades: cards are listed the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank.
    ///
    /// ```
    /// use preference::cards::{Card, Rank, Suit};
    /// assert_eq!(Card::new(Suit::Spades, Rank::Ace).to_string(), "SA");
    /// ```
    #[must_use]
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card(8 * suit as u8 + rank as u8)
    }

    /// The card whose bit in a set has this index.
    ///
    /// # Panics
    /// If `bit` is greater than 31.
    ///
    /// ```
    /// use preference::cards::Card;
    /// assert_eq!(Card::from_bit(0).to_string(), "C7");
    /// assert_eq!(Card::from_bit(31).to_string(), "SA");
    /// ```
    #[must_use]
    pub const fn from_bit(bit: u32) -> Card {
        assert!(bit < 32, "a card's bit is at most 31");
        Card(bit as u8)
    }

    /// The index of the card's bit in a set, from 0 to 31.
    ///
    /// ```
    /// use preference::cards::{Card, Rank, Suit};
    /// let nine = Card::new(Suit::Hearts, Rank::Nine);
    /// assert_eq!(nine.bit(), 18);
    /// assert_eq!(Card::from_bit(nine.bit()), nine);
    /// ```
    #[must_use]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The suit.
    ///
    /// ```
    /// use preference::cards::{Card, Suit};
    /// assert_eq!("HA".parse().map(Card::suit), Ok(Suit::Hearts));
    /// ```
    #[must_use]
    pub const fn suit(self) -> Suit {
        [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades][(self.0 >> 3) as usize]
    }

    /// The rank.
    ///
    /// ```
    /// use preference::cards::{Card, Rank};
    /// assert_eq!("H10".parse().map(Card::rank), Ok(Rank::Ten));
    /// ```
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 & 7) as usize]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cards.
///
/// ```
/// use preference::cards::{Card, Cards, Rank, Suit};
/// let hearts = Suit::Hearts.cards();
/// let ace = Card::new(Suit::Hearts, Rank::Ace);
/// assert_eq!(hearts.len(), 8);
/// assert_eq!(hearts.iter().next(), Some(ace));
/// assert_eq!((hearts - Cards::from_card(ace)).len(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u32);

impl Cards {
    /// The empty set.
    pub const NONE: Cards = Cards(0);
    /// All 32 cards.
    pub const PACK: Cards = Cards(!0);
    /// The four aces.
    pub const ACES: Cards = Cards(0x8080_8080);

    /// The set with this mask, in the layout that the documentation of the [module](self) shows.
    ///
    /// ```
    /// use preference::cards::Cards;
    /// assert_eq!(Cards::from_bits(0x8000_0001).to_string(), "A...7");
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u32) -> Cards {
        Cards(bits)
    }

    /// The mask of the set.
    ///
    /// ```
    /// use preference::cards::{Cards, Suit};
    /// assert_eq!(Suit::Diamonds.cards().bits(), 0xFF00);
    /// assert_eq!(Cards::PACK.bits(), u32::MAX);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set that contains only this card.
    ///
    /// ```
    /// use preference::cards::{Card, Cards};
    /// assert_eq!(Cards::from_card(Card::from_bit(31)).to_string(), "A...");
    /// ```
    #[must_use]
    pub const fn from_card(card: Card) -> Cards {
        Cards(1 << card.0)
    }

    /// The number of cards.
    ///
    /// ```
    /// use preference::cards::Cards;
    /// assert_eq!((Cards::PACK - Cards::ACES).len(), 28);
    /// ```
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// use preference::cards::{Cards, Suit};
    /// let (hearts, clubs) = (Suit::Hearts.cards(), Suit::Clubs.cards());
    /// assert!((hearts & clubs).is_empty() && (hearts - hearts).is_empty());
    /// assert_eq!(!(hearts | clubs), Suit::Spades.cards() | Suit::Diamonds.cards());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    ///
    /// ```
    /// use preference::cards::Cards;
    /// let hand: Cards = "AK..7.".parse()?;
    /// assert!(hand.contains("D7".parse()?) && !hand.contains("S7".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// The cards of the set that are of this suit.
    ///
    /// ```
    /// use preference::cards::{Cards, Suit};
    /// let hand: Cards = "AK..7.QJ".parse()?;
    /// assert_eq!(hand.in_suit(Suit::Clubs).to_string(), "...QJ");
    /// assert!(hand.in_suit(Suit::Hearts).is_empty());
    /// # Ok::<(), preference::deal::CardsError>(())
    /// ```
    #[must_use]
    pub const fn in_suit(self, suit: Suit) -> Cards {
        Cards(self.0 & suit.cards().0)
    }

    /// Adds a card.
    ///
    /// ```
    /// use preference::cards::{Cards, Suit};
    /// let mut cards = Cards::NONE;
    /// cards.insert("SA".parse()?);
    /// cards.insert("SA".parse()?);
    /// assert_eq!(cards.len(), 1);
    /// cards.remove("SK".parse()?);
    /// assert_eq!(cards.len(), 1, "a card that is not in the set");
    /// # Ok::<(), preference::deal::CardError>(())
    /// ```
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Removes a card.
    ///
    /// ```
    /// # use preference::Cards;
    /// let mut cards: Cards = "SA SK".parse()?;
    /// cards.remove("SA".parse()?);
    /// assert_eq!(cards, "SK".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// Whether all cards of this set are in the set `others`.
    ///
    /// ```
    /// use preference::cards::{Cards, Suit};
    /// assert!(Cards::NONE.is_subset(Cards::ACES) && Cards::ACES.is_subset(Cards::ACES));
    /// assert!(!Cards::ACES.is_subset(Suit::Spades.cards()));
    /// ```
    #[must_use]
    pub const fn is_subset(self, others: Cards) -> bool {
        self.0 & !others.0 == 0
    }

    /// Iterates over the cards in the order in which they are listed: by suit S H D C, from the ace down.
    ///
    /// ```
    /// use preference::cards::Cards;
    /// let hand: Cards = "A7.K..".parse()?;
    /// let names: Vec<String> = hand.iter().map(|card| card.to_string()).collect();
    /// assert_eq!(names, ["SA", "S7", "HK"]);
    /// assert_eq!(hand.iter().next_back(), Some("HK".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn iter(self) -> CardsIter {
        CardsIter(self)
    }
}

set_traits!(Cards of Card, CardsIter, Cards::PACK.0);

/// Iterator over the cards of a set, by suit S H D C, from the ace down.
#[derive(Clone, Debug)]
pub struct CardsIter(Cards);

impl Iterator for CardsIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let highest = self.0.0.checked_ilog2()?;
        self.0.0 ^= 1 << highest;
        Some(Card(highest as u8))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for CardsIter {
    fn next_back(&mut self) -> Option<Card> {
        let lowest = (self.0.0 != 0).then(|| self.0.0.trailing_zeros())?;
        self.0.0 ^= 1 << lowest;
        Some(Card(lowest as u8))
    }
}

impl ExactSizeIterator for CardsIter {}
impl std::iter::FusedIterator for CardsIter {}

/// Writes the cards as a hand in the notation, as in `AKQ.T9.87.AK7`: spades, hearts, diamonds, clubs.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, suit) in Suit::ALL.into_iter().enumerate() {
            if n > 0 {
                f.write_str(".")?;
            }
            for card in self.in_suit(suit) {
                write!(f, "{}", card.rank().letter())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_listed_by_suit_then_rank_from_high_to_low() {
        let pack: Vec<String> = Cards::PACK.iter().map(|card| card.to_string()).collect();
        assert_eq!(pack[..9], ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7", "HA"]);
        assert_eq!(pack[31], "C7");
        assert_eq!(pack.len(), 32);
    }

    #[test]
    fn card_keeps_suit_and_rank() {
        for suit in Suit::ALL {
            for rank in Rank::ALL {
                let card = Card::new(suit, rank);
                assert_eq!((card.suit(), card.rank()), (suit, rank));
                assert_eq!(Card::from_bit(card.bit()), card);
                assert!(suit.cards().contains(card));
            }
        }
    }

    #[test]
    fn hand_prints_empty_suits_as_nothing() {
        let hand: Cards =
            [Card::new(Suit::Spades, Rank::Ace), Card::new(Suit::Clubs, Rank::Seven)].into_iter().collect();
        assert_eq!(hand.to_string(), "A...7");
        assert_eq!(Cards::NONE.to_string(), "...");
    }
}
