//! Suit terms: what one suit, other than trumps, adds to the bounds. They are small numbers, packed side by side in a
//! word, so that adding the words of several suits adds up all their terms at once.

use std::ops::Add;
use std::sync::LazyLock;

use super::suit_pattern::{PATTERN_COUNT, Pattern, patterns};

/// The terms of one suit, or the sums over several suits. No field overflows: a field counts cards of one hand, at most
/// ten over all suits; or suits, at most four; or, for each suit, the cards of the longer of two hands, at most twenty
/// over all suits.
#[derive(Clone, Copy, Default)]
pub(crate) struct SuitTerms {
    /// The cards that the leader can cash, for each leader and each case of [`Ruffs`], in fields of four bits.
    leader_tricks: u64,
    /// For each defender on lead: the cards that the partner can cash, and the number of suits with which the leader
    /// can put the partner on lead.
    partner_tricks: u64,
    stops: u32,
    /// By defender.
    exits: u32,
}

/// Who may ruff the leader's tricks.
#[derive(Clone, Copy)]
pub(crate) enum Ruffs {
    /// No seat: the other seats have no trump, or their trumps are drawn first.
    Never,
    /// Once they cannot follow suit. At least one seat other than the leader has a trump.
    By {
        /// The seat after the leader.
        after: bool,
        /// The seat before the leader.
        before: bool,
    },
}

impl Ruffs {
    #[inline(always)]
    fn field(self) -> u32 {
        match self {
            Ruffs::Never => 0,
            Ruffs::By { after, before } => 1 + u32::from(after) + 2 * u32::from(before),
        }
    }
}

/// Pairs (`after`, `before`), in the order of the fields.
const RUFF_CASES: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// Number of bits for one leader in `leader_tricks`.
const LEADER_BITS: u32 = 5 * 4;

/// Number of bits for one defender in `partner_tricks`.
const PARTNER_BITS: u32 = 5 * 4 + 2 * 3;

/// Number of bits for one defender in `exits`.
const EXIT_BITS: u32 = 8;

/// The fields `LOST` and `VOID` occur twice, for a declarer who never ruffs and for one who ruffs. `LONG` counts the
/// suits in which a defender has the top card and one of the defenders has more cards than the declarer.
/// more cards than the declarer.
mod offset {
    pub(super) const LOST: [u32; 2] = [0, 5];
    pub(super) const STOPPED: u32 = 10;
    pub(super) const LONG: u32 = 13;
    pub(super) const VOID: [[u32; 2]; 2] = [[16, 19], [22, 25]];
}

/// Stoppers with a defender on lead, for a declarer who ruffs whenever void or for one who never ruffs.
#[derive(Clone, Copy)]
pub(crate) struct Stoppers {
    /// How often the defenders can lead the suits, taken together, before the declarer must win a trick.
    pub(crate) lost: u8,
    /// Suits in which the declarer has the top card.
    pub(crate) stopped: u8,
    /// Whether the declarer may have to ruff.
    pub(crate) ruffs: bool,
    /// By defender: whether there is a suit that the defender cannot follow as often as the defenders can lead it, up
    /// to the trick that the declarer wins.
    pub(crate) void: [bool; 2],
}

impl SuitTerms {
    fn from_pattern(pattern: &Pattern) -> SuitTerms {
        let top = usize::from(pattern.top);
        if top == 3 {
            return SuitTerms::default();
        }
        let leader_tricks = SuitTerms::cashable_cards(pattern, RUFF_CASES) << (LEADER_BITS * top as u32);
        let partner_tricks = if top == 0 { 0 } else { SuitTerms::partner_terms(pattern) };
        SuitTerms {
            leader_tricks,
            partner_tricks,
            stops: SuitTerms::stop_terms(pattern),
            exits: SuitTerms::exit_terms(pattern),
        }
    }

