//! The known facts of a hand: rules, cards and, as far as they apply, calls, contract, discard, decisions and cards
//! played.
//!
//! Each part of a [`Situation`] is valid by itself. Methods that need several parts, such as [`Situation::play`], check
//! whether they fit together; their errors name the field that is missing or wrong.

mod cards_input;
pub(crate) mod error;
pub mod field_types;
pub(crate) mod fields;
pub mod form;
pub mod groups;
mod ignored_fields;
pub(crate) mod json;
mod output;
pub(crate) mod parsing;
pub(crate) mod play;
pub mod ppn;
pub mod totals;
mod validation;

use std::sync::Arc;

use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::call::Call;
use crate::rules::choice::Choice;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::play::Lead;
use crate::rules::variant::Variant;
use crate::seat::{Seat, Seats};
use crate::settlement::{HandDecisions, HandTerms};
pub use cards_input::{CardsInput, Leader, LeaderError};
pub use error::{ErrorCode, Field, Problem, QuestionError};
pub use fields::Fields;
pub use play::{Play, PlayState, TricksTaken, TricksTakenError};

/// The known facts of a hand.
///
/// ```
/// use preference::deal::Deal;
/// use preference::rules::{Contract, Variant};
/// use preference::seat::Seat;
/// use preference::situation::Situation;
/// let rules: Variant = "austrian".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("D".parse::<Contract>()?);
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
    /// [`Situation::hand`] fills in the talon and the seats without cards.
    decisions: HandDecisions,
    /// Choices of the decisions so far, if their order is known.
    choices: Option<Vec<Choice>>,
    talon_order: Vec<Card>,
    trick: Vec<Card>,
    taken: TricksTaken,
    played: Vec<Card>,
    winners: Vec<Seat>,
}

