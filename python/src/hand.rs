//! A hand that is played one action at a time, and the part of it that a seat knows.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use preference::cards::{Card, Cards};
use preference::deal::random;
use preference::hand::{Action, Hand, HandRecord, Table, View};
use preference::rules::Variant;
use preference::sampling::{KnownHand, ViewLayouts};
use preference::seat::Seat;
use preference::settlement::Sheet;
use preference::situation::{Fields, QuestionError, ppn};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Map, Value};

use crate::encoding::{actions, encode};
use crate::table::value_error;

/// Number of draws in a row after which no layout of a view is expected.
const MAX_FAILED_DRAWS: usize = 100_000;

/// Largest number of layouts for which room is made in advance.
const MAX_RESERVED_LAYOUTS: usize = 10_000;

/// State of a hand.
#[pyclass]
pub(crate) struct NativeHand {
    pub(crate) hand: Hand,
}

/// Part of a hand that a seat knows.
#[pyclass(frozen)]
pub(crate) struct NativeView {
    view: View,
    /// The legal actions if the viewer decides; otherwise none.
    legal: Vec<Action>,
}

impl NativeView {
    /// The view of the seat that decides, which has these legal actions.
    pub(crate) fn new_for_player(view: View, legal: Vec<Action>) -> NativeView {
        NativeView { view, legal }
    }
}

