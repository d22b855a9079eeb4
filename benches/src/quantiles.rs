//! Quantiles of times.

use std::fmt;

/// Quantiles of the times of many answers, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Quantiles {
    /// Number of answers that were timed.
    pub count: usize,
    /// Median.
    pub median: f64,
    /// Time that one answer in ten exceeds.
    pub p90: f64,
    /// Time that one answer in a hundred exceeds.
    pub p99: f64,
    /// Longest time.
    pub worst: f64,
}

impl Quantiles {
    /// Computes the quantiles of times that are given in seconds.
    ///
    /// # Panics
    /// If there are no times.
    #[must_use]
    pub fn from_seconds(mut seconds: Vec<f64>) -> Quantiles {
        seconds.sort_by(f64::total_cmp);
        let quantile = |share: f64| 1000.0 * seconds[((seconds.len() - 1) as f64 * share) as usize];
        Quantiles {
            count: seconds.len(),
            median: quantile(0.5),
            p90: quantile(0.9),
            p99: quantile(0.99),
            worst: quantile(1.0),
        }
    }
}

impl fmt::Display for Quantiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quantiles { median, p90, p99, worst, .. } = self;
        write!(f, "milliseconds: median {median:.1}, 90 % {p90:.1}, 99 % {p99:.1}, worst {worst:.1}")
    }
}
