//! `pref line`: one best line of play.

use preference::analysis::line::best;
use preference::{BySeat, Card, CardStyle, Layout, Position, Seats};

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
    stream::run(&args.play.deals.deals, output, |solver, layout: &Layout| {
        let heading = text::heading(&layout.to_string());
        if let Some(hand) = ForHimself::of(args, &request, layout)? {
            let (expected, line) = hand.under_way()?.line(solver).map_err(|error| error.to_string())?;
            let best = json::BestLine::new(hand.outcome(&expected), &line, style);
            return Ok(match output.format {
                Format::Json => json::Answer::line(layout, &request.variant, style, hand.json(best)),
                Format::Text => {
                    let table = text::table(hand.header(), vec![hand.row(&expected)], 0);
                    let tricks = tricks(*hand.position(), hand.taken(), &line, Seats::ALL, style);
                    let remark = text::remark(&format!("{}; of best lines one", hand.legend()));
                    format!("{heading}\n{}\n{table}{tricks}{remark}", hand.title(style))
                }
            });
        }
        let play = request.play_of(layout)?;
        let (outcome, line) = best(solver, &play);
        Ok(match output.format {
            Format::Json => {
                let best = json::BestLine::new(json::Result::from(outcome), &line, style);
                json::Answer::line(layout, &request.variant, style, json::Played::new(&play, best))
            }
            Format::Text => {
                let contract = text::contract(play.contract(), style);
                let declarer = play.declarer();
                let tricks = tricks(*play.position(), play.taken(), &line, Seats::of(declarer), style);
                let remark = text::remark(&format!("{}; any best line is right", request.variant.label()));
                let declarer = text::seat(declarer);
                format!(
                    "{heading}\n{declarer} plays {contract}: {}\n{tricks}{remark}",
                    text::outcome(outcome)
                )
            }
        })
    })
}

/// A row a trick: who led, the cards as they fell, who took it, and the tricks of these seats.
fn tricks(position: Position, taken: BySeat<u8>, line: &[Card], counted: Seats, style: CardStyle) -> String {
    let (mut position, mut taken) = (position, taken);
    let mut rows = Vec::new();
    let mut leader = position.leader();
    let mut cards: Vec<String> = position.trick().map(|card| text::card(card, style)).collect();
    let mut talon = position.talon().suits[0];
    for &card in line {
        cards.push(text::card(card, style));
        if let Some(winner) = position.play(card).expect("a line of legal cards") {
            taken[winner] += 1;
            let number = taken.0.iter().sum::<u8>();
            let led =
                talon.map_or(text::seat(leader).to_owned(), |suit| format!("talon {}", style.suit(suit)));
            let mut row = vec![number.to_string(), led, cards.join(" "), text::seat(winner).to_owned()];
            row.extend(counted.iter().map(|seat| taken[seat].to_string()));
            rows.push(row);
            cards.clear();
            leader = position.leader();
            talon = position.talon().suits[0];
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