    /// The cards that the owner of the top card can cash: if no seat may ruff, then for each pair of `ruffs`, the seat
    /// after the owner and the seat before the owner.
    fn cashable_cards(pattern: &Pattern, ruffs: [(bool, bool); 4]) -> u64 {
        let (len, top) = (pattern.len, usize::from(pattern.top));
        let (after, before) = (len[(top + 1) % 3], len[(top + 2) % 3]);
        let free = if pattern.run >= after.max(before) { len[top] } else { pattern.run };
        let limit = |can_ruff, len| if can_ruff { len } else { u8::MAX };
        let field = |n: usize, value: u8| u64::from(value) << (4 * n);
        let limits = ruffs.map(|(by_after, by_before)| limit(by_after, after).min(limit(by_before, before)));
        limits
            .into_iter()
            .enumerate()
            .fold(field(0, free), |fields, (n, limit)| fields | field(n + 1, pattern.run.min(limit)))
    }

    /// For a defender on lead whose partner has the suit's top card.
    fn partner_terms(pattern: &Pattern) -> u64 {
        let top = usize::from(pattern.top);
        let leader = 3 - top;
        // The fields are in the order (declarer, leader). Either of these two seats can play after the partner.
        let leader_is_after = (top + 1) % 3 == leader;
        let ruffs =
            RUFF_CASES.map(
                |(declarer, by_leader)| {
                    if leader_is_after { (by_leader, declarer) } else { (declarer, by_leader) }
                },
            );
        let cards = SuitTerms::cashable_cards(pattern, ruffs);
        let reached = u64::from(pattern.len[leader] > 0);
        let partner_tricks = cards | reached << 20 | (reached & u64::from(pattern.len[0] > 0)) << 23;
        partner_tricks << (PARTNER_BITS * (leader as u32 - 1))
    }

    fn stop_terms(pattern: &Pattern) -> u32 {
        let len = pattern.len;
        let longest = len[1].max(len[2]);
        if longest == 0 {
            return 0;
        }
        let stopped = pattern.top == 0;
        // `follow` is the number of times that a defender with trumps must be able to follow suit: once if the declarer
        // has the top card, otherwise until the declarer wins a trick in the suit.
        let lost = if stopped { [0; 2] } else { [longest, longest.min(len[0])] };
        let follow = if stopped { [1; 2] } else { [longest, longest.min(len[0] + 1)] };
        let mut stops = u32::from(stopped) << offset::STOPPED;
        stops |= u32::from(!stopped && longest > len[0]) << offset::LONG;
        for ruffs in 0..2 {
            stops |= u32::from(lost[ruffs]) << offset::LOST[ruffs];
            for defender in 0..2 {
                stops |= u32::from(len[defender + 1] < follow[ruffs]) << offset::VOID[ruffs][defender];
            }
        }
        stops
    }

    fn exit_terms(pattern: &Pattern) -> u32 {
        let held = Pattern::cards_by_seat(pattern.id);
        [1, 2]
            .map(|defender: usize| {
                // `below` counts the declarer's cards that are lower than all cards of this defender.
                let lowest = held[defender] & held[defender].wrapping_neg();
                let below = (held[0] & lowest.wrapping_sub(1)).count_ones();
                u32::from(pattern.len[defender]).min(2 * below) << (EXIT_BITS * (defender as u32 - 1))
            })
            .iter()
            .sum()
    }

