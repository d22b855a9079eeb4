//! Groups of fields that several questions share.

use crate::cards::Card;
use crate::rules::call::Call;
use crate::seat::Seat;
use crate::settlement::{Aces, Dealer};
use crate::situation::cards_input::Leader;
use crate::situation::field_types::{
    ContractName, MAX_AMOUNT, OneOrMany, RulesInput, SeatNumbers, Seconds, WholeNumber,
};
use crate::situation::form::form;

/// Heading of the flags for the position.
#[cfg(feature = "clap")]
pub const POSITION_HEADING: &str = "Position";
/// Heading of the flags for the payment.
#[cfg(feature = "clap")]
pub const PAYMENT_HEADING: &str = "Payment";
/// Heading of the options about a hidden discard in the help of a command.
#[cfg(feature = "clap")]
pub const HIDDEN_HEADING: &str = "Hidden discard";

form! {
    /// Rules and time limit of a question, and reports of the progress.
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
}

form! {
    /// Time limit of a question, and reports of the progress.
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
}

form! {
    /// Leader, and the seats that have dropped out.
    pub struct LeadFields {
        /// Seat that leads to the first trick, if the rules would name another one.
        #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R|declarer|left|right", help_heading = POSITION_HEADING))]
        pub leader: Option<Leader>,
        /// Seats that dropped out: their cards are not played.
        #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS", help_heading = POSITION_HEADING))]
        pub out: Option<OneOrMany<Seat>>,
    }
}

form! {
    /// Position in the play of a hand.
    pub struct PositionFields {
        /// Leader, and the seats that have dropped out.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub lead: LeadFields,
        /// Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is the
        /// seat that led to this trick.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", conflicts_with = "played", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub trick: Option<OneOrMany<Card>>,
        /// Number of tricks that each seat has already taken.
        #[cfg_attr(feature = "clap", arg(long, value_name = "F=N,M=N,R=N", help_heading = POSITION_HEADING))]
        pub taken: Option<SeatNumbers<10>>,
        /// For run6: the number of tricks in a row that the declarer has just taken.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = POSITION_HEADING))]
        pub run: Option<WholeNumber<0, 10>>,
        /// Cards played so far, from the first lead on; they are still in the hands.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub played: Option<OneOrMany<Card>>,
    }
}

form! {
    /// Pot and table, which decide the payment of a hand.
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
}

form! {
    /// Decisions between the auction and the play, and the cards that pay bonuses.
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
}

form! {
    /// Facts about the table that only the payment of a hand needs.
    pub struct TableFields {
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
}

form! {
    /// All facts of a situation except its rules, in the form in which a situation is written as JSON.
    pub struct SituationFields {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Calls, in turn from forehand.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub calls: Option<OneOrMany<Call>>,
        /// Contract, or allpass.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<ContractName>,
        /// Seat that declares.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub declarer: Option<Seat>,
        /// The game is played from the hand, that is, without the talon.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub hand: bool,
        /// Position.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub position: PositionFields,
        /// For allpass: cards of the talon in the order in which they are led.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub talon_order: Option<OneOrMany<Card>>,
        /// The two cards that the declarer laid aside.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub discard: Option<OneOrMany<Card>>,
        /// Decisions before the play.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub decisions: DecisionFields,
        /// Pot and table.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub payment: PaymentFields,
        /// Dealer, offers and earlier hands.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub table: TableFields,
    }
}
