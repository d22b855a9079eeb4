//! Reading of a situation from the fields of a question, group by group.
//!
//! Each group of fields has a method of its own. A question calls the methods for the groups that it has.

use serde_json::Value;

use super::Situation;
use super::cards_input::{CardsInput, Leader};
use super::error::{ErrorCode, Problem, QuestionError};
use super::fields::{Fields, value_error};
use super::play::TricksTaken;
use crate::cards::Cards;
use crate::deal::partial::PartialDeal;
use crate::deal::{DealError, Layout};
use crate::rules::contract::{ALL_PASS, Contract, Target};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Aces, Amount, Doubling};

/// Fields for the decisions between the auction and the play.
pub(crate) const DECISION_FIELDS: [&str; 12] = [
    "guest",
    "kontra",
    "doubling",
    "rekontra",
    "answered",
    "sub",
    "mort",
    "whist",
    "half_whist",
    "gave_up",
    "aces",
    "talon",
];

/// Fields for the pot and the table, on which the payment depends.
pub(crate) const PAYMENT_FIELDS: [&str; 4] = ["pot", "limit", "refa", "four"];

impl CardsInput {
    /// Parses the cards of a text. If `allow_unknown` is set, hands and the talon may be `?`.
    ///
    /// # Errors
    /// If the text is not a deal.
    pub fn read(text: &str, allow_unknown: bool) -> Result<CardsInput, DealError> {
        if allow_unknown {
            return text.parse::<PartialDeal>().map(CardsInput::from);
        }
        text.parse::<Layout>().map(CardsInput::from)
    }
}

/// Reads rules: a name with switches, an object with the keys of a rules file, or an object whose only key, `toml`, has
/// the text of such a file.
pub(crate) fn rules(rules: &Value) -> Result<Variant, QuestionError> {
    let read = match rules {
        Value::String(name) => name.parse(),
        Value::Object(house) => {
            let toml_text = house.get("toml").and_then(Value::as_str).filter(|_| house.len() == 1);
            toml_text.map_or_else(|| Variant::from_json(house), Variant::from_toml)
        }
        other => {
            let right = "write the name of rules, or an object with the keys of a rules file";
            return Err(value_error("rules", other, right));
        }
    };
    read.map_err(|error| QuestionError::new(ErrorCode::BadRules, "rules", error))
}

/// Takes the field `declarer`: a seat, or `None` if it is `all` or missing.
pub(crate) fn declarer(fields: &mut Fields) -> Result<Option<Seat>, QuestionError> {
    match fields.text("declarer")? {
        Some(text) if text.eq_ignore_ascii_case("all") => Ok(None),
        None => Ok(None),
        Some(text) => {
            let seat = text.trim().parse();
            seat.map(Some).map_err(|error| QuestionError::new(ErrorCode::BadValue, "declarer", error))
        }
    }
}

impl Situation {
    /// Reads the cards from the field `deal`. None of them may be unknown.
    ///
    /// # Errors
    /// If the field is not a deal.
    pub fn read_cards(self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.read_deal(fields, false)
    }

    /// Reads the cards from the field `deal`. If `allow_unknown` is set, hands and the talon may be `?`.
    ///
    /// # Errors
    /// If the field is not a deal.
    pub(crate) fn read_deal(
        self,
        fields: &mut Fields,
        allow_unknown: bool,
    ) -> Result<Situation, QuestionError> {
        let Some(text) = fields.text("deal")? else { return Ok(self) };
        let cards = CardsInput::read(&text, allow_unknown)
            .map_err(|error| QuestionError::new(ErrorCode::BadDeal, "deal", error))?;
        Ok(Situation { cards, ..self })
    }

