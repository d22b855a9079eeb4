//! The options of a hand told from outside: its calls, and how it was played.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use preference::seat::Seat;
use serde::Serialize;

use super::groups::{AMOUNT, LookArgs, PAYMENT, RulesArgs, SaidArgs, number, seat};

#[derive(Args, Serialize)]
pub(crate) struct AuctionArgs {
    /// The calls so far, separated by blanks or commas; none for the first call
    #[arg(value_name = "CALLS")]
    calls: Vec<String>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    /// How many deals in a row all have passed before this one, where that raises the lowest bid
    #[arg(long, value_name = "N", value_parser = number(0..=200))]
    passed: Option<u64>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) look: LookArgs,
}

#[derive(Args, Serialize)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) hand: HandArgs,
    /// Keep the score of a series of deals, read from a file, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["contract", "declarer", "tricks"])]
    #[serde(skip)]
    pub(crate) sheet: Option<PathBuf>,
    /// Reckon a finished sheet by its totals: JSON, or a file of it, - for standard input
    #[arg(long, value_name = "FILE|JSON", conflicts_with_all = ["contract", "declarer", "tricks", "sheet"])]
    pub(crate) totals: Option<String>,
    /// Give the result in whole numbers too, with the same sum
    #[arg(long)]
    pub(crate) whole: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) look: LookArgs,
}

/// A hand as it was played.
#[derive(Args, Serialize)]
pub(crate) struct HandArgs {
    /// The contract: S H D C N, a level as 7H, misere, slam, run6, uno, open-misere, open-slam;
    /// allpass when everybody passed
    #[arg(long, short, value_name = "CONTRACT")]
    contract: Option<String>,
    /// Who played it
    #[arg(long, short, value_name = "F|M|R", value_parser = seat)]
    declarer: Option<Seat>,
    /// The tricks of each seat; of misere and slam the declarer's are enough
    #[arg(long, value_name = "F=N,M=N,R=N")]
    tricks: Option<String>,
    /// Whether the contract was made, where the tricks do not tell (run6)
    #[arg(long, value_enum, value_name = "yes|no")]
    made: Option<YesNo>,
    /// It was played from the hand
    #[arg(long)]
    hand: bool,
    /// Who dropped out; under Russian rules, where nobody does, who passed, as if left out of --whist
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    out: Vec<Seat>,
    #[command(flatten)]
    #[serde(flatten)]
    said: SaidArgs,
    /// The declarer gave up before the play
    #[arg(long)]
    gave_up: bool,
    /// A mark for a deal that all passed doubles this one
    #[arg(long, help_heading = PAYMENT)]
    refa: bool,
    /// What is in the pot before the hand, if hands are paid out of one
    #[arg(long, value_name = "N", value_parser = number(0..=AMOUNT), help_heading = PAYMENT)]
    pub(crate) pot: Option<u64>,
    /// The limit of the pot, if it is not that of the rules
    #[arg(long, value_name = "N", value_parser = number(0..=AMOUNT), help_heading = PAYMENT)]
    limit: Option<u64>,
    /// Who dealt; D sits out, with four at the table
    #[arg(long, value_name = "F|M|R|D", help_heading = PAYMENT)]
    pub(crate) dealer: Option<String>,
    /// Who said half-whist
    #[arg(long, value_name = "F|M|R", value_parser = seat, help_heading = PAYMENT)]
    half_whist: Option<Seat>,
    /// What the declarer offered to the pot for the talon
    #[arg(long, value_name = "N", value_parser = number(0..=AMOUNT), help_heading = PAYMENT)]
    offer: Option<u64>,
    /// What others had offered, where all who offer pay
    #[arg(long, value_name = "M=N,R=N", help_heading = PAYMENT)]
    other_offers: Option<String>,
    /// The number of hands in a row that all have passed, this one counted [default: 1]
    #[arg(long, value_name = "N", value_parser = number(1..=255), help_heading = PAYMENT)]
    pub(crate) progression: Option<u64>,
    /// Four are at the table, the dealer sits out
    #[arg(long, help_heading = PAYMENT)]
    pub(crate) four: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum YesNo {
    Yes,
    No,
}
