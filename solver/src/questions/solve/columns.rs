//! Columns and rows of the answers to `solve`.

use std::fmt;

use serde_json::Value;

use crate::outcomes::outcome::SolveDetail;
use crate::questions::solve::answer::{ContractSolution, SolveAnswer, SolveOptions};
use crate::rules::contract::{ALL_PASS, Contract, Target};
use crate::rules::variant::Variant;
use crate::seat::Seat;
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
#[cfg(feature = "schema")]
use crate::tables::columns::{ColumnType, Columns, Row, column};

/// One for each declarer and contract.
pub(super) fn wide(situation: &Situation, options: &SolveOptions) -> Columns {
    let rules = situation.rules();
    let declarers: Vec<Seat> = match situation.declarer_if_any() {
        Some(seat) => vec![seat],
        None => Seat::ALL.into_iter().filter(|seat| !situation.out().contains(*seat)).collect(),
    };
    let contracts = options.contracts.contracts(rules);
    let mut list = Vec::new();
    for seat in declarers {
        for &contract in &contracts {
            list.push(column(wide_name(seat, contract), result_type(rules, contract, options.goal)));
        }
    }
    if options.contracts.includes_all_pass() {
        list.extend(Seat::ALL.map(|seat| column(wide_name(seat, ALL_PASS), ColumnType::Int8)));
    }
    Columns::new(list, false)
}

/// Each result has a row of its own.
pub(super) fn long() -> Columns {
    use ColumnType::{Bool, Int8, String};
    let list =
        [("deal", String), ("declarer", String), ("contract", String), ("tricks", Int8), ("made", Bool)];
    Columns::new(list.map(|(name, kind)| column(name, kind)).into(), true)
}

pub(super) fn rows(answer: &SolveAnswer, columns: &Columns) -> Result<Vec<Row>, QuestionError> {
    let results = answer.results.iter().flat_map(ResultCell::from_solution);
    if columns.is_long() {
        return Ok(results.map(|result| result.long_row(&answer.deal.to_string())).collect());
    }
    let mut row = vec![Value::Null; columns.as_slice().len()];
    for result in results {
        let name = wide_name(result.seat, result.contract());
        let Some(place) = columns.as_slice().iter().position(|column| column.name == name) else {
            let why = "the table has columns only for the declarers and contracts of the whole batch, not for a \
                       record's own declarer, contract or rules: ask for long rows (--long, long=True), or set \
                       declarer and contract for all records";
            return Err(QuestionError::new(ErrorCode::NotHere, "contract", Problem::NeedsOtherField(why)));
        };
        row[place] = match (&columns.as_slice()[place].kind, result.tricks) {
            (ColumnType::Int8, None) => {
                return Err(QuestionError::not_here(
                    "goal",
                    "the column holds numbers of tricks: leave out this goal",
                ));
            }
            (ColumnType::Int8, Some(tricks)) => tricks.into(),
            _ => result.made.into(),
        };
    }
    Ok(vec![row])
}

fn result_type(rules: &Variant, contract: Contract, detail: SolveDetail) -> ColumnType {
    let counts_tricks = contract.is_misere() || matches!(rules.target(contract, false), Target::AtLeast(_));
    match detail {
        SolveDetail::Tricks if counts_tricks => ColumnType::Int8,
        _ => ColumnType::Bool,
    }
}

fn wide_name(declarer: Seat, contract: impl fmt::Display) -> String {
    format!("{}_{contract}", declarer.letter())
}

/// The tricks are those of one seat when all have passed.
struct ResultCell {
    seat: Seat,
    /// `None` when all have passed.
    contract: Option<Contract>,
    tricks: Option<u8>,
    made: Option<bool>,
}

impl ResultCell {
    fn from_solution(solution: &ContractSolution) -> Vec<ResultCell> {
        match *solution {
            ContractSolution::Contract { declarer, contract, outcome, .. } => vec![ResultCell {
                seat: declarer,
                contract: Some(contract),
                tricks: outcome.tricks,
                made: Some(outcome.made),
            }],
            ContractSolution::AllPassed { tricks, .. } => {
                let results = Seat::ALL.map(|seat| ResultCell {
                    seat,
                    contract: None,
                    tricks: Some(tricks[seat]),
                    made: None,
                });
                results.into()
            }
        }
    }

    fn contract(&self) -> String {
        self.contract.map_or_else(|| ALL_PASS.to_owned(), |contract| contract.to_string())
    }

    fn long_row(&self, deal: &str) -> Row {
        let seat = self.seat.letter().to_string();
        vec![deal.into(), seat.into(), self.contract().into(), self.tricks.into(), self.made.into()]
    }
}
