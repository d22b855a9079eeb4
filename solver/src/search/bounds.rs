//! Bounds on tricks, computed suit by suit, without a search: lower bounds on each side's tricks if both sides play to
//! win tricks, and on the tricks that the declarer loses if both play to lose them.
//!
//! Each bound holds under every combination of the rules of play, with one defender or two. These rules restrict only
//! followers, never the leader. The proofs below use only the duty to follow suit, unless they name another rule.
//!
//! Quick tricks are an old device of bridge solvers (Chang 1996; Haglund's DDS).

use super::board::Board;
use super::suit_pattern::Pattern;
use super::suit_terms::{Ruffs, SuitTerms};
use super::trump_tricks::{self, Lead};

pub(crate) struct TrickStart<'a> {
    pub(crate) board: &'a Board,
    pub(crate) remaining: u32,
    pub(crate) leader: usize,
    /// The tricks left.
    pub(crate) tricks: u8,
    pub(crate) key: u64,
}

impl<'a> TrickStart<'a> {
    #[inline(always)]
    pub(crate) fn new(board: &'a Board, remaining: u32, leader: usize, tricks: u8) -> TrickStart<'a> {
        TrickStart { board, remaining, leader, tricks, key: board.key(remaining, leader) }
    }

    #[inline(always)]
    pub(crate) fn terms(&self) -> SuitTerms {
        self.board.terms(self.key)
    }

    #[inline(always)]
    fn trump(&self) -> Option<&'static Pattern> {
        (self.board.trumps != 0).then(|| self.board.pattern_by_key(0, self.key))
    }

    #[inline(always)]
    fn trumps(&self) -> [u8; 3] {
        self.trump().map_or([0; 3], |pattern| pattern.len)
    }
}

/// A lower bound on the number of tricks that one side still wins with its trumps, whatever cards are played.
///
/// A trump of a seat either wins its trick, or loses it to a higher trump in that trick. If an opponent's trump wins
/// the trick, it beats no other trump of the seat. So each trump of the seat that loses its trick to the other side is
/// matched with a different, higher trump of an opponent. Even a maximum matching may leave trumps of the seat
/// unmatched. Whatever cards are played, at least as many of the seat's trumps as this matching leaves unmatched are
/// played to tricks that the seat or its partner wins.
#[inline(always)]
pub(crate) fn sure_trumps(start: &TrickStart, declarer: bool) -> u8 {
    let Some(trump) = start.trump() else { return 0 };
    let [declarer_count, left_defender, right_defender] = trump.unbeaten;
    if declarer { declarer_count } else { left_defender.max(right_defender) }
}

/// A lower bound on the declarer's trump tricks from a later moment on: the declarer's other cards have won
/// `others_won` tricks without any trump being played, and the seat that leads now is on lead again.
#[inline(always)]
pub(crate) fn declarer_trump_tricks(start: &TrickStart, others_won: u8) -> u8 {
    let Some(trump) = start.trump() else { return 0 };
    let others = start.tricks - trump.len[0];
    let lead = match start.leader {
        0 if others > others_won => Lead::Declarer,
        0 => Lead::OnlyTrumps,
        _ => Lead::Defender,
    };
    trump_tricks::tricks(trump.id, lead)
}

/// A number of tricks that the side on lead can take at once, without losing the lead in between.
#[inline(always)]
pub(crate) fn quick_tricks(start: &TrickStart, terms: &SuitTerms) -> u8 {
    cash(start, terms, start.leader, true).with_trumps(|others_won| match start.leader {
        0 => declarer_trump_tricks(start, others_won),
        _ => sure_trumps(start, false),
    })
}

struct CashTricks {
    tricks: u8,
    /// Whether the leader draws all trumps of the other seats; `tricks` then includes the leader's trumps.
    drawn: bool,
}

impl CashTricks {
    #[inline(always)]
    fn with_trumps(self, trumps: impl FnOnce(u8) -> u8) -> u8 {
        if self.drawn { self.tricks } else { self.tricks + trumps(self.tricks) }
    }
}

