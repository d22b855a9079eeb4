//! Near misses: misères that fail by one trick with open cards, and may not be caught when the discard is hidden.

use preference::deal::{Deal, random};
use preference::outcomes::discards::{discard_pairs, group_discards};
use preference::questions::catch::ChanceBounds;
use preference::rules::{Contract, Declaration, Goal, Variant};
use preference::search::Solver;
use preference::seat::{Seat, Seats};
use preference::situation::{Leader, Play, Situation};

use crate::rows;

/// Random seed with which the deals are drawn.
pub const SEED: u64 = 1200;

/// Forehand takes exactly one trick if all cards are known and the discard and the play are best.
#[derive(Clone, Debug)]
pub struct NearMiss {
    /// The deal.
    pub deal: Deal,
    /// Seat that leads.
    pub leader: Seat,
    /// Number of groups of discards. Discards in the same group lead to equivalent play.
    pub worlds: u8,
    /// Chance that the declarer makes the misère with the discard hidden, as [`chance_text`] writes it.
    pub chance: String,
}

impl NearMiss {
    /// The misère that forehand plays under these rules.
    #[must_use]
    pub fn situation(&self, rules: &Variant) -> Situation {
        situation(rules, self.deal, self.leader)
    }
}

/// The near misses of `near_misses.txt`.
///
/// # Panics
/// If the file does not have the form that its head describes.
#[must_use]
pub fn near_misses() -> Vec<NearMiss> {
    rows(include_str!("../near_misses.txt")).map(|(_, line)| near_miss(line)).collect()
}

fn near_miss(line: &str) -> NearMiss {
    let fields: Vec<&str> = line.split(" | ").collect();
    let [deal, leader, worlds, chance] = fields[..] else { panic!("four fields in '{line}'") };
    NearMiss {
        deal: deal.parse().expect("a deal"),
        leader: leader.parse().expect("a seat"),
        worlds: worlds.parse().expect("a number"),
        chance: chance.to_owned(),
    }
}

/// The text of a chance: a fraction if it is known exactly, otherwise its lower and its upper bound.
#[must_use]
pub fn chance_text(chance: &ChanceBounds) -> String {
    chance.exact.clone().unwrap_or_else(|| format!("{}..{}", chance.low, chance.high))
}

/// Draws random near misses under these rules, `count` for each leader, and returns each with its leader.
pub fn draw(rules: &Variant, count: usize) -> impl Iterator<Item = (Deal, Seat)> {
    let mut generator = random::generator(SEED);
    let mut solver = Solver::new();
    Seat::ALL.into_iter().flat_map(move |leader| std::iter::repeat_n(leader, count)).map(move |leader| {
        loop {
            let deal = random::deal(&mut generator);
            if is_near_miss(&mut solver, rules, &deal, leader) {
                return (deal, leader);
            }
        }
    })
}

/// The situation in which forehand plays misère under these rules and `leader` leads.
#[must_use]
pub fn situation(rules: &Variant, deal: Deal, leader: Seat) -> Situation {
    let declaration = Declaration { contract: Contract::Misere, declarer: Seat::Forehand, from_hand: false };
    Situation::new(rules.clone(), deal).with_declaration(declaration).with_leader(Leader::Seat(leader))
}

fn is_near_miss(solver: &mut Solver, rules: &Variant, deal: &Deal, leader: Seat) -> bool {
    let side = Seats::from_seat(Seat::Forehand);
    let groups = group_discards(deal, Seat::Forehand, discard_pairs(rules, deal, Seat::Forehand));
    let situation = situation(rules, *deal, leader);
    let plays: Vec<Play> = groups
        .iter()
        .map(|group| situation.clone().with_discard(group[0]).play().expect("a whole deal"))
        .collect();
    let mut can_hold_to = |tricks| {
        plays.iter().any(|play| solver.can_reach(play.position(), side, Goal::AtMost { seats: side, tricks }))
    };
    can_hold_to(1) && !can_hold_to(0)
}
