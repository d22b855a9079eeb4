//! The gains from a played hand, and the result of a score sheet.

use serde::{Deserialize, Serialize};

use crate::analysis::analyst::Analyst;
use crate::analysis::cards::check_contract;
use crate::analysis::totals::read_totals;
use crate::rules::bidding::AllPass;
use crate::settlement::{Gains, HandResult, SheetTotals};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::YesNo;
use crate::situation::fields::Fields;
use crate::situation::parsing::{DECISION_FIELDS, PAYMENT_FIELDS};

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
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::analysis::schema::values::WholeGains>"))]
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
