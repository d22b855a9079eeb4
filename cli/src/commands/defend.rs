//! `pref defend`: the defenders' side of a contract, and the decisions before the play.

use preference::analysis::defence::{Defence, Defender, defence};
use preference::analysis::game::decisions::{Decision, decide};
use preference::analysis::game::settled::{self, Settled};
use preference::analysis::under_way::{Stands, UnderWay};
use preference::{
    Amount, BySeat, CardStyle, Declared, Hand, Layout, Play, RulesOfThumb, Seat, Seats, Solver, Target,
};
use serde::Serialize;
use serde_json::Number;

use super::under_way::{add_cards, all_taken};
use crate::args::{DefendArgs, Format};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{Request, deal, style};
use crate::stream;

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    defence: Option<Sides>,
    #[serde(flatten)]
    bound: Option<Bound>,
    #[serde(flatten)]
    settled: Option<Paid>,
}

#[derive(Serialize)]
struct Sides {
    tricks: u8,
    quotas: Quotas,
    seats: Vec<Row>,
}

/// What rules of thumb make of it.
#[derive(Serialize)]
struct Bound {
    rules_of_thumb: Vec<&'static str>,
    /// The declarer's tricks when the defenders, as one, keep to them.
    tricks_by_thumb: u8,
}

#[derive(Serialize)]
struct Quotas {
    both: bool,
    together4: bool,
    together5: bool,
}

#[derive(Serialize)]
struct Row {
    seat: char,
    guaranteed: u8,
    with_partner: u8,
    alone: Option<u8>,
}

#[derive(Serialize)]
struct Paid {
    model: &'static str,
    decisions: Vec<json::Decision>,
    outcome: Outcome,
    secure: Option<json::Seats<Number>>,
}

#[derive(Serialize)]
struct Outcome {
    tricks: Option<json::Seats<u8>>,
    gains: json::Gains,
}

/// What the hand pays, and what everybody could be sure of.
struct Paying {
    decisions: Vec<Decision>,
    settled: Settled,
    secure: Option<BySeat<Amount>>,
}

pub(crate) fn run(args: &DefendArgs) -> Result<(), Failure> {
    let request = Request::play(&args.play)?;
    if request.all_pass {
        return Err(Failure::Input("--contract: nobody defends when all pass: see pref cards".to_owned()));
    }
    if let Some(option) = args.pay.given().filter(|_| !args.settle) {
        return Err(Failure::Input(format!("{option} matters only to what is paid: add --settle")));
    }
    let style = style(&args.play.output);
    let counts = |play: &Play| matches!(request.variant.target(play.contract(), false), Target::AtLeast(_));
    stream::run(&args.play.deals.deals, &args.play.output, |solver, layout| {
        let play = request.play_of(layout)?;
        if !counts(&play) && !args.settle {
            return Err(format!(
                "{} asks for no number of tricks, so the defenders have no quotas: add --settle",
                play.contract()
            ));
        }
        let defence = counts(&play).then(|| defence(solver, &play));
        let bound = args.rule_of_thumb.filter(|_| defence.is_some()).map(|mut rules_of_thumb| {
            let tricks = settled::bound_tricks(solver, play.position(), play.taken(), rules_of_thumb);
            let names = RulesOfThumb::NAMES
                .into_iter()
                .filter(|name| rules_of_thumb.named(name).is_some_and(|on| *on));
            Bound { rules_of_thumb: names.collect(), tricks_by_thumb: tricks }
        });
        let paying = args.settle.then(|| pay(solver, args, &request, layout, &play)).transpose()?;
        Ok(match args.play.output.format {
            Format::Json => {
                let answer = Answer {
                    defence: defence.map(Sides::from),
                    bound,
                    settled: paying.as_ref().map(|paying| Paid::new(args.pay.model().name(), paying)),
                };
                json::Answer::line(layout, &request.variant, style, json::Played::new(&play, answer))
            }
            Format::Text => {
                show(&request, layout, &play, (defence.as_ref(), bound.as_ref(), paying.as_ref()), style)
            }
        })
    })
}

