//! `pref advise`: what each card leads to on average, the others' cards unknown.

use preference::analysis::advise::View;
use preference::analysis::cards::outcomes;
use preference::analysis::sampling::estimate::Average;
use preference::analysis::sampling::layouts::Known;
use preference::{
    Batch, Card, CardStyle, Contract, Declared, Outcome, PartialDeal, Seat, Seats, Variant, read_cards,
};
use serde::Serialize;

use super::sample::{Sampled, known, sample};
use crate::args::{AdviseArgs, Format};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{option, rules, style};
use crate::stream;

#[derive(Serialize)]
struct Answer<'a> {
    deal: String,
    rules: &'a str,
    declarer: char,
    contract: String,
    to_move: char,
    layouts: u64,
    of: u64,
    all: bool,
    seed: u64,
    cards: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    card: String,
    #[serde(flatten)]
    means: json::Means,
}

/// What is played.
struct Asked {
    variant: Variant,
    game: Declared,
    leader: Seat,
    playing: Seats,
    played: Vec<Card>,
}

pub(crate) fn run(args: &AdviseArgs) -> Result<(), Failure> {
    let variant = rules(&args.game.rules)?;
    let contract: Contract = args.contract.parse().map_err(option("--contract"))?;
    let declarer = args.declarer;
    if args.out == Some(declarer) {
        return Err(Failure::Input(format!(
            "{} declares and cannot have dropped out (--out)",
            declarer.name()
        )));
    }
    let leader = args.leader.map(|leader| leader.seat(declarer));
    let asked = Asked {
        game: Declared { contract, declarer, from_hand: args.game.hand },
        leader: leader.unwrap_or_else(|| variant.leader(contract, declarer)),
        playing: Seats::ALL - args.out.map_or(Seats::NONE, Seats::of),
        played: read_cards(&args.played).map_err(option("--played"))?,
        variant,
    };
    if asked.played.len() >= 10 * asked.playing.len() {
        return Err(Failure::Input("--played: the hand is over".to_owned()));
    }
    let style = style(&args.output);
    stream::run_one_by_one(&args.deals.deals, &args.output, |batch, partial: &PartialDeal| {
        let (seat, sampled) = solve(batch, args, &asked, partial)?;
        let rows = averages(&sampled);
        Ok(match args.output.format {
            Format::Json => json::line(&Answer {
                deal: partial.in_style(style),
                rules: asked.variant.label(),
                declarer: asked.game.declarer.letter(),
                contract: asked.game.contract.to_string(),
                to_move: seat.letter(),
                layouts: sampled.answers.len() as u64,
                of: sampled.of,
                all: sampled.all,
                seed: args.sample.seed,
                cards: rows
                    .iter()
                    .map(|(card, average)| Row { card: style.card(*card), means: average.into() })
                    .collect(),
            }),
            Format::Text => show(&asked, partial, seat, rows, &sampled, style),
        })
    })
}

/// What each card comes to on a layout.
type Outcomes = Vec<(Card, Outcome)>;

fn solve(
    batch: &Batch,
    args: &AdviseArgs,
    asked: &Asked,
    partial: &PartialDeal,
) -> Result<(Seat, Sampled<Outcomes>), String> {
    let mut view = View {
        rules: &asked.variant,
        game: asked.game,
        leader: asked.leader,
        playing: asked.playing,
        own: preference::Cards::NONE,
        aside: partial.talon.unwrap_or_default(),
        played: &asked.played,
    };
    let seat = view.to_move();
    view.own = partial.hands[seat].filter(|hand| hand.len() == 10).ok_or_else(|| {
        format!(
            "{} is to move: give his ten cards as they were before the first, the others as '?'",
            seat.name()
        )
    })?;
    let layouts = view
        .layouts(known(&args.sample.constraints, Known::ten_each()))
        .map_err(|error| error.to_string())?;
    let sampled = sample(batch, &args.sample, &layouts, |solver, hands, aside| {
        view.play(hands, aside).map(|play| outcomes(solver, &play))
    });
    let wrong = |error| format!("{error}; or a card of --played is against the rules");
    Ok((seat, sampled.map_err(wrong)?))
}

fn averages(sampled: &Sampled<Outcomes>) -> Vec<(Card, Average)> {
    let mut rows: Vec<(Card, Average)> = Vec::new();
    for &(card, outcome) in sampled.answers.iter().flatten() {
        let place = rows.iter().position(|&(known, _)| known == card).unwrap_or_else(|| {
            rows.push((card, if sampled.all { Average::of_all() } else { Average::default() }));
            rows.len() - 1
        });
        rows[place].1.add(outcome);
    }
    rows
}

fn show(
    asked: &Asked,
    partial: &PartialDeal,
    seat: Seat,
    mut rows: Vec<(Card, Average)>,
    sampled: &Sampled<Outcomes>,
    style: CardStyle,
) -> String {
    let Asked { variant, game, .. } = asked;
    // The best for who moves come first.
    let declares = seat == game.declarer;
    let few = game.contract.is_misere();
    let worth = |average: &Average| {
        let tricks = average.tricks().map_or(0.0, |tricks| if few { -tricks.mean } else { tricks.mean });
        let worth = average.chance().mean + 1e-6 * tricks;
        if declares { worth } else { -worth }
    };
    rows.sort_by(|(_, a), (_, b)| worth(b).total_cmp(&worth(a)));
    let cells = rows.iter().map(|(card, average)| {
        let mut cells = vec![text::card(*card, style)];
        cells.extend(text::chance(average));
        cells.extend(text::mean(average.tricks()));
        cells
    });
    let header = ["card", "made", "95%", "tricks", "±"].map(str::to_owned).to_vec();
    let count = sampled.answers.len();
    let layouts =
        if sampled.all { format!("all {count} layouts") } else { format!("{count} random layouts") };
    format!(
        "{}\n{} plays {}; {} to move\n{}{}\n{}\n",
        text::heading(&partial.to_string()),
        text::seat(game.declarer),
        text::contract(game.contract, style),
        text::seat(seat),
        text::table(header, cells.collect(), 1),
        text::remark(&format!(
            "{}; how often the declarer makes it, and his tricks, over {layouts} that agree with all cards seen",
            variant.label()
        )),
        text::remark(
            "An average of open hands: from the next card on everybody is taken to see all cards, so that nothing is worth finding out or hiding."
        )
    )
}
