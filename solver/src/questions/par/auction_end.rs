//! The course of an auction and its end.
use super::contract_values::ContractValue;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::settlement::Gains;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AuctionEnd {
    /// A contract is played.
    Played {
        /// `None` if the dealer declares after all have passed.
        bid: Option<Call>,
        value: ContractValue,
        /// An opponent has taken up the discards of the seat that won the auction.
        usurped: bool,
    },
    /// This dealer is forced to declare and gives up.
    GivenUp(Seat),
    Passed(AllPass),
}

/// The course of an auction in which every seat makes the call that gains it most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AuctionResult {
    pub(crate) calls: Vec<(Seat, Call)>,
    pub(crate) end: AuctionEnd,
    pub(crate) gains: Gains,
}
