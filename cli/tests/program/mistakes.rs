//! Mistakes in arguments and deals, with their messages and exit codes.

use rstest::rstest;
use serde_json::{Value, json};

use crate::{DEAL, answer, pref, text};

/// Runs the program, which must fail and print nothing on standard output. Returns the exit code and the
/// message.
fn refusal(arguments: &str, deals: &[&str]) -> String {
    let assert = pref(arguments, deals).assert().failure().stdout("");
    let output = assert.get_output();
    let message = String::from_utf8(output.stderr.clone()).expect("text");
    format!("[{}] {}", output.status.code().expect("no signal"), message.trim_end())
}

fn faulty_deals() -> Vec<String> {
    let hands = "T98.AKQ.AKQ.J J7.J.JT9.QT98";
    vec![
        String::new(),
        "AKQ.T9.87.AK7 T98.AKQ.AKQ.J".to_owned(),
        format!("N:AKQ.T9.87.AK7 {hands}"),
        "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J".to_owned(),
        format!("F:AKQ.T987.AK7 {hands}"),
        format!("F:AKQ.T9.8X.AK7 {hands}"),
        format!("F:AKQ.TT.87.AK7 {hands}"),
        format!("F:AKQ.Т9.87.AK7 {hands}"),
        format!("F:AKQ.T9.87.AKJ {hands}"),
        format!("F:AKQ.T98.87.AK7 {hands}"),
        format!("F:AKQ.T9.87.AK {hands}"),
        format!("F:AKQ.T9.87.AK7 {hands} .8.."),
        format!("F:AKQ.T9.87.AK7 {hands} .87.7."),
        format!("F:AKQ.T9.87.AK7 {hands} .A7.."),
        format!("F:? {hands}"),
        "F:A... KQ... 9...".to_owned(),
        "F:A... - -".to_owned(),
    ]
}

/// Leaves out the leader of a trick in progress. The message must ask for the leader, and must not be about the numbers
/// of cards.
#[rstest]
#[case("cards -d F -c S")]
#[case("line -d F -c H")]
#[case("line -c allpass")]
fn missing_leader_of_trick_is_reported(#[case] command: &str) {
    let deal = "F:A7... Q... 98...";
    let refused = pref(&format!("{command} --trick SK"), &[deal]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("--leader: missing: the seat that led to the trick"), "{command}: {message}");
    answer(&format!("{command} --trick SK --leader M"), &[deal]);
}

/// Gives a file in UTF-16 to every command that reads a text, by the name of the file or as standard input, in both
/// byte orders, with and without a byte order mark. Each command must refuse the file.
#[test]
fn files_in_utf16_are_refused_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wide.txt");
    let orders: [fn(u16) -> [u8; 2]; 2] = [u16::to_le_bytes, u16::to_be_bytes];
    for (bytes, mark) in orders.into_iter().flat_map(|bytes| ["\u{feff}", ""].map(|mark| (bytes, mark))) {
        let wide: Vec<u8> = format!("{mark}{DEAL}\r\n").encode_utf16().flat_map(bytes).collect();
        std::fs::write(&file, &wide).expect("written");
        let name = file.display().to_string();
        for (command, input) in [
            ("solve", &*name),
            ("solve", "-"),
            ("cards -c S -d F", &name),
            ("thumb", &name),
            ("review", &name),
            ("review", ""),
            ("state", &name),
            ("score --sheet", &name),
            ("score --sheet", "-"),
            ("score --totals", &name),
            ("rules check", &name),
            ("solve F:AKQ.T9.87.AK7 --rules-file", &name),
            ("stats --from jsonl", &name),
            ("ask", ""),
        ] {
            let inputs: Vec<&str> = [input].into_iter().filter(|input| !input.is_empty()).collect();
            let refused = pref(command, &inputs).write_stdin(wide.clone()).assert().code(1).stdout("");
            let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
            assert!(
                message.contains("this is UTF-16, as PowerShell and Excel write it"),
                "{command}: {message}"
            );
            assert_eq!(message.lines().count(), 1, "{command}: {message}");
        }
    }
}

