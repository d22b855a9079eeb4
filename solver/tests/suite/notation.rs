//! Deals as text: each is written and read again in every style, and each mistake gets its error.

use preference::deal::{CardStyle, Deal, DealError, Layout};
use preference::seat::{BySeat, Seat, Seats};
use preference_fixtures::random;
use proptest::prelude::*;

fn deal(seed: u64) -> Deal {
    random::deal(&mut random::generator(seed))
}

proptest! {
    #[test]
    fn deal_round_trips_in_every_style(seed: u64) {
        let deal = deal(seed);
        prop_assert_eq!(deal.to_string().parse::<Deal>(), Ok(deal));
        prop_assert_eq!(deal.to_string().to_lowercase().parse::<Deal>(), Ok(deal));
        for style in [CardStyle::Letters, CardStyle::Unicode, CardStyle::German, CardStyle::Russian] {
            prop_assert_eq!(Layout::from(deal).in_style(style).parse::<Deal>(), Ok(deal));
        }
    }

    #[test]
    fn deal_is_read_from_any_first_seat_without_talon(seed: u64, first in 0..3_usize) {
        let deal = deal(seed);
        let first = Seat::ALL[first];
        let hands = [first, first.left(), first.right()].map(|seat| deal.hand(seat).to_string());
        prop_assert_eq!(format!("{first}:{}", hands.join(" ")).parse::<Deal>(), Ok(deal));
    }

    #[test]
    fn ending_round_trips_as_text(seed: u64, cards in 1..9_usize, out in 0..4_usize) {
        let hands = random::hands(&mut random::generator(seed), cards);
        let hands = BySeat::from_fn(|seat| (seat.index() != out).then_some(hands[seat]));
        let layout = Layout::ending(hands).expect("cards once each");
        prop_assert_eq!(layout.to_string().parse::<Layout>(), Ok(layout));
        prop_assert_eq!(layout.seats().len(), if out < 3 { 2 } else { 3 });
        prop_assert!(layout.deal().is_err());
    }

    #[test]
    fn arbitrary_text_is_read_or_refused(text in "[FMRfmr:?.A-Za-z0-9ТКДВ♠♥♦♣ -]{0,60}") {
        // Reads arbitrary text, which must never panic. A layout that was read must be readable again after it
        // is written.
        if let Ok(layout) = text.parse::<Layout>() {
            prop_assert_eq!(layout.to_string().parse::<Layout>(), Ok(layout));
        }
    }

    #[test]
    fn exchange_keeps_all_cards(seed: u64, seat in 0..3_usize, a in 0..12_usize, b in 0..11_usize) {
        let deal = deal(seed);
        let seat = Seat::ALL[seat];
        let twelve: Vec<_> = (deal.hand(seat) | deal.talon()).iter().collect();
        let discard = [twelve[a], twelve[if b < a { b } else { b + 1 }]].into_iter().collect();
        let after = deal.exchange(seat, discard);
        prop_assert_eq!(after.talon(), discard);
        prop_assert_eq!(after.hand(seat) | after.talon(), deal.hand(seat) | deal.talon());
        prop_assert_eq!(Deal::new(after.hands(), after.talon()), Ok(after));
    }
}

const M: &str = "T98.AKQ.AKQ.J";
const R: &str = "J7.J.JT9.QT98";

#[test]
fn every_mistake_has_own_error() {
    let read = |text: String| text.parse::<Deal>().expect_err("refused");
    let f = |hand: &str| read(format!("F:{hand} {M} {R}"));
    assert_eq!(read(String::new()), DealError::Empty);
    assert!(matches!(read(format!("N:AKQ.T9.87.AK7 {M} {R}")), DealError::NoFirstSeat { .. }));
    assert_eq!(read("F:AKQ.T9.87.AK7".to_owned()), DealError::HandCount { found: 1 });
    assert_eq!(read(format!("F:AKQ.T9.87.AK7 {M} {R} .87.. A...")), DealError::HandCount { found: 5 });
    assert!(matches!(f("AKQ.T987.AK7"), DealError::SuitCount { found: 3, .. }));
    assert!(matches!(f("AKQ.T9.87.AK.7"), DealError::SuitCount { found: 5, .. }));
    assert!(matches!(f("AKQ.T9.8x.AK7"), DealError::NoRank { found: 'x', column: 11, .. }));
    assert!(matches!(f("AKQ.TT.87.AK7"), DealError::CardTwiceInHand { column: 8, .. }));
    assert!(matches!(f("AKQ.T9.87.AKJ"), DealError::CardTwice { .. }));
    assert!(matches!(f("AKQ.Т9.87.AK7"), DealError::MixedAlphabets { found: 'Т', column: 7, .. }));
    assert!(matches!(f("ТКД.9.87.T7"), DealError::MixedAlphabets { found: 'T', column: 12, .. }));
    // Each hand may have its own alphabet.
    let deal = |first: &str| format!("F:{first} {M} {R}").parse::<Deal>();
    assert_eq!(deal("ТКД.109.87.ТК7"), deal("AKQ.T9.87.AK7"));
    assert_eq!(f("AKQ.T98.87.AK7"), DealError::HandSize { seat: Seat::Forehand, found: 11 });
    assert_eq!(f("AKQ.T9.87.AK"), DealError::HandSize { seat: Seat::Forehand, found: 9 });
    assert_eq!(f("-"), DealError::HandMissing { seat: Seat::Forehand });
    assert!(matches!(f("?"), DealError::HandUnknown { .. }));
    let talon = |talon: &str| read(format!("F:AKQ.T9.87.AK7 {M} {R} {talon}"));
    assert_eq!(talon(".8.."), DealError::TalonSize { found: 1 });
    assert_eq!(
        talon("...T8"),
        DealError::CardTwice {
            card: "CT".parse().expect("a card"),
            first: preference::deal::Place::Hand(Seat::Rearhand),
            second: preference::deal::Place::Talon,
        }
    );
    assert_eq!(read("F:A... K... Q...".to_owned()), DealError::TalonMissing { cards: 3 });
}

#[test]
fn message_names_mistake_place_and_remedy() {
    let message = |text: &str| text.parse::<Deal>().expect_err("refused").to_string();
    assert_eq!(
        message(&format!("M:AKQ.T9.8x.AK7 {M} {R}")),
        "'x' in middlehand's hand (column 11) is not a rank: use A K Q J T 9 8 7"
    );
    assert_eq!(
        message(&format!("F:AKQ.T9.87.AKJ {M} {R}")),
        "CJ is in forehand's hand and again in middlehand's hand: each card is dealt once"
    );
}

#[test]
fn dash_leaves_seat_out_of_layout() {
    let layout: Layout = "R:- A... K...".parse().expect("an ending");
    assert_eq!(layout.seats(), Seats::ALL - Seats::from_seat(Seat::Rearhand));
    assert_eq!(layout.to_string(), "F:A... K... -");
}
