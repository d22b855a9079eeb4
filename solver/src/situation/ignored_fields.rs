//! Checks that refuse fields that have no effect under the rules, or in the contract.

use super::Situation;
use super::error::{ErrorCode, Field, Problem, QuestionError};
use super::form::FormPart;
use super::groups::{DecisionFields, PaymentFields};
use crate::rules::bidding::{AllPass, BidKind};
use crate::rules::payment::PaymentScheme;
use crate::settlement::Aces;

fn declared_hand_field(decisions: &DecisionFields, payment: &PaymentFields) -> Option<&'static str> {
    let paid = payment.given().into_iter().filter(|&name| name != "four");
    decisions.given().into_iter().chain(paid).next()
}

/// Whether fields have an effect under the rules.
impl Situation {
    pub(crate) fn useless_field_error(&self, field: impl Into<Field>, why: &'static str) -> QuestionError {
        let rules = self.rules.label().to_owned();
        let problem = Problem::UselessKey { why, contract: self.contract, rules };
        QuestionError::new(ErrorCode::NotHere, field, problem)
    }

    pub(crate) fn check_all_passed(
        &self,
        decisions: &DecisionFields,
        payment: &PaymentFields,
    ) -> Result<(), QuestionError> {
        match declared_hand_field(decisions, payment) {
            Some(name) if self.all_passed => {
                Err(QuestionError::not_here(name, "nobody declares when all have passed"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that each of the fields `pot`, `limit`, `aces`, `talon` and `progression` that is given can change a
    /// payment.
    pub(crate) fn check_effects(self) -> Result<Situation, QuestionError> {
        self.check_pot()?;
        self.check_aces_and_talon()?;
        if self.decisions.progression > 1 && !self.passes_raise_prices() {
            return Err(
                self.useless_field_error("progression", "the number of passed-out deals changes nothing")
            );
        }
        Ok(self)
    }

    pub(crate) fn check_pot(&self) -> Result<(), QuestionError> {
        let settlement = self.rules.settlement();
        let has_own_price = settlement.each.as_ref().zip(self.contract);
        let has_own_price = has_own_price.is_some_and(|(each, contract)| each.prices.contains_key(&contract));
        let uses_pot =
            matches!(settlement.by, Some(PaymentScheme::Pot | PaymentScheme::Reward)) && !has_own_price;
        let pot_sets_unit = uses_pot && settlement.pot.as_ref().is_some_and(|pot| pot.unit_of_pot);
        match (self.decisions.pot, self.decisions.limit) {
            (Some(_), _) if !uses_pot => Err(self.useless_field_error("pot", "nothing is paid out of a pot")),
            (_, Some(_)) if !pot_sets_unit => {
                Err(self.useless_field_error("limit", "the pot does not decide what is paid"))
            }
            _ => Ok(()),
        }
    }

    fn check_aces_and_talon(&self) -> Result<(), QuestionError> {
        let settlement = self.rules.settlement();
        let bonuses = settlement.bonuses;
        let in_suits = self.contract.is_none_or(|contract| contract.trump().is_some());
        let (bonus, why) = match self.decisions.aces {
            None => (0, ""),
            Some(Aces::Four) => (bonuses.four_aces, "there is no bonus for four aces"),
            Some(Aces::None) => (bonuses.no_aces, "there is no bonus for holding no ace"),
        };
        if self.decisions.aces.is_some() && (bonus == 0 || !in_suits) {
            return Err(self.useless_field_error("aces", why));
        }
        if !self.decisions.talon.is_empty() && self.decisions.aces.is_none() && settlement.talon_pair == 0 {
            return Err(self.useless_field_error("talon", "nothing is paid for the cards of the talon"));
        }
        Ok(())
    }

    pub(crate) fn passes_raise_bids(&self) -> bool {
        let bidding = self.rules.bidding();
        let first = bidding.exit.first();
        bidding.by == Some(BidKind::Levels) && bidding.exit.iter().any(|level| Some(level) != first)
    }

    pub(crate) fn passes_raise_prices(&self) -> bool {
        let settlement = self.rules.settlement();
        let factors = settlement.books.as_ref().map_or(&[][..], |books| &books.progression);
        settlement.by == Some(PaymentScheme::Books)
            && factors.iter().any(|&factor| Some(&factor) != factors.first())
    }

    pub(crate) fn plays_when_all_pass(&self) -> bool {
        self.rules.bidding().all_pass == AllPass::Raspasovka
    }
}
