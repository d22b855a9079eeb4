//! The declarer's best play of a mix of worlds with given weights: a small linear programme for each point of the play.
//!
//! `None` means that the numbers of a solution became too large.

use std::rc::Rc;

use ahash::AHashMap;
use num_integer::Integer;

use super::beaten::{LimitReached, PlanSearch};
use super::matrix::{Fraction, MAX_WORLDS_FOR_SUBSETS, subsets_by_weight};
use super::play::HiddenPlay;
use super::simplex::{Constraint, Optimum, maximize};
use super::worlds::{WorldSet, members, to_set};
use crate::cards::Card;

/// Positive whole numbers, in the order of the worlds. During the play, a weight is proportional to the probability
/// that the declarer drew this world and then played the same cards as in the play so far.
pub(crate) type Weights = Vec<(usize, i128)>;

/// The share of a card in each world in which the declarer plays it.
pub(crate) type Shares = Vec<(usize, Fraction)>;

/// Limit on the numbers in a solution: a product of three of them, times the number of worlds, fits in 128 bits.
const MAX_NUMBER: i128 = 1 << 36;

/// Search for the declarer's best play of a mix of worlds. It also gives up at the limits of the search for plans.
///
/// The weights of the worlds are given, and the defenders know them. Where the declarer is to move, the weight of each
/// world is divided among the cards that can be played in it. The defenders see the card, so after it the mix consists
/// of the weights with which it is played. The chance that the declarer can guarantee is the value of this game, the
/// optimum of a linear programme over the points of the play (Koller, Megiddo and von Stengel 1994). Here each point
/// has a programme of its own, which bounds the chance after each card by the defences found there so far; more
/// defences are added until the bounds hold with equality (Benders 1962). A defence bounds the value for all weights,
/// so points that are reached in several ways share their defences.
pub(crate) struct MixSearch<'a, 'b> {
    pub(super) plans: &'b mut PlanSearch<'a>,
    points: AHashMap<u64, Point>,
}

struct Point {
    defences: Vec<Rc<Defence>>,
    /// By the weights of failing worlds, which have no common divisor.
    solutions: AHashMap<Weights, Rc<MixSolution>>,
}

impl Point {
    fn new() -> Point {
        Point { defences: Vec::new(), solutions: AHashMap::new() }
    }
}

/// Mix of plans, as the upper bound on the declarer's chance that it enforces in each world: `chances` / `scale`.
#[derive(Clone, Debug)]
pub(super) struct Defence {
    chances: Vec<i128>,
    scale: i128,
    #[cfg_attr(
        not(feature = "hands"),
        allow(dead_code, reason = "only values of hands have certificates of mixes")
    )]
    pub(super) moves: DefenceMoves,
}

#[cfg_attr(
    not(feature = "hands"),
    allow(dead_code, reason = "only values of hands have certificates of mixes")
)]
#[derive(Clone, Debug)]
pub(super) enum DefenceMoves {
    Plan(WorldSet),
    Card(Card, Rc<Defence>),
    /// After each card of the declarer, the defences of which one is drawn, with a probability proportional to its
    /// price times its scale.
    Replies(Vec<(Card, PricedDefences)>),
}

/// Defences that bound the chance at one point, each with the price of its bound.
type PricedDefences = Vec<(i128, Rc<Defence>)>;

impl Defence {
    /// Each with its probability.
    #[cfg(feature = "hands")]
    pub(super) fn drawn(priced: &[(i128, Rc<Defence>)]) -> Option<Vec<(Fraction, Rc<Defence>)>> {
        let weights: Option<Vec<i128>> =
            priced.iter().map(|(price, defence)| price.checked_mul(defence.scale)).collect();
        let weights = weights?;
        let sum = weights.iter().try_fold(0, |sum: i128, weight| sum.checked_add(*weight))?;
        let drawn = weights.into_iter().zip(priced);
        Some(drawn.map(|(weight, (_, defence))| (Fraction::new(weight, sum), Rc::clone(defence))).collect())
    }

    /// Times the sum of the weights.
    pub(super) fn chance(&self, weights: &Weights) -> Fraction {
        let sum = weights.iter().map(|&(world, weight)| self.chances[world] * weight).sum();
        Fraction::new(sum, self.scale)
    }

