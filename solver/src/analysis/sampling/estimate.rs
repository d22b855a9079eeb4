//! Averages of the results of contracts over layouts of unseen cards, with their errors.

use average::{Estimate as _, Variance};
use serde::{Deserialize, Serialize, Serializer};

use crate::analysis::contracts::Outcome;
use crate::rules::contract::Contract;

/// Mean over layouts, with its standard error and 95 % confidence interval.
///
/// In JSON the numbers have six digits after the point, more than the accuracy of any sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// Mean.
    #[serde(serialize_with = "six_digits")]
    pub mean: f64,
    /// Standard error of the mean; 0 if the mean is over all layouts.
    #[serde(serialize_with = "six_digits")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub error: f64,
    /// Lower end of the interval.
    #[serde(serialize_with = "six_digits")]
    pub low: f64,
    /// Upper end of the interval.
    #[serde(serialize_with = "six_digits")]
    pub high: f64,
}

/// JSON form of an estimate that may be over a single deal or hand, which has no error and no interval.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only a schema")]
pub(crate) struct SmallSampleEstimate {
    /// Mean.
    mean: f64,
    /// Standard error of the mean; null if there is a single deal or hand.
    error: Option<f64>,
    /// Lower end of the 95 % confidence interval; null if there is a single deal or hand.
    low: Option<f64>,
    /// Upper end of the interval; null if there is a single deal or hand.
    high: Option<f64>,
}

/// JSON form of averages that may be over a single hand.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only a schema")]
pub(crate) struct SmallSampleMeans {
    /// Share of hands in which the contract is made, from 0 to 1.
    chance: SmallSampleEstimate,
    /// Mean tricks for the declarer; absent where tricks are not counted.
    #[schemars(skip_serializing_if = "Option::is_none")]
    tricks: Option<SmallSampleEstimate>,
    /// Mean gain of the declarer; absent if gains are not calculated.
    #[schemars(skip_serializing_if = "Option::is_none")]
    gain: Option<SmallSampleEstimate>,
}

fn six_digits<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    // The number is parsed from its decimal digits, so that 0.113 is written as 0.113.
    let rounded =
        if number.is_finite() { format!("{number:.6}").parse().unwrap_or(*number) } else { *number };
    // Adding zero turns -0 into 0.
    serializer.serialize_f64(rounded + 0.0)
}

/// The standard normal deviate whose absolute value is exceeded with a probability of 5 %.
const Z: f64 = 1.959_964;

/// Averages for a contract over layouts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Means {
    /// Share of layouts in which the contract is made, from 0 to 1.
    pub chance: Estimate,
    /// Mean tricks for the declarer; absent where tricks are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tricks: Option<Estimate>,
    /// Mean gain of the declarer; absent if gains are not calculated, or the contract has no price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Estimate>,
}

impl Means {
    /// Returns the declarer's preference for these averages of a contract, part by part; greater is better. The parts
    /// are the chance and the declarer's mean tricks (in misère their negative), both in billionths.
    #[must_use]
    pub fn preference(&self, contract: Contract) -> (i64, i64) {
        let tricks = self.tricks.map_or(0, |tricks| billionths(tricks.mean));
        (billionths(self.chance.mean), if contract.is_misere() { -tricks } else { tricks })
    }
}

/// Converts a mean into billionths. The rounded means of equal samples are equal, regardless of the order in which
/// their values were added.
pub(in crate::analysis) fn billionths(mean: f64) -> i64 {
    (mean * 1e9).round() as i64
}

impl From<&Average> for Means {
    fn from(average: &Average) -> Means {
        let (low, high) = average.interval();
        let chance = Estimate { low, high, ..average.chance() };
        Means { chance, tricks: average.tricks(), gain: average.gain() }
    }
}

/// Averages of a contract's results over layouts: the share of layouts in which it is made, the tricks for
/// the declarer, and the gain of the declarer.
#[derive(Clone, Debug, Default)]
pub struct Average {
    /// Whether the results cover all layouts, so that the averages are exact.
    is_exact: bool,
    made: Variance,
    tricks: Variance,
    gain: Variance,
}

