//! Sets of worlds that one plan of the defenders beats.

use ahash::AHashMap;

use super::play::HiddenPlay;
use super::worlds::{WorldSet, Worlds, to_set};
use crate::cards::Card;
use crate::order::sort_by_key;
use crate::search::{PositionSearch, Solver};

/// Search for the sets of worlds that a plan of the defenders can beat at a point of the play.
///
/// A plan prescribes the defenders' next card after each sequence of cards that they can have seen. It beats a world if
/// the contract fails in it whatever the declarer plays, even knowing the plan; it beats a set if it beats each world
/// of the set. *With open cards* means that every player sees all cards, as double-dummy play assumes.
pub(crate) struct PlanSearch<'a> {
    /// The declarer holds all twelve cards.
    open: PositionSearch<'a>,
    pub(crate) worlds: &'a Worlds,
    results: PlanResults,
    /// Sets and linear programmes that may still be worked on.
    pub(crate) sets_left: u64,
    pub(crate) max_nodes: usize,
}

/// What a search has found, with which a later search of the same play goes on.
#[derive(Clone)]
pub(crate) struct PlanResults {
    /// If the contract is made in world *w* with open cards, it is made in all of `implied_made[w]`, one of which is
    /// *w*.
    implied_made: Vec<WorldSet>,
    /// The same for worlds in which the contract fails.
    implied_failing: Vec<WorldSet>,
    indices: AHashMap<u64, usize>,
    nodes: Vec<Node>,
    /// Its key and index.
    last_node: (u64, usize),
    /// In the order in which they are solved with open cards. A world that has just refuted a set comes first.
    test_order: Vec<usize>,
    /// By the point of the play and the worlds that the plan beats, so that repeated questions return the same plan.
    planned: AHashMap<(u64, WorldSet), Card>,
}

impl PlanResults {
    /// Clones serve for all layouts of the defenders' cards with the same worlds and goal.
    pub(crate) fn new(worlds: &Worlds, play: &HiddenPlay) -> PlanResults {
        let test_order = (0..worlds.list.len()).collect();
        let lower_cards_help = play.lower_cards_help();
        let implied_made: Vec<WorldSet> = (0..worlds.list.len())
            .map(|world| if lower_cards_help { worlds.with_lower_cards(world) } else { 1 << world })
            .collect();
        let implied_failing = (0..implied_made.len())
            .map(|world| {
                to_set((0..implied_made.len()).filter(|&other| implied_made[other] >> world & 1 == 1))
            })
            .collect();
        PlanResults {
            implied_made,
            implied_failing,
            indices: AHashMap::new(),
            nodes: Vec::new(),
            last_node: (u64::MAX, 0),
            test_order,
            planned: AHashMap::new(),
        }
    }

    #[cfg(feature = "hands")]
    pub(crate) fn point_count(&self) -> usize {
        self.nodes.len()
    }
}

/// The results that the search has stored by then are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LimitReached;

#[derive(Clone, Default)]
struct Node {
    /// The worlds that are known to fail with open cards.
    failing: WorldSet,
    /// The worlds that are known to be made with open cards.
    made: WorldSet,
    /// None is a subset of another.
    beaten: Vec<WorldSet>,
    /// None is a subset of another.
    unbeaten: Vec<WorldSet>,
    /// The card of the last plan found here, if a defender is to move.
    last: Option<Card>,
}

impl Node {
    fn known_verdict(&self, set: WorldSet) -> Option<bool> {
        // Each subset of a beaten set is beaten, and a set with an unbeaten subset is not.
        if set & self.made != 0 || self.unbeaten.iter().any(|&unbeaten| unbeaten & !set == 0) {
            return Some(false);
        }
        if self.beaten.iter().any(|&beaten| set & !beaten == 0) {
            return Some(true);
        }
        None
    }

    fn insert_beaten(&mut self, set: WorldSet) {
        self.beaten.retain(|&beaten| beaten & !set != 0);
        self.beaten.push(set);
    }

    fn insert_unbeaten(&mut self, set: WorldSet) {
        self.unbeaten.retain(|&unbeaten| set & !unbeaten != 0);
        self.unbeaten.push(set);
    }
}

