//! The trait of questions: it reads a question from its fields, and answers it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[cfg(feature = "hands")]
use crate::analysis::advice::ActionAdvice;
#[cfg(feature = "schema")]
use crate::analysis::advice::AdviseForm;
use crate::analysis::advice::AdviseQuery;
use crate::analysis::advise::AdviseAnswer;
use crate::analysis::analyst::Analyst;
use crate::analysis::bidding::{self, AuctionAnswer};
use crate::analysis::cards::{CardsAnswer, PlayOptions};
use crate::analysis::catch::{CatchAnswer, CatchOptions};
#[cfg(feature = "schema")]
use crate::analysis::columns::{Columns, Row};
use crate::analysis::contracts::{ContractSelection, SolveAnswer, SolveDetail, SolveOptions};
use crate::analysis::deals::{DealAnswer, DealOptions};
use crate::analysis::defend::{DefendAnswer, DefendOptions};
use crate::analysis::evaluate::{EvaluateAnswer, EvaluateOptions};
use crate::analysis::line::LineAnswer;
use crate::analysis::par::{ParAnswer, ParOptions};
use crate::analysis::puzzle::{PuzzleAnswer, PuzzleOptions};
use crate::analysis::question_list::{MAX_ANSWER_OBJECTS, QuestionList};
use crate::analysis::questions::{
    AdviseQuestion, AuctionQuestion, CardsQuestion, CatchQuestion, DealQuestion, DefendQuestion,
    EvaluateQuestion, LineQuestion, ParQuestion, PuzzleQuestion, ReviewQuestion, ScoreQuestion,
    SolveQuestion, StateQuestion, TalonQuestion, UsurpQuestion,
};
use crate::analysis::review::{self, ReviewAnswer, ReviewOptions};
use crate::analysis::score::{self, ScoreAnswer, ScoreOptions};
use crate::analysis::state::{StateAnswer, StateQuery};
use crate::analysis::talon::{TalonAnswer, TalonOptions};
use crate::analysis::talon_unknown::TalonAverages;
use crate::analysis::usurp::{UsurpAnswer, UsurpOptions};
use crate::rules::contract::Contract;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::fields::{Fields, is_without_effect};
use crate::situation::parsing::declarer;
use crate::situation::{CardsInput, Situation};

/// The situation and options of a question, or the error in its fields.
pub type ReadResult<O> = Result<(Situation, O), QuestionError>;

/// Types with a JSON Schema if the library is built with schemas, otherwise all types.
#[cfg(feature = "schema")]
pub use schemars::JsonSchema as FieldSchema;

/// Types with a JSON Schema if the library is built with schemas, otherwise all types.
#[cfg(not(feature = "schema"))]
pub trait FieldSchema {}

#[cfg(not(feature = "schema"))]
impl<T> FieldSchema for T {}

/// Question that can be asked by its name. The fields of the type are its flags and its keys in JSON.
pub trait QuestionType: FieldSchema + Serialize {
    /// Name of the question, and of the command that asks it.
    const NAME: &'static str;
    /// Name of the default rules.
    const DEFAULT_RULES: &'static str = "austrian";
    /// Field in which a list stands for several questions.
    const QUESTION_LIST: QuestionList = QuestionList::Nothing;
    /// Whether a partial answer is given when the time limit is exceeded.
    const HAS_PARTIAL_ANSWERS: bool = false;
    /// Whether the question has a field that sets the number of answers.
    const HAS_ANSWER_COUNT: bool = false;
    /// Parameters of the question besides the situation.
    type Options: Sync;
    /// Answer.
    type Answer: FieldSchema + Serialize + Send;

    /// Reads the options from `fields`, and adds everything but the rules and the cards to the situation.
    ///
    /// # Errors
    /// If a field has a wrong value.
    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<Self::Options>;

    /// Converts the question to the JSON object that an engine reads. Fields without a value are left out.
    ///
    /// ```
    /// use preference::analysis::question_type::QuestionType;
    /// use preference::analysis::questions::AuctionQuestion;
    /// let question = AuctionQuestion { calls: vec!["pass".into(), "1".into()], ..AuctionQuestion::default() };
    /// assert_eq!(question.to_json().to_string(), r#"{"ask":"auction","calls":["pass","1"]}"#);
    /// ```
    fn to_json(&self) -> Value {
        let Ok(Value::Object(fields)) = serde_json::to_value(self) else {
            unreachable!("a question has fields with names")
        };
        let fields = fields.into_iter().filter(|(_, value)| !is_without_effect(value));
        std::iter::once(("ask".to_owned(), Self::NAME.into())).chain(fields).collect::<Map<_, _>>().into()
    }

