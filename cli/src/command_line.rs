//! The command line: the commands, and what each runs.

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::args::{
    AskArgs, BatchCommandArgs, BenchArgs, MatchArgs, RulesCommandArgs, SchemaArgs, ServeArgs, StatsArgs,
    TablesArgs, examples, with_negative_numbers,
};
use crate::commands;
use crate::failure::Failure;
use crate::output::width::width;
use crate::questions::QuestionCommand;

/// Solve Préférence hands with all cards known.
///
/// Without a command a built-in deal is solved as an example.
#[derive(Parser)]
#[command(name = "pref", version, args_conflicts_with_subcommands = true, after_help = examples::OVERVIEW)]
#[command(term_width = help_width(), args_override_self = true, mut_subcommands(with_negative_numbers))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Solve a built-in deal (as `pref` alone does)
    #[arg(long)]
    pub(crate) example: bool,
}

/// The width of help texts in columns. It is wide enough that no example is wrapped, since a wrapped example
/// could not be copied, and narrow enough to be read with ease.
fn help_width() -> usize {
    width().clamp(80, 100)
}

#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Question(QuestionCommand),
    /// Let players, built-in ones or your own, play whole hands against each other, and compare their gains
    #[command(after_help = examples::MATCH)]
    Match(MatchArgs),
    /// Answer questions in JSON, one per line, for programs that keep an engine running
    #[command(after_help = examples::ASK)]
    Ask(AskArgs),
    /// Answer a question about every record of files of any size
    #[command(after_help = examples::BATCH)]
    Batch(Box<BatchCommandArgs>),
    /// Summarise many answers: how often contracts are made, and with which cards
    #[command(after_help = examples::STATS)]
    Stats(StatsArgs),
    /// Print the JSON Schemas of a question and of its answer
    #[command(after_help = examples::SCHEMA)]
    Schema(SchemaArgs),
    /// Serve the web page on this machine
    #[command(after_help = examples::SERVE)]
    Serve(ServeArgs),
    /// List or print rules, or check a file of house rules
    #[command(after_help = examples::RULES)]
    Rules(RulesCommandArgs),
    /// Measure the speed on deals with known values
    #[command(after_help = examples::BENCH)]
    Bench(BenchArgs),
    /// Manage endgame tables, which make solving faster once they are built
    #[command(after_help = examples::TABLES)]
    Tables(TablesArgs),
    /// Print completions for a shell
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// Shell for which completions are printed
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = examples::MAN)]
    Man,
}

pub(crate) fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => commands::example::run(),
        Some(Command::Question(question)) => question.run(),
        Some(Command::Match(args)) => commands::match_play::run(&args),
        Some(Command::Ask(args)) => commands::ask::run(&args),
        Some(Command::Batch(args)) => commands::batch::run(&args),
        Some(Command::Stats(args)) => commands::stats::run(&args),
        Some(Command::Schema(args)) => commands::schema::run(&args),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Rules(args)) => commands::rules::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Tables(args)) => commands::tables::run(&args),
        Some(Command::Completions { shell }) => commands::completion::run(shell, Cli::command()),
        Some(Command::Man) => commands::man::run(Cli::command()),
    }
}
