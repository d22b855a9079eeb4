//! Checks the strategies in answers to the question `catch`. It reads the answers from standard input, one per line:
//!
//! ```text
//! pref catch -d F -c misere --rules russian --plan --format json < deals.txt | cargo run --example check_catch
//! ```
//!
//! The checker uses only the rules of play and no code of the search. It confirms that every plan of the defenders
//! beats the discards that the answer lists for the plan, whatever the declarer plays; that the defenders' mix of plans
//! holds the declarer's chance to the upper bound, whatever the discard; and that the declarer's mix guarantees the
//! lower bound against every defence.
//!
//! Cards of one hand with no other player's card between them are *equal*: they win the same tricks. So discards that
//! differ only in equal cards count as one, and a strategy may reply to a card as to an equal card.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::io::BufRead;

use preference::outcomes::discards;
use preference::position::Position;
use preference::questions::catch::{CatchAnswer, MixNode, PlanNode};
use preference::rules::Goal;
use preference::situation::Leader;
use preference::{Card, Cards, Deal, Seat, Situation, Variant};

/// Tolerance for weights, which are rounded in the answers.
const ROUNDING_TOLERANCE: f64 = 1e-9;

/// The play after one of the possible discards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct World {
    /// Index of the discard in the answer's list of discards.
    number: u8,
    position: Position,
    /// Goal of the declarer in the tricks still to be played.
    goal: Goal,
}

impl World {
    /// `None` while the contract can still go either way.
    fn result(&self) -> Option<bool> {
        self.goal.verdict(self.position.tricks_left())
    }

