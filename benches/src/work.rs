//! Kinds of answers that are measured. Each answer is checked against the fixtures.

use std::ops::Range;
use std::time::Duration;

use crate::known_deals::KnownDeal;
use anyhow::{Context, ensure};
use preference::Analyst;
use preference::gains::Model;
use preference::gains::expected_result::solve_expected_result;
use preference::outcomes::outcome::SolveDetail;
use preference::questions::cards::{CardsOptions, PlayOptions, PlayValue};
use preference::questions::talon::{DiscardResult, TalonOptions};
use preference::rules::{Contract, Variant};
use preference::search::{EndgameTableId, Endgames, Solver};
use preference::seat::Seat;
use preference::situation::{Play, PlayState};
use serde::Serialize;

use crate::known_values::{
    DealValues, MISERE, RULES, SUIT_CONTRACTS, TRICK_CONTRACTS, check, contract, timed,
};
use crate::questions;

/// `goals` are for the mean or the median time of an answer in milliseconds, under each of the [`RULES`], with endgame
/// tables and on the machine for which they were set.
pub struct Kind {
    name: &'static str,
    goals: [Option<f64>; 3],
    /// Asks about one deal, and returns the time of each answer.
    ask: fn(&mut Analyst, &DealValues) -> anyhow::Result<Vec<Duration>>,
    /// Maximum number of deals. Kinds that take long have fewer deals.
    deals: usize,
    /// Whether the goals are for the median time instead of the mean.
    median: bool,
}

/// All kinds of answers that are measured.
pub static KINDS: [Kind; 17] = [
    Kind {
        name: "suit game",
        goals: [Some(0.03), Some(0.025), Some(0.02)],
        ask: |analyst, deal_values| solve_each(analyst, deal_values, SUIT_CONTRACTS),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "no trump",
        goals: [Some(0.03), Some(0.025), Some(0.02)],
        ask: |analyst, deal_values| solve_each(analyst, deal_values, 4..5),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "misere, fewest",
        goals: [Some(0.1); 3],
        ask: |analyst, deal_values| solve_each(analyst, deal_values, MISERE),
        deals: 1000,
        median: false,
    },
    Kind { name: "misere, made", goals: [Some(0.005); 3], ask: misere_made, deals: 1000, median: false },
    Kind {
        name: "all 15 games",
        goals: [None, None, Some(0.36)],
        ask: all_games,
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, 66 x 5",
        goals: [Some(3.0), Some(2.5), Some(1.5)],
        ask: |analyst, deal_values| talon_table(analyst, deal_values, TRICK_CONTRACTS, false),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, made",
        goals: [Some(1.0); 3],
        ask: |analyst, deal_values| talon_table(analyst, deal_values, TRICK_CONTRACTS, true),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, misere",
        goals: [None; 3],
        ask: |analyst, deal_values| talon_table(analyst, deal_values, MISERE, false),
        deals: 1000,
        median: false,
    },
    Kind {
        name: "talon, misere made",
        goals: [None; 3],
        ask: |analyst, deal_values| talon_table(analyst, deal_values, MISERE, true),
        deals: 1000,
        median: false,
    },
    Kind { name: "each card", goals: [Some(0.3); 3], ask: each_card, deals: 100, median: false },
    Kind { name: "a best line", goals: [Some(1.0); 3], ask: best_line, deals: 100, median: false },
    Kind {
        name: "selfish play",
        goals: [Some(50.0), None, Some(6.0)],
        ask: selfish_play,
        deals: 50,
        median: true,
    },
    // The goal is 1,500 layouts in one second on two cores, which counts as two seconds on one core.
    Kind {
        name: "layout, 5 made",
        goals: [Some(2000.0 / 1500.0); 3],
        ask: |analyst, deal_values| questions::evaluate_layout(analyst, deal_values, false),
        deals: 100,
        median: false,
    },
    Kind {
        name: "layout, 5 tricks",
        goals: [Some(2000.0 / 500.0); 3],
        ask: |analyst, deal_values| questions::evaluate_layout(analyst, deal_values, true),
        deals: 100,
        median: false,
    },
    Kind {
        name: "par, tricks",
        goals: [Some(20.0); 3],
        ask: |analyst, deal_values| questions::solve_auction(analyst, deal_values, Model::Tricks),
        deals: 20,
        median: false,
    },
    Kind {
        name: "par, selfish",
        goals: [Some(1000.0); 3],
        ask: |analyst, deal_values| questions::solve_auction(analyst, deal_values, Model::Selfish),
        deals: 6,
        median: false,
    },
    Kind {
        name: "usurp, illustrated",
        goals: [Some(1000.0); 3],
        ask: questions::usurp_exchange,
        deals: 10,
        median: true,
    },
];

/// A play that is to be solved, and the number of the declarer's tricks that the solver must find.
pub(crate) type Solve = (Play, u8);

