//! What a batch asks of every record.

use std::path::PathBuf;
use std::sync::Arc;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory};
use preference::analysis::questions::{
    AdviseQuestion, AuctionQuestion, CardsQuestion, DealQuestion, DefendQuestion, EvaluateQuestion,
    LineQuestion, ParQuestion, PuzzleQuestion, ReviewQuestion, ScoreQuestion, SolveQuestion, TalonQuestion,
    UsurpQuestion,
};
use preference::rules::Variant;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::Cli;
use crate::failure::Failure;
use crate::request::house_rules;

/// What is asked of every record that does not say otherwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    /// The command.
    pub(crate) ask: Option<String>,
    /// Its flags that were given, as the fields of a question.
    pub(crate) fields: Map<String, Value>,
    /// The rules of a file.
    pub(crate) rules: Option<Arc<Variant>>,
    pub(crate) file: Option<PathBuf>,
}

/// The options that say how answers are printed: a batch has its own.
const PRINTED: [&str; 6] = ["format", "color", "suits", "top", "all", "sheet"];

impl Asked {
    /// The question of this command with these flags.
    pub(crate) fn new(ask: Option<&str>, flags: &[String]) -> Result<Asked, Failure> {
        let Some(ask) = ask else {
            // Only a known command has flags.
            return Ok(Asked::default());
        };
        let cli = Cli::command();
        let read = reader(ask).zip(cli.find_subcommand(ask));
        let Some((read, command)) = read else {
            let known = COMMANDS.map(|(name, _)| name).join(" ");
            return Err(Failure::Input(format!("--ask: there is no question '{ask}', but {known}")));
        };
        // What a command needs may stand in the records.
        let lax =
            |arg: clap::Arg| if arg.is_required_set() { arg.required(false).default_value("F") } else { arg };
        let command = command.clone().no_binary_name(true).mut_args(lax);
        let matches = command.try_get_matches_from(flags)?;
        let given = |id: &str| {
            matches.try_contains_id(id).is_ok() && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        if let Some(flag) = PRINTED.into_iter().find(|flag| given(flag)) {
            return Err(Failure::Input(format!(
                "--{flag} says how answers are printed: a batch writes files"
            )));
        }
        let mut fields = read(&matches)?;
        fields.retain(|name, _| given(name));
        if given("rules") {
            let rules = matches.get_one::<String>("rules").cloned();
            fields.insert("rules".to_owned(), rules.into());
        }
        let file = if given("rules_file") { matches.get_one::<PathBuf>("rules_file") } else { None };
        let rules = file.map(|file| house_rules(file).map(Arc::new)).transpose()?;
        Ok(Asked { ask: Some(ask.to_owned()), fields, rules, file: file.cloned() })
    }
}

/// Reads the flags of a command as the fields of a question.
type Reader = fn(&ArgMatches) -> Result<Map<String, Value>, Failure>;

const COMMANDS: [(&str, Reader); 14] = [
    ("solve", fields::<SolveQuestion>),
    ("talon", fields::<TalonQuestion>),
    ("cards", fields::<CardsQuestion>),
    ("line", fields::<LineQuestion>),
    ("defend", fields::<DefendQuestion>),
    ("par", fields::<ParQuestion>),
    ("usurp", fields::<UsurpQuestion>),
    ("evaluate", fields::<EvaluateQuestion>),
    ("advise", fields::<AdviseQuestion>),
    ("review", fields::<ReviewQuestion>),
    ("score", fields::<ScoreQuestion>),
    ("auction", fields::<AuctionQuestion>),
    ("deal", fields::<DealQuestion>),
    ("puzzle", fields::<PuzzleQuestion>),
];

fn reader(ask: &str) -> Option<Reader> {
    COMMANDS.iter().find(|(name, _)| *name == ask).map(|&(_, read)| read)
}

fn fields<A: Args + Serialize>(matches: &ArgMatches) -> Result<Map<String, Value>, Failure> {
    match serde_json::to_value(A::from_arg_matches(matches)?) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => unreachable!("flags have names"),
    }
}
