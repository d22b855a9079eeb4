//! Gains from hands compared with the cases of `fixtures/settlement.txt`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{answer, pref, rows, rules_option};

const CASES: &str = include_str!("../../../fixtures/settlement.txt");

/// Iterates over the cases: rules, options, gains or `error`, and the source of the figures.
fn cases() -> impl Iterator<Item = [&'static str; 4]> {
    rows(CASES)
}

#[test]
fn settlements_match_fixtures() {
    let schema = serde_json::from_str(include_str!("../../../docs/schema/score.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for [rules, options, gains, _] in cases().filter(|[_, _, gains, _]| *gains != "error") {
        let line = answer(&format!("score --format json {} {options}", rules_option(rules)), &[]);
        let mut object: Value = serde_json::from_str(&line).expect("an object");
        assert!(schema.is_valid(&object), "{object}");
        let object = object.as_object_mut().expect("an object");
        let name = rules.rsplit_once("/").map_or(rules, |(_, file)| file).trim_end_matches(".toml");
        assert_eq!(object.remove("rules"), Some(name.into()));
        let names: BTreeSet<&str> =
            gains.split(' ').map(|gain| gain.split_once('=').expect("F=6").0).collect();
        assert_eq!(object.keys().map(String::as_str).collect::<BTreeSet<_>>(), names, "{rules} {options}");
        for gain in gains.split(' ') {
            let (who, gain) = gain.split_once('=').expect("F=6");
            let expected: f64 = gain.parse().expect("a number");
            let found = object[who].as_f64().expect("a number");
            assert!((found - expected).abs() < 1e-9, "{rules} {options}: {who} {found}, not {expected}");
        }
    }
}

#[test]
fn impossible_settlements_are_refused() {
    let refusals = cases().filter(|[_, _, gains, _]| *gains == "error").map(|[rules, options, ..]| {
        let assert = pref(&format!("score {} {options}", rules_option(rules)), &[]).assert().code(2);
        let output = assert.get_output();
        assert!(output.stdout.is_empty(), "{rules} {options}");
        format!("{rules} {options}\n  {}", String::from_utf8_lossy(&output.stderr))
    });
    insta::assert_snapshot!(refusals.collect::<String>());
}

#[test]
fn gains_are_printed_as_text() {
    insta::assert_snapshot!(answer("score --rules russian -c 9S -d F --tricks F=9,M=1,R=0 --four", &[]));
}

/// Score sheet of four deals.
const SHEET: &str = "\
players Ada Ben Cem Dora   # four at the table
-c 9S -d F --tricks F=9,M=1,R=0 --whist M
-c 6S -d M --tricks F=3,M=5,R=2

-c allpass --tricks F=6,M=4,R=0
-c misere -d R --tricks R=0
";

#[test]
fn sheet_prints_running_score() {
    let keep = |arguments: &str, sheet: &str| {
        let output = pref(&format!("score --sheet - {arguments}"), &[]).write_stdin(sheet).assert();
        let output = output.get_output();
        crate::text(output) + &String::from_utf8_lossy(&output.stderr)
    };
    insta::assert_snapshot!("sheet_books", keep("--rules russian", SHEET));
    let objects = keep("--rules russian --format json", SHEET);
    let schema = serde_json::from_str(include_str!("../../../docs/schema/sheet.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for object in objects.lines() {
        assert!(schema.is_valid(&serde_json::from_str(object).expect("an object")), "{object}");
    }
    assert_eq!(objects.lines().count(), 5);
    let paper = "players A B C\n-c allpass\n-c S -d F --tricks F=6,M=2,R=2\n";
    insta::assert_snapshot!("sheet_paper", keep("--rules bule", paper));
    let pot = "players A B C\n-c D -d F --tricks F=6,M=2,R=2\n-c C -d F --tricks F=5,M=4,R=1\n";
    insta::assert_snapshot!("sheet_pot", keep("--rules austrian-limited", pot));
    let wrong = [
        "",
        "players A B\n",
        "-c S -d F\n",
        "players A B\u{7} C\n",
        "players A B C\n-c S -d F --tricks F=6,M=2,R=2\n-c S -d F --tricks F=6,M=2,R=3\n",
        "players A B C\n-c S -d F --trick F=6,M=2,R=2\n",
        "players A B Constantine-Alexander-III\n",
        "players A M C\n",
        "players A B C\n-c S -d Q --tricks A=6,B=2,C=2\n",
        "players A B C D\n-c S -d A --tricks A=6,B=2,D=2\n",
        "players A B C\n-c allpass --tricks F=10,M=0,R=0\n",
        "players A B C\n-c allpass --kontra M\n",
        "players A B C\n-c allpass --progression 2\n",
    ];
    insta::assert_snapshot!("sheet_wrong", wrong.map(|sheet| keep("", sheet)).join("\n"));
}

/// Draws the sheet in `docs`, and sheets in the other layouts, one with names that have to be escaped.
#[test]
fn sheets_are_drawn_as_svg() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sheet.svg");
    let draw = |arguments: &str, sheet: &str| {
        let svg = format!("score --svg {} --overwrite {arguments} --sheet -", file.display());
        pref(&svg, &[]).write_stdin(sheet).assert().success();
        std::fs::read_to_string(&file).expect("a picture")
    };
    let picture = draw("--rules russian", include_str!("../../../docs/second-evening.txt"));
    let documented = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/sheet.svg");
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(documented, &picture).expect("written");
    }
    assert_eq!(picture, std::fs::read_to_string(documented).expect("a picture"));
    // The successive numbers at a place are written one after the other, and the results next to the names.
    for text in [">18.22.<", ">12.<", ">34.46.<", ">Ada +11.67<", ">Cem -34.33<"] {
        assert!(picture.contains(text), "{text}");
    }
    // Cem, who sits at the top, has a title, three others to write on, and a mountain.
    let four = draw("--rules russian", SHEET);
    assert_eq!(four.matches("rotate(180 ").count(), 5, "{four}");
    assert!(four.contains(">2.8.<") && four.contains(">Cem -116<"), "{four}");
    let paper = draw("--rules bule", "players A<B C&D E\n-c S -d F --tricks F=6,M=2,R=2\n");
    assert!(paper.contains(">A&lt;B<") && paper.contains(">→ C&amp;D<"), "{paper}");
    assert!(paper.contains(">-4<") && paper.contains(">8<"), "{paper}");
    let gains = draw("", "players A B C\n-c D -d A --tricks A=6,B=2,C=2\n");
    assert!(gains.contains(">pot<") && gains.contains(">-4<"), "{gains}");
    let refused = pref("score -c S -d F --tricks F=6,M=2,R=2 --svg x.svg", &[]).assert().code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("--svg"));
}

