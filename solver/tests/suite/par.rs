//! The auction with all cards known, against every way to hold it.

use std::collections::HashMap;

use preference::analysis::contracts::Play;
use preference::analysis::game::decisions::{bounds, worth};
use preference::analysis::game::settled::Known;
use preference::analysis::par::{End, Table, all_contract_values, all_passed, par};
use preference::analysis::talon::{best_in_tricks, most};
use preference::{
    AllPass, Amount, Auction, BySeat, Call, Contract, Deal, Declared, Gains, Hand, Model, Seat, Solver,
    Standing, Variant,
};
use preference_fixtures::random;

const MODELS: [Model; 3] = [Model::Selfish, Model::Allied, Model::Tricks];

/// Every bound is one, and where the gains are found they are those of the whole answer.
#[test]
fn everybody_gains_what_the_bounds_allow() {
    let (mut solver, mut bounded, mut below) = (Solver::new(), 0, 0);
    for name in Variant::names() {
        let rules: Variant = name.parse().expect("a preset");
        for (n, contract) in rules.all_announceable().into_iter().enumerate() {
            if n % 5 == 4 || matches!(contract, Contract::Level(..)) && n % 3 != 1 {
                continue;
            }
            let seed = 68_000_000 + n as u64;
            let deal = random::deal(&mut random::generator(seed));
            let declarer = Seat::ALL[n % 3];
            let model = MODELS[n / 2 % 2];
            let hand = Hand { pot: Some(40), ..Hand::of(contract, declarer) };
            let gains = worth(&mut solver, &rules, &deal, &hand, None, model).expect("a price");
            match bounds(&mut solver, &rules, &deal, &hand, model).expect("a price") {
                Known::Gains(found) => assert_eq!(found, gains, "{name} {contract} seed {seed}"),
                Known::Between(between) => {
                    for (seat, gain) in gains.seats.iter() {
                        let within = between.least[seat]..=between.most[seat];
                        assert!(within.contains(gain), "{name} {contract} {model:?} seed {seed}");
                    }
                    bounded += 1;
                    // Bounds that rule something out.
                    below += usize::from(between.most[declarer] < Amount::default());
                }
            }
        }
    }
    assert!(bounded > 40 && below > 5, "{bounded} bounds, {below} that say something");
}

#[test]
fn the_most_tricks_are_those_of_the_best_discard() {
    let mut solver = Solver::new();
    for (seed, name) in (69_000_000..).zip(["austrian", "american", "hungarian-long", "russian"]) {
        let rules: Variant = name.parse().expect("a preset");
        let deal = random::deal(&mut random::generator(seed));
        for contract in ["S", "D", "N", "misere", "slam", "run6", "uno"] {
            let contract: Contract = contract.parse().expect("a contract");
            let declarer = Seat::ALL[seed as usize % 3];
            let best = best_in_tricks(&mut solver, &rules, &deal, declarer, contract, 1)[0];
            let (discard, outcome) = most(&mut solver, &rules, &deal, declarer, contract, true);
            assert_eq!(outcome, best.1, "{name} {contract} seed {seed}");
            let game = Declared { contract, declarer, from_hand: false };
            let laid = deal.exchange(declarer, discard);
            assert_eq!(Play::from_deal(&rules, &laid, game).outcome(&mut solver), outcome);
        }
    }
}

/// The auction by plain recursion, every leaf worked out from all that may be announced.
struct Plain<'a> {
    solver: Solver,
    table: Table<'a>,
    /// What a declarer makes of what he may announce.
    known: HashMap<(Seat, bool, Vec<Contract>), Gains>,
}

impl Plain<'_> {
    fn gains(&mut self, auction: &Auction) -> Gains {
        if let Standing::Declared { declarer, bid, hand } = auction.standing() {
            let contracts = self.table.rules.announceable(Some(bid));
            let mut gains = self.played(declarer, hand, &contracts);
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
                let contracts = self.table.rules.announceable(None);
                self.played(Seat::Rearhand, false, &contracts)
            }
            Standing::Passed(AllPass::Raspasovka) => {
                let tricks = all_passed(&mut self.solver, self.table);
                self.table.rules.settle(self.table.hand, &tricks.into()).expect("a price")
            }
            _ => {
                let nothing = Amount::default();
                Gains { seats: BySeat([nothing; 3]), sitting: None, pot: nothing }
            }
        })
    }

    fn played(&mut self, declarer: Seat, from_hand: bool, contracts: &[Contract]) -> Gains {
        let Table { rules, deal, model, hand, discards } = self.table;
        let key = (declarer, from_hand, contracts.to_vec());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut best: Option<Gains> = None;
        for &contract in contracts {
            let laid: Vec<Deal> = if from_hand {
                vec![*deal]
            } else if model == Model::Tricks {
                let (cards, _) = most(&mut self.solver, rules, deal, declarer, contract, true);
                vec![deal.exchange(declarer, cards)]
            } else {
                let best = best_in_tricks(&mut self.solver, rules, deal, declarer, contract, discards);
                best.into_iter().map(|(cards, _)| deal.exchange(declarer, cards)).collect()
            };
            let game = Some(Declared { contract, declarer, from_hand });
            let played = Hand { game, talon: deal.talon(), ..hand.clone() };
            for laid in laid {
                let gains = worth(&mut self.solver, rules, &laid, &played, None, model).expect("a price");
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

fn solved(solver: &mut Solver, table: Table<'_>) -> preference::analysis::par::Par {
    let all = all_contract_values(solver, table);
    par(solver, table, &all).expect("an outcome")
}

#[test]
fn auctions_are_those_of_plain_recursion() {
    let (mut declared, mut passed) = (0, 0);
    let rows = [
        ("austrian", Model::Tricks, 4, 5),
        ("austrian-plain", Model::Tricks, 3, 5),
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
        let rules = rules.expect("rules");
        for seed in 70_000_000..70_000_000 + deals {
            let deal = random::deal(&mut random::generator(seed));
            let hand = Hand::all_passed();
            let table = Table { rules: &rules, deal: &deal, model, hand: &hand, discards };
            let found = solved(&mut Solver::new(), table);
            let mut plain = Plain { solver: Solver::new(), table, known: HashMap::new() };
            let expected = plain.gains(&Auction::new(&rules).expect("an auction"));
            assert_eq!(found.gains, expected, "{name} {model:?} seed {seed}");
            declared += usize::from(matches!(found.end, End::Played { .. }));
            passed += usize::from(matches!(found.end, End::Passed(AllPass::Raspasovka)));
            // The calls are legal, and lead where they are said to.
            let mut auction = Auction::new(&rules).expect("an auction");
            for (seat, call) in &found.calls {
                assert_eq!(auction.to_call(), *seat);
                auction.call(*call).expect("allowed");
            }
        }
    }
    assert!(declared > 5 && passed > 0, "{declared} were played, after {passed} all have passed");
}
