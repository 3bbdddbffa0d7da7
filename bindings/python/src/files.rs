//! Digests of many files.

use crate::interrupt::{Heard, Stop};
use bramah::hash::Function;
use std::{
    borrow::Cow,
    fs::File,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The result for a file: its path, its size in bytes, and either the digest or an error message.
pub(crate) type Result = (PathBuf, u64, Option<Cow<'static, [u8]>>, Option<String>);

/// Hashes files on `count` threads (0 for one thread for each processor). The results are in the order of the paths.
pub(crate) fn hash(paths: &[PathBuf], function: &Function, count: usize, stop: &Stop) -> Vec<Result> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(paths.len()));
    stop.spread(processors(count).min(paths.len()), || {
        while let Some((i, path)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, paths.get(i)?)))
        {
            if stop.stopped() {
                return;
            }
            let result = one(path, function, stop);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

fn one(path: &PathBuf, function: &Function, stop: &Stop) -> Result {
    let mut hasher = function.hasher();
    match File::open(path).and_then(|file| hasher.update_reader(Heard(file, || stop.stopped()))) {
        Ok(size) => (path.clone(), size, Some(hasher.finalize().into()), None),
        Err(error) => (path.clone(), 0, None, Some(error.to_string())),
    }
}

/// Returns the number of threads, where 0 means one for each processor.
pub(crate) fn processors(count: usize) -> usize {
    if count > 0 { count } else { thread::available_parallelism().map_or(1, usize::from) }
}
