//! The public interface of the library: sets, orders, and types that threads can share.

use preference::deal::DealError;
use preference::hand::{ActionError, Hand, RecordError, View};
use preference::protocol::ask::Responder;
use preference::protocol::engine::Engine;
use preference::questions::talon::TalonAnswer;
use preference::rules::VariantError;
use preference::sampling::{ConditionError, ConstraintError};
use preference::search::Endgames;
use preference::session::{Session, SessionError};
use preference::statistics::StatisticsError;
use preference::worker_pool::WorkerPool;
use preference::{
    Analyst, Card, Cards, Deal, Position, QuestionError, Seat, Seats, Situation, Solver, Suit, Variant,
};

#[test]
fn types_can_be_sent_and_shared() {
    fn sent<T: Send>() {}
    fn shared<T: Send + Sync>() {}
    sent::<Analyst>();
    sent::<Engine>();
    sent::<Solver>();
    shared::<Responder>();
    shared::<WorkerPool>();
    shared::<Endgames>();
    shared::<(Deal, Position, Situation, Variant, TalonAnswer)>();
    shared::<(Hand, View, Session)>();
}

#[test]
fn errors_can_be_sent_and_shared() {
    fn error<T: std::error::Error + Send + Sync + 'static>() {}
    error::<QuestionError>();
    error::<DealError>();
    error::<VariantError>();
    error::<ActionError>();
    error::<RecordError>();
    error::<SessionError>();
    error::<ConditionError>();
    error::<ConstraintError>();
    error::<StatisticsError>();
}

#[test]
fn card_order_reverses_listing_order() {
    let listed: Vec<Card> = Cards::PACK.into_iter().collect();
    assert_eq!(listed.len(), 32);
    assert!(listed.is_sorted_by(|one, next| one > next));
    let backwards: Vec<Card> = Cards::PACK.iter().rev().collect();
    assert!(backwards.is_sorted());
    assert_eq!(Cards::PACK.iter().len(), 32);
}

#[test]
fn operators_match_set_operations() {
    let sets = [0, 1, 0x8000_0000, 0xFF00_00F0, 0x0F0F_1234, u32::MAX].map(Cards::from_bits);
    let listed =
        |keep: &dyn Fn(Card) -> bool| Cards::PACK.iter().filter(|&card| keep(card)).collect::<Cards>();
    for one in sets {
        assert_eq!(!one, listed(&|card| !one.contains(card)));
        assert_eq!(one.iter().count(), one.len());
        for other in sets {
            let both = listed(&|card| one.contains(card) && other.contains(card));
            let either = listed(&|card| one.contains(card) || other.contains(card));
            let only_one = listed(&|card| one.contains(card) && !other.contains(card));
            let not_both = listed(&|card| one.contains(card) != other.contains(card));
            assert_eq!((one & other, one | other), (both, either));
            assert_eq!((one - other, one ^ other), (only_one, not_both));
            assert_eq!(one.is_subset(other), one.iter().all(|card| other.contains(card)));
            let (mut joined, mut extended) = (one, one);
            joined |= other;
            extended.extend(other);
            assert_eq!((joined, extended), (either, either));
            let (mut left, mut shared, mut changed) = (one, one, one);
            left -= other;
            shared &= other;
            changed ^= other;
            assert_eq!((left, shared, changed), (only_one, both, not_both));
        }
    }
    assert_eq!(
        Suit::Hearts.cards().into_iter().map(Cards::from).fold(Cards::NONE, |all, one| all | one),
        Suit::Hearts.cards()
    );
}

#[test]
fn seat_sets_support_complement_insert_and_remove() {
    let all: Vec<Seat> = Seats::ALL.into_iter().collect();
    assert_eq!(all, Seat::ALL);
    for bits in 0..8 {
        let set = Seats::from_bits(bits);
        assert_eq!(set.iter().collect::<Seats>(), set);
        assert_eq!((!set).len(), 3 - set.len());
        assert_eq!(!set & set, Seats::NONE);
        assert_eq!(!set | set, Seats::ALL);
        let mut changed = set;
        for seat in Seat::ALL {
            if set.contains(seat) {
                changed.remove(seat);
            } else {
                changed.insert(seat);
            }
        }
        assert_eq!(changed, !set);
    }
}
