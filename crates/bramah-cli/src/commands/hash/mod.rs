//! `bramah hash`: computes the digests of files.

mod apart;
mod args;
mod form;
mod functions;
mod merge;
mod parameters;
mod render;
mod update;

pub(crate) use args::{Args, bits};
pub(crate) use parameters::{Given, Parameters};

use crate::{
    engine::{Filter, Hashed, Job, NameList, Progress, Resume, Source},
    exit::{Exit, Stop},
    input, names,
    output::{self, Target},
};
use bramah::hash::Function;
use render::Render;
use std::{
    fs::{self, Metadata},
    io::{BufReader, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use update::{Old, Split, beside};

/// Runs `bramah hash`.
pub(crate) fn run(mut args: Args) -> Result<Exit, Stop> {
    args.check()?;
    if args.merge {
        return merge::run(&args);
    }
    if apart::is_wanted(&args) {
        return apart::run(&args);
    }
    let functions = functions::chosen(&args)?;
    if args.raw && functions.len() > 1 {
        return Err(Stop::usage("--raw works with one algorithm only"));
    }
    let render = Render::new(&args, &functions);
    if !args.message.is_empty() {
        return messages(&args, &functions, &render);
    }
    // busybox and toybox read comments as lines of files; with --untagged, whose lines they read, the comments are in a
    // file next to the list
    let apart = args.update.as_deref().filter(|_| args.untagged).map(beside);
    let old = match &args.update {
        Some(list) => Some(Old::read(list, apart.as_deref(), &render.algorithms)?),
        None => None,
    };
    let names_from = args.files_from.as_deref().map(|list| names::bytes(list).into_owned());
    let sink = update::Sink { render: &render, old, names_from, recursive: args.recursive };
    let progress = Progress::new(args.progress, || total(&args));
    // all inputs are opened before the outputs, so that an output that is an input is noticed
    let mut source = source(&mut args)?;
    let out = args.output().map(Path::to_path_buf).or_else(|| args.update.clone());
    if let Some(states) = &args.resume {
        if out.as_ref().is_some_and(|out| output::same_place(out, states)) {
            return Err(Stop::usage("--resume and the output list are the same file"));
        }
        output::refuse_inputs(output::place_identity(states).as_slice())?;
    }
    let resume = args.resume.take().map(|path| Resume::open(path, args.resume_interval)).transpose()?;
    let mut target = out.as_deref().map(Target::create).transpose()?;
    if let (Some(list), Some(true)) = (&args.update, target.as_ref().map(Target::is_direct)) {
        return Err(Stop::about(list, update::ONLY_REGULAR));
    }
    sink.old.as_ref().map_or(Ok(()), Old::refuse_foreign)?;
    let state = match &apart {
        Some(path) => Some(Target::create(path)?),
        None => None,
    };
    let mut avoid: Vec<_> = resume.as_ref().and_then(Resume::identity).into_iter().collect();
    avoid.extend(state.iter().flat_map(Target::identities));
    match &target {
        Some(target) => avoid.extend_from_slice(target.identities()),
        None => avoid.extend(output::stdout_identity()),
    }
    let job = Job {
        functions: &functions,
        avoid: &avoid,
        resume: resume.as_ref(),
        jobs: args.jobs,
        progress: &progress,
    };
    let mut stdout = output::stdout();
    let mut split = None;
    let out: &mut (dyn Write + Send) = match (&mut target, state) {
        (target @ Some(_), Some(state)) => {
            let list = target.take().expect("--update always has an output list");
            split.insert(Split::new(list, state))
        }
        (Some(target), None) => target,
        (None, _) => &mut stdout,
    };
    let mut begin = Vec::new();
    render.begin(&mut begin);
    out.write_all(&begin).map_err(|error| output::write_error(&error))?;
    let totals = job.run(&mut source, &sink, out)?;
    let mut end = sink.kept();
    render.summary(&totals, &mut end);
    out.write_all(&end).and_then(|()| out.flush()).map_err(|error| output::write_error(&error))?;
    if let Some(split) = split {
        split.finish()?;
    }
    if let Some(target) = target {
        // an updated list keeps the old lines of files that could not be read
        target.finish_list(totals.failed + render.unwritten() == 0 || args.update.is_some())?;
    }
    sink.tell(args.update.as_deref());
    if totals.failed + render.unwritten() > 0 {
        return Ok(Exit::Failure);
    }
    let saved = resume.as_ref().map_or(Ok(true), Resume::finish)?;
    Ok(if saved { Exit::Well } else { Exit::Failure })
}

/// Prints the digests of the texts that the arguments hold.
fn messages(args: &Args, functions: &[Function], render: &Render) -> Result<Exit, Stop> {
    let mut out = Vec::new();
    for text in &args.message {
        let text = text.as_encoded_bytes();
        let mut digests = Vec::new();
        for function in functions {
            let start = digests.len();
            digests.resize(start + function.algorithm().output_len(), 0);
            function.digest(text, &mut digests[start..]);
        }
        let quoted = [b"\"", text, b"\""].concat();
        render.hashed(
            &quoted,
            &Hashed { digests: &digests, size: text.len() as u64, modified: None },
            &mut out,
        );
    }
    output::print(&out)
}

/// Returns the source of the names to hash.
fn source(args: &mut Args) -> Result<Source, Stop> {
    let end = if args.null { 0 } else { b'\n' };
    let list = args.files_from.take().map(|path| open_list(path, end)).transpose()?;
    let mut arguments = std::mem::take(&mut args.files);
    if arguments.is_empty() && list.is_none() {
        arguments.push(PathBuf::from("-"));
    }
    Ok(Source {
        list,
        recurse: args.recursive,
        follow: args.follow,
        filter: Arc::new(Filter::new(&args.exclude, &args.ignore_file, args.gitignore)?),
        shard: args.shard,
        ..Source::of(arguments)
    })
}

fn open_list(name: PathBuf, end: u8) -> Result<NameList, Stop> {
    let file = input::open(&name).map_err(|error| Stop::io(&name, &error))?;
    Ok(NameList { name, reader: Box::new(BufReader::new(file)), end })
}

/// Returns the number of bytes to hash, if it can be found without walking directories.
fn total(args: &Args) -> Option<u64> {
    const FEW: usize = 1000;
    if args.files_from.is_some() || args.files.is_empty() || args.files.len() > FEW || args.shard.is_some() {
        return None;
    }
    let size =
        |path: &PathBuf| fs::metadata(path).ok().filter(Metadata::is_file).map(|metadata| metadata.len());
    args.files.iter().map(size).sum()
}
