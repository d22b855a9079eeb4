//! Questions from the flags of a command.

use std::path::Path;
use std::sync::Arc;

use preference::analysis::Analyst;
use preference::analysis::ask::read_question;
use preference::analysis::question_type::QuestionType;
use preference::rules::{Variant, VariantError};
use preference::situation::{CardsInput, Fields, Situation};
use serde::Serialize;

use crate::args::{OutputArgs, RulesArgs};
use crate::failure::{Failure, message_with_option};
use crate::input::Line;
use crate::progress;
use crate::tables;

/// Question without its cards.
pub(crate) struct Request<V: QuestionType> {
    pub(crate) situation: Situation,
    pub(crate) options: V::Options,
}

impl<V: QuestionType> Request<V> {
    /// Returns the question of these flags under these rules.
    pub(crate) fn new(question: &V, rules: Arc<Variant>) -> Result<Request<V>, Failure> {
        let mut fields = fields(question);
        let (situation, options) = read_question::<V>(rules, &mut fields)?;
        fields.finish()?;
        Ok(Request { situation, options })
    }

    /// Returns the situation with the cards of a line: a deal, or an object of JSON that has one.
    pub(crate) fn situation_of_line(&self, line: &Line) -> Result<Situation, String> {
        let unknown = V::allows_unknown_hands(&self.options);
        let text = line.deal().map_err(|error| message_with_option(&error))?;
        let cards = CardsInput::read(&text, unknown).map_err(|error| error.to_string())?;
        Ok(self.situation.with_cards(cards))
    }

    /// Solves the question in a situation.
    pub(crate) fn answers(
        &self,
        analyst: &mut Analyst,
        situation: &Situation,
    ) -> Result<Vec<V::Answer>, String> {
        V::ask(analyst, situation, &self.options).map_err(|error| message_with_option(&error))
    }
}

/// Returns flags as the fields of a question.
pub(crate) fn fields(flags: &impl Serialize) -> Fields {
    match serde_json::to_value(flags) {
        Ok(serde_json::Value::Object(object)) => Fields::from(object),
        _ => unreachable!("flags have names"),
    }
}

/// Reads the rules that the options name.
pub(crate) fn rules(args: &RulesArgs) -> Result<Arc<Variant>, Failure> {
    named_rules(&args.rules, args.rules_file.as_deref())
}

/// Reads the rules of this name, or of this file.
pub(crate) fn named_rules(name: &str, file: Option<&Path>) -> Result<Arc<Variant>, Failure> {
    let rules = match file {
        None => name.parse().map_err(|error| Failure::Input(format!("--rules: {error}")))?,
        Some(path) => house_rules(path)?,
    };
    Ok(Arc::new(rules))
}

/// Reads the rules in a file.
pub(crate) fn house_rules(path: &Path) -> Result<Variant, Failure> {
    Variant::from_file(path).map_err(|error| match error {
        error @ VariantError::Unreadable { .. } => Failure::Other(error.into()),
        error => Failure::Input(format!("{}: {error}", path.display())),
    })
}

/// Returns the analyst, with the threads and the tables of endings that the options select.
pub(crate) fn analyst(output: &OutputArgs) -> Result<Analyst, Failure> {
    let engine = &output.engine;
    let endgames = tables::load_growing_endgames(engine)?;
    let analyst = Analyst::with_threads(engine.threads.unwrap_or(0), &endgames)?;
    progress::show_for(&analyst);
    Ok(analyst)
}
