//! Checks the strategies in answers to the questions `catch` and `evaluate`. It reads the answers from standard input,
//! one per line:
//!
//! ```text
//! pref catch -d F -c misere --rules russian --plan --format json < deals.txt | cargo run --example check_catch
//! pref evaluate -c misere --rules russian --hidden --certify 10 --format json "M:KJ987.K.AQ.J987 ? ?" |
//!   cargo run --example check_catch
//! ```
//!
//! The checker uses only the rules of play and no code of the search. It confirms that every plan of the defenders
//! beats the discards that the answer lists for the plan, whatever the declarer plays; that the defenders' mix of plans
//! holds the declarer's chance to the upper bound, whatever the discard; and that the declarer's mix guarantees the
//! lower bound against every defence. In answers to `evaluate` it confirms both bounds of the mix's chance on each
//! certified layout. All sums are exact fractions; only the weights in answers to `catch` are rounded.
//!
//! Cards of one hand with no other player's card between them are *equal*: they win the same tricks. So discards that
//! differ only in equal cards count as one.

#[path = "checker/hidden_mix.rs"]
pub(crate) mod hidden_mix;
#[path = "checker/strategies.rs"]
pub(crate) mod strategies;

use std::collections::BTreeSet;
use std::error::Error;
use std::io::BufRead;

use hidden_mix::{MixQuestion, to_f64, world_after_discard};
use preference::outcomes::discards;
use preference::questions::catch::CatchAnswer;
use preference::questions::evaluate::EvaluateAnswer;
use preference::situation::Leader;
use preference::{Card, Cards, Deal, Seat, Situation, Variant};
use strategies::{StrategyChecker, Weight, WeightedWorlds, World};

/// Tolerance for weights, which are rounded in the answers.
const ROUNDING_TOLERANCE: f64 = 1e-9;

/// Checks an answer about one deal.
pub(crate) struct Checker {
    worlds: Vec<World>,
    strategies: StrategyChecker,
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
            let world = world_after_discard(situation, discard.discard, number as u8)?;
            worlds.push(replay(&situation.clone().with_discard(discard.discard), world));
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
        Ok(Checker { worlds, strategies: StrategyChecker::new(declarer) })
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
            self.strategies.check_plan(tree, worlds).map_err(|error| format!("plan {n}: {error}"))?;
            beats.iter().for_each(|&number| beaten[usize::from(number)] += plan.weight);
        }
        for (number, weight) in beaten.into_iter().enumerate() {
            if 1.0 - weight > answer.chance.high + ROUNDING_TOLERANCE {
                return Err(format!(
                    "plans that beat discard {number} have the total weight {weight}, which is too low"
                ));
            }
        }
        let mut mixed = WeightedWorlds::new();
        for &world in &self.worlds {
            let weight = weights[usize::from(world.number)];
            let exact = Weight::approximate_float(weight).ok_or_else(|| format!("{weight} is no weight"))?;
            mixed.push((world, exact));
        }
        mixed.retain(|&(_, weight)| weight > Weight::from(0));
        let nodes = answer.mix.as_deref().ok_or("the answer has no mix: ask with --plan")?;
        let guaranteed = if mixed.is_empty() {
            Weight::from(0)
        } else {
            self.strategies.guaranteed_weight(nodes, 0, mixed)?
        };
        let guaranteed = to_f64(guaranteed);
        if guaranteed < answer.chance.low - ROUNDING_TOLERANCE {
            return Err(format!("the mix guarantees a chance of {guaranteed}, not of {}", answer.chance.low));
        }
        let exact = answer.chance.exact.as_deref().map(|text| text.parse().ok().map(to_f64));
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

fn check_catch_answer(answer: &CatchAnswer) -> Result<(), Box<dyn Error>> {
    let rules: Variant = answer.rules.parse()?;
    let deal: Deal = answer.deal.to_string().parse()?;
    let (declarer, contract) = answer.played.declarer.zip(answer.played.contract).ok_or("no contract")?;
    if !answer.cards_played.is_empty() || !answer.out.is_empty() {
        return Err(
            "ask about the first lead, with three hands: the answer does not name the seat that led first"
                .into(),
        );
    }
    let situation = Situation::new(rules, deal)
        .with_declarer(declarer)
        .with_contract(contract)
        .with_leader(Leader::Seat(answer.leader));
    Ok(Checker::new(&situation, answer)?.check(answer)?)
}

fn check_evaluate_answer(answer: &EvaluateAnswer) -> Result<(), Box<dyn Error>> {
    let hidden =
        answer.results.iter().filter_map(|result| Some((result.contract, result.talon.hidden.as_ref()?)));
    let mut count = 0;
    for (contract, hidden) in hidden {
        let rules: Variant = answer.rules.parse()?;
        let question = MixQuestion { rules, deal: answer.deal, declarer: answer.seat, contract };
        count += question.check(hidden)?;
    }
    if count == 0 {
        return Err("the answer has no certified layout: ask with --hidden --certify".into());
    }
    Ok(())
}

fn check_line(line: &str) -> Result<(), Box<dyn Error>> {
    let answer: serde_json::Value = serde_json::from_str(line)?;
    if answer.get("results").is_some() {
        check_evaluate_answer(&serde_json::from_str(line)?)
    } else {
        check_catch_answer(&serde_json::from_str(line)?)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut count = 0;
    for (n, line) in std::io::stdin().lock().lines().enumerate() {
        check_line(&line?).map_err(|error| format!("line {}: {error}", n + 1))?;
        count += 1;
    }
    if count == 0 {
        return Err("there is no answer to check".into());
    }
    println!("{count} answers are right");
    Ok(())
}
