//! What a played hand cost, against each of its steps by itself.

use preference::analysis::cards::outcomes;
use preference::analysis::contracts::Play;
use preference::analysis::review::{Part, review};
use preference::{Amount, Card, Contract, Declared, Model, Played, Record, Seat, Seats, Solver, Variant};
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
    let hand = Played { game: Some(game), talon: deal.talon(), ..Played::all_passed() };
    let (calls, winners) = (Vec::new(), Vec::new());
    let discard = Some(discard);
    Record { id: None, rules: None, deal, calls, game, discard, hand, leader: None, played: cards, winners }
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
            record.hand.out = Seats::of(record.game.declarer.left());
        }
        let found = review(&mut solver, &rules, &record, model, 2).expect("reviewed");
        assert_eq!(found.broken, [], "{name} seed {seed}");
        let declarer = record.game.declarer;
        let mut play = Play::from_deal(&rules, &record.exchanged(), record.game);
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
