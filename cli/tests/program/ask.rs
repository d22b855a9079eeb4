//! Questions asked in three ways: by flags, as JSON objects, and through the library. The answers must be the
//! same.

use preference::Analyst;
use preference::deal::{Deal, PartialDeal, read_cards};
use preference::gains::Model;
use preference::hand::{Hand, HandRecord};
use preference::outcomes::outcome::SolveDetail;
use preference::protocol::ask::Responder;
use preference::questions::advise::cards::AdviseOptions;
use preference::questions::advise::{ActionAdviceOptions, AdviceCriterion};
use preference::questions::cards::{CardsOptions, PlayCriterion, PlayOptions};
use preference::questions::catch::{Belief, CatchOptions};
use preference::questions::contract_selection::ContractSelection;
use preference::questions::deal::{DealAnswer, DealOptions};
use preference::questions::defend::DefendOptions;
use preference::questions::evaluate::EvaluateOptions;
use preference::questions::par::ParOptions;
use preference::questions::puzzle::PuzzleOptions;
use preference::questions::score::{ScoreOptions, ScoreSubject};
use preference::questions::solve::SolveOptions;
use preference::questions::talon::TalonOptions;
use preference::questions::thumb::{ThumbDeals, ThumbOptions};
use preference::questions::usurp::UsurpOptions;
use preference::rules::{Contract, Variant};
use preference::sampling::SampleOptions;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{Doubling, HandDecisions, HandResult, SheetTotals};
use preference::situation::{CardsInput, ErrorCode, Leader, QuestionError, Situation};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{DEAL, answer, pref, text};

/// Deal in which only forehand's hand is known.
const PARTIAL_DEAL: &str = "F:AKQ.T9.87.AK7 ? ?";

/// Deal in which forehand's misère fails with open cards, and is not caught with the discard hidden.
const NEAR_MISS_DEAL: &str = "F:K9.AQJT97.K.J JT87.K.Q7.AT7 AQ.8.AJT9.K98 ..8.Q";

/// Question in three forms.
pub(crate) struct Question {
    /// Command with its flags.
    command: &'static str,
    /// Deal that the command gets; `None` if the question is not about a deal.
    pub(crate) deal: Option<&'static str>,
    /// Fields of the JSON object, without the deal.
    pub(crate) fields: Value,
    /// Function that asks the library, and returns its answers as JSON.
    library: fn(&mut Analyst) -> Vec<Value>,
}

fn rules(name: &str) -> Variant {
    name.parse().expect("rules")
}

fn contract(name: &str) -> Contract {
    name.parse().expect("a contract")
}

/// The situation with the deal of these tests under these rules.
fn hand(name: &str) -> Situation {
    Situation::new(rules(name), DEAL.parse::<Deal>().expect("a deal"))
}

fn partial_hand() -> Situation {
    Situation::new(rules("austrian"), PARTIAL_DEAL.parse::<PartialDeal>().expect("a hand"))
}

/// The record of an unfinished hand, at a point where a player has to play a card.
pub(crate) fn played_record() -> Value {
    include_str!("../../../docs/played.json").parse().expect("JSON")
}

fn json_of(answer: Result<impl Serialize, QuestionError>) -> Vec<Value> {
    vec![serde_json::to_value(answer.expect("an answer")).expect("the answer has a JSON form")]
}

fn contracts(names: &[&str]) -> ContractSelection {
    ContractSelection::List { contracts: names.iter().map(|name| contract(name)).collect(), all_pass: false }
}

fn sample(layouts: u64) -> SampleOptions {
    SampleOptions { layouts, seed: 3, constraints: vec!["M:A>=1".parse().expect("a condition")] }
}

