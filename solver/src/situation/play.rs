//! The state of a hand in play: either a contract is played, or everybody plays for themselves.

use thiserror::Error;

use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::position::{PlayError, PlaySetup, Position};
use crate::rules::contract::{Contract, Declaration, Goal, Target};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

/// The tricks that were taken before a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TricksTaken {
    /// Number of tricks that each seat has taken.
    pub tricks: BySeat<u8>,
    /// Tricks in a row that the declarer has just taken, for contracts that require them. After an earlier run that was
    /// long enough for the contract, this is the length that it requires. `None` if the number follows from `tricks`.
    pub run: Option<u8>,
}

impl From<BySeat<u8>> for TricksTaken {
    fn from(tricks: BySeat<u8>) -> TricksTaken {
        TricksTaken { tricks, run: None }
    }
}

impl TricksTaken {
    /// The tricks in a row that the declarer has just taken before this position, in a contract that requires `target`
    /// of them. An earlier run of at least `target` tricks counts like a present one.
    ///
    /// A `run` that was given is returned; if tricks were given too, `run` must not contradict them. Otherwise it
    /// follows from the tricks, and from the leader to the present trick, who has taken the last trick:
    ///
    /// - If nobody else has a trick, the run consists of all tricks of the declarer. A declarer without tricks has no
    ///   run.
    /// - A declarer with a single trick who leads has just taken it.
    /// - If another seat with a trick leads, it has ended the declarer's run. An earlier run can have been long enough
    ///   only if the declarer has at least `target` tricks; with fewer the result is 0.
    /// - If the declarer has at least `target` tricks and the others together have only one, the last trick, the
    ///   declarer took all of these tricks in a row before it.
    ///
    /// Otherwise the tricks do not determine the number, which is an error.
    fn run_length(&self, position: &Position, declarer: Seat, target: u8) -> Result<u8, TricksTakenError> {
        let taken = self.tricks;
        let (declarer_tricks, leader) = (taken[declarer], position.leader());
        let total: u8 = taken.0.iter().fold(0, |sum, &tricks| sum.saturating_add(tricks));
        let alone = declarer_tricks == total;
        match self.run {
            Some(run) if total > 0 && run > declarer_tricks => {
                Err(TricksTakenError::Run { run, taken: declarer_tricks })
            }
            Some(run) if total > 0 && alone && run < declarer_tricks => {
                Err(TricksTakenError::WholeRun { run, taken: declarer_tricks })
            }
            Some(run) => Ok(run),
            None if alone || declarer_tricks == 0 => Ok(declarer_tricks),
            None if declarer_tricks == 1 && leader == declarer => Ok(1),
            None if leader != declarer && taken[leader] > 0 && declarer_tricks < target => Ok(0),
            None if leader != declarer && taken[leader] > 0 && total - declarer_tricks == 1 => {
                Ok(declarer_tricks)
            }
            None => Err(TricksTakenError::RunUnknown { declarer, taken: declarer_tricks, target }),
        }
    }
}

/// A contract in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    position: Position,
    contract: Contract,
    declarer: Seat,
    pub(crate) goal: Goal,
    taken: BySeat<u8>,
}

impl Play {
    /// Builds a contract in play from the position and the tricks taken before it.
    ///
    /// # Errors
    /// If the position has no declarer, there are more than ten tricks, or a seat that dropped out has taken some. In a
    /// contract of tricks in a row, also if the given run contradicts the tricks, or the tricks do not determine it.
    pub fn new(
        position: Position,
        contract: Contract,
        target: Target,
        taken: TricksTaken,
    ) -> Result<Play, TricksTakenError> {
        let (before, taken) = (taken, taken.tricks);
        let declarer = position.setup().declarer.ok_or(TricksTakenError::NoDeclarer)?;
        let total: u8 = taken.0.iter().fold(0, |sum, &tricks| sum.saturating_add(tricks));
        let tricks_left = position.tricks_left();
        let least = total.max(before.run.unwrap_or(0));
        if least.saturating_add(tricks_left) > 10 {
            return Err(TricksTakenError::TooMany { before: least, left: tricks_left });
        }
        if let Some((seat, _)) =
            taken.iter().find(|&(seat, &tricks)| tricks > 0 && !position.setup().playing.contains(seat))
        {
            return Err(TricksTakenError::Out { seat });
        }
        let goal = match target {
            Target::InARow(tricks) => {
                let run = before.run_length(&position, declarer, tricks)?;
                Goal::InARow { seats: Seats::from_seat(declarer), tricks, run }
            }
            _ => (0..taken[declarer]).fold(target.goal(declarer), |goal, _| goal.after_trick(declarer)),
        };
        Ok(Play { position, contract, declarer, goal, taken })
    }

