//! `pref usurp`: the best discard if opponents may take it up, and the contract that is then played.

use preference::deal::CardStyle;
use preference::questions::usurp::UsurpQuestion;
use preference::questions::usurp::{UsurpAnswer, UsurpDiscard};
use preference::seat::{Seat, Seats};
use preference::situation::Situation;

use super::Own;
use super::asking::{DealScheduling, Skin};
use crate::args::{TopArgs, examples};
use crate::output::text;
use crate::request::Request;

impl Skin<UsurpQuestion> for Own {
    type Extras = TopArgs;
    const EXAMPLES: &'static str = examples::USURP;
    const SCHEDULING: DealScheduling = DealScheduling::Together;

    fn text(
        _: &Request<UsurpQuestion>,
        TopArgs { top }: &TopArgs,
        _: &Situation,
        answer: &UsurpAnswer,
        style: CardStyle,
    ) -> String {
        let mut shown = format!("{}\n{}\n\n", text::heading(&answer.deal.to_string()), title(answer, style));
        shown += &discard_table(answer, *top, style);
        shown.push('\n');
        shown += &takings_text(answer, style);
        shown + &text::remark(&answer.rules)
    }
}

fn title(answer: &UsurpAnswer, style: CardStyle) -> String {
    let deal = answer.deal.deal().expect("an exchange is of a whole deal");
    let others = answer.bidders - Seats::from_seat(answer.declarer);
    let others: Vec<&str> = others.iter().map(Seat::name).collect();
    let may = if others.is_empty() {
        "nobody may take up the discards".to_owned()
    } else {
        format!("{} may take up the discards", others.join(" and "))
    };
    text::line(&format!(
        "{} has bid {} and holds {}; {may}",
        text::seat(answer.declarer),
        answer.bid,
        text::hand(deal.hand(answer.declarer) | deal.talon(), style),
    ))
}

fn discard_table(answer: &UsurpAnswer, top: usize, style: CardStyle) -> String {
    let mut ranked: Vec<&UsurpDiscard> = answer.discards.iter().collect();
    ranked.sort_by_key(|discard| discard.rank);
    let rows = ranked.into_iter().take(top).map(|discard| {
        let alone = discard
            .uncontested
            .map(|(contract, gain)| format!("{} {}", text::contract(contract, style), text::gain(gain)));
        vec![
            text::list(discard.discard, style),
            text::gain(discard.gain),
            format!("{} plays {}", discard.declarer.name(), text::contract(discard.contract, style)),
            if discard.usurped { format!("taken up {}", times(discard.take_overs)) } else { String::new() },
            alone.unwrap_or_default(),
        ]
    });
    let header = ["lay aside", "gain", "", "", "not taken up"].map(str::to_owned).to_vec();
    text::table(header, rows.collect(), 5)
}

fn takings_text(answer: &UsurpAnswer, style: CardStyle) -> String {
    let best = &answer.best;
    let mut shown = String::new();
    for taking in &best.takings {
        let contract = taking
            .contract
            .map_or(String::new(), |contract| format!(", and announces {}", text::contract(contract, style)));
        shown += &format!(
            "{} takes {} and lays {} aside{contract}\n",
            text::seat(taking.seat),
            text::list(taking.takes, style),
            text::list(taking.discard, style),
        );
    }
    shown += &format!(
        "{} plays {}: {}; {}\n",
        text::seat(best.declarer),
        text::contract(best.contract, style),
        text::outcome(best.outcome),
        text::gains(&best.gains)
    );
    if answer.uncontested.gain != best.gains.seats[answer.declarer] {
        shown += &format!(
            "If nobody could take up discards, {} would play {} and gain {}\n",
            answer.declarer.name(),
            text::contract(answer.uncontested.contract, style),
            text::gain(answer.uncontested.gain)
        );
    }
    shown
}

fn times(number: usize) -> &'static str {
    match number {
        1 => "once",
        2 => "twice",
        _ => "three times or more",
    }
}