    pub(crate) fn by_pattern() -> &'static [SuitTerms; PATTERN_COUNT] {
        static ALL: LazyLock<Box<[SuitTerms; PATTERN_COUNT]>> = LazyLock::new(|| {
            let terms: Vec<SuitTerms> = patterns().iter().map(SuitTerms::from_pattern).collect();
            terms
                .into_boxed_slice()
                .try_into()
                .unwrap_or_else(|_| unreachable!("the list has one entry for each pattern"))
        });
        &ALL
    }

    /// The terms for a declarer who still has to lay aside `surplus` cards, one or two. They contain only the tricks
    /// that the defenders can cash whichever cards are laid aside: the defenders' top cards must be above all cards of
    /// the declarer, and all of the surplus may come from this suit, so that the declarer may ruff that much earlier.
    pub(crate) fn by_pattern_with_surplus(surplus: u8) -> &'static [SuitTerms; PATTERN_COUNT] {
        static ALL: LazyLock<[Box<[SuitTerms; PATTERN_COUNT]>; 2]> = LazyLock::new(|| {
            [1, 2].map(|surplus| {
                let terms = patterns().iter().map(|pattern| SuitTerms::with_surplus(pattern, surplus));
                let terms = terms.collect::<Vec<SuitTerms>>().into_boxed_slice();
                terms.try_into().unwrap_or_else(|_| unreachable!("the list has one entry for each pattern"))
            })
        });
        &ALL[usize::from(surplus) - 1]
    }

    fn with_surplus(pattern: &Pattern, surplus: u8) -> SuitTerms {
        if matches!(pattern.top, 0 | 3) {
            return SuitTerms::default();
        }
        let mut shorter = *pattern;
        shorter.len[0] = pattern.len[0].saturating_sub(surplus);
        let SuitTerms { leader_tricks, partner_tricks, .. } = SuitTerms::from_pattern(&shorter);
        // If no seat ruffs, cards below the run win only if the run is at least as long as every other hand, including
        // the surplus. This case has the lowest field.
        let (top, leader) = (u32::from(pattern.top), 3 - u32::from(pattern.top));
        let longest =
            (0..3).filter(|&seat| seat != usize::from(pattern.top)).map(|seat| pattern.len[seat]).max();
        let is_free = longest.is_some_and(|longest| pattern.run >= longest);
        let free = u64::from(if is_free { pattern.len[top as usize] } else { pattern.run });
        let replace = |fields: u64, place: u32| fields & !(15 << place) | free << place;
        SuitTerms {
            leader_tricks: replace(leader_tricks, LEADER_BITS * top),
            partner_tricks: replace(partner_tricks, PARTNER_BITS * (leader - 1)),
            stops: 0,
            exits: 0,
        }
    }

    /// The cards, over all suits, that win for the leader if each suit is led from the top.
    #[inline(always)]
    pub(crate) fn leader_tricks(&self, leader: usize, ruffs: Ruffs) -> u8 {
        (self.leader_tricks >> (LEADER_BITS * leader as u32 + 4 * ruffs.field())) as u8 & 15
    }

    /// The cards that win for the partner of a defender on lead if each suit is led from the top, and whether the
    /// leader can put the partner on lead with one of these suits. In `ruffs`, `after` is the declarer, and `before`
    /// the leader.
    #[inline(always)]
    pub(crate) fn partner_tricks(&self, leader: usize, ruffs: Ruffs) -> (u8, bool) {
        let fields = self.partner_tricks >> (PARTNER_BITS * (leader as u32 - 1));
        let by_declarer = u32::from(matches!(ruffs, Ruffs::By { after: true, .. }));
        ((fields >> (4 * ruffs.field())) as u8 & 15, fields >> (20 + 3 * by_declarer) & 7 > 0)
    }

    /// The defender's cards, in each suit at most twice as many as the declarer's cards that are lower than all of
    /// them.
    #[inline(always)]
    pub(crate) fn exit_cards(&self, defender: usize) -> u8 {
        (self.exits >> (EXIT_BITS * (defender as u32 - 1))) as u8 & 15
    }

    #[inline(always)]
    pub(crate) fn stops(&self, ruffs: bool) -> Stoppers {
        let field = |place: u32, bits: u32| self.stops >> place & ((1 << bits) - 1);
        let n = usize::from(ruffs);
        Stoppers {
            lost: field(offset::LOST[n], 5) as u8,
            stopped: field(offset::STOPPED, 3) as u8,
            ruffs: ruffs && field(offset::LONG, 3) > 0,
            void: offset::VOID[n].map(|place| field(place, 3) > 0),
        }
    }
}

impl Add for SuitTerms {
    type Output = SuitTerms;

    #[inline(always)]
    fn add(self, other: SuitTerms) -> SuitTerms {
        SuitTerms {
            leader_tricks: self.leader_tricks + other.leader_tricks,
            partner_tricks: self.partner_tricks + other.partner_tricks,
            stops: self.stops + other.stops,
            exits: self.exits + other.exits,
        }
    }
}
