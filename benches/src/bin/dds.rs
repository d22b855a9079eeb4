//! Records what the bridge solver says of the fixture deals.

use dds_bridge::{Solver, SolverConfig};
use preference::{Contract, Seat, Variant};
use preference_benches::dds;
use preference_fixtures::{CONTRACTS, deals};

const HEAD: &str = "\
# The american values of the suit games and of no trump for the deals of deals.txt,
# in its order, by the bridge solver DDS: for the declarers F M R the tricks in
# S H D C N, T for ten. Written with
#   cargo run --release -p preference-benches --features dds --bin dds > fixtures/dds.txt
# (dds-bridge 0.21.0, dds-bridge-sys 3.4.0). How the game is put to it: benches/src/dds.rs.
";

fn main() {
    print!("{HEAD}");
    let american: Variant = "american".parse().expect("a preset");
    let mut solver = Solver::new(SolverConfig::default());
    for known in deals() {
        let groups = Seat::ALL.map(|declarer| {
            let figure = |contract: &&str| {
                let contract: Contract = contract.parse().expect("a contract");
                let leader = american.leader(contract, declarer);
                match dds::tricks(&mut solver, &known.deal, contract.trump(), declarer, leader) {
                    10 => "T".to_owned(),
                    tricks => tricks.to_string(),
                }
            };
            CONTRACTS[..5].iter().map(figure).collect::<String>()
        });
        println!("{}", groups.join(" "));
    }
}
