//! Solves near misses (see the module `near_misses`) with the discard hidden:
//!
//! - `near_misses record [COUNT]` draws `COUNT` near misses for each leader, and prints them with the declarer's
//!   chances, in the form of the file `near_misses.txt`.
//! - `near_misses time [EVERY]` solves all near misses of the file, or only every `EVERY`-th, on one thread, times
//!   each, and compares the chances and the numbers of groups with the file.
//! - `near_misses middle CARDS [EVERY]` plays `CARDS` random cards of all near misses, or of every `EVERY`-th, and
//!   measures the time per legal card of an answer that values all legal cards. Hands in which the declarer has
//!   already taken a trick are left out.
//! - `near_misses random [COUNT]` times the misère of a random declarer in each of `COUNT` random deals.
//! - `near_misses csv` prints the file as CSV, which `pref batch catch` reads.

use std::time::Instant;

use preference::Analyst;
use preference::cards::{Card, Cards};
use preference::deal::random;
use preference::outcomes::outcome::SolveDetail;
use preference::questions::catch::{CatchAnswer, CatchOptions};
use preference::rules::Variant;
use preference::seat::Seat;
use preference::situation::Situation;
use preference_benches::Quantiles;
use preference_benches::near_misses::{NearMiss, SEED, chance_text, draw, near_misses, situation};
use rand::RngExt;

const FILE_HEAD: &str = "\
# Misères of random deals that fail by one trick with open cards, russian rules, forehand declares:
# deal | leader | groups of discards that leave the same play | the declarer's chance where the discard is
# hidden. Random seed 1200, 400 deals for each leader. Written with
#   cargo run --release -p preference-benches --bin near_misses -- record > benches/near_misses.txt
";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |default| arguments.get(1).map_or(Ok(default), |number| number.parse::<usize>());
    match arguments.first().map(String::as_str) {
        Some("record") => record(number(400)?),
        Some("time") => time_recorded(number(1)?),
        Some("middle") => time_middle(number(4)?, arguments.get(2).map_or(Ok(1), |every| every.parse())?),
        Some("random") => time_random(number(1000)?),
        Some("csv") => {
            print_csv();
            Ok(())
        }
        _ => anyhow::bail!(
            "usage: near_misses record [COUNT] > FILE, near_misses time [EVERY], near_misses middle CARDS [EVERY], \
             near_misses random [COUNT], or near_misses csv > FILE"
        ),
    }
}

fn catch(analyst: &mut Analyst, situation: &Situation) -> anyhow::Result<CatchAnswer> {
    Ok(analyst.catch(situation, &CatchOptions { goal: SolveDetail::MadeOnly, ..CatchOptions::default() })?)
}

/// Times of the answers to `catch`, in seconds.
#[derive(Default)]
struct Times {
    /// Times of the answers that have only the verdict and the chance.
    chance: Vec<f64>,
    /// Times of the whole answers, with the declarer's tricks for each discard with open cards.
    whole: Vec<f64>,
}

impl Times {
    fn measure(&mut self, analyst: &mut Analyst, situation: &Situation) -> anyhow::Result<CatchAnswer> {
        // Twice, without and with the tricks of each discard, each time with an empty transposition table.
        analyst.forget();
        let start = Instant::now();
        let answer = catch(analyst, situation)?;
        self.chance.push(start.elapsed().as_secs_f64());
        analyst.forget();
        let start = Instant::now();
        let whole = analyst.catch(situation, &CatchOptions::default())?;
        self.whole.push(start.elapsed().as_secs_f64());
        anyhow::ensure!(whole.chance == answer.chance, "{}: two chances", answer.deal);
        Ok(answer)
    }

    fn print(self) {
        print_times("deals, verdict and chance only", self.chance);
        print_times("deals, also with the tricks of all discards", self.whole);
    }
}

