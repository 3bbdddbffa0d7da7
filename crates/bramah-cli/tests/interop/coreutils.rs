//! Runs coreutils' own tests on the command under the names of coreutils' tools.

use std::process::Command;

/// Runs `tools/coreutils-tests.sh`, which fetches the tests. Without a network or a Debian mirror, the tests are
/// skipped with a message.
#[test]
fn the_tests_of_coreutils_pass() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut script = Command::new("tools/coreutils-tests.sh");
    script.current_dir(root).arg(env!("CARGO_BIN_EXE_bramah")).env_remove("BRAMAH_BACKEND");
    let ran = script.output().expect("bash runs");
    let said = String::from_utf8_lossy(&ran.stdout);
    match ran.status.code() {
        Some(77) => println!("{said}"),
        code => {
            assert_eq!(code, Some(0), "{said}{}", String::from_utf8_lossy(&ran.stderr));
            // without strace, the test that needs it is skipped
            let run =
                said.lines().filter(|line| line.starts_with("PASS ") || line.starts_with("SKIP ")).count();
            assert_eq!(run, 21, "{said}");
        }
    }
}
