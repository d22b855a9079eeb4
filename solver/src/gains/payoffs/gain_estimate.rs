use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Gains};

/// The gain of each seat, exact or within bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GainEstimate {
    /// Exact.
    Exact(Gains),
    /// Lower and upper bounds.
    Bounds(GainBounds),
}

/// Bounds on the gain of each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GainBounds {
    /// Lower bound of each seat's gain.
    pub lower: BySeat<Amount>,
    /// Upper bound of each seat's gain.
    pub upper: BySeat<Amount>,
    /// Lower and upper bound of the sum of the three gains.
    pub(crate) sum: [Amount; 2],
}

impl GainBounds {
    fn from_gains(gains: &Gains) -> GainBounds {
        let together = gains.seats.0.iter().sum();
        GainBounds { lower: gains.seats, upper: gains.seats, sum: [together; 2] }
    }

    pub(crate) fn union(self, other: GainBounds) -> GainBounds {
        let (mut both, [low, high]) = (self, self.sum);
        for seat in Seat::ALL {
            both.lower[seat] = self.lower[seat].min(other.lower[seat]);
            both.upper[seat] = self.upper[seat].max(other.upper[seat]);
        }
        both.sum = [low.min(other.sum[0]), high.max(other.sum[1])];
        both
    }

    pub(crate) fn bounds_of_others(&self, seat: Seat) -> [Amount; 2] {
        // The bounds on the sum of all three gains are used as well.
        let (left, right, [low, high]) = (seat.left(), seat.right(), self.sum);
        [
            (self.lower[left] + self.lower[right]).max(low - self.upper[seat]),
            (self.upper[left] + self.upper[right]).min(high - self.lower[seat]),
        ]
    }

    /// A seat gains at most the highest sum minus the others' lowest gains, at least the lowest minus their highest.
    pub(crate) fn tighten(self) -> GainBounds {
        let [low, high] = self.sum;
        let sum_of_others = |gains: BySeat<Amount>, seat: Seat| gains[seat.left()] + gains[seat.right()];
        let mut tight = self;
        for seat in Seat::ALL {
            tight.lower[seat] = self.lower[seat].max(low - sum_of_others(self.upper, seat));
            tight.upper[seat] = self.upper[seat].min(high - sum_of_others(self.lower, seat));
        }
        tight
    }
}

impl GainEstimate {
    pub(crate) fn from_alternatives<'a>(
        alternatives: impl IntoIterator<Item = &'a Gains>,
    ) -> Option<GainEstimate> {
        let mut alternatives = alternatives.into_iter();
        let first = alternatives.next()?;
        let (mut bounds, mut alike) = (GainBounds::from_gains(first), true);
        for gains in alternatives {
            alike &= gains == first;
            bounds = bounds.union(GainBounds::from_gains(gains));
        }
        Some(if alike { GainEstimate::Exact(first.clone()) } else { GainEstimate::Bounds(bounds) })
    }

    pub(crate) fn union(&self, other: &GainEstimate) -> GainEstimate {
        if self == other { self.clone() } else { GainEstimate::Bounds(self.bounds().union(other.bounds())) }
    }

    /// The bounds; exact gains are their own lower and upper bound.
    #[must_use]
    pub fn bounds(&self) -> GainBounds {
        match self {
            GainEstimate::Exact(gains) => GainBounds::from_gains(gains),
            GainEstimate::Bounds(bounds) => *bounds,
        }
    }
}
