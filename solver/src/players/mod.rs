//! Players: programs that play whole hands, and matches between them.
//!
//! A [`Player`] gets the [`View`](crate::hand::View) of a seat and the legal actions, and chooses one of them. A
//! [`Match`] plays random deals with three players, built-in ones ([`PlayerKind`]) or [`ExternalPlayers`], and a
//! [`MatchTally`] averages their gains.
//!
//! ```
//! use preference::players::{Match, MatchOptions, MatchTally, Participant, PlayerKind};
//! use preference::rules::Variant;
//! let rules: Variant = "russian".parse()?;
//! let players = [PlayerKind::Beginner, PlayerKind::Random, PlayerKind::Random].map(Participant::from);
//! let options = MatchOptions { players, is_duplicate: true, seed: 1 };
//! let game = Match::new(rules, options)?;
//! let mut tally = MatchTally::new(&game);
//! for number in 0..20 {
//!     let hands: Vec<_> = game.play_deal(number).iter().map(|hand| hand.into()).collect();
//!     tally.add_deal(&hands);
//! }
//! let answer = tally.answer();
//! assert_eq!((answer.deals, answer.hands), (20, 60));
//! assert!(answer.players[0].gain.mean > answer.players[1].gain.mean);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod beginner;
mod current_trick;
mod external;
mod layout_player;
mod match_play;
mod match_record;
mod match_tally;
mod participant;
mod player;
mod player_kind;
mod random_player;

pub use act::{ActAnswer, ActOptions, ActQuery, ActQuestion};
pub use beginner::Beginner;
pub use external::{ExternalPlayers, Replacement, ReplacementCause, ReplacementCounts};
pub use layout_player::{LayoutLimits, LayoutPlayer, WeightedLayout, draw_layouts};
pub use match_play::{Match, MatchOptions, PlayedHand};
pub use match_record::{MatchPlace, MatchRecord, MatchRecordError, RecordedResult};
pub use match_tally::{MatchAnswer, MatchTally, MatchedPlayer, SeatedGains};
pub use participant::Participant;
pub use player::{Player, play_hand};
pub use player_kind::{PlayerKind, PlayerKindError};
pub use random_player::RandomPlayer;
