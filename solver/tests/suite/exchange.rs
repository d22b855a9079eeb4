//! Discards solved one by one, compared with the answers about all of them.

use preference::Analyst;
use preference::deal::Deal;
use preference::gains::Model;
use preference::gains::decisions::contract_gains;
use preference::outcomes::discards::representative;
use preference::outcomes::outcome::Outcome;
use preference::questions::talon::{DiscardCriterion, TalonOptions};
use preference::rules::{Contract, Declaration, Variant};
use preference::search::Solver;
use preference::seat::Seat;
use preference::settlement::HandDecisions;
use preference::situation::Situation;
use preference_fixtures::random;
use rstest::rstest;

fn outcomes(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    contracts: &[Contract],
) -> Vec<Outcome> {
    let of =
        |&contract: &Contract| preference_fixtures::play(deal, rules, contract, declarer).outcome(solver);
    contracts.iter().map(of).collect()
}

#[test]
fn equivalent_discards_have_equal_outcomes() {
    // Compares the outcomes of each discard in the answer to `talon` with the outcomes of the discard solved by itself,
    // since `talon` solves equivalent discards only once.
    let (mut analyst, mut equal) = (Analyst::new(), 0);
    for (n, name) in ["austrian", "american", "illustrated", "russian"].into_iter().enumerate() {
        let rules: Variant = name.parse().expect("a preset");
        let contracts = ["S", "H", "N", "misere"].map(|name| name.parse().expect("a contract"));
        let options = TalonOptions { contracts: contracts.to_vec().into(), ..TalonOptions::default() };
        for seed in 64_000_000..64_000_004 {
            let deal = random::deal(&mut random::generator(seed + 10 * n as u64));
            let declarer = Seat::ALL[seed as usize % 3];
            let situation = Situation::new(rules.clone(), deal).with_declarer(declarer);
            let talon = analyst.talon(&situation, &options).expect("outcomes");
            assert_eq!(talon.discards.len(), 66, "{name} {deal}");
            for discard in &talon.discards {
                let found: Vec<Outcome> = discard.results.iter().map(|result| result.outcome).collect();
                let exchanged = deal.exchange(declarer, discard.cards);
                let alone =
                    analyst.with_solver(|solver| outcomes(solver, &rules, &exchanged, declarer, &contracts));
                assert_eq!(found, alone, "{name} {deal} {:?}", discard.cards);
                equal += usize::from(representative(&deal, declarer, discard.cards) != discard.cards);
            }
        }
    }
    assert!(equal > 100, "hardly any discard had an equal: {equal}");
}

#[rstest]
#[case("illustrated", "misere", Model::Selfish, 3)]
#[case("austrian", "H", Model::Tricks, 4)]
#[case("hungarian", "misere", Model::Allied, 3)]
#[case("russian", "7D", Model::Tricks, 4)]
fn gains_of_talon_match_single_discards(
    #[case] name: &str,
    #[case] contract: &str,
    #[case] model: Model,
    #[case] deals: usize,
) {
    // Compares the gain of each discard with its gain if the discard is solved by itself, and the best gain with the
    // highest of these gains. Aces that are laid aside are not paid for.
    let (mut analyst, mut solver) = (Analyst::new(), Solver::new());
    let said = HandDecisions { pot: Some(30.into()), ..HandDecisions::default() };
    let rules: Variant = name.parse().expect("a preset");
    let contract: Contract = contract.parse().expect("a contract");
    let mut seeds = (65_000_000..).map(|seed| random::deal(&mut random::generator(seed)));
    // The first deal is one in which four aces among the twelve cards are paid for.
    let aces = seeds.by_ref().find(|deal| {
        let twelve = deal.hand(Seat::Forehand) | deal.talon();
        (preference::cards::Cards::ACES - twelve).is_empty()
    });
    for deal in aces.into_iter().chain(seeds.take(deals)) {
        let declarer = Seat::Forehand;
        let declaration = Declaration { contract, declarer, from_hand: false };
        let situation =
            Situation::new(rules.clone(), deal).with_declarer(declarer).with_decisions(said.clone());
        let options = TalonOptions {
            contracts: vec![contract].into(),
            by: DiscardCriterion::Gain,
            model,
            discards: usize::MAX,
            ..TalonOptions::default()
        };
        let talon = analyst.talon(&situation, &options).expect("a price");
        let mut most = None;
        for discard in &talon.discards {
            // The hands are those after the exchange; the talon is the one that was turned up.
            let exchanged = deal.exchange(declarer, discard.cards);
            let played = Situation::new(rules.clone(), exchanged)
                .with_declaration(declaration)
                .with_decisions(HandDecisions { talon: deal.talon(), ..said.clone() });
            let gain = contract_gains(&mut solver, &played, model).expect("a price").seats[declarer];
            let gains: Vec<_> = discard.results.iter().map(|result| result.gain).collect();
            assert_eq!(gains, [Some(gain)], "{name} {deal} {:?}", discard.cards);
            most = most.max(Some(gain));
        }
        assert_eq!(talon.best[0].result.gain, most, "{name} {deal}");
    }
}
