//! Sessions that are played at random to their end, their logs, and a published game.
//!
//! `PREFERENCE_EFFORT=20` plays twenty times as many.

use std::io::{self, Write};

use preference::Variant;
use preference::deal::random;
use preference::hand::{Action, Hand, Phase};
use preference::rules::payment::PaymentScheme;
use preference::seat::Seat;
use preference::session::{
    DealSource, ReplayProblem, Session, SessionEnd, SessionError, SessionLog, SessionLogError,
    SessionOptions, SessionSetupError,
};
use preference::settlement::{
    Amount, Ruling, RulingPayment, ScoreSheet, SettlementError, Sheet, SheetDrawing, SheetLayout, SheetRow,
    SheetTotals,
};
use preference::situation::totals::read_ruling;
use preference_fixtures::effort;
use rand::{Rng, RngExt};
use rstest::rstest;
use serde_json::{Value, json};

use crate::hands::random_action;

const NAMES: [&str; 4] = ["Ada", "Ben", "Cem", "Dora"];

fn rules(name: &str) -> Variant {
    name.parse().expect("a preset")
}

fn action(text: &str) -> Action {
    text.parse().expect("an action")
}

/// Chooses a legal action. Defenders mostly drop out or pass, so that many contracts are made and pools fill.
fn choose(random: &mut impl Rng, hand: &Hand) -> Action {
    let actions = hand.legal_actions();
    let is_retreat = |action: &&Action| ["drop", "pass"].contains(&action.to_string().as_str());
    let retreat = actions.iter().find(is_retreat).filter(|_| hand.phase() == Phase::Decisions);
    match retreat {
        Some(&retreat) if random.random_bool(0.8) => retreat,
        _ => random_action(random, hand, 0.4),
    }
}

fn first_sheet(session: &Session) -> Sheet {
    let players = session.players().len();
    let SessionEnd::Bule { start } = session.end() else {
        return Sheet::new(session.rules().clone(), players);
    };
    let totals = SheetTotals { mountain: vec![start.into(); players], ..SheetTotals::new(players) };
    Sheet::with_totals(session.rules().clone(), totals).expect("totals")
}

fn is_end(end: SessionEnd, sheet: &Sheet, hands: usize) -> bool {
    let sum = |amounts: &[Amount]| amounts.iter().sum::<Amount>();
    let totals = SheetTotals::new(sheet.totals().len());
    let books = sheet.books().unwrap_or(&totals);
    match end {
        SessionEnd::Pool { points, aid: true } => {
            sum(&books.pool) >= Amount::from_integer(i64::from(points) * books.players() as i64)
        }
        SessionEnd::Pool { points, aid: false } => books.pool.iter().all(|&pool| pool >= points.into()),
        SessionEnd::Bule { .. } => sum(&books.mountain) <= Amount::default(),
        SessionEnd::EmptyPot => sheet.pot() <= Amount::default(),
        SessionEnd::Deals(deals) => hands >= deals as usize,
        SessionEnd::Open => false,
    }
}

/// Plays a session to its end, with some actions taken back, and compares each hand with a sheet to which the
/// same hands are added. Returns whether the session ended by its condition.
fn play_session(random: &mut impl Rng, mut session: Session, most_deals: usize) -> bool {
    let label = session.rules().label().to_owned();
    let (players, mut sheet, end) = (session.players().len(), first_sheet(&session), session.end());
    let DealSource::Seed(seed) = session.options().deals else { panic!("a seed") };
    let deals = &mut random::generator(seed);
    for hands in 1.. {
        assert_eq!(session.hand().deal(), &random::deal(deals), "{label} {hands}");
        assert_eq!(session.dealer(), (players + hands - 2) % players, "{label} {hands}");
        while !session.hand().is_over() {
            let to_act = session.hand().player().map(|seat| session.player(seat));
            assert_eq!(session.to_act(), to_act);
            let before = random.random_bool(0.05).then(|| session.clone());
            match session.apply(choose(random, session.hand())) {
                // A pot without a limit grows until its amount cannot be counted.
                Err(SessionError::Settlement(SettlementError::TooLarge)) => {
                    assert_eq!(label, "austrian-unlimited");
                    return false;
                }
                applied => applied.expect("legal"),
            }
            if let Some(before) = before {
                session.undo();
                assert!(session == before, "{label} {hands}");
            }
        }
        let row = sheet.add_hand(&session.hand().terms(), &session.hand().hand_result());
        let row = row.expect("settled");
        let settled = &session.rows()[hands - 1].row;
        assert_eq!((&settled.gains, settled.pot, settled.refa), (&row.gains, row.pot, row.refa), "{label}");
        assert_eq!(session.sheet(), &sheet, "{label}");
        let has_met_end = is_end(end, &sheet, hands);
        assert_eq!(session.is_over(), has_met_end || hands == most_deals, "{label} {hands}");
        if session.is_over() {
            check_result(&session, &sheet, has_met_end);
            assert_eq!(session.apply(action("pass")), Err(SessionError::Over));
            assert_eq!(session.deal_next(), Err(SessionError::Over));
            return has_met_end;
        }
        assert_eq!(session.apply(action("pass")), Err(SessionError::Settled));
        session.deal_next().expect("the session goes on");
    }
    unreachable!("a session has a last deal")
}

