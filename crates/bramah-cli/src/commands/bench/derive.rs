//! Measures key derivation functions: how many keys they derive in a second.

use super::{
    clock::Clock,
    machine::Machine,
    measure::{self, Run},
    render::{Format, line},
};
use crate::{
    commands::{chosen, selftest::Forced},
    exit::Stop,
};
use bramah::{backend, kdf::Parameters, registry::Algorithm};
use serde_json::json;
use std::{hint::black_box, time::Duration};

/// The head of the comma-separated values.
const COLUMNS: &str =
    "algorithm,parameters,memory_bytes,backend,in_use,derivations_per_second,cycles,clock_hz,cpu\n";

/// Returns the text before the rows.
pub(super) fn head(format: Format) -> String {
    match format {
        Format::Table(width) => format!(
            "\n{:<width$} {:<28} {:>12}  {:<15} {:>14} {:>16}\n",
            "DERIVATION", "PARAMETERS", "MEMORY KIB", "BACKEND", "PER SECOND", "CYCLES"
        ),
        Format::Csv => COLUMNS.into(),
        Format::Json => String::new(),
    }
}

/// Derives one key of 32 bytes (20 with PBKDF1) from a password, or hashes a password, with the recommended parameters.
fn derive(algorithm: &Algorithm) -> Result<(), bramah::Error> {
    let mut out = [0; 32];
    let salt = Some(&b"sixteen bytes..."[..]);
    match algorithm {
        Algorithm::Kdf(entry) => {
            let salt = salt.filter(|_| entry.info.takes.contains(&bramah::kdf::Parameter::Salt));
            let out = if entry.info.name == "pbkdf1" { &mut out[..20] } else { &mut out[..] };
            entry.derive(
                b"correct horse battery staple",
                &Parameters { salt, ..Parameters::default() },
                out,
            )?;
        }
        Algorithm::Password(scheme) => {
            let salt = &b"sixteen bytes..."[..scheme.salt_len()];
            black_box(scheme.hash_with_salt(b"correct horse battery staple", salt)?);
        }
        _ => {}
    }
    black_box(&out);
    Ok(())
}

/// Returns the memory that a function needs in bytes, and its recommended parameters as text.
fn parameters(algorithm: &Algorithm) -> (u64, String) {
    match algorithm {
        Algorithm::Kdf(entry) => {
            let memory = entry.password(&Parameters::default()).map_or(0, |kdf| kdf.memory());
            (memory, entry.recommended())
        }
        Algorithm::Password(scheme) => (scheme.memory(), scheme.parameters()),
        _ => (0, String::new()),
    }
}

/// Returns the lines of a function on each of these backends.
pub(super) fn rows(
    algorithm: &Algorithm,
    backends: &[&'static str],
    time: Duration,
    clock: &mut Clock,
    format: Format,
    machine: &Machine,
) -> Result<String, Stop> {
    derive(algorithm).map_err(|error| super::refused(&chosen::name(algorithm), &error))?;
    let choices = algorithm.choices();
    let mut runs: Vec<Run<'_>> = Vec::new();
    for backend in backends {
        runs.push(Box::new(move |times| {
            let _forced = Forced::new(&choices, backend);
            for _ in 0..times {
                // cannot fail: it has succeeded before
                let _ = derive(algorithm);
            }
        }));
    }
    let (seconds, hertz) = measure::turns(&mut runs, time, clock);
    let (memory, parameters) = parameters(algorithm);
    let name = chosen::name(algorithm);
    let mut text = String::new();
    for (backend, seconds) in backends.iter().zip(seconds) {
        let in_use = backend::infos(choices[0]).any(|info| info.name == *backend && info.chosen);
        let (rate, cycles) = (1.0 / seconds, seconds * hertz);
        text += &match format {
            Format::Table(width) => {
                let backend = if in_use { format!("{backend} *") } else { backend.to_string() };
                let memory = memory.div_ceil(1024);
                format!(
                    "{name:<width$} {parameters:<28} {memory:>12}  {backend:<15} {rate:>14.1} {cycles:>16.0}\n"
                )
            }
            Format::Json => line(&json!({
                "algorithm": name,
                "parameters": parameters,
                "memory_bytes": memory,
                "backend": backend,
                "in_use": in_use,
                "derivations_per_second": rate,
                "cycles": cycles,
                "clock_hz": hertz,
            })),
            Format::Csv => format!(
                "{name},\"{parameters}\",{memory},{backend},{in_use},{rate:.2},{cycles:.0},{hertz:.0},\"{}\"\n",
                machine.cpu.replace('"', "\"\"")
            ),
        };
    }
    Ok(text)
}
