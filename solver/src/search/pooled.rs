//! The pooled game: one in which the defenders may do more, so that what the soloist can
//! make there he can make at the table too.
//!
//! Cards of the defenders in one suit with no card of the soloist's between them are a
//! *pool*. At the table it matters which of them is higher when both are played to one
//! trick: it says which defender wins it, and what rules bind the second of them to. In the
//! pooled game the defenders choose: if the trick's highest cards are from one pool, either
//! of the two has won it, as they like, and who plays after his partner may do whatever he
//! might if the partner's card were the lowest of the pool or the highest. Nothing else
//! tells cards of a pool apart: to the soloist's cards they all compare alike.
//!
//! So positions that differ only in the order within pools are one position of the pooled
//! game, and what the soloist makes of that he makes in each of them. He plays as he would
//! there: to every card that a defender plays at the table the pooled game knows one of the
//! same seat and pool, it is allowed there if it is at the table, the trick goes to a seat
//! that may win it there, and what is left is again one position of the pooled game. What a
//! suit adds to a bound for the soloist looks at how his cards compare with the others' and
//! at lengths, which is the same for all of these; so such bounds may be used on the way.
//!
//! That the soloist fails here says nothing of the table. But he seldom fails only here: of 720
//! suit games he makes a trick less in 16 under american rules and in 65 under austrian ones,
//! where all have to head the trick; of 180 misères he must take one more in 23 and in 38. And
//! there is less to search: positions of five cards in each hand are a sixth as many, of six a
//! tenth.

use std::sync::LazyLock;

use super::board::{Board, Moves, Trick, lowest_touching};
use super::compiled::Rules;
use super::shape::{Code, SHAPES, Shape, codes, shapes};

/// A suit as the pooled game sees it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pooled {
    /// The number of the shape that stands for all that differ in the order within pools.
    pub(crate) id: u16,
    /// The class of the suit, and its place among those of its class that stand for others.
    pub(crate) code: Code,
}

/// What each shape is in the pooled game, by its number; the code where it has one.
pub(crate) fn pooled() -> &'static [Pooled; SHAPES] {
    static ALL: LazyLock<Box<[Pooled; SHAPES]>> = LazyLock::new(|| {
        let ids: Vec<u16> = (0..SHAPES as u16).map(standing_for).collect();
        let codes = codes(shapes(), |shape| ids[usize::from(shape.id)] == shape.id);
        let all: Vec<Pooled> = ids.iter().map(|&id| Pooled { id, code: codes[usize::from(id)] }).collect();
        all.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("one for each shape"))
    });
    &ALL
}

/// The shape in which the left defender's cards are the lower ones of every pool.
fn standing_for(id: u16) -> u16 {
    let mut owners: Vec<usize> = Shape::owners(id).collect();
    owners.reverse();
    owners.split_mut(|&owner| owner == 0).for_each(<[usize]>::sort_unstable);
    owners.into_iter().fold(0, Shape::with_top)
}

impl Board {
    /// The key of the position in the pooled game, the same for all that are one there.
    #[inline]
    pub(crate) fn pooled_key(&self, left: u32, leader: usize) -> u64 {
        self.key_by(left, leader, |shape| self.pooled(shape).id)
    }

    /// The codes of the suits in the pooled game, as [`Board::codes`] gives them at the table.
    #[inline(always)]
    pub(crate) fn pooled_codes(&self, left: u32) -> [Code; 4] {
        self.codes_by(left, |shape| self.pooled(shape).code)
    }

    /// All cards of the suit, of those left or gone, that no card left of the soloist's
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
    pub(crate) fn rival(&self, trick: &Trick, left: u32) -> Option<u8> {
        if trick.winner == 0 {
            return None;
        }
        let other = 3 - trick.winner;
        let card = self.hand(other.into(), trick.cards);
        (card & self.pool(trick.winning, left) != 0).then_some(other)
    }

