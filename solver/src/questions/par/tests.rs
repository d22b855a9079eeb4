//! The solver for auctions compared with plain recursion.
use std::collections::HashMap;
use std::sync::Arc;

use preference_fixtures::{AMERICAN_LATER, ANYBODY_HOLDS, BID_AGAIN, effort};

use super::*;
use crate::auction::{Auction, AuctionState};
use crate::deal::{Deal, random};
use crate::gains::decisions::contract_gains;
use crate::gains::expected_result;
use crate::outcomes::discards::{best_by_tricks, rank_discards};
use crate::rules::variant::Variant;
use crate::seat::BySeat;
use crate::settlement::{Amount, HandDecisions, HandResult, HandTerms};
use crate::situation::Situation;
use crate::situation::error::QuestionError;

/// Plain recursion: for each way in which the auction can end, the value of every contract that may be announced is
/// solved.
struct PlainAuction<'a> {
    solver: Solver,
    rules: &'a Arc<Variant>,
    deal: &'a Deal,
    options: ParOptions,
    /// By the declarer, whether the game is from the hand, and the contracts that may be announced.
    memory: HashMap<(Seat, bool, Vec<Contract>), Gains>,
}

impl PlainAuction<'_> {
    fn gains(&mut self, auction: &Auction) -> Gains {
        if let AuctionState::Declared { declarer, bid, hand, may_play_from_hand: or_hand } = auction.state() {
            let contracts = self.rules.announceable(Some(bid));
            let mut gains = self.played_gains(declarer, hand, &contracts);
            if or_hand {
                let other = self.played_gains(declarer, true, &contracts);
                let model = self.options.model;
                let utility = |gains: &Gains| model.utility(declarer, Some(declarer), gains);
                if utility(&other) > utility(&gains) {
                    gains = other;
                }
            }
            for (seat, &sum) in auction.offer_payments().iter() {
                gains.seats[seat] -= Amount::from_integer(sum.into());
                gains.pot += Amount::from_integer(sum.into());
            }
            return gains;
        }
        let seat = auction.to_call();
        let mut best: Option<Gains> = None;
        let calls = auction.legal_calls().into_iter().flat_map(|call| match call {
            // Each trick is worth one unit at most, so no offer above thirty pays. Under rules by which a seat offers
            // only once, it may offer any sum.
            Call::Offer(least) if self.rules.bidding().once => (least..=30).map(Call::Offer).collect(),
            Call::Offer(31..) => Vec::new(),
            call => vec![call],
        });
        for call in calls.collect::<Vec<_>>() {
            let mut next = auction.clone();
            next.call(call).expect("a legal call");
            let gains = self.gains(&next);
            if best.as_ref().is_none_or(|best| gains.seats[seat] > best.seats[seat]) {
                best = Some(gains);
            }
        }
        best.unwrap_or_else(|| match auction.state() {
            AuctionState::Passed(AllPass::DealerPlays) => {
                let contracts = self.rules.announceable(None);
                self.played_gains(Seat::Rearhand, false, &contracts)
            }
            AuctionState::Passed(AllPass::DealerForced) => {
                let contracts = self.rules.announceable(None);
                let plays = self.played_gains(Seat::Rearhand, false, &contracts);
                let mut hand = HandTerms::new(contracts[0], Seat::Rearhand);
                hand.decisions.gave_up = true;
                let pays = self.rules.settle(&hand, &HandResult::default()).expect("a price");
                let gain = |gains: &Gains| gains.seats[Seat::Rearhand];
                if gain(&pays) > gain(&plays) { pays } else { plays }
            }
            AuctionState::Passed(AllPass::Raspasovka) => {
                let passed = Situation::new(Arc::clone(self.rules), *self.deal).with_all_passed();
                let (position, taken) = passed.passed_out_position().expect("a deal");
                let tricks = expected_result::solve_all_passed(&mut self.solver, &passed, &position, taken);
                self.rules.settle(&HandTerms::all_passed(), &tricks.into()).expect("a price")
            }
            _ => {
                let nothing = Amount::default();
                Gains { seats: BySeat([nothing; 3]), sitting_out: None, pot: nothing }
            }
        })
    }

    fn played_gains(&mut self, declarer: Seat, from_hand: bool, contracts: &[Contract]) -> Gains {
        let (rules, deal, ParOptions { model, discards }) = (self.rules, self.deal, self.options);
        let key = (declarer, from_hand, contracts.to_vec());
        if let Some(gains) = self.memory.get(&key) {
            return gains.clone();
        }
        let mut best: Option<Gains> = None;
        for &contract in contracts {
            let declaration = Declaration { contract, declarer, from_hand };
            let after_discards: Vec<Deal> = if from_hand {
                vec![*deal]
            } else if model == Model::Tricks {
                let (cards, _) = best_by_tricks(&mut self.solver, rules, deal, declaration, true);
                vec![deal.exchange(declarer, cards)]
            } else {
                let best = rank_discards(&mut self.solver, rules, deal, declaration, discards);
                best.into_iter().map(|(cards, _)| deal.exchange(declarer, cards)).collect()
            };
            for after_discard in after_discards {
                // `HandDecisions::talon` must be the talon as it was turned up, because the deal already has the
                // cards after the exchange.
                let said = HandDecisions { talon: deal.talon(), ..HandDecisions::default() };
                let played = Situation::new(Arc::clone(rules), after_discard)
                    .with_declaration(declaration)
                    .with_decisions(said);
                let gains = contract_gains(&mut self.solver, &played, model).expect("a price");
                let utility = |gains: &Gains| model.utility(declarer, Some(declarer), gains);
                if best.as_ref().is_none_or(|best| utility(&gains) > utility(best)) {
                    best = Some(gains);
                }
            }
        }
        let best = best.expect("a contract to announce");
        self.memory.insert(key, best.clone());
        best
    }
}