/// Checks the final gains, the standings and the score sheet of a session that is over. `has_met_end` is set if the end
/// condition of the session is met.
fn check_result(session: &Session, sheet: &Sheet, has_met_end: bool) {
    let result = session.final_gains();
    assert_eq!(result.players, sheet.totals());
    assert_eq!(result.players.iter().sum::<Amount>() + result.pot, Amount::default());
    let whole = result.rounded();
    assert_eq!(whole.players.iter().sum::<Amount>() + whole.pot, Amount::default());
    let standings = session.standings();
    assert!(standings.is_sorted_by(|one, other| one.gain >= other.gain && one.place <= other.place));
    assert!(standings.iter().all(|standing| standing.gain == result.players[standing.player]));
    let paper = session.score_sheet();
    assert!(paper.entries.iter().zip(&result.players).all(|(entries, &gain)| entries.total == gain));
    let Some(written) = session.written_totals() else { return };
    let settled = session.rules().settle_totals(written).expect("totals");
    if session.rules().settlement().by == Some(PaymentScheme::Books) {
        assert_eq!(settled.player_gains(), result.players);
    }
    if let SessionEnd::Pool { points, aid: true } = session.end() {
        assert!(written.pool.iter().all(|&pool| pool <= points.into()));
        assert!(!has_met_end || written.pool.iter().all(|&pool| pool == points.into()));
    }
}

#[test]
fn random_sessions_agree_with_score_sheet() {
    let (mut sessions, mut ended, mut hands) = (0, 0, 0);
    for (n, name) in Variant::names().into_iter().enumerate() {
        let rules = std::sync::Arc::new(rules(name));
        let ends = [
            None,
            Some(SessionEnd::Pool { points: 6, aid: false }),
            Some(SessionEnd::Bule { start: 10 }),
            Some(SessionEnd::EmptyPot),
            Some(SessionEnd::Deals(5)),
        ];
        for (players, end) in [3, 4].into_iter().flat_map(|players| ends.map(|end| (players, end))) {
            for round in 0..effort() as u64 {
                let seed = 88_000_000 + 1000 * n as u64 + 10 * round + players as u64;
                let options = SessionOptions { end, ..SessionOptions::from_seed(seed) }.with_max_deals(60);
                let session = match Session::new(rules.clone(), &NAMES[..players], options) {
                    Err(SessionSetupError::End { .. }) => continue,
                    session => session.unwrap_or_else(|error| panic!("{name}: {error}")),
                };
                sessions += 1;
                ended += usize::from(play_session(&mut random::generator(seed), session.clone(), 60));
                hands += session.number() as usize;
            }
        }
    }
    println!("{sessions} sessions, {ended} of them to their condition, {hands} hands");
    assert!(ended > sessions / 2);
}

#[test]
fn every_kind_of_end_that_the_rules_allow_begins_a_session() {
    for name in Variant::names() {
        let rules = rules(name);
        let kinds = SessionEnd::kinds_for(&rules);
        assert_eq!(kinds[0], SessionEnd::default_for(&rules), "{name}");
        assert!(kinds.contains(&SessionEnd::Deals(12)) && kinds.contains(&SessionEnd::Open), "{name}");
        for end in kinds {
            let options = SessionOptions::from_seed(3).with_end(end);
            let session = Session::new(rules.clone(), &NAMES[..3], options).expect(name);
            assert_eq!(session.end(), end);
        }
    }
}

