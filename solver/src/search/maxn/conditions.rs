//! The play so far and the rules of thumb, on which the outcome of a hand depends besides its cards.

use crate::seat::BySeat;

/// The input to [`Solver::outcome`](crate::search::Solver::outcome) besides the cards of a hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayConditions {
    /// The tricks that each seat has taken before.
    pub taken: BySeat<u8>,
    /// The number of the opponents' tricks at which the play ends; the rest count as the declarer's.
    pub ends: Option<u8>,
    /// The rules of thumb that two defenders keep to.
    pub rules_of_thumb: RulesOfThumb,
}

/// The aces and kings.
pub(super) const HONOURS: u32 = 0xC0C0_C0C0;

/// The seat after which the declarer plays second, counted from the declarer.
pub(super) const BEFORE_DECLARER: usize = 2;

/// Rules of thumb for defenders, treated as if they were rules of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RulesOfThumb {
    /// Never to take over the partner's trick unnecessarily.
    pub partner: bool,
    /// To lead the highest card of a suit when the declarer plays last.
    pub last: bool,
    /// To lead an ace, a king or the lowest card of a suit when the declarer plays second.
    pub second: bool,
}

impl RulesOfThumb {
    /// The names of the rules of thumb, in the order of the fields.
    pub const NAMES: [&'static str; 3] = ["partner", "last", "second"];

    /// Returns the rule with this name, to be read or set.
    pub fn named(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "partner" => Some(&mut self.partner),
            "last" => Some(&mut self.last),
            "second" => Some(&mut self.second),
            _ => None,
        }
    }

    /// Returns the cards of `suit` that may be led by a defender after whom the declarer plays last or, if
    /// not `last`, second.
    pub(super) fn leads(self, last: bool, suit: u32) -> u32 {
        if suit == 0 {
            0
        } else if last && self.last {
            1 << suit.ilog2()
        } else if !last && self.second {
            suit & HONOURS | suit & suit.wrapping_neg()
        } else {
            suit
        }
    }
}
