//! The decisions between the auction and the play of a contract, as a graph of choices.

use std::collections::HashMap;
use std::sync::Arc;

use super::choice::Choice;
use crate::analysis::game::bounded_graph::{BoundedGraph, NodeId};
use crate::analysis::game::payoffs::{
    GainEstimate, Model, Prices, Wishes, estimate_failing_misere, estimate_gains, settle_by_result,
    settle_unplayed, solve_gains, solve_play,
};
use crate::analysis::game::wish::Wish;
use crate::cards::Cards;
use crate::deal::Deal;
use crate::position::{PlaySetup, Position};
use crate::rules::contract::{Contract, Declaration};
use crate::rules::decisions::{Kontra, Rekontra};
use crate::rules::payment::PaymentScheme;
use crate::rules::variant::Variant;
use crate::search::{RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Aces, Doubling, Gains, SettledHand, SettlementError};
use crate::situation::Situation;

/// The extent to which the play is solved when the graph is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::analysis) enum Depth {
    /// The play is not solved; every outcome that the prices allow counts as possible.
    Prices,
    /// The play is not solved; it is known that the contract, a misère, fails.
    Fails,
    /// The bounds on the gains that are found fast are solved.
    Bounds,
    /// The play is not solved; it is known that the contract is made (`true`) or fails.
    Result(bool),
}

/// A hand after all decisions, which is to be played.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Leaf {
    position: Position,
    prices: Arc<Prices>,
}

impl Leaf {
    /// Solves the gain of each seat from the play.
    pub(in crate::analysis) fn gains(
        &self,
        solver: &mut Solver,
        rules: &Variant,
        wishes: Wishes,
    ) -> Result<Gains, SettlementError> {
        let Leaf { position, prices } = self;
        if wishes.rules_of_thumb == RulesOfThumb::default() {
            return solve_gains(solver, rules, position, prices, wishes.model);
        }
        Ok(solve_play(solver, rules, prices.hand(), position, BySeat::default(), wishes)?.gains)
    }
}

/// A graph of choices whose ends are hands.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Graph<L> {
    pub(in crate::analysis) choices: BoundedGraph<L>,
    /// The payments of each hand. They do not depend on the cards, so positions share them.
    prices: HashMap<SettledHand, Arc<Prices>>,
}

impl<L> Default for Graph<L> {
    fn default() -> Graph<L> {
        Graph { choices: BoundedGraph::default(), prices: HashMap::new() }
    }
}

impl Graph<Leaf> {
    /// Solves the gain of each seat from this node on.
    pub(in crate::analysis) fn gains(
        &mut self,
        solver: &mut Solver,
        rules: &Variant,
        wishes: Wishes,
        place: NodeId,
    ) -> Result<Gains, SettlementError> {
        while let Some((open, hand)) = self.choices.take_open_end(place) {
            self.choices.set_gains(open, hand.gains(solver, rules, wishes)?);
        }
        match self.choices.estimate(place) {
            GainEstimate::Exact(gains) => Ok(gains.clone()),
            GainEstimate::Bounds(_) => unreachable!("nothing is open"),
        }
    }
}

/// A point between the auction and the play.
#[derive(Debug)]
pub(in crate::analysis) struct Node {
    /// The index of its node in the graph of choices.
    pub(in crate::analysis) place: NodeId,
    pub(super) then: NextStep,
}

#[derive(Debug)]
pub(in crate::analysis) enum NextStep {
    /// A seat makes one of these choices, each of which leads to a node.
    Says(Seat, Vec<(Choice, Node)>),
    /// The hand is played with these decisions, from the position of the first lead.
    Played(Position, SettledHand),
    /// The hand is settled without play.
    Unplayed(SettledHand),
}

/// Builder of the graph of the decisions before one contract is played.
pub(in crate::analysis) struct Tree<'a, L> {
    solver: &'a mut Solver,
    graph: &'a mut Graph<L>,
    situation: &'a Situation,
    rules: &'a Variant,
    wishes: Wishes,
    deal: Deal,
    contract: Contract,
    declarer: Seat,
    depth: Depth,
}

type Branch = Result<Node, SettlementError>;

impl<'a, L: From<Leaf>> Tree<'a, L> {
    /// Lays out the decisions before the hand of this situation is played, and returns the first node. The
    /// situation must be a whole deal with a contract.
    pub(in crate::analysis) fn lay_out(
        solver: &'a mut Solver,
        graph: &'a mut Graph<L>,
        situation: &'a Situation,
        wishes: Wishes,
        depth: Depth,
    ) -> Branch {
        let (rules, hand) = (situation.rules(), situation.hand());
        let declaration =
            hand.declaration.ok_or_else(|| SettlementError::AllPass { rules: rules.label().to_owned() })?;
        let Declaration { contract, declarer, .. } = declaration;
        let deal = situation.exchanged().expect("a whole deal, and two of the declarer's twelve laid aside");
        Tree { solver, graph, situation, rules, wishes, deal, contract, declarer, depth }
            .lay_out_decisions(&hand, declaration)
    }

