//! Settlement between the declarer and each opponent.

use super::error::SettlementError;
use super::gains::{Gains, whole};
use super::hand::{Hand, HandResult};
use crate::rules::contract::{Declaration, Target};
use crate::rules::payment::PerOpponent;
use crate::rules::variant::Variant;

impl Variant {
    pub(super) fn settle_each(
        &self,
        each: &PerOpponent,
        game: Declaration,
        hand: &Hand,
        played: &HandResult,
    ) -> Result<Gains, SettlementError> {
        let result = self.result(game, hand, played, None)?;
        let value = self.value_of(game.contract)?;
        let price = each.prices.get(&game.contract).map_or(value, |&price| price.into());
        let mut price = price * if game.from_hand { i64::from(each.hand_times) } else { 1 };
        if let (Some(_), Target::AtLeast(target)) =
            (game.contract.trump(), self.target(game.contract, game.from_hand))
        {
            price += i64::from(each.over) * i64::from(result.own.abs_diff(target));
        }
        let refa = if hand.refa { 2 } else { 1 };
        let mut gains = Gains::none(hand.four);
        for opponent in game.declarer.others() {
            let price = whole(price * hand.doubled_for(opponent) * refa);
            gains.pay(opponent, game.declarer, if result.made { price } else { -price });
        }
        self.add_bonuses(&mut gains, game, hand, result.made);
        Ok(gains)
    }
}
