//! `pref match` with players that are commands.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use preference::deal::random;
use preference::hand::View;
use preference::sampling::{KnownHand, ViewLayouts};
use preference::situation::Fields;
use rstest::rstest;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::{pref, text};

/// Sets `id`, and `action` to a legal action with its quotes, for a question in `line`.
const CHOOSE: &str = r#"set -f
x=7
choose() {
  id=${line#*'"id":'}; id=${id%%,*}
  list=${line##*'"legal_actions":['}; list=${list%%']'*}
  x=$(((x * 75 + 74) % 65537))
  IFS=,; set -- $list; unset IFS
  shift $((x % $#))
  action=$1
}
"#;

const LEGAL: &str = r#"while read -r line; do choose; echo "{\"action\":$action,\"why\":null}"; done"#;

/// Never answers every seventh question.
const SKIPS: &str = r#"while read -r line; do
  choose
  [ $((id % 7)) = 0 ] || echo "{\"id\":$id,\"action\":$action}"
done"#;

/// Answers every seventh question, without its number, only when the next one has come.
const DELAYS: &str = r#"while read -r line; do
  choose
  if [ $((id % 7)) = 0 ]; then kept=$action; continue; fi
  [ -z "$kept" ] || echo "{\"action\":$kept}"
  kept=
  echo "{\"action\":$action}"
done"#;

/// Answers three questions, and ends.
const ENDS: &str = r#"echo start >> "${0%bot.sh}starts"
for n in 1 2 3; do read -r line || exit; choose; echo "{\"action\":$action}"; done"#;

/// Answers every question twice.
const REPEATS: &str = r#"while read -r line; do
  choose
  echo "{\"id\":$id,\"action\":$action}"
  echo "{\"id\":$id,\"action\":\"discard S7 S8\"}"
done"#;

struct Bot {
    folder: TempDir,
    player: String,
}

impl Bot {
    fn new(script: &str) -> Bot {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bot.sh");
        fs::write(&file, format!("{CHOOSE}{script}\n")).expect("a bot");
        Bot { player: format!("cmd:sh {}", file.display()), folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn match_of(players: [&str; 3], arguments: &str) -> assert_cmd::Command {
    let mut command = pref(&format!("match --seed 5 --threads 1 {arguments}"), &[]);
    command.args(players.iter().flat_map(|player| ["--player", player]));
    command
}

fn report(players: [&str; 3], arguments: &str) -> Value {
    let run = match_of(players, &format!("{arguments} --format json")).assert().success();
    let mut report: Map<String, Value> = serde_json::from_str(&text(run.get_output())).expect("an object");
    report.remove("actions_per_second");
    report.into()
}

#[rstest]
#[case("austrian")]
#[case("russian")]
#[case("american")]
fn legal_answers_are_not_replaced(#[case] rules: &str) {
    let bot = Bot::new(LEGAL);
    let report = report([&bot.player, "beginner", "random"], &format!("--hands 12 --duplicate -r {rules}"));
    let none = json!({"crash": 0, "unreadable": 0, "illegal": 0, "late": 0});
    assert_eq!(
        (&report["players"][0]["name"], &report["players"][0]["replaced"]),
        (&json!(bot.player), &none)
    );
    assert_eq!((&report["players"][1]["replaced"], &report["hands"]), (&Value::Null, &json!(12)));
}

/// The bot's hands are those of `beginner`, whose actions replace all of its own.
#[rstest]
#[case("crash", "read -r line; exit 3")]
#[case("crash", "exit 3")]
#[case("crash", "read -r line; printf '{\"action\":\"pass\"'")]
#[case("unreadable", "while read -r line; do echo nonsense; done")]
#[case("unreadable", r#"while read -r line; do echo '{"id":0.5,"action":"pass"}'; done"#)]
#[case("unreadable", r#"while read -r line; do echo '{"error":{"code":"bad-json"}}'; done"#)]
#[case("illegal", r#"while read -r line; do echo '{"action":"hand8"}'; done"#)]
#[case("illegal", r#"while read -r line; do echo '{"action":"claim 10"}'; done"#)]
fn wrong_answers_are_replaced_and_counted(#[case] cause: &str, #[case] script: &str) {
    let bot = Bot::new(script);
    let records = bot.path("records.jsonl");
    let arguments = format!("--hands 6 --records {}", records.display());
    let report = report([&bot.player, "random", "random"], &arguments);
    let actions_of = |path: &PathBuf| -> Vec<Value> {
        let text = fs::read_to_string(path).expect("records");
        text.lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["actions"].clone())
            .collect()
    };
    let other = bot.path("beginner.jsonl");
    match_of(["beginner", "random", "random"], &format!("--hands 6 --records {}", other.display()))
        .assert()
        .success();
    assert_eq!(actions_of(&records), actions_of(&other));
    let replaced = report["players"][0]["replaced"].as_object().expect("counts");
    for (name, count) in replaced {
        assert_eq!(count.as_u64() > Some(0), name == cause, "{replaced:?}");
    }
    let listed: usize = fs::read_to_string(&records)
        .expect("records")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|record| record["x_match"]["replaced"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(replaced[cause], json!(listed));
    let shown = match_of([&bot.player, "random", "random"], "--hands 6").assert().success();
    let shown = text(shown.get_output());
    assert!(shown.contains(&format!("{cause} {listed}")), "{shown}");
}

/// An answer that was taken for that of another question would not be legal for long.
#[rstest]
#[case(SKIPS)]
#[case(DELAYS)]
fn late_answer_is_not_taken_for_next_one(#[case] script: &str) {
    let bot = Bot::new(script);
    let report = report([&bot.player, "random", "random"], "--hands 5 --move-time 0.4");
    let replaced = &report["players"][0]["replaced"];
    assert!(replaced["late"].as_u64() > Some(1), "{replaced}");
    let others = ["crash", "unreadable", "illegal"].map(|cause| replaced[cause].clone());
    assert_eq!(others, [0, 0, 0].map(Value::from), "{replaced}");
}

#[test]
fn silent_command_is_late() {
    let bot = Bot::new("exec sleep 600");
    let report = report([&bot.player, "random", "random"], "--hands 1 --move-time 0.05");
    let replaced = &report["players"][0]["replaced"];
    assert!(replaced["late"].as_u64() > Some(0), "{replaced}");
    assert_eq!(replaced["crash"], 0, "{replaced}");
}

#[test]
fn command_that_ends_is_started_again_for_next_hand() {
    let bot = Bot::new(ENDS);
    let report = report([&bot.player, "random", "random"], "--hands 6");
    let replaced = &report["players"][0]["replaced"];
    assert!(replaced["crash"].as_u64() > Some(0), "{replaced}");
    assert_eq!((&replaced["illegal"], &replaced["unreadable"]), (&json!(0), &json!(0)), "{replaced}");
    let starts = fs::read_to_string(bot.path("starts")).expect("a line for each start").lines().count();
    assert!((2..=6).contains(&starts), "{starts}");
}

#[test]
fn second_line_with_number_of_question_is_ignored() {
    let bot = Bot::new(REPEATS);
    let report = report([&bot.player, "random", "random"], "--hands 8");
    let replaced = report["players"][0]["replaced"].as_object().expect("counts");
    assert!(replaced.values().all(|count| count == 0), "{replaced:?}");
}

#[test]
fn messages_of_commands_are_passed_through() {
    let bot = Bot::new(r#"echo "the bot says hello" >&2; read -r line; exit"#);
    let run = match_of([&bot.player, "random", "random"], "--hands 1").assert().success();
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(error.contains("the bot says hello"), "{error}");
}

#[test]
fn program_itself_plays_as_beginner() {
    let bot = Bot::new("");
    let ask = format!("cmd:'{}' ask", env!("CARGO_BIN_EXE_pref"));
    for rules in ["austrian", "russian", "illustrated"] {
        let hands = [&ask, "beginner"].map(|player| {
            let records = bot.path(&format!("{rules}-{}", player.len()));
            let arguments = format!("--hands 12 -r {rules} --duplicate --records {}", records.display());
            match_of([player, "random", "random"], &arguments).assert().success();
            let text = fs::read_to_string(&records).expect("records");
            let hands = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            hands.map(|hand| (hand["actions"].clone(), hand["result"].clone())).collect::<Vec<_>>()
        });
        assert_eq!(hands[0], hands[1], "{rules}");
    }
}

/// Exchanges the cards that the seat of each question does not know. The question must stay the same.
#[rstest]
#[case("austrian")]
#[case("russian")]
#[case("illustrated")]
fn questions_have_no_hidden_cards(#[case] rules: &str) {
    let bot = Bot::new(
        r#"while read -r line; do printf '%s\n' "$line" >> "${0%bot.sh}lines"; choose; echo "{\"action\":$action}"; done"#,
    );
    report([&bot.player, "beginner", "beginner"], &format!("--hands 12 --duplicate -r {rules}"));
    let lines = fs::read_to_string(bot.path("lines")).expect("the questions");
    let mut deals = BTreeSet::new();
    for (n, line) in lines.lines().enumerate() {
        let question: Map<String, Value> = serde_json::from_str(line).expect("an object");
        let mut fields = Fields::from(question["view"].as_object().expect("a view").clone());
        let rules = std::sync::Arc::new("austrian".parse().expect("a preset"));
        let known = KnownHand::read(rules, &mut fields).expect("a view");
        fields.finish().expect("no other key");
        let view: View = known.view().expect("a view");
        let layouts = ViewLayouts::new(&view).expect("layouts");
        let generator = &mut random::generator(n as u64);
        for _ in 0..5 {
            let number = random::number_below(generator, layouts.count() as usize) as u64;
            let Some(hand) = layouts.hand(number) else { continue };
            deals.insert(hand.deal().to_string());
            let mut other = serde_json::to_value(hand.view(view.seat)).expect("JSON");
            other["legal_actions"] = serde_json::to_value(hand.legal_actions()).expect("JSON");
            let other = json!({"id": question["id"], "ask": "act", "view": other});
            assert_eq!(Value::from(question.clone()), other, "{line}");
        }
    }
    assert!(lines.lines().count() > 20 && deals.len() > 40, "{} deals", deals.len());
}

/// Cuts the file of records at many places. The match that goes on must be the same.
#[test]
fn match_of_commands_is_resumed_by_whole_deals() {
    let bot = Bot::new("read -r line; exit 3");
    let file = bot.path("records.jsonl");
    let arguments = format!("--hands 6 --duplicate --records {}", file.display());
    let players = [&bot.player, "random", "random"];
    let whole = report(players, &arguments);
    let records = fs::read(&file).expect("records");
    let last = records[..records.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("a line") + 1;
    let length = records.len();
    for cut in (last..length).step_by(37).chain(length - 40..=length) {
        fs::write(&file, &records[..cut]).expect("the file is written");
        assert_eq!(report(players, &format!("{arguments} --resume")), whole, "{cut}");
        assert_eq!(fs::read(&file).expect("records"), records, "{cut}");
    }
    let other = Bot::new("exit 3");
    let refused = match_of([&other.player, "random", "random"], &format!("{arguments} --resume")).assert();
    let error = String::from_utf8_lossy(&refused.code(2).get_output().stderr).into_owned();
    assert!(error.contains("players is"), "{error}");
    let text = String::from_utf8(records).expect("text");
    let wrong = text.replacen("\"replaced\":[{\"action\":", "\"replaced\":[{\"action\":9", 1);
    assert_ne!(text, wrong);
    fs::write(&file, wrong).expect("the file is written");
    let refused = match_of(players, &format!("{arguments} --resume")).assert().code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("x_match.replaced"));
}

/// Interrupts a match whose bot neither answers nor ends.
#[rstest]
fn ctrl_c_ends_commands(#[values(1, 2)] times: usize) {
    let bot = Bot::new(r#"sleep 600 & echo $$ $! > "${0%bot.sh}pids"; trap '' INT TERM; wait; sleep 600"#);
    let mut game = Command::new(env!("CARGO_BIN_EXE_pref"))
        .args(["match", "--player", &bot.player, "--player", "random", "--player", "random"])
        .args(["--move-time", "600", "--threads", "1"])
        .spawn()
        .expect("the program runs");
    let pids = loop {
        let text = fs::read_to_string(bot.path("pids")).unwrap_or_default();
        if text.ends_with('\n') {
            break text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let signal = |number: &str, pid: &str| {
        let sent = Command::new("kill").args([number, pid]).stderr(std::process::Stdio::null()).status();
        sent.expect("kill").success()
    };
    for _ in 0..times {
        signal("-INT", &game.id().to_string());
    }
    assert_eq!(game.wait().expect("an end").code(), Some(130));
    for pid in pids {
        // What nobody has waited for yet is a zombie.
        let is_running = || {
            signal("-0", &pid)
                && fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
        };
        // A process that was killed may take a moment to end on a busy machine.
        let ended = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            !is_running()
        });
        assert!(ended, "{pid}");
    }
}

#[rstest]
#[case(&["--player", "beginner", "--player", "random"], "--player: write it three times, not 2")]
#[case(&["--player", "cmd:no-such-program x", "--player", "random", "--player", "random"], "cannot start no-such-program")]
#[case(&["--player", "cmd:sh 'x", "--player", "random", "--player", "random"], "with each quote closed")]
#[case(&["--player", "cmd:", "--player", "random", "--player", "random"], "write a command")]
#[case(&["--player", "expert", "--player", "random", "--player", "random"], "no player named 'expert'")]
#[case(&["--player", "random", "--players", "random,random,random"], "cannot be used with")]
#[case(&["--player", "random", "--move-time", "0"], "write a number of seconds above 0")]
#[case(&["--player", "random", "--move-time", "1e-20"], "write a number of seconds above 0")]
#[case(&[], "--players")]
fn wrong_players_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let refused = pref("match", arguments).assert().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains(message), "{error}");
}
