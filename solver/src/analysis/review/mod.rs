//! What each call, discard and card of a played hand cost.

mod cards;

use crate::analysis::contracts::{Outcome, Play};
use crate::analysis::game::decisions::{Choice, Decision, Said, path_to, worth};
use crate::analysis::game::settled::Model;
use crate::analysis::par::{Auctions, ParError, Table, all_contract_values};
use crate::analysis::talon::{best_in_tricks, most};
use crate::auction::{Auction, Standing};
use crate::cards::{Card, Cards};
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::Declared;
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Hand, SettlementError};
use crate::situation::record::Record;

/// A step of a hand and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<T> {
    /// Who took it.
    pub seat: Seat,
    /// What he did.
    pub done: T,
    /// What was best instead, in tricks of a card and a discard, in gains of a call and a
    /// decision; he himself may have done it.
    pub best: Vec<T>,
    /// Tricks that it cost his side; none where tricks are not counted.
    pub tricks: Option<u8>,
    /// It decided whether the contract is made.
    pub turned: bool,
    /// What it cost of what the model has him play for, all others going on for theirs: his gain,
    /// or that of both allied defenders; a lone whister's where he plays the hand of who
    /// passed. `None` where the hand has no price.
    pub gain: Option<Amount>,
}

/// A hand looked over.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The calls.
    pub calls: Vec<Step<Call>>,
    /// What was laid aside.
    pub discard: Option<Step<Cards>>,
    /// What was said between the auction and the play.
    pub decisions: Vec<Step<Choice>>,
    /// The cards.
    pub cards: Vec<Step<Card>>,
    /// What was against the rules: at which call or card it was, from 1, and what rule it broke.
    /// What came after it is not looked at.
    pub broken: Vec<(Part, String)>,
    /// Why the play has no price, where something beside the hand decides it.
    pub unpriced: Option<SettlementError>,
    /// The tricks of each seat as far as they were played.
    pub tricks: BySeat<u8>,
}

/// A part of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A call, from 1.
    Call(usize),
    /// What the declarer announced.
    Announcement,
    /// What was said between the auction and the play.
    Decisions,
    /// A card, from 1.
    Card(usize),
    /// Who took a trick, from 1.
    Trick(usize),
}

/// Look a played hand over.
///
/// `discards` are weighed for each contract in the auction and for what is laid aside, by
/// tricks the best first.
///
/// # Errors
/// If the auction cannot be settled. That the contract has no price is no error.
pub fn review(
    solver: &mut Solver,
    rules: &Variant,
    record: &Record,
    model: Model,
    discards: usize,
) -> Result<Review, ParError> {
    let record = &record.under(rules);
    let mut review = Review::default();
    calls(solver, rules, record, model, discards, &mut review)?;
    let Some(game) = record.hand.game else {
        cards::all_passed(solver, rules, record, model, &mut review);
        return Ok(review);
    };
    review.discard = discard(solver, rules, record, game, model, discards);
    let possible = decisions(solver, rules, record, model, &mut review);
    if record.is_played() {
        cards::of_game(solver, rules, record, game, model, &mut review);
    } else if !record.played.is_empty() {
        let problem = "nobody plays against the contract, or it was given up";
        review.broken.push((Part::Card(1), problem.to_owned()));
    }
    // What cannot be settled has been told in words of its own.
    if !possible && review.broken.iter().all(|(part, _)| *part != Part::Decisions) {
        let problem = "nobody comes to this by the rules: \
                       look at out, guest, kontra, doubling, whist, half_whist and aces";
        review.broken.push((Part::Decisions, problem.to_owned()));
    }
    Ok(review)
}

/// Each call against the best one, and the announcement against what the auction allows.
fn calls(
    solver: &mut Solver,
    rules: &Variant,
    record: &Record,
    model: Model,
    discards: usize,
    review: &mut Review,
) -> Result<(), ParError> {
    if record.calls.is_empty() {
        return Ok(());
    }
    let hand = Hand { game: None, talon: Cards::NONE, ..before(record) };
    let table = Table { rules, deal: &record.deal, model, hand: &hand, discards };
    let contract_values = all_contract_values(solver, table);
    let mut auction = Auction::after_passes(rules, usize::from(hand.progression - 1))?;
    let mut induction = Auctions::new(solver, table, &contract_values);
    for (n, &call) in record.calls.iter().enumerate() {
        let seat = auction.to_call();
        let best = induction.from(&auction)?;
        if let Err(error) = auction.call(call) {
            let problem = error.to_string();
            let named = format!("call {}: ", n + 1);
            let problem = problem.strip_prefix(&named).unwrap_or(&problem);
            review.broken.push((Part::Call(n + 1), problem.to_owned()));
            return Ok(());
        }
        let after = induction.from(&auction)?;
        let lost = best.gains.seats[seat] - after.gains.seats[seat];
        let advised = best.calls.first().map(|&(_, call)| call);
        review.calls.push(Step {
            seat,
            done: call,
            best: advised.into_iter().collect(),
            tricks: None,
            turned: false,
            gain: Some(lost),
        });
    }
    let problem = unlike(rules, auction.standing(), record);
    review.broken.extend(problem.map(|problem| (Part::Announcement, problem)));
    Ok(())
}

