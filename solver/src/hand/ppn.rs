//! Hands in PPN, the notation in which Serbian play sites record deals.
//!
//! PPN has the highest bid of each player, but neither the calls nor the score sheets of the other deals. So a hand
//! that is read from PPN has the first auction, in the order of the legal calls, that leads to these bids.

use thiserror::Error;

use super::Hand;
use crate::auction::{Auction, AuctionState};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::excerpt::excerpt;
use crate::hand::action::Action;
use crate::hand::record_error::RecordError;
use crate::hand::table::HandSetupError;
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Doubling, HandDecisions};
use crate::situation::ppn::{PpnRecord, card_code, number_of_contract, parse_bid};

/// The error for a hand that PPN cannot express.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PpnTextError {
    /// A name that does not begin with a digit, or has blanks, brackets or quotes.
    #[error("'{}' is not the name of a deal in PPN: write a number", excerpt(.0))]
    Name(String),
    /// A hand that is not over.
    #[error("the hand is not over")]
    NotOver,
    /// A call that has no place in the field with the bids.
    #[error("PPN has no form for the call {0}")]
    Call(Call),
    /// A contract without a number in PPN, or with another number under these rules.
    #[error("PPN has no number for the contract {0}, or a number that differs from these rules")]
    Contract(Contract),
    /// Tricks that were divided by a claim or an offer.
    #[error("PPN has no form for tricks that were claimed or agreed upon: play the hand to its end")]
    Unplayed,
    /// A declarer who gave up.
    #[error("PPN has no form for a declarer who gives up")]
    GivenUp,
    /// Cards that were played after all had passed.
    #[error("PPN has no form for play after all have passed")]
    PassedOutPlay,
    /// Two defenders who both said kontra.
    #[error("PPN names only one defender who said kontra, but two did")]
    Kontra,
}

impl Hand {
    /// The hand as a deal of a PPN file with the name `id`. The players 1, 2 and 3 are forehand, middlehand and
    /// rearhand. The last field, the summary, is left empty (`0`).
    ///
    /// ```
    /// use preference::hand::{Action, Hand, Table};
    /// use preference::{Deal, Variant};
    /// let rules: Variant = "bule".parse()?;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["2", "pass", "pass", "discard H9 C7", "play D", "play", "drop", "drop"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.to_ppn("1")?, "[1 123 865OJGFBSP7421LHEDUQ3NMKICAWTR9V 2,P,P 1 JP 3 0 0 0 6 1 0 0]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_ppn(&self, id: &str) -> Result<String, PpnTextError> {
        let is_foreign = |c: char| c.is_whitespace() || ['[', ']', '"'].contains(&c);
        if !id.starts_with(|c: char| c.is_ascii_digit()) || id.contains(is_foreign) {
            return Err(PpnTextError::Name(id.to_owned()));
        }
        if !self.is_over() {
            return Err(PpnTextError::NotOver);
        }
        if self.is_ended_early() {
            return Err(PpnTextError::Unplayed);
        }
        let start = format!("{id} 123 {}", deal_codes(self.deal(), self.talon_order()));
        let Some(declaration) = self.declaration() else {
            if self.position().is_some() {
                return Err(PpnTextError::PassedOutPlay);
            }
            return Ok(format!("[{start} P,P,P]"));
        };
        let terms = self.terms().decisions;
        if terms.gave_up {
            return Err(PpnTextError::GivenUp);
        }
        // Bids are numbers as well, so the rules must number the contracts as PPN does.
        let number = number_of_contract(declaration.contract)
            .filter(|&number| self.rules().value(declaration.contract).map(usize::from) == Some(number))
            .ok_or(PpnTextError::Contract(declaration.contract))?;
        let calls = self.steps().iter().filter_map(|step| match step.action {
            Action::Call(call) => Some((step.seat, call)),
            _ => None,
        });
        let bids = highest_bids(calls)?;
        let declarer = declaration.declarer;
        let (hand, discard) = match declaration.from_hand {
            true => ("G", "XX".to_owned()),
            false => ("", card_codes(self.deal_after_exchanges().talon())),
        };
        let playing = Seats::ALL - terms.seats_out_of_play();
        let leader = self.rules().leader(declaration.contract, declarer, playing);
        let doubled = 1 << (terms.doubling as u32 + u32::from(terms.refa));
        let fields = [
            start,
            bids.0.join(","),
            player_number(declarer),
            discard,
            format!("{hand}{number}"),
            accepting_defenders(playing - Seats::from_seat(declarer), &terms),
            doubling_code(declarer, &terms)?,
            u8::from(terms.refa).to_string(),
            (2 * number * doubled).to_string(),
            player_number(leader),
            self.ppn_tricks(),
            "0".to_owned(),
        ];
        Ok(format!("[{}]", fields.join(" ")))
    }

    fn ppn_tricks(&self) -> String {
        // Each trick has the number of the player who took it, or `0` before the first complete trick.
        let cards: Vec<Card> = self
            .steps()
            .iter()
            .filter_map(|step| match step.action {
                Action::Card(card) => Some(card),
                _ => None,
            })
            .collect();
        let winners = self.trick_winners();
        let players = self.position().map_or(3, |position| position.setup().playing.len());
        let tricks: Vec<String> = cards
            .chunks(players)
            .zip(winners)
            .filter_map(|(cards, winner)| {
                let codes: String = cards.iter().map(|&card| card_code(card)).collect();
                Some(codes + &player_number(winner?))
            })
            .collect();
        if tricks.is_empty() { "0".to_owned() } else { tricks.join(",") }
    }

    /// Reads a hand from a deal of a PPN file, with the first auction, in the order of the legal calls, that leads to
    /// the highest bids and the declarer of the deal, and the first decisions that lead to those of the deal.
    ///
    /// # Errors
    /// If no auction leads to these bids and this declarer, if a step is illegal or missing, or if the rules allow no
    /// hand.
    pub fn from_ppn(record: &PpnRecord) -> Result<Hand, RecordError> {
        let mut situation = record.situation.clone();
        if situation.calls().is_empty() {
            let passed = usize::from(situation.hand().decisions.progression.saturating_sub(1));
            let auction = Auction::after_passes(situation.rules(), passed).map_err(HandSetupError::from)?;
            let mut search = AuctionSearch {
                bids: &record.bids,
                declarer: situation.declarer_if_any(),
                calls: Vec::new(),
            };
            if !search.find(&auction) {
                return Err(RecordError::Bids);
            }
            situation = situation.with_calls(search.calls.into_iter().map(|(_, call)| call).collect());
        }
        Hand::from_situation(&situation)
    }
}

