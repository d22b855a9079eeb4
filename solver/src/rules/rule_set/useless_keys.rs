//! Keys of a file of rules that have no effect on the complete rules.
//!
//! Two kinds of keys without effect are not refused: keys with their default value, since complete rules have every
//! key, and keys that come from the rules that a file extends.

use crate::rules::contract::Contract;
use crate::rules::rule_set::bidding::{AllPass, BidKind, Bidding, HandBids, HoldRight};
use crate::rules::rule_set::decisions::{ContractScope, Decisions, GiveUpRight, KontraScope, RekontraScope};
use crate::rules::rule_set::payment::{
    Bonuses, Books, DefenderPay, Paper, PaymentScheme, PerOpponent, Pot, Rate, Responsibility, Settlement,
    TrickReward,
};
use crate::rules::rule_set::play_table::AllPassPlay;
use crate::rules::rule_set::schema::Rules;

/// A key that has no effect.
pub(super) struct UselessKey {
    /// Names of the tables that contain the key, with dots between them.
    pub(super) table: &'static str,
    pub(super) key: &'static str,
    /// It may end with advice after a semicolon.
    pub(super) reason: &'static str,
}

/// The key's name, whether its value is not the default, whether it can have an effect, and the reason if it cannot.
type KeyRow = (&'static str, bool, bool, &'static str);

impl Rules {
    pub(super) fn useless_keys(&self) -> Vec<UselessKey> {
        let tables = [
            ("play", self.play_rows()),
            ("all_pass", self.all_pass_rows()),
            ("auction", bid_rows(&self.auction)),
            ("auction", hand_bid_rows(&self.auction)),
            ("decisions", decision_rows(&self.decisions, &self.settlement)),
            ("decisions", self.misere_rows()),
            ("decisions", kontra_rows(&self.decisions, can_double_payments(&self.settlement))),
            ("settlement", scheme_rows(&self.settlement)),
            ("settlement", common_rows(&self.settlement, &self.decisions)),
            ("settlement.pot", self.pot_rows()),
            ("settlement.books", self.books_rows()),
            ("settlement.bonuses", bonus_rows(&self.settlement.bonuses, self.settlement.by)),
        ];
        let mut useless_keys = Vec::new();
        for (table, rows) in tables {
            let rows = rows.into_iter().filter(|&(_, is_set, has_effect, _)| is_set && !has_effect);
            useless_keys.extend(rows.map(|(key, .., reason)| UselessKey { table, key, reason }));
        }
        useless_keys
    }

    fn play_rows(&self) -> Vec<KeyRow> {
        let is_set = !self.play.lowest_without_trumps;
        vec![("lowest_without_trumps", is_set, self.play.switches().lowest, "lowest is false")]
    }

    fn all_pass_rows(&self) -> Vec<KeyRow> {
        let AllPassPlay { talon_leads, winner_leads } = self.all_pass;
        vec![("winner_leads", winner_leads, talon_leads, "talon_leads is false")]
    }

    fn misere_rows(&self) -> Vec<KeyRow> {
        let has_misere =
            self.contracts.as_ref().is_none_or(|contracts| contracts.contains(&Contract::Misere));
        vec![("misere_open", self.decisions.misere_open, has_misere, "misere is not among the contracts")]
    }

    fn pot_rows(&self) -> Vec<KeyRow> {
        match (&self.settlement.pot, self.settlement.by) {
            (Some(pot), Some(PaymentScheme::Pot)) => pot_rows(pot, &self.decisions),
            _ => Vec::new(),
        }
    }

    fn books_rows(&self) -> Vec<KeyRow> {
        match (&self.settlement.books, self.settlement.by) {
            (Some(books), Some(PaymentScheme::Books)) => books_rows(books, &self.auction),
            _ => Vec::new(),
        }
    }
}

