//! Options of `pref rules` and `pref tables`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use preference::search::EndgameTableId;

use super::groups::{DisplayArgs, RulesArgs};

#[derive(Args)]
pub(crate) struct RulesCommandArgs {
    #[command(subcommand)]
    pub(crate) command: RulesCommand,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

#[derive(Subcommand)]
pub(crate) enum RulesCommand {
    /// List the presets
    List,
    /// Print rules in full, in the form of a file of house rules
    Show {
        /// A preset, whose switches may be changed, or a file of house rules (.toml), which is printed
        /// together with the rules that it extends
        #[arg(value_name = "NAME[,+SWITCH|,-SWITCH]|FILE")]
        rules: String,
    },
    /// Check files of house rules
    Check {
        /// Files of house rules
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// Build the tables that a rule set needs (suit games, no trump, misère), in less than a minute
    Build {
        /// Names of the tables to build, instead of the tables of the rules
        #[arg(value_name = "TABLE", conflicts_with_all = ["rules", "rules_file", "large"])]
        tables: Vec<EndgameTableId>,
        #[command(flatten)]
        rules: RulesArgs,
        /// Build the large tables, with value ranges for up to seven cards in each hand; they take ten times as much
        /// space and time
        #[arg(long)]
        large: bool,
        /// Rebuild tables that already exist
        #[arg(long)]
        force: bool,
    },
    /// List the tables that exist
    List,
    /// Read tables and check their values
    Verify {
        /// Names of tables, as `list` shows them [default: all tables]
        #[arg(value_name = "TABLE")]
        tables: Vec<EndgameTableId>,
    },
    /// Remove tables
    Remove {
        /// Names of tables, as `list` shows them
        #[arg(value_name = "TABLE", required_unless_present = "all")]
        tables: Vec<EndgameTableId>,
        /// Remove all tables, also those of other versions, and the files that interrupted builds left behind
        #[arg(long, conflicts_with = "tables")]
        all: bool,
    },
    /// Print the folder of the tables
    Path,
}
