//! What rules of thumb cost: `thumbs RULE FROM TO` plays the deals of these numbers, and prints the hands in which the rule
//! speaks as a JSON array: the number of the deal, the player, whether
//! `strong` chooses something else, and the player's gain with the rule and without it.

use preference_benches::thumbs::{Thumb, ThumbHand, play_deal};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rule, from, to] = &arguments[..] else { anyhow::bail!("usage: thumbs RULE FROM TO") };
    let thumb: Thumb = rule.parse()?;
    let mut hands = Vec::new();
    for number in from.parse::<u64>()?..to.parse()? {
        for ThumbHand { number, seat, differs, with, without } in play_deal(thumb, number)? {
            hands.push(format!("[{number}, \"{seat}\", {differs}, {with:.2}, {without:.2}]"));
        }
    }
    println!("[{}]", hands.join(", "));
    Ok(())
}
