//! Settlement on the score sheet of Russian Preferans (`books`): pool, mountain, and whists on each other player.
//!
//! A player's gain from one deal is the change that it makes in the player's final result, in whists.

use super::amount::Amount;
use super::error::SettlementError;
use super::gains::{BookEntries, Gains, Party, whole};
use super::hand::{HandDecisions, HandResult, HandTerms};
use crate::cards::Suit;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::payment::{Books, Rate, Responsibility};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};

impl BookEntries {
    pub(super) fn add_whists(&mut self, writer: impl Into<Party>, on: Seat, whists: Amount) {
        self.whists[writer.into().index()][on.index()] += whists;
    }

    /// Converts the entries to gains in whists. Each point in the pool above the average of all players gains
    /// `pool_point` whists, each point in the mountain below the average `mountain_point` whists.
    pub(super) fn result(&self, books: &Books, four: bool) -> Gains {
        let players = if four { 4 } else { 3 };
        let average = |entries: &[Amount; 4]| entries.iter().sum::<Amount>() / whole(players);
        let (pool, mountain) = (average(&self.pool), average(&self.mountain));
        let mut gains = self.whist_gains(four);
        for (n, party) in Party::PLAYERS.into_iter().enumerate().take(players as usize) {
            *gains.amount_mut(party) += whole(books.pool_point) * (self.pool[n] - pool)
                + whole(books.mountain_point) * (mountain - self.mountain[n]);
        }
        gains
    }
}

impl Variant {
    pub(super) fn book_entries(
        &self,
        books: &Books,
        declaration: Declaration,
        hand: &HandDecisions,
        played: &HandResult,
    ) -> Result<BookEntries, SettlementError> {
        let Declaration { contract, declarer, .. } = declaration;
        let level = match contract {
            Contract::Level(level, _) => level,
            Contract::Game(_) => 6,
            Contract::Misere => {
                self.check_has_entries(declaration, hand)?;
                return books.misere_entries(declarer, played);
            }
            _ => {
                return Err(SettlementError::NoValue { contract, rules: self.label().to_owned() });
            }
        };
        self.check_has_entries(declaration, hand)?;
        let price = whole(books.prices[usize::from(level) - 6]);
        let is_only_inspected = books.ten_checked && level == 10;
        let duty = if is_only_inspected { 0 } else { books.duties[usize::from(level) - 6] };
        let whists_per_trick = price * whole(books.whist_times);
        let whisters = books.whisters(declaration, hand)?;
        let mut entries = BookEntries::default();
        // Half-whist: the contract is made without play, and the defender is paid for half of the duty.
        if let Some(half) = hand.half_whist {
            let is_allowed =
                books.half_whist && level <= 7 && whisters.is_empty() && half == declarer.right();
            if !is_allowed {
                let reason = "only the second defender may say half-whist, against levels 6 and 7, when nobody says whist";
                return Err(SettlementError::HalfWhist { reason });
            }
            if played.tricks.0.iter().any(Option::is_some) {
                return Err(SettlementError::Unplayed);
            }
            played.check_made(true)?;
            entries.pool[declarer.index()] += price;
            entries.add_whists(half, declarer, whists_per_trick * whole(duty) / whole(2));
            return Ok(entries);
        }
        // Nobody whists: the contract is made without play.
        if whisters.is_empty() && !is_only_inspected {
            if played.tricks[declarer].is_some_and(|tricks| tricks != 10) {
                return Err(SettlementError::Unplayed);
            }
            played.check_made(true)?;
            entries.pool[declarer.index()] += price;
            return Ok(entries);
        }
        let tricks = played.all_tricks()?;
        let short = level.saturating_sub(tricks[declarer]);
        played.check_made(short == 0)?;
        // The contract is made: what the whisters lack of their duty goes to their mountains.
        if short == 0 {
            entries.pool[declarer.index()] += price;
            let defender_tricks = 10 - tricks[declarer];
            let missing_tricks = books.missing_tricks(level, duty, &whisters, tricks, defender_tricks);
            let fine = price * whole(books.mountain_times) * books.responsibility.share();
            for (seat, missing) in missing_tricks {
                entries.mountain[seat.index()] += fine * whole(missing);
            }
        } else {
            // It fails: the mountain of the declarer, and consolation for the others.
            books.write_undertricks(&mut entries, declarer, &whisters, price, short, hand.four);
        }
        // Whists for tricks; a gentleman shares them with the defender who passed, if the contract fails.
        if !is_only_inspected {
            let shares = books.gentleman && short > 0;
            write_whists(&mut entries, declarer, &whisters, tricks, whists_per_trick, shares);
        }
        Ok(entries)
    }

