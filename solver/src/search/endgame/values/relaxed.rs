//! The relaxed games: two games on the same board with fewer positions, whose values are a lower and an upper
//! bound on the value of the true game.
//!
//! A relaxation is a game that is easier for one side, so that its value bounds the true one (Pearl,
//! Heuristics, 1984). Cards of the defenders in one suit with no card of the declarer's between them are a
//! *pool*. In the true game it matters which card of a pool is higher when two are played to one trick: it
//! decides which defender wins it, and which rules bind the second of them. In a relaxed game one side
//! decides that afresh each time. If the trick's highest cards are from one pool, that side says which of the
//! two has won. And the defender who plays after the other one may play each card that would be allowed if
//! the other's card were the lowest of the pool or if it were the highest, where the defenders decide, and
//! only the cards that would be allowed in both cases, where the declarer decides. Nothing else distinguishes
//! cards of a pool: to the declarer's cards they all compare alike. So positions that differ only in the
//! order within pools are one position of a relaxed game: with five cards in each hand that leaves a sixth of
//! them, with six a tenth.
//!
//! Where the defenders decide, the declarer gets in the true game at least the tricks that the declarer gets
//! in the relaxed game, whatever the order. The declarer plays as in the relaxed game: to every card that a
//! defender plays in the true game there is one of the same seat and pool in the relaxed game; it is allowed
//! there if it is allowed in the true game; the trick goes to a seat that may win it there; and the cards
//! left are again one position of the relaxed game.
//!
//! Where the declarer decides, the defenders get in the true game at least the tricks that they get in the
//! relaxed game, by the same argument: they play a card of the pool that they would play there, and it is
//! left to show that a card of it is allowed in the true game. Only a defender who plays after the other one,
//! and could be made to beat that card or to leave it, meets a pool. Of the cards that this defender may
//! choose from, by following, trumping or throwing, let A be the cards that surely beat it, Q the cards of
//! its pool, of which P beat it in the true game, and L the others.
//!
//! - The defender must beat it if possible, which goes before leaving it: allowed are A and P, or everything
//!   if there are none. The declarer decides, so in the relaxed game it is A; if that is empty Q, of which a
//!   card of P is allowed or, if P is empty, any; if both are empty, everything.
//! - The defender must leave it if possible: allowed are L and the cards of Q that are not in P, or
//!   everything if there are none. In the relaxed game it is L; if that is empty Q, of which a card that is
//!   not in P is allowed or, if there is none, any; if both are empty, everything.
//!
//! The two values seldom differ: in suit games with six cards in each hand, of all positions, for 7 leaders
//! in 100 under american rules and for 13 under austrian ones, where all have to head the trick.

use super::question::GameQuestion;
use crate::search::board::{Board, Trick};
use crate::search::moves::{Moves, lowest_touching};
use crate::search::specialize::BoardRules;

/// The question about the declarer's tricks in a relaxed game.
#[derive(Clone, Copy)]
pub(crate) struct RelaxedGame {
    /// Whether the declarer maximizes tricks.
    pub(crate) declarer_maximizes: bool,
    /// Whether the side that maximizes tricks decides: then the value is an upper bound on the true one,
    /// otherwise a lower bound.
    pub(crate) maximizers_decide: bool,
}

impl RelaxedGame {
    /// Returns the game whose value is a lower bound on the true one, and the game whose value is an upper
    /// bound.
    pub(crate) fn lower_and_upper(declarer_maximizes: bool) -> [RelaxedGame; 2] {
        [false, true].map(|maximizers_decide| RelaxedGame { declarer_maximizes, maximizers_decide })
    }
}

impl GameQuestion for RelaxedGame {
    fn maximizes(self, seat: usize) -> bool {
        (seat == 0) == self.declarer_maximizes
    }

    fn leads(self, board: &Board, left: u32, leader: usize) -> impl Iterator<Item = u32> {
        board.relaxed_leads(left, leader)
    }

    fn follows(self, board: &Board, trick: &Trick, left: u32) -> impl Iterator<Item = u32> {
        let declarer_decides = self.maximizers_decide == self.declarer_maximizes;
        board.relaxed_follows(trick, left, declarer_decides)
    }

    fn counts(self, seat: u8) -> bool {
        seat == 0
    }

    fn rival(self, board: &Board, trick: &Trick, left: u32) -> Option<u8> {
        board.rival(trick, left)
    }

    fn choose(self, one: u8, other: u8) -> u8 {
        if self.maximizers_decide { one.max(other) } else { one.min(other) }
    }
}

impl Board {
    /// Returns all cards of the suit, left or gone, that no card left of the declarer's separates from this
    /// one: the defenders' cards among them are its pool.
    #[inline]
    fn pool(&self, card: u32, left: u32) -> u32 {
        let suit = 0xFF << (card.trailing_zeros() & !7);
        let declarers = self.hand(0, left) & suit;
        let above = declarers & !(card | (card - 1));
        let below = declarers & (card - 1);
        // Up to the declarer's lowest card above it, if there is one, and down to the highest below.
        let under = above & above.wrapping_neg();
        let over = if below == 0 { 0 } else { (2 << below.ilog2()) - 1 };
        suit & under.wrapping_sub(1) & !over
    }

