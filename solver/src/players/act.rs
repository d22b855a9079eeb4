//! The question `act`: the action that a built-in player chooses in a hand.

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::hand::{Action, Hand, Phase};
use crate::players::player_kind::PlayerKind;
use crate::questions::question_type::{Example, FormResult, QuestionType};
use crate::questions::record::hand_over_error;
use crate::questions::view_input::read_hand_of_player;
use crate::seat::Seat;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{RandomSeed, RecordInput};
use crate::situation::form::form;
use crate::situation::groups::CommonFields;

form! {
    /// Show the action that a built-in player chooses next in a hand.
    pub struct ActQuestion {
        /// Rules and time limit. The rules are used only if the record names none.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Record of the hand: an object with deal, table and actions, or the record that review reads; as an
        /// argument also a file that contains it.
        #[cfg_attr(feature = "clap", arg(value_name = "FILE|JSON"))]
        pub record: Option<RecordInput>,
        /// Instead of a record, what one seat knows: an object with seat, dealt, the actions, and the cards that were
        /// shown; the hidden cards are not needed. As a flag also a file that contains it.
        #[cfg_attr(feature = "clap", arg(long, value_name = "FILE|JSON"))]
        pub view: Option<RecordInput>,
        /// Player that chooses [default: beginner].
        #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "NAME"))]
        pub player: Option<PlayerKind>,
        /// Random seed of the player.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub seed: Option<RandomSeed>,
    }
}

/// Options of the question `act`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActOptions {
    /// Player that chooses.
    pub player: PlayerKind,
    /// Random seed of the player.
    pub seed: u64,
}

/// A hand, and the options of a question about its next action.
#[derive(Clone, Debug)]
pub struct ActQuery {
    /// The hand.
    pub hand: Hand,
    /// The player and its seed.
    pub options: ActOptions,
}

/// Action that a built-in player chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ActAnswer {
    /// Name of the rules.
    pub rules: String,
    /// Seat to act: the one that calls, discards or decides, or whose card is to be played.
    pub to_act: Seat,
    /// Seat that decides, whose view the player sees: the seat to act, or the whister who plays the cards of both
    /// defenders.
    pub seat: Seat,
    /// Phase of the hand.
    pub phase: Phase,
    /// Action that the player chooses.
    pub action: Action,
}

impl Analyst {
    /// The action that a built-in player chooses for the seat that decides.
    ///
    /// ```
    /// use preference::hand::{Hand, Table};
    /// use preference::players::{ActOptions, PlayerKind};
    /// use preference::{Analyst, Deal, Seat, Variant};
    /// let rules: Variant = "russian".parse()?;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let hand = Hand::new(rules, deal, Table::default())?;
    /// let beginner = ActOptions { player: PlayerKind::Beginner, seed: 1 };
    /// let answer = Analyst::new().act(&hand, beginner)?;
    /// assert_eq!((answer.seat, answer.action.to_string().as_str()), (Seat::Forehand, "6S"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn act(&self, hand: &Hand, options: ActOptions) -> Result<ActAnswer, QuestionError> {
        let Some((to_act, seat)) = hand.to_act().zip(hand.player()) else {
            return Err(hand_over_error());
        };
        let mut player = options.player.build_player(options.seed);
        Ok(ActAnswer {
            rules: hand.rules().label().to_owned(),
            to_act,
            seat,
            phase: hand.phase(),
            action: player.choose(&hand.view(seat), &hand.legal_actions()),
        })
    }
}

impl QuestionType for ActQuestion {
    const NAME: &'static str = "act";
    const EXAMPLE: Example = Example {
        question: r#"{"record":{"deal":"DEAL","rules":"russian","actions":["6D","pass"]},"player":"beginner"}"#,
        part: "/action",
        shows: r#""pass""#,
    };
    const NEEDED_KEYS: &'static [&'static str] = &[];
    type Options = ActQuery;
    type Answer = ActAnswer;

    fn apply_to(self, situation: Situation) -> FormResult<ActQuery> {
        let hand = read_hand_of_player(&situation, self.record, self.view)?;
        let options = ActOptions {
            player: self.player.unwrap_or(PlayerKind::Beginner),
            seed: self.seed.map_or(1, RandomSeed::get),
        };
        Ok((situation, ActQuery { hand, options }))
    }

    fn has_deal(_: &Situation, _: &ActQuery) -> bool {
        false
    }

    fn ask(analyst: &mut Analyst, _: &Situation, query: &ActQuery) -> Result<Vec<ActAnswer>, QuestionError> {
        analyst.act(&query.hand, query.options).map(|answer| vec![answer])
    }
}
