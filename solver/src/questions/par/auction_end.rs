//! The course of an auction and its end.
use super::contract_values::ContractValue;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::settlement::Gains;

/// The end of an auction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AuctionEnd {
    /// A contract is played.
    Played {
        /// The bid that won the auction; `None` if the dealer declares after all have passed.
        bid: Option<Call>,
        /// The contract that is played, and the gain of each seat from it.
        value: ContractValue,
        /// Whether an opponent has taken up the discards of the seat that won the auction.
        usurped: bool,
    },
    /// This dealer is forced to declare and gives up.
    GivenUp(Seat),
    /// All have passed.
    Passed(AllPass),
}

/// The course of an auction in which every seat makes the call that gains it most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AuctionResult {
    /// The calls in the order in which they are made, each with its seat.
    pub(crate) calls: Vec<(Seat, Call)>,
    /// The end of the auction.
    pub(crate) end: AuctionEnd,
    /// The gain of each seat.
    pub(crate) gains: Gains,
}
