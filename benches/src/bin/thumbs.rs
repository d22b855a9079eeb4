//! What rules of thumb cost: `thumbs RULE FROM TO` plays the deals of these numbers, and prints the hands in which the
//! rule speaks as a JSON array: the number of the deal, the player, whether `strong` chooses something else, and the
//! player's gain with the rule and without it.
//!
//! `thumbs low FROM TO` counts the choices of a defender who plays second after the declarer's lead in these deals: all choices,
//! those in which the lowest card loses tricks and these tricks, and the same for the highest card.

use preference_benches::second_hand::count_choices;
use preference_benches::thumbs::{Thumb, ThumbHand, play_deal};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rule, from, to] = &arguments[..] else { anyhow::bail!("usage: thumbs RULE FROM TO") };
    let numbers = from.parse::<u64>()?..to.parse()?;
    if rule == "low" {
        let mut sums = [0; 5];
        for number in numbers {
            let counted = count_choices(number)?;
            let [[low, low_tricks], [high, high_tricks]] = [counted.low, counted.high];
            let parts = [counted.choices, low, low_tricks, high, high_tricks];
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        println!("{sums:?}");
        return Ok(());
    }
    let thumb: Thumb = rule.parse()?;
    let mut hands = Vec::new();
    for number in numbers {
        for ThumbHand { number, seat, differs, with, without } in play_deal(thumb, number)? {
            hands.push(format!("[{number}, \"{seat}\", {differs}, {with:.2}, {without:.2}]"));
        }
    }
    println!("[{}]", hands.join(", "));
    Ok(())
}
