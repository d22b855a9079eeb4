//! The form of the question `advise`.
use crate::cards::Card;
use crate::gains::payoffs::Model;
use crate::questions::advise::actions::AdviceCriterion;
use crate::seat::Seat;
use crate::situation::field_types::{
    ContractName, LayoutCount, OneOrMany, RandomSeed, RecordInput, WholeNumber,
};
use crate::situation::form::form;
#[cfg(feature = "clap")]
use crate::situation::groups::POSITION_HEADING;
use crate::situation::groups::{CommonFields, LeadFields};

form! {
    /// Estimates the value of each legal card, or of each action in a record, when the other hands are unknown.
    pub struct AdviseQuestion {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Record of a hand, instead of a deal: the answer is about the next action (call, discard, announcement,
        /// decision or card), as seen by the player who decides. An object with deal, table and actions, or the record
        /// that review reads; as a flag also a file that contains it.
        #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
        pub record: Option<RecordInput>,
        /// Instead of a record, what one seat knows: an object with seat, dealt, the actions, and the cards that were
        /// shown; the hidden cards are not needed. As a flag also a file that contains it.
        #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
        pub view: Option<RecordInput>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT"))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<ContractName>,
        /// Seat that declares.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
        pub declarer: Option<Seat>,
        /// The game is played from the hand, that is, without the talon (raises some targets).
        #[cfg_attr(feature = "clap", arg(long))]
        pub hand: bool,
        /// The two cards that the declarer laid aside; the deal is given as it was dealt, before the exchange.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub discard: Option<OneOrMany<Card>>,
        /// Cards played so far, from the first lead on.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub played: Option<OneOrMany<Card>>,
        /// Numbers of cards or actions: the question is answered for each of these positions, after that number of
        /// the cards in played, or of the actions in the record.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<WholeNumber<0, 1000>>"))]
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
        pub layouts: Option<LayoutCount>,
        /// Random seed.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub seed: Option<RandomSeed>,
        /// Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated.
        #[cfg_attr(feature = "clap", arg(long = "where", value_name = "SEAT:CARDS>=N"))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
        pub r#where: Vec<String>,
    }
}
