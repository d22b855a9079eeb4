//! A hand that is played one action at a time, and the part of it that a seat knows.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use preference::cards::{Card, Cards};
use preference::excerpt::excerpt;
use preference::hand::{Action, Hand, HandRecord, Table, View};
use preference::players::draw_layouts;
use preference::protocol::hand_fields::hand_fields;
use preference::rules::Variant;
use preference::sampling::KnownHand;
use preference::seat::Seat;
use preference::settlement::{Dealer, Sheet};
use preference::situation::{Fields, QuestionError, ppn};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Map, Value};

use crate::encoding::{actions, encode};
use crate::table::value_error;

/// State of a hand.
#[pyclass]
pub(crate) struct NativeHand {
    pub(crate) hand: Hand,
}

/// Part of a hand that a seat, or the dealer who sits out, knows.
#[pyclass(frozen)]
pub(crate) struct NativeView {
    view: ViewerView,
    /// The legal actions if the viewer decides; otherwise none.
    legal: Vec<Action>,
}

#[derive(PartialEq)]
enum ViewerView {
    Seat(View),
    Sitting(View<Dealer>),
}

/// The field of a view of either kind.
macro_rules! fact {
    ($view:expr, $field:ident) => {
        match $view {
            ViewerView::Seat(view) => &view.$field,
            ViewerView::Sitting(view) => &view.$field,
        }
    };
}

impl NativeView {
    /// The view of the seat that decides, which has these legal actions.
    pub(crate) fn new_for_player(view: View, legal: Vec<Action>) -> NativeView {
        NativeView { view: ViewerView::Seat(view), legal }
    }

    fn of_seat(&self) -> PyResult<&View> {
        match &self.view {
            ViewerView::Seat(view) => Ok(view),
            ViewerView::Sitting(_) => {
                Err(value_error("the dealer who sits out has no cards: take a seat's view"))
            }
        }
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

    fn has_unplayed_tricks(&self) -> bool {
        self.hand.has_unplayed_tricks()
    }

    /// With `ask` only the fields that this question has.
    #[pyo3(signature = (ask = None))]
    fn situation(&self, ask: Option<&str>) -> PyResult<String> {
        let Some(ask) = ask else {
            return serde_json::to_string(&self.hand.situation()).map_err(value_error);
        };
        let fields = hand_fields(&self.hand, ask);
        let fields = fields
            .ok_or_else(|| value_error(format!("there is no question '{}' about a hand", excerpt(ask))))?;
        serde_json::to_string(&fields).map_err(value_error)
    }

    /// `seat` may be the dealer who sits out, `D`.
    fn view(&self, seat: &str) -> PyResult<NativeView> {
        let view = match seat.parse().map_err(value_error)? {
            Dealer::Seat(seat) => ViewerView::Seat(self.hand.view(seat)),
            Dealer::Sitting => {
                let view = self.hand.view_of(Dealer::Sitting);
                ViewerView::Sitting(view.ok_or_else(|| value_error("nobody sits out at a table of three"))?)
            }
        };
        let is_player = matches!(&view, ViewerView::Seat(view) if view.player == Some(view.seat));
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
        Ok(NativeView { view: ViewerView::Seat(known.view().map_err(value_error)?), legal })
    }

    /// Reads the view of the dealer who sits out from its own JSON, which is not checked.
    #[staticmethod]
    fn of_dealer(view: &str) -> PyResult<NativeView> {
        let view: View<Dealer> = serde_json::from_str(view).map_err(value_error)?;
        Ok(NativeView { view: ViewerView::Sitting(view), legal: Vec::new() })
    }

    fn legal_actions(&self) -> Vec<String> {
        self.legal.iter().map(Action::to_string).collect()
    }

    /// The deal and the weight of each layout.
    #[pyo3(signature = (count, seed, calls = false))]
    fn layouts(&self, count: usize, seed: u64, calls: bool) -> PyResult<Vec<(String, f64)>> {
        let layouts = draw_layouts(self.of_seat()?, count, seed, calls).map_err(value_error)?;
        Ok(layouts.into_iter().map(|layout| (layout.hand.deal().to_string(), layout.weight)).collect())
    }

    /// A hand with random hidden cards that has this view.
    fn possible_hand(&self, seed: u64) -> PyResult<NativeHand> {
        let mut layouts = draw_layouts(self.of_seat()?, 1, seed, false).map_err(value_error)?;
        let hand = layouts.pop().expect("one layout was drawn").hand;
        Ok(NativeHand { hand })
    }

    fn __eq__(&self, other: &NativeView) -> bool {
        self.view == other.view
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seat(), fact!(&self.view, dealt), fact!(&self.view, talon)).hash(&mut hasher);
        for step in fact!(&self.view, steps) {
            (step.seat, step.player, step.action).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn seat(&self) -> char {
        match &self.view {
            ViewerView::Seat(view) => view.seat.letter(),
            ViewerView::Sitting(_) => 'D',
        }
    }

    fn phase(&self) -> &'static str {
        fact!(&self.view, phase).name()
    }

    fn to_act(&self) -> Option<char> {
        fact!(&self.view, to_act).map(Seat::letter)
    }

    fn player(&self) -> Option<char> {
        fact!(&self.view, player).map(Seat::letter)
    }

    /// `None` for cards that the viewer does not know.
    fn hands(&self) -> [Option<Vec<String>>; 3] {
        fact!(&self.view, hands).0.map(|cards| cards.map(card_texts))
    }

    fn to_json(&self) -> PyResult<String> {
        match &self.view {
            ViewerView::Seat(view) => serde_json::to_string(view),
            ViewerView::Sitting(view) => serde_json::to_string(view),
        }
        .map_err(value_error)
    }

    /// 16-bit numbers in the byte order of this machine.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let values = encode(self.of_seat()?).values;
        let bytes: Vec<u8> = values.into_iter().flat_map(i16::to_ne_bytes).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// The names and sizes.
    fn array_parts(&self) -> PyResult<Vec<(&'static str, usize)>> {
        Ok(encode(self.of_seat()?).parts)
    }
}
