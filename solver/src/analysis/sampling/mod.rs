//! Layouts of unseen cards: counting and drawing them, constraints on them, and averages over them.

pub(in crate::analysis) mod call_conditions;
pub(in crate::analysis) mod condition;
pub(in crate::analysis) mod constraint;
pub(in crate::analysis) mod estimate;
mod known_hand;
pub(in crate::analysis) mod layouts;
mod placements;
pub(in crate::analysis) mod sample;
pub(in crate::analysis) mod view_layouts;

pub use call_conditions::CallConditions;
pub use condition::{Condition, ConditionError};
pub use constraint::{Constraint, ConstraintError};
pub use estimate::{Average, Estimate, Means};
#[cfg(feature = "schema")]
pub(crate) use estimate::{SmallSampleEstimate, SmallSampleMeans};
pub use known_hand::{KnownHand, KnownHandError};
pub use layouts::{KnownCards, Layouts, LayoutsError};
pub use sample::SampleOptions;
pub(crate) use view_layouts::LayoutStart;
pub use view_layouts::{ViewLayouts, ViewLayoutsError};
