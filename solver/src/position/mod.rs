//! Positions in the play: the hands, the trick in progress, and the legal cards.
//!
//! A [`Position`] is built only from checked data: its hands have equal lengths, and its trick is legal.

mod talon_leads;

use thiserror::Error;

use crate::cards::{Card, Cards, Suit};
use crate::deal::notation::CardList;
use crate::deal::{DealError, Layout};
use crate::rules::contract::Goal;
use crate::rules::play::{
    Obligation, PlayRules, TrickView, beaters, broken_obligation, legal_cards, trump_mask,
};
use crate::seat::{BySeat, Seat, Seats};
pub use talon_leads::TalonLeads;

/// What remains the same while a hand is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaySetup {
    /// Obligations of the players.
    pub play_rules: PlayRules,
    /// The trump suit; `None` in games without trumps.
    pub trump: Option<Suit>,
    /// The seat that plays alone against the others; `None` when everybody plays for themselves.
    pub declarer: Option<Seat>,
    /// Seats that have not dropped out, two or three of them.
    pub playing: Seats,
}

impl PlaySetup {
    /// Whether, in double-dummy play, lower cards in the same suits never make this goal harder for the declarer.
    ///
    /// This holds in a misère in which following suit is the only obligation. The declarer plays each lower card where
    /// the higher one would have been played: the defenders can reply with the same cards, since they only have to
    /// follow suit, and a lower card does not win a trick that the higher one would not have won. A trick that the
    /// declarer takes ends the misère. So it does not matter that the lower card may leave the trick, and the next
    /// lead, to another seat.
    pub(crate) fn lower_cards_help(&self, goal: Goal) -> bool {
        let is_misere = matches!(goal, Goal::AtMost { tricks: 0, .. });
        is_misere && self.trump.is_none() && self.play_rules.effective_rules(false) == PlayRules::default()
    }
}

/// Position in the play of a hand: the cards still held, and the trick in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    setup: PlaySetup,
    hands: BySeat<Cards>,
    leader: Seat,
    trick: [Option<Card>; 2],
    /// `None` in ordinary play, in which seats lead.
    talon: Option<TalonLeads>,
}

