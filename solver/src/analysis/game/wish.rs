//! The criterion of a seat that chooses.

use crate::analysis::game::payoffs::{GainEstimate, Model, Utility};
use crate::seat::Seat;
use crate::settlement::{Amount, Gains};

/// The seat that chooses, and its criterion. Ties go to the first option.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish {
    /// The gain of this seat alone.
    Gain(Seat),
    /// The utility of the model for the seat when this declarer plays.
    Utility {
        /// The seat that chooses.
        seat: Seat,
        /// The declarer of the contract.
        declarer: Seat,
        /// The model of play.
        model: Model,
    },
}

impl Wish {
    /// Returns the seat's utility of `gains`.
    pub(in crate::analysis) fn utility(self, gains: &Gains) -> Utility {
        match self {
            Wish::Gain(seat) => [gains.seats[seat], Amount::default(), Amount::default()],
            Wish::Utility { seat, declarer, model } => model.utility(seat, Some(declarer), gains),
        }
    }

    /// Returns the bounds of the seat's utility: of the first criterion, then of the criterion that breaks
    /// its ties, and so on.
    pub(in crate::analysis) fn bounds(self, known: &GainEstimate) -> [Utility; 2] {
        let between = match known {
            GainEstimate::Exact(gains) => return [self.utility(gains); 2],
            GainEstimate::Bounds(between) => between,
        };
        let of = |seat: Seat| [between.least[seat], between.most[seat]];
        let less = |[least, most]: [Amount; 2]| [-most, -least];
        let three = match self {
            Wish::Gain(seat) => [of(seat), [Amount::default(); 2], [Amount::default(); 2]],
            Wish::Utility { seat, declarer, model } => {
                let (left, right) = (declarer.left(), declarer.right());
                if seat == declarer {
                    [of(seat), less(between.others_of(declarer)), less(of(left))]
                } else if model == Model::Allied {
                    let apart = [of(left)[1] - of(right)[0], of(right)[1] - of(left)[0]];
                    let apart = apart[0].max(apart[1]);
                    [between.others_of(declarer), less(of(declarer)), [-apart, Amount::default()]]
                } else {
                    let partner = if seat == left { right } else { left };
                    [of(seat), less(of(declarer)), of(partner)]
                }
            }
        };
        [0, 1].map(|n| three.map(|bounds| bounds[n]))
    }
}
