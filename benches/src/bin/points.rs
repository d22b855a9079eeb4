//! Fits the points that a player can count in a hand, and measures their errors on other hands.
//!
//! `points fit [HANDS] [LAYOUTS] [SEED]` solves random hands, each with some layouts, and prints the file
//! `solver/src/hand_values/points/tables.rs`, which `cargo fmt` then lays out. `points test [HANDS] [LAYOUTS] [SEED]` compares the chances of that file with
//! the shares of solved layouts, for six tricks in the longest suit.

use std::fmt::Write;

use anyhow::Context;
use preference::Analyst;
use preference::cards::{Cards, Suit};
use preference::deal::{PartialDeal, random};
use preference::hand_values::points::{COUNTED, FEWEST_TRUMPS, LEVELS, Points, chance, counted, honours};
use preference::outcomes::outcome::SolveDetail;
use preference::questions::evaluate::EvaluateOptions;
use preference::rules::{Contract, PlayRules, Variant};
use preference::sampling::SampleOptions;
use preference::seat::{BySeat, Seat};
use preference::situation::Situation;
use preference_benches::regression::{Logistic, Regression};

/// A preset that stands for a class of rules, the seats that declare in turn, and whether its games with and without
/// trumps are fitted.
type Class = (&'static str, &'static [Seat], bool, bool);

const CLASSES: [Class; 5] = [
    ("austrian", &[Seat::Forehand], true, true),
    ("hungarian", &[Seat::Forehand], true, true),
    ("russian", &[Seat::Middlehand, Seat::Rearhand], true, true),
    ("american", &[Seat::Forehand], true, false),
    ("american", &[Seat::Middlehand, Seat::Rearhand], true, false),
];

/// Number of cells of a sheet: 32 sets of honours, each with up to three lower cards.
const CELLS: usize = 128;

/// A hand and the tricks that it takes on a layout, with the talon.
struct Solved {
    hand: Cards,
    trump: Option<Suit>,
    tricks: u8,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: u64| arguments.get(index).map_or(Ok(default), |text| text.parse());
    match arguments.first().map(String::as_str) {
        Some("fit") => fit(number(1, 20_000)?, number(2, 2)?, number(3, 11)?),
        Some("test") => test(number(1, 200)?, number(2, 400)?, number(3, 12)?),
        _ => anyhow::bail!("write fit or test"),
    }
}

fn strains(hand: Cards) -> Vec<Suit> {
    Suit::ALL.into_iter().filter(|&suit| hand.in_suit(suit).len() >= FEWEST_TRUMPS).collect()
}

fn situation(rules: &Variant, declarer: Seat, hand: Cards) -> Situation {
    let mut hands = BySeat([None; 3]);
    hands[declarer] = Some(hand);
    Situation::new(rules.clone(), PartialDeal { hands, talon: None })
}

fn random_hand(seed: u64, number: u64) -> Cards {
    random::deal(&mut random::generator(random::derived_seed(seed, number))).hand(Seat::Forehand)
}

/// Shares the numbers below `count` between two threads. The results are in the order of the numbers.
fn on_threads<T: Send>(
    count: u64,
    work: impl Fn(&mut Analyst, u64) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    const THREADS: u64 = 2;
    let work = &work;
    let mut parts = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..THREADS)
            .map(|first| {
                scope.spawn(move || {
                    let analyst = &mut Analyst::new();
                    let numbers = (first..count).step_by(THREADS as usize);
                    numbers.map(|number| work(analyst, number)).collect::<anyhow::Result<Vec<T>>>()
                })
            })
            .collect();
        let parts = parts.into_iter().map(|part| part.join().expect("no panic").map(Vec::into_iter));
        parts.collect::<anyhow::Result<Vec<_>>>()
    })?;
    (0..count).map(|number| parts[(number % THREADS) as usize].next().context("an answer")).collect()
}

