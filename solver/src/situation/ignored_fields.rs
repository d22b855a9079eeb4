//! Fields that can change nothing under the rules, or in the contract: they are refused.

use super::Situation;
use super::error::{Code, Field, Problem, QuestionError};
use super::fields::Fields;
use super::parsing::{PAID, SAID};
use crate::rules::bidding::{AllPass, Bids};
use crate::rules::payment::PaymentScheme;
use crate::settlement::Aces;

/// Returns the first field that makes sense only in a hand that a player declares, if there is one.
pub(crate) fn declared_hand_field(fields: &Fields) -> Option<&'static str> {
    let paid = |fields: &Fields| fields.first_of(&PAID).filter(|&name| name != "four");
    fields.first_of(&SAID).or_else(|| paid(fields))
}

/// Checks of the effect of fields under the rules.
impl Situation {
    /// Returns the error of a field that changes nothing, with the reason.
    pub(crate) fn useless_field_error(&self, field: impl Into<Field>, why: &'static str) -> QuestionError {
        let rules = self.rules.label().to_owned();
        let problem = Problem::UselessKey { why, contract: self.contract, rules };
        QuestionError::new(Code::NotHere, field, problem)
    }

    /// Refuses fields that make sense only in a hand that a player declares, when all have passed.
    pub(crate) fn check_all_passed(&self, fields: &Fields) -> Result<(), QuestionError> {
        match declared_hand_field(fields) {
            Some(name) if self.all_passed => {
                Err(QuestionError::not_here(name, "nobody declares when all have passed"))
            }
            _ => Ok(()),
        }
    }

    /// Refuses fields about the hand that change no payment. Records of hands are not checked: they may hold
    /// everything that happened.
    ///
    /// # Errors
    /// The error of the first field that changes nothing.
    pub(crate) fn check_effects(self) -> Result<Situation, QuestionError> {
        self.check_pot()?;
        self.check_aces_and_talon()?;
        if self.hand.progression > 1 && !self.passes_raise_prices() {
            return Err(self.useless_field_error(
                "progression",
                "the number of hands that all have passed changes nothing",
            ));
        }
        Ok(self)
    }

    /// Refuses `pot` where nothing is paid out of a pot, and `limit` where the pot decides nothing.
    pub(crate) fn check_pot(&self) -> Result<(), QuestionError> {
        let settlement = self.rules.settlement();
        let apart = settlement.each.as_ref().zip(self.contract);
        let apart = apart.is_some_and(|(each, contract)| each.prices.contains_key(&contract));
        let pays = matches!(settlement.by, Some(PaymentScheme::Pot | PaymentScheme::Reward)) && !apart;
        let counts = pays && settlement.pot.as_ref().is_some_and(|pot| pot.unit_of_pot);
        match (self.hand.pot, self.hand.limit) {
            (Some(_), _) if !pays => Err(self.useless_field_error("pot", "nothing is paid out of a pot")),
            (_, Some(_)) if !counts => {
                Err(self.useless_field_error("limit", "the pot does not decide what is paid"))
            }
            _ => Ok(()),
        }
    }

    /// Refuses `aces` where they bring no bonus, and `talon` where its cards neither pay nor contradict
    /// announced aces.
    fn check_aces_and_talon(&self) -> Result<(), QuestionError> {
        let settlement = self.rules.settlement();
        let bonuses = settlement.bonuses;
        let in_suits = self.contract.is_none_or(|contract| contract.trump().is_some());
        let (bonus, why) = match self.hand.aces {
            None => (0, ""),
            Some(Aces::Four) => (bonuses.four_aces, "there is no bonus for four aces"),
            Some(Aces::None) => (bonuses.no_aces, "there is no bonus for holding no ace"),
        };
        if self.hand.aces.is_some() && (bonus == 0 || !in_suits) {
            return Err(self.useless_field_error("aces", why));
        }
        if !self.hand.talon.is_empty() && self.hand.aces.is_none() && settlement.talon_pair == 0 {
            return Err(self.useless_field_error("talon", "nothing is paid for the cards of the talon"));
        }
        Ok(())
    }

    /// Checks whether the deals that all have passed before this one raise the lowest bid.
    pub(crate) fn passes_raise_bids(&self) -> bool {
        let bidding = self.rules.bidding();
        let first = bidding.exit.first();
        bidding.by == Some(Bids::Levels) && bidding.exit.iter().any(|level| Some(level) != first)
    }

    /// Checks whether deals that all have passed change the payments when all pass again.
    pub(crate) fn passes_raise_prices(&self) -> bool {
        let settlement = self.rules.settlement();
        let factors = settlement.books.as_ref().map_or(&[][..], |books| &books.progression);
        settlement.by == Some(PaymentScheme::Books)
            && factors.iter().any(|&factor| Some(&factor) != factors.first())
    }

    /// Checks whether a hand is played when all have passed.
    pub(crate) fn plays_when_all_pass(&self) -> bool {
        self.rules.bidding().all_pass == AllPass::Raspasovka
    }
}
