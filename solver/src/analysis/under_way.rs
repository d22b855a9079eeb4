//! A hand under way in which everybody plays for himself: each card, and one best line.

use crate::analysis::contracts::Play;
use crate::analysis::game::settled::{self, Model};
use crate::analysis::line::walk;
use crate::analysis::raspasovka;
use crate::cards::Card;
use crate::position::{PlayError, Position};
use crate::rules::variant::Variant;
use crate::search::{RulesOfThumb, Solver};
use crate::seat::BySeat;
use crate::settlement::{Gains, Hand, SettlementError};

/// A hand under way, and what is played for.
#[derive(Clone, Copy, Debug)]
pub struct UnderWay<'a> {
    /// The rules.
    pub rules: &'a Variant,
    /// Where it stands.
    pub stands: Stands,
    /// What was decided before the play, with the contract if one is played.
    pub hand: &'a Hand,
    /// What the defenders play for.
    pub model: Model,
    /// The rules of thumb that two defenders keep to.
    pub rules_of_thumb: RulesOfThumb,
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

    fn after(&self, card: Card) -> Stands {
        let mut after = *self;
        after.play(card).expect("a legal card");
        after
    }
}

/// What a hand under way comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The tricks of each seat; `None` where only the result of the contract is known.
    pub tricks: Option<BySeat<u8>>,
    /// What everybody gains; `None` where all have passed and the rules settle no such hand,
    /// or it is an ending without the tricks before it.
    pub gains: Option<Gains>,
}

impl UnderWay<'_> {
    /// What the hand comes to.
    ///
    /// # Errors
    /// If a contract cannot be settled, whatever the tricks.
    pub fn expected(&self, solver: &mut Solver) -> Result<Expected, SettlementError> {
        let UnderWay { rules, stands, hand, model, rules_of_thumb } = self;
        match stands {
            Stands::AllPassed { position, taken } => {
                let tricks = raspasovka::tricks(solver, rules, position, *taken);
                let gains = rules.settle(hand, &tricks.into());
                Ok(Expected { tricks: Some(tricks), gains: gains.ok() })
            }
            // What of it was done before only the play knows.
            Stands::Contract(play) if self.by_result() => {
                let made = play.made(solver);
                let gains = settled::by_result(rules, hand, play.position().game().playing, made)?;
                Ok(Expected { tricks: None, gains: Some(gains) })
            }
            Stands::Contract(play) => {
                let (position, taken) = (play.position(), play.taken());
                let settled = settled::play(solver, rules, position, taken, hand, *model, *rules_of_thumb)?;
                Ok(Expected { tricks: settled.tricks, gains: Some(settled.gains) })
            }
        }
    }

    /// What it comes to after each card that the seat to move may play, in the order of listing;
    /// none when the hand is over.
    ///
    /// # Errors
    /// If a contract cannot be settled, whatever the tricks.
    pub fn cards(&self, solver: &mut Solver) -> Result<Vec<(Card, Expected)>, SettlementError> {
        self.stands
            .position()
            .legal()
            .iter()
            .map(|card| Ok((card, self.after(card).expected(solver)?)))
            .collect()
    }

    /// What it comes to, and a line that leads there, through the last trick; of several cards
    /// that do the first in the order of listing.
    ///
    /// # Errors
    /// If a contract cannot be settled, whatever the tricks.
    pub fn line(&self, solver: &mut Solver) -> Result<(Expected, Vec<Card>), SettlementError> {
        let expected = self.expected(solver)?;
        let keeps = |after: &Self, _| after.expected(solver).is_ok_and(|found| self.same(&expected, &found));
        let line = walk(*self, |hand| hand.stands.position(), Self::after, keeps);
        Ok((expected, line))
    }

    /// Whether it is only played for being made.
    fn by_result(&self) -> bool {
        let target = self.hand.game.map(|game| self.rules.target(game.contract, game.from_hand));
        target.is_some_and(|target| settled::by_result_alone(target, self.model))
    }

    /// Whether these are what is expected before and after a best card.
    ///
    /// Wishes are told apart by the gains, and after them by a rule that looks at the tricks,
    /// so that the tricks expected are those expected after one of the cards.
    fn same(&self, before: &Expected, after: &Expected) -> bool {
        match (self.model, self.hand.game, before.tricks, after.tricks) {
            // How tricks are shared out between defenders who play as one is nobody's choice.
            (Model::Tricks, Some(game), Some(before), Some(after)) => {
                before[game.declarer] == after[game.declarer]
            }
            (_, _, Some(before), Some(after)) => before == after,
            _ => before.gains == after.gains,
        }
    }

    fn after(&self, card: Card) -> Self {
        UnderWay { stands: self.stands.after(card), ..*self }
    }
}
