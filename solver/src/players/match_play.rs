//! Matches: random deals that three players play, each deal in one seating or in all seatings.

use std::sync::Arc;

use crate::deal::random::{self, DealtPack};
use crate::hand::{Hand, HandSetupError, Table};
use crate::players::player::{Player, play_hand};
use crate::players::player_kind::PlayerKind;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};
use crate::settlement::Sheet;

/// Options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchOptions {
    /// The three players.
    pub players: [PlayerKind; 3],
    /// Whether each deal is played in all seatings of the players. Otherwise it is played in one seating, which changes
    /// from deal to deal.
    pub is_duplicate: bool,
    /// Random seed of the deals and of the players.
    pub seed: u64,
}

impl Default for MatchOptions {
    /// Returns the options of a match of three beginners, with seed 1, in which each deal is played once.
    fn default() -> MatchOptions {
        MatchOptions { players: [PlayerKind::Beginner; 3], is_duplicate: false, seed: 1 }
    }
}

/// A match of three players. No hand continues an earlier one: each is the first hand at a table of three, with the
/// antes in the pot, no mark and no passed-out hand before it.
///
/// Deals are numbered from 0. A deal and the hands played with it depend only on the rules, on the number of the deal
/// and on the options.
#[derive(Clone, Debug)]
pub struct Match {
    options: MatchOptions,
    first: Hand,
    seatings: Vec<BySeat<PlayerKind>>,
}

/// A hand of a match that has been played.
#[derive(Clone, Debug)]
pub struct PlayedHand {
    /// The number of the deal, from 0.
    pub deal: u64,
    /// The player in each seat.
    pub players: BySeat<PlayerKind>,
    /// The hand, which is over.
    pub hand: Hand,
}

impl Match {
    /// Sets up a match under these rules.
    ///
    /// # Errors
    /// If no hand can be played and settled by the rules.
    pub fn new(rules: impl Into<Arc<Variant>>, options: MatchOptions) -> Result<Match, HandSetupError> {
        let rules = rules.into();
        let table = Table::from_sheet(&Sheet::new((*rules).clone(), 3));
        // The cards of this deal are replaced before each hand.
        let first = Hand::new(rules, random::deal(&mut random::generator(options.seed)), table)?;
        Ok(Match { options, first, seatings: seatings(options.players) })
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> MatchOptions {
        self.options
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Variant {
        self.first.rules()
    }

    /// Lists the different seatings of the players. Identical players are interchangeable.
    #[must_use]
    pub fn seatings(&self) -> &[BySeat<PlayerKind>] {
        &self.seatings
    }

    /// Returns the number of hands that are played with each deal.
    #[must_use]
    pub fn hands_per_deal(&self) -> u64 {
        if self.options.is_duplicate { self.seatings.len() as u64 } else { 1 }
    }

    /// Returns the deal with this number as a hand before its first call.
    #[must_use]
    pub fn dealt_hand(&self, number: u64) -> Hand {
        let seed = random::derived_seed(self.options.seed, number);
        let DealtPack { deal, talon_order } = random::dealt_pack(&mut random::generator(seed));
        self.first.with_deal(deal).with_talon_order(&talon_order).expect("the cards of the talon")
    }

    /// Lists the seatings in which the deal with this number is played.
    #[must_use]
    pub fn seatings_of_deal(&self, number: u64) -> &[BySeat<PlayerKind>] {
        let turn = (number % self.seatings.len() as u64) as usize;
        if self.options.is_duplicate { &self.seatings[..] } else { &self.seatings[turn..=turn] }
    }

    /// Plays the deal with this number in one seating or, in a duplicate match, in all seatings.
    #[must_use]
    pub fn play_deal(&self, number: u64) -> Vec<PlayedHand> {
        let seed = random::derived_seed(self.options.seed, number);
        let hand = self.dealt_hand(number);
        let play = |&players: &BySeat<PlayerKind>| {
            let mut hand = hand.clone();
            let mut seated: BySeat<Box<dyn Player>> = BySeat::from_fn(|seat| {
                players[seat].build_player(random::derived_seed(seed, seat.index() as u64))
            });
            play_hand(&mut hand, &mut seated);
            PlayedHand { deal: number, players, hand }
        };
        self.seatings_of_deal(number).iter().map(play).collect()
    }
}

/// Lists the different seatings of three players. The first seating has the players in the order of the list.
fn seatings(players: [PlayerKind; 3]) -> Vec<BySeat<PlayerKind>> {
    let mut seatings = Vec::new();
    for forehand in Seat::ALL {
        for middlehand in forehand.others() {
            let rearhand = middlehand.partner(forehand);
            let seating = BySeat([forehand, middlehand, rearhand].map(|seat| players[seat.index()]));
            if !seatings.contains(&seating) {
                seatings.push(seating);
            }
        }
    }
    seatings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seatings_of_equal_players_are_listed_once() {
        let (b, r) = (PlayerKind::Beginner, PlayerKind::Random);
        assert_eq!(seatings([b, b, r]), [BySeat([b, b, r]), BySeat([b, r, b]), BySeat([r, b, b])]);
        assert_eq!(seatings([r, r, r]), [BySeat([r, r, r])]);
    }
}
