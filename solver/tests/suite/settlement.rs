//! Invariants of settlements under all rules.

use preference::auction::Auction;
use preference::rules::{Contract, Declaration, Variant};
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{
    Aces, Amount, Doubling, HandDecisions, HandResult, HandTerms, SettlementError, Sheet, SheetTotals,
    rounded,
};
use preference_fixtures::effort;
use proptest::prelude::*;

const CONTRACTS: [&str; 16] = [
    "S",
    "H",
    "D",
    "C",
    "N",
    "6S",
    "7H",
    "8N",
    "9C",
    "10D",
    "misere",
    "slam",
    "open-misere",
    "open-slam",
    "run6",
    "uno",
];

prop_compose! {
    /// Many rules refuse the hand.
    fn played_hand()(
        contract in 0..CONTRACTS.len(),
        declarer in 0..3_usize,
        own in 0..=10_u8,
        other in 0..=10_u8,
        who in 0..8_u8,
        decision in 0..8_u8,
        flags in 0..64_u8,
        doubling in 0..5_u8,
        pot in 0..200_u32,
    ) -> (HandTerms, HandResult) {
        let contract: Contract = CONTRACTS[contract].parse().expect("a contract");
        let declarer = Seat::ALL[declarer];
        let flag = |n: u8| flags >> n & 1 == 1;
        let who = Seats::from_bits(who) - Seats::from_seat(declarer);
        let mut tricks = BySeat([None; 3]);
        let out = if decision == 1 { who } else { Seats::NONE };
        let mut playing = [declarer.left(), declarer.right()].into_iter().filter(|&seat| !out.contains(seat));
        let mut hand = HandDecisions::default();
        if let Some(first) = playing.next() {
            let own = own.max(u8::from(contract == Contract::Uno));
            tricks[declarer] = Some(own);
            let rest = 10 - own;
            let second = playing.next();
            let share = if second.is_some() { other.min(rest) } else { 0 };
            tricks[first] = Some(rest - share);
            if let Some(second) = second {
                tricks[second] = Some(share);
            }
        }
        hand.out = out;
        hand.guest = who.iter().next().filter(|_| decision == 2);
        if decision == 3 {
            hand.kontra = if flag(5) { who } else { who.iter().take(1).collect() };
            let steps = [Doubling::None, Doubling::Kontra, Doubling::Rekontra, Doubling::Sub, Doubling::Mort];
            hand.doubling = if hand.kontra.is_empty() { Doubling::None } else { steps[doubling as usize] };
        }
        if decision == 4 {
            hand.gave_up = true;
            tricks = BySeat::default();
        }
        if decision == 5 {
            hand.whist = Some(who.iter().collect());
        }
        let made = (contract == Contract::Run6).then_some(own >= 6);
        hand.refa = flag(1);
        hand.four = flag(2);
        hand.aces = flag(3).then_some(if flag(4) { Aces::Four } else { Aces::None });
        hand.pot = Some(pot.into());
        let hand = hand.under(Declaration { contract, declarer, from_hand: flag(0) });
        (hand, HandResult { tricks, made })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000 * effort() as u32))]

    #[test]
    fn gains_sum_to_zero((hand, played) in played_hand(), progression in 1..5_u8) {
        let mut settled = 0;
        for name in Variant::names() {
            let rules: Variant = name.parse().expect("a preset");
            let all_passed = HandDecisions { progression, ..hand.decisions.clone() }.under(None);
            for hand in [&hand, &all_passed] {
                if let Ok(gains) = rules.settle(hand, &played) {
                    prop_assert_eq!(gains.sum(), Amount::default(), "{} {:?} {:?}", name, hand, played);
                    prop_assert_eq!(gains.sitting_out.is_some(), hand.decisions.four);
                    settled += 1;
                }
            }
        }
        // Nearly all rules settle a suit game if it has no special decisions.
        let plain = hand.declaration.is_some_and(|declaration| matches!(declaration.contract, Contract::Game(Some(_))));
        let said = &hand.decisions;
        let plain = plain && said.out.is_empty() && said.guest.is_none() && said.kontra.is_empty();
        if plain && !said.gave_up && !said.refa && said.whist.is_none() {
            prop_assert!(settled >= 13, "{} {:?}", settled, hand);
        }
    }

    #[test]
    fn extra_trick_never_hurts_declarer(
        suit in 0..4_usize,
        own in 0..10_u8,
        other in 0..=10_u8,
        from in 0..2_usize,
        from_hand: bool,
    ) {
        // Moves one trick from a defender to the declarer of a suit game, which must not lower the declarer's
        // gain.
        let contract: Contract = CONTRACTS[suit].parse().expect("a contract");
        let declarer = Seat::Middlehand;
        let defenders = [declarer.left(), declarer.right()];
        let mut tricks = BySeat([None; 3]);
        tricks[declarer] = Some(own);
        tricks[defenders[0]] = Some(other.min(10 - own));
        tricks[defenders[1]] = Some(10 - own - other.min(10 - own));
        prop_assume!(tricks[defenders[from]] > Some(0));
        let mut more = tricks;
        more[declarer] = more[declarer].map(|n| n + 1);
        more[defenders[from]] = more[defenders[from]].map(|n| n - 1);
        for name in Variant::names() {
            let rules: Variant = name.parse().expect("a preset");
            let gain = |tricks| -> Result<Amount, SettlementError> {
                let hand = HandDecisions { pot: Some(70.into()), ..HandDecisions::default() }
                    .under(Declaration { contract, declarer, from_hand });
                Ok(rules.settle(&hand, &HandResult { tricks, made: None })?.seats[declarer])
            };
            if let (Ok(before), Ok(after)) = (gain(tricks), gain(more)) {
                prop_assert!(before <= after, "{} {:?} {} {}", name, tricks, before, after);
            }
        }
    }
}

