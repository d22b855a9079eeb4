//! What the players decide before the play, each valued by what the hand then pays.

mod tree;

use crate::analysis::settled::{Model, Settled};
use crate::deal::Deal;
use crate::rules::settlement::{Amount, Declared, Gains, Played, SettlementError};
use crate::rules::variant::Variant;
use crate::search::{Solver, Thumbs};
use crate::seat::Seat;

use tree::{Branch, Depth, Tree};

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
    /// What was said on the way to the hand that is looked for, if it was found.
    path: Option<Path>,
}

/// Decisions as they were made.
pub type Path = Vec<Said>;

/// A decision, what was said, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The decision.
    pub decision: Decision,
    /// What was said.
    pub done: Choice,
    /// What that cost him of what the model has him play for: his gain, or that of both allied
    /// defenders.
    pub lost: Amount,
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

/// The decisions that lead to `said`, a hand as it was decided; where more than one way does, the
/// first. `None` if none does under these rules.
///
/// `hand` is what was known before, as for [`decide`].
///
/// # Errors
/// If the rules have no price for the contract.
pub fn path_to(
    said: &Played,
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Played,
    leader: Option<Seat>,
    model: Model,
) -> Result<Option<Path>, SettlementError> {
    let (mut tree, game) = tree(solver, rules, deal, hand, leader, model)?;
    tree.said = Some(said);
    Ok(tree.decide(hand, game)?.path)
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
    let (tree, game) = tree(solver, rules, deal, hand, leader, model)?;
    Tree { thumbs, depth, ..tree }.decide(hand, game)
}

fn tree<'a>(
    solver: &'a mut Solver,
    rules: &'a Variant,
    deal: &'a Deal,
    hand: &Played,
    leader: Option<Seat>,
    model: Model,
) -> Result<(Tree<'a>, Declared), SettlementError> {
    let game = hand.game.ok_or_else(|| SettlementError::AllPass { rules: rules.label().to_owned() })?;
    let leader = leader.unwrap_or_else(|| rules.leader(game.contract, game.declarer));
    let (contract, declarer) = (game.contract, game.declarer);
    let (thumbs, depth, said) = (Thumbs::default(), Depth::Gains, None);
    Ok((Tree { solver, rules, deal, leader, contract, declarer, model, thumbs, depth, said }, game))
}
