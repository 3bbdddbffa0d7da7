//! Work by several threads, whose number grows with the work.

use super::{
    group::{Group, Items},
    job::{Job, Sink, threads},
    order::{Done, Order, Totals},
    progress::Progress,
    queue::Queue,
    worker::{Room, SMALL_MAX, Worker},
};
use crate::exit::Stop;
use bramah::hash::READ_LEN;
use std::{
    io::Write,
    num::NonZeroUsize,
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, Scope},
};

/// The buffer of each thread.
const ROOM: Room = Room { small: SMALL_MAX, len: READ_LEN };

/// The work of one thread of a crew.
trait Hand<T> {
    /// Works on a group, which has at least one item. May work only on the first items of the group; then it gives the
    /// rest of the group back to the queue.
    fn work(
        &mut self,
        group: &mut Group<T>,
        queue: &Queue<'_, T>,
        order: &Order<'_>,
        give: &dyn Fn(Group<T>),
    );
}

/// The workers.
struct Crew<'a, 'q, 'o, T, H> {
    /// Makes the worker of another thread.
    hire: &'a (dyn Fn() -> Result<H, Stop> + Sync),
    queue: &'a Queue<'q, T>,
    order: &'a Order<'o>,
    /// The number of threads that may still be started.
    more: AtomicUsize,
}

/// Works on all items: those of the group, which has already been taken from the source, and then the rest of the
/// source.
fn crewed<T: Send, H: Hand<T> + Send>(
    threads: usize,
    progress: &Progress,
    items: (Group<T>, &mut dyn Items<T>),
    hire: &(dyn Fn() -> Result<H, Stop> + Sync),
    out: &mut (dyn Write + Send),
) -> Result<Totals, Stop> {
    let first = hire()?;
    let order = Order::new(out, progress);
    let queue = Queue::new(items, threads);
    let crew = Crew { hire, queue: &queue, order: &order, more: AtomicUsize::new(threads - 1) };
    thread::scope(|scope| {
        let showing = progress.run(scope);
        thread::scope(|scope| crew.work(scope, first));
        drop(showing);
    });
    order.finish()
}

/// Hashes all files: those of the group, which has already been taken from the source, and then the rest of the source.
pub(super) fn run<T: Send>(
    job: &Job<'_>,
    items: (Group<T>, &mut dyn Items<T>),
    sink: &dyn Sink<T>,
    out: &mut (dyn Write + Send),
) -> Result<Totals, Stop> {
    let hire = || Worker::new(job, ROOM).map(|worker| Hashing { worker, sink });
    crewed(threads(job.jobs), job.progress, items, &hire, out)
}

/// Hashes files.
struct Hashing<'a, T> {
    worker: Worker<'a>,
    sink: &'a dyn Sink<T>,
}

impl<T> Hand<T> for Hashing<'_, T> {
    fn work(
        &mut self,
        group: &mut Group<T>,
        queue: &Queue<'_, T>,
        order: &Order<'_>,
        give: &dyn Fn(Group<T>),
    ) {
        let Self { worker, sink } = self;
        let large = worker.small(*sink, group);
        order.put(&mut worker.done);
        if let Some((index, large)) = large {
            if index + 1 < group.len() {
                give(group.split_off(index + 1));
            }
            worker.large(*sink, group, (index, large), queue.idle(), &order.broken);
            order.put(&mut worker.done);
        }
    }
}

/// Calls a function on each item, for work other than hashing whole files. The output is in the order of the items.
pub(crate) fn each<T: Send>(
    jobs: Option<NonZeroUsize>,
    progress: &Progress,
    items: &mut dyn Items<T>,
    work: &(dyn Fn(&[u8], &T, &mut Done) + Sync),
    out: &mut (dyn Write + Send),
) -> Result<Totals, Stop> {
    crewed(threads(jobs), progress, (Group::default(), items), &|| Ok(Single { work }), out)
}

/// A worker that takes one item at a time.
struct Single<'a, T> {
    work: &'a (dyn Fn(&[u8], &T, &mut Done) + Sync),
}

impl<T> Hand<T> for Single<'_, T> {
    fn work(&mut self, group: &mut Group<T>, _: &Queue<'_, T>, order: &Order<'_>, give: &dyn Fn(Group<T>)) {
        if group.len() > 1 {
            give(group.split_off(1));
        }
        let mut done = Done { first: group.first, end: group.end(), ..Done::default() };
        let (name, _, what) = group.get(0);
        (self.work)(name, what, &mut done);
        order.put(&mut done);
    }
}

impl<T: Send, H: Hand<T> + Send> Crew<'_, '_, '_, T, H> {
    /// Works on this thread until no items are left.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, mut hand: H) {
        let mut group = Group::default();
        while !self.order.is_broken()
            && let Some(more) = self.queue.take(&mut group)
        {
            if more {
                self.grow(scope);
            }
            let give = |rest| {
                self.queue.give_back(rest);
                self.grow(scope);
            };
            hand.work(&mut group, self.queue, self.order, &give);
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
        let started =
            (self.hire)().ok().and_then(|hand| bramah::threads::start(scope, || self.work(scope, hand)));
        if started.is_none() {
            self.more.store(0, Ordering::Relaxed);
        }
    }
}
