//! The decisions between the auction and the play, and their order.
//!
//! ```text
//! giving up ──► whist of the left defender ──► whist of the right one ──► return ──► end     (rules with books)
//!     │
//!     └──► left defender ──► right defender ──► giving up last ──► answers or invitation ──► aces ──► end
//! ```
//!
//! The order includes decisions with only one choice; callers skip them if they need not be asked.

use crate::cards::Cards;
use crate::deal::Deal;
use crate::rules::choice::Choice;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::decisions::{KontraScope, RekontraScope};
use crate::rules::payment::PaymentScheme;
use crate::rules::variant::Variant;
use crate::seat::{Seat, Seats};
use crate::settlement::{Aces, Doubling, HandDecisions};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PendingDecision {
    pub(crate) seat: Seat,
    pub(crate) choices: Vec<Choice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// The declarer plays or gives up, before the defenders have spoken.
    GivingUp,
    /// The left defender plays, drops out or says kontra.
    LeftDefender,
    /// The right defender plays, drops out or says kontra.
    RightDefender,
    /// The declarer plays or gives up, after the defenders have spoken.
    GivingUpLast,
    /// The declarer and a defender answer a kontra in turn.
    Answer,
    /// The only defender who has not dropped out plays alone or invites the other defender.
    Invitation,
    /// The declarer announces the absence of aces, or is silent.
    Aces,
    /// The left defender whists or passes.
    LeftWhist,
    /// The right defender whists, passes or says half-whist.
    RightWhist,
    /// The left defender may still whist, after the half-whist of the right defender.
    ReturnToWhist,
    /// All decisions are made, and the hand is played.
    Play,
    /// All decisions are made, and the hand is not played.
    NoPlay,
}

/// The decisions made so far, with the place in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DecisionState {
    step: Step,
    out: Seats,
    guest: Option<Seat>,
    gave_up: bool,
    kontra: Seats,
    doubling: Doubling,
    answered: Seats,
    has_announced: bool,
    /// In the order in which they spoke; `None` if whist is not declared in this contract.
    whist: Option<[Option<Seat>; 2]>,
    half_whist: Option<Seat>,
}

impl DecisionState {
    fn at_step(step: Step, hand: &HandDecisions) -> DecisionState {
        DecisionState {
            step,
            out: hand.out,
            guest: hand.guest,
            gave_up: hand.gave_up,
            kontra: hand.kontra,
            doubling: hand.doubling,
            answered: hand.answered,
            has_announced: false,
            whist: None,
            half_whist: hand.half_whist,
        }
    }

    pub(crate) fn is_played(&self) -> bool {
        self.step == Step::Play
    }

    pub(crate) fn is_about_aces(&self) -> bool {
        self.step == Step::Aces
    }

    /// A return follows the other defender's half-whist.
    pub(crate) fn is_return(&self) -> bool {
        self.step == Step::ReturnToWhist
    }

    pub(crate) fn active_seats(&self) -> Seats {
        Seats::ALL - self.out
    }

    pub(crate) fn lone_whister(&self) -> Option<Seat> {
        match self.whist? {
            [Some(seat), None] | [None, Some(seat)] => Some(seat),
            _ => None,
        }
    }

    /// `hand` has the facts that nobody decides, and earlier decisions.
    pub(crate) fn decisions(&self, hand: &HandDecisions) -> HandDecisions {
        let whist = self.whist.map(|whisters| whisters.into_iter().flatten().collect());
        HandDecisions {
            out: self.out,
            guest: self.guest,
            gave_up: self.gave_up,
            kontra: self.kontra,
            doubling: self.doubling,
            answered: self.answered,
            aces: if self.has_announced { Some(Aces::None) } else { hand.aces },
            whist: whist.or_else(|| hand.whist.clone()),
            half_whist: self.half_whist,
            ..hand.clone()
        }
    }
}

/// The order of the decisions before the play of one contract.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecisionOrder<'a> {
    pub(crate) rules: &'a Variant,
    pub(crate) declaration: Declaration,
    pub(crate) can_announce: bool,
}

