//! The discards of a declarer: groups that leave the same play, and the best outcome of a contract.

use std::cmp::Reverse;

use crate::cards::{Card, Cards, Suit};
use crate::deal::Deal;
use crate::order::sorted_indices_by_key;
use crate::outcomes::outcome::Outcome;
use crate::position::Position;
use crate::rules::contract::{Contract, Declaration, Goal};
use crate::rules::variant::Variant;
use crate::search::{PositionSearch, Solver};
use crate::seat::{Seat, Seats};
use crate::situation::play::Play;

/// For twelve cards under rules by which only two of the ten dealt cards may be laid aside.
pub(crate) const TWELVE_CARDS_ERROR: &str = "under these rules two of the ten cards dealt are laid aside before the talon is taken up: give the ten cards, and the talon's two apart from them";

/// All pairs of cards that the declarer can lay aside under these rules, by suit S H D C and from the ace down.
pub fn discard_pairs(rules: &Variant, deal: &Deal, declarer: Seat) -> impl Iterator<Item = Cards> + use<> {
    let cards: Vec<Card> = rules.discards_from(deal, declarer).iter().collect();
    (0..cards.len()).flat_map(move |n| {
        let (first, later) = (cards[n], cards[n + 1..].to_vec());
        later.into_iter().map(move |second| Cards::from_card(first) | Cards::from_card(second))
    })
}

/// The representative of all discards that leave the same play as `discard`: each card is replaced by the lowest card
/// of its run, or both by its two lowest. A run consists of the declarer's cards between which no defender has a card.
/// The choice among its cards does not affect anybody's tricks: a higher card that the declarer keeps beats and loses
/// to the same cards of the defenders.
#[must_use]
pub fn representative(deal: &Deal, declarer: Seat, discard: Cards) -> Cards {
    let twelve = deal.hand(declarer) | deal.talon();
    let (mut chosen, mut rest) = (0, discard.bits());
    while let Some(highest) = rest.checked_ilog2() {
        // The run with this card begins above the next lower card of a defender.
        let others = !twelve.in_suit(Card::from_bit(highest).suit()).bits();
        let first = (others & ((1 << highest) - 1)).checked_ilog2().map_or(0, |other| other + 1);
        let aside = (rest >> first).count_ones();
        chosen |= ((1 << aside) - 1) << first;
        rest &= (1 << first) - 1;
    }
    Cards::from_bits(chosen)
}

