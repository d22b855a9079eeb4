//! Play in which every seat has preferences of its own (max^n), compared with the judge, a plain max^n search.

use std::cmp::Reverse;

use ahash::RandomState;
use preference::cards::{Card, Cards};
use preference::gains::Model;
use preference::gains::expected_result::solve_expected_result;
use preference::position::{PlaySetup, Position, TalonLeads};
use preference::rules::{Contract, Declaration, PlayRules, Variant};
use preference::search::{PlayConditions, RulesOfThumb, Solver};
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::HandTerms;
use preference::situation::{CardsInput, Play, PlayState, Situation};
use preference_fixtures::judge::JudgePosition;
use preference_fixtures::{effort, random};
use rand::RngExt;

fn random_tricks_taken(random: &mut impl rand::Rng, position: &Position) -> BySeat<u8> {
    let mut taken = BySeat::default();
    for _ in position.tricks_left()..10 {
        let players: Vec<Seat> = position.setup().playing.iter().collect();
        taken[players[random.random_range(0..players.len())]] += 1;
    }
    taken
}

#[test]
fn play_for_random_preferences_matches_judge() {
    // Plays for random preferences: no seat likes two outcomes equally, and no two seats share their
    // preferences.
    let mut solver = Solver::new();
    for n in 0..1300 * effort() as u64 {
        let seed = 30_000_000 + n;
        let random = &mut random::generator(seed);
        let (setup, played) = random::setup(random, n);
        let setup = PlaySetup { declarer: setup.declarer.filter(|_| n % 7 > 0), ..setup };
        let position = random::position(random, setup, 2 + (n % 3) as usize, played);
        let taken = random_tricks_taken(random, &position);
        let ends = (n % 5 == 0 && setup.declarer.is_some()).then(|| random.random_range(1..9));
        let (coarse, hash_state) = (n % 2 == 0, RandomState::with_seed(seed as usize));
        let worth = |seat: Seat, tricks: BySeat<u8>| {
            // In half of the cases numbers of tricks are valued in groups of three, as with thresholds; within a group
            // the tricks decide.
            let seen = tricks.0.map(|n| if coarse { n / 3 } else { n });
            (hash_state.hash_one((seat, seen)), tricks[seat], tricks.0)
        };
        let rules_of_thumb = RulesOfThumb { partner: n % 3 == 0, last: n % 4 == 1, second: n % 11 < 3 };
        let conditions = PlayConditions { tricks_taken: taken, defender_trick_limit: ends, rules_of_thumb };
        let found = solver.outcome(&position, conditions, worth);
        let expected = JudgePosition::from_position(&position).maxn_tricks(
            taken.0,
            ends,
            rules_of_thumb,
            &|seat, tricks| worth(Seat::ALL[seat], BySeat(tricks)),
        );
        assert_eq!(found.0, expected, "seed {seed}, {position:?}, taken {taken:?}, ends {ends:?}");
    }
}

#[test]
fn play_for_settlements_matches_judge() {
    let mut solver = Solver::new();
    let names = Variant::names();
    let mut changed = 0;
    for n in 0..900 * effort() as u64 {
        let seed = 40_000_000 + n;
        let random = &mut random::generator(seed);
        let rules: Variant = names[n as usize % names.len()].parse().expect("a preset");
        let contract: Contract =
            ["S", "C", "H", "misere", "7D"][random.random_range(0..5)].parse().expect("a contract");
        let declarer = Seat::ALL[random.random_range(0..3)];
        let played = random.random_range(0..3);
        let setup = PlaySetup {
            play_rules: rules.play_rules(),
            trump: contract.trump(),
            declarer: Some(declarer),
            playing: Seats::ALL,
        };
        let position = random::position(random, setup, 2 + (n % 3) as usize, played);
        let taken = random_tricks_taken(random, &position);
        let mut hand = HandTerms::new(contract, declarer);
        hand.decisions.pot = Some(40.into());
        let declared = Declaration { contract, declarer, from_hand: false };
        let situation = Situation::new(rules.clone(), CardsInput::Nothing)
            .with_declaration(declared)
            .with_decisions(hand.clone().decisions);
        let target = rules.target(contract, false);
        let play = Play::new(position, contract, target, taken.into()).expect("tricks that can be");
        let results = [Model::Selfish, Model::Allied].map(|model| {
            let found =
                solve_expected_result(&mut solver, &situation, &PlayState::Contract(play), model.into())
                    .ok()?;
            let worth = |seat: usize, tricks: [u8; 3]| {
                let tricks = BySeat(tricks);
                let gains = rules.settle(&hand, &tricks.into());
                let liking = gains.ok().map(|gains| model.utility(Seat::ALL[seat], Some(declarer), &gains));
                (liking, Reverse(tricks[declarer]), Reverse(tricks[declarer.left()]))
            };
            let expected = JudgePosition::from_position(&position).maxn_tricks(
                taken.0,
                rules.defender_trick_limit(Some(contract)),
                RulesOfThumb::default(),
                &worth,
            );
            let tricks = found.tricks.expect("tricks");
            assert_eq!(tricks.0, expected, "seed {seed}, {model:?}, {} {position:?}", rules.label());
            Some(tricks)
        });
        changed += u32::from(results[0] != results[1]);
    }
    assert!(changed > 0, "the models never differ");
}

/// Cards of the talon that lead in a game without declarer, whether they can win a trick, whether a higher
/// card must be played (`head`), and whether the winner of a trick leads next.
#[derive(Clone, Copy)]
struct TalonLead<'a> {
    cards: &'a [Card],
    win: bool,
    head: bool,
    winner_leads: bool,
}

