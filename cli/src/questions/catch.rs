//! `pref catch`: whether the defenders can beat a contract without knowing the discard.

use preference::deal::CardStyle;
use preference::questions::catch::CatchQuestion;
use preference::questions::catch::{CatchAnswer, ChanceBounds, HiddenDiscard, OwnChance, PlanAgainstBelief};
use preference::situation::Situation;

use super::Own;
use super::asking::{DealScheduling, Skin};
use super::play;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<CatchQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::CATCH;
    const SCHEDULING: DealScheduling = DealScheduling::Few;

    fn text(
        _: &Request<CatchQuestion>,
        (): &(),
        _: &Situation,
        answer: &CatchAnswer,
        style: CardStyle,
    ) -> String {
        let mut shown = format!(
            "{}\n{}, and {} {}\n\n{}\n",
            text::heading(&answer.deal.to_string()),
            play::title(&answer.played, style),
            text::seat(answer.to_move),
            if answer.to_move == answer.leader { "leads" } else { "is to play" },
            text::line(&verdict(answer))
        );
        let mixed: Vec<&HiddenDiscard> =
            answer.discards.iter().filter(|discard| discard.weight > 0.0).collect();
        if !mixed.is_empty() {
            shown += &format!("\n{}", discard_table(&mixed, style));
        }
        if !answer.cards.is_empty() {
            shown += &format!("\n{}", card_table(answer, style));
        }
        if let Some(own) = &answer.own {
            shown += &format!("\n{}\n", text::line(&own_chance_text(answer, own, style)));
        }
        if let Some(against) = &answer.against {
            shown += &format!("\n{}\n", text::line(&belief_text(answer, against, style)));
        }
        let legend = format!(
            "{}; chance: that the contract is made, the defenders not knowing the two cards laid aside",
            answer.rules
        );
        shown + &text::remark(&legend)
    }
}

fn verdict(answer: &CatchAnswer) -> String {
    let all: usize = answer.discards.iter().map(|discard| 1 + discard.equal.len()).sum();
    let chance = chance(&answer.chance);
    match answer.caught {
        Some(true) => format!(
            "Caught: one plan of the defenders beats all {all} possible discards, so they need not know which two \
             cards lie aside."
        ),
        Some(false) if answer.chance.low >= 1.0 => {
            let discard = if answer.cards_played.is_empty() {
                "with this discard"
            } else {
                "after this discard, which the cards played leave possible,"
            };
            format!("Made: {discard} the declarer makes the contract even with open cards.")
        }
        Some(false) if answer.chance.exact.is_some() => format!(
            "Not caught: no plan of the defenders beats every discard. The declarer who lays these cards aside at \
             random, each pair as often as shown, makes the contract with a chance of {chance}, and the defenders can \
             hold the declarer to that."
        ),
        Some(false) => format!(
            "Not caught: no plan of the defenders beats every discard. The chance of the declarer is between {chance}."
        ),
        None => format!(
            "Undecided: the search reached its limit before it was found whether one plan of the defenders beats \
             every discard. The chance of the declarer is between {chance}."
        ),
    }
}

fn chance(chance: &ChanceBounds) -> String {
    chance.exact.clone().unwrap_or_else(|| format!("{:.3} and {:.3}", chance.low, chance.high))
}

fn share(weight: f64) -> String {
    if weight > 0.0 { format!("{:.0} %", 100.0 * weight) } else { String::new() }
}

fn discard_table(mixed: &[&HiddenDiscard], style: CardStyle) -> String {
    let rows = mixed.iter().map(|discard| {
        let equal: Vec<String> = discard.equal.iter().map(|&cards| text::list(cards, style)).collect();
        let mut cards = text::list(discard.discard, style);
        if !equal.is_empty() {
            cards += &format!(" = {}", equal.join(" = "));
        }
        vec![cards, share(discard.weight), text::outcome(discard.outcome)]
    });
    let header = ["lay aside", "how often", "with open cards"].map(str::to_owned).to_vec();
    text::table(header, rows.collect(), 1)
}

fn card_table(answer: &CatchAnswer, style: CardStyle) -> String {
    let rows = answer.cards.iter().map(|card| {
        let chance = if card.caught == Some(true) { "caught".to_owned() } else { chance(&card.chance) };
        vec![text::card(card.card, style), chance, share(card.weight)]
    });
    let header = ["card", "chance", "how often"].map(str::to_owned).to_vec();
    text::table(header, rows.collect(), 1)
}

fn own_chance_text(answer: &CatchAnswer, own: &OwnChance, style: CardStyle) -> String {
    let discard = text::list(answer.discards[usize::from(own.world)].discard, style);
    let best: Vec<String> = (own.cards.iter().filter(|card| card.chance >= own.chance))
        .map(|card| text::card(card.card, style))
        .collect();
    let cards = if best.is_empty() { String::new() } else { format!(" with {}", best.join(" or ")) };
    format!(
        "A declarer who laid {discard} aside makes the contract with a probability of {:.0} %{cards}, against \
         defenders who choose among their plans at random.",
        100.0 * own.chance
    )
}

/// If the discards have the probabilities of `--belief`: the number of the discards that the best plan beats, and their
/// total probability.
fn belief_text(answer: &CatchAnswer, against: &PlanAgainstBelief, style: CardStyle) -> String {
    let beaten =
        against.beats.iter().map(|&n| 1 + answer.discards[usize::from(n)].equal.len()).sum::<usize>();
    let all: usize = answer.discards.iter().map(|discard| 1 + discard.equal.len()).sum();
    let card =
        against.card.map_or(String::new(), |card| format!(" begins with {} and", text::card(card, style)));
    format!(
        "Against the belief the best plan{card} beats {beaten} of {all} discards, which have a probability of {:.0} %.",
        100.0 * against.weight
    )
}
