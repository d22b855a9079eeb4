//! Settlement by the tricks taken, paid by the pot, as in America and Greece.

use super::error::SettlementError;
use super::gains::{Gains, Purse, whole};
use super::hand::{Hand, HandResult};
use crate::rules::contract::Declaration;
use crate::rules::payment::TrickReward;
use crate::rules::variant::Variant;

impl Variant {
    pub(super) fn settle_reward(
        &self,
        reward: &TrickReward,
        game: Declaration,
        hand: &Hand,
        played: &HandResult,
    ) -> Result<Gains, SettlementError> {
        let result = self.result(game, hand, played, None)?;
        let trick = match reward.tricks.get(&game.contract) {
            Some(&trick) => trick,
            None => {
                self.value_of(game.contract)?;
                reward.trick
            }
        };
        let mut gains = Gains::none(hand.four);
        if result.made {
            gains.pay(Purse::Pot, game.declarer, whole(u16::from(trick) * u16::from(result.own)));
        } else {
            gains.pay(game.declarer, Purse::Pot, whole(reward.failed));
        }
        if reward.defenders {
            for party in &result.parties {
                gains.pay(Purse::Pot, party.seat, whole(u16::from(trick) * u16::from(party.tricks)));
            }
        }
        self.add_bonuses(&mut gains, game, hand, result.made);
        Ok(gains)
    }
}
