//! Options of commands about files: rules and tables of endings.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use preference::search::EndgameTable;

use super::groups::{LookArgs, RulesArgs};

#[derive(Args)]
pub(crate) struct RulesCommandArgs {
    #[command(subcommand)]
    pub(crate) command: RulesCommand,
    #[command(flatten)]
    pub(crate) look: LookArgs,
}

#[derive(Subcommand)]
pub(crate) enum RulesCommand {
    /// List the presets
    List,
    /// Print rules in full, as a file of house rules has them
    Show {
        /// A preset, with switches set otherwise if you like, or a file of house rules (.toml), printed with the
        /// rules that it extends
        #[arg(value_name = "NAME[,+SWITCH|,-SWITCH]|FILE")]
        rules: String,
    },
    /// Check files of house rules
    Check {
        /// The files
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
    #[command(flatten)]
    pub(crate) look: LookArgs,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// Build the tables that rules need: suit games, no trump, misère; less than a minute
    Build {
        /// Tables by name instead of those of the rules
        #[arg(value_name = "TABLE", conflicts_with_all = ["rules", "rules_file", "large"])]
        tables: Vec<EndgameTable>,
        #[command(flatten)]
        rules: RulesArgs,
        /// Ranges for up to seven cards: ten times the space and the time
        #[arg(long)]
        large: bool,
        /// Build tables again that are there already
        #[arg(long)]
        force: bool,
    },
    /// List the tables there are
    List,
    /// Read tables and check their values
    Verify {
        /// Tables by name, as `list` shows them [default: all there are]
        #[arg(value_name = "TABLE")]
        tables: Vec<EndgameTable>,
    },
    /// Remove tables
    Remove {
        /// Tables by name, as `list` shows them
        #[arg(value_name = "TABLE", required_unless_present = "all")]
        tables: Vec<EndgameTable>,
        /// All tables, also of other versions, and files that killed builders left behind
        #[arg(long, conflicts_with = "tables")]
        all: bool,
    },
    /// Print the folder
    Path,
}
