//! Times things side by side.
//!
//! Every round runs each case twice and times the second run, so that a case does not pay for the
//! caches that the one before it has filled. The best round counts: what else the machine does can
//! only add to it.

use std::time::{Duration, Instant};

/// One thing that is timed.
pub(crate) struct Case<'a> {
    name: String,
    /// How many operations one run does.
    operations: u32,
    run: Box<dyn FnMut() -> Duration + 'a>,
    best: Duration,
}

impl<'a> Case<'a> {
    /// `run` does `operations` of the same kind.
    pub(crate) fn new(
        name: impl Into<String>,
        operations: usize,
        mut run: impl FnMut() + 'a,
    ) -> Self {
        Self::timed(name, operations, move || {
            let start = Instant::now();
            run();
            start.elapsed()
        })
    }

    /// The same where `run` looks at the clock itself, for a part of each operation.
    pub(crate) fn timed(
        name: impl Into<String>,
        operations: usize,
        run: impl FnMut() -> Duration + 'a,
    ) -> Self {
        let operations = u32::try_from(operations).expect("a run is short");
        Self { name: name.into(), operations, run: Box::new(run), best: Duration::MAX }
    }
}

/// Runs all cases `rounds` times. The time of one operation of each, in nanoseconds.
pub(crate) fn measure(mut cases: Vec<Case<'_>>, rounds: usize) -> Vec<(String, f64)> {
    for _ in 0..rounds {
        for case in &mut cases {
            (case.run)();
            case.best = case.best.min((case.run)());
        }
    }
    let per_operation =
        |case: Case<'_>| (case.name, case.best.as_secs_f64() * 1e9 / f64::from(case.operations));
    cases.into_iter().map(per_operation).collect()
}
