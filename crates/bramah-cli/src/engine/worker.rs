//! The work of one thread on a group of files.

use super::{
    group::{Group, Kind},
    job::{Hashed, Job, Sink},
    open::open,
    order::Done,
    resume::Resume,
    stream,
    turn::Turn,
};
use crate::{
    buffer::Buffer,
    exit::Stop,
    identity::identity,
    input::{CHANGED, changed, stdin},
    names, report,
};
use bramah::hash::{AnyHasher, Function};
use std::{
    fs::{File, Metadata},
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, SystemTime},
};

/// The maximum size, in bytes, of a file that is read as a whole.
pub(super) const SMALL_MAX: usize = 128 << 10;
/// The minimum size, in bytes, of a file for which reading ahead on other threads saves time.
const AHEAD_MIN: u64 = 8 << 20;

/// The minimum age of a modification time that any later change is certain to alter: file systems count in steps of
/// up to two seconds.
const SETTLED: Duration = Duration::from_secs(2);

/// Returns the modification time of a file if every later change will alter it. Call this before the file is read:
/// reading a long file makes a recent time look old.
fn settled(file: &Metadata) -> Option<SystemTime> {
    let time = file.is_file().then(|| file.modified().ok())?;
    time.filter(|modified| modified.elapsed().is_ok_and(|ago| ago > SETTLED))
}

/// The sizes of a thread's buffer.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// The size in bytes up to which a file is read as a whole.
    pub(super) small: usize,
    /// The length of the buffer in bytes, more than `small`.
    pub(super) len: usize,
}

/// A thread with its buffers.
pub(super) struct Worker<'a> {
    job: &'a Job<'a>,
    /// The contents of small files, or the current part of a large one.
    buffer: Buffer,
    /// The maximum size of a small file in bytes, less than the size of the buffer.
    small: usize,
    used: usize,
    /// The states of the items of the group that were opened, with their indices.
    slots: Vec<(usize, Found)>,
    digests: Vec<u8>,
    hashers: Vec<AnyHasher>,
    /// The results since they were last taken.
    pub(super) done: Done,
}

/// The state of an item of the group.
enum Found {
    /// The file has been read, but not hashed.
    Small { range: Range<usize>, modified: Option<SystemTime> },
    /// The lines to print for a file that need not be read.
    Known(Vec<u8>),
    /// The file must be hashed by itself.
    Large(Box<Large>),
    /// The file is not hashed, for this reason. `failure` is true if the reason is an error.
    Not { reason: Box<str>, failure: bool },
    /// The file is one that this run writes.
    Ours,
}

/// An open file of any kind, with the bytes that have already been read from it.
pub(super) struct Large {
    file: File,
    before: Metadata,
    /// The modification time, as in [`Hashed`].
    modified: Option<SystemTime>,
    start: Vec<u8>,
    /// The position in the file before these bytes: standard input may begin in the middle of a file.
    position: u64,
    /// The turn for an input that is read by one thread at a time.
    turn: Option<Turn>,
}

impl<'a> Worker<'a> {
    /// Makes a worker with a buffer.
    pub(super) fn new(job: &'a Job<'a>, room: Room) -> Result<Self, Stop> {
        Ok(Self {
            job,
            buffer: Buffer::try_new(room.len)?,
            small: room.small,
            used: 0,
            slots: Vec::new(),
            digests: Vec::new(),
            hashers: Vec::new(),
            done: Done::default(),
        })
    }

    /// Hashes the files of a group up to the first one that must be hashed by itself; returns the index of that file
    /// and the open file, or `None` if there is none.
    pub(super) fn small<T>(&mut self, sink: &dyn Sink<T>, group: &Group<T>) -> Option<(usize, Large)> {
        self.begin(group.first);
        for index in 0..group.len() {
            if self.buffer.len() - self.used <= self.small {
                self.flush(sink, group);
            }
            let (name, kind, what) = group.get(index);
            let mut text = Vec::new();
            let named = matches!(kind, Kind::Argument | Kind::Found);
            let found = match named && sink.known(name, what, &mut text) {
                true => Found::Known(text),
                false => self.look(sink, name, kind, what),
            };
            if let Found::Large(large) = found {
                self.flush(sink, group);
                self.end(group.first + index as u64);
                return Some((index, *large));
            }
            self.slots.push((index, found));
        }
        self.flush(sink, group);
        self.end(group.end());
        None
    }

    fn begin(&mut self, first: u64) {
        self.done.first = first;
        self.done.totals = Default::default();
        self.done.text.clear();
        self.done.messages.clear();
    }

    fn end(&mut self, end: u64) {
        self.done.end = end;
        self.job.progress.add_items(end - self.done.first);
    }

