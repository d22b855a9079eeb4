//! Answers as text and as JSON.

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::{DEAL, answer, pref};

const ENDING: &str = "F:A7... Q.9.. 98...";

/// Questions of `pref ask` for which there is no command.
const QUESTIONS_WITHOUT_COMMAND: [&str; 3] = ["version", "ready", "cancel"];

#[test]
fn program_without_arguments_solves_example() {
    let example = answer("", &[]);
    assert_eq!(example, answer("--example", &[]));
    assert_snapshot!(example);
}

#[test]
fn answers_are_printed_as_tables() {
    assert_snapshot!("solve", answer("solve", &[DEAL]));
    assert_snapshot!("solve_two", answer("solve --rules hungarian-long --declarer M", &[DEAL, DEAL]));
    assert_snapshot!("solve_made", answer("solve --rules illustrated-run6 --goal made", &[DEAL]));
    assert_snapshot!("talon", answer("talon --declarer F --top 3", &[DEAL]));
    assert_snapshot!(
        "talon_gain",
        answer("talon --declarer M --by gain --rules hungarian --model tricks", &[DEAL])
    );
    assert_snapshot!(
        "talon_unknown",
        answer("talon --unknown-defence 20 -c S,H", &["R:AQJ.A9.AK9.T7 ? ? ..7.K"])
    );
    let usurped = "F:J7.K8.AK9.QT8 QT98..QJT.KJ9 AK.AQT97.7.A7 .J.8.";
    assert_snapshot!("usurp", answer("usurp -d F --model tricks --top 5", &[usurped]));
    assert_snapshot!("par", answer("par", &[DEAL]));
    assert_snapshot!("par_tricks", answer("par --rules hungarian --model tricks", &[DEAL]));
    assert_snapshot!("allpass", answer("solve --rules rostov -c S,allpass", &[DEAL]));
    assert_snapshot!("defend", answer("defend --settle -d F -c S --rules hungarian", &[DEAL]));
    assert_snapshot!("defend_run6", answer("defend --settle -d F -c run6 --rules illustrated-run6", &[DEAL]));
    assert_snapshot!("cards", answer("cards -d F -c S --played SA,S8", &[DEAL]));
    assert_snapshot!("line", answer("line -d M -c H", &[DEAL]));
    assert_snapshot!(
        "line_ending",
        answer("line -d F -c N --leader M --taken F=3,M=4,R=1", &["F:A7... Q.9.. 98..."])
    );
}

#[test]
fn answers_are_printed_as_json() {
    assert_snapshot!("solve_json", answer("solve --format json --rules hungarian-long", &[DEAL]));
    assert_snapshot!("solve_made_json", answer("solve --format json --goal made -c S,misere -d R", &[DEAL]));
    assert_snapshot!("cards_json", answer("cards --format json -d F -c S --played SA,S8", &[DEAL]));
    assert_snapshot!(
        "allpass_json",
        answer("solve --format json --rules russian -c S,allpass -d M", &[DEAL])
    );
    assert_snapshot!("defend_json", answer("defend --format json --settle -d F -c S", &[DEAL]));
    assert_snapshot!("line_json", answer("line --format json -d M -c H", &[DEAL]));
    let talon: Value =
        serde_json::from_str(&answer("talon --format json -d F -c S,H", &[DEAL])).expect("json");
    assert_eq!(talon["discards"].as_array().map(Vec::len), Some(66));
    assert_snapshot!("talon_best_json", talon["best"]);
}

/// Checks that tricks won in a row before the ending count for the gains, too.
#[test]
fn started_run_counts_for_payment() {
    let gain = |run: &str| {
        let command = "defend -d F -c run6 --settle --rules illustrated-run6 --leader F --format json";
        let text = answer(&format!("{command} --taken F=4,M=4 --run {run}"), &["F:A...A K...K Q...Q"]);
        let answer: Value = serde_json::from_str(&text).expect("an object");
        answer["outcome"]["gains"]["F"].as_i64().expect("a gain")
    };
    assert_eq!((gain("3"), gain("4")), (-40, 40));
}

