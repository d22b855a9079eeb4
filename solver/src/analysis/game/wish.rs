//! What a seat that chooses looks at.

use crate::analysis::game::settled::{Known, Liking, Model};
use crate::seat::Seat;
use crate::settlement::{Amount, Gains};

/// Which seat chooses, and what it looks at. Of options that it likes alike it takes the first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish {
    /// The gain of this seat alone.
    Gain(Seat),
    /// What the model has the seat like when this declarer plays.
    Liking {
        /// Who chooses.
        seat: Seat,
        /// Who plays the contract.
        declarer: Seat,
        /// What the players play for.
        model: Model,
    },
}

impl Wish {
    /// How much the seat likes `gains`.
    pub(in crate::analysis) fn liking(self, gains: &Gains) -> Liking {
        match self {
            Wish::Gain(seat) => [gains.seats[seat], Amount::default(), Amount::default()],
            Wish::Liking { seat, declarer, model } => model.liking(seat, Some(declarer), gains),
        }
    }

    /// How much the seat likes something at least and at most: by what decides first, then by
    /// what decides among equals so far, and so on.
    pub(in crate::analysis) fn bounds(self, known: &Known) -> [Liking; 2] {
        let between = match known {
            Known::Gains(gains) => return [self.liking(gains); 2],
            Known::Between(between) => between,
        };
        let of = |seat: Seat| [between.least[seat], between.most[seat]];
        let less = |[least, most]: [Amount; 2]| [-most, -least];
        let three = match self {
            Wish::Gain(seat) => [of(seat), [Amount::default(); 2], [Amount::default(); 2]],
            Wish::Liking { seat, declarer, model } => {
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
