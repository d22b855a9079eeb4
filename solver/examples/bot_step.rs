//! Rates the first lead of a bot that knows only its own ten cards. Prints, for each card, in how many layouts of the
//! unseen cards the bot makes its contract after leading the card.

use std::error::Error;

use preference::deal::PartialDeal;
use preference::questions::advise::cards::AdviseOptions;
use preference::sampling::SampleOptions;
use preference::situation::CardsInput;
use preference::{Analyst, Contract, Seat, Situation, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let rules: Variant = "russian".parse()?;
    let cards: PartialDeal = "F:AQJ.A9.AK9.T7 ? ?".parse()?;
    let contract: Contract = "D".parse()?;
    let hand =
        Situation::new(rules, CardsInput::from(cards)).with_declarer(Seat::Forehand).with_contract(contract);
    let sample = SampleOptions { layouts: 200, ..SampleOptions::default() };
    let advice = Analyst::new().advise(&hand, &AdviseOptions { sample })?;
    for card in &advice.cards {
        println!("{} makes the contract in {:.0} % of layouts", card.card, 100.0 * card.means.chance.mean);
    }
    Ok(())
}
