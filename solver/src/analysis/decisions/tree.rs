//! What can be said before a contract is played, worked out backwards.

use super::{Choice, Decided, Decision, Path, Said};
use crate::analysis::settled::{Liking, Model, Settled, at_most, by_result, gains, play, unplayed};
use crate::cards::Cards;
use crate::deal::Deal;
use crate::position::{Game, Position};
use crate::rules::contract::Contract;
use crate::rules::decisions::{GiveUp, Kontra};
use crate::rules::settlement::{Aces, Declared, Doubling, Played, SettlementError, Way};
use crate::rules::variant::Variant;
use crate::search::{Solver, Thumbs};
use crate::seat::{BySeat, Seat, Seats};

/// How much of the play is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Everybody's tricks.
    Tricks,
    /// What it pays.
    Gains,
    /// What it pays the declarer at most, where that is not found as fast.
    Bound,
    /// Nothing: it is known whether the contract is made.
    Known(bool),
}

/// The tree of what can be said before a contract is played.
pub(super) struct Tree<'a> {
    pub(super) solver: &'a mut Solver,
    pub(super) rules: &'a Variant,
    pub(super) deal: &'a Deal,
    pub(super) leader: Seat,
    pub(super) contract: Contract,
    pub(super) declarer: Seat,
    pub(super) model: Model,
    pub(super) thumbs: Thumbs,
    pub(super) depth: Depth,
    /// A hand as it was decided, the way to which is looked for.
    pub(super) said: Option<&'a Played>,
}

pub(super) type Branch = Result<Decided, SettlementError>;

