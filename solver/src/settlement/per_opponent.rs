//! Settlement between the declarer and each opponent.

use super::error::SettlementError;
use super::gains::{Gains, whole};
use super::hand::{HandDecisions, HandResult};
use crate::rules::contract::{Declaration, Target};
use crate::rules::payment::PerOpponent;
use crate::rules::variant::Variant;

impl Variant {
    pub(super) fn settle_each(
        &self,
        each: &PerOpponent,
        declaration: Declaration,
        hand: &HandDecisions,
        played: &HandResult,
    ) -> Result<Gains, SettlementError> {
        let result = self.checked_result(declaration, hand, played, None)?;
        let value = self.value_of(declaration.contract)?;
        let price = each.prices.get(&declaration.contract).map_or(value, |&price| price.into());
        let mut price = price * if declaration.from_hand { i64::from(each.hand_times) } else { 1 };
        if let (Some(_), Target::AtLeast(target)) =
            (declaration.contract.trump(), self.target(declaration.contract, declaration.from_hand))
        {
            price += i64::from(each.over) * i64::from(result.tricks.abs_diff(target));
        }
        let refa = if hand.refa { 2 } else { 1 };
        let mut gains = Gains::zero(hand.four);
        for opponent in declaration.declarer.others() {
            let price = whole(price * hand.doubling_factor_against(opponent) * refa);
            gains.pay(opponent, declaration.declarer, if result.made { price } else { -price });
        }
        self.add_bonuses(&mut gains, declaration, hand, result.made);
        Ok(gains)
    }
}
