//! From the fields of a question to a situation, group by group.

use serde_json::Value;

use super::Situation;
use super::cards_input::CardsInput;
use super::error::{ErrorCode, Problem, QuestionError};
use super::field_types::{ContractName, MAX_AMOUNT, OneOrMany, SeatNumbers, WholeNumber};
use super::fields::{Fields, empty_list_error, value_error};
use super::form::FormPart;
use super::groups::{
    DecisionFields, LeadFields, PaymentFields, PositionFields, SituationFields, TableFields,
};
use super::play::TricksTaken;
use crate::cards::{Card, Cards};
use crate::deal::partial::PartialDeal;
use crate::deal::{DealError, Layout};
use crate::rules::call::Call;
use crate::rules::contract::Target;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Doubling};

impl CardsInput {
    /// Parses the cards of a text. If `allow_unknown` is set, hands and the talon may be `?`.
    pub fn read(text: &str, allow_unknown: bool) -> Result<CardsInput, DealError> {
        if allow_unknown {
            return text.parse::<PartialDeal>().map(CardsInput::from);
        }
        text.parse::<Layout>().map(CardsInput::from)
    }
}

/// Rules are a name with switches, an object with the keys of a rules file, or an object whose only key, `toml`, has
/// the text of such a file.
pub(crate) fn rules(rules: &Value) -> Result<Variant, QuestionError> {
    let read = match rules {
        Value::String(name) => name.parse(),
        Value::Object(house) => {
            let toml_text = house.get("toml").and_then(Value::as_str).filter(|_| house.len() == 1);
            match toml_text {
                None => Variant::from_json(house),
                #[cfg(feature = "rules-files")]
                Some(text) => Variant::from_toml(text),
                #[cfg(not(feature = "rules-files"))]
                Some(_) => {
                    let why = "this build reads no TOML: write an object with the keys of the text";
                    return Err(QuestionError::not_here("rules", why));
                }
            }
        }
        other => {
            let right = "write the name of rules, or an object with the keys of a rules file";
            return Err(value_error("rules", other, right));
        }
    };
    read.map_err(|error| QuestionError::new(ErrorCode::BadRules, "rules", error))
}

impl Situation {
    /// Sets the cards from a text. With `allow_unknown`, hands and the talon may be `?`.
    pub(crate) fn with_deal_text(self, text: &str, allow_unknown: bool) -> Result<Situation, QuestionError> {
        let cards = CardsInput::read(text, allow_unknown)
            .map_err(|error| QuestionError::new(ErrorCode::BadDeal, "deal", error))?;
        Ok(Situation { cards, ..self })
    }

    pub(crate) fn with_contract_fields(
        mut self,
        contract: Option<ContractName>,
        declarer: Option<Seat>,
        hand: bool,
    ) -> Result<Situation, QuestionError> {
        let refuse =
            |field: &'static str| Err(QuestionError::not_here(field, "nobody declares when all have passed"));
        match contract {
            Some(ContractName::AllPass) if declarer.is_some() => return refuse("declarer"),
            Some(ContractName::AllPass) if hand => return refuse("hand"),
            Some(ContractName::AllPass) => self.all_passed = true,
            Some(ContractName::Contract(contract)) => self.contract = Some(contract),
            None => {}
        }
        Ok(Situation { declarer, from_hand: hand, ..self })
    }

    /// Reads a situation, except its rules, in the form in which it is written as JSON.
    pub fn read_record(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        let record = SituationFields::take(fields, "")?;
        if let Some(text) = record.deal {
            self = self.with_deal_text(&text, false)?;
        }
        let situation = self
            .with_call_list(record.calls)
            .with_contract_fields(record.contract, record.declarer, record.hand)?
            .with_position(&record.position)?
            .with_talon_leads(record.talon_order)
            .with_discarded(record.discard)?
            .with_decision_fields(&record.decisions)?
            .with_payment(&record.payment)
            .with_table(&record.table);
        Ok(situation)
    }

    pub(crate) fn with_position(self, position: &PositionFields) -> Result<Situation, QuestionError> {
        let mut situation = self.with_lead(&position.lead)?;
        let run = position.run.map(WholeNumber::to);
        let is_run_contract = |contract| matches!(situation.rules.target(contract, false), Target::InARow(_));
        if run > Some(0)
            && (situation.all_passed || situation.contract.is_some_and(|contract| !is_run_contract(contract)))
        {
            return Err(QuestionError::not_here("run", "it affects only run6"));
        }
        situation.trick = list(position.trick.as_ref());
        situation.taken = TricksTaken { tricks: or_zero(position.taken), run };
        situation.played = list(position.played.as_ref());
        if !situation.trick.is_empty() && !situation.played.is_empty() {
            return Err(QuestionError::not_here(
                "trick",
                "the field played already contains the cards of the trick",
            ));
        }
        Ok(situation)
    }

    pub(crate) fn with_lead(self, lead: &LeadFields) -> Result<Situation, QuestionError> {
        Situation { leader: lead.leader, ..self }.with_out(lead.out.as_ref())
    }

    pub(crate) fn with_out(mut self, out: Option<&OneOrMany<Seat>>) -> Result<Situation, QuestionError> {
        self.decisions.out = seats(out);
        match self.declarer {
            Some(seat) if self.decisions.out.contains(seat) => {
                Err(QuestionError::new(ErrorCode::NotHere, "out", Problem::DeclarerOut(seat)))
            }
            _ => Ok(self),
        }
    }

