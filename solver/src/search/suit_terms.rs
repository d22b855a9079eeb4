//! What one suit that is not trumps adds to each bound, as small numbers side by side in
//! a word, so that adding up the suits of a position is adding words.

use std::ops::Add;
use std::sync::LazyLock;

use super::suit_pattern::{PATTERNS, Pattern, patterns};

/// The numbers of one suit, or the sums of several.
///
/// No field overflows into the next: what it counts are cards of one hand, ten at most
/// in all suits, or suits, four at most, or cards of the longer of two hands, twenty at
/// most.
#[derive(Clone, Copy, Default)]
pub(crate) struct SuitTerms {
    /// By leader and [`Ruffs`] the cards he can cash: fields of four bits.
    own: u64,
    /// By the defender on lead the cards that his partner can cash, and in how many
    /// suits the partner can be reached.
    partners: u64,
    /// What stops the defenders: see [`Stops`].
    stops: u32,
    /// By defender what the suits count as exits of the declarer: see [`SuitTerms::exits`].
    exits: u32,
}

/// Who of the two others may ruff the leader's tricks.
#[derive(Clone, Copy)]
pub(crate) enum Ruffs {
    /// Nobody: no trump is out.
    Never,
    /// Those of the seats after the leader and before him that are set here, unless they
    /// can follow suit; a trump is out somewhere.
    By {
        /// The seat after him.
        after: bool,
        /// The seat before him.
        before: bool,
    },
}

impl Ruffs {
    /// The place of the field among those of a leader.
    #[inline(always)]
    fn field(self) -> u32 {
        match self {
            Ruffs::Never => 0,
            Ruffs::By { after, before } => 1 + u32::from(after) + 2 * u32::from(before),
        }
    }
}

/// Fields of a leader in `own`, and of a defender in `partners`.
const OWN: u32 = 5 * 4;
const PARTNERS: u32 = 5 * 4 + 2 * 3;

/// The field of a defender in `exits`.
const EXITS: u32 = 8;

/// Where the fields of `stops` begin.
mod place {
    pub(super) const LOST: [u32; 2] = [0, 5];
    pub(super) const STOPPED: u32 = 10;
    pub(super) const LONG: u32 = 13;
    pub(super) const VOID: [[u32; 2]; 2] = [[16, 19], [22, 25]];
}

/// What stands between the defenders on lead and their tricks, if the declarer ruffs
/// what he does not follow to or if he has no trump.
#[derive(Clone, Copy)]
pub(crate) struct Stops {
    /// How often suits can be led before he must win.
    pub(crate) lost: u8,
    /// In how many suits he has the top card.
    pub(crate) stopped: u8,
    /// Whether he may have to ruff.
    pub(crate) ruffs: bool,
    /// Whether either defender, the left one first, cannot follow as often.
    pub(crate) void: [bool; 2],
}

