//! A graph of choices that are made in turn, solved only as far as the result requires.
//!
//! Its leaves are hands, played or settled without play. At first only bounds on the gain of each seat are known for a
//! leaf. A seat never chooses an option whose upper bound is below the lower bound of another. So only leaves that may
//! still be reached are solved, the most promising first, until all choices are known.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

use crate::gains::objective::Objective;
use crate::gains::payoffs::{GainBounds, GainEstimate, Model, Utility};
use crate::order::sorted_indices_by_key;
use crate::seat::Seat;
use crate::settlement::{Amount, Gains};

pub(crate) type NodeId = usize;

#[derive(Clone, Debug)]
enum NodeKind<L> {
    /// A seat chooses one of these nodes by its criterion.
    Choice(Objective, Vec<NodeId>),
    /// A seat pays an amount into the pot, and the graph goes on at a node.
    Payment(Seat, Amount, NodeId),
    Unsolved(L),
    /// A leaf that is solved, or that the caller has taken in order to solve it.
    Solved,
}

#[derive(Clone, Debug)]
struct Node<L> {
    kind: NodeKind<L>,
    estimate: GainEstimate,
    /// The nodes that lead directly to this node.
    from: Vec<NodeId>,
}

/// `L` describes an unsolved leaf to the caller that solves it.
#[derive(Clone, Debug)]
pub(crate) struct BoundedGraph<L> {
    nodes: Vec<Node<L>>,
}

impl<L> Default for BoundedGraph<L> {
    fn default() -> BoundedGraph<L> {
        BoundedGraph { nodes: Vec::new() }
    }
}

impl<L> BoundedGraph<L> {
    pub(crate) fn add_unsolved_leaf(&mut self, estimate: GainEstimate, leaf: L) -> NodeId {
        self.add_node(NodeKind::Unsolved(leaf), estimate)
    }

    pub(crate) fn add_solved_leaf(&mut self, gains: Gains) -> NodeId {
        self.add_node(NodeKind::Solved, GainEstimate::Exact(gains))
    }

    /// `options` must not be empty.
    pub(crate) fn add_choice(&mut self, objective: Objective, options: Vec<NodeId>) -> NodeId {
        let estimate = self.estimate_of_choice(objective, &options);
        self.add_node(NodeKind::Choice(objective, options), estimate)
    }

    /// `then` is the node of the continuation.
    pub(crate) fn add_payment(&mut self, seat: Seat, amount: Amount, then: NodeId) -> NodeId {
        let estimate = self.estimate_after_payment(seat, amount, then);
        self.add_node(NodeKind::Payment(seat, amount, then), estimate)
    }

    pub(crate) fn estimate(&self, node: NodeId) -> &GainEstimate {
        &self.nodes[node].estimate
    }

    /// Takes the unsolved leaf to solve next in order to know the gains at `node`. The caller reports the result with
    /// [`BoundedGraph::set_gains`] or [`BoundedGraph::replace_by_choice`]. `None` if the gains are known, or if every
    /// leaf that may matter was already taken.
    pub(crate) fn take_unsolved_leaf(&mut self, node: NodeId) -> Option<(NodeId, L)> {
        if matches!(self.estimate(node), GainEstimate::Exact(_)) {
            return None;
        }
        let node = self.most_promising_leaf(node)?;
        self.take_unsolved_leaf_at(node).map(|leaf| (node, leaf))
    }

    pub(crate) fn take_unsolved_leaf_at(&mut self, node: NodeId) -> Option<L> {
        match std::mem::replace(&mut self.nodes[node].kind, NodeKind::Solved) {
            NodeKind::Unsolved(leaf) => Some(leaf),
            other => {
                self.nodes[node].kind = other;
                None
            }
        }
    }

    pub(crate) fn set_gains(&mut self, node: NodeId, gains: Gains) {
        self.nodes[node].kind = NodeKind::Solved;
        self.update_estimate(node, GainEstimate::Exact(gains));
    }

