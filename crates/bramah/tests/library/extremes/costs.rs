//! Tests costs of key derivation that no machine can afford: they are refused, or an error says that there is no memory
//! for them. The test runs itself again in a process to which the system gives little memory, so that it does not take
//! the memory of others.
#![allow(unsafe_code)]

use bramah::kdf::{self, Parameter, Parameters, PasswordKdf, yescrypt::Yescrypt};
use std::{os::unix::process::CommandExt, process::Command};

/// The environment variable that makes the process run the test itself.
const INSIDE: &str = "BRAMAH_TEST_EXTREME_COSTS";
/// The memory limit of this process in bytes.
const MEMORY: u64 = 1 << 30;

#[test]
fn every_cost_of_a_derivation() {
    if std::env::var_os(INSIDE).is_some() {
        return costs();
    }
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "extremes::costs::every_cost_of_a_derivation", "--nocapture"]).env(INSIDE, "1");
    // SAFETY: only `setrlimit`, which is async-signal-safe, is called between fork and exec.
    unsafe {
        again.pre_exec(|| {
            let limit = libc::rlimit { rlim_cur: MEMORY as _, rlim_max: MEMORY as _ };
            match libc::setrlimit(libc::RLIMIT_AS, &limit) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    let ended = again.output().unwrap();
    let text = String::from_utf8_lossy(&ended.stdout) + String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success() && text.contains("costs were refused"), "{text}");
}

/// Tests extreme values of each cost, alone and with the others. Costs that only take time are not raised alone, since
/// the test would never end.
fn costs() {
    let (mut refused, mut taken) = (0, 0);
    for entry in kdf::entries().filter(|entry| entry.info.for_passwords) {
        let takes = |parameter| entry.info.takes.contains(&parameter);
        let some = |parameter, values: &[u64]| match takes(parameter) {
            true => values.iter().copied().map(Some).collect(),
            false => vec![None],
        };
        for n in some(Parameter::N, &[0, 1, 2, 3, 1 << 62, 1 << 63, u64::MAX]) {
            for r in
                some(Parameter::R, &[0, 1, 1 << 26, (1 << 30) - 1, 1 << 30, (1 << 31) + 1, u32::MAX.into()])
            {
                for lanes in some(
                    Parameter::Lanes,
                    &[0, 1, (1 << 24) - 1, 1 << 24, (1 << 30) - 1, 1 << 30, u32::MAX.into()],
                ) {
                    for memory in some(Parameter::Memory, &[0, 1, 8, u32::MAX.into()]) {
                        for threads in [0, usize::MAX] {
                            let parameters = Parameters {
                                salt: takes(Parameter::Salt).then_some(b"salt of 16 bytes"),
                                n,
                                r: r.map(|r| r as u32),
                                lanes: lanes.map(|lanes| lanes as u32),
                                memory: memory.map(|memory| memory as u32),
                                iterations: takes(Parameter::Iterations).then_some(1),
                                threads,
                                ..Parameters::default()
                            };
                            // the lanes of Balloon-M only cost time
                            if entry.info.name == "balloon" && lanes > Some(1) {
                                continue;
                            }
                            let _ = entry.password(&parameters).map(|kdf| kdf.memory());
                            match entry.derive(b"password", &parameters, &mut [0; 32]) {
                                Ok(()) => taken += 1,
                                Err(_) => refused += 1,
                            }
                        }
                    }
                }
            }
        }
    }
    for log_n in [0, 1, 10, 31, 32, 62, 63, 64, u32::MAX] {
        for r in [0, 1, 32, 1 << 26, (1 << 30) - 1, u32::MAX] {
            for p in [0, 1, (1 << 26) + 1, (1 << 30) - 1, u32::MAX] {
                for t in [0, 1, 2, u32::MAX] {
                    for flavor in [
                        kdf::yescrypt::Flavor::Scrypt,
                        kdf::yescrypt::Flavor::WriteOnce,
                        kdf::yescrypt::Flavor::ReadWrite,
                    ] {
                        let yescrypt = Yescrypt::new(log_n, r)
                            .and_then(|yescrypt| yescrypt.lanes(p))
                            .and_then(|yescrypt| yescrypt.flavor(flavor))
                            .and_then(|yescrypt| yescrypt.time(t));
                        let Ok(yescrypt) = yescrypt else {
                            refused += 1;
                            continue;
                        };
                        // parameters that take little memory but much time are not tested
                        if yescrypt.memory() < 1 << 40 && t > 2 || yescrypt.memory() < 1 << 40 && log_n > 10 {
                            continue;
                        }
                        match yescrypt.derive(b"password", b"salt", &mut [0; 32]) {
                            Ok(()) => taken += 1,
                            Err(_) => refused += 1,
                        }
                    }
                }
            }
        }
    }
    println!("{refused} costs were refused, {taken} taken");
    assert!(refused > 100 && taken > 0);
}