#[test]
fn an_open_session_goes_on_until_its_deals_are_played() {
    let options = SessionOptions::from_seed(5).with_end(SessionEnd::Open).with_max_deals(14);
    let session = Session::new(rules("russian"), &NAMES[..3], options).expect("a session");
    assert!(!play_session(&mut random::generator(5), session, 14));
}

#[test]
fn published_game_ends_when_pools_are_closed() {
    // Plays a published game (see `fixtures/sheets/sochi-four-players.txt`): four players, each of whom makes six spades,
    // play until the pools have two points each.
    let options = SessionOptions::from_seed(1).with_end(SessionEnd::Pool { points: 2, aid: true });
    let mut session = Session::new(rules("russian"), &NAMES, options).expect("a session");
    for declarer in 0..4 {
        for call in ["6S", "pass", "pass"] {
            session.apply(action(call)).expect("legal");
        }
        let discard = session.hand().legal_actions()[0];
        session.apply(discard).expect("legal");
        for step in ["play 6S", "pass", "pass"] {
            assert!(!session.is_over());
            session.apply(action(step)).expect("legal");
        }
        assert_eq!(session.is_over(), declarer == 3);
        assert_eq!(session.player(preference::Seat::Forehand), declarer);
        if declarer < 3 {
            session.deal_next().expect("the session goes on");
        }
    }
    let two = Amount::from_integer(2);
    assert_eq!(session.written_totals().expect("books").pool, [two; 4]);
    assert_eq!(session.final_gains().players, [Amount::default(); 4]);
    assert!(session.standings().iter().all(|standing| standing.place == 1));
}

#[test]
fn players_begin_with_bule() {
    // A session under rules with bule begins with the bule that each player has to work off.
    let session = Session::new(rules("bule"), &NAMES[..3], SessionOptions::from_seed(1)).expect("a session");
    let thirty = Amount::from_integer(30);
    assert_eq!(session.written_totals().expect("totals").mountain, [thirty; 3]);
    assert_eq!(session.final_gains().players, [Amount::from_integer(-300); 3]);
    assert_eq!(session.final_gains().pot, Amount::from_integer(900));
}

#[test]
fn session_of_listed_deals_ends_with_list() {
    let deals: Vec<_> = (0..2).map(|seed| random::deal(&mut random::generator(seed))).collect();
    let options = SessionOptions::from_deals(deals.clone());
    let mut session = Session::new(rules("austrian"), &NAMES[..3], options).expect("a session");
    for (n, deal) in deals.iter().enumerate() {
        assert_eq!(session.hand().deal(), deal);
        while !session.hand().is_over() {
            session.apply(session.hand().legal_actions()[0]).expect("legal");
        }
        assert_eq!(session.is_over(), n == 1);
        assert_eq!(session.deal_next().is_ok(), n == 0);
    }
}

#[test]
fn impossible_sessions_are_refused() {
    let error = |rules: Variant, players: &[&str], options: SessionOptions| {
        Session::new(rules, players, options).expect_err("refused").to_string()
    };
    let seed = || SessionOptions::from_seed(1);
    assert!(error(rules("austrian"), &NAMES[..2], seed()).contains("not 2"));
    assert!(error(rules("austrian"), &["A", "B", "A"], seed()).contains("'A'"));
    assert!(error(rules("austrian"), &["A", "B", "C\u{7}"], seed()).contains("name"));
    let pool = seed().with_end(SessionEnd::Pool { points: 10, aid: true });
    assert!(error(rules("austrian"), &NAMES, pool).contains("no pools"));
    assert!(error(rules("russian"), &NAMES, seed().with_end(SessionEnd::EmptyPot)).contains("pot"));
    assert!(
        error(rules("russian"), &NAMES, seed().with_end(SessionEnd::Deals(0))).contains("number of deals")
    );
    assert!(
        error(rules("russian"), &NAMES, SessionOptions::from_deals(Vec::new())).contains("list of deals")
    );
}

