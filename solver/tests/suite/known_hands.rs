//! Questions by the view of a seat against the same questions by the record of the hand.
//!
//! `PREFERENCE_EFFORT=20` plays twenty times as many hands.

use std::collections::BTreeMap;

use preference::Analyst;
use preference::deal::random;
use preference::hand::{Hand, Phase};
use preference::protocol::ask::Responder;
use preference::seat::{BySeat, Seat};
use preference_fixtures::effort;
use rstest::rstest;
use serde_json::{Map, Value, json};

use crate::hands::{for_random_hands, random_action_or_offer};

fn short_view(hand: &Hand, seat: Seat) -> Value {
    let view = hand.view(seat);
    let mut short = serde_json::to_value(&view.table).expect("a table has a JSON form");
    short["rules"] = serde_json::to_value(&*view.rules).expect("rules have a JSON form");
    short["seat"] = json!(seat);
    short["dealt"] = json!(view.dealt.to_string());
    let led: Vec<_> = view.talon_leads.into_iter().flatten().collect();
    let talon = if led.is_empty() { view.talon.iter().collect() } else { led };
    if !talon.is_empty() {
        short["talon"] = json!(talon);
    }
    let open: Map<String, Value> = seat
        .others()
        .into_iter()
        .filter_map(|other| Some((other.to_string(), json!(view.hands[other]?))))
        .collect();
    if !open.is_empty() {
        short["open"] = open.into();
    }
    let text = |action: Option<preference::hand::Action>| {
        action.map_or("discard".to_owned(), |action| action.to_string())
    };
    short["actions"] = view.steps.iter().map(|step| text(step.action)).collect();
    if let Some(result) = view.result {
        short["result"] = json!(result);
    }
    short
}

