//! Bonuses, paid in addition to the price of the contract, and the value of a contract.

use super::error::SettlementError;
use super::gains::{Gains, Party, whole};
use super::hand::{Aces, Dealer, HandDecisions};
use crate::cards::Suit;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::payment::Bonuses;
use crate::rules::variant::Variant;
use crate::seat::Seat;

impl Variant {
    /// Adds the bonuses of a contract with a trump suit, unless it was given up, since bonuses are paid only if the
    /// tricks are played, and the declarer's payment to the dealer for a pair in the talon.
    pub(super) fn add_bonuses(
        &self,
        gains: &mut Gains,
        declaration: Declaration,
        hand: &HandDecisions,
        made: bool,
    ) {
        let Bonuses { hearts_from_hand, four_aces, four_aces_lost, no_aces, by_value } =
            self.settlement().bonuses;
        let mut bonus = 0;
        let signed = |amount: u8| if made { i64::from(amount) } else { -i64::from(amount) };
        if declaration.contract.trump().is_some() && !hand.gave_up {
            if declaration.contract.trump() == Some(Suit::Hearts) && declaration.from_hand {
                bonus += signed(hearts_from_hand);
            }
            bonus += match hand.aces {
                Some(Aces::Four) if made || four_aces_lost => signed(four_aces),
                Some(Aces::None) => signed(no_aces),
                _ => 0,
            };
        }
        if by_value {
            bonus *= self.value(declaration.contract).map_or(0, i64::from);
        }
        // Even one who dropped out.
        for opponent in declaration.declarer.others() {
            gains.pay(opponent, declaration.declarer, whole(bonus));
        }
        if hand.talon_is_a_pair() {
            let dealer = match hand.dealer {
                None if hand.four => Party::Sitting,
                None => Party::Seat(Seat::Rearhand),
                Some(Dealer::Sitting) => Party::Sitting,
                Some(Dealer::Seat(seat)) => Party::Seat(seat),
            };
            gains.pay(declaration.declarer, dealer, whole(self.settlement().talon_pair));
        }
    }

    pub(super) fn value_of(&self, contract: Contract) -> Result<i64, SettlementError> {
        self.value(contract)
            .map(i64::from)
            .ok_or_else(|| SettlementError::NoValue { contract, rules: self.label().to_owned() })
    }
}
