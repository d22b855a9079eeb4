//! Questions about hands whose cards are not all known.

use serde::{Deserialize, Serialize};

use crate::analysis::advice::AdviceCriterion;
use crate::analysis::contracts::SolveDetail;
use crate::analysis::game::Model;
use crate::seat::Seat;
use crate::situation::Leader;
use crate::situation::field_types::{
    BeliefInput, DealsInput, MAX_AMOUNT, OneOrMany, RecordInput, WholeNumber, YesNo, one_or_many,
};
use crate::situation::groups::{CommonFields, LeadFields};
#[cfg(feature = "clap")]
use crate::situation::groups::{HIDDEN_HEADING, PAYMENT_HEADING, POSITION_HEADING};

/// Finds whether the defenders can beat a contract without knowing the discard, and the declarer's chance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct CatchQuestion {
    /// Cards of the deal, or a list of deals.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<DealsInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT", required = true))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
    pub declarer: Option<Seat>,
    /// Leader, and seats that have dropped out.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub lead: LeadFields,
    /// Cards played so far, from the first lead on; the hands of the deal still contain them.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub played: Option<OneOrMany<String>>,
    /// The two cards that the declarer laid aside, unknown to the defenders: the answer also has the declarer's own
    /// chance with this discard.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub discard: Option<OneOrMany<String>>,
    /// Result of each discard with open cards: the number of tricks, or, faster, only whether the contract is made.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks"))]
    pub goal: Option<SolveDetail>,
    /// Evaluate each card of the seat to move [default: yes].
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "YES|NO"))]
    pub cards: Option<YesNo>,
    /// Add the strategies of both sides, so that their guarantees can be checked.
    #[cfg_attr(feature = "clap", arg(long))]
    pub plan: bool,
    /// Belief of the defenders, for which the best plan is found: even (all possible discards), twelve (the best
    /// discards when only the twelve cards are known), or a list such as [{"discard":["CA","CK"],"weight":2}].
    #[cfg_attr(feature = "clap", arg(long, value_name = "even|twelve|LIST"))]
    pub belief: Option<BeliefInput>,
    /// For the belief twelve: number of random layouts of the defenders' cards [default: 200].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub layouts: Option<WholeNumber<2, 1_000_000>>,
    /// For the belief twelve: random seed of the layouts [default: 1].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub seed: Option<WholeNumber<0, { u64::MAX }>>,
    /// Largest number of nodes for each chance: sets of discards searched and linear programmes solved, counted
    /// together. When it is reached, the answer has a lower and an upper bound of the chance [default: no limit].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub nodes: Option<WholeNumber<1, { u64::MAX }>>,
}

/// Estimates how often a hand makes each contract when the other hands are unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct EvaluateQuestion {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
    /// Record of a hand before the discard, instead of a deal: the cards are those that the player who decides has
    /// seen. An object with deal, table and actions, or the record that review reads; as a flag also a file that
    /// contains it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
    pub record: Option<RecordInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
    /// rules.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "LIST", default_value = "all"))]
    pub contract: Option<OneOrMany<String>>,
    /// Result to find: tricks and gains as well, or, faster, only how often each contract is made.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks"))]
    pub goal: Option<SolveDetail>,
    /// Number of random layouts of the unknown cards; all layouts are used if there are fewer.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1000"))]
    pub layouts: Option<WholeNumber<2, 1_000_000_000>>,
    /// Random seed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
    pub seed: Option<WholeNumber<0, { u64::MAX }>>,
    /// Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated.
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "SEAT:CARDS>=N"))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub r#where: Vec<String>,
    /// Seats that have passed: only layouts are used in which their hands make no contract without the talon.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS"))]
    pub passed: Option<OneOrMany<Seat>>,
    /// Seats that have bid: only layouts are used in which their hands make a contract with the talon.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS"))]
    pub bid: Option<OneOrMany<Seat>>,
    /// With a record: use only layouts in which the hands of seats that have passed make no contract without the talon,
    /// and the hands of seats that have bid make one with it.
    #[cfg_attr(feature = "clap", arg(long))]
    pub use_calls: bool,
    /// Model of the defenders' decisions and play.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks", help_heading = PAYMENT_HEADING))]
    pub model: Option<Model>,
    /// Amount in the pot before the hand, if the payment depends on it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub pot: Option<WholeNumber<0, MAX_AMOUNT>>,
    /// Seat that leads to the first trick, if the rules would name another one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R|declarer|left|right", help_heading = POSITION_HEADING))]
    pub leader: Option<Leader>,
    /// For a misère in which the defenders open their hands: the best mix of discards if they do not know the discard,
    /// and the declarer chooses it before seeing their hands.
    #[cfg_attr(feature = "clap", arg(long, help_heading = HIDDEN_HEADING))]
    pub hidden: bool,
    /// Number of random layouts on which the mix is found; its chance is then measured on others [default: 200; for
    /// each talon 24, if the talon is unknown].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = HIDDEN_HEADING))]
    pub hidden_layouts: Option<WholeNumber<2, 10_000>>,
    /// Largest number of nodes for each layout: sets of discards searched and linear programmes solved, counted
    /// together. Where it is reached, only bounds of the chance are known [default: 20000].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = HIDDEN_HEADING))]
    pub nodes: Option<WholeNumber<1, { u64::MAX }>>,
}

/// Estimates the value of each legal card, or of each action in a record, when the other hands are unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct AdviseQuestion {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
    /// Record of a hand, instead of a deal: the answer is about the next action (call, discard, announcement,
    /// decision or card), as seen by the player who decides. An object with deal, table and actions, or the record
    /// that review reads; as a flag also a file that contains it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
    pub record: Option<RecordInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT"))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
    pub declarer: Option<Seat>,
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// The two cards that the declarer laid aside; the deal is given as it was dealt, before the exchange.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub discard: Option<OneOrMany<String>>,
    /// Cards played so far, from the first lead on.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub played: Option<OneOrMany<String>>,
    /// Numbers of cards or actions: the question is answered for each of these positions, after that number of
    /// the cards in played, or of the actions in the record.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<WholeNumber<0, 1000>>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub at: Vec<WholeNumber<0, 1000>>,
    /// Leader, and seats that have dropped out.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub lead: LeadFields,
    /// Criterion that orders the actions in a record [default: gain].
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub by: Option<AdviceCriterion>,
    /// Model of the players' decisions and play after the action in a record [default: tricks].
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub model: Option<Model>,
    /// With a record: use only layouts in which the hands of seats that have passed make no contract without the talon,
    /// and the hands of seats that have bid make one with it.
    #[cfg_attr(feature = "clap", arg(long))]
    pub use_calls: bool,
    /// Number of random layouts of the unknown cards; all layouts are used if there are fewer [default: 1000; for a
    /// record also all, if there are at most 5000].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub layouts: Option<WholeNumber<2, 1_000_000_000>>,
    /// Random seed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
    pub seed: Option<WholeNumber<0, { u64::MAX }>>,
    /// Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated.
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "SEAT:CARDS>=N"))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub r#where: Vec<String>,
}
