//! The part of a hand that one seat knows.

use std::sync::Arc;

#[cfg(feature = "schema")]
use schemars::json_schema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Hand, HandStep, Phase, Stage};
use crate::cards::{Card, Cards, Suit, Suits};
use crate::hand::action::Action;
use crate::hand::record::{deserialize_rules, serialize_rules};
use crate::hand::table::Table;
#[cfg(feature = "schema")]
use crate::macros::inline_schemas;
use crate::position::Position;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Dealer, Gains};
use crate::situation::PlayState;
#[cfg(feature = "schema")]
use crate::situation::field_types::RulesInput;

/// A step of a hand as a player has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewStep {
    /// The seat that acted, or whose card was played.
    pub seat: Seat,
    /// The seat that decided.
    pub player: Seat,
    /// The action, as its text; null (in Rust `None`) for a discard that the viewer has not seen.
    pub action: Option<Action>,
}

/// Converts a step into a view of it in which the action is visible.
impl From<HandStep> for ViewStep {
    fn from(HandStep { seat, player, action }: HandStep) -> ViewStep {
        ViewStep { seat, player, action: Some(action) }
    }
}

/// The part of a hand that one player knows: its own cards; the calls and decisions of all players and the cards
/// they have played; and the cards that were shown. Everything else is left out, so that two hands that the seat
/// cannot tell apart have equal views.
///
/// - The talon is known to the player who takes it up and, if the rules show it, to all. When all have passed, each
///   of its cards becomes known with the trick to which it leads.
/// - The cards laid aside are known to the player who laid them aside, and to an opponent who has taken them up.
/// - The cards of a declarer in an open contract are known as soon as the play begins.
/// - The cards of both defenders are known as soon as a lone whister plays open or, under `misere_open`, in a closed
///   misère (if the declarer leads, after the first card).
/// - A seat that drops out shows nothing.
///
/// A view that was read from JSON is not checked: methods of computer players may panic if no hand has this view.
///
/// `S` is the type of the viewer: a seat or, as [`Dealer`], a seat or the dealer who sits out. Equal views
/// have equal JSON, and different views have different JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "StateView"))]
pub struct View<S = Seat> {
    /// The seat whose view it is, or `D` for the dealer who sits out.
    pub seat: S,
    /// The rules: a preset with switches, or house rules with the keys of a rules file.
    #[cfg_attr(feature = "schema", schemars(with = "RulesInput"))]
    #[serde(serialize_with = "serialize_rules")]
    pub rules: Arc<Variant>,
    /// The table.
    #[serde(flatten)]
    pub table: Table,
    /// The ten cards that were dealt to the seat; none for the dealer who sits out.
    pub dealt: Cards,
    /// The talon as it was dealt, if the viewer has seen it; otherwise the talon's cards that have led so far.
    pub talon: Cards,
    /// The talon's cards in the order in which they have led so far, when all have passed; null for a card
    /// that has not led.
    pub talon_leads: [Option<Card>; 2],
    /// The steps so far.
    pub steps: Vec<ViewStep>,
    /// The cards that each seat still holds; null if the viewer does not know them. The viewer always knows its own. A
    /// seat that has dropped out still holds its cards.
    #[cfg_attr(feature = "schema", schemars(with = "BySeat<KnownCards>"))]
    pub hands: BySeat<Option<Cards>>,
    /// The suits in which each seat has shown a void, by failing to follow suit.
    pub voids: BySeat<Suits>,
    /// The phase of the hand.
    pub phase: Phase,
    /// The seat to act, or null.
    pub to_act: Option<Seat>,
    /// The seat that decides, or null.
    pub player: Option<Seat>,
    /// The declarer, or null.
    pub declarer: Option<Seat>,
    /// The contract, or null; in Rust with its declarer.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Contract>"))]
    #[serde(rename = "contract", serialize_with = "serialize_contract")]
    pub declaration: Option<Declaration>,
    /// The seats that take part in the play; none until they are decided, and if no cards are played.
    pub playing: Seats,
    /// The number of tricks that each seat has taken so far.
    #[cfg_attr(feature = "schema", schemars(with = "BySeat<Tricks>"))]
    pub tricks: BySeat<u8>,
    /// The gains of all players and the pot; null before the end of the hand.
    pub result: Option<Gains>,
}

/// The JSON form of cards, or null if they are not known.
#[cfg(feature = "schema")]
pub(crate) enum KnownCards {}

/// Number of tricks.
#[cfg(feature = "schema")]
pub(crate) enum Tricks {}