    fn check_has_entries(
        &self,
        declaration: Declaration,
        hand: &HandDecisions,
    ) -> Result<(), SettlementError> {
        // Under rules with books, `out` names a defender who passed. This is not dropping out, since the whister may
        // play that defender's cards.
        self.check_decisions(declaration, &HandDecisions { out: Seats::NONE, ..hand.clone() })
    }
}

fn write_whists(
    entries: &mut BookEntries,
    declarer: Seat,
    whisters: &[Seat],
    tricks: BySeat<u8>,
    whists_per_trick: Amount,
    shares: bool,
) {
    // Two whisters each write for their own tricks; a lone whister writes for all tricks of the defenders, and shares
    // the whists with the other defender if `shares` is set.
    match *whisters {
        [whister] => {
            let total = whists_per_trick * whole(10 - tricks[declarer]);
            let part = if shares { total / whole(2) } else { total };
            entries.add_whists(whister, declarer, part);
            entries.add_whists(whister.partner(declarer), declarer, total - part);
        }
        _ => {
            for &seat in whisters {
                entries.add_whists(seat, declarer, whists_per_trick * whole(tricks[seat]));
            }
        }
    }
}

impl Responsibility {
    fn share(self) -> Amount {
        match self {
            Responsibility::Full => whole(1),
            Responsibility::Half => Amount::new(1, 2),
            Responsibility::None => whole(0),
        }
    }
}

impl Books {
    fn misere_entries(&self, declarer: Seat, played: &HandResult) -> Result<BookEntries, SettlementError> {
        // Points in the pool if the misère is made, otherwise in the mountain for every trick taken.
        let mut entries = BookEntries::default();
        let tricks = played.tricks[declarer].ok_or(SettlementError::TricksMissing)?;
        played.check_made(tricks == 0)?;
        if tricks > 10 {
            return Err(SettlementError::TrickSum { sum: tricks.into() });
        }
        if tricks == 0 {
            entries.pool[declarer.index()] += whole(self.misere);
        } else {
            let per_trick = i64::from(self.misere) * i64::from(self.mountain_times);
            entries.mountain[declarer.index()] += whole(per_trick * i64::from(tricks));
        }
        Ok(entries)
    }

    /// Writes what a declarer pays who is `short` tricks short of a contract at this `price`: mountain, and whists for
    /// the whisters, for the dealer sitting out and, if `passers_consoled`, for all defenders.
    fn write_undertricks(
        &self,
        entries: &mut BookEntries,
        declarer: Seat,
        whisters: &[Seat],
        price: Amount,
        short: u8,
        four: bool,
    ) {
        let mountain = price * whole(self.mountain_times) * whole(short);
        entries.mountain[declarer.index()] += mountain;
        let per_trick = match self.consolation {
            Rate::Price => price,
            Rate::Number(whists) => whole(whists),
        };
        let consolation = per_trick * whole(self.whist_times) * whole(short);
        let is_consoled = |seat: Seat| self.passers_consoled || whisters.contains(&seat);
        for other in declarer.others().into_iter().filter(|&seat| is_consoled(seat)) {
            entries.add_whists(other, declarer, consolation);
        }
        if four {
            entries.add_whists(Party::Sitting, declarer, consolation);
        }
    }

    /// Whether the next passed-out hand counts as the first of a series. A passed-out hand does not end a series, nor
    /// does a contract that nobody whists if `progression_kept` is set.
    pub(super) fn ends_pass_series(&self, hand: &HandTerms) -> bool {
        let Some(declaration) = hand.declaration else { return false };
        let whisted = hand.decisions.half_whist.is_some()
            || self.whisters(declaration, &hand.decisions).map_or(true, |whisters| !whisters.is_empty());
        whisted || !self.progression_kept
    }

