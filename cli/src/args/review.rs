//! The options of played hands looked over.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::groups::{Model, OUTPUT, OutputArgs, PAYMENT, WeighedArgs};

#[derive(Args, Serialize)]
pub(crate) struct ReviewArgs {
    /// Files of played hands; without any they are read from standard input
    #[arg(value_name = "FILE")]
    #[serde(skip)]
    pub(crate) files: Vec<PathBuf>,
    /// The rules of hands that do not name theirs [default: austrian, of PPN bule]
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]")]
    #[serde(skip)]
    pub(crate) rules: Option<String>,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    #[serde(skip)]
    pub(crate) rules_file: Option<PathBuf>,
    /// What everybody decides and plays for, where gains are counted
    #[arg(long, value_enum, default_value_t = Model::Selfish, help_heading = PAYMENT)]
    model: Model,
    #[command(flatten)]
    #[serde(flatten)]
    weighed: WeighedArgs,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) output: OutputArgs,
    /// Show every call and card, not only what cost something
    #[arg(long, help_heading = OUTPUT)]
    #[serde(skip)]
    pub(crate) all: bool,
}
