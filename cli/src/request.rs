//! Questions whose fields are set by the flags of a command.

use std::path::Path;
use std::sync::Arc;

use preference::Analyst;
use preference::excerpt::excerpt;
use preference::questions::question_type::QuestionType;
use preference::rules::{Variant, VariantError};
use preference::situation::{CardsInput, QuestionError, Situation};

use crate::args::{OutputArgs, RulesArgs};
use crate::failure::{Failure, message_with_option};
use crate::input::Line;
use crate::progress;
use crate::tables;

/// Question whose cards are still missing, unless a record has them.
pub(crate) struct Request<V: QuestionType> {
    pub(crate) situation: Situation,
    pub(crate) options: V::Options,
}

impl<V: QuestionType> Request<V> {
    pub(crate) fn new(question: &V, rules: Arc<Variant>) -> Result<Request<V>, QuestionError> {
        let (situation, options) = question.clone().without_deal(rules)?;
        Ok(Request { situation, options })
    }

    pub(crate) fn situation_of_line(&self, line: &Line) -> Result<Situation, String> {
        let unknown = V::allows_unknown_hands(&self.options);
        let text = line.deal().map_err(|error| message_with_option(&error))?;
        let cards = CardsInput::read(&text, unknown).map_err(|error| error.to_string())?;
        Ok(self.situation.with_cards(cards))
    }

    pub(crate) fn answers(
        &self,
        analyst: &mut Analyst,
        situation: &Situation,
    ) -> Result<Vec<V::Answer>, String> {
        V::ask(analyst, situation, &self.options).map_err(|error| message_with_option(&error))
    }
}

pub(crate) fn rules(args: &RulesArgs) -> Result<Arc<Variant>, Failure> {
    named_rules(&args.rules, args.rules_file.as_deref())
}

pub(crate) fn named_rules(name: &str, file: Option<&Path>) -> Result<Arc<Variant>, Failure> {
    let rules = match file {
        None if is_file_name(name) => {
            let name = excerpt(name);
            return Err(Failure::Input(format!(
                "--rules: '{name}' is the name of a file: write --rules-file {name}"
            )));
        }
        None => name.parse().map_err(|error| Failure::Input(format!("--rules: {error}")))?,
        Some(path) => house_rules(path)?,
    };
    Ok(Arc::new(rules))
}

fn is_file_name(name: &str) -> bool {
    // No preset has a dot or a slash in its name.
    name.contains(['.', '/', '\\'])
}

pub(crate) fn house_rules(path: &Path) -> Result<Variant, Failure> {
    Variant::from_file(path).map_err(|error| match error {
        error @ VariantError::Unreadable { .. } => Failure::Other(error.into()),
        error => Failure::Input(format!("{}: {error}", path.display())),
    })
}

pub(crate) fn analyst(output: &OutputArgs) -> Result<Analyst, Failure> {
    let engine = &output.engine;
    let endgames = tables::load_growing_endgames(engine)?;
    let analyst = Analyst::with_threads(engine.threads.unwrap_or(0), &endgames)?;
    progress::show_for(&analyst);
    Ok(analyst)
}
