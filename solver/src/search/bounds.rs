//! Bounds on how many tricks the declarer and the defenders win, from a look at the
//! suits, where each side wants tricks, and one where nobody does.
//!
//! Each holds under every combination of the switches, with one defender or two.
//! The switches bind followers only; the arguments below use of a follower no more
//! than that he follows suit if he can, and say where they use more.

use super::board::Board;
use super::suit_terms::{Ruffs, SuitTerms};
use super::trump_tricks::{self, Lead};

/// At least so many of the tricks still to come go to this side whatever anybody
/// plays, by the trumps that it holds; the declarer's side if `declarer`.
///
/// A trump of a seat either wins its trick, or loses it to a higher trump in that
/// trick. If an opponent's trump wins, it beats this one trump of the seat and no
/// other; so the trumps of the seat that do not win for his side are matched, one
/// to one, with higher trumps of opponents. What the best matching leaves over wins
/// tricks for the side, by the seat or his partner.
#[inline]
pub(crate) fn sure_trumps(board: &Board, left: u32, declarer: bool) -> u8 {
    let Some(trump) = board.trump(left) else { return 0 };
    let [own, left_defender, right_defender] = trump.unbeaten;
    if declarer { own } else { left_defender.max(right_defender) }
}

/// So many of the tricks still to come go to the declarer by his trumps, once he has won so
/// many with other cards on which nobody has played a trump, and the same seat is on lead.
#[inline(always)]
pub(crate) fn declarers_trumps(board: &Board, left: u32, leader: usize, others_won: u8) -> u8 {
    let Some(trump) = board.trump(left) else { return 0 };
    let others = (board.hand(0, left) & !board.trumps).count_ones() as u8;
    let lead = match leader {
        0 if others > others_won => Lead::Declarer,
        0 => Lead::OnlyTrumps,
        _ => Lead::Defender,
    };
    trump_tricks::tricks(trump.id, lead)
}

/// The side of the seat on lead can take so many tricks, beginning at once.
///
/// - Nobody else has a trump, or the leader's highest trumps draw all of them: he
///   leads those, then in each suit his cards from the top; nobody can win such a
///   trick. If his top cards are as many as anybody else has in the suit, the rest
///   of his cards there win too.
/// - Otherwise he leads from the top only as often as every opponent who has a trump
///   must follow suit, and so must a partner who has one if the rules made him ruff
///   (if they do not, he must have enough other cards to play). None of these tricks
///   takes a trump from a hand, so that [`sure_trumps`] come on top of them.
/// - Then a defender can lead to a suit whose top his partner has, and the partner
///   goes on in the same way. Meanwhile the partner has thrown nothing that he
///   needs: he had a card that does not count for each trick before, else fewer of
///   his are counted. This uses that he may take the trick over, which `nosteal`
///   can forbid.
#[inline(always)]
pub(crate) fn quick_tricks(board: &Board, left: u32, terms: &SuitTerms, leader: usize, tricks: u8) -> u8 {
    cash(board, left, terms, leader, tricks, true, |others_won| match leader {
        0 => declarers_trumps(board, left, leader, others_won),
        _ => sure_trumps(board, left, false),
    })
}

