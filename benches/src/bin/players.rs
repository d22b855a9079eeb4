//! Times the choices of a built-in player.
//!
//! `players [PLAYER] [RULES] [HANDS]` lets the player play random hands in all seats, on one thread, and prints the
//! times of its choices for each phase of the hand. Choices with a single legal action are left out.

use std::collections::BTreeMap;
use std::time::Instant;

use preference::deal::random;
use preference::hand::{Hand, Table};
use preference::players::PlayerKind;
use preference::rules::Variant;
use preference::seat::BySeat;
use preference::settlement::Sheet;
use preference_benches::Quantiles;

/// Random seed from which the seeds of the deals and of the players are derived.
const SEED: u64 = 4200;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default| arguments.get(index).map_or(default, String::as_str);
    let kind: PlayerKind = argument(0, "strong").parse()?;
    let rules: Variant = argument(1, "russian").parse()?;
    let hands: u64 = argument(2, "40").parse()?;
    println!("{kind} under {} rules, {hands} hands", rules.label());
    for (phase, seconds) in time_choices(kind, &rules, hands)? {
        let quantiles = Quantiles::from_seconds(seconds);
        println!("{phase}: {} choices, {quantiles}", quantiles.count);
    }
    Ok(())
}

fn time_choices(
    kind: PlayerKind,
    rules: &Variant,
    hands: u64,
) -> anyhow::Result<BTreeMap<&'static str, Vec<f64>>> {
    let mut times: BTreeMap<_, Vec<f64>> = BTreeMap::new();
    let table = Table::from_sheet(&Sheet::new(rules.clone(), 3));
    for number in 0..hands {
        let seed = random::derived_seed(SEED, number);
        let deal = random::deal(&mut random::generator(seed));
        let mut hand = Hand::new(rules.clone(), deal, table.clone())?;
        let mut players =
            BySeat::from_fn(|seat| kind.build_player(random::derived_seed(seed, seat.index() as u64)));
        while let Some(seat) = hand.player() {
            let (view, legal) = (hand.view(seat), hand.legal_actions());
            let start = Instant::now();
            let action = players[seat].choose(&view, &legal);
            if legal.len() > 1 {
                times.entry(hand.phase().name()).or_default().push(start.elapsed().as_secs_f64());
            }
            hand.apply(action)?;
        }
    }
    Ok(times)
}
