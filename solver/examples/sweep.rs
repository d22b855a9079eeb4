//! Counts in how many of a thousand random deals forehand makes each contract when playing without the talon. Uses all
//! cores.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use preference::deal::random;
use preference::questions::solve::ContractSolution;
use preference::search::Endgames;
use preference::{Analyst, Seat, Situation, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    const DEAL_COUNT: usize = 1000;
    let rules: Arc<Variant> = Arc::new("russian".parse()?);
    let generator = &mut random::generator(1);
    let hands: Vec<Situation> = (0..DEAL_COUNT)
        .map(|_| {
            Situation::new(rules.clone(), random::deal(generator))
                .with_declarer(Seat::Forehand)
                .with_play_from_hand()
        })
        .collect();
    let mut analyst = Analyst::with_threads(0, &Endgames::new())?;
    let mut made = BTreeMap::new();
    for answer in analyst.map(&hands, |analyst, hand| analyst.solve(hand, &Default::default())) {
        for result in answer?.results {
            if let ContractSolution::Contract { contract, outcome, .. } = result {
                *made.entry(contract.to_string()).or_insert(0) += u32::from(outcome.made);
            }
        }
    }
    for (contract, made) in made {
        println!("{contract}: {made} of {DEAL_COUNT}");
    }
    Ok(())
}