fn bid_rows(auction: &Bidding) -> Vec<KeyRow> {
    let by = |bids: BidKind| auction.by == Some(bids);
    let (numbers, levels) = (by(BidKind::Numbers), by(BidKind::Levels));
    let reason = |reason: &'static str| {
        if auction.by.is_some() { reason } else { "there is no auction; set `by` in [auction]" }
    };
    let needs_numbers = reason("only auctions with by = \"numbers\" use it");
    let needs_values =
        reason("only auctions with by = \"numbers\" or with bids by value from the hand use it");
    let too_high = if numbers { "no bid is as high as this number" } else { needs_numbers };
    let needs_levels = reason("only auctions with by = \"levels\" use it");
    let hands = auction.hands == HandBids::Values || auction.hands_from > 0;
    vec![
        ("first", auction.first > 0, numbers || hands, needs_values),
        ("last", auction.last > 0, numbers || hands, needs_values),
        ("jumps", auction.jumps, auction.by.is_some(), "there is no auction; set `by` in [auction]"),
        (
            "hold",
            auction.hold != HoldRight::Nobody,
            auction.by.is_some(),
            "there is no auction; set `by` in [auction]",
        ),
        ("once", auction.once, auction.by.is_some(), "there is no auction; set `by` in [auction]"),
        ("exit", !auction.exit.is_empty(), levels, needs_levels),
        ("strains", !auction.strains.is_empty(), levels, needs_levels),
        ("misere", auction.misere, levels, needs_levels),
        ("take", auction.take, auction.by.is_some(), "there is no auction; set `by` in [auction]"),
        (
            "talon_shown",
            auction.talon_shown,
            auction.by.is_some() && (!auction.without_talon || auction.has_second_round()),
            if auction.by.is_some() {
                "nobody takes the talon up"
            } else {
                "there is no auction; set `by` in [auction]"
            },
        ),
        (
            "without_talon",
            auction.without_talon,
            by(BidKind::Suits),
            reason("only auctions with by = \"suits\" use it"),
        ),
        ("usurp_from", auction.usurp_from > 0, numbers && auction.usurp_from <= auction.last, too_high),
        ("open_from", auction.open_from > 0, numbers && auction.open_from <= auction.last, too_high),
    ]
}

fn hand_bid_rows(auction: &Bidding) -> Vec<KeyRow> {
    let has_auction = auction.by.is_some();
    let values = auction.hands == HandBids::Values;
    let is_biddable = auction.hands_from <= auction.last;
    let too_high = if has_auction {
        "no bid is as high as this number"
    } else {
        "there is no auction; set `by` in [auction]"
    };
    vec![
        ("hands", auction.hands != HandBids::None, has_auction, "there is no auction; set `by` in [auction]"),
        ("hands_from", auction.hands_from > 0, has_auction && is_biddable, too_high),
        ("hand_after_number", auction.hand_after_number, values, "it needs hands = \"values\""),
        ("preference", auction.preference, has_auction, "there is no auction; set `by` in [auction]"),
        (
            "preference_ends",
            auction.preference_ends,
            auction.preference,
            "there is no preference; set preference = true",
        ),
        // A player who buys or bids for the talon in a second round plays with it, even if the first bids
        // were without it.
        (
            "hand_for_winner",
            auction.hand_for_winner,
            has_auction && (auction.has_second_round() || !auction.without_talon),
            if has_auction {
                "every game is played without the talon already"
            } else {
                "there is no auction; set `by` in [auction]"
            },
        ),
        (
            "all_offers_pay",
            auction.all_offers_pay,
            auction.is_sold(),
            "nobody offers anything for the talon; set all_pass = \"second-round\"",
        ),
    ]
}

