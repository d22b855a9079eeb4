//! Settlement by the tricks taken, for which the pot pays, as in America and Greece.

use super::error::SettlementError;
use super::gains::{Gains, Party, whole};
use super::hand::{HandDecisions, HandResult};
use crate::rules::contract::Declaration;
use crate::rules::payment::TrickReward;
use crate::rules::variant::Variant;

impl Variant {
    /// The pot pays for the tricks of a declarer who makes the contract and, if the rules say so, for those of the
    /// defenders. A declarer who fails pays into the pot.
    pub(super) fn settle_reward(
        &self,
        reward: &TrickReward,
        declaration: Declaration,
        hand: &HandDecisions,
        played: &HandResult,
    ) -> Result<Gains, SettlementError> {
        let result = self.checked_result(declaration, hand, played, None)?;
        let trick = match reward.tricks.get(&declaration.contract) {
            Some(&trick) => trick,
            None => {
                self.value_of(declaration.contract)?;
                reward.trick
            }
        };
        let mut gains = Gains::zero(hand.four);
        if result.made {
            gains.pay(Party::Pot, declaration.declarer, whole(u16::from(trick) * u16::from(result.tricks)));
        } else {
            gains.pay(declaration.declarer, Party::Pot, whole(reward.failed));
        }
        if reward.defenders {
            for party in &result.parties {
                gains.pay(Party::Pot, party.seat, whole(u16::from(trick) * u16::from(party.tricks)));
            }
        }
        self.add_bonuses(&mut gains, declaration, hand, result.made);
        Ok(gains)
    }
}
