//! Chances when the discard is hidden: recorded values, deals with renamed seats and suits, hands in progress, and
//! strategies that are checked by the rules of play alone.

#[path = "../../examples/check_catch.rs"]
#[expect(dead_code, reason = "the example is also a program")]
pub(crate) mod check_catch;

use preference::Analyst;
use preference::cards::{Card, Cards, Suit};
use preference::deal::{Deal, random};
use preference::outcomes::outcome::SolveDetail;
use preference::questions::catch::{Belief, CatchAnswer, CatchOptions, HiddenDiscard, WeightedDiscard};
use preference::rules::{Contract, Variant};
use preference::seat::{BySeat, Seat};
use preference::situation::{ErrorCode, Leader, Situation};
use preference_fixtures::effort;
use preference_fixtures::near_misses::{NearMiss, chance_text, near_misses};
use rand::RngExt;

fn catch(analyst: &mut Analyst, situation: &Situation) -> CatchAnswer {
    let options = CatchOptions { cards: true, ..CatchOptions::default() };
    analyst.catch(situation, &options).expect("an answer")
}

fn russian() -> Variant {
    "russian".parse().expect("a preset")
}

fn sample_near_misses(every: usize) -> Vec<NearMiss> {
    near_misses().into_iter().step_by((every / effort()).max(1)).collect()
}

#[test]
fn chances_of_near_misses_are_as_recorded() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(200) {
        let answer =
            analyst.catch(&near_miss.situation(&rules), &CatchOptions::default()).expect("an answer");
        assert_eq!(chance_text(&answer.chance), near_miss.chance, "{}", near_miss.deal);
        assert_eq!(answer.worlds, near_miss.worlds, "{}", near_miss.deal);
        assert_eq!(answer.caught, Some(near_miss.chance == "0"), "{}", near_miss.deal);
        let weights: f64 = answer.discards.iter().map(|discard| discard.weight).sum();
        let mixed = f64::from(u8::from(answer.caught == Some(false)));
        assert!((weights - mixed).abs() < 1e-9, "{weights}: {}", near_miss.deal);
        let fewest = answer.discards.iter().filter_map(|discard| discard.outcome.tricks).min();
        assert_eq!(fewest, Some(1), "{}", near_miss.deal);
    }
}

#[test]
fn misere_with_two_discards_that_cannot_be_told_apart_has_chance_of_one_half() {
    // No plan of the defenders beats both of two discards: after one the declarer still holds the ace of clubs, after the
    // other the king of clubs.
    let deal: Deal = "F:Q..KQJ97.AK97 AK.K987.A.JT8 J987.QJT.T8.Q T.A..".parse().expect("a deal");
    let situation = Situation::new(russian(), deal)
        .with_declarer(Seat::Forehand)
        .with_contract(Contract::Misere)
        .with_leader(Leader::Seat(Seat::Forehand));
    let answer = catch(&mut Analyst::new(), &situation);
    assert_eq!((answer.worlds, answer.caught), (38, Some(false)));
    assert_eq!(chance_text(&answer.chance), "1/2");
    let mixed: Vec<_> = answer.discards.iter().filter(|discard| discard.weight > 0.0).collect();
    assert!(mixed.iter().all(|discard| discard.outcome.tricks == Some(1)), "{mixed:?}");
    let beaten = answer.plans.iter().map(|plan| plan.weight).sum::<f64>();
    assert!((beaten - 1.0).abs() < 1e-9, "{:?}", answer.plans);
    // For each discard, the plans that beat it have at least half the total weight.
    for world in 0..38 {
        let plans = answer.plans.iter().filter(|plan| plan.beats.contains(&world));
        assert!(plans.map(|plan| plan.weight).sum::<f64>() >= 0.5 - 1e-9, "discard {world}");
    }
}

