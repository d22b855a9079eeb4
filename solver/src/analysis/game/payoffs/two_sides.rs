//! Hands in which only the number of the declarer's tricks matters, and bounds on everybody's gains in other
//! hands.

use super::{GainEstimate, Model, Payments, Prices, Utility, by_result_alone, interested, play};
use crate::position::Position;
use crate::rules::contract::{Declaration, Goal, Target};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Gains, Hand, SettlementError};

/// Solves the gains of [`play`] from the beginning of a hand, without the tricks: several times faster where
/// two sides have opposite preferences, as in misère, against a lone defender or a lone whister.
///
/// # Errors
/// If the hand cannot be settled for any tricks.
pub(in crate::analysis) fn gains(
    solver: &mut Solver,
    rules: &Variant,
    position: &Position,
    prices: &Prices,
    model: Model,
) -> Result<Gains, SettlementError> {
    let steps = steps(rules, position, prices, model)?;
    found(solver, rules, position, prices, model, steps.as_ref())
}

/// Solves the gains when it is known whether two sides play for these steps.
fn found(
    solver: &mut Solver,
    rules: &Variant,
    position: &Position,
    prices: &Prices,
    model: Model,
    steps: Option<&Steps>,
) -> Result<Gains, SettlementError> {
    if let Some(steps) = steps {
        return steps.gains(solver, prices.payments(rules)?, position);
    }
    Ok(play(solver, rules, prices.hand(), (position, BySeat::default()), model.into())?.gains)
}

/// Estimates the gains of the play of a hand without playing it out: the gains themselves where they are
/// found as fast, else bounds.
///
/// No seat gains less by backward induction than the gain it can make sure of against all others. A seat is
/// sure of some tricks, and so of the least that it is paid in any outcome where it has as many. Allied
/// defenders are sure of the least that both are paid when the declarer has no more tricks than they can hold
/// the declarer to; so is a lone whister, who plays both hands. Where the rules end the play at a number of
/// tricks of the defenders, one of them may be left without some sure tricks, but only if it ends so.
///
/// # Errors
/// If the hand cannot be settled for any tricks.
pub(in crate::analysis) fn known(
    solver: &mut Solver,
    rules: &Variant,
    position: &Position,
    prices: &Prices,
    model: Model,
) -> Result<GainEstimate, SettlementError> {
    let steps = steps(rules, position, prices, model)?;
    let exact = |solver: &mut Solver| {
        found(solver, rules, position, prices, model, steps.as_ref()).map(GainEstimate::Exact)
    };
    let hand = prices.hand();
    let Some((declarer, game)) = position.setup().declarer.zip(hand.declaration) else {
        return exact(solver);
    };
    let target = rules.target(game.contract, game.from_hand);
    if steps.is_some() || model == Model::Tricks || by_result_alone(target, model) {
        if target != Target::None {
            return exact(solver);
        }
        // The number of tricks by which a misère fails is a longer question than whether it fails.
        let made = solver.can_reach(position, Seats::from_seat(declarer), target.goal(declarer));
        let so = prices.payments(rules)?.of_those(position.setup().playing);
        let so = so.filter(|(tricks, _)| (tricks[declarer] == 0) == made).map(|(_, gains)| gains);
        return GainEstimate::one_of(so).map_or_else(|| exact(solver), Ok);
    }
    let ends = rules.ends_at(hand).unwrap_or(10);
    let all = prices.payments(rules)?.of_those(position.setup().playing);
    let outcomes: Vec<(BySeat<u8>, &Gains)> =
        all.filter(|(tricks, _)| 10 - tricks[declarer] <= ends).collect();
    let defenders = position.setup().playing - Seats::from_seat(declarer);
    let most = solver.max_tricks(position, Seats::from_seat(declarer));
    let together = |paid: Seats| Party { of: defenders, tricks: (10 - most).min(ends), paid };
    let mut parties =
        vec![Party { of: Seats::from_seat(declarer), tricks: most, paid: Seats::from_seat(declarer) }];
    match (hand.whist.as_deref(), model) {
        (Some(&[whister]), _) => parties.push(together(Seats::from_seat(whister))),
        (_, Model::Allied) => parties.push(together(defenders)),
        _ => parties.extend(defenders.iter().map(|seat| {
            let of = Seats::from_seat(seat);
            Party { of, tricks: solver.max_tricks(position, of), paid: of }
        })),
    }
    let sum = |seats: Seats, paid: &Gains| seats.iter().map(|seat| paid.seats[seat]).sum::<Amount>();
    let sure: Vec<(Seats, Option<Amount>)> = parties
        .into_iter()
        .map(|party| {
            let ended = |tricks: BySeat<u8>| ends < 10 && 10 - tricks[declarer] == ends;
            let has =
                |tricks: BySeat<u8>| party.of.iter().map(|seat| tricks[seat]).sum::<u8>() >= party.tricks;
            let with = outcomes.iter().filter(|&&(tricks, _)| has(tricks) || ended(tricks));
            (party.paid, with.map(|(_, gains)| sum(party.paid, gains)).min())
        })
        .collect();
    let possible = outcomes
        .iter()
        .map(|&(_, gains)| gains)
        .filter(|gains| sure.iter().all(|&(paid, sure)| sure.is_none_or(|sure| sum(paid, gains) >= sure)));
    GainEstimate::one_of(possible).map_or_else(|| exact(solver), Ok)
}

