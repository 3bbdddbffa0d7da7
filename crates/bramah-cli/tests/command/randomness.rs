//! On a system without random bytes, a command that needs them reports the failure, and all others work.

use crate::{
    files::keys,
    seccomp::{Deny, run_denied},
};

const CLEAR: &str = "the operating system returned no random bytes\n";

/// Makes the system call for random bytes fail, and with an error after which the standard library does not read
/// `/dev/urandom`.
const NO_RANDOM: &[Deny] = &[Deny::call(libc::SYS_getrandom, libc::EIO)];

#[test]
fn no_command_panics() {
    let dir = keys();
    let key = "--key 000102030405060708090a0b0c0d0e0f --iv 000102030405060708090a0b0c0d0e0f";
    dir.write("sealed.age", dir.run("encrypt -R public a").out);
    dir.write("list", dir.run("hash a key").out);
    dir.write("old", dir.run("hash a key").out);
    dir.write("json", dir.run("hash --json a").out);
    let ctr = format!("cipher aes-128-ctr -q {key} -f -o out a");
    let decrypt = "decrypt -i key -f -o d a.age sealed.age";
    dir.write("a.age", dir.bytes("sealed.age"));
    let free = [
        "hash a",
        "hash -r . -o list2",
        "hash --update old a",
        "hash --merge list",
        "check list",
        "check -j 2 list",
        "check --audit list",
        &ctr,
        "decrypt -i key sealed.age",
        decrypt,
        "keygen -y key",
        "mac hmac-sha256 --key 00 a",
        "kdf hkdf --hash sha256 --key 00",
        "random --salsar 1",
        "list",
        "password verify --string-file string --password-file a",
    ];
    dir.write("string", dir.run("password hash --password-file a -m 64 -t 1").out);
    let needing = ["random", "keygen", "encrypt -R public a", "password hash --password-file a -m 64 -t 1"];
    let either = [
        "hash --json a",
        "check --json list",
        "hash --merge --json json",
        "list --json",
        "inspect a.age",
        "hash --resume state -o out a",
        "selftest sha256 --cases 1",
        "check --audit --json list",
    ];
    let mut wrong = Vec::new();
    for command in free.iter().chain(&needing).chain(&either) {
        let ran = run_denied(&dir, command, NO_RANDOM);
        let clear = ran.code == 1 && ran.err.ends_with(CLEAR);
        let well =
            ran.code == 0 || *command == "check --audit list" && ran.code == 1 && !ran.err.contains("random");
        let right = match () {
            () if free.contains(command) => well,
            () if needing.contains(command) => clear,
            () => well || clear,
        };
        if !right || ran.err.contains("panicked") {
            wrong.push(format!("{command}: {ran:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
