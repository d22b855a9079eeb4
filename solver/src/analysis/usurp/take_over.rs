//! One step of an exchange.

use serde::{Deserialize, Serialize};

use crate::cards::Cards;
use crate::rules::contract::Contract;
use crate::seat::Seat;

/// Two cards that a seat takes up, and two that it lays aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeOver {
    /// Seat that takes cards up.
    pub seat: Seat,
    /// Cards that are taken: the talon, or the discard of another seat.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub takes: Cards,
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Contract with which this seat outbids the one before; none of the declarer by auction, which announces when nobody takes
    /// the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
}