    fn is_at_least_as_good(&self, other: &Defence) -> bool {
        let mut pairs = self.chances.iter().zip(&other.chances);
        pairs.all(|(chance, other_chance)| chance * other.scale <= other_chance * self.scale)
    }
}

struct MixSolution {
    /// Leaves no more than the chance that the declarer can guarantee.
    defence: Rc<Defence>,
    /// Each with the weights with which it is played, all multiplied by one common factor. Empty where a defender is to
    /// move, or where the worlds are played alike.
    cards: Vec<(Card, Weights)>,
}

/// The declarer's way of playing a mix at one point of the play.
pub(crate) enum DeclarerChoice {
    /// From here on all worlds are played alike, always with a card after which no plan beats all those still possible.
    Alike,
    /// Each card comes with the weights of the worlds in which it is played, and with its probability in each. Worlds
    /// in which the declarer has no chance are left out.
    Cards(Vec<(Card, Weights, Shares)>),
    /// A defender is to move.
    Reply,
}

impl<'a, 'b> MixSearch<'a, 'b> {
    pub(crate) fn new(plans: &'b mut PlanSearch<'a>) -> MixSearch<'a, 'b> {
        MixSearch { plans, points: AHashMap::new() }
    }

    /// All these worlds fail with open cards.
    pub(crate) fn best_mix(
        &mut self,
        play: &HiddenPlay,
        worlds: &[usize],
    ) -> Option<(Fraction, Vec<(usize, Fraction)>)> {
        let set = to_set(worlds.iter().copied());
        let division = self.divide(&[(*play, set)], &[(set, 1)])?;
        let mix = &division.parts[0];
        let total = mix.iter().map(|&(_, weight)| weight).sum();
        let mix: Vec<(usize, Fraction)> =
            mix.iter().map(|&(world, weight)| (world, Fraction::new(weight, total))).collect();
        whole_weights(&mix)?;
        Some((Fraction::new(division.value, total), mix))
    }

    /// Times the sum of the weights.
    pub(crate) fn chance(&mut self, play: &HiddenPlay, weights: &Weights) -> Option<Fraction> {
        let solution = self.solve(play, weights)?;
        Some(solution.defence.chance(weights))
    }

    /// The chance, times the sum of the weights, and for each world an upper bound on its chance against a best mix of
    /// the defenders' plans. With these weights the bounds have the same sum as the chance.
    #[cfg(feature = "hands")]
    pub(crate) fn best_defence(
        &mut self,
        play: &HiddenPlay,
        weights: &Weights,
    ) -> Option<(Fraction, Vec<Fraction>)> {
        let defence = self.defence(play, weights)?;
        let bounds = defence.chances.iter().map(|&chance| Fraction::new(chance, defence.scale));
        Some((defence.chance(weights), bounds.collect()))
    }

    /// Leaves the declarer exactly [`MixSearch::chance`].
    #[cfg(feature = "hands")]
    pub(super) fn defence(&mut self, play: &HiddenPlay, weights: &Weights) -> Option<Rc<Defence>> {
        Some(Rc::clone(&self.solve(play, weights)?.defence))
    }

    /// Guarantees [`MixSearch::chance`]. All worlds must fail with open cards, and no plan may beat them together.
    pub(super) fn choice(&mut self, play: &HiddenPlay, weights: &Weights) -> Option<DeclarerChoice> {
        let solution = self.solve(play, weights)?;
        if solution.defence.chance(weights) == Fraction::from(smallest_weight(weights)) {
            return Some(DeclarerChoice::Alike);
        }
        if !play.is_declarers_turn() {
            return Some(DeclarerChoice::Reply);
        }
        let total = |world: usize| {
            let all = solution.cards.iter().flat_map(|(_, weights)| weights);
            all.filter(|&&(other, _)| other == world).map(|&(_, weight)| weight).sum::<i128>()
        };
        let shares = |weights: &Weights| {
            weights.iter().map(|&(world, weight)| (world, Fraction::new(weight, total(world)))).collect()
        };
        let cards = solution.cards.iter();
        let cards = cards.map(|(card, weights)| (*card, weights.clone(), shares(weights)));
        Some(DeclarerChoice::Cards(cards.collect()))
    }

