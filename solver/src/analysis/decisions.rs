//! What the players decide before the play, each valued by what the hand then pays.

use crate::analysis::settled::{Model, Settled, at_most, by_result, gains, play, unplayed};
use crate::cards::Cards;
use crate::deal::Deal;
use crate::position::{Game, Position};
use crate::rules::contract::Contract;
use crate::rules::decisions::{GiveUp, Kontra};
use crate::rules::settlement::{Aces, Amount, Declared, Doubling, Gains, Played, SettlementError, Way};
use crate::rules::variant::Variant;
use crate::search::{Solver, Thumbs};
use crate::seat::{BySeat, Seat, Seats};

/// What somebody can say before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// To play: the soloist his contract, a defender against it.
    Play,
    /// The soloist gives up.
    GiveUp,
    /// A defender drops out.
    Drop,
    /// A defender left alone plays alone.
    Alone,
    /// A defender left alone invites the other.
    Invite,
    /// A defender doubles.
    Kontra,
    /// The soloist answers.
    Rekontra,
    /// The defender answers.
    Sub,
    /// The soloist answers again.
    Mort,
    /// Not to answer.
    Accept,
    /// To say that one has no ace.
    Announce,
    /// Not to say so.
    Silent,
    /// To play against the contract and be paid for tricks.
    Whist,
    /// Not to.
    Pass,
    /// To be paid for half the tricks owed, without play.
    HalfWhist,
}

impl Choice {
    /// Its name in an answer.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Play => "play",
            Choice::GiveUp => "give-up",
            Choice::Drop => "drop",
            Choice::Alone => "alone",
            Choice::Invite => "invite",
            Choice::Kontra => "kontra",
            Choice::Rekontra => "rekontra",
            Choice::Sub => "sub",
            Choice::Mort => "mort",
            Choice::Accept => "accept",
            Choice::Announce => "announce",
            Choice::Silent => "silent",
            Choice::Whist => "whist",
            Choice::Pass => "pass",
            Choice::HalfWhist => "half-whist",
        }
    }
}

/// A decision and what its alternatives are worth to who decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who decides.
    pub seat: Seat,
    /// What is best for him.
    pub best: Choice,
    /// His gain with each alternative, everybody doing his best thereafter.
    pub gains: Vec<(Choice, Amount)>,
}

/// What a contract comes to when everybody decides and plays for his wishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The decisions in the order in which they are made.
    pub decisions: Vec<Decision>,
    /// The hand as it was decided, without tricks.
    pub hand: Played,
    /// What it comes to.
    pub settled: Settled,
    /// It is what the declarer gains at most that was found.
    open: bool,
}

/// The decisions before a contract is played, worked out backwards.
///
/// `hand` is what is known before anybody decides: the contract, the pot, marks, and the
/// talon as it was turned up if it is not that of `deal`. The declarer's twelve cards are
/// his hand and the talon of `deal`, ten from the hand.
///
/// # Errors
/// If the rules have no price for the contract.
pub fn decide(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Played,
    leader: Option<Seat>,
    model: Model,
    thumbs: Thumbs,
) -> Result<Decided, SettlementError> {
    decided(solver, rules, deal, hand, leader, (model, thumbs), Depth::Tricks)
}

/// What everybody gains by a contract: as [`decide`], without the tricks, and faster.
///
/// # Errors
/// If the rules have no price for the contract.
pub fn worth(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Played,
    leader: Option<Seat>,
    model: Model,
) -> Result<Gains, SettlementError> {
    let free = (model, Thumbs::default());
    Ok(decided(solver, rules, deal, hand, leader, free, Depth::Gains)?.settled.gains)
}

/// What the declarer gains by a contract at most; the gains themselves where they are found as
/// fast. Of decisions of the defenders that are open the best for the declarer is taken.
///
/// # Errors
/// If the rules have no price for the contract.
pub fn worth_at_most(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Played,
    model: Model,
) -> Result<AtMost, SettlementError> {
    let free = (model, Thumbs::default());
    let decided = decided(solver, rules, deal, hand, None, free, Depth::Bound)?;
    let gains = decided.settled.gains;
    Ok(match hand.game {
        Some(game) if decided.open => AtMost::Bound(gains.seats[game.declarer]),
        _ => AtMost::Gains(gains),
    })
}