fn play_log(seed: u64, name: &str, players: usize, end: SessionEnd) -> (Session, Vec<u8>) {
    let options = SessionOptions::from_seed(seed).with_end(end).with_max_deals(6);
    let session = Session::new(rules(name), &NAMES[..players], options).expect("a session");
    let mut log = SessionLog::start(session, Vec::new()).expect("written");
    let random = &mut random::generator(seed);
    let ruling = random_ruling(log.session());
    loop {
        if random.random_bool(0.2) {
            log.add_ruling(&ruling, "late").expect("between two hands");
        }
        while !log.session().is_hand_closed() {
            log.apply(choose(random, log.session().hand())).expect("legal");
            if random.random_bool(0.1) {
                log.undo().expect("written");
            }
            if random.random_bool(0.01) {
                log.strike_out("").expect("a hand that is not struck out");
            }
        }
        if random.random_bool(0.2) {
            log.add_ruling(&ruling, "").expect("between two hands");
            assert_eq!(log.undo().expect("nothing is written"), None);
        }
        if random.random_bool(0.3) {
            let last_hand = log.session().rows().iter().rfind(|row| !row.row.is_ruling);
            let is_struck = last_hand.is_some_and(|row| row.row.is_struck);
            assert_eq!(log.strike_out("dealt again").is_err(), is_struck);
        }
        if log.session().is_over() {
            return (log.session().clone(), log.sink().clone());
        }
        log.deal_next().expect("the session goes on");
    }
}

fn random_ruling(session: &Session) -> Ruling {
    let players: Vec<&str> = session.players().iter().map(String::as_str).collect();
    let is_written =
        [Some(PaymentScheme::Books), Some(PaymentScheme::Paper)].contains(&session.rules().settlement().by);
    let entries = if is_written {
        json!({"Ada": {"mountain": 4, "whists": {"Ben": -3}}})
    } else {
        json!({"Ada": {"pays": {"Ben": 5, "pot": 10}}})
    };
    read_ruling(entries.as_object().expect("an object"), &players, session.rules()).expect("a ruling")
}

/// Adds the rows that count to a plain sheet. It must have the totals, the pot and the dealer of the session.
#[test]
fn sheets_with_rulings_and_struck_hands_agree_with_their_rows() {
    let (mut rulings, mut struck) = (0, 0);
    for (n, name) in ["austrian", "russian", "bule", "hungarian", "leningrad"].into_iter().enumerate() {
        for round in 0..8 * effort() as u64 {
            let (session, log) =
                play_log(95_000_000 + 100 * n as u64 + round, name, 3 + n % 2, SessionEnd::Deals(4));
            let counted: Vec<&SheetRow> =
                session.rows().iter().map(|row| &row.row).filter(|row| !row.is_struck).collect();
            for player in 0..session.players().len() {
                let gains: Amount = counted.iter().map(|row| row.gains[player]).sum();
                let begun = first_sheet(&session).totals()[player];
                assert_eq!(session.sheet().totals()[player], begun + gains, "{name} {round}");
            }
            if let Some(last) = counted.last() {
                assert_eq!(session.sheet().pot(), last.pot, "{name} {round}");
            }
            let hands = counted.iter().filter(|row| !row.is_ruling).count();
            assert_eq!(session.sheet().player(Seat::Forehand), hands % session.players().len(), "{name}");
            let notes = session.score_sheet().notes;
            let noted = session.rows().iter().filter(|row| row.row.is_struck || row.row.is_ruling);
            assert_eq!(notes.len(), noted.count(), "{notes:?}");
            rulings += session.rows().iter().filter(|row| row.row.is_ruling).count();
            struck += session.rows().iter().filter(|row| row.row.is_struck).count();
            let replayed = Session::replay(&log).expect("a log").session;
            assert!(replayed == session, "{name} {round}");
        }
    }
    assert!(rulings > 40 && struck > 40, "{rulings} {struck}");
}