fn decision_rows(decisions: &Decisions, settlement: &Settlement) -> Vec<KeyRow> {
    let by = settlement.by;
    let paid_for = settlement
        .pot
        .as_ref()
        .is_some_and(|pot| by == Some(PaymentScheme::Pot) && pot.paid == DefenderPay::Quota);
    let defaults = Decisions::default();
    let whisted = by == Some(PaymentScheme::Books);
    let quotas = decisions.quotas != ContractScope::Never;
    let can_drop_out = decisions.drop_out != ContractScope::Never;
    let in_books = "with by = \"books\" the defenders whist or pass";
    let nobody_gives_up = "with by = \"books\" no declarer gives up";
    let no_quota = "no contract has quotas; set quotas";
    let binds_both = decisions.kontra == KontraScope::Host;
    let invited = if quotas { "nobody drops out; set drop_out" } else { no_quota };
    let may_give_up = !matches!(decisions.give_up, GiveUpRight::Never | GiveUpRight::DealerForced);
    vec![
        ("drop_out", can_drop_out, !whisted, in_books),
        ("quotas", quotas, !whisted, in_books),
        ("quota", decisions.quota != defaults.quota, quotas || paid_for, no_quota),
        (
            "quota_together",
            decisions.quota_together != defaults.quota_together,
            quotas && (decisions.invite || decisions.quota_shared),
            "no quota counts for both defenders together; set quotas and invite, or quotas and quota_shared",
        ),
        ("quota_shared", decisions.quota_shared, quotas, no_quota),
        (
            "quota_kontra",
            decisions.quota_kontra != defaults.quota_kontra,
            quotas && binds_both,
            "no kontra counts for both defenders; set quotas and kontra = \"host\"",
        ),
        ("invite", decisions.invite, quotas && can_drop_out, invited),
        ("give_up", decisions.give_up != GiveUpRight::Never, !whisted, nobody_gives_up),
        (
            "give_up_last",
            decisions.give_up_last,
            may_give_up,
            "no declarer is asked whether to give up; set give_up",
        ),
        ("refa", decisions.refa, can_double_payments(settlement), NEVER_DOUBLED),
    ]
}

/// Why a mark or a kontra doubles no payment.
const NEVER_DOUBLED: &str =
    "payments are doubled only with by = \"pot\", \"each\" or \"paper\", or a price in each.prices";

fn has_prices(settlement: &Settlement) -> bool {
    settlement.by.is_some() && settlement.each.as_ref().is_some_and(|each| !each.prices.is_empty())
}

fn can_double_payments(settlement: &Settlement) -> bool {
    matches!(settlement.by, Some(PaymentScheme::Pot | PaymentScheme::Each | PaymentScheme::Paper))
        || has_prices(settlement)
}

fn kontra_rows(decisions: &Decisions, can_double: bool) -> Vec<KeyRow> {
    let has_kontra = decisions.kontra != KontraScope::Never;
    let doubles_payments =
        can_double && decisions.kontra_in != ContractScope::Never && decisions.doublings > 0;
    let reason = if can_double { "nothing is doubled; set kontra_in and doublings" } else { NEVER_DOUBLED };
    let has_two_kontras = decisions.kontra == KontraScope::Each;
    vec![
        ("kontra", has_kontra, doubles_payments, reason),
        (
            "kontra_in",
            decisions.kontra_in != ContractScope::Never,
            has_kontra,
            "there is no kontra; set kontra",
        ),
        ("doublings", decisions.doublings > 0, has_kontra, "there is no kontra; set kontra"),
        (
            "rekontra",
            decisions.rekontra == RekontraScope::Each,
            has_two_kontras && decisions.doublings > 1,
            if has_two_kontras {
                "\"each\" needs a rekontra; write doublings = 2 at least"
            } else {
                "\"each\" needs two kontras to choose from; write kontra = \"each\""
            },
        ),
    ]
}

