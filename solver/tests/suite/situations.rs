//! What a situation says that has no place in a question is refused, not passed over.

use preference::analysis::Analyst;
use preference::analysis::talon::TalonOptions;
use preference::deal::Deal;
use preference::rules::{Contract, Variant};
use preference::seat::Seat;
use preference::situation::{Code, QuestionError, Situation};

/// A hand in which hearts nine and clubs seven have been laid aside.
fn laid(rules: &str) -> Situation {
    let rules: Variant = rules.parse().expect("rules");
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal");
    Situation::new(rules, deal).by(Seat::Forehand).laid_aside("H9 C7".parse().expect("cards"))
}

fn refused(error: Option<QuestionError>) {
    let error = error.expect("refused");
    let field = error.field().map(ToString::to_string);
    assert_eq!((error.code(), field.as_deref()), (Code::NotHere, Some("discard")));
}

#[test]
fn what_is_laid_aside_is_not_asked_for_again() {
    let mut analyst = Analyst::new();
    refused(analyst.talon(&laid("austrian"), &TalonOptions::default()).err());
    refused(analyst.par(&laid("austrian"), &Default::default()).err());
    refused(analyst.usurp(&laid("illustrated"), &Default::default()).err());
    let diamonds: Contract = "D".parse().expect("a contract");
    assert!(laid("austrian").contract(diamonds).play().is_ok());
    refused(laid("austrian").contract(diamonds).from_hand().play().err());
}
