//! Actions in a hand and their texts.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::cards::{Card, Cards};
use crate::excerpt::{excerpt, trim_invisible};
use crate::letters::to_lowercase;
use crate::macros::{read_from_text, write_as_text};
use crate::rules::call::Call;
use crate::rules::choice::Choice;
use crate::rules::contract::Contract;
use crate::seat::BySeat;
use crate::situation::field_types::SeatNumbers;
use crate::situation::form::text_values;

/// An action of a player in a hand, with a text of its own.
///
/// Some texts have a second meaning in a later phase: `pass` also declines to whist, `take` also takes up the talon
/// after the auction, `hand` also chooses to play without the talon, and `accept` also accepts an offer of tricks. In
/// every phase they are the same [`Action::Call`] or [`Action::Decision`].
///
/// ```
/// use preference::hand::Action;
/// use preference::rules::Call;
/// let action: Action = "discard H8 S7".parse()?;
/// assert_eq!(action.to_string(), "discard S7 H8");
/// assert_eq!("pass".parse(), Ok(Action::Call(Call::Pass)));
/// # Ok::<(), preference::hand::ActionTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A call in the auction, or about the discards of the declarer; also `pass` by a defender who does not whist, and
    /// `take` or `hand` by a declarer who chooses whether to take up the talon.
    Call(Call),
    /// `discard S7 H8`: lays these two cards aside.
    Discard(Cards),
    /// `play 7S`: announces the contract.
    Announcement(Contract),
    /// `drop`, `whist` …: a decision before the play, other than `pass`; also `accept` for an offer of tricks.
    Decision(Choice),
    /// `return`: whists after the half-whist of the other defender.
    ReturnToWhist,
    /// `open`: the only whister puts the cards of both defenders on the table and plays both hands.
    OpenPlay,
    /// `closed`: the only whister plays their own hand, and the other defender plays theirs.
    ClosedPlay,
    /// `HA`: plays a card.
    Card(Card),
    /// `claim 3`: claims three of the remaining tricks for the side of the seat to act.
    Claim(u8),
    /// `offer F=6,M=2,R=2`: offers to the others to end the hand with these tricks.
    OfferTricks(BySeat<u8>),
    /// `refuse`: refuses an offer of tricks.
    Refuse,
}

impl Action {
    /// Replaces the decision `pass` by the call `pass`, so that each text has only one action.
    pub(crate) fn canonical(self) -> Action {
        match self {
            Action::Decision(Choice::Pass) => Action::Call(Call::Pass),
            action => action,
        }
    }
}

impl From<Call> for Action {
    fn from(call: Call) -> Action {
        Action::Call(call)
    }
}

impl From<Choice> for Action {
    fn from(choice: Choice) -> Action {
        Action::Decision(choice).canonical()
    }
}

impl From<Card> for Action {
    fn from(card: Card) -> Action {
        Action::Card(card)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Call(call) => call.fmt(f),
            Action::Discard(cards) => {
                f.write_str("discard")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Action::Announcement(contract) => write!(f, "play {contract}"),
            Action::Decision(choice) => f.write_str(choice.name()),
            Action::ReturnToWhist => f.write_str("return"),
            Action::OpenPlay => f.write_str("open"),
            Action::ClosedPlay => f.write_str("closed"),
            Action::Card(card) => card.fmt(f),
            Action::Claim(tricks) => write!(f, "claim {tricks}"),
            Action::OfferTricks(tricks) => write!(f, "offer {}", trick_numbers(&tricks)),
            Action::Refuse => f.write_str("refuse"),
        }
    }
}

/// Writes tricks in the form `F=6,M=2,R=2`.
pub(super) fn trick_numbers(tricks: &BySeat<u8>) -> String {
    let numbers: Vec<String> = tricks.iter().map(|(seat, number)| format!("{seat}={number}")).collect();
    numbers.join(",")
}

// In JSON an action is written as its text.
write_as_text!(Action);
read_from_text!(Action);

/// The error for a text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionTextError {
    /// A text of no form that an action has.
    #[error(
        "'{}' is not an action: write a call such as pass or 7S, discard S7 H8, play 7S, a decision such as whist or drop, return, open, closed, a card such as HA, claim 3, offer F=6,M=2,R=2, accept or refuse",
        excerpt(.0)
    )]
    Unknown(String),
    /// A discard without two different cards.
    #[error("'{}' is not a discard: write two different cards, as in discard S7 H8", excerpt(.0))]
    Discard(String),
}

