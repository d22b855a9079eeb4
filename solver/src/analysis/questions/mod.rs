//! Questions that can be asked by name. The fields of each question are declared once, here.
//!
//! A field is a key of JSON, a flag of the program (feature `clap`), a property of the JSON Schema (feature
//! `schema`) and a parameter of the package for Python; its comment is the help text of all of them.

mod hidden_cards;

use serde::{Deserialize, Serialize};

use crate::analysis::cards::PlayCriterion;
use crate::analysis::catch_theme::CatchTheme;
use crate::analysis::contracts::SolveDetail;
use crate::analysis::game::Model;
use crate::analysis::puzzle::PuzzleKind;
use crate::analysis::talon::DiscardCriterion;
use crate::seat::Seat;
use crate::settlement::Dealer;
use crate::situation::field_types::{
    DealsInput, DeclarerChoice, DiscardCount, MAX_AMOUNT, OneOrMany, RecordInput, SeatNumbers, TotalsInput,
    WholeNumber, YesNo, one_or_many,
};
use crate::situation::groups::{CommonFields, DecisionFields, LeadFields, PaymentFields, PositionFields};
#[cfg(feature = "clap")]
use crate::situation::groups::{PAYMENT_HEADING, POSITION_HEADING};

pub use hidden_cards::{AdviseQuestion, CatchQuestion, EvaluateQuestion};

/// Finds which contracts each hand makes, with all cards known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct SolveQuestion {
    /// Cards of the deal, or a list of deals.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<DealsInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
    /// rules. Allpass, the play without a declarer after all have passed, must be named.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "LIST", default_value = "all"))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares, or all to let each seat declare in turn.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R|all", default_value = "all"))]
    pub declarer: Option<DeclarerChoice>,
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// Result to find: the number of tricks, or, faster, only whether the contract is made.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks"))]
    pub goal: Option<SolveDetail>,
    /// Position.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub position: PositionFields,
    /// For allpass: cards of the talon in the order in which they are led [default: as listed].
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub talon_order: Option<OneOrMany<String>>,
}

/// Evaluates every discard of the declarer for every contract, with all cards known or the defenders' cards
/// unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct TalonQuestion {
    /// Cards of the deal, or a list of deals.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<DealsInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
    /// rules.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "LIST", default_value = "all"))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares, or all to let each seat declare in turn.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R|all", default_value = "all"))]
    pub declarer: Option<DeclarerChoice>,
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// Result to find: the number of tricks, or, faster, only whether the contract is made.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "tricks"))]
    pub goal: Option<SolveDetail>,
    /// Criterion that orders discards and contracts [default: the result that the option goal names].
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT"))]
    pub by: Option<DiscardCriterion>,
    /// Treat the two other hands as unknown, and average over this number of random layouts of their cards.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub unknown_defence: Option<WholeNumber<2, MAX_AMOUNT>>,
    /// Random seed of the layouts [default: 1].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", requires = "unknown_defence"))]
    pub seed: Option<WholeNumber<0, { u64::MAX }>>,
    /// Leader, and seats that have dropped out.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub lead: LeadFields,
    /// Model of the defenders' decisions and play [default: selfish].
    #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
    pub model: Option<Model>,
    /// Pot and table.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub payment: PaymentFields,
    /// If gains are compared: number of discards per contract whose gain is calculated, starting with the best in
    /// tricks, or all [default: 5].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", help_heading = PAYMENT_HEADING))]
    pub discards: Option<DiscardCount>,
}

/// Evaluates each legal card in a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct CardsQuestion {
    /// Play of a contract, and the criterion by which the cards are compared.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub play: PlayFields,
}

/// Finds a line of best play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct LineQuestion {
    /// Play of a contract, and the criterion by which the cards are compared.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub play: PlayFields,
}

/// Play of a contract or after all have passed, and the criterion by which the cards are compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct PlayFields {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno; or allpass, the play without a
    /// declarer after all have passed.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT", required = true))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares; to be left out for allpass.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
    pub declarer: Option<Seat>,
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// The two cards that the declarer laid aside; the deal is given as it was dealt, before the exchange.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub discard: Option<OneOrMany<String>>,
    /// Position.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub position: PositionFields,
    /// For allpass: cards of the talon in the order in which they are led [default: as listed].
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub talon_order: Option<OneOrMany<String>>,
    /// Numbers of cards: the question is answered for each of these positions, after that number of the cards
    /// in played.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<WholeNumber<0, 32>>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub at: Vec<WholeNumber<0, 32>>,
    /// Criterion by which the cards are compared [default: tricks].
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT"))]
    pub by: Option<PlayCriterion>,
    /// Model of the defenders' decisions and play [default: selfish].
    #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
    pub model: Option<Model>,
    /// Pot and table.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub payment: PaymentFields,
    /// Decisions before the play.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub decisions: DecisionFields,
    /// For allpass, if gains are compared: number of passed-out deals in a row, this one included [default: 1].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub progression: Option<WholeNumber<1, 255>>,
}

