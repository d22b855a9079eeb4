//! The judge of the search: plain minimax, written from the rules alone.
//!
//! It shares nothing with the library but the names of the rules: cards are
//! pairs of numbers, hands are lists, legality is its own code, there is no
//! table and no bound. Goals are judged by the finished list of trick winners.

use ahash::AHashMap;
use preference::{Game, Goal, Position, Seat, Seats};

/// Suit 0 to 3 (clubs to spades) and rank 0 to 7 (seven to ace).
pub(crate) type Card = (u8, u8);

/// What `at_least` remembers: hands, leader and tricks needed.
pub(crate) type Memo = AHashMap<([Vec<Card>; 3], usize, i32), bool>;

#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) hands: [Vec<Card>; 3],
    pub(crate) leader: usize,
    pub(crate) trick: Vec<Card>,
}

impl Table {
    pub(crate) fn of(position: &Position) -> Table {
        let hand = |seat| position.hand(seat).iter().map(card).collect();
        Table {
            game: position.game(),
            hands: Seat::ALL.map(hand),
            leader: position.leader() as usize,
            trick: position.trick().map(card).collect(),
        }
    }

    fn plays(&self, seat: usize) -> bool {
        self.game.playing.contains(Seat::ALL[seat])
    }

    fn next(&self, seat: usize) -> usize {
        let next = (seat + 1) % 3;
        if self.plays(next) { next } else { (next + 1) % 3 }
    }

    pub(crate) fn to_move(&self) -> usize {
        self.trick.iter().fold(self.leader, |seat, _| self.next(seat))
    }

    fn is_trump(&self, card: Card) -> bool {
        self.game.trump.is_some_and(|suit| suit as u8 == card.0)
    }

    fn beats(&self, card: Card, other: Card) -> bool {
        if card.0 == other.0 { card.1 > other.1 } else { self.is_trump(card) }
    }

    /// Place in the trick of the card that wins it so far.
    fn winning(&self) -> usize {
        let mut best = 0;
        for place in 1..self.trick.len() {
            if self.beats(self.trick[place], self.trick[best]) {
                best = place;
            }
        }
        best
    }

    pub(crate) fn legal(&self) -> Vec<Card> {
        let seat = self.to_move();
        let hand = &self.hands[seat];
        let Some(&led) = self.trick.first() else { return hand.clone() };
        let rules = self.game.switches;
        let winning = self.trick[self.winning()];
        let winner = (0..self.winning()).fold(self.leader, |seat, _| self.next(seat));
        let mut cards: Vec<Card> = hand.iter().copied().filter(|card| card.0 == led.0).collect();
        if !cards.is_empty() {
            let better: Vec<Card> = cards.iter().copied().filter(|&card| self.beats(card, winning)).collect();
            if rules.head && winning.0 == led.0 && !better.is_empty() {
                cards = better;
            }
        } else {
            cards = hand.clone();
            let trumps: Vec<Card> = hand.iter().copied().filter(|&card| self.is_trump(card)).collect();
            if rules.trump && !trumps.is_empty() {
                let over: Vec<Card> =
                    trumps.iter().copied().filter(|&card| self.beats(card, winning)).collect();
                let trumped = self.is_trump(winning);
                cards = if rules.overtrump && trumped && !over.is_empty() { over } else { trumps };
            }
        }
        let three = (0..3).all(|seat| self.plays(seat));
        let Some(soloist) = self.game.soloist.filter(|_| three).map(|seat| seat as usize) else {
            return cards;
        };
        if rules.lowest && self.leader == soloist && self.trick.len() == 1 {
            let beating = cards.iter().copied().filter(|&card| self.beats(card, led));
            if let Some(lowest) = beating.min_by_key(|card| card.1) {
                cards = vec![lowest];
            }
        }
        if rules.nosteal && seat != soloist && winner != soloist && winner != seat {
            let leaving: Vec<Card> =
                cards.iter().copied().filter(|&card| !self.beats(card, winning)).collect();
            if !leaving.is_empty() {
                cards = leaving;
            }
        }
        cards
    }

