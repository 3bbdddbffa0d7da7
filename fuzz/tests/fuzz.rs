//! Runs the fuzz targets in a plain loop.
//!
//! ```text
//! cargo test --test fuzz                            # a fixed number of cases of each target
//! cargo test --test fuzz lists                      # of this target
//! cargo test --test fuzz -- --seconds 10            # each target for so long
//! cargo test --test fuzz -- --target lists --seed 7 --seconds 60
//! cargo test --test fuzz -- --target lists FILE     # the input in this file
//! ```
//!
//! Each target runs in its own process. If the process fails in any way, its input is in `artifacts/TARGET/`, and
//! printed in hexadecimal. The cases depend only on the seed and the corpus.

use bramah_fuzz::{
    TARGETS, Target,
    mutate::{self, Random},
};
use std::{
    env,
    fmt::Write as _,
    fs, io,
    panic::catch_unwind,
    path::{Path, PathBuf},
    process::{Command, ExitCode, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The number of cases of each target if no time is given.
const CASES: u64 = 2000;
/// The maximum time of a case. A longer time is a failure, because the targets limit the work of each case.
const SLOW: Duration = Duration::from_secs(20);
/// The time after its end at which a target that is still running counts as hanging.
const HANGS: Duration = Duration::from_secs(60);

#[derive(Clone, Default)]
struct Arguments {
    /// The target to run; `None` for all, each in its own process.
    target: Option<String>,
    seconds: Option<f64>,
    seed: u64,
    /// The inputs to run, instead of generated ones.
    files: Vec<PathBuf>,
    /// Parts of the names of the targets to run, as `cargo test` passes them; if empty, all targets run.
    filters: Vec<String>,
    /// A file that each input is written to before it is run.
    trace: Option<PathBuf>,
}

fn arguments() -> Arguments {
    let mut arguments = Arguments { seed: 1, ..Arguments::default() };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| panic!("{word} takes a value"));
        match word.as_str() {
            "--target" => arguments.target = Some(value()),
            "--seconds" => arguments.seconds = Some(value().parse().expect("a number of seconds")),
            "--seed" => arguments.seed = value().parse().expect("a number"),
            "--trace" => arguments.trace = Some(value().into()),
            // options that `cargo test` passes to ordinary tests
            "--skip" => _ = value(),
            word if word.starts_with('-') => {}
            file if arguments.target.is_some() => arguments.files.push(file.into()),
            filter => arguments.filters.push(filter.into()),
        }
    }
    arguments
}

fn main() -> ExitCode {
    let arguments = arguments();
    let Some(name) = &arguments.target else { return all(&arguments) };
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("no target is named {name}"));
    if one(target, &arguments) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the path of a folder of a target.
fn folder(kind: &str, target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(kind).join(target.name)
}

