//! The obligations in play, of which rules switch all but following suit on or off, and the leader to the first trick.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Cards, Suit};
use crate::seat::{Seat, Seats};

/// The five switches of play. Following the suit led is always required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PlayRules {
    /// A player who is void in the suit led must play a trump if possible.
    pub trump: bool,
    /// A player who follows suit must beat the card that is winning the trick, if a card of the suit can.
    pub head: bool,
    /// A player who must trump a trick that has been trumped must play a higher trump if possible. Needs `trump`.
    pub overtrump: bool,
    /// If the declarer leads, the first of two defenders must play the lowest legal card that beats the lead, if any.
    pub lowest: bool,
    /// If the other defender is winning the trick, a defender must not beat that card, unless every legal card does.
    pub nosteal: bool,
}

impl PlayRules {
    /// The names of the switches, in the order of the fields.
    pub const NAMES: [&'static str; 5] = ["trump", "head", "overtrump", "lowest", "nosteal"];

    /// The switches as a mask, in which bit n is the switch with index n in [`NAMES`](Self::NAMES).
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.trump as u8
            | (self.head as u8) << 1
            | (self.overtrump as u8) << 2
            | (self.lowest as u8) << 3
            | (self.nosteal as u8) << 4
    }

    /// Builds the switches from the mask of [`bits`](Self::bits); bits above the fifth are ignored.
    #[must_use]
    pub const fn from_bits(bits: u8) -> PlayRules {
        PlayRules {
            trump: bits & 1 != 0,
            head: bits & 2 != 0,
            overtrump: bits & 4 != 0,
            lowest: bits & 8 != 0,
            nosteal: bits & 16 != 0,
        }
    }

    /// Iterates over the names of the switches that are on.
    pub fn active_names(self) -> impl Iterator<Item = &'static str> {
        (0..5).filter(move |n| self.bits() >> n & 1 == 1).map(|n| PlayRules::NAMES[n])
    }

    /// These rules without switches that have no effect: `trump` and `overtrump` in a game without trumps, and
    /// `overtrump` without `trump`.
    #[must_use]
    pub const fn effective_rules(self, trumps: bool) -> PlayRules {
        let trump = self.trump && trumps;
        PlayRules { trump, overtrump: self.overtrump && trump, ..self }
    }

    /// Looks up the switch with this name.
    pub fn switch_mut(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "trump" => Some(&mut self.trump),
            "head" => Some(&mut self.head),
            "overtrump" => Some(&mut self.overtrump),
            "lowest" => Some(&mut self.lowest),
            "nosteal" => Some(&mut self.nosteal),
            _ => None,
        }
    }
}

/// Writes the names of the switches that are on, or `none`.
impl fmt::Display for PlayRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on: Vec<&str> = self.active_names().collect();
        f.write_str(&if on.is_empty() { "none".to_owned() } else { on.join(" ") })
    }
}

/// The state of a trick that has been led to, as seen by the player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrickView {
    /// All cards of the suit led.
    pub(crate) led: u32,
    /// The cards that would beat the card that is winning the trick.
    pub(crate) above: u32,
    /// Whether the declarer has led and the player is the first of two defenders to follow.
    pub(crate) first_after_declarer: bool,
    /// Whether the player is one of two defenders and the other one is winning the trick.
    pub(crate) partner_wins: bool,
}

/// The obligations that a legal card must meet, in their order: each narrows the cards that the previous one has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obligation {
    /// Follow the suit led.
    Follow,
    /// Play a trump when void in the suit led.
    Trump,
    /// Beat the card that is winning the trick with a card of the suit led.
    Head,
    /// Beat the trump that is winning the trick.
    Overtrump,
    /// Play the lowest legal card that beats the declarer's lead.
    Lowest,
    /// Do not beat the other defender's card while it is winning the trick.
    NoSteal,
}

/// `trumps` is 0 without trumps.
#[inline(always)]
pub(crate) fn legal_cards(play_rules: PlayRules, hand: u32, trumps: u32, trick: TrickView) -> u32 {
    narrow_to_legal(play_rules, hand, trumps, trick, |_, _| {})
}

pub(crate) fn broken_obligation(
    play_rules: PlayRules,
    hand: u32,
    trumps: u32,
    trick: TrickView,
    card: u32,
) -> Option<Obligation> {
    let mut first_broken = None;
    narrow_to_legal(play_rules, hand, trumps, trick, |obligation, left| {
        if first_broken.is_none() && left & card == 0 {
            first_broken = Some(obligation);
        }
    });
    first_broken
}

/// Calls `step` with each obligation that applies and the cards that it leaves.
#[inline(always)]
fn narrow_to_legal(
    play_rules: PlayRules,
    hand: u32,
    trumps: u32,
    trick: TrickView,
    mut step: impl FnMut(Obligation, u32),
) -> u32 {
    let follow = hand & trick.led;
    let ruff = hand & trumps;
    let mut cards = hand;
    if follow != 0 {
        cards = follow;
        step(Obligation::Follow, cards);
        // Once the trick has been trumped, no card of the suit led is in `above`, unless trumps were led.
        if play_rules.head && follow & trick.above != 0 {
            cards = follow & trick.above;
            step(Obligation::Head, cards);
        }
    } else if play_rules.trump && ruff != 0 {
        cards = ruff;
        step(Obligation::Trump, cards);
        // As long as the trick has not been trumped, every trump is in `above`, so that nothing more is
        // required.
        if play_rules.overtrump && ruff & trick.above != 0 {
            cards = ruff & trick.above;
            step(Obligation::Overtrump, cards);
        }
    }
    if (play_rules.lowest && trick.first_after_declarer) || (play_rules.nosteal && trick.partner_wins) {
        let beating = cards & trick.above;
        if play_rules.lowest && trick.first_after_declarer && beating != 0 {
            // All cards in `beating` are of one suit, the suit led or trumps, so that the lowest bit is the
            // lowest card.
            cards = beating & beating.wrapping_neg();
            step(Obligation::Lowest, cards);
        }
        if play_rules.nosteal && trick.partner_wins && cards & !beating != 0 {
            cards &= !beating;
            step(Obligation::NoSteal, cards);
        }
    }
    cards
}

