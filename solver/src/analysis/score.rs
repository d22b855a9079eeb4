//! What a played hand pays.

use serde::Serialize;

use crate::analysis::analyst::Analyst;
use crate::analysis::cards::need_contract;
use crate::rules::bidding::AllPass;
use crate::settlement::{Gains, Played};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::fields::Fields;

/// What came of the hand.
pub type ScoreOptions = Played;

/// Reads what came of a hand and the situation with it.
///
/// # Errors
/// If a field is wrong.
pub(super) fn read(
    situation: Situation,
    fields: &mut Fields,
) -> Result<(Situation, ScoreOptions), QuestionError> {
    let situation = situation.read_declared(fields)?;
    if situation.is_all_passed() {
        situation.check_all_passed(fields)?;
        if let Some(name) = fields.first_of(&["out", "made", "offer"]) {
            return Err(QuestionError::not_here(name, "nobody declares when all have passed"));
        }
    } else {
        need_contract(&situation)?;
        if fields.has("progression") {
            return Err(QuestionError::not_here("progression", "for allpass only"));
        }
    }
    if let Some(field) = fields.first_of(&["offer", "other_offers"])
        && situation.rules().bidding().all_pass != AllPass::SecondRound
    {
        return Err(QuestionError::not_here(field, "by these rules nobody offers anything for the talon"));
    }
    let made = fields.one_of("made", &[("yes", true), ("no", false)])?;
    let played = Played { tricks: fields.tricks("tricks")?, made };
    let situation = situation
        .read_out(fields)?
        .read_said(fields)?
        .read_paid(fields)?
        .read_dealer(fields)?
        .read_progression(fields)?
        .with_effect()?;
    Ok((situation, played))
}

/// What everybody gains by a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreAnswer {
    /// The rules by name.
    pub rules: String,
    /// What everybody gains.
    #[serde(flatten)]
    pub gains: Gains,
}

impl Analyst {
    /// What everybody gains by a hand that was played like this.
    ///
    /// # Errors
    /// If the rules cannot come to such a hand, or do not say what it pays.
    pub fn score(&self, situation: &Situation, played: &ScoreOptions) -> Result<ScoreAnswer, QuestionError> {
        let rules = situation.rules();
        Ok(ScoreAnswer { rules: rules.label().to_owned(), gains: rules.settle(&situation.hand(), played)? })
    }
}
