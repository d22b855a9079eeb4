//! Which contract does a hand make: a contract in play, and what it comes to.

use thiserror::Error;

use crate::cards::Card;
use crate::deal::Deal;
use crate::position::{Game, PlayError, Position};
use crate::rules::contract::Declared;
use crate::rules::contract::{Contract, Goal, Target};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};

/// A contract being played: the position, the tricks taken so far and what the
/// declarer still has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    position: Position,
    contract: Contract,
    declarer: Seat,
    goal: Goal,
    taken: BySeat<u8>,
}

/// What a contract comes to when everybody does his best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The declarer's tricks over the whole hand, those taken before included:
    /// the most he is sure of, in misère the fewest he can hold himself to.
    /// `None` for contracts that do not count tricks (six in a row, uno), and
    /// where only `made` was asked for.
    pub tricks: Option<u8>,
    /// Whether he makes the contract.
    pub made: bool,
}

impl Play {
    /// A contract in play from this position. `taken` are the tricks taken
    /// before, `run` how many of them the declarer took in a row last.
    ///
    /// # Errors
    /// If the position is not one of a declarer, more tricks were taken than a
    /// hand has, a seat that dropped out has taken some, or the row is longer
    /// than the declarer's tricks where those are given.
    pub fn new(
        position: Position,
        contract: Contract,
        target: Target,
        taken: BySeat<u8>,
        run: u8,
    ) -> Result<Play, TakenError> {
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
        Play::led_by(rules, deal, game, rules.leader(game.contract, game.declarer), Seats::ALL)
    }

    /// The same led by somebody else, and played by these, of whom the declarer is one; if the
    /// leader is not, the next who plays leads.
    #[must_use]
    pub fn led_by(rules: &Variant, deal: &Deal, game: Declared, leader: Seat, playing: Seats) -> Play {
        let Declared { contract, declarer, from_hand } = game;
        let trump = contract.trump();
        let of = Game { play_rules: rules.play_rules(), trump, declarer: Some(declarer), playing };
        let position = Position::new(of, deal.hands(), leader, &[]).expect("the hands of a deal are equal");
        Play::new(position, contract, rules.target(contract, from_hand), BySeat::default(), 0)
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

    /// Whether the declarer makes the contract.
    pub fn made(&self, solver: &mut Solver) -> bool {
        solver.reaches(&self.position, Seats::of(self.declarer), self.goal)
    }

    /// What the contract comes to.
    pub fn outcome(&self, solver: &mut Solver) -> Outcome {
        let side = Seats::of(self.declarer);
        let rest = match self.goal {
            _ if self.contract.is_misere() => solver.fewest(&self.position, side),
            Goal::AtLeast { .. } => solver.most(&self.position, side),
            _ => return Outcome { tricks: None, made: self.made(solver) },
        };
        let made = match self.goal {
            Goal::AtLeast { tricks, .. } => rest >= tricks,
            Goal::AtMost { tricks, .. } => rest <= tricks,
            _ => false,
        };
        Outcome { tricks: Some(self.taken[self.declarer] + rest), made }
    }

    /// Whether the outcome of the play before its last card is still the outcome.
    ///
    /// A card cannot do better for him who played it than the best one, so only
    /// the other direction is asked about.
    pub(crate) fn keeps(&self, solver: &mut Solver, before: Outcome, mover: Seat) -> bool {
        let Some(tricks) = before.tricks else { return self.made(solver) == before.made };
        let seats = Seats::of(self.declarer);
        let taken = self.taken[self.declarer];
        let own = mover == self.declarer;
        // The declarer's best is reached still; or a defender's, so that the
        // declarer cannot go one further.
        let step = u8::from(!own);
        let reached = if self.contract.is_misere() {
            match tricks.checked_sub(taken + step) {
                Some(tricks) => solver.reaches(&self.position, seats, Goal::AtMost { seats, tricks }),
                None => false,
            }
        } else {
            let tricks = (tricks + step).saturating_sub(taken);
            solver.reaches(&self.position, seats, Goal::AtLeast { seats, tricks })
        };
        reached == own
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
        /// His tricks.
        taken: u8,
    },
}
