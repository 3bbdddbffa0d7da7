//! Files one after another, or several at a time.

use super::{Item, Outputs};
use crate::{
    engine::Progress,
    exit::{Exit, Stop},
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
    /// The number of files at a time.
    pub(crate) files: usize,
    pub(crate) progress: &'a Progress,
}

/// The most files at a time: each may have a temporary name, for which the table of the signal handler has a place.
pub(crate) const MOST: usize = 16;

impl Crew<'_> {
    /// Calls `work` with each file. Files that fail are reported; the others go on.
    pub(crate) fn run(
        &self,
        outputs: &Outputs<'_>,
        work: impl Fn(&Item) -> Done + Sync,
    ) -> Result<Exit, Stop> {
        let failed = AtomicBool::new(false);
        let one = |item: Item| {
            let made =
                item.output.as_deref().and_then(|output| output.parent()).map_or(
                    Ok(()),
                    |parent| match parent.as_os_str().is_empty() {
                        true => Ok(()),
                        false => fs::create_dir_all(parent)
                            .map_err(|error| Stop::about(parent, report::reason(&error))),
                    },
                );
            if let Err(stop) = made.and_then(|()| work(&item)) {
                failed.store(true, Relaxed);
                self.progress.aside(|| report::plain(&stop.reason));
            }
            self.progress.add_files(1);
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
                let found = outputs.each(|item| match alone {
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
