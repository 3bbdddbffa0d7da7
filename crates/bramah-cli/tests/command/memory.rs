//! With limited memory, commands use fewer threads or report an error, and never crash.
#![cfg(target_os = "linux")]

use crate::{
    support::{Dir, message},
    system::{Resource, limited},
};
use std::process::{Command, Stdio};

const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f";
const IV: &str = "--iv 000102030405060708090a0b0c0d0e0f";

/// The difference between two limits in bytes; not a multiple of a page, so that small allocations fail at some limits
/// too.
const STEP: usize = 1_900_001;

/// Under each limit of the address space, the command succeeds or reports that there is not enough memory. Limits under
/// which the program does not start are skipped.
#[test]
fn limited_memory_is_no_crash() {
    let dir = Dir::new();
    let text = message(3 << 20);
    dir.write("text", &text);
    dir.write("large", message(20 << 20));
    for file in 0..40 {
        dir.write(format!("small{file}"), &text[..file * 4000]);
    }
    let run = |arguments: &str, limit: u64| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
        command.current_dir(dir.path("")).args(arguments.split_whitespace()).stdin(Stdio::null());
        limited(&mut command, Resource::Memory, limit).output()
    };
    let commands = [
        format!("cipher aes-128-ctr -q {KEY} {IV} -j 16 text"),
        format!("cipher chacha20 -q {KEY}101112131415161718191a1b1c1d1e1f --iv 0001020304050607 -j 16 text"),
        format!("cipher aes-128-cbc -q {KEY} {IV} text"),
        format!("cipher aes-128-eax {KEY} {IV} text"),
        format!("mac cmac-aes-128 {KEY} text"),
        "hash -a sha256 -a md5 -a sha512 -j 16 large".to_string(),
        format!("hash -a sha256 -j 16 text {}", (0..40).map(|n| format!("small{n} ")).collect::<String>()),
        "hash -a blake3 -j 16 large".to_string(),
        "kdf argon2id -t 2 -m 4096 -p 8 -j 8 --salt 0001020304050607 --password-file a --raw -l 32"
            .to_string(),
        "kdf pbkdf2 --hash sha1 --iterations 1 --salt 00 --password-file a --raw -l 2m"
            .replace("2m", "2097152"),
    ];
    let unlimited = |arguments: &String| {
        let ran = dir.run(arguments);
        assert_eq!(ran.code, 0, "{arguments}: {}", ran.err);
        ran.out
    };
    let rights: Vec<Vec<u8>> = commands.iter().map(unlimited).collect();
    let mut started = 0;
    for limit in (8 << 20..96_u64 << 20).step_by(STEP) {
        match run("--version", limit) {
            Ok(ended) if ended.status.success() => started += 1,
            _ => continue,
        }
        for (arguments, right) in commands.iter().zip(&rights) {
            let ended = run(arguments, limit).unwrap();
            let err = String::from_utf8_lossy(&ended.stderr);
            match ended.status.code() {
                Some(0) => assert!(ended.stdout == *right, "{arguments}, {limit}"),
                Some(1) => assert!(err.contains("not enough memory: "), "{arguments}, {limit}: {err}"),
                _ => panic!("{arguments}, {limit}: {}, {err}", ended.status),
            }
        }
    }
    assert!(started > 10);
}