impl Average {
    /// Sets whether the results cover all layouts, so that the averages are exact.
    #[must_use]
    pub fn with_exactness(self, is_exact: bool) -> Average {
        Average { is_exact, ..self }
    }

    /// Adds the outcome of the contract on one layout.
    pub fn add(&mut self, outcome: Outcome) {
        self.made.add(f64::from(u8::from(outcome.made)));
        if let Some(tricks) = outcome.tricks {
            self.tricks.add(tricks.into());
        }
    }

    /// Adds the declarer's gain on one layout.
    pub fn add_gain(&mut self, gain: f64) {
        self.gain.add(gain);
    }

    /// Returns the share of layouts on which the contract is made, from 0 to 1.
    ///
    /// # Panics
    /// If no outcome was added.
    #[must_use]
    pub fn chance(&self) -> Estimate {
        self.estimate(&self.made).expect("an outcome was added")
    }

    /// Returns the mean number of tricks for the declarer; `None` if tricks were not counted.
    #[must_use]
    pub fn tricks(&self) -> Option<Estimate> {
        self.estimate(&self.tricks)
    }

    /// Returns the mean gain of the declarer; `None` if no gains were added.
    #[must_use]
    pub fn gain(&self) -> Option<Estimate> {
        self.estimate(&self.gain)
    }

    /// Computes the 95 % confidence interval of the chance. It is the score interval of Wilson (1927), which
    /// stays valid when the contract is made on almost no or almost all layouts.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let (n, p) = (self.made.len() as f64, self.made.mean());
        if self.is_exact {
            return (p, p);
        }
        let middle = p + Z * Z / (2.0 * n);
        let wide = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        (((middle - wide) / whole).max(0.0), ((middle + wide) / whole).min(1.0))
    }

    fn estimate(&self, values: &Variance) -> Option<Estimate> {
        let error = match values.len() {
            _ if self.is_exact => 0.0,
            // The variance cannot be estimated from a single value.
            1 => f64::INFINITY,
            _ => values.error(),
        };
        (!values.is_empty()).then(|| {
            let mean = values.mean();
            Estimate { mean, error, low: mean - Z * error, high: mean + Z * error }
        })
    }
}

/// Mean over layouts of a chance, or of another number.
#[cfg(feature = "hands")]
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct MeanOfShares(Variance);

/// Means of several strata, combined by their weights.
#[cfg(feature = "hands")]
pub(in crate::analysis) struct CombinedMean {
    mean: f64,
    /// Square of the standard error.
    squared_error: f64,
    /// Number of layouts to which the accuracy of a chance corresponds; infinite if the mean is over all layouts.
    layouts: f64,
}

#[cfg(feature = "hands")]
impl MeanOfShares {
    /// Adds the number on one layout.
    pub(in crate::analysis) fn add(&mut self, share: f64) {
        self.0.add(share);
    }

    /// Returns half of the width of the 95 % interval of a mean chance.
    pub(in crate::analysis) fn share_half_width(&self) -> f64 {
        Z * MeanOfShares::combine([(1.0, self, false)]).share().error
    }

    /// Combines the means of several strata: the weight of each, its mean, and whether it is over all layouts. The
    /// weights sum to 1.
    pub(in crate::analysis) fn combine<'a>(
        strata: impl IntoIterator<Item = (f64, &'a MeanOfShares, bool)>,
    ) -> CombinedMean {
        let mut combined = CombinedMean { mean: 0.0, squared_error: 0.0, layouts: 0.0 };
        let mut inverse_layouts = 0.0;
        for (weight, MeanOfShares(values), is_exact) in strata {
            combined.mean += weight * values.mean();
            if !is_exact {
                let count = values.len() as f64;
                combined.squared_error += weight * weight * values.population_variance() / count;
                inverse_layouts += weight * weight / count;
            }
        }
        combined.layouts = 1.0 / inverse_layouts;
        combined
    }
}

