//! Plays a random hand in which each player takes the action that `Analyst::advise_view` ranks first. Prints, for each
//! step, the three best actions with their mean gains from the view of the player to move, and the computing time per
//! layout.
//!
//! `cargo run --release -p preference --example advised_hand -- russian 7 200` plays the deal of seed 7 under
//! russian rules, with 200 layouts.

use std::error::Error;
use std::time::Instant;

use preference::deal::random;
use preference::hand::{Hand, Table};
use preference::questions::advise::ActionAdviceOptions;
use preference::sampling::SampleOptions;
use preference::{Analyst, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |n: usize, default: &str| arguments.get(n).map_or(default.to_owned(), Clone::clone);
    let rules: Variant = argument(0, "russian").parse()?;
    let deal = random::deal(&mut random::generator(argument(1, "7").parse()?));
    let sample = SampleOptions { layouts: argument(2, "50").parse()?, ..SampleOptions::default() };
    let complete = sample.layouts.max(200);
    let options =
        ActionAdviceOptions { sample, max_complete_layouts: complete, ..ActionAdviceOptions::default() };
    println!("{deal}");
    let table = Table { pot: Some(0.into()), ..Table::default() };
    let mut hand = Hand::new(rules, deal, table)?;
    let mut analyst = Analyst::new();
    while let Some(player) = hand.player() {
        let legal = hand.legal_actions();
        let mut line = format!("{:11}{:13}", player.name(), hand.phase().name());
        let action = if legal.len() == 1 {
            line += &format!("{}, the only action", legal[0]);
            legal[0]
        } else {
            let start = Instant::now();
            let advice = analyst.advise_view(&hand.view(player), &options)?;
            let time = start.elapsed().as_secs_f64() * 1000.0 / advice.layouts as f64;
            for averages in advice.actions.iter().take(3) {
                line +=
                    &format!("{} {:+.2} ± {:.2}; ", averages.action, averages.gain.mean, averages.gain.error);
            }
            let size = if advice.all { "all" } else { "random" };
            line += &format!("{} {size} layouts, {time:.2} ms each", advice.layouts);
            advice.actions[0].action
        };
        println!("{line}");
        hand.apply(action)?;
    }
    println!("{:?}", hand.result().map(|gains| gains.seats));
    Ok(())
}
