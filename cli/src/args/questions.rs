//! Arguments that single questions have in the program besides their fields.

use std::path::PathBuf;

use clap::Args;

use super::groups::{OUTPUT, integer};

/// Length of the list of discards.
#[derive(Args)]
pub(crate) struct TopArgs {
    /// Number of discards that are shown as text
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = integer::<usize>(0..=66), help_heading = OUTPUT)]
    pub(crate) top: usize,
}

/// Length of the list of actions.
#[derive(Args)]
pub(crate) struct AdviceArgs {
    /// Number of possible actions that are shown as text, the best first (with a record)
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = integer::<usize>(1..=66), help_heading = OUTPUT)]
    pub(crate) top: usize,
}

/// A series of hands to settle.
#[derive(Args)]
pub(crate) struct SheetArgs {
    /// Keep the score of a series of deals that are read from this file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["contract", "declarer", "tricks", "totals"])]
    pub(crate) sheet: Option<PathBuf>,
    /// Show the score sheet of --sheet as it is written on paper: the successive numbers at each place
    #[arg(long, requires = "sheet")]
    pub(crate) paper: bool,
    /// Draw the score sheet of --sheet, as it is written on paper, into this SVG file
    #[arg(long, value_name = "FILE", requires = "sheet", conflicts_with_all = ["contract", "declarer", "tricks", "totals"])]
    pub(crate) svg: Option<PathBuf>,
    /// Replace the file of --svg if it exists
    #[arg(long, requires = "svg")]
    pub(crate) overwrite: bool,
}

/// Hands to review.
#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// Files of played hands, or records of hands; without any, hands are read from standard input
    #[arg(value_name = "FILE|JSON")]
    pub(crate) files: Vec<PathBuf>,
    /// Show every call and card, not only those with a cost
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
}

/// Parts of a long evaluation.
#[derive(Args)]
pub(crate) struct PartsArgs {
    /// Instead of an answer, print the hand of ten cards with each of the 231 talons, one a line, as the input of pref
    /// batch
    #[arg(long)]
    pub(crate) list_talons: bool,
}
