//! Suit terms: what one suit, other than trumps, adds to each bound, as small numbers side by
//! side in a word, so that adding up the suits of a position is adding words.

use std::ops::Add;
use std::sync::LazyLock;

use super::suit_pattern::{PATTERNS, Pattern, patterns};

/// The terms of one suit, or the sums of several.
///
/// No field overflows into the next: it counts cards of one hand, ten at most in all suits, or
/// suits, four at most, or in each suit cards of the longer of two hands, twenty at most.
#[derive(Clone, Copy, Default)]
pub(crate) struct SuitTerms {
    /// By leader and [`Ruffs`] the cards that the leader can cash: fields of four bits.
    own: u64,
    /// By the defender on lead the cards that the partner can cash, and in how many
    /// suits the partner can be reached.
    partners: u64,
    /// What stops the defenders: see [`Stops`].
    stops: u32,
    /// By defender what the suits count as exits of the declarer: see [`SuitTerms::exits`].
    exits: u32,
}

/// Which of the two other seats may ruff the leader's tricks.
#[derive(Clone, Copy)]
pub(crate) enum Ruffs {
    /// Nobody: no trump is out.
    Never,
    /// The seats that are set here, unless they can follow suit; a trump is out somewhere.
    By {
        /// The seat after the leader.
        after: bool,
        /// The seat before the leader.
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

/// The seats that [`Ruffs::By`] can name, in the order of the fields.
const RUFFS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// The bits of one leader in `own`.
const OWN: u32 = 5 * 4;

/// The bits of one defender in `partners`.
const PARTNERS: u32 = 5 * 4 + 2 * 3;

/// The bits of one defender in `exits`.
const EXITS: u32 = 8;

/// Where the fields of `stops` begin.
mod place {
    pub(super) const LOST: [u32; 2] = [0, 5];
    pub(super) const STOPPED: u32 = 10;
    pub(super) const LONG: u32 = 13;
    pub(super) const VOID: [[u32; 2]; 2] = [[16, 19], [22, 25]];
}

/// What stops the defenders on lead, where the declarer ruffs whenever void or has no trump.
#[derive(Clone, Copy)]
pub(crate) struct Stops {
    /// How often suits can be led before the declarer must win.
    pub(crate) lost: u8,
    /// In how many suits the declarer has the top card.
    pub(crate) stopped: u8,
    /// Whether the declarer may have to ruff.
    pub(crate) ruffs: bool,
    /// Whether each defender, the left one first, cannot follow that often.
    pub(crate) void: [bool; 2],
}

impl SuitTerms {
    /// What a suit of this pattern adds.
    fn of(pattern: &Pattern) -> SuitTerms {
        let top = usize::from(pattern.top);
        if top == 3 {
            return SuitTerms::default();
        }
        let own = SuitTerms::cashed_of(pattern, RUFFS) << (OWN * top as u32);
        let partners = if top == 0 { 0 } else { SuitTerms::partners_of(pattern) };
        SuitTerms { own, partners, stops: SuitTerms::stops_of(pattern), exits: SuitTerms::exits_of(pattern) }
    }

    /// The cards that the owner of the top card can cash: a field where nobody may ruff, then one
    /// for each of these pairs, which say whether the seat after the owner and the seat before may.
    fn cashed_of(pattern: &Pattern, ruffs: [(bool, bool); 4]) -> u64 {
        let (len, top) = (pattern.len, usize::from(pattern.top));
        let (after, before) = (len[(top + 1) % 3], len[(top + 2) % 3]);
        let free = if pattern.run >= after.max(before) { len[top] } else { pattern.run };
        let run = |(by_after, by_before)| {
            let limit = |on, len| if on { len } else { u8::MAX };
            pattern.run.min(limit(by_after, after)).min(limit(by_before, before))
        };
        let field = |n: usize, value: u8| u64::from(value) << (4 * n);
        let limited = ruffs.map(run).into_iter().enumerate();
        limited.fold(field(0, free), |all, (n, cards)| all | field(n + 1, cards))
    }

    /// What the suit adds for a defender on lead whose partner has its top card.
    fn partners_of(pattern: &Pattern) -> u64 {
        let top = usize::from(pattern.top);
        let leader = 3 - top;
        // The fields tell of the declarer and the leader, who sit either way round the partner.
        let leader_is_after = (top + 1) % 3 == leader;
        let ruffs = RUFFS.map(
            |(declarer, by_leader)| {
                if leader_is_after { (by_leader, declarer) } else { (declarer, by_leader) }
            },
        );
        let cards = SuitTerms::cashed_of(pattern, ruffs);
        let reached = u64::from(pattern.len[leader] > 0);
        let partners = cards | reached << 20 | (reached & u64::from(pattern.len[0] > 0)) << 23;
        partners << (PARTNERS * (leader as u32 - 1))
    }

    /// What the suit adds to what stops the defenders.
    fn stops_of(pattern: &Pattern) -> u32 {
        let len = pattern.len;
        let longest = len[1].max(len[2]);
        if longest == 0 {
            return 0;
        }
        let stopped = pattern.top == 0;
        // How often a defender with trumps must be able to follow: once where the
        // declarer wins, else until the declarer does.
        let lost = if stopped { [0; 2] } else { [longest, longest.min(len[0])] };
        let follow = if stopped { [1; 2] } else { [longest, longest.min(len[0] + 1)] };
        let mut stops = u32::from(stopped) << place::STOPPED;
        stops |= u32::from(!stopped && longest > len[0]) << place::LONG;
        for ruffs in 0..2 {
            stops |= u32::from(lost[ruffs]) << place::LOST[ruffs];
            for defender in 0..2 {
                stops |= u32::from(len[defender + 1] < follow[ruffs]) << place::VOID[ruffs][defender];
            }
        }
        stops
    }

    /// What the suit counts as exits of the declarer to each defender.
    fn exits_of(pattern: &Pattern) -> u32 {
        let held = Pattern::held(pattern.id);
        let to = |defender: usize| {
            // The declarer's cards that are lower than all of this defender's.
            let lowest = held[defender] & held[defender].wrapping_neg();
            let below = (held[0] & lowest.wrapping_sub(1)).count_ones();
            u32::from(pattern.len[defender]).min(2 * below) << (EXITS * (defender as u32 - 1))
        };
        to(1) + to(2)
    }

    /// The terms of each pattern, by its number.
    pub(crate) fn by_pattern() -> &'static [SuitTerms; PATTERNS] {
        static ALL: LazyLock<Box<[SuitTerms; PATTERNS]>> = LazyLock::new(|| {
            let all: Vec<SuitTerms> = patterns().iter().map(SuitTerms::of).collect();
            all.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("one for each pattern"))
        });
        &ALL
    }