/// One or more test cases for every question that can be asked in all three ways.
pub(crate) fn questions() -> Vec<Question> {
    vec![
        Question {
            command: "solve --rules russian -c S,7H,misere -d M --out R --goal made",
            deal: Some(DEAL),
            fields: json!({"ask":"solve","rules":"russian","contract":["S","7H","misere"],"declarer":"M","out":"R","goal":"made"}),
            library: |analyst| {
                let options = SolveOptions {
                    contracts: contracts(&["S", "7H", "misere"]),
                    goal: SolveDetail::MadeOnly,
                };
                let out = HandDecisions { out: Seats::from_seat(Seat::Rearhand), ..HandDecisions::default() };
                json_of(
                    analyst.solve(
                        &hand("russian").with_declarer(Seat::Middlehand).with_decisions(out),
                        &options,
                    ),
                )
            },
        },
        Question {
            command: "talon -d R -c S,H",
            deal: Some(DEAL),
            fields: json!({"ask":"talon","declarer":"R","contract":"S,H"}),
            library: |analyst| {
                let options = TalonOptions { contracts: contracts(&["S", "H"]), ..TalonOptions::default() };
                json_of(analyst.talon(&hand("austrian").with_declarer(Seat::Rearhand), &options))
            },
        },
        Question {
            command: "talon --unknown-defence 5 --seed 2 -d F -c N",
            deal: Some(DEAL),
            fields: json!({"ask":"talon","declarer":"F","contract":"N","unknown_defence":5,"seed":2}),
            library: |analyst| {
                let options = TalonOptions {
                    contracts: contracts(&["N"]),
                    unknown_defence: Some(5),
                    seed: 2,
                    ..TalonOptions::default()
                };
                json_of(analyst.talon_unknown(&hand("austrian").with_declarer(Seat::Forehand), &options))
            },
        },
        Question {
            command: "cards -d F -c S --by gain --played SA,ST",
            deal: Some(DEAL),
            fields: json!({"ask":"cards","declarer":"F","contract":"S","by":"gain","played":["SA","ST"]}),
            library: |analyst| {
                let situation = hand("austrian").with_declarer(Seat::Forehand).with_contract(contract("S"));
                let played = read_cards("SA ST").expect("cards");
                let play = PlayOptions { by: PlayCriterion::Gain, ..PlayOptions::default() };
                let options = CardsOptions { play, ..CardsOptions::default() };
                json_of(analyst.cards(&situation.with_cards_played(played), &options))
            },
        },
        Question {
            command: "line -d M -c H --rules american",
            deal: Some(DEAL),
            fields: json!({"ask":"line","declarer":"M","contract":"H","rules":"american"}),
            library: |analyst| {
                let situation = hand("american").with_declarer(Seat::Middlehand).with_contract(contract("H"));
                json_of(analyst.line(&situation, &PlayOptions::default()))
            },
        },
        Question {
            command: "defend -d F -c S --settle --model allied",
            deal: Some(DEAL),
            fields: json!({"ask":"defend","declarer":"F","contract":"S","settle":true,"model":"allied"}),
            library: |analyst| {
                let situation = hand("austrian").with_declarer(Seat::Forehand).with_contract(contract("S"));
                let options = DefendOptions { settle: true, model: Model::Allied, rule_of_thumb: None };
                json_of(analyst.defend(&situation, &options))
            },
        },
        Question {
            command: "catch -d F -c misere --goal made --rules russian --leader M --plan --belief even --nodes 90000",
            deal: Some(NEAR_MISS_DEAL),
            fields: json!({"ask":"catch","declarer":"F","contract":"misere","rules":"russian","leader":"M","goal":"made","plan":true,"belief":"even","nodes":90000}),
            library: |analyst| {
                let deal: Deal = NEAR_MISS_DEAL.parse().expect("a deal");
                let situation = Situation::new(rules("russian"), deal)
                    .with_declarer(Seat::Forehand)
                    .with_contract(contract("misere"))
                    .with_leader(Leader::Seat(Seat::Middlehand));
                json_of(analyst.catch(
                    &situation,
                    &CatchOptions {
                        goal: SolveDetail::MadeOnly,
                        cards: true,
                        plan: true,
                        belief: Some(Belief::Even),
                        node_limit: Some(90_000),
                    },
                ))
            },
        },
        Question {
            command: "par --model tricks",
            deal: Some(DEAL),
            fields: json!({"ask":"par","model":"tricks"}),
            library: |analyst| {
                json_of(
                    analyst.par(
                        &hand("austrian"),
                        &ParOptions { model: Model::Tricks, ..ParOptions::default() },
                    ),
                )
            },
        },
        Question {
            command: "usurp -d F --model tricks --bid 2 --bidders R",
            deal: Some(DEAL),
            fields: json!({"ask":"usurp","declarer":"F","model":"tricks","bid":2,"bidders":"R"}),
            library: |analyst| {
                let options =
                    UsurpOptions { bid: 2, bidders: Seats::from_seat(Seat::Rearhand), model: Model::Tricks };
                json_of(analyst.usurp(&hand("illustrated").with_declarer(Seat::Forehand), &options))
            },
        },
        Question {
            command: "evaluate --goal made -c S,N --layouts 6 --seed 3 --where M:A>=1",
            deal: Some(PARTIAL_DEAL),
            fields: json!({"ask":"evaluate","goal":"made","contract":"S,N","layouts":6,"seed":3,"where":["M:A>=1"]}),
            library: |analyst| {
                let options = EvaluateOptions {
                    contracts: contracts(&["S", "N"]),
                    goal: SolveDetail::MadeOnly,
                    sample: sample(6),
                    ..EvaluateOptions::default()
                };
                json_of(analyst.evaluate(&partial_hand(), &options))
            },
        },
        Question {
            command: "advise -d F -c S --layouts 6 --seed 3 --where M:A>=1",
            deal: Some(PARTIAL_DEAL),
            fields: json!({"ask":"advise","declarer":"F","contract":"S","layouts":6,"seed":3,"where":"M:A>=1"}),
            library: |analyst| {
                let situation = partial_hand().with_declarer(Seat::Forehand).with_contract(contract("S"));
                json_of(analyst.advise(&situation, &AdviseOptions { sample: sample(6) }))
            },
        },
        Question {
            command: "advise --by made --model allied --layouts 6 --seed 3 --where M:A>=1 --record ../docs/played.json",
            deal: None,
            fields: json!({"ask":"advise","by":"made","model":"allied","layouts":6,"seed":3,"where":"M:A>=1","record":played_record()}),
            library: |analyst| {
                let record: HandRecord = serde_json::from_value(played_record()).expect("a record");
                let hand = Hand::from_record(&record).expect("a hand");
                let options = ActionAdviceOptions {
                    by: AdviceCriterion::Made,
                    model: Model::Allied,
                    sample: sample(6),
                    max_complete_layouts: 0,
                    use_calls: false,
                };
                json_of(analyst.advise_hand(&hand, &options))
            },
        },
        Question {
            command: "score -c S -d M --tricks F=2,M=7,R=1 --kontra F --rules hungarian",
            deal: None,
            fields: json!({"ask":"score","contract":"S","declarer":"M","tricks":{"F":2,"M":7,"R":1},"kontra":["F"],"rules":"hungarian"}),
            library: |analyst| {
                let kontra = HandDecisions {
                    kontra: Seats::from_seat(Seat::Forehand),
                    doubling: Doubling::Kontra,
                    ..HandDecisions::default()
                };
                let situation = Situation::new(rules("hungarian"), CardsInput::Nothing)
                    .with_declarer(Seat::Middlehand)
                    .with_contract(contract("S"))
                    .with_decisions(kontra);
                let played = HandResult { tricks: BySeat([Some(2), Some(7), Some(1)]), made: None };
                json_of(analyst.score(&situation, &played.into()))
            },
        },
        Question {
            command: "score --whole --rules russian --totals {\"F\":{\"pool\":8},\"M\":{\"whists\":{\"F\":8}},\"R\":{}}",
            deal: None,
            fields: json!({"ask":"score","rules":"russian","whole":true,"totals":{"F":{"pool":8},"M":{"whists":{"F":8}},"R":{}}}),
            library: |analyst| {
                let mut totals = SheetTotals::new(3);
                totals.pool[0] = 8.into();
                totals.whists[1][0] = 8.into();
                let options = ScoreOptions { subject: ScoreSubject::Totals(totals), whole: true };
                json_of(analyst.score(&Situation::new(rules("russian"), CardsInput::Nothing), &options))
            },
        },
        Question {
            command: "auction pass 1 2",
            deal: None,
            fields: json!({"ask":"auction","calls":["pass","1","2"]}),
            library: |analyst| {
                let calls = ["pass", "1", "2"].map(|call| call.parse().expect("a call"));
                let situation =
                    Situation::new(rules("austrian"), CardsInput::Nothing).with_calls(calls.to_vec());
                json_of(analyst.auction(&situation))
            },
        },
        Question {
            command: "deal --count 2 --seed 5 --where M:A>=1",
            deal: None,
            fields: json!({"ask":"deal","count":2,"seed":5,"where":"M:A>=1"}),
            library: |analyst| {
                let situation = Situation::new(rules("austrian"), CardsInput::Nothing);
                let constraints = vec!["M:A>=1".parse().expect("a condition")];
                let options = DealOptions { count: 2, seed: 5, constraints, ..DealOptions::default() };
                let mut deals: Vec<DealAnswer> = Vec::new();
                let found = |wanted: Option<DealAnswer>, _| {
                    deals.extend(wanted);
                    Ok::<(), QuestionError>(())
                };
                analyst.deal(&situation, &options, found).expect("deals");
                deals.iter().flat_map(|deal| json_of(Ok(deal))).collect()
            },
        },
        Question {
            command: "puzzle --kind lead -d F -c H --among 2000 --seed 1",
            deal: None,
            fields: json!({"ask":"puzzle","kind":"lead","declarer":"F","contract":"H","among":2000,"seed":1}),
            library: |analyst| {
                let situation =
                    Situation::new(rules("austrian"), CardsInput::Nothing).with_declarer(Seat::Forehand);
                let contracts = contracts(&["H"]);
                let options = PuzzleOptions { among: 2000, contracts, ..PuzzleOptions::default() };
                analyst
                    .puzzle(&situation, &options)
                    .expect("a puzzle")
                    .iter()
                    .flat_map(|puzzle| json_of(Ok(puzzle)))
                    .collect()
            },
        },
        Question {
            command: "thumb --random 3 --seed 2 --model tricks",
            deal: None,
            fields: json!({"ask":"thumb","random":3,"seed":2,"model":"tricks"}),
            library: |analyst| {
                let situation = Situation::new(rules("austrian"), CardsInput::Nothing);
                let deals = ThumbDeals::Random { count: 3, seed: 2 };
                let costs = analyst.thumb(&situation, &ThumbOptions { deals, model: Model::Tricks });
                costs.expect("suit games").iter().flat_map(|cost| json_of(Ok(cost))).collect()
            },
        },
    ]
}