#[test]
fn mistakes_in_deals_are_reported() {
    let deals = faulty_deals();
    let refusals: Vec<String> =
        deals.iter().map(|deal| format!("{deal}\n  {}", refusal("solve", &[deal]))).collect();
    insta::assert_snapshot!(refusals.join("\n"));
}

/// Asks about faulty deals in JSON. Each fault must have a kind, and every kind of the schema must occur.
#[test]
fn mistakes_in_deals_have_kinds_in_json() {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema/error.json")).expect("JSON");
    let faults = &schema["$defs"]["DealError"]["oneOf"];
    let kind = |fault: &Value| {
        let path = fault["$ref"].as_str().and_then(|path| path.strip_prefix('#')).expect("a reference");
        schema.pointer(path).expect("a definition")["properties"]["kind"]["const"].clone()
    };
    let mut missing: Vec<Value> = faults.as_array().expect("a list").iter().map(kind).collect();
    assert_eq!(missing.len(), 15);
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let solved = faulty_deals().into_iter().map(|deal| json!({"ask": "solve", "deal": deal}));
    let more = [
        json!({"ask": "talon", "declarer": "F", "deal": "F:A... K... Q..."}),
        json!({"ask": "talon", "declarer": "F", "deal": "F:A... - K..."}),
        json!({"ask": "cards", "declarer": "F", "contract": "S", "deal": "F:A.K.. .QJ.. 7.8..", "trick": ["SA"]}),
    ];
    let input: String = solved.chain(more).map(|question| format!("{question}\n")).collect();
    let output = pref("ask --no-tables", &[]).write_stdin(input).assert().success();
    for answer in text(output.get_output()).lines() {
        let answer: Value = serde_json::from_str(answer).expect("an object on each line");
        let errors: Vec<String> = schema.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{answer}: {errors:?}");
        missing.retain(|kind| *kind != answer["error"]["deal"]["kind"]);
    }
    assert!(missing.is_empty(), "no case has the kinds {missing:?}");
}

