//! The guarantees of strategies when the discard is hidden, checked by the rules of play alone, with exact fractions.
//!
//! Cards of one hand with no other player's card between them are *equal*: they win the same tricks. A strategy may reply
//! to a card as to an equal card.

use std::collections::{BTreeSet, HashMap};

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul};
use preference::hand_values::certificate::{DefenceNode, DrawnNode, Probability};
use preference::position::Position;
use preference::questions::catch::{MixNode, PlanNode};
use preference::rules::Goal;
use preference::{Card, Cards, Seat};

/// Weight of a discard, or a chance.
pub(crate) type Weight = Ratio<i128>;

pub(crate) fn fraction(probability: Probability) -> Weight {
    let (numerator, denominator) = probability.terms();
    Weight::new(numerator, denominator)
}

const TOO_LARGE: &str = "the numbers are too large to be checked";

pub(crate) fn added(one: Weight, other: Weight) -> Result<Weight, String> {
    one.checked_add(&other).ok_or_else(|| TOO_LARGE.to_owned())
}

pub(crate) fn multiplied(one: Weight, other: Weight) -> Result<Weight, String> {
    one.checked_mul(&other).ok_or_else(|| TOO_LARGE.to_owned())
}

/// The play after one of the possible discards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct World {
    /// Place of the discard in the list to which the strategies refer.
    pub(crate) number: u8,
    pub(crate) position: Position,
    /// Goal of the declarer in the tricks still to be played.
    pub(crate) goal: Goal,
}

impl World {
    /// `None` while the contract can still go either way.
    fn result(&self) -> Option<bool> {
        self.goal.verdict(self.position.tricks_left())
    }

    pub(crate) fn after_card(mut self, card: Card) -> Option<World> {
        if let Some(winner) = self.position.play(card).ok()? {
            self.goal = self.goal.after_trick(winner);
        }
        Some(self)
    }

    fn are_equal_and_legal(&self, card: Card, other: Card) -> bool {
        // No card of another hand or of the current trick ranks between equal cards.
        let legal = self.position.legal_cards();
        if card.suit() != other.suit() || !legal.contains(card) || !legal.contains(other) {
            return false;
        }
        let seats = self.position.to_move().others().into_iter();
        let others = seats.fold(Cards::NONE, |cards, seat| cards | self.position.hand(seat));
        let others = others | self.position.trick().collect::<Cards>();
        let (low, high) = (card.min(other), card.max(other));
        !others.in_suit(card.suit()).iter().any(|between| low < between && between < high)
    }

    fn distinct_legal_cards(&self) -> Cards {
        let legal = self.position.legal_cards();
        let has_lower =
            |card: Card| legal.iter().any(|other| other < card && self.are_equal_and_legal(card, other));
        legal.iter().filter(|&card| !has_lower(card)).collect()
    }
}

/// Worlds with their weights.
pub(crate) type WeightedWorlds = Vec<(World, Weight)>;

/// Checks strategies after one layout of the cards.
pub(crate) struct StrategyChecker {
    declarer: Seat,
    /// For each position and goal, whether the contract is made if all players see all cards.
    made_with_open_cards: HashMap<(Position, Goal), bool>,
    /// The results of `guaranteed_weight`, for a node of the mix and the worlds at this node.
    guaranteed: HashMap<(u32, WeightedWorlds), Weight>,
    /// The results of `chances`, for a node of the defence and the worlds at this node.
    chances: HashMap<(u32, Vec<World>), Vec<Weight>>,
}

impl StrategyChecker {
    pub(crate) fn new(declarer: Seat) -> StrategyChecker {
        StrategyChecker {
            declarer,
            made_with_open_cards: HashMap::new(),
            guaranteed: HashMap::new(),
            chances: HashMap::new(),
        }
    }

    /// Confirms that a plan of the defenders beats all these worlds, whatever the declarer plays.
    pub(crate) fn check_plan(&mut self, plan: &PlanNode, mut worlds: Vec<World>) -> Result<(), String> {
        for &card in &plan.play {
            if worlds.iter().any(|world| world.position.to_move() == self.declarer) {
                return Err(format!("the plan plays {card} for the declarer"));
            }
            let after: Option<Vec<World>> = worlds.iter().map(|world| world.after_card(card)).collect();
            worlds = after.ok_or_else(|| format!("{card} is not legal"))?;
        }
        let Some(&first) = worlds.first() else { return Ok(()) };
        match first.result() {
            Some(true) => return Err("the declarer makes the contract against the plan".to_owned()),
            Some(false) => return Ok(()),
            None => {}
        }
        if plan.then.is_empty() {
            let is_beaten = worlds.len() == 1 && !self.is_made_with_open_cards(&first.position, first.goal);
            return if is_beaten { Ok(()) } else { Err("the plan ends too early".to_owned()) };
        }
        for card in worlds.iter().fold(Cards::NONE, |cards, world| cards | world.position.legal_cards()) {
            let after: Vec<World> = worlds.iter().filter_map(|world| world.after_card(card)).collect();
            if let Some(then) = plan.then.get(&card) {
                self.check_plan(then, after)?;
                continue;
            }
            // The plan has no reply to this card, so the defenders reply as to an equal card. The two cards must be
            // equal in all worlds in which this card is legal, since the defenders cannot tell these worlds apart. The
            // reply is checked when this loop reaches the equal card, in all worlds that hold it.
            let holders = worlds.iter().filter(|world| world.position.legal_cards().contains(card));
            let is_equal =
                |other: &Card| holders.clone().all(|world| world.are_equal_and_legal(card, *other));
            if !plan.then.keys().any(is_equal) {
                return Err(format!("there is no reply to {card}"));
            }
        }
        Ok(())
    }