    /// Builds a contract in play before the first lead, with all three seats playing.
    #[must_use]
    pub fn from_deal(rules: &Variant, deal: &Deal, declaration: Declaration) -> Play {
        let Declaration { contract, declarer, from_hand } = declaration;
        let setup = PlaySetup {
            play_rules: rules.play_rules_in(contract.trump()),
            trump: contract.trump(),
            declarer: Some(declarer),
            playing: Seats::ALL,
        };
        let position =
            Position::new(setup, deal.hands(), rules.leader(contract, declarer, setup.playing), &[])
                .expect("the hands of a deal are equal");
        Play::new(position, contract, rules.target(contract, from_hand), TricksTaken::default())
            .expect("no tricks have been taken yet")
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The contract.
    #[must_use]
    pub fn contract(&self) -> Contract {
        self.contract
    }

    /// The declarer.
    #[must_use]
    pub fn declarer(&self) -> Seat {
        self.declarer
    }

    /// The number of tricks that each seat has taken so far.
    #[must_use]
    pub fn tricks_taken(&self) -> BySeat<u8> {
        self.taken
    }

    /// Plays a card for the seat to move.
    pub fn play(&mut self, card: Card) -> Result<(), PlayError> {
        if let Some(winner) = self.position.play(card)? {
            self.taken[winner] += 1;
            self.goal = self.goal.after_trick(winner);
        }
        Ok(())
    }

    /// `card` must be legal.
    pub(crate) fn play_after(&self, card: Card) -> Play {
        let mut after = *self;
        after.play_legal(card);
        after
    }

    /// `card` must be legal.
    pub(crate) fn play_legal(&mut self, card: Card) {
        if let Some(winner) = self.position.play_legal(card) {
            self.taken[winner] += 1;
            self.goal = self.goal.after_trick(winner);
        }
    }
}

/// The state of a hand in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayState {
    /// A declarer plays a contract.
    Contract(Play),
    /// All have passed, and everybody plays for themselves.
    AllPassed {
        /// The position.
        position: Position,
        /// The tricks taken before the position.
        taken: BySeat<u8>,
    },
}

impl PlayState {
    /// The present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self {
            PlayState::Contract(play) => play.position(),
            PlayState::AllPassed { position, .. } => position,
        }
    }

    /// The number of tricks that each seat has taken before the position.
    #[must_use]
    pub fn tricks_taken(&self) -> BySeat<u8> {
        match self {
            PlayState::Contract(play) => play.tricks_taken(),
            PlayState::AllPassed { taken, .. } => *taken,
        }
    }

    /// Plays a card for the seat to move.
    ///
    /// # Errors
    /// If the card is not legal. The state is then unchanged.
    pub fn play(&mut self, card: Card) -> Result<(), PlayError> {
        match self {
            PlayState::Contract(play) => play.play(card)?,
            PlayState::AllPassed { position, taken } => {
                if let Some(winner) = position.play(card)? {
                    taken[winner] += 1;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn as_contract(&self) -> Option<&Play> {
        match self {
            PlayState::Contract(play) => Some(play),
            PlayState::AllPassed { .. } => None,
        }
    }

    /// Stops at the last trick, or at the first card that is not legal. Returns `self` and the state after each card.
    pub(crate) fn replay(self, cards: &[Card]) -> (Vec<PlayState>, Option<PlayError>) {
        let (mut states, mut state) = (vec![self], self);
        for &card in cards {
            if state.position().is_over() {
                break;
            }
            if let Err(error) = state.play(card) {
                return (states, Some(error));
            }
            states.push(state);
        }
        (states, None)
    }

    /// Each seat takes these further tricks, and no cards are left.
    pub(crate) fn with_rest_divided(&self, tricks: BySeat<u8>) -> PlayState {
        let without_cards = |position: &Position| {
            Seat::ALL.into_iter().fold(*position, |position, seat| position.with_hand(seat, Cards::NONE))
        };
        let taken = self.tricks_taken();
        let taken = BySeat::from_fn(|seat| taken[seat] + tricks[seat]);
        match self {
            PlayState::Contract(play) => {
                let winners = tricks.iter().flat_map(|(seat, &number)| (0..number).map(move |_| seat));
                let goal = winners.fold(play.goal, Goal::after_trick);
                let position = without_cards(&play.position);
                PlayState::Contract(Play { position, goal, taken, ..*play })
            }
            PlayState::AllPassed { position, .. } => {
                PlayState::AllPassed { position: without_cards(position), taken }
            }
        }
    }

    pub(crate) fn state_after(&self, card: Card) -> PlayState {
        let mut after = *self;
        after.play(card).expect("a legal card");
        after
    }
}

/// The error for impossible tricks taken before a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum TricksTakenError {
    #[error("nobody plays this contract: name the declarer")]
    NoDeclarer,
    #[error("tricks taken {before}, still to come {left}: a hand has ten in all")]
    TooMany { before: u8, left: u8 },
    #[error("{} dropped out and cannot have taken tricks", seat.name())]
    Out { seat: Seat },
    #[error("run is {run}, but the declarer has taken {taken} tricks")]
    Run { run: u8, taken: u8 },
    #[error(
        "run is {run}, but nobody else has taken a trick: all {taken} tricks of the declarer are in a row"
    )]
    WholeRun { run: u8, taken: u8 },
    #[error(
        "{} has taken {taken} tricks and other seats have taken some: give in run how many tricks in a row the declarer has just taken{}",
        declarer.name(),
        if taken >= target { format!(" ({target} if there were {target} in a row before)") } else { String::new() }
    )]
    RunUnknown { declarer: Seat, taken: u8, target: u8 },
}
