//! The defenders' side of a contract: what they can make sure of together, and each alone.

use crate::analysis::contracts::Play;
use crate::position::{Game, Position};
use crate::rules::contract::Goal;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};

/// What the defenders can do against a contract, tricks taken before included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The declarer's tricks, the defenders playing as one.
    pub tricks: u8,
    /// They can make sure of two tricks each.
    pub both: bool,
    /// They can make sure of four tricks together.
    pub together4: bool,
    /// They can make sure of five tricks together.
    pub together5: bool,
    /// Those who play, the declarer's left neighbour first.
    pub seats: Vec<Defender>,
}

/// What one defender can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defender {
    /// The defender.
    pub seat: Seat,
    /// Tricks that he is sure of whatever both others do.
    pub guaranteed: u8,
    /// Tricks that he is sure of when the other defender helps him.
    pub with_partner: u8,
    /// Tricks that he is sure of when the other has dropped out; `None` where it is too
    /// late for that.
    pub alone: Option<u8>,
}

/// The defenders' side of a contract that asks for a number of tricks.
pub fn defence(solver: &mut Solver, play: &Play) -> Defence {
    let (position, taken, declarer) = (play.position(), play.taken(), play.declarer());
    let playing = position.game().playing;
    let defenders = playing - Seats::of(declarer);
    let rest = solver.most(position, Seats::of(declarer));
    let theirs = defenders.iter().map(|seat| taken[seat]).sum::<u8>() + position.tricks_left() - rest;
    let quota = |seat: Seat| if defenders.contains(seat) { 2_u8.saturating_sub(taken[seat]) } else { 0 };
    let quotas = Goal::Quotas(BySeat::from_fn(quota));
    let fresh = position.trick().next().is_none() && taken == BySeat::default();
    let seats = [declarer.left(), declarer.right()].into_iter().filter(|&seat| defenders.contains(seat));
    let seats = seats.map(|seat| {
        let own = Seats::of(seat);
        let alone = fresh.then(|| {
            let game = Game { playing: Seats::of(declarer) | own, ..position.game() };
            let hands = BySeat::from_fn(|seat| position.hand(seat));
            let alone = Position::new(game, hands, position.leader(), &[]).expect("hands as they were");
            solver.most(&alone, own)
        });
        Defender {
            seat,
            guaranteed: taken[seat] + solver.most(position, own),
            with_partner: taken[seat] + solver.value(position, own, defenders),
            alone,
        }
    });
    let seats = seats.collect();
    Defence {
        tricks: taken[declarer] + rest,
        both: defenders.len() == 2 && solver.reaches(position, defenders, quotas),
        together4: theirs >= 4,
        together5: theirs >= 5,
        seats,
    }
}
