//! Answers as rows of a table: names and kinds of columns, and values of cells.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::analysis::ask::{read, unknown};
use crate::analysis::contracts::SolveDetail;
use crate::analysis::question_type::QuestionType;
use crate::analysis::questions::SolveQuestion;
use crate::analysis::schema;
pub use crate::analysis::schema::ColumnKind;
use crate::rules::contract::{ALL_PASS, Contract, Target};
use crate::rules::variant::Variant;
use crate::seat::Seat;
use crate::situation::error::{Code, Problem, QuestionError};
use crate::situation::fields::Fields;

/// Column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Name of the column.
    pub name: String,
    /// Kind of the values, all of which may be null.
    #[serde(rename = "type")]
    pub kind: ColumnKind,
}

/// Names of the columns with the error of a row: its code, and its message.
pub const ERRORS: [&str; 2] = ["error_code", "error"];

/// Returns the columns of [`ERRORS`].
#[must_use]
pub fn error_columns() -> [Column; 2] {
    ERRORS.map(|name| column(name, ColumnKind::String))
}

/// Returns the cells of [`ERRORS`] in a row without an answer. The message begins with the field that is wrong.
#[must_use]
pub fn error_cells(error: &QuestionError) -> [Value; 2] {
    let code = serde_json::to_value(error.code()).expect("a code has a JSON form");
    [code, error.with_field().into()]
}

/// Columns of the answers to one kind of question.
///
/// ```
/// use preference::analysis::columns::Columns;
/// use preference::situation::Fields;
/// use preference::rules::Variant;
/// let rules: Variant = "american".parse()?;
/// let columns = Columns::of("solve", rules.into(), Fields::default(), false)?;
/// assert_eq!(columns.list()[0].name, "F_S");
/// assert_eq!(columns.list().len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Columns {
    form: Form,
    list: Vec<Column>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Each row is an answer, each column a declarer and contract.
    Wide,
    /// Each row is the result of a declarer and contract.
    Long,
    /// Each row is an answer, each column a key.
    Keys,
}

fn column(name: impl Into<String>, kind: ColumnKind) -> Column {
    Column { name: name.into(), kind }
}

impl Columns {
    /// Returns the columns of the answers to the question `ask` with these fields, under these rules. With `long`
    /// each result of `solve` has a row.
    ///
    /// # Errors
    /// If there is no such question, a field is wrong, or `long` is asked of another question.
    pub fn of(
        ask: &str,
        rules: Arc<Variant>,
        mut fields: Fields,
        long: bool,
    ) -> Result<Columns, QuestionError> {
        if ask != SolveQuestion::NAME {
            if long {
                return Err(QuestionError::not_here("long", "only solve has long rows"));
            }
            let keys = schema::answer_keys(ask).ok_or_else(|| unknown(ask))?;
            let list = keys.iter().map(|(name, kind)| column(name, *kind)).collect();
            return Ok(Columns { form: Form::Keys, list });
        }
        let (situation, options) = read::<SolveQuestion>(rules, &mut fields)?;
        let counts = |contract: Contract| {
            contract.is_misere() || matches!(situation.rules().target(contract, false), Target::AtLeast(_))
        };
        let tricks = |contract: Contract| match options.goal {
            SolveDetail::Tricks if counts(contract) => ColumnKind::Int8,
            _ => ColumnKind::Bool,
        };
        if long {
            use ColumnKind::{Bool, Int8, String};
            let list = [("deal", String), ("declarer", String), ("contract", String), ("tricks", Int8)];
            let list = list.into_iter().chain([("made", Bool)]);
            return Ok(Columns {
                form: Form::Long,
                list: list.map(|(name, kind)| column(name, kind)).collect(),
            });
        }
        let declarers: Vec<Seat> = match situation.declarer_if_any() {
            Some(seat) => vec![seat],
            None => Seat::ALL.into_iter().filter(|seat| !situation.out().contains(*seat)).collect(),
        };
        let contracts = options.contracts.under(situation.rules());
        let mut list = Vec::new();
        for seat in declarers {
            let of = |&contract: &Contract| column(format!("{}_{contract}", seat.letter()), tricks(contract));
            list.extend(contracts.iter().map(of));
        }
        if options.contracts.all_pass() {
            let of = |seat: Seat| column(format!("{}_{ALL_PASS}", seat.letter()), ColumnKind::Int8);
            list.extend(Seat::ALL.map(of));
        }
        Ok(Columns { form: Form::Wide, list })
    }

