//! The auction: which calls are legal, who becomes declarer, in what.
//!
//! Nearly all auctions are a ladder: each call is higher than the one that stands, a
//! player who passed stays out, and the last one in declares. What differs is which calls
//! there are and who may make them, and that is data ([`Bidding`]). The oldest rules know
//! no numbers but ask for suits; that is a ladder too, with a question in between.

mod announce;
mod call;
mod ladder;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

pub use call::{Call, CallError};
use ladder::{Rung, rungs};

/// How a variant bids: `[auction]` in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bidding {
    /// What is bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Bids>,
    /// The lowest number.
    pub first: u8,
    /// The highest number.
    pub last: u8,
    /// A bid may be higher than the next one.
    pub jumps: bool,
    /// A player who has bid may hold the bid of one who sits after him.
    pub hold: bool,
    /// Which games from the hand there are.
    pub hands: Hands,
    /// `hand5` to `hand8`, which outrank suits from the hand; from which number on, 0 for
    /// none.
    pub hands_from: u8,
    /// Numbers from here on, the open games, outrank the closed ones from the hand; 0 for
    /// none.
    pub open_from: u8,
    /// A player who has bid a number may still bid a game from the hand by its value.
    pub hand_after_number: bool,
    /// The lowest level that may be bid after no, one, two… deals in a row that all have
    /// passed; the last holds for all later ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exit: Vec<u8>,
    /// There is `preference`.
    pub preference: bool,
    /// It cannot be outbid.
    pub preference_ends: bool,
    /// There is misère, above every eight; only as a player's first bid.
    pub misere: bool,
    /// The third may take the talon unannounced when the others have passed.
    pub take: bool,
    /// The declarer plays without the talon.
    pub without_talon: bool,
    /// Defenders who have bid may take the declarer's discards for a contract of this
    /// number at least; 0 if they may not.
    pub usurp_from: u8,
    /// What follows when all pass.
    pub all_pass: AllPass,
}

impl Bidding {
    /// Whether a game without the talon can be bid.
    #[must_use]
    pub fn has_hands(&self) -> bool {
        self.hands != Hands::None || self.hands_from > 0 || self.preference || self.without_talon
    }
}

/// What is bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bids {
    /// Numbers of contracts.
    Numbers,
    /// Numbers of tricks with a suit, `6S` to `10N`.
    Levels,
    /// Suits by rank.
    Suits,
    /// "I have one", and the suit if another asks.
    Asking,
}

/// Which suit games from the hand there are; only as a player's first call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hands {
    /// None.
    #[default]
    None,
    /// `hand`, with a suit that is named when two say it.
    Suits,
    /// `hand3`, each over the last by its value, for who has bid no number.
    Values,
}

/// What follows when all pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AllPass {
    /// The next dealer deals.
    #[default]
    Redeal,
    /// The dealer becomes declarer.
    DealerPlays,
    /// Forehand may play with the talon after all.
    ForehandAgain,
    /// The dealer must take the talon and play, or pay.
    DealerForced,
    /// The talon is sold for offers to the pot.
    SecondRound,
    /// Every player gets a mark that doubles his next game.
    Refa,
    /// Everybody plays for himself and wants few tricks.
    Raspasovka,
}

/// What an auction has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Open {
        /// Whose turn it is.
        to_call: Seat,
        /// What he may say, passing first.
        allowed: Vec<Call>,
    },
    /// Somebody declares. Under rules with usurping those who may can still speak.
    Declared {
        /// Who.
        declarer: Seat,
        /// What he has bid.
        bid: Call,
        /// Whether he plays without the talon.
        hand: bool,
    },
    /// All have passed. What follows may be further calls.
    Passed(AllPass),
}

/// An auction under way.
///
/// ```
/// use preference::{Auction, Call, Seat, Standing, Variant};
/// let rules: Variant = "austrian".parse()?;
/// let mut auction = Auction::new(&rules)?;
/// for call in ["pass", "1", "2", "hold", "3", "hold", "pass"] {
///     auction.call(call.parse()?)?;
/// }
/// let declared = Standing::Declared { declarer: Seat::Middlehand, bid: Call::Number(3), hand: false };
/// assert_eq!(auction.standing(), declared);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Auction {
    bidding: Arc<Bidding>,
    rungs: Arc<[Rung]>,
    calls: usize,
    stage: Stage,
    /// Who is still in.
    active: Seats,
    /// Who has not spoken yet.
    fresh: Seats,
    /// Who has bid a number, a level or a suit.
    bidders: Seats,
    /// Who has bid anything at all.
    positive: Seats,
    to_call: Seat,
    /// The bid that stands, and whose it is.
    top: Option<(Seat, Rung)>,
    /// Suits named by those who said `hand`, or `None` as long as they are not.
    hands: BySeat<Option<Option<Call>>>,
}

