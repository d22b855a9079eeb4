//! The course of an auction and its end.

use super::contract_values::ContractValue;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::settlement::Gains;

/// The end of an auction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum AuctionEnd {
    /// A contract is played.
    Played {
        /// The bid; `None` for a dealer that is made to declare.
        bid: Option<Call>,
        /// The contract that is played, and its value.
        worth: ContractValue,
        /// Whether others have taken up the declarer's discards.
        usurped: bool,
    },
    /// A dealer that is made to declare gives up.
    GivenUp(Seat),
    /// All have passed.
    Passed(AllPass),
}

/// An auction in which everybody makes the calls that gain them most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct AuctionResult {
    /// The calls, in turn.
    pub(in crate::analysis) calls: Vec<(Seat, Call)>,
    /// The end of the auction.
    pub(in crate::analysis) end: AuctionEnd,
    /// The gains of everybody.
    pub(in crate::analysis) gains: Gains,
}
