//! `pref cards`: what each legal card leads to.

use preference::analysis::cards::outcomes;
use preference::{Card, Dress, Outcome, Play};

use crate::args::{Format, PlayArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{Request, dress};
use crate::stream;

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let request = Request::play(args)?;
    let dress = dress(&args.output);
    stream::run(&args.deals.deals, &args.output, |solver, layout| {
        let play = request.play_of(layout)?;
        let outcomes = outcomes(solver, &play);
        Ok(match args.output.format {
            Format::Json => {
                let position = play.position();
                let to_move = (!position.is_over()).then(|| position.to_move());
                let answer = json::Played::new(&play, json::ToMove::new(to_move, &outcomes, dress));
                json::Answer::line(layout, &request.variant, dress, answer)
            }
            Format::Text => {
                format!("{}\n{}", text::heading(&layout.to_string()), show(&request, &play, &outcomes, dress))
            }
        })
    })
}

/// The hands as they are, then a row a card, the best ones marked.
fn show(request: &Request, play: &Play, outcomes: &[(Card, Outcome)], dress: Dress) -> String {
    let position = play.position();
    if position.is_over() {
        return "The hand is over.".to_owned();
    }
    let mover = position.to_move();
    let wants_many = (mover == play.declarer()) != play.contract().is_misere();
    let worth = |outcome: &Outcome| {
        let tricks = i32::from(outcome.tricks.unwrap_or(outcome.made.into()));
        if wants_many { tricks } else { -tricks }
    };
    let best = outcomes.iter().map(|(_, outcome)| worth(outcome)).max();
    let rows = outcomes.iter().map(|(card, outcome)| {
        let mark = if Some(worth(outcome)) == best { "best" } else { "" };
        vec![text::card(*card, dress), text::outcome(*outcome), mark.to_owned()]
    });
    let counted = outcomes.iter().any(|(_, outcome)| outcome.tricks.is_some());
    let header = ["card", if counted { "tricks" } else { "made" }, ""].map(str::to_owned).to_vec();
    let trick: Vec<String> = position.trick().map(|card| text::card(card, dress)).collect();
    let on_table = if trick.is_empty() { String::new() } else { format!(" to {}", trick.join(" ")) };
    let playing = position.game().playing.iter();
    let hands = playing
        .map(|seat| vec![text::seat(seat).to_owned(), text::hand(position.hand(seat), dress)])
        .collect();
    format!(
        "{}{} plays {}; {} to move{on_table}\n{}{}",
        text::table(Vec::new(), hands, 2),
        text::seat(play.declarer()),
        text::contract(play.contract(), dress),
        text::seat(mover),
        text::table(header, rows.collect(), 1),
        text::remark(&format!("{}; {}", request.variant.label(), text::legend(counted)))
    )
}
