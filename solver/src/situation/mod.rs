//! What is given of a hand, in one type: the rules, the cards, and as far as they apply what was
//! called, declared, laid aside, said and played.
//!
//! Questions are about a [`Situation`]. It is made from parts that are right by themselves, in
//! Rust, from flags or from JSON; what they make together is checked where it is asked for
//! ([`Situation::play`] for instance), and what is missing or wrong is told by the field's name.

mod checked;
mod effect;
pub(crate) mod error;
pub mod field_types;
pub(crate) mod fields;
mod given;
pub mod groups;
pub(crate) mod json;
pub(crate) mod play;
pub mod ppn;
pub(crate) mod read;
mod written;

use std::sync::Arc;

use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declared};
use crate::rules::variant::Variant;
use crate::seat::{Seat, Seats};
use crate::settlement::Hand;
pub use error::{Code, Field, Problem, QuestionError};
pub use fields::Fields;
pub use given::{CardsInput, Leader, LeaderError};
pub use play::{Play, Stands, Taken, TricksTaken};

/// What is given of a hand.
///
/// ```
/// use preference::deal::Deal;
/// use preference::rules::{Contract, Variant};
/// use preference::seat::Seat;
/// use preference::situation::Situation;
/// let rules: Variant = "austrian".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let hand = Situation::new(rules, deal).by(Seat::Forehand).contract("D".parse::<Contract>()?);
/// assert_eq!(hand.play()?.position().to_move(), Seat::Forehand);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Situation {
    rules: Arc<Variant>,
    cards: CardsInput,
    declarer: Option<Seat>,
    contract: Option<Contract>,
    all_passed: bool,
    from_hand: bool,
    leader: Option<Leader>,
    calls: Vec<Call>,
    discard: Option<Cards>,
    /// What was said, the pot; its contract and its talon are filled in when it is asked for.
    hand: Hand,
    talon_order: Vec<Card>,
    trick: Vec<Card>,
    taken: Taken,
    played: Vec<Card>,
    winners: Vec<Seat>,
}

/// What is given, part by part.
impl Situation {
    /// These cards under these rules, with nothing said yet.
    #[must_use]
    pub fn new(rules: impl Into<Arc<Variant>>, cards: impl Into<CardsInput>) -> Situation {
        Situation {
            rules: rules.into(),
            cards: cards.into(),
            declarer: None,
            contract: None,
            all_passed: false,
            from_hand: false,
            leader: None,
            calls: Vec::new(),
            discard: None,
            hand: Hand::all_passed(),
            talon_order: Vec::new(),
            trick: Vec::new(),
            taken: Taken::default(),
            played: Vec::new(),
            winners: Vec::new(),
        }
    }

    /// The same with other cards.
    #[must_use]
    pub fn with_cards(&self, cards: impl Into<CardsInput>) -> Situation {
        Situation { cards: cards.into(), ..self.clone() }
    }

    /// Returns the situation with the cards as they lie after an exchange: the talon of the deal is what
    /// was laid aside.
    pub(crate) fn with_exchanged(&self, deal: Deal) -> Situation {
        Situation { discard: None, ..self.with_cards(deal) }
    }

    /// The same with this declarer.
    #[must_use]
    pub fn by(self, declarer: Seat) -> Situation {
        Situation { declarer: Some(declarer), ..self }
    }

    /// The same with this contract.
    #[must_use]
    pub fn contract(self, contract: Contract) -> Situation {
        Situation { contract: Some(contract), all_passed: false, ..self }
    }

    /// The same with what is declared.
    #[must_use]
    pub fn declared(self, game: Declared) -> Situation {
        Situation { from_hand: game.from_hand, ..self.by(game.declarer).contract(game.contract) }
    }

    /// The same played from the hand.
    #[must_use]
    pub fn from_hand(self) -> Situation {
        Situation { from_hand: true, ..self }
    }

    /// The same when all have passed and everybody plays for themselves.
    #[must_use]
    pub fn all_passed(self) -> Situation {
        Situation { all_passed: true, contract: None, declarer: None, ..self }
    }

