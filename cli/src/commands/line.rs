//! `pref line`: one best line of play.

use preference::analysis::line::best;
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
        let (outcome, line) = best(solver, &play);
        Ok(match args.output.format {
            Format::Json => {
                let answer = json::Played::new(&play, json::BestLine::new(outcome, &line, dress));
                json::Answer::line(layout, &request.variant, dress, answer)
            }
            Format::Text => {
                format!(
                    "{}\n{}",
                    text::heading(&layout.to_string()),
                    show(&request, play, outcome, &line, dress)
                )
            }
        })
    })
}

/// A row a trick: who led, the cards as they fell, who took it.
fn show(request: &Request, play: Play, outcome: Outcome, line: &[Card], dress: Dress) -> String {
    let start = format!(
        "{} plays {}: {}",
        text::seat(play.declarer()),
        text::contract(play.contract(), dress),
        text::outcome(outcome)
    );
    let mut rows = Vec::new();
    let mut play = play;
    let mut leader = play.position().leader();
    let mut cards: Vec<String> = play.position().trick().map(|card| text::card(card, dress)).collect();
    let first = play.taken().0.iter().sum::<u8>() + 1;
    for &card in line {
        let before = play.taken();
        cards.push(text::card(card, dress));
        play.play(card).expect("a line of legal cards");
        let taken = play.taken();
        if let Some((winner, _)) = taken.iter().find(|&(seat, &tricks)| tricks > before[seat]) {
            let number = usize::from(first) + rows.len();
            rows.push(vec![
                number.to_string(),
                text::seat(leader).to_owned(),
                cards.join(" "),
                text::seat(winner).to_owned(),
                taken[play.declarer()].to_string(),
            ]);
            cards.clear();
            leader = winner;
        }
    }
    let header = ["", "leads", "cards", "takes it", "declarer"].map(str::to_owned).to_vec();
    let remark = text::remark(&format!("{}; any best line is right", request.variant.label()));
    format!("{start}\n{}{remark}", text::table(header, rows, 4))
}