/// The [`quick_tricks`], without drawing trumps if `may_draw` is off; `and_trumps` are those
/// that trumps win beside so many other tricks.
#[inline(always)]
fn cash(
    board: &Board,
    left: u32,
    terms: &SuitTerms,
    leader: usize,
    tricks: u8,
    may_draw: bool,
    and_trumps: impl FnOnce(u8) -> u8,
) -> u8 {
    let (after, before) = ((leader + 1) % 3, (leader + 2) % 3);
    let trump = board.trump(left);
    let trumps = trump.map_or([0; 3], |pattern| pattern.len);
    let run = trump.map_or(0, |pattern| if may_draw { pattern.run_of(leader) } else { 0 });
    let partner = if leader == 0 || board.players < 3 { 3 } else { 3 - leader };
    let nosteal = board.play_rules.nosteal;
    if trumps[after].max(trumps[before]) <= run {
        let own = trumps[leader] + terms.own(leader, Ruffs::Never);
        if partner == 3 || nosteal {
            return own;
        }
        let (partners, reached) = terms.partners(leader, Ruffs::Never);
        return if reached { own + partners.min(tricks - own) } else { own };
    }
    // Who may ruff, and so with how many cards of a suit in hand he may not.
    let must_ruff = board.play_rules.trump;
    let ruffs = |seat: usize| trumps[seat] > 0 && (seat != partner || must_ruff);
    let mut own = terms.own(leader, Ruffs::By { after: ruffs(after), before: ruffs(before) });
    if partner < 3 {
        own = own.min(tricks - trumps[partner]);
        let ruffs = Ruffs::By { after: trumps[0] > 0, before: must_ruff && trumps[leader] > 0 };
        let (partners, reached) = terms.partners(leader, ruffs);
        if reached && !nosteal {
            let spare = (tricks - own).saturating_sub(trumps[partner].max(trumps[leader]));
            own += partners.min(spare);
        }
    }
    own + and_trumps(own)
}

