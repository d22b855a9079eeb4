//! Facts of a situation that a question cannot use. They must be refused and not ignored.

use preference::Analyst;
use preference::deal::{Deal, Layout, PartialDeal};
use preference::questions::contract_selection::ContractSelection;
use preference::questions::evaluate::EvaluateOptions;
use preference::questions::solve::SolveOptions;
use preference::questions::talon::TalonOptions;
use preference::rules::{Contract, Variant};
use preference::seat::Seat;
use preference::situation::{ErrorCode, Leader, QuestionError, Situation};

fn situation_with_discard(rules: &str) -> Situation {
    let rules: Variant = rules.parse().expect("rules");
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal");
    Situation::new(rules, deal).with_declarer(Seat::Forehand).with_discard("H9 C7".parse().expect("cards"))
}

fn assert_discard_refused(error: Option<QuestionError>) {
    let error = error.expect("refused");
    let field = error.field().map(ToString::to_string);
    assert_eq!((error.code(), field.as_deref()), (ErrorCode::NotHere, Some("discard")));
}

#[test]
fn discard_already_laid_aside_is_refused() {
    let mut analyst = Analyst::new();
    assert_discard_refused(
        analyst.talon(&situation_with_discard("austrian"), &TalonOptions::default()).err(),
    );
    assert_discard_refused(analyst.par(&situation_with_discard("austrian"), &Default::default()).err());
    assert_discard_refused(analyst.usurp(&situation_with_discard("illustrated"), &Default::default()).err());
    let diamonds: Contract = "D".parse().expect("a contract");
    assert!(situation_with_discard("austrian").with_contract(diamonds).play().is_ok());
    assert_discard_refused(
        situation_with_discard("austrian").with_contract(diamonds).with_play_from_hand().play().err(),
    );
}

#[test]
fn key_lowest_without_trumps_matters_only_without_trumps() {
    // Compares the legal cards of the first defender. In a contract without trumps, this seat must beat the lead with the
    // lowest possible card or, if the key `lowest_without_trumps` is `false`, may beat it with any card. With trumps the
    // key changes nothing.
    let layout: Layout = "F:..987. AK8..T. JT7..Q.".parse().expect("an ending");
    let legal = |rules: &Variant, contract: &str| {
        let situation = Situation::new(rules.clone(), layout).with_declarer(Seat::Forehand);
        let situation = situation
            .with_contract(contract.parse().expect("a contract"))
            .with_leader(Leader::Seat(Seat::Forehand))
            .with_trick(vec!["S9".parse().expect("a card")]);
        situation
            .play()
            .expect("a position")
            .position()
            .legal_cards()
            .iter()
            .map(|card| card.to_string())
            .collect()
    };
    let usual: Variant = "illustrated".parse().expect("rules");
    let free = "name = 'free'\nextends = 'illustrated'\n[play]\nlowest_without_trumps = false";
    let free = Variant::from_toml(free).expect("house rules");
    let cards: [Vec<String>; 4] = [("misere", &usual), ("misere", &free), ("H", &usual), ("H", &free)]
        .map(|(contract, rules)| legal(rules, contract));
    assert_eq!(cards, [vec!["SK"], vec!["SA", "SK"], vec!["SK"], vec!["SK"]]);
    let off = free.with_switch("-lowest").expect("a switch");
    assert_eq!(legal(&off, "H"), ["SA", "SK"]);
}

#[test]
fn leader_is_null_after_last_trick() {
    let (rules, deal): (Variant, Deal) = (
        "austrian".parse().expect("rules"),
        "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal"),
    );
    let situation = Situation::new(rules, deal)
        .with_declarer(Seat::Forehand)
        .with_contract("D".parse().expect("a contract"));
    let line = Analyst::new().line(&situation, &Default::default()).expect("a line").line;
    let options = SolveOptions {
        contracts: ContractSelection::List {
            contracts: vec!["D".parse().expect("a contract")],
            all_pass: false,
        },
        ..SolveOptions::default()
    };
    let leader = |count: usize| {
        let situation = situation.clone().with_cards_played(line[..count].to_vec());
        let answer = Analyst::new().solve(&situation, &options).expect("an answer");
        serde_json::to_value(&answer.results[0]).expect("JSON")["leader"].clone()
    };
    assert_eq!(leader(0), "F");
    assert!(leader(29).is_string());
    assert!(leader(30).is_null());
}

#[test]
fn discard_first_refuses_talon_cards() {
    // Lays cards aside under `discard_first`. Cards of the talon are refused, and so is a hand of twelve cards.
    let later = include_str!("../../../docs/american-later.toml");
    let rules = Variant::from_toml(later).expect("house rules");
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal");
    let laid = |cards: &str| {
        let situation = Situation::new(rules.clone(), deal).with_declarer(Seat::Forehand);
        situation.with_contract("D".parse().expect("a contract")).with_discard(cards.parse().expect("cards"))
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
        assert!(error.contains("give the ten cards, and the talon's two apart from them"), "{error}");
    }
}
