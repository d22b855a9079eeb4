//! Claims in hands that are played at random, compared with plain minimax and with all sequences of winners of the
//! remaining tricks.
//!
//! `PREFERENCE_EFFORT=20` plays twenty times as many hands.

use std::collections::BTreeMap;

use preference::deal::random;
use preference::hand::{Action, Choice, Hand, Phase, Table};
use preference::rules::{Contract, Variant};
use preference::search::Solver;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{HandResult, HandSettlement};
use preference_fixtures::{effort, judge};
use rand::RngExt;

use crate::hands::{ends_after, for_random_hands, random_action};

/// Maximum number of remaining tricks for which claims are judged.
const MAX_TRICKS_LEFT: u8 = 4;

/// A hand before a lead, and the seats that have won its tricks so far.
struct ClaimJudge<'a> {
    preset: &'a str,
    hand: &'a Hand,
    winners: &'a [Seat],
    seat: Seat,
    left: u8,
}

impl ClaimJudge<'_> {
    fn playing(&self) -> Seats {
        self.hand.position().expect("a position").setup().playing
    }

    fn side(&self) -> Seats {
        match self.hand.declarer() {
            Some(declarer) if declarer != self.seat => self.playing() - Seats::from_seat(declarer),
            _ => Seats::from_seat(self.seat),
        }
    }

    /// The numbers of the remaining tricks that each seat can get if the seats in `rest` win them in turn. If the
    /// play ends early, the tricks that are not played go to the side that did not win the last one played.
    fn divisions(&self, rest: &[Seat]) -> Vec<BySeat<u8>> {
        let mut tricks = BySeat::default();
        for (n, &winner) in rest.iter().enumerate() {
            tricks[winner] += 1;
            let Some(declaration) = self.hand.declaration() else { continue };
            let taken = self.hand.tricks();
            let sum = BySeat::from_fn(|seat| taken[seat] + tricks[seat]);
            if ends_after(self.preset, declaration, sum) {
                let declarer = declaration.declarer;
                let others = self.playing() - Seats::from_seat(declarer);
                let left = (rest.len() - n - 1) as u8;
                let side = if winner == declarer { others } else { Seats::from_seat(declarer) };
                let seats: Vec<Seat> = side.iter().collect();
                let least = if seats.len() > 1 { 0 } else { left };
                let divided = (least..=left).rev().map(|first| {
                    let mut tricks = tricks;
                    tricks[seats[0]] += first;
                    tricks[seats[seats.len() - 1]] += left - first;
                    tricks
                });
                return divided.collect();
            }
        }
        vec![tricks]
    }

    fn tricks(&self, rest: &[Seat]) -> BySeat<u8> {
        self.divisions(rest)[0]
    }

    fn share(&self, rest: &[Seat], seats: Seats) -> u8 {
        let tricks = self.tricks(rest);
        seats.iter().map(|seat| tricks[seat]).sum()
    }

    fn settlement(&self, rest: &[Seat]) -> HandSettlement {
        self.settlement_of(rest, self.tricks(rest))
    }

    fn settlement_of(&self, rest: &[Seat], tricks: BySeat<u8>) -> HandSettlement {
        let taken = self.hand.tricks();
        let is_row = self.hand.declaration().is_some_and(|said| said.contract == Contract::Run6);
        let mut result =
            HandResult { tricks: BySeat(Seat::ALL.map(|seat| Some(taken[seat] + tricks[seat]))), made: None };
        if is_row {
            let all: Vec<Seat> = self.winners.iter().chain(rest).copied().collect();
            let is_declarers = |row: &[Seat]| row.iter().all(|&seat| Some(seat) == self.hand.declarer());
            result.made = Some(all.windows(6).any(is_declarers));
        }
        self.hand.rules().hand_settlement(&self.hand.terms(), &result).expect("a settlement")
    }

    /// All orders in which the seats can win the remaining tricks.
    fn orders(&self) -> impl Iterator<Item = Vec<Seat>> {
        let seats: Vec<Seat> = self.playing().iter().collect();
        let (orders, left) = (seats.len().pow(self.left.into()), self.left);
        (0..orders).map(move |n| {
            let digit = |place: u32| seats[n / seats.len().pow(place) % seats.len()];
            (0..u32::from(left)).map(digit).collect()
        })
    }

    fn sees_all_hands(&self) -> bool {
        let view = self.hand.view(self.hand.player().expect("a player"));
        self.playing().iter().all(|seat| view.hands[seat].is_some())
    }

    /// Checks that exactly those divisions can be offered that some order of the remaining tricks leads to, and that have
    /// one settlement; that a refusal lets the hand go on, and that the hand is settled so when all have accepted.
    /// Returns the number of offers.
    fn check_offers(&self) -> usize {
        let mut settlements: BTreeMap<[u8; 3], Vec<HandSettlement>> = BTreeMap::new();
        let taken = self.hand.tricks();
        for order in self.orders() {
            for tricks in self.divisions(&order) {
                let all = Seat::ALL.map(|seat| taken[seat] + tricks[seat]);
                let (known, settlement) =
                    (settlements.entry(all).or_default(), self.settlement_of(&order, tricks));
                if !known.contains(&settlement) {
                    known.push(settlement);
                }
            }
        }
        let settlements: BTreeMap<[u8; 3], HandSettlement> = settlements
            .into_iter()
            .filter_map(|(tricks, known)| {
                <[HandSettlement; 1]>::try_from(known).ok().map(|[only]| (tricks, only))
            })
            .collect();
        let offers: Vec<Action> =
            settlements.keys().rev().map(|&tricks| Action::OfferTricks(BySeat(tricks))).collect();
        assert_eq!(self.hand.offers(), offers, "{} {:?}", self.preset, self.hand.record());
        for (tricks, settlement) in settlements {
            let mut hand = self.hand.clone();
            let offer = Action::OfferTricks(BySeat(tricks));
            hand.apply(offer).expect("an offer");
            let mut refused = hand.clone();
            let mut answers = 0;
            while !hand.is_over() {
                assert_eq!((hand.phase(), hand.offered_tricks()), (Phase::Offer, Some(BySeat(tricks))));
                assert_eq!(hand.tricks(), taken);
                hand.apply(Choice::Accept).expect("an answer");
                answers += 1;
            }
            let deciders: Seats = self.playing().iter().map(|seat| self.decider(seat)).collect();
            assert_eq!(answers + 1, deciders.len());
            assert_eq!((hand.tricks(), hand.settlement()), (BySeat(tricks), Some(settlement)));
            assert_eq!(Hand::from_record(&hand.record()).expect("a record"), hand);
            assert_eq!(hand.trick_winners(), self.hand.trick_winners());
            refused.apply(Action::Refuse).expect("an answer");
            assert_eq!(refused.legal_actions(), self.hand.legal_actions());
            assert_eq!(refused.offers(), []);
            let error = refused.apply(offer).expect_err("a second offer").to_string();
            assert!(error.contains("already made an offer"), "{error}");
            refused.undo();
            refused.undo();
            assert_eq!(&refused, self.hand);
        }
        offers.len()
    }

    /// The player who decides for a seat.
    fn decider(&self, seat: Seat) -> Seat {
        let is_open = self.hand.steps().iter().find(|step| step.action == Action::OpenPlay);
        match is_open {
            Some(step) if self.hand.declarer() != Some(seat) => step.player,
            _ => seat,
        }
    }

    fn settlements(&self, claimed: u8) -> Vec<HandSettlement> {
        let rests = self.orders().filter(|rest| self.share(rest, self.side()) == claimed);
        let mut settlements: Vec<HandSettlement> = Vec::new();
        for settlement in rests.map(|rest| self.settlement(&rest)) {
            if !settlements.contains(&settlement) {
                settlements.push(settlement);
            }
        }
        settlements
    }

    /// Checks by plain minimax whether `seats` are sure to take `claimed` of the remaining tricks: exactly this number
    /// in uno, at most this number in misère and after all have passed, otherwise at least this number.
    fn is_sure(&self, seats: Seats, claimed: u8) -> bool {
        let judge_position = judge::JudgePosition::from_position(self.hand.position().expect("a position"));
        let score = |winners: &[usize]| {
            let rest: Vec<Seat> = winners.iter().map(|&winner| Seat::ALL[winner]).collect();
            self.share(&rest, seats)
        };
        let contract = self.hand.declaration().map(|declaration| declaration.contract);
        match contract {
            Some(Contract::Uno) => {
                judge_position.value(seats, 1, &|winners| i32::from(score(winners) == claimed)) == 1
            }
            None | Some(Contract::Misere | Contract::OpenMisere) => {
                judge_position.value(self.playing() - seats, 10, &|winners| score(winners).into())
                    <= claimed.into()
            }
            _ => judge_position.value(seats, 10, &|winners| score(winners).into()) >= claimed.into(),
        }
    }

    fn check(&self, solver: &mut Solver) -> Vec<(&'static str, bool)> {
        let mut kinds = Vec::new();
        let mut possible = Vec::new();
        for claimed in 0..=10 {
            let settlements = if claimed > self.left { Vec::new() } else { self.settlements(claimed) };
            let is_defender = self.hand.declarer().is_some_and(|declarer| declarer != self.seat);
            let is_alone = settlements.len() > 1 && is_defender && claimed == self.left;
            let mut hand = self.hand.clone();
            if !self.sees_all_hands() {
                let error = hand.claim(claimed, solver).expect_err("a claim with closed cards").to_string();
                assert!(error.contains("does not see all hands") && hand == *self.hand, "{error}");
                assert!(error.contains("such as offer F="), "{error}");
                continue;
            }
            if settlements.len() != 1 && !is_alone {
                let error = hand.claim(claimed, solver).expect_err("an impossible claim").to_string();
                assert!(error.contains("cannot claim") && hand == *self.hand, "{error}");
                continue;
            }
            possible.push(Action::Claim(claimed));
            assert_eq!(format!("claim {claimed}").parse(), Ok(Action::Claim(claimed)));
            assert_eq!(Action::Claim(claimed).to_string(), format!("claim {claimed}"));
            let seats = if is_alone { Seats::from_seat(self.seat) } else { self.side() };
            let stands = self.is_sure(seats, claimed);
            assert_eq!(hand.claim(claimed, solver), Ok(stands), "{} claim {claimed}", self.preset);
            assert_eq!(self.hand.clone().apply(Action::Claim(claimed)).is_ok(), stands);
            if stands {
                let settlement = hand.settlement().expect("the hand is over");
                let alone = vec![self.seat; self.left.into()];
                let expected = if is_alone { self.settlement(&alone) } else { settlements[0].clone() };
                assert_eq!(settlement, expected, "{} claim {claimed}", self.preset);
                assert_eq!(hand.tricks().0.iter().sum::<u8>(), self.winners.len() as u8 + self.left);
                let step = *hand.steps().last().expect("a step");
                assert_eq!((step.seat, Some(step.player)), (self.seat, self.hand.player()));
                for seat in Seat::ALL {
                    let view = hand.view(seat);
                    assert_eq!(view.steps.last().and_then(|step| step.action), Some(step.action));
                }
                assert_eq!(hand.undo(), Some(Action::Claim(claimed)));
            }
            assert!(hand == *self.hand);
            kinds.push((self.kind(is_alone), stands));
        }
        assert_eq!(self.hand.claims(), possible, "{}", self.preset);
        kinds
    }

    fn kind(&self, is_alone: bool) -> &'static str {
        let contract = self.hand.declaration().map(|declaration| declaration.contract);
        match contract {
            None => "all passed",
            Some(Contract::Misere | Contract::OpenMisere) => "misere",
            Some(Contract::Slam | Contract::OpenSlam) => "slam",
            Some(Contract::Run6) => "row",
            Some(Contract::Uno) => "uno",
            Some(_) if self.hand.declarer() == Some(self.seat) => "declarer",
            Some(_) if is_alone => "defender alone",
            Some(_) => "defenders",
        }
    }
}

