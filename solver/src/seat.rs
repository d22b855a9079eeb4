//! The three seats, their turn order, and sets of seats.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::excerpt::{excerpt, trim_invisible};
use crate::macros::{read_from_text, set_traits};

/// One of the three seats with cards, named by its turn in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Seat {
    /// The seat left of the dealer, which calls first.
    Forehand,
    /// The second seat in turn order.
    Middlehand,
    /// The third seat in turn order. With three players at the table it is the dealer.
    Rearhand,
}

impl Seat {
    /// The three seats in turn order.
    pub const ALL: [Seat; 3] = [Seat::Forehand, Seat::Middlehand, Seat::Rearhand];

    /// The seat's index in turn order, from 0 for forehand to 2 for rearhand.
    ///
    /// ```
    /// use preference::Seat;
    /// assert_eq!(Seat::ALL.map(Seat::index), [0, 1, 2]);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The next seat in turn order.
    ///
    /// ```
    /// use preference::Seat;
    /// assert_eq!(Seat::Forehand.left(), Seat::Middlehand);
    /// assert_eq!(Seat::Rearhand.left(), Seat::Forehand);
    /// ```
    #[must_use]
    pub const fn left(self) -> Seat {
        Seat::ALL[(self as usize + 1) % 3]
    }

    /// The previous seat in turn order.
    ///
    /// ```
    /// use preference::Seat;
    /// assert_eq!(Seat::Forehand.right(), Seat::Rearhand);
    /// ```
    #[must_use]
    pub const fn right(self) -> Seat {
        Seat::ALL[(self as usize + 2) % 3]
    }

    /// The other two seats, the next in turn order first. They are the opponents if this seat declares.
    ///
    /// ```
    /// use preference::Seat;
    /// assert_eq!(Seat::Middlehand.others(), [Seat::Rearhand, Seat::Forehand]);
    /// ```
    #[must_use]
    pub const fn others(self) -> [Seat; 2] {
        [self.left(), self.right()]
    }

    /// The other defender if this seat is a defender against `declarer`; for the declarer, the next seat.
    ///
    /// ```
    /// use preference::Seat;
    /// assert_eq!(Seat::Rearhand.partner(Seat::Forehand), Seat::Middlehand);
    /// assert_eq!(Seat::Rearhand.partner(Seat::Rearhand), Seat::Forehand, "a declarer has no partner");
    /// ```
    #[must_use]
    pub const fn partner(self, declarer: Seat) -> Seat {
        if self.left() as u8 == declarer as u8 { self.right() } else { self.left() }
    }

    /// The seat's letter in the notation: `F`, `M` or `R`.
    ///
    /// ```
    /// use preference::Seat;
    /// assert_eq!(Seat::Forehand.letter(), 'F');
    /// assert_eq!("f".parse(), Ok(Seat::Forehand));
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        ['F', 'M', 'R'][self as usize]
    }

    /// The seat's name, such as `forehand`, which messages use.
    ///
    /// ```
    /// use preference::Seat;
    /// assert_eq!(Seat::Rearhand.name().parse(), Ok(Seat::Rearhand));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["forehand", "middlehand", "rearhand"][self as usize]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Writes the seat's letter.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// The error for a text that does not name a seat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}' is not a seat: write F, M or R", excerpt(.0))]
pub struct SeatError(String);

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Seat, SeatError> {
        let word = trim_invisible(text);
        Seat::ALL
            .into_iter()
            .find(|seat| {
                word.eq_ignore_ascii_case(seat.name())
                    || word.eq_ignore_ascii_case(&seat.letter().to_string())
            })
            .ok_or_else(|| SeatError(text.to_owned()))
    }
}

read_from_text!(Seat);