#[test]
fn mistakes_in_arguments_are_reported() {
    let arguments = [
        "solve --rules austrain",
        "solve --rules american,trump",
        "solve --rules american,+heads",
        "solve --contract 5S",
        "solve --contract H,bridge",
        "solve --declarer X",
        "solve --declarer F --out F",
        "solve --leader Q",
        "solve --out Q",
        "solve --taken F=11",
        "solve --taken F=1",
        "solve --trick SX",
        "solve --trick S8,S7",
        "solve --played S8 --trick S9",
        "solve --rules-file no-such-file.toml",
        "solve -c run6 --run 3 --taken F=1",
        "solve -c allpass --out M",
        "solve -c allpass --leader left",
        "solve -c allpass --rules russian --talon-order SA,SK",
        "talon -c allpass",
        "defend -d F -c misere",
        "defend -d F -c misere --settle",
        "defend -d F -c S --settle --rules austrian-unlimited",
        "talon --top many",
        "talon --threads 99999",
        "talon --unknown-defence 1",
        "talon --seed 3",
        "thumb --seed 3",
        "talon --top -1",
        "solve --threads -1",
        "par --pot -3",
        "par --pot 4294967296",
        "evaluate --layouts 1",
        "usurp --bid 10",
        "talon --discards -1 --by gain",
        "solve -1",
        "talon --discards 3",
        "cards -c S",
        "cards -d F",
        "cards -d F -c S --played S8",
        "cards -d F -c S --played SA,SA",
        "cards -d F -c S --played SA,HA",
        "cards -d F -c S --by gain --whist M",
        "cards -d F -c S --by gain --aces 4",
        "cards -d F -c S --by gain --out M --kontra M --rules hungarian",
        "cards -d F -c S --pot 3",
        "cards -d F -c S --progression 2",
        "cards -d F -c S --talon-order H8,S7",
        "cards -d F -c allpass",
        "cards -c allpass --kontra M --by gain --rules russian",
        "cards -c allpass --by gain",
        "cards -c allpass --progression 256 --by gain",
        "cards -c allpass --run 3 --rules russian",
        "cards -c allpass --by gain --pot 3 --rules russian",
        "cards -c allpass --by gain --progression 2 --rules russian",
        "cards -d F -c 6S --by gain --out M --rules russian",
        "defend -d F -c 6S --settle --out M --rules russian",
        "line -d F -c misere --by gain --pot 3 --rules illustrated",
        "line -d F -c S --by gain --aces none --rules hungarian",
        "talon --by gain --limit 30",
        "par --passed 2",
        "evaluate --pot 3 --rules russian",
        "evaluate --pot 3 --goal made",
        "thumb --pot 3 --rules russian",
        "line -d M -c S --out M",
        "line -d F -c S --trick SA",
        "line -d F -c S --trick H7",
        "line -d F -c S,H",
        "solve --taken F=1,F=2",
        "solve --run 3",
        "solve -c run6 --run 3",
        "cards -d F -c S --run 3",
        "talon --hand",
        "solve --format xml",
        "slove",
    ];
    let refusals: Vec<String> = arguments
        .iter()
        .map(|arguments| format!("{arguments}\n  {}", refusal(arguments, &[DEAL]).replace('\n', "\n  ")))
        .collect();
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn talon_refuses_incomplete_deal() {
    insta::assert_snapshot!(refusal("talon", &["F:A... K... Q..."]));
}

#[test]
fn split_deal_is_joined_and_extra_word_is_refused() {
    let words: Vec<&str> = DEAL.split(' ').collect();
    assert_eq!(crate::answer("solve", &words), crate::answer("solve", &[DEAL]));
    let assert = pref("solve -d F -c S", &[DEAL, "garbage"]).assert().code(2);
    let output = assert.get_output();
    assert!(String::from_utf8_lossy(&output.stdout).contains(DEAL));
    assert!(
        String::from_utf8_lossy(&output.stderr).starts_with("pref: 'garbage' is neither a file nor a deal")
    );
}

#[test]
fn mistakes_without_deals_are_reported() {
    let arguments = [
        "auction 1 3",
        "auction --passed 201",
        "auction --passed 1",
        "auction --passed 1 --rules leningrad",
        "deal --count -1",
        "deal --count 18446744073709551616",
        "thumb --seed 3",
        "thumb",
        "bench --deals -3",
        "score",
        "score -c S -d F --sub",
        "score -c S -d F --tricks F=6,F=2",
        "score -c S -d F --tricks F=6,M=2,R=2 --talon S8",
        "score -c S -d F --tricks F=6,M=2,R=2 --dealer X",
        "rules show austrain",
        "rules show no-such-file.toml",
        "rules check no-such-file.toml",
    ];
    let refusals: Vec<String> =
        arguments.iter().map(|arguments| format!("{arguments}\n  {}", refusal(arguments, &[]))).collect();
    insta::assert_snapshot!(refusals.join("\n"));
}

/// Checks that `rules check` lists every mistake of a file in the order of its lines.
#[test]
fn all_mistakes_of_a_rules_file_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("house.toml");
    let mistakes = |text: &str| {
        std::fs::write(&file, text).expect("written");
        let checked = pref("rules check", &[&file.display().to_string()]).assert().code(2).stdout("");
        let message = String::from_utf8_lossy(&checked.get_output().stderr).into_owned();
        message.lines().map(|line| line.split_once("house.toml: ").expect("the file").1.to_owned()).collect()
    };
    let places = |found: Vec<String>| -> Vec<String> {
        found.iter().map(|line| line.split(',').next().unwrap_or_default().to_owned()).collect()
    };
    let text = "name = 'x'\nextends = 'russian'\ntitel = [\n 1,\n]\n[play]\ntrump = 3\nhed = true\n[nothing]\na = 1\n\
                b = 2\n[targets]\nS = 250\nH = 'many'\n";
    assert_eq!(places(mistakes(text)), ["line 3", "line 7", "line 8", "line 9", "line 13", "line 14"]);
    // Where the text is no TOML, nothing after that place can be read.
    assert_eq!(places(mistakes("name = 'x'\n[play\ntrump = 3\n")), ["line 2"]);
}

