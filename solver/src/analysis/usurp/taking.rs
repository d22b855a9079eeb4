//! One step of an exchange.

use serde::Serialize;

use crate::cards::Cards;
use crate::rules::contract::Contract;
use crate::seat::Seat;

/// Somebody takes two cards up and lays two aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TakeOver {
    /// Who.
    pub seat: Seat,
    /// What is taken: the talon, or what another has laid aside.
    pub takes: Cards,
    /// What is laid aside.
    pub discard: Cards,
    /// The contract with which this seat goes over the one that stood; none of the declarer by
    /// auction, who announces when nobody takes the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
}
