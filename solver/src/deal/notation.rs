//! Cards as text: the letters of the notation, and other spellings that players use.
//!
//! The parser accepts all styles at once, because no letter has two meanings in the same place. The Latin `T`
//! is the ten, and the Cyrillic `Т` is the ace. These two look alike, so the letters of a hand must be of one
//! alphabet. A `D` in the place of a rank is the German Daus, the ace. (Users of the web page also write `D`
//! for the queen; the page decides which card is meant before it asks the engine.)
//!
//! Cards are written in the letters of the notation unless another [`CardStyle`] is chosen.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::cards::{Card, Cards, Rank, Suit};
use crate::excerpt::{excerpt, trim_invisible};
use crate::macros::read_from_text;

/// The style in which cards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CardStyle {
    /// `HA`, `AKQ.T9.87.AK7`: the notation itself.
    #[default]
    Letters,
    /// Suit signs with A K Q J T 9 8 7, as in `♥A`, `♠AKQ♥T9♦87♣AK7`.
    Unicode,
    /// Suit signs with the German letters A K O U 10 9 8 7.
    German,
    /// Suit signs with the Russian letters Т К Д В 10 9 8 7.
    Russian,
}

impl CardStyle {
    /// The letter or sign of a suit in this style.
    #[must_use]
    pub const fn suit(self, suit: Suit) -> &'static str {
        match self {
            CardStyle::Letters => ["C", "D", "H", "S"][suit as usize],
            _ => ["♣", "♦", "♥", "♠"][suit as usize],
        }
    }

    /// The letter or number of a rank in this style.
    #[must_use]
    pub const fn rank(self, rank: Rank) -> &'static str {
        match self {
            CardStyle::Letters | CardStyle::Unicode => {
                ["7", "8", "9", "T", "J", "Q", "K", "A"][rank as usize]
            }
            CardStyle::German => ["7", "8", "9", "10", "U", "O", "K", "A"][rank as usize],
            CardStyle::Russian => ["7", "8", "9", "10", "В", "Д", "К", "Т"][rank as usize],
        }
    }

    /// The name of a card in this style, suit first.
    #[must_use]
    pub fn card(self, card: Card) -> String {
        format!("{}{}", self.suit(card.suit()), self.rank(card.rank()))
    }

    /// The text of a hand in this style. In letters points separate its suits; in other styles each suit begins with
    /// its sign, and empty suits are left out.
    #[must_use]
    pub fn hand(self, hand: Cards) -> String {
        if self == CardStyle::Letters || hand.is_empty() {
            return hand.to_string();
        }
        let mut text = String::new();
        for suit in Suit::ALL {
            let cards = hand.in_suit(suit);
            if !cards.is_empty() {
                text.push_str(self.suit(suit));
                text.extend(cards.iter().map(|card| self.rank(card.rank())));
            }
        }
        text
    }
}

read_from_text!(Card);

/// Writes the card's name, as a newtype struct by which a serializer can tell cards from other texts.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("Card", &self.to_string())
    }
}

impl<'de> serde::Deserialize<'de> for Cards {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        Vec::<Card>::deserialize(deserializer).map(Cards::from_iter)
    }
}

/// Writes the list of the cards' names, by suit S H D C, from the ace down.
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The error for a text that is not a card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' is not a card: write the suit S H D C, then the rank A K Q J T 9 8 7, as in HA or D7", excerpt(.0))]
pub struct CardError(String);

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        let word = trim_invisible(text);
        read_suit_first(word).or_else(|| read_rank_first(word)).ok_or_else(|| CardError(text.to_owned()))
    }
}

fn read_suit_first(text: &str) -> Option<Card> {
    let (suit, rest) = read_suit(text)?;
    let (rank, rest) = read_rank(rest)?;
    rest.is_empty().then(|| Card::new(suit, rank))
}

fn read_rank_first(text: &str) -> Option<Card> {
    let (rank, rest) = read_rank(text)?;
    let (suit, rest) = read_suit(rest)?;
    rest.is_empty().then(|| Card::new(suit, rank))
}

