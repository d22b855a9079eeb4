//! The value of a misère whose discard is hidden and chosen before the defenders' hands are opened.

use preference::deal::PartialDeal;
use preference::hand_values::HiddenOptions;
use preference::hand_values::answer::HiddenValue;
use preference::outcomes::outcome::SolveDetail;
use preference::questions::evaluate::{EvaluateAnswer, EvaluateOptions};
use preference::rules::Contract;
use preference::sampling::SampleOptions;
use preference::search::{Endgames, Solver};
use preference::seat::{BySeat, Seats};
use preference::situation::{ErrorCode, Leader, QuestionError};
use preference::{Analyst, Card, Cards, Deal, Seat, Situation, Variant};
use preference_fixtures::{effort, random};

use super::hidden_discard::check_catch::hidden_mix::MixQuestion;
use super::hidden_discard::check_catch::strategies::{StrategyChecker, World};

/// Options for few layouts; a limit on the nodes keeps the tests short.
fn options(layouts: u64, nodes: u64) -> EvaluateOptions {
    EvaluateOptions {
        contracts: vec![Contract::Misere].into(),
        goal: SolveDetail::MadeOnly,
        sample: SampleOptions { layouts: 2, ..SampleOptions::default() },
        hidden: Some(HiddenOptions { layouts: Some(layouts), node_limit: Some(nodes), certified: 0 }),
        ..EvaluateOptions::default()
    }
}

fn situation(rules: &str, deal: &str) -> Situation {
    let partial: PartialDeal = deal.parse().expect("a partly known deal");
    Situation::new(rules.parse::<Variant>().expect("rules"), partial)
}

fn evaluate(
    analyst: &mut Analyst,
    situation: &Situation,
    layouts: u64,
    nodes: u64,
) -> Result<EvaluateAnswer, QuestionError> {
    analyst.evaluate(situation, &options(layouts, nodes))
}

fn hidden(analyst: &mut Analyst, situation: &Situation, layouts: u64, nodes: u64) -> HiddenValue {
    let answer = evaluate(analyst, situation, layouts, nodes).expect("an answer");
    answer.results[0].talon.hidden.clone().expect("a hidden discard")
}

/// A hand of the literature (`KJ987.K.AQ.J987`, others lead): each discard is caught if it is known, and a mix of two is
/// made half the time. Counted by hand on no layout: the value is that of an experiment with 500 layouts, 0.50 with an
/// error of 0.03.
#[test]
fn hand_whose_discards_are_all_caught_is_made_half_the_time() {
    let value = hidden(&mut Analyst::new(), &situation("russian", "M:KJ987.K.AQ.J987 ? ?"), 60, 20_000);
    assert!((value.chance.mean - 0.5).abs() < 0.04, "{value:?}");
    assert!(value.chance.low < 0.5 && 0.5 < value.chance.high && value.fresh >= 100, "{value:?}");
    assert!(value.bounds.low <= value.bounds.high && value.chance.mean <= value.estimate + 0.05, "{value:?}");
    assert!(value.single.expect("a single discard").chance < 0.1, "{value:?}");
    assert!(value.mix.len() >= 2 && value.tricks_when_caught.expect("tricks") > 3.0, "{value:?}");
}

/// Without the king each suit holds the lowest cards, so the misère cannot fail.
#[test]
fn sure_discards_have_the_chance_one() {
    let value = hidden(&mut Analyst::new(), &situation("russian", "M:987.987.987.K87 ? ?"), 20, 300);
    assert_eq!((value.chance.mean, value.bounds.low, value.estimate), (1.0, 1.0, 1.0));
    assert!(value.chance.low < 1.0 && value.chance.error > 0.0, "{value:?}");
    let king = "CK".parse().expect("a card");
    assert!(value.mix.iter().all(|mixed| mixed.discard.contains(king)), "{value:?}");
    assert!(value.tricks_when_caught.is_none());
}

