//! A run by several threads, whose number grows with the work.

use super::{
    group::{Group, Items},
    job::{Job, Sink, threads},
    order::{Order, Totals},
    queue::Queue,
    worker::{Room, SMALL_MAX, Worker},
};
use crate::exit::Stop;
use bramah::hash::READ_LEN;
use std::{
    io::Write,
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, Scope},
};

/// The room of each thread.
const ROOM: Room = Room { small: SMALL_MAX, len: READ_LEN };

/// The workers.
struct Crew<'a, 'q, 'o, T> {
    job: &'a Job<'a>,
    sink: &'a dyn Sink<T>,
    queue: &'a Queue<'q, T>,
    order: &'a Order<'o>,
    /// The number of threads that may still be started.
    more: AtomicUsize,
}

/// Hashes all files of `items`, of which those in the group have been read already.
pub(super) fn run<T: Send>(
    job: &Job<'_>,
    items: (Group<T>, &mut dyn Items<T>),
    sink: &dyn Sink<T>,
    out: &mut (dyn Write + Send),
) -> Result<Totals, Stop> {
    let threads = threads(job.jobs);
    let worker = Worker::new(job, ROOM)?;
    let order = Order::new(out, job.progress);
    let queue = Queue::new(items, threads);
    let crew = Crew { job, sink, queue: &queue, order: &order, more: AtomicUsize::new(threads - 1) };
    thread::scope(|scope| {
        let showing = job.progress.run(scope);
        thread::scope(|scope| crew.work(scope, worker));
        drop(showing);
    });
    order.finish()
}

impl<T: Send> Crew<'_, '_, '_, T> {
    /// Works on this thread until nothing is left.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, mut worker: Worker<'_>) {
        let mut group = Group::default();
        while !self.order.is_broken()
            && let Some(more) = self.queue.take(&mut group)
        {
            if more {
                self.grow(scope);
            }
            let large = worker.small(self.sink, &group);
            self.order.put(&mut worker.done);
            if let Some((index, large)) = large {
                if index + 1 < group.len() {
                    self.queue.give_back(group.split_off(index + 1));
                    self.grow(scope);
                }
                worker.large(self.sink, &group, (index, large), self.queue.idle(), &self.order.broken);
                self.order.put(&mut worker.done);
            }
            self.queue.done();
        }
    }

    /// Starts another thread, if more are allowed. If the system has no thread or no memory for it, the running threads
    /// do all the work.
    fn grow<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let one_less = |more: usize| more.checked_sub(1);
        if self.more.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err() {
            return;
        }
        let started = Worker::new(self.job, ROOM)
            .ok()
            .and_then(|worker| bramah::threads::start(scope, || self.work(scope, worker)));
        if started.is_none() {
            self.more.store(0, Ordering::Relaxed);
        }
    }
}
