//! coreutils' own tests of the tools whose names the command takes.

use std::process::Command;

/// Runs `tools/coreutils-tests.sh`, which fetches the tests. Without a network or a Debian mirror they are left out, and a line
/// says so.
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
            // a test that needs strace is skipped without it
            let run =
                said.lines().filter(|line| line.starts_with("PASS ") || line.starts_with("SKIP ")).count();
            assert_eq!(run, 21, "{said}");
        }
    }
}
