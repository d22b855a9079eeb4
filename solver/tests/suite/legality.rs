//! Legal cards: the predicate, the list of legal cards and the judge (the reference implementation in
//! `preference_fixtures::judge`) must agree, and the numbers of ways to play must be the known ones.

use preference::cards::{Cards, Suit};
use preference::position::{PlaySetup, Position};
use preference::rules::PlayRules;
use preference::seat::{BySeat, Seat, Seats};
use preference_fixtures::judge::{JudgePosition, card};
use preference_fixtures::{perft as perft_rows, random};
use rstest::rstest;

fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    let after = |card| {
        let mut after = *position;
        after.play(card).expect("a legal card");
        perft(&after, depth - 1)
    };
    position.legal_cards().iter().map(after).sum()
}

#[test]
fn legal_cards_match_playable_cards_and_judge() {
    for n in 0..3200 {
        let random = &mut random::generator(500_000 + n);
        let (setup, played) = random::setup(random, n);
        let position = random::position(random, setup, 1 + n as usize % 10, played);
        let legal = position.legal_cards();
        let mut by_judge = JudgePosition::from_position(&position).legal_cards();
        by_judge.sort_unstable();
        let mut listed: Vec<_> = legal.iter().map(card).collect();
        listed.sort_unstable();
        assert_eq!(listed, by_judge, "{position:?}");
        for card in Cards::PACK {
            let playable = { position }.play(card).is_ok();
            assert_eq!(playable, legal.contains(card), "{card} in {position:?}");
        }
    }
}

#[test]
fn perft_matches_judge() {
    for n in 0..640 {
        let random = &mut random::generator(600_000 + n);
        let (setup, played) = random::setup(random, n);
        let position = random::position(random, setup, 4, played);
        assert_eq!(perft(&position, 7), JudgePosition::from_position(&position).perft(7), "{position:?}");
    }
}

#[rstest]
#[case(1, 1)]
#[case(2, 8)]
#[case(3, 216)]
#[case(4, 13824)]
fn perft_of_single_suit_hands_is_cubed_factorial(#[case] k: usize, #[case] ways: u64) {
    // Counts the ways to play three hands of k cards without trumps, each hand in a suit of its own. Every card
    // is then always legal, so there are (k!)³ ways.
    let low = |suit: Suit| suit.cards().iter().take(k).collect();
    let hands = BySeat([low(Suit::Spades), low(Suit::Hearts), low(Suit::Clubs)]);
    let setup = PlaySetup {
        play_rules: PlayRules::from_bits(31),
        trump: None,
        declarer: Some(Seat::Middlehand),
        playing: Seats::ALL,
    };
    let position = Position::new(setup, hands, Seat::Forehand, &[]).expect("equal hands");
    assert_eq!(perft(&position, 99), ways);
}

#[test]
fn perft_of_deals_matches_known_counts() {
    let rows = perft_rows();
    assert!(rows.len() >= 30);
    for (play, counts) in rows {
        let found: Vec<u64> = (1..=counts.len() as u32).map(|depth| perft(play.position(), depth)).collect();
        assert_eq!(found, counts, "{play:?}");
    }
}