fn solve(class: Class, hands: u64, layouts: u64, seed: u64) -> anyhow::Result<Vec<Solved>> {
    let (rules, seats, with_trumps, without) = class;
    let rules: Variant = rules.parse()?;
    let solved = on_threads(hands, |analyst, number| {
        let hand = random_hand(seed, number);
        let declarer = seats[number as usize % seats.len()];
        let trumps = if with_trumps { strains(hand) } else { Vec::new() };
        let trumps: Vec<Option<Suit>> = trumps.into_iter().map(Some).chain(without.then_some(None)).collect();
        let contracts: Vec<Contract> = trumps.iter().map(|&trump| Contract::Level(6, trump)).collect();
        let mut solved = Vec::new();
        for layout in 0..if contracts.is_empty() { 0 } else { layouts } {
            let options = EvaluateOptions {
                contracts: contracts.clone().into(),
                goal: SolveDetail::Tricks,
                sample: SampleOptions {
                    layouts: 1,
                    seed: random::derived_seed(seed + 1, number * layouts + layout),
                    ..SampleOptions::default()
                },
                talon_only: true,
                ..EvaluateOptions::default()
            };
            let answer = analyst.evaluate(&situation(&rules, declarer, hand), &options)?;
            for (&trump, result) in trumps.iter().zip(&answer.results) {
                let tricks = result.talon.means.tricks.context("tricks")?.mean as u8;
                solved.push(Solved { hand, trump, tricks });
            }
        }
        Ok(solved)
    })?;
    Ok(solved.into_iter().flatten().collect())
}

fn fit(hands: u64, layouts: u64, seed: u64) -> anyhow::Result<()> {
    println!(
        "//! Weights of points, fitted by `cargo run --release -p preference-benches --bin points -- fit {hands} {layouts} {seed}`.\n\nuse super::table::PointTable;\n\npub(super) static TABLES: &[PointTable] = &["
    );
    for class in CLASSES {
        let solved = solve(class, hands, layouts, seed)?;
        let (with, without): (Vec<Solved>, Vec<Solved>) =
            solved.into_iter().partition(|one| one.trump.is_some());
        for (trumps, solved) in [(true, with), (false, without)] {
            if !solved.is_empty() {
                print!("{}", fit_table(class, trumps, &solved)?);
            }
        }
    }
    println!("];");
    Ok(())
}

fn fit_table((rules, seats, ..): Class, trumps: bool, solved: &[Solved]) -> anyhow::Result<String> {
    let play =
        rules.parse::<Variant>()?.play_rules_in(trumps.then_some(Suit::Spades)).effective_rules(trumps);
    let names: Vec<String> = PlayRules::NAMES
        .iter()
        .enumerate()
        .filter(|(n, _)| play.bits() >> n & 1 == 1)
        .map(|(_, name)| format!("{name:?}"))
        .collect();
    let mut text = format!(
        "PointTable {{\nplay: &[{}],\ntrumps: {trumps},\nown_lead: {},\n",
        names.join(", "),
        seats.len() == 1
    );
    let weights = whole_weights(solved, trumps);
    let count = |one: &Solved| -> f64 {
        counted(one.hand, one.trump)
            .iter()
            .zip(&weights)
            .map(|(&number, &weight)| f64::from(number) * f64::from(weight))
            .sum()
    };
    writeln!(text, "count: {weights:?},\ncount_levels: {},", levels(solved, count, 100.0))?;
    let values = holding_values(solved);
    let sheet =
        |one: &Solved| -> f64 { cells(one.hand, one.trump).map(|cell| f64::from(values[cell])).sum() };
    let rows = |range: std::ops::Range<usize>| {
        let rows: Vec<String> = values[range].chunks(4).map(|row| format!("{row:?},\n")).collect();
        rows.concat()
    };
    let trump_rows = if trumps { rows(0..CELLS) } else { String::new() };
    writeln!(text, "trump: &[{trump_rows}],\nside: [{}],", rows(CELLS..2 * CELLS))?;
    writeln!(text, "sheet_levels: {},\n}},", levels(solved, sheet, 1.0))?;
    Ok(text)
}

