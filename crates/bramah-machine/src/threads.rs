//! Threads for a scope, started only if there is memory for them.
//!
//! Before a new thread runs its closure, the standard library and the C library allocate memory for it: an alternative
//! stack for signals, a list of destructors, an arena. If an allocation fails, they end the process. So a thread is
//! started here only if the address space has room for all of these.

use crate::os::address_space;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Scope, ScopedJoinHandle},
};

/// The bytes of a thread's stack: the standard library's default.
const STACK: usize = 2 << 20;
/// More address space than many threads that begin at the same time need, with glibc's arena of 64 MiB for each. A
/// process that has this much left is not limited.
const PLENTY: usize = if usize::BITS < 64 { usize::MAX } else { (32_u64 << 30) as usize };
/// More address space than one thread needs, in addition to its stack, before it runs its closure.
const BEGINNING: usize = 4 << 20;

/// Starts a thread that calls `work`, or returns `None` if the system refuses to start one or the address space has too
/// little room for it.
///
/// Where the address space is limited, this returns only after the thread has begun, so that two threads are never
/// started with room for only one.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let builder = thread::Builder::new().stack_size(STACK);
    if PLENTY < usize::MAX && address_space(PLENTY) {
        return builder.spawn_scoped(scope, work).ok();
    }
    if !address_space(STACK + BEGINNING) {
        return None;
    }
    let begun = Arc::new(AtomicBool::new(false));
    let begin = begun.clone();
    let work = move || {
        begin.store(true, Ordering::Relaxed);
        work()
    };
    let started = builder.spawn_scoped(scope, work).ok()?;
    while !begun.load(Ordering::Relaxed) {
        thread::yield_now();
    }
    Some(started)
}

/// Calls `work` on up to `count` threads at the same time: on this one, and on as many others as can be started.
pub fn on_all(count: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let work = &work;
        for _ in 1..count {
            // the threads that have already started do the work
            if start(scope, work).is_none() {
                break;
            }
        }
        work();
    });
}
