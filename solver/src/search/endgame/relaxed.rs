//! The relaxed games: two games on the same board with fewer positions, between whose values
//! that of the table lies.
//!
//! Cards of the defenders in one suit with no card of the declarer's between them are a
//! *pool*. At the table it matters which of them is higher when both are played to one
//! trick: it says which defender wins it, and what rules bind the second of them to. In a
//! relaxed game one side, its arbiter, decides that anew each time: if the trick's highest
//! cards are from one pool it says which of the two has won; and who plays after his partner
//! may do whatever he might if the partner's card were the lowest of the pool or the highest,
//! where the defenders decide, and only what he might in both cases, where the declarer does.
//! Nothing else tells cards of a pool apart: to the declarer's cards they all compare alike. So
//! positions that differ only in the order within pools are one position of a relaxed game:
//! with five cards in each hand a sixth as many, with six a tenth.
//!
//! Where the defenders decide, the declarer gets at the table what he gets in the relaxed game,
//! or more, whatever the order. He plays as he would there: to every card that a defender
//! plays at the table the relaxed game knows one of the same seat and pool, it is allowed there
//! if it is at the table, the trick goes to a seat that may win it there, and what is left is
//! again one position of the relaxed game.
//!
//! Where the declarer decides the defenders get what they get there, or more, in the same way:
//! they play a card of the pool that they would play there, and it is left to show that one of
//! it is allowed at the table. Only who plays after his partner, and could be made to beat his
//! card or to leave it, meets a pool. Of the cards that he may choose from, as he follows,
//! trumps or throws, let A be those that surely beat it, Q those of its pool, of which P beat it
//! at the table, and L the others.
//!
//! - He must beat it if he can, which goes before leaving it: allowed are A and P, or everything
//!   if there are none. The declarer decides, so it is A there; if that is empty Q, of which a
//!   card of P is allowed or, if P is empty, any; if both are empty, everything.
//! - He must leave it if he can: allowed are L and what of Q is not in P, or everything if there
//!   are none. In the relaxed game it is L; if that is empty Q, of which a card that is not in P
//!   is allowed or, if there is none, any; if both are empty, everything.
//!
//! The two values differ seldom: in suit games with six cards in each hand, of all positions,
//! for 7 leaders in 100 under american rules and for 13 under austrian ones, where all have to
//! head the trick.

use super::question::Asked;
use crate::search::board::{Board, Trick};
use crate::search::moves::{Moves, lowest_touching};
use crate::search::specialize::Rules;

/// The tricks of the declarer in a relaxed game, compiled for whether he wants them many, and for
/// whether those who do decide: then the value is no less than at the table, else no more.
#[derive(Clone, Copy)]
pub(crate) struct Relaxed<const SOLOIST_PURSUES: bool, const PURSUERS_DECIDE: bool>;

impl<const SOLOIST_PURSUES: bool, const PURSUERS_DECIDE: bool> Asked
    for Relaxed<SOLOIST_PURSUES, PURSUERS_DECIDE>
{
    fn pursues(self, seat: usize) -> bool {
        (seat == 0) == SOLOIST_PURSUES
    }

    fn leads(self, board: &Board, left: u32, leader: usize) -> impl Iterator<Item = u32> {
        board.pooled_leads(left, leader)
    }

    fn follows<R: Rules>(self, board: &Board, trick: &Trick, left: u32) -> impl Iterator<Item = u32> {
        let declarer_decides = PURSUERS_DECIDE == SOLOIST_PURSUES;
        board.pooled_follows::<R>(trick, left, declarer_decides)
    }

    fn won(self, board: &Board, trick: &Trick, left: u32, by: impl Fn(u8) -> i8) -> i8 {
        let by = |winner| i8::from(winner == 0) + by(winner);
        let value = by(trick.winner);
        match board.rival(trick, left).map(by) {
            None => value,
            Some(other) if PURSUERS_DECIDE => value.max(other),
            Some(other) => value.min(other),
        }
    }
}

impl Board {
    /// All cards of the suit, of those left or gone, that no card left of the declarer's
    /// parts from this one: those of the defenders are its pool.
    #[inline]
    fn pool(&self, card: u32, left: u32) -> u32 {
        let suit = 0xFF << (card.trailing_zeros() & !7);
        let his = self.hand(0, left) & suit;
        let above = his & !(card | (card - 1));
        let below = his & (card - 1);
        // Up to the lowest of his above it, if there is one, and down to the highest below.
        let under = above & above.wrapping_neg();
        let over = if below == 0 { 0 } else { (2 << below.ilog2()) - 1 };
        suit & under.wrapping_sub(1) & !over
    }

    /// The defender who might as well have won this trick, to which all have played, as the
    /// one who did.
    #[inline]
    fn rival(&self, trick: &Trick, left: u32) -> Option<u8> {
        if trick.winner == 0 {
            return None;
        }
        let other = 3 - trick.winner;
        let card = self.hand(other.into(), trick.cards);
        (card & self.pool(trick.winning, left) != 0).then_some(other)
    }