    fn solve(&mut self, play: &HiddenPlay, weights: &Weights) -> Option<Rc<MixSolution>> {
        let failing = self.plans.failing_worlds(play, weighted_worlds(weights));
        let failing = weights.iter().copied().filter(|&(world, _)| failing >> world & 1 == 1);
        let (weights, _) = reduce(failing.collect());
        let key = play.key();
        if let Some(known) = self.points.get(&key).and_then(|point| point.solutions.get(&weights)) {
            return Some(Rc::clone(known));
        }
        let solution = if let Some(defence) = self.defend_at_once(play, &weights).ok()? {
            Rc::new(MixSolution { defence: Rc::new(defence), cards: Vec::new() })
        } else if play.is_declarers_turn() {
            Rc::new(self.split(play, &weights)?)
        } else {
            Rc::new(MixSolution { defence: self.reply(play, &weights)?, cards: Vec::new() })
        };
        let point = self.points.entry(key).or_insert_with(Point::new);
        if !point.defences.iter().any(|known| known.is_at_least_as_good(&solution.defence)) {
            point.defences.retain(|known| !solution.defence.is_at_least_as_good(known));
            point.defences.push(Rc::clone(&solution.defence));
        }
        point.solutions.insert(weights, Rc::clone(&solution));
        Some(solution)
    }

    /// A best defence without a linear programme: a single plan that holds the declarer to the chance that playing all
    /// worlds alike guarantees. All worlds fail with open cards.
    fn defend_at_once(
        &mut self,
        play: &HiddenPlay,
        weights: &Weights,
    ) -> Result<Option<Defence>, LimitReached> {
        let set = weighted_worlds(weights);
        if self.plans.beats(play, set)? {
            return Ok(Some(self.plan_defence(set)));
        }
        // The declarer who plays all worlds alike, always with a card after which no plan beats all worlds that are
        // left, makes the contract in at least one of them, and so can guarantee the weight of the lightest world. A
        // plan that leaves no more than this weight beats all worlds except one of the lightest.
        let least = smallest_weight(weights);
        if weights.len() > MAX_WORLDS_FOR_SUBSETS {
            let lightest = weights.iter().filter(|&&(_, weight)| weight == least);
            for part in lightest.map(|&(world, _)| set & !(1 << world)) {
                if self.plans.beats(play, part)? {
                    return Ok(Some(self.plan_defence(part)));
                }
            }
            return Ok(None);
        }
        // The beaten sets found on the way are good first bounds for linear programmes.
        let subsets = subsets_by_weight(weights);
        let total = subsets[0].1;
        for (part, weight) in subsets {
            if self.plans.beats(play, part)? {
                return Ok((total - weight == least).then(|| self.plan_defence(part)));
            }
        }
        Ok(None)
    }

    fn plan_defence(&self, beaten: WorldSet) -> Defence {
        let chances = (0..self.plans.worlds.list.len()).map(|world| i128::from(beaten >> world & 1 == 0));
        Defence { chances: chances.collect(), scale: 1, moves: DefenceMoves::Plan(beaten) }
    }

    fn reply(&mut self, play: &HiddenPlay, weights: &Weights) -> Option<Rc<Defence>> {
        // The defenders know the weights, so a single card is best.
        let mut best: Option<(Fraction, Card, Rc<Defence>)> = None;
        for card in play.distinct_defender_moves() {
            let after = play.play_after(card);
            if let Some((chance, ..)) = &best
                && self.chance_if_alike(&after, weights).ok()? >= *chance
            {
                continue;
            }
            let solution = self.solve(&after, weights)?;
            let chance = solution.defence.chance(weights);
            if best.as_ref().is_none_or(|(least, ..)| chance < *least) {
                best = Some((chance, card, Rc::clone(&solution.defence)));
            }
        }
        best.map(|(_, card, rest)| {
            let chances = rest.chances.clone();
            Rc::new(Defence { chances, scale: rest.scale, moves: DefenceMoves::Card(card, rest) })
        })
    }

