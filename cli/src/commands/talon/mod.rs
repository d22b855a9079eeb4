//! `pref talon`: which two cards does the declarer lay aside, and for which contract.

mod unknown;

use std::cmp::Reverse;

use preference::analysis::talon::{Best, By, Discard, Weighing, best, choice, discards, gain, groups, weigh};
use preference::{Amount, CardStyle, Cards, Contract, Deal, Layout, Model, Outcome, Seat, Solver};

use crate::args::{Ask, Format, TalonArgs};
use crate::failure::Failure;
use crate::output::{json, text};
use crate::request::{Request, deal, style};
use crate::stream;

/// More contracts than this make no table across.
const ACROSS: usize = 8;

/// What the talon brings one declarer.
struct Answer {
    discards: Vec<Discard>,
    best: Vec<Best>,
    /// The contracts from the hand, without discards.
    hand: Vec<Best>,
}

pub(crate) fn run(args: &TalonArgs) -> Result<(), Failure> {
    let request = Request::talon(args)?;
    if args.unknown_defence.is_some() {
        return unknown::run(args, &request);
    }
    let style = style(&args.output);
    stream::run(&args.deals.deals, &args.output, |solver, layout: &Layout| {
        let deal = deal(layout)?;
        let answers = request.declarers(layout)?.into_iter().map(|declarer| {
            let answer = answer(solver, args, &request, &deal, declarer)?;
            Ok(match args.output.format {
                Format::Json => {
                    let answer = as_json(args, &request, declarer, &answer, style);
                    json::Answer::line(&deal.into(), &request.variant, style, answer)
                }
                Format::Text => show(args, &request, &deal, declarer, &answer, style),
            })
        });
        answers.collect::<Result<Vec<String>, String>>().map(|answers| answers.join("\n"))
    })
}

fn by(args: &TalonArgs) -> By {
    let found = if args.choice.goal == Ask::Made { By::Made } else { By::Tricks };
    args.by.map_or(found, By::from)
}

/// All discards of one declarer.
pub(crate) fn table(
    solver: &mut Solver,
    request: &Request,
    deal: &Deal,
    declarer: Seat,
) -> Result<Vec<Discard>, String> {
    discards(solver, deal, declarer, |solver, deal| outcomes(solver, request, deal, declarer))
}

/// What the contracts asked about come to with these cards.
fn outcomes(
    solver: &mut Solver,
    request: &Request,
    deal: &Deal,
    declarer: Seat,
) -> Result<Vec<Outcome>, String> {
    let plays = request.plays(&Layout::from(*deal), declarer)?;
    Ok(plays.iter().map(|play| request.outcome(solver, play)).collect())
}

fn answer(
    solver: &mut Solver,
    args: &TalonArgs,
    request: &Request,
    deal: &Deal,
    declarer: Seat,
) -> Result<Answer, String> {
    let by = by(args);
    let mut discards = table(solver, request, deal, declarer)?;
    let from_hand = outcomes(solver, &request.without_talon(), deal, declarer)?;
    let mut gains = vec![None; from_hand.len()];
    if by == By::Gain {
        let hand = args.pay.hand();
        let weighing = weighing(args, request, declarer, &hand);
        let text = |error: preference::SettlementError| error.to_string();
        weigh(solver, deal, declarer, &request.contracts, &mut discards, weighing).map_err(text)?;
        for (known, &contract) in gains.iter_mut().zip(&request.contracts) {
            let talon = deal.talon();
            *known = Some(gain(solver, deal, talon, declarer, contract, true, weighing).map_err(text)?);
        }
    }
    let best = best(&request.contracts, &discards, by);
    let rows = request.contracts.iter().zip(from_hand).zip(gains);
    let hand =
        rows.map(|((&contract, outcome), gain)| Best { contract, outcome, gain, discards: Vec::new() });
    Ok(Answer { best, hand: hand.collect(), discards })
}

fn weighing<'a>(
    args: &TalonArgs,
    request: &'a Request,
    declarer: Seat,
    hand: &'a preference::Hand,
) -> Weighing<'a> {
    Weighing {
        rules: &request.variant,
        model: args.pay.model(),
        discards: args.weighed.number(),
        hand,
        leader: request.leader(declarer),
    }
}

impl Answer {
    /// How much more the best choice gains than the best one from the hand.
    fn talon_worth(&self, request: &Request) -> Option<Amount> {
        let best = choice(&request.variant, &self.best, By::Gain, false)?;
        let hand = choice(&request.variant, &self.hand, By::Gain, true)?;
        Some(best.gain? - hand.gain?)
    }
}

fn as_json(
    args: &TalonArgs,
    request: &Request,
    declarer: Seat,
    answer: &Answer,
    style: CardStyle,
) -> json::Talon {
    let by = by(args);
    let named = |discard: &Discard| {
        let results = request.contracts.iter().zip(&discard.outcomes).zip(&discard.gains);
        results.map(|((&contract, &outcome), &gain)| json::Named::new(contract, outcome, gain)).collect()
    };
    let weighed = json::Weighed { by: "gain", model: args.pay.model().name() };
    json::Talon {
        declarer: declarer.letter(),
        weighed: (by == By::Gain).then_some(weighed),
        discards: answer
            .discards
            .iter()
            .map(|discard| json::Discard {
                discard: json::cards(discard.cards, style),
                results: named(discard),
            })
            .collect(),
        best: answer.best.iter().map(|best| json::Best::new(best, style)).collect(),
        choice: choice(&request.variant, &answer.best, by, false).map(|best| json::Choice::new(best, style)),
        hand: answer
            .hand
            .iter()
            .map(|hand| json::Named::new(hand.contract, hand.outcome, hand.gain))
            .collect(),
        talon_worth: answer.talon_worth(request).map(json::number),
    }
}