#[cfg(feature = "schema")]
inline_schemas! {
    [] KnownCards: json_schema!({"anyOf": [Cards::json_schema(&mut schemars::SchemaGenerator::default()), {"type": "null"}]});
    [] Tricks: json_schema!({"type": "integer", "minimum": 0, "maximum": 10});
}

/// The declarer has a key of its own, and whether the contract is played from the hand follows from the steps.
fn serialize_contract<S: Serializer>(
    declaration: &Option<Declaration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    declaration.map(|declaration| declaration.contract).serialize(serializer)
}

#[derive(Deserialize)]
struct ViewFields<S> {
    seat: S,
    #[serde(deserialize_with = "deserialize_rules")]
    rules: Arc<Variant>,
    #[serde(flatten)]
    table: Table,
    dealt: Cards,
    talon: Cards,
    talon_leads: [Option<Card>; 2],
    steps: Vec<ViewStep>,
    hands: BySeat<Option<Cards>>,
    voids: BySeat<Suits>,
    phase: Phase,
    to_act: Option<Seat>,
    player: Option<Seat>,
    declarer: Option<Seat>,
    contract: Option<Contract>,
    playing: Seats,
    tricks: BySeat<u8>,
    result: Option<Gains>,
}

impl<S> ViewFields<S> {
    /// There was a bid, which a dealer who is forced to declare and gives up has not made, and no discard.
    fn is_from_hand(&self) -> bool {
        let is_bid = |step: &ViewStep| matches!(step.action, Some(Action::Call(call)) if call != Call::Pass);
        let is_discard = |step: &ViewStep| matches!(step.action, None | Some(Action::Discard(_)));
        self.steps.iter().any(is_bid) && !self.steps.iter().any(is_discard)
    }
}

/// A contract without a declarer is an error; otherwise the view is not checked, and need not be the view of any hand.
impl<'de, S: Deserialize<'de>> Deserialize<'de> for View<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View<S>, D::Error> {
        let fields = ViewFields::deserialize(deserializer)?;
        let from_hand = fields.is_from_hand();
        let declaration = match (fields.contract, fields.declarer) {
            (Some(contract), Some(declarer)) => Some(Declaration { contract, declarer, from_hand }),
            (Some(_), None) => return Err(D::Error::custom("the view has a contract without a declarer")),
            (None, _) => None,
        };
        Ok(View {
            seat: fields.seat,
            rules: fields.rules,
            table: fields.table,
            dealt: fields.dealt,
            talon: fields.talon,
            talon_leads: fields.talon_leads,
            steps: fields.steps,
            hands: fields.hands,
            voids: fields.voids,
            phase: fields.phase,
            to_act: fields.to_act,
            player: fields.player,
            declarer: fields.declarer,
            declaration,
            playing: fields.playing,
            tricks: fields.tricks,
            result: fields.result,
        })
    }
}

