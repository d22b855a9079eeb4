//! Arguments of the commands.

mod batch;
mod batch_commands;
pub(crate) mod examples;
mod files;
mod groups;
mod matches;
mod questions;
mod serve;

pub(crate) use batch::{BatchArgs, KeyColumn, ProgressForm, StatsArgs, StatsFormat};
pub(crate) use batch_commands::{
    BatchCommand, BatchCommandArgs, RecordQuestion, batch_question_names, with_question_first,
};
pub(crate) use files::{RulesCommand, RulesCommandArgs, TablesArgs, TablesCommand};
pub(crate) use groups::{
    AskArgs, BenchArgs, Color, DEFAULT_RULES, DealArgs, DisplayArgs, EngineArgs, Format, NotationArgs,
    OutputArgs, RulesArgs, SchemaArgs, with_negative_numbers,
};
pub(crate) use matches::MatchArgs;
pub(crate) use questions::{AdviceArgs, PartsArgs, ReviewArgs, SheetArgs, TopArgs};
pub(crate) use serve::ServeArgs;
