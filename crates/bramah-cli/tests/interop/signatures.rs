//! Compares Bramah with minisign, signify and `ssh-keygen -Y`: each verifies the other's signatures, and they agree on
//! damaged ones. BRAMAH_SIGNATURES sets the number of signatures.

use crate::support::{Dir, Ran};
use base64ct::{Base64, Encoding as _};

fn count() -> usize {
    std::env::var("BRAMAH_SIGNATURES").map_or(1000, |count| count.parse().expect("a number"))
}

/// A tool, whose secret key is in the file `key` and whose public key is in `key.pub`.
struct Tool {
    name: &'static str,
    /// The suffix of the names of signature files.
    end: &'static str,
    /// The arguments to make a key, to sign, and to verify; FILE stands for the name of the signed file.
    keygen: &'static str,
    sign: &'static str,
    verify: &'static str,
    /// Whether `bramah sign` makes signatures with the tool's keys.
    both: bool,
    /// The kinds of damage that the tool accepts and `bramah` refuses.
    stricter: &'static [&'static str],
}

const TOOLS: [Tool; 3] = [
    Tool {
        name: "minisign",
        end: "minisig",
        keygen: "minisign -G -W -f -p key.pub -s key",
        sign: "minisign -S -s key -m FILE",
        verify: "minisign -V -q -p key.pub -m FILE",
        both: true,
        stricter: &[],
    },
    Tool {
        name: "signify-openbsd",
        end: "sig",
        keygen: "signify-openbsd -G -n -p key.pub -s key.sec",
        sign: "signify-openbsd -S -s key.sec -m FILE -x FILE.sig",
        verify: "signify-openbsd -V -q -p key.pub -m FILE -x FILE.sig",
        both: false,
        stricter: &["a blank in the base64", "a line after it"],
    },
    Tool {
        name: "ssh-keygen",
        end: "sig",
        keygen: "ssh-keygen -q -t ed25519 -N -f key",
        sign: "ssh-keygen -q -Y sign -n file -f key FILE",
        verify: "ssh-keygen -Y verify -n file -I a -f allowed -s FILE.sig",
        both: true,
        stricter: &[],
    },
];

/// Returns a different message for each number.
fn message(number: usize) -> Vec<u8> {
    let len = number * 37 % 4099;
    (0..len).map(|at| (at * 31 + number * 7 + at * at / 13) as u8).collect()
}

impl Tool {
    fn run(&self, dir: &Dir, command: &str, file: &str, input: &[u8]) -> Ran {
        let command = command.replace("FILE", file);
        let mut words: Vec<&str> = command.split(' ').collect();
        if let Some(at) = words.iter().position(|word| *word == "-N") {
            words.insert(at + 1, "");
        }
        dir.program(words[0], &words[1..], input)
    }

    fn dir(&self) -> Dir {
        let dir = Dir::new();
        let ran = self.run(&dir, self.keygen, "", b"");
        assert_eq!(ran.code, 0, "{}: {}", self.name, ran.err);
        if self.name == "ssh-keygen" {
            dir.write("allowed", format!("a {}", dir.read("key.pub")));
        }
        dir
    }

    /// Returns whether the tool accepts the signature.
    fn takes(&self, dir: &Dir, file: &str) -> bool {
        let input = if self.name == "ssh-keygen" { dir.bytes(file) } else { Vec::new() };
        self.run(dir, self.verify, file, &input).code == 0
    }

    /// Returns whether `bramah` accepts the signature.
    fn is_right(&self, dir: &Dir, file: &str) -> bool {
        dir.check(&format!("--signed-by key.pub --status {file}.{} {file}", self.end)).code == 0
    }
}

#[test]
fn signatures_each_way() {
    for tool in &TOOLS {
        let dir = tool.dir();
        for number in 0..count() {
            dir.write("theirs", message(number));
            let _ = std::fs::remove_file(dir.path(format!("theirs.{}", tool.end)));
            let ran = tool.run(&dir, tool.sign, "theirs", b"");
            assert_eq!(ran.code, 0, "{}: {}", tool.name, ran.err);
            assert!(tool.is_right(&dir, "theirs"), "{} {number}", tool.name);
            if tool.both {
                dir.write("ours", message(number));
                let ran = dir.bramah(["sign", "-f", "--key", "key", "ours"]);
                assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", tool.name);
                assert!(tool.takes(&dir, "ours"), "{} {number}", tool.name);
            }
        }
    }
}