#[test]
fn auctions_match_plain_recursion() {
    let (mut declared, mut passed) = (0, 0);
    let rows = [
        ("austrian", Model::Tricks, 4, 5),
        ("austrian-plain", Model::Tricks, 3, 5),
        ("austrian-1829", Model::Tricks, 6, 5),
        ("austrian-1829", Model::Allied, 2, 2),
        ("hungarian", Model::Tricks, 2, 5),
        ("american", Model::Tricks, 2, 5),
        ("american-later", Model::Tricks, 4, 5),
        ("american-later", Model::Selfish, 2, 2),
        ("bid-again", Model::Tricks, 3, 5),
        ("anybody-holds", Model::Tricks, 2, 5),
        ("austrian", Model::Selfish, 1, 1),
        ("hungarian-long", Model::Selfish, 1, 1),
        ("danube-swabian", Model::Allied, 1, 2),
        ("high", Model::Tricks, 4, 5),
        ("high", Model::Selfish, 2, 2),
    ];
    // Under these rules bids begin at level ten, so that plain recursion can follow them all, and a passed-out
    // deal is paid for.
    let high = "name = 'high'\nextends = 'russian'\n[auction]\nexit = [10]";
    for (name, model, deals, discards) in rows {
        let rules = match name {
            "high" => Variant::from_toml(high),
            "american-later" => Variant::from_toml(AMERICAN_LATER),
            "bid-again" => Variant::from_toml(BID_AGAIN),
            "anybody-holds" => Variant::from_toml(ANYBODY_HOLDS),
            name => name.parse(),
        };
        let rules = Arc::new(rules.expect("rules"));
        let deals = (deals * effort() as u64).div_ceil(2);
        for seed in 70_000_000..70_000_000 + deals {
            let deal = random::deal(&mut random::generator(seed));
            let options = ParOptions { model, discards };
            let situation = Situation::new(Arc::clone(&rules), deal);
            let answer = Analyst::new().par(&situation, &options).expect("an outcome");
            let (solver, memory) = (Solver::new(), HashMap::new());
            let mut plain = PlainAuction { solver, rules: &rules, deal: &deal, options, memory };
            let expected = plain.gains(&Auction::new(&rules).expect("an auction"));
            assert_eq!(answer.gains, expected, "{name} {model:?} seed {seed}");
            declared += usize::from(answer.game.is_some());
            passed += usize::from(answer.then == Some(NoDeclarer::Passed(AllPass::Raspasovka)));
            // The calls are legal and lead to the reported result.
            let mut auction = Auction::new(&rules).expect("an auction");
            for (seat, call) in answer.callers.iter().zip(&answer.calls) {
                assert_eq!(auction.to_call(), *seat, "{name} {model:?} seed {seed}");
                auction.call(*call).expect("allowed");
            }
            let declares = match auction.state() {
                AuctionState::Declared { declarer, bid, hand, may_play_from_hand: or_hand } => {
                    let from_hand = answer.game.as_ref().map_or(hand, |game| game.hand);
                    Some((declarer, Some(bid), if or_hand { from_hand } else { hand }))
                }
                AuctionState::Passed(AllPass::DealerPlays | AllPass::DealerForced) => {
                    Some((Seat::Rearhand, None, false))
                }
                _ => None,
            };
            let game = answer.game.as_ref().filter(|game| !game.usurped);
            if let (Some(game), Some(declarer)) = (game, answer.declarer) {
                assert_eq!(declares, Some((declarer, game.bid, game.hand)), "{name} seed {seed}");
            }
        }
    }
    assert!(declared > 5 && passed > 0, "{declared} contracts were played, {passed} deals were passed out");
}

