//! The options of a hand told from outside: its calls, and how it was played.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use preference::{Aces, Doubling, Hand, Seat};

use super::{Color, Format, RulesArgs, seat};

#[derive(Args)]
pub(crate) struct AuctionArgs {
    /// The calls so far, separated by blanks or commas; none for the first call
    #[arg(value_name = "CALLS")]
    pub(crate) calls: Vec<String>,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// How many deals in a row all have passed before this one, where that raises the lowest bid
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) passed: usize,
    /// How the answer is written; json is one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) hand: HandArgs,
    /// Keep the score of a series of deals, read from a file, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["contract", "declarer", "tricks"])]
    pub(crate) sheet: Option<PathBuf>,
    /// How the answer is written; json is one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// A hand as it was played.
#[derive(Args)]
pub(crate) struct HandArgs {
    /// The contract: S H D C N, a level as 7H, misere, slam, run6, uno, open-misere, open-slam;
    /// allpass when everybody passed
    #[arg(long, short, value_name = "CONTRACT")]
    pub(crate) contract: Option<String>,
    /// Who played it
    #[arg(long, short, value_name = "F|M|R", value_parser = seat)]
    pub(crate) declarer: Option<Seat>,
    /// The tricks of each seat; of misere and slam the declarer's are enough
    #[arg(long, value_name = "F=N,M=N,R=N")]
    pub(crate) tricks: Option<String>,
    /// Whether the contract was made, where the tricks do not tell (run6)
    #[arg(long, value_enum, value_name = "yes|no")]
    pub(crate) made: Option<YesNo>,
    /// It was played from the hand
    #[arg(long)]
    pub(crate) hand: bool,
    /// Who dropped out, or passed where others whisted
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    pub(crate) out: Vec<Seat>,
    #[command(flatten)]
    pub(crate) said: SaidArgs,
    /// The declarer gave up before the play
    #[arg(long)]
    pub(crate) gave_up: bool,
    /// A mark for a deal that all passed doubles this one
    #[arg(long)]
    pub(crate) refa: bool,
    /// What is in the pot before the hand
    #[arg(long, value_name = "N")]
    pub(crate) pot: Option<u32>,
    /// The limit of the pot, if it is not that of the rules
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u32>,
    /// Who dealt; D sits out, with four at the table
    #[arg(long, value_name = "F|M|R|D", value_parser = dealer)]
    pub(crate) dealer: Option<preference::Dealer>,
    /// Who said half-whist
    #[arg(long, value_name = "F|M|R", value_parser = seat)]
    pub(crate) half_whist: Option<Seat>,
    /// What the declarer offered to the pot for the talon
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offer: u32,
    /// The how many-eth hand in a row that all passed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) progression: u8,
    /// Four are at the table, the dealer sits out
    #[arg(long)]
    pub(crate) four: bool,
}

/// What was said before the play by those who play, and what the declarer's cards are worth.
#[derive(Args)]
pub(crate) struct SaidArgs {
    /// Who played at the invitation of the other defender
    #[arg(long, value_name = "F|M|R", value_parser = seat)]
    pub(crate) guest: Option<Seat>,
    /// Who said kontra
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    pub(crate) kontra: Vec<Seat>,
    /// The declarer answered with rekontra
    #[arg(long)]
    pub(crate) rekontra: bool,
    /// The defender answered with sub
    #[arg(long, requires = "rekontra")]
    pub(crate) sub: bool,
    /// The declarer answered with mort
    #[arg(long, requires = "sub")]
    pub(crate) mort: bool,
    /// Who said whist, in the order of speaking [default: who is not out]
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = seat)]
    pub(crate) whist: Option<Vec<Seat>>,
    /// The declarer's aces: 4, or none if announced
    #[arg(long, value_enum, value_name = "4|none")]
    pub(crate) aces: Option<AcesArg>,
    /// The talon, as '.A..A' or 'HA CA'
    #[arg(long, value_name = "CARDS", value_parser = talon)]
    pub(crate) talon: Option<preference::Cards>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    Yes,
    No,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AcesArg {
    /// All four held
    #[value(name = "4")]
    Four,
    /// None held, and announced
    None,
}

impl SaidArgs {
    /// Fill in what they say of a hand.
    pub(crate) fn tell(&self, hand: &mut Hand) {
        hand.guest = self.guest;
        hand.kontra = self.kontra.iter().copied().collect();
        hand.doubling = match (self.rekontra, self.sub, self.mort) {
            (_, _, true) => Doubling::Mort,
            (_, true, _) => Doubling::Sub,
            (true, ..) => Doubling::Rekontra,
            _ if hand.kontra.is_empty() => Doubling::None,
            _ => Doubling::Kontra,
        };
        hand.aces = self.aces.map(|aces| match aces {
            AcesArg::Four => Aces::Four,
            AcesArg::None => Aces::None,
        });
        hand.talon = self.talon.unwrap_or(hand.talon);
        hand.whist.clone_from(&self.whist);
    }

    /// An option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--guest", self.guest.is_some()),
            ("--kontra", !self.kontra.is_empty()),
            ("--rekontra", self.rekontra),
            ("--whist", self.whist.is_some()),
            ("--aces", self.aces.is_some()),
            ("--talon", self.talon.is_some()),
        ];
        given.into_iter().find_map(|(name, given)| given.then_some(name))
    }
}

fn dealer(text: &str) -> Result<preference::Dealer, String> {
    if text.eq_ignore_ascii_case("d") {
        return Ok(preference::Dealer::Sitting);
    }
    text.parse().map(preference::Dealer::Seat).map_err(|_| "write F, M, R, or D for who sits out".to_owned())
}

fn talon(text: &str) -> Result<preference::Cards, String> {
    let cards: preference::Cards = text.parse().map_err(|error: preference::CardsError| error.to_string())?;
    if cards.len() == 2 { Ok(cards) } else { Err("the talon has two cards".to_owned()) }
}