    fn chance_if_alike(&mut self, play: &HiddenPlay, weights: &Weights) -> Result<Fraction, LimitReached> {
        let failing = self.plans.failing_worlds(play, weighted_worlds(weights));
        let is_failing = |&(world, _): &(usize, i128)| failing >> world & 1 == 1;
        let (rest, made): (Weights, Weights) = weights.iter().copied().partition(is_failing);
        let made: i128 = made.into_iter().map(|(_, weight)| weight).sum();
        let alike = if self.plans.beats(play, failing)? { 0 } else { smallest_weight(&rest) };
        Ok(Fraction::from(made + alike))
    }

    fn split(&mut self, play: &HiddenPlay, weights: &Weights) -> Option<MixSolution> {
        let cards = self.plans.worlds.declarer_cards(play, weighted_worlds(weights));
        let parts: Vec<(HiddenPlay, WorldSet)> =
            cards.iter().map(|&(card, worlds)| (play.play_after(card), worlds)).collect();
        let limits: Vec<(WorldSet, i128)> =
            weights.iter().map(|&(world, weight)| (1 << world, weight)).collect();
        let division = self.divide(&parts, &limits)?;
        let mut chances = vec![division.scale; self.plans.worlds.list.len()];
        for (&(world, _), &price) in weights.iter().zip(&division.prices) {
            chances[world] = price;
        }
        let divisor = chances.iter().fold(division.scale, |divisor, chance| divisor.gcd(chance));
        chances.iter_mut().for_each(|chance| *chance /= divisor);
        let replies = cards.iter().map(|&(card, _)| card).zip(division.defences).collect();
        let moves = DefenceMoves::Replies(replies);
        let defence = Defence { chances, scale: division.scale / divisor, moves };
        let cards = cards.into_iter().map(|(card, _)| card).zip(division.parts);
        let cards = cards.filter(|(_, weights)| !weights.is_empty()).collect();
        Some(MixSolution { defence: Rc::new(defence), cards })
    }

    fn known_defences(&mut self, play: &HiddenPlay, worlds: WorldSet) -> Vec<Rc<Defence>> {
        // A plan that beats nothing is always known.
        let beaten = match play.result_if_decided() {
            Some(true) => Vec::new(),
            Some(false) => vec![worlds],
            None => self.plans.known_beaten_sets(play, worlds),
        };
        let plans = std::iter::once(0).chain(beaten).map(|set| Rc::new(self.plan_defence(set)));
        let known = self.points.get(&play.key()).map_or(&[][..], |point| &point.defences);
        plans.chain(known.iter().cloned()).collect()
    }

    /// Divides weights among several points of the play so that the sum of the chances there is largest. The total
    /// weight of the worlds of each set in `limits` is at most its limit.
    fn divide(&mut self, parts: &[(HiddenPlay, WorldSet)], limits: &[(WorldSet, i128)]) -> Option<Division> {
        let mut defences: Vec<Vec<Rc<Defence>>> =
            parts.iter().map(|(play, worlds)| self.known_defences(play, *worlds)).collect();
        loop {
            self.plans.count_set().ok()?;
            self.plans.poll();
            let division = Division::find(parts, limits, &defences)?;
            let mut is_exact = true;
            for (n, (play, _)) in parts.iter().enumerate() {
                let (weights, factor) = reduce(division.parts[n].clone());
                if weights.is_empty() {
                    continue;
                }
                let solution = self.solve(play, &weights)?;
                if solution.defence.chance(&weights) * factor < Fraction::from(division.chances[n]) {
                    is_exact = false;
                    defences[n].push(Rc::clone(&solution.defence));
                }
            }
            if is_exact {
                return Some(division);
            }
        }
    }
}

/// All numbers are multiples of 1 / `scale`.
struct Division {
    scale: i128,
    value: i128,
    /// By point.
    parts: Vec<Weights>,
    /// By point, upper bounds.
    chances: Vec<i128>,
    /// By how much the sum of the chances grows for each unit by which a limit is raised.
    prices: Vec<i128>,
    /// By point, with the price of each.
    defences: Vec<PricedDefences>,
}

