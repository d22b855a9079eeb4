//! What a played hand cost, against each of its steps by itself.

use preference::analysis::cards::outcomes;
use preference::analysis::contracts::Play;
use preference::analysis::raspasovka::{first_lead, tricks};
use preference::analysis::review::{Part, review};
use preference::{
    Amount, BySeat, Card, Contract, Declared, Hand, Model, Record, Seat, Seats, Solver, Variant,
};
use preference_fixtures::random;
use rand::RngExt;

/// A hand played at random, without calls.
fn played(seed: u64, rules: &Variant, contract: Contract) -> Record {
    let random = &mut random::generator(seed);
    let deal = random::deal(random);
    let declarer = Seat::ALL[seed as usize % 3];
    let game = Declared { contract, declarer, from_hand: false };
    let twelve: Vec<Card> = (deal.hand(declarer) | deal.talon()).iter().collect();
    let discard =
        [twelve[random.random_range(0..6)], twelve[random.random_range(6..12)]].into_iter().collect();
    let mut play = Play::from_deal(rules, &deal.exchange(declarer, discard), game);
    let mut cards = Vec::new();
    while !play.position().is_over() {
        let legal: Vec<Card> = play.position().legal().iter().collect();
        let card = legal[random.random_range(0..legal.len())];
        play.play(card).expect("legal");
        cards.push(card);
    }
    let hand = Hand { game: Some(game), talon: deal.talon(), ..Hand::all_passed() };
    let (calls, winners) = (Vec::new(), Vec::new());
    let discard = Some(discard);
    Record {
        id: None,
        rules: None,
        deal,
        calls,
        discard,
        hand,
        talon_order: Vec::new(),
        leader: None,
        played: cards,
        winners,
    }
}

#[test]
fn costs_add_up() {
    let mut solver = Solver::new();
    let (mut costly, mut turned) = (0, 0);
    for seed in 74_000_000..74_000_030_u64 {
        let name = ["austrian", "hungarian", "russian", "american", "russian"][seed as usize % 5];
        let rules: Variant = name.parse().expect("a preset");
        let contract = ["S", "D", "misere", "H", "6D"][seed as usize % 5];
        let contract: Contract = contract.parse().expect("a contract");
        let misere = contract.is_misere();
        let mut record = played(seed, &rules, contract);
        let model = if seed % 3 == 0 { Model::Allied } else { Model::Selfish };
        if name == "russian" && !misere {
            // One of the defenders whists and plays the other's hand, too.
            record.hand.out = Seats::of(record.hand.game.expect("a contract").declarer.left());
        }
        let found = review(&mut solver, &rules, &record, model, 2).expect("reviewed");
        assert_eq!(found.broken, [], "{name} seed {seed}");
        let game = record.hand.game.expect("a contract");
        let declarer = game.declarer;
        let mut play = Play::from_deal(&rules, &record.exchanged(), game);
        let mut tricks = i32::from(play.outcome(&mut solver).tricks.expect("tricks"));
        for (step, &card) in found.cards.iter().zip(&record.played) {
            assert_eq!((step.done, step.seat), (card, play.position().to_move()));
            let all = outcomes(&mut solver, &play);
            let before = play.outcome(&mut solver);
            let good: Vec<Card> =
                all.iter().filter(|(_, after)| *after == before).map(|&(card, _)| card).collect();
            assert_eq!(step.best, good, "{name} seed {seed}");
            let lost = i32::from(step.tricks.expect("tricks"));
            assert_eq!(good.contains(&card), lost == 0);
            // A declarer loses tricks that he wants, and a defender gives them to him.
            tricks += if (step.seat == declarer) == misere { lost } else { -lost };
            let gain = step.gain.expect("a price");
            assert!(gain >= Amount::default(), "{name} seed {seed}: a card gained {gain}");
            costly += usize::from(step.cost());
            turned += usize::from(step.turned);
            play.play(card).expect("legal");
        }
        assert_eq!(tricks, i32::from(found.tricks[declarer]), "{name} seed {seed}");
        assert!(
            found.decisions.iter().all(|step| step.gain >= Some(Amount::default())),
            "{name} seed {seed}"
        );
        let discard = found.discard.expect("two cards");
        assert!(discard.gain.is_none_or(|gain| gain >= Amount::default()));
    }
    assert!(costly > 20 && turned > 0, "{costly} costly cards, {turned} that decided");
}