    /// Returns the columns, in their order.
    #[must_use]
    pub fn list(&self) -> &[Column] {
        &self.list
    }

    /// Returns the rows of an answer, an object of JSON: in each row a value for each column, null if the answer has
    /// none.
    ///
    /// # Errors
    /// If the answer has a result for which there is no column.
    pub fn rows(&self, answer: Value) -> Result<Vec<Vec<Value>>, QuestionError> {
        let answers = match answer {
            Value::Object(mut one) => match one.remove("answers") {
                Some(Value::Array(answers)) => answers,
                _ => vec![Value::Object(one)],
            },
            _ => Vec::new(),
        };
        let mut rows = Vec::new();
        for answer in answers {
            let Value::Object(answer) = answer else { continue };
            match self.form {
                Form::Wide => rows.push(self.wide(&answer)?),
                Form::Long => rows.extend(long(&answer)),
                Form::Keys => rows.push(self.keys(answer)),
            }
        }
        Ok(rows)
    }

    /// Returns a row with a value for each declarer and contract.
    fn wide(&self, answer: &Map<String, Value>) -> Result<Vec<Value>, QuestionError> {
        let mut row = vec![Value::Null; self.list.len()];
        for (seat, result) in results(answer) {
            let contract = result["contract"].as_str().unwrap_or_default();
            let place = self.list.iter().position(|column| {
                column.name.strip_prefix(seat).and_then(|name| name.strip_prefix('_')) == Some(contract)
            });
            let Some(place) = place else {
                let why = "the table has no column for it: ask for long rows (--long, long=True), or drop or \
                           rename the input's own column 'contract'";
                return Err(QuestionError::new(Code::NotHere, "contract", Problem::Only(why)));
            };
            if self.list[place].kind == ColumnKind::Int8 && result["tricks"].is_null() {
                return Err(QuestionError::not_here("goal", "the column is for tricks"));
            }
            row[place] = match (self.list[place].kind, &result["tricks"]) {
                (ColumnKind::Int8, Value::Object(tricks)) => tricks[seat].clone(),
                (ColumnKind::Int8, tricks) => tricks.clone(),
                _ => result["made"].clone(),
            };
        }
        Ok(row)
    }

    fn keys(&self, mut answer: Map<String, Value>) -> Vec<Value> {
        let of = |column: &Column| match answer.remove(&column.name) {
            None => Value::Null,
            Some(text @ (Value::Null | Value::String(_))) => text,
            Some(other) if column.kind == ColumnKind::String => other.to_string().into(),
            Some(other) => other,
        };
        self.list.iter().map(of).collect()
    }
}

/// Returns a row for each declarer and contract.
fn long(answer: &Map<String, Value>) -> Vec<Vec<Value>> {
    let of = |(seat, result): (&'static str, &Value)| {
        let tricks = match &result["tricks"] {
            Value::Object(tricks) => tricks[seat].clone(),
            tricks => tricks.clone(),
        };
        vec![answer["deal"].clone(), seat.into(), result["contract"].clone(), tricks, result["made"].clone()]
    };
    results(answer).map(of).collect()
}

/// Returns the results of `solve`, each with its declarer; the result of passing out once for each seat.
fn results(answer: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &Value)> {
    let results = answer.get("results").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    results.iter().flat_map(|result| {
        let declarer = result["declarer"].as_str();
        ["F", "M", "R"]
            .into_iter()
            .filter(move |seat| declarer.is_none_or(|declarer| declarer == *seat))
            .map(move |seat| (seat, result))
    })
}
