//! `pref cards`: what each legal card leads to.

use preference::analysis::cards::outcomes;
use preference::analysis::under_way::Expected;
use preference::{Card, CardStyle, Layout, Outcome, Play, Position, Solver};

use super::under_way::ForHimself;
use crate::args::{CardsArgs, Format};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{Request, style};
use crate::stream;

pub(crate) fn run(args: &CardsArgs) -> Result<(), Failure> {
    let request = Request::cards(args)?;
    let output = &args.play.output;
    let style = style(output);
    stream::run(&args.play.deals.deals, output, |solver, layout| {
        if let Some(hand) = ForHimself::of(args, &request, layout)? {
            return for_himself(solver, &request, layout, &hand, (output.format, style));
        }
        let play = request.play_of(layout)?;
        let outcomes = outcomes(solver, &play);
        Ok(match output.format {
            Format::Json => {
                let results = outcomes.iter().map(|&(card, outcome)| (card, json::Result::from(outcome)));
                let to_move = json::ToMove::new(play.position(), results, style);
                json::Answer::line(layout, &request.variant, style, json::Played::new(&play, to_move))
            }
            Format::Text => {
                format!("{}\n{}", text::heading(&layout.to_string()), show(&request, &play, &outcomes, style))
            }
        })
    })
}

/// The same where everybody plays for himself.
fn for_himself(
    solver: &mut Solver,
    request: &Request,
    layout: &Layout,
    hand: &ForHimself<'_>,
    (format, style): (Format, CardStyle),
) -> Result<String, String> {
    let cards = hand.under_way()?.cards(solver).map_err(|error| error.to_string())?;
    let position = hand.position();
    Ok(match format {
        Format::Json => {
            let results = cards.iter().map(|(card, expected)| (*card, hand.outcome(expected)));
            let to_move = json::ToMove::new(position, results, style);
            json::Answer::line(layout, &request.variant, style, hand.json(to_move))
        }
        Format::Text => {
            let heading = text::heading(&layout.to_string());
            if position.is_over() {
                return Ok(format!("{heading}\n{OVER}"));
            }
            let best = hand.best(&cards);
            let rows = cards.iter().zip(best).map(|((card, expected), best): (&(Card, Expected), bool)| {
                let mut row = vec![text::card(*card, style)];
                row.extend(hand.row(expected));
                row.push(mark(best).to_owned());
                row
            });
            let header =
                [vec!["card".to_owned()], hand.header(), vec![String::new()]].into_iter().flatten().collect();
            format!(
                "{heading}\n{}{}{}",
                standing(position, &hand.title(style), style),
                text::table(header, rows.collect(), 1),
                text::remark(&hand.legend())
            )
        }
    })
}

const OVER: &str = "The hand is over.";

const fn mark(best: bool) -> &'static str {
    if best { "best" } else { "" }
}

/// The hands as they are, what is played, and who is to move.
fn standing(position: &Position, title: &str, style: CardStyle) -> String {
    let led = position.talon().suits[0].map(|suit| format!("a {} of the talon", style.suit(suit)));
    let trick = led.into_iter().chain(position.trick().map(|card| text::card(card, style)));
    let trick: Vec<String> = trick.collect();
    let on_table = if trick.is_empty() { String::new() } else { format!(" to {}", trick.join(" ")) };
    let playing = position.game().playing.iter();
    let hands = playing
        .map(|seat| vec![text::seat(seat).to_owned(), text::hand(position.hand(seat), style)])
        .collect();
    let mover = text::seat(position.to_move());
    format!("{}{title}; {mover} to move{on_table}\n", text::table(Vec::new(), hands, 2))
}

/// The hands as they are, then a row a card, the best ones marked.
fn show(request: &Request, play: &Play, outcomes: &[(Card, Outcome)], style: CardStyle) -> String {
    let position = play.position();
    if position.is_over() {
        return OVER.to_owned();
    }
    let mover = position.to_move();
    let wants_many = (mover == play.declarer()) != play.contract().is_misere();
    let worth = |outcome: &Outcome| {
        let tricks = i32::from(outcome.tricks.unwrap_or(outcome.made.into()));
        if wants_many { tricks } else { -tricks }
    };
    let best = outcomes.iter().map(|(_, outcome)| worth(outcome)).max();
    let rows = outcomes.iter().map(|(card, outcome)| {
        let best = mark(Some(worth(outcome)) == best).to_owned();
        vec![text::card(*card, style), text::outcome(*outcome), best]
    });
    let counted = outcomes.iter().any(|(_, outcome)| outcome.tricks.is_some());
    let header = ["card", if counted { "tricks" } else { "made" }, ""].map(str::to_owned).to_vec();
    let title = format!("{} plays {}", text::seat(play.declarer()), text::contract(play.contract(), style));
    format!(
        "{}{}{}",
        standing(position, &title, style),
        text::table(header, rows.collect(), 1),
        text::remark(&format!("{}; {}", request.variant.label(), text::legend(counted)))
    )
}