    /// Reads the fields `declarer`, `contract` (one contract or `allpass`) and `hand`.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_declaration(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.from_hand = fields.switch("hand")?;
        let situation = self.read_contract(fields)?;
        if situation.all_passed && situation.from_hand {
            return Err(QuestionError::not_here("hand", "nobody declares when all have passed"));
        }
        Ok(situation)
    }

    /// Reads the fields `declarer` and `contract` (one contract or `allpass`).
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_contract(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.declarer = declarer(fields)?;
        match fields.some_words("contract", "name one contract")?.as_deref() {
            None => {}
            Some([name]) if name.eq_ignore_ascii_case(ALL_PASS) => self.all_passed = true,
            Some([name]) => {
                let contract = name.parse::<Contract>();
                let problem = |error| Problem::NoContract { error, also: ALL_PASS };
                self.contract =
                    Some(contract.map_err(|error| {
                        QuestionError::new(ErrorCode::BadValue, "contract", problem(error))
                    })?);
            }
            Some(names) => {
                let value = Value::String(names.join(","));
                return Err(value_error("contract", &value, "name one contract"));
            }
        }
        if self.all_passed && self.declarer.is_some() {
            return Err(QuestionError::not_here("declarer", "nobody declares when all have passed"));
        }
        Ok(self)
    }

    /// Reads all fields of a situation except its rules, in the form in which a situation is written as JSON.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub fn read_record(self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.read_cards(fields)?
            .read_calls(fields)?
            .read_declaration(fields)?
            .read_position(fields)?
            .read_hand_facts(fields)
    }

    /// Reads the fields about the course of a hand between the auction and the first lead, and about the table: the
    /// order of the talon, the discard, the decisions, and the facts on which the payment depends.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_hand_facts(self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.read_talon_order(fields)?
            .read_discard(fields)?
            .read_decisions(fields)?
            .read_payment(fields)?
            .read_dealer(fields)?
            .read_progression(fields)
    }

    /// Reads the fields of a position: `leader`, `out`, `trick`, `taken`, `run` and `played`.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_position(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self = self.read_lead(fields)?;
        self.trick = fields.cards("trick")?;
        let tricks = fields.tricks("taken")?;
        let run = fields.number("run", 0..=10)?;
        let is_run_contract = |contract| matches!(self.rules.target(contract, false), Target::InARow(_));
        if run > Some(0)
            && (self.all_passed || self.contract.is_some_and(|contract| !is_run_contract(contract)))
        {
            return Err(QuestionError::not_here("run", "it affects only run6"));
        }
        self.taken = TricksTaken { tricks: BySeat(tricks.0.map(Option::unwrap_or_default)), run };
        self.played = fields.cards("played")?;
        if !self.trick.is_empty() && !self.played.is_empty() {
            return Err(QuestionError::not_here(
                "trick",
                "the field played already contains the cards of the trick",
            ));
        }
        Ok(self)
    }

    /// Reads the leader to the first trick, and the seats that have dropped out.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_lead(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.leader = fields.word::<Leader>("leader")?;
        self.read_out(fields)
    }

    /// Reads the seats that have dropped out.
    ///
    /// # Errors
    /// If a word is not a seat, or the declarer is among them.
    pub(crate) fn read_out(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        let out: Vec<Seat> = fields.list("out")?.unwrap_or_default();
        self.hand.out = out.into_iter().collect();
        match self.declarer {
            Some(seat) if self.hand.out.contains(seat) => {
                Err(QuestionError::new(ErrorCode::NotHere, "out", Problem::DeclarerOut(seat)))
            }
            _ => Ok(self),
        }
    }

    /// Reads the order in which the talon's cards lead when all have passed.
    ///
    /// # Errors
    /// If the field is not a list of cards.
    pub(crate) fn read_talon_order(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.talon_order = fields.cards("talon_order")?;
        Ok(self)
    }

    /// Reads the decisions between the auction and the play.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_decisions(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        let kontra: Vec<Seat> = fields.list("kontra")?.unwrap_or_default();
        let hand = &mut self.hand;
        hand.guest = fields.word("guest")?;
        hand.doubling = doubling(fields, kontra.is_empty())?;
        hand.kontra = kontra.into_iter().collect();
        let answered: Vec<Seat> = fields.list("answered")?.unwrap_or_default();
        hand.answered = answered.into_iter().collect();
        hand.whist = fields.list("whist")?;
        hand.half_whist = fields.word("half_whist")?;
        hand.gave_up = fields.switch("gave_up")?;
        hand.aces = match fields.words("aces")?.as_deref() {
            None => None,
            Some([four]) if four == "4" => Some(Aces::Four),
            Some([none]) if none.eq_ignore_ascii_case("none") => Some(Aces::None),
            Some(other) => {
                let value = Value::String(other.join(" "));
                return Err(value_error(
                    "aces",
                    &value,
                    "write 4, or none if the declarer announced to hold none",
                ));
            }
        };
        hand.talon = talon(fields)?;
        Ok(self)
    }

    /// Reads the amount in the pot.
    ///
    /// # Errors
    /// If the field is not a number.
    pub(crate) fn read_pot(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.hand.pot = fields.number::<u32>("pot", 0..=u64::from(u32::MAX))?.map(Amount::from);
        Ok(self)
    }

    /// Reads the fields of the pot and the table: `pot`, `limit`, `refa` and `four`.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_payment(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.hand.limit = fields.number("limit", 0..=u64::from(u32::MAX))?;
        self = self.read_pot(fields)?;
        let hand = &mut self.hand;
        hand.refa = fields.switch("refa")?;
        hand.four = fields.switch("four")?;
        Ok(self)
    }

    /// Reads the number of passed-out hands in a row, this one included.
    ///
    /// # Errors
    /// If the field is not a number from 1 to 255.
    pub(crate) fn read_progression(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.hand.progression = fields.number("progression", 1..=255)?.unwrap_or(1);
        Ok(self)
    }

    /// Reads the number of passed-out deals in a row before this one. The number can change the lowest bid. It can also
    /// change the payments, which matter only if the question is about the hand up to its end (`to_the_end`).
    ///
    /// # Errors
    /// If the field is not a number up to 200, or if it is above 0 and has no effect.
    pub(crate) fn read_passed(
        mut self,
        fields: &mut Fields,
        to_the_end: bool,
    ) -> Result<Situation, QuestionError> {
        self.hand.progression = 1 + fields.number("passed", 0..=200)?.unwrap_or(0);
        let has_effect = self.passes_raise_bids()
            || to_the_end && self.plays_when_all_pass() && self.passes_raise_prices();
        if self.hand.progression > 1 && !has_effect {
            return Err(self.useless_field_error("passed", "the number of passed-out deals changes nothing"));
        }
        Ok(self)
    }

    /// Reads the dealer and the offers for the talon, which only the score of a hand needs.
    ///
    /// # Errors
    /// If a field has a wrong value.
    pub(crate) fn read_dealer(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.hand.dealer = fields.word("dealer")?;
        self.hand.offer = fields.number("offer", 0..=u64::from(u32::MAX))?.unwrap_or(0);
        let right = "write M=5,R=3, or an object: each seat once, with its offer";
        let others = fields.numbers_by_seat("other_offers", u32::MAX.into(), right)?;
        self.hand.other_offers = BySeat(others.0.map(Option::unwrap_or_default));
        Ok(self)
    }

    /// Reads the calls.
    ///
    /// # Errors
    /// If a word is not a call.
    pub(crate) fn read_calls(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        self.calls = fields.list("calls")?.unwrap_or_default();
        Ok(self)
    }

    /// Reads the discard.
    ///
    /// # Errors
    /// If a word is not a card, or there are not two different cards.
    pub(crate) fn read_discard(mut self, fields: &mut Fields) -> Result<Situation, QuestionError> {
        let discard = fields.cards("discard")?;
        self.discard = (!discard.is_empty()).then(|| discard.into_iter().collect());
        if self.discard.is_some_and(|pair| pair.len() != 2) {
            return Err(QuestionError::new(ErrorCode::BadValue, "discard", Problem::DiscardNotTwoCards));
        }
        Ok(self)
    }
}

