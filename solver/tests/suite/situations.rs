//! What a situation says that has no place in a question is refused, not passed over.

use preference::analysis::Analyst;
use preference::analysis::evaluate::EvaluateOptions;
use preference::analysis::talon::TalonOptions;
use preference::deal::{Deal, PartialDeal};
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

/// Under `discard_first` the talon's cards are kept, and a hand given as twelve cards is refused.
#[test]
fn what_is_laid_aside_first_was_dealt() {
    let later = include_str!("../../../docs/american-later.toml");
    let rules = Variant::from_toml(later).expect("house rules");
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal");
    let laid = |cards: &str| {
        let situation = Situation::new(rules.clone(), deal).by(Seat::Forehand);
        situation.contract("D".parse().expect("a contract")).laid_aside(cards.parse().expect("cards"))
    };
    assert!(laid("H9 C7").play().is_ok());
    let error = laid("H9 CK").play().expect_err("refused");
    assert!(error.to_string().contains("CK is not among the declarer's ten cards"), "{error}");
    let twelve: PartialDeal = "F:AQJ.A9.AK97.KT7 ? ? ?".parse().expect("cards");
    let twelve = Situation::new(rules, twelve);
    let mut analyst = Analyst::new();
    let averages = TalonOptions { unknown_defence: Some(2), ..TalonOptions::default() };
    let errors = [
        analyst.evaluate(&twelve, &EvaluateOptions::default()).map(|_| ()),
        analyst.talon_unknown(&twelve, &averages).map(|_| ()),
    ];
    for error in errors {
        let error = error.expect_err("refused").to_string();
        assert!(error.contains("name the ten, and the talon's two apart"), "{error}");
    }
}