impl Division {
    /// Only these defences bound the chance at each point.
    fn find(
        parts: &[(HiddenPlay, WorldSet)],
        limits: &[(WorldSet, i128)],
        defences: &[Vec<Rc<Defence>>],
    ) -> Option<Division> {
        // Each point has a variable for the bound on its chance, and one for the weight of each world.
        let columns: Vec<(usize, usize)> = (parts.iter().enumerate())
            .flat_map(|(n, &(_, worlds))| members(worlds).map(move |world| (n, world)))
            .collect();
        let width = parts.len() + columns.len();
        let mut constraints = Vec::new();
        for (n, defence) in
            defences.iter().enumerate().flat_map(|(n, known)| known.iter().map(move |one| (n, one)))
        {
            let mut factors = vec![0; width];
            factors[n] = defence.scale;
            for (factor, &(part, world)) in factors[parts.len()..].iter_mut().zip(&columns) {
                if part == n {
                    *factor = -defence.chances[world];
                }
            }
            constraints.push(Constraint { factors, limit: 0 });
        }
        let first_limit = constraints.len();
        for &(set, limit) in limits {
            let mut factors = vec![0; parts.len()];
            factors.extend(columns.iter().map(|&(_, world)| (set >> world & 1) as i128));
            constraints.push(Constraint { factors, limit });
        }
        let objective: Vec<i128> = (0..width).map(|n| i128::from(n < parts.len())).collect();
        let Optimum { scale, value, variables, prices } = maximize(&objective, &constraints)?;
        let (bound_prices, prices) = prices.split_at(first_limit);
        let mut bound_prices = bound_prices.iter();
        let divisor = variables.iter().chain(prices).fold(scale, |divisor, number| divisor.gcd(number));
        let reduce = |numbers: &[i128]| numbers.iter().map(|number| number / divisor).collect::<Vec<i128>>();
        let (scale, variables, prices) = (scale / divisor, reduce(&variables), reduce(prices));
        if variables.iter().chain(&prices).chain([&scale]).any(|&number| number > MAX_NUMBER) {
            return None;
        }
        let mut weights = vec![Weights::new(); parts.len()];
        for (&(n, world), &weight) in columns.iter().zip(&variables[parts.len()..]) {
            if weight > 0 {
                weights[n].push((world, weight));
            }
        }
        let chances = variables[..parts.len()].to_vec();
        let priced = |known: &Vec<Rc<Defence>>| {
            let prices: Vec<i128> = bound_prices.by_ref().take(known.len()).copied().collect();
            let divisor = prices.iter().fold(0, |divisor: i128, price| divisor.gcd(price)).max(1);
            let positive = prices.into_iter().zip(known).filter(|&(price, _)| price > 0);
            positive.map(|(price, known)| (price / divisor, Rc::clone(known))).collect()
        };
        let defences = defences.iter().map(priced).collect();
        Some(Division { scale, value: value / divisor, parts: weights, chances, prices, defences })
    }
}

fn smallest_weight(weights: &Weights) -> i128 {
    weights.iter().map(|&(_, weight)| weight).min().unwrap_or(0)
}

/// The quotients, and the greatest common divisor.
pub(super) fn reduce(weights: Weights) -> (Weights, i128) {
    let divisor = weights.iter().fold(0, |divisor: i128, (_, weight)| divisor.gcd(weight)).max(1);
    (weights.into_iter().map(|(world, weight)| (world, weight / divisor)).collect(), divisor)
}

pub(crate) fn weighted_worlds(weights: &Weights) -> WorldSet {
    to_set(weights.iter().map(|&(world, _)| world))
}

/// The mix in whole numbers without a common divisor.
pub(super) fn whole_weights(mix: &[(usize, Fraction)]) -> Option<Weights> {
    let mut scale = 1;
    for (_, weight) in mix {
        scale = weight.denom().checked_mul(scale / scale.gcd(weight.denom()))?;
    }
    let whole = mix.iter().map(|&(world, weight)| (world, weight.numer() * (scale / weight.denom())));
    (scale <= MAX_NUMBER).then(|| reduce(whole.collect()).0)
}
