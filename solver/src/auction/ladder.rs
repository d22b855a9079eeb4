//! An auction in progress: the bids that a seat may make, and the turns and stages that follow them.

use std::sync::Arc;

use super::rung::Rung;
use crate::cards::Suit;
use crate::rules::bidding::{AllPass, BidKind, Bidding, HandBids, HoldRight};
use crate::rules::call::Call;
use crate::seat::{BySeat, Seat, Seats};

/// An auction in progress.
///
/// ```
/// use preference::auction::{Auction, AuctionState};
/// use preference::rules::{Call, Variant};
/// use preference::seat::Seat;
/// let rules: Variant = "austrian".parse()?;
/// let mut auction = Auction::new(&rules)?;
/// for call in ["pass", "1", "2", "hold", "3", "hold", "pass"] {
///     auction.call(call.parse()?)?;
/// }
/// let (declarer, bid) = (Seat::Middlehand, Call::Number(3));
/// assert_eq!(auction.state(), AuctionState::Declared { declarer, bid, hand: false, may_play_from_hand: false });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auction {
    pub(super) bidding: Arc<Bidding>,
    pub(super) rungs: Arc<[Rung]>,
    pub(super) calls: usize,
    pub(super) stage: Stage,
    /// Seats that have not passed; after the bidding, those that may still take the declarer's discards.
    pub(super) active: Seats,
    /// Seats that have not called yet in the present round.
    pub(super) fresh: Seats,
    /// Seats that have made or held a regular bid (see [`Rung::regular`]), or have named or asked for a suit.
    pub(super) regular_bidders: Seats,
    /// Seats that have made any call other than a pass during the bidding.
    pub(super) bidders: Seats,
    pub(super) to_call: Seat,
    /// The standing bid, and the seat that made it or holds it.
    pub(super) top: Option<(Seat, Rung)>,
    /// The seats that have bid or held the standing bid, recorded only under rules by which anybody may hold.
    pub(super) held: Seats,
    /// By seat: `None` without a bid to play from the hand, `Some(None)` until its suit is named, then the call that
    /// named it.
    pub(super) hands: BySeat<Option<Option<Call>>>,
    /// What each seat must pay into the pot for its offers for the talon.
    pub(super) paid: BySeat<u32>,
}

/// All facts on which the further calls and the result of an auction depend.
pub(crate) type AuctionKey =
    (Stage, [Seats; 5], Seat, Option<(Seat, Rung)>, BySeat<Option<Option<Call>>>, BySeat<u32>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    Bidding,
    /// Second round of bidding, after all have passed; the winner takes the talon.
    BiddingAgain,
    /// The players who have said `hand` name their suits, and the highest suit wins.
    Naming,
    /// `asker` has asked the player with the standing bid for the suit, and then names a higher one or passes.
    SuitAsked {
        asker: Seat,
    },
    Over,
    /// Offers for the talon, after all have passed.
    Offers,
    /// Forehand may still play with the talon after all have passed.
    ForehandAgain,
}

impl Auction {
    /// The bidding ends when the turn comes back to the highest bidder, when all seats have passed or, under rules with
    /// one call each, when all have called.
    pub(super) fn advance_turn(&mut self) {
        if self.active.is_empty() {
            self.end_all_passed();
            return;
        }
        if self.bidding.once && self.fresh.is_empty() {
            self.end_bidding();
            return;
        }
        let next = self.active.next_after(self.to_call);
        match self.top {
            Some((seat, _)) if seat == next => self.end_bidding(),
            _ => self.to_call = next,
        }
    }

    pub(super) fn end_all_passed(&mut self) {
        self.to_call = Seat::Forehand;
        self.stage = match self.bidding.all_pass {
            AllPass::ForehandAgain => Stage::ForehandAgain,
            AllPass::SecondRound if self.stage == Stage::Bidding => Stage::Offers,
            AllPass::BidAgain if self.stage == Stage::Bidding => Stage::BiddingAgain,
            _ => Stage::Over,
        };
        if self.stage != Stage::Over {
            self.active = Seats::ALL;
            self.fresh = Seats::ALL;
        }
    }

