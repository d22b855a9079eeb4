//! Arguments of the command line.

mod batch;
mod batch_commands;
mod examples;
mod files;
mod groups;
mod matches;
mod questions;
mod serve;

use clap::{Parser, Subcommand};
use clap_complete::Shell;
use preference::players::ActQuestion;
use preference::questions::cards::CardsQuestion;
use preference::questions::catch::CatchQuestion;
use preference::questions::deal::DealQuestion;
use preference::questions::defend::DefendQuestion;
use preference::questions::evaluate::EvaluateQuestion;
use preference::questions::line::LineQuestion;
use preference::questions::par::ParQuestion;
use preference::questions::puzzle::PuzzleQuestion;
use preference::questions::session::SessionQuestion;
use preference::questions::solve::SolveQuestion;
use preference::questions::state::StateQuestion;
use preference::questions::thumb::ThumbQuestion;

use crate::output::width::width;

pub(crate) use batch::{BatchArgs, KeyColumn, ProgressForm, StatsArgs, StatsFormat};
pub(crate) use batch_commands::{
    BatchCommand, BatchCommandArgs, RecordQuestion, batch_question_names, with_question_first,
};
pub(crate) use files::{RulesCommand, RulesCommandArgs, TablesArgs, TablesCommand};
use groups::with_negative_numbers;
pub(crate) use groups::{
    AskArgs, BenchArgs, Color, DEFAULT_RULES, DisplayArgs, EngineArgs, Format, OutputArgs, RulesArgs,
    SchemaArgs,
};
pub(crate) use matches::MatchArgs;
pub(crate) use questions::{
    AdviseArgs, AuctionArgs, DealQuestionArgs, RandomArgs, RecordQuestionArgs, ReviewArgs, ScoreArgs,
    TalonArgs, UsurpArgs,
};
pub(crate) use serve::ServeArgs;

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

/// Returns the width of help texts in columns. It is wide enough that no example is wrapped, since a wrapped example
/// could not be copied, and narrow enough to be read with ease.
fn help_width() -> usize {
    width().clamp(80, 100)
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find which contracts each hand makes
    #[command(after_help = examples::SOLVE)]
    Solve(DealQuestionArgs<SolveQuestion>),
    /// Evaluate every discard of the declarer for every contract
    #[command(after_help = examples::TALON)]
    Talon(TalonArgs),
    /// Find the best discard when a defender may take it up (Nachgehen)
    #[command(after_help = examples::USURP)]
    Usurp(UsurpArgs),
    /// Find the auction, the contract and the gains if every player calls best, with all cards known
    #[command(after_help = examples::PAR)]
    Par(DealQuestionArgs<ParQuestion>),
    /// Evaluate each legal card in any position
    #[command(after_help = examples::CARDS)]
    Cards(DealQuestionArgs<CardsQuestion>),
    /// Find one best line of play
    #[command(after_help = examples::LINE)]
    Line(DealQuestionArgs<LineQuestion>),
    /// Find the tricks that the defenders can make sure of; with --settle, their decisions and the payment
    #[command(after_help = examples::DEFEND)]
    Defend(DealQuestionArgs<DefendQuestion>),
    /// Estimate how often a hand makes each contract when the other cards are unknown
    #[command(after_help = examples::EVALUATE)]
    Evaluate(DealQuestionArgs<EvaluateQuestion>),
    /// Estimate the value of each legal card or action when the others' cards are unknown
    #[command(after_help = examples::ADVISE)]
    Advise(AdviseArgs),
    /// Find whether the defenders can beat a contract without knowing the discard
    #[command(after_help = examples::CATCH)]
    Catch(DealQuestionArgs<CatchQuestion>),
    /// Generate random deals that meet conditions
    #[command(after_help = examples::DEAL)]
    Deal(RandomArgs<DealQuestion>),
    /// Find random deals in which exactly one first step wins, the deepest puzzles first
    #[command(after_help = examples::PUZZLE)]
    Puzzle(RandomArgs<PuzzleQuestion>),
    /// Find the cost of each call, discard, decision and card of a played hand, and breaches of the rules
    #[command(after_help = examples::REVIEW)]
    Review(ReviewArgs),
    /// Measure the cost of rules of thumb for the defenders
    #[command(after_help = examples::THUMB)]
    Thumb(DealQuestionArgs<ThumbQuestion>),
    /// Find the declarer after some calls, or the seat to call and its legal calls
    #[command(after_help = examples::AUCTION)]
    Auction(AuctionArgs),
    /// Show the state of a hand: its actions so far, the player to act and the legal actions
    #[command(after_help = examples::STATE)]
    State(RecordQuestionArgs<StateQuestion>),
    /// Show the action that a built-in player chooses next in a hand
    #[command(after_help = examples::ACT)]
    Act(RecordQuestionArgs<ActQuestion>),
    /// Show the score sheet of a game over several hands, and the table of its next hand
    #[command(after_help = examples::SESSION)]
    Session(RecordQuestionArgs<SessionQuestion>),
    /// Settle a played hand, or a score sheet
    #[command(after_help = examples::SCORE)]
    Score(ScoreArgs),
    /// Let built-in players play whole hands against each other, and compare their gains
    #[command(after_help = examples::MATCH)]
    Match(MatchArgs),
    /// Answer questions in JSON, one per line, for programs that keep an engine running
    #[command(after_help = examples::ASK)]
    Ask(AskArgs),
    /// Answer a question about every record of files of any size
    #[command(after_help = examples::BATCH)]
    Batch(BatchCommandArgs),
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
