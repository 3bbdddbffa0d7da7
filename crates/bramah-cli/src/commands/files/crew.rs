//! Processing files one after another, or several at a time.

use super::{Item, Outputs};
use crate::{
    engine::{Progress, Show},
    exit::{Exit, Stop},
    input::Input,
    report,
};
use std::{
    fs,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread,
};

/// The result of one file.
pub(crate) type Done = Result<(), Stop>;

/// The threads that work on the files.
pub(crate) struct Crew<'a> {
    pub(crate) outputs: &'a Outputs<'a>,
    /// The number of files processed at a time.
    pub(crate) files: usize,
    /// The number of threads if there is only one file.
    pub(crate) threads: usize,
    pub(crate) progress: Show,
}

/// The minimum length, in bytes, of an input for which more than one thread is started.
const LARGE: u64 = 1 << 20;

/// The maximum number of files at a time: each may have a temporary file, which needs a slot in the table of the signal
/// handler.
pub(crate) const MOST: usize = 16;

impl Crew<'_> {
    /// Calls `work` with each file and the number of threads for it. If there are several files, their errors are
    /// reported and the run continues. If there is only one file, its error ends the run.
    pub(crate) fn run(
        &self,
        work: impl Fn(&Item, &mut Input, usize, &Progress) -> Done + Sync,
    ) -> Result<Exit, Stop> {
        let Some(item) = self.outputs.single() else {
            let progress = Progress::new(self.progress, || None);
            return thread::scope(|scope| {
                let _showing = progress.run(scope);
                self.each(&progress, |item| work(item, &mut Input::open(&item.input)?, 1, &progress))
            });
        };
        let mut input = Input::open(&item.input)?;
        let total = input.len();
        let progress = Progress::new(self.progress, || total);
        let threads = if total.is_some_and(|total| total < LARGE) { 1 } else { self.threads };
        thread::scope(|scope| {
            let _showing = progress.run(scope);
            work(&item, &mut input, threads, &progress)
        })?;
        Ok(Exit::Well)
    }

    fn each(&self, progress: &Progress, work: impl Fn(&Item) -> Done + Sync) -> Result<Exit, Stop> {
        let failed = AtomicBool::new(false);
        let one = |item: Item| {
            let made =
                item.output.as_deref().and_then(|output| output.parent()).map_or(
                    Ok(()),
                    |parent| match parent.as_os_str().is_empty() {
                        true => Ok(()),
                        false => fs::create_dir_all(parent).map_err(|error| Stop::io(parent, &error)),
                    },
                );
            if let Err(stop) = made.and_then(|()| work(&item)) {
                failed.store(true, Relaxed);
                progress.aside(|| report::plain(&stop.reason));
            }
            progress.add_items(1);
        };
        let threads = self.files.clamp(1, MOST);
        let found = {
            let (sender, items) = mpsc::sync_channel::<Item>(4 * threads);
            let items = Mutex::new(items);
            let take = || {
                loop {
                    let item = items.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(item) = item else { return };
                    one(item);
                }
            };
            thread::scope(|scope| {
                let others: Vec<_> =
                    (0..threads).map_while(|_| bramah::threads::start(scope, take)).collect();
                let alone = others.is_empty();
                let found = self.outputs.each(|item| match alone {
                    true => {
                        one(item);
                        true
                    }
                    false => sender.send(item).is_ok(),
                });
                drop(sender);
                found
            })
        };
        let well = found? && !failed.load(Relaxed);
        Ok(if well { Exit::Well } else { Exit::Failure })
    }
}
