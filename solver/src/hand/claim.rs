//! Claims: the remaining tricks are divided without play, if the claiming side can guarantee its share with open cards.

use super::{Hand, HandStep, Stage};
use crate::hand::action::Action;
use crate::hand::error::ActionError;
use crate::position::Position;
use crate::rules::contract::{Goal, Target};
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::HandSettlement;
use crate::situation::{Play, PlayState};

struct Division {
    tricks: BySeat<u8>,
    /// They play for the goal against all others.
    side: Seats,
    /// The goal that the side must be able to reach against best play.
    goal: Goal,
}

impl Hand {
    /// The claims that can be made now, including claims that would not stand. They are not among the
    /// [`legal_actions`](Self::legal_actions), but [`apply`](Self::apply) accepts one that stands.
    ///
    /// `claim 3` claims three of the remaining tricks for the side of the seat to act: the declarer, or the defenders
    /// together. A claim can be made before a lead by a player who sees the hands of all seats that play, so that
    /// whether it stands reveals nothing; any other player can make an [offer](Self::offers). The division alone must
    /// decide how the hand is settled:
    ///
    /// - It must not matter which of the two defenders takes a trick. If it does, a defender can still claim all
    ///   remaining tricks for their own seat.
    /// - In a contract of tricks in a row, their order must not matter.
    /// - If the play ends as soon as one side has a certain number of tricks, no claim can give that side more. All
    ///   tricks after the end count for the other side.
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

    /// Claims this number of the remaining tricks for the side of the seat to act, and returns whether the claim
    /// stands. A claim that stands ends the hand; [`undo`](Self::undo) takes it back. One that does not stand leaves
    /// the hand unchanged and is not recorded.
    ///
    /// A claim stands if the side can guarantee its tricks against best play with all cards open: no more than it
    /// claims in a misère, exactly this number in a contract for an exact number, and otherwise at least this number.
    /// So a side can concede tricks.
    ///
    /// ```
    /// use preference::hand::{Action, Hand, Table};
    /// use preference::search::Solver;
    /// use preference::{Deal, Variant};
    /// let rules: Variant = "russian".parse()?;
    /// let deal: Deal = "F:AKQJT987.A.A. .KQJT9.KQJT.A .87.987.KQJT9 ...87".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass", "discard C8 C7", "play 6S", "whist", "pass", "open"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.claims().len(), 11, "from no trick to all ten");
    /// assert!(hand.claim(10, &mut Solver::new())?);
    /// assert!(hand.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claim(&mut self, tricks: u8, solver: &mut Solver) -> Result<bool, ActionError> {
        let action = Action::Claim(tricks);
        let Some(seat) = self.to_act() else { return Err(ActionError::Over { action }) };
        let player = self.player_of(seat);
        if self.play_before_lead().is_some() && !self.sees_all_hands(player) {
            let example = self.offers().first().copied();
            return Err(ActionError::ClosedClaim { player, example });
        }
        let (Some(division), Some(play)) = (self.division(tricks), self.state.play) else {
            return Err(ActionError::Claim { player, tricks, possible: self.claims() });
        };
        let stands = solver.can_reach(play.position(), division.side, division.goal);
        if stands {
            self.push_step(HandStep { seat, player, action });
            self.state.play = Some(play.with_rest_divided(division.tricks));
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

    /// `None` in the middle of a trick, and while cards of the talon lead.
    pub(super) fn play_before_lead(&self) -> Option<&PlayState> {
        let is_lead =
            |position: &Position| position.trick().next().is_none() && position.talon_leads().is_none();
        self.state.play.as_ref().filter(|play| self.state.stage == Stage::Play && is_lead(play.position()))
    }

    fn sees_all_hands(&self, player: Seat) -> bool {
        let playing = self.position().map_or(Seats::NONE, |position| position.setup().playing);
        playing.iter().all(|seat| self.is_seen(Some(player), seat))
    }

    fn division(&self, claimed: u8) -> Option<Division> {
        let play = self.play_before_lead()?;
        let position = play.position();
        let rest = position.tricks_left().checked_sub(claimed)?;
        let (seat, playing) = (position.to_move(), position.setup().playing);
        let seat_alone = Seats::from_seat(seat);
        // After all have passed nobody sees another hand.
        let PlayState::Contract(contract) = play else { return None };
        if !self.sees_all_hands(self.player_of(seat)) {
            return None;
        }
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
        let target = self.target()?;
        let is_declarer = side.contains(play.declarer());
        if is_order_decisive(play, if is_declarer { claimed } else { rest }) {
            return None;
        }
        let (most_of_declarer, most_of_defenders) = self.most_further_tricks(play);
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

    fn target(&self) -> Option<Target> {
        let declaration = self.state.declaration?;
        Some(self.setup.rules.target(declaration.contract, declaration.from_hand))
    }

    /// The numbers of further tricks, of the declarer and of the defenders, that end the play.
    pub(super) fn most_further_tricks(&self, play: &Play) -> (u8, u8) {
        let (target, taken) = (self.target(), play.tricks_taken());
        let defenders_taken: u8 = play.declarer().others().into_iter().map(|seat| taken[seat]).sum();
        let ends_when_lost = self.state.ends_when_lost;
        let most_of_declarer = if ends_when_lost && target == Some(Target::None) { 1 } else { 10 };
        let most_of_defenders = match self.state.defender_trick_limit {
            _ if ends_when_lost && target != Some(Target::None) => 1,
            Some(limit) => limit - defenders_taken,
            None => 10,
        };
        (most_of_declarer, most_of_defenders)
    }

    /// `None` if the settlement depends on how a side's tricks are divided.
    fn distribute_tricks(&self, play: &PlayState, sides: [(Seats, u8); 2]) -> Option<BySeat<u8>> {
        let [(one_side, one_number), (other_side, other_number)] = sides;
        let ways = shares(one_side, one_number).flat_map(|one| {
            let both = move |other: BySeat<u8>| BySeat::from_fn(|seat| one[seat] + other[seat]);
            shares(other_side, other_number).map(both)
        });
        let mut first: Option<(BySeat<u8>, HandSettlement)> = None;
        for tricks in ways {
            let result = self.result_of(&play.with_rest_divided(tricks));
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

/// The order of the remaining tricks, `declarer_tricks` of them the declarer's, may decide a contract of tricks in a
/// row.
pub(super) fn is_order_decisive(play: &Play, declarer_tricks: u8) -> bool {
    let left = play.position().tricks_left();
    match play.goal {
        Goal::InARow { tricks, run, .. } => {
            play.goal.verdict(left).is_none() && declarer_tricks < left && run + declarer_tricks >= tricks
        }
        _ => false,
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
