//! Hands in which all that matters is how many tricks the declarer takes, and bounds on what
//! he gains in others.

use super::{Liking, Model, Payments, interested, play};
use crate::position::Position;
use crate::rules::contract::{Goal, Target};
use crate::rules::settlement::{Amount, Gains, Played, SettlementError};
use crate::rules::variant::Variant;
use crate::search::{Solver, Thumbs};
use crate::seat::{BySeat, Seat, Seats};

/// What [`play`] gains from the beginning of a hand, without the tricks: several times
/// faster where the wishes are those of two sides, as in misère, against a lone defender
/// or a lone whister.
///
/// # Errors
/// If the hand cannot be settled, whatever the tricks.
pub fn gains(
    solver: &mut Solver,
    rules: &Variant,
    position: &Position,
    hand: &Played,
    model: Model,
) -> Result<Gains, SettlementError> {
    if let Some(declarer) = position.game().soloist
        && model != Model::Tricks
        && rules.ends_at(hand).is_none()
        && hand
            .game
            .is_none_or(|game| !matches!(rules.target(game.contract, game.from_hand), Target::InARow(_)))
    {
        let payments = Payments::new(rules, hand);
        if let Some(steps) = steps(&payments, position, declarer, hand, model) {
            return steps.gains(solver, &payments, position, declarer);
        }
    }
    let none = BySeat::default();
    Ok(play(solver, rules, position, none, hand, model, Thumbs::default())?.gains)
}

/// What the declarer gains at most by the play of a hand, and whether that is the answer
/// itself: then the gains are those of [`gains`]. Several times faster where they are not.
///
/// Nobody gains less by backward induction than what he can make sure of against all others.
/// A defender is sure of some tricks, and so of the least that any outcome pays him in which
/// he has as many; allied defenders of the least that is paid to both when the declarer has no
/// more tricks than they can hold him to. Of the outcomes that pay them as much the one
/// that the declarer likes best is the bound.
pub(in crate::analysis) fn at_most(
    solver: &mut Solver,
    rules: &Variant,
    position: &Position,
    hand: &Played,
    model: Model,
) -> Result<(Gains, bool), SettlementError> {
    let Some(declarer) = position.game().soloist else {
        return Ok((gains(solver, rules, position, hand, model)?, true));
    };
    let simple = hand
        .game
        .is_some_and(|game| matches!(rules.target(game.contract, game.from_hand), Target::InARow(_)));
    if simple || model == Model::Tricks {
        return Ok((gains(solver, rules, position, hand, model)?, true));
    }
    let payments = Payments::new(rules, hand);
    if rules.ends_at(hand).is_none()
        && let Some(steps) = steps(&payments, position, declarer, hand, model)
    {
        return Ok((steps.gains(solver, &payments, position, declarer)?, true));
    }
    let playing = position.game().playing;
    let defenders: Vec<Seat> = (playing - Seats::of(declarer)).iter().collect();
    let parties: Vec<(Seats, u8)> = match model {
        Model::Allied => {
            let together = playing - Seats::of(declarer);
            vec![(together, position.tricks_left() - solver.most(position, Seats::of(declarer)))]
        }
        _ => {
            defenders.iter().map(|&seat| (Seats::of(seat), solver.most(position, Seats::of(seat)))).collect()
        }
    };
    let gain = |seats: Seats, paid: &Gains| seats.iter().map(|seat| paid.seats[seat]).sum::<Amount>();
    let tricks = |seats: Seats, tricks: BySeat<u8>| seats.iter().map(|seat| tricks[seat]).sum::<u8>();
    let outcomes: Vec<(BySeat<u8>, &Gains)> = payments.of_those(playing).collect();
    let sure: Vec<Option<Amount>> = parties
        .iter()
        .map(|&(seats, least)| {
            let with = outcomes.iter().filter(|(shared, _)| tricks(seats, *shared) >= least);
            with.map(|(_, gains)| gain(seats, gains)).min()
        })
        .collect();
    let possible = outcomes.iter().filter(|(_, gains)| {
        parties
            .iter()
            .zip(&sure)
            .all(|(&(seats, _), sure)| sure.is_none_or(|sure| gain(seats, gains) >= sure))
    });
    let best = possible.max_by_key(|(_, gains)| gains.seats[declarer]);
    match best {
        Some(&(_, paid)) => Ok((paid.clone(), false)),
        None => Ok((gains(solver, rules, position, hand, model)?, true)),
    }
}

