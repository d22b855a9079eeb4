//! Bounds on how many tricks are won, from a look at the suits.
//!
//! Each holds under every combination of the switches, with two or three
//! playing: the switches bind followers only, and every argument below uses no
//! more of a follower than that he follows suit if he can.

use super::board::Board;

/// At least so many of the tricks still to be played go to a side whatever
/// anybody plays, by the trumps it holds.
///
/// A trump of `seat` either wins its trick, or loses it to a higher trump in
/// that trick. If an opponent's trump wins, it beats this one trump of the seat
/// and no other; so the trumps of the seat that do not win for his side are
/// matched, one to one, with higher trumps of opponents. What the best matching
/// leaves over wins tricks for the side, by the seat or his partner.
pub(crate) fn sure_trumps(board: &Board, left: u32, side: u8) -> u8 {
    let Some(trump) = board.trump else { return 0 };
    let opponents = board.playing & !side;
    let shape = board.shape(trump, left);
    let seats = (0..3).filter(|seat| side >> seat & 1 == 1 && opponents != 0);
    seats.map(|seat| shape.unbeaten(seat, opponents)).max().unwrap_or(0)
}

/// The side of the seat on lead can take so many tricks at once, before it
/// loses the lead or by the trumps that remain then.
///
/// - Nobody else has a trump, or the leader's highest trumps draw them all: he
///   leads them, then in each suit his cards from the top; nobody can win such
///   a trick. When his top cards outnumber what anybody else has in the suit,
///   the rest of his cards there win too.
/// - Otherwise he leads from the top only as often as everyone else who has a
///   trump must follow suit. None of these tricks takes a trump from a hand, so
///   that the [`sure_trumps`] count of the seat comes on top of them.
pub(crate) fn quick_tricks(board: &Board, left: u32, leader: usize, side: u8) -> u8 {
    let others = [(leader + 1) % 3, (leader + 2) % 3];
    let mut tricks = 0;
    let mut ruffers = [false; 2];
    if let Some(trump) = board.trump {
        let shape = board.shape(trump, left);
        let lens = others.map(|seat| shape.len[seat]);
        let run = if shape.top as usize == leader { shape.run } else { 0 };
        if run >= lens[0].max(lens[1]) {
            tricks = shape.len[leader];
        } else {
            ruffers = lens.map(|len| len > 0);
            let opponents = board.playing & !side;
            tricks = if opponents == 0 { 0 } else { shape.unbeaten(leader, opponents) };
        }
    }
    let anyone_ruffs = ruffers[0] || ruffers[1];
    for suit in (0..4).filter(|&suit| Some(suit) != board.trump) {
        let shape = board.shape(suit, left);
        let lens = others.map(|seat| shape.len[seat]);
        let run = if shape.top as usize == leader { shape.run } else { 0 };
        tricks += if anyone_ruffs {
            let rounds = |n: usize| if ruffers[n] { lens[n] } else { u8::MAX };
            run.min(rounds(0)).min(rounds(1))
        } else if run >= lens[0].max(lens[1]) {
            shape.len[leader]
        } else {
            run
        };
    }
    tricks
}
