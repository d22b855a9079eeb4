//! State of an auction: the declarer after the calls, or the seat to call and its calls.
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::auction::AuctionState;
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType};
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{OneOrMany, WholeNumber};
use crate::situation::form::form;
use crate::situation::groups::CommonFields;

form! {
    /// Find the declarer after some calls, or the seat to call and its legal calls.
    pub struct AuctionQuestion {
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Calls so far, in turn from forehand, separated by blanks or commas; none for the first call.
        #[cfg_attr(feature = "clap", arg(value_name = "CALLS"))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
        pub calls: Vec<OneOrMany<Call>>,
        /// Number of passed-out deals in a row before this one, if they raise the lowest bid.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub passed: Option<WholeNumber<0, 200>>,
    }
}

/// State of an auction after some calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AuctionAnswer {
    /// Name of the rules.
    pub rules: String,
    /// Whether the auction is over.
    pub done: bool,
    /// Seat to call, or result.
    #[serde(flatten)]
    pub result: CallsResult,
    /// Seats that may still take up the declarer's discard, in the order in which they are asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may_usurp: Vec<Seat>,
}

/// Seat to call, or result of an auction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CallsResult {
    /// The auction goes on.
    Open {
        /// Seat to call.
        to_call: Seat,
        /// Calls that the seat may make, pass first; of the possible offers only the lowest is listed.
        allowed: Vec<Call>,
    },
    /// A seat declares.
    Declared {
        /// Seat that declares.
        declarer: Seat,
        /// The winning bid: its number or suit, or the call itself if it has neither.
        bid: String,
        /// Whether the game is played without the talon.
        hand: bool,
        /// Whether the declarer may still choose to play without the talon after a bid for a game with it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        or_hand: bool,
    },
    /// All have passed.
    Passed {
        /// The dealer, if the consequence is that the dealer becomes declarer (`dealer-plays`); otherwise null. With
        /// four at the table, rearhand stands for the dealer.
        declarer: Option<Seat>,
        /// Consequence under the rules when all have passed.
        then: AllPass,
    },
}

impl Analyst {
    /// The state of the auction after the calls.
    ///
    /// ```
    /// # use preference::{Analyst, Contract, Deal, Seat, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "austrian".parse()?;
    /// let hand = Situation::new(rules, deal).with_calls(vec!["pass".parse()?, "1".parse()?]);
    /// assert!(!Analyst::new().auction(&hand)?.done);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn auction(&self, situation: &Situation) -> Result<AuctionAnswer, QuestionError> {
        let (auction, _) = situation.auction()?;
        let result = match auction.state() {
            AuctionState::Open { to_call, allowed } => CallsResult::Open { to_call, allowed },
            AuctionState::Declared { declarer, bid, hand, may_play_from_hand: or_hand } => {
                CallsResult::Declared { declarer, bid: bid.bid_text(), hand, or_hand }
            }
            AuctionState::Passed(then) => {
                // With three at the table rearhand is the dealer. With four, rearhand stands for the dealer, who has
                // no cards.
                let declarer = (then == AllPass::DealerPlays).then_some(Seat::Rearhand);
                CallsResult::Passed { declarer, then }
            }
        };
        let done = !matches!(result, CallsResult::Open { .. });
        let may_usurp = auction.usurpers();
        Ok(AuctionAnswer { rules: situation.rules().label().to_owned(), done, result, may_usurp })
    }
}

impl QuestionType for AuctionQuestion {
    const NAME: &'static str = "auction";
    const EXAMPLE: Example =
        Example { question: r#"{"calls":["pass","1"]}"#, part: "/to_call", shows: r#""R""# };
    const COST: Cost = Cost::Instant;
    const NEEDED_KEYS: &'static [&'static str] = &[];
    type Options = ();
    type Answer = AuctionAnswer;

    fn apply_to(self, situation: Situation) -> FormResult<()> {
        let calls = self.calls.into_iter().flat_map(|OneOrMany(calls)| calls).collect();
        let passed = self.passed.map_or(0, WholeNumber::to);
        Ok((situation.with_calls(calls).with_passed(passed, false)?, ()))
    }

    fn has_deal(_: &Situation, (): &()) -> bool {
        false
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        (): &(),
    ) -> Result<Vec<AuctionAnswer>, QuestionError> {
        analyst.auction(situation).map(|answer| vec![answer])
    }
}