/// What the declarer's tricks pay when nothing else matters: the least number of each
/// step that pays alike, from the step that he likes least.
struct Steps {
    /// He likes many tricks, else few.
    many: bool,
    bounds: Vec<u8>,
}

/// Whether all seats look at the declarer's tricks alone, the defenders liking exactly what
/// he does not, and he ever better as they become more, or fewer.
///
/// Then the hand is a game of two sides with one number at stake, and what backward
/// induction leads to pays what that number pays: on every turn a seat chooses among steps
/// as its side would, and tricks of one step pay alike for everybody, since who likes two
/// outcomes alike finds every gain in them the same.
fn steps(
    payments: &Payments,
    position: &Position,
    declarer: Seat,
    hand: &Played,
    model: Model,
) -> Option<Steps> {
    let playing = position.game().playing;
    let all = position.tricks_left();
    let likings = |own: u8| -> Option<[Liking; 3]> {
        let mut known = None;
        for left in 0..=all - own {
            let mut tricks = BySeat::default();
            tricks[declarer] = own;
            tricks[declarer.left()] = left;
            tricks[declarer.right()] = all - own - left;
            if tricks.iter().any(|(seat, &tricks)| tricks > 0 && !playing.contains(seat)) {
                continue;
            }
            let gains = payments.of(tricks).ok()?;
            let of = |seat| model.liking(interested(seat, Some(declarer), hand), Some(declarer), gains);
            let likings = [of(declarer), of(declarer.left()), of(declarer.right())];
            match known {
                None => known = Some(likings),
                Some(known) if known == likings => {}
                Some(_) => return None,
            }
        }
        known
    };
    let likings: Vec<[Liking; 3]> = (0..=all).map(likings).collect::<Option<_>>()?;
    let defenders = [(1, declarer.left()), (2, declarer.right())];
    for (n, _) in defenders.into_iter().filter(|&(_, seat)| playing.contains(seat)) {
        for a in &likings {
            if likings.iter().any(|b| a[0].cmp(&b[0]) != b[n].cmp(&a[n])) {
                return None;
            }
        }
    }
    let own: Vec<Liking> = likings.iter().map(|likings| likings[0]).collect();
    let many = match (own.is_sorted(), own.iter().rev().is_sorted()) {
        (true, _) => true,
        (_, true) => false,
        _ => return None,
    };
    let mut bounds: Vec<u8> =
        (0..=all).filter(|&n| n == 0 || own[usize::from(n)] != own[usize::from(n) - 1]).collect();
    if !many {
        bounds.reverse();
    }
    Some(Steps { many, bounds })
}

impl Steps {
    /// The gains of the best step that the declarer is sure of.
    fn gains(
        &self,
        solver: &mut Solver,
        payments: &Payments,
        position: &Position,
        declarer: Seat,
    ) -> Result<Gains, SettlementError> {
        let seats = Seats::of(declarer);
        let (mut sure, mut open) = (0, self.bounds.len());
        while open - sure > 1 {
            let asked = usize::midpoint(sure, open);
            let goal = if self.many {
                Goal::AtLeast { seats, tricks: self.bounds[asked] }
            } else {
                // Up to the last number before the step that he likes less.
                Goal::AtMost { seats, tricks: self.bounds[asked - 1] - 1 }
            };
            if solver.reaches(position, seats, goal) {
                sure = asked;
            } else {
                open = asked;
            }
        }
        let mut tricks = BySeat::default();
        tricks[declarer] = self.bounds[sure];
        let other = position.game().playing.after(declarer);
        tricks[other] += position.tricks_left() - tricks[declarer];
        payments.of(tricks).cloned()
    }
}