    /// Returns the defender who could equally have won this trick, to which all have played, instead of its
    /// winner.
    #[inline]
    fn rival(&self, trick: &Trick, left: u32) -> Option<u8> {
        if trick.winner == 0 {
            return None;
        }
        let other = 3 - trick.winner;
        let card = self.hand(other.into(), trick.cards);
        (card & self.pool(trick.winning, left) != 0).then_some(other)
    }

    /// Returns the cards that a follower may play in a relaxed game, one of each pool for a defender; `left`
    /// are the cards left at the start of the trick, so that a card of the declarer's in it still separates
    /// pools.
    #[inline(always)]
    fn relaxed_follows(&self, trick: &Trick, left: u32, declarer_decides: bool) -> Moves {
        if trick.seat == 0 {
            return self.follows::<BoardRules>(trick, left);
        }
        let pool = if trick.winner == 0 { 0 } else { self.pool(trick.winning, left) };
        let legal_facing = |above: u32| self.legal_cards::<BoardRules>(&Trick { above, ..*trick }, left);
        let mut cards = legal_facing(trick.above & !pool);
        if pool != 0 {
            let if_lowest = legal_facing(trick.above | pool);
            cards = if declarer_decides { cards & if_lowest } else { cards | if_lowest };
        }
        Moves::from_cards(lowest_touching(cards, self.hand(0, left) | cards))
    }

    /// Returns the leads of a seat in a relaxed game, one of each pool or of each group of the declarer's
    /// touching cards.
    #[inline]
    fn relaxed_leads(&self, left: u32, seat: usize) -> Moves {
        if seat == 0 {
            return self.leads(left, seat);
        }
        let cards = self.hand(seat, left);
        Moves::from_cards(lowest_touching(cards, self.hand(0, left) | cards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bounds::TrickStart;
    use crate::search::bounds::tests::{ENDINGS, check_random_endings, place};
    use crate::search::endgame::values::question::value;
    use crate::search::suit_pattern::{Pattern, class_sizes, patterns};

    /// Counts the cards of each seat above each card of the declarer, that card included.
    fn cards_above_declarers(pattern: &Pattern) -> Vec<[u8; 3]> {
        let mut met = [0; 3];
        let mut counts = Vec::new();
        for owner in Pattern::owners(pattern.id) {
            met[owner] += 1;
            if owner == 0 {
                counts.push(met);
            }
        }
        counts
    }

    /// Counts the ways to fill the pools over, under and between the declarer's cards: the left defender's
    /// cards can be put among them in every way, and so can the right one's.
    fn ways_to_fill_pools([a, b, c]: [u8; 3]) -> usize {
        let put = |cards: u8| (1..=cards).fold(1, |ways, n| ways * usize::from(a + n) / usize::from(n));
        put(b) * put(c)
    }

    #[test]
    fn relaxation_loses_only_order_within_pools() {
        for pattern in patterns() {
            let stands = &patterns()[usize::from(Pattern::representative(pattern.id))];
            assert_eq!(Pattern::representative(stands.id), stands.id);
            assert_eq!(stands.code.order(true), pattern.code.order(true));
            assert_eq!(stands.len, pattern.len);
            assert_eq!(cards_above_declarers(stands), cards_above_declarers(pattern));
        }
        let mut lens: Vec<[u8; 3]> = patterns().iter().map(|pattern| pattern.len).collect();
        lens.sort_unstable();
        lens.dedup();
        let stand =
            patterns().iter().filter(|pattern| Pattern::representative(pattern.id) == pattern.id).count();
        assert_eq!(stand, lens.iter().copied().map(ways_to_fill_pools).sum::<usize>());
        for len in lens.into_iter().filter(|len| len.iter().all(|&len| len < 8)) {
            assert_eq!(class_sizes(true)[Pattern::class(len)] as usize, ways_to_fill_pools(len));
        }
    }

    /// Compares values with the relaxed games, for any order within the pools, under all switches.
    #[test]
    fn value_lies_between_relaxed_values() {
        let (mut same, mut apart, mut met) = (0, 0, 0);
        check_random_endings(ENDINGS, |start, value, fewest| {
            let &TrickStart { board, left, leader, tricks, .. } = start;
            met += 1;
            // Endings of four cards take long.
            if !board.two_defenders || tricks == 4 && met % 64 != 0 {
                return false;
            }
            for (maximizers, value) in [(0b001, Some(value)), (0b110, fewest)] {
                let Some(value) = value else { continue };
                let [low, high] = RelaxedGame::lower_and_upper(maximizers == 0b001)
                    .map(|game| value_by_play(game, board, left, leader, tricks));
                let place = || format!("{low} {value} {high} {maximizers:b} {}", place(start));
                assert!(low <= value && value <= high, "{}", place());
                *if low == high { &mut same } else { &mut apart } += 1;
            }
            true
        });
        assert!(same > 20 * apart && apart > 0, "{same} {apart}");
    }

    fn value_by_play(game: RelaxedGame, board: &Board, left: u32, leader: usize, tricks: u8) -> u8 {
        if tricks == 0 {
            return 0;
        }
        let after = |left, leader| value_by_play(game, board, left, leader, tricks - 1);
        value(game, board, left, leader, tricks, after)
    }
}