/// Search for an auction that leads to the highest bids of a deal.
struct AuctionSearch<'a> {
    bids: &'a BySeat<String>,
    declarer: Option<Seat>,
    calls: Vec<(Seat, Call)>,
}

impl AuctionSearch<'_> {
    /// Leaves `calls` unchanged if no calls lead from `auction` to the bids.
    fn find(&mut self, auction: &Auction) -> bool {
        if auction.is_over() {
            let bids = highest_bids(self.calls.iter().copied());
            return bids.is_ok_and(|bids| bids == *self.bids) && declarer(auction) == self.declarer;
        }
        let seat = auction.to_call();
        auction.legal_calls().into_iter().any(|call| {
            let mut after = auction.clone();
            after.call_allowed(call);
            self.calls.push((seat, call));
            let is_found = self.is_possible(seat, call) && self.find(&after);
            if !is_found {
                self.calls.pop();
            }
            is_found
        })
    }

    /// Whether the calls of `seat`, of which `call` is the last, can still lead to its highest bid; a pass ends its
    /// bids.
    fn is_possible(&self, seat: Seat, call: Call) -> bool {
        let Ok(bids) = highest_bids(self.calls.iter().copied()) else { return false };
        let (so_far, highest) = (&bids[seat], &self.bids[seat]);
        so_far == highest || call != Call::Pass && parse_bid(so_far) <= parse_bid(highest)
    }
}

fn declarer(auction: &Auction) -> Option<Seat> {
    match auction.state() {
        AuctionState::Declared { declarer, .. } => Some(declarer),
        _ => None,
    }
}

fn highest_bids(calls: impl Iterator<Item = (Seat, Call)>) -> Result<BySeat<String>, PpnTextError> {
    let mut bids = BySeat::from_fn(|_| "P".to_owned());
    // The standing bid: the letter `G` for a game from the hand, and the number, which is empty if the bid has none.
    let mut standing = ("", String::new());
    for (seat, call) in calls {
        let held = match call {
            Call::Pass => continue,
            Call::Hold => "M",
            Call::Number(number @ 2..=8) => {
                standing = ("", number.to_string());
                ""
            }
            Call::Hand => {
                standing = ("G", String::new());
                ""
            }
            Call::HandNumber(number @ 2..=8) => {
                standing = ("G", number.to_string());
                ""
            }
            other => return Err(PpnTextError::Call(other)),
        };
        bids[seat] = [standing.0, held, &standing.1].concat();
    }
    Ok(bids)
}

fn player_number(seat: Seat) -> String {
    (seat.index() + 1).to_string()
}

fn card_codes(cards: Cards) -> String {
    cards.iter().map(card_code).collect()
}

fn deal_codes(deal: &Deal, talon: [Card; 2]) -> String {
    let hands = Seat::ALL.map(|seat| card_codes(deal.hand(seat)));
    hands.concat() + &talon.map(card_code).iter().collect::<String>()
}

/// 0 for none, the player's number for one, 4 for both.
fn accepting_defenders(defenders: Seats, terms: &HandDecisions) -> String {
    let defenders = defenders - terms.guest.map_or(Seats::NONE, Seats::from_seat);
    match defenders.iter().next() {
        None => "0".to_owned(),
        Some(seat) if defenders.len() == 1 => player_number(seat),
        Some(_) => "4".to_owned(),
    }
}

/// The invitation or the last doubling, with the defender who invited or said kontra; 0 for none.
fn doubling_code(declarer: Seat, terms: &HandDecisions) -> Result<String, PpnTextError> {
    if let Some(guest) = terms.guest {
        return Ok(format!("I{}", player_number(guest.partner(declarer))));
    }
    let letter = match terms.doubling {
        Doubling::None => return Ok("0".to_owned()),
        Doubling::Kontra => "K",
        Doubling::Rekontra => "R",
        Doubling::Sub => "S",
        Doubling::Mort => "M",
    };
    let mut seats = terms.kontra.iter();
    match (seats.next(), seats.next()) {
        (Some(seat), None) => Ok(format!("{letter}{}", player_number(seat))),
        _ => Err(PpnTextError::Kontra),
    }
}
