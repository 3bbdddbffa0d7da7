use super::pick;
use crate::Input;
use bramah::hash::{self, Options, Parameter};

/// Tests a hasher: after any calls, the digest must be that of the message so far.
pub(super) fn run(input: &mut Input<'_>) {
    let entries: Vec<_> = hash::entries().collect();
    let algorithm = pick(input, entries.iter()).algorithm();
    let parameter = Parameter::ALL[input.below(Parameter::ALL.len())];
    let options = match input.byte() % 2 {
        0 => Options::default(),
        _ => Options::default().with(parameter, input.short()),
    };
    let Ok(function) = algorithm.with_options(&options) else { return };
    let name = algorithm.name();
    let digest = |message: &[u8]| {
        let mut out = vec![0; algorithm.output_len()];
        function.digest(message, &mut out);
        out
    };
    let mut hasher = function.hasher();
    let mut message = Vec::new();
    let mut copies = Vec::new();
    let mut out = vec![0; algorithm.output_len()];
    while !input.is_empty() {
        match input.byte() % 9 {
            0 | 1 => {
                let more = input.message();
                hasher.update(&more);
                message.extend_from_slice(&more);
            }
            2 => {
                hasher.finalize_reset_into(&mut out);
                assert_eq!(out, digest(&message), "{name}: {} bytes", message.len());
                message.clear();
            }
            3 => {
                hasher.reset();
                message.clear();
            }
            4 if copies.len() < 4 => copies.push((hasher.clone(), message.clone())),
            5 => {
                if let Some((copy, copied)) = copies.pop() {
                    (hasher, message) = (copy, copied);
                }
            }
            6 => hasher = function.restore(&hasher.save()).expect("a state that was just saved"),
            7 => {
                let more = input.message();
                let threads = [0, 1, 2, 3, 17, usize::MAX][input.below(6)];
                hasher.update_parallel(&more, threads);
                message.extend_from_slice(&more);
            }
            _ => {
                let Some(mut reader) = hasher.clone().finalize_xof() else { continue };
                let (mut whole, mut parts) = (vec![0; 600], vec![0; 600]);
                reader.clone().read(&mut whole);
                let at = input.below(600);
                reader.read(&mut parts[..at]);
                reader.read(&mut parts[at..]);
                assert_eq!(parts, whole, "{name}: output in parts");
                if reader.seek(at as u64) {
                    let mut rest = vec![0; 600 - at];
                    reader.read(&mut rest);
                    assert_eq!(rest, whole[at..], "{name}: output from byte {at}");
                    _ = reader.seek(u64::MAX - input.below(300) as u64);
                    reader.read(&mut rest);
                }
            }
        }
    }
    assert_eq!(hasher.finalize(), digest(&message), "{name}: {} bytes", message.len());
    for (copy, message) in copies {
        assert_eq!(copy.finalize(), digest(&message), "{name}: a copy");
    }
}