fn scheme_rows(settlement: &Settlement) -> Vec<KeyRow> {
    let by = |way: PaymentScheme| settlement.by == Some(way);
    let Settlement { pot, each, reward, books, paper, .. } = settlement;
    let other = "hands are not settled by this scheme; see `by` in [settlement]";
    let priced = by(PaymentScheme::Each) || has_prices(settlement);
    vec![
        ("pot", pot.as_ref().is_some_and(|pot| *pot != Pot::default()), by(PaymentScheme::Pot), other),
        ("each", each.as_ref().is_some_and(|each| *each != PerOpponent::default()), priced, other),
        (
            "reward",
            reward.as_ref().is_some_and(|reward| *reward != TrickReward::default()),
            by(PaymentScheme::Reward),
            other,
        ),
        (
            "books",
            books.as_ref().is_some_and(|books| *books != Books::default()),
            by(PaymentScheme::Books),
            other,
        ),
        ("paper", paper.is_some_and(|paper| paper != Paper::default()), by(PaymentScheme::Paper), other),
    ]
}

fn common_rows(settlement: &Settlement, decisions: &Decisions) -> Vec<KeyRow> {
    let pot = matches!(settlement.by, Some(PaymentScheme::Pot | PaymentScheme::Reward));
    let each = settlement.by.is_some_and(|by| by != PaymentScheme::Books);
    let no_pot = "nothing is paid out of a pot";
    let marks = "no deal leaves marks; set refa in [decisions]";
    vec![
        ("ante", settlement.ante > 0, pot, no_pot),
        ("dealer_adds", settlement.dealer_adds > 0, pot, no_pot),
        ("most_marks", settlement.most_marks > 0, decisions.refa, marks),
        ("most_refas", settlement.most_refas > 0, decisions.refa, marks),
        (
            "talon_pair",
            settlement.talon_pair > 0,
            each,
            "the talon's cards are paid for only with by = \"pot\", \"each\", \"reward\" or \"paper\"",
        ),
    ]
}

fn pot_rows(pot: &Pot, decisions: &Decisions) -> Vec<KeyRow> {
    let defaults = Pot::default();
    let by_value = pot.unit_by_value > 0 && !pot.unit_of_pot;
    let of_pot = "the unit is a tenth of the pot already";
    let can_have_guest = decisions.invite || decisions.kontra == KontraScope::Host;
    let not_by_value = "the unit does not depend on the value of the contract; set unit_by_value";
    let unit = if pot.unit_of_pot {
        of_pot
    } else {
        "the unit depends on the value of the contract; write unit_by_value = 0"
    };
    vec![
        ("unit", pot.unit != defaults.unit, !pot.unit_of_pot && pot.unit_by_value == 0, unit),
        ("units", !pot.units.is_empty(), !pot.unit_of_pot, of_pot),
        (
            "limit",
            pot.limit > 0,
            pot.unit_of_pot,
            "the unit is not a tenth of the pot; set unit_of_pot = true",
        ),
        (
            "pays_what_it_holds",
            pot.pays_what_it_holds,
            pot.unit_of_pot,
            "the contents of the pot are known only if the unit is a tenth of it; set unit_of_pot = true",
        ),
        ("hand_adds", pot.hand_adds > 0, by_value, not_by_value),
        (
            "fine",
            pot.fine != defaults.fine,
            decisions.quotas != ContractScope::Never,
            "no contract has quotas; set quotas in [decisions]",
        ),
        (
            "host_fine",
            pot.host_fine.is_some_and(|fine| fine != pot.fine),
            can_have_guest,
            "no defender is a guest; set invite in [decisions]",
        ),
        (
            "give_up",
            pot.give_up != defaults.give_up,
            decisions.give_up != GiveUpRight::Never,
            "nobody gives up; set give_up in [decisions]",
        ),
    ]
}