/// Parses the line that answers a question. Returns its objects: one, or the elements of a list.
fn answers_of(answer: &str) -> Vec<Value> {
    let mut answer: Value = serde_json::from_str(answer).expect("an object");
    assert_eq!(answer["error"], Value::Null);
    let id = answer.as_object_mut().expect("an object").remove("id");
    assert_eq!(id, Some(json!("q")));
    match answer.get("answers") {
        Some(Value::Array(answers)) => answers.clone(),
        _ => vec![answer],
    }
}

#[test]
fn flags_objects_and_library_give_same_answers() {
    let mut analyst = Analyst::new();
    let questions = questions();
    let mut input = String::new();
    for question in &questions {
        let mut fields = question.fields.clone();
        fields["id"] = json!("q");
        if let Some(deal) = question.deal {
            fields["deal"] = json!(deal);
        }
        input += &format!("{fields}\n");
    }
    let asked = pref("ask --no-tables", &[]).write_stdin(input.clone()).assert().success();
    let asked = text(asked.get_output());
    assert_eq!(asked.lines().count(), questions.len());
    let mut responder = Responder::default();
    for ((question, line), by_program) in questions.iter().zip(input.lines()).zip(asked.lines()) {
        let name = question.command;
        let library = (question.library)(&mut analyst);
        assert!(!library.is_empty(), "{name}");
        let deals: Vec<&str> = question.deal.into_iter().collect();
        let by_flags: Vec<Value> = answer(&format!("{name} --format json"), &deals)
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object on each line"))
            .collect();
        assert_eq!(by_flags, library, "{name}");
        assert_eq!(answers_of(by_program), library, "{name}");
        assert_eq!(responder.answer(&mut analyst, line), by_program, "{name}");
    }
    let mut asked: Vec<&str> =
        questions.iter().filter_map(|question| question.fields["ask"].as_str()).collect();
    asked.extend(["rules", "version", "review", "state", "act", "session", "ppn", "ready", "cancel"]);
    asked.sort_unstable();
    asked.dedup();
    let mut known: Vec<String> = preference::protocol::entries::QUESTION_NAMES.map(str::to_owned).to_vec();
    known.sort_unstable();
    assert_eq!(asked, known, "every question is asked here, or below");
}

