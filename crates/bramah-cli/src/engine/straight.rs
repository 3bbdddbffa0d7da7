//! Runs: a few small files on this thread, all others by a crew.

use super::{
    crew,
    group::{GROUP_LEN, Group, Items, Kind},
    job::{Job, Sink},
    order::{Lines, Totals},
    worker::{Room, SMALL_MAX, Worker},
};
use crate::{exit::Stop, names};
use std::{fs, io::Write, sync::atomic::AtomicBool};

/// The most bytes of all files that are hashed straight: sooner than large buffers are filled and processors counted. They
/// are less than a group of files none of which is streamed: a crew would hash them on one thread
/// too.
const BYTES: u64 = 256 << 10;

impl Job<'_> {
    /// Hashes all files of `items`.
    pub(crate) fn run<T: Send>(
        &self,
        items: &mut dyn Items<T>,
        sink: &dyn Sink<T>,
        out: &mut (dyn Write + Send),
    ) -> Result<Totals, Stop> {
        let mut group = Group::default();
        items.fill(&mut group, GROUP_LEN);
        match little(&group) {
            Some(room) => straight(self, group, room, sink, out),
            None => crew::run(self, (group, items), sink, out),
        }
    }
}

/// Returns the room for the whole group, if it is all there is, and consists of a few small files. What cannot be opened
/// takes no room.
fn little<T>(group: &Group<T>) -> Option<Room> {
    if group.len() == GROUP_LEN {
        return None;
    }
    // the system may say that a file is empty, and then generate a page
    let (mut sum, mut longest) = (0, 4095);
    for index in 0..group.len() {
        let (name, kind, _) = group.get(index);
        let len = match kind {
            Kind::Stdin => return None,
            Kind::Failed(_) | Kind::Skipped(_) => 0,
            Kind::Argument | Kind::Found => match fs::metadata(names::path(name)) {
                Ok(file) if file.is_file() => file.len(),
                Ok(_) => return None,
                Err(_) => 0,
            },
        };
        (sum, longest) = (len.saturating_add(sum), len.max(longest));
        if sum > BYTES || len > SMALL_MAX as u64 {
            return None;
        }
    }
    let (small, all) = (longest as usize, sum.max(4095) as usize);
    Some(Room { small, len: all + small + 1 })
}

/// Hashes a group, on this thread alone.
fn straight<T>(
    job: &Job<'_>,
    mut group: Group<T>,
    room: Room,
    sink: &dyn Sink<T>,
    out: &mut (dyn Write + Send),
) -> Result<Totals, Stop> {
    let mut worker = Worker::new(job, room)?;
    let mut lines = Lines::new(out, job.progress);
    while let Some((index, large)) = worker.small(sink, &group) {
        lines.take(&mut worker.done)?;
        worker.large(sink, &group, (index, large), 0, &AtomicBool::new(false));
        lines.take(&mut worker.done)?;
        group = group.split_off(index + 1);
    }
    lines.take(&mut worker.done)?;
    lines.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Hashed, Progress, Show, Source};
    use bramah::hash::{Options, lookup};
    use std::path::{Path, PathBuf};

    /// Prints what it is told.
    struct Told;

    impl Sink<()> for Told {
        fn hashed(&self, name: &[u8], _: &(), file: &Hashed<'_>, out: &mut Vec<u8>) {
            out.extend_from_slice(name);
            out.extend_from_slice(format!(": {} {:?}\n", file.size, file.digests).as_bytes());
        }
        fn failed(&self, name: &[u8], _: &(), reason: &str, out: &mut Vec<u8>) {
            out.extend_from_slice(name);
            out.extend_from_slice(format!(": {reason}\n").as_bytes());
        }
    }

    fn file(directory: &Path, name: &str, len: u64) -> PathBuf {
        let path = directory.join(name);
        fs::File::create(&path).and_then(|file| file.set_len(len)).expect("a file");
        path
    }

    /// Returns the items that are looked at before it is decided how they are hashed.
    fn first(files: &[PathBuf]) -> Group<()> {
        let mut group = Group::default();
        Source::of(files.to_vec()).fill(&mut group, GROUP_LEN);
        group
    }

    #[test]
    fn a_few_small_files_have_room() {
        let directory = tempfile::tempdir().expect("a directory");
        let make = |name: &str, len| file(directory.path(), name, len);
        let [none, one, page, half] =
            [("none", 0), ("one", 1), ("page", 4096), ("half", BYTES / 2)].map(|(name, len)| make(name, len));
        let gone = directory.path().join("gone");
        let is =
            |files: &[&PathBuf]| little(&first(&files.iter().map(|&file| file.clone()).collect::<Vec<_>>()));
        for files in [
            &[][..],
            &[&none],
            &[&one],
            &[&gone],
            &[&page, &gone, &one],
            &[&half, &half],
            &[&one; GROUP_LEN - 1],
        ] {
            let room = is(files).expect("few and small");
            let lengths =
                files.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len() as usize);
            // each file has room for a byte more, and the next one for its whole
            assert!(room.len > lengths.clone().sum::<usize>() + room.small);
            assert!(lengths.max().unwrap_or(0) <= room.small && 4095 <= room.small);
        }
        let (more, standard) = (make("more", BYTES / 2 + 1), PathBuf::from("-"));
        let inside = directory.path().to_path_buf();
        for files in [&[&more][..], &[&half, &half, &one], &[&one; GROUP_LEN], &[&standard], &[&one, &inside]]
        {
            assert!(is(files).is_none(), "{files:?}");
        }
    }

    /// A straight run prints what a crew prints for the same files, one of which has another length than the system says.
    #[test]
    fn a_crew_prints_the_same() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut files = vec![directory.path().join("gone")];
        files.extend([0, 1, 4095, 100_000].map(|len| file(directory.path(), &len.to_string(), len)));
        // generated as it is read, if this system has it
        files.insert(2, PathBuf::from("/proc/version"));
        files.push(directory.path().to_path_buf());
        let functions = ["sha256", "md5"].map(|name| {
            lookup(name)
                .and_then(|algorithm| algorithm.with_options(&Options::default()))
                .expect("a function")
        });
        let progress = Progress::new(Show::Never, || None);
        let job = Job { functions: &functions, avoid: &[], resume: None, jobs: None, progress: &progress };
        let room = || Room { small: 4095, len: 3 * 4096 };
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let alone = straight(&job, first(&files), room(), &Told, &mut here).expect("a run");
        let mut source = Source::of(files[1..].to_vec());
        let crew = crew::run(&job, (first(&files[..1]), &mut source), &Told, &mut there).expect("a run");
        assert_eq!(String::from_utf8_lossy(&here), String::from_utf8_lossy(&there));
        assert_eq!(here.iter().filter(|&&byte| byte == b'\n').count(), files.len());
        let counts = |totals: Totals| (totals.files, totals.bytes, totals.failed);
        assert_eq!(counts(alone), counts(crew));
    }
}
