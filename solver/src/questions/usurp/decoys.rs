//! Decoys: a seat takes discards up for a contract that is meant to be outbid, in order to outbid the next contract.
//!
//! By laying the right cards aside a player can make a second player fear what the third would do with them. The second
//! player then takes the cards up first, for a higher contract, even if that fails. With the discards of the second
//! player the first player makes a contract, higher still, that could not be made before.
use crate::cards::{Cards, Suit};
use crate::deal::Deal;
use crate::rules::contract::Contract;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Gains};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decoy {
    /// The contract cannot be a decoy.
    Impossible,
    /// Only if this seat makes one of these contracts, given by index, with the cards that the decoy lays aside.
    IfSeatMakes(Seat, Vec<usize>),
    /// The contract may be a decoy.
    Possible,
}

/// The contracts with which one bidder can outbid another, with their values in the auction, and the gains from each by
/// the seat that plays it and by its result (0 failed, 1 made).
pub(super) struct OverbidPayments<'a> {
    pub(super) overbids: &'a [(Contract, u8)],
    pub(super) pays: &'a BySeat<Vec<[Gains; 2]>>,
}

impl OverbidPayments<'_> {
    /// Decides whether contract `n` can be a decoy of `seat`, if `others` may take up the discards of `seat`.
    ///
    /// For a decoy another player must flee: outbid contract `n` with a contract in between, over which
    /// `seat` then plays the final contract. A player flees only if staying gains that player less than the
    /// final contract, which is played against the player.
    pub(super) fn decoy(&self, seat: Seat, n: usize, others: Seats) -> Decoy {
        if others.len() < 2 {
            return Decoy::Impossible;
        }
        let higher_than =
            |least: u8| (0..self.overbids.len()).filter(move |&other| self.overbids[other].1 > least);
        let value = self.overbids[n].1;
        // The final contracts: each outbids a contract that outbids contract `n`.
        let back: Vec<usize> =
            higher_than(value).flat_map(|middle| higher_than(self.overbids[middle].1)).collect();
        let next = others.next_after(seat);
        let third = others.next_after(next);
        let gain =
            |other: Seat, by: Seat, n: usize, made: bool| self.pays[by][n][usize::from(made)].seats[other];
        let flight = |other: Seat| back.iter().map(|&n| gain(other, seat, n, true)).max();
        let stays = |other: Seat| gain(other, seat, n, false).min(gain(other, seat, n, true));
        if others.iter().any(|other| flight(other).is_some_and(|flight| stays(other) < flight)) {
            return Decoy::Possible;
        }
        // With two contracts in between there are more ways to flee, even from the discards of other players. Then only
        // the existence of a contract to fear is checked.
        let far = || back.iter().flat_map(|&middle| higher_than(self.overbids[middle].1));
        let fears = |other, than| self.fears_contract(other, value, than);
        if others.iter().any(|other| far().any(|n| fears(other, gain(other, seat, n, true)))) {
            return Decoy::Possible;
        }
        // From here on there is one contract in between. So the fleeing player flees from the discards of `seat`, and
        // the contract to fear is played by `seat` or by the third player. Suppose that nothing is worse than the
        // feared contract for any seat except the one that plays it. Then nobody outbids a contract if that leads to
        // the feared contract, since staying never costs more. So if the fleeing player stays instead, the third player
        // plays the feared contract at once, and makes it with the cards that `seat` laid aside. The player who is
        // asked second does not flee, either: if that player stays, `seat` plays contract `n`.
        let Some(flight) = flight(next) else { return Decoy::Impossible };
        let feared =
            |by: Seat, made: bool| higher_than(value).filter(move |&n| gain(next, by, n, made) < flight);
        let mut made = [seat, third].into_iter().flat_map(|by| feared(by, true).map(move |n| (by, n)));
        let fails = feared(seat, false).chain(feared(third, false)).next().is_some();
        if fails || !made.all(|(by, n)| self.is_worst_for_others(by, n)) {
            return Decoy::Possible;
        }
        match feared(third, true).collect::<Vec<_>>() {
            none if none.is_empty() => Decoy::Impossible,
            feared => Decoy::IfSeatMakes(third, feared),
        }
    }

    /// Whether a higher contract of another seat, made or not, can leave `seat` a gain below `bound`.
    fn fears_contract(&self, seat: Seat, value: u8, bound: Amount) -> bool {
        let mut others = Seat::ALL.into_iter().filter(|&other| other != seat);
        others.any(|other| {
            let above = (0..self.overbids.len()).filter(|&n| self.overbids[n].1 > value);
            above.flat_map(|n| &self.pays[other][n]).any(|gains| gains.seats[seat] < bound)
        })
    }

    /// Nothing may be worse for them than contract `n`, played and made by `declarer`.
    fn is_worst_for_others(&self, declarer: Seat, n: usize) -> bool {
        let mut others = Seat::ALL.into_iter().filter(|&other| other != declarer);
        others.all(|other| self.pays[declarer][n][1].seats[other] <= self.worst_gain(other))
    }

    fn worst_gain(&self, seat: Seat) -> Amount {
        let others = Seat::ALL.into_iter().filter(|&other| other != seat);
        let gains = others.flat_map(|other| self.pays[other].iter().flatten().map(|gains| gains.seats[seat]));
        gains.min().unwrap_or_default()
    }
}