/// A set of seats, for example the seats of one side, or the seats that play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);
    /// All three seats.
    pub const ALL: Seats = Seats(7);

    /// The set that contains only this seat.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// let defenders = Seats::ALL - Seats::from_seat(Seat::Forehand);
    /// assert_eq!(defenders, !Seats::from_seat(Seat::Forehand));
    /// assert_eq!(defenders.len(), 2);
    /// ```
    #[must_use]
    pub const fn from_seat(seat: Seat) -> Seats {
        Seats(1 << seat as u8)
    }

    /// The set as a mask: forehand is bit 0, rearhand bit 2.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// assert_eq!(Seats::from_seat(Seat::Rearhand).bits(), 0b100);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with this mask; bits above the third are ignored.
    ///
    /// ```
    /// use preference::Seats;
    /// assert_eq!(Seats::from_bits(0xFF), Seats::ALL);
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u8) -> Seats {
        Seats(bits & 7)
    }

    /// Whether the seat belongs to the set.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// assert!(Seats::ALL.contains(Seat::Middlehand) && !Seats::NONE.contains(Seat::Middlehand));
    /// ```
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat as u8 & 1 == 1
    }

    /// The number of seats in the set.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// assert_eq!((Seats::from_seat(Seat::Forehand) | Seats::from_seat(Seat::Forehand)).len(), 1);
    /// ```
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// assert!((Seats::from_seat(Seat::Forehand) & Seats::from_seat(Seat::Rearhand)).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a seat.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// let mut seats = Seats::NONE;
    /// seats.insert(Seat::Forehand);
    /// seats.remove(Seat::Rearhand);
    /// assert_eq!(seats, Seats::from_seat(Seat::Forehand));
    /// ```
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat as u8;
    }

    /// Removes a seat.
    ///
    /// ```
    /// # use preference::{Seat, Seats};
    /// let mut seats = Seats::ALL;
    /// seats.remove(Seat::Forehand);
    /// assert!(!seats.contains(Seat::Forehand) && seats.len() == 2);
    /// ```
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat as u8);
    }

    /// Iterates over the seats of the set in turn order from forehand.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// let seats: Seats = [Seat::Rearhand, Seat::Forehand].into_iter().collect();
    /// assert_eq!(seats.iter().next(), Some(Seat::Forehand));
    /// ```
    #[must_use]
    pub fn iter(self) -> SeatsIter {
        SeatsIter(self)
    }

    /// This seat if it is in the set, otherwise the next seat in turn order that is.
    ///
    /// # Panics
    /// If the set is empty.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// let playing = Seats::ALL - Seats::from_seat(Seat::Middlehand);
    /// assert_eq!(playing.first_from(Seat::Forehand), Seat::Forehand);
    /// assert_eq!(playing.first_from(Seat::Middlehand), Seat::Rearhand);
    /// ```
    #[must_use]
    pub fn first_from(self, seat: Seat) -> Seat {
        assert!(!self.is_empty(), "nobody plays");
        let mut seat = seat;
        while !self.contains(seat) {
            seat = seat.left();
        }
        seat
    }

    /// The seat of the set that follows this one in turn order.
    ///
    /// # Panics
    /// If the set is empty.
    ///
    /// ```
    /// use preference::{Seat, Seats};
    /// let playing = Seats::from_seat(Seat::Forehand);
    /// assert_eq!(playing.next_after(Seat::Forehand), Seat::Forehand, "the only seat follows itself");
    /// ```
    #[must_use]
    pub fn next_after(self, seat: Seat) -> Seat {
        self.first_from(seat.left())
    }
}

set_traits!(Seats of Seat, SeatsIter, Seats::ALL.0);

/// Iterator over the seats of a set in turn order from forehand.
#[derive(Clone, Debug)]
pub struct SeatsIter(Seats);

impl Iterator for SeatsIter {
    type Item = Seat;

    fn next(&mut self) -> Option<Seat> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.0.contains(seat))?;
        self.0.remove(seat);
        Some(seat)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for SeatsIter {}
impl std::iter::FusedIterator for SeatsIter {}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|seat| write!(f, "{seat}"))
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
        Vec::<Seat>::deserialize(deserializer).map(Seats::from_iter)
    }
}

/// Writes the list of the seats' letters.
impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// One value for each of the three seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct BySeat<T>(pub [T; 3]);

impl<T> BySeat<T> {
    /// Builds the values by calling `value` for each seat in turn order.
    ///
    /// ```
    /// use preference::seat::{BySeat, Seat};
    /// let letters = BySeat::from_fn(Seat::letter);
    /// assert_eq!(letters[Seat::Middlehand], 'M');
    /// ```
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(&mut value))
    }

    /// Iterates over the seats and their values in turn order from forehand.
    ///
    /// ```
    /// use preference::seat::{BySeat, Seat};
    /// let tricks = BySeat([5, 2, 3]);
    /// assert_eq!(tricks.iter().max_by_key(|entry| entry.1), Some((Seat::Forehand, &5)));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

/// Writes an object with the letters of the seats as keys.
impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        for (seat, value) in self.iter() {
            map.serialize_entry(["F", "M", "R"][seat.index()], value)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        #[derive(Deserialize)]
        #[expect(non_snake_case, reason = "the names are JSON keys")]
        struct Form<T> {
            F: T,
            M: T,
            R: T,
        }
        let Form { F: f, M: m, R: r } = Form::deserialize(deserializer)?;
        Ok(BySeat([f, m, r]))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defenders_are_partners_of_each_other() {
        for declarer in Seat::ALL {
            let [left, right] = declarer.others();
            assert_eq!((left.partner(declarer), right.partner(declarer)), (right, left));
        }
    }

    #[test]
    fn turn_order_is_cyclic() {
        for seat in Seat::ALL {
            assert_eq!(seat.left().right(), seat);
            assert_eq!(seat.left().left(), seat.right());
            assert_eq!(Seats::ALL.next_after(seat), seat.left());
        }
    }

    #[test]
    fn seat_that_dropped_out_is_skipped() {
        let two = Seats::ALL - Seats::from_seat(Seat::Middlehand);
        assert_eq!(two.next_after(Seat::Forehand), Seat::Rearhand);
        assert_eq!(two.next_after(Seat::Rearhand), Seat::Forehand);
        assert_eq!(two.first_from(Seat::Middlehand), Seat::Rearhand);
    }

    #[test]
    fn seats_are_read_by_letter_or_name() {
        assert_eq!("m".parse(), Ok(Seat::Middlehand));
        assert_eq!("Rearhand".parse(), Ok(Seat::Rearhand));
        assert_eq!(
            "X".parse::<Seat>().expect_err("no seat").to_string(),
            "'X' is not a seat: write F, M or R"
        );
    }
}