    /// The weight that the declarer's mix guarantees from the node `place` of `nodes` on: the total weight of
    /// the worlds in which the declarer makes the contract, against the best defence.
    pub(crate) fn guaranteed_weight(
        &mut self,
        nodes: &[MixNode],
        place: u32,
        mut worlds: WeightedWorlds,
    ) -> Result<Weight, String> {
        let key = (place, worlds.clone());
        if let Some(&known) = self.guaranteed.get(&key) {
            return Ok(known);
        }
        let node = nodes.get(place as usize).ok_or_else(|| format!("there is no node {place}"))?;
        let mut sum = Weight::from(0);
        for number in &node.made {
            let found = worlds.iter().position(|(world, _)| world.number == *number);
            let (world, weight) =
                worlds.remove(found.ok_or_else(|| format!("discard {number} is not possible here"))?);
            if !self.is_made_with_open_cards(&world.position, world.goal) {
                return Err(format!("the contract fails with open cards after discard {number}"));
            }
            sum = added(sum, weight)?;
        }
        let to_move = worlds.first().map(|(world, _)| world.position.to_move());
        if !node.play.is_empty() {
            if to_move.is_some_and(|seat| seat != self.declarer) {
                return Err("the mix plays a card for a defender".to_owned());
            }
            for (card, after) in play_mix(node, &worlds)? {
                let then = *node.then.get(&card).ok_or_else(|| format!("no node follows {card}"))?;
                sum = added(sum, self.guaranteed_weight(nodes, then, after)?)?;
            }
        } else if let (false, Some(seat)) = (node.then.is_empty(), to_move) {
            if seat == self.declarer {
                return Err("the declarer's card is missing".to_owned());
            }
            let mut least: Option<Weight> = None;
            for card in worlds[0].0.position.legal_cards() {
                // If the mix has no reply to this card, the declarer replies as to a card that is equal to it in all
                // worlds.
                let is_equal =
                    |other: &&Card| worlds.iter().all(|(world, _)| world.are_equal_and_legal(card, **other));
                let equal = || node.then.keys().find(is_equal).copied().unwrap_or(card);
                let replied_to = if node.then.contains_key(&card) { card } else { equal() };
                let then =
                    *node.then.get(&replied_to).ok_or_else(|| format!("there is no reply to {card}"))?;
                let after =
                    worlds.iter().map(|&(world, weight)| Some((world.after_card(replied_to)?, weight)));
                let after: Option<WeightedWorlds> = after.collect();
                let after = after.ok_or_else(|| format!("{replied_to} is not legal"))?;
                let guaranteed = self.guaranteed_weight(nodes, then, after)?;
                least = Some(least.map_or(guaranteed, |least| least.min(guaranteed)));
            }
            sum = added(sum, least.ok_or("a defender has no card")?)?;
        }
        self.guaranteed.insert(key, sum);
        Ok(sum)
    }

    /// The weight to which the defenders' mix holds the declarer: the total weight of the worlds, each times the
    /// largest chance of the declarer in it.
    pub(crate) fn defended_weight(
        &mut self,
        nodes: &[DefenceNode],
        worlds: &WeightedWorlds,
    ) -> Result<Weight, String> {
        let open: Vec<World> = worlds.iter().map(|&(world, _)| world).collect();
        let chances = self.chances(nodes, 0, &open)?;
        let mut sum = Weight::from(0);
        for (&(_, weight), chance) in worlds.iter().zip(chances) {
            sum = added(sum, multiplied(weight, chance)?)?;
        }
        Ok(sum)
    }

