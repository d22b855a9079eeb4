//! Deals with known values under three sets of rules.

use preference::deal::Deal;
use preference::position::{PlaySetup, Position};
use preference::rules::{Contract, Variant};
#[cfg(not(target_family = "wasm"))]
use preference::search::{Endgames, TableFolder};
use preference::seat::{BySeat, Seat, Seats};
use preference::situation::{Play, TricksTaken};

/// Contracts whose values `deals.txt` holds for each deal, in its order.
pub const CONTRACTS: [&str; 6] = ["S", "H", "D", "C", "N", "misere"];

/// Random deal with its values.
#[derive(Clone, Debug)]
pub struct KnownDeal {
    /// Cards.
    pub deal: Deal,
    /// Tricks for each declarer in each of [`CONTRACTS`] (in misère the fewest), by the name of the rules.
    pub values: Vec<(String, BySeat<[u8; 6]>)>,
}

/// Returns the random deals of `deals.txt`.
///
/// # Panics
/// If the file is not as its head says.
#[must_use]
pub fn deals() -> Vec<KnownDeal> {
    rows(include_str!("../deals.txt")).map(|(_, line)| known_deal(line)).collect()
}

/// Builds the play of a contract from its first lead, by the rules.
///
/// # Panics
/// Never: three hands of ten can always be played.
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

/// Opens values of small endings for benches and checks, with the complete tables of the folder in
/// `PREF_TABLES`, if it is set.
///
/// Solvers that use them panic if a table there is damaged.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn endgames() -> Endgames {
    std::env::var_os("PREF_TABLES").map_or_else(Endgames::new, |folder| {
        Endgames::in_folder(TableFolder::new(folder), |table, error| panic!("the table {table} {error}"))
    })
}

/// Loads the complete tables of these rules, as far as they have been built, and returns their names.
#[cfg(not(target_family = "wasm"))]
pub fn load_tables_of(endgames: &Endgames, rules: &Variant) -> Vec<String> {
    endgames.load_all(rules).iter().map(ToString::to_string).collect()
}

/// Returns the lines of a file of values that are neither blank nor comments, with their numbers from 1.
pub fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn known_deal(line: &str) -> KnownDeal {
    let mut fields = line.split(" | ");
    let deal = fields.next().and_then(|deal| deal.parse().ok()).expect("a deal comes first");
    let values = fields.map(|field| {
        let (rules, values) = field.split_once(' ').expect("rules, then values");
        (rules.to_owned(), figures(values))
    });
    KnownDeal { deal, values: values.collect() }
}

/// Parses three groups of figures, one for each declarer, separated by blanks; `T` is ten.
///
/// # Panics
/// If a group or a figure is missing.
#[must_use]
pub fn figures<const N: usize>(text: &str) -> BySeat<[u8; N]> {
    let mut groups = text.split(' ');
    BySeat::from_fn(|_| {
        let mut group = groups.next().expect("three groups").chars();
        std::array::from_fn(|_| match group.next() {
            Some('T') => 10,
            figure => figure.and_then(|figure| figure.to_digit(10)).expect("a figure") as u8,
        })
    })
}
