//! Faster solutions for hands in which only the declarer's tricks matter, and bounds on the gains in other hands.

use super::{
    GainEstimate, Model, Payments, Prices, Utility, controlling_seat, pays_by_result_alone, solve_play,
};
use crate::position::Position;
use crate::rules::contract::{Goal, Target};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Gains, SettlementError};

/// Play of a hand for payments, from the first lead on.
#[derive(Clone, Copy)]
pub(crate) struct PricedPlay<'a> {
    pub(crate) rules: &'a Variant,
    pub(crate) position: &'a Position,
    pub(crate) prices: &'a Prices,
    pub(crate) model: Model,
}

impl<'a> PricedPlay<'a> {
    /// The gains of [`solve_play`] from the beginning of a hand. This is several times faster than the play if two
    /// sides have opposite preferences: in misère, against a lone defender, or against a lone whister.
    pub(crate) fn solve_gains(&self, solver: &mut Solver) -> Result<Gains, SettlementError> {
        let steps = self.find_steps()?;
        self.solve_with_steps(solver, steps.as_ref())
    }

    /// Gains from the play of a hand, exact if they are found as fast as bounds, otherwise bounds. By backward
    /// induction no seat gains less than it can guarantee against all other seats.
    pub(crate) fn estimate_gains(&self, solver: &mut Solver) -> Result<GainEstimate, SettlementError> {
        let steps = self.find_steps()?;
        let estimate = self.estimate_without_play(solver, steps.as_ref())?;
        match estimate {
            Some(estimate) => Ok(estimate),
            None => self.solve_with_steps(solver, steps.as_ref()).map(GainEstimate::Exact),
        }
    }

    /// Estimates the gains from a misère that is known to fail when all three seats play. `None` if the contract is
    /// another one, a seat does not play, or the two sides do not play for the declarer's tricks alone.
    pub(crate) fn estimate_failing_misere(&self) -> Result<Option<GainEstimate>, SettlementError> {
        let PricedPlay { rules, position, prices, model } = *self;
        let Some((declarer, declaration)) = position.setup().declarer.zip(prices.hand().declaration) else {
            return Ok(None);
        };
        let misere = rules.target(declaration.contract, declaration.from_hand) == Target::None;
        if !misere || position.setup().playing != Seats::ALL {
            return Ok(None);
        }
        if model != Model::Tricks && self.find_steps()?.is_none() {
            return Ok(None);
        }
        let outcomes = self.payments()?.outcomes(Seats::ALL);
        let failing = outcomes.filter(|(tricks, _)| tricks[declarer] > 0).map(|(_, gains)| gains);
        Ok(GainEstimate::from_alternatives(failing))
    }

    fn solve_with_steps(&self, solver: &mut Solver, steps: Option<&Steps>) -> Result<Gains, SettlementError> {
        if let Some(steps) = steps {
            return steps.solve_gains(solver, self.payments()?, self.position);
        }
        let PricedPlay { rules, position, prices, model } = *self;
        Ok(solve_play(solver, rules, prices.hand(), position, BySeat::default(), model.into())?.gains)
    }