/// Groups discards that leave the same play, in the order of their first members.
#[must_use]
pub fn group_discards(
    deal: &Deal,
    declarer: Seat,
    discards: impl IntoIterator<Item = Cards>,
) -> Vec<Vec<Cards>> {
    let mut groups: Vec<(Cards, Vec<Cards>)> = Vec::new();
    for cards in discards {
        let same = representative(deal, declarer, cards);
        match groups.iter_mut().find(|(representative, _)| *representative == same) {
            Some((_, group)) => group.push(cards),
            None => groups.push((same, vec![cards])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// A contract that is solved after several discards of its declarer.
///
/// The discards leave similar plays: the leads that refuted one discard are tried first after the next one, and the
/// number of tricks after one discard is the first guess for the next.
pub(super) struct DiscardSearch<'a> {
    /// For the side that wants the declarer to take many tricks: the declarer or, in misère, the defenders.
    search: PositionSearch<'a>,
    /// The play before the first lead with the cards as dealt, as if the talon were not taken up.
    play: Play,
    deal: Deal,
    allowed: Cards,
    /// The declarer's tricks after the discard that was solved last.
    recent: Option<u8>,
}

impl<'a> DiscardSearch<'a> {
    pub(super) fn new(
        solver: &'a mut Solver,
        rules: &Variant,
        deal: &Deal,
        declaration: Declaration,
    ) -> DiscardSearch<'a> {
        let Declaration { contract, declarer, .. } = declaration;
        let play = Play::from_deal(rules, deal, declaration);
        let side = Seats::from_seat(declarer);
        let maximizers = if contract.is_misere() { Seats::ALL - side } else { side };
        let all = play.position().with_hand(declarer, deal.hand(declarer) | deal.talon());
        let search = solver.search_from(&all, maximizers);
        DiscardSearch {
            search,
            play,
            deal: *deal,
            allowed: rules.discards_from(deal, declarer),
            recent: None,
        }
    }

    fn position(&self, discard: Cards) -> Position {
        let declarer = self.play.declarer();
        let twelve = self.deal.hand(declarer) | self.deal.talon();
        self.play.position().with_hand(declarer, twelve - discard)
    }

    pub(super) fn takes_at_least(&mut self, discard: Cards, tricks: u8) -> bool {
        let goal = Goal::AtLeast { seats: Seats::from_seat(self.play.declarer()), tricks };
        self.search.can_reach_from(&self.position(discard), goal)
    }

    /// `false` also means that one search cannot prove it.
    pub(super) fn is_out_of_reach(&mut self, tricks: u8) -> bool {
        let declarer = self.play.declarer();
        let twelve = self.deal.hand(declarer) | self.deal.talon();
        !self.search.can_reach_deferring(&self.play.position().with_hand(declarer, twelve), tricks)
    }

    fn is_made(&mut self, discard: Cards) -> bool {
        match self.play.goal {
            Goal::AtMost { tricks, .. } if self.play.contract().is_misere() => {
                !self.takes_at_least(discard, tricks + 1)
            }
            goal => self.search.can_reach_from(&self.position(discard), goal),
        }
    }

    pub(super) fn guess_tricks(&self, discard: Cards) -> u8 {
        self.search.guess(&self.position(discard), Seats::from_seat(self.play.declarer()))
    }

    pub(super) fn is_misere(&self) -> bool {
        self.play.contract().is_misere()
    }

    pub(super) fn goal(&self) -> Goal {
        self.play.goal
    }

    pub(super) fn counts_tricks(&self) -> bool {
        self.is_misere() || matches!(self.play.goal, Goal::AtLeast { .. })
    }

    fn outcome(&mut self, discard: Cards) -> Outcome {
        if !self.counts_tricks() {
            return Outcome { tricks: None, made: self.is_made(discard) };
        }
        let (position, side) = (self.position(discard), Seats::from_seat(self.play.declarer()));
        let tricks = self.search.value_from(&position, side, self.recent);
        self.recent = Some(tricks);
        self.play.outcome_with(tricks)
    }

    pub(super) fn is_dominated(&self, discard: Cards) -> bool {
        // With the same number of cards of each suit and lower cards the play is at least as good, if lower cards
        // help at all.
        if !self.play.position().setup().lower_cards_help(self.play.goal) {
            return false;
        }
        let highest = |suit| self.allowed.in_suit(suit).iter().take(discard.in_suit(suit).len());
        let highest = Suit::ALL.into_iter().flat_map(highest).collect();
        let class = |discard| representative(&self.deal, self.play.declarer(), discard);
        class(discard) != class(highest)
    }
}

/// Finds a discard with which the declarer can guarantee the most tricks, or in misère the fewest, several times faster
/// than solving after every discard. Of several best discards one with low cards is returned, or in misère one with
/// high cards. If a misère cannot be made, its tricks are solved only if `solve_failing_misere` is set.
pub(crate) fn best_by_tricks(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
    solve_failing_misere: bool,
) -> (Cards, Outcome) {
    let Declaration { contract, declarer, .. } = declaration;
    let order = ordered_candidates(rules, deal, declarer, contract);
    let mut search = DiscardSearch::new(solver, rules, deal, declaration);
    if !contract.is_misere() && matches!(search.play.goal, Goal::AtLeast { .. }) {
        return most_tricks(&mut search, &order);
    }
    let made = first_making(&mut search, &order);
    let tricks = made.filter(|_| contract.is_misere()).map(|_| 0);
    match made {
        Some(cards) => (cards, Outcome { tricks, made: true }),
        None if contract.is_misere() && solve_failing_misere => fewest_tricks(&mut search, &order),
        None => (order[0], Outcome { tricks: None, made: false }),
    }
}

fn most_tricks(search: &mut DiscardSearch<'_>, discards: &[Cards]) -> (Cards, Outcome) {
    // Most often the first discard is best. If its number of tricks is guessed right, two searches prove the result:
    // one proves that the discard gives at least this number, and one that no discard gives more.
    let (mut best, mut is_limited) = (0, false);
    let mut tricks = search.guess_tricks(discards[best]);
    while tricks > 0 && !search.takes_at_least(discards[best], tricks) {
        (tricks, is_limited) = (tricks - 1, true);
    }
    // The best discard so far gives at least `tricks` tricks, and exactly `tricks` if `is_limited`. The discards
    // before it give fewer.
    while tricks < 10 && !search.is_out_of_reach(tricks + 1) {
        let mut untried = best + usize::from(is_limited)..discards.len();
        let Some(better) = untried.find(|&n| search.takes_at_least(discards[n], tricks + 1)) else { break };
        (best, tricks, is_limited) = (better, tricks + 1, false);
    }
    (discards[best], search.play.outcome_with(tricks))
}

fn fewest_tricks(search: &mut DiscardSearch<'_>, discards: &[Cards]) -> (Cards, Outcome) {
    let mut best = (discards[0], search.outcome(discards[0]));
    for &cards in &discards[1..] {
        let tricks = best.1.tricks.expect("a misère counts tricks");
        if tricks == 1 {
            break;
        }
        // The number of tricks is solved only for a discard that is better by at least one trick.
        if !search.takes_at_least(cards, tricks) {
            best = (cards, search.outcome(cards));
        }
    }
    best
}

fn first_making(search: &mut DiscardSearch<'_>, discards: &[Cards]) -> Option<Cards> {
    let (&first, others) = discards.split_first()?;
    if !search.is_dominated(first) && search.is_made(first) {
        return Some(first);
    }
    if let Goal::AtLeast { tricks, .. } = search.play.goal
        && search.is_out_of_reach(tricks)
    {
        return None;
    }
    others.iter().copied().find(|&cards| !search.is_dominated(cards) && search.is_made(cards))
}

/// Faster than [`best_by_tricks`].
pub(crate) fn can_make(solver: &mut Solver, rules: &Variant, deal: &Deal, declaration: Declaration) -> bool {
    let Declaration { contract, declarer, .. } = declaration;
    let order = ordered_candidates(rules, deal, declarer, contract);
    first_making(&mut DiscardSearch::new(solver, rules, deal, declaration), &order).is_some()
}

pub(super) fn ordered_candidates(
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    contract: Contract,
) -> Vec<Cards> {
    // The most promising first: fewer trumps, then lower cards, or in misère higher ones.
    let groups = group_discards(deal, declarer, discard_pairs(rules, deal, declarer));
    let trumps = contract.trump().map_or(Cards::NONE, Suit::cards);
    let keys: Vec<(usize, i32)> = groups
        .iter()
        .map(|group| {
            let height = group[0].iter().map(|card| card.bit() as i32 % 8).sum::<i32>();
            ((group[0] & trumps).len(), if contract.is_misere() { -height } else { height })
        })
        .collect();
    sorted_indices_by_key(groups.len(), |place| keys[place])
        .into_iter()
        .map(|place| groups[place][0])
        .collect()
}

/// The `number` best discards for a contract by tricks, each with its outcome; ties go to the first by suit S H D C and
/// from the ace down. Only the first of all discards that pay the same ([`DiscardKey`]) is included.
pub(crate) fn rank_discards(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
    number: usize,
) -> Vec<(Cards, Outcome)> {
    let Declaration { contract, declarer, .. } = declaration;
    let mut search = DiscardSearch::new(solver, rules, deal, declaration);
    let outcomes: Vec<(Cards, Outcome)> =
        distinct_discards(rules, deal, declarer).map(|cards| (cards, search.outcome(cards))).collect();
    let order = sorted_indices_by_key(outcomes.len(), |place| Reverse(outcomes[place].1.rank(contract)));
    order.into_iter().take(number).map(|place| outcomes[place]).collect()
}

/// The first `number` discards after which a contract is made, by suit S H D C and from the ace down, and whether there
/// are fewer and the contract fails after some other discard. Only the first of all discards that pay the same
/// ([`DiscardKey`]) is included. This is faster than [`rank_discards`].
pub(crate) fn winning_discards(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
    number: usize,
) -> (Vec<Cards>, bool) {
    let declarer = declaration.declarer;
    let (mut made, mut fails) = (Vec::new(), false);
    let mut search = DiscardSearch::new(solver, rules, deal, declaration);
    for cards in distinct_discards(rules, deal, declarer) {
        if made.len() == number {
            return (made, false);
        }
        if search.is_made(cards) {
            made.push(cards);
        } else {
            fails = true;
        }
    }
    let fewer = fails && made.len() < number;
    (made, fewer)
}

fn distinct_discards<'a>(
    rules: &Variant,
    deal: &'a Deal,
    declarer: Seat,
) -> impl Iterator<Item = Cards> + use<'a> {
    let mut keys = Vec::new();
    discard_pairs(rules, deal, declarer).filter(move |&cards| {
        let key = discard_key(deal, declarer, cards);
        let is_new = !keys.contains(&key);
        keys.push(key);
        is_new
    })
}

