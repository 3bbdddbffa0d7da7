//! Tests of `bramah check --audit`.

use crate::support::Dir;
use serde_json::Value;

/// Makes a directory with the files `a`, `b` and `d/c` and a list of them.
fn listed() -> Dir {
    let dir = Dir::new();
    std::fs::create_dir(dir.path("d")).unwrap();
    dir.write("b", "of b");
    dir.write("d/c", "of c");
    let list = dir.bramah(["hash", "-a", "md5,sha256", "-r", "."]);
    dir.write("LIST", &list.out);
    dir
}

#[cfg(unix)] // on Windows a list in its own directory counts as new
#[test]
fn an_untouched_directory_passes() {
    let dir = listed();
    let ran = dir.check("--audit LIST");
    assert_eq!((ran.err.as_str(), ran.code), ("", 0));
    assert!(ran.text().starts_with("a: OK\nb: OK\nd/c: OK\nAudit passed\n"), "{}", ran.text());
    let ran = dir.check("--audit --status LIST");
    assert_eq!((ran.text(), ran.err.as_str(), ran.code), ("", "", 0));
}

#[cfg(unix)] // on Windows a list in its own directory counts as new
#[test]
fn every_difference_is_told() {
    let dir = listed();
    std::fs::rename(dir.path("b"), dir.path("d/moved")).unwrap();
    std::fs::remove_file(dir.path("d/c")).unwrap();
    std::fs::copy(dir.path("a"), dir.path("copy")).unwrap();
    dir.write("new", "new");
    let ran = dir.check("--audit LIST");
    assert_eq!((ran.err.as_str(), ran.code), ("", 1));
    assert_eq!(
        ran.text(),
        "a: OK
copy: MOVED from a
d/moved: MOVED from b
new: NEW
d/c: MISSING
Audit failed
          Files matched: 1
          Files changed: 0
            Files moved: 2
        New files found: 1
  Known files not found: 1
       Files not read: 0
"
    );
    dir.write("a", "changed");
    let ran = dir.check("--audit --json LIST");
    let objects: Vec<Value> = ran.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = objects.iter().map(|o| (o["path"].as_str(), o["status"].as_str())).collect();
    assert_eq!(told[0], (Some("a"), Some("failed")));
    assert_eq!(objects.last().unwrap()["summary"]["audit"], "failed");
    assert_eq!(objects.last().unwrap()["summary"]["failed"], 1);
}

/// If several listed files are equal, a new file with the same contents counts as moved from one of the missing files,
/// and each missing file is used only once.
#[cfg(unix)]
#[test]
fn a_file_moved_from_a_name_that_is_gone() {
    let equal = || {
        let dir = Dir::new();
        for name in ["b", "c", "d"] {
            dir.write(name, "abc");
        }
        dir.write("LIST", dir.bramah(["hash", "-a", "md5,sha256", "-r", "."]).out);
        dir
    };
    for gone in ["a", "b", "c", "d"] {
        let dir = equal();
        std::fs::rename(dir.path(gone), dir.path("new")).unwrap();
        let ran = dir.check("--audit --quiet LIST");
        let line = format!("new: MOVED from {gone}\nAudit failed\n");
        assert!(ran.text().starts_with(&line), "{gone}: {}", ran.text());
        assert!(ran.text().contains("Known files not found: 0\n"), "{gone}: {}", ran.text());
    }
    let dir = equal();
    for (from, to) in [("b", "x"), ("d", "y")] {
        std::fs::rename(dir.path(from), dir.path(to)).unwrap();
    }
    std::fs::copy(dir.path("a"), dir.path("z")).unwrap();
    let ran = dir.check("--audit --quiet LIST");
    let lines = "x: MOVED from b\ny: MOVED from d\nz: MOVED from b\nAudit failed\n";
    assert!(ran.text().starts_with(lines), "{}", ran.text());
    // a new file does not count as moved from a missing file if only one of the two digests matches
    let dir = equal();
    let md5 = dir.read("LIST").lines().next().unwrap().rsplit(' ').next().unwrap().to_string();
    let zero = crate::support::ZERO;
    dir.write("LIST", format!("MD5 (gone) = {md5}\nSHA256 (gone) = {zero}\n"));
    std::fs::rename(dir.path("a"), dir.path("new")).unwrap();
    let ran = dir.check("--audit --quiet LIST");
    assert!(ran.text().contains("new: NEW\ngone: MISSING\n"), "{}", ran.text());
}

#[cfg(unix)] // on Windows a list in its own directory counts as new
#[test]
fn the_directory_may_be_elsewhere() {
    let dir = listed();
    let elsewhere = Dir::new();
    let (base, list) = (dir.path(""), dir.path("LIST"));
    let ran = elsewhere.bramah([
        "check",
        "--audit",
        "--quiet",
        "--base",
        base.to_str().unwrap(),
        list.to_str().unwrap(),
    ]);
    assert_eq!((ran.err.as_str(), ran.code), ("", 0));
    assert!(ran.text().starts_with("Audit passed"), "{}", ran.text());
}

#[cfg(unix)]
#[test]
fn an_audit_without_a_list_fails() {
    let dir = listed();
    dir.write("EMPTY", "");
    for (list, reason) in
        [("EMPTY", "no properly formatted checksum lines found"), ("gone", "No such file or directory")]
    {
        let ran = dir.check(&format!("--audit {list}"));
        assert_eq!((ran.text(), ran.code), ("", 1));
        assert_eq!(ran.err, format!("bramah: {list}: {reason}\n"));
    }
}

/// A directory that cannot be read has a name in the results.
#[cfg(unix)]
#[test]
fn an_unreadable_base_is_named() {
    let dir = listed();
    let ran = dir.check("--audit --base none LIST");
    assert!(ran.code == 1 && ran.text().starts_with("none: FAILED open or read\n"), "{}", ran.text());
    let ran = dir.check("--audit --json --base none LIST");
    assert!(ran.text().starts_with("{\"path\":\"none\",\"status\":\"error\"}\n"), "{}", ran.text());
}

/// The report does not replace a file that a list names, by whatever name the user calls the file.
#[cfg(unix)]
#[test]
fn a_report_replaces_no_listed_file() {
    let dir = listed();
    std::os::unix::fs::symlink("d", dir.path("link")).unwrap();
    std::fs::write(dir.path("LIST"), dir.read("LIST") + &crate::support::line("gone", crate::support::ABC))
        .unwrap();
    for report in ["a", "./a", "d/c", "d/../d/c", "link/c", "gone"] {
        dir.check(&format!("--audit --report {report} LIST")).is_usage("a list names this file");
        dir.check(&format!("--audit --base . --report {report} LIST")).is_usage("a list names this file");
    }
    assert_eq!((dir.read("a"), dir.read("d/c")), ("abc".into(), "of c".into()));
    assert!(!dir.path("gone").exists());
    let elsewhere = Dir::new();
    let [base, list] = ["", "LIST"].map(|name| dir.path(name).to_str().unwrap().to_string());
    let arguments = ["check", "--audit", "--base", &base, "--report", "a", &list];
    // `a` in another directory is another file
    assert_eq!(elsewhere.bramah(arguments).code, 1);
    assert!(elsewhere.read("a").starts_with("<!"));
}
