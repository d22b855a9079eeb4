//! The calls of an auction.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::cards::Suit;
use crate::excerpt::{excerpt, trim_invisible};
use crate::letters::to_lowercase;
use crate::macros::{read_from_text, write_as_text};
use crate::rules::contract::Contract;

/// A call in an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Call {
    /// `pass`: leaves the auction.
    Pass,
    /// `hold`: takes over the standing bid of another player; by most rules only of a player in a later seat.
    Hold,
    /// `1` to `9`: bids the number of a contract, to be played with the talon.
    Number(u8),
    /// `6S` to `10N`: bids this number of tricks with this suit as trumps, or without trumps.
    Level(u8, Option<Suit>),
    /// `S H D C`: bids a suit.
    Suit(Suit),
    /// `misere`: bids to take no trick.
    Misere,
    /// `take`: takes the talon without a bid, as the third player when the others have passed.
    Take,
    /// `hand`: bids a suit game from the hand, without the talon.
    Hand,
    /// `hand:D`: names the suit of the game when two players have said `hand`.
    HandIn(Suit),
    /// `hand5`: bids the contract of this number from the hand, without the talon.
    HandNumber(u8),
    /// `preference`: announces hearts at once.
    Preference,
    /// `suit:D`: names the suit of the caller's bid if it was asked for, or outbids another player's named suit.
    Named(Suit),
    /// `offer:5`: offers this amount to the pot for the talon.
    Offer(u32),
    /// `usurp`: takes the cards that the declarer has laid aside, and declares with a higher number.
    Usurp,
    /// `stay`: leaves the cards that the declarer has laid aside.
    Stay,
}

impl Call {
    /// The number, suit or amount after `hand`, `hand:`, `suit:` or `offer:`, otherwise the text of the call.
    #[must_use]
    pub fn bid_text(self) -> String {
        match self {
            Call::HandNumber(number) => number.to_string(),
            Call::HandIn(suit) | Call::Named(suit) => suit.letter().to_string(),
            Call::Offer(sum) => sum.to_string(),
            _ => self.to_string(),
        }
    }
}

// In JSON a call is written as its text.
write_as_text!(Call);
read_from_text!(Call);

/// The error for a text that is not a call.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{}' is not a call: write pass, hold, 1 to 9, hand, hand:D, hand5, preference, 6S to 10N, misere, take, a suit, suit:D, offer:5, usurp or stay",
    excerpt(.0)
)]
pub struct CallError(String);

impl FromStr for Call {
    type Err = CallError;

    fn from_str(text: &str) -> Result<Call, CallError> {
        read_call(trim_invisible(text)).ok_or_else(|| CallError(text.to_owned()))
    }
}

fn read_call(text: &str) -> Option<Call> {
    let lower = to_lowercase(text);
    if let Some(name) = lower.strip_prefix("hand:") {
        return read_suit_name(name).map(Call::HandIn);
    }
    if let Some(name) = lower.strip_prefix("suit:") {
        return read_suit_name(name).map(Call::Named);
    }
    if let Some(sum) = lower.strip_prefix("offer:") {
        return sum.parse().map(Call::Offer).ok();
    }
    match lower.as_str() {
        "pass" | "passe" | "weiter" | "пас" => Some(Call::Pass),
        "hold" | "mine" | "here" => Some(Call::Hold),
        "hand" | "game" => Some(Call::Hand),
        "preference" | "préférence" => Some(Call::Preference),
        "take" => Some(Call::Take),
        "usurp" => Some(Call::Usurp),
        "stay" => Some(Call::Stay),
        _ if lower.starts_with("hand") => read_number(&lower[4..]).map(Call::HandNumber),
        _ if lower.chars().all(|c| c.is_ascii_digit()) => read_number(&lower).map(Call::Number),
        _ => match text.parse() {
            Ok(Contract::Game(Some(suit))) => Some(Call::Suit(suit)),
            Ok(Contract::Level(level, strain)) => Some(Call::Level(level, strain)),
            Ok(Contract::Misere) => Some(Call::Misere),
            _ => None,
        },
    }
}

fn read_suit_name(name: &str) -> Option<Suit> {
    name.parse::<Contract>().ok().filter(|contract| matches!(contract, Contract::Game(_)))?.trump()
}

/// A number from 1 to 9.
fn read_number(digits: &str) -> Option<u8> {
    digits.parse().ok().filter(|number| (1..=9).contains(number))
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Call::Pass => f.write_str("pass"),
            Call::Hold => f.write_str("hold"),
            Call::Number(number) => write!(f, "{number}"),
            Call::Level(level, strain) => Contract::Level(level, strain).fmt(f),
            Call::Suit(suit) => write!(f, "{}", suit.letter()),
            Call::Misere => f.write_str("misere"),
            Call::Take => f.write_str("take"),
            Call::Hand => f.write_str("hand"),
            Call::HandIn(suit) => write!(f, "hand:{}", suit.letter()),
            Call::HandNumber(number) => write!(f, "hand{number}"),
            Call::Preference => f.write_str("preference"),
            Call::Named(suit) => write!(f, "suit:{}", suit.letter()),
            Call::Offer(sum) => write!(f, "offer:{sum}"),
            Call::Usurp => f.write_str("usurp"),
            Call::Stay => f.write_str("stay"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_in_all_spellings() {
        for (name, words) in [
            ("pass", "Pass PASSE weiter пас ПАС"),
            ("hold", "hold Mine here"),
            ("H", "hearts Herz ♥"),
            ("hand:D", "hand:karo HAND:diamonds"),
            ("suit:C", "suit:treff"),
            ("7N", "7sa 7NT"),
            ("misere", "bettel Мизер"),
        ] {
            for word in words.split(' ') {
                assert_eq!(word.parse::<Call>().map(|call| call.to_string()).as_deref(), Ok(name), "{word}");
            }
        }
        for text in ["", "0", "sa", "SA", "hand:sa", "handful", "slam", "durchmarsch"] {
            assert!(text.parse::<Call>().is_err(), "{text}");
        }
    }

    #[test]
    fn message_quotes_excerpt_of_wrong_call() {
        let error = "x\u{1b}".repeat(50_000).parse::<Call>().expect_err("no call").to_string();
        assert!(error.starts_with("'x\\u{1b}x") && error.len() < 1000, "{error}");
    }
}
