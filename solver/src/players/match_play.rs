//! Matches: random deals that three players play, each deal in one seating or in all seatings.

use std::sync::Arc;

use crate::deal::random::{self, DealtPack};
use crate::hand::{Action, Hand, HandSetupError, Table, View};
use crate::players::beginner::Beginner;
use crate::players::external::{ExternalPlayers, Replacement, ReplacementCause};
use crate::players::participant::Participant;
use crate::players::player::Player;
use crate::players::player_kind::PlayerKind;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};
use crate::settlement::Sheet;

/// Options of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOptions {
    /// The three players.
    pub players: [Participant; 3],
    /// Whether each deal is played in all seatings of the players, or in one, which changes from deal to deal.
    pub is_duplicate: bool,
    /// Random seed of the deals and of the players.
    pub seed: u64,
}

impl Default for MatchOptions {
    fn default() -> MatchOptions {
        MatchOptions {
            players: [PlayerKind::Beginner; 3].map(Participant::from),
            is_duplicate: false,
            seed: 1,
        }
    }
}

/// A match of three players. Each hand is the first at a table, with the antes in the pot and nothing before it.
///
/// A deal and the play of built-in players depend only on the rules, the number of the deal, from 0, and the options.
#[derive(Clone, Debug)]
pub struct Match {
    options: MatchOptions,
    first: Hand,
    seatings: Vec<BySeat<Participant>>,
}

/// A hand of a match that has been played.
#[derive(Clone, Debug)]
pub struct PlayedHand {
    /// The number of the deal, from 0.
    pub deal: u64,
    /// The player in each seat.
    pub players: BySeat<Participant>,
    /// The hand, which is over.
    pub hand: Hand,
    /// The actions of external players that were replaced by those of `beginner`, in their order.
    pub replaced: Vec<Replacement>,
}