    pub(crate) fn with_talon_leads(self, order: Option<OneOrMany<Card>>) -> Situation {
        self.with_talon_order(order.unwrap_or_default().0)
    }

    pub(crate) fn with_decision_fields(
        mut self,
        fields: &DecisionFields,
    ) -> Result<Situation, QuestionError> {
        let hand = &mut self.decisions;
        hand.guest = fields.guest;
        hand.doubling = doubling(fields)?;
        hand.kontra = seats(fields.kontra.as_ref());
        hand.answered = seats(fields.answered.as_ref());
        hand.whist = fields.whist.clone().map(|OneOrMany(seats)| seats);
        hand.half_whist = fields.half_whist;
        hand.gave_up = fields.gave_up;
        hand.aces = fields.aces;
        hand.talon = talon(fields.talon.as_ref())?;
        Ok(self)
    }

    pub(crate) fn with_pot(mut self, pot: Option<WholeNumber<0, MAX_AMOUNT>>) -> Situation {
        self.decisions.pot = pot.map(|pot| Amount::from(pot.to::<u32>()));
        self
    }

    pub(crate) fn with_payment(mut self, payment: &PaymentFields) -> Situation {
        self = self.with_pot(payment.pot);
        let hand = &mut self.decisions;
        hand.limit = payment.limit.map(WholeNumber::to);
        hand.refa = payment.refa;
        hand.four = payment.four;
        self
    }

    /// Passed-out deals in a row before this one can change the lowest bid. They can also change the payments, which
    /// matter only if the question is about the hand up to its end (`to_the_end`).
    pub(crate) fn with_passed(mut self, passed: u8, to_the_end: bool) -> Result<Situation, QuestionError> {
        self.decisions.progression = 1 + passed;
        let has_effect = self.passes_raise_bids()
            || to_the_end && self.plays_when_all_pass() && self.passes_raise_prices();
        if passed > 0 && !has_effect {
            return Err(self.useless_field_error("passed", "the number of passed-out deals changes nothing"));
        }
        Ok(self)
    }

    /// This hand included.
    pub(crate) fn with_progression(mut self, progression: Option<WholeNumber<1, 255>>) -> Situation {
        self.decisions.progression = progression.map_or(1, WholeNumber::to);
        self
    }

    pub(crate) fn with_table(mut self, table: &TableFields) -> Situation {
        self.decisions.dealer = table.dealer;
        self.decisions.offer = table.offer.map_or(0, WholeNumber::to);
        self.decisions.other_offers = or_zero(table.other_offers);
        self.with_progression(table.progression)
    }

    pub(crate) fn with_call_list(self, calls: Option<OneOrMany<Call>>) -> Situation {
        self.with_calls(calls.unwrap_or_default().0)
    }

    pub(crate) fn with_discarded(
        mut self,
        discard: Option<OneOrMany<Card>>,
    ) -> Result<Situation, QuestionError> {
        let OneOrMany(discard) = discard.unwrap_or_default();
        self.discard = (!discard.is_empty()).then(|| discard.into_iter().collect());
        if self.discard.is_some_and(|pair| pair.len() != 2) {
            return Err(QuestionError::new(ErrorCode::BadValue, "discard", Problem::DiscardNotTwoCards));
        }
        Ok(self)
    }
}

fn list<T: Clone>(list: Option<&OneOrMany<T>>) -> Vec<T> {
    list.map(|list| list.0.clone()).unwrap_or_default()
}

fn or_zero<N: Default + TryFrom<u64, Error: std::fmt::Debug>, const MAX: u64>(
    field: Option<SeatNumbers<MAX>>,
) -> BySeat<N> {
    BySeat(field.unwrap_or_default().numbers().0.map(Option::unwrap_or_default))
}

fn seats(list: Option<&OneOrMany<Seat>>) -> Seats {
    list.into_iter().flat_map(|list| &list.0).copied().collect()
}

fn talon(words: Option<&OneOrMany<String>>) -> Result<Cards, QuestionError> {
    let Some(OneOrMany(words)) = words else { return Ok(Cards::NONE) };
    let right = "write the two cards of the talon";
    if words.is_empty() {
        return Err(empty_list_error("talon", right));
    }
    let talon: Cards =
        words.join(" ").parse().map_err(|error| QuestionError::new(ErrorCode::BadValue, "talon", error))?;
    if talon.len() != 2 {
        let value = Value::String(talon.to_string());
        return Err(value_error("talon", &value, right));
    }
    Ok(talon)
}

fn doubling(fields: &DecisionFields) -> Result<Doubling, QuestionError> {
    let has_kontra = fields.kontra.as_ref().is_some_and(|seats| !seats.0.is_empty());
    let switches = [(has_kontra, 1), (fields.rekontra, 2), (fields.sub, 3), (fields.mort, 4)];
    let said = switches.into_iter().filter(|&(on, _)| on).map(|(_, number)| number).max();
    match fields.doubling.map_or(0, WholeNumber::get).max(said.unwrap_or(0)) {
        0 => Ok(Doubling::None),
        1 if has_kontra => Ok(Doubling::Kontra),
        2 => Ok(Doubling::Rekontra),
        3 => Ok(Doubling::Sub),
        4 => Ok(Doubling::Mort),
        _ => Err(QuestionError::missing("kontra", "the defender who said kontra")),
    }
}