    /// The cards a follower may play, of a defender's one of each pool; `left` are those left at
    /// the start of the trick, so that a card of the declarer's in it still parts pools.
    #[inline(always)]
    fn pooled_follows<R: Rules>(&self, trick: &Trick, left: u32, declarer_decides: bool) -> Moves {
        if trick.seat == 0 {
            let [beating, staying] = self.follows::<R>(trick, left);
            return beating.and(staying);
        }
        let pool = if trick.winner == 0 { 0 } else { self.pool(trick.winning, left) };
        let facing = |above: u32| self.legal::<R>(&Trick { above, ..*trick }, left);
        let mut cards = facing(trick.above & !pool);
        if pool != 0 {
            let if_lowest = facing(trick.above | pool);
            cards = if declarer_decides { cards & if_lowest } else { cards | if_lowest };
        }
        Moves::all(lowest_touching(cards, self.hand(0, left) | cards))
    }

    /// The leads of a seat, one of each pool or of each group of the declarer's touching cards.
    #[inline]
    fn pooled_leads(&self, left: u32, seat: usize) -> Moves {
        if seat == 0 {
            return self.leads(left, seat);
        }
        let cards = self.hand(seat, left);
        Moves::all(lowest_touching(cards, self.hand(0, left) | cards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bounds::tests::{ENDINGS, on_endings, place};
    use crate::search::endgame::question::{everything, value};
    use crate::search::specialize::Any;
    use crate::search::suit_pattern::{Pattern, patterns, sizes};

    #[test]
    fn the_order_within_pools_is_all_that_is_lost() {
        for pattern in patterns() {
            let stands = &patterns()[usize::from(Pattern::standing_for(pattern.id))];
            assert_eq!(Pattern::standing_for(stands.id), stands.id);
            assert_eq!(stands.code.order(true), pattern.code.order(true));
            assert_eq!(stands.len, pattern.len);
            // How many of each defender's cards are above each card of the declarer.
            let above = |pattern: &Pattern| {
                let mut met = [0; 3];
                let mut all = Vec::new();
                for owner in Pattern::owners(pattern.id) {
                    met[owner] += 1;
                    if owner == 0 {
                        all.push(met);
                    }
                }
                all
            };
            assert_eq!(above(stands), above(pattern));
        }
        // The left defender's cards fall into pools over, under and between the declarer's in
        // as many ways as they can be put among them; so do the right one's.
        let ways = |[a, b, c]: [u8; 3]| {
            let put = |cards: u8| (1..=cards).fold(1, |ways, n| ways * usize::from(a + n) / usize::from(n));
            put(b) * put(c)
        };
        let mut lens: Vec<[u8; 3]> = patterns().iter().map(|pattern| pattern.len).collect();
        lens.sort_unstable();
        lens.dedup();
        let stand =
            patterns().iter().filter(|pattern| Pattern::standing_for(pattern.id) == pattern.id).count();
        assert_eq!(stand, lens.iter().copied().map(ways).sum());
        for len in lens.into_iter().filter(|len| len.iter().all(|&len| len < 8)) {
            assert_eq!(sizes(true)[Pattern::class(len)] as usize, ways(len));
        }
    }

    /// Whatever the order within the pools, under all switches.
    #[test]
    fn the_value_lies_between_those_of_the_pooled_games() {
        let (mut same, mut apart, mut met) = (0, 0, 0);
        on_endings(ENDINGS, |board, left, tricks, leader, value, fewest| {
            met += 1;
            // Those of four cards take long.
            if !board.two_defenders || tricks == 4 && met % 64 != 0 {
                return false;
            }
            for (pursuers, value) in [(0b001, Some(value)), (0b110, fewest)] {
                let Some(value) = value else { continue };
                let [low, high] = if pursuers == 0b001 {
                    [played_out::<true, false>, played_out::<true, true>]
                } else {
                    [played_out::<false, false>, played_out::<false, true>]
                }
                .map(|end| end(board, left, leader, tricks));
                let place = || format!("{low} {value} {high} {pursuers:b} {}", place(board, left, leader));
                assert!(low <= value && value <= high, "{}", place());
                *if low == high { &mut same } else { &mut apart } += 1;
            }
            true
        });
        assert!(same > 20 * apart && apart > 0, "{same} {apart}");
    }

    fn played_out<const PURSUES: bool, const DECIDE: bool>(
        board: &Board,
        left: u32,
        leader: usize,
        tricks: u8,
    ) -> u8 {
        if tricks == 0 {
            return 0;
        }
        let after = |left, leader| played_out::<PURSUES, DECIDE>(board, left, leader, tricks - 1);
        value::<Any>(Relaxed::<PURSUES, DECIDE>, board, left, leader, everything(tricks), after)
    }
}
