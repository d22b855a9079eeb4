use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom};
use std::time::{Duration, Instant};

use preference_fixtures::effort;

use super::*;
use crate::deal::random;
use crate::position::{PlaySetup, Position};
use crate::rules::play::PlayRules;
use crate::search::board::Board;
use crate::search::endgame::values::index::Index;
use crate::search::endgame::values::index::tests::for_each_ending;
use crate::search::endgame::values::value_table::{DIGIT_WEIGHTS, MAX_VALUE_CARDS};
use crate::search::{Endgames, Solver};
use crate::seat::{BySeat, Seat, Seats};

fn folder_with_table(table: EndgameTableId) -> (tempfile::TempDir, TableFolder) {
    // All values are zero, since true values would take too long to compute.
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = TableFolder::new(dir.path().join("tables"));
    let values = vec![0; table.size_in_bytes() as usize].into_boxed_slice();
    write(&folder, table, &values);
    (dir, folder)
}

fn write(folder: &TableFolder, table: EndgameTableId, values: &[u8]) {
    folder
        .make_ready(table)
        .and_then(|()| folder.store(table, values, || false))
        .expect("the table is written");
}

fn table() -> EndgameTableId {
    EndgameTableId::new(PlayRules::default(), false, false)
}

fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).expect("the file is there");
    file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes)).expect("the file can be written");
}

#[test]
fn stored_table_is_found_listed_and_removed() {
    for table in [table(), table().four_card_values()] {
        let (dir, folder) = folder_with_table(table);
        let bytes = folder.open(table).expect("the file is complete");
        assert_eq!(bytes.as_slice().len() as u64, table.size_in_bytes());
        let listed = folder.list().expect("the folder is there");
        assert_eq!((listed.len(), listed[0].table), (1, table));
        assert!(listed[0].state.is_ok());
        let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder is there").collect();
        assert_eq!(left.len(), 1, "there are other files in the folder");
        assert!(folder.remove(table).expect("the file can be removed"));
        assert!(!folder.remove(table).expect("a missing file is not an error"));
        assert!(matches!(folder.open(table), Err(TableError::Missing)));
        drop(dir);
    }
}

#[test]
fn damage_is_detected() {
    for table in [table(), table().four_card_values()] {
        let (_dir, folder) = folder_with_table(table);
        let path = folder.file_path(table);
        assert!(matches!(folder.verify(table), Err(TableError::WrongValue)), "the values are zeros");
        for place in [0, table.size_in_bytes() / 2, table.size_in_bytes() - 1] {
            overwrite(&path, HEADER_BYTES as u64 + place, &[1]);
            assert!(matches!(folder.open(table), Err(TableError::Damaged)), "{table} {place}");
            overwrite(&path, HEADER_BYTES as u64 + place, &[0]);
            assert!(folder.open(table).is_ok(), "{table} {place}");
        }
        let file = OpenOptions::new().write(true).open(&path).expect("the file is there");
        file.set_len(HEADER_BYTES as u64 + 999).expect("the file can be truncated");
        assert!(matches!(folder.open(table), Err(TableError::WrongSize { .. })));
        overwrite(&path, 8, &7_u32.to_le_bytes());
        assert!(matches!(folder.open(table), Err(TableError::OtherVersion { found: 7 })));
        overwrite(&path, 0, b"x");
        assert!(matches!(folder.open(table), Err(TableError::BadHeader)));
        file.set_len(3).expect("the file can be truncated");
        assert!(matches!(folder.open(table), Err(TableError::BadHeader)));
        assert!(folder.list().expect("the folder is there")[0].state.is_err());
    }
}