    /// Completes the hand with the facts about aces that follow from the cards, then lays out the decisions.
    fn lay_out_decisions(mut self, hand: &SettledHand, declaration: Declaration) -> Branch {
        let (aces, declarer_cards, talon) =
            (Cards::ACES, self.deal.hand(declaration.declarer), self.deal.talon());
        // After an exchange the talon of the deal is the discard; the talon as it was dealt is noted in the
        // hand.
        let turned_up = if hand.talon.is_empty() { talon } else { hand.talon };
        let mut hand = SettledHand { talon: turned_up, ..hand.clone() };
        if hand.aces.is_none() && (aces - declarer_cards).is_empty() {
            hand.aces = Some(Aces::Four);
        }
        let seen = if declaration.from_hand { declarer_cards } else { declarer_cards | talon };
        let bonus = self.rules.settlement().bonuses.no_aces > 0 && self.contract.trump().is_some();
        let no_ace = hand.aces.is_none() && (aces - seen) == aces && bonus;
        self.lay_out_players(&hand, no_ace)
    }

    /// Lays out the decisions of the seats on whether to play; the declarer decides first unless the rules
    /// say last.
    fn lay_out_players(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        if self.wishes.model == Model::Tricks {
            return self.lay_out_aces(hand, no_ace);
        }
        let lay_out_defence = |tree: &mut Self| tree.lay_out_defence(hand, no_ace);
        if self.rules.decisions().give_up_last {
            lay_out_defence(self)
        } else {
            self.lay_out_giving_up(hand, lay_out_defence)
        }
    }

    /// Lays out the choices of the defenders: to whist or pass if the rules pay by books, otherwise to play,
    /// drop out or double.
    fn lay_out_defence(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        match self.rules.settlement().by {
            Some(PaymentScheme::Books) => self.lay_out_whist(hand),
            _ => self.lay_out_defenders(hand, no_ace),
        }
    }

    /// Lays out the declarer's choice to play or to give up, and `next` after the choice to play.
    fn lay_out_giving_up(&mut self, hand: &SettledHand, next: impl Fn(&mut Self) -> Branch) -> Branch {
        let may = self.rules.decisions().give_up.contains(self.contract);
        let choices = if may { &[Choice::Play, Choice::GiveUp][..] } else { &[Choice::Play] };
        self.add_decision(self.declarer, choices, |tree, choice| match choice {
            Choice::GiveUp => tree.add_unplayed_end(SettledHand { gave_up: true, ..hand.clone() }),
            _ => next(tree),
        })
    }

    /// Lays out the choice of each defender in turn: to play, drop out or double.
    fn lay_out_defenders(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let decisions = self.rules.decisions();
        let mut choices = vec![Choice::Play];
        if decisions.drop_out.contains(self.contract) {
            choices.push(Choice::Drop);
        }
        if decisions.kontra != Kontra::Never && decisions.kontra_in.contains(self.contract) {
            choices.push(Choice::Kontra);
        }
        let host = decisions.kontra == Kontra::Host;
        self.add_decision(left, &choices, |tree, first| {
            let hand = hand_after(hand, left, first, host);
            if first == Choice::Kontra && host {
                return tree.lay_out_after_defenders(&hand, no_ace);
            }
            tree.add_decision(right, &choices, |tree, second| {
                let hand = hand_after(&hand, right, second, host);
                tree.lay_out_after_defenders(&hand, no_ace)
            })
        })
    }

    /// Lays out the decisions after each defender has spoken once.
    fn lay_out_after_defenders(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        let lay_out_replies = |tree: &mut Self| tree.lay_out_replies(hand, no_ace);
        let both_out = hand.out.len() == 2;
        if both_out || !self.rules.decisions().give_up_last {
            lay_out_replies(self)
        } else {
            self.lay_out_giving_up(hand, lay_out_replies)
        }
    }

    /// Lays out the answers to a kontra, or, if nobody said kontra, the invitation by a defender left alone.
    fn lay_out_replies(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        if hand.kontra.is_empty() {
            self.lay_out_invitation(hand, no_ace)
        } else {
            self.lay_out_answers(hand, no_ace)
        }
    }