text_values!(Action);

impl FromStr for Action {
    type Err = ActionTextError;

    /// A text that could be a call or a card, such as `7S`, is a call.
    fn from_str(text: &str) -> Result<Action, ActionTextError> {
        let trimmed = trim_invisible(text.trim()).trim();
        read_action(trimmed).ok_or_else(|| {
            let error = if trimmed.starts_with("discard") {
                ActionTextError::Discard
            } else {
                ActionTextError::Unknown
            };
            error(text.to_owned())
        })
    }
}

fn read_action(text: &str) -> Option<Action> {
    if let Some(cards) = text.strip_prefix("discard ") {
        let cards: Cards = cards.parse().ok()?;
        return (cards.len() == 2).then_some(Action::Discard(cards));
    }
    if let Some(contract) = text.strip_prefix("play ") {
        return contract.trim().parse().ok().map(Action::Announcement);
    }
    if let Some(tricks) = text.strip_prefix("claim ") {
        let tricks = tricks.trim().parse().ok().filter(|&tricks| tricks <= 10);
        return tricks.map(Action::Claim);
    }
    if let Some(tricks) = text.strip_prefix("offer ") {
        let tricks: SeatNumbers<10> = tricks.parse().ok()?;
        return Some(Action::OfferTricks(BySeat(tricks.numbers().0.map(Option::unwrap_or_default))));
    }
    let lower = to_lowercase(text);
    match lower.as_str() {
        "return" => return Some(Action::ReturnToWhist),
        "open" => return Some(Action::OpenPlay),
        "closed" => return Some(Action::ClosedPlay),
        "refuse" => return Some(Action::Refuse),
        _ => {}
    }
    if let Some(choice) = Choice::ALL.into_iter().find(|choice| choice.name() == lower) {
        return Some(choice.into());
    }
    let call = text.parse().ok().map(Action::Call);
    call.or_else(|| text.parse().ok().map(Action::Card))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn actions_round_trip_through_texts() {
        let calls = "pass hold 2 hand hand:D hand5 preference 6S 10N misere take H suit:D offer:5 usurp stay";
        let choices = "play give-up drop alone invite kontra rekontra rekontra-left rekontra-right sub mort \
                       accept announce silent whist half-whist";
        let others = [
            "discard S7 H8",
            "play 7S",
            "play H",
            "play open-misere",
            "return",
            "open",
            "closed",
            "claim 0",
            "claim 10",
            "offer F=6,M=2,R=2",
            "offer F=10,M=0,R=0",
            "refuse",
        ];
        let cards: Vec<String> = Cards::PACK.iter().map(|card| card.to_string()).collect();
        let words = calls.split(' ').chain(choices.split_whitespace()).chain(others);
        let texts: Vec<&str> = words.chain(cards.iter().map(String::as_str)).collect();
        for text in &texts {
            let action: Action = text.parse().expect("an action");
            assert_eq!(action.to_string(), *text);
            assert_eq!(action.canonical(), action, "{text}");
        }
        let actions: std::collections::HashSet<Action> =
            texts.iter().map(|text| text.parse().expect("an action")).collect();
        assert_eq!(actions.len(), texts.len());
        for choice in Choice::ALL {
            assert_eq!(choice.name().parse(), Ok(Action::from(choice)));
        }
    }

    #[rstest]
    #[case("")]
    #[case("discard")]
    #[case("discard S7")]
    #[case("discard S7 S7")]
    #[case("discard S7 S8 S9")]
    #[case("play 5S")]
    #[case("S1")]
    #[case("claim")]
    #[case("claim 11")]
    #[case("offer")]
    #[case("offer 6")]
    #[case("offer F=11,M=0,R=0")]
    #[case("offer F=6,F=4")]
    fn text_that_is_not_an_action_is_refused(#[case] text: &str) {
        let error = text.parse::<Action>().expect_err(text);
        assert_eq!(matches!(error, ActionTextError::Discard(_)), text.starts_with("discard"), "{text}");
    }
}
