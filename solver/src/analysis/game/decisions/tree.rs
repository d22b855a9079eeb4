//! The decisions before a contract is played, as a graph of choices.

use std::collections::HashMap;
use std::sync::Arc;

use super::choice::Choice;
use crate::analysis::game::bounded_graph::{BoundedGraph, NodeId};
use crate::analysis::game::payoffs::{
    GainEstimate, Model, Prices, Wishes, by_result, failing, gains, known, play, unplayed,
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
use crate::settlement::{Aces, Doubling, Gains, Hand, SettlementError};
use crate::situation::Situation;

/// The depth to which the play is solved at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::analysis) enum Depth {
    /// No play: everything that the prices allow may be gained.
    Prices,
    /// No play: it is known that a misère fails.
    Fails,
    /// The results that are found fast.
    Bounds,
    /// No play: it is known whether the contract is made.
    Result(bool),
}

/// A hand that is played, after all decisions.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Leaf {
    position: Position,
    prices: Arc<Prices>,
}

impl Leaf {
    /// Solves the gains of everybody.
    pub(in crate::analysis) fn gains(
        &self,
        solver: &mut Solver,
        rules: &Variant,
        wishes: Wishes,
    ) -> Result<Gains, SettlementError> {
        let Leaf { position, prices } = self;
        if wishes.rules_of_thumb == RulesOfThumb::default() {
            return gains(solver, rules, position, prices, wishes.model);
        }
        Ok(play(solver, rules, prices.hand(), (position, BySeat::default()), wishes)?.gains)
    }
}

/// A graph of choices with hands at its ends.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Graph<L> {
    pub(in crate::analysis) choices: BoundedGraph<L>,
    /// The payments of hands, which are the same for other cards.
    prices: HashMap<Hand, Arc<Prices>>,
}

impl<L> Default for Graph<L> {
    fn default() -> Graph<L> {
        Graph { choices: BoundedGraph::default(), prices: HashMap::new() }
    }
}

impl Graph<Leaf> {
    /// Solves the gains of everybody from this node on.
    pub(in crate::analysis) fn gains(
        &mut self,
        solver: &mut Solver,
        rules: &Variant,
        wishes: Wishes,
        place: NodeId,
    ) -> Result<Gains, SettlementError> {
        while let Some((open, hand)) = self.choices.take_open(place) {
            self.choices.found(open, hand.gains(solver, rules, wishes)?);
        }
        match self.choices.known(place) {
            GainEstimate::Exact(gains) => Ok(gains.clone()),
            GainEstimate::Bounds(_) => unreachable!("nothing is open"),
        }
    }
}

/// A point before the play.
#[derive(Debug)]
pub(in crate::analysis) struct Node {
    /// Its node in the graph of choices.
    pub(in crate::analysis) place: NodeId,
    pub(super) then: NextStep,
}

#[derive(Debug)]
pub(in crate::analysis) enum NextStep {
    /// A seat makes one of these choices.
    Says(Seat, Vec<(Choice, Node)>),
    /// The hand is played as it was decided, from this first lead.
    Played(Position, Hand),
    /// The hand is not played.
    Unplayed(Hand),
}