/// Hands that differ in the order of their suits, and numbers of threads, give equal answers.
#[test]
fn order_of_suits_and_threads_do_not_change_the_value() {
    let one = &mut Analyst::new();
    let many = &mut Analyst::with_threads(3, &Endgames::new()).expect("threads");
    for leader in [Seat::Middlehand, Seat::Forehand] {
        let values = ["M:KQ7.K87.987.987 ? ?", "M:987.KQ7.987.K87 ? ?"].map(|deal| {
            let situation = situation("russian", deal).with_leader(Leader::Seat(leader));
            let value = hidden(one, &situation, 8, 300);
            assert_eq!(hidden(many, &situation, 8, 300), value);
            value
        });
        let numbers = |value: &HiddenValue| {
            let weights: Vec<f64> = value.mix.iter().map(|mixed| mixed.weight).collect();
            let leads: usize = value.mix.iter().filter(|mixed| mixed.lead.is_some()).count();
            (value.chance, value.estimate, value.fresh, weights, leads)
        };
        assert_eq!(numbers(&values[0]), numbers(&values[1]));
        assert_eq!(numbers(&values[0]).4 > 0, leader == Seat::Middlehand);
    }
}

#[test]
fn closed_hands_and_other_contracts_are_refused() {
    let closed = evaluate(&mut Analyst::new(), &situation("austrian", "M:987.987.987.K87 ? ?"), 5, 300);
    assert_eq!(closed.expect_err("closed hands").code(), ErrorCode::NotHere);
}

/// Ten cards without the talon: the mean over the talons, without a mix.
#[test]
fn unknown_talon_gives_the_mean_over_talons() {
    let value = hidden(&mut Analyst::new(), &situation("russian", "M:987.987.98.K7 ? ?"), 2, 50);
    assert!(value.mix.is_empty() && value.single.is_none(), "{value:?}");
    assert!(value.layouts == 462 && value.fresh == 924, "{value:?}");
    assert!(value.chance.mean < value.estimate && value.bounds.low <= value.bounds.high, "{value:?}");
}

/// An answer with `certified` layouts, and the question that checks it.
fn certified(deal: &str, leader: Seat, layouts: u64, certified: u64) -> (MixQuestion, HiddenValue) {
    let situation = situation("russian", deal).with_leader(Leader::Seat(leader));
    let mut options = options(layouts, 20_000);
    options.hidden = options.hidden.map(|hidden| HiddenOptions { certified, ..hidden });
    let answer = Analyst::new().evaluate(&situation, &options).expect("an answer");
    let declarer = answer.seat;
    let rules = situation.rules().clone();
    let question = MixQuestion { rules, deal: answer.deal, declarer, contract: Contract::Misere };
    (question, answer.results[0].talon.hidden.clone().expect("a hidden discard"))
}

/// The folk hands of docs/hand-values.md, and one with the own lead.
#[test]
fn certificates_of_mixes_are_accepted() {
    for (deal, leader) in
        [("M:987.Q7.T987.AT9 ? ?", Seat::Forehand), ("M:97.987.K98.T987 ? ?", Seat::Middlehand)]
    {
        let (question, value) = certified(deal, leader, 8, effort() as u64);
        assert_eq!(question.check(&value), Ok(effort()), "{deal}");
    }
    // All fresh layouts, so that the mean is checked too.
    let (question, mut value) = certified("M:987.987.987.K87 ? ?", Seat::Forehand, 2, 1000);
    assert_eq!(question.check(&value), Ok(value.fresh as usize));
    value.bounds.low -= 0.01;
    let message = question.check(&value).expect_err("another mean");
    assert!(message.contains("the means of the layouts"), "{message}");
}