/// The [`quick_tricks`] of the side of `leader` if that seat were on lead, without additional trump tricks.
#[inline(always)]
fn cash(start: &TrickStart, terms: &SuitTerms, leader: usize, may_draw: bool) -> CashTricks {
    let (board, tricks) = (start.board, start.tricks);
    let (after, before) = ((leader + 1) % 3, (leader + 2) % 3);
    let trumps = start.trumps();
    let run = start.trump().map_or(0, |pattern| if may_draw { pattern.run_of(leader) } else { 0 });
    // The leader's partner; 3, which is not a seat, if the leader is the declarer. A partner who does not take part in
    // the play holds no cards, so no tricks are added for that seat.
    let partner = 3 - leader;
    let nosteal = board.play_rules.nosteal;
    // Nobody else has a trump, or the leader's highest trumps draw all trumps of the others. The leader leads these
    // trumps, then each suit from the top, and no other seat can win any of these tricks. If the leader's top cards in
    // a suit are at least as many as the cards that any other seat has in it, the leader's remaining cards of the suit
    // win, too.
    if trumps[after].max(trumps[before]) <= run {
        let leader_tricks = trumps[leader] + terms.leader_tricks(leader, Ruffs::Never);
        if partner == 3 || nosteal {
            return CashTricks { tricks: leader_tricks, drawn: true };
        }
        let (partner_tricks, reached) = terms.partner_tricks(leader, Ruffs::Never);
        let partner_tricks = if reached { partner_tricks.min(tricks - leader_tricks) } else { 0 };
        let tricks = leader_tricks + partner_tricks;
        return CashTricks { tricks, drawn: true };
    }
    // Otherwise the leader leads a suit from the top only as long as every opponent with a trump must follow suit. A
    // partner with a trump must follow suit, too, if the rules could oblige the partner to ruff; if they could not, the
    // partner must have enough other cards to play. No trump is played to these tricks, so `sure_trumps` or
    // `declarer_trump_tricks` are won in addition.
    let must_ruff = board.play_rules.trump;
    let ruffs = |seat: usize| trumps[seat] > 0 && (seat != partner || must_ruff);
    let leader_ruffs = Ruffs::By { after: ruffs(after), before: ruffs(before) };
    let mut cashed = terms.leader_tricks(leader, leader_ruffs);
    if partner < 3 {
        cashed = cashed.min(tricks - trumps[partner]);
        let ruffs = Ruffs::By { after: trumps[0] > 0, before: must_ruff && trumps[leader] > 0 };
        let (partner_tricks, reached) = terms.partner_tricks(leader, ruffs);
        // The leader leads a suit in which the partner has the top card, and the partner goes on in the same way. Until
        // then the partner has thrown no card that is counted: for each earlier trick the partner either had an
        // uncounted card to throw, or one of the partner's winners is left out of the count. `nosteal` can forbid the
        // partner to take the trick over.
        if reached && !nosteal {
            let spare = (tricks - cashed).saturating_sub(trumps[partner].max(trumps[leader]));
            cashed += partner_tricks.min(spare);
        }
    }
    CashTricks { tricks: cashed, drawn: false }
}

