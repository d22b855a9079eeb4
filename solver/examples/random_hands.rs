//! Plays hands at random, and prints the number of hands per second. For the hands that reach the play of the cards, it
//! also prints the number of cards per second. The arguments are the rules and the number of hands.

use std::error::Error;
use std::time::Instant;

use preference::deal::random;
use preference::hand::{Action, Hand, Phase, Table};
use preference::{Deal, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Variant = arguments.next().unwrap_or("russian".to_owned()).parse()?;
    let hands: usize = arguments.next().map_or(Ok(20_000), |number| number.parse())?;
    let random = &mut random::generator(1);
    let deals: Vec<Deal> = (0..1000).map(|_| random::deal(random)).collect();
    let first = Hand::new(rules, deals[0], Table { pot: Some(100.into()), ..Table::default() })?;
    let (mut actions, mut tricks, start) = (0, 0, Instant::now());
    let (mut played, mut cards, mut seconds_of_played) = (0, 0, 0.0);
    for n in 0..hands {
        let start = Instant::now();
        let mut hand = first.with_deal(deals[n % deals.len()]);
        while !hand.is_over() {
            let action = if hand.phase() == Phase::Play {
                let cards = hand.legal_cards();
                let card = cards.iter().nth(random::number_below(random, cards.len()));
                Action::Card(card.expect("a legal card"))
            } else {
                let legal = hand.legal_actions();
                legal[random::number_below(random, legal.len())]
            };
            hand.apply(action)?;
            actions += 1;
        }
        hand.result().expect("the hand is over");
        if hand.position().is_some() {
            played += 1;
            cards += hand.steps().iter().filter(|step| matches!(step.action, Action::Card(_))).count();
            seconds_of_played += start.elapsed().as_secs_f64();
        }
        tricks += hand.tricks().0.iter().map(|&tricks| usize::from(tricks)).sum::<usize>();
    }
    let seconds = start.elapsed().as_secs_f64();
    let per_second = hands as f64 / seconds;
    println!("{per_second:.0} hands per second, {actions} actions and {tricks} tricks in all");
    let cards_per_second = cards as f64 / seconds_of_played;
    println!("{cards_per_second:.0} cards per second in the {played} hands that reach the play");
    Ok(())
}
