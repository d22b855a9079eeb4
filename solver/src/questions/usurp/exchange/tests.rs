//! The solver for the exchange compared with plain enumeration.
use std::sync::Arc;

use preference_fixtures::effort;

use super::*;
use crate::deal::notation::read_cards;
use crate::deal::random;
use crate::gains::decisions::contract_gains;
use crate::outcomes::discards::discard_pairs;
use crate::settlement::HandDecisions;

fn plain_gains(
    exchange: &mut Exchange<'_>,
    deal: &Deal,
    holder: Seat,
    n: usize,
    asked_seats: &[Seat],
) -> Gains {
    // Every take-over, discard and contract is tried, until the best possible gain is reached.
    let Some((&seat, others)) = asked_seats.split_first() else {
        return exchange.solve_gains(deal, holder, exchange.overbids[n].0);
    };
    let most = exchange.pays[seat].iter().map(|pays| pays[1].seats[seat]).max();
    let mut best = plain_gains(exchange, deal, holder, n, others);
    for higher in (n + 1..exchange.overbids.len()).rev() {
        for discard in discard_pairs(exchange.situation.rules(), deal, seat) {
            if Some(best.seats[seat]) == most {
                return best;
            }
            let next = exchange.options.bidders - Seats::from_seat(seat);
            let next: Vec<Seat> =
                [seat.left(), seat.right()].into_iter().filter(|&other| next.contains(other)).collect();
            let gains = plain_gains(exchange, &deal.exchange(seat, discard), seat, higher, &next);
            if gains.seats[seat] > best.seats[seat] {
                best = gains;
            }
        }
    }
    best
}

/// Middlehand answers some discards of forehand with decoys.
const DEAL: &str = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

#[test]
fn gain_exceeds_bound_only_for_decoys() {
    let rules: Variant = "illustrated".parse().expect("a preset");
    let deal: Deal = DEAL.parse().expect("a deal");
    let declarer = Seat::Forehand;
    let (situation, options) = (Situation::new(rules, deal).with_declarer(declarer), UsurpOptions::default());
    let (mut solver, mut cache) = (Solver::new(), ExchangeCache::default());
    let mut exchange = Exchange::new(&mut solver, &mut cache, &situation, &options).expect("prices");
    let cards = |text: &str| read_cards(text).expect("cards").into_iter().collect::<Cards>();
    let after_discard = deal.exchange(declarer, cards("H9 C7"));
    let (seat, others) = (Seat::Middlehand, Seats::ALL - Seats::from_seat(Seat::Middlehand));
    let (lowest, value) = exchange.overbids[0];
    let mut decoys = 0;
    let decoy = Decoy::IfSeatMakes(Seat::Forehand, vec![3]);
    assert_eq!(
        *exchange.decoys[seat],
        [decoy.clone(), Decoy::Impossible, Decoy::Impossible, Decoy::Impossible]
    );
    for discard in ["SK ST", "HJ H9"] {
        let after_take_over = after_discard.exchange(seat, cards(discard));
        let expected =
            plain_gains(&mut exchange, &after_take_over, seat, 0, &[Seat::Rearhand, Seat::Forehand]).seats
                [seat];
        let result = exchange
            .ask_seats(&after_take_over, seat, Some(lowest), value + 1, others, seat)
            .expect("a price");
        assert_eq!(result.gains.seats[seat], expected, "{discard}");
        let made = exchange.solve_gains(&after_take_over, seat, lowest).seats[seat] > Amount::default();
        let less = expected - Amount::new(1, 2);
        let bounded = exchange.gains_no_more(less, &after_take_over, seat, 0, made, others);
        let decoyed = exchange.is_decoy(&decoy, &after_take_over);
        assert!(!bounded || decoyed, "{discard}: {expected}");
        decoys += usize::from(bounded);
    }
    assert_eq!(decoys, 1);
}

fn middlehand_decoys(rules: &str, bidders: Seats) -> Vec<Decoy> {
    let rules = Variant::from_toml(rules).expect("house rules");
    let deal: Deal = DEAL.parse().expect("a deal");
    let situation = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    let options = UsurpOptions { bidders, ..UsurpOptions::default() };
    let (mut solver, mut cache) = (Solver::new(), ExchangeCache::default());
    let exchange = Exchange::new(&mut solver, &mut cache, &situation, &options).expect("prices");
    exchange.decoys[Seat::Middlehand].to_vec()
}