    /// The cards with which a seat beats the winning card, those with which he does not, and
    /// those of a defender from the pool of his partner's card, which is winning: with these
    /// he does or does not, as he likes. Of a defender's cards one of each pool.
    #[inline(always)]
    pub(crate) fn pooled_follows<R: Rules>(&self, trick: &Trick, left: u32) -> [Moves; 3] {
        if trick.seat == 0 {
            let [beating, staying] = self.follows::<R>(trick, left);
            return [beating, staying, Moves::NONE];
        }
        let pool = if trick.winner == 0 { 0 } else { self.pool(trick.winning, left) };
        let facing = |above: u32| self.legal::<R>(&Trick { above, ..*trick }, left);
        let mut cards = facing(trick.above & !pool);
        if pool != 0 {
            cards |= facing(trick.above | pool);
        }
        let his = self.hand(0, left) | if trick.winner == 0 { trick.winning } else { 0 };
        let cards = lowest_touching(cards, his | cards);
        let above = trick.above & !pool;
        [cards & above, cards & !above & !pool, cards & pool].map(Moves::all)
    }

    /// The leads of a seat, one of each pool or of each group of the soloist's touching cards.
    #[inline]
    pub(crate) fn pooled_leads(&self, left: u32, seat: usize) -> Moves {
        if seat == 0 {
            return self.leads(left, seat);
        }
        let cards = self.hand(seat, left);
        Moves::all(lowest_touching(cards, self.hand(0, left) | cards))
    }