/// Rounds the weights with the smallest scale that costs less than one hundredth of the squared error.
fn whole_weights(solved: &[Solved], trumps: bool) -> Vec<i32> {
    let things = |one: &Solved| counted(one.hand, one.trump).map(f64::from);
    let used: Vec<usize> = (0..COUNTED.len()).filter(|&n| trumps || n >= 4).collect();
    let mut regression = Regression::new(used.len() + 1, 1e-6);
    for one in solved {
        let numbers = things(one);
        let row: Vec<(usize, f64)> = used
            .iter()
            .enumerate()
            .map(|(n, &thing)| (n, numbers[thing]))
            .chain([(used.len(), 1.0)])
            .collect();
        regression.add(&row, one.tricks.into());
    }
    let exact = regression.solve();
    let error = |weights: &[f64]| {
        // One scale and one constant are fitted again, as the levels of a table do.
        let mut line = Regression::new(2, 1e-9);
        let sum = |one: &Solved| -> f64 {
            let numbers = things(one);
            used.iter().enumerate().map(|(n, &thing)| weights[n] * numbers[thing]).sum()
        };
        solved.iter().for_each(|one| line.add(&[(0, sum(one)), (1, 1.0)], one.tricks.into()));
        let fitted = line.solve();
        solved
            .iter()
            .map(|one| (fitted[0] * sum(one) + fitted[1] - f64::from(one.tricks)).powi(2))
            .sum::<f64>()
    };
    let best = error(&exact);
    let scaled = (4..40).map(|quarters| {
        exact[..used.len()]
            .iter()
            .map(|weight| (weight * f64::from(quarters) / 4.0).round())
            .collect::<Vec<f64>>()
    });
    let rounded = scaled.into_iter().find(|weights| error(weights) <= 1.01 * best).unwrap_or(exact);
    let mut weights = vec![0; COUNTED.len()];
    used.iter().zip(rounded).for_each(|(&thing, weight)| weights[thing] = weight as i32);
    weights
}

/// The cells of the four holdings of a hand: first those of the trump suit, then those of other suits.
fn cells(hand: Cards, trump: Option<Suit>) -> impl Iterator<Item = usize> {
    Suit::ALL.into_iter().map(move |suit| {
        let (row, column) = honours(hand, suit);
        4 * row + column + if Some(suit) == trump { 0 } else { CELLS }
    })
}

/// Hundredths of a trick. A linear form in honours, lengths and pairs of honours comes first; what it leaves is fitted
/// cell by cell and drawn towards zero, so that a rare holding has the value of the linear form.
fn holding_values(solved: &[Solved]) -> Vec<i32> {
    const FORM: usize = 12;
    const PULL: f64 = 10.0;
    let form = |cell: usize| -> Vec<(usize, f64)> {
        let (row, small, offset) = (cell % CELLS / 4, cell % 4, cell / CELLS * FORM);
        let bit = |bits: usize| f64::from(u8::from(row & bits == bits));
        let length = (row.count_ones() as usize + small) as f64;
        let parts = [
            bit(16),
            bit(8),
            bit(4),
            bit(2),
            bit(1),
            length,
            length * length,
            bit(24),
            bit(20),
            bit(12),
            bit(28),
        ];
        let is_void = f64::from(u8::from(length < 1.0));
        parts.into_iter().chain([is_void]).enumerate().map(|(n, part)| (offset + n, part)).collect()
    };
    let mut linear = Regression::new(2 * FORM + 1, 1e-3);
    for one in solved {
        let row: Vec<(usize, f64)> =
            cells(one.hand, one.trump).flat_map(form).chain([(2 * FORM, 1.0)]).collect();
        linear.add(&row, one.tricks.into());
    }
    let linear = linear.solve();
    let first = |cell: usize| -> f64 { form(cell).iter().map(|&(n, part)| linear[n] * part).sum() };
    let mut rest = Regression::new(2 * CELLS, PULL);
    for one in solved {
        let row: Vec<(usize, f64)> = cells(one.hand, one.trump).map(|cell| (cell, 1.0)).collect();
        let expected = cells(one.hand, one.trump).map(first).sum::<f64>() + linear[2 * FORM];
        rest.add(&row, f64::from(one.tricks) - expected);
    }
    let rest = rest.solve();
    // The constant of the form belongs to the trump suit, or in equal parts to all suits.
    let is_trump = solved.iter().any(|one| one.trump.is_some());
    let constant = |cell: usize| match (is_trump, cell < CELLS) {
        (true, true) => linear[2 * FORM],
        (true, false) => 0.0,
        (false, _) => linear[2 * FORM] / 4.0,
    };
    (0..2 * CELLS).map(|cell| (100.0 * (first(cell) + rest[cell] + constant(cell))).round() as i32).collect()
}