fn books_rows(books: &Books, auction: &Bidding) -> Vec<KeyRow> {
    let defaults = Books::default();
    let is_played = auction.all_pass == AllPass::Raspasovka;
    let not_played = "nobody plays when all pass; set all_pass = \"raspasovka\" in [auction]";
    vec![
        (
            "own_duties",
            books.own_duties.is_some(),
            books.responsibility != Responsibility::None,
            "nobody pays for missing tricks; set responsibility",
        ),
        (
            "passers_consoled",
            !books.passers_consoled,
            books.consolation != Rate::Number(0),
            "nobody writes whists for undertricks; set consolation",
        ),
        ("all_pass", books.all_pass != defaults.all_pass, is_played, not_played),
        ("all_pass_pool", books.all_pass_pool != defaults.all_pass_pool, is_played, not_played),
        ("progression", books.progression != defaults.progression, is_played, not_played),
        (
            "progression_kept",
            books.progression_kept,
            is_played && books.progression.len() > 1,
            if is_played { "all passed-out hands have the same price; set progression" } else { not_played },
        ),
        (
            "amnesty",
            books.amnesty,
            is_played && books.all_pass > 0,
            if is_played {
                "without all_pass only whists are written, or nothing; set all_pass"
            } else {
                not_played
            },
        ),
        (
            "all_pass_whists",
            books.all_pass_whists != defaults.all_pass_whists,
            is_played && books.all_pass == 0,
            if is_played { "with all_pass each trick has a price; write all_pass = 0" } else { not_played },
        ),
    ]
}