#[test]
fn decoys_are_possible_where_prices_allow_them() {
    const CHEAP_OPEN_SLAM_RULES: &str = "name = 'x'\nextends = 'illustrated'\n[settlement.each]\nprices = { misere = 10, slam = 20, open-misere = 30, open-slam = 5 }";
    const FIVE_CONTRACTS_RULES: &str = "name = 'x'\nextends = 'illustrated'\n[auction]\nlast = 9\n[values]\nrun6 = 5\nmisere = 6\nslam = 7\nopen-misere = 8\nopen-slam = 9\n[settlement.each]\nprices = { run6 = 5, misere = 10, slam = 20, open-misere = 30, open-slam = 40 }";
    // For the players who flee, defending against the cheap open slam, which middlehand then makes, costs less than
    // most alternatives.
    assert_eq!(
        middlehand_decoys(CHEAP_OPEN_SLAM_RULES, Seats::ALL),
        [Decoy::Possible, Decoy::Possible, Decoy::Impossible, Decoy::Impossible]
    );
    // Without a third player to fear, nobody flees.
    let both = Seats::ALL - Seats::from_seat(Seat::Rearhand);
    assert_eq!(middlehand_decoys(CHEAP_OPEN_SLAM_RULES, both), vec![Decoy::Impossible; 4]);
    // With one more contract the third seat can flee from the discard of the second.
    let decoys = middlehand_decoys(FIVE_CONTRACTS_RULES, Seats::ALL);
    assert_eq!(decoys[0], Decoy::Possible);
    assert_eq!(
        decoys[1..],
        [
            Decoy::IfSeatMakes(Seat::Forehand, vec![4]),
            Decoy::Impossible,
            Decoy::Impossible,
            Decoy::Impossible
        ]
    );
}

/// Plain recursion, which tries every take-over, discard and contract.
struct PlainExchange<'a> {
    solver: Solver,
    rules: &'a Arc<Variant>,
    bidders: Seats,
    talon: Cards,
    cache: HashMap<(BySeat<Cards>, Seat, Contract), Gains>,
}

impl PlainExchange<'_> {
    fn played_gains(&mut self, deal: &Deal, declarer: Seat, contract: Contract) -> Gains {
        let key = (deal.hands(), declarer, contract);
        if let Some(gains) = self.cache.get(&key) {
            return gains.clone();
        }
        // The deal has the cards after the exchange; `HandDecisions::talon` is the talon as it was turned up.
        let said = HandDecisions { talon: self.talon, ..HandDecisions::default() };
        let declaration = Declaration { contract, declarer, from_hand: false };
        let played =
            Situation::new(Arc::clone(self.rules), *deal).with_declaration(declaration).with_decisions(said);
        let gains = contract_gains(&mut self.solver, &played, Model::Tricks).expect("a price");
        self.cache.insert(key, gains.clone());
        gains
    }

    fn gains_after_asking(
        &mut self,
        deal: &Deal,
        holder: Seat,
        announced: Option<Contract>,
        bid: u8,
        asked_seats: &[Seat],
    ) -> Gains {
        let Some((&seat, others)) = asked_seats.split_first() else {
            let contracts = match announced {
                Some(contract) => vec![contract],
                None => self.rules.announceable(Some(Call::Number(bid))),
            };
            let gains = contracts.into_iter().map(|contract| self.played_gains(deal, holder, contract));
            let gains: Vec<Gains> = gains.collect();
            let utility = |gains: &&Gains| Model::Tricks.utility(holder, Some(holder), gains);
            return gains.iter().rev().max_by_key(utility).expect("a contract").clone();
        };
        let mut best = self.gains_after_asking(deal, holder, announced, bid, others);
        let least = announced.and_then(|contract| self.rules.value(contract)).unwrap_or(bid) + 1;
        for contract in self.rules.announceable(Some(Call::Number(least.max(7)))) {
            for discard in discard_pairs(self.rules, deal, seat) {
                let after_discard = deal.exchange(seat, discard);
                let next =
                    [seat.left(), seat.right()].into_iter().filter(|&next| self.bidders.contains(next));
                let next: Vec<Seat> = next.collect();
                let gains = self.gains_after_asking(&after_discard, seat, Some(contract), bid, &next);
                if gains.seats[seat] > best.seats[seat] {
                    best = gains;
                }
            }
        }
        best
    }
}

