//! Groups of fields that several questions share.
//!
//! Each type declares its fields only once. The keys of JSON, the flags of the program (feature `clap`), the JSON
//! Schema (feature `schema`) and the help texts (the fields' comments) are all derived from these declarations.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::settlement::Aces;
use crate::situation::cards_input::Leader;
use crate::situation::field_types::{MAX_AMOUNT, OneOrMany, RulesInput, SeatNumbers, Seconds, WholeNumber};

/// Heading of the flags for the position.
#[cfg(feature = "clap")]
pub const POSITION_HEADING: &str = "Position";
/// Heading of the flags for the payment.
#[cfg(feature = "clap")]
pub const PAYMENT_HEADING: &str = "Payment";
/// Heading of the options about a hidden discard in the help of a command.
#[cfg(feature = "clap")]
pub const HIDDEN_HEADING: &str = "Hidden discard";

/// Rules and time limit of a question, and reports of the progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct CommonFields {
    /// Rules: a preset with switches, or house rules with the keys of a rules file; by default the rules of
    /// the command.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub rules: Option<RulesInput>,
    /// Time limit, and reports of the progress.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub work: WorkFields,
}

/// Time limit of a question, and reports of the progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct WorkFields {
    /// Time limit in seconds; when it is exceeded, averages, lists and catch give a partial answer, and other
    /// questions fail with the error code time.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub time_limit: Option<Seconds>,
    /// Whether `pref ask` reports the progress in lines before the answer: each has the id and, as progress,
    /// the share of the work that is done, from 0 to 1. Other programs ignore this field.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub progress: Option<bool>,
}

/// Leader, and the seats that have dropped out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct LeadFields {
    /// Seat that leads to the first trick, if the rules would name another one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R|declarer|left|right", help_heading = POSITION_HEADING))]
    pub leader: Option<Leader>,
    /// Seats that dropped out: their cards are not played.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS", help_heading = POSITION_HEADING))]
    pub out: Option<OneOrMany<Seat>>,
}

/// Position in the play of a hand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct PositionFields {
    /// Leader, and the seats that have dropped out.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub lead: LeadFields,
    /// Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the
    /// seat that led to this trick.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", conflicts_with = "played", help_heading = POSITION_HEADING))]
    pub trick: Option<OneOrMany<String>>,
    /// Number of tricks that each seat has already taken.
    #[cfg_attr(feature = "clap", arg(long, value_name = "F=N,M=N,R=N", help_heading = POSITION_HEADING))]
    pub taken: Option<SeatNumbers<10>>,
    /// For run6: the number of tricks in a row that the declarer has just taken.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = POSITION_HEADING))]
    pub run: Option<WholeNumber<0, 10>>,
    /// Cards played so far, from the first lead on; they are still in the hands.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
    pub played: Option<OneOrMany<String>>,
}

/// Pot and table, which decide the payment of a hand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct PaymentFields {
    /// Amount in the pot before the hand, under rules that pay out of a pot.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub pot: Option<WholeNumber<0, MAX_AMOUNT>>,
    /// Limit of the pot, if it differs from that of the rules.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub limit: Option<WholeNumber<0, MAX_AMOUNT>>,
    /// The payment of this hand is doubled by a mark (refa) for an earlier passed-out deal.
    #[cfg_attr(feature = "clap", arg(long, help_heading = PAYMENT_HEADING))]
    pub refa: bool,
    /// Four players are at the table, and the dealer sits out.
    #[cfg_attr(feature = "clap", arg(long, help_heading = PAYMENT_HEADING))]
    pub four: bool,
}

/// Decisions between the auction and the play, and the cards that pay bonuses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct DecisionFields {
    /// Defender who played at the invitation of the other one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R", help_heading = PAYMENT_HEADING))]
    pub guest: Option<Seat>,
    /// Defenders who said kontra.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS", help_heading = PAYMENT_HEADING))]
    pub kontra: Option<OneOrMany<Seat>>,
    /// Last doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; can be given instead of rekontra, sub and mort.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
    pub doubling: Option<WholeNumber<0, 4>>,
    /// The declarer answered the kontra with rekontra.
    #[cfg_attr(feature = "clap", arg(long, help_heading = PAYMENT_HEADING))]
    pub rekontra: bool,
    /// Defenders whose kontra the rekontra answered [default: all who said kontra].
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS", requires = "rekontra", help_heading = PAYMENT_HEADING))]
    pub answered: Option<OneOrMany<Seat>>,
    /// The defender answered the rekontra with sub.
    #[cfg_attr(feature = "clap", arg(long, requires = "rekontra", help_heading = PAYMENT_HEADING))]
    pub sub: bool,
    /// The declarer answered the sub with mort.
    #[cfg_attr(feature = "clap", arg(long, requires = "sub", help_heading = PAYMENT_HEADING))]
    pub mort: bool,
    /// Defenders who said whist, in the order of speaking [default: all who are not out].
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS", help_heading = PAYMENT_HEADING))]
    pub whist: Option<OneOrMany<Seat>>,
    /// Defender who said half-whist.
    #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R", help_heading = PAYMENT_HEADING))]
    pub half_whist: Option<Seat>,
    /// The declarer gave up before the play.
    #[cfg_attr(feature = "clap", arg(long, help_heading = PAYMENT_HEADING))]
    pub gave_up: bool,
    /// Aces of the declarer that pay a bonus: 4, or none if the declarer announced holding none.
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "4|none", help_heading = PAYMENT_HEADING))]
    pub aces: Option<Aces>,
    /// The two cards of the talon, such as '.A..A' or 'HA CA'.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = PAYMENT_HEADING))]
    pub talon: Option<OneOrMany<String>>,
}