#[test]
fn review_gives_same_answer_by_flags_and_object() {
    let record = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/hand.jsonl"))
        .expect("a record");
    let by_flags = pref("review --format json", &[]).write_stdin(record.clone()).assert().success();
    let mut fields: Value = serde_json::from_str(&record).expect("an object");
    fields["ask"] = json!("review");
    let by_object = pref("ask --no-tables", &[&fields.to_string()]).assert().success();
    let read = |output| serde_json::from_str::<Value>(&text(output)).expect("an object");
    let (by_flags, by_object) = (read(by_flags.get_output()), read(by_object.get_output()));
    assert_eq!(by_flags["cards"].as_array().map(Vec::len), Some(9));
    assert_eq!(by_flags, by_object);
}

/// Asks wrong questions. Each answer must have the expected error code and, if a field is wrong, the name of the field.
/// The cases must have all error codes except two. Later questions must still be answered.
#[test]
fn each_error_has_own_code() {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema/error.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let deal = format!("\"deal\":\"{DEAL}\"");
    let wrong = [
        ("bad-json", Value::Null, "{".to_owned()),
        ("bad-json", Value::Null, "[1]".to_owned()),
        ("unknown-ask", json!("ask"), format!("{{\"ask\":\"slove\",{deal}}}")),
        ("unknown-field", json!("colour"), format!("{{\"ask\":\"solve\",\"colour\":1,{deal}}}")),
        ("missing", json!("deal"), "{\"ask\":\"solve\"}".to_owned()),
        ("bad-value", json!("goal"), format!("{{\"ask\":\"solve\",\"goal\":\"most\",{deal}}}")),
        ("bad-rules", json!("rules"), format!("{{\"ask\":\"solve\",\"rules\":\"austrain\",{deal}}}")),
        ("bad-rules", json!("rules"), format!("{{\"ask\":\"solve\",\"rules\":{{\"play\":1}},{deal}}}")),
        ("bad-deal", json!("deal"), "{\"ask\":\"solve\",\"deal\":\"F:A\"}".to_owned()),
        (
            "not-here",
            json!("pot"),
            format!("{{\"ask\":\"cards\",\"contract\":\"S\",\"declarer\":\"F\",\"pot\":3,{deal}}}"),
        ),
        (
            "illegal-card",
            json!("played[1]"),
            format!(
                "{{\"ask\":\"cards\",\"contract\":\"S\",\"declarer\":\"F\",\"played\":[\"SA\",\"HA\"],{deal}}}"
            ),
        ),
        ("illegal-call", json!("calls[1]"), "{\"ask\":\"auction\",\"calls\":[\"pass\",\"9\"]}".to_owned()),
        (
            "illegal-action",
            json!("record.actions[1]"),
            format!("{{\"ask\":\"state\",\"record\":{{\"actions\":[\"pass\",\"HA\"],{deal}}}}}"),
        ),
        (
            "no-price",
            Value::Null,
            format!(
                "{{\"ask\":\"defend\",\"contract\":\"misere\",\"declarer\":\"F\",\"settle\":true,{deal}}}"
            ),
        ),
        (
            "no-layout",
            json!("where"),
            "{\"ask\":\"evaluate\",\"deal\":\"F:AKQ.T9.87.AK7 ? ?\",\"where\":[\"M:SA>=1\"]}".to_owned(),
        ),
        (
            "nothing-found",
            json!("among"),
            "{\"ask\":\"puzzle\",\"contract\":\"run6\",\"rules\":\"illustrated-run6\",\"among\":1}"
                .to_owned(),
        ),
        ("time", Value::Null, format!("{{\"ask\":\"par\",\"time_limit\":0,{deal}}}")),
    ];
    let mut codes: Vec<&str> = wrong.iter().map(|(code, ..)| *code).collect();
    codes.dedup();
    // The code `cancelled` is tested elsewhere, and `internal` cannot be provoked.
    codes.extend(["cancelled", "internal"]);
    let all: Vec<Value> = ErrorCode::ALL.iter().map(|code| json!(code)).collect();
    assert_eq!(codes, all.iter().map(|code| code.as_str().expect("a word")).collect::<Vec<_>>());
    let input: String = wrong.iter().map(|(.., line)| format!("{line}\n\n")).collect();
    let right = "{\"id\":7,\"ask\":\"auction\"}\n";
    let output = pref("ask --no-tables", &[]).write_stdin(input + right).assert().success();
    let answers = text(output.get_output());
    assert_eq!(answers.lines().count(), wrong.len() + 1);
    for (n, ((code, field, line), answer)) in wrong.iter().zip(answers.lines()).enumerate() {
        let answer: Value = serde_json::from_str(answer).expect("an object on each line");
        let errors: Vec<String> = schema.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{answer}: {errors:?}");
        let error = &answer["error"];
        assert_eq!((error["code"].as_str(), &error["field"]), (Some(*code), field), "{line}: {answer}");
        assert_eq!(error["line"], json!(2 * n + 1), "{line}");
    }
    assert!(answers.lines().last().is_some_and(|last| last.starts_with("{\"id\":7,\"rules\":\"austrian\"")));
    assert!(!schema.is_valid(&json!({"error":{"code":"odd","message":"?"}})));
}

