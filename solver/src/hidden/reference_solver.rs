//! Reference solver for play with a hidden discard, for tests: it follows the definition of the game, without
//! cutoffs, a transposition table or joined worlds.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use crate::cards::{Card, Cards};
use crate::position::Position;
use crate::seat::Seat;

/// Sum of variables of a linear programme, each times a factor.
type LinearForm = Vec<(Variable, f64)>;

/// A possible discard as the reference solver treats it: the position after it, and the number of tricks that
/// the declarer has taken.
#[derive(Clone, Copy)]
pub(crate) struct OpenWorld {
    pub(crate) position: Position,
    pub(crate) tricks: u8,
}

/// Reference solver for one contract, with its declarer and the condition for making it.
pub(crate) struct ReferenceSolver<'a> {
    pub(crate) declarer: Seat,
    /// Checks whether this number of tricks makes the contract.
    pub(crate) makes: &'a dyn Fn(u8) -> bool,
}

impl ReferenceSolver<'_> {
    /// Returns the worlds in which the seat to move can play this card, each in the position after the card.
    fn worlds_after(&self, worlds: &[OpenWorld], card: Card) -> Vec<OpenWorld> {
        let mut after = worlds.to_vec();
        after.retain(|world| world.position.legal_cards().contains(card));
        for world in &mut after {
            let winner = world.position.play(card).expect("a legal card");
            world.tricks += u8::from(winner == Some(self.declarer));
        }
        after
    }

    fn is_declarers_turn(&self, worlds: &[OpenWorld]) -> bool {
        worlds[0].position.to_move() == self.declarer
    }

    /// Checks whether one plan beats all worlds.
    pub(crate) fn beats(&self, worlds: &[OpenWorld]) -> bool {
        if worlds.is_empty() {
            return true;
        }
        if worlds[0].position.is_over() {
            return worlds.iter().all(|world| !(self.makes)(world.tricks));
        }
        let mut beaten =
            legal_cards(worlds).into_iter().map(|card| self.beats(&self.worlds_after(worlds, card)));
        if self.is_declarers_turn(worlds) { beaten.all(|beaten| beaten) } else { beaten.any(|beaten| beaten) }
    }

    /// Returns a set for each plan of the defenders: the worlds that the plan beats, as a mask of the numbers given
    /// with the worlds. A set may occur more than once.
    pub(crate) fn beaten_by_each_plan(&self, worlds: &[(usize, OpenWorld)]) -> Vec<u128> {
        let open: Vec<OpenWorld> = worlds.iter().map(|world| world.1).collect();
        let bits = |worlds: &[(usize, OpenWorld)]| worlds.iter().fold(0, |set, world| set | 1 << world.0);
        if open.is_empty() {
            return vec![0];
        }
        if open[0].position.is_over() {
            let failing: Vec<_> =
                worlds.iter().filter(|world| !(self.makes)(world.1.tricks)).copied().collect();
            return vec![bits(&failing)];
        }
        let after = |card: Card| {
            let playing = worlds.iter().filter(|world| world.1.position.legal_cards().contains(card));
            let (places, open): (Vec<usize>, Vec<OpenWorld>) = playing.copied().unzip();
            places.into_iter().zip(self.worlds_after(&open, card)).collect::<Vec<_>>()
        };
        if !self.is_declarers_turn(&open) {
            return legal_cards(&open)
                .into_iter()
                .flat_map(|card| self.beaten_by_each_plan(&after(card)))
                .collect();
        }
        // Chooses one plan after each card of the declarer, in all combinations. A world is beaten if it is beaten
        // after each card that can be played in it.
        let all = bits(worlds);
        legal_cards(&open).into_iter().fold(vec![all], |plans, card| {
            let next = after(card);
            let playing = bits(&next);
            let replies = self.beaten_by_each_plan(&next);
            let both =
                |&plan: &u128| replies.iter().map(move |reply| plan & (reply | !playing)).collect::<Vec<_>>();
            let mut plans: Vec<u128> = plans.iter().flat_map(both).collect();
            plans.sort_unstable();
            plans.dedup();
            plans
        })
    }

    /// Returns the value of the game for the declarer, who can choose among these worlds.
    pub(crate) fn value(&self, worlds: &[OpenWorld]) -> f64 {
        self.solve(worlds, |problem| vec![problem.add_var(1.0, (0.0, 1.0)); worlds.len()])
    }

    /// Returns the value of the game for a declarer who is dealt one of these worlds at random, with probabilities
    /// proportional to `weights`. The value is multiplied by the sum of the weights.
    pub(crate) fn value_of_mix(&self, worlds: &[OpenWorld], weights: &[f64]) -> f64 {
        self.solve(worlds, |problem| {
            weights.iter().map(|&weight| problem.add_var(weight, (0.0, 1.0))).collect()
        })
    }

    /// Returns the value for a declarer who chooses one of the worlds, and the first card if the declarer is to move,
    /// before it is known which of these equally likely layouts was dealt. Each layout has the same worlds.
    ///
    /// The linear programme is that of the defenders: they mix their play on each layout so that no choice of the
    /// declarer has a greater mean chance than the value.
    pub(crate) fn value_before_opening(&self, layouts: &[Vec<OpenWorld>]) -> f64 {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let value = problem.add_var(1.0, (0.0, 1.0));
        let mut chances: BTreeMap<(Option<Card>, usize), LinearForm> = BTreeMap::new();
        for worlds in layouts {
            let root = problem.add_var(0.0, (1.0, 1.0));
            let places: Vec<usize> = (0..worlds.len()).collect();
            if !self.is_declarers_turn(worlds) {
                for (place, chance) in self.add_chances(&mut problem, &places, worlds, root) {
                    chances.entry((None, place)).or_default().extend(chance);
                }
                continue;
            }
            for card in legal_cards(worlds) {
                let playing = |place: &usize| worlds[*place].position.legal_cards().contains(card);
                let playing: Vec<usize> = places.iter().copied().filter(playing).collect();
                let after = self.worlds_after(worlds, card);
                for (place, chance) in self.add_chances(&mut problem, &playing, &after, root) {
                    chances.entry((Some(card), place)).or_default().extend(chance);
                }
            }
        }
        for chance in chances.into_values() {
            let mut row = vec![(value, layouts.len() as f64)];
            row.extend(chance.into_iter().map(|(variable, factor)| (variable, -factor)));
            problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
        }
        problem.solve().expect("a value").into_solution().expect("no limit").objective()
    }

    /// Solves a linear programme in sequence form: its variables are the probabilities with which the defenders play
    /// each sequence of their cards. `add_bounds` returns a variable for each world; constraints make it at least the
    /// declarer's chance in this world.
    fn solve(&self, worlds: &[OpenWorld], add_bounds: impl FnOnce(&mut Problem) -> Vec<Variable>) -> f64 {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let bounds = add_bounds(&mut problem);
        let root = problem.add_var(0.0, (1.0, 1.0));
        let places: Vec<usize> = (0..worlds.len()).collect();
        for (place, chance) in self.add_chances(&mut problem, &places, worlds, root) {
            let mut row = vec![(bounds[place], 1.0)];
            row.extend(chance.into_iter().map(|(variable, factor)| (variable, -factor)));
            problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
        }
        problem.solve().expect("a value").into_solution().expect("no limit").objective()
    }

    /// Adds to the linear programme the variables and constraints for the rest of the play; `probability` is the
    /// variable for the probability of the defenders' cards so far. Returns, for each world, the declarer's chance
    /// multiplied by this probability.
    fn add_chances(
        &self,
        problem: &mut Problem,
        places: &[usize],
        worlds: &[OpenWorld],
        probability: Variable,
    ) -> Vec<(usize, LinearForm)> {
        if worlds[0].position.is_over() {
            let chance = |world: &OpenWorld| f64::from(u8::from((self.makes)(world.tricks)));
            return places
                .iter()
                .zip(worlds)
                .map(|(&place, world)| (place, vec![(probability, chance(world))]))
                .collect();
        }
        let mut chances: Vec<(usize, LinearForm)> = places.iter().map(|&place| (place, Vec::new())).collect();
        if !self.is_declarers_turn(worlds) {
            let mut split = vec![(probability, -1.0)];
            for card in legal_cards(worlds) {
                let reply = problem.add_var(0.0, (0.0, 1.0));
                split.push((reply, 1.0));
                let after = self.add_chances(problem, places, &self.worlds_after(worlds, card), reply);
                chances.iter_mut().zip(after).for_each(|(chance, (_, more))| chance.1.extend(more));
            }
            problem.add_constraint(&split, ComparisonOp::Eq, 0.0);
            return chances;
        }
        for chance in &mut chances {
            chance.1.push((problem.add_var(0.0, (0.0, 1.0)), 1.0));
        }
        for card in legal_cards(worlds) {
            let playing: Vec<usize> =
                (0..worlds.len()).filter(|&n| worlds[n].position.legal_cards().contains(card)).collect();
            let next: Vec<OpenWorld> = playing.iter().map(|&n| worlds[n]).collect();
            for (n, after) in
                self.add_chances(problem, &playing, &self.worlds_after(&next, card), probability)
            {
                let mut row = vec![(chances[n].1[0].0, 1.0)];
                row.extend(after.into_iter().map(|(variable, factor)| (variable, -factor)));
                problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
            }
        }
        chances
    }
}

/// Returns the cards that are legal in some world.
fn legal_cards(worlds: &[OpenWorld]) -> Cards {
    worlds.iter().fold(Cards::NONE, |cards, world| cards | world.position.legal_cards())
}
