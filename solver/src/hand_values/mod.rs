//! Values of a hand before the defenders' hands are opened.
//!
//! Where the defenders open their hands in a misère, they do so when the declarer has laid two cards aside and, if the
//! declarer leads, played the first card. So the declarer chooses a discard (and a first card) without knowing the
//! layout of the defenders' cards; the defenders play knowing everything but the discard. A strategy of the declarer is
//! a *mix*: a probability for each choice. On a layout, the defenders' best reply to the mix leaves the declarer a
//! chance; the value of the hand is the largest mean of this chance over the layouts.
//!
//! The mean is concave and piecewise linear in the mix, so that it can be maximized by cutting planes (Kelley 1960): a
//! reply found for one mix bounds the chance on that layout for every mix.
//!
//! - `choices` holds the choices of the declarer, and mixes of them.
//! - `reply` finds the defenders' best reply to a mix on one layout, with the bounds that follow from it.
//! - `programme` is the linear programme over the bounds found so far; `dense_simplex` solves it in WebAssembly.
//! - `cutting_planes` searches for the best mix over a set of layouts.
//! - `options` holds the options of a question, and says where a discard is hidden.
//! - `turned_suits` brings hands that differ in the order of the suits into one form.
//! - `sampled` draws layouts for a hand, and values the mix on fresh ones.
//! - `answer` is the part of an answer that is about the hidden discard.
//! - `certificate` has the strategies of both sides on single layouts, so that an answer can be checked; `listed_mix`
//!   finds them.
//!
//! `points` is about other contracts: what a player can count in a hand.

pub mod answer;
pub mod certificate;
mod choices;
mod cutting_planes;
#[cfg(any(test, target_family = "wasm"))]
mod dense_simplex;
mod listed_mix;
mod options;
pub mod points;
mod programme;
mod reply;
mod sampled;
mod turned_suits;

#[cfg(test)]
mod tests;

pub(crate) use options::check_rules;
pub use options::{CertifiedLayouts, HiddenLayouts, HiddenOptions};
pub(crate) use sampled::HiddenValues;
