//! The relaxed games: two games with fewer positions, whose values bound that of the true game from below and above.
//!
//! A relaxation is a game that is easier for one side, so that its value bounds the true value (Pearl, Heuristics,
//! 1984). The cards of the defenders in one suit that no card of the declarer separates are a *pool*. In the true game
//! it matters which of two cards of a pool is higher only if both are played to the same trick: this decides which
//! defender wins the trick, and which cards the second defender to play may play. In a relaxed game one side decides
//! afresh in each such trick which card is higher:
//!
//! - If the two highest cards of the trick are from one pool, the deciding side chooses which of them wins.
//! - When the second defender plays, the first defender's card may be winning, and the second defender may hold cards
//!   of the same pool. If the defenders decide, the second defender may play every card that would be allowed if the
//!   winning card were the lowest of the pool, and every card that would be allowed if it were the highest. If the
//!   declarer decides, the second defender may play only the cards that would be allowed in both cases.
//!
//! Nothing else distinguishes the cards of a pool: they beat the same cards of the declarer and are beaten by the same
//! cards. So positions that differ only in the order within pools are the same position of a relaxed game. With five
//! cards in each hand a relaxed game has a sixth of the positions, with six cards a tenth.
//!
//! If the defenders decide, the declarer takes at least as many tricks in the true game as in the relaxed game,
//! whatever the order within pools. The declarer plays as in the relaxed game. To every card that a defender plays in
//! the true game corresponds a card of the same seat and pool in the relaxed game. If a card is allowed in the true
//! game, the corresponding card is allowed in the relaxed game; the winner of the trick may also win it in the relaxed
//! game; and the remaining cards again correspond to a position of the relaxed game.
//!
//! If the declarer decides, the defenders take at least as many tricks in the true game as in the relaxed game, by the
//! same argument. In the true game they play a card of the pool that they choose in the relaxed game; it remains to
//! show that some card of this pool is allowed in the true game. This is in doubt only for the second defender, if the
//! first defender's card is winning and the rules force the second defender to beat it, or not to beat it. Consider the
//! cards that the second defender may choose from, whether they follow suit, trump or throw. Let A be the cards
//! among them that surely beat the winning card, Q the cards from the pool of the winning card, P the cards of Q that
//! beat the winning card in the true game, and L the other cards.
//!
//! - The defender must beat the winning card if possible; this duty precedes the duty not to beat it. In the true game
//!   A and P are allowed, or every card if both are empty. In the relaxed game, in which the declarer decides, only A
//!   is allowed. If A is empty, Q is allowed there: in the true game some card of Q is allowed, too, a card of P or, if
//!   P is empty, any card. If both A and Q are empty, every card is allowed in both games.
//! - The defender must not beat the winning card if possible. In the true game L and the cards of Q outside P are
//!   allowed, or every card if there are none. In the relaxed game only L is allowed. If L is empty, Q is allowed
//!   there: in the true game some card of Q is allowed, too, a card outside P or, if there is none, any card. If both L
//!   and Q are empty, every card is allowed in both games.
//!
//! The two values seldom differ. Over all positions of suit games with six cards in each hand, and over the three
//! leaders, they differ in 7 of 100 cases under american rules. Under austrian rules, where every player must beat the
//! winning card if possible, they differ in 13 of 100 cases.

use super::question::GameQuestion;
use crate::search::board::{Board, Trick};
use crate::search::moves::{Moves, lowest_touching};
use crate::search::specialize::BoardRules;

/// A question about the declarer's tricks in a relaxed game.
#[derive(Clone, Copy)]
pub(crate) struct RelaxedGame {
    /// Otherwise the defenders maximize them.
    pub(crate) declarer_maximizes: bool,
    /// Whether the side that maximizes the declarer's tricks decides: then the value is an upper bound, otherwise a
    /// lower one.
    pub(crate) maximizers_decide: bool,
}

impl RelaxedGame {
    /// The value of the first game bounds the true value from below, that of the second from above.
    pub(crate) fn lower_and_upper(declarer_maximizes: bool) -> [RelaxedGame; 2] {
        [false, true].map(|maximizers_decide| RelaxedGame { declarer_maximizes, maximizers_decide })
    }
}

impl GameQuestion for RelaxedGame {
    fn maximizes(self, seat: usize) -> bool {
        (seat == 0) == self.declarer_maximizes
    }

    fn leads(self, board: &Board, remaining: u32, leader: usize) -> impl Iterator<Item = u32> {
        board.relaxed_leads(remaining, leader)
    }

    fn follows(self, board: &Board, trick: &Trick, remaining: u32) -> impl Iterator<Item = u32> {
        let declarer_decides = self.maximizers_decide == self.declarer_maximizes;
        board.relaxed_follows(trick, remaining, declarer_decides)
    }

    fn counts(self, seat: u8) -> bool {
        seat == 0
    }

    fn rival(self, board: &Board, trick: &Trick, remaining: u32) -> Option<u8> {
        board.rival(trick, remaining)
    }

    fn choose(self, one: u8, other: u8) -> u8 {
        if self.maximizers_decide { one.max(other) } else { one.min(other) }
    }
}

impl Board {
    /// All cards of the suit that no remaining card of the declarer separates from `card`, even cards out of play. The
    /// pool of `card` consists of the defenders' cards among them.
    #[inline(always)]
    fn pool(&self, card: u32, remaining: u32) -> u32 {
        let suit = 0xFF << (card.trailing_zeros() & !7);
        let declarer_cards = self.hand(0, remaining) & suit;
        let above = declarer_cards & !(card | (card - 1));
        let below = declarer_cards & (card - 1);
        // The mask extends from the declarer's highest card below `card` to the declarer's lowest card above it, or to
        // the end of the suit if there is no such card.
        let under = above & above.wrapping_neg();
        let over = if below == 0 { 0 } else { (2 << below.ilog2()) - 1 };
        suit & under.wrapping_sub(1) & !over
    }