/// Loads the endgame tables of the measured rules; none if any table is missing.
#[must_use]
pub fn load_tables(endgames: &Endgames) -> Vec<EndgameTableId> {
    let rules = RULES.map(|rules| rules.parse::<Variant>().expect("the fixtures name presets"));
    let loaded = rules.each_ref().map(|rules| endgames.load_all(rules));
    let complete = (loaded.iter().zip(&rules))
        .all(|(loaded, rules)| loaded.len() == EndgameTableId::for_rules(rules, false).len());
    if complete { loaded.concat() } else { Vec::new() }
}

pub(crate) fn solves(deals: &[KnownDeal], rules: &str, contract_indices: Range<usize>) -> Vec<Solve> {
    let mut solves = Vec::new();
    for_each_deal(deals, rules, |deal_values| {
        for (declarer, values) in deal_values.values.iter() {
            solves.extend(
                contract_indices.clone().map(|contract_index| {
                    (deal_values.play(contract_index, declarer), values[contract_index])
                }),
            );
        }
        Ok(())
    })
    .expect("nothing is refused");
    solves
}

fn for_each_deal(
    deals: &[KnownDeal],
    rules: &str,
    mut ask: impl FnMut(&DealValues) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let variant: Variant = rules.parse().expect("the fixtures name presets");
    deals.iter().try_for_each(|deal| {
        let (_, values) = deal.values.iter().find(|(name, _)| name == rules).expect("values of these rules");
        ask(&DealValues { deal, variant: &variant, values })
    })
}

/// The number of nodes of all solves of these deals, with one solver for each rule set and without loaded tables. It
/// stays the same as long as the search visits the same tree.
pub fn signature(deals: &[KnownDeal]) -> anyhow::Result<u64> {
    let mut nodes = 0;
    for rules in RULES {
        let mut solver = Solver::new();
        for (play, expected) in solves(deals, rules, 0..6) {
            check(play.outcome(&mut solver).tricks, expected, &play)?;
        }
        nodes += solver.nodes();
    }
    Ok(nodes)
}

fn solve_each(
    analyst: &mut Analyst,
    deal_values: &DealValues,
    contract_indices: Range<usize>,
) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for (declarer, values) in deal_values.values.iter() {
        for contract_index in contract_indices.clone() {
            let play = deal_values.play(contract_index, declarer);
            let (outcome, time) = analyst.with_solver(|solver| timed(|| play.outcome(solver)));
            check(outcome.tricks, values[contract_index], &play)?;
            times.push(time);
        }
    }
    Ok(times)
}

fn misere_made(analyst: &mut Analyst, deal_values: &DealValues) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for (declarer, values) in deal_values.values.iter() {
        let play = deal_values.play(MISERE.start, declarer);
        let (made, time) = analyst.with_solver(|solver| timed(|| play.is_made(solver)));
        ensure!(made == (values[MISERE.start] == 0), "wrong answer {made} for {play:?}");
        times.push(time);
    }
    Ok(times)
}

fn all_games(analyst: &mut Analyst, deal_values: &DealValues) -> anyhow::Result<Vec<Duration>> {
    Ok(vec![solve_each(analyst, deal_values, TRICK_CONTRACTS)?.iter().sum()])
}

/// A discard's results are compared with those of a new solver if the sum of the talon's two card numbers is a multiple
/// of this number, in about one deal of sixteen.
const COMPARED_TALON_DIVISOR: usize = 16;

fn talon_table(
    analyst: &mut Analyst,
    deal_values: &DealValues,
    contract_indices: Range<usize>,
    made_only: bool,
) -> anyhow::Result<Vec<Duration>> {
    // If the talon itself is laid aside, the results must be the known values of the deal.
    let declarer = Seat::Forehand;
    let deal = &deal_values.deal.deal;
    let contracts: Vec<Contract> = contract_indices.clone().map(contract).collect();
    let situation = deal_values.situation().with_declarer(declarer);
    let (table, time) = timed(|| analyst.talon(&situation, &talon_options(&contracts, made_only)));
    let table = table?;
    let talon_sum: usize = deal.talon().iter().map(|card| card.bit() as usize).sum();
    if talon_sum.is_multiple_of(COMPARED_TALON_DIVISOR) {
        let whole = Analyst::new().talon(&situation, &talon_options(&contracts, false))?;
        for (discard, expected) in table.discards.iter().zip(whole.discards) {
            ensure!(
                is_same_outcome(discard, &expected, made_only),
                "the results of the discard {} of {deal} differ without tables of endings",
                discard.cards
            );
        }
    }
    let talon_discard = table.discards.iter().find(|discard| discard.cards == deal.talon());
    let talon_discard = talon_discard.context("the talon can be laid aside")?;
    for (contract_index, result) in contract_indices.zip(&talon_discard.results) {
        let expected = deal_values.values[declarer][contract_index];
        let is_made = if contract_index == MISERE.start { expected == 0 } else { expected >= 6 };
        let outcome = result.outcome;
        ensure!(
            outcome.made == is_made && (made_only || outcome.tricks == Some(expected)),
            "wrong talon table for {deal}"
        );
    }
    Ok(vec![time])
}

fn talon_options(contracts: &[Contract], made_only: bool) -> TalonOptions {
    TalonOptions {
        contracts: contracts.to_vec().into(),
        goal: if made_only { SolveDetail::MadeOnly } else { SolveDetail::Tricks },
        ..TalonOptions::default()
    }
}

