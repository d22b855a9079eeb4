//! `pref line`: one best line of play.

use preference::deal::CardStyle;
use preference::questions::cards::PlayValue;
use preference::questions::line::LineAnswer;
use preference::questions::line::LineQuestion;
use preference::questions::played_tricks::PlayedTrick;
use preference::seat::Seats;
use preference::situation::{PlayState, Situation};

use super::Own;
use super::asking::Skin;
use super::play;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<LineQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::LINE;

    fn text(
        _: &Request<LineQuestion>,
        (): &(),
        situation: &Situation,
        answer: &LineAnswer,
        style: CardStyle,
    ) -> String {
        let heading = text::heading(&answer.deal.to_string());
        let title = play::title(&answer.played, style);
        let state = situation.play_state().expect("answered questions have a position");
        match (&answer.value, answer.played.declarer) {
            (PlayValue::Declarer(outcome), Some(declarer)) => {
                let tricks = trick_table(&state, &answer.line_tricks, Seats::from_seat(declarer), style);
                let remark = text::remark(&format!("{}; other lines may be equally good", answer.rules));
                format!("{heading}\n{title}: {}\n{tricks}{remark}", text::outcome(*outcome))
            }
            (value, _) => {
                let table = text::table(play::header(answer.weighed), vec![play::row(value)], 0);
                let tricks = trick_table(&state, &answer.line_tricks, Seats::ALL, style);
                let legend = play::legend(&answer.rules, &answer.played, answer.weighed);
                let remark = text::remark(&format!("{legend}; other lines may be equally good"));
                format!("{heading}\n{title}\n{table}{tricks}{remark}")
            }
        }
    }
}

/// A row for each trick, with the tricks so far of each seat in `counted`.
fn trick_table(before: &PlayState, tricks: &[PlayedTrick], counted: Seats, style: CardStyle) -> String {
    let mut taken = before.tricks_taken();
    let rows = tricks.iter().zip(taken.0.iter().sum::<u8>() + 1..).map(|(trick, number)| {
        if let Some(winner) = trick.winner {
            taken[winner] += 1;
        }
        let led = match trick.talon {
            Some(card) if before.position().talon_leads().is_some_and(|talon| talon.win) => {
                format!("talon {}", text::card(card, style))
            }
            Some(card) => format!("talon {}", style.suit(card.suit())),
            None => text::seat(trick.leader).to_owned(),
        };
        let cards: Vec<String> = trick.cards.iter().map(|&card| text::card(card, style)).collect();
        let winner = trick.winner.map_or("dealer", text::seat).to_owned();
        let mut row = vec![number.to_string(), led, cards.join(" "), winner];
        row.extend(counted.iter().map(|seat| taken[seat].to_string()));
        row
    });
    let mut header = ["", "leads", "cards", "takes it"].map(str::to_owned).to_vec();
    if counted.len() == 1 {
        header.push("declarer".to_owned());
    } else {
        header.extend(counted.iter().map(|seat| seat.letter().to_string()));
    }
    text::table(header, rows.collect(), 4)
}
