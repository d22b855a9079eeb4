//! What besides the position determines the play: the tricks so far, its early end and the rules of thumb.

use crate::seat::BySeat;

/// The input to [`Solver::outcome`](crate::search::Solver::outcome) besides the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayConditions {
    /// Number of tricks that each seat took before the position was reached.
    pub tricks_taken: BySeat<u8>,
    /// As soon as the declarer's opponents together have taken this number of tricks, the play ends, and the remaining
    /// tricks count as the declarer's. `None` if the play goes on to the last card.
    pub defender_trick_limit: Option<u8>,
    /// The rules of thumb that the defenders follow, if there are two.
    pub rules_of_thumb: RulesOfThumb,
}

pub(super) const ACES_AND_KINGS: u32 = 0xC0C0_C0C0;

/// If this seat leads, the declarer plays second.
pub(super) const BEFORE_DECLARER: usize = 2;

/// Rules of thumb for defenders, treated as if they were rules of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RulesOfThumb {
    /// Whether a defender never takes over the partner's trick unless every legal card does so.
    pub partner: bool,
    /// Whether a defender leads only the highest card of a suit when the declarer plays last.
    pub last: bool,
    /// Whether a defender leads only an ace, a king or the lowest card of a suit when the declarer plays second.
    pub second: bool,
}

impl RulesOfThumb {
    /// The names of the rules of thumb, in the order of the fields.
    pub const NAMES: [&'static str; 3] = ["partner", "last", "second"];

    /// The rule of thumb with this name.
    pub fn rule_mut(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "partner" => Some(&mut self.partner),
            "last" => Some(&mut self.last),
            "second" => Some(&mut self.second),
            _ => None,
        }
    }

    /// `suit` is the defender's cards of one suit. The declarer plays last if `last`, otherwise second.
    pub(super) fn leads(self, last: bool, suit: u32) -> u32 {
        if suit == 0 {
            0
        } else if last && self.last {
            1 << suit.ilog2()
        } else if !last && self.second {
            suit & ACES_AND_KINGS | suit & suit.wrapping_neg()
        } else {
            suit
        }
    }
}
