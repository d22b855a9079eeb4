//! State of a hand.
use crate::questions::view_input::read_hand_or_view;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::{Cards, Suits};
use crate::hand::{Action, Hand, HandStep, Phase, View};
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType};
use crate::rules::contract::Contract;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Dealer, Gains};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::RecordInput;
use crate::situation::form::form;
use crate::situation::groups::CommonFields;
#[cfg(feature = "schema")]
use crate::tables::schema::values::Tricks;

form! {
    /// Show the state of a hand: its actions so far, the player to act and the legal actions.
    pub struct StateQuestion {
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
        /// Player whose view is the answer: a seat, or D for the dealer who sits out [default: all facts].
        #[cfg_attr(feature = "clap", arg(long, value_name = "F|M|R|D"))]
        pub seat: Option<Dealer>,
    }
}

/// Options of the question `state`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateOptions {
    /// Player whose view is the answer; `None` for all facts of the hand.
    pub seat: Option<Dealer>,
}

/// A hand, and the options of a question about its state.
#[derive(Clone, Debug)]
pub struct StateQuery {
    /// The hand.
    pub hand: Hand,
    /// The options.
    pub options: StateOptions,
}

/// State of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StateAnswer {
    /// Name of the rules.
    pub rules: String,
    /// Seat to act: the one that calls, discards or decides, or whose card is to be played; null when the hand is over.
    pub to_act: Option<Seat>,
    /// Seat that decides: the seat to act, or the whister who plays the cards of both defenders; null when
    /// the hand is over.
    pub player: Option<Seat>,
    /// Phase of the hand.
    pub phase: Phase,
    /// Texts of the legal actions of the player. The list is empty if the question names another seat, since
    /// the actions would show the player's cards.
    pub legal_actions: Vec<Action>,
    /// Texts of the claims that the player can make instead, empty if the question names another seat. Whether a claim
    /// stands is checked when it is made.
    pub claims: Vec<Action>,
    /// Texts of the offers to divide the tricks that the player can make instead, empty if the question names another
    /// seat. The others then accept or refuse.
    pub offers: Vec<Action>,
    /// Number of tricks that each seat has taken.
    #[cfg_attr(feature = "schema", schemars(with = "BySeat<Tricks>"))]
    pub tricks: BySeat<u8>,
    /// Winner of each complete trick; null for a trick that a card of the talon has won.
    pub winners: Vec<Option<Seat>>,
    /// Part of the hand that the seat of the question knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View<Dealer>>,
    /// All facts of the hand, if the question does not name a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<HandFacts>,
    /// Gains of all players and of the pot, which sum to zero; null before the end.
    pub result: Option<Gains>,
}

/// All facts of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HandFacts {
    /// Declarer, or null.
    pub declarer: Option<Seat>,
    /// Contract, or null before the announcement, and if nobody declares.
    pub contract: Option<Contract>,
    /// Seats that take part in the play; none until they are decided, and if no cards are played.
    pub playing: Seats,
    /// Steps so far.
    pub steps: Vec<HandStep>,
    /// Cards that each seat holds. Those of the declarer include the talon that was taken up, and not the cards
    /// laid aside.
    pub hands: BySeat<Cards>,
    /// The two cards of the talon, or the two cards that were laid aside last.
    pub aside: Cards,
    /// Suits in which each seat has shown a void by not following suit.
    pub voids: BySeat<Suits>,
}

impl HandFacts {
    /// The facts of a hand.
    #[must_use]
    pub fn new(hand: &Hand) -> HandFacts {
        HandFacts {
            declarer: hand.declarer(),
            contract: hand.declaration().map(|declaration| declaration.contract),
            playing: hand.position().map_or(Seats::NONE, |position| position.setup().playing),
            steps: hand.steps().to_vec(),
            hands: BySeat::from_fn(|seat| hand.held(seat)),
            aside: hand.deal_after_exchanges().talon(),
            voids: hand.voids(),
        }
    }
}

impl Analyst {
    /// The state of a hand, with all facts or only those that one player knows.
    ///
    /// # Errors
    /// If the view of the dealer who sits out is asked for, and nobody sits out.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// use preference::Analyst;
    /// use preference::questions::state::StateOptions;
    /// let hand = Hand::new(rules, deal, Table::default())?;
    /// let state = Analyst::new().state(&hand, StateOptions::default())?;
    /// assert_eq!(state.to_act, Some(Seat::Forehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, hand: &Hand, options: StateOptions) -> Result<StateAnswer, QuestionError> {
        let view =
            match options.seat {
                None => None,
                Some(viewer) => {
                    let view = hand.view_of(viewer);
                    Some(view.ok_or_else(|| {
                        QuestionError::not_here("seat", "nobody sits out at a table of three")
                    })?)
                }
            };
        let is_player = options.seat.is_none_or(|viewer| hand.player().map(Dealer::Seat) == Some(viewer));
        Ok(StateAnswer {
            rules: hand.rules().label().to_owned(),
            to_act: hand.to_act(),
            player: hand.player(),
            phase: hand.phase(),
            legal_actions: if is_player { hand.legal_actions() } else { Vec::new() },
            claims: if is_player { hand.claims() } else { Vec::new() },
            offers: if is_player { hand.offers() } else { Vec::new() },
            tricks: hand.tricks(),
            winners: hand.trick_winners(),
            facts: view.is_none().then(|| HandFacts::new(hand)),
            view,
            result: hand.result(),
        })
    }
}

impl QuestionType for StateQuestion {
    const NAME: &'static str = "state";
    const EXAMPLE: Example = Example {
        question: r#"{"record":{"deal":"DEAL","rules":"russian","actions":["6D","pass"]}}"#,
        part: "/player",
        shows: r#""R""#,
    };
    const COST: Cost = Cost::Instant;
    const NEEDED_KEYS: &'static [&'static str] = &[];
    type Options = StateQuery;
    type Answer = StateAnswer;

    fn apply_to(self, situation: Situation) -> FormResult<StateQuery> {
        let (hand, viewer) = read_hand_or_view(&situation, self.record, self.view)?;
        let viewer = viewer.map(Dealer::Seat);
        if viewer.is_some() && self.seat.is_some() && viewer != self.seat {
            return Err(QuestionError::not_here("seat", "the view names its own seat"));
        }
        Ok((situation, StateQuery { hand, options: StateOptions { seat: viewer.or(self.seat) } }))
    }

    fn has_deal(_: &Situation, _: &StateQuery) -> bool {
        false
    }

    fn ask(
        analyst: &mut Analyst,
        _: &Situation,
        query: &StateQuery,
    ) -> Result<Vec<StateAnswer>, QuestionError> {
        analyst.state(&query.hand, query.options).map(|answer| vec![answer])
    }
}