#[test]
fn damaged_field_of_header_is_detected() {
    // Changes one byte at a time, in each field of the header except the version: the letters at the start, the number of
    // cards, the size, both checksums and the name.
    for table in [table(), table().four_card_values()] {
        let (_dir, folder) = folder_with_table(table);
        let path = folder.file_path(table);
        let whole = fs::read(&path).expect("the file was written");
        for place in [0, 7, 12, 16, 23, 24, 28, 91, 92, 95] {
            overwrite(&path, place as u64, &[whole[place] ^ 1]);
            assert!(matches!(folder.open(table), Err(TableError::BadHeader)), "{table} {place}");
            overwrite(&path, place as u64, &[whole[place]]);
        }
        assert!(folder.open(table).is_ok());
    }
}

#[test]
fn stored_values_of_four_cards_equal_values_found_on_demand() {
    // Compares values that are read from a file with values that are computed on first use: all of them in two tables
    // without trumps (most and fewest tricks), and by default one in sixteen in a table with trumps.
    let suit = EndgameTableId::new(PlayRules::from_bits(0b00001), true, false);
    let no_trump = EndgameTableId::new(PlayRules::from_bits(0b01010), false, false);
    let misere = EndgameTableId::new(PlayRules::default(), false, true);
    for (table, step) in [(suit, 16_usize.div_ceil(effort())), (no_trump, 1), (misere, 1)] {
        let table = table.four_card_values();
        let dir = tempfile::tempdir().expect("a temporary folder");
        let folder = TableFolder::new(dir.path());
        let bytes = table.complete(&|_| Some(())).expect("the build is not cancelled");
        write(&folder, table, &bytes);
        let (mut board, question) = (table.board(), table.question());
        let stored = Values::from_bytes(
            &board,
            question,
            table.max_cards(),
            folder.open(table).expect("the file is complete"),
        );
        let on_demand = Values::new(&board, question);
        let index = Index::new(0b111, board.trumps != 0, table.max_cards(), false);
        let mut compared = vec![false; index.index_count()];
        for_each_ending(&mut board, table.max_cards(), |board, remaining, tricks| {
            let place = index.index_of(board, remaining, tricks);
            if place % step != 0 || std::mem::replace(&mut compared[place], true) {
                return;
            }
            for leader in 0..3 {
                let value = on_demand.value(board, remaining, leader, tricks);
                assert_eq!(
                    stored.value(board, remaining, leader, tricks),
                    value,
                    "{table} {remaining:x} {leader}"
                );
            }
        });
        assert_eq!(stored.computed_count(), 0);
        // Suits of one class can be exchanged, and only one of their orders has an index in use. At least a sixth of the
        // indices are used.
        let endings = compared.iter().filter(|&&compared| compared).count();
        assert!(endings * step * 6 > compared.len(), "{endings} of {}", compared.len());
    }
}

#[test]
fn header_for_other_size_is_refused() {
    let (_dir, folder) = folder_with_table(table());
    let short = file::header(table(), &[0; 999]);
    overwrite(&folder.file_path(table()), 0, &short);
    assert!(matches!(folder.open(table()), Err(TableError::BadHeader)));
    fs::write(folder.file_path(table()), [&short[..], &[0; 999]].concat()).expect("the file can be written");
    let wanted = HEADER_BYTES as u64 + table().size_in_bytes();
    let message = folder.open(table()).err().map(|error| error.to_string());
    assert_eq!(message, Some(format!("has {} bytes, not {wanted}", HEADER_BYTES + 999)));
}

#[cfg(unix)]
#[test]
fn pipe_or_folder_is_refused_at_once() {
    // Opens a pipe that nobody writes into. If the kind of the file were not checked first, this would block forever.
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = TableFolder::new(dir.path());
    let path = folder.file_path(table());
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo is there");
    assert!(made.success());
    assert!(matches!(folder.open(table()), Err(TableError::NotAFile)));
    assert!(matches!(folder.list().expect("the folder is there")[0].state, Err(TableError::NotAFile)));
    fs::remove_file(&path).and_then(|()| fs::create_dir(&path)).expect("a folder can replace the pipe");
    assert!(matches!(folder.open(table()), Err(TableError::NotAFile)));
}

