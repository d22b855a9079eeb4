//! Compares the bounds on the gains at every decision, and the result of solving with these bounds, with plain max^n.

use preference_fixtures::effort;

use super::*;
use crate::deal::random::{deal, generator, number_below};
use crate::settlement::{Amount, HandDecisions};

fn plain_gains(
    solver: &mut Solver,
    graph: &Graph<Leaf>,
    rules: &Variant,
    preferences: Preferences,
    node: &Node,
    label: &str,
) -> Gains {
    let gains = match &node.then {
        NextStep::Played(position, hand) => {
            let settled = solve_play(solver, rules, hand, position, BySeat::default(), preferences);
            settled.expect("a price").gains
        }
        NextStep::Unplayed(hand) => settle_unplayed(rules, hand).expect("a price").gains,
        NextStep::Decision(seat, options) => {
            let declarer = first_hand(node).declaration.map(|declaration| declaration.declarer);
            let mut best: Option<Gains> = None;
            for (_, option) in options {
                let gains = plain_gains(solver, graph, rules, preferences, option, label);
                let utility = |gains: &Gains| preferences.model.utility(*seat, declarer, gains);
                if best.as_ref().is_none_or(|best| utility(&gains) > utility(best)) {
                    best = Some(gains);
                }
            }
            best.expect("a decision has choices")
        }
    };
    let bounds = graph.choices.estimate(node.id).bounds();
    for (seat, gain) in gains.seats.iter() {
        let within = bounds.lower[seat]..=bounds.upper[seat];
        assert!(within.contains(gain), "{label}: {gain} of {seat} at {node:?}, {bounds:?}");
    }
    gains
}

fn first_hand(node: &Node) -> &HandTerms {
    match &node.then {
        NextStep::Played(_, hand) | NextStep::Unplayed(hand) => hand,
        NextStep::Decision(_, options) => first_hand(&options[0].1),
    }
}

#[test]
fn bounds_hold_at_every_decision() {
    let (mut solver, mut narrow) = (Solver::new(), 0);
    for (n, name) in (0..4 * effort()).flat_map(|_| Variant::names()).enumerate() {
        let seed = 81_000_000 + n as u64;
        let random = &mut generator(seed);
        let rules: Variant = name.parse().expect("a preset");
        let contracts = rules.all_announceable();
        let contract = contracts[number_below(random, contracts.len())];
        let declarer = Seat::ALL[number_below(random, 3)];
        let deal = deal(random);
        let model = [Model::Selfish, Model::Allied, Model::Tricks][number_below(random, 3)];
        let from_hand = number_below(random, 2) == 0;
        let declaration = Declaration { contract, declarer, from_hand };
        let label = format!("{name} {contract} {model:?} seed {seed}");
        let said = HandDecisions { pot: Some(40.into()), ..HandDecisions::default() };
        let situation =
            Situation::new(rules.clone(), deal).with_declaration(declaration).with_decisions(said);
        let preferences = Preferences::from(model);
        for depth in [SolveDepth::Prices, SolveDepth::Bounds] {
            let mut graph = Graph::<Leaf>::default();
            let root = Tree::lay_out(&mut solver, &mut graph, &situation, preferences, depth);
            let root = root.expect("a price");
            let expected = plain_gains(&mut solver, &graph, &rules, preferences, &root, &label);
            let GainEstimate::Bounds(bounds) = *graph.choices.estimate(root.id) else { continue };
            narrow += usize::from(bounds.upper[declarer] < Amount::default());
            let gains = graph.gains(&mut solver, &rules, preferences, root.id).expect("a price");
            assert_eq!(gains, expected, "{label}");
        }
    }
    assert!(narrow > 0, "no bound was narrow");
}
