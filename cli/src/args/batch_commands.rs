//! Commands of `batch`: one for each question, with its flags and the options of a batch, and `merge`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use preference::questions::question_type::QuestionType;
use serde_json::{Map, Value};

use super::batch::BatchArgs;
use super::groups::{RulesArgs, with_negative_numbers};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct BatchCommandArgs {
    #[command(subcommand)]
    pub(crate) command: Option<BatchCommand>,
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
}

#[derive(Subcommand)]
pub(crate) enum BatchCommand {
    /// Join the outputs of all parts of a batch into one file
    Merge {
        /// Outputs of the runs with --part 1/N to N/N
        #[arg(value_name = "PART", required = true)]
        parts: Vec<PathBuf>,
        /// File for the joined output
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Replace the file if it exists
        #[arg(long)]
        overwrite: bool,
    },
    #[command(flatten)]
    Ask(Box<BatchQuestion>),
}

/// Batch that asks the question of its command about every record.
pub(crate) struct BatchQuestion {
    pub(crate) batch: BatchArgs,
    pub(crate) question: RecordQuestion,
}

/// Question about every record, as the command and its flags set it.
#[derive(Clone, Debug)]
pub(crate) struct RecordQuestion {
    /// Name of the question and of its command.
    pub(crate) name: &'static str,
    /// Fields of the question that flags on the command line set.
    pub(crate) fields: Map<String, Value>,
    pub(crate) rules_file: Option<PathBuf>,
}

struct QuestionCommand {
    name: &'static str,
    add_flags: fn(Command) -> Command,
    read: fn(&ArgMatches) -> Result<Value, Error>,
}

impl QuestionCommand {
    const fn new<Q: QuestionType + Args>() -> QuestionCommand {
        QuestionCommand {
            name: Q::NAME,
            add_flags: add_flags::<Q>,
            read: |matches| {
                let question = Q::from_arg_matches(matches)?;
                Ok(serde_json::to_value(question).expect("a question has a JSON form"))
            },
        }
    }

    fn command(&'static self) -> Command {
        let name = self.name;
        let about = format!("Ask {name} about every record, with the flags of pref {name}");
        Command::new(name).about(about).defer(self.add_flags)
    }

    fn question(&self, matches: &ArgMatches) -> Result<RecordQuestion, Error> {
        let Value::Object(mut fields) = (self.read)(matches)? else { unreachable!("flags have names") };
        fields.retain(|name, _| is_on_command_line(matches, name));
        let RulesArgs { rules, rules_file } = RulesArgs::from_arg_matches(matches)?;
        if is_on_command_line(matches, "rules") {
            fields.insert("rules".to_owned(), rules.into());
        }
        Ok(RecordQuestion { name: self.name, fields, rules_file })
    }
}

fn is_on_command_line(matches: &ArgMatches, id: &str) -> bool {
    matches.try_contains_id(id).is_ok() && matches.value_source(id) == Some(ValueSource::CommandLine)
}

fn optional_flag(arg: Arg) -> Arg {
    let arg = arg.required(false);
    match arg.get_long() {
        None => {
            let name = arg.get_id().clone();
            arg.long(name)
        }
        // `--from` is the batch's option for the kind of its inputs, so the question's flag gets another name.
        Some("from") => arg.long("deal-from"),
        Some(_) => arg,
    }
}

fn add_flags<Q: Args>(command: Command) -> Command {
    // Required options are made optional, since the records may have them. Words without a flag are inputs of the
    // batch.
    let question = Q::augment_args(Command::default()).mut_args(optional_flag);
    let about = command.get_about().cloned();
    let command = RulesArgs::augment_args(BatchArgs::augment_args(command));
    let command = command.args(question.get_arguments().cloned()).groups(question.get_groups().cloned());
    with_negative_numbers(
        command.about(about.unwrap_or_default()).long_about(None).mut_arg("ask", |ask| ask.hide(true)),
    )
}

/// Declares the commands, one for each question.
macro_rules! list_commands {
    ($($question:ty),* $(,)?) => {
        static COMMANDS: &[QuestionCommand] = &[$(QuestionCommand::new::<$question>()),*];
    };
}

preference::with_questions!(list_commands);

pub(crate) fn batch_question_names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).collect()
}

impl FromArgMatches for BatchQuestion {
    fn from_arg_matches(matches: &ArgMatches) -> Result<BatchQuestion, Error> {
        let chosen = matches.subcommand().and_then(|(name, matches)| {
            COMMANDS.iter().find(|command| command.name == name).map(|command| (command, matches))
        });
        let (command, matches) =
            chosen.ok_or_else(|| Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        Ok(BatchQuestion {
            batch: BatchArgs::from_arg_matches(matches)?,
            question: command.question(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = BatchQuestion::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for BatchQuestion {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(COMMANDS.iter().map(QuestionCommand::command))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        BatchQuestion::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        COMMANDS.iter().any(|command| command.name == name)
    }
}

/// Rewrites `batch --ask NAME …` on a command line as `batch NAME …`, if `NAME` is a question.
pub(crate) fn with_question_first(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let is_question = |word: &OsString| word.to_str().is_some_and(BatchQuestion::has_subcommand);
    if words.get(1).is_none_or(|word| word != "batch") || words.get(2).is_some_and(is_question) {
        return words;
    }
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let asks =
        |word: &OsString| word.to_str().is_some_and(|word| word == "--ask" || word.starts_with("--ask="));
    let Some(place) = words[..end].iter().position(asks) else { return words };
    let within = words[place].to_str().and_then(|word| word.strip_prefix("--ask=")).map(OsString::from);
    let (name, length) = match within {
        Some(name) => (Some(name), 1),
        None => (words.get(place + 1).cloned(), 2),
    };
    if let Some(name) = name.filter(is_question) {
        words.drain(place..place + length);
        words.insert(2, name);
    }
    words
}