/// The pairs `[half, scale]` of all levels as TOML, rounded to a part of `precision`.
fn levels(solved: &[Solved], points: impl Fn(&Solved) -> f64, precision: f64) -> String {
    /// With fewer examples a level is taken to be as far from the level below as that one from the next.
    const FEWEST_MADE: usize = 5;
    let mut found: Vec<Logistic> = Vec::new();
    for level in LEVELS {
        let made: Vec<(f64, f64)> =
            solved.iter().map(|one| (points(one), f64::from(u8::from(one.tricks >= level)))).collect();
        let is_rare = made.iter().filter(|(_, made)| *made > 0.0).count() < FEWEST_MADE;
        let next = match found[..] {
            [.., before, last] if is_rare => Logistic { half: 2.0 * last.half - before.half, ..last },
            _ => Logistic::fit(&made),
        };
        found.push(next);
    }
    let rounded = |number: f64| (number * precision).round() / precision;
    let pairs: Vec<String> = found
        .iter()
        .map(|level| format!("[{:?}, {:?}]", rounded(level.half), rounded(level.scale)))
        .collect();
    format!("[{}]", pairs.join(", "))
}

/// A fresh hand: its chance of six tricks in its longest suit by many layouts, and the predictions.
struct Fresh {
    chance: f64,
    points: Points,
    honour_points: f64,
    top_tricks: f64,
}

fn test(hands: u64, layouts: u64, seed: u64) -> anyhow::Result<()> {
    println!(
        "log loss of six tricks in the longest suit, {hands} hands, {layouts} layouts each, seed {seed}"
    );
    println!(
        "class: nothing known | 4-3-2-1 and length | top tricks and length | count (worth n layouts) | sheet (worth n layouts) | floor"
    );
    for (rules, seats, ..) in CLASSES {
        let variant: Variant = rules.parse()?;
        let fresh = on_threads(hands, |analyst, number| {
            let hand = random_hand(seed, number);
            let declarer = seats[number as usize % seats.len()];
            let suit = strains(hand)
                .into_iter()
                .max_by_key(|&suit| (hand.in_suit(suit).len(), hand.in_suit(suit).bits().count_ones()));
            let Some(suit) = suit else { return Ok(None) };
            let contract = Contract::Level(6, Some(suit));
            let options = EvaluateOptions {
                contracts: vec![contract].into(),
                goal: SolveDetail::MadeOnly,
                sample: SampleOptions {
                    layouts,
                    seed: random::derived_seed(seed + 1, number),
                    ..SampleOptions::default()
                },
                talon_only: true,
                ..EvaluateOptions::default()
            };
            let answer = analyst.evaluate(&situation(&variant, declarer, hand), &options)?;
            let points = Points::of_hand(hand, &variant, contract, declarer).context("points")?;
            Ok(Some(Fresh {
                chance: answer.results[0].talon.means.chance.mean,
                points,
                honour_points: honour_points(hand, suit),
                top_tricks: top_tricks(hand, suit),
            }))
        })?;
        let fresh: Vec<Fresh> = fresh.into_iter().flatten().collect();
        print_errors(rules, seats.len() == 1, &fresh);
    }
    Ok(())
}

