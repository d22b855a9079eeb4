//! Layouts of unseen cards: counting and drawing them, constraints on them, and averages over them.

pub(crate) mod call_conditions;
pub(crate) mod condition;
pub(crate) mod constraint;
pub(crate) mod endings;
pub(crate) mod estimate;
mod known_hand;
pub(crate) mod layouts;
mod placements;
pub(crate) mod sample;
pub(crate) mod view_layouts;

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
