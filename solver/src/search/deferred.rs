//! The deferred discard: a relaxed game, in which a single search can rule out many discards.

use super::moves::{Moves, lowest_touching};

/// The declarer's cards in a game in which the declarer lays no cards aside before the first lead.
///
/// The declarer holds more cards than there are tricks. The excess, the *surplus*, is laid aside during the play, or
/// left over at the end. If the declarer has no more cards in the suit led than the surplus, the declarer may lay all
/// of these cards aside and then play as if void. This applies to trumps, too, under rules that oblige a void player to
/// trump.
///
/// This game is at least as good for the declarer as the play after any discard, because the declarer can secretly
/// choose a discard and never play its cards. Every card that is legal after the discard is legal here: if the discard
/// left the hand void in the suit led, the declarer may lay this suit aside; and the rules that demand a higher card
/// (`head`, `overtrump`) do not bind a declarer with a surplus, since the higher card may belong to the discard. So a
/// number of tricks that the declarer cannot reach in this game is out of reach after every discard.
#[derive(Clone, Copy)]
pub(crate) struct DeferredDiscard {
    cards: u32,
}

impl DeferredDiscard {
    pub(crate) fn new(cards: u32) -> DeferredDiscard {
        DeferredDiscard { cards }
    }

    #[inline(always)]
    pub(crate) fn surplus(self, remaining: u32, tricks: u8) -> u8 {
        (self.cards & remaining).count_ones() as u8 - tricks
    }

    /// The remaining cards without those that the declarer has laid aside in this trick: all cards of the suit `led`,
    /// if the declarer did not follow suit, and all of `trumps`, if the declarer did not trump either. `trumps` is 0
    /// under rules that do not oblige a void player to trump. `played` is the mask of the cards of the trick.
    #[inline(always)]
    pub(crate) fn after_trick(self, remaining: u32, led: u32, trumps: u32, played: u32) -> u32 {
        let card = played & self.cards;
        if card & led != 0 {
            remaining
        } else if card & trumps != 0 {
            remaining & !(self.cards & led)
        } else {
            remaining & !(self.cards & (led | trumps))
        }
    }

    /// A probable choice of the surplus: the lowest cards, of suits other than `trumps` if possible.
    #[inline(always)]
    pub(crate) fn lay_lowest_aside(self, mut remaining: u32, trumps: u32, surplus: u8) -> u32 {
        for _ in 0..surplus {
            let hand = self.cards & remaining;
            let candidates = if hand & !trumps == 0 { hand } else { hand & !trumps };
            // The bytes of the suits are combined, so that the lowest bit is the lowest rank in any suit.
            let halves = candidates | candidates >> 16;
            let rank = ((halves | halves >> 8) & 0xFF).trailing_zeros();
            let lowest = candidates & (0x0101_0101 << rank);
            remaining &= !(lowest & lowest.wrapping_neg());
        }
        remaining
    }

    /// Whether `is_good` holds for the remaining cards after at least one choice of the surplus of one or two cards.
    /// Only one of several equivalent choices is tried; `trumps` are tried last.
    #[inline(always)]
    pub(crate) fn any_choice(
        self,
        remaining: u32,
        trumps: u32,
        surplus: u8,
        mut is_good: impl FnMut(u32) -> bool,
    ) -> bool {
        let hand = self.cards & remaining;
        Moves::from_cards(lowest_touching(hand, remaining)).with_first(!trumps).any(|first| {
            let remaining = remaining & !first;
            if surplus == 1 {
                return is_good(remaining);
            }
            // Each pair is tried once: the second card has a higher bit or is a trump; after a trump, it is a trump
            // with a higher bit.
            let above = !first & !(first - 1);
            let later = if first & trumps == 0 { above | trumps } else { above & trumps };
            let others = hand & later;
            Moves::from_cards(lowest_touching(others, remaining)).any(|second| is_good(remaining & !second))
        })
    }
}