/// The best discards as rows, those that make most contracts and then take most
/// tricks first; contracts as columns, the best of each on top. Below, a row a contract.
fn show(
    args: &TalonArgs,
    request: &Request,
    deal: &Deal,
    declarer: Seat,
    answer: &Answer,
    style: CardStyle,
) -> String {
    let (by, top) = (by(args), args.top);
    let twelve = deal.hand(declarer) | deal.talon();
    let mut shown = format!(
        "{}\n{} with the talon: {}\n\n",
        text::heading(&deal.to_string()),
        text::seat(declarer),
        text::hand(twelve, style),
    );
    let groups = groups(deal, declarer, answer.discards.iter().map(|discard| discard.cards));
    if request.contracts.len() <= ACROSS && by != By::Gain {
        shown += &across(request, answer, &groups, style, top);
        shown.push('\n');
    }
    shown += &contracts(deal, declarer, answer, by, style, top);
    if let Some(best) = choice(&request.variant, &answer.best, by, false) {
        let gain = best.gain.map_or(String::new(), |gain| format!(", {}", text::gain(gain)));
        let worth = answer.talon_worth(request).filter(|_| by == By::Gain);
        let worth =
            worth.map_or(String::new(), |worth| format!("; the talon is worth {}", text::gain(worth)));
        shown += &format!(
            "Best: {}, lay aside {}{gain}{worth}\n",
            text::contract(best.contract, style),
            text::list(best.discards[0], style)
        );
    }
    let legend = match by {
        By::Gain => format!(
            "{}; tricks the declarer is sure of; gains, {}",
            request.variant.label(),
            match args.pay.model() {
                Model::Selfish => "everybody deciding and playing for his own",
                Model::Allied => "the defenders deciding and playing for the sum of theirs",
                Model::Tricks => "the defenders always playing and sharing their tricks evenly",
            }
        ),
        _ => format!(
            "{}; {} of {} discards, {} different, those good for most contracts",
            request.variant.label(),
            top.min(groups.len()),
            answer.discards.len(),
            groups.len()
        ),
    };
    shown + &text::remark(&legend) + "\n"
}

/// How many discards of a group are named.
const EQUALS: usize = 3;

/// A group as one entry.
fn joined(group: &[Cards], style: CardStyle) -> String {
    let named = group.iter().take(EQUALS).map(|&cards| text::list(cards, style));
    let more = (group.len() > EQUALS).then(|| "…".to_owned());
    named.chain(more).collect::<Vec<_>>().join(" = ")
}

fn across(request: &Request, answer: &Answer, groups: &[Vec<Cards>], style: CardStyle, top: usize) -> String {
    let worth = |discard: &Discard| {
        let outcomes = request.contracts.iter().zip(&discard.outcomes);
        let tricks: i32 = outcomes
            .map(|(contract, outcome)| {
                let tricks = i32::from(outcome.tricks.unwrap_or(0));
                if contract.is_misere() { -tricks } else { tricks }
            })
            .sum();
        (discard.outcomes.iter().filter(|outcome| outcome.made).count(), tricks)
    };
    let first = |group: &[Cards]| answer.discards.iter().find(|discard| discard.cards == group[0]);
    let mut ranked: Vec<(&Vec<Cards>, &Discard)> =
        groups.iter().filter_map(|group| Some((group, first(group)?))).collect();
    ranked.sort_by_key(|(_, discard)| Reverse(worth(discard)));
    let row = |name: String, outcomes: &mut dyn Iterator<Item = Outcome>| {
        std::iter::once(name).chain(outcomes.map(text::outcome)).collect::<Vec<String>>()
    };
    let mut rows = vec![
        row("best".to_owned(), &mut answer.best.iter().map(|best| best.outcome)),
        row("from the hand".to_owned(), &mut answer.hand.iter().map(|hand| hand.outcome)),
    ];
    rows.extend(
        ranked
            .iter()
            .take(top)
            .map(|(group, discard)| row(joined(group, style), &mut discard.outcomes.iter().copied())),
    );
    let mut header = vec!["lay aside".to_owned()];
    header.extend(request.contracts.iter().map(|&contract: &Contract| text::contract(contract, style)));
    text::table(header, rows, 1)
}

/// A row a contract: what it comes to, what is laid aside for it. By gain the best ones.
fn contracts(deal: &Deal, declarer: Seat, answer: &Answer, by: By, style: CardStyle, top: usize) -> String {
    let mut rows: Vec<(&Best, &Best)> = answer.best.iter().zip(&answer.hand).collect();
    if by == By::Gain {
        rows.sort_by_key(|(best, _)| Reverse(best.gain));
        rows.truncate(top.max(1));
    }
    let of = |best: &Best| match best.gain {
        Some(gain) => vec![text::outcome(best.outcome), text::gain(gain)],
        None => vec![text::outcome(best.outcome)],
    };
    let cells = rows.into_iter().map(|(best, hand)| {
        let same = groups(deal, declarer, best.discards.iter().copied());
        let mut aside: Vec<String> = same.iter().take(top).map(|group| joined(group, style)).collect();
        if same.len() > top {
            aside.push(format!("… {} in all", best.discards.len()));
        }
        let name = text::contract(best.contract, style);
        if by == By::Gain {
            [vec![name], of(best), of(hand), vec![aside.join(", ")]].concat()
        } else {
            vec![name, text::outcome(best.outcome), "lay aside ".to_owned() + &aside.join(", ")]
        }
    });
    let header = if by == By::Gain {
        ["", "tricks", "gain", "from the hand", "gain", "lay aside"].map(str::to_owned).to_vec()
    } else {
        Vec::new()
    };
    text::table(header, cells.collect(), usize::MAX)
}
