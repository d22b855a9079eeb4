//! Questions about the program itself. They can be asked only as JSON.

use serde::Serialize;

#[cfg(feature = "schema")]
use crate::situation::field_types::OneOrMany;
use crate::situation::field_types::{Id, RulesInput};
use crate::situation::groups::{CommonFields, WorkFields};

/// Returns a set of rules in full.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RulesQuestion {
    /// Rules and time limit.
    #[serde(flatten)]
    pub common: CommonFields,
}

/// Returns the version, the protocol, the questions and the loaded endgame tables of the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct VersionQuestion {
    /// Time limit, and reports of the progress.
    #[serde(flatten)]
    pub work: WorkFields,
}

/// Loads the endgame tables that rules need.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ReadyQuestion {
    /// Rules whose tables are loaded, or a list of them.
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<RulesInput>"))]
    pub rules: Vec<RulesInput>,
    /// Time limit, and reports of the progress.
    #[serde(flatten)]
    pub work: WorkFields,
}

/// Cancels questions that are not answered yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CancelQuestion {
    /// Id of the questions that are cancelled, or all.
    pub cancel: Option<Id>,
}

/// Version of the program, and the questions that it answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VersionAnswer {
    /// Version of the protocol.
    pub protocol: u32,
    /// Version of the program.
    pub version: &'static str,
    /// Names of the questions.
    pub asks: &'static [&'static str],
    /// Limits of a question.
    pub limits: Limits,
    /// Endgame tables that are loaded.
    pub tables: Vec<String>,
}

/// Limits of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Maximum length of a line, in bytes.
    pub line: usize,
}

/// Rules that are ready for questions, and their endgame tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReadyAnswer {
    /// Names of the rules.
    pub rules: Vec<String>,
    /// Endgame tables that are loaded for these rules.
    pub tables: Vec<String>,
}