/// Validates the objects that each command prints, in every form that they can take, against the documented
/// schemas.
#[test]
fn objects_match_schemas() {
    let schemas = [
        (
            "solve",
            include_str!("../../../docs/schema/solve.json"),
            ["", "--goal made -c S,10N,allpass", "--rules hungarian-long"],
        ),
        (
            "defend",
            include_str!("../../../docs/schema/defend.json"),
            [
                "-d F -c S --settle --four --rules bule",
                "-d F -c 7S --rule-of-thumb last,partner",
                "-d M -c misere --settle --rules illustrated",
            ],
        ),
        (
            "talon",
            include_str!("../../../docs/schema/talon.json"),
            ["-c S", "-c H,misere --goal made", "--by gain --rules illustrated --model tricks"],
        ),
        (
            "talon --unknown-defence 3",
            include_str!("../../../docs/schema/talon.json"),
            ["-c S -d F", "-c H,uno -d M", "--by gain -d R --model tricks"],
        ),
        (
            "usurp --model tricks",
            include_str!("../../../docs/schema/usurp.json"),
            ["-d F", "-d M --bid 3 --bidders F", "--calls 1,2,pass,hold,pass --rules illustrated-run6"],
        ),
        (
            "par --model tricks",
            include_str!("../../../docs/schema/par.json"),
            ["", "--rules leningrad --passed 1", "--rules illustrated --four"],
        ),
        ("thumb", include_str!("../../../docs/schema/thumb.json"), ["", "--model allied", "--rules styrian"]),
        (
            "cards",
            include_str!("../../../docs/schema/cards.json"),
            ["-d F -c run6", "-c allpass --rules russian", "-d R -c 7S --by gain --whist M --rules sochi"],
        ),
        (
            "line",
            include_str!("../../../docs/schema/line.json"),
            [
                "-d F -c uno",
                "-c allpass --by gain --rules rostov",
                "-d R -c run6 --by gain --four --rules illustrated-run6",
            ],
        ),
    ];
    for (command, schema, arguments) in schemas {
        let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
        let schema = jsonschema::validator_for(&schema).expect("a schema");
        assert!(!schema.is_valid(&serde_json::json!({})), "the schema of {command} accepts an empty object");
        for arguments in arguments {
            for line in answer(&format!("{command} --format json {arguments}"), &[DEAL]).lines() {
                let object = serde_json::from_str(line).expect("an object on each line");
                let wrong: Vec<String> = schema.iter_errors(&object).map(|error| error.to_string()).collect();
                assert_eq!(wrong, Vec::<String>::new(), "{command} {arguments}");
            }
        }
    }
}

/// Validates answers about unknown cards, which are sampled, against their schemas.
#[test]
fn sampled_answers_match_schemas() {
    let rows = [
        (
            "evaluate",
            include_str!("../../../docs/schema/evaluate.json"),
            "evaluate --layouts 20",
            "F:AKQ.T9.87.AK7 ? ?",
        ),
        (
            "evaluate made",
            include_str!("../../../docs/schema/evaluate.json"),
            "evaluate --layouts 20 --goal made -c S,uno --where M:A>=1 --passed M",
            "R:? AKQ.T9.87.AK7 ? .87..",
        ),
        (
            "evaluate twelve",
            include_str!("../../../docs/schema/evaluate.json"),
            "evaluate --layouts 9 -c N",
            "F:AKQ.T987.87.AK7 ? ?",
        ),
        (
            "advise",
            include_str!("../../../docs/schema/advise.json"),
            "advise --layouts 20 -d F -c S --played SA,S8",
            "F:? ? J7.J.JT9.QT98",
        ),
        (
            "advise by record",
            include_str!("../../../docs/schema/advise.json"),
            "advise --layouts 20 --record ../docs/played.json",
            "",
        ),
    ];
    let drawn = [
        ("deal", include_str!("../../../docs/schema/deal.json"), "deal --count 3 --where F:A>=2 --makes F:N"),
        (
            "puzzle",
            include_str!("../../../docs/schema/puzzle.json"),
            "puzzle --among 500 --count 2 -c S,H,D,C",
        ),
        (
            "defence",
            include_str!("../../../docs/schema/puzzle.json"),
            "puzzle --among 500 --kind defence --rules american -d R",
        ),
        (
            "discard",
            include_str!("../../../docs/schema/puzzle.json"),
            "puzzle --among 200 --kind discard -c D,H",
        ),
        (
            "hidden discard",
            include_str!("../../../docs/schema/puzzle.json"),
            "puzzle --among 300 --count 9 --kind catch --rules russian -d M",
        ),
    ];
    for (name, schema, arguments, deal) in
        rows.into_iter().chain(drawn.map(|(name, schema, arguments)| (name, schema, arguments, "")))
    {
        let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
        let schema = jsonschema::validator_for(&schema).expect("a schema");
        let deals: Vec<&str> = [deal].into_iter().filter(|deal| !deal.is_empty()).collect();
        let one = answer(&format!("{arguments} --format json --threads 1"), &deals);
        assert_eq!(one, answer(&format!("{arguments} --format json --threads 2"), &deals), "{name}");
        for line in one.lines() {
            let object = serde_json::from_str(line).expect("an object on each line");
            let wrong: Vec<String> = schema.iter_errors(&object).map(|error| error.to_string()).collect();
            assert_eq!(wrong, Vec::<String>::new(), "{name}");
        }
    }
    assert_snapshot!("deal", answer("deal --count 2 --seed 5 --makes F+:H=8", &[]));
    assert_snapshot!("puzzle", answer("puzzle --among 500", &[]));
    assert_snapshot!("evaluate", answer("evaluate --layouts 50", &["F:AKQ.T9.87.AK7 ? ?"]));
    assert_snapshot!(
        "advise",
        answer("advise --layouts 50 -d F -c S --played SA,S8", &["F:? ? J7.J.JT9.QT98"])
    );
}

