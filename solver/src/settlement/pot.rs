//! Settlement out of a pot, as in Austria and Hungary.

use super::amount::Amount;
use super::error::SettlementError;
use super::gains::{Gains, Party, whole};
use super::hand::{CheckedResult, DefenceParty, HandDecisions, HandResult};
use crate::rules::contract::Declaration;
use crate::rules::payment::{DefenderPay, GiveUpPrice, Pot, ShortDefenderPayment};
use crate::rules::variant::Variant;

impl Variant {
    pub(super) fn settle_pot(
        &self,
        pot: &Pot,
        declaration: Declaration,
        hand: &HandDecisions,
        played: &HandResult,
    ) -> Result<Gains, SettlementError> {
        let result = self.checked_result(declaration, hand, played, None)?;
        let unit = self.unit(pot, declaration, hand)?;
        let mut gains = Gains::zero(hand.four);
        if hand.gave_up {
            let bete_times = if pot.unit_of_pot { unit } else { whole(1) };
            pay_for_giving_up(&pot.give_up, &mut gains, unit, bete_times, declaration, hand);
            self.add_bonuses(&mut gains, declaration, hand, false);
            return Ok(gains);
        }
        let quotas = self.decisions().quotas.contains(declaration.contract);
        // Where no quota holds, only suit games pay the defenders for tricks.
        let paid = quotas || declaration.contract.trump().is_some();
        let is_short = |party: &DefenceParty| quotas && party.shortfall() > 0;
        let blames_short =
            result.made && pot.short == ShortDefenderPayment::Tricks && result.parties.iter().any(is_short);
        // 1829: a defender who is short pays the others for their tricks, and the pot pays nothing.
        if blames_short {
            pay_for_tricks(&mut gains, unit, declaration, &result, is_short);
        } else {
            if result.made || pot.taken_first {
                gains.pay(Party::Pot, declaration.declarer, pot_payment(pot, unit, hand));
            }
            // Under rules with `taken_first` the declarer has taken the unit before, and pays back more.
            if !result.made {
                gains.pay(declaration.declarer, Party::Pot, unit * whole(pot.failed));
            }
            for party in &result.parties {
                if paid {
                    let tricks = match pot.paid {
                        DefenderPay::Trick => party.tricks,
                        DefenderPay::Quota => u8::from(party.tricks >= self.decisions().quota),
                        DefenderPay::Nothing => 0,
                    };
                    gains.pay(declaration.declarer, party.seat, unit * whole(tricks));
                }
                if is_short(party) {
                    // A host answers for the guest's tricks.
                    let host = party.seats.len() > 1;
                    let fine = pot.host_fine.filter(|_| host).unwrap_or(pot.fine);
                    gains.pay(party.seat, Party::Pot, unit * whole(fine));
                }
            }
        }
        self.add_bonuses(&mut gains, declaration, hand, result.made);
        Ok(gains)
    }

    fn unit(
        &self,
        pot: &Pot,
        declaration: Declaration,
        hand: &HandDecisions,
    ) -> Result<Amount, SettlementError> {
        // The other payments are multiples of the unit, except the bonuses, the offers and, unless the unit is a
        // tenth of the pot, the bête.
        let value = self.value_of(declaration.contract)?;
        let unit = if pot.unit_of_pot {
            let Some(inside) = hand.pot else {
                return Err(SettlementError::PotUnknown { rules: self.label().to_owned() });
            };
            let limit = hand.limit.unwrap_or(pot.limit);
            (if limit > 0 { inside.min(limit.into()) } else { inside }) / whole(10)
        } else if let Some(&unit) = pot.units.get(&declaration.contract) {
            whole(unit)
        } else if pot.unit_by_value > 0 {
            let hand = if declaration.from_hand { pot.hand_adds } else { 0 };
            whole(i64::from(pot.unit_by_value) * (value + i64::from(hand)))
        } else {
            whole(pot.unit)
        };
        let from_hand = if declaration.from_hand { i64::from(pot.hand_times) } else { 1 };
        let refa = if hand.refa { 2 } else { 1 };
        Ok(unit * whole(from_hand * refa * hand.doubling_factor()))
    }
}

fn pot_payment(pot: &Pot, unit: Amount, hand: &HandDecisions) -> Amount {
    let amount = unit * whole(pot.made);
    let held = hand.pot.filter(|_| pot.pays_what_it_holds);
    held.map_or(amount, |held| amount.min(held.max(Amount::default())))
}

fn pay_for_tricks(
    gains: &mut Gains,
    unit: Amount,
    declaration: Declaration,
    result: &CheckedResult,
    is_short: impl Fn(&DefenceParty) -> bool,
) {
    // Every party that is short of tricks pays the declarer for all of the declarer's tricks, and each party with
    // enough tricks for that party's.
    for payer in result.parties.iter().filter(|party| is_short(party)) {
        gains.pay(payer.seat, declaration.declarer, unit * whole(result.tricks));
        for other in result.parties.iter().filter(|party| !is_short(party)) {
            gains.pay(payer.seat, other.seat, unit * whole(other.tricks));
        }
    }
}

fn pay_for_giving_up(
    price: &GiveUpPrice,
    gains: &mut Gains,
    unit: Amount,
    bete_times: Amount,
    declaration: Declaration,
    hand: &HandDecisions,
) {
    gains.pay(declaration.declarer, Party::Pot, unit * whole(price.pot) + whole(price.bete) * bete_times);
    let opponents = declaration.declarer.others();
    let still_in = opponents.into_iter().filter(|&seat| !hand.out.contains(seat));
    let amount = if hand.out.is_empty() { price.each } else { price.alone };
    for seat in still_in {
        gains.pay(declaration.declarer, seat, unit * whole(amount));
    }
}