    fn after_card(mut self, card: Card) -> Option<World> {
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
type WeightedWorlds = Vec<(World, f64)>;

/// Checks an answer about one deal.
pub(crate) struct Checker {
    declarer: Seat,
    worlds: Vec<World>,
    /// For each position and goal, whether the contract is made if all players see all cards.
    made_with_open_cards: HashMap<(Position, Goal), bool>,
    /// The results of `guaranteed_weight`. A key is a node of the mix and the worlds at this node, each with the bits
    /// of its weight.
    guaranteed: HashMap<(u32, Vec<(World, u64)>), f64>,
}

impl Checker {
    pub(crate) fn new(situation: &Situation, answer: &CatchAnswer) -> Result<Checker, Box<dyn Error>> {
        let declarer = situation.declarer()?;
        let mut listed = Vec::new();
        let mut worlds = Vec::new();
        for (number, discard) in answer.discards.iter().enumerate() {
            if discard.equal.iter().any(|&other| !are_equal(situation, declarer, discard.discard, other)) {
                return Err(format!("the discards in group {number} are not equal").into());
            }
            let situation = situation.clone().with_discard(discard.discard);
            let play = situation.play()?;
            let target = situation.rules().target(play.contract(), false);
            let world =
                World { number: number as u8, position: *play.position(), goal: target.goal(declarer) };
            worlds.push(replay(&situation, world));
            listed.extend(std::iter::once(discard.discard).chain(discard.equal.iter().copied()));
        }
        for discard in discards::discard_pairs(situation.rules(), &situation.deal()?, declarer) {
            let is_possible = situation.clone().with_discard(discard).play().is_ok();
            if listed.iter().filter(|&&cards| cards == discard).count() != usize::from(is_possible) {
                return Err(
                    format!("discard {discard} is not listed exactly once, or is not possible").into()
                );
            }
        }
        Ok(Checker { declarer, worlds, made_with_open_cards: HashMap::new(), guaranteed: HashMap::new() })
    }

    /// Checks the bounds on the declarer's chance in an answer with plans, and the strategies that guarantee the
    /// bounds.
    pub(crate) fn check(&mut self, answer: &CatchAnswer) -> Result<(), String> {
        let plan_weights: Vec<f64> = answer.plans.iter().map(|plan| plan.weight).collect();
        check_mix("plans", &plan_weights, !answer.plans.is_empty())?;
        let weights: Vec<f64> = answer.discards.iter().map(|discard| discard.weight).collect();
        check_mix("discards", &weights, answer.chance.low > 0.0)?;
        let mut beaten = vec![0.0; self.worlds.len()];
        for (n, plan) in answer.plans.iter().enumerate() {
            let beats: BTreeSet<u8> = plan.beats.iter().copied().collect();
            let worlds: Option<Vec<World>> =
                beats.iter().map(|&number| self.worlds.get(usize::from(number)).copied()).collect();
            let worlds = worlds.ok_or_else(|| format!("plan {n} beats a discard that is not listed"))?;
            let tree = plan.plan.as_ref().ok_or("the answer has no plans: ask with --plan")?;
            self.check_plan(tree, worlds).map_err(|error| format!("plan {n}: {error}"))?;
            beats.iter().for_each(|&number| beaten[usize::from(number)] += plan.weight);
        }
        for (number, weight) in beaten.into_iter().enumerate() {
            if 1.0 - weight > answer.chance.high + ROUNDING_TOLERANCE {
                return Err(format!(
                    "plans that beat discard {number} have the total weight {weight}, which is too low"
                ));
            }
        }
        let mixed = self.worlds.iter().map(|&world| (world, weights[usize::from(world.number)]));
        let mixed: WeightedWorlds = mixed.filter(|&(_, weight)| weight > 0.0).collect();
        let nodes = answer.mix.as_deref().ok_or("the answer has no mix: ask with --plan")?;
        let guaranteed = if mixed.is_empty() { 0.0 } else { self.guaranteed_weight(nodes, 0, mixed)? };
        if guaranteed < answer.chance.low - ROUNDING_TOLERANCE {
            return Err(format!("the mix guarantees a chance of {guaranteed}, not of {}", answer.chance.low));
        }
        let exact = answer.chance.exact.as_deref().map(parse_fraction);
        let is_far = |exact: f64| {
            [answer.chance.low, answer.chance.high]
                .iter()
                .any(|bound| (bound - exact).abs() > ROUNDING_TOLERANCE)
        };
        if exact.is_some_and(|exact| exact.is_none_or(is_far)) {
            return Err("the exact chance differs from a bound".to_owned());
        }
        if answer.caught.is_some_and(|caught| caught != (answer.chance.high == 0.0)) {
            return Err("the verdict contradicts the chance".to_owned());
        }
        Ok(())
    }

    fn check_plan(&mut self, plan: &PlanNode, mut worlds: Vec<World>) -> Result<(), String> {
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
    fn guaranteed_weight(
        &mut self,
        nodes: &[MixNode],
        place: u32,
        mut worlds: WeightedWorlds,
    ) -> Result<f64, String> {
        let key = (place, worlds.iter().map(|&(world, weight)| (world, weight.to_bits())).collect());
        if let Some(&known) = self.guaranteed.get(&key) {
            return Ok(known);
        }
        let node = nodes.get(place as usize).ok_or_else(|| format!("there is no node {place}"))?;
        let mut sum = 0.0;
        for number in &node.made {
            let found = worlds.iter().position(|(world, _)| world.number == *number);
            let (world, weight) =
                worlds.remove(found.ok_or_else(|| format!("discard {number} is not possible here"))?);
            if !self.is_made_with_open_cards(&world.position, world.goal) {
                return Err(format!("the contract fails with open cards after discard {number}"));
            }
            sum += weight;
        }
        let to_move = worlds.first().map(|(world, _)| world.position.to_move());
        if !node.play.is_empty() {
            if to_move.is_some_and(|seat| seat != self.declarer) {
                return Err("the mix plays a card for a defender".to_owned());
            }
            for (card, after) in play_mix(node, &worlds)? {
                let then = *node.then.get(&card).ok_or_else(|| format!("no node follows {card}"))?;
                sum += self.guaranteed_weight(nodes, then, after)?;
            }
        } else if let (false, Some(seat)) = (node.then.is_empty(), to_move) {
            if seat == self.declarer {
                return Err("the declarer's card is missing".to_owned());
            }
            let mut least = f64::INFINITY;
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
                least = least.min(self.guaranteed_weight(nodes, then, after)?);
            }
            sum += least;
        }
        self.guaranteed.insert(key, sum);
        Ok(sum)
    }

    fn is_made_with_open_cards(&mut self, position: &Position, goal: Goal) -> bool {
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

fn play_mix(node: &MixNode, worlds: &[(World, f64)]) -> Result<Vec<(Card, WeightedWorlds)>, String> {
    let mut total = [0.0; 66];
    let mut played = Vec::new();
    for (card, numbers) in &node.play {
        let shares = node.shares.get(card).cloned().unwrap_or_else(|| vec![1.0; numbers.len()]);
        if shares.len() != numbers.len() || shares.iter().any(|&share| share < 0.0) {
            return Err(format!("the shares of {card} do not match its discards"));
        }
        if numbers.iter().collect::<BTreeSet<_>>().len() < numbers.len() {
            return Err(format!("{card} lists a discard twice"));
        }
        let mut after = Vec::new();
        for (&number, share) in numbers.iter().zip(shares) {
            let found = worlds.iter().find(|(world, _)| world.number == number);
            let (world, weight) = found.ok_or_else(|| format!("discard {number} is not possible here"))?;
            total[usize::from(number)] += share;
            if total[usize::from(number)] > 1.0 + ROUNDING_TOLERANCE {
                return Err(format!("the shares of discard {number} have a sum over 1"));
            }
            after.push((
                world.after_card(*card).ok_or_else(|| format!("{card} is not legal"))?,
                weight * share,
            ));
        }
        played.push((*card, after));
    }
    Ok(played)
}

fn parse_fraction(text: &str) -> Option<f64> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    Some(numerator.parse::<f64>().ok()? / denominator.parse::<f64>().ok()?)
}

fn are_equal(situation: &Situation, declarer: Seat, discard: Cards, other: Cards) -> bool {
    // A run is a group of cards in the declarer's hand, of one suit, between which no other player holds a card.
    let Ok(play) = situation.clone().with_discard(discard).play() else { return false };
    let position = play.position();
    let twelve = position.hand(declarer) | discard;
    let seats = declarer.others().into_iter();
    let others = seats.fold(position.trick().collect::<Cards>(), |cards, seat| cards | position.hand(seat));
    let run_of = |card: Card| -> Cards {
        let is_in_run = |&member: &Card| {
            let (low, high) = (card.min(member), card.max(member));
            let between =
                others.in_suit(card.suit()).iter().filter(|&between| low < between && between < high);
            member.suit() == card.suit() && between.count() == 0
        };
        twelve.iter().filter(is_in_run).collect()
    };
    discard.is_subset(twelve)
        && other.is_subset(twelve)
        && discard.iter().chain(other).all(|card| {
            let run = run_of(card);
            (run & discard).len() == (run & other).len()
        })
}

fn check_mix(name: &str, weights: &[f64], is_mixed: bool) -> Result<(), String> {
    let sum: f64 = weights.iter().sum();
    if weights.iter().any(|&weight| weight < 0.0)
        || (sum - f64::from(u8::from(is_mixed))).abs() > ROUNDING_TOLERANCE
    {
        return Err(format!("the weights of the {name} are negative or have the wrong sum: {sum}"));
    }
    Ok(())
}

fn replay(situation: &Situation, world: World) -> World {
    let Ok(begin) = situation.clone().with_cards_played(Vec::new()).play() else { return world };
    let (mut position, mut goal) = (*begin.position(), world.goal);
    for &card in situation.cards_played() {
        if let Ok(Some(winner)) = position.play(card) {
            goal = goal.after_trick(winner);
        }
    }
    World { goal, ..world }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut count = 0;
    for (n, line) in std::io::stdin().lock().lines().enumerate() {
        let answer: CatchAnswer = serde_json::from_str(&line?)?;
        let rules: Variant = answer.rules.parse()?;
        let deal: Deal = answer.deal.to_string().parse()?;
        let (declarer, contract) = answer.played.declarer.zip(answer.played.contract).ok_or("no contract")?;
        if !answer.cards_played.is_empty() || !answer.out.is_empty() {
            return Err(
                "ask about the first lead, with three hands: the answer does not name the seat that led first".into()
            );
        }
        let situation = Situation::new(rules, deal)
            .with_declarer(declarer)
            .with_contract(contract)
            .with_leader(Leader::Seat(answer.leader));
        let mut checker = Checker::new(&situation, &answer)?;
        checker.check(&answer).map_err(|error| format!("line {}: {error}", n + 1))?;
        count += 1;
    }
    if count == 0 {
        return Err("there is no answer to check".into());
    }
    println!("{count} answers are right");
    Ok(())
}
