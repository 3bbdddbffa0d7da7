//! The library as a provider of the peer benchmark, over its registry of names.
#![allow(unsafe_code)] // the C boundary, in the included file

// the same closures behind the same C functions as those of the Rust peers
include!("../../providers/rust/common/lib.rs");

use bramah::hash::{Algorithm, lookup};

/// `sha256`, or `sha256@avx2` for one backend.
fn algorithm(name: &str) -> Option<Algorithm> {
    let (name, backend) = name.split_once('@').map_or((name, None), |(n, b)| (n, Some(b)));
    let found = lookup(name).ok()?;
    let found = match name {
        "shake128" => found.with_bits(256).ok()?,
        "shake256" => found.with_bits(512).ok()?,
        _ => found,
    };
    match backend {
        None => Some(found),
        Some(b) => found.with_backend(b).ok(),
    }
}

fn open(alg: &str, mode: &str, _enc: bool) -> Option<Run> {
    if mode == "hash" {
        let hash = algorithm(alg)?;
        return Some(Box::new(move |i, o, n| {
            hash.digest(&i[..n], &mut o[..hash.output_len()]);
            0
        }));
    }
    let each: usize = mode.strip_prefix("many=")?.parse().ok()?;
    let hash = algorithm(alg)?;
    let digest = hash.output_len();
    let mut spare: Vec<&'static [u8]> = Vec::with_capacity(GROUP);
    Some(Box::new(move |i, o, n| {
        let mut list = emptied(core::mem::take(&mut spare));
        let digests = o[..n / each * digest].chunks_mut(GROUP * digest);
        for (group, digests) in i[..n].chunks(GROUP * each).zip(digests) {
            // listing the messages belongs to the cost: a caller has to do it too
            list.clear();
            list.extend(group.chunks_exact(each));
            hash.hash_many(&list, digests);
        }
        spare = emptied(list);
        0
    }))
}

/// Messages that one call gets: as many as keep the list of them in the fastest cache.
const GROUP: usize = 256;

/// The same allocation for slices of another lifetime.
fn emptied<'b>(mut list: Vec<&[u8]>) -> Vec<&'b [u8]> {
    list.clear();
    list.into_iter().map(|_| -> &'b [u8] { unreachable!() }).collect()
}