#[cfg(feature = "hands")]
impl CombinedMean {
    /// Returns the estimate of a mean chance. Its interval is that of Wilson (1927) with the variance found on the
    /// layouts, which for a contract made or not on each layout is Wilson's own. It does not vanish where each layout
    /// gives the same chance; `error` is half of its width divided by the normal deviate.
    pub(in crate::analysis) fn share(&self) -> Estimate {
        let (n, mean) = (self.layouts, self.mean);
        if n.is_infinite() {
            return Estimate { mean, error: 0.0, low: mean, high: mean };
        }
        let whole = 1.0 + Z * Z / n;
        let middle = (mean + Z * Z / (2.0 * n)) / whole;
        let error = (self.squared_error + Z * Z / (4.0 * n * n)).sqrt() / whole;
        Estimate { mean, error, low: (middle - Z * error).max(0.0), high: (middle + Z * error).min(1.0) }
    }

    /// Returns the estimate of a mean that is no chance.
    pub(in crate::analysis) fn mean(&self) -> Estimate {
        let (mean, error) = (self.mean, self.squared_error.sqrt());
        Estimate { mean, error, low: mean - Z * error, high: mean + Z * error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn average_has_mean_error_and_interval() {
        let mut average = Average::default();
        for (tricks, made) in [(5, false), (6, true), (8, true), (5, false)] {
            average.add(Outcome { tricks: Some(tricks), made });
        }
        let tricks = average.tricks().expect("tricks");
        // The sample variance is 6/3; the standard error is the square root of a quarter of it.
        assert_eq!((tricks.mean, tricks.error), (6.0, (2.0_f64 / 4.0).sqrt()));
        assert_eq!(average.chance().mean, 0.5);
        assert_eq!(average.gain(), None);
        // Computed by hand for a contract made on two of four layouts: 0.5 ± 1.96 √(1/16 + 0.2401…/4) / 1.9604 ….
        let (low, high) = average.interval();
        assert!((low - 0.150_04).abs() < 1e-4 && (high - 0.849_96).abs() < 1e-4, "{low} {high}");
    }

    #[cfg(feature = "hands")]
    #[test]
    fn interval_of_shares_is_that_of_wilson_for_contracts_made_or_not() {
        let (mut average, mut shares, mut equal) =
            (Average::default(), MeanOfShares::default(), MeanOfShares::default());
        for made in [true, true, false, true, false, true, true, true] {
            average.add(Outcome { tricks: None, made });
            shares.add(f64::from(u8::from(made)));
            equal.add(0.5);
        }
        let share = MeanOfShares::combine([(1.0, &shares, false)]).share();
        let (low, high) = average.interval();
        assert!((share.low - low).abs() < 1e-9 && (share.high - high).abs() < 1e-9, "{share:?} {low} {high}");
        let equal = MeanOfShares::combine([(1.0, &equal, false)]).share();
        assert!(equal.mean == 0.5 && equal.error > 0.05 && equal.low < 0.5 && equal.high > 0.5, "{equal:?}");
    }

    #[test]
    fn estimates_over_all_layouts_are_exact() {
        let mut average = Average::default();
        for (tricks, made) in [(5, false), (6, true)] {
            average.add(Outcome { tricks: Some(tricks), made });
        }
        let sampled = average.tricks().expect("tricks");
        assert!(sampled.error > 0.0);
        assert_eq!((sampled.low, sampled.high), (5.5 - Z * sampled.error, 5.5 + Z * sampled.error));
        let exact = average.with_exactness(true).tricks().expect("tricks");
        assert_eq!((exact.error, exact.low, exact.high), (0.0, 5.5, 5.5));
    }

    #[test]
    fn chance_in_means_has_score_interval() {
        let mut average = Average::default();
        for _ in 0..3 {
            average.add(Outcome { tricks: None, made: true });
        }
        let (low, high) = average.interval();
        let chance = Means::from(&average).chance;
        assert_eq!((chance.low, chance.high), (low, high));
        assert!(low < 0.5 && high == 1.0, "{low} {high}");
        // Made on four of eight layouts: the upper end differs from the mean plus 1.96 standard errors.
        for made in [false, false, true, false, false] {
            average.add(Outcome { tricks: None, made });
        }
        assert_eq!(Means::from(&average).chance.high, average.interval().1);
        assert_ne!(average.chance().high, average.interval().1);
    }
}