#[test]
fn renamed_deals_have_equal_chances() {
    // Rotates the seats, permutes the suits, and divides the declarer's twelve cards between hand and talon in another
    // way. The chance must stay the same.
    let (mut analyst, rules) = (Analyst::new(), russian());
    for (n, near_miss) in sample_near_misses(300).into_iter().enumerate() {
        let turned = |seat: Seat| Seat::ALL[(seat.index() + n + 1) % 3];
        let rename = |cards: Cards| {
            let renamed = |card: Card| Card::new(Suit::ALL[(card.suit().index() + n + 1) % 4], card.rank());
            cards.iter().map(renamed).collect::<Cards>()
        };
        let mut hands = BySeat::from_fn(|_| Cards::NONE);
        for seat in Seat::ALL {
            hands[turned(seat)] = rename(near_miss.deal.hand(seat));
        }
        let declarer = turned(Seat::Forehand);
        let twelve: Vec<Card> = (hands[declarer] | rename(near_miss.deal.talon())).iter().collect();
        let talon: Cards = [twelve[n % 12], twelve[(n + 5) % 12]].into_iter().collect();
        hands[declarer] = twelve.into_iter().collect::<Cards>() - talon;
        let deal = Deal::new(hands, talon).expect("a deal");
        let situation = Situation::new(rules.clone(), deal)
            .with_declarer(declarer)
            .with_contract(Contract::Misere)
            .with_leader(Leader::Seat(turned(near_miss.leader)));
        let answer = analyst.catch(&situation, &CatchOptions::default()).expect("an answer");
        assert_eq!(chance_text(&answer.chance), near_miss.chance, "{}", near_miss.deal);
        assert_eq!(answer.worlds, near_miss.worlds, "{}", near_miss.deal);
    }
}

#[test]
fn fixed_card_never_helps_the_side_that_plays_it() {
    // A defender who always plays a certain card leaves the declarer at least the chance of the position, and a
    // declarer who always leads a certain card has at most that chance.
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(300) {
        let answer = catch(&mut analyst, &near_miss.situation(&rules));
        let chances = answer.cards.iter().map(|card| card.chance.high);
        if near_miss.leader == Seat::Forehand {
            assert!(chances.clone().all(|chance| chance <= answer.chance.high + 1e-9), "{}", near_miss.deal);
        } else {
            let least = chances.fold(1.0, f64::min);
            assert!(least >= answer.chance.low - 1e-9, "{}", near_miss.deal);
            let any_card_catches = answer.cards.iter().any(|card| card.caught == Some(true));
            assert_eq!(answer.caught, Some(any_card_catches), "{}", near_miss.deal);
        }
    }
}

#[test]
fn cards_played_exclude_discards() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    let near_miss = &near_misses()[0];
    let situation = near_miss.situation(&rules);
    let before = catch(&mut analyst, &situation);
    let card = before.cards[0].card;
    let after = catch(&mut analyst, &situation.with_cards_played(vec![card]));
    assert!(after.discards.iter().all(|discard| {
        std::iter::once(&discard.discard).chain(&discard.equal).all(|cards| !cards.contains(card))
    }));
    assert_eq!(after.to_move, Seat::Middlehand);
    assert_eq!(after.chance, before.cards[0].chance);
}

#[test]
fn impossible_discards_are_refused() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    let near_miss = &near_misses()[0];
    let situation = near_miss.situation(&rules);
    let mut code = |situation: Situation| {
        analyst.catch(&situation, &CatchOptions::default()).expect_err("refused").code()
    };
    let held_by_defender: Cards = near_miss.deal.hand(Seat::Rearhand).iter().take(2).collect();
    assert_eq!(code(situation.clone().with_discard(held_by_defender)), ErrorCode::BadValue);
    let card = near_miss.deal.hand(Seat::Forehand).iter().next().expect("ten cards");
    let discard = near_miss.deal.talon().iter().take(1).chain([card]).collect();
    let led = situation.with_leader(Leader::Seat(Seat::Forehand)).with_cards_played(vec![card]);
    assert_eq!(code(led.with_discard(discard)), ErrorCode::BadValue);
}

