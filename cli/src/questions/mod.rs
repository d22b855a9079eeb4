//! Questions as commands: the flags, the way of the question, and its answers as text. A question without a file of
//! its own here is asked and printed as every other one.

mod act;
mod advise;
pub(crate) mod asking;
mod auction;
mod cards;
mod carried_totals;
mod catch;
mod deal;
mod defend;
mod evaluate;
mod general;
mod hidden_value;
mod line;
mod names;
mod par;
mod play;
mod ppn;
mod puzzle;
mod record;
mod review;
mod score;
mod session;
pub(crate) mod sheet;
pub(crate) mod solve;
mod state;
mod talon;
mod thumb;
mod usurp;

use std::marker::PhantomData;
use std::sync::LazyLock;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use preference::questions::question_type::QuestionType;

use self::asking::{Asked, Skin};
use crate::args::{DealArgs, DisplayArgs, EngineArgs, NotationArgs, OutputArgs, RulesArgs};
use crate::failure::Failure;

/// The skins of the questions that have one of their own.
pub(crate) struct Own;

/// The skin of all other questions.
struct General;

impl<Q: QuestionType + Args> Skin<Q> for General {
    type Extras = ();
}

pub(crate) struct QuestionCommand {
    entry: &'static Entry,
    matches: ArgMatches,
}

/// Entry in the list of the commands of questions.
struct Entry {
    name: &'static str,
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<(), Failure>,
}

impl Entry {
    fn new<Q: QuestionType + Args, S: Skin<Q>>() -> Entry {
        Entry { name: Q::NAME, command: command::<Q, S>, run: run::<Q, S> }
    }
}

fn command<Q: QuestionType + Args, S: Skin<Q>>() -> Command {
    let mut command = Command::new(Q::NAME);
    if S::takes_deals() {
        command = DealArgs::augment_args(command);
    }
    command =
        RulesArgs::augment_args(command).mut_arg("rules", |rules| rules.default_value(Q::DEFAULT_RULES));
    command = Q::augment_args(command);
    // The other groups have descriptions too.
    let about = command.get_about().cloned().unwrap_or_default();
    if S::has_engine() {
        command = EngineArgs::augment_args(command);
    }
    command = S::Extras::augment_args(NotationArgs::augment_args(DisplayArgs::augment_args(command)));
    S::adjust(command).about(about).long_about(None).after_help(S::EXAMPLES)
}

fn run<Q: QuestionType + Args, S: Skin<Q>>(matches: &ArgMatches) -> Result<(), Failure> {
    let deals = if S::takes_deals() { DealArgs::from_arg_matches(matches)?.deals } else { Vec::new() };
    let engine = if S::has_engine() { EngineArgs::from_arg_matches(matches)? } else { EngineArgs::default() };
    let output = OutputArgs {
        engine,
        display: DisplayArgs::from_arg_matches(matches)?,
        notation: NotationArgs::from_arg_matches(matches)?,
    };
    S::run(Asked {
        question: Q::from_arg_matches(matches)?,
        deals,
        rules: RulesArgs::from_arg_matches(matches)?,
        names_rules: matches.value_source("rules") == Some(ValueSource::CommandLine),
        output,
        extras: S::Extras::from_arg_matches(matches)?,
    })
}

struct SkinOf<Q>(PhantomData<Q>);

/// Choice of the skin of a question: its own, or the general one.
trait ChooseSkin {
    fn entry(&self) -> Entry;
}

impl<Q: QuestionType + Args> ChooseSkin for SkinOf<Q>
where
    Own: Skin<Q>,
{
    fn entry(&self) -> Entry {
        Entry::new::<Q, Own>()
    }
}

// A method call looks for methods of the type before those of references to it, so that this one is called only for
// questions without a skin of their own.
impl<Q: QuestionType + Args> ChooseSkin for &SkinOf<Q> {
    fn entry(&self) -> Entry {
        Entry::new::<Q, General>()
    }
}

macro_rules! list_commands {
    ($($question:ty),* $(,)?) => {
        static COMMANDS: LazyLock<Vec<Entry>> =
            LazyLock::new(|| vec![$((&SkinOf::<$question>(PhantomData)).entry()),*]);
    };
}

preference::with_questions!(list_commands);

impl QuestionCommand {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        (self.entry.run)(&self.matches)
    }
}

impl FromArgMatches for QuestionCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<QuestionCommand, Error> {
        let chosen = matches.subcommand().and_then(|(name, matches)| {
            COMMANDS.iter().find(|entry| entry.name == name).map(|entry| (entry, matches.clone()))
        });
        let (entry, matches) = chosen.ok_or_else(|| Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        Ok(QuestionCommand { entry, matches })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = QuestionCommand::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for QuestionCommand {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(COMMANDS.iter().map(|entry| (entry.command)()))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        QuestionCommand::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        COMMANDS.iter().any(|entry| entry.name == name)
    }
}