/// minisign can sign with keys that Bramah makes.
#[test]
fn keys_of_minisign_from_here() {
    let dir = Dir::new();
    for options in ["--no-passphrase", "--passphrase-file pw --work-factor 12"] {
        dir.write("pw", "pass word\n");
        let ran = dir.run(&format!("keygen --sign {options} -f -o key"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        dir.program("minisign", ["-S", "-s", "key", "-m", "a"], b"pass word\n");
        assert!(TOOLS[0].takes(&dir, "a"), "{options}: {}", dir.read("key.pub"));
        let _ = std::fs::remove_file(dir.path("again"));
        assert_eq!(dir.program("minisign", ["-R", "-s", "key", "-p", "again"], b"pass word\n").code, 0);
        assert_eq!(without_zeros(&dir.read("again")), without_zeros(&dir.read("key.pub")));
    }
}

/// Returns a public key file of minisign without the zeros at the beginning of the number in its comment: minisign 0.11
/// does not write them.
fn without_zeros(text: &str) -> String {
    let start = "untrusted comment: minisign public key ";
    let number = text.strip_prefix(start).unwrap_or_else(|| panic!("{text:?} has another comment"));
    format!("{start}{}", number.trim_start_matches('0'))
}

/// Bramah can sign with encrypted keys of the other tools. A minisign key takes 1 GiB of memory.
#[test]
fn encrypted_keys_from_there() {
    let dir = Dir::new();
    dir.write("pw", "pass word\n");
    let made = dir.program("minisign", ["-G", "-s", "key", "-p", "key.pub"], b"pass word\npass word\n");
    assert_eq!(made.code, 0, "{}", made.err);
    dir.run("sign --key key --passphrase-file pw a").is("", "", 0);
    assert!(TOOLS[0].takes(&dir, "a"));
    let made = dir.program("ssh-keygen", ["-q", "-t", "ed25519", "-N", "pass word", "-f", "ssh"], b"");
    assert_eq!(made.code, 0, "{}", made.err);
    dir.run("sign --key ssh --passphrase-file pw a").is("", "", 0);
    dir.write("allowed", format!("a {}", dir.read("ssh.pub")));
    assert!(TOOLS[2].takes(&dir, "a"));
    dir.write("pw", "other\n");
    for key in ["key", "ssh"] {
        let ran = dir.run(&format!("sign -f --key {key} --passphrase-file pw a"));
        assert_eq!((ran.err, ran.code), (format!("bramah: {key}: wrong passphrase\n"), 1));
    }
}

/// Returns the decoded bytes of a signature file, and the offset of the 64 bytes of the Ed25519 signature.
fn opened(tool: &Tool, text: &str) -> (Vec<u8>, usize) {
    let body: String = match tool.name {
        "ssh-keygen" => text.lines().filter(|line| !line.starts_with("---")).collect(),
        _ => text.lines().nth(1).expect("a second line").into(),
    };
    let bytes = Base64::decode_vec(&body).expect("base64");
    let at = bytes.len() - 64;
    (bytes, at)
}

/// Returns the text of a signature file with these bytes.
fn closed(tool: &Tool, text: &str, bytes: &[u8]) -> String {
    let body = Base64::encode_string(bytes);
    match tool.name {
        "ssh-keygen" => {
            let lines: Vec<&str> =
                body.as_bytes().chunks(70).map(|line| str::from_utf8(line).unwrap()).collect();
            format!("-----BEGIN SSH SIGNATURE-----\n{}\n-----END SSH SIGNATURE-----\n", lines.join("\n"))
        }
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            lines[1] = &body;
            lines.join("\n") + "\n"
        }
    }
}

/// Returns the kinds of damage, each with the damaged signature and message.
fn damages(tool: &Tool, text: &str, message: &[u8], number: usize) -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let (bytes, at) = opened(tool, text);
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        closed(tool, text, &bytes).into_bytes()
    };
    let bit = |bytes: &mut Vec<u8>, from: usize, len: usize| bytes[from + number % len] ^= 1 << (number % 8);
    let kept = message.to_vec();
    let same = text.as_bytes().to_vec();
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| (lines.join("\n") + "\n").into_bytes();
    let line = |index: usize, new: &str| {
        let mut lines = lines.clone();
        lines[index] = new;
        joined(&lines)
    };
    let last = lines.len() - 1;
    let mut all = vec![
        ("a bit of the commitment", with(&|bytes| bit(bytes, at, 32)), kept.clone()),
        ("a bit of the scalar", with(&|bytes| bit(bytes, at + 32, 32)), kept.clone()),
        ("a bit before the signature", with(&|bytes| bit(bytes, 0, at)), kept.clone()),
        ("zeros", with(&|bytes| bytes[at..].fill(0)), kept.clone()),
        ("a byte less", with(&|bytes| bytes.truncate(at + 63)), kept.clone()),
        ("a byte more", with(&|bytes| bytes.push(0)), kept.clone()),
        ("another algorithm", with(&|bytes| bytes[1] ^= 0x20), kept.clone()),
        ("nothing of it", Vec::new(), kept.clone()),
        ("half of it", same[..same.len() / 2].to_vec(), kept.clone()),
        ("no first line", joined(&lines[1..]), kept.clone()),
        ("another first line", line(0, "x"), kept.clone()),
        ("a line in front", [b"\n", &same[..]].concat(), kept.clone()),
        ("a blank in front", [b" ", &same[..]].concat(), kept.clone()),
        ("a line in the middle", line(1, &format!("\n{}", lines[1])), kept.clone()),
        (
            "a character that is none of base64",
            line(1, &lines[1].replacen(['A', 'a', 'b'], "*", 1)),
            kept.clone(),
        ),
        ("a blank in the base64", line(1, &format!("{} {}", &lines[1][..9], &lines[1][9..])), kept.clone()),
        ("line ends of Windows", text.replace('\n', "\r\n").into_bytes(), kept.clone()),
        ("no end of the last line", same[..same.len() - 1].to_vec(), kept.clone()),
        ("a byte of the message", same.clone(), {
            let mut changed = kept.clone();
            if let Some(byte) = changed.last_mut() {
                *byte ^= 1;
            }
            changed
        }),
        ("a longer message", same.clone(), [&kept[..], b"\n"].concat()),
        ("a shorter message", same.clone(), kept[..kept.len().saturating_sub(1)].to_vec()),
        ("a line after it", [&same[..], b"x\n"].concat(), kept.clone()),
        ("no last line", joined(&lines[..last]), kept.clone()),
    ];
    if tool.name == "minisign" {
        all.extend([
            ("another comment", line(0, "untrusted comment: x"), kept.clone()),
            ("another trusted comment", line(2, "trusted comment: x"), kept.clone()),
            ("a shorter trusted comment", line(2, &lines[2][..lines[2].len() - 1]), kept.clone()),
            ("a blank after the trusted comment", line(2, &format!("{} ", lines[2])), kept.clone()),
            ("another signature of the comment", line(3, lines[1]), kept),
        ]);
    }
    all
}