    /// Opens a file, and reads it if it is small.
    fn look<T>(&mut self, sink: &dyn Sink<T>, name: &[u8], kind: &Kind, what: &T) -> Found {
        let not = |reason: &str, failure| Found::Not { reason: reason.into(), failure };
        let opened = match kind {
            Kind::Failed(reason) => return not(reason, true),
            Kind::Skipped(reason) => return not(reason, false),
            Kind::Stdin => stdin().and_then(|file| {
                let before = file.metadata()?;
                let turn = Turn::take(&before);
                Ok((file, before, Some(turn)))
            }),
            Kind::Argument | Kind::Found => open(&names::path(name), || {
                if sink.names_fifos() {
                    report::about_bytes(name, "waiting for data: this is a FIFO");
                }
            }),
        };
        let failed = |error: io::Error| not(&report::reason(&error), true);
        let (mut file, before, turn) = match opened {
            Ok(opened) => opened,
            Err(error) if error.kind() == io::ErrorKind::NotFound && sink.passes_over(what) => {
                return Found::Known(Vec::new());
            }
            Err(error) => return failed(error),
        };
        if before.is_dir() {
            return not(sink.directory(), true);
        }
        if !self.job.avoid.is_empty() && identity(&before).is_some_and(|this| self.job.avoid.contains(&this))
        {
            let found = matches!(kind, Kind::Found);
            return if found { Found::Ours } else { not("input file is output file", true) };
        }
        let modified = settled(&before);
        let is_stdin = matches!(kind, Kind::Stdin);
        let whole = before.is_file() && !is_stdin && before.len() <= self.small as u64;
        if !whole {
            let position = match is_stdin && before.is_file() {
                true => file.stream_position(),
                false => Ok(0),
            };
            return match position {
                Ok(position) => Found::Large(Box::new(Large {
                    file,
                    before,
                    modified,
                    start: Vec::new(),
                    position,
                    turn,
                })),
                Err(error) => failed(error),
            };
        }
        // one byte more than expected, to notice that the file has grown
        let len = before.len() as usize;
        let room = &mut self.buffer[self.used..][..len + 1];
        match stream::read(&mut file, room) {
            Ok(n) if n == len => {
                let range = self.used..self.used + n;
                self.used += n;
                Found::Small { range, modified }
            }
            // the file is changing, or the system generates it while it is read
            Ok(n) => {
                let start = room[..n].to_vec();
                Found::Large(Box::new(Large { file, before, modified, start, position: 0, turn }))
            }
            Err(error) => failed(error),
        }
    }

    /// Hashes the files in the buffer and prints the results.
    fn flush<T>(&mut self, sink: &dyn Sink<T>, group: &Group<T>) {
        let width = self.digest();
        let mut rows = self.digests.chunks_exact(width);
        for (index, found) in self.slots.drain(..) {
            let (name, _, what) = group.get(index);
            match found {
                Found::Small { range, modified } => {
                    let digests = rows.next().expect("there is a row of digests for each small file");
                    let file = Hashed { digests, size: range.len() as u64, modified };
                    hashed(self.job, sink, &mut self.done, (name, what), &file);
                }
                Found::Known(text) => {
                    self.done.text.extend_from_slice(&text);
                    self.done.totals.files += 1;
                }
                Found::Not { reason, failure } => {
                    refuse(sink, &mut self.done, (name, what), reason, failure);
                }
                Found::Ours | Found::Large(_) => {}
            }
        }
    }

    /// Hashes the files in the buffer, and empties it. Puts the digests into `self.digests`, file by file; returns the
    /// length of a file's digests in bytes, at least 1.
    fn digest(&mut self) -> usize {
        let mut messages: Vec<&[u8]> = Vec::with_capacity(self.slots.len());
        for (_, found) in &self.slots {
            if let Found::Small { range, .. } = found {
                messages.push(&self.buffer[range.clone()]);
            }
        }
        let length = |function: &Function| function.algorithm().output_len();
        let width = self.job.functions.iter().map(length).sum::<usize>().max(1);
        self.digests.resize(messages.len() * width, 0);
        let mut column = 0;
        for function in self.job.functions {
            let len = length(function);
            let mut digests = vec![0; messages.len() * len];
            match messages[..] {
                // a batch of one would first run the self-test of the backend for many messages
                [message] => function.digest(message, &mut digests),
                _ => function.hash_many(&messages, &mut digests),
            }
            for (row, digest) in self.digests.chunks_exact_mut(width).zip(digests.chunks_exact(len)) {
                row[column..][..len].copy_from_slice(digest);
            }
            column += len;
        }
        self.job.progress.add_bytes(self.used as u64);
        self.used = 0;
        width
    }

    /// Hashes a file of a group by itself, with the help of up to `idle` threads. The work may end early once `broken`
    /// is set.
    pub(super) fn large<T>(
        &mut self,
        sink: &dyn Sink<T>,
        group: &Group<T>,
        (index, large): (usize, Large),
        idle: usize,
        broken: &AtomicBool,
    ) {
        let place = group.first + index as u64;
        self.begin(place);
        let (name, _, what) = group.get(index);
        match self.stream(name, large, idle, broken) {
            Ok((size, modified)) => {
                let file = Hashed { digests: &self.digests, size, modified };
                hashed(self.job, sink, &mut self.done, (name, what), &file);
            }
            Err(reason) => refuse(sink, &mut self.done, (name, what), reason, true),
        }
        self.end(place + 1);
    }

