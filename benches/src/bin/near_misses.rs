//! Near misses, solved with the discard hidden:
//!
//! - `near_misses record [COUNT]` draws `COUNT` of them for each leader, and prints them with their chances,
//!   as in the file `near_misses.txt`.
//! - `near_misses time [EVERY]` solves all of them, or only every `EVERY`-th, on one thread, times each, and
//!   compares the chances with the file.
//! - `near_misses csv` prints their deals and leaders as CSV, which `pref batch catch` reads.

use std::time::Instant;

use preference::analysis::Analyst;
use preference::analysis::catch::{CatchAnswer, CatchOptions};
use preference::rules::Variant;
use preference::situation::Situation;
use preference_benches::near_misses::{chance_text, draw, near_misses, situation};

const HEAD: &str = "\
# Misères of random deals that fail by one trick with open cards, russian rules, forehand declares:
# deal | leader | groups of discards that leave the same play | the declarer's chance where the discard is
# hidden. Random seed 1200, 400 deals for each leader. Written with
#   cargo run --release -p preference-benches --bin near_misses -- record > benches/near_misses.txt
# Two numbers are bounds that the search could not bring together.
";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |default| arguments.get(1).map_or(Ok(default), |number| number.parse::<usize>());
    match arguments.first().map(String::as_str) {
        Some("record") => record(number(400)?),
        Some("time") => time(number(1)?),
        Some("csv") => {
            print_csv();
            Ok(())
        }
        _ => anyhow::bail!(
            "usage: near_misses record [COUNT] > FILE, near_misses time [EVERY], or near_misses csv > FILE"
        ),
    }
}

fn catch(analyst: &mut Analyst, situation: &Situation) -> anyhow::Result<CatchAnswer> {
    Ok(analyst.catch(situation, &CatchOptions::default())?)
}

fn record(count: usize) -> anyhow::Result<()> {
    let rules: Variant = "russian".parse()?;
    let mut analyst = Analyst::new();
    print!("{HEAD}");
    for (deal, leader) in draw(&rules, count) {
        let answer = catch(&mut analyst, &situation(&rules, deal, leader))?;
        println!("{deal} | {leader} | {} | {}", answer.worlds, chance_text(&answer.chance));
    }
    Ok(())
}

fn print_csv() {
    println!("deal,leader");
    near_misses().iter().for_each(|near_miss| println!("{},{}", near_miss.deal, near_miss.leader));
}

fn time(every: usize) -> anyhow::Result<()> {
    anyhow::ensure!(every > 0, "EVERY is at least 1");
    let rules: Variant = "russian".parse()?;
    let mut analyst = Analyst::new();
    let mut seconds = Vec::new();
    let mut counts = std::collections::BTreeMap::new();
    for near_miss in near_misses().into_iter().step_by(every) {
        let situation = near_miss.situation(&rules);
        analyst.forget();
        let start = Instant::now();
        let answer = catch(&mut analyst, &situation)?;
        seconds.push(start.elapsed().as_secs_f64());
        let chance = chance_text(&answer.chance);
        anyhow::ensure!(
            chance == near_miss.chance && answer.worlds == near_miss.worlds,
            "{}, {} leads: {chance} of {} groups, recorded {} of {}",
            near_miss.deal,
            near_miss.leader,
            answer.worlds,
            near_miss.chance,
            near_miss.worlds
        );
        *counts.entry(chance).or_insert(0) += 1;
    }
    seconds.sort_by(f64::total_cmp);
    for (chance, count) in counts {
        println!("chance {chance}: {count} deals");
    }
    let quantile = |share: f64| 1000.0 * seconds[((seconds.len() - 1) as f64 * share) as usize];
    println!(
        "{} deals, milliseconds: median {:.1}, 90 % {:.1}, 99 % {:.1}, worst {:.1}",
        seconds.len(),
        quantile(0.5),
        quantile(0.9),
        quantile(0.99),
        quantile(1.0)
    );
    Ok(())
}