    /// The table after a card, and the winner of the trick if it was complete.
    pub(crate) fn play(&self, card: Card) -> (Table, Option<usize>) {
        let mut after = self.clone();
        let seat = self.to_move();
        after.hands[seat].retain(|&held| held != card);
        after.trick.push(card);
        if after.trick.len() < self.game.playing.len() {
            return (after, None);
        }
        let winner = (0..after.winning()).fold(self.leader, |seat, _| self.next(seat));
        after.trick.clear();
        after.leader = winner;
        (after, Some(winner))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.hands[self.to_move()].is_empty()
    }

    /// The best score for `pursuers`, who want it high while all others want it
    /// low, of the complete list of trick winners. No score is under 0 or over
    /// `top`, so that whoever has reached the end of the scale looks no further.
    fn minimax(
        &self,
        winners: &mut Vec<usize>,
        pursuers: Seats,
        top: i32,
        score: &dyn Fn(&[usize]) -> i32,
    ) -> i32 {
        if self.is_over() {
            return score(winners);
        }
        let high = pursuers.contains(Seat::ALL[self.to_move()]);
        let mut best = if high { -1 } else { top + 1 };
        for card in self.legal() {
            let (after, winner) = self.play(card);
            winners.extend(winner);
            let value = after.minimax(winners, pursuers, top, score);
            if winner.is_some() {
                winners.pop();
            }
            best = if high { best.max(value) } else { best.min(value) };
            if best == if high { top } else { 0 } {
                break;
            }
        }
        best
    }

    /// Whether the pursuers can make the goal come true.
    pub(crate) fn reaches(&self, pursuers: Seats, goal: Goal) -> bool {
        self.minimax(&mut Vec::new(), pursuers, 1, &|winners| judge(goal, winners).into()) == 1
    }

    /// Tricks for `counted`, wanted high by `pursuers`.
    pub(crate) fn tricks(&self, counted: Seats, pursuers: Seats) -> i32 {
        let left = self.hands[self.to_move()].len() as i32;
        self.minimax(&mut Vec::new(), pursuers, left, &|winners| count(counted, winners) as i32)
    }

    /// Whether the pursuers can bring `counted` to `need` tricks or more, on
    /// whole deals: as `tricks`, but what was found at the start of a trick with
    /// exactly these cards is remembered.
    pub(crate) fn at_least(&self, counted: Seats, pursuers: Seats, need: i32, memo: &mut Memo) -> bool {
        let left = self.hands[self.to_move()].len() as i32;
        if need <= 0 || need > left {
            return need <= 0;
        }
        let key = (self.hands.clone(), self.leader, need);
        let remember = self.trick.is_empty();
        if let Some(&known) = memo.get(&key).filter(|_| remember) {
            return known;
        }
        let high = pursuers.contains(Seat::ALL[self.to_move()]);
        let found = self.legal().into_iter().any(|card| {
            let (after, winner) = self.play(card);
            let won = winner.is_some_and(|winner| counted.contains(Seat::ALL[winner]));
            after.at_least(counted, pursuers, need - i32::from(won), memo) == high
        });
        let answer = found == high;
        if remember {
            memo.insert(key, answer);
        }
        answer
    }

    /// How many ways there are to play the next `depth` cards.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.is_over() {
            return 1;
        }
        self.legal().into_iter().map(|card| self.play(card).0.perft(depth - 1)).sum()
    }
}

pub(crate) fn card(card: preference::Card) -> Card {
    (card.suit() as u8, card.rank() as u8)
}

fn count(seats: Seats, winners: &[usize]) -> usize {
    winners.iter().filter(|&&winner| seats.contains(Seat::ALL[winner])).count()
}

/// Whether a goal came true in the tricks that these seats won.
fn judge(goal: Goal, winners: &[usize]) -> bool {
    match goal {
        Goal::AtLeast { seats, tricks } => count(seats, winners) >= tricks.into(),
        Goal::AtMost { seats, tricks } => count(seats, winners) <= tricks.into(),
        Goal::Exactly { seats, tricks } => count(seats, winners) == usize::from(tricks),
        Goal::InARow { seats, tricks, run } => {
            let mut row = usize::from(run);
            let mut longest = row;
            for &winner in winners {
                row = if seats.contains(Seat::ALL[winner]) { row + 1 } else { 0 };
                longest = longest.max(row);
            }
            longest >= tricks.into()
        }
        Goal::Quotas(quotas) => {
            quotas.iter().all(|(seat, &quota)| count(Seats::of(seat), winners) >= quota.into())
        }
        Goal::Reached => true,
        Goal::Missed => false,
    }
}