/// A lower bound on the number of tricks that the declarer can take with a defender on lead. Whichever suits the
/// defenders lead, sooner or later the declarer wins a trick, and then has the [`quick_tricks`].
///
/// There are three cases: the defenders have no trumps; or one of the declarer's trumps is sure, so that the declarer
/// has a trump whenever one is needed; or the argument does not let the declarer ruff at all. A suit that a defender
/// may lead is *stopped* if the declarer has its top card, or is void in it and ruffs. Any other suit can be led only a
/// limited number of times before the declarer wins a trick: once for each card that the defender with more cards in it
/// has, or until the declarer can ruff. If none of the declarer's trumps is sure, this limit holds for trumps, too:
/// once for each trump of the defender with more trumps. Until then, nothing changes that the declarer's quick tricks
/// depend on:
///
/// - The declarer follows suit. A void declarer who ruffs throws nothing. A void declarer who does not ruff throws
///   uncounted cards first, and then the lowest cards of the counted suits. All kept cards win as long as they include
///   a top card of each stopped suit. If the declarer has to win a trick earlier, that costs no trick.
/// - A defender with a trump must have followed suit each time. So this defender has not ruffed, and has not become
///   void in another suit by throwing a card. To a lead of trumps a defender throws a card only when no trump is left
///   in that hand. If a lead of trumps by the defenders costs the declarer one of the sure trump tricks, the declarer
///   wins a trick by it in return.
#[inline(always)]
pub(crate) fn regained_tricks(start: &TrickStart, terms: &SuitTerms) -> u8 {
    let &TrickStart { leader, tricks, .. } = start;
    let other = 3 - leader;
    let (trump, trumps) = (start.trump(), start.trumps());
    let defenders_have_no_trumps = trumps[1] + trumps[2] == 0;
    let has_trump = if defenders_have_no_trumps {
        trumps[0] > 0
    } else {
        trump.is_some_and(|pattern| pattern.unbeaten[0] > 0)
    };
    let stops = terms.stops(has_trump);
    let lost = stops.lost + if has_trump { 0 } else { trumps[1].max(trumps[2]) };
    let void = |seat: usize| trumps[seat] > 0 && stops.void[seat - 1];
    // The present leader's own voids do not matter if the partner never gets the lead, since a leader always plays the
    // suit led. The partner wins no trick if the declarer stops every suit and has the highest trump.
    let partner_never_leads = lost == 0 && trump.is_none_or(|pattern| pattern.top == 0);
    if void(other) || void(leader) && !partner_never_leads {
        return 0;
    }
    // The trick with which the declarer stops a suit is already counted: it is the first of the tricks counted in that
    // suit. A ruff is a trick, and costs at most one of the sure trump tricks. But it takes a trump from the declarer's
    // hand, who may then no longer be able to draw the other trumps.
    let quick = cash(start, terms, 0, !stops.ruffs).with_trumps(|_| sure_trumps(start, true));
    if has_trump {
        return quick;
    }
    let kept = tricks.saturating_sub(lost);
    if quick <= kept {
        quick
    } else if stops.stopped <= kept {
        kept
    } else {
        0
    }
}

/// A lower bound on the number of tricks that the declarer loses in a game without trumps by cards that are lower than
/// all cards of one defender in their suit.
///
/// Such a card of the declarer is an *exit* as long as the defender has a card of that suit: a trick to which the
/// declarer leads the exit, or plays it when the suit is led, is lost, since the defender must follow with a higher
/// card. The defender can take the exit away without winning a trick only by throwing all cards of the suit, on tricks
/// in suits in which the defender is void. [`SuitTerms::exit_cards`] counts certain cards of the defender, P in all.
/// One trick reduces P by at most
///
/// - one, if the defender throws such a card, or if the rule `head` makes the declarer win a trick of the
///   suit with another card;
/// - two, if the declarer loses the trick with an exit. The reduction is only one if the declarer chooses a suit in
///   which an odd number of cards is counted, and such a suit exists if P is odd;
/// - one, if the declarer discards, and then the declarer loses this trick, too. A declarer with nothing but exits
///   discards from a suit in which twice the number of exits exceeds the number of the defender's cards by at least
///   two, so that the count does not change. If there is no such suit, the declarer has no more cards than there are
///   suits with exits, which are three at most, and need not lose another trick.
#[inline(always)]
pub(crate) fn exit_tricks(start: &TrickStart, terms: &SuitTerms) -> u8 {
    exit_tricks_to(start, terms, 1).max(exit_tricks_to(start, terms, 2))
}

#[inline(always)]
fn exit_tricks_to(start: &TrickStart, terms: &SuitTerms, defender: usize) -> u8 {
    let &TrickStart { board, leader, .. } = start;
    let exits = terms.exit_cards(defender);
    // A declarer on lead loses P / 2 tricks, rounded up: one at once, and the others with a defender on lead and P − 2
    // cards counted, or P − 1 if P is odd. With a defender on lead the declarer loses P / 2 tricks, rounded down:
    // either this trick, and P − 2 cards are left; or the declarer wins it, P − 1 cards are left, and the declarer
    // leads. There are enough tricks left to lose these: every other trick is lost, beginning with the present trick if
    // the declarer is on lead, and the defender holds a card for each trick. A defender on lead throws no card on this
    // trick, so a single exit to this defender survives it, except under `head`.
    let is_kept = leader == 0 || leader == defender && exits == 1 && !board.play_rules.head;
    (exits + u8::from(is_kept)) / 2
}

