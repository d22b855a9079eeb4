//! The trait that every question implements.
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::analyst::Analyst;
use crate::questions::question_list::QuestionList;
use crate::rules::variant::Variant;
use crate::situation::error::QuestionError;
use crate::situation::fields::{Fields, is_without_effect};
use crate::situation::form::FormPart;
use crate::situation::{CardsInput, Situation};
#[cfg(feature = "schema")]
use crate::tables::columns::{Columns, Row};

/// The situation and options of a question, or the reason why it is not valid.
pub type FormResult<O> = Result<(Situation, O), QuestionError>;

/// Types with a JSON Schema if the library is built with schemas, otherwise all types.
#[cfg(feature = "schema")]
pub use schemars::JsonSchema as FieldSchema;

/// Types with a JSON Schema if the library is built with schemas, otherwise all types.
#[cfg(not(feature = "schema"))]
pub trait FieldSchema {}

#[cfg(not(feature = "schema"))]
impl<T> FieldSchema for T {}

pub(crate) const DEFAULT_RULES: &str = "austrian";

/// How long an answer to a question takes on one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A millisecond or less.
    Instant,
    /// Some milliseconds.
    Fast,
    /// Up to minutes.
    Slow,
}

impl Cost {
    /// How many of these questions are worth one chunk of work; a slow one may take longer than a second.
    #[must_use]
    pub const fn questions_per_second(self) -> u32 {
        match self {
            Cost::Instant => 2048,
            Cost::Fast => 256,
            Cost::Slow => 16,
        }
    }
}

/// A question, and a part of its answer.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The question as JSON, without its name. The text `DEAL` stands for [`Example::DEAL`].
    pub question: &'static str,
    /// The place in the answer, as a JSON pointer.
    pub part: &'static str,
    /// What stands there, as JSON.
    pub shows: &'static str,
}

impl Example {
    /// The deal of the examples.
    pub const DEAL: &'static str = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

    /// The question as an object that names it.
    #[cfg(feature = "schema")]
    pub(crate) fn question(&self, ask: &str) -> Value {
        let question = self.question.replace("\"DEAL\"", &format!("\"{}\"", Example::DEAL));
        let mut fields: Map<String, Value> = serde_json::from_str(&question).expect("an example is JSON");
        fields.insert("ask".to_owned(), ask.into());
        fields.into()
    }
}