const HANDS: [&str; 3] = [
    "-c {} -d Ada --tricks Ada=6,Ben=2,Cem=2",
    "-c {} -d Ben --tricks Ada=1,Ben=6,Cem=3",
    "-c {} -d Ada --tricks Ada=5,Ben=3,Cem=2",
];

fn sheet_objects(rules: &str, lines: &[&str]) -> Vec<Value> {
    let suit = if rules == "russian" { "6S" } else { "S" };
    let sheet = format!("players Ada Ben Cem\n{}\n", lines.join("\n")).replace("{}", suit);
    let command = format!("score --sheet - --format json --rules {rules}");
    let output = pref(&command, &[]).write_stdin(sheet).assert().success();
    let objects = crate::text(output.get_output());
    let schema = serde_json::from_str(include_str!("../../../docs/schema/sheet.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let objects = objects.lines().map(|line| serde_json::from_str(line).expect("an object"));
    objects.inspect(|object| assert!(schema.is_valid(object), "{object}")).collect()
}

#[rstest::rstest]
#[case("austrian", "ruling Ada --pays pot=10,Ben=2.5 -- revoke in hand 1")]
#[case("hungarian", "ruling Ada --pays Cem=-3")]
#[case("russian", "ruling Ada --mountain 3 --whists Ben=-4 -- revoke in hand 1")]
#[case("bule", "ruling Ada --mountain -2 --whists Ben=7")]
fn totals_are_sums_of_rows_that_are_not_struck(#[case] rules: &str, #[case] ruling: &str) {
    let [one, two, three] = HANDS;
    let struck = ["struck ", two, " -- dealt again"].concat();
    let struck_ruling = format!("struck {ruling}");
    let plain = sheet_objects(rules, &[one, two, three]);
    let objects = sheet_objects(rules, &[one, &struck, ruling, two, &struck_ruling, three]);
    // The struck hand is dealt again, and pays the same if the pot has not changed.
    let deals: Vec<_> = objects.iter().map(|row| row["deal"].as_u64()).collect();
    assert_eq!(deals, [Some(1), Some(2), None, Some(2), None, Some(3), None], "{objects:?}");
    let sum = |rows: &[Value], player: &str| -> f64 {
        let counted = rows.iter().filter(|row| row["struck"] != true);
        counted.map(|row| row["gains"][player].as_f64().expect("a gain")).sum()
    };
    let (total, rows) = objects.split_last().expect("totals");
    let (plain_total, _) = plain.split_last().expect("totals");
    for player in ["Ada", "Ben", "Cem"] {
        let expected = total["total"][player].as_f64().expect("a total");
        assert!((sum(rows, player) - expected).abs() < 1e-9, "{rules} {player}");
        let gain = rows[2]["gains"][player].as_f64().expect("a gain");
        let without = plain_total["total"][player].as_f64().expect("a total");
        assert!((without + gain - expected).abs() < 1e-9, "{rules} {player}");
    }
    let gains = rows[2]["gains"].as_object().expect("gains").values();
    let gains: f64 = gains.map(|gain| gain.as_f64().expect("a gain")).sum();
    let change = rows[2]["pot"].as_f64().expect("a pot") - rows[0]["pot"].as_f64().expect("a pot");
    assert!((gains + change).abs() < 1e-9, "{rules}: {gains} {change}");
}

#[test]
fn struck_rows_and_rulings_are_visible() {
    let sheet = include_str!("../../../docs/third-evening.txt");
    let keep = |arguments: &str, sheet: &str| {
        let output = pref(&format!("score --sheet - {arguments}"), &[]).write_stdin(sheet).assert();
        let output = output.get_output();
        crate::text(output) + &String::from_utf8_lossy(&output.stderr)
    };
    insta::assert_snapshot!(
        "struck",
        [keep("", sheet), keep("--paper", sheet), keep("--format json", sheet)].join("\n")
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sheet.svg");
    keep(&format!("--svg {} --paper", file.display()), sheet);
    let picture = std::fs::read_to_string(&file).expect("a picture");
    assert!(picture.contains("><tspan text-decoration=\"line-through\">-9</tspan><"), "{picture}");
    assert!(picture.contains(">ruling after hand 2: Ada led out of turn<"), "{picture}");
    let books = "players A B C\n-c 6S -d A --tricks A=6,B=2,C=2\nstruck -c 6S -d B --tricks A=2,B=6,C=2\n-c 6S -d B --tricks A=3,B=6,C=1\n";
    keep(&format!("--rules russian --svg {} --overwrite", file.display()), books);
    let picture = std::fs::read_to_string(&file).expect("a picture");
    let stroke = |number: &str| format!(">4.<tspan text-decoration=\"line-through\">{number}</tspan>");
    // Whists of C on B: 4 struck out, then 2.
    assert!(picture.contains(&format!("{}2.<", stroke("4.")[3..].to_owned())), "{picture}");
    let wrong = [
        ("austrian", "ruling Ada"),
        ("austrian", "ruling Ada --pays pot=0"),
        ("austrian", "ruling Ada --pays pot"),
        ("austrian", "ruling Ada --pays pot=x"),
        ("austrian", "ruling Ada --pays Dora=5"),
        ("austrian", "ruling Ada --pays Ada=5"),
        ("austrian", "ruling Dora --pays pot=5"),
        ("austrian", "ruling Ada --mountain 5"),
        ("austrian", "ruling Ada --pays pot=-31"),
        ("austrian", "ruling --pays pot=5"),
        ("austrian", "ruling"),
        ("austrian", "struck"),
        ("austrian", "struck totals Ada --pool 3"),
        ("austrian", "struck -c D -d Ada --tricks Ada=6,Ben=2,Cem=3"),
        ("austrian", "-- only words"),
        ("austrian", "ruling Ada --pays pot=5 -- a\u{7}b"),
        ("russian", "ruling Ada --pays pot=5"),
        ("bule", "ruling Ada --pool 5"),
        ("russian", "ruling Ada --mountain 5.25"),
    ];
    let messages = wrong.map(|(rules, line)| {
        let message = keep(&format!("--rules {rules}"), &format!("players Ada Ben Cem\n{line}\n"));
        assert!(message.contains("line 2: "), "{line}: {message}");
        format!("{line}\n  {message}").replace('\u{7}', "<BEL>")
    });
    insta::assert_snapshot!("wrong_rulings", messages.join(""));
}

/// Checks that a picture is refused if it would replace a file that is read, under any of its names, or the file to
/// which standard output goes.
#[test]
#[cfg(unix)]
fn picture_never_replaces_file_that_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let sheet = include_str!("../../../docs/second-evening.txt");
    let house = "name = \"house\"\nextends = \"russian\"\n";
    std::fs::write(at("sheet.txt"), sheet).expect("written");
    std::fs::write(at("house.toml"), house).expect("written");
    std::fs::hard_link(at("sheet.txt"), at("hard.svg")).expect("a link");
    std::os::unix::fs::symlink(at("sheet.txt"), at("soft.svg")).expect("a link");
    let open = |name: &str| std::fs::File::open(at(name)).expect("a file");
    let run = |flags: &str, output: Option<&str>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pref"));
        command.args(["score"]).args(flags.split_whitespace()).current_dir(folder.path());
        command.stdin(open("sheet.txt"));
        if let Some(name) = output {
            command.stdout(std::fs::File::create(at(name)).expect("a file"));
        }
        command.output().expect("the program runs")
    };
    for (flags, output) in [
        ("--sheet sheet.txt -r russian --svg sheet.txt", None),
        ("--sheet sheet.txt -r russian --svg ./sheet.txt", None),
        ("--sheet sheet.txt -r russian --svg hard.svg", None),
        ("--sheet sheet.txt -r russian --svg soft.svg", None),
        ("--sheet - -r russian --svg hard.svg", None),
        ("--sheet sheet.txt --rules-file house.toml --svg house.toml", None),
        ("--sheet sheet.txt -r russian --svg printed.svg", Some("printed.svg")),
    ] {
        let refused = run(flags, output);
        let message = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{flags}: {message}");
        assert!(message.starts_with("pref: --svg ") && message.contains("name another one"), "{message}");
        assert_eq!(std::fs::read_to_string(at("sheet.txt")).expect("text"), sheet, "{flags}");
        assert_eq!(std::fs::read_to_string(at("house.toml")).expect("text"), house, "{flags}");
    }
    assert!(run("--sheet sheet.txt -r russian --svg new.svg", None).status.success());
    let picture = std::fs::read_to_string(at("new.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    let message = |flags: &str, code: i32| {
        let refused = run(flags, None);
        assert_eq!(refused.status.code(), Some(code), "{flags}");
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    std::fs::write(at("old.svg"), "mine").expect("written");
    let exists = message("--sheet sheet.txt -r russian --svg old.svg", 1);
    assert_eq!(exists, "pref: old.svg already exists: --overwrite replaces it\n");
    assert_eq!(std::fs::read_to_string(at("old.svg")).expect("text"), "mine");
    assert_eq!(message("--sheet sheet.txt -r russian --svg old.svg --overwrite", 0), "");
    assert_eq!(std::fs::read_to_string(at("old.svg")).expect("a picture"), picture);
    let standard = message("--sheet sheet.txt -r russian --svg -", 2);
    assert_eq!(standard, "pref: --svg -: standard output has the answer: name a file\n");
    assert!(
        message("--sheet sheet.txt -r russian --svg none/new.svg", 1).contains("cannot write none/new.svg")
    );
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|file| file.expect("a file").file_name())
        .collect();
    names.retain(|name| name.to_string_lossy().ends_with(".part"));
    assert!(names.is_empty(), "{names:?}");
}

/// Checks that a pipe that nobody writes is refused, since opening it would wait forever.
#[test]
#[cfg(unix)]
fn pipe_with_a_name_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    let pipe = pipe.display();
    for command in [
        format!("score -r russian --totals {pipe}"),
        format!("score --sheet {pipe}"),
        format!("review {pipe}"),
        format!("state {pipe}"),
    ] {
        let refused = pref(&command, &[]).assert().code(2);
        let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(error.contains("is a pipe: give it to standard input"), "{command}: {error}");
    }
}

/// The sheet `SHEET` with names of players in place of seats.
const SHEET_WITH_NAMES: &str = "\
players Ada Ben Cem Dora
-c 9S -d Ada --tricks Ada=9,Ben=1,Cem=0 --whist=Ben
-c 6S --declarer Cem --tricks=Dora=2,Ben=3,Cem=5
-c allpass --tricks Cem=6,M=4,Ada=0
-c misere -d Ben --tricks Ben=0
";

#[test]
fn player_names_stand_for_seats() {
    let keep = |sheet: &str| {
        let output = pref("score --sheet - --rules russian --format json", &[]).write_stdin(sheet).assert();
        crate::text(output.success().get_output())
    };
    assert_eq!(keep(SHEET_WITH_NAMES), keep(SHEET));
}

#[test]
fn rules_are_listed_shown_and_checked() {
    insta::assert_snapshot!("rules_list", answer("rules list", &[]));
    insta::assert_snapshot!("rules_show", answer("rules show bule", &[]));
    let greek = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/greek.toml");
    assert!(answer(&format!("rules check {greek}"), &[]).ends_with("good, the rules 'greek'\n"));
    let paid = |hand: &str| answer(&format!("score --format json --rules-file {greek} {hand}"), &[]);
    assert!(paid("-c 7N -d F --tricks F=8,M=1,R=1").contains(r#""F":64,"M":0,"R":0,"pot":-64"#));
    assert!(paid("-c 6H -d F --tricks F=5,M=3,R=2").contains(r#""F":-10,"M":0,"R":0,"pot":10"#));
    let later = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/american-later.toml");
    assert!(answer(&format!("rules check {later}"), &[]).ends_with("good, the rules 'american-later'\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ours.toml");
    let path = file.to_str().expect("a path");
    std::fs::write(&file, answer("rules show bule", &[])).expect("a file");
    assert!(answer(&format!("rules check {path}"), &[]).ends_with("good, the rules 'bule'\n"));
    // A file is shown in the same form as a preset. The rules that it extends are filled in.
    assert_eq!(answer(&format!("rules show {path}"), &[]), answer("rules show bule", &[]));
    std::fs::write(&file, "name = 'ours'\nextends = 'none.toml'\n").expect("a file");
    let missing = pref(&format!("rules check {path}"), &[]).assert().code(2);
    let message = String::from_utf8_lossy(&missing.get_output().stderr).into_owned();
    assert!(message.contains(&format!("{path}: line 2, column 1, in 'extends")), "{message}");
    // The example in docs/rules.md must be valid.
    let page = include_str!("../../../docs/rules.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    std::fs::write(&file, example.expect("an example")).expect("a file");
    assert!(answer(&format!("rules check {path}"), &[]).ends_with("good, the rules 'club'\n"));
    // A house rule that differs in one key.
    std::fs::write(&file, "name = 'ours'\nextends = 'bule'\n[settlement.paper]\nfine = 1\n").expect("a file");
    let score =
        |rules: &str| answer(&format!("score --format json {rules} -c H -d M --tricks M=6,R=3,F=1"), &[]);
    assert!(score("--rules bule").contains(r#""F":-72,"M":48,"R":24"#));
    assert!(score(&format!("--rules-file {path}")).contains(r#""F":-32,"M":48,"R":24"#));
    std::fs::write(&file, "name = 'ours'\nextends = 'bule'\n[settlement.paper]\nfines = 1\n")
        .expect("a file");
    let refused = pref(&format!("rules check {path}"), &[]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).replace(path, "FILE");
    insta::assert_snapshot!("rules_wrong", message);
}