#[test]
fn questions_without_hidden_discard_are_refused() {
    let rules = russian();
    let near_miss = &near_misses()[0];
    let situation = near_miss.situation(&rules);
    let refuse = |situation: Situation| {
        let error = Analyst::new().catch(&situation, &CatchOptions::default()).expect_err("refused");
        (error.code(), error.to_string())
    };
    assert_eq!(refuse(situation.clone().with_play_from_hand()).0, ErrorCode::NotHere);
    let (code, message) = refuse(situation.with_contract(Contract::OpenMisere));
    assert_eq!(code, ErrorCode::NotHere);
    assert!(message.contains("the declarer's cards lie open"), "{message}");
}

fn checked(analyst: &mut Analyst, situation: &Situation) -> CatchAnswer {
    let options = CatchOptions { cards: true, plan: true, ..CatchOptions::default() };
    let answer = analyst.catch(situation, &options).expect("an answer");
    let mut checker = check_catch::Checker::new(situation, &answer).expect("possible discards");
    checker.check(&answer).unwrap_or_else(|error| panic!("{error}: {:?}", situation.deal()));
    answer
}

#[test]
fn strategies_of_near_misses_guarantee_chance() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(240) {
        let answer = checked(&mut analyst, &near_miss.situation(&rules));
        let first_plan_card = answer.plans.first().and_then(|plan| plan.card);
        assert_eq!(first_plan_card.is_some(), near_miss.leader != Seat::Forehand, "{}", near_miss.deal);
        let weights: f64 = answer.cards.iter().map(|card| card.weight).sum();
        let has_mix = near_miss.leader != Seat::Forehand || answer.caught == Some(false);
        assert!((weights - f64::from(u8::from(has_mix))).abs() < 1e-9, "{weights}: {}", near_miss.deal);
    }
}

#[test]
fn strategies_guarantee_chance_under_all_rules_and_in_hands_in_progress() {
    // Checks the strategies for random contracts under the presets in turn, at the first lead or after some random cards.
    let mut analyst = Analyst::new();
    let generator = &mut random::generator(40_900_000);
    let mut mixed = 0;
    for n in 0..8 * effort() {
        let names = Variant::names();
        let name = names[n % names.len()];
        let rules: Variant = name.parse().expect("a preset");
        let declarer = Seat::ALL[generator.random_range(0..3)];
        let contract = ["S", "N", "misere", "slam", "H"][generator.random_range(0..5)];
        let contract: Contract = contract.parse().expect("a contract");
        let situation = Situation::new(rules, random::deal(generator))
            .with_declarer(declarer)
            .with_contract(contract)
            .with_leader(Leader::Seat(Seat::ALL[generator.random_range(0..3)]));
        let discards = analyst.catch(&situation, &CatchOptions::default()).expect("an answer").discards;
        let discard = discards[generator.random_range(0..discards.len())].discard;
        let mut played = Vec::new();
        for _ in 0..generator.random_range(0..12) {
            let play = situation.clone().with_discard(discard).with_cards_played(played.clone()).play();
            let legal: Vec<Card> = play.expect("legal cards").position().legal_cards().iter().collect();
            played.push(legal[generator.random_range(0..legal.len())]);
        }
        let answer = checked(&mut analyst, &situation.with_cards_played(played));
        mixed += usize::from(answer.chance.high > 0.0 && answer.chance.low < 1.0);
    }
    println!("{mixed} chances between 0 and 1");
}

#[test]
fn plans_change_nothing_else_in_answer() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(300) {
        let situation = near_miss.situation(&rules);
        let [without, with] = [false, true].map(|plan| {
            let belief = Some(Belief::Even);
            let options = CatchOptions { cards: true, plan, belief, ..CatchOptions::default() };
            analyst.catch(&situation, &options).expect("an answer")
        });
        let mut stripped = with.clone();
        stripped.mix = None;
        stripped.plans.iter_mut().for_each(|plan| plan.plan = None);
        stripped.against.iter_mut().for_each(|against| against.plan = None);
        assert_eq!(stripped, without, "{}", near_miss.deal);
        for plan in with.plans {
            assert_eq!(plan.plan.expect("a plan").play.first().copied(), plan.card, "{}", near_miss.deal);
        }
    }
}