    fn stream(
        &mut self,
        name: &[u8],
        large: Large,
        idle: usize,
        broken: &AtomicBool,
    ) -> Result<(u64, Option<SystemTime>), Box<str>> {
        // the turn ends when this function returns
        let Large { mut file, before, modified, start, position, turn } = large;
        let len = before.len().saturating_sub(position);
        let functions = self.job.functions;
        let reason = |error: io::Error| Box::from(report::reason(&error));
        if self.hashers.is_empty() {
            self.hashers.extend(functions.iter().map(|function| function.hasher()));
        }
        for hasher in &mut self.hashers {
            hasher.reset();
        }
        let resume = self.job.resume.filter(|_| before.is_file() && start.is_empty() && position == 0);
        let mut total = 0;
        if let Some(resume) = resume {
            total = resume.restore(name, &before, functions, &mut self.hashers, &mut file).map_err(reason)?;
            self.job.progress.add_bytes(total);
        }
        #[cfg(any(target_os = "linux", target_os = "android"))]
        if before.is_file() {
            // an error does not matter: this is only advice
            let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::Sequential);
        }
        let threads = if before.is_file() && len < AHEAD_MIN { 0 } else { idle };
        // if several threads can hash one message with this function, each thread reads its own part
        if let [hasher] = &mut self.hashers[..]
            && (threads > 0 && before.is_file() && start.is_empty())
            && hasher.algorithm().entry().parallel()
        {
            while total < len {
                let end = len.min(total.saturating_add(resume.map_or(u64::MAX, Resume::interval)));
                let read = |at, buffer: &mut [u8]| {
                    let n = stream::read_at(&file, buffer, position + at)?;
                    self.job.progress.add_bytes(n as u64);
                    Ok(n)
                };
                hasher.update_parallel_from(read, total..end, 1 + threads).map_err(|error| {
                    if error.kind() == io::ErrorKind::UnexpectedEof { CHANGED.into() } else { reason(error) }
                })?;
                total = end;
                if let Some(resume) = resume.filter(|_| total < len) {
                    resume.save(name, &before, total, std::slice::from_ref(hasher));
                }
                if broken.load(Ordering::Relaxed) {
                    break;
                }
            }
            if turn.is_some() {
                // whoever reads this input next goes on after these bytes
                file.seek(SeekFrom::Start(position + total)).map_err(reason)?;
            }
            return self.ended(&file, &before, total).map(|total| (total, modified));
        }
        let threads = if threads > 0 { threads + usize::from(functions.len() > 1) } else { 0 };
        let mut reader = start.as_slice().chain(&mut file);
        let interval = resume.map_or(u64::MAX, |resume| resume.interval());
        let progress = |bytes| self.job.progress.add_bytes(bytes);
        loop {
            let n = stream::update(
                &mut reader, interval, &mut self.hashers, threads, &mut self.buffer, &progress,
            );
            let n = n.map_err(reason)?;
            total += n;
            if n < interval {
                break;
            }
            if let Some(resume) = resume {
                resume.save(name, &before, total, &self.hashers);
            }
            if broken.load(Ordering::Relaxed) {
                break;
            }
        }
        self.ended(&file, &before, total).map(|total| (total, modified))
    }

    /// Finalizes the digests of a file; an error if the file has changed.
    fn ended(&mut self, file: &File, before: &Metadata, total: u64) -> Result<u64, Box<str>> {
        let after = file.metadata().map_err(|error| Box::from(report::reason(&error)))?;
        if changed(before, &after) {
            return Err(CHANGED.into());
        }
        self.digests.clear();
        for hasher in &mut self.hashers {
            let at = self.digests.len();
            self.digests.resize(at + hasher.algorithm().output_len(), 0);
            hasher.finalize_reset_into(&mut self.digests[at..]);
        }
        Ok(total)
    }
}

/// Prints the output lines for a hashed file, and adds the file to the totals.
fn hashed<T>(
    job: &Job<'_>,
    sink: &dyn Sink<T>,
    done: &mut Done,
    (name, what): (&[u8], &T),
    file: &Hashed<'_>,
) {
    sink.hashed(name, what, file, &mut done.text);
    done.totals.files += 1;
    done.totals.bytes += file.size;
    if let Some(resume) = job.resume {
        resume.forget(name);
    }
}

/// Reports why a file is not hashed.
fn refuse<T>(
    sink: &dyn Sink<T>,
    done: &mut Done,
    (name, what): (&[u8], &T),
    reason: Box<str>,
    failure: bool,
) {
    if failure {
        sink.failed(name, what, &reason, &mut done.text);
        done.totals.failed += 1;
    }
    done.messages.push((name.to_vec(), reason));
}
