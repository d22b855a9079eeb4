//! `pref cards`: the value of each legal card.

use preference::deal::CardStyle;
use preference::position::Position;
use preference::questions::cards::CardsQuestion;
use preference::questions::cards::{CardsAnswer, PlayValue};
use preference::situation::Situation;

use super::Own;
use super::asking::Skin;
use super::play;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<CardsQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::CARDS;

    fn text(
        _: &Request<CardsQuestion>,
        (): &(),
        situation: &Situation,
        answer: &CardsAnswer,
        style: CardStyle,
    ) -> String {
        let heading = text::heading(&answer.deal.to_string());
        let state = situation.play_state().expect("answered questions have a position");
        let position = state.position();
        if position.is_over() {
            return format!("{heading}\nThe hand is over.");
        }
        let rows = answer.cards.iter().map(|card| {
            let mut row = vec![text::card(card.card, style)];
            row.extend(play::row(&card.value));
            row.push(if card.best { "best" } else { "" }.to_owned());
            row
        });
        let (columns, legend) = match answer.cards.first().map(|card| &card.value) {
            Some(PlayValue::Declarer(outcome)) => {
                let counted = outcome.tricks.is_some();
                let head = if counted { "tricks" } else { "made" };
                (vec![head.to_owned()], format!("{}; {}", answer.rules, text::legend(counted)))
            }
            _ => (play::header(answer.weighed), play::legend(&answer.rules, &answer.played, answer.weighed)),
        };
        let header = [vec!["card".to_owned()], columns, vec![String::new()]].concat();
        let equal = match answer.all_equal {
            Some(true) => {
                format!("{}\n", text::line("All play is equal: the tricks are the same whatever is played."))
            }
            _ => String::new(),
        };
        let depth = text::depth("card", answer.depth);
        format!(
            "{heading}\n{}{}{equal}{depth}{}",
            position_text(position, &play::title(&answer.played, style), style),
            text::table(header, rows.collect(), 1),
            text::remark(&legend)
        )
    }
}

fn position_text(position: &Position, title: &str, style: CardStyle) -> String {
    let led = position.talon_leads().map(|talon| format!("a {} of the talon", style.suit(talon.led.suit())));
    let trick = led.into_iter().chain(position.trick().map(|card| text::card(card, style)));
    let trick: Vec<String> = trick.collect();
    let on_table =
        if trick.is_empty() { String::new() } else { format!(" with {} on the table", trick.join(" ")) };
    let playing = position.setup().playing.iter();
    let hands = playing
        .map(|seat| vec![text::seat(seat).to_owned(), text::hand(position.hand(seat), style)])
        .collect();
    let mover = text::seat(position.to_move());
    format!("{}{title}; {mover} to move{on_table}\n", text::table(Vec::new(), hands, 2))
}
