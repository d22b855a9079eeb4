//! Play against a hidden discard: whether the defenders can beat a contract without knowing the two cards that the
//! declarer laid aside, and the declarer's chance.
//!
//! In a misère, and in every contract that is defended with open cards, the defenders' hands lie face up and the
//! talon was shown. Only the choice of the two cards that the declarer laid aside, out of twelve, is hidden. This is
//! a game of two sides with payoff 1 if the contract is made and 0 otherwise. The declarer first picks a *world* (a
//! discard), then plays cards; the defenders act as one player, who sees the cards played. The value of the game is
//! the *chance*.
//!
//! The modules, from the lowest level up:
//!
//! - `worlds` joins discards that leave the same play.
//! - `play` is the state of the play as the defenders see it.
//! - `beaten` finds the sets of worlds that one plan beats.
//! - `simplex` solves linear programmes exactly.
//! - `matrix` solves games of worlds against plans.
//! - `mix` finds the declarer's best play of a mix of worlds.
//! - `chance` combines `matrix` and `mix` into bounds on the declarer's chance.
//! - `strategy` builds the strategies of both sides as trees and graphs.
//! - `certificate` has these strategies in the form of answers.
//! - `response` finds the declarer's best play in one world against the defenders' mix.

pub(crate) mod beaten;
pub(crate) mod certificate;
pub(crate) mod chance;
pub(crate) mod matrix;
pub(crate) mod mix;
pub(crate) mod play;
pub(crate) mod response;
mod simplex;
pub(crate) mod strategy;
pub(crate) mod worlds;

#[cfg(test)]
pub(crate) mod reference_solver;
#[cfg(test)]
mod tests;

use crate::cards::Cards;
use crate::outcomes::discards::discard_pairs;
use crate::rules::contract::Contract;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::Play;
use play::HiddenPlay;
use worlds::Worlds;

/// Play with a hidden discard, and the worlds that are possible after the cards played.
pub(crate) struct HiddenGame {
    pub(crate) play: HiddenPlay,
    pub(crate) worlds: Worlds,
    /// Play with open cards after the first discard of each world.
    pub(crate) open: Vec<Play>,
}

impl HiddenGame {
    /// Builds the game that remains in a situation. A discard in the situation is ignored.
    pub(crate) fn new(situation: &Situation) -> Result<HiddenGame, QuestionError> {
        let (deal, declarer) = (situation.deal()?, situation.declarer()?);
        let contract = situation.declaration()?.contract;
        if matches!(contract, Contract::OpenMisere | Contract::OpenSlam) {
            return Err(QuestionError::not_here(
                "contract",
                "the declarer's cards lie open, so no discard is hidden",
            ));
        }
        let mut open: Vec<(Cards, Play)> = Vec::new();
        let mut refused = None;
        for discard in discard_pairs(situation.rules(), &deal, declarer) {
            match situation.clone().with_discard(discard).play() {
                Ok(play) => open.push((discard, play)),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        let Some((first, play)) = open.first() else {
            return Err(refused.unwrap_or_else(|| unreachable!("there is at least one possible discard")));
        };
        let position = *play.position();
        if position.is_over() {
            return Err(QuestionError::not_here("played", "the hand is over"));
        }
        let twelve = position.hand(declarer) | *first;
        let position = position.with_hand(declarer, twelve);
        let discards: Vec<Cards> = open.iter().map(|(discard, _)| *discard).collect();
        let worlds = Worlds::join(&position, declarer, &discards);
        let play = HiddenPlay::new(position, declarer, play.goal);
        let first_play = |discards: &[Cards]| {
            open.iter().find(|(discard, _)| *discard == discards[0]).expect("a possible discard").1
        };
        let open = worlds.list.iter().map(|world| first_play(&world.discards)).collect();
        Ok(HiddenGame { play, worlds, open })
    }
}
