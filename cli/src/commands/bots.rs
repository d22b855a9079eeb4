//! Players of a match that are commands.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use preference::hand::{Action, View};
use preference::players::{ActQuestion, ExternalPlayers, Participant, ReplacementCause};
use preference::questions::question_type::QuestionType;
use preference::search::Stop;
use serde::Serialize;

use super::bot_process::BotProcess;

/// Beginning of the name of a player that is a command.
const COMMAND_PREFIX: &str = "cmd:";

pub(crate) fn parse_participant(text: &str) -> Result<Participant, String> {
    let text = text.trim();
    match text.strip_prefix(COMMAND_PREFIX) {
        None => text.parse().map(Participant::BuiltIn).map_err(|error| {
            format!("{error}; a command is written {COMMAND_PREFIX}COMMAND, such as 'cmd:python3 bot.py'")
        }),
        Some(command) if words(command).is_empty() => {
            Err("write a command such as 'cmd:python3 bot.py', with each quote closed".to_owned())
        }
        Some(_) => Ok(Participant::new(text)),
    }
}

/// None if a quote is not closed.
fn words(command: &str) -> Vec<String> {
    shlex::split(command).unwrap_or_default()
}

/// A question to a command.
#[derive(Serialize)]
struct ActionQuestion<'a> {
    id: u64,
    ask: &'static str,
    view: QuestionView<'a>,
}

#[derive(Serialize)]
struct QuestionView<'a> {
    #[serde(flatten)]
    view: &'a View,
    legal_actions: &'a [Action],
}

/// The processes of one thread, by the names of their players.
pub(crate) struct Bots {
    processes: BTreeMap<String, BotProcess>,
    move_time: Duration,
    stop: Stop,
    /// Why a command cannot be started, for all threads.
    start_error: Arc<OnceLock<String>>,
}

impl Bots {
    pub(crate) fn new(move_time: Duration, stop: Stop, start_error: Arc<OnceLock<String>>) -> Bots {
        Bots { processes: BTreeMap::new(), move_time, stop, start_error }
    }

    fn process(&mut self, name: &str) -> Option<&mut BotProcess> {
        if !self.processes.contains_key(name) {
            let words = words(name.strip_prefix(COMMAND_PREFIX).unwrap_or(name));
            match BotProcess::start(&words, &self.stop) {
                Ok(process) => {
                    self.processes.insert(name.to_owned(), process);
                }
                Err(error) => {
                    let program = words.first().map_or("", String::as_str);
                    let _ = self.start_error.set(format!("--player {name}: cannot start {program}: {error}"));
                }
            }
        }
        self.processes.get_mut(name)
    }
}

impl ExternalPlayers for Bots {
    fn begin_hand(&mut self) {
        self.processes.retain(|_, process| !process.is_lost());
    }

    fn choose(&mut self, name: &str, view: &View, legal: &[Action]) -> Result<Action, ReplacementCause> {
        if self.stop.is_stopped() || self.start_error.get().is_some() {
            return Err(ReplacementCause::Crash);
        }
        let time = self.move_time;
        let Some(process) = self.process(name) else { return Err(ReplacementCause::Crash) };
        let question = |id| {
            let view = QuestionView { view, legal_actions: legal };
            serde_json::to_string(&ActionQuestion { id, ask: ActQuestion::NAME, view })
                .expect("a view has a JSON form")
        };
        process.ask(question, time)
    }
}
