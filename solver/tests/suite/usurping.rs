//! The exchange game, against every way to play it.

use std::collections::HashMap;

use preference::analysis::game::decisions::worth;
use preference::analysis::talon::pairs;
use preference::analysis::usurp::{Memory, Usurping, discards, pays_by_result};
use preference::{
    BySeat, Call, Cards, Contract, Deal, Declared, Gains, Hand, Model, Seat, Seats, Solver, Variant,
};
use preference_fixtures::random;

/// Every taking, discard and contract tried.
struct Plain<'a> {
    solver: Solver,
    rules: &'a Variant,
    bidders: Seats,
    talon: Cards,
    known: HashMap<(BySeat<Cards>, Seat, Contract), Gains>,
}

impl Plain<'_> {
    fn played(&mut self, deal: &Deal, declarer: Seat, contract: Contract) -> Gains {
        let key = (deal.hands(), declarer, contract);
        if let Some(gains) = self.known.get(&key) {
            return gains.clone();
        }
        let game = Some(Declared { contract, declarer, from_hand: false });
        let hand = Hand { game, talon: self.talon, ..Hand::all_passed() };
        let gains = worth(&mut self.solver, self.rules, deal, &hand, None, Model::Tricks).expect("a price");
        self.known.insert(key, gains.clone());
        gains
    }

    fn asked(
        &mut self,
        deal: &Deal,
        holder: Seat,
        stands: Option<Contract>,
        bid: u8,
        asked: &[Seat],
    ) -> Gains {
        let Some((&seat, others)) = asked.split_first() else {
            let announced = match stands {
                Some(contract) => vec![contract],
                None => self.rules.announceable(Some(Call::Number(bid))),
            };
            let gains = announced.into_iter().map(|contract| self.played(deal, holder, contract));
            let gains: Vec<Gains> = gains.collect();
            let liking = |gains: &&Gains| Model::Tricks.liking(holder, Some(holder), gains);
            return gains.iter().rev().max_by_key(liking).expect("a contract").clone();
        };
        let mut best = self.asked(deal, holder, stands, bid, others);
        let least = stands.and_then(|contract| self.rules.value(contract)).unwrap_or(bid) + 1;
        for contract in self.rules.announceable(Some(Call::Number(least.max(7)))) {
            for discard in pairs(deal, seat) {
                let laid = deal.exchange(seat, discard);
                let next =
                    [seat.left(), seat.right()].into_iter().filter(|&next| self.bidders.contains(next));
                let next: Vec<Seat> = next.collect();
                let gains = self.asked(&laid, seat, Some(contract), bid, &next);
                if gains.seats[seat] > best.seats[seat] {
                    best = gains;
                }
            }
        }
        best
    }
}

#[test]
fn taking_up_what_another_lays_aside() {
    // Two contracts to go over others with, so that all ways can be tried; the lower is
    // cheap, so that it can be right to play it knowing that it fails.
    let rules = Variant::from_toml(
        "name = 'two'\nextends = 'illustrated'\n[auction]\nusurp_from = 7\n[settlement.each]\nprices = { misere = 10, slam = 20, open-misere = 4, open-slam = 40 }",
    )
    .expect("house rules");
    let (mut usurped, mut failing) = (0, 0);
    for seed in 67_000_000..67_000_010 {
        let random = &mut random::generator(seed);
        let deal = random::deal(random);
        let declarer = Seat::ALL[seed as usize % 3];
        let bidders = if seed % 4 == 0 { Seats::ALL - Seats::of(declarer.right()) } else { Seats::ALL };
        let hand = Hand::all_passed();
        let usurping =
            Usurping { rules: &rules, declarer, bid: 2, bidders, hand: &hand, model: Model::Tricks };
        let some: Vec<Cards> = pairs(&deal, declarer).step_by(22).collect();
        let answers =
            discards(&mut Solver::new(), &mut Memory::default(), &deal, usurping, &some).expect("a price");
        let talon = deal.talon();
        let mut plain = Plain { solver: Solver::new(), rules: &rules, bidders, talon, known: HashMap::new() };
        for (cards, answer) in some.into_iter().zip(answers) {
            let laid = deal.exchange(declarer, cards);
            let asked = [declarer.left(), declarer.right()];
            let asked: Vec<Seat> = asked.into_iter().filter(|&seat| bidders.contains(seat)).collect();
            let expected = plain.asked(&laid, declarer, None, 2, &asked);
            // Equal gains can be reached by different takings; the declarer's are the same.
            assert_eq!(
                answer.exchanged.gains.seats[declarer], expected.seats[declarer],
                "seed {seed} {cards:?}"
            );
            let alone = plain.asked(&laid, declarer, None, 2, &[]);
            assert_eq!(answer.alone.1, alone, "seed {seed} {cards:?}");
            let game = answer.exchanged.game;
            usurped += usize::from(game.declarer != declarer);
            failing += usize::from(
                game.declarer != declarer && answer.exchanged.gains.seats[game.declarer] < Default::default(),
            );
        }
    }
    assert!(usurped > 3 && failing > 0, "taken up {usurped} times, to fail {failing} times");
}

#[test]
fn prices_that_depend_on_tricks_are_told() {
    for name in Variant::names() {
        let rules: Variant = name.parse().expect("a preset");
        if rules.bidding().usurp_from > 0 {
            assert!(pays_by_result(&rules), "{name}");
        }
    }
    let rules = Variant::from_toml("name = 'x'\nextends = 'illustrated'\n[auction]\nusurp_from = 3");
    assert!(!pays_by_result(&rules.expect("house rules")), "hearts pay by the trick");
}