#[test]
fn damaged_certificates_are_refused() {
    let (question, mut value) = certified("M:KJ987.K.AQ.J987 ? ?", Seat::Forehand, 8, 30);
    // The layout with the least to check on which neither side is sure and the discards are not played alike.
    let layouts = &mut value.certificate.as_mut().expect("a certificate").layouts;
    layouts.retain(|layout| layout.low.terms().0 > 0 && layout.high.terms().1 > 1);
    layouts.retain(|layout| !layout.parts[0].mix[0].then.is_empty());
    layouts.sort_by_key(|layout| layout.parts[0].mix.len() + layout.parts[0].defence.len());
    layouts.truncate(1);
    assert_eq!(question.check(&value), Ok(1));
    let refuse = |change: &dyn Fn(&mut HiddenValue)| {
        let mut value = value.clone();
        change(&mut value);
        question.check(&value).expect_err("refused")
    };
    let third = "1/3".parse().expect("a probability");
    let message = refuse(&|value| value.certificate.as_mut().expect("one").weights[0] = third);
    assert!(message.contains("the weights of"), "{message}");
    let message = refuse(&|value| value.mix[0].weight += 0.01);
    assert!(message.contains("are not those of the mix"), "{message}");
    type Layout = preference::hand_values::certificate::CertifiedLayout;
    let refuse_layout = |change: &dyn Fn(&mut Layout)| {
        let message =
            refuse(&|value| change(&mut value.certificate.as_mut().expect("a certificate").layouts[0]));
        assert!(message.starts_with("layout 0: "), "{message}");
        message
    };
    let one = "1".parse().expect("a probability");
    let message = refuse_layout(&|layout| layout.low = one);
    assert!(message.contains("the mix guarantees a chance of"), "{message}");
    let message = refuse_layout(&|layout| layout.high = "0".parse().expect("a probability"));
    assert!(message.contains("the defence holds the mix to a chance of"), "{message}");
    let message = refuse_layout(&|layout| layout.parts[0].mix[0].then.clear());
    assert!(message.contains("the mix guarantees a chance of"), "{message}");
    let message = refuse_layout(&|layout| layout.parts.push(layout.parts[0].clone()));
    assert!(message.contains("is listed twice"), "{message}");
    let message = refuse_layout(&|layout| {
        let plan = layout.parts[0].defence.iter_mut().find_map(|node| node.plan.as_mut()).expect("a plan");
        // The declarer's card.
        plan.play[0] = "SK".parse().expect("a card");
    });
    assert!(message.contains("is not legal"), "{message}");
    // Each plan beats one of the two discards.
    refuse_layout(&|layout| {
        let plans = layout.parts[0].defence.iter_mut().filter(|node| node.plan.is_some());
        plans.for_each(|node| node.beats = vec![0, 1]);
    });
    let message = refuse_layout(&|layout| {
        let hands = layout.layout.hands();
        let turned = BySeat([hands.0[1], hands.0[0], hands.0[2]]);
        layout.layout = Deal::new(turned, layout.layout.talon()).expect("a deal");
    });
    assert!(message.contains("the declarer has other cards"), "{message}");
}

/// The rows of misères in docs/numbers.md: on random layouts, whether the misère is made, by the rules of play alone.
#[test]
fn misere_rows_are_checked_by_the_rules_of_play() {
    let text = include_str!("../../../fixtures/numbers.jsonl");
    let generator = &mut random::generator(66_700_000);
    let (mut solver, mut counts) = (Solver::new(), [0, 0]);
    for line in text.lines().filter(|line| line.contains(r#""x_table": "holes""#)) {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        let question = &row["question"];
        let text = |key: &str| question[key].as_str().expect("a text").to_owned();
        let partial: PartialDeal = text("deal").parse().expect("a partly known deal");
        let twelve = partial.hands[Seat::Middlehand].expect("twelve cards");
        let discard: Cards =
            ["CA", "CK"].map(|card| card.parse::<Card>().expect("a card")).into_iter().collect();
        let mut rest: Vec<_> = (Cards::PACK - twelve).iter().collect();
        rand::seq::SliceRandom::shuffle(&mut rest[..], generator);
        let (left, right) = rest.split_at(10);
        let hands = [right.iter().copied().collect(), twelve - discard, left.iter().copied().collect()];
        let deal = Deal::new(BySeat(hands), discard).expect("a deal");
        let situation = Situation::new("russian".parse::<Variant>().expect("rules"), deal)
            .with_declarer(Seat::Middlehand)
            .with_contract(Contract::Misere)
            .with_leader(Leader::Seat(text("leader").parse().expect("a seat")))
            .with_discard(discard);
        let play = situation.play().expect("the first lead");
        let goal = situation.rules().target(Contract::Misere, false).goal(Seat::Middlehand);
        let world = World { number: 0, position: *play.position(), goal };
        let made =
            StrategyChecker::new(Seat::Middlehand).is_made_with_open_cards(&world.position, world.goal);
        let found = solver.can_reach(&world.position, Seats::from_seat(Seat::Middlehand), goal);
        assert_eq!(found, made, "{deal}");
        counts[usize::from(made)] += 1;
    }
    assert!(counts[0] > 2 && counts[1] > 2, "{counts:?}");
}