#[cfg(test)]
mod tests {
    use preference_fixtures::effort;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use crate::cards::{Card, Cards, Suit};
    use crate::position::{PlaySetup, Position};
    use crate::rules::play::PlayRules;
    use crate::search::Solver;
    use crate::search::alpha_beta::tests::seed;
    use crate::seat::{BySeat, Seat, Seats};

    /// A deal in which forehand, the declarer, has two cards more than each defender.
    struct TwoCardsMore {
        /// The position before the discard.
        before_discard: Position,
        /// The hand from which two cards are laid aside.
        hand: Cards,
    }

    impl TwoCardsMore {
        fn random(random: &mut Pcg64, cards: usize) -> TwoCardsMore {
            let mut pack: Vec<Card> = Cards::PACK.iter().collect();
            // A pack with fewer suits leads to longer suits and more ruffs.
            if random.random_bool(0.3) {
                pack.truncate(random.random_range(3 * cards + 2..=32));
            }
            pack.shuffle(random);
            let aside: Cards = pack[3 * cards..3 * cards + 2].iter().copied().collect();
            let hands =
                BySeat::from_fn(|seat| pack[seat.index() * cards..][..cards].iter().copied().collect());
            let trump = [None, Some(Suit::Clubs), Some(Suit::Hearts), Some(Suit::Spades)];
            let setup = PlaySetup {
                play_rules: PlayRules::from_bits(random.random_range(0..32)),
                trump: trump[random.random_range(0..4)],
                declarer: Some(Seat::Forehand),
                playing: Seats::ALL,
            };
            let leader = Seat::ALL[random.random_range(0..3)];
            let hand = hands[Seat::Forehand] | aside;
            let position = Position::new(setup, hands, leader, &[]).expect("equal hands");
            TwoCardsMore { before_discard: position.with_hand(Seat::Forehand, hand), hand }
        }

        fn max_tricks(&self, plain_solver: &mut Solver) -> u8 {
            let cards: Vec<Card> = self.hand.iter().collect();
            let pairs = (0..cards.len()).flat_map(|n| (0..n).map(move |m| [n, m]));
            let declarer = Seats::from_seat(Seat::Forehand);
            pairs
                .map(|pair| {
                    let discard: Cards = pair.map(|n| cards[n]).into_iter().collect();
                    plain_solver.max_tricks(
                        &self.before_discard.with_hand(Seat::Forehand, self.hand - discard),
                        declarer,
                    )
                })
                .max()
                .expect("a pair")
        }

        fn deferred_tricks(&self, solver: &mut Solver) -> u8 {
            let mut search = solver.search_from(&self.before_discard, Seats::from_seat(Seat::Forehand));
            let most = self.hand.len() as u8 - 2;
            (1..=most).rev().find(|&need| search.can_reach_deferring(&self.before_discard, need)).unwrap_or(0)
        }
    }

    #[test]
    fn deferred_discard_is_no_worse_than_any_discard() {
        // Compares the value of the relaxed game with the best value over all discards. The relaxed game is solved twice:
        // with bounds and endgame values, and by a plain search.
        let seed = seed();
        let random = &mut Pcg64::seed_from_u64(seed);
        let (mut solver, mut plain_solver) = (Solver::new(), Solver::plain());
        let (mut equal, count) = (0, 150 * effort());
        for n in 0..count {
            let cards = 3 + n % 4;
            let hands = TwoCardsMore::random(random, cards);
            let most = hands.max_tricks(&mut plain_solver);
            let deferred = hands.deferred_tricks(&mut solver);
            let plain = hands.deferred_tricks(&mut plain_solver);
            assert!(
                most <= deferred && deferred <= plain,
                "{most} {deferred} {plain} {:?}, seed {seed}",
                hands.before_discard
            );
            equal += usize::from(most == deferred);
        }
        assert!(equal > count * 3 / 4 && equal < count, "equal in {equal} of {count}, seed {seed}");
    }
}
