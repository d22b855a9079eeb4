//! Averages of the results of contracts over layouts of unseen cards, with their errors.

use average::{Estimate as _, Variance};
use serde::{Deserialize, Serialize, Serializer};

use crate::outcomes::outcome::Outcome;
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
    // The quotient of two whole numbers is the double nearest to the decimal, so that 0.113 is written as 0.113.
    let rounded = (number * 1e6).round() / 1e6;
    // Adding zero turns -0 into 0.
    serializer.serialize_f64(rounded + 0.0)
}

/// The standard normal deviate whose absolute value is exceeded with a probability of 5 %.
const Z: f64 = 1.959_964;

/// The same deviates of Student's distributions with 1, 2, 3 … degrees of freedom. With more degrees the normal one is
/// at most 1.3 % less.
#[rustfmt::skip]
const T: [f64; 99] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004, 2.262_157,
    2.228_139, 2.200_985, 2.178_813, 2.160_369, 2.144_787, 2.131_450, 2.119_905, 2.109_816, 2.100_922,
    2.093_024, 2.085_963, 2.079_614, 2.073_873, 2.068_658, 2.063_899, 2.059_539, 2.055_529, 2.051_831,
    2.048_407, 2.045_230, 2.042_272, 2.039_513, 2.036_933, 2.034_515, 2.032_245, 2.030_108, 2.028_094,
    2.026_192, 2.024_394, 2.022_691, 2.021_075, 2.019_541, 2.018_082, 2.016_692, 2.015_368, 2.014_103,
    2.012_896, 2.011_741, 2.010_635, 2.009_575, 2.008_559, 2.007_584, 2.006_647, 2.005_746, 2.004_879,
    2.004_045, 2.003_241, 2.002_465, 2.001_717, 2.000_995, 2.000_298, 1.999_624, 1.998_972, 1.998_341,
    1.997_730, 1.997_138, 1.996_564, 1.996_008, 1.995_469, 1.994_945, 1.994_437, 1.993_943, 1.993_464,
    1.992_997, 1.992_543, 1.992_102, 1.991_673, 1.991_254, 1.990_847, 1.990_450, 1.990_063, 1.989_686,
    1.989_319, 1.988_960, 1.988_610, 1.988_268, 1.987_934, 1.987_608, 1.987_290, 1.986_979, 1.986_675,
    1.986_377, 1.986_086, 1.985_802, 1.985_523, 1.985_251, 1.984_984, 1.984_723, 1.984_467, 1.984_217,
];

/// Minimum number of equal values that show how much values differ: fewer may be equal by chance.
const MIN_EQUAL_VALUES: u64 = 10;

/// The number of standard errors from the mean of `n` values to either end of its 95 % interval.
fn deviate(n: u64) -> f64 {
    usize::try_from(n).ok().and_then(|n| T.get(n.checked_sub(2)?).copied()).unwrap_or(Z)
}

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
    /// Number of layouts in which the contract is made; absent unless the averages are over all layouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<u64>,
    /// Number of layouts, beside `made`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
}

impl Means {
    /// The declarer's preference for these averages of a contract, part by part; greater is better. The parts
    /// are the chance and the declarer's mean tricks (in misère their negative), both in billionths.
    #[must_use]
    pub fn preference(&self, contract: Contract) -> (i64, i64) {
        let tricks = self.tricks.map_or(0, |tricks| billionths(tricks.mean));
        (billionths(self.chance.mean), if contract.is_misere() { -tricks } else { tricks })
    }
}

/// Converts a mean into billionths. The rounded means of equal samples are equal, regardless of the order in which
/// their values were added.
pub(crate) fn billionths(mean: f64) -> i64 {
    (mean * 1e9).round() as i64
}

impl From<&Average> for Means {
    fn from(average: &Average) -> Means {
        let (low, high) = average.interval();
        let chance = Estimate { low, high, ..average.chance() };
        let exact = |count: u64| average.is_exact.then_some(count);
        Means {
            chance,
            tricks: average.tricks(),
            gain: average.gain(),
            made: exact(average.made_count),
            of: exact(average.made.len()),
        }
    }
}