/// Estimates the gains of a misère that fails with all three playing, if two sides play for that.
///
/// # Errors
/// If the hand cannot be settled for any tricks.
pub(in crate::analysis) fn failing(
    rules: &Variant,
    position: &Position,
    prices: &Prices,
    model: Model,
) -> Result<Option<GainEstimate>, SettlementError> {
    let Some((declarer, game)) = position.setup().declarer.zip(prices.hand().declaration) else {
        return Ok(None);
    };
    let misere = rules.target(game.contract, game.from_hand) == Target::None;
    if !misere || position.setup().playing != Seats::ALL {
        return Ok(None);
    }
    if model != Model::Tricks && steps(rules, position, prices, model)?.is_none() {
        return Ok(None);
    }
    let all = prices.payments(rules)?.of_those(Seats::ALL);
    Ok(GainEstimate::one_of(all.filter(|(tricks, _)| tricks[declarer] > 0).map(|(_, gains)| gains)))
}

/// Seats that can make sure of some tricks, and the seats whose gains they look at.
struct Party {
    of: Seats,
    tricks: u8,
    paid: Seats,
}

/// The payoff as a step function of the declarer's tricks, where nothing else matters: the lowest trick count
/// of each step that pays alike, from the worst step for the declarer on.
struct Steps {
    declarer: Seat,
    /// Whether the declarer likes many tricks; otherwise few.
    many: bool,
    bounds: Vec<u8>,
}

/// Returns the steps if all seats look at the declarer's tricks alone, the declarer liking them the better
/// the more (or the fewer) they are, and the defenders the other way round.
///
/// Then the hand is a game of two sides with one number at stake, and the result of backward induction pays
/// as that number pays: on every turn a seat chooses among steps as its side would, and tricks of one step
/// pay alike for everybody, since two outcomes that a seat likes alike have the same gains for all.
///
/// # Errors
/// If the hand cannot be settled for any tricks.
fn steps(
    rules: &Variant,
    position: &Position,
    prices: &Prices,
    model: Model,
) -> Result<Option<Steps>, SettlementError> {
    let hand = prices.hand();
    let row = |game: Declaration| matches!(rules.target(game.contract, game.from_hand), Target::InARow(_));
    if model == Model::Tricks || rules.ends_at(hand).is_some() || hand.declaration.is_some_and(row) {
        return Ok(None);
    }
    Ok(steps_of(prices.payments(rules)?, position, hand, model))
}

/// Returns the steps of a hand with these payments.
fn steps_of(payments: &Payments, position: &Position, hand: &Hand, model: Model) -> Option<Steps> {
    let declarer = position.setup().declarer?;
    let playing = position.setup().playing;
    let all = position.tricks_left();
    let likings = |own: u8| -> Option<[Utility; 3]> {
        let mut known = None;
        for left in 0..=all - own {
            let mut tricks = BySeat::default();
            tricks[declarer] = own;
            tricks[declarer.left()] = left;
            tricks[declarer.right()] = all - own - left;
            if tricks.iter().any(|(seat, &tricks)| tricks > 0 && !playing.contains(seat)) {
                continue;
            }
            let gains = payments.possible(tricks)?;
            let of = |seat| model.utility(interested(seat, Some(declarer), hand), Some(declarer), gains);
            let likings = [of(declarer), of(declarer.left()), of(declarer.right())];
            match known {
                None => known = Some(likings),
                Some(known) if known == likings => {}
                Some(_) => return None,
            }
        }
        known
    };
    let likings: Vec<[Utility; 3]> = (0..=all).map(likings).collect::<Option<_>>()?;
    let defenders = [(1, declarer.left()), (2, declarer.right())];
    for (n, _) in defenders.into_iter().filter(|&(_, seat)| playing.contains(seat)) {
        for a in &likings {
            if likings.iter().any(|b| a[0].cmp(&b[0]) != b[n].cmp(&a[n])) {
                return None;
            }
        }
    }
    let own: Vec<Utility> = likings.iter().map(|likings| likings[0]).collect();
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
    Some(Steps { declarer, many, bounds })
}

impl Steps {
    /// Solves the gains of the best step that the declarer is sure of.
    fn gains(
        &self,
        solver: &mut Solver,
        payments: &Payments,
        position: &Position,
    ) -> Result<Gains, SettlementError> {
        let declarer = self.declarer;
        let seats = Seats::from_seat(declarer);
        let (mut sure, mut open) = (0, self.bounds.len());
        while open - sure > 1 {
            let asked = usize::midpoint(sure, open);
            let goal = if self.many {
                Goal::AtLeast { seats, tricks: self.bounds[asked] }
            } else {
                // Up to the last number before the step that the declarer likes less.
                Goal::AtMost { seats, tricks: self.bounds[asked - 1] - 1 }
            };
            if solver.can_reach(position, seats, goal) {
                sure = asked;
            } else {
                open = asked;
            }
        }
        let mut tricks = BySeat::default();
        tricks[declarer] = self.bounds[sure];
        let other = position.setup().playing.next_after(declarer);
        tricks[other] += position.tricks_left() - tricks[declarer];
        payments.of(tricks).cloned()
    }
}
