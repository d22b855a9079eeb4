//! Deals that are as wanted, and steps that alone win, against every step by itself.

use preference::analysis::cards::outcomes;
use preference::analysis::contracts::Play;
use preference::analysis::puzzle::{depth, one_discard, one_lead};
use preference::analysis::sampling::condition::Condition;
use preference::analysis::talon::{discards, pairs};
use preference::{Card, Contract, Declared, Seat, Solver, Variant};
use preference_fixtures::random;

#[test]
fn one_step_wins() {
    let (mut solver, mut leads, mut laid, mut deep) = (Solver::new(), 0, 0, 0);
    for seed in 73_000_000..73_000_400_u64 {
        let name = ["austrian", "american", "russian"][seed as usize % 3];
        let rules: Variant = name.parse().expect("a preset");
        let deal = random::deal(&mut random::generator(seed));
        let contract: Contract = ["S", "H", "D", "N"][seed as usize % 4].parse().expect("a contract");
        let declarer = Seat::ALL[seed as usize / 4 % 3];
        let game = Declared { contract, declarer, from_hand: true };
        let play = Play::from_deal(&rules, &deal, game);
        let wanted = play.position().to_move() == declarer;
        let all = outcomes(&mut solver, &play);
        let good: Vec<Card> =
            all.iter().filter(|(_, outcome)| outcome.made == wanted).map(|&(card, _)| card).collect();
        let found = one_lead(&mut solver, &play);
        match &found {
            Some(cards) => {
                assert_eq!(cards, &good, "{name} {deal}");
                assert!(good.len() < all.len());
                deep += u8::from(depth(&mut solver, &play) > 1);
                leads += 1;
            }
            // None or all win, or they are not all one.
            None => assert!(good.len() != 1 || all.len() == 1, "{name} {deal} {good:?}"),
        }
        assert_eq!(found.is_some(), depth(&mut solver, &play) > 0, "{name} {deal}");
        let condition: Condition = format!("{declarer}:{contract}=one-lead").parse().expect("a condition");
        assert_eq!(condition.holds(&mut solver, &rules, &deal), found.is_some());

        let outcome = |solver: &mut Solver, deal: &preference::Deal| -> Result<_, ()> {
            let game = Declared { from_hand: false, ..game };
            Ok(vec![Play::from_deal(&rules, deal, game).outcome(solver)])
        };
        let table = discards(&mut solver, &deal, declarer, outcome).expect("outcomes");
        let made: Vec<_> =
            table.iter().filter(|discard| discard.outcomes[0].made).map(|of| of.cards).collect();
        match one_discard(&mut solver, &rules, &deal, declarer, contract) {
            Some(mut cards) => {
                cards.sort_by_key(|&cards| pairs(&deal, declarer).position(|other| other == cards));
                assert_eq!(cards, made, "{name} {deal}");
                laid += 1;
            }
            None => assert!(made.len() != 1, "{name} {deal} {made:?}"),
        }
        let best = table.iter().filter_map(|discard| discard.outcomes[0].tricks).max().expect("tricks");
        let holds = |solver: &mut Solver, text: String| {
            text.parse::<Condition>().expect("a condition").holds(solver, &rules, &deal)
        };
        assert!(holds(&mut solver, format!("{declarer}+:{contract}={best}")));
        assert!(best == 10 || !holds(&mut solver, format!("{declarer}+:{contract}>={}", best + 1)));
        assert_eq!(holds(&mut solver, format!("{declarer}+:{contract}=fails")), made.is_empty());
        assert_eq!(holds(&mut solver, format!("{declarer}:{contract}")), play.made(&mut solver));
    }
    assert!(leads > 1 && laid > 1 && deep > 0, "{leads} leads, {deep} of them deep, {laid} discards");
}

#[test]
fn what_is_no_condition_is_told() {
    for (text, expected) in [
        ("H=7", "is not as F:H"),
        ("X:H", "'X' is no seat"),
        ("F:Q=7", "'Q' is no contract"),
        ("F:H=11", "'=11': write =N"),
        ("F:H=one", "write =N, >=N, <=N"),
    ] {
        let error = text.parse::<Condition>().expect_err("refused").to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