/// The graph of the decisions before a contract is played.
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
    /// Lays out the decisions before the hand of this situation is played, which is a whole deal with a
    /// contract.
    pub(in crate::analysis) fn lay_out(
        solver: &'a mut Solver,
        graph: &'a mut Graph<L>,
        situation: &'a Situation,
        wishes: Wishes,
        depth: Depth,
    ) -> Branch {
        let (rules, hand) = (situation.rules(), situation.hand());
        let game =
            hand.declaration.ok_or_else(|| SettlementError::AllPass { rules: rules.label().to_owned() })?;
        let Declaration { contract, declarer, .. } = game;
        let deal = situation.exchanged().expect("a whole deal, and two of the declarer's twelve laid aside");
        Tree { solver, graph, situation, rules, wishes, deal, contract, declarer, depth }.decide(&hand, game)
    }

    /// Derives facts from the cards, then lays out the decisions.
    fn decide(mut self, hand: &Hand, game: Declaration) -> Branch {
        let (aces, own, talon) = (Cards::ACES, self.deal.hand(game.declarer), self.deal.talon());
        // After an exchange the talon of the deal is the discard; the hand has the talon as it was dealt.
        let turned_up = if hand.talon.is_empty() { talon } else { hand.talon };
        let mut hand = Hand { talon: turned_up, ..hand.clone() };
        if hand.aces.is_none() && (aces - own).is_empty() {
            hand.aces = Some(Aces::Four);
        }
        let seen = if game.from_hand { own } else { own | talon };
        let bonus = self.rules.settlement().bonuses.no_aces > 0 && self.contract.trump().is_some();
        let no_ace = hand.aces.is_none() && (aces - seen) == aces && bonus;
        self.begin(&hand, no_ace)
    }

    /// Lays out which seats play; the declarer decides first where the rules require it.
    fn begin(&mut self, hand: &Hand, no_ace: bool) -> Branch {
        if self.wishes.model == Model::Tricks {
            return self.aces(hand, no_ace);
        }
        let next = |tree: &mut Self| match tree.rules.settlement().by {
            Some(PaymentScheme::Books) => tree.whist(hand),
            _ => tree.defenders(hand, no_ace),
        };
        if self.rules.decisions().give_up_last { next(self) } else { self.giving_up(hand, next) }
    }

    /// Lays out the declarer's choice to play or to give up.
    fn giving_up(&mut self, hand: &Hand, next: impl Fn(&mut Self) -> Branch) -> Branch {
        let may = self.rules.decisions().give_up.contains(self.contract);
        let choices = if may { &[Choice::Play, Choice::GiveUp][..] } else { &[Choice::Play] };
        self.choose(self.declarer, choices, |tree, choice| match choice {
            Choice::GiveUp => tree.unplayed(Hand { gave_up: true, ..hand.clone() }),
            _ => next(tree),
        })
    }

    /// Lays out the choices of the defenders in turn: to play, drop out or double.
    fn defenders(&mut self, hand: &Hand, no_ace: bool) -> Branch {
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
        let say = |hand: &Hand, seat: Seat, choice: Choice| {
            let mut hand = hand.clone();
            match choice {
                Choice::Drop => hand.out |= Seats::from_seat(seat),
                Choice::Kontra => {
                    hand.kontra |= Seats::from_seat(seat);
                    hand.doubling = Doubling::Kontra;
                    if host {
                        // The other plays as a guest even after dropping out.
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
                return tree.after_defenders(&hand, no_ace);
            }
            tree.choose(right, &choices, |tree, second| {
                let hand = say(&hand, right, second);
                tree.after_defenders(&hand, no_ace)
            })
        })
    }

    /// Continues after the defenders have spoken, once each.
    fn after_defenders(&mut self, hand: &Hand, no_ace: bool) -> Branch {
        let next = |tree: &mut Self| {
            if hand.kontra.is_empty() { tree.invitation(hand, no_ace) } else { tree.answers(hand, no_ace) }
        };
        let both_out = hand.out.len() == 2;
        if both_out || !self.rules.decisions().give_up_last { next(self) } else { self.giving_up(hand, next) }
    }

    /// Lays out the choice of a defender left alone, who may invite the other.
    fn invitation(&mut self, hand: &Hand, no_ace: bool) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let out = hand.out;
        let (host, guest) = match (out.contains(left), out.contains(right)) {
            (true, false) => (right, left),
            (false, true) => (left, right),
            _ => return self.aces(hand, no_ace),
        };
        let decisions = self.rules.decisions();
        let mut choices = vec![Choice::Alone];
        if decisions.invite && decisions.quotas.contains(self.contract) {
            choices.push(Choice::Invite);
        }
        self.choose(host, &choices, |tree, choice| {
            let invited = Hand { out: Seats::NONE, guest: Some(guest), ..hand.clone() };
            tree.aces(if choice == Choice::Invite { &invited } else { hand }, no_ace)
        })
    }

    /// Lays out the answers of declarer and defender to a kontra, in turn.
    fn answers(&mut self, hand: &Hand, no_ace: bool) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let given = if hand.answered.is_empty() { hand.kontra } else { hand.answered };
        let giver = given.iter().next().unwrap_or(self.declarer);
        let (seat, answer, doubling) = match hand.doubling {
            Doubling::Kontra => (self.declarer, Choice::Rekontra, Doubling::Rekontra),
            Doubling::Rekontra => (giver, Choice::Sub, Doubling::Sub),
            Doubling::Sub => (self.declarer, Choice::Mort, Doubling::Mort),
            Doubling::None | Doubling::Mort => return self.aces(hand, no_ace),
        };
        let decisions = self.rules.decisions();
        if doubling as u8 > decisions.doublings {
            return self.aces(hand, no_ace);
        }
        let mut choices = vec![Choice::Accept, answer];
        if answer == Choice::Rekontra && decisions.rekontra == Rekontra::Each && given.len() > 1 {
            choices.extend([Choice::RekontraLeft, Choice::RekontraRight]);
        }
        self.choose(seat, &choices, |tree, choice| {
            let answered = match choice {
                Choice::Accept => return tree.aces(hand, no_ace),
                Choice::RekontraLeft => Seats::from_seat(left),
                Choice::RekontraRight => Seats::from_seat(right),
                _ => hand.answered,
            };
            tree.answers(&Hand { doubling, answered, ..hand.clone() }, no_ace)
        })
    }

    /// Lays out the declarer's choice to announce no ace; then the hand is played.
    fn aces(&mut self, hand: &Hand, no_ace: bool) -> Branch {
        let choices = if no_ace { &[Choice::Silent, Choice::Announce][..] } else { &[Choice::Silent] };
        self.choose(self.declarer, choices, |tree, choice| {
            let aces = if choice == Choice::Announce { Some(Aces::None) } else { hand.aces };
            let hand = Hand { aces, ..hand.clone() };
            let out = hand.out.contains(tree.declarer.left()) && hand.out.contains(tree.declarer.right());
            if out { tree.unplayed(hand) } else { tree.play(hand) }
        })
    }

    /// Lays out the choices of the defenders to whist or to pass.
    fn whist(&mut self, hand: &Hand) -> Branch {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let books = self.rules.settlement().books.clone().unwrap_or_default();
        let level = match self.contract {
            Contract::Level(level, _) => level,
            Contract::Game(_) => 6,
            _ => return self.play(hand.clone()),
        };
        let whisted = |whisters: &[Seat]| Hand { whist: Some(whisters.to_vec()), ..hand.clone() };
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
                        _ => tree.unplayed(Hand { half_whist: Some(right), ..whisted(&[]) }),
                    })
                }
                _ => tree.unplayed(whisted(&[])),
            })
        })
    }

    fn play(&mut self, hand: Hand) -> Branch {
        let (rules, Wishes { model, rules_of_thumb }) = (self.rules, self.wishes);
        let game = PlaySetup {
            play_rules: rules.play_rules_in(self.contract.trump()),
            trump: self.contract.trump(),
            declarer: Some(self.declarer),
            playing: Seats::ALL - hand.out,
        };
        let declared = hand.declaration.expect("it is declared");
        let leader = self.situation.leader(declared, game.playing);
        let position =
            Position::new(game, self.deal.hands(), leader, &[]).expect("the hands of a deal are equal");
        let prices = self.graph.prices.entry(hand.clone());
        let prices = Arc::clone(prices.or_insert_with_key(|hand| Prices::new(hand.clone()).into()));
        let known = match self.depth {
            Depth::Result(made) => GainEstimate::Exact(by_result(rules, &hand, game.playing, made)?),
            Depth::Bounds if rules_of_thumb == RulesOfThumb::default() => {
                known(self.solver, rules, &position, &prices, model)?
            }
            depth => {
                let fails = match depth {
                    Depth::Fails => failing(rules, &position, &prices, model)?,
                    _ => None,
                };
                let payments = prices.payments(rules)?;
                let all = || GainEstimate::one_of(payments.of_those(game.playing).map(|(_, gains)| gains));
                match fails.or_else(all) {
                    Some(known) => known,
                    // The tricks do not decide the result.
                    None => GainEstimate::Exact(gains(self.solver, rules, &position, &prices, model)?),
                }
            }
        };
        let place = self.graph.choices.end(known, Leaf { position, prices }.into());
        Ok(Node { place, then: NextStep::Played(position, hand) })
    }

    fn unplayed(&mut self, hand: Hand) -> Branch {
        let gains = unplayed(self.rules, &hand)?.gains;
        Ok(Node { place: self.graph.choices.done(gains), then: NextStep::Unplayed(hand) })
    }

    /// Adds a decision, if there is more than one choice.
    fn choose(
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
        let place = self.graph.choices.choice(wish, options.iter().map(|(_, node)| node.place).collect());
        Ok(Node { place, then: NextStep::Says(seat, options) })
    }
}

impl Node {
    /// Returns the first path from here to a hand that was decided like `said`.
    pub(super) fn way_to(&self, said: &Hand, declarer: Seat) -> Option<Vec<Choice>> {
        match &self.then {
            NextStep::Played(_, hand) | NextStep::Unplayed(hand) => {
                alike(said, hand, declarer).then(Vec::new)
            }
            NextStep::Says(_, options) => options.iter().find_map(|(choice, node)| {
                let mut way = node.way_to(said, declarer)?;
                way.insert(0, *choice);
                Some(way)
            }),
        }
    }
}

/// Checks whether both hands had the same decisions.
fn alike(said: &Hand, hand: &Hand, declarer: Seat) -> bool {
    // An invited guest plays, whether noted among the dropped-out seats or not.
    let out = |hand: &Hand| hand.out - hand.guest.map_or(Seats::NONE, Seats::from_seat);
    let both = || {
        let both = declarer.others();
        both.into_iter().filter(|&seat| !said.out.contains(seat)).collect()
    };
    let played = match &hand.whist {
        Some(whisters) => *whisters == said.whist.clone().unwrap_or_else(both),
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
