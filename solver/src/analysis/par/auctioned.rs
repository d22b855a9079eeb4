//! How an auction goes and ends.

use super::contract_values::ContractValue;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::settlement::Gains;

/// How an auction ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum End {
    /// Somebody plays.
    Played {
        /// The bid; `None` of a dealer who is made to declare.
        bid: Option<Call>,
        /// What is played.
        worth: ContractValue,
        /// Others have taken up what the declarer by auction laid aside.
        usurped: bool,
    },
    /// A dealer who is made to declare gives up.
    GivenUp(Seat),
    /// All have passed.
    Passed(AllPass),
}

/// An auction in which everybody makes the calls that gain them most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Auctioned {
    /// The calls, in turn.
    pub(in crate::analysis) calls: Vec<(Seat, Call)>,
    /// What they come to.
    pub(in crate::analysis) end: End,
    /// What everybody gains.
    pub(in crate::analysis) gains: Gains,
}