    #[inline(always)]
    fn pooled(&self, shape: &Shape) -> Pooled {
        self.pools[usize::from(shape.id)]
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::cards::{Card, Cards, Suit};
    use crate::position::{Game, Position};
    use crate::rules::contract::Goal;
    use crate::rules::play::Switches;
    use crate::search::Solver;
    use crate::search::bounds::tests::{ENDINGS, on_endings, place};
    use crate::search::duel::{self, Lead};
    use crate::search::endgame::{Endgames, Question};
    use crate::search::share::{Ruffs, shares};
    use crate::seat::{BySeat, Seat, Seats};

    #[test]
    fn the_order_within_pools_is_all_that_is_lost() {
        for shape in shapes() {
            let stands = &shapes()[usize::from(pooled()[usize::from(shape.id)].id)];
            assert_eq!(pooled()[usize::from(stands.id)].id, stands.id);
            assert_eq!(stands.len, shape.len);
            // How many of each defender's cards are above each card of the soloist.
            let above = |shape: &Shape| {
                let mut met = [0; 3];
                let mut all = Vec::new();
                for owner in Shape::owners(shape.id) {
                    met[owner] += 1;
                    if owner == 0 {
                        all.push(met);
                    }
                }
                all
            };
            assert_eq!(above(stands), above(shape));
        }
        // The left defender's cards fall into pools over, under and between the soloist's in
        // as many ways as they can be put among them; so do the right one's.
        let ways = |[a, b, c]: [u8; 3]| {
            let put = |cards: u8| (1..=cards).fold(1, |ways, n| ways * usize::from(a + n) / usize::from(n));
            put(b) * put(c)
        };
        let mut lens: Vec<[u8; 3]> = shapes().iter().map(|shape| shape.len).collect();
        lens.sort_unstable();
        lens.dedup();
        let stand = pooled().iter().enumerate().filter(|(n, pooled)| usize::from(pooled.id) == *n).count();
        assert_eq!(stand, lens.into_iter().map(ways).sum());
    }

    #[test]
    fn bounds_for_the_soloist_are_the_same_whatever_the_order_within_pools() {
        let ruffs = [(false, false), (true, false), (false, true), (true, true)];
        for shape in shapes() {
            let stands = &shapes()[usize::from(pooled()[usize::from(shape.id)].id)];
            assert_eq!(stands.unbeaten[0], shape.unbeaten[0]);
            for lead in [Lead::Defender, Lead::Soloist, Lead::OnlyTrumps] {
                assert_eq!(duel::tricks(stands.id, lead), duel::tricks(shape.id, lead));
            }
            let [this, that] = [shape, stands].map(|shape| shares()[usize::from(shape.id)]);
            let by = ruffs.map(|(after, before)| Ruffs::By { after, before });
            for ruffs in by.into_iter().chain([Ruffs::Never]) {
                assert_eq!(this.own(0, ruffs), that.own(0, ruffs));
            }
            for ruffs in [false, true] {
                assert_eq!(this.stops(ruffs), that.stops(ruffs));
            }
            assert_eq!([1, 2].map(|seat| this.exits(seat)), [1, 2].map(|seat| that.exits(seat)));
            // What the soloist draws and runs by his trumps.
            assert_eq!(shape.run_of(0), stands.run_of(0));
        }
    }

    #[test]
    fn what_is_made_there_is_made_at_the_table() {
        let endgames = Endgames::default();
        on_endings(ENDINGS, |board, left, tricks, leader, value, fewest| {
            if board.players < 3 {
                return false;
            }
            let there = |pursuers| {
                let question = Question { counted: 1, pursuers, pooled: true };
                endgames.get(board, question).value(board, left, leader, tricks)
            };
            assert!(there(1) <= value, "{} {value} {}", there(1), place(board, left, leader));
            if let Some(fewest) = fewest {
                assert!(there(0b110) >= fewest, "{} {fewest} {}", there(0b110), place(board, left, leader));
            }
            // Mostly it is the same.
            there(1) == value && value > 0
        });
    }

    /// Searched in the pooled game, under all switches, whether it pays there or not, also from
    /// the middle of a trick.
    #[test]
    fn what_a_search_proves_there_holds_at_the_table() {
        let effort = std::env::var("PREFERENCE_EFFORT").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
        let seed = std::env::var("PREFERENCE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
        let mut random = Pcg64::seed_from_u64(seed);
        let (mut solver, mut plain) = (Solver::new(), Solver::plain());
        let (mut just, mut worse) = (0, 0);
        for n in 0..1_000 * effort {
            let cards = random.random_range(6..=8);
            let mut pack: Vec<Card> = Cards::PACK.iter().collect();
            if n % 3 == 0 {
                pack.truncate(3 * cards);
            }
            pack.shuffle(&mut random);
            let hands =
                BySeat::from_fn(|seat| pack[seat.index() * cards..][..cards].iter().copied().collect());
            let suits = [None, Some(Suit::Clubs), Some(Suit::Hearts), Some(Suit::Spades)];
            let game = Game {
                switches: Switches::from_bits([0, 1, 0b1111, random.random_range(0..32)][n % 4]),
                trump: suits[random.random_range(0..4)],
                soloist: Some(Seat::Forehand),
                playing: Seats::ALL,
            };
            let leader = Seat::ALL[random.random_range(0..3)];
            let mut position = Position::new(game, hands, leader, &[]).expect("equal hands");
            for _ in 0..random.random_range(0..3) {
                let legal: Vec<Card> = position.legal().iter().collect();
                position.play(legal[random.random_range(0..legal.len())]).expect("it is legal");
            }
            let soloist = Seats::of(Seat::Forehand);
            for pursuers in [soloist, Seats::ALL - soloist] {
                let value = plain.value(&position, soloist, pursuers);
                let high = pursuers == soloist;
                // What he makes, and what he does not.
                for tricks in [value, value + 1] {
                    if tricks == 0 || tricks > position.tricks_left() {
                        continue;
                    }
                    let mut question = solver.ask(&position, pursuers);
                    let (counted, pursuers) = (1, question.pursuers);
                    let asked = Question { counted, pursuers, pooled: true };
                    question.pooled = Some(question.solver.endgames.get(&question.solver.board, asked));
                    let reached = question.reaches_in_pools(Goal::AtLeast { seats: soloist, tricks });
                    let truth = tricks <= value;
                    assert!(
                        reached == truth || truth == high,
                        "{tricks} of {value} in {position:?}, seed {seed}"
                    );
                    if truth == high {
                        just += usize::from(reached == truth);
                        worse += usize::from(reached != truth);
                    }
                }
            }
        }
        assert!(just > 5 * worse && worse > 0, "{just} {worse}");
    }
}
