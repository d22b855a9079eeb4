//! Who declares what after these calls, or who may say what.

use serde::Serialize;

use crate::analysis::analyst::Analyst;
use crate::auction::Standing;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::fields::Fields;

/// Reads the situation of an auction.
///
/// # Errors
/// If a field is wrong.
pub(super) fn read(situation: Situation, fields: &mut Fields) -> Result<Situation, QuestionError> {
    situation.read_calls(fields)?.read_passed(fields, false)
}

/// What an auction has come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuctionAnswer {
    /// The rules by name.
    pub rules: String,
    /// Whether it is over.
    pub done: bool,
    /// What it has come to.
    #[serde(flatten)]
    pub result: CallsResult,
    /// The players who may still take the declarer's discards, in the order in which they are asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may_usurp: Vec<Seat>,
}

/// What an auction has come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum CallsResult {
    /// It goes on.
    Open {
        /// Whose turn it is.
        to_call: Seat,
        /// What this seat may say, passing first.
        allowed: Vec<Call>,
    },
    /// Somebody declares.
    Declared {
        /// Who.
        declarer: Seat,
        /// The number or suit of the bid, else the call.
        bid: String,
        /// Whether it is played from the hand.
        hand: bool,
        /// Whether it may be played from the hand though it was bid with the talon.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        or_hand: bool,
    },
    /// All have passed.
    Passed {
        /// The dealer, where the rules make the dealer declare; else nobody.
        declarer: Option<Seat>,
        /// What follows.
        then: AllPass,
    },
}

impl Analyst {
    /// Who declares what after the calls, or who may say what.
    ///
    /// # Errors
    /// If the rules do not say how they bid, or a call is not allowed.
    pub fn auction(&self, situation: &Situation) -> Result<AuctionAnswer, QuestionError> {
        let (auction, _) = situation.auction()?;
        let result = match auction.standing() {
            Standing::Open { to_call, allowed } => CallsResult::Open { to_call, allowed },
            Standing::Declared { declarer, bid, hand, or_hand } => {
                CallsResult::Declared { declarer, bid: bid.named(), hand, or_hand }
            }
            Standing::Passed(then) => {
                // With four at the table the last to speak stands in for the dealer, who has no cards.
                let declarer = (then == AllPass::DealerPlays).then_some(Seat::Rearhand);
                CallsResult::Passed { declarer, then }
            }
        };
        let done = !matches!(result, CallsResult::Open { .. });
        let may_usurp = auction.usurpers();
        Ok(AuctionAnswer { rules: situation.rules().label().to_owned(), done, result, may_usurp })
    }
}