    /// Returns whether the question is about the cards in the field `deal`, given the situation without them.
    fn has_deal(_situation: &Situation, _options: &Self::Options) -> bool {
        true
    }

    /// Returns whether hands of the deal may be unknown.
    fn allows_unknown_hands(_options: &Self::Options) -> bool {
        false
    }

    /// Returns whether the answers are a list, even if there is only one answer.
    fn has_answer_list(_situation: &Situation, _options: &Self::Options) -> bool {
        false
    }

    /// Answers the question. The list has one answer for most questions.
    ///
    /// # Errors
    /// If the question cannot be answered.
    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &Self::Options,
    ) -> Result<Vec<Self::Answer>, QuestionError>;

    /// Returns the columns of the answers to the question with these fields, one for each key.
    #[cfg(feature = "schema")]
    fn columns(_fields: &Fields) -> Columns {
        Columns::from_keys::<Self::Answer>()
    }

    /// Converts an answer to the rows of a table with these columns, which must be columns of this question.
    ///
    /// # Errors
    /// If the answer has a part for which there is no column.
    #[cfg(feature = "schema")]
    fn rows(answer: &Self::Answer, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        Ok(vec![columns.row_of_keys(answer)])
    }
}

impl QuestionType for SolveQuestion {
    const NAME: &'static str = "solve";
    const QUESTION_LIST: QuestionList = QuestionList::Deals;
    type Options = SolveOptions;
    type Answer = SolveAnswer;

    fn read(mut situation: Situation, fields: &mut Fields) -> ReadResult<SolveOptions> {
        let contracts = ContractSelection::read(fields, situation.rules())?;
        let goal = SolveDetail::read(fields)?;
        if let Some(seat) = declarer(fields)? {
            situation = situation.with_declarer(seat);
        }
        if fields.switch("hand")? {
            situation = situation.with_play_from_hand();
        }
        if fields.has("talon_order") && !contracts.includes_all_pass() {
            return Err(QuestionError::not_here("talon_order", "it affects only allpass"));
        }
        let in_a_row = contracts.contracts(situation.rules()).contains(&Contract::Run6);
        let situation = situation.read_position(fields)?.read_talon_order(fields)?;
        if situation.has_run() && !in_a_row {
            return Err(QuestionError::not_here("run", "it affects only run6"));
        }
        Ok((situation, SolveOptions { contracts, goal }))
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &SolveOptions,
    ) -> Result<Vec<SolveAnswer>, QuestionError> {
        analyst.solve(situation, options).map(|answer| vec![answer])
    }

    #[cfg(feature = "schema")]
    fn rows(answer: &SolveAnswer, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        columns.rows_of_solve(answer)
    }
}

/// Answer of `talon`: values with all cards known, or averages over layouts of the defenders' cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TalonReply {
    /// Values with all cards known.
    Known(TalonAnswer),
    /// Averages with the defenders' cards unknown.
    Unknown(TalonAverages),
}

impl QuestionType for TalonQuestion {
    const NAME: &'static str = "talon";
    const QUESTION_LIST: QuestionList = QuestionList::Deals;
    type Options = TalonOptions;
    type Answer = TalonReply;

    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<TalonOptions> {
        TalonOptions::read(situation, fields)
    }

    fn allows_unknown_hands(options: &TalonOptions) -> bool {
        options.unknown_defence.is_some()
    }

    fn has_answer_list(situation: &Situation, options: &TalonOptions) -> bool {
        situation.declarer_if_any().is_none() && options.unknown_defence.is_none()
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &TalonOptions,
    ) -> Result<Vec<TalonReply>, QuestionError> {
        if options.unknown_defence.is_some() {
            return analyst.talon_unknown(situation, options).map(|answer| vec![TalonReply::Unknown(answer)]);
        }
        situation.deal()?;
        let answers = situation.declarers()?.into_iter().map(|declarer| {
            analyst.talon(&situation.clone().with_declarer(declarer), options).map(TalonReply::Known)
        });
        answers.collect()
    }

    #[cfg(feature = "schema")]
    fn columns(fields: &Fields) -> Columns {
        if fields.has("unknown_defence") {
            Columns::from_keys::<TalonAverages>()
        } else {
            Columns::from_keys::<TalonAnswer>()
        }
    }