/// Question that can be asked by its name. Each field of the type is a flag of the command and a key in JSON.
pub trait QuestionType: FormPart + FieldSchema + Serialize + Clone {
    /// Name of the question, and of the command that asks it.
    const NAME: &'static str;
    /// An example for documents.
    const EXAMPLE: Example;
    /// Name of the default rules.
    const DEFAULT_RULES: &'static str = DEFAULT_RULES;
    /// How long an answer takes.
    const COST: Cost = Cost::Slow;
    /// Keys whose values make an answer slow, if the question has them.
    const SLOW_KEYS: &'static [&'static str] = &["at", "by", "settle"];
    /// Keys without which the question cannot be asked.
    const NEEDED_KEYS: &'static [&'static str] = &["deal"];
    /// The field that may hold a list, with a question for each element.
    const QUESTION_LIST: QuestionList = QuestionList::Nothing;
    /// Whether a partial answer is given when the time limit is exceeded.
    const HAS_PARTIAL_ANSWERS: bool = false;
    /// Whether the question has a field that sets the number of answers.
    const HAS_ANSWER_COUNT: bool = false;
    /// Parameters of the question besides the situation.
    type Options: Sync;
    /// What [`ask`](Self::ask) returns.
    type Answer: FieldSchema + Serialize + Send + Sync + 'static;

    /// Adds everything but the rules and the deal to the situation.
    ///
    /// # Errors
    /// If a field has no effect, is missing, or contradicts another one.
    fn apply_to(self, situation: Situation) -> FormResult<Self::Options>;

    /// The deal, if the question has one.
    fn deal(&self) -> Option<&str> {
        None
    }

    /// The question as the JSON object that an engine reads, without the fields that have no value.
    ///
    /// ```
    /// use preference::questions::question_type::QuestionType;
    /// use preference::questions::auction::AuctionQuestion;
    /// let calls = vec!["pass".parse()?, "1".parse()?];
    /// let question = AuctionQuestion { calls, ..AuctionQuestion::default() };
    /// assert_eq!(question.to_json().to_string(), r#"{"ask":"auction","calls":["pass","1"]}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn to_json(&self) -> Value {
        let Ok(Value::Object(fields)) = serde_json::to_value(self) else {
            unreachable!("a question has fields with names")
        };
        let fields = fields.into_iter().filter(|(_, value)| !is_without_effect(value));
        std::iter::once(("ask".to_owned(), Self::NAME.into())).chain(fields).collect::<Map<_, _>>().into()
    }

    /// Whether the question needs the cards of the field `deal`. The situation does not have them yet.
    fn has_deal(_situation: &Situation, _options: &Self::Options) -> bool {
        true
    }

    /// Whether hands of the deal may be unknown.
    fn allows_unknown_hands(_options: &Self::Options) -> bool {
        false
    }

    /// Whether the answer to a question with these fields takes more than a fraction of a second.
    fn is_long(fields: &Fields) -> bool {
        Self::COST == Cost::Slow
            || fields.is_list("deal")
            || Self::SLOW_KEYS.iter().any(|name| fields.has(name))
    }

    /// Whether the answers are a list, even if there is only one answer.
    fn has_answer_list(_situation: &Situation, _options: &Self::Options) -> bool {
        false
    }

    /// The answers, one for most questions.
    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &Self::Options,
    ) -> Result<Vec<Self::Answer>, QuestionError>;

    /// The situation without cards under these rules, and the options.
    fn without_deal(self, rules: Arc<Variant>) -> FormResult<Self::Options> {
        self.apply_to(Situation::new(rules, CardsInput::Nothing))
    }

    /// The situation with the question's deal under these rules, and the options.
    fn under(self, rules: Arc<Variant>) -> FormResult<Self::Options> {
        let deal = self.deal().map(str::to_owned);
        let (situation, options) = self.without_deal(rules)?;
        let situation = match deal {
            None => situation,
            Some(deal) => situation.with_deal_text(&deal, Self::allows_unknown_hands(&options))?,
        };
        Ok((situation, options))
    }

    /// The columns of the answers. If `long`, each result of an answer has a row of its own.
    ///
    /// # Errors
    /// If the form contradicts itself, or the question has no long rows.
    #[cfg(feature = "schema")]
    fn columns(self, _rules: Arc<Variant>, long: bool) -> Result<Columns, QuestionError> {
        if long {
            return Err(QuestionError::not_here("long", "only solve has long rows"));
        }
        Ok(self.key_columns())
    }

    /// The columns of the answers, one for each key.
    #[cfg(feature = "schema")]
    fn key_columns(&self) -> Columns {
        Columns::from_keys::<Self::Answer>()
    }

    /// The rows of an answer in a table with these columns of this question.
    #[cfg(feature = "schema")]
    fn rows(answer: &Self::Answer, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        Ok(vec![columns.row_of_keys(answer)])
    }
}

/// Implements [`QuestionType`] for a question that one method of the analyst answers.
macro_rules! question_type {
    ($question:ident $name:literal, $options:ty => $answer:ty, $ask:expr $(, $item:item)*) => {
        impl QuestionType for $question {
            const NAME: &'static str = $name;
            $($item)*
            type Options = $options;
            type Answer = $answer;

            fn apply_to(self, situation: Situation) -> FormResult<$options> {
                self.options(situation)
            }

            fn ask(
                analyst: &mut Analyst,
                situation: &Situation,
                options: &$options,
            ) -> Result<Vec<$answer>, QuestionError> {
                let ask: fn(&mut Analyst, &Situation, &$options) -> Result<$answer, QuestionError> = $ask;
                ask(analyst, situation, options).map(|answer| vec![answer])
            }
        }
    };
}

pub(crate) use question_type;
