//! Checks the certificate of a mix of discards, from an answer to `evaluate`.

use preference::deal::PartialDeal;
use preference::hand_values::answer::{HiddenValue, MixedDiscard};
use preference::hand_values::certificate::{CertifiedLayout, CertifiedPart, HiddenCertificate};
use preference::rules::Contract;
use preference::situation::{Leader, QuestionError};
use preference::{Cards, Seat, Situation, Variant};

use super::strategies::{StrategyChecker, Weight, WeightedWorlds, World, added, fraction};

/// Tolerance for numbers that are rounded in the answers.
const ROUNDING_TOLERANCE: f64 = 1e-6;

/// The question to which a certificate belongs.
pub(crate) struct MixQuestion {
    pub(crate) rules: Variant,
    pub(crate) deal: PartialDeal,
    pub(crate) declarer: Seat,
    pub(crate) contract: Contract,
}

impl MixQuestion {
    /// Confirms both bounds of the mix's chance on each certified layout, and that the mix of the answer is the certified
    /// one. Returns the number of layouts.
    pub(crate) fn check(&self, hidden: &HiddenValue) -> Result<usize, String> {
        let certificate =
            hidden.certificate.as_ref().ok_or("the answer has no certificate: ask with --certify")?;
        let weights: Vec<Weight> = certificate.weights.iter().map(|&weight| fraction(weight)).collect();
        let sum = weights.iter().try_fold(Weight::from(0), |sum, &weight| added(sum, weight))?;
        if weights.len() != hidden.mix.len() || sum != Weight::from(1) {
            return Err(format!("the weights of the mix have the sum {sum}, or their number is wrong"));
        }
        let is_rounded = |(mixed, weight): (&MixedDiscard, &Weight)| {
            (to_f64(*weight) - mixed.weight).abs() < ROUNDING_TOLERANCE
        };
        if !hidden.mix.iter().zip(&weights).all(is_rounded) {
            return Err("the weights of the certificate are not those of the mix".to_owned());
        }
        let mut means = [0.0; 2];
        for (n, layout) in certificate.layouts.iter().enumerate() {
            let checked = self.check_layout(certificate, &hidden.mix, &weights, layout);
            checked.map_err(|error| format!("layout {n}: {error}"))?;
            means[0] += to_f64(fraction(layout.low)) / certificate.layouts.len() as f64;
            means[1] += to_f64(fraction(layout.high)) / certificate.layouts.len() as f64;
        }
        let bounds = [hidden.bounds.low, hidden.bounds.high];
        let is_far = |(mean, bound): (f64, f64)| (mean - bound).abs() > ROUNDING_TOLERANCE;
        if certificate.layouts.len() as u64 == hidden.fresh && means.into_iter().zip(bounds).any(is_far) {
            return Err(format!("the means of the layouts are {means:?}, not {bounds:?}"));
        }
        Ok(certificate.layouts.len())
    }

    fn check_layout(
        &self,
        certificate: &HiddenCertificate,
        mix: &[MixedDiscard],
        weights: &[Weight],
        certified: &CertifiedLayout,
    ) -> Result<(), String> {
        let layout = &certified.layout;
        let twelve = layout.hand(self.declarer) | layout.talon();
        let known = self.deal.hands[self.declarer].unwrap_or_default();
        if twelve != known | self.deal.talon.unwrap_or_default() {
            return Err("the declarer has other cards in it".to_owned());
        }
        let situation = Situation::new(self.rules.clone(), *layout)
            .with_declarer(self.declarer)
            .with_contract(self.contract)
            .with_leader(Leader::Seat(certificate.leader));
        let mut checked = 0;
        let mut bounds = [Weight::from(0); 2];
        for part in &certified.parts {
            let worlds = worlds_of_part(&situation, self.declarer, mix, weights, part)?;
            checked += worlds.len();
            let part_bounds = part_bounds(self.declarer, part, &worlds)?;
            for (bound, more) in bounds.iter_mut().zip(part_bounds) {
                *bound = added(*bound, more)?;
            }
        }
        if checked != mix.len() {
            return Err("a discard of the mix is missing, or is listed twice".to_owned());
        }
        let (low, high) = (fraction(certified.low), fraction(certified.high));
        if bounds[0] < low {
            return Err(format!("the mix guarantees a chance of {}, not of {low}", bounds[0]));
        }
        if bounds[1] > high {
            return Err(format!("the defence holds the mix to a chance of {}, not of {high}", bounds[1]));
        }
        Ok(())
    }
}

/// The weights that the strategies of a part guarantee to the declarer and allow the declarer.
pub(crate) fn part_bounds(
    declarer: Seat,
    part: &CertifiedPart,
    worlds: &WeightedWorlds,
) -> Result<[Weight; 2], String> {
    let mut strategies = StrategyChecker::new(declarer);
    let low = strategies.guaranteed_weight(&part.mix, 0, worlds.clone())?;
    Ok([low, strategies.defended_weight(&part.defence, worlds)?])
}

fn worlds_of_part(
    situation: &Situation,
    declarer: Seat,
    mix: &[MixedDiscard],
    weights: &[Weight],
    part: &CertifiedPart,
) -> Result<WeightedWorlds, String> {
    let mut worlds = WeightedWorlds::new();
    let chosen = mix.iter().zip(weights).enumerate().filter(|(_, (mixed, _))| mixed.lead == part.lead);
    for (number, (mixed, &weight)) in chosen {
        let world = world_after_discard(situation, mixed.discard, number as u8);
        let world = world.map_err(|error| error.to_string())?;
        let world = match mixed.lead {
            Some(lead) => world.after_card(lead).ok_or_else(|| format!("{lead} is not legal"))?,
            None => world,
        };
        if mixed.lead.is_none() && world.position.to_move() == declarer {
            return Err("the declarer leads, but the mix has no first card".to_owned());
        }
        worlds.push((world, weight));
    }
    Ok(worlds)
}

/// The begin of the play after a discard with this place in the list.
pub(crate) fn world_after_discard(
    situation: &Situation,
    discard: Cards,
    number: u8,
) -> Result<World, QuestionError> {
    let play = situation.clone().with_discard(discard).play()?;
    let target = situation.rules().target(play.contract(), false);
    Ok(World { number, position: *play.position(), goal: target.goal(situation.declarer()?) })
}

pub(crate) fn to_f64(weight: Weight) -> f64 {
    *weight.numer() as f64 / *weight.denom() as f64
}
