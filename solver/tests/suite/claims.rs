//! Claims in hands that are played at random, compared with plain minimax and with all sequences of winners of the
//! remaining tricks.
//!
//! `PREFERENCE_EFFORT=20` plays twenty times as many hands.

use std::collections::BTreeMap;

use preference::deal::random;
use preference::hand::{Action, Hand, Phase, Table};
use preference::rules::{Contract, Variant};
use preference::search::Solver;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{HandResult, HandSettlement};
use preference_fixtures::{effort, judge};
use rand::RngExt;
use rstest::rstest;

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

    /// The number of the remaining tricks that each seat gets if the seats in `rest` win them in turn. If the
    /// play ends early, the tricks that are not played go to a seat of the side that did not win the last one played.
    fn tricks(&self, rest: &[Seat]) -> BySeat<u8> {
        let mut tricks = BySeat::default();
        for (n, &winner) in rest.iter().enumerate() {
            tricks[winner] += 1;
            let Some(declaration) = self.hand.declaration() else { continue };
            let taken = self.hand.tricks();
            let sum = BySeat::from_fn(|seat| taken[seat] + tricks[seat]);
            if ends_after(self.preset, declaration, sum) {
                let declarer = declaration.declarer;
                let others = self.playing() - Seats::from_seat(declarer);
                let defender = others.iter().next().expect("a defender");
                let gets_rest = if winner == declarer { defender } else { declarer };
                tricks[gets_rest] += (rest.len() - n - 1) as u8;
                break;
            }
        }
        tricks
    }

    fn share(&self, rest: &[Seat], seats: Seats) -> u8 {
        let tricks = self.tricks(rest);
        seats.iter().map(|seat| tricks[seat]).sum()
    }

    fn account(&self, rest: &[Seat]) -> HandSettlement {
        let (taken, tricks) = (self.hand.tricks(), self.tricks(rest));
        let is_row = self.hand.declaration().is_some_and(|said| said.contract == Contract::Run6);
        let mut result =
            HandResult { tricks: BySeat(Seat::ALL.map(|seat| Some(taken[seat] + tricks[seat]))), made: None };
        if is_row {
            let all: Vec<Seat> = self.winners.iter().chain(rest).copied().collect();
            let is_declarers = |row: &[Seat]| row.iter().all(|&seat| Some(seat) == self.hand.declarer());
            result.made = Some(all.windows(6).any(is_declarers));
        }
        self.hand.rules().account(&self.hand.settled_hand(), &result).expect("an account")
    }

    fn accounts(&self, claimed: u8) -> Vec<HandSettlement> {
        let seats: Vec<Seat> = self.playing().iter().collect();
        let orders = seats.len().pow(self.left.into());
        let order = |n: usize| {
            let digit = |place: u32| seats[n / seats.len().pow(place) % seats.len()];
            (0..u32::from(self.left)).map(digit).collect::<Vec<Seat>>()
        };
        let rests = (0..orders).map(order).filter(|rest| self.share(rest, self.side()) == claimed);
        let mut accounts: Vec<HandSettlement> = Vec::new();
        for account in rests.map(|rest| self.account(&rest)) {
            if !accounts.contains(&account) {
                accounts.push(account);
            }
        }
        accounts
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
            let accounts = if claimed > self.left { Vec::new() } else { self.accounts(claimed) };
            let is_defender = self.hand.declarer().is_some_and(|declarer| declarer != self.seat);
            let is_alone = accounts.len() > 1 && is_defender && claimed == self.left;
            let mut hand = self.hand.clone();
            if accounts.len() != 1 && !is_alone {
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
                let account = hand.account().expect("the hand is over");
                let alone = vec![self.seat; self.left.into()];
                let expected = if is_alone { self.account(&alone) } else { accounts[0].clone() };
                assert_eq!(account, expected, "{} claim {claimed}", self.preset);
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
    let mut solver = Solver::new();
    for_random_hands(95_000_000, 20 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        let first = random.random_range(0.0..1.0);
        let mut winners = Vec::new();
        while !hand.is_over() {
            let before = hand.tricks();
            let position = hand.position().copied();
            match position.filter(|_| hand.phase() == Phase::Play) {
                Some(position) if position.trick().count() == 0 && position.talon().cards[0].is_none() => {
                    let (seat, left) = (position.to_move(), position.tricks_left());
                    if left <= MAX_TRICKS_LEFT {
                        let judge = ClaimJudge { preset, hand: &hand, winners: &winners, seat, left };
                        for kind in judge.check(&mut solver) {
                            *counts.entry(kind).or_default() += 1;
                        }
                    }
                }
                _ => assert_eq!(hand.claims(), [], "{preset} {seed}"),
            }
            hand.apply(random_action(random, &hand, first)).expect("legal");
            let taken = hand.tricks();
            winners.extend(Seat::ALL.into_iter().filter(|&seat| taken[seat] > before[seat]));
        }
    });
    for ((kind, stands), count) in &counts {
        println!("{kind:15} {:14} {count:6}", if *stands { "stands" } else { "does not stand" });
    }
    // A slam that is not lost yet rarely reaches the last tricks in random play.
    let both = ["declarer", "defenders", "defender alone", "misere"];
    let keys = both.into_iter().flat_map(|kind| [(kind, false), (kind, true)]);
    for key in keys.chain([("row", true), ("uno", false), ("all passed", true)]) {
        assert!(counts.contains_key(&key), "{key:?}");
    }
}

#[rstest]
#[case("F:AKQJT987.A.A. .KQJT9.KQJT.A .87.987.KQJT9 ...87", true)]
#[case("F:AKQJT987.A.K. .KQJT9.AQJT.A .87.987.KQJT9 ...87", false)]
fn slam_is_claimed_or_given_up(#[case] deal: &str, #[case] is_sure: bool) {
    // Claims all ten tricks of a slam before the first lead, which are certain in one deal and not in the other one. Then
    // claims nine tricks, by which the declarer gives up the slam.
    let rules: Variant = "hungarian".parse().expect("a preset");
    let mut solver = Solver::new();
    let deal = deal.parse().expect("a deal");
    let mut hand = Hand::new(rules.clone(), deal, Table::default()).expect("a hand");
    for text in ["hand7", "pass", "pass", "play", "play"] {
        hand.apply(text.parse::<Action>().expect("an action")).expect("legal");
    }
    assert_eq!(hand.phase(), Phase::Play);
    assert_eq!(hand.claims(), [Action::Claim(9), Action::Claim(10)]);
    let before = hand.clone();
    assert_eq!(hand.claim(10, &mut solver), Ok(is_sure));
    if is_sure {
        assert_eq!(hand.tricks(), BySeat([10, 0, 0]));
        assert!(hand.result().expect("the hand is over").seats[Seat::Forehand] > 0.into());
        hand.undo();
    } else {
        let error = hand.apply(Action::Claim(10)).expect_err("the ace of diamonds is missing");
        assert!(error.to_string().contains("certain of 10"), "{error}");
    }
    assert!(hand == before);
    assert_eq!(hand.claim(9, &mut solver), Ok(true));
    assert!(hand.result().expect("the hand is over").seats[Seat::Forehand] < 0.into());
}