/// Setters and getters of the parts of a situation.
impl Situation {
    /// The situation with these cards under these rules, before the first call.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal);
    /// assert_eq!(hand.rules().label(), "russian");
    /// assert!(hand.calls().is_empty() && hand.declarer_if_any().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
            decisions: HandDecisions::default(),
            choices: None,
            talon_order: Vec::new(),
            trick: Vec::new(),
            taken: TricksTaken::default(),
            played: Vec::new(),
            winners: Vec::new(),
        }
    }

    /// The same facts about other cards.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let other: Deal = "F:KJ987.A.AJ7.T T.JT.KQT.KJ97 AQ.KQ987.8.AQ ..9.8".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_cards(other);
    /// assert_eq!((hand.deal()?, hand.declarer()?), (other, Seat::Forehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_cards(&self, cards: impl Into<CardsInput>) -> Situation {
        Situation { cards: cards.into(), ..self.clone() }
    }

    /// The talon of `deal` consists of the two cards laid aside.
    pub(crate) fn with_exchanged(&self, deal: Deal) -> Situation {
        Situation { discard: None, ..self.with_cards(deal) }
    }

    /// Sets the declarer.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Rearhand);
    /// assert_eq!(hand.declarers()?, [Seat::Rearhand]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_declarer(self, declarer: Seat) -> Situation {
        Situation { declarer: Some(declarer), ..self }
    }

    /// Sets the contract.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("6D".parse::<Contract>()?);
    /// assert_eq!(hand.declaration()?.contract, "6D".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_contract(self, contract: Contract) -> Situation {
        Situation { contract: Some(contract), all_passed: false, ..self }
    }

    /// Sets the contract, the declarer, and whether the game is played from the hand.
    #[must_use]
    pub fn with_declaration(self, declaration: Declaration) -> Situation {
        Situation {
            from_hand: declaration.from_hand,
            ..self.with_declarer(declaration.declarer).with_contract(declaration.contract)
        }
    }

    /// Marks the game as played from the hand.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_play_from_hand();
    /// // Nothing is laid aside, so a discard is a mistake.
    /// assert!(hand.with_discard("H9 C7".parse()?).deal_in_play().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_play_from_hand(self) -> Situation {
        Situation { from_hand: true, ..self }
    }

    /// Marks the hand as passed out, so that everybody plays for themselves.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_all_passed();
    /// assert!(hand.is_all_passed() && hand.declarer().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_all_passed(self) -> Situation {
        Situation { all_passed: true, contract: None, declarer: None, ..self }
    }

    /// Sets the calls in turn order. Seats that have passed have no further turns.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// use preference::rules::Call;
    /// let calls: Vec<Call> = vec!["pass".parse()?, "6S".parse()?];
    /// let hand = Situation::new(rules, deal).with_calls(calls);
    /// let (auction, said) = hand.auction()?;
    /// assert_eq!((said[1].0, auction.to_call()), (Seat::Middlehand, Seat::Rearhand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_calls(self, calls: Vec<Call>) -> Situation {
        Situation { calls, ..self }
    }

    /// Sets the two cards that the declarer laid aside.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_discard("H9 C7".parse()?);
    /// assert_eq!(hand.deal_in_play()?.talon(), "H9 C7".parse()?);
    /// assert_eq!(hand.deal()?.talon(), "D7 CK".parse()?, "as it was dealt");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_discard(self, discard: Cards) -> Situation {
        Situation { discard: Some(discard), ..self }
    }

    pub(crate) fn without_discard(self) -> Situation {
        Situation { discard: None, ..self }
    }

    /// Sets the decisions since the auction, the pot and the marks.
    #[must_use]
    pub fn with_decisions(self, decisions: HandDecisions) -> Situation {
        // Choices that were known led to other decisions.
        Situation { decisions, choices: None, ..self }
    }

    /// Sets the leader to the first trick or, if cards of a trick in progress are given, the leader to that trick.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// use preference::situation::Leader;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("6D".parse::<Contract>()?);
    /// assert_eq!(hand.leader(hand.declaration()?, Seats::ALL), Seat::Forehand);
    /// let hand = hand.with_leader(Leader::Seat(Seat::Rearhand));
    /// assert_eq!(hand.play()?.position().to_move(), Seat::Rearhand);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_leader(self, leader: Leader) -> Situation {
        Situation { leader: Some(leader), ..self }
    }

    /// Sets the cards played, from the first lead on. The hands still contain them.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("6D".parse::<Contract>()?);
    /// let hand = hand.with_cards_played(vec!["DA".parse()?]);
    /// assert_eq!(hand.play()?.position().to_move(), Seat::Middlehand);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_cards_played(self, played: Vec<Card>) -> Situation {
        Situation { played, ..self }
    }

    /// Sets the cards of the trick in progress, the lead first. The hands no longer contain them.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// use preference::deal::Layout;
    /// use preference::situation::Leader;
    /// let ending: Layout = "F:A7... Q... 98...".parse()?;
    /// let hand = Situation::new(rules, ending).with_declarer(Seat::Forehand).with_contract("6D".parse::<Contract>()?);
    /// let hand = hand.with_leader(Leader::Seat(Seat::Middlehand)).with_trick(vec!["SK".parse()?]);
    /// assert_eq!(hand.play()?.position().to_move(), Seat::Rearhand);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_trick(self, trick: Vec<Card>) -> Situation {
        Situation { trick, ..self }
    }

    /// Sets the tricks that the seats took before the position.
    #[must_use]
    pub fn with_tricks_taken(self, taken: impl Into<TricksTaken>) -> Situation {
        Situation { taken: taken.into(), ..self }
    }

    /// Sets the order in which the talon's two cards lead when all have passed.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_all_passed().with_talon_order(vec!["CK".parse()?, "D7".parse()?]);
    /// assert_eq!(hand.talon_order()[0], "CK".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_talon_order(self, talon_order: Vec<Card>) -> Situation {
        Situation { talon_order, ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Variant {
        &self.rules
    }

    pub(crate) fn shared_rules(&self) -> Arc<Variant> {
        Arc::clone(&self.rules)
    }

    /// The order in which the talon's two cards lead when all have passed; empty if it is unknown.
    #[must_use]
    pub fn talon_order(&self) -> &[Card] {
        &self.talon_order
    }

    /// The cards that were set.
    #[must_use]
    pub fn cards(&self) -> &CardsInput {
        &self.cards
    }

    /// The calls in turn order. Seats that have passed have no further turns.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The cards played, from the first lead on.
    #[must_use]
    pub fn cards_played(&self) -> &[Card] {
        &self.played
    }

    /// The winner of each trick, if the situation was read from a record that names them.
    #[must_use]
    pub fn winners(&self) -> &[Seat] {
        &self.winners
    }

    /// The two cards that the declarer laid aside, if they are known.
    #[must_use]
    pub fn discard(&self) -> Option<Cards> {
        self.discard
    }

    /// The declarer, if one was set.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// assert_eq!(Situation::new(rules, deal).declarer_if_any(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn declarer_if_any(&self) -> Option<Seat> {
        self.declarer
    }

    /// Whether all have passed.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// assert!(!Situation::new(rules, deal).is_all_passed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_all_passed(&self) -> bool {
        self.all_passed
    }

    /// Whether the game is played from the hand.
    #[must_use]
    pub fn is_from_hand(&self) -> bool {
        self.from_hand
    }

    /// The leader to the first trick of this contract: the one that was set, or the leader by the rules.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("6D".parse::<Contract>()?);
    /// // Under Russian rules forehand leads, under Austrian rules the declarer.
    /// assert_eq!(hand.leader(hand.declaration()?, Seats::ALL), Seat::Forehand);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn leader(&self, declaration: Declaration, playing: Seats) -> Seat {
        let Declaration { contract, declarer, .. } = declaration;
        let named = self.leader.map(|leader| leader.seat(declarer, playing));
        named.unwrap_or_else(|| self.rules.leader(contract, declarer, playing))
    }

    #[must_use]
    pub(crate) fn with_lead_of_rules(mut self, declarer: Seat) -> Situation {
        if let Some(leader) = self.leader {
            let seat = leader.seat(declarer, Seats::ALL);
            let lead = match seat {
                _ if seat == declarer => Lead::Declarer,
                _ if seat == declarer.left() => Lead::Left,
                _ => Lead::Right,
            };
            self.rules = Arc::new(Variant::clone(&self.rules).with_lead(lead));
        }
        self
    }

    /// False for a run of 0, which changes nothing.
    pub(crate) fn has_run(&self) -> bool {
        self.taken.run > Some(0)
    }

    /// The seats that have dropped out.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// assert_eq!(Situation::new(rules, deal).out(), Seats::NONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn out(&self) -> Seats {
        self.decisions.out
    }

    /// The contract, its declarer and whether it is played from the hand, if contract and declarer are known.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    /// assert_eq!(hand.declaration_if_any(), None, "there is no contract");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn declaration_if_any(&self) -> Option<Declaration> {
        let (declarer, contract) = self.declarer.zip(self.contract)?;
        Some(Declaration { contract, declarer, from_hand: self.from_hand })
    }

    /// The hand as its settlement needs it when the play begins.
    #[must_use]
    pub fn hand(&self) -> HandTerms {
        let mut decisions = self.decisions.clone();
        if let (true, CardsInput::Deal(deal)) = (decisions.talon.is_empty(), &self.cards) {
            decisions.talon = deal.talon();
        }
        if let CardsInput::Ending(layout) = &self.cards {
            decisions.out |= Seats::ALL - layout.seats();
        }
        decisions.under(self.declaration_if_any())
    }
}