/// All that what may follow depends on.
pub(crate) type State = (Stage, [Seats; 4], Seat, Option<(Seat, Rung)>, BySeat<Option<Option<Call>>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    Bidding,
    /// Who said `hand` tell which suit.
    Naming,
    /// The one who stands is asked which suit he means; the other seat asked.
    Asked {
        by: Seat,
    },
    Over,
    /// Offers for the talon.
    Offers,
    /// Forehand's second chance.
    Again,
}

impl Auction {
    /// An auction in which forehand is to make the first call.
    ///
    /// # Errors
    /// If the rules do not say how they bid.
    pub fn new(rules: &Variant) -> Result<Auction, AuctionError> {
        Auction::after_passes(rules, 0)
    }

    /// The same when so many deals in a row before this one all have passed.
    ///
    /// # Errors
    /// If the rules do not say how they bid.
    pub fn after_passes(rules: &Variant, passed: usize) -> Result<Auction, AuctionError> {
        let bidding = rules.bidding().clone();
        if bidding.by.is_none() {
            return Err(AuctionError::None { rules: rules.label().to_owned() });
        }
        Ok(Auction {
            rungs: rungs(&bidding, passed, |suit| rules.value(Contract::Game(Some(suit)))).into(),
            bidding: Arc::new(bidding),
            calls: 0,
            stage: Stage::Bidding,
            active: Seats::ALL,
            fresh: Seats::ALL,
            bidders: Seats::NONE,
            positive: Seats::NONE,
            to_call: Seat::Forehand,
            top: None,
            hands: BySeat([None; 3]),
        })
    }

