//! Hands in PPN as records, and records as PPN.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::analyst::Analyst;
use crate::hand::{Hand, HandRecord};
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType};
use crate::questions::session::{in_log, log_records};
use crate::rules::variant::Variant;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::field_types::LogInput;
use crate::situation::form::form;
use crate::situation::groups::CommonFields;
use crate::situation::ppn::{self, PpnError, PpnRecord};
use crate::situation::{Fields, Situation};

form! {
    /// Convert hands between records and PPN, the notation of Serbian play sites.
    pub struct PpnQuestion {
        /// Rules and time limit. The rules are used for PPN, and for records that name none.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Records of finished hands; as an argument also a file with a record on each line, or a file of PPN.
        #[cfg_attr(feature = "clap", arg(value_name = "FILE|JSON|PPN"))]
        pub log: Option<LogInput>,
        /// Deals in PPN.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub ppn: Option<String>,
    }
}

/// Hands that are to be converted.
#[derive(Clone, Debug)]
pub enum PpnQuery {
    /// Deals of a PPN file, as far as they could be read.
    Ppn(Vec<Result<PpnRecord, PpnError>>),
    /// Hands for which PPN is wanted.
    Hands(Vec<Hand>),
}

/// Converted hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PpnAnswer {
    /// Hands in the order of the question.
    pub hands: Vec<ConvertedHand>,
}

/// Hand in the other form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedHand {
    /// Name in PPN; hands from records are numbered. Null if the deal has none.
    pub name: Option<String>,
    /// Record of a deal in PPN. Its calls are the first that lead to the bids in PPN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<HandRecord>,
    /// PPN of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ppn: Option<String>,
    /// Reason why the hand has no other form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum PpnQuestionError {
    #[error("the log and the PPN are two questions")]
    Both,
    #[error("there are no deals in this PPN: a deal stands in square brackets")]
    NoDeals,
}

impl ConvertedHand {
    fn from_ppn(read: &Result<PpnRecord, PpnError>) -> ConvertedHand {
        let (name, record) = match read {
            Ok(deal) => (Some(deal.id.clone()), Hand::from_ppn(deal).map_err(|error| error.to_string())),
            // The name stands beside the problem.
            Err(error) => (error.id.clone(), Err(PpnError { id: None, ..error.clone() }.to_string())),
        };
        let problem = record.as_ref().err().cloned();
        ConvertedHand { name, record: record.ok().map(|hand| hand.record()), ppn: None, problem }
    }

    fn from_hand((n, hand): (usize, &Hand)) -> ConvertedHand {
        let name = (n + 1).to_string();
        let ppn = hand.to_ppn(&name);
        let problem = ppn.as_ref().err().map(ToString::to_string);
        ConvertedHand { name: Some(name), record: None, ppn: ppn.ok(), problem }
    }
}

impl Analyst {
    /// Converts hands between records and PPN. A hand that has no other form is returned with the reason.
    #[must_use]
    pub fn ppn(&self, query: &PpnQuery) -> PpnAnswer {
        let hands = match query {
            PpnQuery::Ppn(deals) => deals.iter().map(ConvertedHand::from_ppn).collect(),
            PpnQuery::Hands(hands) => hands.iter().enumerate().map(ConvertedHand::from_hand).collect(),
        };
        PpnAnswer { hands }
    }
}

impl PpnQuestion {
    fn query(self, rules: &Arc<Variant>) -> Result<PpnQuery, QuestionError> {
        match (self.log, self.ppn) {
            (None, None) => Err(QuestionError::missing("log", "records of hands; or ppn, deals in PPN")),
            (Some(_), Some(_)) => Err(QuestionError::new(ErrorCode::NotHere, "ppn", PpnQuestionError::Both)),
            (None, Some(text)) => match ppn::read(&text, rules) {
                deals if deals.is_empty() => {
                    Err(QuestionError::whole(ErrorCode::NotHere, PpnQuestionError::NoDeals))
                }
                deals => Ok(PpnQuery::Ppn(deals)),
            },
            (Some(log), None) => {
                let read = |(n, record)| {
                    let mut fields = Fields::from(record);
                    let hand = Hand::read(Arc::clone(rules), &mut fields);
                    hand.and_then(|hand| fields.finish_record().map(|()| hand))
                        .map_err(|error| in_log(n, error))
                };
                log_records(log)?
                    .into_iter()
                    .enumerate()
                    .map(read)
                    .collect::<Result<_, _>>()
                    .map(PpnQuery::Hands)
            }
        }
    }
}

impl QuestionType for PpnQuestion {
    const NAME: &'static str = "ppn";
    const EXAMPLE: Example = Example {
        question: r#"{"log":[{"deal":"DEAL","actions":["pass","pass","pass"]}]}"#,
        part: "/hands/0/ppn",
        shows: r#""[1 123 865OJGFBSP7421LHEDUQ3NMKICAWTR9V P,P,P]""#,
    };
    const DEFAULT_RULES: &'static str = "bule";
    const COST: Cost = Cost::Instant;
    const NEEDED_KEYS: &'static [&'static str] = &[];
    type Options = PpnQuery;
    type Answer = PpnAnswer;

    fn apply_to(self, situation: Situation) -> FormResult<PpnQuery> {
        let query = self.query(&situation.shared_rules())?;
        Ok((situation, query))
    }

    fn has_deal(_: &Situation, _: &PpnQuery) -> bool {
        false
    }

    fn ask(analyst: &mut Analyst, _: &Situation, query: &PpnQuery) -> Result<Vec<PpnAnswer>, QuestionError> {
        Ok(vec![analyst.ppn(query)])
    }
}