    pub(crate) fn replace_by_choice(&mut self, node: NodeId, objective: Objective, options: Vec<NodeId>) {
        for &option in &options {
            self.nodes[option].from.push(node);
        }
        let estimate = self.estimate_of_choice(objective, &options);
        self.nodes[node].kind = NodeKind::Choice(objective, options);
        // If the gains were known already, the choice does not change the estimate.
        if matches!(self.nodes[node].estimate, GainEstimate::Bounds(_)) {
            self.update_estimate(node, estimate);
        }
    }

    pub(crate) fn chosen_option(&self, node: NodeId) -> Option<NodeId> {
        let node = &self.nodes[node];
        match (&node.kind, &node.estimate) {
            (NodeKind::Choice(objective, options), GainEstimate::Exact(_)) => {
                self.best_option(*objective, options).map(|(option, _)| option)
            }
            (&NodeKind::Payment(_, _, then), GainEstimate::Exact(_)) => Some(then),
            _ => None,
        }
    }

    fn add_node(&mut self, kind: NodeKind<L>, estimate: GainEstimate) -> NodeId {
        let node = self.nodes.len();
        match &kind {
            NodeKind::Choice(_, options) => {
                for &option in options {
                    self.nodes[option].from.push(node);
                }
            }
            &NodeKind::Payment(_, _, then) => self.nodes[then].from.push(node),
            NodeKind::Unsolved(_) | NodeKind::Solved => {}
        }
        self.nodes.push(Node { kind, estimate, from: Vec::new() });
        node
    }

    fn update_estimate(&mut self, node: NodeId, estimate: GainEstimate) {
        // The estimates of the nodes that lead to this one change with it.
        if estimate == self.nodes[node].estimate {
            return;
        }
        self.nodes[node].estimate = estimate;
        // The options of a node have lower indices, except options that were added when a choice replaced a
        // leaf; each of these is reached from one node alone. So every node is recomputed only once if nodes are
        // updated in the order of their indices.
        let mut changed = BTreeSet::<NodeId>::new();
        changed.extend(&self.nodes[node].from);
        while let Some(node) = changed.pop_first() {
            let estimate = match &self.nodes[node].kind {
                NodeKind::Choice(objective, options) => self.estimate_of_choice(*objective, options),
                &NodeKind::Payment(seat, amount, then) => self.estimate_after_payment(seat, amount, then),
                NodeKind::Unsolved(_) | NodeKind::Solved => continue,
            };
            if estimate != self.nodes[node].estimate {
                self.nodes[node].estimate = estimate;
                changed.extend(&self.nodes[node].from);
            }
        }
    }

    fn estimate_after_payment(&self, seat: Seat, amount: Amount, then: NodeId) -> GainEstimate {
        let mut estimate = self.nodes[then].estimate.clone();
        match &mut estimate {
            GainEstimate::Exact(gains) => {
                gains.seats[seat] -= amount;
                gains.pot += amount;
            }
            GainEstimate::Bounds(bounds) => {
                bounds.lower[seat] -= amount;
                bounds.upper[seat] -= amount;
                bounds.sum = bounds.sum.map(|sum| sum - amount);
            }
        }
        estimate
    }