    pub(super) fn bids(&self) -> impl Iterator<Item = Call> + '_ {
        let seat = self.to_call;
        let (is_asking, is_outbid) = (self.bidding.by == Some(BidKind::Asking), self.is_outbid(seat));
        let hold = self.can_hold(seat).then_some(Call::Hold);
        // If the suit of the standing bid is known, a player names a higher one to overbid it.
        let named = match self.top {
            Some((_, Rung { call: Call::Named(suit), .. })) if is_asking && !is_outbid => Some(suit),
            _ => None,
        };
        let higher = named.into_iter().flat_map(|suit| self.suits_above(Some(suit)).map(Call::Named));
        let mut is_next = true;
        let open =
            self.rungs.iter().filter(move |rung| self.is_higher(rung) && self.may_bid(rung, seat, is_outbid));
        let rungs = open
            .filter(move |rung| !rung.regular || self.bidding.jumps || std::mem::take(&mut is_next))
            .map(|rung| rung.call);
        // The call that asks for the suit is the same as the bid "I have one".
        let is_number = matches!(self.top, Some((_, Rung { call: Call::Number(_), .. })));
        let question = (is_asking && is_number).then_some(Call::Number(1));
        let can_take = self.bidding.take && self.active.len() == 1 && self.top.is_none();
        let take = can_take.then_some(Call::Take);
        std::iter::once(Call::Pass).chain(hold).chain(higher).chain(rungs).chain(question).chain(take)
    }

    fn is_higher(&self, rung: &Rung) -> bool {
        // A second `hand` may follow a first one, which it does not outrank.
        match self.top {
            None => true,
            Some((_, top)) => rung.rank > top.rank || rung.call == Call::Hand && top.call == Call::Hand,
        }
    }

    fn may_bid(&self, rung: &Rung, seat: Seat, is_outbid: bool) -> bool {
        let first = self.fresh.contains(seat);
        match rung.call {
            // An outbid player holds or passes, or bids a game from the hand if the rules allow it after a
            // number.
            call if is_outbid => matches!(call, Call::HandNumber(_)) && self.bidding.hand_after_number,
            // A seat may bid games from the hand several times, each higher than the last, as long as it has made
            // no other bids. `hand_after_number` removes this condition.
            Call::HandNumber(_) if self.bidding.hands == HandBids::Values => {
                self.bidding.hand_after_number || !self.regular_bidders.contains(seat)
            }
            // Where suits are asked for, only the first bidder may announce hearts at once.
            Call::Preference if self.bidding.by == Some(BidKind::Asking) => first && self.top.is_none(),
            _ => !rung.first_call || first,
        }
    }

    /// Whether a seat may take over the standing bid instead of bidding higher.
    ///
    /// Under [`HoldRight::Earlier`] a seat that has bid may hold a bid of a seat after it in turn order. Under
    /// [`HoldRight::Anybody`] each seat may hold each bid once, so that every auction ends.
    fn can_hold(&self, seat: Seat) -> bool {
        // The seat that made the standing bid need not be excluded: it has no turn before another seat has bid.
        let Some((holder, top)) = self.top else { return false };
        let earlier = seat < holder;
        let over_hand =
            self.bidding.hands == HandBids::Values && top.hand && !top.regular && self.hands[seat].is_some();
        match self.bidding.hold {
            HoldRight::Nobody => false,
            HoldRight::Earlier => earlier && (over_hand || top.regular && self.bidders.contains(seat)),
            HoldRight::Anybody => earlier && over_hand || top.regular && !self.held.contains(seat),
        }
    }

    /// Whether a later seat in turn order has overbid this seat's bid, by numbers or where suits are asked for. This
    /// seat may then hold the bid or pass, but not bid a higher number.
    fn is_outbid(&self, seat: Seat) -> bool {
        let stepwise = matches!(self.bidding.by, Some(BidKind::Numbers | BidKind::Asking));
        let later = self.top.is_some_and(|(holder, _)| seat < holder);
        stepwise && later && self.bidders.contains(seat) && self.can_hold(seat)
    }

    pub(super) fn make_bid(&mut self, seat: Seat, call: Call) {
        if call != Call::Pass {
            self.bidders |= Seats::from_seat(seat);
        }
        match call {
            Call::Pass => self.active -= Seats::from_seat(seat),
            Call::Hold => {
                if let Some((holder, rung)) = &mut self.top {
                    *holder = seat;
                    if rung.regular {
                        self.regular_bidders |= Seats::from_seat(seat);
                    }
                }
                self.record_holder(seat);
            }
            Call::Take => {
                self.top = Some((seat, Rung::unlisted(call)));
                self.stage = Stage::Over;
                return;
            }
            Call::Number(1) if self.bidding.by == Some(BidKind::Asking) && self.top.is_some() => {
                self.regular_bidders |= Seats::from_seat(seat);
                self.stage = Stage::SuitAsked { asker: seat };
                self.to_call = self.top.map_or(seat, |(holder, _)| holder);
                return;
            }
            Call::Named(_) => {
                self.regular_bidders |= Seats::from_seat(seat);
                self.top = Some((seat, Rung::unlisted(call)));
                self.held = Seats::NONE;
                self.record_holder(seat);
            }
            _ => {
                let rung = self.rungs.iter().find(|rung| rung.call == call);
                let mut rung = *rung.expect("allowed calls are on the ladder");
                // In the second round a bid is played with the talon.
                rung.hand &= self.stage != Stage::BiddingAgain;
                if rung.regular {
                    self.regular_bidders |= Seats::from_seat(seat);
                }
                if rung.hand && !rung.regular {
                    self.hands[seat] = Some(None);
                }
                // The first of two bids of `hand` stands until both suits are named.
                if !matches!(self.top, Some((_, Rung { call: Call::Hand, .. })) if call == Call::Hand) {
                    self.top = Some((seat, rung));
                    self.held = Seats::NONE;
                    self.record_holder(seat);
                }
                if call == Call::Preference && self.bidding.preference_ends {
                    self.stage = Stage::Over;
                    return;
                }
            }
        }
        self.advance_turn();
    }

    fn record_holder(&mut self, seat: Seat) {
        if self.bidding.hold == HoldRight::Anybody {
            self.held |= Seats::from_seat(seat);
        }
    }

    pub(super) fn end_bidding(&mut self) {
        // If several players have said `hand`, they first name their suits.
        let mut unnamed = Seat::ALL.into_iter().filter(|&seat| self.hands[seat] == Some(None));
        let hand = matches!(self.top, Some((_, Rung { call: Call::Hand, .. })));
        match (unnamed.next(), unnamed.next()) {
            (Some(first), Some(_)) if hand => {
                self.stage = Stage::Naming;
                self.to_call = first;
            }
            _ => self.end_auction(),
        }
    }

    fn end_auction(&mut self) {
        // Seats that may usurp, that is, take the declarer's discards, get the turn one after another.
        self.stage = Stage::Over;
        if let Some((declarer, _)) = self.top {
            self.active = self.bidders;
            self.ask_usurpers(declarer);
        }
    }

    pub(super) fn hand_suits(&self) -> impl Iterator<Item = Suit> + '_ {
        // All four, or three if hearts are announced by `preference` instead.
        let has_no_other_name = move |&suit: &Suit| suit != Suit::Hearts || !self.bidding.preference;
        [Suit::Clubs, Suit::Spades, Suit::Diamonds, Suit::Hearts].into_iter().filter(has_no_other_name)
    }

    pub(super) fn name_suit(&mut self, seat: Seat, call: Call) {
        self.hands[seat] = Some(Some(call));
        if let Some(next) = Seat::ALL.into_iter().find(|&seat| self.hands[seat] == Some(None)) {
            self.to_call = next;
            return;
        }
        let order = |call: Call| self.hand_suits().position(|suit| call == Call::HandIn(suit));
        let named = Seat::ALL.into_iter().filter_map(|seat| Some((seat, self.hands[seat]??)));
        // Among equal suits the earlier seat wins: `max_by_key` returns the last maximum, here of the
        // reversed order.
        let best = named.rev().max_by_key(|&(_, call)| order(call));
        if let Some((seat, call)) = best {
            self.top = Some((seat, Rung { hand: true, ..Rung::unlisted(call) }));
        }
        self.stage = Stage::Over;
    }

    /// All suits for `None`, in the order of the rules of 1829: clubs, spades, diamonds, hearts.
    pub(super) fn suits_above(&self, suit: Option<Suit>) -> impl Iterator<Item = Suit> + use<> {
        let order = [Suit::Clubs, Suit::Spades, Suit::Diamonds, Suit::Hearts];
        let from = suit.map_or(0, |suit| 1 + order.iter().position(|&other| other == suit).unwrap_or(3));
        order.into_iter().skip(from)
    }

    pub(super) fn calls_against_suit(&self) -> Vec<Call> {
        let named = match self.top {
            Some((_, Rung { call: Call::Named(suit), .. })) => Some(suit),
            _ => None,
        };
        std::iter::once(Call::Pass).chain(self.suits_above(named).map(Call::Named)).collect()
    }

    pub(super) fn answer_question(&mut self, seat: Seat, asker: Seat, call: Call) {
        if seat == asker {
            self.stage = Stage::Bidding;
            self.make_bid(seat, call);
        } else {
            self.top = Some((seat, Rung::unlisted(call)));
            self.to_call = asker;
        }
    }

    pub(super) fn usurp_calls(&self) -> Vec<Call> {
        let is_defender = self.top.is_some_and(|(holder, _)| self.to_call != holder);
        if self.can_be_usurped() && is_defender && self.active.contains(self.to_call) {
            vec![Call::Stay, Call::Usurp]
        } else {
            Vec::new()
        }
    }

    /// The seats that may still take the declarer's discards, in the order in which they are asked.
    #[must_use]
    pub fn usurpers(&self) -> Vec<Seat> {
        let holder = self.top.map(|(holder, _)| Seats::from_seat(holder)).unwrap_or_default();
        if self.stage != Stage::Over || self.usurp_calls().is_empty() {
            return Vec::new();
        }
        let candidates = self.active - holder;
        let turns = std::iter::successors(Some(self.to_call), |&seat| Some(candidates.next_after(seat)));
        turns.take(candidates.len()).collect()
    }

    fn can_be_usurped(&self) -> bool {
        // The rules must allow it, and the declarer's bid be a number below the highest number.
        let Some((_, Rung { call: Call::Number(number), .. })) = self.top else { return false };
        self.bidding.usurp_from > 0 && number < self.bidding.last
    }

    fn ask_usurpers(&mut self, from: Seat) {
        let Some((holder, _)) = self.top else { return };
        let candidates = self.active - Seats::from_seat(holder);
        self.to_call = if candidates.is_empty() { holder } else { candidates.next_after(from) };
    }

    pub(super) fn answer_usurp(&mut self, seat: Seat, call: Call) {
        if call == Call::Stay {
            self.active -= Seats::from_seat(seat);
            self.ask_usurpers(seat);
            return;
        }
        let Some((_, Rung { call: Call::Number(number), .. })) = self.top else { return };
        let usurping_bid = (number + 1).max(self.bidding.usurp_from);
        self.top = Some((seat, Rung::unlisted(Call::Number(usurping_bid))));
        // The usurper also lays two cards aside, which any other player who has bid may take.
        self.active = self.bidders;
        self.ask_usurpers(seat);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::auction::AuctionState;
    use crate::rules::variant::Variant;

    #[rstest]
    #[case(0, "6S")]
    #[case(1, "7S")]
    #[case(2, "8S")]
    #[case(5, "8S")]
    fn exit_key_sets_lowest_bid_after_passes(#[case] passed: usize, #[case] lowest: &str) {
        let rules = "name = 'x'\nextends = 'sochi'\n[auction]\nexit = [6, 7, 8]";
        let rules = Variant::from_toml(rules).expect("house rules");
        let auction = Auction::after_passes(&rules, passed).expect("an auction");
        assert_eq!(auction.legal_calls()[1].to_string(), lowest);
    }

    fn all_rules() -> Vec<Variant> {
        let house = ["bid-again", "anybody-holds", "hand-after-number"].map(|name| {
            let path = format!("{}/../fixtures/rules/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            Variant::from_file(std::path::Path::new(&path)).expect("house rules")
        });
        Variant::names().into_iter().map(|name| name.parse().expect("a preset")).chain(house).collect()
    }

    #[test]
    fn every_auction_ends() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_pcg::Pcg64::seed_from_u64(5);
        let mut declared = 0;
        for rules in all_rules() {
            let name = rules.label().to_owned();
            for _ in 0..300 {
                let mut auction = Auction::new(&rules).expect("an auction");
                let mut calls = 0;
                loop {
                    let allowed = auction.legal_calls();
                    let Some(n) = allowed.len().checked_sub(1) else { break };
                    for call in
                        ["pass", "hold", "1", "4", "hand", "hand:S", "hand5", "7H", "misere", "take", "D"]
                    {
                        let call: Call = call.parse().expect("a call");
                        let refused = auction.clone().call(call).is_err();
                        assert_eq!(refused, !allowed.contains(&call), "{name} {call} {allowed:?}");
                    }
                    auction.call(allowed[random.random_range(0..=n)]).expect("an allowed call");
                    calls += 1;
                    // Offers have no upper limit.
                    if matches!(auction.top, Some((_, Rung { call: Call::Offer(_), .. }))) && calls > 50 {
                        break;
                    }
                    assert!(calls < 200, "{name}");
                }
                match auction.state() {
                    AuctionState::Declared { .. } => declared += 1,
                    AuctionState::Passed(then) => assert_ne!(then, AllPass::SecondRound),
                    AuctionState::Open { .. } => assert!(calls > 50),
                }
            }
        }
        assert!(declared > 3000, "{declared}");
    }

    #[test]
    fn auctions_in_equal_states_continue_equally() {
        use std::collections::HashMap;

        use rand::{RngExt, SeedableRng};
        let mut random = rand_pcg::Pcg64::seed_from_u64(6);
        let (mut states, mut met) = (0, 0);
        for rules in all_rules() {
            let name = rules.label().to_owned();
            let mut states_met = HashMap::new();
            for _ in 0..400 {
                let mut auction = Auction::new(&rules).expect("an auction");
                loop {
                    let allowed = auction.legal_calls();
                    let then: Vec<_> = allowed
                        .iter()
                        .map(|&call| {
                            let mut next = auction.clone();
                            next.call_allowed(call);
                            (call, next.key())
                        })
                        .collect();
                    let usurpers =
                        (!allowed.is_empty()).then(|| (auction.seats_with_bids(), auction.to_call()));
                    let usurpers = usurpers.filter(|_| auction.stage == Stage::Over);
                    let here = (format!("{:?}", auction.state()), usurpers, then);
                    met += 1;
                    match states_met.get(&auction.key()) {
                        Some(before) => assert_eq!(before, &here, "{name}"),
                        None => {
                            states_met.insert(auction.key(), here);
                        }
                    }
                    let offered = matches!(auction.top, Some((_, Rung { call: Call::Offer(5..), .. })));
                    if allowed.is_empty() || offered {
                        break;
                    }
                    auction.call_allowed(allowed[random.random_range(0..allowed.len())]);
                }
            }
            states += states_met.len();
        }
        assert!(met > 2 * states, "{met} auctions in {states} states");
    }
}