    /// For each world, the largest chance of a declarer who knows the defenders' mix. It is 1 where the defence has
    /// nothing to say.
    fn chances(
        &mut self,
        nodes: &[DefenceNode],
        place: u32,
        worlds: &[World],
    ) -> Result<Vec<Weight>, String> {
        let key = (place, worlds.to_vec());
        if let Some(known) = self.chances.get(&key) {
            return Ok(known.clone());
        }
        let node =
            nodes.get(place as usize).ok_or_else(|| format!("there is no node {place} of the defence"))?;
        let mut chances = vec![Weight::from(1); worlds.len()];
        if let Some(plan) = &node.plan {
            let beaten: Vec<World> =
                worlds.iter().filter(|world| node.beats.contains(&world.number)).copied().collect();
            self.check_plan(plan, beaten)?;
            let both = chances.iter_mut().zip(worlds);
            both.filter(|(_, world)| node.beats.contains(&world.number))
                .for_each(|(chance, _)| *chance = Weight::from(0));
        } else if let Some(first) = worlds.first().filter(|_| !node.then.is_empty()) {
            if first.position.to_move() == self.declarer {
                chances = self.chances_after_leads(nodes, node, worlds)?;
            } else {
                let (&card, drawn) = node.then.first_key_value().ok_or("the defence has no card")?;
                if node.then.len() > 1 {
                    return Err("the defence has two cards at once".to_owned());
                }
                let after: Option<Vec<World>> = worlds.iter().map(|world| world.after_card(card)).collect();
                let after = after.ok_or_else(|| format!("{card} is not legal"))?;
                chances = self.drawn_chances(nodes, drawn, &after)?;
            }
        }
        self.chances.insert(key, chances.clone());
        Ok(chances)
    }

    fn chances_after_leads(
        &mut self,
        nodes: &[DefenceNode],
        node: &DefenceNode,
        worlds: &[World],
    ) -> Result<Vec<Weight>, String> {
        let mut best = vec![Weight::from(0); worlds.len()];
        for card in worlds.iter().fold(Cards::NONE, |cards, world| cards | world.position.legal_cards()) {
            let holders: Vec<usize> = (0..worlds.len())
                .filter(|&place| worlds[place].position.legal_cards().contains(card))
                .collect();
            let chances = if let Some(drawn) = node.then.get(&card) {
                let after: Vec<World> =
                    holders.iter().filter_map(|&place| worlds[place].after_card(card)).collect();
                self.drawn_chances(nodes, drawn, &after)?
            } else {
                // As in `check_plan`: the reply to an equal card is checked when the loop reaches that card.
                let is_equal = |other: &Card| {
                    holders.iter().all(|&place| worlds[place].are_equal_and_legal(card, *other))
                };
                if node.then.keys().any(is_equal) {
                    continue;
                }
                vec![Weight::from(1); holders.len()]
            };
            for (&place, chance) in holders.iter().zip(chances) {
                best[place] = best[place].max(chance);
            }
        }
        Ok(best)
    }

    fn drawn_chances(
        &mut self,
        nodes: &[DefenceNode],
        drawn: &[DrawnNode],
        worlds: &[World],
    ) -> Result<Vec<Weight>, String> {
        let mut sum = Weight::from(0);
        let mut chances = vec![Weight::from(0); worlds.len()];
        for DrawnNode { share, node, .. } in drawn {
            let share = fraction(*share);
            sum = added(sum, share)?;
            for (chance, more) in chances.iter_mut().zip(self.chances(nodes, *node, worlds)?) {
                *chance = added(*chance, multiplied(share, more)?)?;
            }
        }
        if sum != Weight::from(1) {
            return Err(format!("the shares of the defence have the sum {sum}"));
        }
        Ok(chances)
    }

    pub(crate) fn is_made_with_open_cards(&mut self, position: &Position, goal: Goal) -> bool {
        let world = World { number: 0, position: *position, goal };
        if let Some(made) = world.result() {
            return made;
        }
        if let Some(&known) = self.made_with_open_cards.get(&(*position, goal)) {
            return known;
        }
        let is_declarer = position.to_move() == self.declarer;
        let mut after = world.distinct_legal_cards().iter().filter_map(|card| world.after_card(card));
        // The seat to move needs a single card that leads to its side's result: contract made or contract beaten.
        let made = after
            .any(|after| self.is_made_with_open_cards(&after.position, after.goal) == is_declarer)
            == is_declarer;
        self.made_with_open_cards.insert((*position, goal), made);
        made
    }
}

fn play_mix(node: &MixNode, worlds: &[(World, Weight)]) -> Result<Vec<(Card, WeightedWorlds)>, String> {
    let mut total = [Weight::from(0); 66];
    let mut played = Vec::new();
    for (card, numbers) in &node.play {
        let whole = || vec![Weight::from(1); numbers.len()];
        let shares = node.shares.get(card);
        let shares =
            shares.map_or_else(whole, |shares| shares.iter().map(|&share| fraction(share)).collect());
        if shares.len() != numbers.len() {
            return Err(format!("the shares of {card} do not match its discards"));
        }
        if numbers.iter().collect::<BTreeSet<_>>().len() < numbers.len() {
            return Err(format!("{card} lists a discard twice"));
        }
        let mut after = Vec::new();
        for (&number, share) in numbers.iter().zip(shares) {
            let found = worlds.iter().find(|(world, _)| world.number == number);
            let &(world, weight) = found.ok_or_else(|| format!("discard {number} is not possible here"))?;
            let total = &mut total[usize::from(number)];
            *total = added(*total, share)?;
            if *total > Weight::from(1) {
                return Err(format!("the shares of discard {number} have a sum over 1"));
            }
            after.push((
                world.after_card(*card).ok_or_else(|| format!("{card} is not legal"))?,
                multiplied(weight, share)?,
            ));
        }
        played.push((*card, after));
    }
    Ok(played)
}
