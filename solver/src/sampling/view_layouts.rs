//! Layouts of the cards that a seat does not know in a hand being played.
//!
//! A layout gives the place of each card after the last discard: the ten cards of each seat, and the two that
//! lie aside. In an auction after which the talon may lead, it also gives the order of the talon's cards. All
//! layouts that agree with the view are equally likely. This follows from equally likely deals if nothing is
//! assumed about the reasons for a discard: every pair that the declarer can have laid aside is as likely as
//! every other.
//!
//! A talon that the declarer has taken up unseen by the viewer is not part of the layout: its two cards are among
//! the declarer's cards or aside, each pair of these cards is equally likely, and no gain depends on the pair. A
//! layout that is converted to a hand gets one of these pairs as its talon. The same is true of discards that an
//! opponent has taken up unseen.

use thiserror::Error;

use crate::cards::{Card, Cards, Suits};
use crate::deal::{Deal, random};
use crate::hand::{Action, Hand, HandSetupError, Phase, View};
use crate::rules::bidding::AllPass;
use crate::sampling::constraint::Constraint;
use crate::sampling::layouts::{KnownCards, Layouts, LayoutsError};
use crate::sampling::sample::LayoutSet;
use crate::seat::{BySeat, Seat};

/// The set of all layouts that agree with the view of a seat, numbered from 0.
///
/// ```
/// use preference::sampling::ViewLayouts;
/// use preference::hand::{Action, Hand, Table};
/// use preference::{Deal, Seat, Variant};
/// let rules: Variant = "russian".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let mut hand = Hand::new(rules, deal, Table::default())?;
/// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open"] {
///     hand.apply(text.parse::<Action>()?)?;
/// }
/// // Both defenders' hands lie open, so that only the discard is hidden: two of twelve cards.
/// let view = hand.view(Seat::Rearhand);
/// let layouts = ViewLayouts::new(&view)?;
/// assert_eq!(layouts.count(), 66);
/// assert_eq!(layouts.hand(5).expect("no card has been played").view(Seat::Rearhand), view);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ViewLayouts {
    view: View,
    /// A hand under the rules and at the table of the view. Its cards do not matter.
    prototype: Hand,
    exchanges: Vec<Exchange>,
    layouts: Layouts,
    /// The number of orders of the talon's cards that count as different layouts: 2 if it may still lead,
    /// otherwise 1.
    talon_orders: u64,
    hides_only_discard: bool,
}

/// A hand before its first call, dealt so that its exchanges lead to a given layout, with the discards of these
/// exchanges.
#[derive(Clone, Debug)]
pub(crate) struct LayoutStart {
    /// The hand before its first call.
    pub(crate) hand: Hand,
    /// The cards laid aside in each exchange.
    pub(crate) discards: Vec<Cards>,
}

/// An exchange of two cards: a seat takes up the two cards that lie aside, and lays two of its cards aside.
#[derive(Clone, Debug)]
struct Exchange {
    seat: Seat,
    /// The cards taken up; `None` if the viewer has not seen them.
    taken: Option<Cards>,
    /// The cards that the seat may have held before the exchange, as far as the viewer knows.
    held: Cards,
    /// The cards that may have lain aside before the exchange.
    aside: Cards,
}

/// The places where each card may lie, as far as a viewer knows.
#[derive(Clone, Debug)]
struct Places {
    hands: BySeat<Cards>,
    aside: Cards,
}

impl ViewLayouts {
    /// Builds the numbered set of all layouts that agree with a view.
    ///
    /// # Errors
    /// If no hand that can be played has this view.
    pub fn new(view: &View) -> Result<ViewLayouts, ViewLayoutsError> {
        ViewLayouts::with_constraints(view, &[])
    }

    /// Builds the numbered set of all layouts that agree with a view and meet these constraints. The constraints are
    /// about the hands after the last discard, including cards that have been played.
    ///
    /// # Errors
    /// If no hand that can be played has this view, or no layout meets the constraints.
    pub fn with_constraints(
        view: &View,
        constraints: &[Constraint],
    ) -> Result<ViewLayouts, ViewLayoutsError> {
        ViewLayouts::excluding(view, &BySeat(view.voids.0.map(Suits::cards)), constraints)
    }