/// Finds the tricks that the defenders can make sure of, their decisions, and the payment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct DefendQuestion {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
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
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// The two cards that the declarer laid aside; the deal is given as it was dealt, before the exchange.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub discard: Option<OneOrMany<String>>,
    /// Position.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub position: PositionFields,
    /// Add the decisions before the play and the payment of the hand.
    #[cfg_attr(feature = "clap", arg(long))]
    pub settle: bool,
    /// Rules of thumb that the defenders follow: partner, last, second or all (see pref thumb).
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST"))]
    pub rule_of_thumb: Option<OneOrMany<String>>,
    /// Model of the defenders' decisions and play [default: selfish].
    #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
    pub model: Option<Model>,
    /// Pot and table.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub payment: PaymentFields,
}

/// Finds the auction in which each player makes the call that gains them most, with all cards known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct ParQuestion {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Model of the defenders' decisions and play [default: selfish].
    #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
    pub model: Option<Model>,
    /// Pot and table.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub payment: PaymentFields,
    /// Number of discards per contract whose gain is calculated, starting with the best in tricks, or all [default: 5].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", help_heading = PAYMENT_HEADING))]
    pub discards: Option<DiscardCount>,
    /// Number of passed-out deals in a row before this one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub passed: Option<WholeNumber<0, 200>>,
}

/// Evaluates every discard of the declarer when an opponent may take it up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct UsurpQuestion {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Seat that declares.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
    pub declarer: Option<Seat>,
    /// Number that the declarer has bid [default: 1].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub bid: Option<WholeNumber<1, 9>>,
    /// Opponents who have bid too, and may take up the declarer's discard [default: both].
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS"))]
    pub bidders: Option<OneOrMany<Seat>>,
    /// Calls of the auction, in turn from forehand; they replace declarer, bid and bidders.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CALLS"))]
    pub calls: Option<OneOrMany<String>>,
    /// Model of the defenders' decisions and play [default: selfish].
    #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
    pub model: Option<Model>,
    /// Pot and table.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub payment: PaymentFields,
}

/// Finds the cost of each call, discard, decision and card of a played hand.
///
/// The program takes the hand from a record, so that only the options of the review are flags.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct ReviewQuestion {
    /// Cards of the deal.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub deal: Option<String>,
    /// Record of the hand, instead of a deal and the other fields of a hand: an object with deal, table and
    /// actions.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub record: Option<RecordInput>,
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno; or allpass, if all have passed.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declared; to be left out for allpass.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub declarer: Option<Seat>,
    /// The game is played from the hand, that is, without the talon (raises some targets).
    #[cfg_attr(feature = "clap", arg(skip))]
    pub hand: bool,
    /// Calls, in turn from forehand.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub calls: Option<OneOrMany<String>>,
    /// The two cards that the declarer laid aside.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub discard: Option<OneOrMany<String>>,
    /// Cards played, from the first lead on.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub played: Option<OneOrMany<String>>,
    /// Leader, and seats that have dropped out.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub lead: LeadFields,
    /// For allpass: cards of the talon in the order in which they are led [default: as listed].
    #[cfg_attr(feature = "clap", arg(skip))]
    pub talon_order: Option<OneOrMany<String>>,
    /// Decisions before the play.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub decisions: DecisionFields,
    /// Model of the defenders' decisions and play [default: selfish].
    #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
    pub model: Option<Model>,
    /// Pot and table.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub payment: PaymentFields,
    /// Number of discards per contract whose gain is calculated, starting with the best in tricks, or all [default: 5].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", help_heading = PAYMENT_HEADING))]
    pub discards: Option<DiscardCount>,
    /// Dealer: a seat, or D for the dealer who sits out with four at the table.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub dealer: Option<Dealer>,
    /// Sum that the declarer offered to the pot for the talon.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub offer: Option<WholeNumber<0, MAX_AMOUNT>>,
    /// Sums that the other seats offered, under rules by which all offers are paid.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub other_offers: Option<SeatNumbers<MAX_AMOUNT>>,
    /// For allpass: number of passed-out deals in a row, this one included [default: 1].
    #[cfg_attr(feature = "clap", arg(skip))]
    pub progression: Option<WholeNumber<1, 255>>,
}

/// Settles a played hand, or a finished score sheet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct ScoreQuestion {
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// A hand as it was played.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub played: HandFields,
    /// Totals of a finished score sheet, instead of a hand: a JSON object, or a file that contains it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON", conflicts_with_all = ["contract", "declarer", "tricks"]))]
    pub totals: Option<TotalsInput>,
    /// Also give the gains rounded to whole numbers with the same sum.
    #[cfg_attr(feature = "clap", arg(long))]
    pub whole: bool,
}