    #[inline(always)]
    fn rival(&self, trick: &Trick, remaining: u32) -> Option<u8> {
        // The deciding side may declare the other defender the winner of this complete trick.
        if trick.winner == 0 {
            return None;
        }
        let other = 3 - trick.winner;
        let card = self.hand(other.into(), trick.cards);
        (card & self.pool(trick.winning, remaining) != 0).then_some(other)
    }

    #[inline(always)]
    fn relaxed_follows(&self, trick: &Trick, remaining: u32, declarer_decides: bool) -> Moves {
        // For a defender one card of each pool, for the declarer one of each group of equivalent cards. `remaining`
        // still has the cards that the declarer has played to the trick, so that they separate pools.
        if trick.seat == 0 {
            return self.follows::<BoardRules>(trick, remaining);
        }
        let pool = if trick.winner == 0 { 0 } else { self.pool(trick.winning, remaining) };
        let legal_facing = |above: u32| self.legal_cards::<BoardRules>(&Trick { above, ..*trick }, remaining);
        let mut cards = legal_facing(trick.above & !pool);
        if pool != 0 {
            let if_lowest = legal_facing(trick.above | pool);
            cards = if declarer_decides { cards & if_lowest } else { cards | if_lowest };
        }
        Moves::from_cards(lowest_touching(cards, self.hand(0, remaining) | cards))
    }

    #[inline(always)]
    fn relaxed_leads(&self, remaining: u32, seat: usize) -> Moves {
        // For a defender one card of each pool, for the declarer one of each group of touching cards.
        if seat == 0 {
            return self.leads(remaining, seat);
        }
        let cards = self.hand(seat, remaining);
        Moves::from_cards(lowest_touching(cards, self.hand(0, remaining) | cards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bounds::TrickStart;
    use crate::search::bounds::tests::{ENDING_COUNT, check_random_endings, describe};
    use crate::search::endgame::values::question::value;
    use crate::search::suit_pattern::{Pattern, class_sizes, patterns};

    fn cards_above_declarers(pattern: &Pattern) -> Vec<[u8; 3]> {
        // From the top of the suit down to each card of the declarer, inclusive.
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

    fn ways_to_fill_pools([a, b, c]: [u8; 3]) -> usize {
        // The cards of each defender can be distributed over the pools in every way, independently of the other
        // defender's.
        let put = |cards: u8| (1..=cards).fold(1, |ways, n| ways * usize::from(a + n) / usize::from(n));
        put(b) * put(c)
    }

    #[test]
    fn relaxation_loses_only_order_within_pools() {
        for pattern in patterns() {
            let representative = &patterns()[usize::from(Pattern::representative(pattern.id))];
            assert_eq!(Pattern::representative(representative.id), representative.id);
            assert_eq!(representative.code.index_in_class(true), pattern.code.index_in_class(true));
            assert_eq!(representative.len, pattern.len);
            assert_eq!(cards_above_declarers(representative), cards_above_declarers(pattern));
        }
        let mut lens: Vec<[u8; 3]> = patterns().iter().map(|pattern| pattern.len).collect();
        lens.sort_unstable();
        lens.dedup();
        let representative_count =
            patterns().iter().filter(|pattern| Pattern::representative(pattern.id) == pattern.id).count();
        assert_eq!(representative_count, lens.iter().copied().map(ways_to_fill_pools).sum::<usize>());
        for len in lens.into_iter().filter(|len| len.iter().all(|&len| len < 8)) {
            assert_eq!(class_sizes(true)[Pattern::class(len)] as usize, ways_to_fill_pools(len));
        }
    }

    #[test]
    fn value_lies_between_relaxed_values() {
        // Checks that values lie between the values of the two relaxed games, for random orders within the pools, under
        // all rules of play.
        let (mut equal_count, mut different_count, mut ending_count) = (0, 0, 0);
        check_random_endings(ENDING_COUNT, |start, value, fewest| {
            let &TrickStart { board, remaining, leader, tricks, .. } = start;
            ending_count += 1;
            // Endings of four cards take long, so only one in 64 is checked.
            if !board.two_defenders || tricks == 4 && ending_count % 64 != 0 {
                return false;
            }
            for (maximizers, value) in [(0b001, Some(value)), (0b110, fewest)] {
                let Some(value) = value else { continue };
                let [low, high] = RelaxedGame::lower_and_upper(maximizers == 0b001)
                    .map(|game| value_by_play(game, board, remaining, leader, tricks));
                let case = || format!("{low} {value} {high} {maximizers:b} {}", describe(start));
                assert!(low <= value && value <= high, "{}", case());
                *if low == high { &mut equal_count } else { &mut different_count } += 1;
            }
            true
        });
        assert!(
            equal_count > 20 * different_count && different_count > 0,
            "{equal_count} equal, {different_count} different"
        );
    }

    fn value_by_play(game: RelaxedGame, board: &Board, remaining: u32, leader: usize, tricks: u8) -> u8 {
        if tricks == 0 {
            return 0;
        }
        let after = |remaining, leader| value_by_play(game, board, remaining, leader, tricks - 1);
        value(game, board, remaining, leader, tricks, after)
    }
}
