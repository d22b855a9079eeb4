//! Prints the best discards of forehand for each contract.

use std::error::Error;

use preference::questions::talon::TalonOptions;
use preference::{Analyst, Deal, Seat, Situation, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let rules: Variant = "austrian".parse()?;
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    let talon = Analyst::new().talon(&hand, &TalonOptions::default())?;
    for best in talon.best {
        let discards: Vec<String> = best.discards.into_iter().map(|discard| format!("{discard:?}")).collect();
        let verdict = if best.result.outcome.made { "makes" } else { "fails" };
        println!("{verdict} {} with {}", best.result.contract, discards.join(" or "));
    }
    Ok(())
}
