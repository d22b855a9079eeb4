//! The criterion by which a seat chooses among options.

use crate::gains::payoffs::{GainEstimate, Model, Utility};
use crate::seat::Seat;
use crate::settlement::{Amount, Gains};

/// Ties go to the first option.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Objective {
    /// This seat chooses by its own gain alone.
    Gain(Seat),
    /// A seat chooses by its utility in a model, in a contract of this declarer.
    Utility { seat: Seat, declarer: Seat, model: Model },
}

impl Objective {
    pub(crate) fn utility(self, gains: &Gains) -> Utility {
        match self {
            Objective::Gain(seat) => [gains.seats[seat], Amount::default(), Amount::default()],
            Objective::Utility { seat, declarer, model } => model.utility(seat, Some(declarer), gains),
        }
    }

    /// Each bound has a component for the first criterion, then one for each criterion that breaks ties.
    pub(crate) fn bounds(self, estimate: &GainEstimate) -> [Utility; 2] {
        let bounds = match estimate {
            GainEstimate::Exact(gains) => return [self.utility(gains); 2],
            GainEstimate::Bounds(bounds) => bounds,
        };
        let bounds_of = |seat: Seat| [bounds.lower[seat], bounds.upper[seat]];
        let negated = |[least, most]: [Amount; 2]| [-most, -least];
        // The criteria are those of `Model::utility`, in its order.
        let three = match self {
            Objective::Gain(seat) => [bounds_of(seat), [Amount::default(); 2], [Amount::default(); 2]],
            Objective::Utility { seat, declarer, model } => {
                let (left, right) = (declarer.left(), declarer.right());
                if seat == declarer {
                    [bounds_of(seat), negated(bounds.bounds_of_others(declarer)), negated(bounds_of(left))]
                } else if model == Model::Allied {
                    // The greatest possible difference between the defenders' gains; the split is most even at 0.
                    let apart =
                        [bounds_of(left)[1] - bounds_of(right)[0], bounds_of(right)[1] - bounds_of(left)[0]];
                    let apart = apart[0].max(apart[1]);
                    [
                        bounds.bounds_of_others(declarer),
                        negated(bounds_of(declarer)),
                        [-apart, Amount::default()],
                    ]
                } else {
                    let partner = if seat == left { right } else { left };
                    [bounds_of(seat), negated(bounds_of(declarer)), bounds_of(partner)]
                }
            }
        };
        [0, 1].map(|n| three.map(|bounds| bounds[n]))
    }
}