#[test]
fn corrupted_strategies_are_refused() {
    let near_miss = near_misses()
        .into_iter()
        .filter(|near_miss| near_miss.chance == "1/2")
        .min_by_key(|near_miss| near_miss.worlds)
        .expect("a near miss that is not caught");
    let situation = near_miss.situation(&russian());
    let answer = checked(&mut Analyst::new(), &situation);
    let refuse = |answer: CatchAnswer| {
        let mut checker = check_catch::Checker::new(&situation, &answer).expect("possible discards");
        checker.check(&answer).expect_err("refused")
    };
    let mut without_reply = answer.clone();
    let plan = without_reply.plans[0].plan.as_mut().expect("a plan");
    plan.then.pop_last();
    assert!(refuse(without_reply).contains("plan 0"));
    let mut too_high = answer.clone();
    too_high.chance.low += 0.01;
    assert!(refuse(too_high).contains("the mix guarantees"));
    let mut too_low = answer.clone();
    too_low.chance.high -= 0.01;
    assert!(refuse(too_low).contains("which is too low"));
    let mut exact = answer.clone();
    exact.chance.exact = Some("1/3".to_owned());
    assert!(refuse(exact).contains("exact chance"));
    let mut unlisted = answer.clone();
    unlisted.plans[0].beats.push(65);
    assert!(refuse(unlisted).contains("not listed"));
    let mut split = answer.clone();
    let node = split.mix.as_mut().expect("a mix").iter_mut().find(|node| !node.play.is_empty());
    let node = node.expect("a card of the declarer");
    // Another card is played for certain after the same discards. It comes last in the order of cards.
    let last = ["SA", "C7"].map(|card| card.parse::<Card>().expect("a card")).into_iter().max();
    node.play.insert(last.expect("a card"), node.play.values().next().expect("a card").clone());
    assert!(refuse(split).contains("have a sum over 1"));
    // All discards are listed as equivalent to the first one.
    let mut joined = answer.clone();
    let others = joined.discards.split_off(1);
    let others = others.iter().flat_map(|group| std::iter::once(group.discard).chain(group.equal.clone()));
    joined.discards[0].equal.extend(others);
    assert!(check_catch::Checker::new(&situation, &joined).is_err());
    let mut made = answer;
    made.mix.as_mut().expect("a mix")[0].made = vec![0];
    let message = refuse(made);
    assert!(message.contains("discard 0 is not possible") || message.contains("fails"), "{message}");
}

#[test]
fn best_plan_against_belief_beats_most_weight() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(300) {
        let situation = near_miss.situation(&rules);
        let mut ask = |belief: Belief| {
            let options = CatchOptions { belief: Some(belief), ..CatchOptions::default() };
            analyst.catch(&situation, &options).expect("an answer")
        };
        let even = ask(Belief::Even);
        let against = even.against.as_ref().expect("a plan");
        // A plan of the optimal mix beats at most as many discards.
        let count = |beats: &[u8]| {
            beats.iter().map(|&n| 1 + even.discards[usize::from(n)].equal.len()).sum::<usize>() as f64
        };
        assert!((against.weight - count(&against.beats) / 66.0).abs() < 1e-9, "{}", near_miss.deal);
        assert!(
            even.plans.iter().all(|plan| count(&plan.beats) <= count(&against.beats)),
            "{}",
            near_miss.deal
        );
        assert_eq!(against.weight == 1.0, even.caught == Some(true), "{}", near_miss.deal);
        // If the declarer's mix is known, the best plan holds the declarer to the chance.
        let weights: Vec<WeightedDiscard> = (even.discards.iter())
            .map(|discard| WeightedDiscard {
                discard: discard.discard.iter().collect(),
                weight: (discard.weight * 6.0).round(),
            })
            .collect();
        if even.caught == Some(false) && even.chance.exact.is_some() {
            let against = ask(Belief::Weights(weights)).against.expect("a plan");
            assert!((against.weight - (1.0 - even.chance.high)).abs() < 1e-9, "{}", near_miss.deal);
        }
    }
}