/// A defender is on lead: the declarer can take so many tricks, because sooner or
/// later he wins one whatever is led, and then has his [`quick_tricks`]; 0 if that
/// cannot be said.
///
/// Either defenders have no trumps, or one of the declarer's is sure (then he has one
/// whenever he needs it), or he is not counted on to ruff at all. A suit that a defender
/// may lead is *stopped* if the declarer has its top card, or is void in it and ruffs.
/// Another suit can be led only so often before he wins: as often as the longer defender
/// has a card of it, or until the declarer can ruff; trumps too, as often as the longer
/// defender has one, where none of the declarer's is sure. Meanwhile nothing changes that
/// his quick tricks depend on:
///
/// - He follows suit. If he ruffs when he is void he throws nothing. If he does not, he
///   throws what does not count, and from a suit that counts the lowest; the cards he
///   keeps all win as long as one top card of each stopped suit is among them. If he has
///   to win a trick earlier, so much the better.
/// - A defender who has a trump must have followed suit each time, so that he neither
///   ruffs nor throws a card and becomes able to ruff; on trumps he throws a card only
///   when he has none left. The leader need not be able to follow if he alone leads,
///   since his partner wins nothing: every suit is stopped, and the highest trump is the
///   declarer's. Trumps that they lead take none of the sure ones without giving a trick.
///
/// A trick won in a stopped suit is the first of those that the suit counts for. A
/// ruff is a trick, and takes at most one from the trumps that were sure; but it
/// takes a trump from his hand, so that drawing the others may fail, and is not
/// counted on when he may have to ruff.
#[inline(always)]
pub(crate) fn regained_tricks(board: &Board, left: u32, terms: &SuitTerms, leader: usize, tricks: u8) -> u8 {
    let other = 3 - leader;
    let trump = board.trump(left);
    let trumps = trump.map_or([0; 3], |pattern| pattern.len);
    let plain = trumps[1] + trumps[2] == 0;
    let own = if plain { trumps[0] > 0 } else { trump.is_some_and(|pattern| pattern.unbeaten[0] > 0) };
    let stops = terms.stops(own);
    let lost = stops.lost + if own { 0 } else { trumps[1].max(trumps[2]) };
    let void = |seat: usize| trumps[seat] > 0 && stops.void[seat - 1];
    // Only the leader leads, and he follows to his own leads, as long as his partner wins
    // nothing: the declarer stops every suit, trumps by having the highest.
    let alone = lost == 0 && trump.is_none_or(|pattern| pattern.top == 0);
    if void(other) || void(leader) && !alone {
        return 0;
    }
    let quick = cash(board, left, terms, 0, tricks, !stops.ruffs, |_| sure_trumps(board, left, true));
    if own {
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

/// There are no trumps: the declarer can lose so many of the tricks still to come, by cards
/// that are lower than all those of one defender in a suit.
///
/// As long as he has such a card, and the defender a card of that suit, it is an *exit*: if
/// the declarer leads it, or plays it when the suit is led, he loses the trick, since the
/// defender must follow with a higher one. The defender gets rid of it without giving a
/// trick only by throwing all his cards of the suit, on tricks of suits in which he is void.
/// Of his cards that [`SuitTerms::exits`] counts, P in all, a trick takes at most
///
/// - one, if he throws it, or if `head` makes the declarer win a trick of the suit with
///   another card;
/// - two, if the declarer loses the trick with an exit; one if he chooses a suit that counts
///   for an odd number, as there is if P is odd;
/// - one, if the declarer discards, which is a trick lost too. Has he nothing but exits he
///   discards from a suit where he has two more than the defender's cards need. If there is
///   none he has as few cards as there are such suits, three at most, of which he need lose
///   no other.
///
/// So the declarer on lead loses P / 2 tricks, rounded up: one at once, and the others with a
/// defender on lead and P − 2 left, or P − 1 if P is odd. With a defender on lead he loses
/// P / 2, rounded down: either he loses this trick, and P − 2 are left, or he wins it, P − 1
/// are left and he is on lead. Tricks must last for it: every other one is lost, beginning
/// with this if he leads it. If the defender himself leads he throws nothing and a single
/// exit is kept, but for `head`.
#[inline(always)]
pub(crate) fn exits(board: &Board, terms: &SuitTerms, leader: usize, tricks: u8) -> u8 {
    let by = |defender: usize| {
        let exits = terms.exits(defender);
        let kept = leader == 0 || leader == defender && exits == 1 && !board.play_rules.head;
        (exits + u8::from(kept)) / 2
    };
    by(1).max(by(2)).min(most_exits(leader, tricks))
}

/// The most that [`exits`] can come to with so many tricks left.
#[inline(always)]
pub(crate) fn most_exits(leader: usize, tricks: u8) -> u8 {
    (tricks + u8::from(leader == 0)) / 2
}

#[cfg(test)]
pub(super) mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::cards::{Card, Cards, Suit};
    use crate::position::{Game, Position};
    use crate::rules::play::PlayRules;
    use crate::search::endgame::{Endgames, Question};
    use crate::seat::{BySeat, Seat, Seats};

    /// Ask about random endings of up to four cards in each hand under all switches;
    /// `check` gets the board, the cards left, the tricks left, the leader, and the
    /// declarer's tricks if he wants many, and if nobody wants any and there are no trumps.
    pub(crate) fn on_endings(
        count: u32,
        mut check: impl FnMut(&Board, u32, u8, usize, u8, Option<u8>) -> bool,
    ) {
        let mut random = Pcg64::seed_from_u64(3);
        let endgames = Endgames::default();
        let mut board = Board::new();
        let mut fired = 0;
        for n in 0..count {
            let cards = 1 + n as usize % 4;
            let mut pack: Vec<Card> = Cards::PACK.iter().collect();
            // Few suits and ranks make longer suits and more ruffs.
            if n % 3 == 0 {
                pack.truncate(random.random_range(3 * cards..=32));
            }
            pack.shuffle(&mut random);
            let hands =
                BySeat::from_fn(|seat| pack[seat.index() * cards..][..cards].iter().copied().collect());
            let out = [Seats::NONE, Seats::NONE, Seats::of(Seat::Middlehand), Seats::of(Seat::Rearhand)];
            let suits = [None, Some(Suit::Clubs), Some(Suit::Hearts), Some(Suit::Spades)];
            let game = Game {
                // One set of switches after the other, since each has tables of its own.
                play_rules: PlayRules::from_bits((n * 32 / count) as u8),
                trump: suits[random.random_range(0..4)],
                declarer: Some(Seat::Forehand),
                playing: Seats::ALL - out[random.random_range(0..4)],
            };
            let leader = Seat::ALL[random.random_range(0..3)];
            let position = Position::new(game, hands, leader, &[]).expect("equal hands");
            let (left, _) = board.lay_out(&position);
            let board = &board;
            let leader = board.seat(position.leader());
            let value = |pursuers| {
                let known = endgames.get(board, Question::new(1, pursuers));
                known.values.value(board, left, leader, cards as u8)
            };
            let fewest = game.trump.is_none().then(|| value(board.playing & !1));
            fired += u32::from(check(board, left, cards as u8, leader, value(1), fewest));
        }
        assert!(fired > count / 50, "it fired {fired} times only");
    }

    #[test]
    fn exits_lose() {
        on_endings(ENDINGS, |board, left, tricks, leader, _, fewest| {
            let Some(fewest) = fewest else { return false };
            let lost = exits(board, &board.terms(left), leader, tricks);
            assert!(lost <= tricks - fewest, "{lost} {fewest} {}", place(board, left, leader));
            lost > 0
        });
    }

    pub(crate) fn place(board: &Board, left: u32, leader: usize) -> String {
        let hands = [0, 1, 2].map(|seat| Cards::from_bits(board.hand(seat, left)));
        format!(
            "{hands:?}, {leader} leads, trumps {:?}, {}",
            Cards::from_bits(board.trumps),
            board.play_rules
        )
    }

    pub(crate) const ENDINGS: u32 = 60_000;

    #[test]
    fn sure_trumps_are_won() {
        on_endings(ENDINGS, |board, left, tricks, leader, value, _| {
            let (own, theirs) = (sure_trumps(board, left, true), sure_trumps(board, left, false));
            assert!(
                own <= value && theirs <= tricks - value,
                "{own} {theirs} {value} {}",
                place(board, left, leader)
            );
            own + theirs > 0
        });
    }

    #[test]
    fn declarers_trumps_are_won() {
        on_endings(ENDINGS, |board, left, tricks, leader, value, _| {
            let own = declarers_trumps(board, left, leader, 0);
            assert!(own <= value && own <= tricks, "{own} {value} {}", place(board, left, leader));
            own > sure_trumps(board, left, true)
        });
    }

    #[test]
    fn quick_tricks_are_won() {
        on_endings(ENDINGS, |board, left, tricks, leader, value, _| {
            let quick = quick_tricks(board, left, &board.terms(left), leader, tricks);
            let won = if leader == 0 { value } else { tricks - value };
            assert!(quick <= won, "{quick} {won} {}", place(board, left, leader));
            quick > 0
        });
    }

    /// The right defender cannot follow to diamonds. He leads a trump, his partner takes
    /// it and leads a diamond, on which he throws his spade: the declarer gets one trick.
    #[test]
    fn a_trump_lead_may_put_the_partner_on_lead() {
        let hand = |text: &str| {
            let cards = crate::deal::notation::read_cards(text).expect("cards");
            cards.into_iter().collect::<Cards>()
        };
        let hands = BySeat([
            hand("SA SK SQ SJ ST S8 CK CQ"),
            hand("S9 HA HK H7 DQ DJ CA C7"),
            hand("S7 HQ HT H9 H8 CJ CT C9"),
        ]);
        let (trump, declarer) = (Some(Suit::Clubs), Some(Seat::Forehand));
        let game = Game { play_rules: PlayRules::default(), trump, declarer, playing: Seats::ALL };
        let position = Position::new(game, hands, Seat::Rearhand, &[]).expect("equal hands");
        for mut solver in [crate::search::Solver::new(), crate::search::Solver::plain()] {
            assert_eq!(solver.most(&position, Seats::of(Seat::Forehand)), 1);
        }
    }

    #[test]
    fn regained_tricks_are_won() {
        on_endings(ENDINGS, |board, left, tricks, leader, value, _| {
            let regained = if leader == 0 {
                0
            } else {
                regained_tricks(board, left, &board.terms(left), leader, tricks)
            };
            assert!(regained <= value, "{regained} {value} {}", place(board, left, leader));
            regained > 0
        });
    }
}