impl Hand {
    /// The part of the hand that `seat` knows.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass", "discard H9 C7"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// let mut other = hand.clone();
    /// other.undo();
    /// other.apply("discard SQ SJ".parse::<Action>()?)?;
    /// // The other seats do not see the discard.
    /// assert_eq!(hand.view(Seat::Middlehand), other.view(Seat::Middlehand));
    /// assert_ne!(hand.view(Seat::Forehand), other.view(Seat::Forehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn view(&self, seat: Seat) -> View {
        self.view_as(seat, Some(seat))
    }

    /// The part of the hand that a seat, or the dealer who sits out, knows. `None` if nobody sits out.
    #[must_use]
    pub fn view_of(&self, viewer: Dealer) -> Option<View<Dealer>> {
        match viewer {
            Dealer::Seat(seat) => Some(self.view_as(viewer, Some(seat))),
            Dealer::Sitting => self.setup.table.four.then(|| self.view_as(viewer, None)),
        }
    }

    fn view_as<S>(&self, viewer: S, seat: Option<Seat>) -> View<S> {
        let talon_leads = self.talon_leads_seen();
        let led = talon_leads.into_iter().flatten().collect();
        View {
            seat: viewer,
            rules: Arc::clone(&self.setup.rules),
            table: self.setup.table.clone(),
            dealt: seat.map_or(Cards::NONE, |seat| self.deal.hand(seat)),
            talon: if self.has_seen_talon(seat) { self.deal.talon() } else { led },
            talon_leads,
            steps: self.steps.iter().enumerate().map(|(n, step)| self.view_step(seat, n, step)).collect(),
            hands: BySeat::from_fn(|other| self.is_seen(seat, other).then(|| self.held(other))),
            voids: self.voids(),
            phase: self.phase(),
            to_act: self.to_act(),
            player: self.player(),
            declarer: self.state.declarer,
            declaration: self.state.declaration,
            playing: self.position().map_or(Seats::NONE, |position| position.setup().playing),
            tricks: self.tricks(),
            result: self.result(),
        }
    }

    /// The cards that a seat still holds: with a talon that it has taken up, without the cards that it has laid aside.
    pub(crate) fn held(&self, seat: Seat) -> Cards {
        let holds_talon = self.state.stage == Stage::Discard && self.state.declarer == Some(seat);
        // Under some rules the talon is taken up only after the discard.
        let discards_first = self.setup.rules.bidding().discard_first;
        let talon = if holds_talon && !discards_first { self.state.deal.talon() } else { Cards::NONE };
        let played = self.steps.iter().filter(|step| step.seat == seat);
        let played = played.filter_map(|step| match step.action {
            Action::Card(card) => Some(card),
            _ => None,
        });
        (self.state.deal.hand(seat) | talon) - played.collect()
    }

    fn view_step(&self, seat: Option<Seat>, n: usize, step: &HandStep) -> ViewStep {
        let is_seen = match step.action {
            // Discards are seen by the player who laid them aside, and by an opponent who has taken them up.
            Action::Discard(_) => {
                seat.is_some_and(|seat| step.player == seat || self.next_taker(n) == Some(seat))
            }
            _ => true,
        };
        ViewStep { seat: step.seat, player: step.player, action: is_seen.then_some(step.action) }
    }

    fn next_taker(&self, n: usize) -> Option<Seat> {
        let later = self.steps[n + 1..].iter();
        let usurps = |step: &&HandStep| step.action == Action::Call(Call::Usurp);
        later
            .take_while(|step| !matches!(step.action, Action::Discard(_)))
            .find(usurps)
            .map(|step| step.player)
    }

    fn has_seen_talon(&self, seat: Option<Seat>) -> bool {
        let bidding = self.setup.rules.bidding();
        let discarded = self.steps.iter().find(|step| matches!(step.action, Action::Discard(_)));
        let taker = match discarded {
            Some(step) => Some(step.player),
            None if self.state.taken_up.is_some() => self.state.declarer,
            None => None,
        };
        let is_turned = !bidding.discard_first || discarded.is_some();
        taker.is_some_and(|taker| is_turned && (bidding.talon_shown || Some(taker) == seat))
    }

    fn talon_leads_seen(&self) -> [Option<Card>; 2] {
        let talon_leads = matches!(self.state.play, Some(PlayState::AllPassed { .. }))
            && self.setup.rules.all_pass().talon_leads;
        let cards = self.steps.iter().filter(|step| matches!(step.action, Action::Card(_))).count();
        let [first, second] = self.talon_order;
        [talon_leads.then_some(first), (talon_leads && cards >= 3).then_some(second)]
    }

    pub(super) fn is_seen(&self, seat: Option<Seat>, other: Seat) -> bool {
        let is_open = |declaration: Declaration| {
            self.state.play.is_some()
                && declaration.declarer == other
                && matches!(declaration.contract, Contract::OpenMisere | Contract::OpenSlam)
        };
        seat == Some(other)
            || self.state.declaration.is_some_and(is_open)
            || self.state.declarer != Some(other)
                && (self.state.open_whister.is_some() || self.is_open_against_misere(other))
    }

    fn is_open_against_misere(&self, defender: Seat) -> bool {
        // A declarer who leads plays the first card before the cards are shown.
        let is_misere =
            self.state.declaration.is_some_and(|declaration| declaration.contract == Contract::Misere);
        let is_shown = |position: &Position| {
            let is_first_card = self.tricks() == BySeat::default() && position.trick().next().is_none();
            let declarer_leads = Some(position.to_move()) == self.state.declarer;
            position.setup().playing.contains(defender) && !(is_first_card && declarer_leads)
        };
        is_misere && self.setup.rules.decisions().misere_open && self.position().is_some_and(is_shown)
    }

    pub(crate) fn voids(&self) -> BySeat<Suits> {
        let mut voids = BySeat::<Suits>::default();
        let Some(play) = &self.state.play else { return voids };
        let players = play.position().setup().playing.len();
        let cards = self.steps.iter().filter_map(|step| match step.action {
            Action::Card(card) => Some((step.seat, card)),
            _ => None,
        });
        let talon = self.talon_leads_seen();
        let mut led: Option<Suit> = None;
        for (n, (seat, card)) in cards.enumerate() {
            if n % players == 0 {
                let talon_card = talon.get(n / players).copied().flatten();
                led = Some(talon_card.unwrap_or(card).suit());
            }
            if let Some(suit) = led.filter(|&suit| suit != card.suit()) {
                voids[seat].insert(suit);
            }
        }
        voids
    }
}
