//! The keys of each question's answers.

use serde::Serialize;

use ColumnKind::{Bool, Float64, Int8, Int32, String};

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// A whole number from -128 to 127.
    Int8,
    /// A whole number of 32 bits.
    Int32,
    /// A number.
    Float64,
    /// Yes or no.
    Bool,
    /// A text; what is neither text nor number is written as JSON.
    String,
}

/// The keys of the objects that answer a question, in their order, and what each is as a column;
/// what has parts, or a number of no fixed size, is a text.
pub(super) const ANSWERS: &[(&str, &[(&str, ColumnKind)])] = &[
    ("solve", &[("deal", String), ("rules", String), ("results", String)]),
    (
        "talon",
        &[
            ("deal", String),
            ("rules", String),
            ("declarer", String),
            ("by", String),
            ("model", String),
            ("layouts", Int32),
            ("of", Float64),
            ("seed", String),
            ("discards", String),
            ("best", String),
            ("choice", String),
            ("hand", String),
            ("talon_worth", Float64),
        ],
    ),
    (
        "cards",
        &[
            ("deal", String),
            ("rules", String),
            ("declarer", String),
            ("contract", String),
            ("by", String),
            ("model", String),
            ("to_move", String),
            ("cards", String),
        ],
    ),
    (
        "line",
        &[
            ("deal", String),
            ("rules", String),
            ("declarer", String),
            ("contract", String),
            ("by", String),
            ("model", String),
            ("tricks", String),
            ("made", Bool),
            ("gains", String),
            ("line", String),
        ],
    ),
    (
        "defend",
        &[
            ("deal", String),
            ("rules", String),
            ("declarer", String),
            ("contract", String),
            ("tricks", Int8),
            ("quotas", String),
            ("seats", String),
            ("model", String),
            ("decisions", String),
            ("outcome", String),
            ("secure", String),
            ("rules_of_thumb", String),
            ("tricks_by_thumb", Int8),
        ],
    ),
    (
        "par",
        &[
            ("deal", String),
            ("rules", String),
            ("model", String),
            ("calls", String),
            ("declarer", String),
            ("game", String),
            ("then", String),
            ("gains", String),
            ("makes", String),
        ],
    ),
    (
        "usurp",
        &[
            ("deal", String),
            ("rules", String),
            ("model", String),
            ("declarer", String),
            ("bid", Int8),
            ("bidders", String),
            ("discards", String),
            ("best", String),
            ("alone", String),
        ],
    ),
    (
        "evaluate",
        &[
            ("deal", String),
            ("rules", String),
            ("seat", String),
            ("model", String),
            ("layouts", Int32),
            ("of", Float64),
            ("all", Bool),
            ("seed", String),
            ("results", String),
        ],
    ),
    (
        "advise",
        &[
            ("deal", String),
            ("rules", String),
            ("declarer", String),
            ("contract", String),
            ("to_move", String),
            ("layouts", Int32),
            ("of", Float64),
            ("all", Bool),
            ("seed", String),
            ("cards", String),
        ],
    ),
    (
        "review",
        &[
            ("deal", String),
            ("rules", String),
            ("declarer", String),
            ("contract", String),
            ("calls", String),
            ("discard", String),
            ("decisions", String),
            ("cards", String),
            ("broken", String),
            ("tricks", String),
            ("made", Bool),
        ],
    ),
    (
        "score",
        &[
            ("rules", String),
            ("F", Float64),
            ("M", Float64),
            ("R", Float64),
            ("D", Float64),
            ("pot", Float64),
            ("whole", String),
        ],
    ),
    (
        "auction",
        &[
            ("rules", String),
            ("done", Bool),
            ("to_call", String),
            ("allowed", String),
            ("declarer", String),
            ("bid", String),
            ("hand", Bool),
            ("or_hand", Bool),
            ("then", String),
            ("may_usurp", String),
        ],
    ),
    ("deal", &[("deal", String)]),
    (
        "puzzle",
        &[
            ("deal", String),
            ("rules", String),
            ("kind", String),
            ("declarer", String),
            ("contract", String),
            ("leader", String),
            ("solution", String),
            ("depth", Int8),
        ],
    ),
];