/// A hand as it was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct HandFields {
    /// Contract: S H D C N, a level such as 7H, misere, slam, run6, uno, open-misere or open-slam; or
    /// allpass, if all have passed.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT"))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declared.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
    pub declarer: Option<Seat>,
    /// Tricks of each seat; for misere and slam the declarer's are enough.
    #[cfg_attr(feature = "clap", arg(long, value_name = "F=N,M=N,R=N"))]
    pub tricks: Option<SeatNumbers<10>>,
    /// Whether the contract was made, if the tricks do not decide it (run6).
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "yes|no"))]
    pub made: Option<YesNo>,
    /// The game was played from the hand, that is, without the talon.
    #[cfg_attr(feature = "clap", arg(long))]
    pub hand: bool,
    /// Seats that dropped out; under Russian rules, where nobody can, seats that passed instead of whisting.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS"))]
    pub out: Option<OneOrMany<Seat>>,
    /// Decisions before the play.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub decisions: DecisionFields,
    /// Pot and table.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub payment: PaymentFields,
    /// Dealer: a seat, or D for the dealer who sits out with four at the table.
    #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R|D", help_heading = PAYMENT_HEADING))]
    pub dealer: Option<Dealer>,
    /// Sum that the declarer offered to the pot for the talon.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub offer: Option<WholeNumber<0, MAX_AMOUNT>>,
    /// Sums that the other seats offered, under rules by which all offers are paid.
    #[cfg_attr(feature = "clap", arg(long, value_name = "M=N,R=N", help_heading = PAYMENT_HEADING))]
    pub other_offers: Option<SeatNumbers<MAX_AMOUNT>>,
    /// For allpass: number of passed-out deals in a row, this one included [default: 1].
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub progression: Option<WholeNumber<1, 255>>,
}

/// Finds the declarer after given calls, or the seat to call and its legal calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct AuctionQuestion {
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Calls so far, in turn from forehand, separated by blanks or commas; none for the first call.
    #[cfg_attr(feature = "clap", arg(value_name = "CALLS"))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub calls: Vec<String>,
    /// Number of passed-out deals in a row before this one, if they raise the lowest bid.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub passed: Option<WholeNumber<0, 200>>,
}

/// Returns the state of a hand: the seat that decides, its legal actions, and the known facts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct StateQuestion {
    /// Rules and time limit. The rules are used only if the record names none.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Record of the hand: an object with deal, table and actions, or the record that review reads; as an
    /// argument also a file that contains it.
    #[cfg_attr(feature = "clap", arg(value_name = "FILE|JSON", required_unless_present = "view"))]
    pub record: Option<RecordInput>,
    /// Instead of a record, what one seat knows: an object with seat, dealt, the actions, and the cards that were
    /// shown; the hidden cards are not needed. As a flag also a file that contains it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
    pub view: Option<RecordInput>,
    /// Player whose view is the answer: a seat, or D for the dealer who sits out [default: all facts].
    #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R|D"))]
    pub seat: Option<Dealer>,
}

/// Generates random deals or endings that meet conditions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct DealQuestion {
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Number of deals; a JSON answer has at most 100,000.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
    pub count: Option<WholeNumber<0, { u64::MAX }>>,
    /// Random seed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
    pub seed: Option<WholeNumber<0, { u64::MAX }>>,
    /// Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated.
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "SEAT:CARDS>=N"))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub r#where: Vec<String>,
    /// Condition on the result of a contract, such as F:H, F:H=7, F+:N>=8, R:S=fails, F:D=one-discard; may be
    /// repeated.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEAT:CONTRACT=N"))]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
    #[serde(deserialize_with = "one_or_many")]
    pub makes: Vec<String>,
    /// Known cards of the deal, with ? for each unknown hand or talon.
    #[cfg_attr(feature = "clap", arg(long, value_name = "DEAL"))]
    pub from: Option<String>,
    /// Give up after this number of deals in a row that do not meet the conditions.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1000000"))]
    pub tries: Option<WholeNumber<1, { u64::MAX }>>,
    /// Number of cards of each hand; with fewer than ten, endings before a lead are generated.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "10"))]
    pub cards: Option<WholeNumber<1, 10>>,
}

/// Finds random deals in which exactly one first step wins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct PuzzleQuestion {
    /// Rules and time limit.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(flatten)]
    pub common: CommonFields,
    /// Number of puzzles.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
    pub count: Option<WholeNumber<1, MAX_AMOUNT>>,
    /// Number of random deals that are searched for puzzles.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1000"))]
    pub among: Option<WholeNumber<1, 1_000_000_000>>,
    /// Random seed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
    pub seed: Option<WholeNumber<0, { u64::MAX }>>,
    /// Kind of step that the puzzle asks for.
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "lead"))]
    pub kind: Option<PuzzleKind>,
    /// Theme of puzzles of the kind catch; all themes if none is named.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub theme: Option<CatchTheme>,
    /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
    /// rules, which is the default. The default of the kind catch is misere.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "LIST"))]
    pub contract: Option<OneOrMany<String>>,
    /// Seat that declares.
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R", default_value = "F"))]
    pub declarer: Option<Seat>,
    /// Number of cards of each hand; with fewer than ten (only for the kinds lead and defence), the puzzles are
    /// endings, before which some tricks were taken.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "10"))]
    pub cards: Option<WholeNumber<1, 10>>,
}
