//! Tests of the page on `bramah check`: its sessions and its table of formats.

use crate::{bramah, page};

/// Runs the commands of each session one after another in one directory, and compares the output: standard output, then
/// standard error.
#[cfg(target_os = "linux")]
#[test]
fn the_sessions_are_as_recorded() {
    let text = page("docs/check.md");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bramah")).parent().expect("a directory");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").expect("a path"));
    let sessions: Vec<&str> = text.split("<!-- session: ").skip(1).collect();
    assert_eq!(sessions.len(), 13);
    for session in sessions {
        // the heading of a session names the other programs that the session needs; without them it is skipped
        let heading = session.lines().next().unwrap_or_default();
        let needed =
            heading.split_once("if there is ").map_or("", |(_, needed)| needed.trim_end_matches(" -->"));
        let is_there =
            |name: &str| std::env::split_paths(&path).any(|directory| directory.join(name).exists());
        if !needed.split_whitespace().all(is_there) {
            continue;
        }
        let directory = tempfile::tempdir().expect("a directory");
        let lines = session.lines().skip_while(|line| !line.starts_with("```")).skip(1);
        let recorded: Vec<&str> = lines.take_while(|line| *line != "```").collect();
        let mut ran = Vec::new();
        for line in recorded.iter().filter(|line| line.starts_with("$ ")) {
            ran.push(line.to_string());
            let mut shell = assert_cmd::Command::new("sh");
            shell
                .args(["-c", &line[2..]])
                .current_dir(&directory)
                .env("PATH", &path)
                .env_remove("BRAMAH_BACKEND");
            let output = shell.output().expect("a shell");
            for text in [output.stdout, output.stderr] {
                ran.extend(String::from_utf8(text).expect("UTF-8").lines().map(String::from));
            }
        }
        assert_eq!(ran, recorded);
    }
}

#[test]
fn the_page_has_every_form() {
    let text = page("docs/check.md");
    let (_, rest) = text.split_once("<!-- formats -->\n| form | written by |\n|---|---|\n").expect("a table");
    let (table, _) = rest.split_once("\n<!-- end of formats -->").expect("its end");
    let listed = String::from_utf8(bramah("list formats --json").stdout).expect("UTF-8");
    let row = |line: &str| {
        let format: serde_json::Value = serde_json::from_str(line).expect("JSON");
        format!(
            "| {} | {} |\n",
            format["name"].as_str().expect("a name"),
            format["by"].as_str().expect("a text")
        )
    };
    assert_eq!(table, listed.lines().map(row).collect::<String>());
}
