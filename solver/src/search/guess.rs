//! Initial guesses at the number of tricks in a position. A good guess saves searches.

use crate::cards::{Cards, Suit};
use crate::position::{PlaySetup, Position};
use crate::seat::{BySeat, Seat, Seats};

/// The latest answer for each trump suit, and the latest one without trumps.
///
/// Two discards from one deal, or two lines of play of one hand, mostly have the same value.
#[derive(Default)]
pub(crate) struct RecentAnswers([Option<RecentAnswer>; 5]);

#[derive(Clone, Copy)]
struct RecentAnswer {
    setup: PlaySetup,
    leader: Seat,
    counted: Seats,
    maximizers: Seats,
    hands: BySeat<Cards>,
    tricks: u8,
}

/// In cards, for one value to be the guess for the other. A card that moved from one hand to another counts twice. The
/// hands after two different discards differ by at most four cards.
const MAX_DIFFERENCE: usize = 4;

impl RecentAnswers {
    /// The value of the latest position with the same trump suit, if it differs little and the question was the same.
    pub(crate) fn value_of_similar(
        &self,
        position: &Position,
        counted: Seats,
        maximizers: Seats,
    ) -> Option<u8> {
        let answer = self.0[index_of_trump(position.setup().trump)]?;
        let same = answer.setup == position.setup()
            && answer.leader == position.leader()
            && (answer.counted, answer.maximizers) == (counted, maximizers);
        (same
            && Seat::ALL
                .map(|seat| difference(answer.hands[seat], position.hand(seat)))
                .iter()
                .sum::<usize>()
                <= MAX_DIFFERENCE)
            .then_some(answer.tricks)
    }

    pub(crate) fn store(&mut self, position: &Position, counted: Seats, maximizers: Seats, tricks: u8) {
        self.0[index_of_trump(position.setup().trump)] = Some(RecentAnswer {
            setup: position.setup(),
            leader: position.leader(),
            counted,
            maximizers,
            hands: BySeat::from_fn(|seat| position.hand(seat)),
            tricks,
        });
    }
}

fn difference(one: Cards, other: Cards) -> usize {
    ((one - other) | (other - one)).len()
}

fn index_of_trump(trump: Option<Suit>) -> usize {
    trump.map_or(4, Suit::index)
}

/// Estimates the number of tricks that the seats `counted` take together if the seats `maximizers` maximize it.
///
/// The weights, in sixteenths of a trick, are a least-squares fit to the values of random deals. If the declarer plays
/// for tricks, the guess is right in nearly half of the deals and off by more than one trick in a tenth; if the
/// declarer plays to lose tricks, it is right in a third and off by more than one in a fifth. The sum of the weights
/// begins with a constant: a high one for a declarer who plays for tricks, since refuting a guess that is one too high
/// takes less time than proving one that is one too low, and a low one for a declarer who plays to lose them.
pub(crate) fn strength_guess(position: &Position, counted: Seats, maximizers: Seats) -> u8 {
    let setup = position.setup();
    let declarer = setup.declarer.unwrap_or(Seat::Forehand);
    let hand = position.hand(declarer);
    let others = position.hand(declarer.left()) | position.hand(declarer.right());
    let alone = Seats::from_seat(declarer);
    let sixteenths = if (counted == alone) == (maximizers == alone) {
        // The weight of a card depends on the number of higher cards of its suit in the other hands.
        let mut sum = if setup.trump.is_some() { 26 } else { 22 };
        for card in hand {
            let weights = match setup.trump {
                None => [17, 4, 0, -1],
                Some(trump) if trump == card.suit() => [27, 18, 13, 9],
                Some(_) => [8, 0, -3, -4],
            };
            let suit = others.in_suit(card.suit()).bits();
            sum += weights[((suit >> card.bit()).count_ones() as usize).min(3)];
        }
        sum
    } else {
        // The weight of a card depends on the number of lower cards of its suit in the other hands, less the
        // number of higher ones.
        const WEIGHTS: [i32; 9] = [-2, 3, 6, 8, 10, 11, 11, 12, 13];
        let mut sum = if position.leader() == declarer { -8 } else { 2 };
        for card in hand {
            let suit = others.in_suit(card.suit()).bits();
            let higher = (suit >> card.bit()).count_ones() as i32;
            let lower = suit.count_ones() as i32 - higher;
            sum += WEIGHTS[((lower - higher).clamp(-4, 4) + 4) as usize];
        }
        sum
    };
    let tricks = i32::from(position.tricks_left());
    let guess = (sixteenths / 16).clamp(0, tricks);
    (if counted == alone { guess } else { tricks - guess }) as u8
}
