//! `pref line`: one best line of play.

use preference::analysis::cards::PlayValue;
use preference::analysis::line::LineAnswer;
use preference::analysis::questions::LineQuestion;
use preference::cards::Card;
use preference::deal::CardStyle;
use preference::seat::Seats;
use preference::situation::{Situation, Stands};

use super::play;
use crate::args::DealQuestionArgs;
use crate::failure::Failure;
use crate::output::text;
use crate::request::{Request, rules};
use crate::stream::{self, Shown};

pub(crate) fn run(args: &DealQuestionArgs<LineQuestion>) -> Result<(), Failure> {
    let request = Request::new(&args.question, rules(&args.rules)?)?;
    stream::run(&request, &(), &args.deals.deals, &args.output)
}

impl Shown for LineQuestion {
    type Text = ();

    fn text(
        _: &Request<LineQuestion>,
        (): &(),
        situation: &Situation,
        answer: &LineAnswer,
        style: CardStyle,
    ) -> String {
        let heading = text::heading(&answer.deal.to_string());
        let title = play::title(&answer.played, style);
        let stands = situation.stands().expect("it was answered");
        match (&answer.value, answer.played.declarer) {
            (PlayValue::Declarer(outcome), Some(declarer)) => {
                let tricks = tricks(stands, &answer.line, Seats::of(declarer), style);
                let remark = text::remark(&format!("{}; any best line is right", answer.rules));
                format!("{heading}\n{title}: {}\n{tricks}{remark}", text::outcome(*outcome))
            }
            (value, _) => {
                let table = text::table(play::header(answer.weighed), vec![play::row(value)], 0);
                let tricks = tricks(stands, &answer.line, Seats::ALL, style);
                let legend = play::legend(&answer.rules, &answer.played, answer.weighed);
                let remark = text::remark(&format!("{legend}; of best lines one"));
                format!("{heading}\n{title}\n{table}{tricks}{remark}")
            }
        }
    }
}

/// A row a trick: who led, the cards as they fell, who took it, and the tricks of these seats.
fn tricks(stands: Stands, line: &[Card], counted: Seats, style: CardStyle) -> String {
    let (mut position, mut taken) = (*stands.position(), stands.taken());
    let (mut rows, mut of_dealer) = (Vec::new(), 0);
    let mut leader = position.leader();
    let mut cards: Vec<String> = position.trick().map(|card| text::card(card, style)).collect();
    let mut talon = position.talon().cards[0];
    let talon_wins = position.talon().win;
    for &card in line {
        cards.push(text::card(card, style));
        let winner = position.play(card).expect("a line of legal cards");
        if position.trick().next().is_none() {
            match winner {
                Some(winner) => taken[winner] += 1,
                None => of_dealer += 1,
            }
            let number = taken.0.iter().sum::<u8>() + of_dealer;
            let led = match talon {
                Some(card) if talon_wins => format!("talon {}", text::card(card, style)),
                Some(card) => format!("talon {}", style.suit(card.suit())),
                None => text::seat(leader).to_owned(),
            };
            let winner = winner.map_or("dealer", text::seat).to_owned();
            let mut row = vec![number.to_string(), led, cards.join(" "), winner];
            row.extend(counted.iter().map(|seat| taken[seat].to_string()));
            rows.push(row);
            cards.clear();
            leader = position.leader();
            talon = position.talon().cards[0];
        }
    }
    let mut header = ["", "leads", "cards", "takes it"].map(str::to_owned).to_vec();
    if counted.len() == 1 {
        header.push("declarer".to_owned());
    } else {
        header.extend(counted.iter().map(|seat| seat.letter().to_string()));
    }
    text::table(header, rows, 4)
}