/// An upper bound on [`exit_tricks`] with `tricks` tricks left, which must be two or more.
///
/// [`SuitTerms::exit_cards`] is at most the number of the defender's cards, which is `tricks`. With a defender on lead,
/// a single exit that survives the trick costs one trick, and the upper bound is at least one.
#[inline(always)]
pub(crate) fn max_exit_tricks(leader: usize, tricks: u8) -> u8 {
    (tricks + u8::from(leader == 0)) / 2
}

#[cfg(test)]
pub(super) mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::cards::{Card, Cards, Suit};
    use crate::position::{PlaySetup, Position};
    use crate::rules::play::PlayRules;
    use crate::search::deferred::DeferredDiscard;
    use crate::search::endgame::{Effort, Endgames, Question};
    use crate::seat::{BySeat, Seat, Seats};

    /// Generates random endings of up to four cards in each hand under all rules of play. `check` is called with the
    /// position, with the number of the declarer's tricks if the declarer plays for tricks, and in games without trumps
    /// also with the number if the declarer plays to lose tricks. It returns whether the bound that it checks is
    /// greater than 0 there, or of use in another way.
    pub(crate) fn check_random_endings(
        count: u32,
        mut check: impl FnMut(&TrickStart, u8, Option<u8>) -> bool,
    ) {
        let mut random = Pcg64::seed_from_u64(3);
        let endgames = Endgames::default();
        let mut board = Board::new();
        let mut useful = 0;
        for n in 0..count {
            let cards = 1 + n as usize % 4;
            let mut pack: Vec<Card> = Cards::PACK.iter().collect();
            // A pack with fewer suits leads to longer suits and more ruffs.
            if n % 3 == 0 {
                pack.truncate(random.random_range(3 * cards..=32));
            }
            pack.shuffle(&mut random);
            let hands =
                BySeat::from_fn(|seat| pack[seat.index() * cards..][..cards].iter().copied().collect());
            let out = [
                Seats::NONE,
                Seats::NONE,
                Seats::from_seat(Seat::Middlehand),
                Seats::from_seat(Seat::Rearhand),
            ];
            let suits = [None, Some(Suit::Clubs), Some(Suit::Hearts), Some(Suit::Spades)];
            let setup = PlaySetup {
                // All endings under one rule set come in succession, since each set has its own cached values.
                play_rules: PlayRules::from_bits((n * 32 / count) as u8),
                trump: suits[random.random_range(0..4)],
                declarer: Some(Seat::Forehand),
                playing: Seats::ALL - out[random.random_range(0..4)],
            };
            let leader = Seat::ALL[random.random_range(0..3)];
            let position = Position::new(setup, hands, leader, &[]).expect("equal hands");
            let (remaining, _) = board.lay_out(&position);
            let board = &board;
            let leader = board.seat_number(position.leader());
            let start = TrickStart::new(board, remaining, leader, cards as u8);
            let most = endgame_value(&endgames, &start, 1);
            let fewest = setup.trump.is_none().then(|| endgame_value(&endgames, &start, board.playing & !1));
            useful += u32::from(check(&start, most, fewest));
        }
        assert!(useful > count / 50, "the bound was of use in only {useful} of {count} endings");
    }

    fn endgame_value(endgames: &Endgames, start: &TrickStart, maximizers: u8) -> u8 {
        let &TrickStart { board, remaining, leader, tricks, .. } = start;
        let endings = endgames.get(board, Question::new(1, maximizers), Effort::default());
        endings.values.value(board, remaining, leader, tricks)
    }

    #[test]
    fn exit_tricks_are_lost() {
        check_random_endings(ENDING_COUNT, |start, _, fewest| {
            let Some(fewest) = fewest else { return false };
            let lost = exit_tricks(start, &start.terms());
            assert!(lost <= start.tricks - fewest, "{lost} {fewest} {}", describe(start));
            lost > 0
        });
    }

    pub(crate) fn describe(start: &TrickStart) -> String {
        let &TrickStart { board, remaining, leader, .. } = start;
        let hands = [0, 1, 2].map(|seat| Cards::from_bits(board.hand(seat, remaining)));
        format!(
            "{hands:?}, {leader} leads, trumps {:?}, {}",
            Cards::from_bits(board.trumps),
            board.play_rules
        )
    }

    pub(crate) const ENDING_COUNT: u32 = 60_000;

    #[test]
    fn defender_bounds_hold_for_each_deferred_discard() {
        // The bounds must hold whichever cards the declarer lays aside.
        let mut random = Pcg64::seed_from_u64(4);
        let (endgames, mut board, mut useful) = (Endgames::default(), Board::new(), 0);
        for n in 0..ENDING_COUNT / 2 {
            let (cards, surplus) = (1 + n as usize % 4, 1 + n as u8 / 4 % 2);
            let mut pack: Vec<Card> = Cards::PACK.iter().collect();
            if n % 3 == 0 {
                pack.truncate(random.random_range(3 * cards + 2..=32));
            }
            pack.shuffle(&mut random);
            let hands =
                BySeat::from_fn(|seat| pack[seat.index() * cards..][..cards].iter().copied().collect());
            let suits = [None, Some(Suit::Clubs), Some(Suit::Hearts), Some(Suit::Spades)];
            let setup = PlaySetup {
                // All endings under one rule set come in succession, since each set has its own cached values.
                play_rules: PlayRules::from_bits((n * 64 / ENDING_COUNT) as u8),
                trump: suits[random.random_range(0..4)],
                declarer: Some(Seat::Forehand),
                playing: Seats::ALL,
            };
            let leader = Seat::ALL[random.random_range(0..3)];
            let position = Position::new(setup, hands, leader, &[]).expect("equal hands");
            let aside: Cards = pack[3 * cards..][..surplus.into()].iter().copied().collect();
            let (remaining, _) =
                board.lay_out(&position.with_hand(Seat::Forehand, hands[Seat::Forehand] | aside));
            let (board, leader) = (&board, board.seat_number(leader));
            let start = TrickStart::new(board, remaining, leader, cards as u8);
            let cashed = match leader {
                0 => 0,
                _ => quick_tricks(&start, &board.terms_with_surplus(start.key, surplus)),
            };
            let won = sure_trumps(&start, false).max(cashed);
            useful += u32::from(won > 0);
            let discard = DeferredDiscard::new(board.hand(0, remaining));
            let is_less = |remaining| {
                let start = TrickStart::new(board, remaining, leader, cards as u8);
                cards as u8 - endgame_value(&endgames, &start, 1) < won
            };
            assert!(
                !discard.any_choice(remaining, board.trumps, surplus, is_less),
                "{won} {}",
                describe(&start)
            );
        }
        assert!(useful > ENDING_COUNT / 10, "the bounds were greater than 0 in only {useful} endings");
    }

    #[test]
    fn sure_trumps_are_won() {
        check_random_endings(ENDING_COUNT, |start, value, _| {
            let (declarer_count, defender_count) = (sure_trumps(start, true), sure_trumps(start, false));
            assert!(
                declarer_count <= value && defender_count <= start.tricks - value,
                "{declarer_count} {defender_count} {value} {}",
                describe(start)
            );
            declarer_count + defender_count > 0
        });
    }

    #[test]
    fn declarer_trump_tricks_are_won() {
        check_random_endings(ENDING_COUNT, |start, value, _| {
            let tricks = declarer_trump_tricks(start, 0);
            assert!(tricks <= value && tricks <= start.tricks, "{tricks} {value} {}", describe(start));
            tricks > sure_trumps(start, true)
        });
    }

    #[test]
    fn quick_tricks_are_won() {
        check_random_endings(ENDING_COUNT, |start, value, _| {
            let quick = quick_tricks(start, &start.terms());
            let won = if start.leader == 0 { value } else { start.tricks - value };
            assert!(quick <= won, "{quick} {won} {}", describe(start));
            quick > 0
        });
    }

    fn hand(text: &str) -> Cards {
        crate::deal::notation::read_cards(text).expect("cards").into_iter().collect()
    }

    /// A position that was solved by hand, with forehand as the declarer.
    struct Ending<'a> {
        hands: [&'a str; 3],
        leader: Seat,
        trump: Option<Suit>,
        play_rules: PlayRules,
    }

    impl Ending<'_> {
        fn position(&self) -> Position {
            let hands = BySeat(self.hands.map(hand));
            let playing = Seat::ALL.into_iter().filter(|&seat| !hands[seat].is_empty());
            let playing = playing.fold(Seats::NONE, |seats, seat| seats | Seats::from_seat(seat));
            let &Ending { leader, trump, play_rules, .. } = self;
            let setup = PlaySetup { play_rules, trump, declarer: Some(Seat::Forehand), playing };
            Position::new(setup, hands, leader, &[]).expect("equal hands")
        }

        fn bound(&self, bound: fn(&TrickStart, &SuitTerms) -> u8) -> u8 {
            let (mut board, position) = (Board::new(), self.position());
            let (remaining, _) = board.lay_out(&position);
            let tricks = position.hand(Seat::Forehand).len() as u8;
            let start = TrickStart::new(&board, remaining, board.seat_number(position.leader()), tricks);
            bound(&start, &start.terms())
        }

        fn declarer_tricks(&self) -> u8 {
            crate::search::Solver::plain().max_tricks(&self.position(), Seats::from_seat(Seat::Forehand))
        }
    }

    const CLUBS: Option<Suit> = Some(Suit::Clubs);

    #[test]
    fn quick_tricks_of_defenders_are_tight() {
        let free = PlayRules::default();
        let endings = [
            // The leader cashes two spades, since the declarer has no trump; the partner keeps the trump.
            (["HT DJ D7", "HQ DA C7", "SA ST S8"], Seat::Rearhand, CLUBS, free),
            // The partner takes over with the king and cashes two spades.
            (["HQ CK CQ", "H9 DQ DJ", "SA S9 DK"], Seat::Middlehand, None, free),
            // The partner wins the diamond, since the declarer has no trump, and then the trump.
            (["SQ HQ", "D8 CA", "H8 D7"], Seat::Rearhand, CLUBS, free),
            // The partner wins two diamonds, since the leader need not ruff the second; then come two trumps.
            (
                ["S7 HK H7 DT", "SQ DA DQ CT", "HT D8 C9 C8"],
                Seat::Rearhand,
                CLUBS,
                PlayRules { head: true, ..free },
            ),
            // The partner wins a heart, a diamond, which the leader cannot ruff, and the trump.
            (
                ["SK S9 HT", "ST HJ H7", "HA DQ CK"],
                Seat::Middlehand,
                CLUBS,
                PlayRules { trump: true, head: true, ..free },
            ),
        ];
        for (hands, leader, trump, play_rules) in endings {
            let ending = Ending { hands, leader, trump, play_rules };
            let tricks = hands[0].split(' ').count() as u8;
            assert_eq!((ending.bound(quick_tricks), ending.declarer_tricks()), (tricks, 0), "{hands:?}");
        }
    }

    #[test]
    fn regained_tricks_are_tight() {
        let play_rules = PlayRules::default();
        // No defender has a trump, so the declarer ruffs the diamond and then wins the spade.
        let hands = ["SJ C9", "ST DA", "S7 DQ"];
        let ending = Ending { hands, leader: Seat::Middlehand, trump: CLUBS, play_rules };
        assert_eq!((ending.bound(regained_tricks), ending.declarer_tricks()), (2, 2));
        // The declarer loses three tricks and keeps one card, of the only stopped suit.
        let hands = ["S9 HJ CA CK", "", "SK S7 DT C9"];
        let ending = Ending { hands, leader: Seat::Rearhand, trump: None, play_rules };
        assert_eq!((ending.bound(regained_tricks), ending.declarer_tricks()), (1, 1));
    }

    #[test]
    fn single_exit_is_kept_when_its_defender_leads() {
        // Checks a position with a single exit, the ten of clubs. The defender with the king of clubs leads it,
        // and the declarer has to follow with the ten.
        let hands = ["HK H9 D7 CT", "", "ST S9 H8 CK"];
        let ending = Ending { hands, leader: Seat::Rearhand, trump: None, play_rules: PlayRules::default() };
        assert_eq!(ending.bound(exit_tricks), 1);
    }

    #[test]
    fn exit_tricks_reach_their_upper_bound() {
        // Gives the declarer the lowest cards of two suits, and one defender the highest cards of the same suits.
        let declarer = ["S7", "H7", "S8", "H8", "S9", "H9", "ST", "HT"];
        let left_defender = ["SA", "HA", "SK", "HK", "SQ", "HQ", "SJ", "HJ"];
        let right_defender = ["D7", "C7", "D8", "C8", "D9", "C9", "DT", "CT"];
        for tricks in 2..=8 {
            let hands = [declarer, left_defender, right_defender].map(|cards| cards[..tricks].join(" "));
            for leader in Seat::ALL {
                let hands = hands.each_ref().map(String::as_str);
                let ending = Ending { hands, leader, trump: None, play_rules: PlayRules::default() };
                let tricks = tricks as u8;
                let expected = if leader == Seat::Forehand { tricks.div_ceil(2) } else { tricks / 2 };
                let bounds = [ending.bound(exit_tricks), max_exit_tricks(leader.index(), tricks)];
                assert_eq!(bounds, [expected; 2], "{tricks} tricks, {leader:?} leads");
            }
        }
    }

    #[test]
    fn trump_lead_may_put_partner_on_lead() {
        // Checks a deal in which the declarer gets only one trick. The right defender has no diamonds, and leads a
        // trump. The left defender wins this trick and leads a diamond, on which the right defender throws the spade.
        let hands = BySeat([
            hand("SA SK SQ SJ ST S8 CK CQ"),
            hand("S9 HA HK H7 DQ DJ CA C7"),
            hand("S7 HQ HT H9 H8 CJ CT C9"),
        ]);
        let (trump, declarer) = (Some(Suit::Clubs), Some(Seat::Forehand));
        let setup = PlaySetup { play_rules: PlayRules::default(), trump, declarer, playing: Seats::ALL };
        let position = Position::new(setup, hands, Seat::Rearhand, &[]).expect("equal hands");
        for mut solver in [crate::search::Solver::new(), crate::search::Solver::plain()] {
            assert_eq!(solver.max_tricks(&position, Seats::from_seat(Seat::Forehand)), 1);
        }
    }

    #[test]
    fn partner_barred_from_taking_over_cashes_nothing() {
        // Checks an ending under `nosteal`, which forbids a defender to take over a trick that the partner is winning.
        // So that defender does not get the lead, and cannot cash the top cards of another suit.
        let layout: crate::deal::Layout = "F:JT9.AQ.Q7. 8.KJ7.T.K7 K.98.AK8.8".parse().expect("an ending");
        let hands = BySeat::from_fn(|seat| layout.hand(seat).expect("all play"));
        let values = [crate::search::Solver::new(), crate::search::Solver::plain()].map(|mut solver| {
            Seat::ALL.map(|declarer| {
                let setup = PlaySetup {
                    play_rules: PlayRules { nosteal: true, ..PlayRules::default() },
                    trump: Some(Suit::Spades),
                    declarer: Some(declarer),
                    playing: Seats::ALL,
                };
                let position = Position::new(setup, hands, Seat::Forehand, &[]).expect("equal hands");
                solver.max_tricks(&position, Seats::from_seat(declarer))
            })
        });
        assert_eq!(values, [[3, 0, 3]; 2]);
    }

    #[test]
    fn regained_tricks_are_won() {
        check_random_endings(ENDING_COUNT, |start, value, _| {
            let regained = if start.leader == 0 { 0 } else { regained_tricks(start, &start.terms()) };
            assert!(regained <= value, "{regained} {value} {}", describe(start));
            regained > 0
        });
    }
}