fn next_table(
    rules: &Arc<Variant>,
    hands: &[PyRef<'_, NativeHand>],
    has_four_players: bool,
) -> PyResult<Table> {
    let mut sheet = Sheet::new(Arc::clone(rules), if has_four_players { 4 } else { 3 });
    for hand in hands {
        let hand = &hand.hand;
        if !hand.is_over() || hand.rules() != &**rules || hand.table().four != has_four_players {
            return Err(value_error(
                "sheet: its hands must be over and have the same rules and number of players as this hand",
            ));
        }
        sheet.add_hand(&hand.terms(), &hand.hand_result()).map_err(value_error)?;
    }
    Ok(Table::from_sheet(&sheet))
}

fn default_rules() -> Arc<Variant> {
    Arc::new("austrian".parse().expect("a preset"))
}

pub(crate) fn read_rules(text: &str) -> PyResult<Variant> {
    match serde_json::from_str(text).map_err(value_error)? {
        Value::Object(house) => Variant::from_json(&house).map_err(value_error),
        name => name.as_str().unwrap_or_default().parse().map_err(value_error),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the function is mapped over errors")]
fn question_error(error: QuestionError) -> PyErr {
    value_error(error.with_field())
}

fn read_seat(seat: &str) -> PyResult<Seat> {
    seat.parse().map_err(value_error)
}

fn card_texts(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// Under any rules, with offers up to this amount.
#[pyfunction]
pub(crate) fn action_texts(highest_offer: u32) -> Vec<String> {
    actions(highest_offer).iter().map(Action::to_string).collect()
}

#[pymethods]
impl NativeHand {
    /// If there is a `sheet` of earlier hands of the same players, the pot, the marks and the number of passed-out
    /// hands follow from it, not from the record.
    #[new]
    #[pyo3(signature = (record, sheet = None))]
    fn new(record: &str, sheet: Option<Vec<PyRef<'_, NativeHand>>>) -> PyResult<NativeHand> {
        let mut fields =
            Fields::from(serde_json::from_str::<Map<String, Value>>(record).map_err(value_error)?);
        let Some(hands) = sheet else {
            let hand = Hand::read(default_rules(), &mut fields)
                .and_then(|hand| fields.finish_record().map(|()| hand));
            return Ok(NativeHand { hand: hand.map_err(question_error)? });
        };
        let record = HandRecord::read(default_rules(), &mut fields);
        let mut record =
            record.and_then(|record| fields.finish_record().map(|()| record)).map_err(question_error)?;
        let next = next_table(&record.rules, &hands, record.table.four)?;
        record.table = Table { dealer: record.table.dealer, limit: record.table.limit, ..next };
        Ok(NativeHand { hand: Hand::from_record(&record).map_err(value_error)? })
    }

    /// `talon_order` are the talon's cards in the order in which they lead if all pass.
    #[pyo3(signature = (deal, talon_order = None))]
    fn with_deal(&self, deal: &str, talon_order: Option<Vec<String>>) -> PyResult<NativeHand> {
        let hand = self.hand.with_deal(deal.parse().map_err(value_error)?);
        let Some(order) = talon_order else { return Ok(NativeHand { hand }) };
        let cards: Result<Vec<Card>, _> = order.iter().map(|card| card.parse()).collect();
        let hand = hand.with_talon_order(&cards.map_err(value_error)?).map_err(value_error)?;
        Ok(NativeHand { hand })
    }

    /// `rules` are JSON.
    #[staticmethod]
    fn read_ppn(text: &str, rules: &str) -> PyResult<Vec<(String, NativeHand)>> {
        let records = ppn::read(text, &read_rules(rules)?.into()).into_iter().map(|record| {
            let record = record.map_err(value_error)?;
            let hand = Hand::from_ppn(&record)
                .map_err(|error| value_error(format!("deal {}, {error}", record.id)))?;
            Ok((record.id, NativeHand { hand }))
        });
        records.collect()
    }

    fn to_ppn(&self, name: &str) -> PyResult<String> {
        self.hand.to_ppn(name).map_err(value_error)
    }

    fn copy(&self) -> NativeHand {
        NativeHand { hand: self.hand.clone() }
    }

    fn __eq__(&self, other: &NativeHand) -> bool {
        self.hand == other.hand
    }

    fn legal_actions(&self) -> Vec<String> {
        self.hand.legal_actions().iter().map(Action::to_string).collect()
    }

    fn push(&mut self, action: &str) -> PyResult<()> {
        let action: Action = action.parse().map_err(value_error)?;
        self.hand.apply(action).map_err(value_error)
    }

    fn pop(&mut self) -> Option<String> {
        self.hand.undo().map(|action| action.to_string())
    }

    /// For each action the seat to act, the seat that decided for it, and the text of the action.
    fn steps(&self) -> Vec<(char, char, String)> {
        let steps = self.hand.steps().iter();
        steps.map(|step| (step.seat.letter(), step.player.letter(), step.action.to_string())).collect()
    }

    fn to_act(&self) -> Option<char> {
        self.hand.to_act().map(Seat::letter)
    }

    fn player(&self) -> Option<char> {
        self.hand.player().map(Seat::letter)
    }

    fn phase(&self) -> &'static str {
        self.hand.phase().name()
    }

    fn is_over(&self) -> bool {
        self.hand.is_over()
    }

    fn declarer(&self) -> Option<char> {
        self.hand.declarer().map(Seat::letter)
    }

    fn contract(&self) -> Option<String> {
        self.hand.declaration().map(|declaration| declaration.contract.to_string())
    }

    fn tricks(&self) -> [u8; 3] {
        self.hand.tricks().0
    }

    fn deal(&self) -> String {
        self.hand.deal().to_string()
    }

    fn rules(&self) -> PyResult<String> {
        serde_json::to_string(self.hand.rules()).map_err(value_error)
    }

    fn highest_offer(&self) -> u32 {
        self.hand.highest_offer()
    }

    fn held_cards(&self) -> [Vec<String>; 3] {
        Seat::ALL.map(|seat| card_texts(self.hand.view(seat).hands[seat].unwrap_or_default()))
    }

    fn result(&self) -> PyResult<Option<String>> {
        self.hand.result().map(|gains| serde_json::to_string(&gains)).transpose().map_err(value_error)
    }

    fn record(&self) -> PyResult<String> {
        serde_json::to_string(&self.hand.record()).map_err(value_error)
    }

    fn situation(&self) -> PyResult<String> {
        serde_json::to_string(&self.hand.situation()).map_err(value_error)
    }

    fn view(&self, seat: &str) -> PyResult<NativeView> {
        let view = self.hand.view(read_seat(seat)?);
        let is_player = view.player == Some(view.seat);
        let legal = if is_player { self.hand.legal_actions() } else { Vec::new() };
        Ok(NativeView { view, legal })
    }

    fn is_legal(&self, action: &str) -> bool {
        action.parse().is_ok_and(|action: Action| self.hand.is_legal(action))
    }

    fn claims(&self) -> Vec<String> {
        self.hand.claims().iter().map(Action::to_string).collect()
    }

    fn offers(&self) -> Vec<String> {
        self.hand.offers().iter().map(Action::to_string).collect()
    }
}

#[pymethods]
impl NativeView {
    #[new]
    fn new(view: &str) -> PyResult<NativeView> {
        let mut fields = Fields::from(serde_json::from_str::<Map<String, Value>>(view).map_err(value_error)?);
        let known = KnownHand::read(default_rules(), &mut fields);
        let known = known.and_then(|known| fields.finish_record().map(|()| known)).map_err(question_error)?;
        let legal = known.legal_actions().map_err(value_error)?;
        Ok(NativeView { view: known.view().map_err(value_error)?, legal })
    }

    fn legal_actions(&self) -> Vec<String> {
        self.legal.iter().map(Action::to_string).collect()
    }

    /// The deal and the order of the talon of each layout.
    fn layouts(&self, count: usize, seed: u64) -> PyResult<Vec<(String, Vec<String>)>> {
        let layouts = ViewLayouts::new(&self.view).map_err(value_error)?;
        let mut generator = random::generator(seed);
        let mut drawn = Vec::with_capacity(count.min(MAX_RESERVED_LAYOUTS));
        let mut failed = 0;
        while drawn.len() < count {
            match layouts.hand(random::number_below(&mut generator, layouts.count() as usize) as u64) {
                Some(hand) => {
                    let order = hand.talon_order().iter().map(|card| card.to_string()).collect();
                    drawn.push((hand.deal().to_string(), order));
                    failed = 0;
                }
                None if failed < MAX_FAILED_DRAWS => failed += 1,
                None => return Err(value_error("no layout that agrees with the view was found")),
            }
        }
        Ok(drawn)
    }

    fn __eq__(&self, other: &NativeView) -> bool {
        self.view == other.view
    }

    fn __hash__(&self) -> u64 {
        let View { seat, dealt, talon, steps, .. } = &self.view;
        let mut hasher = DefaultHasher::new();
        (seat, dealt, talon).hash(&mut hasher);
        for step in steps {
            (step.seat, step.player, step.action).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn seat(&self) -> char {
        self.view.seat.letter()
    }

    fn phase(&self) -> &'static str {
        self.view.phase.name()
    }

    fn to_act(&self) -> Option<char> {
        self.view.to_act.map(Seat::letter)
    }

    fn player(&self) -> Option<char> {
        self.view.player.map(Seat::letter)
    }

    /// `None` for cards that the viewer does not know.
    fn hands(&self) -> [Option<Vec<String>>; 3] {
        self.view.hands.0.map(|cards| cards.map(card_texts))
    }

    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.view).map_err(value_error)
    }

    /// 16-bit numbers in the byte order of this machine.
    fn array<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = encode(&self.view).values.into_iter().flat_map(i16::to_ne_bytes).collect();
        PyBytes::new(py, &bytes)
    }

    /// The names and sizes.
    fn array_parts(&self) -> Vec<(&'static str, usize)> {
        encode(&self.view).parts
    }
}
