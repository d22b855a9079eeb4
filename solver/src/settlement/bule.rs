//! Settlement with bule, as in Serbia and Croatia: every player has bule to work off, and the defenders write supe on
//! the declarer.

use super::error::SettlementError;
use super::gains::{BookEntries, Gains, Party, whole};
use super::hand::{HandDecisions, HandResult};
use crate::rules::contract::{Contract, Declaration};
use crate::rules::payment::{Paper, PaymentScheme};
use crate::rules::variant::Variant;

impl BookEntries {
    /// Each player pays the pot `bule_point` supe for each point of bule.
    pub(super) fn result_in_supe(&self, paper: Paper, four: bool) -> Gains {
        let mut gains = self.whist_gains(four);
        let players = if four { 4 } else { 3 };
        for (party, &bule) in Party::PLAYERS.into_iter().zip(&self.mountain).take(players) {
            gains.pay(party, Party::Pot, whole(paper.bule_point) * bule);
        }
        gains
    }
}

impl Variant {
    /// The number of the defenders' tricks that ends the play of this hand; `None` if it is played to the last trick.
    /// Only rules with bule end the play early, in contracts in which the defenders have quotas.
    #[must_use]
    pub fn defender_trick_limit(&self, contract: Option<Contract>) -> Option<u8> {
        let settlement = self.settlement();
        let paper = settlement.paper.filter(|_| settlement.by == Some(PaymentScheme::Paper))?;
        self.decisions().quotas.contains(contract?).then_some(paper.ends_at)
    }

    pub(super) fn settle_paper(
        &self,
        paper: Paper,
        declaration: Declaration,
        hand: &HandDecisions,
        played: &HandResult,
    ) -> Result<(Gains, BookEntries), SettlementError> {
        let result = self.checked_result(
            declaration,
            hand,
            played,
            self.defender_trick_limit(Some(declaration.contract)),
        )?;
        let value = self.value_of(declaration.contract)?;
        let from_hand = if declaration.from_hand { i64::from(paper.hand_adds) } else { 0 };
        let refa = if hand.refa { 2 } else { 1 };
        let value = (value + from_hand) * refa * hand.doubling_factor();
        let mut written = BookEntries::default();
        let bule = whole(value * i64::from(paper.bule));
        written.mountain[declaration.declarer.index()] = if result.made { -bule } else { bule };
        for party in &result.parties {
            let supe = match declaration.contract {
                Contract::Game(_) | Contract::Level(..) => {
                    i64::from(paper.supe) * i64::from(party.tricks.min(paper.ends_at))
                }
                _ if declaration.contract.is_misere() && !result.made => paper.misere_supe.into(),
                _ => 0,
            };
            written.add_whists(party.seat, declaration.declarer, whole(value * supe));
            // If the defenders need no tricks, a kontra has failed when the contract is made.
            let kontra_failed = result.made && party.quota == 0 && hand.kontra.contains(party.seat);
            if party.shortfall() > 0 || kontra_failed {
                written.mountain[party.seat.index()] += whole(value * i64::from(paper.fine));
            }
        }
        let mut gains = written.result_in_supe(paper, hand.four);
        self.add_bonuses(&mut gains, declaration, hand, result.made);
        Ok((gains, written))
    }
}
