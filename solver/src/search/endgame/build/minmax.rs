//! The better of two values (minimum or maximum), computed for many pairs of values at once.
//!
//! The processor compares many bytes in one step if they are adjacent in memory.

/// The value from which a search for the best value starts.
#[inline(always)]
pub(super) fn worst_value(maximize: bool) -> u8 {
    if maximize { 0 } else { u8::MAX }
}

#[inline]
pub(super) fn minmax_into(maximize: bool, best: &mut [u8], others: &[u8]) {
    if maximize { merge(best, others, u8::max) } else { merge(best, others, u8::min) }
}

#[inline(always)]
fn merge(best: &mut [u8], others: &[u8], better: impl Fn(u8, u8) -> u8 + Copy) {
    if best.len() >= 16 {
        merge_in_steps::<16>(best, others, better);
    } else if best.len() >= 8 {
        merge_in_steps::<8>(best, others, better);
    } else {
        for (best, &other) in best.iter_mut().zip(others) {
            *best = better(*best, other);
        }
    }
}

#[inline(always)]
fn merge_in_steps<const STEP: usize>(best: &mut [u8], others: &[u8], better: impl Fn(u8, u8) -> u8 + Copy) {
    // If the number of values is not a multiple of `STEP`, an additional step covers the last `STEP` values. It
    // compares some values a second time, which does no harm.
    let (chunks, _) = best.as_chunks_mut();
    let (other_chunks, _) = others.as_chunks();
    chunks.iter_mut().zip(other_chunks).for_each(|(best, others)| step::<STEP>(best, others, better));
    if !best.len().is_multiple_of(STEP)
        && let (Some(best), Some(others)) = (best.last_chunk_mut(), others.last_chunk())
    {
        step::<STEP>(best, others, better);
    }
}

#[inline(always)]
fn step<const STEP: usize>(best: &mut [u8; STEP], others: &[u8; STEP], better: impl Fn(u8, u8) -> u8) {
    *best = std::array::from_fn(|n| better(best[n], others[n]));
}

/// Replaces each value of `best` by a value of `rows` if that is better. `best` consists of runs of `run` values; run n
/// is compared with the first `run` values of row n.
#[inline]
pub(super) fn minmax_rows<'a>(
    maximize: bool,
    best: &mut [u8],
    rows: impl Iterator<Item = &'a [u8]>,
    run: usize,
) {
    if run >= 8 {
        best.chunks_exact_mut(run).zip(rows).for_each(|(best, row)| minmax_into(maximize, best, &row[..run]));
    } else if maximize {
        merge_columns(best, rows, run, u8::max);
    } else {
        merge_columns(best, rows, run, u8::min);
    }
}

#[inline(always)]
fn merge_columns<'a>(
    best: &mut [u8],
    rows: impl Iterator<Item = &'a [u8]>,
    run: usize,
    better: impl Fn(u8, u8) -> u8,
) {
    if run == 1 {
        best.iter_mut().zip(rows).for_each(|(best, row)| *best = better(*best, row[0]));
        return;
    }
    for (best, row) in best.chunks_exact_mut(run).zip(rows) {
        for (best, &other) in best.iter_mut().zip(row) {
            *best = better(*best, other);
        }
    }
}

/// Replaces each value of `best` by the corresponding value of `others` if that is better. `best` consists of runs of
/// `run` values; the values that correspond to run n begin at index `starts[n]` of `others`.
#[inline]
pub(super) fn minmax_at(maximize: bool, best: &mut [u8], others: &[u8], starts: &[u32], run: usize) {
    if run > 1 {
        for (best, &start) in best.chunks_exact_mut(run).zip(starts) {
            minmax_into(maximize, best, &others[start as usize..][..run]);
        }
    } else if maximize {
        merge_at(best, others, starts, u8::max);
    } else {
        merge_at(best, others, starts, u8::min);
    }
}

#[inline(always)]
fn merge_at(best: &mut [u8], others: &[u8], starts: &[u32], better: impl Fn(u8, u8) -> u8 + Copy) {
    for (best, &start) in best.iter_mut().zip(starts) {
        *best = better(*best, others[start as usize]);
    }
}
