//! The text about a misère whose discard is hidden and chosen before the defenders' hands are opened.

use preference::deal::CardStyle;
use preference::hand_values::answer::{HiddenValue, MixedDiscard, SingleDiscard};
use preference::rules::Contract;

use crate::output::text;

/// Mixes with more discards than this are shown only by their most probable ones.
const MAX_SHOWN: usize = 8;

pub(crate) fn sentences(contract: Contract, value: &HiddenValue, style: CardStyle) -> String {
    let name = text::contract(contract, style);
    let advice = if value.mix.is_empty() {
        "the mean over the talons, each with its own discards".to_owned()
    } else {
        advice(&value.mix, style)
    };
    let mut sentences = vec![format!("{name}, discard hidden: {advice}."), chance(value)];
    sentences.extend(value.single.as_ref().map(|single| {
        format!(
            "If the defenders knew the discard, the best one would be {}: {}.",
            choice(single, style),
            percent(single.chance)
        )
    }));
    sentences.extend(value.gain.map(|gain| format!("The mean gain is {:.0}.", gain.mean)));
    sentences.extend(
        value
            .tricks_when_caught
            .map(|tricks| format!("A misere that is caught takes {tricks:.1} tricks on average.")),
    );
    sentences.push(format!(
        "Measured on {} random layouts; the discards were chosen on {} others, where no choice has more than {}.",
        value.fresh,
        value.layouts,
        percent(value.estimate)
    ));
    text::line(&sentences.join(" "))
}

/// What the declarer does: "lay aside … or …, toss a coin".
fn advice(mix: &[MixedDiscard], style: CardStyle) -> String {
    let shown: Vec<String> = mix.iter().map(|mixed| mixed_choice(mixed, style)).collect();
    let is_even = mix.iter().all(|mixed| (mixed.weight - mix[0].weight).abs() < 1e-6);
    match mix {
        [_] => format!("lay aside {}, there is nothing to hide", shown[0]),
        [_, _] if is_even => format!("lay aside {} or {}, toss a coin", shown[0], shown[1]),
        _ => {
            let shares = shown.iter().zip(mix).take(MAX_SHOWN);
            let shares: Vec<String> =
                shares.map(|(choice, mixed)| format!("{choice} ({})", percent(mixed.weight))).collect();
            let more = if mix.len() > MAX_SHOWN { ", and more seldom others" } else { "" };
            format!("draw at random what to lay aside, each as often as shown: {}{more}", shares.join(", "))
        }
    }
}

fn mixed_choice(mixed: &MixedDiscard, style: CardStyle) -> String {
    let cards = text::list(mixed.discard, style);
    match mixed.lead {
        Some(lead) => format!("{cards} and lead {}", text::card(lead, style)),
        None => cards,
    }
}

fn choice(single: &SingleDiscard, style: CardStyle) -> String {
    let cards = text::list(single.discard, style);
    match single.lead {
        Some(lead) => format!("{cards} with the lead of {}", text::card(lead, style)),
        None => cards,
    }
}

fn chance(value: &HiddenValue) -> String {
    let (bounds, chance) = (value.bounds, value.chance);
    let made = if bounds.high - bounds.low < 0.005 {
        percent(chance.mean)
    } else {
        format!("between {} and {}", percent(bounds.low), percent(bounds.high))
    };
    format!(
        "It is then made in {made} of deals (95 % interval {} to {}), even against defenders who know how the discard \
         is chosen, but not which it is.",
        percent(chance.low),
        percent(chance.high)
    )
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