#[test]
fn claims_stand_if_minimax_is_sure_of_them() {
    // Plays hands at random under all presets, and judges all claims before the last leads.
    let mut counts: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    let (mut offers, mut opened) = (0, 0);
    let mut solver = Solver::new();
    // Few hands are played with open cards, so many more are begun.
    let (first_seed, closed_hands) = (95_000_000, 20 * effort());
    for_random_hands(first_seed, 15 * closed_hands, |preset, seed, mut hand| {
        let is_played_closed = seed < first_seed + closed_hands as u64;
        let random = &mut random::generator(seed);
        let first = random.random_range(0.0..1.0);
        let mut winners = Vec::new();
        let mut is_open = false;
        while !hand.is_over() && (is_open || is_played_closed || hand.phase() != Phase::Play) {
            let before = hand.tricks();
            let position = hand.position().copied();
            match position.filter(|_| hand.phase() == Phase::Play) {
                Some(position) if position.trick().count() == 0 && position.talon_leads().is_none() => {
                    let (seat, left) = (position.to_move(), position.tricks_left());
                    if left <= MAX_TRICKS_LEFT {
                        let judge = ClaimJudge { preset, hand: &hand, winners: &winners, seat, left };
                        offers += judge.check_offers();
                        for kind in judge.check(&mut solver) {
                            *counts.entry(kind).or_default() += 1;
                        }
                    }
                }
                _ => assert_eq!((hand.claims(), hand.offers()), (Vec::new(), Vec::new()), "{preset} {seed}"),
            }
            // Only open play shows the declarer all hands.
            let is_about_openness = hand.legal_actions().contains(&Action::OpenPlay);
            let action =
                if is_about_openness { Action::OpenPlay } else { random_action(random, &hand, first) };
            is_open |= is_about_openness;
            opened += usize::from(is_about_openness);
            hand.apply(action).expect("legal");
            let taken = hand.tricks();
            winners.extend(Seat::ALL.into_iter().filter(|&seat| taken[seat] > before[seat]));
        }
    });
    for ((kind, stands), count) in &counts {
        println!("{kind:15} {:14} {count:6}", if *stands { "stands" } else { "does not stand" });
    }
    println!("{offers} offers, {opened} hands with open cards");
    assert!(offers > 1000, "{offers}");
    for key in [("declarer", false), ("declarer", true)] {
        assert!(counts.contains_key(&key), "{key:?}");
    }
}