/// Parses a list of cards separated by blanks or commas, and returns them in the order of the text.
pub fn read_cards(text: &str) -> Result<Vec<Card>, CardError> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !trim_invisible(word).is_empty())
        .map(str::parse)
        .collect()
}

/// The error for a text that is neither a hand nor a list of different cards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' is neither a hand such as AK.T9..87 nor a list of different cards such as SA SK HT", excerpt(.0))]
pub struct CardsError(String);

impl FromStr for Cards {
    type Err = CardsError;

    fn from_str(text: &str) -> Result<Cards, CardsError> {
        let error = || CardsError(text.to_owned());
        if text.contains('.') {
            return read_hand(trim_invisible(text)).map_err(|_| error());
        }
        let list = read_cards(text).map_err(|_| error())?;
        let cards: Cards = list.iter().copied().collect();
        if cards.len() == list.len() { Ok(cards) } else { Err(error()) }
    }
}

/// The error for a hand that cannot be parsed. Columns count characters within the hand, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HandError {
    /// A letter of another alphabet than the letters before it, and the letter's column.
    Alphabet(char, usize),
    /// Number of suits, if it is not four.
    Suits(usize),
    /// A character that is not a rank, and its column.
    Rank(char, usize),
    /// A card that the hand already holds, and its column.
    Twice(Card, usize),
}

pub(crate) fn read_hand(text: &str) -> Result<Cards, HandError> {
    if let Some((column, letter)) = find_other_alphabet(text) {
        return Err(HandError::Alphabet(letter, column));
    }
    let signed = text.chars().any(|c| !c.is_ascii() && suit_from_sign(c).is_some());
    let points = text.matches('.').count();
    if !signed && points != 3 {
        return Err(HandError::Suits(points + 1));
    }
    let mut suits = Suit::ALL.into_iter();
    let mut suit = if signed { None } else { suits.next() };
    let mut hand = Cards::NONE;
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let column = text[..text.len() - rest.len()].chars().count();
        if next == '.' {
            // If suits begin with their signs, points between them have no meaning.
            suit = if signed { None } else { suits.next() };
            rest = &rest[1..];
        } else if let (true, Some((sign, after))) = (signed, read_sign(rest)) {
            suit = Some(sign);
            rest = after;
        } else if let (Some(suit), Some((rank, after))) = (suit, read_rank(rest)) {
            let card = Card::new(suit, rank);
            if hand.contains(card) {
                return Err(HandError::Twice(card, column));
            }
            hand.insert(card);
            rest = after;
        } else {
            return Err(HandError::Rank(next, column));
        }
    }
    Ok(hand)
}

/// Letters of two alphabets look alike and mean different cards: the Latin `T` is the ten, the Cyrillic `Т` the ace.
fn find_other_alphabet(text: &str) -> Option<(usize, char)> {
    let mut alphabet = None;
    text.chars().enumerate().find(|&(_, letter)| {
        let letter_alphabet = match letter {
            'A'..='Z' | 'a'..='z' => "Latin",
            '\u{400}'..='\u{4FF}' => "Cyrillic",
            _ => return false,
        };
        *alphabet.get_or_insert(letter_alphabet) != letter_alphabet
    })
}

const fn suit_from_sign(c: char) -> Option<Suit> {
    match c {
        'S' | 's' | '♠' | '♤' => Some(Suit::Spades),
        'H' | 'h' | '♥' | '♡' => Some(Suit::Hearts),
        'D' | 'd' | '♦' | '♢' => Some(Suit::Diamonds),
        'C' | 'c' | '♣' | '♧' => Some(Suit::Clubs),
        _ => None,
    }
}

pub(crate) fn read_suit(text: &str) -> Option<(Suit, &str)> {
    // Some keyboards put an emoji variation selector after a sign.
    let mut chars = text.chars();
    let suit = suit_from_sign(chars.next()?)?;
    let rest = chars.as_str();
    Some((suit, rest.strip_prefix('\u{FE0F}').unwrap_or(rest)))
}