impl SuitTerms {
    /// What a suit of this pattern adds.
    fn of(pattern: &Pattern) -> SuitTerms {
        let mut terms = SuitTerms::default();
        let (len, top) = (pattern.len, usize::from(pattern.top));
        if top == 3 {
            return terms;
        }
        for defender in [1, 2] {
            // The declarer's cards met after the last of this defender's on the way down.
            let below = Pattern::owners(pattern.id).fold(0, |below, owner| match owner {
                0 => below + 1,
                _ if owner == defender => 0,
                _ => below,
            });
            let exits = u32::from(len[defender]).min(2 * below);
            terms.exits |= exits << (EXITS * (defender as u32 - 1));
        }
        let (after, before) = (len[(top + 1) % 3], len[(top + 2) % 3]);
        let free = if pattern.run >= after.max(before) { len[top] } else { pattern.run };
        let run = |by_after, by_before| {
            let limit = |on, len| if on { len } else { u8::MAX };
            pattern.run.min(limit(by_after, after)).min(limit(by_before, before))
        };
        let each = [(false, false), (true, false), (false, true), (true, true)];
        let field = |n: usize, value: u8| u64::from(value) << (4 * n);
        terms.own = field(0, free);
        for (n, (after, before)) in each.into_iter().enumerate() {
            terms.own |= field(n + 1, run(after, before));
        }
        terms.own <<= OWN * top as u32;
        if top > 0 {
            let leader = 3 - top;
            // Seen from the partner, one of the others is the declarer, one the leader.
            let swapped = (top + 1) % 3 == leader;
            let mut partners = field(0, free);
            for (n, (declarer, by_leader)) in each.into_iter().enumerate() {
                let cards = if swapped { run(by_leader, declarer) } else { run(declarer, by_leader) };
                partners |= field(n + 1, cards);
            }
            let reached = u64::from(len[leader] > 0);
            partners |= reached << 20 | (reached & u64::from(len[0] > 0)) << 23;
            terms.partners = partners << (PARTNERS * (leader as u32 - 1));
        }
        let longest = len[1].max(len[2]);
        if longest > 0 {
            let stopped = top == 0;
            // How often a defender with trumps must be able to follow: once where the
            // declarer wins, else until he does.
            let lost = if stopped { [0; 2] } else { [longest, longest.min(len[0])] };
            let follow = if stopped { [1; 2] } else { [longest, longest.min(len[0] + 1)] };
            terms.stops |= u32::from(stopped) << place::STOPPED;
            terms.stops |= u32::from(!stopped && longest > len[0]) << place::LONG;
            for ruffs in 0..2 {
                terms.stops |= u32::from(lost[ruffs]) << place::LOST[ruffs];
                for defender in 0..2 {
                    terms.stops |=
                        u32::from(len[defender + 1] < follow[ruffs]) << place::VOID[ruffs][defender];
                }
            }
        }
        terms
    }

    /// The cards that win for the leader if he leads them from the top.
    #[inline(always)]
    pub(crate) fn own(&self, leader: usize, ruffs: Ruffs) -> u8 {
        (self.own >> (OWN * leader as u32 + 4 * ruffs.field())) as u8 & 15
    }

    /// The cards that win for the partner of a defender on lead if he leads them from
    /// the top, and whether the leader can put him on lead with one of these suits.
    ///
    /// Of those who may ruff, `after` is the declarer and `before` the leader.
    #[inline(always)]
    pub(crate) fn partners(&self, leader: usize, ruffs: Ruffs) -> (u8, bool) {
        let fields = self.partners >> (PARTNERS * (leader as u32 - 1));
        let by_declarer = u32::from(matches!(ruffs, Ruffs::By { after: true, .. }));
        ((fields >> (4 * ruffs.field())) as u8 & 15, fields >> (20 + 3 * by_declarer) & 7 > 0)
    }

    /// How many cards the defender has in suits where the declarer has lower ones than all of
    /// them, in each suit no more than twice as many as the declarer has such cards.
    #[inline(always)]
    pub(crate) fn exits(&self, defender: usize) -> u8 {
        (self.exits >> (EXITS * (defender as u32 - 1))) as u8 & 15
    }

    /// What stops the defenders; `ruffs` if the declarer has a trump whenever he is void.
    #[inline(always)]
    pub(crate) fn stops(&self, ruffs: bool) -> Stops {
        let field = |place: u32, bits: u32| self.stops >> place & ((1 << bits) - 1);
        let n = usize::from(ruffs);
        Stops {
            lost: field(place::LOST[n], 5) as u8,
            stopped: field(place::STOPPED, 3) as u8,
            ruffs: ruffs && field(place::LONG, 3) > 0,
            void: place::VOID[n].map(|place| field(place, 3) > 0),
        }
    }
}

impl Add for SuitTerms {
    type Output = SuitTerms;

    #[inline(always)]
    fn add(self, other: SuitTerms) -> SuitTerms {
        SuitTerms {
            own: self.own + other.own,
            partners: self.partners + other.partners,
            stops: self.stops + other.stops,
            exits: self.exits + other.exits,
        }
    }
}

/// What each pattern adds, by its number.
pub(crate) fn all_terms() -> &'static [SuitTerms; PATTERNS] {
    static ALL: LazyLock<Box<[SuitTerms; PATTERNS]>> = LazyLock::new(|| {
        let all: Vec<SuitTerms> = patterns().iter().map(SuitTerms::of).collect();
        all.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("one for each shape"))
    });
    &ALL
}