impl Position {
    /// Builds a position from the cards that the seats still hold, the leader of the present trick, and the cards
    /// played to it so far, the lead first.
    ///
    /// If the leader has dropped out, the next seat that plays leads. The hands of seats that have dropped out are
    /// ignored.
    ///
    /// # Errors
    /// If fewer than two seats play, or the declarer has dropped out; if the trick is complete; if the hands are not of
    /// equal length, except that seats that have played to the trick hold one card less, or a seat would have had more
    /// than ten cards; if a card is both held and played, or was played against the rules.
    ///
    /// ```
    /// use preference::cards::Cards;
    /// use preference::position::{PlaySetup, Position};
    /// use preference::rules::PlayRules;
    /// use preference::seat::{BySeat, Seat, Seats};
    /// let setup = PlaySetup {
    ///     play_rules: PlayRules::default(),
    ///     trump: None,
    ///     declarer: Some(Seat::Forehand),
    ///     playing: Seats::ALL,
    /// };
    /// let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// position.play("SA".parse()?)?;
    /// assert_eq!(position.to_move(), Seat::Middlehand);
    /// assert!(Position::new(setup, BySeat([Cards::ACES, Cards::NONE, Cards::NONE]), Seat::Forehand, &[]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        setup: PlaySetup,
        hands: BySeat<Cards>,
        leader: Seat,
        trick: &[Card],
    ) -> Result<Position, PositionError> {
        if setup.playing.len() < 2 {
            return Err(PositionError::Players);
        }
        if let Some(seat) = setup.declarer.filter(|&seat| !setup.playing.contains(seat)) {
            return Err(PositionError::DeclarerOut { seat });
        }
        if trick.len() >= setup.playing.len() {
            return Err(PositionError::TrickFull { cards: trick.len(), players: setup.playing.len() });
        }
        let hands =
            BySeat::from_fn(|seat| if setup.playing.contains(seat) { hands[seat] } else { Cards::NONE });
        let held = Layout::ending(BySeat(hands.0.map(Some)))?.cards();
        let both = held & trick.iter().copied().collect();
        if !both.is_empty() {
            return Err(DealError::PlayedAndHeld { cards: both }.into());
        }
        let leader = setup.playing.first_from(leader);
        // The cards of the trick are put back into the hands and played again, which checks them like any other card
        // that is played.
        let mut before = Position { setup, hands, leader, trick: [None; 2], talon: None };
        let mut seat = leader;
        for &card in trick {
            before.hands[seat].insert(card);
            seat = setup.playing.next_after(seat);
        }
        let expected = before.hands[leader].len();
        for seat in setup.playing {
            let dealt = before.hands[seat].len();
            if dealt != expected || dealt > 10 {
                let played = dealt - hands[seat].len();
                let expected = expected.min(10) - played;
                return Err(DealError::Unequal { seat, found: hands[seat].len(), expected }.into());
            }
        }
        for (n, &card) in trick.iter().enumerate() {
            if trick[..n].contains(&card) {
                return Err(PlayError::Repeated { card }.into());
            }
            before.play(card)?;
        }
        Ok(before)
    }

    /// The position at the start of a trick to which the talon leads, so that forehand plays first.
    ///
    /// # Panics
    /// If a card of the trick has been played, or if there is a declarer or a trump suit or a seat has dropped out.
    #[must_use]
    pub fn with_talon_leads(self, talon: TalonLeads) -> Position {
        assert!(self.trick[0].is_none(), "the talon leads before any card is played");
        assert!(
            self.setup.declarer.is_none() && self.setup.playing == Seats::ALL && self.setup.trump.is_none(),
            "the talon leads when all have passed"
        );
        Position { talon: Some(talon), leader: Seat::Forehand, ..self }
    }

    /// The cards of the talon that lead to this trick and the next one, if the talon leads to this trick.
    #[must_use]
    pub fn talon_leads(&self) -> Option<TalonLeads> {
        self.talon
    }

    /// The setup of the play.
    #[must_use]
    pub fn setup(&self) -> PlaySetup {
        self.setup
    }

    /// The cards that a seat still holds; the empty set for a seat that has dropped out.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// position.play("SA".parse()?)?;
    /// assert_eq!(position.hand(Seat::Forehand), "7...".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The number of cards is not checked.
    pub(crate) fn with_hand(mut self, seat: Seat, cards: Cards) -> Position {
        self.hands[seat] = cards;
        self
    }

    /// The leader of the present trick; if the talon leads, the seat that plays first.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// position.play("SA".parse()?)?;
    /// assert_eq!((position.leader(), position.to_move()), (Seat::Forehand, Seat::Middlehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// Iterates over the cards played to the present trick, the lead first, without a card of the talon.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// position.play("S7".parse()?)?;
    /// assert_eq!(position.trick().collect::<Vec<_>>(), ["S7".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trick(&self) -> impl Iterator<Item = Card> + Clone {
        self.trick.into_iter().flatten()
    }

    /// The seat to move.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        (0..self.cards_in_trick()).fold(self.leader, |seat, _| self.setup.playing.next_after(seat))
    }

    /// A card of the talon does not count.
    fn cards_in_trick(&self) -> usize {
        usize::from(self.trick[0].is_some()) + usize::from(self.trick[1].is_some())
    }

    /// The number of tricks still to be completed, the present one included.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// position.play("S7".parse()?)?;
    /// assert_eq!(position.tricks_left(), 2, "the trick in progress counts");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tricks_left(&self) -> u8 {
        self.hands[self.to_move()].len() as u8
    }

    /// Whether all cards have been played.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// for card in ["SA", "SQ", "S8", "S7", "SK", "S9"] {
    ///     position.play(card.parse()?)?;
    /// }
    /// assert!(position.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tricks_left() == 0
    }

    /// The cards that the seat to move may play.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// position.play("S7".parse()?)?;
    /// assert_eq!(position.legal_cards(), "KQ...".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_cards(&self) -> Cards {
        let hand = self.hands[self.to_move()];
        match self.trick_view() {
            None => hand,
            Some(trick) => {
                let trumps = trump_mask(self.setup.trump);
                Cards::from_bits(legal_cards(self.setup.play_rules, hand.bits(), trumps, trick))
            }
        }
    }

    /// Plays a card for the seat to move. Returns the winner of the trick if a seat has won it.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// assert_eq!(position.play("S7".parse()?)?, None);
    /// assert_eq!(position.play("SK".parse()?)?, None);
    /// assert_eq!(position.play("S8".parse()?)?, Some(Seat::Middlehand));
    /// assert!(position.play("SA".parse()?).is_err(), "middlehand leads");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, card: Card) -> Result<Option<Seat>, PlayError> {
        let seat = self.to_move();
        let hand = self.hands[seat];
        if !hand.contains(card) {
            return Err(PlayError::NotHeld { seat, card, hand });
        }
        if !self.legal_cards().contains(card) {
            let bits = Cards::from_card(card).bits();
            let trumps = trump_mask(self.setup.trump);
            let obligation = self
                .trick_view()
                .and_then(|trick| broken_obligation(self.setup.play_rules, hand.bits(), trumps, trick, bits))
                .unwrap_or(Obligation::Follow);
            return Err(PlayError::Illegal { seat, card, obligation, legal: self.legal_cards() });
        }
        Ok(self.play_legal(card))
    }

    /// `card` must be legal.
    pub(crate) fn play_legal(&mut self, card: Card) -> Option<Seat> {
        debug_assert!(self.legal_cards().contains(card));
        self.play_held(card)
    }

    /// The seat to move must hold `card`, which may be illegal.
    pub(crate) fn play_held(&mut self, card: Card) -> Option<Seat> {
        let seat = self.to_move();
        self.hands[seat].remove(card);
        let played = self.cards_in_trick();
        if played + 1 < self.setup.playing.len() {
            self.trick[played] = Some(card);
            return None;
        }
        let best = self.current_winner();
        let wins = self.cards_above(best) & Cards::from_card(card).bits() != 0;
        let winner = if wins { Some(seat) } else { best.map(|(winner, _)| winner) };
        self.trick = [None; 2];
        let Some(talon) = self.talon else {
            self.leader = winner.expect("the card led wins unless another one does");
            return winner;
        };
        let winner = talon.trick_winner(winner, self.leader);
        self.leader = talon.next_leader(winner);
        self.talon = talon.next_lead();
        winner
    }

    /// The seat that is winning the present trick so far, and its winning card, if there is one: if the talon leads, a
    /// card of the suit led, which must be higher than the talon's card if that can win.
    ///
    /// ```
    /// # use preference::cards::Cards;
    /// # use preference::position::{PlaySetup, Position};
    /// # use preference::rules::PlayRules;
    /// # use preference::seat::{BySeat, Seat, Seats};
    /// # let setup = PlaySetup {
    /// #     play_rules: PlayRules::default(),
    /// #     trump: None,
    /// #     declarer: Some(Seat::Forehand),
    /// #     playing: Seats::ALL,
    /// # };
    /// # let hands: [Cards; 3] = ["A7...".parse()?, "KQ...".parse()?, "98...".parse()?];
    /// let mut position = Position::new(setup, BySeat(hands), Seat::Forehand, &[])?;
    /// assert_eq!(position.current_winner(), None);
    /// let seven = "S7".parse()?;
    /// position.play(seven)?;
    /// assert_eq!(position.current_winner(), Some((Seat::Forehand, seven)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn current_winner(&self) -> Option<(Seat, Card)> {
        let [first, second] = self.trick;
        let is_above = |card: &Card, above: u32| above & Cards::from_card(*card).bits() != 0;
        let best =
            first.filter(|card| is_above(card, self.cards_above(None))).map(|card| (self.leader, card));
        let second = second.filter(|card| is_above(card, self.cards_above(best)));
        second.map(|card| (self.setup.playing.next_after(self.leader), card)).or(best)
    }

    /// The cards that would win the trick so far: without a winning card in `best`, those that beat the talon's, or
    /// all.
    fn cards_above(&self, best: Option<(Seat, Card)>) -> u32 {
        match best {
            Some((_, winning)) => beaters(Cards::from_card(winning).bits(), trump_mask(self.setup.trump)),
            None => self.talon.map_or(u32::MAX, TalonLeads::cards_above),
        }
    }

    pub(crate) fn trick_view(&self) -> Option<TrickView> {
        let led = self.talon.map(|talon| talon.led).or(self.trick[0])?.suit();
        let seat = self.to_move();
        let three = self.setup.playing.len() == 3;
        let defends = |other| three && self.setup.declarer.is_some_and(|declarer| declarer != other);
        let best = self.current_winner();
        Some(TrickView {
            led: led.cards().bits(),
            above: self.cards_above(best),
            first_after_declarer: three
                && self.setup.declarer == Some(self.leader)
                && self.trick[1].is_none(),
            partner_wins: best.is_some_and(|(winner, _)| defends(seat) && defends(winner)),
        })
    }
}

