//! Inputs that are streams: standard input and FIFOs that are named twice, and standard input that begins in the middle of
//! a file.

use crate::support::{Dir, Links};
use std::{
    fs::{File, OpenOptions},
    io::{Seek, SeekFrom},
    os::unix::fs::OpenOptionsExt,
    process::Command,
    thread,
    time::Duration,
};

const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// Returns 1 MiB, which neither a pipe nor one buffer can hold.
fn long() -> Vec<u8> {
    (0..1_u32 << 20).map(|i| (i.wrapping_mul(2_654_435_769) >> 24) as u8).collect()
}

/// Returns the SHA-256 digest of a file.
fn digest(dir: &Dir, name: &str) -> String {
    dir.run(&format!("hash --untagged {name}")).text()[..64].to_owned()
}

/// Returns the output of a command.
fn text(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The first reader of standard input gets all of it, and the second nothing.
#[test]
fn standard_input_is_not_divided_among_readers() {
    let links = Links::new();
    let dir = &links.0;
    let long = long();
    dir.write("long", &long);
    let all = digest(dir, "long");
    let expected = |first: &str, second: &str| format!("{all}  {first}\n{EMPTY}  {second}\n");
    dir.write("both", expected("-", "-"));
    dir.write("names", "-\n-\n");
    let sha256sum = dir.path("bin/sha256sum");
    let sha256sum = sha256sum.to_str().unwrap();
    let bramah = env!("CARGO_BIN_EXE_bramah");
    for _ in 0..2 {
        for (program, arguments) in [(sha256sum, ""), (bramah, "hash --untagged -j 4 ")] {
            for (first, second) in [("-", "-"), ("-", "/dev/stdin"), ("/dev/stdin", "-")] {
                let arguments = format!("{arguments}{first} {second}");
                let ran = dir.program(program, arguments.split_whitespace(), &long);
                assert_eq!(ran.text(), expected(first, second), "{program} {arguments}");
                if second == "-" && first == "-" {
                    let mut command = Command::new(program);
                    command.args(arguments.split_whitespace()).stdin(File::open(dir.path("long")).unwrap());
                    assert_eq!(text(&mut command), expected(first, second), "{arguments} of a file");
                }
            }
        }
        let ran = dir.program(bramah, ["hash", "--untagged", "--files-from", "names"], &long);
        assert_eq!(ran.text(), expected("-", "-"));
        for (program, arguments) in [(sha256sum, "-c"), (bramah, "check")] {
            let ran = dir.program(program, [arguments, "both"], &long);
            assert_eq!((ran.text(), ran.code), ("-: OK\n-: OK\n", 0), "{program}: {}", ran.err);
        }
    }
}

/// Two writers of a FIFO that is named twice: each reader gets a whole text.
#[test]
fn a_fifo_is_not_divided_among_readers() {
    let dir = Dir::new();
    let long = long();
    dir.write("long", &long);
    let all = digest(&dir, "long");
    dir.shell("mkfifo fifo").is("", "", 0);
    for _ in 0..2 {
        thread::scope(|scope| {
            let hashed = scope.spawn(|| dir.run("hash --untagged -j 4 fifo fifo"));
            std::fs::write(dir.path("fifo"), &long).unwrap();
            // the second reader opens the FIFO after the first has read its end; a writer that comes earlier writes to the
            // first reader, so that the second needs another one
            while !hashed.is_finished() {
                let writer =
                    OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(dir.path("fifo"));
                drop(writer);
                thread::sleep(Duration::from_millis(5));
            }
            let ran = hashed.join().unwrap();
            assert_eq!(ran.text(), format!("{all}  fifo\n{EMPTY}  fifo\n"), "{}", ran.err);
        });
    }
}

/// Standard input is hashed from its position on, and is at its end afterwards, with functions that hash one file on
/// several threads too.
#[test]
fn standard_input_may_begin_in_the_middle_of_a_file() {
    let dir = Dir::new();
    let long = long().repeat(9);
    dir.write("long", &long);
    dir.write("rest", &long[10..]);
    for function in ["sha256", "blake3", "kt128", "kt256", "parallelhash128", "sha256,blake3", "crc32"] {
        let hashes =
            |name: &str| dir.run(&format!("hash -a {function} -j 4 {name}")).text().replace(name, "-");
        let mut file = File::open(dir.path("long")).unwrap();
        file.seek(SeekFrom::Start(10)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
        command.args(["hash", "-a", function, "-j", "4", "-"]).stdin(file.try_clone().unwrap());
        assert_eq!(text(&mut command), hashes("rest"), "{function}");
        assert_eq!(file.stream_position().unwrap(), long.len() as u64, "{function}");
    }
}

/// `inspect` does not count the bytes before the position of standard input.
#[test]
fn an_inspected_file_may_begin_in_the_middle_of_another() {
    let dir = Dir::new();
    dir.run("encrypt -p --work-factor 1 --passphrase-file a -o a.age a").is("", "", 0);
    dir.write("long", [b"1234567", &dir.bytes("a.age")[..]].concat());
    let inspected = dir.shell("{ dd bs=7 count=1 2>dd >dd; \"$bramah\" inspect --json -; } < long");
    assert!(inspected.text().contains("\"plaintext_bytes\":3"), "{} {}", inspected.text(), inspected.err);
}
