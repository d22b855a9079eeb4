//! The gains from a played hand, and the result of a score sheet.

pub mod totals;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::questions::cards::check_contract;
use crate::questions::question_type::{Cost, QuestionType, ReadResult, question_type};
use crate::questions::score::totals::read_totals;
use crate::rules::bidding::AllPass;
use crate::seat::Seat;
use crate::settlement::{Dealer, Gains, HandResult, SheetTotals};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{MAX_AMOUNT, OneOrMany, SeatNumbers, TotalsInput, WholeNumber, YesNo};
use crate::situation::fields::Fields;
#[cfg(feature = "clap")]
use crate::situation::groups::PAYMENT_HEADING;
use crate::situation::groups::{CommonFields, DecisionFields, PaymentFields};
use crate::situation::parsing::{DECISION_FIELDS, PAYMENT_FIELDS};

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

/// Fields about a hand, besides the fields that are shared with other questions.
const HAND_FIELDS: [&str; 10] = [
    "contract",
    "declarer",
    "hand",
    "progression",
    "tricks",
    "made",
    "out",
    "dealer",
    "offer",
    "other_offers",
];

/// Options of the question `score`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreOptions {
    /// The hand or the sheet to settle.
    pub subject: ScoreSubject,
    /// Whether the answer also has the gains in whole numbers.
    pub whole: bool,
}

/// The hand or the score sheet that is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreSubject {
    /// The result of the hand in the situation.
    Hand(HandResult),
    /// The totals of a finished score sheet.
    Totals(SheetTotals),
}

impl From<HandResult> for ScoreOptions {
    fn from(played: HandResult) -> ScoreOptions {
        ScoreOptions { subject: ScoreSubject::Hand(played), whole: false }
    }
}

/// Reads the totals of a sheet or the result of a hand. For a hand, also adds the facts about the hand to the
/// situation.
///
/// # Errors
/// If a field has a wrong value.
pub(super) fn read(
    situation: Situation,
    fields: &mut Fields,
) -> Result<(Situation, ScoreOptions), QuestionError> {
    let whole = fields.switch("whole")?;
    let (situation, subject) = match fields.take("totals") {
        Some(totals) => {
            if let Some(name) = [&HAND_FIELDS[..], &DECISION_FIELDS, &PAYMENT_FIELDS]
                .iter()
                .find_map(|names| fields.first_of(names))
            {
                return Err(QuestionError::not_here(name, "totals of a finished sheet replace a hand"));
            }
            let totals = read_totals(&totals, &[], situation.rules())?;
            (situation, ScoreSubject::Totals(totals))
        }
        None => {
            let (situation, played) = read_hand(situation, fields)?;
            (situation, ScoreSubject::Hand(played))
        }
    };
    Ok((situation, ScoreOptions { subject, whole }))
}

/// Reads the result of a hand, and adds the contract, the decisions and the fields about the payment to the
/// situation.
fn read_hand(situation: Situation, fields: &mut Fields) -> Result<(Situation, HandResult), QuestionError> {
    let situation = situation.read_declaration(fields)?;
    if situation.is_all_passed() {
        situation.check_all_passed(fields)?;
        if let Some(name) = fields.first_of(&["out", "made", "offer"]) {
            return Err(QuestionError::not_here(name, "nobody declares when all have passed"));
        }
    } else {
        check_contract(&situation)?;
        if fields.has("progression") {
            return Err(QuestionError::not_here("progression", "it affects only allpass"));
        }
    }
    if let Some(field) = fields.first_of(&["offer", "other_offers"])
        && situation.rules().bidding().all_pass != AllPass::SecondRound
    {
        return Err(QuestionError::not_here(field, "by these rules nobody offers anything for the talon"));
    }
    let made = fields.enum_word::<YesNo>("made")?;
    let played = HandResult { tricks: fields.tricks("tricks")?, made: made.map(|made| made == YesNo::Yes) };
    let situation = situation
        .read_out(fields)?
        .read_decisions(fields)?
        .read_payment(fields)?
        .read_dealer(fields)?
        .read_progression(fields)?
        .check_effects()?;
    Ok((situation, played))
}

/// Gains from a played hand, or from a score sheet, in units, whists or supe; they sum to zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ScoreAnswer {
    /// Name of the rules.
    pub rules: String,
    /// Exact gain of each player.
    #[serde(flatten)]
    pub gains: Gains,
    /// Gains rounded to whole numbers with the same sum, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::tables::schema::values::WholeGains>"))]
    pub whole: Option<Gains>,
}

impl Analyst {
    /// Computes the gain of each seat from a played hand, or the result of a score sheet.
    ///
    /// # Errors
    /// If the rules do not allow such a hand, do not use such a sheet, or have no price for the hand.
    pub fn score(&self, situation: &Situation, options: &ScoreOptions) -> Result<ScoreAnswer, QuestionError> {
        let rules = situation.rules();
        let gains = match &options.subject {
            ScoreSubject::Hand(played) => rules.settle(&situation.hand(), played)?,
            ScoreSubject::Totals(totals) => rules.settle_totals(totals)?,
        };
        let whole = options.whole.then(|| gains.rounded());
        Ok(ScoreAnswer { rules: rules.label().to_owned(), gains, whole })
    }
}

question_type!(
    ScoreQuestion "score", ScoreOptions => ScoreAnswer, read, |analyst, situation, options| analyst.score(situation, options),
    fn has_deal(_: &Situation, _: &ScoreOptions) -> bool { false },
    const COST: Cost = Cost::Instant;,
    const NEEDED_KEYS: &'static [&'static str] = &[];
);
