//! Prints the contracts that each seat makes if all cards are known.

use std::error::Error;

use preference::{Analyst, Deal, Situation, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let rules: Variant = "austrian".parse()?;
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    let answer = Analyst::new().solve(&Situation::new(rules, deal), &Default::default())?;
    println!("{}", serde_json::to_string_pretty(&answer)?);
    Ok(())
}
