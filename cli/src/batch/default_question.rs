//! The question that a batch asks about every record, with its rules.

use std::path::PathBuf;
use std::sync::Arc;

use preference::rules::Variant;
use serde_json::{Map, Value};

use crate::args::{RecordQuestion, batch_question_names};
use crate::failure::Failure;
use crate::request::house_rules;

/// Question about every record that does not name its own question.
#[derive(Clone, Debug, Default)]
pub(crate) struct DefaultQuestion {
    /// Name of the question; `None` if every record must name it.
    pub(crate) ask: Option<String>,
    /// Fields of the question that flags on the command line set.
    pub(crate) fields: Map<String, Value>,
    /// House rules from a file, if the options name one.
    pub(crate) rules: Option<Arc<Variant>>,
    /// Path of that file.
    pub(crate) rules_file: Option<PathBuf>,
}

impl DefaultQuestion {
    /// `ask` is an `--ask` that was not converted to a command: no question has that name, or the command line also
    /// names one.
    pub(crate) fn new(
        ask: Option<&str>,
        question: Option<&RecordQuestion>,
    ) -> Result<DefaultQuestion, Failure> {
        let Some(question) = question else {
            return match ask {
                None => Ok(DefaultQuestion::default()),
                Some(ask) => {
                    let questions = batch_question_names().join(" ");
                    Err(Failure::Input(format!(
                        "--ask: there is no question '{ask}'; questions: {questions}"
                    )))
                }
            };
        };
        if let Some(other) = ask.filter(|ask| *ask != question.name) {
            return Err(Failure::Input(format!(
                "--ask {other}: the question is {} already: leave the option out",
                question.name
            )));
        }
        let rules = question.rules_file.as_deref().map(|file| house_rules(file).map(Arc::new)).transpose()?;
        Ok(DefaultQuestion {
            ask: Some(question.name.to_owned()),
            fields: question.fields.clone(),
            rules,
            rules_file: question.rules_file.clone(),
        })
    }
}