/// Averages of a contract's results over layouts: the share of layouts in which it is made, the tricks for
/// the declarer, and the gain of the declarer.
#[derive(Clone, Debug, Default)]
pub struct Average {
    /// Whether the results cover all layouts, so that the averages are exact.
    is_exact: bool,
    made: Variance,
    made_count: u64,
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
        self.made_count += u64::from(outcome.made);
        if let Some(tricks) = outcome.tricks {
            self.tricks.add(tricks.into());
        }
    }

    /// Adds the declarer's gain on one layout.
    pub fn add_gain(&mut self, gain: f64) {
        self.gain.add(gain);
    }

    /// The share of layouts on which the contract is made, from 0 to 1.
    ///
    /// # Panics
    /// If no outcome was added.
    #[must_use]
    pub fn chance(&self) -> Estimate {
        self.estimate(&self.made).expect("an outcome was added")
    }

    /// The mean number of tricks for the declarer.
    #[must_use]
    pub fn tricks(&self) -> Option<Estimate> {
        self.estimate(&self.tricks)
    }

    /// The mean gain of the declarer.
    #[must_use]
    pub fn gain(&self) -> Option<Estimate> {
        self.estimate(&self.gain)
    }

    /// The mean gain of what may be a few deals or hands; it has no interval if all of fewer than ten gains are
    /// equal.
    #[must_use]
    pub(crate) fn gain_of_few(&self) -> Option<Estimate> {
        let gain = self.gain()?;
        let has_none = !self.is_exact && gain.error == 0.0 && self.gain.len() < MIN_EQUAL_VALUES;
        let (low, high) = if has_none { (-f64::INFINITY, f64::INFINITY) } else { (gain.low, gain.high) };
        Some(Estimate { low, high, ..gain })
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
            let (mean, half) = (values.mean(), deviate(values.len()) * error);
            Estimate { mean, error, low: mean - half, high: mean + half }
        })
    }
}

/// Mean over layouts of a chance, or of another number.
#[cfg(feature = "hands")]
#[derive(Clone, Debug, Default)]
pub(crate) struct MeanOfShares(Variance);

/// Means of several strata, combined by their weights.
#[cfg(feature = "hands")]
pub(crate) struct CombinedMean {
    mean: f64,
    /// Square of the standard error.
    squared_error: f64,
    /// Number of layouts to which the accuracy of a chance corresponds; infinite if the mean is over all layouts.
    layouts: f64,
}

#[cfg(feature = "hands")]
impl MeanOfShares {
    pub(crate) fn add(&mut self, share: f64) {
        self.0.add(share);
    }

    /// Half of the width of the 95 % interval of a mean chance.
    pub(crate) fn share_half_width(&self) -> f64 {
        Z * MeanOfShares::combine([(1.0, self, false)]).share().error
    }

    /// Combines the means of several strata: the weight of each, its mean, and whether it is over all layouts. The
    /// weights sum to 1.
    pub(crate) fn combine<'a>(
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
    pub(crate) fn share(&self) -> Estimate {
        let (n, mean) = (self.layouts, self.mean);
        if n.is_infinite() {
            return Estimate { mean, error: 0.0, low: mean, high: mean };
        }
        let whole = 1.0 + Z * Z / n;
        let middle = (mean + Z * Z / (2.0 * n)) / whole;
        let error = (self.squared_error + Z * Z / (4.0 * n * n)).sqrt() / whole;
        Estimate { mean, error, low: (middle - Z * error).max(0.0), high: (middle + Z * error).min(1.0) }
    }

    pub(crate) fn mean(&self) -> Estimate {
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

    fn probability_within(t: f64, n: u32) -> f64 {
        // The finite series of Abramowitz and Stegun, 26.7.3 and 26.7.4.
        let angle = (t / f64::from(n).sqrt()).atan();
        let (sine, cosine) = angle.sin_cos();
        let (mut term, mut sum) = if n % 2 == 1 { (cosine, cosine) } else { (1.0, 1.0) };
        for k in (n % 2 + 2..n.saturating_sub(1)).step_by(2) {
            term *= f64::from(k - 1) / f64::from(k) * cosine * cosine;
            sum += term;
        }
        match n {
            1 => 2.0 * angle / std::f64::consts::PI,
            _ if n % 2 == 1 => 2.0 / std::f64::consts::PI * (angle + sine * sum),
            _ => sine * sum,
        }
    }

    #[test]
    fn deviates_enclose_95_percent() {
        for (t, n) in T.iter().zip(1..) {
            let within = probability_within(*t, n);
            assert!((within - 0.95).abs() < 1e-7, "{n}: {within}");
        }
        // With 100 degrees of freedom, the first that have no place in the list.
        assert!(probability_within(Z, 100) > 0.947 && T[98] / Z < 1.013);
        assert_eq!([deviate(2), deviate(100), deviate(101)], [T[0], T[98], Z]);
    }

    #[test]
    fn few_equal_gains_have_no_interval() {
        let mut average = Average::default();
        for n in 1..=10 {
            average.add_gain(3.0);
            let gain = average.gain_of_few().expect("a gain");
            assert_eq!(gain.low.is_finite(), n == 10, "{n}");
        }
        average.add_gain(4.0);
        assert!(average.gain_of_few().is_some_and(|gain| gain.low < gain.mean && gain.high.is_finite()));
    }

    #[test]
    fn estimates_over_all_layouts_are_exact() {
        let mut average = Average::default();
        for (tricks, made) in [(5, false), (6, true)] {
            average.add(Outcome { tricks: Some(tricks), made });
        }
        let sampled = average.tricks().expect("tricks");
        assert!(sampled.error > 0.0);
        // Two values have one degree of freedom.
        assert_eq!((sampled.low, sampled.high), (5.5 - 12.706_205 * 0.5, 5.5 + 12.706_205 * 0.5));
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