/// Discards with the same [`representative`], which identifies the play, pay the same if all four aces are kept or not.
pub(crate) type DiscardKey = (Cards, bool);

pub(crate) fn discard_key(deal: &Deal, declarer: Seat, discard: Cards) -> DiscardKey {
    let kept = (deal.hand(declarer) | deal.talon()) - discard;
    (representative(deal, declarer, discard), (Cards::ACES - kept).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::random;

    fn cards(text: &str) -> Cards {
        crate::deal::notation::read_cards(text).expect("cards").into_iter().collect()
    }

    fn leave_same_play(defenders: Cards, one: Cards, other: Cards) -> bool {
        // The first cards are of one suit, with no card of a defender between them, and so are the second cards.
        one.iter().zip(other.iter()).all(|(one, other)| {
            let (low, high) = (one.bit().min(other.bit()), one.bit().max(other.bit()));
            one.suit() == other.suit() && !(low..high).any(|bit| defenders.contains(Card::from_bit(bit)))
        })
    }

    #[test]
    fn equivalent_discards_have_one_representative() {
        let deal: Deal = "F:AKQ.T9.987.A7 J.AKQJ.AK.KQJ T98.87.QJT.T9".parse().expect("a deal");
        let same = |text: &str| representative(&deal, Seat::Forehand, cards(text));
        assert_eq!(same("SA SK"), cards("SK SQ"));
        assert_eq!(same("D9 D8"), cards("D8 D7"));
        assert_eq!(same("HT SA"), cards("H9 SQ"));
        // The eight of clubs was in the talon; the ace is alone in its run.
        assert_eq!(same("C8 CA"), cards("C7 CA"));
    }

    #[test]
    fn representatives_are_equal_only_for_equivalent_discards() {
        let random = &mut random::generator(69_500_000);
        let rules: Variant = "austrian".parse().expect("a preset");
        let mut others = 0;
        for n in 0..40 {
            let (deal, seat) = (random::deal(random), Seat::ALL[n % 3]);
            let held = Seat::ALL.map(|other| if other == seat { Cards::NONE } else { deal.hand(other) });
            let defenders = held[0] | held[1] | held[2];
            let discards: Vec<Cards> = discard_pairs(&rules, &deal, seat).collect();
            for &one in &discards {
                let same = representative(&deal, seat, one);
                others += usize::from(same != one);
                assert!(discards.contains(&same), "{deal} {one:?} {same:?}");
                assert!(leave_same_play(defenders, one, same), "{deal} {one:?} {same:?}");
                for &other in &discards {
                    let is_same = representative(&deal, seat, other) == same;
                    let expected = leave_same_play(defenders, one, other);
                    assert_eq!(is_same, expected, "{deal} {one:?} {other:?}");
                }
            }
        }
        assert!(others > 200, "{others}");
    }

    #[test]
    fn best_discards_match_play_after_each_discard() {
        let (mut solver, mut dominated) = (Solver::new(), 0);
        for seed in 69_000_000..69_000_008_u64 {
            let name = ["austrian", "american", "hungarian-long", "russian"][seed as usize % 4];
            let rules: Variant = name.parse().expect("a preset");
            let deal = random::deal(&mut random::generator(seed));
            for contract in ["S", "D", "N", "misere", "slam", "run6", "uno"] {
                let contract: Contract = contract.parse().expect("a contract");
                let declarer = Seat::ALL[seed as usize % 3];
                let declaration = Declaration { contract, declarer, from_hand: false };
                let outcome = |cards: Cards| {
                    let play = Play::from_deal(&rules, &deal.exchange(declarer, cards), declaration);
                    play.outcome(&mut Solver::new())
                };
                let outcomes: Vec<(Cards, Outcome)> =
                    distinct_discards(&rules, &deal, declarer).map(|cards| (cards, outcome(cards))).collect();
                let top = outcomes.iter().map(|(_, outcome)| outcome.rank(contract)).max().expect("pairs");
                let (discard, best) = best_by_tricks(&mut solver, &rules, &deal, declaration, true);
                assert_eq!(
                    (outcome(discard), best.rank(contract)),
                    (best, top),
                    "{name} {contract} seed {seed}"
                );
                let ranked = rank_discards(&mut solver, &rules, &deal, declaration, usize::MAX);
                assert_eq!(ranked.len(), outcomes.len(), "{name} {contract} seed {seed}");
                assert!(ranked.iter().all(|pair| outcomes.contains(pair)), "{name} {contract} seed {seed}");
                let made: Vec<Cards> =
                    outcomes.iter().filter(|(_, outcome)| outcome.made).map(|&(cards, _)| cards).collect();
                let found = winning_discards(&mut solver, &rules, &deal, declaration, usize::MAX).0;
                assert_eq!(found, made, "{name} {contract} seed {seed}");
                let is_possible = can_make(&mut solver, &rules, &deal, declaration);
                assert_eq!(is_possible, !made.is_empty(), "{name} {contract} seed {seed}");
                let search = DiscardSearch::new(&mut solver, &rules, &deal, declaration);
                dominated += outcomes.iter().filter(|&&(cards, _)| search.is_dominated(cards)).count();
            }
        }
        assert!(dominated > 50, "{dominated} discards are dominated");
    }

    #[test]
    fn discard_first_lays_aside_dealt_cards_only() {
        // Checks under `discard_first` that both cards come from the ten dealt cards, so that the talon is kept.
        let later = preference_fixtures::AMERICAN_LATER;
        let rules = Variant::from_toml(later).expect("house rules");
        let usual = later.replace("discard_first = true", "discard_first = false");
        let usual = Variant::from_toml(&usual).expect("house rules");
        let (mut solver, mut fewer) = (Solver::new(), 0);
        for seed in 69_000_100..69_000_220_u64 {
            let deal = random::deal(&mut random::generator(seed));
            let declarer = Seat::ALL[seed as usize % 3];
            let contract: Contract =
                ["S", "H", "N", "misere"][seed as usize % 4].parse().expect("a contract");
            let declaration = Declaration { contract, declarer, from_hand: false };
            let hand: Vec<Card> = deal.hand(declarer).iter().collect();
            let mut outcomes = Vec::new();
            for (n, &first) in hand.iter().enumerate() {
                for &second in &hand[n + 1..] {
                    let cards = Cards::from_card(first) | Cards::from_card(second);
                    let play = Play::from_deal(&rules, &deal.exchange(declarer, cards), declaration);
                    outcomes.push((cards, play.outcome(&mut solver)));
                }
            }
            let listed: Vec<Cards> = discard_pairs(&rules, &deal, declarer).collect();
            assert_eq!(listed, outcomes.iter().map(|&(cards, _)| cards).collect::<Vec<_>>());
            let best = outcomes.iter().map(|&(_, outcome)| outcome.rank(contract)).max().expect("45 pairs");
            let (discard, outcome) = best_by_tricks(&mut solver, &rules, &deal, declaration, true);
            assert_eq!(outcome.rank(contract), best, "seed {seed}");
            assert!((discard - deal.hand(declarer)).is_empty(), "seed {seed}");
            assert_eq!(can_make(&mut solver, &rules, &deal, declaration), outcome.made, "seed {seed}");
            let best_discards = rank_discards(&mut solver, &rules, &deal, declaration, usize::MAX);
            assert!(
                best_discards.iter().all(|(cards, outcome)| outcomes.contains(&(*cards, *outcome))),
                "seed {seed}"
            );
            let with_all = best_by_tricks(&mut solver, &usual, &deal, declaration, true).1;
            let every = discard_pairs(&usual, &deal, declarer).map(|cards| {
                let play = Play::from_deal(&usual, &deal.exchange(declarer, cards), declaration);
                play.outcome(&mut solver).rank(contract)
            });
            assert_eq!(Some(with_all.rank(contract)), every.max(), "seed {seed}");
            fewer += usize::from(with_all.rank(contract) > best);
        }
        assert!(fewer > 0, "discarding a card of the talon was never better");
    }

    #[test]
    fn contract_can_be_made_only_if_best_discard_makes_it() {
        let mut solver = Solver::new();
        let mut made = 0;
        for seed in 72_000_000..72_000_012_u64 {
            let name = ["illustrated-run6", "american"][seed as usize % 2];
            let rules: Variant = name.parse().expect("a preset");
            let deal = random::deal(&mut random::generator(seed));
            for contract in ["C", "N", "misere", "run6", "uno"] {
                let contract: Contract = contract.parse().expect("a contract");
                let declaration =
                    Declaration { contract, declarer: Seat::ALL[seed as usize % 3], from_hand: false };
                let (_, outcome) = best_by_tricks(&mut solver, &rules, &deal, declaration, true);
                let makes = can_make(&mut solver, &rules, &deal, declaration);
                assert_eq!(makes, outcome.made, "{contract} seed {seed}");
                made += usize::from(makes);
            }
        }
        assert!((3..50).contains(&made), "{made} made");
    }
}
