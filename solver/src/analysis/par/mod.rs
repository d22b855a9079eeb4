//! The auction with all cards known: who ends up declaring what, and what everybody gains.

mod auctions;
mod contract_values;

use serde::Serialize;

use crate::analysis::analyst::Analyst;
use crate::analysis::contracts::Outcome;
use crate::analysis::game::decisions::{Decision, decide};
use crate::analysis::game::settled::Model;
use crate::analysis::talon::discards_of;
use crate::cards::Cards;
use crate::deal::Layout;
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declared};
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::Gains;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::fields::Fields;

pub(super) use auctions::{Auctioned, Auctions, End};
pub use contract_values::ParOptions;
pub(super) use contract_values::{ContractValue, ContractValues, all_contract_values, contract_values};

impl ParOptions {
    /// Reads the options and the situation with them.
    ///
    /// # Errors
    /// If a field is wrong.
    pub(super) fn read(
        situation: Situation,
        fields: &mut Fields,
    ) -> Result<(Situation, ParOptions), QuestionError> {
        let model = Model::read(fields)?.unwrap_or_default();
        let discards = discards_of(fields)?;
        let situation = situation.read_paid(fields)?.read_passed(fields)?;
        Ok((situation, ParOptions { model, discards }))
    }
}

/// An auction in which everybody makes the calls that gain them most, and what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Par {
    /// The cards.
    pub deal: Layout,
    /// The rules by name.
    pub rules: String,
    /// What everybody decides and plays for.
    pub model: Model,
    /// The calls, in turn from forehand, those who passed left out.
    #[serde(serialize_with = "calls")]
    pub calls: Vec<(Seat, Call)>,
    /// Who declares.
    pub declarer: Option<Seat>,
    /// What is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<ParGame>,
    /// What follows when all have passed, or that the dealer gives up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Then>,
    /// What everybody gains.
    pub gains: Gains,
    /// What each contract comes to, by declarer.
    pub makes: Vec<Makes>,
}

fn calls<S: serde::Serializer>(calls: &[(Seat, Call)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(calls.iter().map(|(_, call)| call))
}

/// How an auction ends without a play by a declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// A dealer who is made to declare gives up.
    GivenUp,
    /// All have passed.
    Passed(AllPass),
}

impl Serialize for Then {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Then::GivenUp => serializer.serialize_str("given-up"),
            Then::Passed(then) => then.serialize(serializer),
        }
    }
}

/// What is played after an auction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParGame {
    /// The bid as an answer has it, its number or suit; none of a dealer who is made to declare.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "named")]
    pub bid: Option<Call>,
    /// Whether it is played from the hand.
    pub hand: bool,
    /// The contract.
    pub contract: Contract,
    /// What is laid aside for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard: Option<Cards>,
    /// Others have taken up what the declarer by auction laid aside.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub usurped: bool,
    /// What it comes to.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The decisions before the play.
    pub decisions: Vec<Decision>,
}

fn named<S: serde::Serializer>(bid: &Option<Call>, serializer: S) -> Result<S::Ok, S::Error> {
    bid.map(Call::named).serialize(serializer)
}

/// What a contract comes to from the hand and with the talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Makes {
    /// Who declares.
    pub declarer: Seat,
    /// The contract.
    pub contract: Contract,
    /// From the hand.
    pub hand: Outcome,
    /// With the talon and the best discard for it.
    pub talon: Outcome,
}