#[rstest]
#[case("66", true)]
// The best action is no misère, and only this action is shown.
#[case("1", false)]
fn advice_says_that_bid_of_misere_gains_less(#[case] top: &str, #[case] is_said: bool) {
    let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
    let record = format!(r#"{{"rules":"russian","deal":"{deal}","actions":[]}}"#);
    let arguments = ["--layouts", "4", "--top", top, "--record", &record];
    let shown = pref("advise", &arguments).output().expect("an answer").stdout;
    let shown = String::from_utf8(shown).expect("text").replace('\n', " ");
    assert_eq!(shown.contains(" misere "), is_said, "{shown}");
    assert_eq!(shown.contains("its discard is chosen before the hands are opened"), is_said, "{shown}");
}

#[test]
fn talon_prints_one_object_for_each_declarer() {
    let answers = answer("talon --format json -c S --goal made", &[DEAL]);
    let seats: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object on each line")["declarer"].clone())
        .collect();
    assert_eq!(seats, ["F", "M", "R"]);
    assert!(!answers.contains("tricks"));
}

#[rstest]
#[case("solve -d F -c D,misere")]
#[case("talon -d F -c misere")]
fn contracts_without_price_are_named(#[case] command: &str) {
    let shown = answer(command, &[DEAL]).replace('\n', " ");
    assert!(shown.contains("; misere cannot be announced under these rules"), "{shown}");
    let shown = answer(&format!("{command} --rules illustrated"), &[DEAL]);
    assert!(!shown.contains("announced"), "{shown}");
}

#[test]
fn cards_are_read_and_shown_in_other_styles() {
    assert_snapshot!("german", answer("cards -d F -c S --suits german", &[DEAL]));
    assert_snapshot!("russian", answer("line -d F -c S --suits russian --format json", &[DEAL]));
    assert_snapshot!("letters", answer("solve -d F --suits letters", &[DEAL]));
    let review = answer("review --suits german --format json", &["../docs/played.json"]);
    assert!(review.contains(r#""discard":{"seat":"F","done":"♥9 ♣7","best":["♥9 ♣K""#), "{review}");
    let partial = "evaluate --layouts 2 -c D --suits german --format json";
    assert!(answer(partial, &["F:AQJ.A9.AK9.T7 ? ?"]).contains(r#"{"deal":"F:♠AOU♥A9♦AK9♣107 ? ? ?","#));
    let in_style = "F:♠ТКД♥109♦87♣ТК7 T98.AKO.AKO.U в7.в.в109.д1098";
    assert_eq!(answer("solve", &[in_style]), answer("solve", &[DEAL]));
}

#[rstest]
#[case("F", 0)]
#[case("M", 1)]
#[case("R", 1)]
#[case("declarer", 0)]
#[case("left", 1)]
#[case("right", 1)]
fn famous_misere_takes_one_trick_or_none(#[case] leader: &str, #[case] tricks: u8) {
    let deal = "F:T987.98.987.8 AK.AKQT.A.QJT QJ.J7.KQJT.97 ...AK";
    let arguments = format!("solve --rules russian -d F -c misere --format json --leader {leader}");
    let solved: Value = serde_json::from_str(&answer(&arguments, &[deal])).expect("json");
    assert_eq!(solved["results"][0]["tricks"], tricks, "{leader} leads");
    assert_eq!(solved["results"][0]["made"], tricks == 0);
}

#[test]
fn seat_that_dropped_out_does_not_play() {
    let solve = |arguments: &str, deal: &str| -> Value {
        serde_json::from_str(&answer(&format!("solve --format json -c S {arguments}"), &[deal]))
            .expect("json")
    };
    let out = solve("--out M", DEAL);
    let declarers: Vec<&Value> =
        out["results"].as_array().expect("results").iter().map(|result| &result["declarer"]).collect();
    assert_eq!(declarers, ["F", "R"]);
    let dash = solve("", "F:AKQ.T9.87.AK7 - J7.J.JT9.QT98");
    assert_eq!(out["results"], dash["results"]);
    let led = solve("--out M --leader M -d F", DEAL);
    assert_eq!(led["results"][0]["leader"], "R");
}

#[test]
fn earlier_tricks_count_for_result() {
    let solve = |arguments: &str| -> Value {
        let arguments = format!("solve --format json -d F --leader F {arguments}");
        serde_json::from_str::<Value>(&answer(&arguments, &[ENDING])).expect("json")["results"][0].clone()
    };
    assert_eq!(solve("-c N")["tricks"], 1);
    let taken = solve("-c N --taken F=5,M=2,R=1");
    assert_eq!((&taken["tricks"], &taken["made"]), (&6.into(), &true.into()));
    assert_eq!(solve("-c N --taken F=4,M=3,R=1")["made"], false);
    assert_eq!(solve("-c run6 --run 5")["made"], true);
    assert_eq!(solve("-c run6 --run 4")["made"], false);
    assert_eq!(solve("-c uno --taken F=0,M=4,R=4")["made"], true);
    assert_eq!(solve("-c uno --taken F=1,M=4,R=3")["made"], true);
    assert_eq!(solve("-c uno --taken F=2,M=3,R=3")["made"], false);
    assert_eq!((&solve("-c misere")["tricks"], &solve("-c misere")["made"]), (&0.into(), &true.into()));
    let failed = solve("-c misere --taken F=2");
    assert_eq!((&failed["tricks"], &failed["made"]), (&2.into(), &false.into()));
}

#[test]
fn trick_in_progress_equals_played_card() {
    let played = answer("cards --format json -d F -c N --leader M --played SQ", &[ENDING]);
    let trick = answer("cards --format json -d F -c N --leader M --trick SQ", &["F:A7... .9.. 98..."]);
    let cards = |answer: &str| serde_json::from_str::<Value>(answer).expect("json")["cards"].clone();
    assert_eq!(cards(&played), cards(&trick));
    assert_eq!(cards(&played).as_array().map(Vec::len), Some(2));
}

#[test]
fn levels_and_rules_set_target() {
    let made = |arguments: &str| -> Value {
        let arguments = format!("solve --format json -d M {arguments}");
        serde_json::from_str::<Value>(&answer(&arguments, &[DEAL])).expect("json")["results"].clone()
    };
    let levels = made("-c H,6H,7H,10N --rules austrian");
    let by_level: Vec<&Value> =
        levels.as_array().expect("results").iter().map(|result| &result["made"]).collect();
    assert_eq!(by_level, [true, true, false, false]);
    assert_eq!(made("-c H --rules danube-swabian")[0]["made"], true);
    assert_eq!(made("-c H --rules danube-swabian --hand")[0]["made"], false);
}

#[test]
fn house_rules_are_read_from_file() {
    let path = std::env::temp_dir().join(format!("pref-house-rules-{}.toml", std::process::id()));
    std::fs::write(&path, "name = 'ours'\ntitle = 'Ours'\nextends = 'russian'\n[targets]\nH = 7\n")
        .expect("a file");
    let file = path.to_str().expect("a path");
    let solved = answer(&format!("solve --format json -d M -c H --rules-file {file}"), &[DEAL]);
    std::fs::remove_file(&path).expect("the file is there");
    let solved: Value = serde_json::from_str(&solved).expect("json");
    assert_eq!((&solved["rules"], &solved["results"][0]["made"]), (&"ours".into(), &false.into()));
}

#[test]
fn colour_is_printed_only_on_request() {
    assert!(!answer("solve", &[DEAL]).contains('\u{1b}'));
    assert!(answer("solve --color always", &[DEAL]).contains('\u{1b}'));
    assert!(!answer("solve --color never", &[DEAL]).contains('\u{1b}'));
    assert!(!answer("solve --color always --format json", &[DEAL]).contains('\u{1b}'));
}

#[test]
fn help_pages_have_known_form() {
    assert_snapshot!("help_", answer("--help", &[]));
    assert_snapshot!("help_solve", answer("solve --help", &[]));
}

#[test]
fn help_of_every_question_has_example() {
    let version: Value = serde_json::from_str(&answer("ask", &[r#"{"ask":"version"}"#])).expect("JSON");
    let asks = version["asks"].as_array().expect("the names of the questions");
    let commands =
        asks.iter().filter_map(Value::as_str).filter(|ask| !QUESTIONS_WITHOUT_COMMAND.contains(ask));
    for command in commands.chain(["thumb", "match", "serve", "batch", "stats"]) {
        assert!(answer(&format!("{command} --help"), &[]).contains("Example"), "{command}");
    }
}

#[rstest]
#[case("bash")]
#[case("zsh")]
#[case("fish")]
#[case("elvish")]
#[case("powershell")]
fn completions_are_printed_for_every_shell(#[case] shell: &str) {
    assert!(answer(&format!("completions {shell}"), &[]).contains("talon"), "{shell}");
}

#[test]
fn manual_has_name_section() {
    assert!(answer("man", &[]).contains(".SH NAME"));
}

#[test]
fn bench_prints_documented_node_signature() {
    let schema = include_str!("../../../docs/schema/bench.json");
    let report = objects_matching(schema, "bench --deals 1 --threads 1").pop().expect("one object");
    assert_eq!(report["answers"].as_array().map(Vec::len), Some(49));
    // The notes on speed quote the node signature of the search. If the search is changed deliberately, they
    // need new measurements.
    let notes = include_str!("../../../docs/speed.md");
    let signature = notes.lines().find_map(|line| line.strip_prefix("Node signature: "));
    assert_eq!(signature.map(str::to_owned), report["signature"].as_u64().map(|nodes| nodes.to_string()));
    assert!(report["scaling"][0]["solves_per_second"].as_f64() > Some(0.0));
    pref("bench --deals 0", &[]).assert().code(2);
}

/// Runs a command, validates each object that it prints against `schema`, and returns the objects.
fn objects_matching(schema: &str, command: &str) -> Vec<Value> {
    let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    assert!(!schema.is_valid(&serde_json::json!({})), "the schema of {command} accepts an empty object");
    let lines = answer(&format!("{command} --format json"), &[]);
    let objects: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("an object on each line")).collect();
    for object in &objects {
        let wrong: Vec<String> = schema.iter_errors(object).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{command}: {wrong:?}");
    }
    objects
}

#[test]
fn rules_and_table_path_match_schemas() {
    let rules = include_str!("../../../docs/schema/rules.json");
    assert_eq!(objects_matching(rules, "rules list").len(), 18);
    assert_eq!(objects_matching(rules, "rules show american").len(), 1);
    assert_eq!(
        objects_matching(include_str!("../../../docs/schema/tables-path.json"), "tables path").len(),
        1
    );
}

/// Ranks discards by the contracts that they make, under rules in which contracts have different values. The chosen
/// contract must be the most valuable one that can be made.
#[rstest]
#[case("-r russian -d M -c 6C,7C,8C,9C", "9C")]
#[case("-r russian -d M -c 8C,9C,7C", "9C")]
#[case("-r leningrad -d M -c 6H,misere", "misere")]
fn most_valuable_contract_is_chosen(#[case] options: &str, #[case] contract: &str) {
    let deal = "F:JT98.Q.A98.KQ K.AJT87..AJT7 Q7.K9.KQJT.98 A..7.";
    let object = answer(&format!("talon --by made --format json {options}"), &[deal]);
    let object: serde_json::Value = serde_json::from_str(&object).expect("an object");
    assert_eq!(object["choice"]["contract"], contract, "{options}");
}

/// Checks the number of layouts. If other hands are given besides the player's own, they count as known. If the whole
/// deal is given, only the player's own hand and, for the declarer, the discard count as known.
#[test]
fn advice_uses_all_given_cards() {
    let layouts = |arguments: &str, deal: &str| {
        let text = answer(&format!("advise --layouts 60 --format json {arguments}"), &[deal]);
        serde_json::from_str::<Value>(&text).expect("JSON")["of"].as_u64().expect("a count")
    };
    let misere = "--rules russian -d F -c misere --played HA";
    assert_eq!(layouts(misere, "F:? KJ9.J97.AJ.T8 AQ8.KQ8.QT9.9 ?"), 55);
    assert_eq!(layouts(misere, "F:? KJ9.J97.AJ.T8 ? ?"), 210 * 92_378);
    assert_eq!(layouts("-d F -c D --played SA", DEAL), 210 * 92_378);
    assert_eq!(layouts("-d F -c D", DEAL), 184_756);
    // In a game from the hand the talon stays face down, so that 22 cards are unseen.
    assert_eq!(layouts("-d F -c D --hand", DEAL), 231 * 184_756);
    let talon_layouts = |deal: &str| {
        let text = answer("talon -d F -c D --unknown-defence 5 --format json", &[deal]);
        serde_json::from_str::<Value>(&text).expect("JSON")["of"].as_u64().expect("a count")
    };
    assert_eq!(talon_layouts(DEAL), 184_756);
    assert_eq!(talon_layouts("F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 ? ..7.K"), 1);
}
