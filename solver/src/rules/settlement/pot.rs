//! Settlement out of a pot, as in Austria and Hungary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::SettlementError;
use super::hand::{Declared, Party, Played, Score};
use super::{Amount, Gains, Purse, whole};
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;

/// The declarer takes from the pot or pays into it, and pays the defenders for tricks.
///
/// All of it is counted in a *unit*: what one trick is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pot {
    /// The unit, where nothing below says otherwise.
    pub unit: u8,
    /// The unit is this times the value of the contract, 0 if it does not depend on it.
    pub unit_by_value: u8,
    /// The units of contracts that have one of their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<Contract, u8>,
    /// The unit is a tenth of the pot.
    pub unit_of_pot: bool,
    /// Of a larger pot only so much counts, 0 for no limit.
    pub limit: u32,
    /// The value of a contract from the hand is higher by so much.
    pub hand_adds: u8,
    /// The unit of a contract from the hand is so many times as large.
    pub hand_times: u8,
    /// Units that the declarer takes who makes it.
    pub made: u8,
    /// He takes them even if he fails.
    pub taken_first: bool,
    /// Units that the declarer pays in who fails.
    pub failed: u8,
    /// Units that a defender pays who has fewer tricks than he needs.
    pub fine: u8,
    /// The same for one who has invited the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_fine: Option<u8>,
    /// What the declarer pays the defenders for, in suit games and where they need tricks.
    pub paid: Paid,
    /// What a defender does who has fewer tricks than he needs while the declarer made it.
    pub short: Short,
    /// What a soloist pays who gives up.
    pub give_up: GiveUp,
}

impl Default for Pot {
    fn default() -> Pot {
        Pot {
            unit: 1,
            unit_by_value: 0,
            units: BTreeMap::new(),
            unit_of_pot: false,
            limit: 0,
            hand_adds: 0,
            hand_times: 1,
            made: 10,
            taken_first: false,
            failed: 10,
            fine: 10,
            host_fine: None,
            paid: Paid::Trick,
            short: Short::Pot,
            give_up: GiveUp::default(),
        }
    }
}

/// What the declarer pays defenders for, a unit each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paid {
    /// Each trick.
    Trick,
    /// Having two tricks, once, whoever of a host and his guest has them.
    Quota,
    /// Nothing.
    Nothing,
}

/// What a defender does who is short of tricks while the declarer made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Short {
    /// He pays into the pot.
    Pot,
    /// He pays all others for their tricks, and the pot is left alone.
    Tricks,
}

/// What a soloist pays who gives up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GiveUp {
    /// To the pot, in units.
    pub pot: u8,
    /// To the pot, whatever the value of the contract.
    pub bete: u8,
    /// To each defender who plays, in units.
    pub each: u8,
    /// To the only defender left, in units.
    pub alone: u8,
}

impl Variant {
    pub(super) fn settle_pot(
        &self,
        pot: &Pot,
        game: Declared,
        played: &Played,
    ) -> Result<Gains, SettlementError> {
        let result = self.result(game, played, None)?;
        let unit = self.unit(pot, game, played)?;
        let mut gains = Gains::none(played.four);
        if played.gave_up {
            let times = if pot.unit_of_pot { unit } else { whole(1) };
            give_up(&pot.give_up, &mut gains, (unit, times), game, played);
            self.add_bonuses(&mut gains, game, played, false);
            return Ok(gains);
        }
        let quotas = self.decisions().quotas.holds(game.contract);
        let paid = quotas || game.contract.trump().is_some();
        let short = |party: &Party| quotas && party.short() > 0;
        let blamed = result.made && pot.short == Short::Tricks && result.parties.iter().any(short);
        if blamed {
            pay_for_tricks(&mut gains, unit, game, &result, short);
        } else {
            if result.made || pot.taken_first {
                gains.pay(Purse::Pot, game.declarer, unit * whole(pot.made));
            }
            if !result.made {
                gains.pay(game.declarer, Purse::Pot, unit * whole(pot.failed));
            }
            for party in &result.parties {
                if paid {
                    let tricks = match pot.paid {
                        Paid::Trick => party.tricks,
                        Paid::Quota => party.with_two,
                        Paid::Nothing => 0,
                    };
                    gains.pay(game.declarer, party.seat, unit * whole(tricks));
                }
                if short(party) {
                    let host = party.seats.len() > 1;
                    let fine = pot.host_fine.filter(|_| host).unwrap_or(pot.fine);
                    gains.pay(party.seat, Purse::Pot, unit * whole(fine));
                }
            }
        }
        self.add_bonuses(&mut gains, game, played, result.made);
        Ok(gains)
    }

    /// What one trick is worth.
    fn unit(&self, pot: &Pot, game: Declared, played: &Played) -> Result<Amount, SettlementError> {
        let value = self.value_of(game.contract)?;
        let unit = if pot.unit_of_pot {
            let Some(inside) = played.pot else {
                return Err(SettlementError::PotUnknown { rules: self.label().to_owned() });
            };
            let limit = played.limit.unwrap_or(pot.limit);
            Amount::new(if limit > 0 { inside.min(limit) } else { inside }.into(), 10)
        } else if let Some(&unit) = pot.units.get(&game.contract) {
            whole(unit)
        } else if pot.unit_by_value > 0 {
            let hand = if game.from_hand { pot.hand_adds } else { 0 };
            whole(i64::from(pot.unit_by_value) * (value + i64::from(hand)))
        } else {
            whole(pot.unit)
        };
        let hand = if game.from_hand { i64::from(pot.hand_times) } else { 1 };
        let refa = if played.refa { 2 } else { 1 };
        Ok(unit * hand * refa * played.doubled())
    }
}

/// Every defender who is short of tricks pays the declarer for all his, and the defenders
/// who are not for theirs.
fn pay_for_tricks(
    gains: &mut Gains,
    unit: Amount,
    game: Declared,
    result: &Score,
    short: impl Fn(&Party) -> bool,
) {
    for payer in result.parties.iter().filter(|party| short(party)) {
        gains.pay(payer.seat, game.declarer, unit * whole(result.own));
        for other in result.parties.iter().filter(|party| !short(party)) {
            gains.pay(payer.seat, other.seat, unit * whole(other.tricks));
        }
    }
}

/// What who gives up pays; `times` is what every payment is multiplied by.
fn give_up(
    pays: &GiveUp,
    gains: &mut Gains,
    (unit, times): (Amount, Amount),
    game: Declared,
    played: &Played,
) {
    gains.pay(game.declarer, Purse::Pot, unit * whole(pays.pot) + whole(pays.bete) * times);
    let opponents = [game.declarer.left(), game.declarer.right()];
    let left = opponents.into_iter().filter(|&seat| !played.out.contains(seat));
    let amount = if played.out.is_empty() { pays.each } else { pays.alone };
    for seat in left {
        gains.pay(game.declarer, seat, unit * whole(amount));
    }
}