    /// In the order in which they spoke. By default these are all defenders who did not pass, or nobody if one of them
    /// said half-whist.
    fn whisters(&self, declaration: Declaration, hand: &HandDecisions) -> Result<Vec<Seat>, SettlementError> {
        let defenders = declaration.declarer.others();
        let whisters = match &hand.whist {
            Some(whisters) => whisters.clone(),
            None if hand.half_whist.is_some() => Vec::new(),
            None => defenders.into_iter().filter(|&seat| !hand.out.contains(seat)).collect(),
        };
        if let Some(&seat) = whisters.iter().find(|&&seat| seat == declaration.declarer) {
            return Err(SettlementError::Declarer { seat });
        }
        if whisters.len() > 2 || whisters.len() == 2 && whisters[0] == whisters[1] {
            return Err(SettlementError::Whist { reason: "each defender can say whist only once" });
        }
        if whisters.iter().any(|&seat| hand.out.contains(seat)) {
            return Err(SettlementError::Whist { reason: "a defender who passed cannot have said whist" });
        }
        if self.must_whist(declaration.contract) && whisters.len() < 2 {
            return Err(SettlementError::Whist { reason: "both defenders must whist on six spades" });
        }
        Ok(whisters)
    }

    pub(crate) fn must_whist(&self, contract: Contract) -> bool {
        // Six spades under the rule `stalingrad`.
        let spades = contract.trump() == Some(Suit::Spades);
        self.stalingrad && spades && matches!(contract, Contract::Game(_) | Contract::Level(6, _))
    }

    fn missing_tricks(
        &self,
        level: u8,
        duty: u8,
        whisters: &[Seat],
        tricks: BySeat<u8>,
        defender_tricks: u8,
    ) -> Vec<(Seat, u8)> {
        // A lone whister pays for all missing tricks. Of two whisters the second pays for them, unless each has a
        // duty of their own at this level. Then, if both together are short of `duty`, each pays for what is missing
        // from their own duty, even if the other one has taken more than theirs.
        let short = duty.saturating_sub(defender_tricks);
        match *whisters {
            [alone] => vec![(alone, short)],
            [first, second] if self.own_duty(level) > 0 => {
                let duty_of_each = if short > 0 { self.own_duty(level) } else { 0 };
                [first, second].map(|seat| (seat, duty_of_each.saturating_sub(tricks[seat]))).to_vec()
            }
            [_, second] => vec![(second, short)],
            _ => Vec::new(),
        }
    }

    /// The entries of a hand in which all have passed. The dealer who sits out can take up to `max_dealer_tricks`
    /// tricks, and gets points in the pool for taking none.
    ///
    /// If tricks cost points in the mountain, this holds for the dealer's tricks, too, unless the dealer cannot take
    /// any. If whists are written, the dealer has no part in them. The amnesty and the whists depend on the smallest
    /// number of tricks of a seat, not of the dealer.
    pub(super) fn all_pass_entries(
        &self,
        hand: &HandDecisions,
        played: &HandResult,
        max_dealer_tricks: u8,
    ) -> Result<BookEntries, SettlementError> {
        let (tricks, dealer) = played.tricks_with_dealer(max_dealer_tricks)?;
        let sitting = Party::Sitting.index();
        let mut entries = BookEntries::default();
        let turn = usize::from(hand.progression.max(1));
        // The last factor holds for all later deals.
        let factor = self.progression.get(turn - 1).or(self.progression.last());
        let factor = *factor.expect("rules without a factor are refused when they are read");
        let fewest = tricks.0.into_iter().min().unwrap_or(0);
        let price = whole(self.all_pass) * whole(factor);
        let prize = match self.all_pass_pool {
            Rate::Number(points) => whole(points),
            Rate::Price if self.all_pass > 0 => price,
            Rate::Price => whole(1),
        };
        // Sochi and Leningrad: each trick costs points in the mountain.
        if self.all_pass > 0 {
            let forgiven = if self.amnesty { fewest } else { 0 };
            for (seat, &taken) in tricks.iter() {
                entries.mountain[seat.index()] += price * whole(taken - forgiven);
                if taken == 0 {
                    entries.pool[seat.index()] += prize;
                }
            }
            if max_dealer_tricks > 0 {
                entries.mountain[sitting] += price * whole(dealer.saturating_sub(forgiven));
                if dealer == 0 {
                    entries.pool[sitting] += prize;
                }
            }
            return Ok(entries);
        }
        // Rostov: whoever takes fewest tricks writes whists on the others; several share them.
        let best: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| tricks[seat] == fewest).collect();
        let share = whole(self.all_pass_whists) * whole(factor) / whole(best.len() as i64);
        for &writer in &best {
            for other in Seat::ALL.into_iter().filter(|seat| !best.contains(seat)) {
                entries.add_whists(writer, other, share * whole(tricks[other]));
            }
            if fewest == 0 {
                entries.pool[writer.index()] += prize;
            }
        }
        if hand.four && dealer == 0 {
            entries.pool[sitting] += prize;
        }
        Ok(entries)
    }
}
