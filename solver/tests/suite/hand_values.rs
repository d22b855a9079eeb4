//! The value of a misère whose discard is hidden and chosen before the defenders' hands are opened.

use preference::deal::PartialDeal;
use preference::hand_values::HiddenOptions;
use preference::hand_values::answer::HiddenValue;
use preference::outcomes::outcome::SolveDetail;
use preference::questions::evaluate::{EvaluateAnswer, EvaluateOptions};
use preference::rules::Contract;
use preference::sampling::SampleOptions;
use preference::search::Endgames;
use preference::situation::{ErrorCode, Leader, QuestionError};
use preference::{Analyst, Seat, Situation, Variant};

/// Returns options for few layouts; a limit on the nodes keeps the tests short.
fn options(layouts: u64, nodes: u64) -> EvaluateOptions {
    EvaluateOptions {
        contracts: vec![Contract::Misere].into(),
        goal: SolveDetail::MadeOnly,
        sample: SampleOptions { layouts: 2, ..SampleOptions::default() },
        hidden: Some(HiddenOptions { layouts: Some(layouts), node_limit: Some(nodes) }),
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
