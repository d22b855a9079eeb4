//! Settlement on paper, as in Serbia and Croatia: bule that everybody has to work off, and
//! supe written on the declarer.

use serde::{Deserialize, Serialize};

use super::error::SettlementError;
use super::hand::{Declared, Played};
use super::{Gains, Purse, Written, whole};
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::seat::Seat;

/// What is written, in multiples of the contract's value with everything that doubles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Paper {
    /// The declarer's bule: fewer if he makes it, more if he fails.
    pub bule: u8,
    /// The bule of a follower who has fewer tricks than he needs.
    pub fine: u8,
    /// The supe of a follower for each of his tricks.
    pub supe: u8,
    /// The supe of each follower when a misère fails.
    pub misere_supe: u8,
    /// The play ends when the followers have so many tricks.
    pub ends_at: u8,
    /// The value of a contract from the hand is higher by so much.
    pub hand_adds: u8,
    /// What a bule is worth in supe in the end.
    pub bule_point: u8,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { bule: 2, fine: 2, supe: 2, misere_supe: 10, ends_at: 5, hand_adds: 1, bule_point: 10 }
    }
}

impl Variant {
    pub(super) fn settle_paper(
        &self,
        paper: Paper,
        game: Declared,
        played: &Played,
    ) -> Result<(Gains, Written), SettlementError> {
        let result = self.result(game, played, self.ends_at(played))?;
        let value = self.value_of(game.contract)?;
        let hand = if game.from_hand { i64::from(paper.hand_adds) } else { 0 };
        let refa = if played.refa { 2 } else { 1 };
        let value = (value + hand) * refa * played.doubled();
        let mut written = Written::default();
        let bule = whole(value * i64::from(paper.bule));
        written.mountain[game.declarer.index()] = if result.made { -bule } else { bule };
        for party in &result.parties {
            let supe = match game.contract {
                Contract::Game(_) | Contract::Level(..) => paper.supe * party.tricks.min(paper.ends_at),
                _ if game.contract.is_misere() && !result.made => paper.misere_supe,
                _ => 0,
            };
            written.whists(party.seat, game.declarer, whole(value * i64::from(supe)));
            if party.short() > 0 {
                written.mountain[party.seat.index()] += whole(value * i64::from(paper.fine));
            }
        }
        let mut gains = Gains::none(played.four);
        for seat in Seat::ALL {
            gains.pay(seat, Purse::Pot, whole(paper.bule_point) * written.mountain[seat.index()]);
            gains.pay(game.declarer, seat, written.whists[seat.index()][game.declarer.index()]);
        }
        self.add_bonuses(&mut gains, game, played, result.made);
        Ok((gains, written))
    }
}