impl Analyst {
    /// The auction in which everybody makes the calls that gain them most, with the talon, the
    /// discard, the decisions and the play behind each call.
    ///
    /// If several calls gain a seat the same, it passes if that is one of them, and else makes the
    /// first in the order in which the rules allow them. An offer for the talon goes over the last
    /// by one, and no further than it can pay.
    ///
    /// # Errors
    /// If the cards are not those of a whole deal, or the rules do not say how they bid or do not
    /// settle what comes of it.
    pub fn par(&mut self, situation: &Situation, options: &ParOptions) -> Result<Par, QuestionError> {
        let (rules, deal) = (situation.rules(), situation.dealt()?);
        // With the talon there is more to do, so that begins.
        let parts: Vec<(Seat, bool)> =
            [false, true].into_iter().flat_map(|hand| Seat::ALL.map(|seat| (seat, hand))).collect();
        let values = self.solve_each(&parts, |solver, &part| contract_values(solver, rules, &deal, part));
        self.with_solver(|solver| {
            let Auctioned { calls, end, gains } = follow(solver, situation, *options, &values)?;
            let (declarer, game, then) = match end {
                End::Played { bid, worth, usurped } => {
                    let declarer = worth.game.declarer;
                    let decisions = if usurped {
                        Vec::new()
                    } else {
                        decisions(solver, situation, &worth, options.model)?
                    };
                    (Some(declarer), Some(played(bid, &worth, usurped, decisions)), None)
                }
                End::GivenUp(dealer) => (Some(dealer), None, Some(Then::GivenUp)),
                End::Passed(then) => (None, None, Some(Then::Passed(then))),
            };
            let makes = makes(&values);
            let rules = rules.label().to_owned();
            Ok(Par {
                deal: deal.into(),
                rules,
                model: options.model,
                calls,
                declarer,
                game,
                then,
                gains,
                makes,
            })
        })
    }
}

/// The auction of a deal whose contracts are worth this, by backward induction over all calls
/// that the rules allow.
fn follow(
    solver: &mut Solver,
    situation: &Situation,
    options: ParOptions,
    values: &[ContractValues],
) -> Result<Auctioned, QuestionError> {
    let (auction, _) = situation.auction()?;
    Auctions::new(solver, situation, options, values)?.from(&auction)
}

fn played(bid: Option<Call>, worth: &ContractValue, usurped: bool, decisions: Vec<Decision>) -> ParGame {
    let Declared { contract, from_hand, .. } = worth.game;
    ParGame {
        bid,
        hand: from_hand,
        contract,
        discard: worth.discard,
        usurped,
        outcome: worth.outcome,
        decisions,
    }
}

/// What is decided before the contract that is played.
fn decisions(
    solver: &mut Solver,
    situation: &Situation,
    worth: &ContractValue,
    model: Model,
) -> Result<Vec<Decision>, QuestionError> {
    let declared = situation.clone().declared(worth.game);
    let laid = worth.discard.map_or(declared.clone(), |discard| declared.laid_aside(discard));
    Ok(decide(solver, &laid, model.into())?.decisions)
}