    /// Lays out the choice of a defender whose partner has dropped out: to play alone, or to invite the
    /// partner.
    fn lay_out_invitation(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let out = hand.out;
        let (host, guest) = match (out.contains(left), out.contains(right)) {
            (true, false) => (right, left),
            (false, true) => (left, right),
            _ => return self.lay_out_aces(hand, no_ace),
        };
        let decisions = self.rules.decisions();
        let mut choices = vec![Choice::Alone];
        if decisions.invite && decisions.quotas.contains(self.contract) {
            choices.push(Choice::Invite);
        }
        self.add_decision(host, &choices, |tree, choice| {
            let invited = SettledHand { out: Seats::NONE, guest: Some(guest), ..hand.clone() };
            tree.lay_out_aces(if choice == Choice::Invite { &invited } else { hand }, no_ace)
        })
    }

    /// Lays out the answers of the declarer and a defender to a kontra, in turn.
    fn lay_out_answers(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let doublers = if hand.answered.is_empty() { hand.kontra } else { hand.answered };
        let giver = doublers.iter().next().unwrap_or(self.declarer);
        let (seat, answer, doubling) = match hand.doubling {
            Doubling::Kontra => (self.declarer, Choice::Rekontra, Doubling::Rekontra),
            Doubling::Rekontra => (giver, Choice::Sub, Doubling::Sub),
            Doubling::Sub => (self.declarer, Choice::Mort, Doubling::Mort),
            Doubling::None | Doubling::Mort => return self.lay_out_aces(hand, no_ace),
        };
        let decisions = self.rules.decisions();
        if doubling as u8 > decisions.doublings {
            return self.lay_out_aces(hand, no_ace);
        }
        let mut choices = vec![Choice::Accept, answer];
        if answer == Choice::Rekontra && decisions.rekontra == Rekontra::Each && doublers.len() > 1 {
            choices.extend([Choice::RekontraLeft, Choice::RekontraRight]);
        }
        self.add_decision(seat, &choices, |tree, choice| {
            let answered = match choice {
                Choice::Accept => return tree.lay_out_aces(hand, no_ace),
                Choice::RekontraLeft => Seats::from_seat(left),
                Choice::RekontraRight => Seats::from_seat(right),
                _ => hand.answered,
            };
            tree.lay_out_answers(&SettledHand { doubling, answered, ..hand.clone() }, no_ace)
        })
    }

    /// Lays out the declarer's choice to announce that they have no ace, then the end: the hand is played, or
    /// settled without play if both defenders have dropped out.
    fn lay_out_aces(&mut self, hand: &SettledHand, no_ace: bool) -> Branch {
        let choices = if no_ace { &[Choice::Silent, Choice::Announce][..] } else { &[Choice::Silent] };
        self.add_decision(self.declarer, choices, |tree, choice| {
            let aces = if choice == Choice::Announce { Some(Aces::None) } else { hand.aces };
            let hand = SettledHand { aces, ..hand.clone() };
            let out = hand.out.contains(tree.declarer.left()) && hand.out.contains(tree.declarer.right());
            if out { tree.add_unplayed_end(hand) } else { tree.add_played_end(hand) }
        })
    }