impl DecisionOrder<'_> {
    pub(crate) fn start(&self, hand: &HandDecisions) -> DecisionState {
        let state = DecisionState::at_step(Step::GivingUp, hand);
        if self.rules.decisions().give_up_last { self.before_defence(state) } else { state }
    }

    pub(crate) fn start_at_aces(&self, hand: &HandDecisions) -> DecisionState {
        DecisionState::at_step(Step::Aces, hand)
    }

    pub(crate) fn next_seat(&self, state: &DecisionState) -> Option<Seat> {
        let declarer = self.declaration.declarer;
        Some(match state.step {
            Step::LeftDefender | Step::LeftWhist | Step::ReturnToWhist => declarer.left(),
            Step::RightDefender | Step::RightWhist => declarer.right(),
            Step::Invitation => {
                state.out.iter().next().expect("a defender has dropped out").partner(declarer)
            }
            Step::Answer if state.doubling == Doubling::Rekontra => {
                let doublers = if state.answered.is_empty() { state.kontra } else { state.answered };
                doublers.iter().next().unwrap_or(declarer)
            }
            Step::GivingUp | Step::GivingUpLast | Step::Aces | Step::Answer => declarer,
            Step::Play | Step::NoPlay => return None,
        })
    }

    pub(crate) fn next_decision(&self, state: &DecisionState) -> Option<PendingDecision> {
        let seat = self.next_seat(state)?;
        let (contract, decisions) = (self.declaration.contract, self.rules.decisions());
        let choices = match state.step {
            Step::GivingUp | Step::GivingUpLast => {
                let can_give_up = decisions.give_up.contains(contract);
                with_others(&[Choice::Play], &[(can_give_up, Choice::GiveUp)])
            }
            Step::LeftDefender | Step::RightDefender => {
                let has_kontra =
                    decisions.kontra != KontraScope::Never && decisions.kontra_in.contains(contract);
                let others =
                    [(decisions.drop_out.contains(contract), Choice::Drop), (has_kontra, Choice::Kontra)];
                with_others(&[Choice::Play], &others)
            }
            Step::Invitation => {
                let can_invite = decisions.invite && decisions.quotas.contains(contract);
                with_others(&[Choice::Alone], &[(can_invite, Choice::Invite)])
            }
            Step::Answer => self.answers(state),
            Step::Aces => with_others(&[Choice::Silent], &[(self.can_announce, Choice::Announce)]),
            Step::LeftWhist => vec![Choice::Whist, Choice::Pass],
            Step::RightWhist => {
                let books = self.rules.settlement().books.as_ref();
                // Only against six and seven, and if the first defender has passed.
                let has_half_whist = books.is_none_or(|books| books.half_whist)
                    && state.whist == Some([None; 2])
                    && self.level().is_some_and(|level| level <= 7);
                with_others(&[Choice::Whist, Choice::Pass], &[(has_half_whist, Choice::HalfWhist)])
            }
            Step::ReturnToWhist => vec![Choice::Pass, Choice::Whist],
            Step::Play | Step::NoPlay => return None,
        };
        Some(PendingDecision { seat, choices })
    }

    fn answers(&self, state: &DecisionState) -> Vec<Choice> {
        match state.doubling {
            Doubling::Rekontra => vec![Choice::Accept, Choice::Sub],
            Doubling::Sub => vec![Choice::Accept, Choice::Mort],
            _ => {
                let doublers = if state.answered.is_empty() { state.kontra } else { state.answered };
                let is_each = self.rules.decisions().rekontra == RekontraScope::Each && doublers.len() > 1;
                let others = [(is_each, Choice::RekontraLeft), (is_each, Choice::RekontraRight)];
                with_others(&[Choice::Accept, Choice::Rekontra], &others)
            }
        }
    }

    pub(crate) fn after(&self, mut state: DecisionState, choice: Choice) -> DecisionState {
        let (left, right) = (self.declaration.declarer.left(), self.declaration.declarer.right());
        let with_step = |state: DecisionState, step| DecisionState { step, ..state };
        match (state.step, choice) {
            (Step::GivingUp | Step::GivingUpLast, Choice::GiveUp) => {
                DecisionState { gave_up: true, step: Step::NoPlay, ..state }
            }
            (Step::GivingUp, _) => self.before_defence(state),
            (Step::GivingUpLast, _) => self.before_replies(state),
            (Step::LeftDefender, _) => {
                let after = self.after_defender(state, left, choice);
                let is_host = self.rules.decisions().kontra == KontraScope::Host;
                // The kontra of a host counts for both, so the other defender is not asked.
                if choice == Choice::Kontra && is_host {
                    self.after_defenders(after)
                } else {
                    with_step(after, Step::RightDefender)
                }
            }
            (Step::RightDefender, _) => self.after_defenders(self.after_defender(state, right, choice)),
            // Only one defender is out: the one who is invited.
            (Step::Invitation, _) => {
                if choice == Choice::Invite {
                    state.guest = state.out.iter().next();
                    state.out = Seats::NONE;
                }
                with_step(state, Step::Aces)
            }
            (Step::Answer, Choice::Accept) => with_step(state, Step::Aces),
            (Step::Answer, _) => {
                match choice {
                    Choice::RekontraLeft => state.answered = Seats::from_seat(left),
                    Choice::RekontraRight => state.answered = Seats::from_seat(right),
                    _ => {}
                }
                state.doubling = next_doubling(state.doubling);
                self.before_answer(state)
            }
            (Step::Aces, _) => {
                // The announcement pays even if nobody plays against the contract.
                let are_both_out = state.out.contains(left) && state.out.contains(right);
                let has_announced = choice == Choice::Announce;
                let step = if are_both_out { Step::NoPlay } else { Step::Play };
                DecisionState { has_announced, step, ..state }
            }
            (Step::LeftWhist, _) => {
                let first = (choice == Choice::Whist).then_some(left);
                DecisionState { whist: Some([first, None]), step: Step::RightWhist, ..state }
            }
            // The first defender, who passed, may now whist after all.
            (Step::RightWhist, Choice::HalfWhist) => {
                DecisionState { half_whist: Some(right), step: Step::ReturnToWhist, ..state }
            }
            (Step::RightWhist, _) => {
                let first = state.whist.and_then(|[first, _]| first);
                let second = (choice == Choice::Whist).then_some(right);
                let step = if first.or(second).is_some() { Step::Play } else { Step::NoPlay };
                DecisionState { whist: Some([first, second]), step, ..state }
            }
            (Step::ReturnToWhist, Choice::Whist) => {
                DecisionState { whist: Some([Some(left), None]), half_whist: None, step: Step::Play, ..state }
            }
            (Step::ReturnToWhist, _) => with_step(state, Step::NoPlay),
            (Step::Play | Step::NoPlay, _) => state,
        }
    }

    /// 6 for a plain game.
    fn level(&self) -> Option<u8> {
        match self.declaration.contract {
            Contract::Level(level, _) => Some(level),
            Contract::Game(_) => Some(6),
            _ => None,
        }
    }

    /// The state before the decisions about whist or, without books, about playing, dropping out and kontra.
    fn before_defence(&self, state: DecisionState) -> DecisionState {
        let declarer = self.declaration.declarer;
        let settlement = self.rules.settlement();
        if settlement.by != Some(PaymentScheme::Books) {
            return DecisionState { step: Step::LeftDefender, ..state };
        }
        let Some(level) = self.level() else { return DecisionState { step: Step::Play, ..state } };
        let books = settlement.books.as_ref();
        let is_whisted = books.is_some_and(|books| {
            books.must_whist(self.declaration.contract) || books.ten_checked && level == 10
        });
        if is_whisted {
            let whist = Some([Some(declarer.left()), Some(declarer.right())]);
            return DecisionState { whist, step: Step::Play, ..state };
        }
        DecisionState { step: Step::LeftWhist, ..state }
    }

    fn after_defender(&self, mut state: DecisionState, seat: Seat, choice: Choice) -> DecisionState {
        match choice {
            Choice::Drop => state.out |= Seats::from_seat(seat),
            Choice::Kontra => {
                state.kontra |= Seats::from_seat(seat);
                state.doubling = Doubling::Kontra;
                if self.rules.decisions().kontra == KontraScope::Host {
                    // The other defender plays as a guest even after dropping out.
                    state.out = Seats::NONE;
                }
            }
            _ => {}
        }
        state
    }

    fn after_defenders(&self, state: DecisionState) -> DecisionState {
        if state.out.len() == 2 || !self.rules.decisions().give_up_last {
            self.before_replies(state)
        } else {
            DecisionState { step: Step::GivingUpLast, ..state }
        }
    }

    fn before_replies(&self, state: DecisionState) -> DecisionState {
        if !state.kontra.is_empty() {
            return self.before_answer(state);
        }
        let step = if state.out.len() == 1 { Step::Invitation } else { Step::Aces };
        DecisionState { step, ..state }
    }

    fn before_answer(&self, state: DecisionState) -> DecisionState {
        let is_open = matches!(state.doubling, Doubling::Kontra | Doubling::Rekontra | Doubling::Sub);
        let can_double = (next_doubling(state.doubling) as u8) <= self.rules.decisions().doublings;
        DecisionState { step: if is_open && can_double { Step::Answer } else { Step::Aces }, ..state }
    }
}

