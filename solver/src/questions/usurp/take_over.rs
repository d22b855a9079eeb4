//! One step of an exchange.
use serde::{Deserialize, Serialize};

use crate::cards::Cards;
use crate::rules::contract::Contract;
use crate::seat::Seat;

/// Exchange of a seat: two cards that it takes up, and two that it lays aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TakeOver {
    /// Seat that takes up two cards.
    pub seat: Seat,
    /// Cards that it takes up: the talon, or the discard of another seat.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub takes: Cards,
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Contract with which this seat outbids the previous declarer. Absent in the first exchange: the seat that won the
    /// auction announces a contract only if nobody takes up its discard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
}
