//! Claims: the remaining tricks are divided without being played, if the claiming side can guarantee
//! its share with all cards open.

use super::{Hand, HandStep, Stage};
use crate::hand::action::Action;
use crate::hand::error::ActionError;
use crate::position::Position;
use crate::rules::contract::{Goal, Target};
use crate::search::Solver;
use crate::seat::{BySeat, Seats};
use crate::settlement::HandSettlement;
use crate::situation::{Play, PlayState};

/// The division of the remaining tricks by a claim.
struct Division {
    tricks: BySeat<u8>,
    /// The seats that play for the goal, against all others.
    side: Seats,
    /// The goal that the side must be able to reach against best play.
    goal: Goal,
}

impl Hand {
    /// Lists the claims that can be made now, including claims that would not stand. Claims are not among the
    /// [`legal_actions`](Self::legal_actions), but [`apply`](Self::apply) accepts a claim that stands.
    ///
    /// `claim 3` claims three of the remaining tricks, for the side of the seat to act: the declarer, the
    /// defenders together, or, if all have passed, the seat alone. The other tricks go to the other side. A
    /// claim can be made before a lead, if this division alone decides how the hand is settled:
    ///
    /// - It must not matter which of the two defenders takes a trick. If it does matter, a defender can still
    ///   claim all remaining tricks for their own seat.
    /// - In a contract of tricks in a row, their order must not matter.
    /// - If the play ends as soon as one side has a certain number of tricks, no claim can give that side more.
    ///   All tricks after the end count for the other side.
    /// - If all have passed, a claim is possible once the talon has no card left to lead, usually only for
    ///   all remaining tricks.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// assert!(hand.claims().is_empty(), "only before a lead");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn claims(&self) -> Vec<Action> {
        let left = self.position().map_or(0, Position::tricks_left);
        (0..=left).filter(|&tricks| self.division(tricks).is_some()).map(Action::Claim).collect()
    }

    /// Claims this number of the remaining tricks for the side of the seat to act, and returns whether the
    /// claim stands. A claim that stands is an action that ends the hand; [`undo`](Self::undo) takes it back.
    /// A claim that does not stand leaves the hand unchanged and is not recorded.
    ///
    /// A claim stands if the side can guarantee its tricks against best play with all cards open: no more
    /// than it claims in a misère and when all have passed, exactly the number that it claims in a contract
    /// for an exact number, and otherwise at least that number. So a side can concede tricks. A claim that
    /// concedes everything the side can lose always stands.
    ///
    /// ```
    /// use preference::hand::{Action, Hand, Table};
    /// use preference::search::Solver;
    /// use preference::{Deal, Variant};
    /// let rules: Variant = "russian".parse()?;
    /// let deal: Deal = "F:AKQJT987.A.A. .KQJT9.KQJT.A .87.987.KQJT9 ...87".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass", "discard C8 C7", "play 6S", "whist", "whist"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.claims(), [Action::Claim(10)]);
    /// assert!(hand.claim(10, &mut Solver::new())?);
    /// assert!(hand.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claim(&mut self, tricks: u8, solver: &mut Solver) -> Result<bool, ActionError> {
        let action = Action::Claim(tricks);
        let Some(seat) = self.to_act() else { return Err(ActionError::Over { action }) };
        let player = self.player_of(seat);
        let (Some(division), Some(play)) = (self.division(tricks), self.state.play) else {
            return Err(ActionError::Claim { player, tricks, possible: self.claims() });
        };
        let stands = solver.can_reach(play.position(), division.side, division.goal);
        if stands {
            self.push_step(HandStep { seat, player, action });
            self.state.play = Some(play.after_claim(division.tricks));
            self.state.stage = Stage::Over;
        }
        Ok(stands)
    }

    pub(super) fn apply_claim(&mut self, tricks: u8) -> Result<(), ActionError> {
        let player = self.player();
        let stands = self.claim(tricks, &mut Solver::new())?;
        match player {
            Some(player) if !stands => Err(ActionError::ClaimNotSure { player, tricks }),
            _ => Ok(()),
        }
    }

    fn division(&self, claimed: u8) -> Option<Division> {
        let play = self.state.play.as_ref().filter(|_| self.state.stage == Stage::Play)?;
        let position = play.position();
        let is_lead = position.trick().next().is_none() && position.talon().cards[0].is_none();
        let rest = position.tricks_left().checked_sub(claimed).filter(|_| is_lead)?;
        let (seat, playing) = (position.to_move(), position.setup().playing);
        let seat_alone = Seats::from_seat(seat);
        let PlayState::Contract(contract) = play else {
            let goal = Goal::AtMost { seats: seat_alone, tricks: claimed };
            let tricks =
                self.distribute_tricks(play, [(seat_alone, claimed), (playing - seat_alone, rest)])?;
            return Some(Division { tricks, side: seat_alone, goal });
        };
        let declarer = Seats::from_seat(contract.declarer());
        let side = if seat_alone == declarer { declarer } else { playing - declarer };
        let goal = self.goal_of_claim(contract, side, claimed, rest)?;
        if let Some(tricks) = self.distribute_tricks(play, [(side, claimed), (playing - side, rest)]) {
            return Some(Division { tricks, side, goal });
        }
        // A defender claims all remaining tricks alone.
        let tricks = BySeat::from_fn(|other| if other == seat { claimed } else { 0 });
        let goal = Goal::AtLeast { seats: seat_alone, tricks: claimed };
        (rest == 0 && side != declarer).then_some(Division { tricks, side: seat_alone, goal })
    }

    /// `None` if the play would end before the tricks are taken, or if the order of the tricks matters.
    fn goal_of_claim(&self, play: &Play, side: Seats, claimed: u8, rest: u8) -> Option<Goal> {
        let (declarer, taken) = (play.declarer(), play.tricks_taken());
        let declaration = self.state.declaration?;
        let target = self.setup.rules.target(declaration.contract, declaration.from_hand);
        let is_declarer = side.contains(declarer);
        let declarer_tricks = if is_declarer { claimed } else { rest };
        if let Goal::InARow { tricks, run, .. } = play.goal
            && play.goal.verdict(claimed + rest).is_none()
            && declarer_tricks < claimed + rest
            && run + declarer_tricks >= tricks
        {
            return None;
        }
        // The numbers of further tricks that end the play: of the declarer, and of the defenders.
        let defenders_taken: u8 = declarer.others().into_iter().map(|seat| taken[seat]).sum();
        let ends_when_lost = self.state.ends_when_lost;
        let most_of_declarer = if ends_when_lost && target == Target::None { 1 } else { 10 };
        let most_of_defenders = match self.state.defender_trick_limit {
            _ if ends_when_lost && target != Target::None => 1,
            Some(limit) => limit - defenders_taken,
            None => 10,
        };
        let (most, most_of_others) = if is_declarer {
            (most_of_declarer, most_of_defenders)
        } else {
            (most_of_defenders, most_of_declarer)
        };
        if claimed > most || rest > most_of_others {
            return None;
        }
        Some(match target {
            Target::Exactly(_) => Goal::Exactly { seats: side, tricks: claimed },
            Target::None if claimed == most => Goal::Reached,
            Target::None => Goal::AtMost { seats: side, tricks: claimed },
            _ if rest == most_of_others => Goal::Reached,
            _ => Goal::AtLeast { seats: side, tricks: claimed },
        })
    }

    /// `None` if the settlement depends on how a side's tricks are divided between its seats.
    fn distribute_tricks(&self, play: &PlayState, sides: [(Seats, u8); 2]) -> Option<BySeat<u8>> {
        let [(one_side, one_number), (other_side, other_number)] = sides;
        let ways = shares(one_side, one_number).flat_map(|one| {
            let both = move |other: BySeat<u8>| BySeat::from_fn(|seat| one[seat] + other[seat]);
            shares(other_side, other_number).map(both)
        });
        let mut first: Option<(BySeat<u8>, HandSettlement)> = None;
        for tricks in ways {
            let result = self.result_of(&play.after_claim(tricks));
            let settlement = self.setup.rules.hand_settlement(&self.terms(), &result).ok()?;
            match &first {
                Some((_, other)) if *other != settlement => return None,
                Some(_) => {}
                None => first = Some((tricks, settlement)),
            }
        }
        first.map(|(tricks, _)| tricks)
    }
}

/// The first seat takes all tricks in the first way.
fn shares(seats: Seats, tricks: u8) -> impl Iterator<Item = BySeat<u8>> {
    let mut order = seats.iter();
    let (first, second) = (order.next().expect("a side has a seat"), order.next());
    let least = if second.is_some() { 0 } else { tricks };
    (least..=tricks).rev().map(move |number| {
        BySeat::from_fn(|seat| match seat {
            _ if seat == first => number,
            _ if Some(seat) == second => tricks - number,
            _ => 0,
        })
    })
}