    /// The cards that win for the leader, led from the top.
    #[inline(always)]
    pub(crate) fn own(&self, leader: usize, ruffs: Ruffs) -> u8 {
        (self.own >> (OWN * leader as u32 + 4 * ruffs.field())) as u8 & 15
    }

    /// The cards that win for the partner of a defender on lead, led from the top, and whether the
    /// leader can put the partner on lead with one of these suits.
    ///
    /// Of the seats that may ruff, `after` is the declarer and `before` the leader.
    #[inline(always)]
    pub(crate) fn partners(&self, leader: usize, ruffs: Ruffs) -> (u8, bool) {
        let fields = self.partners >> (PARTNERS * (leader as u32 - 1));
        let by_declarer = u32::from(matches!(ruffs, Ruffs::By { after: true, .. }));
        ((fields >> (4 * ruffs.field())) as u8 & 15, fields >> (20 + 3 * by_declarer) & 7 > 0)
    }

    /// How many cards the defender has in suits where some of the declarer's cards are lower than
    /// all of the defender's; in each suit at most twice the number of these lower cards.
    #[inline(always)]
    pub(crate) fn exits(&self, defender: usize) -> u8 {
        (self.exits >> (EXITS * (defender as u32 - 1))) as u8 & 15
    }

    /// What stops the defenders; `ruffs` if the declarer has a trump whenever void.
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