/// Runs all targets, as many at a time as there are processors.
fn all(arguments: &Arguments) -> ExitCode {
    let filters = &arguments.filters;
    let meant =
        |target: &&Target| filters.is_empty() || filters.iter().any(|part| target.name.contains(&part[..]));
    let targets: Vec<&Target> = TARGETS.iter().filter(meant).collect();
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !process(target, arguments) {
                failed.store(true, Ordering::Relaxed);
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    if failed.into_inner() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn command(target: &Target, arguments: &Arguments) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--target", target.name, "--seed", &arguments.seed.to_string()]);
    if let Some(seconds) = arguments.seconds {
        command.args(["--seconds", &seconds.to_string()]);
    }
    command.stdin(Stdio::null()).env_remove("BRAMAH_BACKEND");
    command
}

/// Runs a target in its own process; returns false if a case failed.
fn process(target: &Target, arguments: &Arguments) -> bool {
    let (status, out, err) = ended(command(target, arguments), arguments);
    print!("{out}");
    if status.is_some_and(|status| status.success()) {
        return true;
    }
    let lines: Vec<&str> = err.lines().filter(|line| !line.starts_with("bramah: ")).collect();
    let how = status.map_or("hangs".to_string(), |status| status.to_string());
    println!("{}: {how}\n{}", target.name, lines[lines.len().saturating_sub(20)..].join("\n"));
    if status.and_then(|status| status.code()) != Some(1) {
        // the failing input is unknown: runs again, and writes each input to a file before it is used
        let trace = folder("artifacts", target).join("last");
        let parent = trace.parent().expect("a folder");
        fs::create_dir_all(parent).expect("a folder for inputs that fail");
        let mut again = command(target, arguments);
        again.arg("--trace").arg(&trace);
        ended(again, arguments);
        say(target, &fs::read(&trace).unwrap_or_default(), &trace);
    }
    false
}

/// Runs a target to its end, and returns its exit status and output; kills a target that hangs.
fn ended(mut command: Command, arguments: &Arguments) -> (Option<ExitStatus>, String, String) {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("this program again");
    // without a reader, the process would block as soon as the pipe is full
    let read =
        |pipe: Box<dyn io::Read + Send>| thread::spawn(move || io::read_to_string(pipe).unwrap_or_default());
    let out = read(Box::new(child.stdout.take().expect("a pipe")));
    let err = read(Box::new(child.stderr.take().expect("a pipe")));
    let limit = HANGS + Duration::from_secs_f64(arguments.seconds.unwrap_or_default());
    let began = Instant::now();
    let status = loop {
        match child.try_wait().expect("its end") {
            Some(status) => break Some(status),
            None if began.elapsed() > limit => {
                child.kill().expect("a process that hangs");
                child.wait().expect("its end");
                break None;
            }
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    _ = fs::remove_dir_all(bramah_cli::fuzz::directory(child.id()));
    (status, out.join().unwrap_or_default(), err.join().unwrap_or_default())
}

/// Prints how to run an input again.
fn say(target: &Target, input: &[u8], path: &Path) {
    let digits = input.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    });
    println!("{}: the input, {} bytes: {digits}", target.name, input.len());
    println!("{}: again: cargo test --test fuzz -- --target {} {}", target.name, target.name, path.display());
}

/// Returns the kept inputs of a target, in the order of their names.
fn corpus(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let mut paths = fs::read_dir(folder("corpus", target))?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().map(fs::read).collect()
}

/// Runs a target's cases; returns false if one failed.
fn one(target: &Target, arguments: &Arguments) -> bool {
    let began = Instant::now();
    let run = |input: &[u8]| {
        if let Some(path) = &arguments.trace {
            fs::write(path, input).expect("a file for the input");
        }
        let begun = Instant::now();
        let done = catch_unwind(|| (target.run)(input)).is_ok();
        let took = begun.elapsed();
        if done && took < SLOW {
            return true;
        }
        if done {
            println!("{}: a case took {took:?}", target.name);
        }
        let path = folder("artifacts", target).join(name_of(input));
        let kept =
            fs::create_dir_all(path.parent().expect("a folder")).and_then(|()| fs::write(&path, input));
        kept.expect("a file for an input that fails");
        say(target, input, &path);
        false
    };
    if !arguments.files.is_empty() {
        return arguments.files.iter().all(|file| run(&fs::read(file).expect("an input")));
    }
    let corpus = corpus(target).unwrap_or_else(|error| panic!("the corpus of {}: {error}", target.name));
    assert!(!corpus.is_empty(), "{} has no corpus", target.name);
    let limit = arguments.seconds.map(Duration::from_secs_f64);
    let mut random = Random::new(arguments.seed);
    let mut cases = 0;
    for input in &corpus {
        cases += 1;
        if !run(input) {
            return false;
        }
    }
    while limit.map_or(cases < CASES, |limit| began.elapsed() < limit) {
        cases += 1;
        if !run(&mutate::input(&mut random, &corpus, target.words)) {
            return false;
        }
    }
    println!("{}: {cases} cases in {:.1} s", target.name, began.elapsed().as_secs_f64());
    true
}

/// Returns a name for an input that fails: the beginning of its digest.
fn name_of(input: &[u8]) -> String {
    bramah::Sha256::digest(input)[..8].iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}