/// The next hand has the number, the dealer and the table of the one that was struck out, and other cards.
#[test]
fn hand_that_is_struck_out_is_dealt_again() {
    let options = SessionOptions::from_seed(3).with_end(SessionEnd::Deals(2));
    let mut session = Session::new(rules("austrian"), &NAMES[..3], options).expect("a session");
    let first = session.clone();
    session.apply(action("1")).expect("legal");
    session.strike_out("misdeal").expect("it is played");
    assert!(matches!(session.strike_out(""), Err(SessionError::Struck)));
    assert!(matches!(session.apply(action("pass")), Err(SessionError::Settled)));
    assert_eq!((session.to_act(), session.undo()), (None, None));
    session.deal_next().expect("it is dealt again");
    assert_eq!((session.number(), session.dealer()), (1, first.dealer()));
    assert_eq!(session.hand().table(), first.hand().table());
    assert_ne!(session.hand().deal(), first.hand().deal());
    for _ in 0..3 {
        session.apply(action("pass")).expect("legal");
    }
    let paid = session.sheet().pot();
    assert!(paid > Amount::default());
    let fine = Ruling::Payments(vec![RulingPayment { from: Some(1), to: None, amount: 10.into() }]);
    session.add_ruling(fine.clone(), "led out of turn").expect("after the hand");
    assert_eq!(session.sheet().pot(), paid + Amount::from_integer(10));
    session.strike_out("").expect("the ruling stands");
    assert_eq!(session.sheet().pot(), 10.into());
    assert_eq!(session.sheet().totals(), [0, -10, 0].map(Amount::from_integer));
    let notes =
        ["hand 1, struck out: misdeal", "hand 1, struck out", "ruling before hand 1: led out of turn"];
    assert_eq!(session.score_sheet().notes, notes);
    session.deal_next().expect("it is dealt again");
    assert_eq!(session.hand().table().pot, Some(10.into()));
    session.apply(action("pass")).expect("legal");
    assert!(matches!(session.add_ruling(fine.clone(), ""), Err(SessionError::RulingInHand)));
    let long = "x".repeat(81);
    assert!(matches!(session.strike_out(&long), Err(SessionError::Words(_))));
    let taken = Ruling::Payments(vec![RulingPayment { from: None, to: Some(0), amount: 70.into() }]);
    let mut russian =
        Session::new(rules("russian"), &NAMES[..3], SessionOptions::from_seed(3)).expect("a session");
    assert!(matches!(russian.add_ruling(fine, ""), Err(SessionError::Settlement(_))));
    let mut poor = first;
    assert!(matches!(poor.add_ruling(taken, ""), Err(SessionError::Settlement(_))));
}

fn continue_log(log: &mut SessionLog<Vec<u8>>, lines: &str) {
    for line in lines.lines() {
        let event: Value = serde_json::from_str(line).expect("JSON");
        match event["event"].as_str() {
            Some("action") => log.apply(action(event["action"].as_str().expect("text"))).expect("legal"),
            Some("undo") => assert!(log.undo().expect("written").is_some()),
            Some("strike") => log.strike_out(event["words"].as_str().unwrap_or_default()).expect("open"),
            Some("ruling") => {
                let players: Vec<&str> = log.session().players().iter().map(String::as_str).collect();
                let entries = event["ruling"].as_object().expect("an object");
                let ruling = read_ruling(entries, &players, log.session().rules()).expect("a ruling");
                log.add_ruling(&ruling, event["words"].as_str().unwrap_or_default()).expect("between hands");
            }
            _ => log.deal_next().expect("the session goes on"),
        }
    }
}

