//! Facts that are derived from a situation and checked when they are needed.

use super::Situation;
use super::cards_input::{CardsInput, Leader};
use super::error::{ErrorCode, Problem, QuestionError};
use super::play::{Play, PlayState, TricksTakenError};
use crate::auction::Auction;
use crate::cards::{Card, Cards};
use crate::deal::partial::PartialDeal;
use crate::deal::{Deal, DealError, Layout, Place};
use crate::position::{PlaySetup, Position, PositionError, TalonLeads};
use crate::rules::call::Call;
use crate::rules::choice::Choice;
use crate::rules::contract::Declaration;
use crate::rules::payment::PaymentScheme;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Aces, HandDecisions, HandTerms};

/// Facts that are derived from the situation, with checks.
impl Situation {
    /// The declarer.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal);
    /// assert_eq!(hand.declarer().unwrap_err().with_field(), "declarer: missing: the seat that declares, F, M or R");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declarer(&self) -> Result<Seat, QuestionError> {
        self.declarer.ok_or_else(|| QuestionError::missing("declarer", "the seat that declares, F, M or R"))
    }

    /// The contract and its declarer.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("6D".parse::<Contract>()?);
    /// assert_eq!(hand.declaration()?.declarer, Seat::Forehand);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declaration(&self) -> Result<Declaration, QuestionError> {
        if self.contract.is_none() {
            return Err(QuestionError::missing("contract", "a contract, such as S or misere"));
        }
        self.declarer()?;
        self.declaration_if_any()
            .ok_or_else(|| QuestionError::missing("declarer", "the seat that declares, F, M or R"))
    }

    /// The seats that may declare: only the declarer if one is given, otherwise all seats that play.
    ///
    /// # Errors
    /// If the declarer has dropped out, fewer than two seats play without a declarer, or there are no cards.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// assert_eq!(Situation::new(rules, deal).declarers()?, Seat::ALL);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declarers(&self) -> Result<Vec<Seat>, QuestionError> {
        let playing = self.active_seats()?;
        match self.declarer {
            Some(seat) if !playing.contains(seat) => {
                Err(QuestionError::new(ErrorCode::NotHere, "declarer", Problem::DeclarerOut(seat)))
            }
            Some(seat) => Ok(vec![seat]),
            None if playing.len() < 2 => {
                Err(QuestionError::new(ErrorCode::BadValue, "out", PositionError::Players))
            }
            None => Ok(playing.iter().collect()),
        }
    }

    /// The cards of a deal or an ending, all of which are known.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// assert_eq!(Situation::new(rules, deal).layout()?.seats(), Seats::ALL);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layout(&self) -> Result<Layout, QuestionError> {
        match self.cards {
            CardsInput::Deal(deal) => Ok(deal.into()),
            CardsInput::Ending(layout) => Ok(layout),
            CardsInput::Partial(partial) => {
                let unknown = Seat::ALL.into_iter().find(|&seat| partial.hands[seat].is_none());
                let place = unknown.map_or(Place::Talon, Place::Hand);
                Err(deal_error(DealError::HandUnknown { place }))
            }
            CardsInput::Nothing => {
                Err(QuestionError::missing("deal", "the cards, such as F:hand hand hand talon"))
            }
        }
    }

    /// The complete deal, with the talon as it was dealt.
    pub fn deal(&self) -> Result<Deal, QuestionError> {
        match self.cards {
            CardsInput::Deal(deal) => Ok(deal),
            _ => self.layout()?.deal().map_err(deal_error),
        }
    }

    /// The complete deal as it was dealt, for a question that asks for the discard.
    ///
    /// # Errors
    /// If the deal is not complete, or a discard is given.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    /// assert_eq!(hand.deal_before_exchange()?, deal);
    /// assert!(hand.with_discard("H9 C7".parse()?).deal_before_exchange().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deal_before_exchange(&self) -> Result<Deal, QuestionError> {
        match self.discard {
            Some(_) => Err(QuestionError::not_here("discard", "the question asks for the discard")),
            None => self.deal(),
        }
    }

    /// The deal as it is played: after the exchange if a discard is given, otherwise as it was dealt.
    ///
    /// # Errors
    /// If the deal is not complete, a discard is given in a game from the hand or without a declarer, or the discard is
    /// not two cards that the declarer may lay aside.
    pub fn deal_in_play(&self) -> Result<Deal, QuestionError> {
        let deal = self.deal()?;
        let Some(pair) = self.discard else { return Ok(deal) };
        if self.from_hand {
            return Err(QuestionError::not_here(
                "discard",
                "in a game without the talon nothing is laid aside",
            ));
        }
        let declarer = self.declarer()?;
        if let Some(card) = (pair - self.rules.discards_from(&deal, declarer)).iter().next() {
            let first = self.rules.bidding().discard_first;
            let problem = if first { Problem::NotInTen(card) } else { Problem::NotInTwelve(card) };
            return Err(QuestionError::new(ErrorCode::BadValue, "discard", problem));
        }
        if pair.len() != 2 {
            return Err(QuestionError::new(ErrorCode::BadValue, "discard", Problem::DiscardNotTwoCards));
        }
        Ok(deal.exchange(declarer, pair))
    }

    /// The deal, in which cards may be unknown.
    ///
    /// # Errors
    /// If there are no cards, or the cards are of an ending.
    pub fn partial(&self) -> Result<PartialDeal, QuestionError> {
        match self.cards {
            CardsInput::Partial(partial) => Ok(partial),
            _ => self.deal().map(PartialDeal::from),
        }
    }

    /// The seats that play.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// assert_eq!(Situation::new(rules, deal).active_seats()?, Seats::ALL);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn active_seats(&self) -> Result<Seats, QuestionError> {
        let present = match self.cards {
            CardsInput::Ending(layout) => layout.seats(),
            CardsInput::Nothing => self.layout()?.seats(),
            _ => Seats::ALL,
        };
        Ok(present - self.decisions.seats_out_of_play())
    }

    /// The play of the contract, after the cards in `played`.
    ///
    /// # Errors
    /// If the contract, the declarer or the cards are missing, the position is impossible, or a card cannot be played.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("6D".parse::<Contract>()?);
    /// assert_eq!(hand.play()?.position().tricks_left(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self) -> Result<Play, QuestionError> {
        let declaration = self.declaration()?;
        self.declarers()?;
        self.play_with(declaration)
    }

    /// The play of `declaration`, after the cards in `played`.
    pub fn play_with(&self, declaration: Declaration) -> Result<Play, QuestionError> {
        let Declaration { contract, declarer, from_hand } = declaration;
        let playing = self.active_seats()?;
        let setup = PlaySetup {
            play_rules: self.rules.play_rules_in(contract.trump()),
            trump: contract.trump(),
            declarer: Some(declarer),
            playing,
        };
        let leader = self.leader(declaration, playing);
        let position = Position::new(setup, self.hands()?, leader, &self.trick)
            .map_err(|error| self.trick_error(error))?;
        let target = self.rules.target(contract, from_hand);
        let play = Play::new(position, contract, target, self.taken).map_err(tricks_error)?;
        let state = self.replay(PlayState::Contract(play))?;
        Ok(*state.as_contract().expect("a contract is played"))
    }

    /// The position after the cards in `played`, and the tricks that each seat has taken, in a passed-out hand.
    ///
    /// ```
    /// # use preference::{Contract, Deal, Seat, Seats, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let (position, _) = Situation::new(rules, deal).with_all_passed().passed_out_position()?;
    /// // The talon leads to the first two tricks, and forehand plays first.
    /// assert_eq!(position.to_move(), Seat::Forehand);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn passed_out_position(&self) -> Result<(Position, BySeat<u8>), QuestionError> {
        let (position, taken) = (self.passed_out_start()?, self.taken.tricks);
        let total = taken.0.iter().fold(position.tricks_left(), |sum, &tricks| sum.saturating_add(tricks));
        if total > 10 {
            return Err(QuestionError::new(ErrorCode::BadValue, "taken", Problem::TooManyTricks(total)));
        }
        let state = self.replay(PlayState::AllPassed { position, taken })?;
        Ok((*state.position(), state.tricks_taken()))
    }

    /// The state after the cards in `played`.
    pub fn play_state(&self) -> Result<PlayState, QuestionError> {
        if self.all_passed {
            let (position, taken) = self.passed_out_position()?;
            return Ok(PlayState::AllPassed { position, taken });
        }
        self.play().map(PlayState::Contract)
    }

    fn trick_error(&self, error: PositionError) -> QuestionError {
        // Unequal hands in a trick can mean that another seat led than the rules name: then ask for the leader.
        let is_unequal = matches!(error, PositionError::Deal(DealError::Unequal { .. }));
        if is_unequal && self.leader.is_none() && !self.trick.is_empty() {
            return QuestionError::missing("leader", "the seat that led to the trick, F, M or R");
        }
        position_error(error)
    }

    fn passed_out_start(&self) -> Result<Position, QuestionError> {
        if self.active_seats()? != Seats::ALL {
            let why = "all three seats play when all have passed, so nobody can have dropped out";
            return Err(QuestionError::not_here("out", why));
        }
        // A rule names the leader by the declarer's seat.
        let leader = match self.leader {
            Some(Leader::ByRule(_)) => {
                return Err(QuestionError::not_here("leader", "nobody declares when all have passed"));
            }
            Some(Leader::Seat(seat)) => seat,
            None => Seat::Forehand,
        };
        let play_rules = self.rules.play_rules_in(None);
        let setup = PlaySetup { play_rules, trump: None, declarer: None, playing: Seats::ALL };
        if self.discard.is_some() {
            return Err(QuestionError::not_here("discard", "nobody lays cards aside when all have passed"));
        }
        let talon_leads = self.rules.all_pass().talon_leads;
        let layout = self.layout()?;
        // The cards of an ending do not say which talon cards have led.
        if !(talon_leads && layout.is_meant_as_deal()) {
            if !self.talon_order.is_empty() {
                return Err(QuestionError::not_here("talon_order", "no card of the talon leads here"));
            }
            return Position::new(setup, self.hands()?, leader, &self.trick)
                .map_err(|error| self.trick_error(error));
        }
        if leader != Seat::Forehand {
            return Err(QuestionError::not_here(
                "leader",
                "a card of the talon leads, and forehand plays first",
            ));
        }
        if !self.trick.is_empty() {
            return Err(QuestionError::not_here(
                "trick",
                "the talon leads to the first trick, so no trick can be in progress",
            ));
        }
        let deal = self.deal()?;
        let [first, second] = self.talon_in_order(&deal)?;
        let position = Position::new(setup, deal.hands(), leader, &[]).map_err(position_error)?;
        Ok(position.with_talon_leads(TalonLeads {
            led: first,
            next: Some(second),
            win: self.hand().decisions.four,
            winner_leads: self.rules.all_pass().winner_leads,
        }))
    }

    fn talon_in_order(&self, deal: &Deal) -> Result<[Card; 2], QuestionError> {
        let listed: Vec<Card> = deal.talon().iter().collect();
        let order = if self.talon_order.is_empty() { &listed } else { &self.talon_order };
        deal.talon_in_order(order)
            .map_err(|error| QuestionError::new(ErrorCode::BadValue, "talon_order", error))
    }

    fn hands(&self) -> Result<BySeat<Cards>, QuestionError> {
        let layout = self.layout()?;
        let twice = layout.cards() & self.trick.iter().copied().collect();
        if !twice.is_empty() {
            return Err(QuestionError::new(
                ErrorCode::BadValue,
                "trick",
                DealError::PlayedAndHeld { cards: twice },
            ));
        }
        if self.discard.is_some() && !(layout.is_meant_as_deal() && self.trick.is_empty()) {
            return Err(QuestionError::not_here("discard", "the hands given are those after the discard"));
        }
        // The hands of a deal in the middle of a trick are checked later, together with the trick.
        Ok(if layout.is_meant_as_deal() && self.trick.is_empty() {
            self.deal_in_play()?.hands()
        } else {
            BySeat::from_fn(|seat| layout.hand(seat).unwrap_or_default())
        })
    }

    fn replay(&self, start: PlayState) -> Result<PlayState, QuestionError> {
        let (states, error) = start.replay(&self.played);
        let (cards, over) = (self.played.len(), states.len() - 1);
        let field = ("played", over);
        match error {
            Some(error) => Err(QuestionError::new(ErrorCode::IllegalCard, field, error)),
            None if over < cards => {
                Err(QuestionError::new(ErrorCode::IllegalCard, field, Problem::Over { cards, over }))
            }
            None => Ok(states[over]),
        }
    }

    /// The auction after the calls, and each call with the seat that made it.
    pub fn auction(&self) -> Result<(Auction, Vec<(Seat, Call)>), QuestionError> {
        let passed = usize::from(self.decisions.progression.saturating_sub(1));
        let mut auction = Auction::after_passes(&self.rules, passed)?;
        let mut said = Vec::new();
        for &call in &self.calls {
            let seat = auction.to_call();
            auction.call(call)?;
            said.push((seat, call));
        }
        Ok((auction, said))
    }

    /// The hand when its play begins. If all cards are known, `aces` is not given and the declarer holds four aces,
    /// `aces` is set to [`Aces::Four`].
    ///
    /// # Errors
    /// If the talon or the statement about the aces contradicts the cards, or if the discard is impossible.
    pub fn hand_as_dealt(&self) -> Result<HandTerms, QuestionError> {
        let mut hand = self.hand();
        if let CardsInput::Deal(deal) = &self.cards
            && hand.decisions.talon != deal.talon()
        {
            return Err(QuestionError::new(ErrorCode::NotHere, "talon", Problem::OtherTalon(deal.talon())));
        }
        let (CardsInput::Deal(_), Some(declaration)) = (&self.cards, hand.declaration) else {
            return Ok(hand);
        };
        let missing = Cards::ACES - self.deal_in_play()?.hand(declaration.declarer);
        let refuse = |problem| Err(QuestionError::new(ErrorCode::NotHere, "aces", problem));
        match hand.decisions.aces {
            None if missing.is_empty() => hand.decisions.aces = Some(Aces::Four),
            Some(Aces::Four) if !missing.is_empty() => {
                return refuse(Problem::NotFourAces(declaration.declarer));
            }
            Some(Aces::None) if missing != Cards::ACES => {
                return refuse(Problem::HoldsAce(declaration.declarer));
            }
            _ => {}
        }
        Ok(hand)
    }

    /// The situation with `out` and `whist` as its rules interpret them.
    #[must_use]
    pub(crate) fn normalize_by_rules(&self) -> Situation {
        let mut situation = self.clone();
        let hand = &mut situation.decisions;
        if let (Some(declarer), Some(PaymentScheme::Books)) = (self.declarer, self.rules.settlement().by) {
            let both = declarer.others();
            let whisted = |seat: &Seat| !hand.out.contains(*seat) && hand.half_whist.is_none();
            let whist = hand.whist.clone().unwrap_or_else(|| both.into_iter().filter(whisted).collect());
            if !whist.is_empty() {
                hand.half_whist = None;
            }
            hand.whist = Some(whist);
            hand.out = Seats::NONE;
        }
        situation
    }

    #[must_use]
    pub(crate) fn is_played(&self) -> bool {
        let HandDecisions { gave_up, half_whist, whist, .. } = &self.decisions;
        let whisted = whist.as_ref().is_none_or(|whisters| !whisters.is_empty());
        let playing = Seats::ALL - self.decisions.seats_out_of_play();
        !gave_up && half_whist.is_none() && whisted && playing.len() > 1
    }

    #[must_use]
    pub(crate) fn with_choices(self, choices: Vec<Choice>) -> Situation {
        Situation { choices: Some(choices), ..self }
    }

    #[must_use]
    pub(crate) fn choices(&self) -> Option<&[Choice]> {
        self.choices.as_deref()
    }

    #[must_use]
    pub(crate) fn with_winners(self, winners: Vec<Seat>) -> Situation {
        Situation { winners, ..self }
    }
}

fn deal_error(error: DealError) -> QuestionError {
    QuestionError::new(ErrorCode::BadDeal, "deal", error)
}

fn tricks_error(error: TricksTakenError) -> QuestionError {
    let (code, field) = match &error {
        TricksTakenError::RunUnknown { .. } => (ErrorCode::Missing, "run"),
        TricksTakenError::Run { .. } | TricksTakenError::WholeRun { .. } => (ErrorCode::BadValue, "run"),
        _ => (ErrorCode::BadValue, "taken"),
    };
    QuestionError::new(code, field, error)
}

fn position_error(error: crate::position::PositionError) -> QuestionError {
    use crate::position::PositionError;
    let (code, field) = match &error {
        PositionError::Players => (ErrorCode::NotHere, "out"),
        PositionError::DeclarerOut { .. } => (ErrorCode::NotHere, "declarer"),
        PositionError::TrickFull { .. } => (ErrorCode::BadValue, "trick"),
        PositionError::Deal(_) => (ErrorCode::BadDeal, "deal"),
        PositionError::Play(_) => (ErrorCode::IllegalCard, "trick"),
    };
    QuestionError::new(code, field, error)
}
