//! The cost of rules of thumb for the defenders, over many deals.

use preference::Analyst;
use preference::deal::{Deal, DealError};
use preference::gains::Model;
use preference::protocol::ask::Responder;
use preference::protocol::question::parse_object;
use preference::questions::thumb::ThumbCost;
use preference::settlement::{Amount, SettledHand};
use preference::situation::{CardsInput, ErrorCode, Fields, Problem, QuestionError, Situation};
use pyo3::prelude::*;
use serde_json::json;

use crate::table::value_error;
use crate::work::run_on_analyst;

const EXAMPLE_QUESTION: &str = r#"{"random":1000,"rules":"russian"}"#;

/// Maximum number of random deals, and maximum amount in the pot.
const MAX_NUMBER: u64 = u32::MAX as u64;

/// Deals over which the costs are summed.
enum CostDeals {
    Listed(Vec<Deal>),
    Random { count: u64, seed: u64 },
}

/// Question about the costs of rules of thumb.
struct RuleOfThumbQuestion {
    situation: Situation,
    deals: CostDeals,
    model: Model,
}

impl RuleOfThumbQuestion {
    /// Reads a question from a JSON object with the fields `deals`, or `random` and `seed`, and `rules`, `model` and
    /// `pot`.
    fn read(line: &str) -> Result<RuleOfThumbQuestion, QuestionError> {
        let mut fields = Fields::from(parse_object(line, EXAMPLE_QUESTION)?);
        let rules = Responder::default().rules_of(&mut fields, "thumb")?;
        let deals = CostDeals::read(&mut fields)?;
        let model = fields.enum_word("model")?.unwrap_or_default();
        let pot = fields.number::<u32>("pot", 0..=MAX_NUMBER)?.map(Amount::from);
        fields.finish()?;
        let hand = SettledHand { pot, ..SettledHand::all_passed() };
        let situation = Situation::new(rules, CardsInput::Nothing).with_decisions(hand);
        Ok(RuleOfThumbQuestion { situation, deals, model })
    }

    fn costs(&self, analyst: &mut Analyst) -> Result<Vec<ThumbCost>, QuestionError> {
        match &self.deals {
            CostDeals::Listed(deals) => analyst.rule_of_thumb_costs(&self.situation, deals, self.model),
            &CostDeals::Random { count, seed } => {
                analyst.rule_of_thumb_costs_of_random_deals(&self.situation, count, seed, self.model)
            }
        }
    }
}

impl CostDeals {
    fn read(fields: &mut Fields) -> Result<CostDeals, QuestionError> {
        let is_listed = fields.has("deals");
        let deals = fields.conditions::<Deal>("deals").map_err(with_deal_code)?;
        let random = fields.number("random", 1..=MAX_NUMBER)?;
        let seed = fields.number("seed", 0..=u64::MAX)?;
        let not_here = |field, why| Err(QuestionError::new(ErrorCode::NotHere, field, Problem::NotHere(why)));
        match random {
            Some(_) if is_listed => not_here("random", "the deals are given"),
            Some(count) => Ok(CostDeals::Random { count, seed: seed.unwrap_or(1) }),
            None if seed.is_some() => not_here("seed", "no random deals are used"),
            None if deals.is_empty() => {
                let problem = Problem::Missing("deals, or random with a number of random deals");
                Err(QuestionError::new(ErrorCode::Missing, "deals", problem))
            }
            None => Ok(CostDeals::Listed(deals)),
        }
    }
}

/// If the cause of an error is an invalid deal, returns the error with the code `bad-deal`; otherwise returns it
/// unchanged.
fn with_deal_code(error: QuestionError) -> QuestionError {
    match (error.cause().downcast_ref::<DealError>(), error.field()) {
        (Some(cause), Some(field)) => QuestionError::new(ErrorCode::BadDeal, field.clone(), cause.clone()),
        _ => error,
    }
}

/// Returns the cost of each rule of thumb, and of all together, as a JSON list, or else an object with the `error` of
/// the question. From time to time `report`, if given, is called with the number of deals solved so far.
#[pyfunction]
#[pyo3(signature = (question, threads = 0, report = None))]
pub(crate) fn thumb(
    py: Python<'_>,
    question: &str,
    threads: usize,
    report: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let costs = match RuleOfThumbQuestion::read(question) {
        Ok(question) => run_on_analyst(py, threads, report, move |analyst, stop| {
            analyst.run_until(stop, |analyst| question.costs(analyst)).map_err(value_error)
        })?,
        Err(error) => Err(error),
    };
    match costs {
        Ok(costs) => serde_json::to_string(&costs).map_err(value_error),
        Err(error) => Ok(json!({"error": error}).to_string()),
    }
}