    /// [`PricedPlay::estimate_gains`] where the estimate is faster than solving the gains.
    fn estimate_without_play(
        &self,
        solver: &mut Solver,
        steps: Option<&Steps>,
    ) -> Result<Option<GainEstimate>, SettlementError> {
        let PricedPlay { rules, position, prices, model } = *self;
        let hand = prices.hand();
        let Some((declarer, declaration)) = position.setup().declarer.zip(hand.declaration) else {
            return Ok(None);
        };
        let target = rules.target(declaration.contract, declaration.from_hand);
        if steps.is_some() || model == Model::Tricks || pays_by_result_alone(target, model) {
            if target != Target::None {
                return Ok(None);
            }
            // It takes longer to solve the tricks of a failing misère than to solve whether the misère fails.
            let made = solver.can_reach(position, Seats::from_seat(declarer), target.goal(declarer));
            let outcomes = self.payments()?.outcomes(position.setup().playing);
            let possible =
                outcomes.filter(|(tricks, _)| (tricks[declarer] == 0) == made).map(|(_, gains)| gains);
            return Ok(GainEstimate::from_alternatives(possible));
        }
        let ends = rules.defender_trick_limit(hand.contract()).unwrap_or(10);
        let outcomes = self.payments()?.outcomes(position.setup().playing);
        let outcomes: Vec<(BySeat<u8>, &Gains)> =
            outcomes.filter(|(tricks, _)| 10 - tricks[declarer] <= ends).collect();
        let defenders = position.setup().playing - Seats::from_seat(declarer);
        let most = solver.max_tricks(position, Seats::from_seat(declarer));
        let together = |paid: Seats| Party { members: defenders, tricks: (10 - most).min(ends), paid };
        let mut parties = vec![Party {
            members: Seats::from_seat(declarer),
            tricks: most,
            paid: Seats::from_seat(declarer),
        }];
        // A seat can guarantee a number of tricks, and so the lowest gain that it has with at least as many. Allied
        // defenders can hold the declarer to a number of tricks, and so guarantee the lowest sum of their gains in any
        // outcome in which the declarer has no more. A lone whister, who plays the cards of both defenders, can
        // guarantee the lowest gain of its own in the same way.
        match (hand.decisions.whist.as_deref(), model) {
            (Some(&[whister]), _) => parties.push(together(Seats::from_seat(whister))),
            (_, Model::Allied) => parties.push(together(defenders)),
            _ => parties.extend(defenders.iter().map(|seat| {
                let members = Seats::from_seat(seat);
                Party { members, tricks: solver.max_tricks(position, members), paid: members }
            })),
        }
        let sum = |seats: Seats, paid: &Gains| seats.iter().map(|seat| paid.seats[seat]).sum::<Amount>();
        let sure: Vec<(Seats, Option<Amount>)> = parties
            .into_iter()
            .map(|party| {
                // A defender may be left without a trick that it could guarantee, but only in outcomes in which the
                // play ends at this limit. So they count as possible as well.
                let ended = |tricks: BySeat<u8>| ends < 10 && 10 - tricks[declarer] == ends;
                let reached =
                    outcomes.iter().filter(|&&(tricks, _)| party.has_tricks(tricks) || ended(tricks));
                (party.paid, reached.map(|(_, gains)| sum(party.paid, gains)).min())
            })
            .collect();
        let possible = outcomes.iter().map(|&(_, gains)| gains).filter(|gains| {
            sure.iter().all(|&(paid, sure)| sure.is_none_or(|sure| sum(paid, gains) >= sure))
        });
        Ok(GainEstimate::from_alternatives(possible))
    }

    /// The steps, if the gains depend on the declarer's tricks alone, and the preferences of both sides are opposite:
    /// the declarer prefers many tricks (or few), and the defenders who play prefer the opposite. There are none in the
    /// model `tricks`, for tricks in a row, and if the rules end the play at a number of the defenders' tricks.
    ///
    /// With steps, the hand is a game of two sides about one number, and backward induction for three seats pays the
    /// same: on every turn a seat chooses among the steps as its side would. All trick counts of one step pay everybody
    /// the same, since two outcomes of equal utility for a seat have the same gains for all seats.
    fn find_steps(&self) -> Result<Option<Steps>, SettlementError> {
        let PricedPlay { rules, prices, model, .. } = *self;
        let hand = prices.hand();
        let target =
            hand.declaration.map(|declaration| rules.target(declaration.contract, declaration.from_hand));
        let is_row = matches!(target, Some(Target::InARow(_)));
        if model == Model::Tricks || rules.defender_trick_limit(hand.contract()).is_some() || is_row {
            return Ok(None);
        }
        Ok(self.steps_from_payments(self.payments()?))
    }

