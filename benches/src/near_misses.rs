//! Near misses: misères that fail by one trick with open cards, for the question whether they can be caught.

use preference::analysis::catch::ChanceBounds;
use preference::analysis::discard::{groups, pairs};
use preference::deal::{Deal, random};
use preference::rules::{Contract, Declaration, Goal, Variant};
use preference::search::Solver;
use preference::seat::{Seat, Seats};
use preference::situation::{Leader, Play, Situation};

use crate::rows;

/// Random seed of the deals.
pub const SEED: u64 = 1200;

/// Deal whose best misère takes one trick with open cards, forehand declares and another seat may lead.
#[derive(Clone, Debug)]
pub struct NearMiss {
    /// Cards.
    pub deal: Deal,
    /// Seat that leads.
    pub leader: Seat,
    /// Number of groups of discards that leave the same play.
    pub worlds: u8,
    /// Chance of the declarer with the discard hidden, as [`chance_text`] writes it.
    pub chance: String,
}

impl NearMiss {
    /// Returns the misère that forehand plays under these rules.
    #[must_use]
    pub fn situation(&self, rules: &Variant) -> Situation {
        situation(rules, self.deal, self.leader)
    }
}

/// Returns the near misses of `near_misses.txt`.
///
/// # Panics
/// If the file is not as its head says.
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

/// Returns the chance as a fraction, or as its two bounds.
#[must_use]
pub fn chance_text(chance: &ChanceBounds) -> String {
    chance.exact.clone().unwrap_or_else(|| format!("{}..{}", chance.low, chance.high))
}

/// Draws random near misses under these rules, the same number for each leader.
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

/// Returns the misère that forehand plays under these rules when this seat leads.
#[must_use]
pub fn situation(rules: &Variant, deal: Deal, leader: Seat) -> Situation {
    let declaration = Declaration { contract: Contract::Misere, declarer: Seat::Forehand, from_hand: false };
    Situation::new(rules.clone(), deal).with_declaration(declaration).with_leader(Leader::Seat(leader))
}

/// Checks whether the best discard takes one trick, all cards known.
fn is_near_miss(solver: &mut Solver, rules: &Variant, deal: &Deal, leader: Seat) -> bool {
    let side = Seats::from_seat(Seat::Forehand);
    let groups = groups(deal, Seat::Forehand, pairs(rules, deal, Seat::Forehand));
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