/// Takes the two cards of the talon, given as the text of a hand or as a list of cards.
fn talon(fields: &mut Fields) -> Result<Cards, QuestionError> {
    let Some(words) = fields.some_words("talon", "write the two cards of the talon")? else {
        return Ok(Cards::NONE);
    };
    let talon: Cards =
        words.join(" ").parse().map_err(|error| QuestionError::new(ErrorCode::BadValue, "talon", error))?;
    if talon.len() != 2 {
        let value = Value::String(talon.to_string());
        return Err(value_error("talon", &value, "write the two cards of the talon"));
    }
    Ok(talon)
}

/// Takes the last doubling: the highest of the number `doubling`, the switches `rekontra`, `sub` and `mort` and, unless
/// `has_no_kontra` is set, kontra. `has_no_kontra` means that no defender said kontra. In this case the number 1 is an
/// error here; the settlement refuses the higher doublings.
fn doubling(fields: &mut Fields, has_no_kontra: bool) -> Result<Doubling, QuestionError> {
    let number: Option<u8> = fields.number("doubling", 0..=4)?;
    let names = [("rekontra", 2), ("sub", 3), ("mort", 4)];
    let mut named = 0;
    for (name, number) in names {
        if fields.switch(name)? {
            named = number;
        }
    }
    let number = number.unwrap_or(named).max(named).max(u8::from(!has_no_kontra));
    match number {
        0 => Ok(Doubling::None),
        1 if !has_no_kontra => Ok(Doubling::Kontra),
        2 => Ok(Doubling::Rekontra),
        3 => Ok(Doubling::Sub),
        4 => Ok(Doubling::Mort),
        _ => Err(QuestionError::missing("kontra", "the defender who said kontra")),
    }
}