fn print_errors(rules: &str, own_lead: bool, fresh: &[Fresh]) {
    let mean = |loss: &dyn Fn(&Fresh) -> f64| fresh.iter().map(loss).sum::<f64>() / fresh.len() as f64;
    let share = mean(&|hand| hand.chance);
    let nothing = mean(&|hand| loss(hand.chance, share));
    let floor = mean(&|hand| loss(hand.chance, hand.chance));
    // These counts have no chances of their own: they get the best ones for each half of the hands from the other half.
    let fitted = |points: &dyn Fn(&Fresh) -> f64| {
        let half =
            |part: usize| fresh.iter().enumerate().filter(move |(n, _)| n % 2 == part).map(|(_, hand)| hand);
        let losses = [0, 1].map(|part| {
            let known: Vec<(f64, f64)> = half(1 - part).map(|hand| (points(hand), hand.chance)).collect();
            let Logistic { half: middle, scale } = Logistic::fit(&known);
            half(part).map(|hand| loss(hand.chance, chance(points(hand), [middle, scale]))).sum::<f64>()
        });
        losses.iter().sum::<f64>() / fresh.len() as f64
    };
    let sampled = |layouts: u32| mean(&|hand| sampling_loss(hand.chance, layouts, share));
    let worth = |loss: f64| {
        (0..200)
            .find(|&layouts| sampled(layouts) <= loss)
            .map_or("more than 200".to_owned(), |n| n.to_string())
    };
    let (count, sheet) = (
        mean(&|hand| loss(hand.chance, hand.points.chance)),
        mean(&|hand| loss(hand.chance, hand.points.sheet_chance)),
    );
    println!(
        "{rules}, {} lead, {} hands: {nothing:.3} | {:.3} | {:.3} | {count:.3} ({}) | {sheet:.3} ({}) | {floor:.3}",
        if own_lead { "own" } else { "others'" },
        fresh.len(),
        fitted(&|hand| hand.honour_points),
        fitted(&|hand| hand.top_tricks),
        worth(count),
        worth(sheet),
    );
}

/// The honour points of bridge (4, 3, 2, 1), and one for each trump from the fifth on.
fn honour_points(hand: Cards, trump: Suit) -> f64 {
    let honours: usize = Suit::ALL
        .into_iter()
        .map(|suit| {
            let (row, _) = honours(hand, suit);
            [16, 8, 4, 2]
                .iter()
                .zip([4, 3, 2, 1])
                .filter(|(bit, _)| row & **bit != 0)
                .map(|(_, points)| points)
                .sum::<usize>()
        })
        .sum();
    (honours + hand.in_suit(trump).len() - FEWEST_TRUMPS) as f64
}

/// The tricks from the top of each suit that need no other card, and one for each trump from the fourth on.
fn top_tricks(hand: Cards, trump: Suit) -> f64 {
    let tops: usize = Suit::ALL
        .into_iter()
        .map(|suit| {
            let (row, _) = honours(hand, suit);
            [16, 8, 4, 2, 1].iter().take_while(|bit| row & **bit != 0).count()
        })
        .sum();
    (tops + hand.in_suit(trump).len() - FEWEST_TRUMPS + 1) as f64
}

fn loss(chance: f64, predicted: f64) -> f64 {
    let predicted = predicted.clamp(1e-3, 1.0 - 1e-3);
    -(chance * predicted.ln() + (1.0 - chance) * (1.0 - predicted).ln())
}

/// The expected loss of the share of made contracts on this number of random layouts, with two more layouts that have
/// the mean chance of all hands.
fn sampling_loss(chance: f64, layouts: u32, share: f64) -> f64 {
    let mut probability = (1.0 - chance).powi(layouts as i32);
    let mut sum = 0.0;
    if chance >= 1.0 {
        return loss(1.0, (f64::from(layouts) + 2.0 * share) / f64::from(layouts + 2));
    }
    for made in 0..=layouts {
        sum += probability * loss(chance, (f64::from(made) + 2.0 * share) / f64::from(layouts + 2));
        probability *= chance / (1.0 - chance) * f64::from(layouts - made) / f64::from(made + 1);
    }
    sum
}
