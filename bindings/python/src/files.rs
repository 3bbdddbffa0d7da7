//! Digests of many files.

use bramah::{hash::Function, threads};
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

/// A path, the number of bytes, and the digest or a message.
pub(crate) type Result = (PathBuf, u64, Option<Cow<'static, [u8]>>, Option<String>);

/// Hashes files on so many threads, by default one for each processor; the results are in the order of the paths.
pub(crate) fn hash(paths: Vec<PathBuf>, function: &Function, count: usize) -> Vec<Result> {
    let count = processors(count).min(paths.len());
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(paths.len()));
    let work = || {
        while let Some((i, path)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, paths.get(i)?)))
        {
            let result = one(path, function);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..count {
            // the threads that have started do the work
            if threads::start(scope, work).is_none() {
                break;
            }
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

fn one(path: &PathBuf, function: &Function) -> Result {
    let mut hasher = function.hasher();
    match File::open(path).and_then(|file| hasher.update_reader(file)) {
        Ok(size) => (path.clone(), size, Some(hasher.finalize().into()), None),
        Err(error) => (path.clone(), 0, None, Some(error.to_string())),
    }
}

/// Returns a number of threads, in which 0 means one for each processor.
pub(crate) fn processors(count: usize) -> usize {
    if count > 0 { count } else { thread::available_parallelism().map_or(1, usize::from) }
}