#[test]
fn damaged_signatures_are_judged_alike() {
    let mut seen = Vec::new();
    for tool in &TOOLS {
        let dir = tool.dir();
        let mut differ = Vec::new();
        for number in 1..=count().div_ceil(100) {
            let message = message(number);
            dir.write("m", &message);
            let _ = std::fs::remove_file(dir.path(format!("m.{}", tool.end)));
            tool.run(&dir, tool.sign, "m", b"");
            let text = dir.read(&format!("m.{}", tool.end));
            let damages = damages(tool, &text, &message, number);
            assert!(damages.len() >= 20);
            for (kind, signature, message) in damages {
                dir.write("m", message);
                dir.write(format!("m.{}", tool.end), signature);
                let (theirs, ours) = (tool.takes(&dir, "m"), tool.is_right(&dir, "m"));
                let found = (kind, if ours { "is taken here alone" } else { "is taken there alone" });
                if theirs != ours && !differ.contains(&found) {
                    differ.push(found);
                }
            }
        }
        seen.push((tool.name, differ));
    }
    let stricter = |kind: &&'static str| (*kind, "is taken there alone");
    let known: Vec<_> = TOOLS
        .iter()
        .map(|tool| (tool.name, tool.stricter.iter().map(stricter).collect::<Vec<_>>()))
        .collect();
    assert_eq!(seen, known);
}
