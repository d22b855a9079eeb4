use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::*;
use crate::rules::play::PlayRules;
use crate::search::endgame::store::cache::Effort;
use crate::search::endgame::store::files::background::READ_THRESHOLDS;

fn wait_for_build(begun: Instant) {
    assert!(begun.elapsed() < Duration::from_secs(60), "the table is never built");
    std::thread::sleep(Duration::from_millis(5));
}

#[test]
fn table_is_built_once_it_pays_off() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (sender, stored) = mpsc::channel();
    let endgames =
        Endgames::in_folder(TableFolder::new(dir.path()), |table, error| panic!("{table} {error}"));
    let table = || EndgameTableId::new(PlayRules::default(), false, false);
    let files = || TableFolder::new(dir.path()).list().expect("the folder is there").len();
    endgames
        .build_when_worthwhile(1_000_000_000, move |table| sender.send(table).expect("the receiver exists"));
    let (board, question) = (table().board(), table().question());
    let visited = |visited| endgames.get(&board, question, Effort { asked: 1, visited });
    let complete = || visited(0).values.is_complete();
    visited(1000);
    assert!(!complete() && files() == 0, "a table is built although it is not worthwhile");
    let begun = Instant::now();
    visited(0).values.count_computed(1_000_000);
    while !complete() {
        wait_for_build(begun);
    }
    assert_eq!(stored.recv(), Ok(table().four_card_values()));
    assert_eq!(files(), 1);
    while !endgames.0.cache.has_table(table()) {
        visited(30_000_000);
        wait_for_build(begun);
    }
    assert_eq!(stored.recv(), Ok(table()));
    for table in [table(), table().four_card_values()] {
        assert!(TableFolder::new(dir.path()).verify(table).is_ok(), "{table}");
    }
    endgames.stop();
}

fn reads_values_of_four_cards(endgames: &Endgames, table: EndgameTableId) -> bool {
    let get = |asked| endgames.get(&table.board(), table.question(), Effort { asked, visited: 0 }).values;
    let (threshold, _) = READ_THRESHOLDS[0];
    assert!(!get(threshold - 1).is_complete() && !get(0).is_complete(), "a short run reads the file");
    get(1);
    let begun = Instant::now();
    while !get(0).is_complete() && begun.elapsed() < Duration::from_millis(500) {
        std::thread::sleep(Duration::from_millis(1));
    }
    get(0).is_complete()
}

#[test]
fn later_run_reads_values_of_four_cards_or_reports_damage() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = || TableFolder::new(dir.path());
    let table = EndgameTableId::new(PlayRules::default(), false, true);
    let (sender, reports) = mpsc::channel();
    let endgames = || {
        let sender = sender.clone();
        Endgames::in_folder(folder(), move |table, error| {
            sender.send(format!("{table} {error}")).expect("the receiver exists");
        })
    };
    assert!(!reads_values_of_four_cards(&endgames(), table), "there is no file");
    folder().build(table.four_card_values(), |_| {}).expect("the table is written");
    assert!(reads_values_of_four_cards(&endgames(), table));
    assert!(reports.try_recv().is_err());
    let file = folder().file_path(table.four_card_values());
    let mut bytes = std::fs::read(&file).expect("the file was built");
    bytes[500_000] ^= 1;
    std::fs::write(&file, bytes).expect("the file can be written");
    assert!(!reads_values_of_four_cards(&endgames(), table), "a damaged file is used");
    let report = reports.try_recv();
    assert_eq!(report.as_deref(), Ok("notrump-fewest-four is damaged: the checksum is wrong"));
}

#[test]
fn short_run_does_not_report_unreadable_folder() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let folder = TableFolder::new(file.path().join("tables"));
    let endgames = Endgames::in_folder(folder, |table, error| panic!("{table} {error}"));
    assert!(!reads_values_of_four_cards(&endgames, EndgameTableId::new(PlayRules::default(), false, false)));
}
