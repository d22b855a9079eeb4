//! Random positions for the tests, the same for the same seed.

use preference::{BySeat, Card, Cards, Deal, Game, Position, Seat, Seats, Suit, Switches};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub(crate) fn generator(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

/// The pack in random order.
pub(crate) fn shuffled(random: &mut impl Rng) -> Vec<Card> {
    let mut pack: Vec<Card> = Cards::PACK.iter().collect();
    pack.shuffle(random);
    pack
}

/// A complete deal.
pub(crate) fn deal(random: &mut impl Rng) -> Deal {
    let pack = shuffled(random);
    let hands = BySeat::from_fn(|seat| pack[seat.index() * 10..][..10].iter().copied().collect());
    Deal::new(hands, pack[30..].iter().copied().collect()).expect("a deal")
}

/// Three hands of `cards` each.
pub(crate) fn hands(random: &mut impl Rng, cards: usize) -> BySeat<Cards> {
    let pack = shuffled(random);
    BySeat::from_fn(|seat| pack[seat.index() * cards..][..cards].iter().copied().collect())
}

/// A game and the number of cards in its first trick. Numbers from 0 on go round
/// all combinations of switches, trumps or none, two or three hands and cards
/// in the trick; who is the soloist, who dropped out, which suit is random.
pub(crate) fn game(random: &mut impl Rng, number: u64) -> (Game, usize) {
    let soloist = Seat::ALL[random.random_range(0..3)];
    let out = if random.random() { soloist.left() } else { soloist.right() };
    let suit = Suit::ALL[random.random_range(0..4)];
    let (switches, number) = (number % 32, number / 32);
    let (trump, number) = (number % 2 == 1, number / 2);
    let (two, played) = (number % 5 >= 3, number % 5 % 3);
    let game = Game {
        switches: Switches::from_bits(switches as u8),
        trump: trump.then_some(suit),
        soloist: Some(soloist),
        playing: if two { Seats::ALL - Seats::of(out) } else { Seats::ALL },
    };
    (game, played as usize)
}

/// A position of this game with `cards` in each hand, of which `played` are then
/// played to the first trick at random.
pub(crate) fn position(random: &mut impl Rng, game: Game, cards: usize, played: usize) -> Position {
    let leader = Seat::ALL[random.random_range(0..3)];
    let mut position = Position::new(game, hands(random, cards), leader, &[]).expect("equal hands");
    for _ in 0..played {
        let legal: Vec<Card> = position.legal().iter().collect();
        position.play(legal[random.random_range(0..legal.len())]).expect("legal");
    }
    position
}
