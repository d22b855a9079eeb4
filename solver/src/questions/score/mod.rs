//! The gains from a played hand, and the result of a score sheet.

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::questions::cards::check_contract;
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType, question_type};
use crate::rules::bidding::AllPass;
use crate::seat::Seat;
use crate::settlement::{Gains, HandResult, SheetTotals};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{ContractName, OneOrMany, SeatNumbers, TotalsInput, YesNo};
use crate::situation::form::{FormPart, form};
use crate::situation::groups::TableFields;
use crate::situation::groups::{CommonFields, DecisionFields, PaymentFields};
use crate::situation::totals::read_totals;

form! {
    /// A hand as it was played.
    pub struct HandFields {
        /// Contract: S H D C N, a level such as 7H, misere, slam, run6, uno, open-misere or open-slam; or
        /// allpass, if all have passed.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT"))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<ContractName>,
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
        /// Dealer, offers and earlier hands.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub table: TableFields,
    }
}

form! {
    /// Settle a played hand, or a score sheet.
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
}

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

impl ScoreQuestion {
    fn options(self, situation: Situation) -> FormResult<ScoreOptions> {
        let (situation, subject) = match &self.totals {
            Some(TotalsInput(totals)) => {
                if let Some(name) = self.played.given().first() {
                    return Err(QuestionError::not_here(*name, "totals of a finished sheet replace a hand"));
                }
                let totals = read_totals(totals, &[], situation.rules())?;
                (situation, ScoreSubject::Totals(totals))
            }
            None => {
                let (situation, played) = self.played.result(situation)?;
                (situation, ScoreSubject::Hand(played))
            }
        };
        Ok((situation, ScoreOptions { subject, whole: self.whole }))
    }
}

impl HandFields {
    fn result(self, situation: Situation) -> FormResult<HandResult> {
        let situation = situation.with_contract_fields(self.contract, self.declarer, self.hand)?;
        if situation.is_all_passed() {
            situation.check_all_passed(&self.decisions, &self.payment)?;
            if let Some(name) = self.first_given(&["out", "made", "offer"]) {
                return Err(QuestionError::not_here(name, "nobody declares when all have passed"));
            }
        } else {
            check_contract(&situation)?;
            if self.table.progression.is_some() {
                return Err(QuestionError::not_here("progression", "it affects only allpass"));
            }
        }
        if let Some(field) = self.table.first_given(&["offer", "other_offers"])
            && situation.rules().bidding().all_pass != AllPass::SecondRound
        {
            return Err(QuestionError::not_here(
                field,
                "by these rules nobody offers anything for the talon",
            ));
        }
        let tricks = self.tricks.unwrap_or_default().numbers();
        let played = HandResult { tricks, made: self.made.map(|made| made == YesNo::Yes) };
        let situation = situation
            .with_out(self.out.as_ref())?
            .with_decision_fields(&self.decisions)?
            .with_payment(&self.payment)
            .with_table(&self.table)
            .check_effects()?;
        Ok((situation, played))
    }
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
    ScoreQuestion "score", ScoreOptions => ScoreAnswer, |analyst, situation, options| analyst.score(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"contract":"S","declarer":"F","tricks":{"F":6,"M":2,"R":2}}"#, part: "", shows: r#"{"rules":"austrian","F":6,"M":2,"R":2,"pot":-10}"# };,
    fn has_deal(_: &Situation, _: &ScoreOptions) -> bool { false },
    const COST: Cost = Cost::Instant;,
    const NEEDED_KEYS: &'static [&'static str] = &[];
);