    fn live_options<'a>(
        &'a self,
        objective: Objective,
        options: &'a [NodeId],
    ) -> impl Iterator<Item = (NodeId, [Utility; 2])> + 'a {
        // An option is not chosen if its upper bound is below the lower bound of another option. A utility is a list
        // of components, the most important first. Its bounds hold for each component alone, and are compared
        // component by component. If the option's upper bound equals the other's lower bound in a component, the
        // option is at best as good as the other there; if it is as good, the next component decides in the same way.
        // In the first component in which these two bounds differ the option is worse. If the two bounds are equal in
        // all components, the option can be chosen only if it comes before the other.
        let option_bounds: Vec<[Utility; 2]> =
            options.iter().map(|&option| objective.bounds(self.estimate(option))).collect();
        // The first option with the highest lower bound.
        let mut first = 0;
        for n in 1..option_bounds.len() {
            if option_bounds[n][0] > option_bounds[first][0] {
                first = n;
            }
        }
        let sure = option_bounds[first][0];
        options.iter().zip(option_bounds).enumerate().filter_map(move |(n, (&option, bounds))| {
            let live = match bounds[1].cmp(&sure) {
                Ordering::Greater => true,
                Ordering::Equal => n <= first,
                Ordering::Less => false,
            };
            live.then_some((option, bounds))
        })
    }

    /// `None` if this depends on unknown gains.
    fn best_option(&self, objective: Objective, options: &[NodeId]) -> Option<(NodeId, &Gains)> {
        let mut best: Option<(NodeId, &Gains)> = None;
        for (option, _) in self.live_options(objective, options) {
            let GainEstimate::Exact(gains) = self.estimate(option) else { return None };
            if best.is_none_or(|(_, best)| objective.utility(gains) > objective.utility(best)) {
                best = Some((option, gains));
            }
        }
        best
    }

    fn estimate_of_choice(&self, objective: Objective, options: &[NodeId]) -> GainEstimate {
        if let Some((_, gains)) = self.best_option(objective, options) {
            return GainEstimate::Exact(gains.clone());
        }
        let mut union: Option<GainBounds> = None;
        let mut sure: Option<Amount> = None;
        for (option, [least, _]) in self.live_options(objective, options) {
            let bounds = self.estimate(option).bounds();
            union = Some(union.map_or(bounds, |union| union.union(bounds)));
            sure = sure.max(Some(least[0]));
        }
        let (mut bounds, sure) = union.zip(sure).expect("something can be chosen");
        // The seat gains at least the highest lower bound of its options. Allied defenders choose by the sum of their
        // gains, so this does not hold for a single defender.
        match objective {
            Objective::Utility { seat, declarer, model: Model::Allied } if seat != declarer => {}
            Objective::Gain(seat) | Objective::Utility { seat, .. } => bounds.lower[seat] = sure,
        }
        GainEstimate::Bounds(bounds.tighten())
    }

    fn most_promising_leaf(&self, node: NodeId) -> Option<NodeId> {
        // Depth-first search, at each choice along the option with the highest upper bound among those that may still
        // be chosen and whose gains are not known; if there is no unsolved leaf below it, along the next. A node can be
        // reached in several ways, so the visited nodes are noted.
        let (mut to_visit, mut visited) = (vec![node], HashSet::new());
        while let Some(node) = to_visit.pop() {
            if !visited.insert(node) {
                continue;
            }
            match &self.nodes[node].kind {
                NodeKind::Choice(objective, options) => {
                    let open = self.live_options(*objective, options);
                    let open =
                        open.filter(|&(option, _)| matches!(self.estimate(option), GainEstimate::Bounds(_)));
                    let mut open: Vec<(NodeId, Utility)> =
                        open.map(|(option, [_, most])| (option, most)).collect();
                    // The option with the highest upper bound goes on top of the stack; ties go to the
                    // earliest.
                    open.reverse();
                    let order = sorted_indices_by_key(open.len(), |index| open[index].1);
                    to_visit.extend(order.into_iter().map(|index| open[index].0));
                }
                &NodeKind::Payment(_, _, then) => to_visit.push(then),
                NodeKind::Unsolved(_) => return Some(node),
                NodeKind::Solved => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use preference_fixtures::random::{generator, number_below};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::seat::BySeat;

    const MODELS: [Model; 2] = [Model::Selfish, Model::Allied];

    fn random_gains(random: &mut Pcg64) -> Gains {
        // Small numbers, so that some gains are equal.
        let mut any = || Amount::from_integer(number_below(random, 7) as i64 - 3);
        let (seats, pot) = (BySeat([any(), any(), any()]), any());
        Gains { seats, sitting_out: None, pot }
    }

    fn random_bounds(random: &mut Pcg64, gains: &Gains) -> GainEstimate {
        let others: Vec<Gains> = (0..number_below(random, 4)).map(|_| random_gains(random)).collect();
        GainEstimate::from_alternatives(others.iter().chain([gains])).expect("there is an alternative")
    }

    fn random_objective(random: &mut Pcg64) -> Objective {
        let (seat, declarer) = (Seat::ALL[number_below(random, 3)], Seat::ALL[number_below(random, 3)]);
        match number_below(random, 3) {
            2 => Objective::Gain(seat),
            n => Objective::Utility { seat, declarer, model: MODELS[n] },
        }
    }

    fn random_graph(random: &mut Pcg64) -> (BoundedGraph<Vec<(GainEstimate, Gains)>>, Vec<Gains>) {
        // A leaf may be replaced by another choice when it is solved.
        let (mut choices, mut gained) = (BoundedGraph::default(), Vec::new());
        for _ in 0..12 {
            let later: Vec<Gains> = (0..=number_below(random, 2)).map(|_| random_gains(random)).collect();
            let leaves = later.iter().map(|gains| (random_bounds(random, gains), gains.clone())).collect();
            let gains = first_best(Objective::Gain(Seat::Middlehand), &later).1;
            choices.add_unsolved_leaf(random_bounds(random, &gains), leaves);
            gained.push(gains);
        }
        for n in 0..10 {
            let from = if n < 6 { 0 } else { 12 };
            let options: Vec<NodeId> = (0..=number_below(random, 4))
                .map(|_| from + number_below(random, gained.len() - from))
                .collect();
            let objective = random_objective(random);
            let option_gains: Vec<Gains> = options.iter().map(|&option| gained[option].clone()).collect();
            let mut gains = first_best(objective, &option_gains).1;
            let node = choices.add_choice(objective, options);
            gained.push(gains.clone());
            if n % 3 == 0 {
                let (seat, sum) = (
                    Seat::ALL[number_below(random, 3)],
                    Amount::from_integer(number_below(random, 3) as i64),
                );
                choices.add_payment(seat, sum, node);
                gains.seats[seat] -= sum;
                gains.pot += sum;
                gained.push(gains);
            }
        }
        (choices, gained)
    }

    fn first_best(objective: Objective, option_gains: &[Gains]) -> (usize, Gains) {
        let mut best = 0;
        for n in 1..option_gains.len() {
            if objective.utility(&option_gains[n]) > objective.utility(&option_gains[best]) {
                best = n;
            }
        }
        (best, option_gains[best].clone())
    }

    #[test]
    fn unsolved_leaves_do_not_change_result() {
        let (mut solved, mut leaves) = (0, 0);
        for seed in 0..3_000 {
            let random = &mut generator(80_000_000 + seed);
            let (mut choices, gained) = random_graph(random);
            let last = gained.len() - 1;
            for node in [last, last - 1, 15] {
                // Some leaves are solved later than leaves that were taken after them.
                let mut under_way = Vec::new();
                loop {
                    if number_below(random, 3) > 0
                        && let Some(open) = choices.take_unsolved_leaf(node)
                    {
                        solved += 1;
                        under_way.push(open);
                        continue;
                    }
                    if under_way.is_empty() {
                        let Some(open) = choices.take_unsolved_leaf(node) else { break };
                        solved += 1;
                        under_way.push(open);
                    }
                    let (open, later) = under_way.swap_remove(number_below(random, under_way.len()));
                    let (estimates, gains): (Vec<GainEstimate>, Vec<Gains>) = later.into_iter().unzip();
                    if let [gains] = &gains[..] {
                        choices.set_gains(open, gains.clone());
                    } else {
                        let options = estimates.into_iter().zip(&gains);
                        let options = options.map(|(estimate, gains)| {
                            choices.add_unsolved_leaf(
                                estimate,
                                vec![(GainEstimate::Exact(gains.clone()), gains.clone())],
                            )
                        });
                        let options = options.collect();
                        choices.replace_by_choice(open, Objective::Gain(Seat::Middlehand), options);
                    }
                }
                assert_eq!(choices.estimate(node), &GainEstimate::Exact(gained[node].clone()), "seed {seed}");
            }
            leaves += 12;
            // The gains of the chosen option are those of its node.
            let mut node = last;
            while let Some(chosen) = choices.chosen_option(node) {
                if matches!(choices.nodes[node].kind, NodeKind::Choice(..)) {
                    assert_eq!(choices.estimate(chosen), choices.estimate(node), "seed {seed}");
                }
                node = chosen;
            }
        }
        assert!(solved > 1_000 && solved < leaves / 2, "{solved} of {leaves} leaves were solved");
    }
}