/// Why what was played does not follow from an auction that ended so.
fn unlike(rules: &Variant, standing: Standing, record: &Record) -> Option<String> {
    match (standing, record.hand.game) {
        (Standing::Declared { declarer, bid, hand }, game) => {
            let may = rules.announceable(Some(bid));
            match game {
                Some(game) if declarer == game.declarer && hand == game.from_hand => {
                    let list = || may.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                    (!may.contains(&game.contract)).then(|| format!("on {bid} he may announce {}", list()))
                }
                _ => {
                    let talon = if hand { "from the hand" } else { "with the talon" };
                    Some(format!("by these calls {} declares {talon}", declarer.name()))
                }
            }
        }
        (Standing::Open { to_call, .. }, _) => Some(format!("{} is still to call", to_call.name())),
        // The dealer is made to declare.
        (Standing::Passed(AllPass::DealerPlays | AllPass::DealerForced), Some(game))
            if game.declarer == Seat::Rearhand =>
        {
            None
        }
        (Standing::Passed(AllPass::DealerPlays | AllPass::DealerForced), _) => {
            Some("by these calls the dealer has to declare".to_owned())
        }
        (Standing::Passed(_), Some(_)) => Some("by these calls all have passed".to_owned()),
        (Standing::Passed(AllPass::Raspasovka), None) => None,
        (Standing::Passed(_), None) => {
            (!record.played.is_empty()).then(|| "by these rules nobody plays when all have passed".to_owned())
        }
    }
}

fn discard(
    solver: &mut Solver,
    rules: &Variant,
    record: &Record,
    game: Declared,
    model: Model,
    discards: usize,
) -> Option<Step<Cards>> {
    let done = record.discard?;
    let (deal, seat) = (&record.deal, game.declarer);
    let play = |cards: Cards| Play::from_deal(rules, &deal.exchange(seat, cards), game);
    let actual = play(done).outcome(solver);
    let (first, top) = most(solver, rules, deal, seat, game.contract, true);
    let gain = |solver: &mut Solver, cards: Cards| {
        let gains = worth(solver, rules, &deal.exchange(seat, cards), &before(record), None, model);
        gains.ok().map(|gains| gains.seats[seat])
    };
    let own = gain(solver, done);
    let weighed = best_in_tricks(solver, rules, deal, seat, game.contract, discards);
    let most = weighed.into_iter().filter_map(|(cards, _)| gain(solver, cards)).max();
    let lost = own.zip(most).map(|(own, most)| (most - own).max(Amount::default()));
    let best = if actual == top { done } else { first };
    let tricks = actual.tricks.zip(top.tricks).map(|(actual, top)| actual.abs_diff(top));
    let turned = actual.made != top.made;
    Some(Step { seat, done, best: vec![best], tricks, turned, gain: lost })
}

/// Each decision against what else could be said; whether the rules lead to what was said.
fn decisions(
    solver: &mut Solver,
    rules: &Variant,
    record: &Record,
    model: Model,
    review: &mut Review,
) -> bool {
    let (deal, hand) = (record.exchanged(), before(record));
    let path = path_to(&record.hand, solver, rules, &deal, &hand, record.leader, model);
    // Without a price nothing is lost, and the play tells why there is none.
    let Ok(path) = path else { return true };
    let Some(path) = path else {
        // In the model tricks nobody says anything, and that a dealer who is made to declare gives
        // up belongs to the auction.
        return model == Model::Tricks || record.hand.gave_up;
    };
    for Said { decision: Decision { seat, best, .. }, done, lost } in path {
        review.decisions.push(Step {
            seat,
            done,
            best: vec![best],
            tricks: None,
            turned: false,
            gain: Some(lost),
        });
    }
    true
}

/// What was known of the hand before anybody decided anything.
fn before(record: &Record) -> Hand {
    Hand {
        game: record.hand.game,
        talon: record.deal.talon(),
        pot: record.hand.pot,
        refa: record.hand.refa,
        progression: record.hand.progression,
        ..Hand::all_passed()
    }
}

impl<T> Step<T> {
    /// Whether it cost anything.
    #[must_use]
    pub fn cost(&self) -> bool {
        self.turned
            || self.tricks.is_some_and(|tricks| tricks > 0)
            || self.gain.is_some_and(|gain| gain > Amount::default())
    }
}

/// The outcome that a contract ends with when it is played to its end.
#[must_use]
pub fn outcome(rules: &Variant, record: &Record, review: &Review) -> Option<Outcome> {
    let game = record.hand.game?;
    let own = review.tricks[game.declarer];
    let made = rules.target(game.contract, game.from_hand).made_by(own)?;
    (review.tricks.0.iter().sum::<u8>() == 10).then_some(Outcome { tricks: Some(own), made })
}
