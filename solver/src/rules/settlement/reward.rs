//! Settlement by the tricks taken, paid by the pot, as in America and Greece.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::SettlementError;
use super::hand::{Declared, Played};
use super::{Gains, Purse, whole};
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;

/// Tricks draw from the pot; a declarer who fails draws nothing and pays in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reward {
    /// What a trick draws.
    pub trick: u8,
    /// What it draws under contracts that have a reward of their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tricks: BTreeMap<Contract, u8>,
    /// Whether the defenders' tricks draw too.
    pub defenders: bool,
    /// What a declarer pays who fails.
    pub failed: u8,
}

impl Default for Reward {
    fn default() -> Reward {
        Reward { trick: 1, tricks: BTreeMap::new(), defenders: true, failed: 10 }
    }
}

impl Variant {
    pub(super) fn settle_reward(
        &self,
        reward: &Reward,
        game: Declared,
        played: &Played,
    ) -> Result<Gains, SettlementError> {
        let result = self.result(game, played, None)?;
        let trick = match reward.tricks.get(&game.contract) {
            Some(&trick) => trick,
            None => {
                self.value_of(game.contract)?;
                reward.trick
            }
        };
        let mut gains = Gains::none(played.four);
        gains.pay(game.declarer, Purse::Pot, whole(played.offer));
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
        self.add_bonuses(&mut gains, game, played, result.made);
        Ok(gains)
    }
}
