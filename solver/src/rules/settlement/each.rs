//! Settlement between the declarer and each opponent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::SettlementError;
use super::hand::{Declared, Played};
use super::{Gains, whole};
use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;

/// Each opponent pays the declarer a price, or is paid it if the contract fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Each {
    /// The prices; without any they are the values of the contracts.
    pub prices: BTreeMap<Contract, u8>,
    /// The price from the hand is so many times as high.
    pub hand_times: u8,
    /// In suit games so much more for each trick over the target, and for each under it.
    pub over: u8,
}

impl Default for Each {
    fn default() -> Each {
        Each { prices: BTreeMap::new(), hand_times: 1, over: 0 }
    }
}

impl Variant {
    pub(super) fn settle_each(
        &self,
        each: &Each,
        game: Declared,
        played: &Played,
    ) -> Result<Gains, SettlementError> {
        let result = self.result(game, played, None)?;
        let value = self.value_of(game.contract)?;
        let price = each.prices.get(&game.contract).map_or(value, |&price| price.into());
        let mut price = price * if game.from_hand { i64::from(each.hand_times) } else { 1 };
        if let (Some(_), Target::AtLeast(target)) =
            (game.contract.trump(), self.target(game.contract, game.from_hand))
        {
            price += i64::from(each.over) * i64::from(result.own.abs_diff(target));
        }
        let refa = if played.refa { 2 } else { 1 };
        let mut gains = Gains::none(played.four);
        for opponent in [game.declarer.left(), game.declarer.right()] {
            let factor = if played.kontra.contains(opponent) { played.doubled() } else { 1 };
            let price = whole(price * factor * refa);
            gains.pay(opponent, game.declarer, if result.made { price } else { -price });
        }
        self.add_bonuses(&mut gains, game, played, result.made);
        Ok(gains)
    }
}