    /// The same after these calls, those who passed left out.
    #[must_use]
    pub fn called(self, calls: Vec<Call>) -> Situation {
        Situation { calls, ..self }
    }

    /// The same with these two cards laid aside.
    #[must_use]
    pub fn laid_aside(self, discard: Cards) -> Situation {
        Situation { discard: Some(discard), ..self }
    }

    /// The same with what was said since the auction, the pot and marks; the contract comes from
    /// the situation.
    #[must_use]
    pub fn said(self, hand: Hand) -> Situation {
        Situation { hand: Hand { game: None, ..hand }, ..self }
    }

    /// The same with this leader of the first trick, or of the trick under way.
    #[must_use]
    pub fn led_by(self, leader: Leader) -> Situation {
        Situation { leader: Some(leader), ..self }
    }

    /// The same after these cards from the first lead on; they are still in the hands.
    #[must_use]
    pub fn played(self, played: Vec<Card>) -> Situation {
        Situation { played, ..self }
    }

    /// The same in the middle of a trick; its cards are no longer in the hands.
    #[must_use]
    pub fn trick(self, trick: Vec<Card>) -> Situation {
        Situation { trick, ..self }
    }

    /// The same with tricks taken before.
    #[must_use]
    pub fn taken(self, taken: impl Into<Taken>) -> Situation {
        Situation { taken: taken.into(), ..self }
    }

    /// The same with the talon's cards leading in this order when all have passed.
    #[must_use]
    pub fn talon_order(self, talon_order: Vec<Card>) -> Situation {
        Situation { talon_order, ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Variant {
        &self.rules
    }

    /// The cards as they are given.
    #[must_use]
    pub fn cards(&self) -> &CardsInput {
        &self.cards
    }

    /// The calls in turn, those who passed left out.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The cards played, from the first lead on.
    #[must_use]
    pub fn cards_played(&self) -> &[Card] {
        &self.played
    }

    /// Who took each trick, where a record says so.
    #[must_use]
    pub fn winners(&self) -> &[Seat] {
        &self.winners
    }

    /// The two cards laid aside, if it is said.
    #[must_use]
    pub fn discard(&self) -> Option<Cards> {
        self.discard
    }

    /// Who declares, if it is said.
    #[must_use]
    pub fn declarer_if_any(&self) -> Option<Seat> {
        self.declarer
    }

    /// Whether all have passed.
    #[must_use]
    pub fn is_all_passed(&self) -> bool {
        self.all_passed
    }

    /// Whether the game is played from the hand.
    #[must_use]
    pub fn is_from_hand(&self) -> bool {
        self.from_hand
    }

    /// The seat that leads to the first trick of this contract when these seats play: the one that
    /// was named, or the one that the rules say.
    #[must_use]
    pub fn leader(&self, game: Declared, playing: Seats) -> Seat {
        let Declared { contract, declarer, .. } = game;
        let named = self.leader.map(|leader| leader.seat(declarer, playing));
        named.unwrap_or_else(|| self.rules.leader(contract, declarer, playing))
    }

    /// Returns whether the declarer has a present row of tricks.
    pub(crate) fn has_row(&self) -> bool {
        self.taken.run > Some(0)
    }

    /// Who dropped out.
    #[must_use]
    pub fn out(&self) -> Seats {
        self.hand.out
    }

    /// What is declared, if all of it is said.
    #[must_use]
    pub fn game(&self) -> Option<Declared> {
        let (declarer, contract) = self.declarer.zip(self.contract)?;
        Some(Declared { contract, declarer, from_hand: self.from_hand })
    }

    /// The hand as it stands before its play: what is declared and said, with the talon.
    #[must_use]
    pub fn hand(&self) -> Hand {
        let mut hand = Hand { game: self.game(), ..self.hand.clone() };
        if let (true, CardsInput::Deal(deal)) = (hand.talon.is_empty(), &self.cards) {
            hand.talon = deal.talon();
        }
        if let CardsInput::Ending(layout) = &self.cards {
            hand.out |= Seats::ALL - layout.present();
        }
        hand
    }
}
