//! What the players decide before the play, each valued by what the hand then pays.

mod tree;

use crate::analysis::game::choices::Place;
use crate::analysis::game::settled::{Known, Liking, Model, Settled, play, unplayed};
use crate::deal::Deal;
use crate::position::Position;
use crate::rules::variant::Variant;
use crate::search::{RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Gains, Hand, SettlementError};

use tree::Then;
pub(in crate::analysis) use tree::{Depth, Graph, Leaf, Node, Tree};

/// What somebody can say before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// To play: the declarer his contract, a defender against it.
    Play,
    /// The declarer gives up.
    GiveUp,
    /// A defender drops out.
    Drop,
    /// A defender left alone plays alone.
    Alone,
    /// A defender left alone invites the other.
    Invite,
    /// A defender doubles.
    Kontra,
    /// The declarer answers.
    Rekontra,
    /// The defender answers.
    Sub,
    /// The declarer answers again.
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
    pub hand: Hand,
    /// What it comes to.
    pub settled: Settled,
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

/// By what rules, and for what, a contract is played.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) struct Playing<'a> {
    pub(in crate::analysis) rules: &'a Variant,
    pub(in crate::analysis) model: Model,
    /// The rules of thumb that two defenders keep to.
    pub(in crate::analysis) rules_of_thumb: RulesOfThumb,
}

impl<'a> Playing<'a> {
    /// Without rules of thumb.
    pub(in crate::analysis) fn new(rules: &'a Variant, model: Model) -> Playing<'a> {
        Playing { rules, model, rules_of_thumb: RulesOfThumb::default() }
    }

    fn play(self, solver: &mut Solver, position: &Position, hand: &Hand) -> Result<Settled, SettlementError> {
        play(solver, self.rules, position, BySeat::default(), hand, self.model, self.rules_of_thumb)
    }
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
    hand: &Hand,
    leader: Option<Seat>,
    model: Model,
    rules_of_thumb: RulesOfThumb,
) -> Result<Decided, SettlementError> {
    let playing = Playing { rules, model, rules_of_thumb };
    let (mut asked, mut node) = Asked::new(solver, playing, deal, hand, leader, Depth::Bounds)?;
    let mut decisions = Vec::new();
    loop {
        match node.then {
            Then::Says(seat, mut options) => {
                let decision = asked.decision(seat, &options)?;
                let best = options.iter().position(|&(choice, _)| choice == decision.best);
                node = options.swap_remove(best.expect("one of them")).1;
                decisions.push(decision);
            }
            Then::Played(position, hand) => {
                let settled = playing.play(asked.solver, &position, &hand)?;
                return Ok(Decided { decisions, hand, settled });
            }
            Then::Unplayed(hand) => {
                let settled = unplayed(rules, &hand)?;
                return Ok(Decided { decisions, hand, settled });
            }
        }
    }
}

/// What everybody gains by a contract: as [`decide`], without the tricks, and faster.
///
/// # Errors
/// If the rules have no price for the contract.
pub fn worth(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Hand,
    leader: Option<Seat>,
    model: Model,
) -> Result<Gains, SettlementError> {
    let playing = Playing::new(rules, model);
    let (mut asked, root) = Asked::new(solver, playing, deal, hand, leader, Depth::Bounds)?;
    asked.gains(root.place)
}

/// What is known of [`worth`] without playing any hand out for gains: the gains themselves where they
/// are found as fast, else bounds.
///
/// # Errors
/// If the rules have no price for the contract.
pub fn bounds(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Hand,
    model: Model,
) -> Result<Known, SettlementError> {
    let mut graph = Graph::<Leaf>::default();
    let playing = Playing::new(rules, model);
    let root = Tree::lay_out(solver, &mut graph, playing, deal, hand, None, Depth::Bounds)?;
    Ok(graph.choices.known(root.place).clone())
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
    hand: &Hand,
    model: Model,
) -> Result<Gains, SettlementError> {
    let playing = Playing::new(rules, model);
    let (mut asked, root) = Asked::new(solver, playing, deal, hand, None, Depth::Result(made))?;
    asked.gains(root.place)
}

/// The decisions that lead to `said`, a hand as it was decided; where more than one way does, the
/// first. `None` if none does under these rules.
///
/// `hand` is what was known before, as for [`decide`].
///
/// # Errors
/// If the rules have no price for the contract.
pub fn path_to(
    said: &Hand,
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    hand: &Hand,
    leader: Option<Seat>,
    model: Model,
) -> Result<Option<Path>, SettlementError> {
    let playing = Playing::new(rules, model);
    let (mut asked, mut node) = Asked::new(solver, playing, deal, hand, leader, Depth::Bounds)?;
    let declarer = asked.declarer;
    let Some(way) = node.way_to(said, declarer) else { return Ok(None) };
    let mut path = Path::new();
    for done in way {
        let Then::Says(seat, mut options) = node.then else { unreachable!("the way was found here") };
        let decision = asked.decision(seat, &options)?;
        let mut liked = |wanted: Choice| {
            let (_, node) = options.iter().find(|&&(choice, _)| choice == wanted).expect("one of them");
            Ok(model.liking(seat, Some(declarer), &asked.gains(node.place)?)[0])
        };
        let lost = liked(decision.best)? - liked(done)?;
        let next = options.iter().position(|&(choice, _)| choice == done).expect("one of them");
        node = options.swap_remove(next).1;
        path.push(Said { decision, done, lost });
    }
    Ok(Some(path))
}

/// The decisions before one contract.
struct Asked<'a> {
    solver: &'a mut Solver,
    playing: Playing<'a>,
    declarer: Seat,
    graph: Graph<Leaf>,
}

impl<'a> Asked<'a> {
    fn new(
        solver: &'a mut Solver,
        playing: Playing<'a>,
        deal: &Deal,
        hand: &Hand,
        leader: Option<Seat>,
        depth: Depth,
    ) -> Result<(Asked<'a>, Node), SettlementError> {
        let mut graph = Graph::default();
        // Bounds are of use only where there is something to decide.
        let first = if depth == Depth::Bounds { Depth::Prices } else { depth };
        let mut root = Tree::lay_out(solver, &mut graph, playing, deal, hand, leader, first)?;
        if first != depth && matches!(root.then, Then::Says(..)) {
            root = Tree::lay_out(solver, &mut graph, playing, deal, hand, leader, depth)?;
        }
        let declarer = hand.game.expect("it has a price").declarer;
        Ok((Asked { solver, playing, declarer, graph }, root))
    }

    fn gains(&mut self, place: Place) -> Result<Gains, SettlementError> {
        self.graph.gains(self.solver, self.playing, place)
    }

    /// What every alternative gains who decides, and the first of those he likes best.
    fn decision(&mut self, seat: Seat, options: &[(Choice, Node)]) -> Result<Decision, SettlementError> {
        let mut gains = Vec::new();
        let mut best: Option<(Choice, Liking)> = None;
        for &(choice, Node { place, .. }) in options {
            let found = self.gains(place)?;
            gains.push((choice, found.seats[seat]));
            let liking = self.playing.model.liking(seat, Some(self.declarer), &found);
            if best.is_none_or(|(_, best)| liking > best) {
                best = Some((choice, liking));
            }
        }
        let (best, _) = best.expect("there is always something to say");
        Ok(Decision { seat, best, gains })
    }
}