/// Every contract of the rules that has a price, from the hand and with the talon; levels once
/// each, by their tricks.
fn makes(values: &[ContractValues]) -> Vec<Makes> {
    let all = |from_hand: bool| {
        values.iter().flat_map(ContractValues::outcomes).filter(move |(game, _)| game.from_hand == from_hand)
    };
    let mut makes: Vec<Makes> = Vec::new();
    for ((Declared { contract, declarer, .. }, talon), (_, hand)) in all(false).zip(all(true)) {
        let like = contract.played_as();
        if !makes.iter().any(|known| known.declarer == declarer && known.contract.played_as() == like) {
            makes.push(Makes { declarer, contract, hand, talon });
        }
    }
    makes
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use super::*;
    use crate::analysis::discard::{best_in_tricks, most};
    use crate::analysis::game::decisions::worth;
    use crate::analysis::game::expected;
    use crate::auction::{Auction, Standing};
    use crate::deal::{Deal, random};
    use crate::rules::variant::Variant;
    use crate::seat::BySeat;
    use crate::settlement::{Amount, Hand, Played};

    /// The auction by plain recursion, every leaf worked out from all that may be announced.
    struct Plain<'a> {
        solver: Solver,
        rules: &'a Arc<Variant>,
        deal: &'a Deal,
        options: ParOptions,
        /// What a declarer makes of what may be announced.
        known: HashMap<(Seat, bool, Vec<Contract>), Gains>,
    }

    impl Plain<'_> {
        fn gains(&mut self, auction: &Auction) -> Gains {
            if let Standing::Declared { declarer, bid, hand, or_hand } = auction.standing() {
                let contracts = self.rules.announceable(Some(bid));
                let mut gains = self.played(declarer, hand, &contracts);
                if or_hand {
                    let other = self.played(declarer, true, &contracts);
                    let model = self.options.model;
                    let liking = |gains: &Gains| model.liking(declarer, Some(declarer), gains);
                    if liking(&other) > liking(&gains) {
                        gains = other;
                    }
                }
                if let Call::Offer(sum) = bid {
                    gains.seats[declarer] -= Amount::from_integer(sum.into());
                    gains.pot += Amount::from_integer(sum.into());
                }
                return gains;
            }
            let seat = auction.to_call();
            let mut best: Option<Gains> = None;
            for call in auction.allowed() {
                // No trick is worth more than one, so that no more is offered.
                if matches!(call, Call::Offer(31..)) {
                    continue;
                }
                let mut next = auction.clone();
                next.call(call).expect("it is allowed");
                let gains = self.gains(&next);
                if best.as_ref().is_none_or(|best| gains.seats[seat] > best.seats[seat]) {
                    best = Some(gains);
                }
            }
            best.unwrap_or_else(|| match auction.standing() {
                Standing::Passed(AllPass::DealerPlays) => {
                    let contracts = self.rules.announceable(None);
                    self.played(Seat::Rearhand, false, &contracts)
                }
                Standing::Passed(AllPass::DealerForced) => {
                    let contracts = self.rules.announceable(None);
                    let plays = self.played(Seat::Rearhand, false, &contracts);
                    let hand = Hand { gave_up: true, ..Hand::of(contracts[0], Seat::Rearhand) };
                    let pays = self.rules.settle(&hand, &Played::default()).expect("a price");
                    let gain = |gains: &Gains| gains.seats[Seat::Rearhand];
                    if gain(&pays) > gain(&plays) { pays } else { plays }
                }
                Standing::Passed(AllPass::Raspasovka) => {
                    let passed = Situation::new(Arc::clone(self.rules), *self.deal).all_passed();
                    let (position, taken) = passed.for_themselves().expect("a deal");
                    let tricks = expected::all_passed(&mut self.solver, &passed, &position, taken);
                    self.rules.settle(&Hand::all_passed(), &tricks.into()).expect("a price")
                }
                _ => {
                    let nothing = Amount::default();
                    Gains { seats: BySeat([nothing; 3]), sitting: None, pot: nothing }
                }
            })
        }

        fn played(&mut self, declarer: Seat, from_hand: bool, contracts: &[Contract]) -> Gains {
            let (rules, deal, ParOptions { model, discards }) = (self.rules, self.deal, self.options);
            let key = (declarer, from_hand, contracts.to_vec());
            if let Some(known) = self.known.get(&key) {
                return known.clone();
            }
            let mut best: Option<Gains> = None;
            for &contract in contracts {
                let game = Declared { contract, declarer, from_hand };
                let laid: Vec<Deal> = if from_hand {
                    vec![*deal]
                } else if model == Model::Tricks {
                    let (cards, _) = most(&mut self.solver, rules, deal, game, true);
                    vec![deal.exchange(declarer, cards)]
                } else {
                    let best = best_in_tricks(&mut self.solver, rules, deal, game, discards);
                    best.into_iter().map(|(cards, _)| deal.exchange(declarer, cards)).collect()
                };
                for laid in laid {
                    // The cards as they are played, and the talon as it was turned up.
                    let said = Hand { talon: deal.talon(), ..Hand::all_passed() };
                    let played = Situation::new(Arc::clone(rules), laid).declared(game).said(said);
                    let gains = worth(&mut self.solver, &played, model).expect("a price");
                    let liking = |gains: &Gains| model.liking(declarer, Some(declarer), gains);
                    if best.as_ref().is_none_or(|best| liking(&gains) > liking(best)) {
                        best = Some(gains);
                    }
                }
            }
            let best = best.expect("something to announce");
            self.known.insert(key, best.clone());
            best
        }
    }

    #[test]
    fn auctions_are_those_of_plain_recursion() {
        let (mut declared, mut passed) = (0, 0);
        let rows = [
            ("austrian", Model::Tricks, 4, 5),
            ("austrian-plain", Model::Tricks, 3, 5),
            ("austrian-1829", Model::Tricks, 6, 5),
            ("austrian-1829", Model::Allied, 2, 2),
            ("hungarian", Model::Tricks, 2, 5),
            ("american", Model::Tricks, 2, 5),
            ("austrian", Model::Selfish, 1, 1),
            ("hungarian-long", Model::Selfish, 1, 1),
            ("danube-swabian", Model::Allied, 1, 2),
            ("high", Model::Tricks, 4, 5),
            ("high", Model::Selfish, 2, 2),
        ];
        // As many levels as plain recursion can follow; all passing is worth something here.
        let high = "name = 'high'\nextends = 'russian'\n[auction]\nexit = [10]";
        for (name, model, deals, discards) in rows {
            let rules = if name == "high" { Variant::from_toml(high) } else { name.parse() };
            let rules = Arc::new(rules.expect("rules"));
            for seed in 70_000_000..70_000_000 + deals {
                let deal = random::deal(&mut random::generator(seed));
                let options = ParOptions { model, discards };
                let situation = Situation::new(Arc::clone(&rules), deal);
                let found = Analyst::new().par(&situation, &options).expect("an outcome");
                let (solver, known) = (Solver::new(), HashMap::new());
                let mut plain = Plain { solver, rules: &rules, deal: &deal, options, known };
                let expected = plain.gains(&Auction::new(&rules).expect("an auction"));
                assert_eq!(found.gains, expected, "{name} {model:?} seed {seed}");
                declared += usize::from(found.game.is_some());
                passed += usize::from(found.then == Some(Then::Passed(AllPass::Raspasovka)));
                // The calls are legal, and lead where they are said to.
                let mut auction = Auction::new(&rules).expect("an auction");
                for (seat, call) in &found.calls {
                    assert_eq!(auction.to_call(), *seat, "{name} {model:?} seed {seed}");
                    auction.call(*call).expect("allowed");
                }
                let declares = match auction.standing() {
                    Standing::Declared { declarer, bid, hand, or_hand } => {
                        let from_hand = found.game.as_ref().map_or(hand, |game| game.hand);
                        Some((declarer, Some(bid), if or_hand { from_hand } else { hand }))
                    }
                    Standing::Passed(AllPass::DealerPlays | AllPass::DealerForced) => {
                        Some((Seat::Rearhand, None, false))
                    }
                    _ => None,
                };
                let game = found.game.as_ref().filter(|game| !game.usurped);
                if let (Some(game), Some(declarer)) = (game, found.declarer) {
                    assert_eq!(declares, Some((declarer, game.bid, game.hand)), "{name} seed {seed}");
                }
            }
        }
        assert!(declared > 5 && passed > 0, "{declared} were played, after {passed} all have passed");
    }

    /// Offers are worked out one on top of the other, which a thread's stack must hold.
    #[test]
    fn offers_without_a_bound_are_refused() {
        let deal = random::deal(&mut random::generator(70_000_100));
        let options = ParOptions { model: Model::Tricks, discards: 1 };
        let par = |reward: u8| {
            let text = format!("name = 'x'\nextends = 'american'\n[settlement.reward]\ntrick = {reward}");
            let rules = Variant::from_toml(&text).expect("house rules");
            Analyst::new().par(&Situation::new(rules, deal), &options).map(|_| ())
        };
        // As far as is allowed, on the stack of a test's thread.
        assert!(par(60).is_ok());
        let refused = par(255).expect_err("refused").to_string();
        assert!(refused.starts_with("offers for the talon up to 2"), "{refused}");
    }
}
