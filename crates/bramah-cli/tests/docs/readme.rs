//! The examples in `README.md`: a session with the command, and code with the library.

use super::page;

/// Returns the lines of each code block that follows a mark with this name.
fn blocks(name: &str) -> Vec<Vec<String>> {
    let text = page("README.md");
    let block = |rest: &str| {
        let mut lines = rest.lines().skip_while(|line| !line.starts_with("```")).skip(1);
        let block: Vec<String> = lines.by_ref().take_while(|line| *line != "```").map(String::from).collect();
        assert!(block.len() > 5, "{name}: {block:?}");
        block
    };
    let blocks: Vec<_> = text.split(&format!("<!-- {name}: ")).skip(1).map(block).collect();
    assert!(!blocks.is_empty(), "{name}: no mark");
    blocks
}

/// Runs the commands of each session one after another in one directory, and compares the output.
#[cfg(unix)]
#[test]
fn the_sessions_are_as_recorded() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bramah")).parent().expect("a directory");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").expect("a path"));
    let sessions = blocks("session");
    assert!(sessions.len() > 1);
    for recorded in sessions {
        let directory = tempfile::tempdir().expect("a directory");
        let mut ran = Vec::new();
        for line in recorded.iter().filter(|line| line.starts_with("$ ")) {
            ran.push(line.clone());
            let script = format!("{{ {}\n}} 2>&1", &line[2..]);
            let mut shell = assert_cmd::Command::new("sh");
            shell
                .args(["-c", &script])
                .current_dir(&directory)
                .env("PATH", &path)
                .env_remove("BRAMAH_BACKEND");
            let output = String::from_utf8(shell.output().expect("a shell").stdout).expect("UTF-8");
            ran.extend(output.lines().map(String::from));
        }
        assert_eq!(ran, recorded);
    }
}

/// The code of the page as the body of a function.
fn code() -> Result<(), Box<dyn std::error::Error>> {
    use bramah::{ChaCha20Poly1305, Sha256, hash, random};
    let digest = Sha256::digest(b"message");
    let mut digests = [[0; 32]; 3];
    Sha256::hash_many(&[b"one", b"two", b"three"], &mut digests); // side by side, in vector lanes
    let by_name = hash::lookup("SHA3-256")?.function().hash_reader(&b"any reader"[..])?;
    let mut key = [0; 32];
    random::Generator::new()?.fill(&mut key)?;
    let aead = ChaCha20Poly1305::new(&key)?;
    let sealed = aead.encrypt(&[0; 12], b"for everybody", b"for you alone")?; // a nonce is for one message
    let opened = aead.decrypt(&[0; 12], b"for everybody", &sealed)?;
    // the end of the page's code
    assert_eq!(opened, b"for you alone");
    assert!(digest.len() == 32 && by_name.len() == 32 && digests[0] != digests[1]);
    Ok(())
}

#[test]
fn the_code_is_what_is_tested() {
    code().expect("code that works");
    let tested = include_str!("readme.rs").replace("\r\n", "\n");
    let (_, tested) = tested.split_once("dyn std::error::Error>> {\n").expect("the function");
    let (tested, _) = tested.split_once("    // the end of the page's code\n").expect("its end");
    let tested: Vec<&str> = tested.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    assert_eq!(tested, blocks("library")[0]);
}

/// The README has fewer than 150 lines, and its table has the right number of hash functions.
#[test]
fn the_readme_is_short_and_counts_right() {
    let text = page("README.md");
    assert!(text.lines().count() < 150);
    let functions = text.lines().find(|line| line.starts_with("| hash functions and")).expect("a row");
    let last = functions.trim_end_matches(" |").rsplit(" | ").next().expect("a cell");
    assert_eq!(last, bramah::hash::entries().count().to_string());
}