#[test]
fn table_under_other_name_is_refused() {
    let (_dir, folder) = folder_with_table(table());
    let other = EndgameTableId::new(PlayRules::default(), false, true);
    fs::rename(folder.file_path(table()), folder.file_path(other)).expect("the file can be renamed");
    let message = folder.open(other).err().map(|error| error.to_string());
    assert_eq!(message.as_deref(), Some("holds another table, notrump-most"));
}

#[test]
fn folder_inside_file_is_refused_before_build() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("file");
    fs::write(&file, "").expect("the file can be written");
    let folder = TableFolder::new(file.join("tables"));
    let built = folder.build(table(), |_| panic!("the table is computed although it cannot be stored"));
    assert!(built.is_err());
    assert!(TableFolder::new(dir.path().join("none")).list().expect("no folder, no tables").is_empty());
}

#[test]
fn concurrent_builders_leave_one_whole_table() {
    for table in [table(), table().four_card_values()] {
        let (_dir, folder) = folder_with_table(table);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let values = vec![0; table.size_in_bytes() as usize].into_boxed_slice();
                    write(&folder, table, &values);
                });
            }
            for _ in 0..10 {
                assert!(folder.open(table).is_ok(), "a reader finds an incomplete table");
            }
        });
        assert!(folder.open(table).is_ok());
        assert_eq!(folder.sweep().expect("the folder is there"), 0);
    }
}

fn after_card(position: &Position) -> impl Iterator<Item = Position> + use<> {
    let position = *position;
    position.legal_cards().iter().map(move |card| {
        let mut after = position;
        after.play(card).expect("a legal card");
        after
    })
}

/// The bytes of the table. A solver without tables computes the values of all endings that one trick of this
/// position of six cards can lead to; all other values are zero.
fn values_after_a_trick(position: &Position) -> Box<[u8]> {
    let mut values = vec![0; table().size_in_bytes() as usize].into_boxed_slice();
    let index = Index::new(0b111, false, MAX_VALUE_CARDS, false);
    let (mut board, mut solver) = (Board::new(), Solver::new());
    let after_trick = after_card(position).flat_map(|one| after_card(&one)).flat_map(|two| after_card(&two));
    for after in after_trick {
        let (remaining, _) = board.lay_out(&after);
        let hands = BySeat::from_fn(|seat| after.hand(seat));
        let byte = Seat::ALL.map(|leader| {
            let ending = Position::new(after.setup(), hands, leader, &[]).expect("equal hands");
            solver.max_tricks(&ending, Seats::from_seat(Seat::Forehand)) * DIGIT_WEIGHTS[leader.index()]
        });
        values[index.index_of(&board, remaining, MAX_VALUE_CARDS)] = byte.into_iter().sum();
    }
    values
}

/// Makes the solver forget earlier positions. Returns the value of a position, and the number of positions at the start
/// of a trick that the solver visits to find it.
fn value_and_visits(solver: &mut Solver, position: &Position) -> (u8, u64) {
    let before = solver.nodes();
    solver.forget();
    (solver.max_tricks(position, Seats::from_seat(Seat::Forehand)), solver.nodes() - before)
}