#[test]
fn exchange_matches_plain_recursion() {
    // Discards can be taken up with two contracts only, so that plain recursion can try them all. The lower contract
    // is cheap, so that it can be right to play it although it fails.
    const TWO_CONTRACTS_RULES: &str = "name = 'two'\nextends = 'illustrated'\n[auction]\nusurp_from = 7\n[settlement.each]\nprices = { misere = 10, slam = 20, open-misere = 4, open-slam = 40 }";
    let rules = Arc::new(Variant::from_toml(TWO_CONTRACTS_RULES).expect("house rules"));
    let (mut usurped, mut failing) = (0, 0);
    for seed in 67_000_000..67_000_000 + 5 * effort() as u64 {
        let deal = random::deal(&mut random::generator(seed));
        let declarer = Seat::ALL[seed as usize % 3];
        let bidders =
            if seed % 4 == 0 { Seats::ALL - Seats::from_seat(declarer.right()) } else { Seats::ALL };
        let options = UsurpOptions { bid: 2, bidders, model: Model::Tricks };
        let situation = Situation::new(Arc::clone(&rules), deal).with_declarer(declarer);
        let tried: Vec<Cards> = discard_pairs(&rules, &deal, declarer).step_by(22).collect();
        let answers =
            solve_discards(&mut Solver::new(), &mut ExchangeCache::default(), &situation, &options, &tried)
                .expect("a price");
        assert_eq!(answers.len(), tried.len());
        let (talon, cache) = (deal.talon(), HashMap::new());
        let mut plain = PlainExchange { solver: Solver::new(), rules: &rules, bidders, talon, cache };
        for (cards, answer) in tried.into_iter().zip(answers) {
            let after_discard = deal.exchange(declarer, cards);
            let asked_seats = [declarer.left(), declarer.right()];
            let asked_seats: Vec<Seat> =
                asked_seats.into_iter().filter(|&seat| bidders.contains(seat)).collect();
            let expected = plain.gains_after_asking(&after_discard, declarer, None, 2, &asked_seats);
            // Different take-overs can have equal gains for the seat that chooses. The declarer's gains do not depend
            // on this choice, so only the declarer's gains are compared.
            assert_eq!(
                answer.exchanged.gains.seats[declarer], expected.seats[declarer],
                "seed {seed} {cards:?}"
            );
            let uncontested = plain.gains_after_asking(&after_discard, declarer, None, 2, &[]);
            assert_eq!(answer.uncontested.1, uncontested, "seed {seed} {cards:?}");
            let (declaration, gains) = (answer.exchanged.declaration, answer.exchanged.gains);
            usurped += usize::from(declaration.declarer != declarer);
            let fails =
                declaration.declarer != declarer && gains.seats[declaration.declarer] < Amount::default();
            failing += usize::from(fails);
        }
    }
    assert!(
        usurped > effort() && failing > 0,
        "discards were taken up {usurped} times, {failing} times for a contract that failed"
    );
}

fn rules_with_overtricks(overtrick: u8) -> Variant {
    let text = format!(
        "name = 'x'\nextends = 'illustrated'\n[auction]\nusurp_from = 3\n[settlement.each]\nover = {overtrick}\nprices = {{ D = 2, H = 3, N = 4, misere = 10, slam = 20, open-misere = 30, open-slam = 40 }}"
    );
    Variant::from_toml(&text).expect("house rules")
}

#[test]
fn prices_by_result_are_distinguished_from_prices_by_tricks() {
    for name in Variant::names() {
        let rules: Variant = name.parse().expect("a preset");
        if rules.bidding().usurp_from > 0 {
            assert!(pays_by_result(&rules), "{name}");
        }
    }
    let rules = Variant::from_toml("name = 'x'\nextends = 'illustrated'\n[auction]\nusurp_from = 3");
    assert!(!pays_by_result(&rules.expect("house rules")), "hearts pay by the trick");
    // With one price for each game, a price for tricks over the target still matters.
    assert!(
        rules_with_overtricks(0)
            .announceable(Some(Call::Number(3)))
            .iter()
            .any(|contract| contract.trump().is_some())
    );
    assert!(pays_by_result(&rules_with_overtricks(0)));
    assert!(!pays_by_result(&rules_with_overtricks(1)));
}

fn can_pay_to_fail_higher_at(prices: &str) -> bool {
    let text = format!("name = 'x'\nextends = 'illustrated'\n[settlement.each]\nprices = {{ {prices} }}");
    let rules = Variant::from_toml(&text).expect("house rules");
    let deal: Deal = DEAL.parse().expect("a deal");
    let situation = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    let (mut solver, mut cache) = (Solver::new(), ExchangeCache::default());
    let options = UsurpOptions::default();
    Exchange::new(&mut solver, &mut cache, &situation, &options).expect("prices").can_pay_to_fail_higher
}

#[test]
fn failing_higher_can_pay_if_it_costs_less_than_defending() {
    // A failed slam costs its price to both defenders, each of whom says kontra; a defender pays 40 for an
    // open slam that is made.
    assert!(!can_pay_to_fail_higher_at("misere = 10, slam = 10, open-misere = 30, open-slam = 40"));
    assert!(can_pay_to_fail_higher_at("misere = 10, slam = 9, open-misere = 30, open-slam = 40"));
}