fn is_same_outcome(discard: &DiscardResult, expected: &DiscardResult, made_only: bool) -> bool {
    discard.results.iter().zip(&expected.results).all(|(result, expected)| {
        let (outcome, expected) = (result.outcome, expected.outcome);
        outcome.made == expected.made && (made_only || outcome.tricks == expected.tricks)
    })
}

fn each_card(analyst: &mut Analyst, deal_values: &DealValues) -> anyhow::Result<Vec<Duration>> {
    // The best card must have the known value of the game.
    let play = deal_values.play(0, Seat::Forehand);
    let situation = deal_values.situation().with_declarer(Seat::Forehand).with_contract(contract(0));
    let (cards, time) = timed(|| analyst.cards(&situation, &CardsOptions::default()));
    let tricks = cards?.cards.into_iter().map(|card| match card.value {
        PlayValue::Declarer(outcome) => outcome.tricks,
        PlayValue::Everybody { .. } => None,
    });
    let best = if play.position().to_move() == play.declarer() { tricks.max() } else { tricks.min() };
    check(best.flatten(), deal_values.values[Seat::Forehand][0], &play)?;
    Ok(vec![time])
}

fn best_line(analyst: &mut Analyst, deal_values: &DealValues) -> anyhow::Result<Vec<Duration>> {
    // After the line the declarer must have taken the known number of tricks.
    let mut play = deal_values.play(0, Seat::Forehand);
    let situation = deal_values.situation().with_declarer(Seat::Forehand).with_contract(contract(0));
    let (line, time) = timed(|| analyst.line(&situation, &PlayOptions::default()));
    line?.line.into_iter().try_for_each(|card| play.play(card)).context("a card of the line is not legal")?;
    check(Some(play.tricks_taken()[Seat::Forehand]), deal_values.values[Seat::Forehand][0], &play)?;
    Ok(vec![time])
}

/// The declarer must take at least the known number of tricks, which best play guarantees, since more tricks never
/// lower the declarer's gain.
fn selfish_play(analyst: &mut Analyst, deal_values: &DealValues) -> anyhow::Result<Vec<Duration>> {
    let declarer = Seat::Forehand;
    let play = deal_values.play(0, declarer);
    let situation = deal_values.situation().with_declarer(declarer).with_contract(contract(0));
    let state = PlayState::Contract(play);
    let (play_result, time) = analyst.with_solver(|solver| {
        timed(|| solve_expected_result(solver, &situation, &state, Model::Selfish.into()))
    });
    let play_result = play_result?;
    let tricks = play_result.tricks.context("a suit game has a number of tricks")?;
    let gains = deal_values.variant.settle(&situation.hand_as_dealt()?, &tricks.into())?;
    ensure!(play_result.gains == Some(gains), "wrong gains for {play:?}");
    ensure!(tricks[declarer] >= deal_values.values[declarer][0], "wrong answer {tricks:?} for {play:?}");
    Ok(vec![time])
}

/// Times of many answers of one kind, in milliseconds.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Figures"))]
pub struct AnswerTimes {
    /// Name of the rules under which the questions were asked.
    pub rules: &'static str,
    /// Name of the kind of answer.
    pub answer: &'static str,
    /// Number of answers that were timed.
    pub count: usize,
    /// Mean.
    pub mean: f64,
    /// Median.
    pub median: f64,
    /// Time that only one answer in a hundred exceeds.
    pub p99: f64,
    /// Longest time.
    pub worst: f64,
    /// Mean number of nodes per answer.
    pub nodes: u64,
    /// Goal for the mean, or for the median if `median_counts` is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<f64>,
    /// Whether the goal is for the median instead of the mean.
    #[serde(skip)]
    pub median_counts: bool,
}

impl Kind {
    /// Measures the answers about these deals, if the question can be asked under these rules.
    pub fn measure(
        &self,
        rules: &'static str,
        deals: &[KnownDeal],
        analyst: &mut Analyst,
    ) -> anyhow::Result<Option<AnswerTimes>> {
        let mut times = Vec::new();
        for_each_deal(&deals[..self.deals.min(deals.len())], rules, |deal_values| {
            // The analyst keeps only the values of small endings from the deal before.
            analyst.forget();
            times.extend((self.ask)(analyst, deal_values)?);
            Ok(())
        })?;
        if times.is_empty() {
            return Ok(None);
        }
        times.sort_unstable();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let quantile = |share: f64| milliseconds(times[((times.len() - 1) as f64 * share).round() as usize]);
        let count = times.len();
        let goal = RULES.iter().position(|&name| name == rules).and_then(|n| self.goals[n]);
        Ok(Some(AnswerTimes {
            rules,
            answer: self.name,
            count,
            mean: milliseconds(times.iter().sum()) / count as f64,
            median: quantile(0.5),
            p99: quantile(0.99),
            worst: quantile(1.0),
            nodes: analyst.nodes() / count as u64,
            goal,
            median_counts: self.median,
        }))
    }
}