fn record(count: usize) -> anyhow::Result<()> {
    let rules: Variant = "russian".parse()?;
    let mut analyst = Analyst::new();
    print!("{FILE_HEAD}");
    for (deal, leader) in draw(&rules, count) {
        let answer = catch(&mut analyst, &situation(&rules, deal, leader))?;
        println!("{deal} | {leader} | {} | {}", answer.worlds, chance_text(&answer.chance));
    }
    Ok(())
}

fn print_csv() {
    println!("deal,leader,worlds,chance");
    for NearMiss { deal, leader, worlds, chance } in near_misses() {
        println!("{deal},{leader},{worlds},{chance}");
    }
}

fn time_recorded(every: usize) -> anyhow::Result<()> {
    anyhow::ensure!(every > 0, "EVERY must be at least 1");
    let rules: Variant = "russian".parse()?;
    let mut analyst = Analyst::new();
    let mut times = Times::default();
    let mut counts = std::collections::BTreeMap::new();
    for near_miss in near_misses().into_iter().step_by(every) {
        let situation = near_miss.situation(&rules);
        let answer = times.measure(&mut analyst, &situation)?;
        let chance = chance_text(&answer.chance);
        anyhow::ensure!(
            chance == near_miss.chance && answer.worlds == near_miss.worlds,
            "{}, {} leads: chance {chance} with {} groups, but the file has chance {} with {} groups",
            near_miss.deal,
            near_miss.leader,
            answer.worlds,
            near_miss.chance,
            near_miss.worlds
        );
        *counts.entry(chance).or_insert(0) += 1;
    }
    for (chance, count) in counts {
        println!("chance {chance}: {count} deals");
    }
    times.print();
    Ok(())
}

fn print_times(label: &str, seconds: Vec<f64>) {
    let quantiles = Quantiles::from_seconds(seconds);
    println!("{} {label}, {quantiles}", quantiles.count);
}

/// Hands in which the declarer has taken a trick are left out.
fn time_middle(cards: usize, every: usize) -> anyhow::Result<()> {
    anyhow::ensure!(every > 0, "EVERY must be at least 1");
    let rules: Variant = "russian".parse()?;
    let mut analyst = Analyst::new();
    let generator = &mut random::generator(SEED);
    let options = CatchOptions { goal: SolveDetail::MadeOnly, cards: true, ..CatchOptions::default() };
    let mut seconds = Vec::new();
    for near_miss in near_misses().into_iter().step_by(every) {
        let situation = near_miss.situation(&rules);
        let twelve_cards: Vec<Card> =
            (near_miss.deal.hand(Seat::Forehand) | near_miss.deal.talon()).iter().collect();
        let first = generator.random_range(0..twelve_cards.len());
        let second = (first + generator.random_range(1..twelve_cards.len())) % twelve_cards.len();
        let discard: Cards = [twelve_cards[first], twelve_cards[second]].into_iter().collect();
        let mut position = *situation.clone().with_discard(discard).play()?.position();
        let mut played = Vec::new();
        let mut has_failed = false;
        while played.len() < cards {
            let legal: Vec<Card> = position.legal_cards().iter().collect();
            let card = legal[generator.random_range(0..legal.len())];
            has_failed |= position.play(card)? == Some(Seat::Forehand);
            played.push(card);
        }
        if has_failed {
            continue;
        }
        let situation = situation.with_cards_played(played);
        analyst.forget();
        let start = Instant::now();
        let answer = analyst.catch(&situation, &options)?;
        seconds.push(start.elapsed().as_secs_f64() / answer.cards.len() as f64);
    }
    print_times("hands, time per legal card", seconds);
    Ok(())
}

fn time_random(count: usize) -> anyhow::Result<()> {
    let rules: Variant = "russian".parse()?;
    let mut analyst = Analyst::new();
    let generator = &mut random::generator(SEED);
    let mut times = Times::default();
    for _ in 0..count {
        let deal = random::deal(generator);
        let declarer = Seat::ALL[generator.random_range(0..3)];
        let situation = situation(&rules, deal, Seat::Forehand).with_declarer(declarer);
        times.measure(&mut analyst, &situation)?;
    }
    times.print();
    Ok(())
}
