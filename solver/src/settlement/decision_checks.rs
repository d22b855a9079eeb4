//! Checks that the rules allow the players' decisions, and the payment of offers for the talon.

use super::error::SettlementError;
use super::gains::{Gains, Party, whole};
use super::hand::{Aces, Dealer, Doubling, HandDecisions};
use crate::cards::Cards;
use crate::rules::contract::Declaration;
use crate::rules::decisions::{GiveUpRight, KontraScope, RekontraScope};
use crate::rules::payment::PaymentScheme;
use crate::rules::variant::Variant;
use crate::seat::Seat;

impl Variant {
    /// Makes the declarer pay the offer for the talon into the pot and, if the rules say so, the other players theirs.
    /// Fails if the offers of the others are impossible, or are not paid under the rules.
    pub(super) fn pay_offers(
        &self,
        gains: &mut Gains,
        declaration: Declaration,
        hand: &HandDecisions,
    ) -> Result<(), SettlementError> {
        let others = hand.other_offers.iter().filter(|(_, sum)| **sum > 0);
        for (seat, &sum) in others {
            if !self.bidding().all_offers_pay {
                return Err(SettlementError::OfferNotPaid { seat, rules: self.label().to_owned() });
            }
            if seat == declaration.declarer {
                return Err(SettlementError::OwnOffer { seat });
            }
            if sum >= hand.offer || hand.other_offers[seat.partner(declaration.declarer)] == sum {
                return Err(SettlementError::NoRise { seat });
            }
            gains.pay(seat, Party::Pot, whole(sum));
        }
        gains.pay(declaration.declarer, Party::Pot, whole(hand.offer));
        Ok(())
    }

    pub(super) fn check_decisions(
        &self,
        declaration: Declaration,
        hand: &HandDecisions,
    ) -> Result<(), SettlementError> {
        let rules = || self.label().to_owned();
        let decisions = self.decisions();
        let declarer = declaration.declarer;
        if hand.out.contains(declarer) || hand.guest == Some(declarer) || hand.kontra.contains(declarer) {
            return Err(SettlementError::Declarer { seat: declarer });
        }
        if let Some(seat) = hand.out.iter().next()
            && !decisions.drop_out.contains(declaration.contract)
        {
            return Err(SettlementError::NoDropping { seat, contract: declaration.contract, rules: rules() });
        }
        if self.settlement().by != Some(PaymentScheme::Books) {
            let reason =
                "nobody says whist under these rules: leave it out, or name the seats that dropped out";
            if hand.whist.is_some() {
                return Err(SettlementError::Whist { reason });
            }
            if hand.half_whist.is_some() {
                return Err(SettlementError::HalfWhist { reason });
            }
        }
        if let Some(seat) = hand.kontra.iter().find(|&seat| hand.out.contains(seat)) {
            return Err(SettlementError::KontraOut { seat });
        }
        if let Some(guest) = hand.guest {
            if !decisions.invite || !decisions.quotas.contains(declaration.contract) {
                return Err(SettlementError::NoInvitation { contract: declaration.contract, rules: rules() });
            }
            let host = guest.partner(declarer);
            if hand.out.contains(guest) || hand.out.contains(host) {
                return Err(SettlementError::GuestOut { seat: guest });
            }
        }
        let dealer = hand.dealer.unwrap_or(Dealer::Seat(Seat::Rearhand));
        let may_give_up = match decisions.give_up {
            // With four at the table the dealer sits out and cannot declare. Instead of the dealer, rearhand, the
            // last to speak, is forced to declare.
            GiveUpRight::DealerForced if hand.four => declarer == Seat::Rearhand,
            GiveUpRight::DealerForced => dealer == Dealer::Seat(declarer),
            right => right.contains(declaration.contract),
        };
        if hand.gave_up && !may_give_up {
            let dealer = decisions.give_up == GiveUpRight::DealerForced;
            return Err(SettlementError::NoGivingUp {
                contract: declaration.contract,
                rules: rules(),
                dealer,
            });
        }
        if hand.dealer.is_some_and(|dealer| hand.four != (dealer == Dealer::Sitting)) {
            return Err(SettlementError::Dealer);
        }
        let in_talon = !(hand.talon & Cards::ACES).is_empty();
        let contradicts = match hand.aces {
            Some(Aces::Four) => declaration.from_hand && in_talon,
            Some(Aces::None) => !declaration.from_hand && in_talon,
            None => false,
        };
        if contradicts {
            return Err(SettlementError::Aces);
        }
        self.check_kontra(declaration, hand)?;
        if hand.refa && !decisions.refa {
            return Err(SettlementError::NoRefa { rules: rules() });
        }
        Ok(())
    }

    fn check_kontra(&self, declaration: Declaration, hand: &HandDecisions) -> Result<(), SettlementError> {
        let decisions = self.decisions();
        if hand.kontra.is_empty() {
            return if hand.doubling == Doubling::None {
                Ok(())
            } else {
                Err(SettlementError::DoublingWithoutKontra)
            };
        }
        let (contract, rules) = (declaration.contract, self.label().to_owned());
        if decisions.kontra == KontraScope::Never || !decisions.kontra_in.contains(contract) {
            return Err(SettlementError::NoKontra { contract, rules });
        }
        if hand.doubling as u8 > decisions.doublings {
            return Err(SettlementError::TooManyDoublings { rules });
        }
        if !hand.answered.is_empty() {
            if !(hand.answered - hand.kontra).is_empty() || hand.doubling < Doubling::Rekontra {
                return Err(SettlementError::AnsweredWithoutKontra);
            }
            if decisions.rekontra == RekontraScope::All && hand.answered != hand.kontra {
                return Err(SettlementError::AnswersAll { rules });
            }
        }
        if decisions.kontra == KontraScope::Host && (hand.kontra.len() > 1 || hand.guest.is_some()) {
            return Err(SettlementError::OneKontra { rules: self.label().to_owned() });
        }
        Ok(())
    }
}