#[test]
fn what_is_against_the_rules_is_told() {
    let rules: Variant = "russian".parse().expect("a preset");
    let contract = "7H".parse().expect("a contract");
    let mut record = played(75_000_000, &rules, contract);
    let legal = record.played.clone();
    record.calls = ["6S", "pass", "7C"].map(|call| call.parse().expect("a call")).into();
    let solver = &mut Solver::new();
    let found = review(solver, &rules, &record, Model::Tricks, 1).expect("reviewed");
    assert_eq!(found.broken.len(), 1, "{:?}", found.broken);
    assert_eq!(found.broken[0].0, Part::Announcement);
    // The first card after the lead that its seat could not play.
    record.calls.clear();
    record.played[1] = legal[29];
    let found = review(solver, &rules, &record, Model::Tricks, 1).expect("reviewed");
    assert_eq!((found.cards.len(), found.broken[0].0), (1, Part::Card(2)));
    record.played = legal.clone();
    record.played.push(legal[0]);
    let found = review(solver, &rules, &record, Model::Tricks, 1).expect("reviewed");
    assert_eq!((found.cards.len(), found.broken[0].0), (30, Part::Card(31)));
    record.played = legal;
    record.winners = vec![Seat::Forehand; 10];
    let found = review(solver, &rules, &record, Model::Tricks, 1).expect("reviewed");
    assert!(!found.broken.is_empty() && found.broken.iter().all(|(part, _)| matches!(part, Part::Trick(_))));
}

/// A hand that all have passed, played at random.
fn passed(seed: u64, rules: &Variant) -> Record {
    let random = &mut random::generator(seed);
    let deal = random::deal(random);
    let mut talon_order: Vec<Card> = deal.talon().iter().collect();
    if random.random_bool(0.5) {
        talon_order.reverse();
    }
    let mut position = first_lead(rules, &deal, &talon_order).expect("the talon");
    let (mut played, mut winners) = (Vec::new(), Vec::new());
    while !position.is_over() {
        let legal: Vec<Card> = position.legal().iter().collect();
        let card = legal[random.random_range(0..legal.len())];
        winners.extend(position.play(card).expect("legal"));
        played.push(card);
    }
    let progression = 1 + (seed % 3) as u8;
    let hand = Hand { talon: deal.talon(), progression, ..Hand::all_passed() };
    Record {
        id: None,
        rules: None,
        deal,
        calls: Vec::new(),
        discard: None,
        hand,
        talon_order,
        leader: None,
        played,
        winners,
    }
}

#[test]
fn cards_after_all_have_passed_are_weighed() {
    let mut solver = Solver::new();
    let mut costly = 0;
    for seed in 77_000_000..77_000_012_u64 {
        let name = ["russian", "leningrad", "rostov", "austrian"][seed as usize % 4];
        let rules: Variant = name.parse().expect("a preset");
        let record = passed(seed, &rules);
        let found = review(&mut solver, &rules, &record, Model::Selfish, 1).expect("reviewed");
        assert_eq!((&found.broken[..], found.cards.len()), (&[][..], 30), "{name} seed {seed}");
        assert_eq!(found.unpriced.is_some(), name == "austrian");
        let mut position = first_lead(&rules, &record.deal, &record.talon_order).expect("the talon");
        let mut taken = BySeat::default();
        for (step, &card) in found.cards.iter().zip(&record.played) {
            let seat = position.to_move();
            // What each card leads to when all go on for their gain, or for few tricks.
            let mut values: Vec<(Card, Amount, u8)> = Vec::new();
            for card in position.legal().iter() {
                let (mut next, mut after) = (position, taken);
                if let Some(winner) = next.play(card).expect("legal") {
                    after[winner] += 1;
                }
                let tricks = tricks(&mut solver, &rules, &next, after);
                let few = || -Amount::from_integer(tricks[seat].into());
                values.push((
                    card,
                    rules
                        .settle(&record.hand, &tricks.into())
                        .map_or_else(|_| few(), |gains| gains.seats[seat]),
                    tricks[seat],
                ));
            }
            let most = values.iter().map(|worth| worth.1).max().expect("a card");
            let of = |wanted: Card| *values.iter().find(|worth| worth.0 == wanted).expect("legal");
            let best: Vec<Card> =
                values.iter().filter(|worth| worth.1 == most).map(|worth| worth.0).collect();
            assert_eq!((step.seat, step.done, &step.best), (seat, card, &best), "{name} seed {seed}");
            let lost = (name != "austrian").then(|| most - of(card).1);
            assert_eq!(step.gain, lost, "{name} seed {seed}");
            let more = of(card).2.saturating_sub(of(best[0]).2);
            assert_eq!(step.tricks, Some(more), "{name} seed {seed}");
            costly += usize::from(step.cost());
            if let Some(winner) = position.play(card).expect("legal") {
                taken[winner] += 1;
            }
        }
        assert_eq!(found.tricks, taken, "{name} seed {seed}");
    }
    assert!(costly > 20, "{costly} costly cards");
}