fn par_with_reward(reward: u8) -> Result<ParAnswer, QuestionError> {
    let text = format!("name = 'x'\nextends = 'american'\n[settlement.reward]\ntrick = {reward}");
    let rules = Variant::from_toml(&text).expect("house rules");
    let deal = random::deal(&mut random::generator(70_000_100));
    let options = ParOptions { model: Model::Tricks, discards: 1 };
    Analyst::new().par(&Situation::new(rules, deal), &options)
}

#[test]
fn offers_above_limit_are_refused() {
    // The recursion has one level for each offer, and must fit on the stack of a thread: this offer is close to the
    // limit.
    assert!(par_with_reward(60).is_ok());
    let refused = par_with_reward(255).expect_err("refused").to_string();
    assert!(refused.starts_with("under these rules it can pay to offer up to 2"), "{refused}");
}

#[test]
fn sale_of_talon_matches_plain_recursion() {
    // Under one of the two rule sets each seat calls once, and all seats that offer pay.
    let (mut offers, mut sold) = (Vec::new(), 0);
    let (mut solver, american) = (Solver::new(), "american".parse().expect("a preset"));
    for rules in [american, Variant::from_toml(AMERICAN_LATER).expect("house rules")].map(Arc::new) {
        for seed in 70_000_200..70_000_206 {
            let deal = random::deal(&mut random::generator(seed));
            let options = ParOptions { model: Model::Tricks, discards: 5 };
            let situation = Situation::new(Arc::clone(&rules), deal);
            let values = all_contract_outcomes(&mut solver, &rules, &deal);
            let mut auctions =
                Auctions::new(&mut solver, None, &situation, options, &values).expect("prices");
            let mut auction = Auction::new(&rules).expect("an auction");
            for _ in 0..3 {
                auction.call(Call::Pass).expect("allowed");
            }
            let result = auctions.solve_auction(&auction).expect("an outcome");
            let (solver, memory) = (Solver::new(), HashMap::new());
            let mut plain = PlainAuction { solver, rules: &rules, deal: &deal, options, memory };
            assert_eq!(result.gains, plain.gains(&auction), "{} seed {seed}", rules.label());
            sold += usize::from(matches!(result.end, AuctionEnd::Played { .. }));
            offers.extend(result.calls.into_iter().filter_map(|(_, call)| match call {
                Call::Offer(sum) => Some(sum),
                _ => None,
            }));
        }
    }
    assert!(sold > 3 && offers.iter().any(|&sum| sum > 1), "{sold} sold, for {offers:?}");
}