/// `false` proves that `seat`, taking up the talon, cannot take all tricks without trumps, whoever leads.
///
/// An opponent guards a suit by keeping the highest card that it holds of the suit, and as many other cards
/// of the suit as the seat has higher ones. As long as the seat has taken all tricks it also leads. (If an
/// opponent leads to the first trick, it leads another suit: nobody has ten cards of one.) The guard plays
/// its other cards of the suit on the seat's higher cards, and throws cards of other suits away while it has
/// any. When it has none left, it still has a card of the suit for each that the seat has. So each lower
/// card of the seat loses when it is led, and the seat has to lay all such cards aside.
pub(super) fn can_take_all(deal: &Deal, seat: Seat) -> bool {
    let twelve = deal.hand(seat) | deal.talon();
    let lost: usize = Suit::ALL.into_iter().map(|suit| lost_cards(deal, seat, twelve, suit)).sum();
    lost <= 2
}

fn lost_cards(deal: &Deal, seat: Seat, twelve: Cards, suit: Suit) -> usize {
    // The opponent who guards the suit better counts.
    let guarded_by = |guard: Seat| guarded_cards(twelve & suit.cards(), deal.hand(guard) & suit.cards());
    guarded_by(seat.left()).max(guarded_by(seat.right()))
}

fn guarded_cards(cards: Cards, guard: Cards) -> usize {
    let (cards, guard) = (cards.bits(), guard.bits());
    if guard == 0 {
        return 0;
    }
    let lower = cards & ((1 << guard.ilog2()) - 1);
    let higher = (cards & !lower).count_ones();
    if guard.count_ones() > higher { lower.count_ones() as usize } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::discards::discard_pairs;
    use crate::rules::contract::Declaration;
    use crate::rules::variant::Variant;
    use crate::search::Solver;
    use crate::situation::play::Play;

    #[test]
    fn possible_slams_are_never_excluded() {
        // Forehand is strong in these deals, so that some slams are made.
        let mut solver = Solver::new();
        let (mut made, mut excluded) = (0, 0);
        for name in ["illustrated", "american", "austrian,+nosteal"] {
            let rules: Variant = name.parse().expect("rules");
            for seed in 0..400_u32 {
                // Each seed has another order of the pack, with the high cards rather early.
                let mut pack: Vec<_> = Cards::PACK.iter().collect();
                pack.sort_by_key(|card| {
                    let mixed = (card.bit() + 40 * seed).wrapping_mul(0x9E37_79B9) >> 26;
                    (8 - card.bit() % 8) * 14 + mixed
                });
                let hands = BySeat::from_fn(|seat| pack[10 * seat.index()..][..10].iter().copied().collect());
                let deal = Deal::new(hands, pack[30..].iter().copied().collect()).expect("a deal");
                let may = can_take_all(&deal, Seat::Forehand);
                excluded += usize::from(!may);
                let contract = Contract::Slam;
                let declaration = Declaration { contract, declarer: Seat::Forehand, from_hand: false };
                for discard in discard_pairs(&rules, &deal, Seat::Forehand) {
                    let laid = deal.exchange(Seat::Forehand, discard);
                    let takes = Play::from_deal(&rules, &laid, declaration).is_made(&mut solver);
                    assert!(!takes || may, "{name} seed {seed}: {laid}");
                    made += usize::from(takes);
                }
            }
        }
        assert!(made > 50 && excluded > 50, "{made} made, {excluded} excluded");
    }
}