/// The tricks of each seat. The tricks that the talon leads are played out here; the judge plays the
/// rest.
fn tricks_after_talon<W: Ord>(
    hands: BySeat<Vec<Card>>,
    led: TalonLead<'_>,
    trick: &[(Seat, Card)],
    taken: BySeat<u8>,
    worth: &dyn Fn(usize, [u8; 3]) -> W,
) -> [u8; 3] {
    let first = led.cards[0];
    let suit = first.suit();
    let beats = |card: &Card| card.suit() == suit && (!led.win || card.rank() > first.rank());
    let winning = trick.iter().filter(|(_, card)| beats(card)).max_by_key(|(_, card)| card.rank());
    if trick.len() == 3 {
        let winner = winning.map(|&(seat, _)| seat).or((!led.win).then_some(Seat::Forehand));
        let mut taken = taken;
        if let Some(winner) = winner {
            taken[winner] += 1;
        }
        if led.cards.len() > 1 {
            return tricks_after_talon(hands, TalonLead { cards: &led.cards[1..], ..led }, &[], taken, worth);
        }
        let play_rules = PlayRules { head: led.head, ..PlayRules::default() };
        let setup = PlaySetup { play_rules, trump: None, declarer: None, playing: Seats::ALL };
        let leader = winner.filter(|_| led.winner_leads).unwrap_or(Seat::Forehand);
        let hands = BySeat(hands.0.map(|hand| hand.into_iter().collect()));
        let position = Position::new(setup, hands, leader, &[]).expect("equal hands");
        return JudgePosition::from_position(&position).maxn_tricks(
            taken.0,
            None,
            RulesOfThumb::default(),
            worth,
        );
    }
    let seat = Seat::ALL[trick.len()];
    let mut legal: Vec<Card> = hands[seat].iter().copied().filter(|card| card.suit() == suit).collect();
    let to_beat = winning.map(|&(_, best)| best).or(led.win.then_some(first));
    if let (true, Some(best)) = (led.head, to_beat) {
        let higher: Vec<Card> = legal.iter().copied().filter(|card| card.rank() > best.rank()).collect();
        if !higher.is_empty() {
            legal = higher;
        }
    }
    if legal.is_empty() {
        legal = hands[seat].clone();
    }
    let outcomes = legal.into_iter().map(|card| {
        let mut hands = hands.clone();
        hands[seat].retain(|&held| held != card);
        let trick: Vec<(Seat, Card)> = trick.iter().copied().chain([(seat, card)]).collect();
        tricks_after_talon(hands, led, &trick, taken, worth)
    });
    outcomes.max_by_key(|&tricks| worth(seat.index(), tricks)).expect("somebody can always play")
}

#[test]
fn play_after_talon_leads_matches_judge() {
    let mut solver = Solver::new();
    for n in 0..400 * effort() as u64 {
        let seed = 50_000_000 + n;
        let random = &mut random::generator(seed);
        let hands = random::hands(random, 3 + (n % 2) as usize);
        let (head, winner_leads) = (n % 3 == 0, n % 5 < 2);
        let held = hands.0.into_iter().fold(Cards::NONE, |all, hand| all | hand);
        let rest: Vec<Card> = (Cards::PACK - held).iter().collect();
        let at = random.random_range(0..rest.len() - 1);
        let cards: Vec<Card> = rest[at..=at + (n % 2) as usize].to_vec();
        let led = TalonLead { cards: &cards, win: n % 7 < 4, head, winner_leads };
        let hash_state = RandomState::with_seed(seed as usize);
        let worth = |seat: usize, tricks: [u8; 3]| {
            // Each seat prefers few tricks, but the numbers are valued in pairs, such as 2 and 3.
            (10 - tricks[seat] / 2, hash_state.hash_one((seat, tricks)), tricks)
        };
        let play_rules = PlayRules { head, ..PlayRules::default() };
        let setup = PlaySetup { play_rules, trump: None, declarer: None, playing: Seats::ALL };
        let position = Position::new(setup, hands, Seat::Forehand, &[]).expect("equal hands");
        let talon = TalonLeads { led: cards[0], next: cards.get(1).copied(), win: led.win, winner_leads };
        let mut position = position.with_talon_leads(talon);
        let lists = BySeat(hands.0.map(|hand| hand.iter().collect::<Vec<Card>>()));
        let expected = tricks_after_talon(lists, led, &[], BySeat::default(), &worth);
        let utility = |seat: Seat, tricks: BySeat<u8>| worth(seat.index(), tricks.0);
        let found = solver.outcome(&position, PlayConditions::default(), utility);
        assert_eq!(found.0, expected, "seed {seed}, {hands:?}, the talon leads {cards:?}");
        // From each position on, one card must lead to that outcome, and no card to an outcome that its
        // player prefers.
        let mut taken = BySeat::default();
        while !position.is_over() {
            let mover = position.to_move();
            let mut kept = None;
            for card in position.legal_cards() {
                let mut after = position;
                let mut taken = taken;
                if let Some(winner) = after.play(card).expect("a legal card") {
                    taken[winner] += 1;
                }
                let found = solver.outcome(
                    &after,
                    PlayConditions { tricks_taken: taken, ..PlayConditions::default() },
                    utility,
                );
                assert!(utility(mover, found) <= utility(mover, BySeat(expected)), "seed {seed}: {card}");
                if found.0 == expected && kept.is_none() {
                    kept = Some((after, taken));
                }
            }
            (position, taken) = kept.unwrap_or_else(|| panic!("seed {seed}: no card keeps {expected:?}"));
        }
        assert_eq!(taken.0, expected, "seed {seed}");
    }
}