#[test]
fn own_chance_is_chance_for_mixed_discards_and_no_more_for_others() {
    // Both mixes are optimal. Hence, against the defenders' mix of plans, each discard in the declarer's mix has exactly
    // the chance in the answer, and no discard has a greater one.
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(300) {
        let situation = near_miss.situation(&rules);
        let options = CatchOptions::default();
        let without = analyst.catch(&situation, &options).expect("an answer");
        if without.chance.exact.is_none() {
            continue;
        }
        for n in 0..without.discards.len() {
            let HiddenDiscard { discard, weight, .. } = without.discards[n];
            if weight == 0.0 && n % 8 != 0 {
                continue;
            }
            let situation = situation.clone().with_discard(discard);
            let mut answer = analyst.catch(&situation, &options).expect("an answer");
            let own = answer.own.take().expect("the declarer's view");
            assert_eq!(answer, without, "{}", near_miss.deal);
            assert_eq!(usize::from(own.world), n, "{}", near_miss.deal);
            assert!(own.chance <= without.chance.high + 1e-9, "{discard}: {own:?}, {}", near_miss.deal);
            if weight > 0.0 {
                assert!(own.chance >= without.chance.low - 1e-9, "{discard}: {own:?}, {}", near_miss.deal);
            }
            let best = own.cards.iter().map(|card| card.chance).fold(0.0, f64::max);
            assert_eq!(own.cards.is_empty(), near_miss.leader != Seat::Forehand, "{}", near_miss.deal);
            assert!(own.cards.is_empty() || best == own.chance, "{}", near_miss.deal);
        }
    }
}

#[test]
fn goal_made_leaves_out_tricks_only() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(200) {
        let situation = near_miss.situation(&rules);
        let mut whole = catch(&mut analyst, &situation);
        for discard in &mut whole.discards {
            assert_eq!(discard.outcome.made, discard.outcome.tricks == Some(0), "{}", near_miss.deal);
            discard.outcome.tricks = None;
        }
        let options = CatchOptions { goal: SolveDetail::MadeOnly, ..CatchOptions::default() };
        let made = analyst.catch(&situation, &options).expect("an answer");
        assert_eq!(made, CatchAnswer { cards: Vec::new(), ..whole }, "{}", near_miss.deal);
    }
}

#[test]
fn limit_of_nodes_leaves_bounds_that_contain_chance() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    let mut undecided = 0;
    for near_miss in sample_near_misses(200) {
        let situation = near_miss.situation(&rules);
        let whole = catch(&mut analyst, &situation);
        for nodes in [1, 30, 1000] {
            let options = CatchOptions { node_limit: Some(nodes), ..CatchOptions::default() };
            let cut = analyst.catch(&situation, &options).expect("an answer");
            assert!(cut.chance.low <= whole.chance.low && whole.chance.high <= cut.chance.high);
            assert!(cut.caught.is_none() || cut.caught == whole.caught);
            undecided += usize::from(cut.caught.is_none());
        }
    }
    assert!(undecided > 0);
}

#[test]
fn limit_of_nodes_keeps_upper_bound_of_plans_found() {
    // If a misère is caught, the search finds one plan after another until a plan beats every discard. A search that a
    // limit stops earlier must keep an upper bound below 1 from the plans that it has found.
    let (mut analyst, rules) = (Analyst::new(), russian());
    let mut caught = sample_near_misses(40).into_iter().filter(|near_miss| near_miss.chance == "0");
    let is_bound_kept = caught.any(|near_miss| {
        let situation = near_miss.situation(&rules);
        (0..12).any(|doublings| {
            let options = CatchOptions { node_limit: Some(1 << doublings), ..CatchOptions::default() };
            let chance = analyst.catch(&situation, &options).expect("an answer").chance;
            0.0 < chance.high && chance.high < 1.0
        })
    });
    assert!(is_bound_kept, "no limit left a bound between 0 and 1");
}
