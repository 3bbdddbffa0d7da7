//! Runs one test on many subjects.

use super::limited;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Runs a test on every subject, distributed over the cores, and prints the names of the subjects that fail.
pub(crate) fn spread<S: Sync>(subjects: &[S], name: impl Fn(&S) -> String + Sync, test: impl Fn(&S) + Sync) {
    each(subjects.len(), &|number| name(&subjects[number]), &|number| test(&subjects[number]));
}

/// Does the work of [`spread`] for the subjects with the numbers below `count`.
fn each(count: usize, name: &(dyn Fn(usize) -> String + Sync), test: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            if catch_unwind(AssertUnwindSafe(|| test(number))).is_err() {
                failed.lock().unwrap().push(name(number));
            }
        }
    };
    // this thread is one of the workers, since some systems have no other threads
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let failed = failed.into_inner().unwrap();
    println!("{count} subjects");
    assert!((limited() || count > 0) && failed.is_empty(), "failed: {failed:?}");
}
