//! Move ordering: leads that have decided other positions are tried first (the history heuristic, Schaeffer 1983).

use super::board::Board;

/// Each lead is selected only when the search asks for it, since the first one often decides.
pub(crate) struct Leads {
    /// Numbers from [`encode_lead`]; at most twelve, the cards of a declarer before the discard.
    leads: [i64; 12],
    len: usize,
}

#[inline(always)]
fn encode_lead(score: i32, bit: u32, place: usize) -> i64 {
    // The upper bits hold the score. Then comes the card: of two leads with equal scores, the one with the lower
    // `bit` is tried first. The lowest bits hold the index of the lead in the list.
    i64::from(score) << 9 | i64::from(31 - bit) << 4 | place as i64
}

impl Iterator for Leads {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let last = self.len.checked_sub(1)?;
        let mut best = self.leads[last];
        for &lead in &self.leads[..last] {
            // The sign of the difference serves as a mask, since a branch would often be mispredicted.
            let less = best - lead;
            best -= less & (less >> 63);
        }
        let place = (best & 15) as usize;
        self.leads[place] = self.leads[last] & !15 | place as i64;
        self.len = last;
        Some(1 << (31 - (best >> 4 & 31)))
    }
}

/// The scores of the history heuristic, by seat and card: a lead scores when it decides a position.
pub(crate) struct History([[i32; 32]; 3]);

impl History {
    pub(crate) fn new() -> History {
        History([[0; 32]; 3])
    }

    pub(crate) fn halve(&mut self) {
        self.0.iter_mut().flatten().for_each(|score| *score /= 2);
    }

    /// Adds 2^`tricks` to the score of a lead that decided a position with `tricks` tricks left.
    #[inline(always)]
    pub(crate) fn reward(&mut self, seat: usize, card: u32, tricks: u8) {
        self.0[seat][card.trailing_zeros() as usize] += 1 << tricks;
    }
}

/// Bonus for a lead that cannot be beaten in its suit: the reward for one position decided with six tricks left.
const TOP_BONUS: i32 = 64;

/// Penalty for each card that the leader holds in the suit, so that leads from short suits come first.
const LENGTH_PENALTY: i32 = 8;

/// One lead for each group of touching cards. `hint` is the bit number of the card to try first, or 32 for none.
pub(crate) fn leads(board: &Board, history: &History, remaining: u32, seat: usize, hint: u8) -> Leads {
    let mut leads = Leads { leads: [0; 12], len: 0 };
    let hand = board.hand(seat, remaining);
    let (lengths, tops) = (lengths(hand), hand & !up_to_highest(remaining & !hand));
    for card in board.leads(remaining, seat) {
        let bit = card.trailing_zeros();
        let score = if bit == u32::from(hint) {
            i32::MAX
        } else {
            let top = if card & tops != 0 { TOP_BONUS } else { 0 };
            history.0[seat][bit as usize] + top - LENGTH_PENALTY * (lengths >> (bit & !7) & 0xFF) as i32
        };
        leads.leads[leads.len] = encode_lead(score, bit, leads.len);
        leads.len += 1;
    }
    leads
}

#[inline(always)]
fn lengths(cards: u32) -> u32 {
    // Single bits are added up in pairs, then the pairs, then the halves of bytes: each count in the byte of its
    // suit.
    let pairs = cards - (cards >> 1 & 0x5555_5555);
    let halves = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    (halves + (halves >> 4)) & 0x0F0F_0F0F
}

#[inline(always)]
fn up_to_highest(cards: u32) -> u32 {
    let two = cards | cards >> 1 & 0x7F7F_7F7F;
    let four = two | two >> 2 & 0x3F3F_3F3F;
    four | four >> 4 & 0x0F0F_0F0F
}