#[test]
fn session_resumes_from_truncated_log() {
    // Replays logs that are truncated after each byte of some lines, and continues the sessions.
    let pool = SessionEnd::Pool { points: 2, aid: true };
    let cases = [
        ("russian,+head", 3, pool),
        ("leningrad", 4, SessionEnd::Pool { points: 2, aid: false }),
        ("bule", 4, SessionEnd::Bule { start: 2 }),
        ("austrian-limited", 3, SessionEnd::Deals(2)),
    ];
    let (mut cuts, mut undone) = (0, 0);
    for (n, (name, players, end)) in cases.into_iter().enumerate() {
        for round in 0..effort() as u64 {
            let seed = 89_000_000 + 100 * n as u64 + round;
            let (session, log) = play_log(seed, name, players, end);
            let text = String::from_utf8(log.clone()).expect("text");
            let replayed = Session::replay(&log).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert!(replayed.session == session && replayed.bytes == log.len(), "{name} {seed}");
            undone += text.matches(r#""undo""#).count();
            let ends: Vec<usize> = text.match_indices('\n').map(|(byte, _)| byte + 1).collect();
            let random = &mut random::generator(seed);
            let drawn = [0; 4].map(|_| random.random_range(0..ends.len() - 1));
            for line in [0, ends.len() - 2].into_iter().chain(drawn) {
                let (begin, end) = (ends[line], ends[line + 1]);
                let whole = Session::replay(&log[..begin]).expect("whole lines");
                for cut in begin..end {
                    assert!(Session::replay(&log[..cut]).expect("a torn line") == whole, "{name} {cut}");
                    cuts += 1;
                }
                let has_deal = line > 0;
                let mut resumed = SessionLog::resume(whole, Vec::new()).expect("written");
                let rest = &text[if has_deal { begin } else { end }..];
                continue_log(&mut resumed, rest);
                assert!(*resumed.session() == session, "{name} {seed} {line}");
                assert_eq!(String::from_utf8_lossy(resumed.sink()), text[begin..], "{name} {seed} {line}");
            }
            for cut in 0..ends[0] {
                let error = Session::replay(&log[..cut]).expect_err("no start");
                assert!(error.line == 1 && matches!(error.problem, ReplayProblem::Empty), "{error}");
            }
        }
    }
    println!("{cuts} cuts, {undone} actions taken back");
    assert!(undone > 0);
}

fn russian_log() -> String {
    let (_, log) = play_log(90_000_000, "russian", 3, SessionEnd::Pool { points: 2, aid: true });
    String::from_utf8(log).expect("text")
}

#[rstest]
#[case(1, r#""format":2"#, r#""format":3"#, "the log has format 3")]
#[case(1, "half_whist = true", "half_whist = false", "the hash of the rules is not")]
#[case(1, r#""players":["Ada","#, r#""players":["#, "a session has three or four players")]
#[case(1, r#""end":"#, r#""ends":"#, "the line is not an event")]
#[case(2, r#""number":1"#, r#""number":2"#, "the rules lead to another event")]
#[case(2, r#""F":"Ada""#, r#""F":"Ben""#, "the rules lead to another event")]
#[case(3, r#""player":"Ada""#, r#""player":"Ben""#, "the rules lead to another event")]
#[case(3, r#""action":""#, r#""action":"HA"#, "the line is not an event")]
#[case(3, r#""event":"action""#, r#""event":"deal""#, "the line is not an event")]
#[case(3, "{", "", "the line is not an event")]
#[case(4, r#""gains":["#, r#""gains":[1,"#, "the rules lead to another event")]
fn errors_of_logs_name_line(
    #[case] number: usize,
    #[case] from: &str,
    #[case] to: &str,
    #[case] expected: &str,
) {
    // Replaces `from` by `to` in the first line, at or after line `number`, that contains `from`. The error must give the
    // number of this line and begin with `expected`.
    let log = russian_log();
    let mut lines: Vec<&str> = log.lines().collect();
    let changed = (number - 1..lines.len()).find(|&n| lines[n].contains(from)).expect("a line to change");
    let line = lines[changed].replacen(from, to, 1);
    lines[changed] = &line;
    let error = Session::replay((lines.join("\n") + "\n").as_bytes()).expect_err(from);
    assert_eq!(error.line, changed + 1, "{error}");
    assert!(error.problem.to_string().starts_with(expected), "{error}");
}

#[test]
fn second_start_in_log_is_refused() {
    let text = russian_log();
    let twice = text.clone() + text.lines().next().expect("a line") + "\n";
    let error = Session::replay(twice.as_bytes()).expect_err("started twice");
    assert_eq!(error.line, text.lines().count() + 1);
    assert!(matches!(error.problem, ReplayProblem::Start), "{error}");
}

#[test]
fn illegal_action_in_log_is_refused_with_its_line() {
    let text = russian_log();
    let illegal = text.lines().take(2).collect::<Vec<_>>().join("\n")
        + "\n{\"event\":\"action\",\"seat\":\"F\",\"player\":\"Ada\",\"action\":\"whist\"}\n";
    let error = Session::replay(illegal.as_bytes()).expect_err("illegal").to_string();
    assert!(error.starts_with("line 3: forehand may not say or play whist"), "{error}");
}

/// Sink that fails after a number of lines.
struct FullDisk {
    lines: usize,
}

impl Write for FullDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines = self.lines.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn session_is_unchanged_if_log_cannot_be_written() {
    let session = || Session::new(rules("austrian"), &NAMES[..3], SessionOptions::from_seed(1)).expect("it");
    let mut log = SessionLog::start(session(), FullDisk { lines: 2 }).expect("written");
    log.apply(action("1")).expect("written");
    let before = log.session().clone();
    assert!(matches!(log.apply(action("pass")), Err(SessionLogError::Sink(_))));
    assert!(log.undo().is_err());
    assert!(*log.session() == before);
    assert!(SessionLog::start(session(), FullDisk { lines: 0 }).is_err());
}

#[test]
fn score_sheet_agrees_with_written_totals() {
    // Checks the layout of a score sheet, that each player has a gain for each hand, and that the last entries of the
    // pools equal the written totals.
    for (name, layout) in
        [("russian", SheetLayout::Books), ("bule", SheetLayout::Paper), ("hungarian", SheetLayout::Gains)]
    {
        let (session, _) = play_log(91_000_000, name, 4, SessionEnd::Deals(6));
        let paper: ScoreSheet = session.score_sheet();
        assert_eq!(paper.layout, layout);
        for (player, entries) in paper.entries.iter().enumerate() {
            let counted = session.rows().iter().filter(|row| !row.row.is_struck);
            assert_eq!(entries.gains.len(), counted.count());
            let written = session.written_totals();
            let last = |numbers: &[Amount]| numbers.last().copied().unwrap_or_default();
            assert_eq!(last(&entries.pool), written.map_or(Amount::default(), |sheet| sheet.pool[player]));
            assert!(entries.whists[player].is_empty());
            assert!(entries.mountain.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}

#[rstest]
#[case(3, 3 + 4 + 4 + 3 * 2 + 3)]
#[case(4, 4 * (3 + 2 + 2))]
fn empty_russian_sheet_has_lines_of_its_sectors(#[case] players: usize, #[case] lines: usize) {
    // Counts the lines of empty Russian sheets: the sides of the sectors, two lines inside each, and the borders
    // between whists.
    let empty = ScoreSheet::new(&rules("russian"), &NAMES[..players], None, &[]);
    assert_eq!(SheetDrawing::new(&empty).lines.len(), lines);
}

#[rstest]
#[case("leningrad", 3)]
#[case("leningrad", 4)]
#[case("bule", 3)]
#[case("styrian", 4)]
fn drawings_stay_on_page(#[case] name: &str, #[case] players: usize) {
    let (session, _) = play_log(92_000_000, name, players, SessionEnd::Deals(6));
    let SheetDrawing { width, height, lines, texts } = SheetDrawing::new(&session.score_sheet());
    let is_on_page = |x: f64, y: f64| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
    assert!(lines.iter().all(|line| is_on_page(line.x1, line.y1) && is_on_page(line.x2, line.y2)));
    assert!(texts.iter().all(|text| is_on_page(text.x, text.y) && !text.text.is_empty()), "{texts:?}");
    let titles = NAMES[..players].iter();
    assert!(titles.into_iter().all(|name| texts.iter().any(|text| text.text.starts_with(name))));
}

#[test]
fn documented_log_is_current() {
    // Plays one hand with an action that is taken back, and compares its log with the one in `docs`.
    let options = SessionOptions::from_seed(7).with_end(SessionEnd::Deals(1));
    let session = Session::new(rules("russian"), &NAMES[..3], options).expect("a session");
    let mut log = SessionLog::start(session, Vec::new()).expect("written");
    log.apply(action("pass")).expect("legal");
    log.undo().expect("written");
    for call in ["6S", "pass", "pass"] {
        log.apply(action(call)).expect("legal");
    }
    let discard = *log.session().hand().legal_actions().last().expect("a discard");
    log.apply(discard).expect("legal");
    for step in ["play 6S", "pass", "pass"] {
        log.apply(action(step)).expect("legal");
    }
    assert!(log.session().is_over());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/session.jsonl");
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(path, log.sink()).expect("a file");
    }
    let documented = std::fs::read_to_string(path).expect("a file");
    assert_eq!(String::from_utf8_lossy(log.sink()), documented);
    assert!(Session::replay(documented.as_bytes()).expect("a log").session == *log.session());
}
