//! `pref man`: the manual.

use std::io::{self, Write};

use clap::Command;

use crate::failure::Failure;

/// Sections of the manual after the options.
const SECTIONS: &str = "\
.SH EXIT STATUS
.TP
0
Everything was answered, or the reader of the output stopped reading.
.TP
1
Something failed: a file cannot be read, the disk is full, a table is damaged.
.TP
2
The input is wrong: options, deals, calls, or a file of house rules. One line on standard error \
says what is wrong.
.TP
3
A batch is complete, but some of its records have no answer.
.TP
130
Ctrl-C has ended the program. One line on standard error says how to continue a batch.
.SH ENVIRONMENT
.TP
PREF_TABLES
The folder of the endgame tables.
.TP
PREF_TABLES_LIMIT
The number of megabytes that all tables together may take: a long run builds no table beyond \
this limit. --tables-limit overrides it. The default is 1000.
.TP
XDG_CACHE_HOME
The folder of the user's caches, on Linux. The default is ~/.cache.
.TP
NO_COLOR, CLICOLOR, CLICOLOR_FORCE
Whether colour is used if --color is not given.
.TP
COLUMNS
The width of answers and help if the output is not a terminal. The default is 80.
.SH FILES
.TP
~/.cache/preference/tables
The endgame tables, on Linux, unless PREF_TABLES names another folder. 'pref tables path' prints \
the folder.
";

pub(crate) fn run(mut command: Command) -> Result<(), Failure> {
    command.build();
    let mut pages = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut pages)?;
    pages.extend_from_slice(SECTIONS.as_bytes());
    for command in command.get_subcommands() {
        page(command, &mut pages)?;
    }
    Ok(io::stdout().write_all(&unfill_examples(&String::from_utf8_lossy(&pages)))?)
}

fn page(command: &Command, pages: &mut Vec<u8>) -> io::Result<()> {
    if command.get_name() == "help" {
        return Ok(());
    }
    clap_mangen::Man::new(command.clone()).render(pages)?;
    command.get_subcommands().try_for_each(|command| page(command, pages))
}

/// Lines that begin with a blank are examples: they are not joined or broken.
fn unfill_examples(pages: &str) -> Vec<u8> {
    let (mut written, mut inside) = (String::new(), false);
    for line in pages.lines() {
        if line.starts_with(' ') != inside {
            inside = !inside;
            written += if inside { ".nf\n" } else { ".fi\n" };
        }
        written += line;
        written.push('\n');
    }
    written.into_bytes()
}