/// What a contract gains, or what the declarer gains by it at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtMost {
    /// What everybody gains.
    Gains(Gains),
    /// No more than this for the declarer.
    Bound(Amount),
}

impl AtMost {
    /// What the declarer gains at most.
    fn most(&self, declarer: Seat) -> Amount {
        match self {
            AtMost::Gains(gains) => gains.seats[declarer],
            AtMost::Bound(bound) => *bound,
        }
    }
}

/// Which of these the declarer likes best, and its gains, the first of those alike by what they
/// gain at most; only those are worked out that can be it, and kept.
///
/// # Errors
/// Those of `gains`, which is asked for the gains of one by its place.
pub fn best_of<E>(
    known: &mut [AtMost],
    declarer: Seat,
    model: Model,
    mut gains: impl FnMut(usize) -> Result<Gains, E>,
) -> Result<Option<(usize, Gains)>, E> {
    let mut order: Vec<usize> = (0..known.len()).collect();
    order.sort_by_key(|&place| std::cmp::Reverse(known[place].most(declarer)));
    let mut best: Option<(usize, Gains)> = None;
    for place in order {
        // The rest are bounded by less, too.
        if best.as_ref().is_some_and(|(_, best)| known[place].most(declarer) < best.seats[declarer]) {
            break;
        }
        let found = match &known[place] {
            AtMost::Gains(found) => found.clone(),
            AtMost::Bound(_) => gains(place)?,
        };
        known[place] = AtMost::Gains(found.clone());
        let liking = |gains: &Gains| model.liking(declarer, Some(declarer), gains);
        if best.as_ref().is_none_or(|(_, best)| liking(&found) > liking(best)) {
            best = Some((place, found));
        }
    }
    Ok(best)
}

/// What a contract gains when it is known whether it is made, for those that pay by that alone.
///
/// # Errors
/// If the rules have no price for the contract.
pub fn worth_if(
    made: bool,
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Played,
    model: Model,
) -> Result<Gains, SettlementError> {
    let free = (model, Thumbs::default());
    Ok(decided(solver, rules, deal, hand, None, free, Depth::Known(made))?.settled.gains)
}

fn decided(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Played,
    leader: Option<Seat>,
    (model, thumbs): (Model, Thumbs),
    depth: Depth,
) -> Branch {
    let game = hand.game.ok_or_else(|| SettlementError::AllPass { rules: rules.label().to_owned() })?;
    let leader = leader.unwrap_or_else(|| rules.leader(game.contract, game.declarer));
    let (contract, declarer) = (game.contract, game.declarer);
    Tree { solver, rules, deal, leader, contract, declarer, model, thumbs, depth }.decide(hand, game)
}

/// How much of the play is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// Everybody's tricks.
    Tricks,
    /// What it pays.
    Gains,
    /// What it pays the declarer at most, where that is not found as fast.
    Bound,
    /// Nothing: it is known whether the contract is made.
    Known(bool),
}

struct Tree<'a> {
    solver: &'a mut Solver,
    rules: &'a Variant,
    deal: &'a Deal,
    leader: Seat,
    contract: Contract,
    declarer: Seat,
    model: Model,
    thumbs: Thumbs,
    depth: Depth,
}

type Branch = Result<Decided, SettlementError>;

impl Tree<'_> {
    /// What is known from the cards, then the decisions.
    fn decide(mut self, hand: &Played, game: Declared) -> Branch {
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
                return Ok(Decided { decisions: Vec::new(), hand, settled, open: !exact });
            }
            Depth::Known(made) => {
                Settled { tricks: None, gains: by_result(rules, &hand, position.game().playing, made)? }
            }
        };
        Ok(Decided { decisions: Vec::new(), hand, settled, open: false })
    }

    fn unplayed(&mut self, hand: Played) -> Branch {
        let settled = unplayed(self.rules, &hand)?;
        Ok(Decided { decisions: Vec::new(), hand, settled, open: false })
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
        for &choice in choices {
            let decided = branch(self, choice)?;
            let liking =
                |decided: &Decided| self.model.liking(seat, Some(self.declarer), &decided.settled.gains);
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
        if gains.len() > 1 {
            decided.decisions.insert(0, Decision { seat, best, gains });
        }
        Ok(decided)
    }
}