/// The error for an impossible position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum PositionError {
    #[error("fewer than two seats play: at most one may drop out")]
    Players,
    #[error("the declarer, {}, has dropped out: name another declarer", seat.name())]
    DeclarerOut { seat: Seat },
    #[error(
        "the trick has {cards} cards and {players} seats play: a trick in progress has fewer cards than seats"
    )]
    TrickFull { cards: usize, players: usize },
    /// The hands are not possible.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// A card of the given trick could not be played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// The error for a card that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum PlayError {
    #[error("{} does not hold {card}, but {}", seat.name(), CardList(*hand))]
    NotHeld { seat: Seat, card: Card, hand: Cards },
    #[error("{card} appears twice in the trick: each card is played once")]
    Repeated { card: Card },
    #[error("{} may not play {card}: {}; allowed: {}", seat.name(), reason(*obligation), CardList(*legal))]
    Illegal { seat: Seat, card: Card, obligation: Obligation, legal: Cards },
}

const fn reason(obligation: Obligation) -> &'static str {
    match obligation {
        Obligation::Follow => "a player who can follow suit must",
        Obligation::Trump => "a player who cannot follow suit must trump",
        Obligation::Head => "a player who can beat the winning card within the suit must",
        Obligation::Overtrump => "a player who can overtrump must",
        Obligation::Lowest => "the first defender must beat the declarer's lead as low as possible",
        Obligation::NoSteal => "the trick must be left to the other defender, who is winning it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(ending: &str, declarer: Seat, trick: &str) -> Result<Position, PositionError> {
        let layout: Layout = ending.parse().expect("a layout");
        let setup = PlaySetup {
            play_rules: PlayRules::from_bits(1),
            trump: Some(Suit::Clubs),
            declarer: Some(declarer),
            playing: layout.seats(),
        };
        let trick = crate::deal::notation::read_cards(trick).expect("cards");
        let hands = BySeat::from_fn(|seat| layout.hand(seat).unwrap_or_default());
        Position::new(setup, hands, Seat::Forehand, &trick)
    }

    #[test]
    fn trick_goes_to_highest_trump_or_led_suit() {
        let mut play = position("F:A7... KQ... ..A.7", Seat::Forehand, "").expect("a position");
        let card = |text: &str| text.parse::<Card>().expect("a card");
        assert_eq!(play.play(card("SA")), Ok(None));
        assert_eq!(play.to_move(), Seat::Middlehand);
        assert_eq!(play.play(card("SK")), Ok(None));
        assert_eq!(play.current_winner(), Some((Seat::Forehand, card("SA"))));
        let refused = play.play(card("DA")).expect_err("must trump").to_string();
        assert_eq!(
            refused,
            "rearhand may not play DA: a player who cannot follow suit must trump; allowed: C7"
        );
        assert_eq!(play.play(card("C7")), Ok(Some(Seat::Rearhand)));
        assert_eq!(play.play(card("DA")), Ok(None));
        assert_eq!(play.play(card("S7")), Ok(None));
        assert_eq!(play.play(card("SQ")), Ok(Some(Seat::Rearhand)));
        assert!(play.is_over());
    }

    #[test]
    fn wrong_positions_are_refused() {
        let error =
            |ending, declarer, trick| position(ending, declarer, trick).expect_err("refused").to_string();
        assert!(
            error("F:A... KQ... .A7..", Seat::Forehand, "").contains("middlehand holds 2 cards instead of 1")
        );
        assert!(
            error("F:A... K... -", Seat::Rearhand, "").contains("the declarer, rearhand, has dropped out")
        );
        assert!(error("F:A... - -", Seat::Forehand, "").contains("fewer than two seats play"));
        assert!(
            error("F:A... K... 7...", Seat::Forehand, "SA")
                .contains("the trick shares SA with a hand or the talon")
        );
        assert!(
            error("F:... K9... 78...", Seat::Forehand, "SA")
                .contains("middlehand holds 2 cards instead of 1")
        );
        let setup = position("F:A... K... 7...", Seat::Forehand, "").expect("a position").setup();
        let hands = ["A...", "K...", "A..."].map(|hand| hand.parse().expect("a hand"));
        let twice =
            Position::new(setup, BySeat(hands), Seat::Forehand, &[]).expect_err("refused").to_string();
        assert_eq!(twice, "SA is in forehand's hand and again in rearhand's hand: each card is dealt once");
        let follow = error("F:A... Q... 98...", Seat::Forehand, "SK DA");
        assert!(follow.contains("middlehand may not play DA: a player who can follow suit"), "{follow}");
        assert!(
            error("F:A... - 98...", Seat::Forehand, "HA H7")
                .contains("the trick has 2 cards and 2 seats play")
        );
    }

    #[test]
    fn seats_that_played_to_trick_hold_one_card_less() {
        let play = position("F:A... Q... 98...", Seat::Forehand, "HA DA").expect("a position");
        assert_eq!(play.to_move(), Seat::Rearhand);
        assert_eq!(play.tricks_left(), 2);
        assert_eq!(play.legal_cards().len(), 2);
        let two = position("F:A... - 98...", Seat::Forehand, "S7").expect("a position");
        assert_eq!((two.to_move(), two.legal_cards().len()), (Seat::Rearhand, 2));
    }
}