#[inline(always)]
pub(crate) const fn higher_in_suit(card: u32) -> u32 {
    let suit = 0xFF << (card.trailing_zeros() & !7);
    suit & !(card | (card - 1))
}

#[inline(always)]
pub(crate) const fn beaters(winning: u32, trumps: u32) -> u32 {
    higher_in_suit(winning) | if winning & trumps == 0 { trumps } else { 0 }
}

/// 0 without trumps.
pub(crate) fn trump_mask(trump: Option<Suit>) -> u32 {
    trump.map_or(Cards::NONE, Suit::cards).bits()
}

/// Leader to the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Lead {
    /// The declarer.
    Declarer,
    /// Forehand, regardless of the declarer.
    Forehand,
    /// The seat after the declarer in turn order.
    Left,
    /// The seat before the declarer in turn order.
    Right,
}

impl Lead {
    /// The seat that leads to the first trick. If the rules name a seat that has dropped out, the next seat in turn
    /// order leads instead; with `Right` this would be the declarer, so the left defender leads.
    #[must_use]
    pub fn seat(self, declarer: Seat, playing: Seats) -> Seat {
        match self {
            Lead::Declarer => declarer,
            Lead::Forehand => playing.first_from(Seat::Forehand),
            Lead::Left => playing.first_from(declarer.left()),
            Lead::Right if playing.contains(declarer.right()) => declarer.right(),
            Lead::Right => declarer.left(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::notation::read_cards;

    fn mask(cards: &str) -> u32 {
        read_cards(cards).expect("cards").into_iter().collect::<Cards>().bits()
    }

    fn legal_card_list(on: &str, hand: &str, led: Suit, winning: &str, first: bool, partner: bool) -> String {
        let mut play_rules = PlayRules::default();
        for name in on.split_whitespace() {
            *play_rules.switch_mut(name).expect("a switch") = true;
        }
        let trick = TrickView {
            led: led.cards().bits(),
            above: beaters(mask(winning), mask("HA HK HQ HJ HT H9 H8 H7")),
            first_after_declarer: first,
            partner_wins: partner,
        };
        let cards =
            Cards::from_bits(legal_cards(play_rules, mask(hand), mask("HA HK HQ HJ HT H9 H8 H7"), trick));
        crate::deal::notation::CardList(cards).to_string()
    }

    #[test]
    fn each_switch_restricts_legal_cards() {
        use Suit::{Diamonds, Spades};
        assert_eq!(legal_card_list("", "SA S7 H7", Spades, "S9", false, false), "SA S7");
        assert_eq!(legal_card_list("head", "SA S7 H7", Spades, "S9", false, false), "SA");
        assert_eq!(legal_card_list("head", "SA S7 H7", Spades, "H9", false, false), "SA S7");
        assert_eq!(legal_card_list("", "SA S7 H7", Diamonds, "D9", false, false), "SA S7 H7");
        assert_eq!(legal_card_list("trump", "SA S7 H7", Diamonds, "D9", false, false), "H7");
        assert_eq!(legal_card_list("trump", "SA HK H7", Diamonds, "H9", false, false), "HK H7");
        assert_eq!(legal_card_list("trump overtrump", "SA HK H7", Diamonds, "H9", false, false), "HK");
        assert_eq!(legal_card_list("overtrump", "SA HK H7", Diamonds, "H9", false, false), "SA HK H7");
        assert_eq!(legal_card_list("lowest", "SA SK S7", Spades, "S9", true, false), "SK");
        assert_eq!(legal_card_list("lowest", "DA DK HK H7", Spades, "S9", true, false), "H7");
        assert_eq!(legal_card_list("lowest", "SA SK S7", Spades, "S9", false, false), "SA SK S7");
        assert_eq!(legal_card_list("nosteal", "SA SK S7", Spades, "S9", false, true), "S7");
        assert_eq!(legal_card_list("nosteal", "SA SK", Spades, "S9", false, true), "SA SK");
        assert_eq!(legal_card_list("head nosteal", "SA SK S7", Spades, "S9", false, true), "SA SK");
    }

    #[test]
    fn illegal_card_names_broken_obligation() {
        let play_rules = PlayRules::from_bits(0b11111);
        let trick = TrickView {
            led: Suit::Spades.cards().bits(),
            above: beaters(mask("S9"), 0),
            first_after_declarer: true,
            partner_wins: false,
        };
        let name = |hand, card| broken_obligation(play_rules, mask(hand), 0, trick, mask(card));
        assert_eq!(name("SA SK S7 D7", "D7"), Some(Obligation::Follow));
        assert_eq!(name("SA SK S7 D7", "S7"), Some(Obligation::Head));
        assert_eq!(name("SA SK S7 D7", "SA"), Some(Obligation::Lowest));
        assert_eq!(name("SA SK S7 D7", "SK"), None);
    }

    #[test]
    fn switches_round_trip_through_bits() {
        for bits in 0..32 {
            assert_eq!(PlayRules::from_bits(bits).bits(), bits);
        }
        assert_eq!(PlayRules::from_bits(0b10001).to_string(), "trump nosteal");
        assert_eq!(PlayRules::default().to_string(), "none");
    }
}