fn bonus_rows(bonuses: &Bonuses, by: Option<PaymentScheme>) -> Vec<KeyRow> {
    let Bonuses { hearts_from_hand, four_aces, no_aces, .. } = *bonuses;
    let paid = by.is_some_and(|by| by != PaymentScheme::Books);
    let unpaid = "bonuses are paid only with by = \"pot\", \"each\", \"reward\" or \"paper\"";
    let has_bonus = [hearts_from_hand, four_aces, no_aces].iter().any(|&bonus| bonus > 0);
    vec![
        ("hearts_from_hand", hearts_from_hand > 0, paid, unpaid),
        ("four_aces", four_aces > 0, paid, unpaid),
        ("no_aces", no_aces > 0, paid, unpaid),
        (
            "four_aces_lost",
            bonuses.four_aces_lost,
            four_aces > 0,
            "there is no bonus for four aces; set four_aces",
        ),
        ("by_value", bonuses.by_value, has_bonus, "there is no bonus"),
    ]
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::rules::rule_set::variant::Variant;

    fn error(base: &str, text: &str) -> String {
        let text = format!("name = 'x'\nextends = '{base}'\n{text}");
        Variant::from_toml(&text).err().map(|error| error.to_string()).unwrap_or_default()
    }

    /// Cases of keys without effect: the rules that a file extends, the file's lines with `&` between them, and a part
    /// of the error message.
    const USELESS_KEYS: &str = r#"
        austrian | [auction] & usurp_from = 255 | no bid is as high as this number
        austrian | [auction] & exit = [6, 7] | only auctions with by
        american | [auction] & preference_ends = true | there is no preference; set preference = true
        austrian | [auction] & hand_after_number = true | it needs hands
        austrian | [all_pass] & winner_leads = true | talon_leads is false
        american | [auction] & all_pass = 'redeal' & talon_shown = true | nobody takes the talon up
        russian | [decisions] & drop_out = 'suits' | the defenders whist or pass
        danube-swabian | [decisions] & quota = 3 | no contract has quotas
        austrian | [decisions] & doublings = 2 | there is no kontra
        austrian | [settlement.books] & misere = 5 | hands are not settled by this scheme
        bule | [settlement] & ante = 10 | nothing is paid out of a pot
        austrian | [settlement.pot] & limit = 50 | set unit_of_pot = true
        leningrad | [settlement.books] & amnesty = true & all_pass = 0 | set all_pass
        russian | [settlement.bonuses] & four_aces = 10 | bonuses are paid only with by
        rostov | [auction] & all_pass = 'redeal' & [settlement.books] & all_pass_whists = 7 | nobody plays
        rostov | [auction] & all_pass = 'redeal' & [settlement.books] & amnesty = true | nobody plays
        hungarian | [auction] & strains = ['S', 'C', 'D', 'H', 'N'] | only auctions with by = "levels" use it
        american | [auction] & all_pass = 'redeal' & hand_for_winner = true | without the talon already
        rostov | [auction] & all_offers_pay = true | set all_pass = "second-round"
        austrian | [decisions] & give_up_last = true | no declarer is asked whether to give up; set give_up
        hungarian | [decisions] & rekontra = 'each' | two kontras to choose from
        american | [decisions] & rekontra = 'each' | two kontras to choose from
        illustrated | [decisions] & doublings = 1 & rekontra = 'each' | doublings = 2 at least
        american | [decisions] & kontra = 'each' & kontra_in = 'no-trump' & doublings = 2 | payments are doubled only
        russian | [decisions] & refa = true | payments are doubled only
        russian | [settlement.books] & consolation = 0 & passers_consoled = false | set consolation
        russian | [settlement.books] & responsibility = 'none' & own_duties = [2, 1, 1, 1, 1] | set responsibility
        russian | [play] & lowest_without_trumps = false | lowest is false
        austrian | [decisions] & misere_open = true | misere is not among the contracts
        hungarian | [settlement.bonuses] & four_aces_lost = true | no bonus for four aces; set four_aces
        austrian-1829 | [decisions] & quota_together = 3 | set quotas and invite
        russian | [settlement.books] & progression_kept = true | set progression
        danube-swabian | [decisions] & quota_shared = true | no contract has quotas; set quotas
        russian | [auction] & all_pass = 'redeal' & [settlement.books] & all_pass_pool = 0 | nobody plays when all pass
        austrian-1829 | [settlement.pot] & pays_what_it_holds = true | set unit_of_pot = true
    "#;

    #[test]
    fn keys_without_effect_are_refused() {
        for row in USELESS_KEYS.lines().filter(|row| !row.trim().is_empty()) {
            let columns: Vec<&str> = row.trim().split(" | ").collect();
            let [base, text, reason] = columns[..] else { panic!("not three columns: {row}") };
            let error = error(base, &text.replace(" & ", "\n"));
            assert!(error.starts_with("line ") && error.contains("changes nothing: "), "{row}: {error}");
            assert!(error.contains(reason) && error.ends_with("leave it out"), "{row}: {error}");
        }
        // A number equal to the highest one can still be bid.
        for key in ["usurp_from", "open_from", "hands_from"] {
            assert_eq!(error("illustrated", &format!("[auction]\n{key} = 8")), "", "{key}");
            assert!(error("illustrated", &format!("[auction]\n{key} = 9")).contains("as high"), "{key}");
        }
        // Keys that repeat the default, or come from the extended rules, are accepted.
        assert_eq!(error("austrian", "[auction]\nusurp_from = 0\n[decisions]\ndoublings = 0"), "");
        assert_eq!(error("hungarian", "[decisions]\nkontra = 'never'"), "");
        assert_eq!(error("danube-swabian", "[decisions]\nkontra = 'never'"), "");
        assert_eq!(error("danube-swabian", "[decisions]\ndoublings = 1"), "");
        assert_eq!(error("austrian-plain", "[decisions]\ngive_up = 'never'"), "");
    }

    #[cfg(not(target_family = "wasm"))]
    fn error_of_extension(folder: &std::path::Path, base: &str, lines: &str) -> String {
        let path = folder.join("own.toml");
        std::fs::write(folder.join("base.toml"), base).expect("a file");
        std::fs::write(&path, format!("name = 'own'\nextends = 'base.toml'\n{lines}")).expect("a file");
        Variant::from_file(&path).err().map(|error| error.to_string()).unwrap_or_default()
    }

    // Files do not exist on WebAssembly.
    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn inherited_keys_without_effect_are_accepted() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = |base: &str, text: &str| error_of_extension(folder.path(), base, text);
        let later = preference_fixtures::AMERICAN_LATER;
        assert_eq!(error(later, "[auction]\nall_pass = 'redeal'"), "");
        let levels = "name = 'base'\nextends = 'russian'\n[auction]\nstrains = ['C', 'S', 'D', 'H', 'N']";
        assert_eq!(error(levels, "[auction]\nby = 'numbers'\nfirst = 1\nlast = 5"), "");
        let endless = error(later, "[auction]\nonce = false");
        assert!(endless.contains("all_offers_pay: it needs once = true"), "{endless}");
    }

    #[rstest]
    #[case("russian", "[auction]\nexit = [7]\nall_pass = 'redeal'")]
    #[case(
        "american",
        "[values]\nmisere = 10\n[decisions]\nkontra = 'each'\nkontra_in = 'no-trump'\ndoublings = 2\nrefa = true\n[settlement.each.prices]\nmisere = 10"
    )]
    #[case("rostov", "[settlement.books]\nall_pass_whists = 7")]
    #[case("rostov", "[settlement.books]\nconsolation = 'price'\npassers_consoled = false")]
    #[case("rostov", "[settlement.books]\nall_pass_pool = 2")]
    #[case("leningrad", "[settlement.books]\nprogression_kept = true")]
    #[case("russian", "[settlement.books]\nall_pass_pool = 'price'")]
    #[case("styrian", "[decisions]\nquota_shared = true\nquota_together = 3")]
    #[case("illustrated", "[play]\nlowest_without_trumps = false")]
    #[case("austrian-unlimited", "[settlement.pot]\npays_what_it_holds = true")]
    #[case("austrian-plain", "[decisions]\nquotas = 'never'\nquota = 3")]
    fn keys_with_effect_are_accepted(#[case] base: &str, #[case] text: &str) {
        assert_eq!(error(base, text), "", "{text}");
    }

    #[rstest]
    #[case("contracts = []", "write at least one contract, each once")]
    #[case("contracts = ['S', 'spades']", "write at least one contract, each once")]
    #[case("[settlement.paper]\nends_at = 0", "write 1 to 10 tricks")]
    #[case("[auction]\nhold = 'everybody'", "write true, false or \"anybody\"")]
    #[case("[auction]\nall_pass = 'bid-again'", "write by = \"suits\"")]
    #[case("[settlement.books]\nconsolation = -1", "write \"price\" or a number from 0 to 255")]
    #[case("[settlement.paper]\nends_at = 255", "write 1 to 10 tricks")]
    #[case("[values]\nS = 3\ns = 4", "line 5, column 1, in 's = 4': S is in the table already")]
    fn meaningless_values_are_refused(#[case] text: &str, #[case] right: &str) {
        let error = error("bule", text);
        assert!(error.starts_with("line ") && error.contains(right), "{text}: {error}");
    }

    #[rstest]
    #[case(r#"{"name":"x","extends":null}"#, "extends: null is not valid here: write a text")]
    #[case(
        r#"{"name":"x","extends":"rostov","settlement":{"books":{"prices":[2,null]}}}"#,
        "settlement.books.prices: null"
    )]
    #[case(r#"{"name":"x","extends":"bule","values":{"S":3,"s":4}}"#, "values.s: S is in the table already")]
    #[case(
        r#"{"name":"x","extends":"bule","auction":{"take":true,"exit":[7]}}"#,
        "auction.exit: exit changes nothing"
    )]
    fn objects_are_checked_like_files(#[case] text: &str, #[case] expected: &str) {
        let object: serde_json::Map<_, _> = serde_json::from_str(text).expect("an object");
        let error = Variant::from_json(&object).expect_err("refused").to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }

    #[test]
    fn presets_have_only_their_own_payment_schemes() {
        let bule: Variant = "bule".parse().expect("a preset");
        assert!(bule.settlement().paper.is_some() && bule.settlement().pot.is_none());
        let illustrated: Variant = "illustrated".parse().expect("a preset");
        assert!(illustrated.settlement().pot.is_some() && illustrated.settlement().each.is_some());
    }
}
