//! Averages over the hands of a match.

use serde::{Deserialize, Serialize};

use crate::players::external::{ReplacementCause, ReplacementCounts};
use crate::players::match_play::{Match, PlayedHand};
use crate::players::participant::Participant;
#[cfg(feature = "schema")]
use crate::sampling::SmallSampleEstimate;
use crate::sampling::{Average, Estimate};
use crate::seat::{BySeat, Seat};
use crate::settlement::Gains;

/// Averages over the hands of a match so far.
///
/// Their unit is the deal, since the hands played with one deal are not independent: a player's gain in a deal is its
/// mean gain over all seats and hands.
#[derive(Clone, Debug)]
pub struct MatchTally {
    rules: String,
    players: Vec<PlayerTally>,
    pot: Average,
    deals: u64,
    hands: u64,
}

#[derive(Clone, Debug)]
struct PlayerTally {
    player: Participant,
    gain: Average,
    hands: u64,
    replaced: ReplacementCounts,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchAnswer {
    /// Name of the rules.
    pub rules: String,
    /// Number of deals.
    pub deals: u64,
    /// Number of hands.
    pub hands: u64,
    /// The players, each name once, in the order in which they were listed.
    pub players: Vec<MatchedPlayer>,
    /// Mean gain of the pot per hand. In each hand the gains of the three players and of the pot sum to zero.
    #[cfg_attr(feature = "schema", schemars(with = "SmallSampleEstimate"))]
    pub pot: Estimate,
}

/// The result of one player in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MatchedPlayer {
    /// Name of the player.
    pub name: String,
    /// Number of hands of the player. A hand counts twice if two players of this name are in it.
    pub hands: u64,
    /// Mean gain per hand.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "SmallSampleEstimate"))]
    pub gain: Estimate,
    /// Numbers of actions of an external player that were replaced by the action of `beginner`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<ReplacementCounts>,
}

/// The gains of a hand, with the player in each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedGains {
    /// The player in each seat.
    pub players: BySeat<Participant>,
    /// The gains of the hand.
    pub gains: Gains,
    /// The seats whose actions were replaced, with the causes.
    pub replaced: Vec<(Seat, ReplacementCause)>,
}

impl From<&PlayedHand> for SeatedGains {
    fn from(played: &PlayedHand) -> SeatedGains {
        let steps = played.hand.steps();
        SeatedGains {
            players: played.players.clone(),
            gains: played.hand.result().expect("the hand is over"),
            replaced: played.replaced.iter().map(|one| (steps[one.action].player, one.cause)).collect(),
        }
    }
}

impl MatchTally {
    /// Starts the averages of a match.
    #[must_use]
    pub fn new(game: &Match) -> MatchTally {
        let mut players: Vec<PlayerTally> = Vec::new();
        for player in &game.options().players {
            if players.iter().all(|listed| listed.player != *player) {
                players.push(PlayerTally {
                    player: player.clone(),
                    gain: Average::default(),
                    hands: 0,
                    replaced: ReplacementCounts::default(),
                });
            }
        }
        let rules = game.rules().label().to_owned();
        MatchTally { rules, players, pot: Average::default(), deals: 0, hands: 0 }
    }

    /// Adds the gains of all hands that were played with one deal.
    pub fn add_deal(&mut self, hands: &[SeatedGains]) {
        for player in &mut self.players {
            let (mut sum, mut count) = (0.0, 0_u32);
            for hand in hands {
                for seat in Seat::ALL.into_iter().filter(|&seat| hand.players[seat] == player.player) {
                    sum += hand.gains.seats[seat].to_f64();
                    count += 1;
                }
                let replaced = hand.replaced.iter().filter(|(seat, _)| hand.players[*seat] == player.player);
                replaced.for_each(|&(_, cause)| player.replaced.add(cause));
            }
            player.gain.add_gain(sum / f64::from(count));
            player.hands += u64::from(count);
        }
        let pot: f64 = hands.iter().map(|hand| hand.gains.pot.to_f64()).sum();
        self.pot.add_gain(pot / hands.len() as f64);
        self.deals += 1;
        self.hands += hands.len() as u64;
    }

    /// The number of deals added.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The result of the deals added.
    ///
    /// # Panics
    /// If no deal was added.
    #[must_use]
    pub fn answer(&self) -> MatchAnswer {
        let estimate = |average: &Average| average.gain_of_few().expect("a deal was added");
        let player = |player: &PlayerTally| MatchedPlayer {
            name: player.player.name().to_owned(),
            hands: player.hands,
            gain: estimate(&player.gain),
            replaced: player.player.is_external().then_some(player.replaced),
        };
        MatchAnswer {
            rules: self.rules.clone(),
            deals: self.deals,
            hands: self.hands,
            players: self.players.iter().map(player).collect(),
            pot: estimate(&self.pot),
        }
    }
}
