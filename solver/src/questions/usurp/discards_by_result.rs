//! The discards of a seat, those after which a contract is made first, solved only as far as queries need them.
use super::decoys::can_take_all;
use crate::cards::Cards;
use crate::deal::Deal;
use crate::outcomes::discards::{discard_pairs, representative};
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::Seat;
use crate::situation::play::Play;

/// The discards of a seat that takes up the talon of a deal.
#[derive(Clone, Debug)]
pub(super) struct DiscardsByResult {
    deal: Deal,
    declaration: Declaration,
    /// Discards after which the contract is known to be made.
    made: Vec<Cards>,
    /// Discards after which it is known to fail.
    failed: Vec<Cards>,
    /// Each [`representative`] solved so far, and whether the contract is made after it.
    alike: Vec<(Cards, bool)>,
    /// Not solved yet, in reverse order: the last element is the first discard by suit S H D C, from the ace down.
    open: Vec<Cards>,
}

impl DiscardsByResult {
    pub(super) fn new(rules: &Variant, deal: &Deal, seat: Seat, contract: Contract) -> DiscardsByResult {
        let declaration = Declaration { contract, declarer: seat, from_hand: false };
        let discards = discard_pairs(rules, deal, seat);
        // A seat that cannot take all tricks makes no slam after any discard.
        let fails = contract.played_as() == Contract::Slam && !can_take_all(deal, seat);
        let (failed, mut open) =
            if fails { (discards.collect(), Vec::new()) } else { (Vec::new(), discards.collect()) };
        open.reverse();
        DiscardsByResult { deal: *deal, declaration, made: Vec::new(), failed, alike: Vec::new(), open }
    }

    /// Those after which the contract is made come first, then the others, each by suit S H D C, from the ace down.
    /// Solves only as many as are needed.
    pub(super) fn nth_discard(
        &mut self,
        solver: &mut Solver,
        rules: &Variant,
        number: usize,
    ) -> Option<(Cards, bool)> {
        while self.made.len() <= number
            && let Some(discard) = self.open.pop()
        {
            if self.is_made_after(solver, rules, discard) { &mut self.made } else { &mut self.failed }
                .push(discard);
        }
        let failed = number.checked_sub(self.made.len()).and_then(|number| self.failed.get(number));
        let made = self.made.get(number).map(|&discard| (discard, true));
        made.or_else(|| failed.map(|&discard| (discard, false)))
    }

    fn is_made_after(&mut self, solver: &mut Solver, rules: &Variant, discard: Cards) -> bool {
        let seat = self.declaration.declarer;
        let like = representative(&self.deal, seat, discard);
        if let Some(&(_, made)) = self.alike.iter().find(|&&(other, _)| other == like) {
            return made;
        }
        let made =
            Play::from_deal(rules, &self.deal.exchange(seat, discard), self.declaration).is_made(solver);
        self.alike.push((like, made));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::random;

    #[test]
    fn winning_discards_come_first_without_trying_all() {
        let rules: Variant = "illustrated".parse().expect("a preset");
        let random = &mut random::generator(81_000_000);
        let mut solver = Solver::new();
        let (mut first, mut total, mut fails) = (0, 0, 0);
        for n in 0..60 {
            let deal = random::deal(random);
            let seat = Seat::ALL[n % 3];
            let contract: Contract = ["S", "C", "misere", "slam"][n % 4].parse().expect("a contract");
            let declaration = Declaration { contract, declarer: seat, from_hand: false };
            let tried = discard_pairs(&rules, &deal, seat).map(|discard| {
                let play = Play::from_deal(&rules, &deal.exchange(seat, discard), declaration);
                (discard, play.is_made(&mut solver))
            });
            let mut expected: Vec<(Cards, bool)> = tried.collect();
            expected.sort_by_key(|&(_, made)| !made);
            let mut discards_by_result = DiscardsByResult::new(&rules, &deal, seat, contract);
            assert_eq!(
                discards_by_result.nth_discard(&mut solver, &rules, 0),
                Some(expected[0]),
                "{deal} {contract}"
            );
            if expected[0].1 {
                first += discards_by_result.alike.len();
            }
            let discards: Vec<(Cards, bool)> = (0..)
                .map_while(|number| discards_by_result.nth_discard(&mut solver, &rules, number))
                .collect();
            assert_eq!(discards, expected, "{deal} {contract}");
            if expected[0].1 {
                total += discards_by_result.alike.len();
            } else {
                fails += 1;
            }
        }
        assert!(
            2 * first < total && fails > 5,
            "{first} of {total} discards were tried, {fails} contracts cannot be made"
        );
    }
}