    /// Each seat holds none of its `excluded` cards, of which its voids are a part.
    pub(super) fn excluding(
        view: &View,
        excluded: &BySeat<Cards>,
        constraints: &[Constraint],
    ) -> Result<ViewLayouts, ViewLayoutsError> {
        let prototype =
            Hand::new(view.rules.clone(), random::deal(&mut random::generator(0)), view.table.clone())?;
        let (exchanges, places) = follow_exchanges(view);
        let known_cards = known_cards(view, &places, excluded);
        let declarer = exchanges.last().map(|exchange| exchange.seat);
        let is_known = |seat: Seat| known_cards.hands[seat].len() == 10;
        let hides_only_discard = declarer
            .is_some_and(|declarer| declarer.others().into_iter().all(is_known) && !is_known(declarer));
        let may_lead = view.rules.all_pass().talon_leads
            && view.rules.bidding().all_pass == AllPass::Raspasovka
            && view.phase == Phase::Auction;
        Ok(ViewLayouts {
            view: view.clone(),
            prototype,
            exchanges,
            layouts: Layouts::with_constraints(&known_cards, constraints)?,
            talon_orders: if may_lead { 2 } else { 1 },
            hides_only_discard,
        })
    }

    /// The number of layouts. It includes some layouts that only [`hand`](Self::hand) rules out: a card that
    /// was played, a claim or an announcement about aces would not have been legal in them, a seat cannot have held the
    /// cards that it took up, or they break a constraint that the count does not take into account.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.layouts.count() * self.talon_orders
    }

    /// Whether the two cards that the declarer laid aside are the only hidden cards.
    #[must_use]
    pub fn hides_only_discard(&self) -> bool {
        self.hides_only_discard
    }

    /// The hand with the layout of this number, counted from 0, and with the steps of the view. The viewer has
    /// the same view of this hand. Returns `None` if a step is not legal in this layout, or the layout breaks a
    /// constraint.
    ///
    /// # Panics
    /// If `number` is not below [`count`](Self::count).
    #[must_use]
    pub fn hand(&self, number: u64) -> Option<Hand> {
        let LayoutStart { mut hand, discards } = self.start(number)?;
        let mut discards = discards.into_iter();
        for step in &self.view.steps {
            let action = match step.action {
                None | Some(Action::Discard(_)) => Action::Discard(discards.next()?),
                Some(action) => action,
            };
            hand.apply(action).ok()?;
        }
        Some(hand)
    }

    /// A hand before its first call whose exchanges lead to the layout of this number, and the discards of
    /// these exchanges. `None` if the layout breaks a constraint, or a seat cannot have held the cards that it took up.
    ///
    /// # Panics
    /// If `number` is not below [`count`](Self::count).
    pub(crate) fn start(&self, number: u64) -> Option<LayoutStart> {
        let (hands, aside) = self.layouts.nth(number / self.talon_orders);
        if !self.layouts.meets_constraints(hands) {
            return None;
        }
        let (deal, discards) = self.undo_exchanges(hands, aside)?;
        let order = self.talon_order(&deal, number % self.talon_orders == 1);
        let hand = self.prototype.with_deal(deal).with_talon_order(&order).ok()?;
        Some(LayoutStart { hand, discards })
    }

    /// Finds the deal from the cards as they lie after the last exchange. `None` if a seat cannot have held the cards
    /// that it took up.
    fn undo_exchanges(&self, mut hands: BySeat<Cards>, mut aside: Cards) -> Option<(Deal, Vec<Cards>)> {
        let mut laid = Vec::new();
        let discard_first = self.view.rules.bidding().discard_first;
        for exchange in self.exchanges.iter().rev() {
            let hand = hands[exchange.seat];
            let cards = if discard_first { hand } else { hand | aside };
            let taken = match exchange.taken {
                Some(taken) => taken,
                None => exchange.possible_talon(cards)?,
            };
            if !taken.is_subset(cards) {
                return None;
            }
            laid.push(aside);
            hands[exchange.seat] = (hand | aside) - taken;
            aside = taken;
        }
        laid.reverse();
        Some((Deal::new(hands, aside).ok()?, laid))
    }

    fn talon_order(&self, deal: &Deal, is_reversed: bool) -> Vec<Card> {
        // Cards that have led come first; the others follow by suit S H D C, from the ace down.
        let mut order: Vec<Card> = self.view.talon_leads.into_iter().flatten().collect();
        let led: Cards = order.iter().copied().collect();
        order.extend((deal.talon() - led).iter());
        if is_reversed {
            order.reverse();
        }
        order
    }
}