#[test]
fn duplicate_keys_and_nulls_are_refused() {
    let rules = |rules: &str| answer("ask", &[&format!("{{\"ask\":\"auction\",\"rules\":{rules}}}")]);
    let twice = rules(r#"{"name":"x","extends":"bule","name":"y"}"#);
    assert!(twice.contains(r#""bad-json","message":"the key 'name' appears twice"#), "{twice}");
    let null = rules(r#"{"name":"x","extends":"bule","values":{"S":null}}"#);
    assert!(
        null.contains(
            r#""bad-rules","field":"rules","message":"values.S: null is not valid here: write a number"#
        ),
        "{null}"
    );
}

/// Sends empty lists and texts for fields that need at least one element, and lists with more than 100,000 elements.
#[test]
fn empty_and_overlong_lists_are_refused() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut refused = |question: Value, found: &str| {
        let answer: Value =
            serde_json::from_str(&responder.answer(&mut analyst, &question.to_string())).expect("an object");
        let error = &answer["error"];
        assert_eq!(error["code"], "bad-value", "{answer}");
        assert!(error["message"].as_str().expect("a text").starts_with(found), "{answer}");
        error["field"].clone()
    };
    for empty in [json!([]), json!([" "]), json!("")] {
        let found = "an empty list";
        for ask in ["solve", "talon", "cards", "line", "defend", "review", "puzzle", "score"] {
            let question = json!({"ask": ask, "contract": empty, "declarer": "F"});
            assert_eq!(refused(question, found), "contract");
        }
        for (field, mut question) in [
            ("rule_of_thumb", json!({"ask": "defend", "contract": "S", "declarer": "F"})),
            ("bidders", json!({"ask": "usurp", "declarer": "F"})),
            ("talon", json!({"ask": "score", "contract": "S", "declarer": "F"})),
        ] {
            question[field] = empty.clone();
            assert_eq!(refused(question, found), field);
        }
    }
    let play = json!({"ask": "line", "deal": "F:A7... Q8... T9...", "contract": "S", "declarer": "F"});
    for (field, mut question) in [("at", play), ("deal", json!({"ask": "solve"}))] {
        question[field] = json!(vec![0; 100_001]);
        assert_eq!(refused(question, "a list of 100001 is not valid"), field);
    }
}

#[test]
fn error_columns_count_from_one() {
    assert!(answer("ask", &["[1]"]).contains("not a JSON object (column 1): {\\\"ask\\\":…"));
}

#[test]
fn version_answer_matches_schema() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/schema/version.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let version: Value = serde_json::from_str(&answer("ask", &["{\"ask\":\"version\"}"])).expect("an object");
    let errors: Vec<String> = schema.iter_errors(&version).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert!(!schema.is_valid(&json!({})));
}

/// Asks about a list of deals, or about several moments of a play or a record (the field `at`). The answers must be
/// equal to the answers about each deal or moment alone.
#[test]
fn list_of_deals_or_points_gets_answers_of_each() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut ask = |question: &Value| responder.answer(&mut analyst, &question.to_string());
    let other = "F:KJ987.A.AJ7.T T.JT.KQT.KJ97 AQ.KQ987.8.AQ ..9.8";
    for mut question in [
        json!({"id": "q", "ask": "solve", "declarer": "F", "contract": "S"}),
        json!({"id": "q", "ask": "talon", "declarer": "all", "contract": "S", "goal": "made"}),
        json!({"id": "q", "ask": "talon", "declarer": "M", "contract": "S"}),
    ] {
        question["deal"] = json!([DEAL, other]);
        let together = answers_of(&ask(&question));
        let alone = [DEAL, other].map(|deal| {
            question["deal"] = json!(deal);
            answers_of(&ask(&question))
        });
        assert_eq!(together, alone.concat(), "{question}");
        question["deal"] = json!([]);
        assert_eq!(ask(&question), r#"{"id":"q","answers":[]}"#);
        question["deal"] = json!([DEAL, "F:A"]);
        assert!(ask(&question).contains(r#""code":"bad-deal","field":"deal[1]""#), "{question}");
    }
    let played = ["SA", "ST", "S7", "SK"];
    for verb in ["cards", "line", "advise"] {
        let mut question = json!({"id": "q", "ask": verb, "deal": DEAL, "declarer": "F", "contract": "S"});
        if verb == "advise" {
            question["layouts"] = json!(3);
        }
        question["played"] = json!(played);
        question["at"] = json!([4, 0, 3]);
        let together = answers_of(&ask(&question));
        question.as_object_mut().expect("an object").remove("at");
        let alone = [4, 0, 3].map(|at| {
            question["played"] = json!(played[..at]);
            answers_of(&ask(&question))
        });
        assert_eq!(together, alone.concat(), "{question}");
        question["at"] = json!(0);
        assert!(ask(&question).starts_with(r#"{"id":"q","answers":[{"deal""#), "{question}");
        for wrong in [json!([0, 4]), json!([0, "x"]), json!([0, -1])] {
            question["at"] = wrong;
            assert!(ask(&question).contains(r#""code":"bad-value","field":"at[1]""#), "{question}");
        }
        question["at"] = json!([0, 3]);
        question["played"] = json!(["SA", "ST", "SA"]);
        assert!(ask(&question).contains(r#""field":"played"#), "{}", ask(&question));
    }
    let mut question =
        json!({"id": "q", "ask": "advise", "layouts": 3, "record": played_record(), "at": [6, 0, 9]});
    let together = answers_of(&ask(&question));
    let actions = played_record()["actions"].as_array().expect("actions").clone();
    let alone = [6, 0, 9].map(|at| {
        let mut record = played_record();
        record["actions"] = json!(actions[..at]);
        answers_of(&ask(&json!({"id": "q", "ask": "advise", "layouts": 3, "record": record})))
    });
    assert_eq!(together, alone.concat());
    question["at"] = json!([]);
    assert!(ask(&question).contains(r#""code":"bad-value","field":"at""#), "{}", ask(&question));
    for wrong in [json!([0, 1000]), json!([0, "x"])] {
        question["at"] = wrong;
        assert!(ask(&question).contains(r#""code":"bad-value","field":"at[1]""#), "{}", ask(&question));
    }
    question["record"] = json!({"deal": DEAL});
    assert!(ask(&question).contains(r#""code":"not-here","field":"at""#), "{}", ask(&question));
    let auction = json!({"ask": "auction", "at": [0]});
    assert!(ask(&auction).contains(r#""code":"unknown-field","field":"at""#));
}

/// Checks that `evaluate` gives the same results for a record that ends before the discard as for the cards and the
/// calls that the player to act knows.
#[test]
fn record_is_evaluated_like_known_cards() {
    let mut responder = Responder::default();
    let mut analyst = Analyst::new();
    let mut ask = |question: Value| -> Value {
        serde_json::from_str(&responder.answer(&mut analyst, &question.to_string())).expect("an object")
    };
    let rows = [
        (vec!["6S"], json!({"deal": "F:? T98.AKQ.AKQ.J ?", "bid": ["F"]})),
        (vec!["6S", "pass"], json!({"deal": "F:? ? J7.J.JT9.QT98", "passed": ["M"], "bid": ["F"]})),
        (vec!["6S", "pass", "6C"], json!({"deal": "F:AKQ.T9.87.AK7 ? ?", "passed": ["M"], "bid": ["R"]})),
        (vec!["6S", "pass", "pass"], json!({"deal": "F:AKQ.T987.87.AK7 ? ?", "passed": ["M", "R"]})),
    ];
    for (actions, known) in rows {
        let options = json!({"ask": "evaluate", "contract": ["6S", "6D"], "layouts": 20, "seed": 4, "rules": "russian"});
        let with = |fields: &Value| {
            let mut question = options.clone();
            question
                .as_object_mut()
                .expect("an object")
                .extend(fields.as_object().expect("an object").clone());
            question
        };
        let record = json!({"deal": DEAL, "rules": "russian", "actions": actions});
        assert_eq!(
            ask(with(&json!({"record": record, "use_calls": true})))["results"],
            ask(with(&known))["results"],
            "{actions:?}"
        );
        let deal = json!({"deal": known["deal"]});
        assert_eq!(ask(with(&json!({"record": record}))), ask(with(&deal)), "{actions:?}");
    }
}