#[test]
fn slam_is_agreed_on_with_closed_cards() {
    // Before the first lead all ten tricks can be offered, or nine, by which the declarer gives up the slam. Nothing can
    // be claimed, whether the slam is certain or not.
    for deal in [
        "F:AKQJT987.A.A. .KQJT9.KQJT.A .87.987.KQJT9 ...87",
        "F:AKQJT987.A.K. .KQJT9.AQJT.A .87.987.KQJT9 ...87",
    ] {
        let rules: Variant = "hungarian".parse().expect("a preset");
        let mut hand = Hand::new(rules, deal.parse().expect("a deal"), Table::default()).expect("a hand");
        for text in ["hand7", "pass", "pass", "play", "play"] {
            hand.apply(text.parse::<Action>().expect("an action")).expect("legal");
        }
        assert_eq!((hand.phase(), hand.claims()), (Phase::Play, Vec::new()));
        let error = hand.apply(Action::Claim(10)).expect_err("the cards are closed").to_string();
        assert_eq!(
            error,
            "forehand does not see all hands, so a claim is refused: offer a division of the tricks to the others, such as offer F=10,M=0,R=0"
        );
        let texts: Vec<String> = hand.offers().iter().map(Action::to_string).collect();
        assert_eq!(texts, ["offer F=10,M=0,R=0", "offer F=9,M=1,R=0", "offer F=9,M=0,R=1"]);
        let error = hand.apply(Action::OfferTricks(BySeat([8, 1, 1]))).expect_err("the slam is lost before");
        assert!(error.to_string().contains("not a possible division"), "{error}");
        for (offer, is_made) in hand.offers().into_iter().zip([true, false, false]) {
            let mut hand = hand.clone();
            for action in [offer, Choice::Accept.into(), Choice::Accept.into()] {
                hand.apply(action).expect("legal");
            }
            let gain = hand.result().expect("the hand is over").seats[Seat::Forehand];
            assert_eq!(gain > 0.into(), is_made, "{offer}");
        }
    }
}