impl LayoutSet for ViewLayouts {
    type Layout = Hand;

    fn count(&self) -> u64 {
        ViewLayouts::count(self)
    }

    fn layout(&self, number: u64) -> Option<Hand> {
        self.hand(number)
    }
}

impl Exchange {
    /// Two of `cards` that the seat can have taken up in this exchange. Cards that the seat cannot have held before
    /// come first. `None` if there are more than two of them, or if fewer than two cards can have been taken up.
    fn possible_talon(&self, cards: Cards) -> Option<Cards> {
        let forced = cards - self.held;
        let free = (cards & self.held & self.aside).iter();
        let taken: Cards = forced.iter().chain(free).take(2).collect();
        (forced.is_subset(taken) && taken.len() == 2).then_some(taken)
    }
}

impl Places {
    fn before_exchanges(view: &View) -> Places {
        let others = Cards::PACK - view.dealt - view.talon;
        let aside = if view.talon.len() == 2 { view.talon } else { Cards::PACK - view.dealt };
        Places { hands: BySeat::from_fn(|seat| if seat == view.seat { view.dealt } else { others }), aside }
    }

    fn exchange(&mut self, view: &View, seat: Seat, taken: Option<Cards>, laid: Option<Cards>) {
        let discard_first = view.rules.bidding().discard_first;
        let (held, aside) = (self.hands[seat], self.aside);
        self.hands[seat] = held | aside;
        self.aside = if discard_first { held } else { held | aside };
        let Some(laid) = laid else { return };
        self.aside = laid;
        for hand in &mut self.hands.0 {
            *hand -= laid;
        }
        if seat == view.seat {
            self.hands[seat] = (held | taken.unwrap_or_default()) - laid;
        }
    }

    fn count(&self, card: Card) -> usize {
        self.hands.0.iter().chain([&self.aside]).filter(|cards| cards.contains(card)).count()
    }
}

fn follow_exchanges(view: &View) -> (Vec<Exchange>, Places) {
    let mut places = Places::before_exchanges(view);
    let mut exchanges = Vec::new();
    let mut taken = Some(view.talon).filter(|talon| talon.len() == 2);
    for step in &view.steps {
        let laid = match step.action {
            None => None,
            Some(Action::Discard(cards)) => Some(cards),
            Some(_) => continue,
        };
        let seat = step.seat;
        exchanges.push(Exchange { seat, taken, held: places.hands[seat], aside: places.aside });
        places.exchange(view, seat, taken, laid);
        taken = laid;
    }
    (exchanges, places)
}

fn known_cards(view: &View, places: &Places, excluded: &BySeat<Cards>) -> KnownCards {
    // Cards with only one possible place are known, as are cards played and open hands.
    let mut known_cards = KnownCards::ten_each();
    let certain: Cards = Cards::PACK.iter().filter(|&card| places.count(card) == 1).collect();
    known_cards.talon = places.aside & certain;
    for seat in Seat::ALL {
        let played: Cards = played_cards(view, seat).collect();
        let open = view.hands[seat].filter(|_| seat != view.seat);
        known_cards.hands[seat] = (places.hands[seat] & certain) | played | open.unwrap_or_default();
        known_cards.excluded[seat] = (Cards::PACK - places.hands[seat]) | excluded[seat];
    }
    known_cards
}

fn played_cards(view: &View, seat: Seat) -> impl Iterator<Item = Card> + '_ {
    view.steps.iter().filter(move |step| step.seat == seat).filter_map(|step| match step.action {
        Some(Action::Card(card)) => Some(card),
        _ => None,
    })
}

/// The error for a view that has no layouts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ViewLayoutsError {
    /// The rules of the view allow no hand at its table.
    #[error(transparent)]
    Setup(#[from] HandSetupError),
    /// No layout agrees with the view.
    #[error(transparent)]
    Layouts(#[from] LayoutsError),
    /// None of many draws agrees with the view.
    #[error("no layout that agrees with the view was found")]
    NotFound,
}
