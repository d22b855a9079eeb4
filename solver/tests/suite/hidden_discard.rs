//! Chances when the discard is hidden: recorded values, deals with renamed seats and suits, and hands in
//! progress.

use preference::analysis::Analyst;
use preference::analysis::catch::{CatchAnswer, CatchOptions};
use preference::cards::{Card, Cards, Suit};
use preference::deal::Deal;
use preference::rules::{Contract, Variant};
use preference::seat::{BySeat, Seat};
use preference::situation::{Code, Leader, Situation};
use preference_fixtures::effort;
use preference_fixtures::near_misses::{NearMiss, chance_text, near_misses};

fn catch(analyst: &mut Analyst, situation: &Situation) -> CatchAnswer {
    analyst.catch(situation, &CatchOptions { cards: true }).expect("an answer")
}

fn russian() -> Variant {
    "russian".parse().expect("a preset")
}

/// Returns one in `every` near misses; with more effort more of them.
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
        assert_eq!(answer.caught, near_miss.chance == "0", "{}", near_miss.deal);
        let weights: f64 = answer.discards.iter().map(|discard| discard.weight).sum();
        assert!(
            (weights - f64::from(u8::from(!answer.caught))).abs() < 1e-9,
            "{weights}: {}",
            near_miss.deal
        );
        let fewest = answer.discards.iter().filter_map(|discard| discard.outcome.tricks).min();
        assert_eq!(fewest, Some(1), "{}", near_miss.deal);
    }
}

/// Two of the discards leave the defenders no common plan: the one keeps the ace of clubs, the other its king.
#[test]
fn misere_with_two_discards_that_cannot_be_told_apart_has_chance_of_one_half() {
    let deal: Deal = "F:Q..KQJ97.AK97 AK.K987.A.JT8 J987.QJT.T8.Q T.A..".parse().expect("a deal");
    let situation = Situation::new(russian(), deal)
        .with_declarer(Seat::Forehand)
        .with_contract(Contract::Misere)
        .with_leader(Leader::Seat(Seat::Forehand));
    let answer = catch(&mut Analyst::new(), &situation);
    assert_eq!((answer.worlds, answer.caught), (38, false));
    assert_eq!(chance_text(&answer.chance), "1/2");
    let mixed: Vec<_> = answer.discards.iter().filter(|discard| discard.weight > 0.0).collect();
    assert!(mixed.iter().all(|discard| discard.outcome.tricks == Some(1)), "{mixed:?}");
    let beaten = answer.plans.iter().map(|plan| plan.weight).sum::<f64>();
    assert!((beaten - 1.0).abs() < 1e-9, "{:?}", answer.plans);
    // Every discard is beaten by plans of half the weight.
    for world in 0..38 {
        let plans = answer.plans.iter().filter(|plan| plan.beats.contains(&world));
        assert!(plans.map(|plan| plan.weight).sum::<f64>() >= 0.5 - 1e-9, "discard {world}");
    }
}

/// Turns the seats, renames the suits, and divides the declarer's twelve cards between hand and talon in
/// another way. The chance must stay the same.
#[test]
fn renamed_deals_have_equal_chances() {
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

/// A defender who always plays a certain card leaves the declarer at least the chance of the whole hand, and
/// a declarer who always leads a certain card has at most that chance.
#[test]
fn cards_of_defenders_leave_at_least_the_chance_and_of_declarer_at_most() {
    let (mut analyst, rules) = (Analyst::new(), russian());
    for near_miss in sample_near_misses(300) {
        let answer = catch(&mut analyst, &near_miss.situation(&rules));
        let chances = answer.cards.iter().map(|card| card.chance.high);
        if near_miss.leader == Seat::Forehand {
            assert!(chances.clone().all(|chance| chance <= answer.chance.high + 1e-9), "{}", near_miss.deal);
        } else {
            let least = chances.fold(1.0, f64::min);
            assert!(least >= answer.chance.low - 1e-9, "{}", near_miss.deal);
            assert_eq!(answer.caught, answer.cards.iter().any(|card| card.caught), "{}", near_miss.deal);
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
fn questions_without_hidden_discard_are_refused() {
    let rules = russian();
    let near_miss = &near_misses()[0];
    let situation = near_miss.situation(&rules);
    let refuse = |situation: Situation| {
        let error = Analyst::new().catch(&situation, &CatchOptions::default()).expect_err("refused");
        (error.code(), error.to_string())
    };
    let discard = near_miss.deal.talon();
    assert_eq!(refuse(situation.clone().with_discard(discard)).0, Code::NotHere);
    assert_eq!(refuse(situation.clone().from_hand()).0, Code::NotHere);
    let (code, message) = refuse(situation.with_contract(Contract::OpenMisere));
    assert_eq!(code, Code::NotHere);
    assert!(message.contains("the declarer's cards lie open"), "{message}");
}
