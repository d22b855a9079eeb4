//! What each card leads to on layouts of the cards that a player does not see.

use crate::analysis::contracts::Play;
use crate::analysis::sampling::layouts::{Known, Layouts, LayoutsError};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::contract::Declared;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

/// What one player knows in the middle of a hand.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a Variant,
    /// What is played, and by whom.
    pub game: Declared,
    /// Who leads to the first trick.
    pub leader: Seat,
    /// Who plays.
    pub playing: Seats,
    /// The ten cards that the player had when the play began.
    pub own: Cards,
    /// The cards laid aside, which the declarer knows; of them or of the talon's what has been
    /// seen.
    pub aside: Cards,
    /// The cards played, from the first lead on.
    pub played: &'a [Card],
}

impl View<'_> {
    /// Who played each card, and who is to play next, as far as ten tricks go.
    ///
    /// Who wins a trick is plain from its cards.
    fn seats(&self) -> (Vec<Seat>, Seat) {
        let (trump, playing) = (self.game.contract.trump(), self.playing);
        let (mut seats, mut next) = (Vec::new(), playing.from(self.leader));
        for trick in self.played.chunks(playing.len()) {
            let first = seats.len();
            for _ in trick {
                seats.push(next);
                next = playing.after(next);
            }
            if trick.len() == playing.len() {
                let power =
                    |card: Card| (Some(card.suit()) == trump, card.suit() == trick[0].suit(), card.bit());
                let best = (0..trick.len()).max_by_key(|&n| power(trick[n])).unwrap_or(0);
                next = seats[first + best];
            }
        }
        (seats, next)
    }

    /// Who is to play, and so asks.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.seats().1
    }

    /// The layouts of all 32 cards that agree with the player's own cards, with those played,
    /// and with whoever did not follow having had none. That every card was legal is checked
    /// by [`play`](Self::play).
    ///
    /// # Errors
    /// If there are none.
    pub fn layouts(&self, mut known: Known) -> Result<Layouts, LayoutsError> {
        let (seats, player) = self.seats();
        let played: Cards = self.played.iter().copied().collect();
        for (n, (&card, &seat)) in self.played.iter().zip(&seats).enumerate() {
            if seat != player {
                known.hands[seat].insert(card);
            }
            let led = self.played[n - n % self.playing.len()].suit();
            if card.suit() != led {
                known.lacks[seat] = known.lacks[seat] | (led.cards() - played);
            }
        }
        known.hands[player] = self.own;
        known.talon = self.aside;
        Layouts::new(&known)
    }

    /// The play on a layout, if every card that was played was legal in it.
    #[must_use]
    pub fn play(&self, hands: BySeat<Cards>, aside: Cards) -> Option<Play> {
        let deal = Deal::new(hands, aside).ok()?;
        let mut play = Play::led_by(self.rules, &deal, self.game, self.leader, self.playing);
        self.played.iter().try_for_each(|&card| play.play(card)).ok()?;
        Some(play)
    }
}
