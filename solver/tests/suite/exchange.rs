//! What is laid aside, against every discard by itself.

use preference::analysis::game::decisions::worth;
use preference::analysis::sampling::unknown;
use preference::analysis::talon::{self, By, Weighing};
use preference::{Contract, Deal, Hand, Model, Outcome, Seat, Solver, Variant};
use preference_fixtures::random;

fn outcomes(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    contracts: &[Contract],
) -> Vec<Outcome> {
    let of =
        |&contract: &Contract| preference_fixtures::play(deal, rules, contract, declarer).outcome(solver);
    contracts.iter().map(of).collect()
}

/// Discards that leave the same play are worked out once; here each is.
#[test]
fn equal_discards_are_equal() {
    let (mut solver, mut equal) = (Solver::new(), 0);
    for (n, name) in ["austrian", "american", "illustrated", "russian"].into_iter().enumerate() {
        let rules: Variant = name.parse().expect("a preset");
        let contracts = ["S", "H", "N", "misere"].map(|name| name.parse().expect("a contract"));
        for seed in 64_000_000..64_000_004 {
            let deal = random::deal(&mut random::generator(seed + 10 * n as u64));
            let declarer = Seat::ALL[seed as usize % 3];
            let answer = |solver: &mut Solver, deal: &Deal| -> Result<_, ()> {
                Ok(outcomes(solver, &rules, deal, declarer, &contracts))
            };
            let discards = talon::discards(&mut solver, &deal, declarer, answer).expect("outcomes");
            for discard in &discards {
                let exchanged = deal.exchange(declarer, discard.cards);
                let alone = outcomes(&mut solver, &rules, &exchanged, declarer, &contracts);
                assert_eq!(discard.outcomes, alone, "{name} {deal} {:?}", discard.cards);
                equal += usize::from(talon::representative(&deal, declarer, discard.cards) != discard.cards);
            }
        }
    }
    assert!(equal > 100, "hardly any discard had an equal: {equal}");
}

/// The best gain of all discards is that of every discard by itself; aces that are laid
/// aside are not paid for.
#[test]
fn gains_are_those_of_each_discard() {
    let mut solver = Solver::new();
    let rows = [
        ("illustrated", "misere", Model::Selfish, 3),
        ("austrian", "H", Model::Tricks, 4),
        ("hungarian", "misere", Model::Allied, 3),
        ("russian", "7D", Model::Tricks, 4),
    ];
    let hand = Hand { pot: Some(30), ..Hand::all_passed() };
    for (name, contract, model, deals) in rows {
        let rules: Variant = name.parse().expect("a preset");
        let contract: Contract = contract.parse().expect("a contract");
        let mut seeds = (65_000_000..).map(|seed| random::deal(&mut random::generator(seed)));
        // One deal in which the four aces of the twelve are worth something.
        let aces = seeds.by_ref().find(|deal| {
            let twelve = deal.hand(Seat::Forehand) | deal.talon();
            (preference::Cards::ACES - twelve).is_empty()
        });
        for deal in aces.into_iter().chain(seeds.take(deals)) {
            let declarer = Seat::Forehand;
            let weighing = Weighing { rules: &rules, model, discards: usize::MAX, hand: &hand, leader: None };
            let answer = |solver: &mut Solver, deal: &Deal| -> Result<_, ()> {
                Ok(outcomes(solver, &rules, deal, declarer, &[contract]))
            };
            let mut discards = talon::discards(&mut solver, &deal, declarer, answer).expect("outcomes");
            talon::weigh(&mut solver, &deal, declarer, &[contract], &mut discards, weighing)
                .expect("a price");
            let mut most = None;
            for discard in &discards {
                let exchanged = deal.exchange(declarer, discard.cards);
                let played = Hand::of(contract, declarer);
                let played = Hand { game: played.game, talon: deal.talon(), ..hand.clone() };
                let gains = worth(&mut solver, &rules, &exchanged, &played, None, model).expect("a price");
                let gain = gains.seats[declarer];
                assert_eq!(discard.gains, [Some(gain)], "{name} {deal} {:?}", discard.cards);
                most = most.max(Some(gain));
            }
            assert_eq!(talon::best(&[contract], &discards, By::Gain)[0].gain, most);
        }
    }
}

/// Averages over layouts are those of each layout by itself.
#[test]
fn averages_are_over_all_layouts() {
    let rules: Variant = "austrian".parse().expect("a preset");
    let contracts = ["D".parse().expect("a contract")];
    let random = &mut random::generator(66_000_000);
    let first = random::deal(random);
    let twelve = first.hand(Seat::Forehand) | first.talon();
    let deals: Vec<Deal> = (0..6)
        .map(|_| {
            let rest: Vec<_> =
                random::shuffled(random).into_iter().filter(|&card| !twelve.contains(card)).collect();
            let hand = |cards: &[preference::Card]| cards.iter().copied().collect();
            let hands =
                preference::BySeat([first.hand(Seat::Forehand), hand(&rest[..10]), hand(&rest[10..])]);
            Deal::new(hands, first.talon()).expect("a deal")
        })
        .collect();
    let mut solver = Solver::new();
    let all = unknown::expected(&mut solver, &deals, Seat::Forehand, |solver, deal| -> Result<_, ()> {
        Ok(outcomes(solver, &rules, deal, Seat::Forehand, &contracts))
    });
    for expected in all.expect("outcomes").iter().step_by(7) {
        let played = deals.iter().map(|deal| {
            let exchanged = deal.exchange(Seat::Forehand, expected.cards);
            outcomes(&mut solver, &rules, &exchanged, Seat::Forehand, &contracts)[0]
        });
        let played: Vec<Outcome> = played.collect();
        let tricks: u8 = played.iter().filter_map(|outcome| outcome.tricks).sum();
        let made = played.iter().filter(|outcome| outcome.made).count();
        let average = &expected.contracts[0];
        assert!((average.tricks().expect("tricks").mean - f64::from(tricks) / 6.0).abs() < 1e-9);
        assert!((average.chance().mean - made as f64 / 6.0).abs() < 1e-9);
    }
}
