//! Deals with known values under three rule sets.

use preference::deal::Deal;
use preference::position::{PlaySetup, Position};
use preference::rules::{Contract, Variant};
#[cfg(not(target_family = "wasm"))]
use preference::search::{Endgames, TableFolder};
use preference::seat::{BySeat, Seat, Seats};
use preference::situation::{Play, TricksTaken};

/// Contracts whose values `deals.txt` has for each deal, in the order of the file.
pub const CONTRACTS: [&str; 6] = ["S", "H", "D", "C", "N", "misere"];

/// A random deal with its known values.
#[derive(Clone, Debug)]
pub struct KnownDeal {
    /// The deal.
    pub deal: Deal,
    /// The declarer's tricks with best play of both sides, by the name of the rules, the declarer and the contract of
    /// [`CONTRACTS`].
    pub values: Vec<(String, BySeat<[u8; 6]>)>,
}

/// The random deals of `deals.txt`.
///
/// # Panics
/// If the file does not have the form that its head describes.
#[must_use]
pub fn deals() -> Vec<KnownDeal> {
    rows(include_str!("../deals.txt")).map(|(_, line)| known_deal(line)).collect()
}

/// The play of a contract before its first card; the rules decide which seat leads.
///
/// # Panics
/// Never: three hands of ten cards can always be played.
#[must_use]
pub fn play(deal: &Deal, rules: &Variant, contract: Contract, declarer: Seat) -> Play {
    let setup = PlaySetup {
        play_rules: rules.play_rules_in(contract.trump()),
        trump: contract.trump(),
        declarer: Some(declarer),
        playing: Seats::ALL,
    };
    let position = Position::new(setup, deal.hands(), rules.leader(contract, declarer, Seats::ALL), &[])
        .expect("a deal");
    Play::new(position, contract, rules.target(contract, false), TricksTaken::default())
        .expect("nothing taken")
}

/// Endgame tables for benchmarks and checks, with those in the folder that `PREF_TABLES` names. Solvers that use them
/// panic if a table in the folder is damaged.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn endgames() -> Endgames {
    std::env::var_os("PREF_TABLES").map_or_else(Endgames::new, |folder| {
        Endgames::in_folder(TableFolder::new(folder), |table, error| panic!("the table {table} {error}"))
    })
}

/// Loads the complete tables that have been built for these rules, and returns their names.
#[cfg(not(target_family = "wasm"))]
pub fn load_tables_for(endgames: &Endgames, rules: &Variant) -> Vec<String> {
    endgames.load_all(rules).iter().map(ToString::to_string).collect()
}

/// Iterates over the lines of a data file, each with its line number (from 1), leaving out blank lines and comments.
pub fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn known_deal(line: &str) -> KnownDeal {
    let mut fields = line.split(" | ");
    let deal = fields.next().and_then(|deal| deal.parse().ok()).expect("a deal comes first");
    let values = fields.map(|field| {
        let (rules, values) = field.split_once(' ').expect("rules, then values");
        (rules.to_owned(), parse_trick_digits(values))
    });
    KnownDeal { deal, values: values.collect() }
}

/// Parses three groups of digits separated by blanks, one group for each declarer. The digit `T` is ten.
///
/// # Panics
/// If a group or a digit is missing.
#[must_use]
pub fn parse_trick_digits<const N: usize>(text: &str) -> BySeat<[u8; N]> {
    let mut groups = text.split(' ');
    BySeat::from_fn(|_| {
        let mut group = groups.next().expect("three groups").chars();
        std::array::from_fn(|_| match group.next() {
            Some('T') => 10,
            figure => figure.and_then(|figure| figure.to_digit(10)).expect("a figure") as u8,
        })
    })
}