    /// Lays out the choices of the defenders to whist or to pass.
    fn lay_out_whist(&mut self, hand: &SettledHand) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let books = self.rules.settlement().books.clone().unwrap_or_default();
        let level = match self.contract {
            Contract::Level(level, _) => level,
            Contract::Game(_) => 6,
            _ => return self.add_played_end(hand.clone()),
        };
        let whisted = |whisters: &[Seat]| SettledHand { whist: Some(whisters.to_vec()), ..hand.clone() };
        if books.must_whist(self.contract) || books.ten_checked && level == 10 {
            return self.add_played_end(whisted(&[left, right]));
        }
        let both = [Choice::Whist, Choice::Pass];
        self.add_decision(left, &both, |tree, first| {
            let mut choices = both.to_vec();
            if first == Choice::Pass && books.half_whist && level <= 7 {
                choices.push(Choice::HalfWhist);
            }
            tree.add_decision(right, &choices, |tree, second| match (first, second) {
                (Choice::Whist, Choice::Whist) => tree.add_played_end(whisted(&[left, right])),
                (Choice::Whist, _) => tree.add_played_end(whisted(&[left])),
                (_, Choice::Whist) => tree.add_played_end(whisted(&[right])),
                (_, Choice::HalfWhist) => {
                    tree.add_decision(left, &[Choice::Pass, Choice::Whist], |tree, back| match back {
                        Choice::Whist => tree.add_played_end(whisted(&[left])),
                        _ => tree.add_unplayed_end(SettledHand { half_whist: Some(right), ..whisted(&[]) }),
                    })
                }
                _ => tree.add_unplayed_end(whisted(&[])),
            })
        })
    }

    fn add_played_end(&mut self, hand: SettledHand) -> Branch {
        let (rules, Wishes { model, rules_of_thumb }) = (self.rules, self.wishes);
        let setup = PlaySetup {
            play_rules: rules.play_rules_in(self.contract.trump()),
            trump: self.contract.trump(),
            declarer: Some(self.declarer),
            playing: Seats::ALL - hand.out,
        };
        let declared = hand.declaration.expect("it is declared");
        let leader = self.situation.leader(declared, setup.playing);
        let position =
            Position::new(setup, self.deal.hands(), leader, &[]).expect("the hands of a deal are equal");
        let prices = self.graph.prices.entry(hand.clone());
        let prices = Arc::clone(prices.or_insert_with_key(|hand| Prices::new(hand.clone()).into()));
        let estimate = match self.depth {
            Depth::Result(made) => GainEstimate::Exact(settle_by_result(rules, &hand, setup.playing, made)?),
            Depth::Bounds if rules_of_thumb == RulesOfThumb::default() => {
                estimate_gains(self.solver, rules, &position, &prices, model)?
            }
            depth => {
                let fails = match depth {
                    Depth::Fails => estimate_failing_misere(rules, &position, &prices, model)?,
                    _ => None,
                };
                let outcomes = prices.payments(rules)?.outcomes(setup.playing);
                let possible = || GainEstimate::from_alternatives(outcomes.map(|(_, gains)| gains));
                match fails.or_else(possible) {
                    Some(estimate) => estimate,
                    // No outcome by tricks can be settled: the tricks do not decide the result.
                    None => GainEstimate::Exact(solve_gains(self.solver, rules, &position, &prices, model)?),
                }
            }
        };
        let place = self.graph.choices.add_open_end(estimate, Leaf { position, prices }.into());
        Ok(Node { place, then: NextStep::Played(position, hand) })
    }

    fn add_unplayed_end(&mut self, hand: SettledHand) -> Branch {
        let gains = settle_unplayed(self.rules, &hand)?.gains;
        Ok(Node { place: self.graph.choices.add_solved_end(gains), then: NextStep::Unplayed(hand) })
    }

    /// Adds a decision with a branch for each choice. If there is only one choice, adds only its branch.
    fn add_decision(
        &mut self,
        seat: Seat,
        choices: &[Choice],
        mut branch: impl FnMut(&mut Self, Choice) -> Branch,
    ) -> Branch {
        if let &[only] = choices {
            return branch(self, only);
        }
        let mut options = Vec::new();
        for &choice in choices {
            options.push((choice, branch(self, choice)?));
        }
        let wish = Wish::Utility { seat, declarer: self.declarer, model: self.wishes.model };
        let place = self.graph.choices.add_choice(wish, options.iter().map(|(_, node)| node.place).collect());
        Ok(Node { place, then: NextStep::Says(seat, options) })
    }
}

/// Returns the hand after the defender in `seat` has made this choice. If the rules make a defender who says
/// kontra the host (`host`), the other defender becomes the guest.
fn hand_after(hand: &SettledHand, seat: Seat, choice: Choice, host: bool) -> SettledHand {
    let mut hand = hand.clone();
    match choice {
        Choice::Drop => hand.out |= Seats::from_seat(seat),
        Choice::Kontra => {
            hand.kontra |= Seats::from_seat(seat);
            hand.doubling = Doubling::Kontra;
            if host {
                // The other defender plays as a guest even after dropping out.
                hand.out = Seats::NONE;
            }
        }
        _ => {}
    }
    hand
}

impl Node {
    /// Returns the choices of the first path from this node to a hand with the decisions of `said`.
    pub(super) fn path_to_hand(&self, said: &SettledHand, declarer: Seat) -> Option<Vec<Choice>> {
        match &self.then {
            NextStep::Played(_, hand) | NextStep::Unplayed(hand) => {
                have_same_decisions(said, hand, declarer).then(Vec::new)
            }
            NextStep::Says(_, options) => options.iter().find_map(|(choice, node)| {
                let mut path = node.path_to_hand(said, declarer)?;
                path.insert(0, *choice);
                Some(path)
            }),
        }
    }
}

/// Returns whether both hands have the same decisions.
fn have_same_decisions(said: &SettledHand, hand: &SettledHand, declarer: Seat) -> bool {
    // An invited guest plays, whether the hand lists that seat as dropped out or not.
    let out = |hand: &SettledHand| hand.out - hand.guest.map_or(Seats::NONE, Seats::from_seat);
    let whisters_said = || declarer.others().into_iter().filter(|&seat| !said.out.contains(seat)).collect();
    let played = match &hand.whist {
        Some(whisters) => *whisters == said.whist.clone().unwrap_or_else(whisters_said),
        None => out(said) == out(hand),
    };
    played
        && (said.guest, said.kontra, said.doubling) == (hand.guest, hand.kontra, hand.doubling)
        && said.answered_alone() == hand.answered_alone()
        && (said.gave_up, said.half_whist) == (hand.gave_up, hand.half_whist)
        && (said.aces == Some(Aces::None)) == (hand.aces == Some(Aces::None))
}

#[cfg(test)]
mod tests;