    #[cfg(feature = "schema")]
    fn rows(answer: &TalonReply, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        let are_averages = columns.as_slice().iter().any(|column| column.name == "layouts");
        match (answer, are_averages) {
            (TalonReply::Known(answer), false) => Ok(vec![columns.row_of_keys(answer)]),
            (TalonReply::Unknown(answer), true) => Ok(vec![columns.row_of_keys(answer)]),
            _ => Err(QuestionError::not_here(
                "unknown_defence",
                "give it for all rows of a table, or for none",
            )),
        }
    }
}

/// Answer of `advise`: averages for the cards of a position, or for the actions in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum AdviseReply {
    /// Averages for the legal cards of a position.
    Card(AdviseAnswer),
    /// Averages for the legal actions in a record.
    #[cfg(feature = "hands")]
    Action(ActionAdvice),
}

impl QuestionType for AdviseQuestion {
    const NAME: &'static str = "advise";
    const QUESTION_LIST: QuestionList = QuestionList::Points;
    const HAS_PARTIAL_ANSWERS: bool = true;
    type Options = AdviseQuery;
    type Answer = AdviseReply;

    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<AdviseQuery> {
        AdviseQuery::read(situation, fields)
    }

    fn has_deal(_: &Situation, query: &AdviseQuery) -> bool {
        matches!(query, AdviseQuery::Card(_))
    }

    fn allows_unknown_hands(_: &AdviseQuery) -> bool {
        true
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        query: &AdviseQuery,
    ) -> Result<Vec<AdviseReply>, QuestionError> {
        let reply = match query {
            AdviseQuery::Card(options) => AdviseReply::Card(analyst.advise(situation, options)?),
            #[cfg(feature = "hands")]
            AdviseQuery::Action(action) => {
                AdviseReply::Action(analyst.advise_hand(&action.hand, &action.options)?)
            }
        };
        Ok(vec![reply])
    }

    #[cfg(feature = "schema")]
    fn columns(fields: &Fields) -> Columns {
        match AdviseQuery::form_of(fields) {
            Some(AdviseForm::Card) => Columns::from_keys::<AdviseAnswer>(),
            Some(AdviseForm::Action) => Columns::from_keys::<ActionAdvice>(),
            None => Columns::from_keys::<AdviseReply>(),
        }
    }

    #[cfg(feature = "schema")]
    fn rows(answer: &AdviseReply, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
        let list = match answer {
            AdviseReply::Card(_) => "cards",
            AdviseReply::Action(_) => "actions",
        };
        if !columns.as_slice().iter().any(|column| column.name == list) {
            return Err(QuestionError::not_here("record", "the table has no columns for its answer"));
        }
        Ok(vec![columns.row_of_keys(answer)])
    }
}

