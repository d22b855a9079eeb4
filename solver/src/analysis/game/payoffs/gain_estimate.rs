//! Estimates of gains that are not solved.

use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Gains};

/// The gains of everybody, or bounds on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GainEstimate {
    /// The gains of everybody.
    Exact(Gains),
    /// Bounds on the gains.
    Bounds(GainBounds),
}

/// Bounds on the gains of everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GainBounds {
    /// Lower bound of each seat's gain.
    pub least: BySeat<Amount>,
    /// Upper bound of each seat's gain.
    pub most: BySeat<Amount>,
    /// Lower and upper bound of the sum of the three gains.
    pub(in crate::analysis) together: [Amount; 2],
}

impl GainBounds {
    fn from_gains(gains: &Gains) -> GainBounds {
        let together = gains.seats.0.iter().sum();
        GainBounds { least: gains.seats, most: gains.seats, together: [together; 2] }
    }

    pub(in crate::analysis) fn union(self, other: GainBounds) -> GainBounds {
        let (mut both, [low, high]) = (self, self.together);
        for seat in Seat::ALL {
            both.least[seat] = self.least[seat].min(other.least[seat]);
            both.most[seat] = self.most[seat].max(other.most[seat]);
        }
        both.together = [low.min(other.together[0]), high.max(other.together[1])];
        both
    }

    /// Returns the bounds of the sum of both others' gains, which also follow from the sum of all three.
    pub(in crate::analysis) fn bounds_of_others(&self, seat: Seat) -> [Amount; 2] {
        let (left, right, [low, high]) = (seat.left(), seat.right(), self.together);
        [
            (self.least[left] + self.least[right]).max(low - self.most[seat]),
            (self.most[left] + self.most[right]).min(high - self.least[seat]),
        ]
    }

    /// Narrows the bounds as far as the sum of all three allows: nobody gains more than the rest of the sum
    /// when the others gain the least they can, or less than the rest when they gain the most.
    pub(in crate::analysis) fn tighten(self) -> GainBounds {
        let [low, high] = self.together;
        let sum_of_others = |gains: BySeat<Amount>, seat: Seat| gains[seat.left()] + gains[seat.right()];
        let mut tight = self;
        for seat in Seat::ALL {
            tight.least[seat] = self.least[seat].max(low - sum_of_others(self.most, seat));
            tight.most[seat] = self.most[seat].min(high - sum_of_others(self.least, seat));
        }
        tight
    }
}

impl GainEstimate {
    /// Returns the estimate of gains that are one of these; `None` if there are none.
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

    /// Returns the estimate of gains that are estimated by one or the other.
    pub(crate) fn union(&self, other: &GainEstimate) -> GainEstimate {
        if self == other { self.clone() } else { GainEstimate::Bounds(self.bounds().union(other.bounds())) }
    }

    /// Returns the bounds; for known gains the gains themselves are both bounds.
    #[must_use]
    pub fn bounds(&self) -> GainBounds {
        match self {
            GainEstimate::Exact(gains) => GainBounds::from_gains(gains),
            GainEstimate::Bounds(bounds) => *bounds,
        }
    }
}
