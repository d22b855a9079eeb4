//! Where a hand stands: a contract in play, or everybody playing for themselves.

use thiserror::Error;

use crate::cards::Card;
use crate::deal::Deal;
use crate::position::{Game, PlayError, Position};
use crate::rules::contract::{Contract, Declared, Goal, Target};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

/// The tricks taken before a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// By whom.
    pub tricks: BySeat<u8>,
    /// How many of them the declarer took in a row last.
    pub run: u8,
}

impl From<BySeat<u8>> for Taken {
    fn from(tricks: BySeat<u8>) -> Taken {
        Taken { tricks, run: 0 }
    }
}

/// A contract being played: the position, the tricks taken so far and what the
/// declarer still has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    position: Position,
    contract: Contract,
    declarer: Seat,
    pub(crate) goal: Goal,
    taken: BySeat<u8>,
}

impl Play {
    /// A contract in play from this position, with the tricks taken before.
    ///
    /// # Errors
    /// If the position is not one of a declarer, more tricks were taken than a
    /// hand has, a seat that dropped out has taken some, or the row is longer
    /// than the declarer's tricks where those are given.
    pub fn new(
        position: Position,
        contract: Contract,
        target: Target,
        taken: Taken,
    ) -> Result<Play, TakenError> {
        let Taken { tricks: taken, run } = taken;
        let declarer = position.game().declarer.ok_or(TakenError::NoDeclarer)?;
        let before: u8 = taken.0.iter().fold(0, |sum, &tricks| sum.saturating_add(tricks));
        let left = position.tricks_left();
        let least = before.max(run);
        if least.saturating_add(left) > 10 {
            return Err(TakenError::TooMany { before: least, left });
        }
        if let Some((seat, _)) =
            taken.iter().find(|&(seat, &tricks)| tricks > 0 && !position.game().playing.contains(seat))
        {
            return Err(TakenError::Out { seat });
        }
        if before > 0 && run > taken[declarer] {
            return Err(TakenError::Run { run, taken: taken[declarer] });
        }
        let goal = match target {
            Target::InARow(tricks) => Goal::InARow { seats: Seats::of(declarer), tricks, run },
            _ => (0..taken[declarer]).fold(target.goal(declarer), |goal, _| goal.after(declarer)),
        };
        Ok(Play { position, contract, declarer, goal, taken })
    }

    /// A contract played from the first lead by all three, under these rules.
    #[must_use]
    pub fn from_deal(rules: &Variant, deal: &Deal, game: Declared) -> Play {
        let Declared { contract, declarer, from_hand } = game;
        let of = Game {
            play_rules: rules.play_rules(),
            trump: contract.trump(),
            declarer: Some(declarer),
            playing: Seats::ALL,
        };
        let position = Position::new(of, deal.hands(), rules.leader(contract, declarer, of.playing), &[])
            .expect("the hands of a deal are equal");
        Play::new(position, contract, rules.target(contract, from_hand), Taken::default())
            .expect("nothing is taken yet")
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The contract.
    #[must_use]
    pub fn contract(&self) -> Contract {
        self.contract
    }

    /// Who plays it.
    #[must_use]
    pub fn declarer(&self) -> Seat {
        self.declarer
    }

    /// The tricks each seat has taken.
    #[must_use]
    pub fn taken(&self) -> BySeat<u8> {
        self.taken
    }

    /// Play a card.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, card: Card) -> Result<(), PlayError> {
        if let Some(winner) = self.position.play(card)? {
            self.taken[winner] += 1;
            self.goal = self.goal.after(winner);
        }
        Ok(())
    }

    /// The play after a legal card.
    pub(crate) fn after(&self, card: Card) -> Play {
        let mut after = *self;
        if let Some(winner) = after.position.play_legal(card) {
            after.taken[winner] += 1;
            after.goal = after.goal.after(winner);
        }
        after
    }
}

/// Where a hand stands.
#[derive(Clone, Copy, Debug)]
pub enum Stands {
    /// A contract is played.
    Contract(Play),
    /// All have passed.
    AllPassed {
        /// The position.
        position: Position,
        /// The tricks taken before it.
        taken: BySeat<u8>,
    },
}

impl Stands {
    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self {
            Stands::Contract(play) => play.position(),
            Stands::AllPassed { position, .. } => position,
        }
    }

    /// The tricks taken before it.
    #[must_use]
    pub fn taken(&self) -> BySeat<u8> {
        match self {
            Stands::Contract(play) => play.taken(),
            Stands::AllPassed { taken, .. } => *taken,
        }
    }

    /// Play a card.
    ///
    /// # Errors
    /// If the rules do not allow it; then nothing has changed.
    pub fn play(&mut self, card: Card) -> Result<(), PlayError> {
        match self {
            Stands::Contract(play) => play.play(card)?,
            Stands::AllPassed { position, taken } => {
                if let Some(winner) = position.play(card)? {
                    taken[winner] += 1;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn after(&self, card: Card) -> Stands {
        let mut after = *self;
        after.play(card).expect("a legal card");
        after
    }
}

/// Why tricks taken before cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TakenError {
    /// Nobody declares.
    #[error("nobody plays this contract: name the declarer")]
    NoDeclarer,
    /// More than ten tricks.
    #[error("tricks taken {before}, still to come {left}: a hand has ten in all")]
    TooMany {
        /// Those taken.
        before: u8,
        /// Those still to be played.
        left: u8,
    },
    /// A seat that does not play has tricks.
    #[error("{} dropped out and cannot have taken tricks", seat.name())]
    Out {
        /// The seat.
        seat: Seat,
    },
    /// A row longer than the tricks it consists of.
    #[error("a row of {run} tricks, but the declarer has taken {taken}")]
    Run {
        /// The row.
        run: u8,
        /// The declarer's tricks.
        taken: u8,
    },
}