impl<'a> PlanSearch<'a> {
    pub(crate) fn new(solver: &'a mut Solver, worlds: &'a Worlds, play: &HiddenPlay) -> PlanSearch<'a> {
        PlanSearch::resume(solver, worlds, play, PlanResults::new(worlds, play))
    }

    pub(crate) fn resume(
        solver: &'a mut Solver,
        worlds: &'a Worlds,
        play: &HiddenPlay,
        results: PlanResults,
    ) -> PlanSearch<'a> {
        let open = solver.search_from(play.position(), play.side());
        PlanSearch { open, worlds, results, sets_left: u64::MAX, max_nodes: usize::MAX }
    }

    #[cfg(feature = "hands")]
    pub(crate) fn into_results(self) -> PlanResults {
        self.results
    }

    fn node_index(&mut self, play: &HiddenPlay) -> usize {
        let key = play.key();
        // The same node is often needed several times in succession.
        if self.results.last_node.0 != key {
            let nodes = &mut self.results.nodes;
            let index = *self.results.indices.entry(key).or_insert_with(|| {
                nodes.push(Node::default());
                nodes.len() - 1
            });
            self.results.last_node = (key, index);
        }
        self.results.last_node.1
    }

    pub(crate) fn is_failing(&mut self, play: &HiddenPlay, world: usize) -> bool {
        if let Some(made) = play.result_if_decided() {
            return !made;
        }
        let index = self.node_index(play);
        self.is_failing_at(index, play, world)
    }

    fn is_failing_at(&mut self, index: usize, play: &HiddenPlay, world: usize) -> bool {
        let node = &mut self.results.nodes[index];
        let bit = 1 << world;
        if node.failing & bit != 0 {
            return true;
        }
        if node.made & bit != 0 {
            return false;
        }
        let position = play.position_without(self.worlds.list[world].aside);
        let made = self.open.can_reach_from(&position, play.goal());
        let node = &mut self.results.nodes[index];
        if made {
            node.made |= self.results.implied_made[world];
        } else {
            node.failing |= self.results.implied_failing[world];
        }
        !made
    }

    pub(crate) fn is_made_if_eased(&mut self, play: &HiddenPlay, world: usize) -> bool {
        let Some(goal) = play.goal().eased() else { return false };
        self.open.can_reach_from(&play.position_without(self.worlds.list[world].aside), goal)
    }

    pub(crate) fn failing_worlds(&mut self, play: &HiddenPlay, set: WorldSet) -> WorldSet {
        self.failing_at_least(play, set, 0).unwrap_or(0)
    }

    fn note_still_failing(&mut self, play: &HiddenPlay, worlds: WorldSet) {
        // The contract failed in these worlds before the declarer's last card, so it also fails after it.
        if play.result_if_decided().is_none() {
            let index = self.node_index(play);
            self.results.nodes[index].failing |= worlds;
        }
    }

    fn all_fail(&mut self, index: usize, play: &HiddenPlay, set: WorldSet) -> bool {
        // A plan beats the set only if the contract fails with open cards in each of its worlds.
        if set & !self.results.nodes[index].failing == 0 {
            return true;
        }
        for n in 0..self.results.test_order.len() {
            let world = self.results.test_order[n];
            if set >> world & 1 == 1 && !self.is_failing_at(index, play, world) {
                self.results.test_order[..=n].rotate_right(1);
                return false;
            }
        }
        true
    }

    pub(crate) fn poll(&self) {
        self.open.poll();
    }

    pub(crate) fn check_limits(&self) -> Result<(), LimitReached> {
        if self.sets_left == 0 || self.results.nodes.len() > self.max_nodes {
            Err(LimitReached)
        } else {
            Ok(())
        }
    }

    /// Counts a set, or a linear programme, as work done.
    pub(super) fn count_set(&mut self) -> Result<(), LimitReached> {
        self.check_limits()?;
        self.sets_left -= 1;
        Ok(())
    }

    pub(crate) fn beats(&mut self, play: &HiddenPlay, set: WorldSet) -> Result<bool, LimitReached> {
        if set == 0 {
            return Ok(true);
        }
        if let Some(made) = play.result_if_decided() {
            return Ok(!made);
        }
        let index = self.node_index(play);
        if let Some(known) = self.results.nodes[index].known_verdict(set) {
            return Ok(known);
        }
        self.count_set()?;
        if !self.all_fail(index, play, set) {
            return Ok(false);
        }
        let beaten = set.count_ones() == 1
            || if play.is_declarers_turn() {
                self.beats_each_card(play, set)?
            } else {
                self.beating_card(index, play, set)?.is_some()
            };
        let node = &mut self.results.nodes[index];
        if beaten {
            node.insert_beaten(set);
        } else {
            node.insert_unbeaten(set);
        }
        Ok(beaten)
    }

    fn beats_each_card(&mut self, play: &HiddenPlay, set: WorldSet) -> Result<bool, LimitReached> {
        // The card excludes some worlds, and the plan goes on against the others.
        for (card, worlds) in self.worlds.declarer_cards(play, set) {
            let after = play.play_after(card);
            self.note_still_failing(&after, worlds);
            if !self.beats(&after, worlds)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn ordered_cards(&self, index: usize, play: &HiddenPlay) -> Vec<Card> {
        // The card of the last plan found here often beats this set too.
        let cards = play.distinct_defender_moves();
        let last = self.results.nodes[index].last.filter(|&card| cards.contains(card));
        last.into_iter().chain(cards.iter().filter(|&card| Some(card) != last)).collect()
    }

    fn beating_card(
        &mut self,
        index: usize,
        play: &HiddenPlay,
        set: WorldSet,
    ) -> Result<Option<Card>, LimitReached> {
        for card in self.ordered_cards(index, play) {
            if self.beats(&play.play_after(card), set)? {
                self.results.nodes[index].last = Some(card);
                return Ok(Some(card));
            }
        }
        Ok(None)
    }

    /// The smallest set of these worlds that is known to be unbeaten.
    pub(crate) fn smallest_unbeaten_set(&mut self, play: &HiddenPlay, all: WorldSet) -> Option<WorldSet> {
        let index = self.node_index(play);
        let unbeaten = self.results.nodes[index].unbeaten.iter().copied();
        unbeaten.filter(|set| set & !all == 0).min_by_key(|set| set.count_ones())
    }

    /// Each without the worlds that are not in `all`.
    pub(crate) fn known_beaten_sets(&mut self, play: &HiddenPlay, all: WorldSet) -> Vec<WorldSet> {
        let index = self.node_index(play);
        let mut sets: Vec<WorldSet> = self.results.nodes[index].beaten.iter().map(|set| set & all).collect();
        sort_by_key(&mut sets, |&set| set);
        sets.dedup();
        let is_part = |set: &WorldSet| sets.iter().any(|other| other != set && set & !other == 0);
        sets.iter().copied().filter(|set| !is_part(set)).collect()
    }

    /// The caller guarantees that a plan beats `set`, that a defender is to move, and that no limit is set.
    pub(crate) fn planned_card(&mut self, play: &HiddenPlay, set: WorldSet) -> Card {
        let key = (play.key(), set);
        if let Some(&card) = self.results.planned.get(&key) {
            return card;
        }
        let index = self.node_index(play);
        let card = self.beating_card(index, play, set).ok().flatten().expect("a plan beats the set");
        self.results.planned.insert(key, card);
        card
    }

    /// Chooses a plan that beats `core`, and returns all worlds of `core` and `rest` that it beats. There must be such
    /// a plan; another one may beat more of `rest`.
    pub(crate) fn extend(
        &mut self,
        play: &HiddenPlay,
        core: WorldSet,
        rest: WorldSet,
    ) -> Result<WorldSet, LimitReached> {
        let all = core | rest;
        if rest == 0 {
            return Ok(core);
        }
        if let Some(made) = play.result_if_decided() {
            return Ok(if made { 0 } else { all });
        }
        let index = self.node_index(play);
        if self.results.nodes[index].known_verdict(all) == Some(true) {
            return Ok(all);
        }
        if core == 0 {
            return self.extend_from_one_world(play, rest);
        }
        let beaten = if play.is_declarers_turn() {
            let mut left = rest;
            for (card, worlds) in self.worlds.declarer_cards(play, all) {
                // The plan must beat a world after each card that can be played in it.
                let beaten = self.extend(&play.play_after(card), core & worlds, left & worlds)?;
                left &= beaten | !worlds;
            }
            core | left
        } else {
            self.extend_by_card(index, play, core, rest)?
        };
        self.results.nodes[index].insert_beaten(beaten);
        Ok(beaten)
    }

    fn extend_by_card(
        &mut self,
        index: usize,
        play: &HiddenPlay,
        core: WorldSet,
        rest: WorldSet,
    ) -> Result<WorldSet, LimitReached> {
        // Among the cards that beat the core, the most promising leaves the most other worlds failing with open
        // cards.
        let mut best: Option<(HiddenPlay, WorldSet)> = None;
        for card in self.ordered_cards(index, play) {
            let after = play.play_after(card);
            if self.failing_worlds(&after, core) != core {
                continue;
            }
            let least = best.map_or(0, |(_, failing)| failing.count_ones() + 1);
            let Some(failing) = self.failing_at_least(&after, rest, least) else { continue };
            if !self.beats(&after, core)? {
                continue;
            }
            best = Some((after, failing));
            if failing == rest {
                break;
            }
        }
        let (after, failing) = best.expect("the core is beaten");
        self.extend(&after, core, failing)
    }

    /// `None` if the contract fails with open cards in fewer than `least` of the worlds.
    fn failing_at_least(&mut self, play: &HiddenPlay, set: WorldSet, least: u32) -> Option<WorldSet> {
        if let Some(made) = play.result_if_decided() {
            let failing = if made { 0 } else { set };
            return (failing.count_ones() >= least).then_some(failing);
        }
        let index = self.node_index(play);
        for n in 0..self.results.test_order.len() {
            let Node { made, failing, .. } = &self.results.nodes[index];
            if (set & !made).count_ones() < least {
                return None;
            }
            if set & !(made | failing) == 0 {
                break;
            }
            let world = self.results.test_order[n];
            if set >> world & 1 == 1 {
                self.is_failing_at(index, play, world);
            }
        }
        let failing = set & !self.results.nodes[index].made;
        (failing.count_ones() >= least).then_some(failing)
    }

    /// Finds a subset that is beaten: the first world in `test_order` in which the contract fails with open cards, and
    /// the worlds that a plan against it also beats. Empty if the contract fails in no world.
    pub(super) fn extend_from_one_world(
        &mut self,
        play: &HiddenPlay,
        set: WorldSet,
    ) -> Result<WorldSet, LimitReached> {
        let failing = self.failing_worlds(play, set);
        let first =
            self.results.test_order.iter().map(|&world| 1 << world).find(|world| failing & world != 0);
        first.map_or(Ok(0), |first| self.extend(play, first, failing & !first))
    }
}