/// Parses a suit's sign at the beginning of a text, but not its letter, which may be a rank within a hand.
pub(super) fn read_sign(text: &str) -> Option<(Suit, &str)> {
    if text.starts_with(|c: char| c.is_ascii()) { None } else { read_suit(text) }
}

fn read_rank(text: &str) -> Option<(Rank, &str)> {
    if let Some(rest) = text.strip_prefix("10") {
        return Some((Rank::Ten, rest));
    }
    let mut chars = text.chars();
    let rank = match chars.next()? {
        'A' | 'a' | 'D' | 'd' | 'Т' | 'т' => Rank::Ace,
        'K' | 'k' | 'К' | 'к' => Rank::King,
        'Q' | 'q' | 'O' | 'o' | 'Д' | 'д' => Rank::Queen,
        'J' | 'j' | 'U' | 'u' | 'В' | 'в' => Rank::Jack,
        'T' | 't' => Rank::Ten,
        '9' => Rank::Nine,
        '8' => Rank::Eight,
        '7' => Rank::Seven,
        _ => return None,
    };
    Some((rank, chars.as_str()))
}

/// A list of cards that is displayed with blanks between them, for messages.
pub(crate) struct CardList(pub(crate) Cards);

impl fmt::Display for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, card) in self.0.iter().enumerate() {
            write!(f, "{}{card}", if n > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("HA", "HA ha AH ah Ah ♥A A♥ ♡a HD Dh ♥Т ТH ♥️A")]
    #[case("ST", "ST st S10 10s 10♠ ♠T ♤10 T♠")]
    #[case("DA", "DA AD DD dd ♦D D♦ ♦Т dТ")]
    #[case("CK", "CK kc ♣К кC")]
    #[case("HQ", "HQ HO oh ♥Д дh")]
    #[case("SJ", "SJ US ♠u ♠В вs")]
    #[case("D7", "D7 7d ♦7 7♢")]
    fn card_is_read_in_every_style(#[case] plain: &str, #[case] others: &str) {
        for text in others.split(' ') {
            assert_eq!(text.parse::<Card>().map(|card| card.to_string()).as_deref(), Ok(plain), "{text}");
        }
    }

    #[rstest]
    #[case("")]
    #[case("A")]
    #[case("H")]
    #[case("HH")]
    #[case("H1")]
    #[case("HA7")]
    #[case("XA")]
    #[case("H0")]
    #[case("H100")]
    #[case("♥")]
    #[case("10")]
    fn text_that_is_not_a_card_is_refused(#[case] text: &str) {
        assert!(text.parse::<Card>().is_err(), "{text}");
    }

    #[rstest]
    #[case(CardStyle::Letters)]
    #[case(CardStyle::Unicode)]
    #[case(CardStyle::German)]
    #[case(CardStyle::Russian)]
    fn cards_and_hands_round_trip_in_every_style(#[case] style: CardStyle) {
        for card in Cards::PACK {
            assert_eq!(style.card(card).parse(), Ok(card));
            let hand = !Cards::from_card(card);
            assert_eq!(read_hand(&style.hand(hand)), Ok(hand));
            assert_eq!(read_hand(&style.hand(Cards::from_card(card))), Ok(Cards::from_card(card)));
        }
    }

    #[test]
    fn hand_error_names_place_of_mistake() {
        assert_eq!(read_hand("AKQ.T9.87"), Err(HandError::Suits(3)));
        assert_eq!(read_hand("♠AK.♥T.♦.♣7"), read_hand("AK.T..7"));
        assert_eq!(read_hand("AKX.T9.87."), Err(HandError::Rank('X', 2)));
        assert_eq!(read_hand("A10.T9.1.7"), Err(HandError::Rank('1', 7)));
        assert_eq!(read_hand("A.K.7.TT"), Err(HandError::Twice("CT".parse().expect("a card"), 7)));
        assert_eq!(read_hand("A♥K"), Err(HandError::Rank('A', 0)));
    }
}