#[test]
fn solver_uses_stored_table() {
    let seed = 4_000_000;
    let pack = random::shuffled_pack(&mut random::generator(seed));
    let hands = BySeat::from_fn(|seat| pack[6 * seat.index()..][..6].iter().copied().collect());
    let setup = PlaySetup {
        play_rules: PlayRules::default(),
        trump: None,
        declarer: Some(Seat::Forehand),
        playing: Seats::ALL,
    };
    let position = Position::new(setup, hands, Seat::Forehand, &[]).expect("equal hands");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = TableFolder::new(dir.path());
    write(&folder, table(), &values_after_a_trick(&position));
    let endgames = || Endgames::in_folder(folder.clone(), |table, error| panic!("the table {table} {error}"));
    let (value, nodes) = value_and_visits(&mut Solver::new(), &position);
    let loaded = endgames();
    assert!(loaded.load(table()), "the table is not loaded");
    let (with_table, fewer) = value_and_visits(&mut Solver::with_endgames(loaded), &position);
    assert_eq!(with_table, value, "seed {seed}");
    assert!(0 < fewer && fewer < nodes, "seed {seed}: {fewer} of {nodes} nodes with the table");
    // After more questions the table is loaded automatically.
    let mut solver = Solver::with_endgames(endgames());
    assert_eq!(
        value_and_visits(&mut solver, &position),
        (value, nodes),
        "seed {seed}: the table is read too early"
    );
    let begun = Instant::now();
    while value_and_visits(&mut solver, &position) != (value, fewer) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the table is never read");
    }
}

#[test]
fn tables_of_other_versions_are_swept() {
    let (_dir, folder) = folder_with_table(table());
    let other = [
        format!("{}.endgame", table()),
        format!("{}.1.endgame", table()),
        format!("suit-floor.{VERSION}.endgame"),
        format!("{TEMPORARY_PREFIX}x"),
    ];
    for name in &other {
        fs::write(folder.path().join(name), "").expect("the file can be written");
    }
    fs::write(folder.path().join("notes.txt"), "").expect("the file can be written");
    assert_eq!(folder.list().expect("the folder is there").len(), 1);
    assert_eq!(folder.sweep().expect("the files can be removed"), other.len());
    assert_eq!(folder.strays().expect("the folder is there"), Vec::<PathBuf>::new());
    assert!(folder.open(table()).is_ok() && folder.path().join("notes.txt").exists());
}

#[test]
fn old_unfinished_files_are_removed() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(100_000);
    for (name, age) in [(".building-old", Some(long_ago)), (".building-new", None), ("notes", Some(long_ago))]
    {
        let file = fs::File::create(dir.path().join(name)).expect("the file can be written");
        age.map_or(Ok(()), |age| file.set_modified(age)).expect("the time can be set");
    }
    TableFolder::new(dir.path()).sweep_old();
    let mut left = files(dir.path());
    left.sort();
    assert_eq!(left, [".building-new", "notes"]);
}

#[test]
fn stopped_write_leaves_no_file() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = TableFolder::new(dir.path());
    let values = vec![0; table().size_in_bytes() as usize];
    // Stops the write before the first piece, before the fifth, and after the last.
    for pieces in [0, 4, (HEADER_BYTES + values.len()).div_ceil(PIECE_BYTES)] {
        let asked = std::cell::Cell::new(0);
        let stopped = || asked.replace(asked.get() + 1) >= pieces;
        assert!(folder.store(table(), &values, stopped).is_err(), "stopped after {pieces}");
        assert_eq!(files(dir.path()), Vec::<String>::new());
    }
}

fn files(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn list_names_fault_that_verification_found() {
    let table = table();
    let (_dir, folder) = folder_with_table(table);
    let fault = || {
        let stored = folder.list().expect("the folder is there").remove(0);
        assert!(!stored.is_verified);
        stored.state.err().map(|error| format!("{error:?}"))
    };
    assert_eq!(fault(), None);
    assert!(folder.verify(table).is_err(), "the values are zeros");
    assert_eq!(fault().as_deref(), Some("WrongValue"));
    // A file that has changed since is not known to have the fault.
    let path = folder.file_path(table);
    let place = HEADER_BYTES as u64 + 5;
    let byte = fs::read(&path).expect("the file was written")[place as usize];
    overwrite(&path, place, &[byte ^ 1]);
    assert_eq!(fault(), None);
    assert!(folder.verify(table).is_err());
    assert_eq!(fault().as_deref(), Some("Damaged"));
    overwrite(&path, place, &[byte]);
    assert_eq!(fault(), None);
}