/// The decisions where nothing has been played yet, and what the hand pays.
fn pay(
    solver: &mut Solver,
    args: &DefendArgs,
    request: &Request,
    layout: &Layout,
    play: &Play,
) -> Result<Paying, String> {
    let (rules, position, taken) = (&request.variant, play.position(), play.taken());
    let declarer = play.declarer();
    let game = Declared { contract: play.contract(), declarer, from_hand: args.play.game.hand };
    let out = Seats::ALL - position.game().playing;
    let mut hand = Hand { game: Some(game), out, ..args.pay.hand() };
    add_cards(&mut hand, layout)?;
    all_taken(taken, position.tricks_left(), "--settle")?;
    let fresh = position.trick().next().is_none() && position.tricks_left() == 10;
    let text = |error: preference::SettlementError| error.to_string();
    let model = args.pay.model();
    let rules_of_thumb = args.rule_of_thumb.unwrap_or_default();
    let (decisions, hand, settled) = if fresh && out.is_empty() {
        let leader = Some(position.leader());
        let decided =
            decide(solver, rules, &deal(layout)?, &hand, leader, model, rules_of_thumb).map_err(text)?;
        (decided.decisions, decided.hand, decided.settled)
    } else {
        let stands = Stands::Contract(*play);
        let expected =
            UnderWay { rules, stands, hand: &hand, model, rules_of_thumb }.expected(solver).map_err(text)?;
        let gains = expected.gains.expect("a contract that is settled has gains");
        (Vec::new(), hand, Settled { tricks: expected.tricks, gains })
    };
    // What everybody could make sure of if it is played as it was decided.
    let played = !hand.gave_up && hand.half_whist.is_none() && (Seats::ALL - hand.out).len() > 1;
    let played = played && hand.whist.as_ref().is_none_or(|whisters| !whisters.is_empty());
    let counted = !matches!(rules.target(play.contract(), false), Target::InARow(_));
    let secure = if played && counted && hand.out == out {
        let mut secure = BySeat::default();
        for seat in Seat::ALL {
            secure[seat] = settled::secure(solver, rules, position, taken, &hand, seat).map_err(text)?;
        }
        Some(secure)
    } else {
        None
    };
    Ok(Paying { decisions, settled, secure })
}

impl From<Defence> for Sides {
    fn from(defence: Defence) -> Sides {
        let Defence { tricks, both, together4, together5, seats } = defence;
        let row = |Defender { seat, guaranteed, with_partner, alone }| Row {
            seat: Seat::letter(seat),
            guaranteed,
            with_partner,
            alone,
        };
        let quotas = Quotas { both, together4, together5 };
        Sides { tricks, quotas, seats: seats.into_iter().map(row).collect() }
    }
}

impl Paid {
    fn new(model: &'static str, paying: &Paying) -> Paid {
        Paid {
            model,
            decisions: paying.decisions.iter().map(json::Decision::from).collect(),
            outcome: Outcome {
                tricks: paying.settled.tricks.map(json::Seats::from),
                gains: json::Gains::from(&paying.settled.gains),
            },
            secure: paying.secure.map(|secure| BySeat(secure.0.map(json::number)).into()),
        }
    }
}

fn show(
    request: &Request,
    layout: &Layout,
    play: &Play,
    (defence, bound, paying): (Option<&Defence>, Option<&Bound>, Option<&Paying>),
    style: CardStyle,
) -> String {
    let contract = text::contract(play.contract(), style);
    let mut answer = format!("{}\n", text::heading(&layout.in_style(CardStyle::Letters)));
    if let Some(defence) = defence {
        answer += &format!("{} plays {contract}: {} tricks\n", text::seat(play.declarer()), defence.tricks);
        answer += &tricks_of(defence, request.variant.decisions().quotas.holds(play.contract()));
        if let Some(Bound { rules_of_thumb, tricks_by_thumb }) = bound {
            let rules = rules_of_thumb.join(", ");
            answer += &format!("By rules of thumb ({rules}) he takes {tricks_by_thumb} tricks\n");
        }
    } else {
        answer += &format!("{} plays {contract}\n", text::seat(play.declarer()));
    }
    if let Some(paying) = paying {
        answer += &text::decisions(&paying.decisions);
        answer += &gains_of(paying);
    }
    answer + &text::remark(request.variant.label())
}

/// What the defenders can make sure of, in tricks.
fn tricks_of(defence: &Defence, quotas: bool) -> String {
    let header = ["", "alone against all", "with the other", "the other out"].map(str::to_owned).to_vec();
    let rows = defence.seats.iter().map(|row| {
        let alone = row.alone.map_or("–".to_owned(), |tricks| tricks.to_string());
        vec![text::seat(row.seat).to_owned(), row.guaranteed.to_string(), row.with_partner.to_string(), alone]
    });
    let yes = |is| if is { "yes" } else { "no" };
    if !quotas {
        return text::table(header, rows.collect(), 1);
    }
    format!(
        "{}Two tricks each: {}; four together: {}; five together: {}\n",
        text::table(header, rows.collect(), 1),
        yes(defence.both),
        yes(defence.together4),
        yes(defence.together5)
    )
}

/// Tricks and gains, a row a seat.
fn gains_of(paying: &Paying) -> String {
    let Settled { tricks, gains } = &paying.settled;
    let mut rows: Vec<Vec<String>> = Seat::ALL
        .map(|seat| {
            let tricks = tricks.map_or(String::new(), |tricks| tricks[seat].to_string());
            let secure = paying.secure.map_or(String::new(), |secure| text::gain(secure[seat]));
            vec![text::seat(seat).to_owned(), tricks, text::gain(gains.seats[seat]), secure]
        })
        .into();
    let blank = String::new;
    rows.extend(gains.sitting.map(|gain| vec!["Dealer".to_owned(), blank(), text::gain(gain), blank()]));
    rows.push(vec!["Pot".to_owned(), blank(), text::gain(gains.pot), blank()]);
    let secure = if paying.secure.is_some() { "sure of" } else { "" };
    text::table(["", "tricks", "gains", secure].map(str::to_owned).to_vec(), rows, 1)
}