/// Implements [`QuestionType`] for a question that a method of the analyst answers with a single answer.
macro_rules! question_type {
    ($question:ident $name:literal, $options:ty => $answer:ty, $read:path, $ask:expr $(, $item:item)*) => {
        impl QuestionType for $question {
            const NAME: &'static str = $name;
            $($item)*
            type Options = $options;
            type Answer = $answer;

            fn read(situation: Situation, fields: &mut Fields) -> ReadResult<$options> {
                $read(situation, fields)
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

question_type!(
    CardsQuestion "cards", PlayOptions => CardsAnswer, PlayOptions::read, |analyst, situation, options| analyst.cards(situation, options),
    const QUESTION_LIST: QuestionList = QuestionList::Points;
);
question_type!(
    LineQuestion "line", PlayOptions => LineAnswer, PlayOptions::read, |analyst, situation, options| analyst.line(situation, options),
    const QUESTION_LIST: QuestionList = QuestionList::Points;
);
question_type!(
    DefendQuestion "defend", DefendOptions => DefendAnswer, DefendOptions::read, |analyst, situation, options| analyst.defend(situation, options)
);
question_type!(
    CatchQuestion "catch", CatchOptions => CatchAnswer, CatchOptions::read, |analyst, situation, options| analyst.catch(situation, options),
    const QUESTION_LIST: QuestionList = QuestionList::Deals;,
    const HAS_PARTIAL_ANSWERS: bool = true;
);
question_type!(
    ParQuestion "par", ParOptions => ParAnswer, ParOptions::read, |analyst, situation, options| analyst.par(situation, options)
);
question_type!(
    UsurpQuestion "usurp", UsurpOptions => UsurpAnswer, UsurpOptions::read, |analyst, situation, options| analyst.usurp(situation, options),
    const DEFAULT_RULES: &'static str = "illustrated";
);
question_type!(
    EvaluateQuestion "evaluate", EvaluateOptions => EvaluateAnswer, EvaluateOptions::read, |analyst, situation, options| analyst.evaluate(situation, options),
    const HAS_PARTIAL_ANSWERS: bool = true;,
    fn has_deal(situation: &Situation, _: &EvaluateOptions) -> bool { matches!(situation.cards(), CardsInput::Nothing) },
    fn allows_unknown_hands(_: &EvaluateOptions) -> bool { true }
);
question_type!(
    ReviewQuestion "review", ReviewOptions => ReviewAnswer, review::read, |analyst, situation, options| analyst.review(situation, options),
    fn has_deal(situation: &Situation, _: &ReviewOptions) -> bool { matches!(situation.cards(), CardsInput::Nothing) }
);
question_type!(
    ScoreQuestion "score", ScoreOptions => ScoreAnswer, score::read, |analyst, situation, options| analyst.score(situation, options),
    fn has_deal(_: &Situation, _: &ScoreOptions) -> bool { false }
);

impl QuestionType for AuctionQuestion {
    const NAME: &'static str = "auction";
    type Options = ();
    type Answer = AuctionAnswer;

    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<()> {
        bidding::read(situation, fields).map(|situation| (situation, ()))
    }

    fn has_deal(_: &Situation, (): &()) -> bool {
        false
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        (): &(),
    ) -> Result<Vec<AuctionAnswer>, QuestionError> {
        analyst.auction(situation).map(|answer| vec![answer])
    }
}

impl QuestionType for StateQuestion {
    const NAME: &'static str = "state";
    type Options = StateQuery;
    type Answer = StateAnswer;

    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<StateQuery> {
        StateQuery::read(situation, fields)
    }

    fn has_deal(_: &Situation, _: &StateQuery) -> bool {
        false
    }

    fn ask(
        analyst: &mut Analyst,
        _: &Situation,
        query: &StateQuery,
    ) -> Result<Vec<StateAnswer>, QuestionError> {
        analyst.state(&query.hand, query.options).map(|answer| vec![answer])
    }
}

fn check_count(count: u64) -> Result<(), QuestionError> {
    if count <= MAX_ANSWER_OBJECTS {
        return Ok(());
    }
    let right =
        format!("one answer lists at most {MAX_ANSWER_OBJECTS} objects: ask again with another seed").into();
    let problem = Problem::Value { found: count.to_string(), right };
    Err(QuestionError::new(ErrorCode::BadValue, "count", problem))
}

impl QuestionType for DealQuestion {
    const NAME: &'static str = "deal";
    const HAS_PARTIAL_ANSWERS: bool = true;
    const HAS_ANSWER_COUNT: bool = true;
    type Options = DealOptions;
    type Answer = DealAnswer;

    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<DealOptions> {
        DealOptions::read(situation, fields)
    }

    fn has_deal(_: &Situation, _: &DealOptions) -> bool {
        false
    }

    fn has_answer_list(_: &Situation, options: &DealOptions) -> bool {
        options.count != 1
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &DealOptions,
    ) -> Result<Vec<DealAnswer>, QuestionError> {
        check_count(options.count)?;
        let mut deals = Vec::new();
        analyst.deal(situation, options, |deal, _| {
            deals.extend(deal);
            Ok::<(), QuestionError>(())
        })?;
        Ok(deals)
    }
}

impl QuestionType for PuzzleQuestion {
    const NAME: &'static str = "puzzle";
    const HAS_PARTIAL_ANSWERS: bool = true;
    const HAS_ANSWER_COUNT: bool = true;
    type Options = PuzzleOptions;
    type Answer = PuzzleAnswer;

    fn read(situation: Situation, fields: &mut Fields) -> ReadResult<PuzzleOptions> {
        PuzzleOptions::read(situation, fields)
    }

    fn has_deal(_: &Situation, _: &PuzzleOptions) -> bool {
        false
    }

    fn has_answer_list(_: &Situation, options: &PuzzleOptions) -> bool {
        options.count != 1
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &PuzzleOptions,
    ) -> Result<Vec<PuzzleAnswer>, QuestionError> {
        check_count(options.count as u64)?;
        analyst.puzzle(situation, options)
    }
}