fn next_doubling(doubling: Doubling) -> Doubling {
    // Mort is the last one.
    match doubling {
        Doubling::None => Doubling::Kontra,
        Doubling::Kontra => Doubling::Rekontra,
        Doubling::Rekontra => Doubling::Sub,
        Doubling::Sub | Doubling::Mort => Doubling::Mort,
    }
}

fn with_others(always: &[Choice], others: &[(bool, Choice)]) -> Vec<Choice> {
    let possible = others.iter().filter(|(is_possible, _)| *is_possible).map(|&(_, choice)| choice);
    always.iter().copied().chain(possible).collect()
}

/// `deal` is the deal after the exchange.
pub(crate) fn has_four_aces(deal: &Deal, declarer: Seat) -> bool {
    (Cards::ACES - deal.hand(declarer)).is_empty()
}

pub(crate) fn pays_for_no_ace(rules: &Variant, contract: Contract) -> bool {
    rules.settlement().bonuses.no_aces > 0 && contract.trump().is_some()
}

/// Whether there is no ace in the hand nor, unless the game is played from the hand, among the two cards laid aside.
/// The hand in `deal` is the hand after the exchange.
pub(crate) fn has_no_ace(deal: &Deal, declaration: Declaration) -> bool {
    let hand = deal.hand(declaration.declarer);
    let cards = if declaration.from_hand { hand } else { hand | deal.talon() };
    (cards & Cards::ACES).is_empty()
}

/// If `expected` does not list whisters, the defenders who have not dropped out count as the whisters.
pub(crate) fn matches_decisions(expected: &HandDecisions, hand: &HandDecisions, declarer: Seat) -> bool {
    // An invited guest plays, whether the hand lists that seat as dropped out or not.
    let out = HandDecisions::seats_out_of_play;
    let implied_whisters =
        || declarer.others().into_iter().filter(|&seat| !expected.out.contains(seat)).collect();
    let played = match &hand.whist {
        Some(whisters) => *whisters == expected.whist.clone().unwrap_or_else(implied_whisters),
        None => out(expected) == out(hand),
    };
    played
        && (expected.guest, expected.kontra, expected.doubling) == (hand.guest, hand.kontra, hand.doubling)
        && expected.answered_alone() == hand.answered_alone()
        && (expected.gave_up, expected.half_whist) == (hand.gave_up, hand.half_whist)
        && (expected.aces == Some(Aces::None)) == (hand.aces == Some(Aces::None))
}