impl Tree<'_> {
    /// What is known from the cards, then the decisions.
    pub(super) fn decide(mut self, hand: &Played, game: Declared) -> Branch {
        let (aces, own, talon) = (Cards::ACES, self.deal.hand(game.declarer), self.deal.talon());
        // After an exchange the deal has what was laid aside; its talon was told then.
        let turned_up = if hand.talon.is_empty() { talon } else { hand.talon };
        let mut hand = Played { talon: turned_up, ..hand.clone() };
        if hand.aces.is_none() && (aces - own).is_empty() {
            hand.aces = Some(Aces::Four);
        }
        let seen = if game.from_hand { own } else { own | talon };
        let bonus = self.rules.settlement().bonuses.no_aces > 0 && self.contract.trump().is_some();
        let no_ace = hand.aces.is_none() && (aces - seen) == aces && bonus;
        self.begin(&hand, no_ace)
    }

    /// The soloist plays or gives up.
    fn begin(&mut self, hand: &Played, no_ace: bool) -> Branch {
        let mut choices = vec![Choice::Play];
        if self.rules.decisions().give_up == GiveUp::Always && self.model != Model::Tricks {
            choices.push(Choice::GiveUp);
        }
        self.choose(self.declarer, &choices, |tree, choice| match choice {
            Choice::GiveUp => tree.unplayed(Played { gave_up: true, ..hand.clone() }),
            _ if tree.model == Model::Tricks => tree.aces(hand, no_ace),
            _ if tree.rules.settlement().by == Some(Way::Books) => tree.whist(hand),
            _ => tree.defenders(hand, no_ace),
        })
    }

    /// The defenders in turn play, drop out or double.
    fn defenders(&mut self, hand: &Played, no_ace: bool) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let decisions = self.rules.decisions();
        let mut choices = vec![Choice::Play];
        if decisions.drop_out.holds(self.contract) {
            choices.push(Choice::Drop);
        }
        if decisions.kontra != Kontra::Never && decisions.kontra_in.holds(self.contract) {
            choices.push(Choice::Kontra);
        }
        let host = decisions.kontra == Kontra::Host;
        let say = |hand: &Played, seat: Seat, choice: Choice| {
            let mut hand = hand.clone();
            match choice {
                Choice::Drop => hand.out = hand.out | Seats::of(seat),
                Choice::Kontra => {
                    hand.kontra = hand.kontra | Seats::of(seat);
                    hand.doubling = Doubling::Kontra;
                    if host {
                        // The other plays as a guest even if he wanted to be out.
                        hand.out = Seats::NONE;
                    }
                }
                _ => {}
            }
            hand
        };
        self.choose(left, &choices, |tree, first| {
            let hand = say(hand, left, first);
            if first == Choice::Kontra && host {
                return tree.answers(&hand, no_ace);
            }
            tree.choose(right, &choices, |tree, second| {
                let hand = say(&hand, right, second);
                if hand.kontra.is_empty() {
                    tree.invitation(&hand, no_ace)
                } else {
                    tree.answers(&hand, no_ace)
                }
            })
        })
    }

    /// A defender left alone may invite the other.
    fn invitation(&mut self, hand: &Played, no_ace: bool) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let out = hand.out;
        let (host, guest) = match (out.contains(left), out.contains(right)) {
            (true, false) => (right, left),
            (false, true) => (left, right),
            _ => return self.aces(hand, no_ace),
        };
        let decisions = self.rules.decisions();
        let mut choices = vec![Choice::Alone];
        if decisions.invite && decisions.quotas.holds(self.contract) {
            choices.push(Choice::Invite);
        }
        self.choose(host, &choices, |tree, choice| {
            let invited = Played { out: Seats::NONE, guest: Some(guest), ..hand.clone() };
            tree.aces(if choice == Choice::Invite { &invited } else { hand }, no_ace)
        })
    }

    /// A kontra is answered to and fro.
    fn answers(&mut self, hand: &Played, no_ace: bool) -> Branch {
        let giver = hand.kontra.iter().next().unwrap_or(self.declarer);
        let (seat, answer, doubling) = match hand.doubling {
            Doubling::Kontra => (self.declarer, Choice::Rekontra, Doubling::Rekontra),
            Doubling::Rekontra => (giver, Choice::Sub, Doubling::Sub),
            Doubling::Sub => (self.declarer, Choice::Mort, Doubling::Mort),
            Doubling::None | Doubling::Mort => return self.aces(hand, no_ace),
        };
        if doubling as u8 > self.rules.decisions().doublings {
            return self.aces(hand, no_ace);
        }
        self.choose(seat, &[Choice::Accept, answer], |tree, choice| match choice {
            Choice::Accept => tree.aces(hand, no_ace),
            _ => tree.answers(&Played { doubling, ..hand.clone() }, no_ace),
        })
    }

    /// The soloist says that he has no ace, or does not; then the hand is played.
    fn aces(&mut self, hand: &Played, no_ace: bool) -> Branch {
        let choices = if no_ace { &[Choice::Silent, Choice::Announce][..] } else { &[Choice::Silent] };
        self.choose(self.declarer, choices, |tree, choice| {
            let aces = if choice == Choice::Announce { Some(Aces::None) } else { hand.aces };
            let hand = Played { aces, ..hand.clone() };
            let out = hand.out.contains(tree.declarer.left()) && hand.out.contains(tree.declarer.right());
            if out { tree.unplayed(hand) } else { tree.play(hand) }
        })
    }

    /// The defenders whist or pass.
    fn whist(&mut self, hand: &Played) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let books = self.rules.settlement().books.clone().unwrap_or_default();
        let level = match self.contract {
            Contract::Level(level, _) => level,
            Contract::Game(_) => 6,
            _ => return self.play(hand.clone()),
        };
        let whisted = |whisters: &[Seat]| Played { whist: Some(whisters.to_vec()), ..hand.clone() };
        if books.must_whist(self.contract) || books.ten_checked && level == 10 {
            return self.play(whisted(&[left, right]));
        }
        let both = [Choice::Whist, Choice::Pass];
        self.choose(left, &both, |tree, first| {
            let mut choices = both.to_vec();
            if first == Choice::Pass && books.half_whist && level <= 7 {
                choices.push(Choice::HalfWhist);
            }
            tree.choose(right, &choices, |tree, second| match (first, second) {
                (Choice::Whist, Choice::Whist) => tree.play(whisted(&[left, right])),
                (Choice::Whist, _) => tree.play(whisted(&[left])),
                (_, Choice::Whist) => tree.play(whisted(&[right])),
                (_, Choice::HalfWhist) => {
                    tree.choose(left, &[Choice::Pass, Choice::Whist], |tree, back| match back {
                        Choice::Whist => tree.play(whisted(&[left])),
                        _ => tree.unplayed(Played { half_whist: Some(right), ..whisted(&[]) }),
                    })
                }
                _ => tree.unplayed(whisted(&[])),
            })
        })
    }

    fn play(&mut self, hand: Played) -> Branch {
        let game = Game {
            switches: self.rules.switches(),
            trump: self.contract.trump(),
            soloist: Some(self.declarer),
            playing: Seats::ALL - hand.out,
        };
        let position =
            Position::new(game, self.deal.hands(), self.leader, &[]).expect("the hands of a deal are equal");
        let (solver, rules, model) = (&mut *self.solver, self.rules, self.model);
        let settled = match self.depth {
            Depth::Tricks => play(solver, rules, &position, BySeat::default(), &hand, model, self.thumbs)?,
            Depth::Gains => Settled { tricks: None, gains: gains(solver, rules, &position, &hand, model)? },
            Depth::Bound => {
                let (gains, exact) = at_most(solver, rules, &position, &hand, model)?;
                let settled = Settled { tricks: None, gains };
                return Ok(Decided { open: !exact, ..self.leaf(hand, settled) });
            }
            Depth::Known(made) => {
                Settled { tricks: None, gains: by_result(rules, &hand, position.game().playing, made)? }
            }
        };
        Ok(self.leaf(hand, settled))
    }

    fn unplayed(&mut self, hand: Played) -> Branch {
        let settled = unplayed(self.rules, &hand)?;
        Ok(self.leaf(hand, settled))
    }

    /// A hand with nothing left to be decided.
    fn leaf(&self, hand: Played, settled: Settled) -> Decided {
        let found = self.said.is_some_and(|said| self.alike(said, &hand));
        Decided { decisions: Vec::new(), hand, settled, open: false, path: found.then(Vec::new) }
    }

    /// Whether the same was decided.
    fn alike(&self, said: &Played, hand: &Played) -> bool {
        // An invited guest plays, whether he is noted as one who was out or not.
        let out = |hand: &Played| hand.out - hand.guest.map_or(Seats::NONE, Seats::of);
        let both = || {
            let both = [self.declarer.left(), self.declarer.right()];
            both.into_iter().filter(|&seat| !said.out.contains(seat)).collect()
        };
        let played = match &hand.whist {
            Some(whisters) => *whisters == said.whist.clone().unwrap_or_else(both),
            None => out(said) == out(hand),
        };
        played
            && (said.guest, said.kontra, said.doubling) == (hand.guest, hand.kontra, hand.doubling)
            && (said.gave_up, said.half_whist) == (hand.gave_up, hand.half_whist)
            && (said.aces == Some(Aces::None)) == (hand.aces == Some(Aces::None))
    }

    /// The branch that the seat likes best, the first of those that he likes alike; a
    /// decision only if there is more than one.
    fn choose(
        &mut self,
        seat: Seat,
        choices: &[Choice],
        mut branch: impl FnMut(&mut Self, Choice) -> Branch,
    ) -> Branch {
        let mut best: Option<(Choice, Decided)> = None;
        let mut open: Option<(Choice, Decided)> = None;
        let mut gains = Vec::new();
        let mut path: Option<(Choice, Liking, Path)> = None;
        for &choice in choices {
            let mut decided = branch(self, choice)?;
            let liking =
                |decided: &Decided| self.model.liking(seat, Some(self.declarer), &decided.settled.gains);
            if let Some(found) = decided.path.take().filter(|_| path.is_none()) {
                path = Some((choice, liking(&decided), found));
            }
            let own = |decided: &Decided| decided.settled.gains.seats[self.declarer];
            gains.push((choice, decided.settled.gains.seats[seat]));
            if decided.open {
                if open.as_ref().is_none_or(|(_, open)| own(&decided) > own(open)) {
                    open = Some((choice, decided));
                }
            } else if best.as_ref().is_none_or(|(_, best)| liking(&decided) > liking(best)) {
                best = Some((choice, decided));
            }
        }
        // Where branches are open it is one of them, or of the others the one liked best.
        let own = |decided: &Decided| decided.settled.gains.seats[self.declarer];
        let (best, mut decided) = match (best, open) {
            (Some(best), None) | (None, Some(best)) => best,
            (Some(best), Some(open)) if own(&best.1) > own(&open.1) => {
                (best.0, Decided { open: true, ..best.1 })
            }
            (_, Some(open)) => open,
            (None, None) => unreachable!("there is always something to say"),
        };
        let decision = Decision { seat, best, gains };
        let liked = self.model.liking(seat, Some(self.declarer), &decided.settled.gains)[0];
        decided.path = path.map(|(done, liking, mut path)| {
            if choices.len() > 1 {
                path.insert(0, Said { decision: decision.clone(), done, lost: liked - liking[0] });
            }
            path
        });
        if choices.len() > 1 {
            decided.decisions.insert(0, decision);
        }
        Ok(decided)
    }
}
