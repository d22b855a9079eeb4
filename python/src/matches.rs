//! Matches between built-in players and players in Python.

use std::collections::HashMap;

use preference::hand::{Action, View};
use preference::players::{
    ExternalPlayers, Match, MatchOptions, MatchTally, Participant, PlayedHand, PlayerKind, ReplacementCause,
    SeatedGains,
};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::hand::{NativeView, read_rules};
use crate::table::value_error;

/// Match of three players.
#[pyclass]
pub(crate) struct NativeMatch {
    game: Match,
    tally: MatchTally,
    choosers: HashMap<String, Py<PyAny>>,
}

/// The players in Python. Each is called with a view and the legal actions, and returns an action; it returns an
/// exception if it has failed, and raises one that is to end the match.
struct PythonPlayers<'a> {
    choosers: &'a HashMap<String, Py<PyAny>>,
    error: Option<PyErr>,
}

impl ExternalPlayers for PythonPlayers<'_> {
    fn choose(&mut self, name: &str, view: &View, legal: &[Action]) -> Result<Action, ReplacementCause> {
        // After an error the hand is played to its end without the players, and then thrown away.
        if self.error.is_some() {
            return Err(ReplacementCause::Crash);
        }
        Python::attach(|py| {
            let asked = || {
                let view = NativeView::new_for_player(view.clone(), legal.to_vec());
                let texts: Vec<String> = legal.iter().map(Action::to_string).collect();
                self.choosers[name].bind(py).call1((view, texts))
            };
            let answer = match asked() {
                Ok(answer) => answer,
                Err(error) => {
                    self.error = Some(error);
                    return Err(ReplacementCause::Crash);
                }
            };
            if answer.is_instance_of::<PyException>() {
                return Err(ReplacementCause::Crash);
            }
            let action = answer.extract::<String>().ok().and_then(|action| action.parse().ok());
            action.ok_or(ReplacementCause::Unreadable)
        })
    }
}

#[pymethods]
impl NativeMatch {
    /// Starts a match. Names that are not among those of `choosers` are built-in players. `rules` is JSON.
    #[new]
    fn new(
        players: [String; 3],
        choosers: HashMap<String, Py<PyAny>>,
        rules: &str,
        duplicate: bool,
        seed: u64,
    ) -> PyResult<NativeMatch> {
        for name in players.iter().filter(|name| !choosers.contains_key(*name)) {
            name.parse::<PlayerKind>().map_err(value_error)?;
        }
        let players = players.map(Participant::from);
        let options = MatchOptions { players, is_duplicate: duplicate, seed };
        let game = Match::new(read_rules(rules)?, options).map_err(value_error)?;
        let tally = MatchTally::new(&game);
        Ok(NativeMatch { game, tally, choosers })
    }

    /// Returns the number of hands that are played with each deal.
    fn hands_per_deal(&self) -> u64 {
        self.game.hands_per_deal()
    }

    /// Plays the next deal. Returns the records of its hands, and the number of actions.
    fn play_deal(&mut self, py: Python<'_>) -> PyResult<(Vec<String>, usize)> {
        let mut external = PythonPlayers { choosers: &self.choosers, error: None };
        let (game, number) = (&self.game, self.tally.deals());
        let hands: Vec<PlayedHand> = py.detach(|| game.play_deal_with(number, &mut external));
        if let Some(error) = external.error {
            return Err(error);
        }
        let gains: Vec<SeatedGains> = hands.iter().map(SeatedGains::from).collect();
        self.tally.add_deal(&gains);
        let records: Result<Vec<String>, _> =
            hands.iter().map(|hand| serde_json::to_string(&self.game.record(hand))).collect();
        let actions = hands.iter().map(|hand| hand.hand.steps().len()).sum();
        Ok((records.map_err(value_error)?, actions))
    }

    /// Returns the result of the deals so far as JSON.
    fn answer(&self) -> PyResult<String> {
        serde_json::to_string(&self.tally.answer()).map_err(value_error)
    }
}