#[test]
fn mistakes_in_rules_files_are_reported() {
    let rows = [
        "name = 'x'\nled = 'left'",
        "name = 'x'\nextends = 'russian'\n[targets]\nS = 250",
        "name =",
        "name = 'x'\nextends = 'austrian'\n[auction]\nusurp_from = 255",
        "name = 'x'\nextends = 'austrian'\n[values]\nS = 5\nspades = 6",
        // Values: of the wrong type, misspelt, out of range.
        "name = 'x'\nlead = 'middle'",
        "name = 'x'\nlead = 'forhand'",
        "name = 'x'\nlead = 3",
        "name = 3",
        "name = 'x'\ncontracts = 'S'",
        "name = 'x'\nplay = true",
        "name = 'x'\n[play]\nhead = 'yes'",
        "name = 'x'\n[targets]\nS = 6.5",
        "name = 'x'\n[settlement.pot]\nlimit = -1",
        "name = 'x'\n[settlement.books]\nduties = [1, 2]",
        "name = 'x'\n[auction]\nhold = 'anybdy'",
        "name = 'x'\n[decisions]\nkontra_in = ['S']",
        "name = 'x'\nextends = 'russain'",
        // Syntax: other formats, values without quotes or an end, headings, keys that appear twice.
        "{\n  \"name\": \"x\",\n  \"extends\": \"russian\"\n}",
        "[{\"name\": \"x\"}]",
        "name: x",
        "<xml/>",
        "name",
        "name = x",
        "name = 'x",
        "name = 'x' extends = 'russian'",
        "= 3",
        "na me = 3",
        "[play\nhead = true",
        "name = 'x'\ncontracts = ['S', 'H'\nlead = 'left'\n[play]\nhead = true",
        "name = \"\"\"x\ny",
        "name = 'x'\nlead = 'left'\nname = 'y'",
        "name = 'x'\n[play]\nhead = true\n[play]\ntrump = true",
    ];
    let refusals = rows.map(|text| {
        let path = std::env::temp_dir().join(format!("pref-bad-rules-{}.toml", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        let file = path.to_str().expect("a path").to_owned();
        let refusal = refusal(&format!("solve --rules-file {file}"), &[DEAL]).replace(&file, "FILE");
        std::fs::remove_file(&path).expect("the file is there");
        refusal
    });
    insta::assert_snapshot!(refusals.join("\n"));
}

/// Sends misspelt, missing and broken parts of questions to `pref ask`. The deal stands for `DEAL`.
#[test]
fn mistakes_in_questions_are_reported() {
    let questions = [
        r#"{"ask":"solve","deal":"DEAL""#,
        r#"{"ask":"solve","deal":"F:AQ"#,
        r#"{"ask":solve}"#,
        r#"[{"ask":"solve"}]"#,
        r#"{"aks":"solve","deal":"DEAL"}"#,
        r#"{"ask":"slove","deal":"DEAL"}"#,
        r#"{"ask":"solve","dael":"DEAL"}"#,
        r#"{"ask":"cards","deal":"DEAL","declarr":"F","contract":"S"}"#,
        r#"{"ask":"thumb","hand":"AQJ.A9.AK9.T7"}"#,
        r#"{"ask":"cancel","cancle":1}"#,
        r#"{"ask":"state","record":{"deal":"DEAL","acions":["pass"]}}"#,
        r#"{"ask":"state","record":{"dael":"DEAL","actions":["pass"]}}"#,
        r#"{"ask":"review","record":{"deal":"DEAL","declarr":"F","contract":"S"}}"#,
        r#"{"ask":"state","view":{"saet":"F","dealt":"AQJ.A9.AK9.T7","actions":[]}}"#,
        r#"{"ask":"state","view":{"seat":"F","dealtt":"AQJ.A9.AK9.T7","actions":[]}}"#,
        r#"{"ask":"state","view":{"seat":"F","dealt":"AQJ.A9.AK9.T7","action":["pass"]}}"#,
        r#"{"ask":"session","log":"[{"}"#,
        r#"{"ask":"session","log":[{"deal":"DEAL","acions":["pass"]}]}"#,
        r#"{"ask":"score","rules":"russian","totals":{"F":{"pol":3}}}"#,
        r#"{"ask":"solve","deal":"DEAL","rules":"russain"}"#,
        r#"{"ask":"solve","deal":"DEAL","rules":{"name":"x","led":"left"}}"#,
        r#"{"ask":"solve","deal":"DEAL","rules":{"name":"x","extends":"russian","lead":"middle"}}"#,
        r#"{"ask":"solve","deal":"DEAL","rules":{"name":"x","extends":"russian","play":{"head":"yes"}}}"#,
        r#"{"ask":"solve","deal":"DEAL","rules":{"name":"x","extends":"russian","targets":[1]}}"#,
    ];
    let input: String = questions.iter().map(|question| question.replace("DEAL", DEAL) + "\n").collect();
    let output = pref("ask --no-tables", &[]).write_stdin(input).assert().success();
    let output = text(output.get_output());
    let messages = output.lines().map(|answer| {
        let answer: Value = serde_json::from_str(answer).expect("an object on each line");
        let part = |name: &str| answer["error"][name].as_str().unwrap_or("-").to_owned();
        format!("{} {}: {}", part("code"), part("field"), part("message"))
    });
    let cases: Vec<String> = questions
        .iter()
        .zip(messages)
        .map(|(question, message)| format!("{question}\n  {message}"))
        .collect();
    assert_eq!(cases.len(), questions.len());
    insta::assert_snapshot!(cases.join("\n"));
}

/// Gives misspelt and broken inputs to the commands that read JSON, sheets and tables, on standard input.
#[test]
fn mistakes_in_inputs_are_reported() {
    let cases = [
        ("solve", r#"{"deal":"DEAL""#),
        ("solve", r#"{"dael":"DEAL"}"#),
        ("review", r#"{"deal":"DEAL","declarer":"F""#),
        ("review", r#"{"deal":"DEAL","declarr":"F","contract":"S"}"#),
        ("review", r#"{"deal":"DEAL","acions":["pass"]}"#),
        ("state", "{\n \"deal\":\"DEAL\",\n \"actions\":[\"pass\"\n"),
        ("state", "{\n \"deal\":\"DEAL\",\n \"actions\":[}\n"),
        ("state", r#"{"deal":"DEAL","acions":["pass"]}"#),
        ("session", r#"{"deal":"DEAL","acions":["pass"]}"#),
        ("score --totals - --rules russian", r#"{"F":{"pool":1}"#),
        ("score --totals - --rules russian", r#"{"F":{"pol":1},"M":{},"R":{}}"#),
        ("score --sheet - --rules russian", "players Ada Ben Cem\ntotals Adda --pool 3\n"),
        ("score --sheet - --rules russian", "players Ada Ben Cem\n{\"totals\":{\"Ada\":{\"pool\":3}}\n"),
        ("score --sheet - --rules russian", "players Ada Ben Cem\n-c S -d Add --tricks Ada=6,Ben=2,Cem=2\n"),
        ("score --sheet - --rules russian", "players Ada Ben Cem\n-c S -d Ada --trick Ada=6,Ben=2,Cem=2\n"),
        ("stats", r#"{"deal":"DEAL","results":[{"contract":"S"}]"#),
        ("batch - -o - --ask solve", r#"{"deal":"DEAL""#),
        ("batch - -o - --ask solve", r#"{"dael":"DEAL"}"#),
        ("batch - -o -", r#"{"aks":"solve","deal":"DEAL"}"#),
        ("batch - -o - --ask cards --from csv", "deal,declarr,contract\n\"DEAL\",F,S\n"),
        ("solve --rules house.toml", "DEAL"),
    ];
    let run = |(command, input): (&str, &str)| {
        let output =
            pref(command, &[]).write_stdin(input.replace("DEAL", DEAL)).output().expect("the program runs");
        let message = String::from_utf8(output.stderr).expect("text").trim_end().replace('\n', "\n  ");
        let answers = String::from_utf8(output.stdout).expect("text").replace(DEAL, "DEAL");
        format!(
            "{command} <<< {input:?}\n  [{}] {message}\n  {answers}",
            output.status.code().expect("no signal")
        )
        .trim_end()
        .to_owned()
    };
    insta::assert_snapshot!(cases.map(run).join("\n"));
}

#[cfg(target_os = "linux")]
#[rstest]
#[case("")]
#[case("solve")]
#[case("line -d F -c S --format json")]
#[case("man")]
#[case("completions bash")]
fn full_disk_is_reported_as_failure(#[case] arguments: &str) {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pref"));
    let deal: &[&str] = if arguments.starts_with('s') || arguments.starts_with('l') { &[DEAL] } else { &[] };
    let output = command
        .args(arguments.split_whitespace())
        .args(deal)
        .stdout(full)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "{arguments}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"), "{arguments}");
}

/// Checks that the exit code is unchanged if the message cannot be written.
#[cfg(target_os = "linux")]
#[rstest]
#[case("slove")]
#[case("solve F:A")]
fn full_standard_error_keeps_exit_code(#[case] arguments: &str) {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pref"));
    let output = command.args(arguments.split(' ')).stderr(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{arguments}");
}

#[test]
fn message_quotes_excerpt_of_input() {
    let long = "x".repeat(100_000);
    let piece = "x".repeat(50);
    for (arguments, deal) in [
        (format!("score -d {long}"), ""),
        (format!("score -c {long}"), ""),
        (format!("auction {long}"), ""),
        (format!("solve --{long}"), ""),
        (long.clone(), ""),
        (format!("score --sheet {long}"), ""),
        ("solve".to_owned(), long.as_str()),
    ] {
        let deals = [deal];
        let refusal = refusal(&arguments, if deal.is_empty() { &[] } else { &deals });
        let beginning: String = arguments.chars().take(20).collect();
        assert!(refusal.len() < 1000, "{beginning}: {} bytes", refusal.len());
        // The parser quotes a value, and so do most reasons why it is wrong.
        assert!((1..=2).contains(&refusal.matches(&piece).count()), "{beginning}: {refusal}");
    }
    let refused = refusal("score -d \u{1b}[31m", &[]);
    assert!(refused.contains(r"'\u{1b}[31m' is not a seat"), "{refused}");
}

#[rstest]
#[case("auction foo", &[])]
#[case("usurp --calls foo", &[DEAL])]
fn wrong_call_is_quoted(#[case] arguments: &str, #[case] deals: &[&str]) {
    let refused = refusal(arguments, deals);
    assert!(refused.contains("'foo' is not a call: write pass"), "{refused}");
}

#[test]
fn error_quotes_wrong_deal_of_several() {
    let assert = pref("solve -d F -c S --format json", &[DEAL, "F:A B C"]).assert().code(2);
    let output = assert.get_output();
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("pref: deal 'F:A B C': "));
}

#[test]
fn last_value_of_repeated_option_counts() {
    let twice = "solve -d F -d M -c S -c H --format text --format json --threads 2 --threads 1 --hand --hand";
    assert_eq!(crate::answer(twice, &[DEAL]), crate::answer("solve -d M -c H --format json --hand", &[DEAL]));
    // All conditions count, not only the last one.
    let both = "deal --where F:S>=3 --where F:H>=3 --seed 1 --seed 2";
    let deal = crate::answer(both, &[]);
    let suits: Vec<usize> = deal["F:".len()..].split(['.', ' ']).take(2).map(str::len).collect();
    assert!(suits.iter().all(|&cards| cards >= 3), "{deal}");
}

/// Looks for more puzzles than can be found. The run must succeed and report the number of puzzles found.
#[test]
fn missing_puzzles_are_reported() {
    let output = pref("puzzle --count 99 --among 200", &[]).assert().success().get_output().clone();
    let note = String::from_utf8(output.stderr).expect("text");
    assert!(note.contains("of 99 puzzles found among 200 deals") && note.contains("--among"), "{note}");
}

/// Gives conditions that cannot be met. They must be refused without a search.
#[test]
fn impossible_conditions_are_refused() {
    let refused = |arguments: &str, deals: &[&str], expected: &str| {
        let output = pref(arguments, deals).output().expect("the program runs");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains(expected), "{arguments}: {error}");
    };
    refused("deal --where F:S>=9", &[], "asks for more cards than there are: 8");
    refused("deal --where F:A=5", &[], "asks for more cards than there are: 4");
    refused("deal --cards 4 --makes F:S", &[], "--makes: it is about whole deals");
    refused("puzzle --rules russian -d M", &[], "middlehand does not lead");
    refused("puzzle --kind defence", &[], "forehand leads in these contracts");
    refused("usurp -d F --bidders F", &[DEAL], "forehand declares: name only the opponents");
    refused("usurp -d F --rules austrian", &[DEAL], "nobody can take up another seat's discard");
    refused("talon --by gain --goal made", &[DEAL], "leave it out");
    refused("evaluate --where M:SA>=1", &["F:AKQ.T9.87.AK7 ? ?"], "--where: no layout agrees");
    refused("evaluate", &[DEAL], "one hand must be known");
    refused("advise -d F -c S", &["F:? AKQ.T9.87.AK7 ?"], "forehand is to move");
    refused("advise -d F -c S --by gain", &[DEAL], "it affects only the advice about a record");
    let record = "--record ../docs/played.json";
    refused(&format!("advise {record}"), &[DEAL], "the record contains the deal");
    let over = r#"{"deal":"F:AKQ.T9.87.AK7/T98.AKQ.AKQ.J","actions":[]}"#;
    refused(&format!("act --player random {over}"), &[], "record.deal: ");
    refused("defend -c allpass", &[DEAL], "use the question cards, or leave it out");
    refused(&format!("evaluate {record}"), &[], "--record: the record goes beyond the discard");
    refused("evaluate --use-calls", &["F:AKQ.T9.87.AK7 ? ?"], "--use-calls: only a record has calls");
    refused("advise -d F -c S --use-calls", &[DEAL], "it affects only the advice about a record");
    refused(&format!("advise {record} -c S"), &[], "the record contains the deal and all actions");
}

/// Checks that all layouts are used if conditions leave only a few.
#[test]
fn few_layouts_are_all_evaluated() {
    let mut command =
        pref("evaluate --layouts 100 --where M:SH=10 -c S --format json", &["F:AQJ.A9.AK97.KT7 ? ?"]);
    let output = command.output().expect("the program runs");
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("json");
    // There are eleven spades and hearts that forehand lacks; middlehand holds all but one of them.
    assert_eq!((&object["layouts"], &object["of"], &object["all"]), (&11.into(), &11.into(), &true.into()));
    let chance = object["results"][0]["talon"]["chance"]["mean"].as_f64().expect("a chance");
    assert!((chance - 1.0 / 11.0).abs() < 1e-6, "{chance}");
}

#[test]
fn mistakes_in_log_of_game_name_record() {
    for (log, message) in [
        (
            "[{",
            "pref: log: the JSON ends too early (column 2): close its quotes, brackets and braces, as in \
             [{\"deal\":…,\"actions\":[…]}]\n",
        ),
        (
            "{}\n{",
            "pref: record 2: the JSON ends too early (column 1): close its quotes, brackets and braces, as in \
             {\"deal\":…,\"actions\":[…]}\n",
        ),
        ("[{}]", "pref: log[0].deal: missing: the cards, such as F:hand hand hand talon\n"),
    ] {
        pref("session", &[log]).assert().code(2).stderr(message);
    }
}
