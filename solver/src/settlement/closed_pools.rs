//! Pools of a fixed size: points that do not fit into a player's own pool.

use super::amount::Amount;
use super::gains::whole;
use super::totals::SheetTotals;
use crate::rules::payment::Books;

/// Pools that are closed when they reach a fixed size, as in a Russian game that is played to a number of points.
///
/// A player's points beyond the size go to the open pool with the most points; among pools with equal points, to the
/// first one to the player's left. The player writes the value of these points, in whists, on the owner of that pool.
/// When all pools are closed, it is subtracted from the player's own mountain; if points in the mountain cost nothing,
/// the remaining points stay in the player's own pool. Nobody's result changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosedPools<'a> {
    /// The prices of points in pool and mountain.
    pub(crate) books: &'a Books,
    /// The size of the pool of each player.
    pub(crate) size: Amount,
}

impl ClosedPools<'_> {
    pub(crate) fn write(&self, written: &mut SheetTotals, before: &SheetTotals, after: &SheetTotals) {
        for player in 0..written.players() {
            written.mountain[player] += after.mountain[player] - before.mountain[player];
            for other in 0..written.players() {
                written.whists[player][other] += after.whists[player][other] - before.whists[player][other];
            }
        }
        for player in 0..written.players() {
            self.write_pool(written, player, after.pool[player] - before.pool[player]);
        }
    }

    fn write_pool(&self, written: &mut SheetTotals, player: usize, points: Amount) {
        // First in the player's own pool, then in the pools of the others.
        let worth = whole(self.books.pool_point);
        let fitting = points.min((self.size - written.pool[player]).max(Amount::default()));
        written.pool[player] += fitting;
        let mut rest = points - fitting;
        while rest > Amount::default() {
            let Some(helped) = self.open_pool(written, player) else {
                if self.books.mountain_point == 0 {
                    written.pool[player] += rest;
                } else {
                    written.mountain[player] -= rest * worth / whole(self.books.mountain_point);
                }
                return;
            };
            let given = rest.min(self.size - written.pool[helped]);
            written.pool[helped] += given;
            written.whists[player][helped] += given * worth;
            rest -= given;
        }
    }

    /// Where the points go that do not fit into the pool of `player`; `None` if all other pools are closed.
    fn open_pool(&self, written: &SheetTotals, player: usize) -> Option<usize> {
        let players = written.players();
        let others = (1..players).map(|step| (player + step) % players);
        let open = others.filter(|&other| written.pool[other] < self.size);
        open.reduce(|best, other| if written.pool[other] > written.pool[best] { other } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Variant;

    fn totals(pool: [i64; 3]) -> SheetTotals {
        SheetTotals { pool: pool.map(Amount::from_integer).to_vec(), ..SheetTotals::new(3) }
    }

    #[test]
    fn points_beyond_size_go_to_open_pools() {
        // Writes two contracts of nine, 8 points each, with pools of 12 points. The second player fills their
        // own pool, then the open pool with more points, then the other; the third player's eight points are
        // subtracted from the mountain.
        let rules: Variant = "russian".parse().expect("a preset");
        let books = rules.settlement().books.as_ref().expect("books");
        let pools = ClosedPools { books, size: Amount::from_integer(12) };
        let mut written = totals([8, 10, 10]);
        let (first, second) = (totals([8, 18, 10]), totals([8, 18, 18]));
        pools.write(&mut written, &totals([8, 10, 10]), &first);
        assert_eq!(written.pool, totals([12, 12, 12]).pool);
        let whists: Vec<i64> = written.whists[1].iter().map(Amount::to_integer).collect();
        assert_eq!(whists, [40, 0, 20]);
        pools.write(&mut written, &first, &second);
        assert_eq!(written.mountain[2].to_integer(), -8);
        assert_eq!(
            rules.settle_totals(&written).expect("totals"),
            rules.settle_totals(&second).expect("totals")
        );
    }
}