    /// What the auction has come to.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match (self.stage, self.top) {
            (Stage::Over, Some((declarer, rung))) => {
                Standing::Declared { declarer, bid: rung.call, hand: rung.hand }
            }
            (Stage::Over, None) => Standing::Passed(match self.bidding.all_pass {
                AllPass::ForehandAgain => AllPass::DealerForced,
                AllPass::SecondRound => AllPass::Redeal,
                then => then,
            }),
            // Before anybody has spoken in it, what follows is to be announced.
            (Stage::Again | Stage::Offers, None) if self.fresh == Seats::ALL => {
                Standing::Passed(self.bidding.all_pass)
            }
            _ => Standing::Open { to_call: self.to_call, allowed: self.allowed() },
        }
    }

    /// Two auctions under the same rules with the same state go on alike.
    pub(crate) fn state(&self) -> State {
        let usurping = self.bidding.usurp_from > 0;
        if self.stage == Stage::Over && !usurping {
            let none = [Seats::NONE; 4];
            return (self.stage, none, Seat::Forehand, self.top, BySeat::default());
        }
        // Of who has passed nothing matters any more, except that who has bid may usurp.
        let active = self.active;
        let of_active = |seats: Seats| active - (active - seats);
        let bidders = if self.bidding.hand_after_number { Seats::NONE } else { of_active(self.bidders) };
        let positive = if usurping { self.positive } else { of_active(self.positive) };
        (self.stage, [active, of_active(self.fresh), bidders, positive], self.to_call, self.top, self.hands)
    }

    /// Who has bid anything.
    #[must_use]
    pub fn have_bid(&self) -> Seats {
        self.positive
    }

    /// Whose turn it is, as long as anybody may speak.
    #[must_use]
    pub fn to_call(&self) -> Seat {
        self.to_call
    }

    /// What the seat to call may say, passing first; nothing when the auction is over and
    /// nobody can usurp.
    #[must_use]
    pub fn allowed(&self) -> Vec<Call> {
        match self.stage {
            Stage::Bidding => self.bids(),
            Stage::Naming => self.hand_suits().map(Call::HandIn).collect(),
            Stage::Asked { by } if self.to_call != by => self.suits_above(None).map(Call::Named).collect(),
            Stage::Asked { .. } => self.against(),
            Stage::Over => self.usurping(),
            // Any sum that is higher; the least is named for all of them.
            Stage::Offers => {
                let least = match self.top {
                    Some((_, Rung { call: Call::Offer(sum), .. })) => sum.saturating_add(1),
                    _ => 1,
                };
                vec![Call::Pass, Call::Offer(least)]
            }
            Stage::Again => vec![Call::Pass, Call::Number(1)],
        }
    }

    /// Make a call for the seat whose turn it is.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn call(&mut self, call: Call) -> Result<(), AuctionError> {
        let allowed = self.allowed();
        let offered = match (call, allowed.get(1)) {
            (Call::Offer(sum), Some(&Call::Offer(least))) => sum >= least,
            _ => false,
        };
        if !allowed.contains(&call) && !offered {
            let number = self.calls + 1;
            return Err(if allowed.is_empty() {
                AuctionError::Over { number, call }
            } else {
                AuctionError::NotAllowed { number, call, seat: self.to_call, allowed }
            });
        }
        self.call_allowed(call);
        Ok(())
    }

    /// The same when it is known to be allowed.
    pub(crate) fn call_allowed(&mut self, call: Call) {
        self.calls += 1;
        let seat = self.to_call;
        self.fresh = self.fresh - Seats::of(seat);
        match self.stage {
            Stage::Bidding => self.bid(seat, call),
            Stage::Naming => self.name(seat, call),
            Stage::Asked { by } => self.answer(seat, by, call),
            Stage::Over => self.usurp(seat, call),
            Stage::Offers => self.offer(seat, call),
            Stage::Again => {
                if call != Call::Pass {
                    self.top = Some((seat, Rung::plain(call)));
                }
                self.stage = Stage::Over;
            }
        }
    }

    /// The turn goes on; when it comes back to who stands, or nobody is left, bidding is over.
    fn next(&mut self) {
        if self.active.is_empty() {
            self.passed();
            return;
        }
        let next = self.active.after(self.to_call);
        match self.top {
            Some((seat, _)) if seat == next => self.bidding_over(),
            _ => self.to_call = next,
        }
    }

    /// All have passed.
    fn passed(&mut self) {
        self.to_call = Seat::Forehand;
        self.stage = match self.bidding.all_pass {
            AllPass::ForehandAgain => Stage::Again,
            AllPass::SecondRound if self.stage == Stage::Bidding => Stage::Offers,
            _ => Stage::Over,
        };
        if self.stage != Stage::Over {
            self.active = Seats::ALL;
            self.fresh = Seats::ALL;
        }
    }

    fn offer(&mut self, seat: Seat, call: Call) {
        match call {
            Call::Pass => self.active = self.active - Seats::of(seat),
            _ => self.top = Some((seat, Rung::plain(call))),
        }
        self.next();
    }
}

impl AllPass {
    /// Its name, as the file has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            AllPass::Redeal => "redeal",
            AllPass::DealerPlays => "dealer-plays",
            AllPass::ForehandAgain => "forehand-again",
            AllPass::DealerForced => "dealer-forced",
            AllPass::SecondRound => "second-round",
            AllPass::Refa => "refa",
            AllPass::Raspasovka => "raspasovka",
        }
    }
}

/// Why a call cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AuctionError {
    /// The rules do not say how they bid.
    #[error("the rules '{rules}' do not say how they bid: add [auction], or extend a preset")]
    None {
        /// The rules.
        rules: String,
    },
    /// The call is not one of those allowed.
    #[error("call {number}: {} may not say {call}; allowed: {}", seat.name(), list(allowed))]
    NotAllowed {
        /// Which call it is, from 1.
        number: usize,
        /// The call.
        call: Call,
        /// Whose turn it is.
        seat: Seat,
        /// What is allowed.
        allowed: Vec<Call>,
    },
    /// The auction is over.
    #[error("call {number}: the auction is over before {call}")]
    Over {
        /// Which call it is, from 1.
        number: usize,
        /// The call.
        call: Call,
    },
}

fn list(calls: &[Call]) -> String {
    calls.iter().map(Call::to_string).collect::<Vec<_>>().join(" ")
}