    fn steps_from_payments(&self, payments: &Payments) -> Option<Steps> {
        let position = self.position;
        let declarer = position.setup().declarer?;
        let playing = position.setup().playing;
        let tricks_left = position.tricks_left();
        let utilities = (0..=tricks_left).map(|tricks| self.utilities(payments, tricks));
        let utilities: Vec<[Utility; 3]> = utilities.collect::<Option<_>>()?;
        let defenders = [(1, declarer.left()), (2, declarer.right())];
        for (n, _) in defenders.into_iter().filter(|&(_, seat)| playing.contains(seat)) {
            for a in &utilities {
                if utilities.iter().any(|b| a[0].cmp(&b[0]) != b[n].cmp(&a[n])) {
                    return None;
                }
            }
        }
        let declarers: Vec<Utility> = utilities.iter().map(|utilities| utilities[0]).collect();
        let many = match (declarers.is_sorted(), declarers.iter().rev().is_sorted()) {
            (true, _) => true,
            (_, true) => false,
            _ => return None,
        };
        let begins_step = |&n: &u8| n == 0 || declarers[usize::from(n)] != declarers[usize::from(n) - 1];
        let mut bounds: Vec<u8> = (0..=tricks_left).filter(begins_step).collect();
        if !many {
            bounds.reverse();
        }
        Some(Steps { declarer, prefers_many_tricks: many, bounds })
    }

    /// `None` if the utilities depend on the division of the other tricks.
    fn utilities(&self, payments: &Payments, declarer_tricks: u8) -> Option<[Utility; 3]> {
        let PricedPlay { position, prices, model, .. } = *self;
        let setup = position.setup();
        let declarer = setup.declarer?;
        let defender_tricks = position.tricks_left() - declarer_tricks;
        let mut common = None;
        // Every division of the defenders' tricks must have the same utilities.
        for left_tricks in 0..=defender_tricks {
            let mut tricks = BySeat::default();
            tricks[declarer] = declarer_tricks;
            tricks[declarer.left()] = left_tricks;
            tricks[declarer.right()] = defender_tricks - left_tricks;
            if tricks.iter().any(|(seat, &tricks)| tricks > 0 && !setup.playing.contains(seat)) {
                continue;
            }
            let gains = payments.gains_if_possible(tricks)?;
            let utility = |seat| {
                model.utility(
                    controlling_seat(seat, Some(declarer), &prices.hand().decisions),
                    Some(declarer),
                    gains,
                )
            };
            let utilities = [utility(declarer), utility(declarer.left()), utility(declarer.right())];
            match common {
                None => common = Some(utilities),
                Some(common) if common == utilities => {}
                Some(_) => return None,
            }
        }
        common
    }

    fn payments(&self) -> Result<&'a Payments, SettlementError> {
        self.prices.payments(self.rules)
    }
}

/// Seats that together can guarantee a number of tricks, and the seats whose total gain they maximize.
struct Party {
    members: Seats,
    tricks: u8,
    paid: Seats,
}

impl Party {
    fn has_tricks(&self, tricks: BySeat<u8>) -> bool {
        self.members.iter().map(|seat| tricks[seat]).sum::<u8>() >= self.tricks
    }
}

/// The payoff as a step function of the declarer's tricks. All trick counts of a step have the same payoff. `bounds`
/// holds the lowest trick count of each step; the step that is worst for the declarer comes first.
struct Steps {
    declarer: Seat,
    prefers_many_tricks: bool,
    bounds: Vec<u8>,
}

impl Steps {
    fn solve_gains(
        &self,
        solver: &mut Solver,
        payments: &Payments,
        position: &Position,
    ) -> Result<Gains, SettlementError> {
        // The best step that the declarer can guarantee, by bisection.
        let declarer = self.declarer;
        let seats = Seats::from_seat(declarer);
        let (mut sure, mut open) = (0, self.bounds.len());
        while open - sure > 1 {
            let middle = usize::midpoint(sure, open);
            let goal = if self.prefers_many_tricks {
                Goal::AtLeast { seats, tricks: self.bounds[middle] }
            } else {
                // The limit is the highest trick count of the step `middle`: one below the lowest count of the next
                // worse step.
                Goal::AtMost { seats, tricks: self.bounds[middle - 1] - 1 }
            };
            if solver.can_reach(position, seats, goal) {
                sure = middle;
            } else {
                open = middle;
            }
        }
        let mut tricks = BySeat::default();
        tricks[declarer] = self.bounds[sure];
        let other = position.setup().playing.next_after(declarer);
        tricks[other] += position.tricks_left() - tricks[declarer];
        payments.gains(tricks).cloned()
    }
}