impl Match {
    /// Sets up a match under these rules.
    pub fn new(rules: impl Into<Arc<Variant>>, options: MatchOptions) -> Result<Match, HandSetupError> {
        let rules = rules.into();
        let table = Table::from_sheet(&Sheet::new((*rules).clone(), 3));
        // The cards of this deal are replaced before each hand.
        let first = Hand::new(rules, random::deal(&mut random::generator(options.seed)), table)?;
        let seatings = seatings(&options.players);
        Ok(Match { options, first, seatings })
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &MatchOptions {
        &self.options
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Variant {
        self.first.rules()
    }

    /// The different seatings of the players. Identical players are interchangeable.
    #[must_use]
    pub fn seatings(&self) -> &[BySeat<Participant>] {
        &self.seatings
    }

    /// The number of hands that are played with each deal.
    #[must_use]
    pub fn hands_per_deal(&self) -> u64 {
        if self.options.is_duplicate { self.seatings.len() as u64 } else { 1 }
    }

    /// The deal with this number as a hand before its first call.
    #[must_use]
    pub fn dealt_hand(&self, number: u64) -> Hand {
        let seed = random::derived_seed(self.options.seed, number);
        let DealtPack { deal, talon_order } = random::dealt_pack(&mut random::generator(seed));
        self.first.with_deal(deal).with_talon_order(&talon_order).expect("the cards of the talon")
    }

    /// Lists the seatings in which the deal with this number is played.
    #[must_use]
    pub fn seatings_of_deal(&self, number: u64) -> &[BySeat<Participant>] {
        let turn = (number % self.seatings.len() as u64) as usize;
        if self.options.is_duplicate { &self.seatings[..] } else { &self.seatings[turn..=turn] }
    }

    /// Plays the deal with this number in one seating or, in a duplicate match, in all.
    ///
    /// # Panics
    /// If a player is external: see [`play_deal_with`](Self::play_deal_with).
    #[must_use]
    pub fn play_deal(&self, number: u64) -> Vec<PlayedHand> {
        assert!(!self.has_external_players(), "an external player can be asked only by play_deal_with");
        self.play_deal_with(number, &mut NoExternalPlayers)
    }

    /// Plays the deal with this number, and asks `external` for the actions of external players.
    ///
    /// ```
    /// use preference::hand::{Action, View};
    /// use preference::players::{ExternalPlayers, Match, MatchOptions, Participant, ReplacementCause};
    /// use preference::rules::Variant;
    ///
    /// /// Takes the last legal action.
    /// struct LastAction;
    ///
    /// impl ExternalPlayers for LastAction {
    ///     fn choose(&mut self, _: &str, _: &View, legal: &[Action]) -> Result<Action, ReplacementCause> {
    ///         legal.last().copied().ok_or(ReplacementCause::Crash)
    ///     }
    /// }
    ///
    /// let players = ["beginner", "beginner", "last"].map(Participant::new);
    /// let options = MatchOptions { players, is_duplicate: true, seed: 1 };
    /// let game = Match::new("russian".parse::<Variant>()?, options)?;
    /// let hands = game.play_deal_with(0, &mut LastAction);
    /// assert_eq!(hands.len(), 3);
    /// assert!(hands.iter().all(|hand| hand.hand.is_over() && hand.replaced.is_empty()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_deal_with(&self, number: u64, external: &mut dyn ExternalPlayers) -> Vec<PlayedHand> {
        let seed = random::derived_seed(self.options.seed, number);
        let hand = self.dealt_hand(number);
        let seatings = self.seatings_of_deal(number).iter();
        seatings
            .map(|players| {
                external.begin_hand();
                play_seated(number, hand.clone(), players, seed, external)
            })
            .collect()
    }

    /// Whether a player is external.
    #[must_use]
    pub fn has_external_players(&self) -> bool {
        self.options.players.iter().any(Participant::is_external)
    }
}

struct NoExternalPlayers;

impl ExternalPlayers for NoExternalPlayers {
    fn choose(&mut self, _: &str, _: &View, _: &[Action]) -> Result<Action, ReplacementCause> {
        Err(ReplacementCause::Crash)
    }
}

fn play_seated(
    deal: u64,
    mut hand: Hand,
    players: &BySeat<Participant>,
    seed: u64,
    external: &mut dyn ExternalPlayers,
) -> PlayedHand {
    let mut built_in: BySeat<Option<Box<dyn Player>>> = BySeat::from_fn(|seat| match players[seat] {
        Participant::BuiltIn(kind) => {
            Some(kind.build_player(random::derived_seed(seed, seat.index() as u64)))
        }
        Participant::External(_) => None,
    });
    let mut replaced = Vec::new();
    while let Some(seat) = hand.player() {
        let (view, legal) = (hand.view(seat), hand.legal_actions());
        let action = match &mut built_in[seat] {
            Some(player) => player.choose(&view, &legal),
            None => {
                let chosen = external.choose(players[seat].name(), &view, &legal);
                let checked = chosen.and_then(|action| {
                    // Claims and offers of tricks are in no list of legal actions.
                    let can_apply = |action| hand.clone().apply(action).is_ok();
                    let is_legal = match action.canonical() {
                        action @ (Action::Claim(_) | Action::OfferTricks(_)) => can_apply(action),
                        action => legal.contains(&action),
                    };
                    if is_legal { Ok(action) } else { Err(ReplacementCause::Illegal) }
                });
                checked.unwrap_or_else(|cause| {
                    replaced.push(Replacement { action: hand.steps().len(), cause });
                    Beginner.choose(&view, &legal)
                })
            }
        };
        if let Err(error) = hand.apply(action) {
            panic!("the player in {} breaks the rules: {error}", seat.name());
        }
    }
    PlayedHand { deal, players: players.clone(), hand, replaced }
}

/// The first seating has the players in the order of the list.
fn seatings(players: &[Participant; 3]) -> Vec<BySeat<Participant>> {
    let mut seatings = Vec::new();
    for forehand in Seat::ALL {
        for middlehand in forehand.others() {
            let rearhand = middlehand.partner(forehand);
            let seating = BySeat([forehand, middlehand, rearhand].map(|seat| players[seat.index()].clone()));
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
        let listed = |players: [&str; 3]| -> Vec<[String; 3]> {
            let seatings = seatings(&players.map(Participant::new));
            seatings.into_iter().map(|players| players.0.map(String::from)).collect()
        };
        for (b, r) in [("beginner", "random"), ("a bot", "strong"), ("a bot", "another")] {
            assert_eq!(listed([b, b, r]), [[b, b, r], [b, r, b], [r, b, b]]);
            assert_eq!(listed([r, r, r]), [[r, r, r]]);
        }
    }
}