#[test]
fn answers_by_view_equal_answers_by_record() {
    // Asks questions at random moments of random hands by record and by view. The lines of the answers must be equal.
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut asked = BTreeMap::<(&str, Phase), usize>::new();
    let mut hands = 0;
    for_random_hands(91_000_000, 6 * effort(), |preset, seed, mut hand| {
        // The same seed would choose the same moments under each preset.
        hands += 1;
        let random = &mut random::generator(seed + 1_000_000 * hands);
        loop {
            if random::number_below(random, 3) == 0 || hand.is_over() {
                let seat = Seat::ALL[random::number_below(random, 3)];
                let record = serde_json::to_value(hand.record()).expect("a record has a JSON form");
                let forms = [short_view(&hand, seat), json!(hand.view(seat))];
                let view = &forms[random::number_below(random, 2)];
                let mut compare = |kind: &'static str, mut question: Value, viewer: Option<Seat>| {
                    let mut by_view = question.clone();
                    question["record"] = record.clone();
                    if let Some(seat) = viewer {
                        question["seat"] = json!(seat);
                    }
                    by_view["view"] = view.clone();
                    let by_record = responder.answer(&mut analyst, &question.to_string());
                    let by_view = responder.answer(&mut analyst, &by_view.to_string());
                    assert_eq!(by_view, by_record, "{preset} {seed} {view}");
                    assert!(!by_record.contains(r#""error":{"code""#), "{preset} {seed} {by_record}");
                    *asked.entry((kind, hand.phase())).or_default() += 1;
                };
                compare("state", json!({"ask": "state"}), Some(seat));
                if hand.player() == Some(seat) {
                    let player = ["random", "beginner", "quick"][random::number_below(random, 3)];
                    compare("act", json!({"ask": "act", "player": player, "seed": seed}), None);
                    if random::number_below(random, 4) == 0 {
                        compare("advise", json!({"ask": "advise", "layouts": 2, "seed": seed}), None);
                    }
                }
            }
            if hand.is_over() {
                return;
            }
            hand.apply(random_action_or_offer(random, &hand, 0.3)).expect("legal");
        }
    });
    println!("{asked:?}");
    for phase in [Phase::Auction, Phase::Discard, Phase::Decisions, Phase::Play, Phase::Offer] {
        assert!(asked.contains_key(&("state", phase)) && asked.contains_key(&("act", phase)), "{phase:?}");
    }
    assert!(asked.contains_key(&("state", Phase::Over)));
}

/// A hand in which the seats that the viewer does not see have exchanged all their cards, if a view of it is
/// another hand's as well.
fn with_hands_exchanged(hand: &Hand, seat: Seat) -> Hand {
    let deal = hand.deal();
    let [left, right] = seat.others();
    let hands = BySeat::from_fn(|other| match other {
        _ if other == left => deal.hand(right),
        _ if other == right => deal.hand(left),
        other => deal.hand(other),
    });
    hand.with_deal(preference::Deal::new(hands, deal.talon()).expect("a deal"))
}

#[test]
fn exchanged_hidden_cards_change_nothing() {
    // A view before the first action says nothing about the hidden cards, so that exchanging them changes no answer.
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    for_random_hands(91_100_000, 1, |preset, seed, hand| {
        let exchanged = with_hands_exchanged(&hand, Seat::Forehand);
        let view = short_view(&exchanged, Seat::Forehand);
        let record = serde_json::to_value(hand.record()).expect("a record has a JSON form");
        let mut answer = |question: Value| responder.answer(&mut analyst, &question.to_string());
        let by_record = answer(json!({"ask": "act", "player": "quick", "record": record}));
        let by_view = answer(json!({"ask": "act", "player": "quick", "view": view}));
        assert_eq!(by_view, by_record, "{preset} {seed}");
    });
}

fn whist_view() -> Value {
    json!({
        "rules": "russian", "seat": "R", "dealt": "9.KQT8.T8.AJ9", "talon": ["D7", "CK"],
        "actions": ["6D", "pass", "pass", "discard", "play 6D", "pass"],
    })
}

#[rstest]
#[case("talon", json!(null), "missing", "view.talon")]
#[case("talon", json!(["D7", "C9"]), "bad-deal", "view.talon")]
#[case("talon", json!(["D7"]), "missing", "view.talon")]
#[case("dealt", json!("9.KQT8.T8.AJ"), "bad-deal", "view.dealt")]
#[case("open", json!({"M": "KT87.J7.QJ.Q8"}), "not-here", "view.open")]
#[case("actions", json!(["6D", "pass", "pass", "discard H9 C7"]), "illegal-action", "view.actions")]
#[case("actions", json!(["6D", "hold"]), "illegal-action", "view.actions")]
#[case("actions", json!(["6D", "pass", "pass", "discard", "play 6D", "pass", "discard"]), "illegal-action", "view.actions")]
#[case("tricks", json!({"F": 1, "M": 0, "R": 0}), "not-here", "view.tricks")]
#[case("player", json!("M"), "not-here", "view.player")]
#[case("seat", json!("M"), "bad-deal", "view.talon")]
#[case("colour", json!("red"), "unknown-field", "view.colour")]
fn wrong_view_is_refused(#[case] key: &str, #[case] value: Value, #[case] code: &str, #[case] field: &str) {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut answer = |view: &Value| -> Value {
        let line = responder.answer(&mut analyst, &json!({"ask": "state", "view": view}).to_string());
        line.parse().expect("JSON")
    };
    let mut view = whist_view();
    assert_eq!(answer(&view)["legal_actions"], json!(["whist", "pass", "half-whist"]));
    view[key] = value;
    if view[key].is_null() {
        view.as_object_mut().expect("an object").remove(key);
    }
    // The seat of middlehand with a card that was in the talon.
    if key == "seat" {
        view["dealt"] = json!("KT87.J7.QJ.K8");
    }
    let error = &answer(&view)["error"];
    assert_eq!(error["code"], code, "{error}");
    assert!(error["field"].as_str().is_some_and(|name| name.starts_with(field)), "{error}");
}

#[test]
fn impossible_card_of_hidden_hand_is_refused() {
    // A card that no hand of the player allows after an earlier void is refused, even without the hidden cards.
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut view = whist_view();
    let actions = view["actions"].as_array_mut().expect("a list");
    actions.extend(["whist", "closed", "DA", "HJ", "DT"].map(Value::from));
    let state = |view: &Value| json!({"ask": "state", "view": view}).to_string();
    let answer: Value = responder.answer(&mut analyst, &state(&view)).parse().expect("JSON");
    assert_eq!(answer["view"]["voids"]["M"], json!(["D"]), "{answer}");
    view["actions"].as_array_mut().expect("a list").extend(["D9", "DJ"].map(Value::from));
    let answer: Value = responder.answer(&mut analyst, &state(&view)).parse().expect("JSON");
    assert_eq!(answer["error"]["field"], "view.actions[12]", "{answer}");
}