/// Presets with a written score sheet.
const WRITTEN: [&str; 5] = ["russian", "sochi", "leningrad", "rostov", "bule"];

fn check_rounding(exact: &[Amount]) -> Result<(), TestCaseError> {
    let whole = rounded(exact);
    prop_assert_eq!(whole.iter().sum::<Amount>(), exact.iter().sum::<Amount>());
    for (&whole, &exact) in whole.iter().zip(exact) {
        prop_assert!(whole.is_integer());
        let difference = whole - exact;
        prop_assert!(difference < 1.into() && -difference < 1.into(), "{} for {}", whole, exact);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn exact_and_rounded_results_of_totals_sum_to_zero(
        players in 3..=4_usize,
        halves in proptest::collection::vec(0..10_000_i64, 24),
    ) {
        let mut entries = halves.into_iter().map(|halves| Amount::new(halves, 2));
        let mut totals = SheetTotals::new(players);
        for player in 0..players {
            totals.pool[player] = entries.next().expect("an entry");
            totals.mountain[player] = entries.next().expect("an entry");
            for other in (0..players).filter(|&other| other != player) {
                totals.whists[player][other] = entries.next().expect("an entry");
            }
        }
        for name in WRITTEN {
            let rules: Variant = name.parse().expect("a preset");
            if name == "bule" {
                totals.pool.fill(0.into());
            }
            let gains = rules.settle_totals(&totals).expect("a result");
            prop_assert_eq!(gains.sum(), Amount::default(), "{} {:?}", name, totals);
            prop_assert_eq!(gains.sitting_out.is_some(), players == 4);
            let whole = gains.rounded();
            prop_assert_eq!(whole.sum(), Amount::default(), "{} {:?}", name, totals);
            check_rounding(&[gains.player_gains(), vec![gains.pot]].concat())?;
            prop_assert_eq!(whole.player_gains(), rounded(&gains.player_gains()), "the pot is whole");
        }
    }

    #[test]
    fn totals_of_sheet_have_its_result(
        hands in proptest::collection::vec(played_hand(), 1..12),
        all_passed in 0..4_usize,
        players in 3..=4_usize,
    ) {
        // Settles the totals of a sheet, which must give the sums of the gains of its hands. Then carries the totals over
        // to a new sheet and adds a hand: the settled totals of the new sheet must be the old ones plus the gains of the
        // hand.
        for name in WRITTEN {
            let rules: Variant = name.parse().expect("a preset");
            let mut sheet = Sheet::new(rules.clone(), players);
            for (n, (hand, played)) in hands.iter().enumerate() {
                let plain = HandDecisions { pot: None, aces: None, refa: false, ..hand.decisions.clone() };
                let declaration = hand.declaration.filter(|_| n % 4 != all_passed);
                let _refused = sheet.add_hand(&plain.under(declaration), played);
            }
            let Some(totals) = sheet.books() else { continue };
            let gains = rules.settle_totals(totals).expect("a result");
            prop_assert_eq!(gains.player_gains(), sheet.totals(), "{}", name);
            prop_assert_eq!(gains.pot, sheet.pot());
            let mut carried = Sheet::with_totals(rules.clone(), totals.clone()).expect("a sheet");
            prop_assert_eq!(carried.totals(), sheet.totals());
            let level = HandTerms::new("7S".parse().expect("a contract"), Seat::Forehand);
            let tricks = BySeat([5, 3, 2]).into();
            let before = carried.totals().to_vec();
            if let Ok(row) = carried.add_hand(&level, &tricks) {
                let after: Vec<Amount> = before.iter().zip(&row.gains).map(|(&a, &b)| a + b).collect();
                prop_assert_eq!(carried.totals(), after);
                let books = carried.books().expect("books");
                prop_assert_eq!(rules.settle_totals(books).expect("a result").player_gains(), carried.totals());
            }
        }
    }

    #[test]
    fn rounding_keeps_sum(parts in proptest::collection::vec((-500..500_i64, 1..13_i64), 1..6)) {
        let mut amounts: Vec<Amount> = parts.into_iter().map(|(n, d)| Amount::new(n, d)).collect();
        amounts.push(-amounts.iter().sum::<Amount>());
        check_rounding(&amounts)?;
    }
}

#[test]
fn malformed_totals_are_refused() {
    let russian: Variant = "russian".parse().expect("a preset");
    for players in [0, 1, 2, 5] {
        let refused = russian.settle_totals(&SheetTotals::new(players)).expect_err("refused");
        assert_eq!(refused, SettlementError::Totals { players });
    }
    let mut uneven = SheetTotals::new(3);
    uneven.whists[2].pop();
    assert_eq!(russian.settle_totals(&uneven), Err(SettlementError::Totals { players: 3 }));
    let mut large = SheetTotals::new(3);
    large.pool[1] = Amount::from_integer(i64::MAX);
    assert_eq!(russian.settle_totals(&large), Err(SettlementError::TooLarge));
}

fn house_rules(base: &str, lines: &str) -> Variant {
    let text = format!("name = 'house'\nextends = '{base}'\n{lines}");
    Variant::from_toml(&text).expect("house rules")
}

fn payment(rules: &Variant, hand: &HandTerms, tricks: [u8; 3]) -> String {
    rules.settle(hand, &BySeat(tricks).into()).expect("a price").to_string()
}

#[test]
fn quotas_follow_rules() {
    let diamonds = Declaration {
        contract: "D".parse().expect("a contract"),
        declarer: Seat::Forehand,
        from_hand: false,
    };
    let hand = || HandDecisions::default().under(diamonds);
    let one = house_rules("austrian", "[decisions]\nquota = 1\nquota_together = 3");
    let usual: Variant = "austrian".parse().expect("a preset");
    assert_eq!(payment(&usual, &hand(), [8, 1, 1]), "F +8 M -9 R -9 pot +10");
    assert_eq!(payment(&one, &hand(), [8, 1, 1]), "F +8 M +1 R +1 pot -10");
    let guest = || HandDecisions { guest: Some(Seat::Rearhand), ..HandDecisions::default() }.under(diamonds);
    assert_eq!(payment(&usual, &guest(), [7, 2, 1]), "F +7 M -7 R +0 pot +0");
    assert_eq!(payment(&one, &guest(), [7, 2, 1]), "F +7 M +3 R +0 pot -10");
    let kontra = || {
        let kontra = Seats::from_seat(Seat::Middlehand);
        HandDecisions { kontra, doubling: Doubling::Kontra, ..HandDecisions::default() }.under(diamonds)
    };
    let four = house_rules("hungarian", "[decisions]\nquota_kontra = 4");
    let usual: Variant = "hungarian".parse().expect("a preset");
    assert_eq!(payment(&usual, &kontra(), [6, 2, 2]), "F +72 M -12 R +0 pot -60");
    assert_eq!(payment(&four, &kontra(), [6, 2, 2]), "F +72 M +48 R +0 pot -120");
}

#[test]
fn bonuses_follow_rules() {
    let aces = || {
        let mut hand = HandTerms::new("C".parse().expect("a contract"), Seat::Forehand);
        hand.decisions.aces = Some(Aces::Four);
        hand
    };
    let lost = house_rules("austrian", "[settlement.bonuses]\nfour_aces_lost = true");
    assert_eq!(payment(&lost, &aces(), [5, 3, 2]), "F -35 M +13 R +12 pot +10");
    assert_eq!(payment(&lost, &aces(), [8, 2, 0]), "F +28 M -8 R -20 pot +0");
    let hearts =
        Declaration { contract: "H".parse().expect("a contract"), declarer: Seat::Forehand, from_hand: true };
    let hearts = || HandDecisions::default().under(hearts);
    let times = house_rules("austrian", "[settlement.bonuses]\nby_value = true");
    assert_eq!(payment(&times, &hearts(), [6, 2, 2]), "F +86 M -38 R -38 pot -10");
}

#[test]
fn marks_are_limited_by_rules() {
    let marks = |lines: &str| {
        let mut sheet = Sheet::new(house_rules("hungarian", lines), 3);
        for _ in 0..3 {
            sheet.add_hand(&HandTerms::all_passed(), &HandResult::default()).expect("nobody plays");
        }
        sheet.marks().to_vec()
    };
    assert_eq!(marks("[settlement]\nmost_marks = 5"), [3; 3]);
    assert_eq!(marks("[settlement]\nmost_marks = 5\nmost_refas = 2"), [2; 3]);
}

#[test]
fn sheet_keeps_fractions_of_pot() {
    // Settles a hand with 25 in the pot. It leaves a fraction in the pot, which counts in the next hand.
    let rules = house_rules(
        "austrian-unlimited",
        "[settlement]\ndealer_adds = 25\n[settlement.pot]\nfine = 5\npaid = 'nothing'\nmade = 1",
    );
    let mut sheet = Sheet::new(rules, 3);
    let hand = || HandTerms::new("C".parse().expect("a contract"), Seat::Forehand);
    sheet.add_hand(&hand(), &BySeat([8, 1, 1]).into()).expect("settled");
    // A tenth of the 25 is paid out, and each defender pays in five tenths of the 25.
    assert_eq!(sheet.pot(), Amount::new(475, 10));
    let row = sheet.add_hand(&hand(), &BySeat([6, 2, 2]).into()).expect("settled");
    assert_eq!(row.gains[row.seats[Seat::Forehand]], Amount::new(725, 100));
}

#[test]
fn strains_rank_in_order_of_rules() {
    let rules = house_rules("russian", "[auction]\nstrains = ['C', 'S', 'H', 'D', 'N']");
    let mut auction = Auction::new(&rules).expect("an auction");
    auction.call("6S".parse().expect("a call")).expect("allowed");
    let calls: Vec<String> = auction.legal_calls().iter().take(5).map(ToString::to_string).collect();
    assert_eq!(calls, ["pass", "6H", "6D", "6N", "7C"]);
    let may = rules.announceable(Some("6H".parse().expect("a call")));
    let may: Vec<String> = may.iter().take(4).map(ToString::to_string).collect();
    assert_eq!(may, ["6H", "6D", "6N", "7C"]);
}

#[test]
fn large_numbers_of_bule_do_not_overflow() {
    let rules = house_rules("bule", "[settlement.paper]\nsupe = 255\nfine = 255\nbule = 255");
    let hand = HandTerms::new("S".parse().expect("a contract"), Seat::Forehand);
    // The pay is two tricks times 255 times 2, the value of spades.
    assert_eq!(payment(&rules, &hand, [6, 2, 2]), "F +3060 M +1020 R +1020 pot -5100");
}
