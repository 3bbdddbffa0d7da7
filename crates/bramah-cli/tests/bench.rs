//! Tests of the output and exit code of `bramah bench`. The measured speeds are not tested.

use assert_cmd::Command;
use bramah::{backend, hash};
use serde_json::Value;

struct Ran {
    out: String,
    err: String,
    code: Option<i32>,
}

/// Runs `bramah bench` with these arguments, separated by blanks; each figure is measured for a millisecond unless the
/// arguments contain `--time`.
fn bench(arguments: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
    command.args(["bench", "--time", "1"]).args(arguments.split_whitespace());
    let output = command.output().expect("bramah runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

fn json(arguments: &str) -> Vec<Value> {
    let ran = bench(&format!("--json {arguments}"));
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the backends of an algorithm that this CPU runs, for one message or for many.
fn available(name: &str, many: bool) -> Vec<&'static str> {
    available_to(hash::lookup(name).expect("a name").entry(), many)
}

/// Returns the backends of one entry that this CPU runs: two entries may share a name, for shorter digests and for
/// longer ones.
fn available_to(entry: &'static hash::Entry, many: bool) -> Vec<&'static str> {
    let choice = entry.algorithm().choices()[usize::from(many)];
    backend::infos(choice).filter(|info| info.available).map(|info| info.name).collect()
}

#[test]
fn every_backend_has_a_figure_for_one_message_and_for_many() {
    let lines = json("--sizes 64,1k --many 32");
    let (machine, rows) = lines.split_first().expect("a line");
    assert!(machine["cpu"].as_str().is_some_and(|cpu| !cpu.is_empty()));
    assert!(machine["clock_hz"].as_f64().is_some_and(|hertz| hertz > 0.0));
    assert_eq!((&machine["milliseconds"], machine["features"].is_array()), (&Value::from(1), true));
    // no two rows have the same algorithm, work and backend
    let keys = rows
        .iter()
        .map(|row| ["algorithm", "mode", "message_bytes", "backend"].map(|field| row[field].to_string()));
    let keys: std::collections::HashSet<[String; 4]> = keys.collect();
    assert_eq!(keys.len(), rows.len());
    let mut rows = rows.iter();
    for entry in hash::entries() {
        let name = match entry.info.name {
            "kupyna" | "groestl" => entry.algorithm().name(),
            name => name.into(),
        };
        for (mode, messages, size) in [("one", 1, 64), ("one", 1, 1024), ("many", 2048, 32)] {
            let mut in_use = 0;
            for backend in available_to(entry, mode == "many") {
                let row = rows.next().unwrap_or_else(|| panic!("{name}, {mode}, {backend} is missing"));
                assert_eq!(
                    (&row["algorithm"], &row["backend"]),
                    (&name.as_str().into(), &backend.into()),
                    "{row}"
                );
                assert_eq!((&row["mode"], &row["messages"]), (&mode.into(), &messages.into()), "{row}");
                assert_eq!(row["message_bytes"], size, "{row}");
                for figure in ["bytes_per_second", "cycles_per_byte", "ns_per_message", "clock_hz"] {
                    assert!(row[figure].as_f64().is_some_and(|figure| figure > 0.0), "{figure} of {row}");
                }
                in_use += u32::from(row["in_use"] == true);
            }
            assert_eq!(in_use, 1, "{name}, {mode}");
        }
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn ciphers_and_macs_are_measured() {
    let names = ["aes-256-ctr", "aes-192-cbc", "aes-128-xts", "aes-128-eax", "cmac-aes-128", "pmac-aes-256"];
    let on = bramah::block::lookup("aes-128").expect("a name").backends_available();
    let rows = json(&format!("{} --sizes 64,25 --many 32,25", names.join(" ")));
    let mut rows = rows[1..].iter();
    for name in names {
        for (mode, size) in [("one", 64), ("one", 25), ("many", 32), ("many", 25)] {
            for backend in &on {
                let row = rows.next().expect("a row");
                assert_eq!((&row["algorithm"], &row["backend"]), (&name.into(), &(*backend).into()), "{row}");
                assert_eq!((&row["mode"], &row["message_bytes"]), (&mode.into(), &size.into()), "{row}");
                assert!(row["cycles_per_byte"].as_f64().is_some_and(|figure| figure > 0.0), "{row}");
            }
        }
    }
    assert_eq!(rows.next(), None);
    for row in
        &json("-d aes-256-ctr aes-192-cbc aes-128-xts aes-128-eax rijndael-160-128-ecb --sizes 25 --many 25")
            [1..]
    {
        assert!(row["algorithm"].as_str().is_some_and(|name| name.ends_with(" -d")), "{row}");
    }
    let table = bench("rijndael-128-160-ctr md5 --sizes 64").out;
    let rows: Vec<&str> = parts(&table)[1].lines().map(unmarked).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
}

/// Returns the head of a table, its rows, and the summary if there is one.
fn parts(table: &str) -> Vec<&str> {
    table.split("\n\n").collect()
}

/// Returns a row without the remark that another backend is faster than the one in use.
fn unmarked(row: &str) -> &str {
    row.strip_suffix(" of the fastest").and_then(|row| row.rsplit_once("  ")).map_or(row, |(row, _)| row)
}

/// Each backend's speed is printed as a fraction of the fastest one.
#[test]
fn backends_are_compared_with_the_fastest() {
    let rows = json("sha1 --sizes 1k");
    let ratios: Vec<f64> = rows[1..].iter().map(|row| row["of_best"].as_f64().expect("a ratio")).collect();
    assert!(ratios.iter().all(|ratio| *ratio > 0.0 && *ratio <= 1.0) && ratios.contains(&1.0), "{ratios:?}");
}

#[test]
fn the_table_is_aligned_and_says_of_what_it_is() {
    let ran = bench("SHA-256 sha256 md5 --sizes 64,16k --many 25");
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
    let [head, rows, summary] = parts(&ran.out)[..] else { panic!("{}", ran.out) };
    // the summary has a line for each length of messages, and a line for many messages
    let summary: Vec<&str> = summary.lines().collect();
    for (line, messages) in summary.iter().zip(["64", "16k", "2560 x 25"]) {
        assert!(line.starts_with(&format!("fastest   {messages}: ")), "{line}");
        assert!(
            line.contains("sha256 (")
                && line.contains("md5 (")
                && line.contains(" times as fast as the next, "),
            "{line}"
        );
    }
    assert_eq!(summary.len(), 3);
    let alone = bench("md5 --sizes 64 --backend portable");
    assert_eq!(parts(&alone.out).len(), 2, "{}", alone.out);
    for start in ["cpu ", "features ", "clock ", "time "] {
        assert!(head.lines().any(|line| line.starts_with(start)), "{start} is not in {head}");
    }
    assert!(head.contains("1 ms") && head.contains(" GHz"), "{head}");
    let rows: Vec<&str> = rows.lines().map(unmarked).collect();
    let count = |name| 2 * available(name, false).len() + available(name, true).len();
    assert_eq!(rows.len(), 1 + count("sha256") + count("md5"), "{rows:?}");
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
    assert!(rows[1].starts_with("sha256 ") && rows[1].contains(" 64  "), "{}", rows[1]);
    assert!(
        rows.last().is_some_and(|row| row.starts_with("md5 ") && row.contains(" 2560 x 25  ")),
        "{rows:?}"
    );
}

#[test]
fn values_are_separated_by_commas() {
    let ran = bench("--csv md5 --many 1k --backend portable");
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("algorithm,mode,messages,message_bytes,backend,in_use,"), "{}", lines[0]);
    assert_eq!(lines.len(), 2);
    assert!(lines[1].starts_with("md5,many,64,1024,portable,") && lines[1].ends_with('"'), "{}", lines[1]);
}

#[test]
fn only_what_is_asked_for_is_measured() {
    let figures = |arguments: &str| json(arguments).len() - 1;
    assert_eq!(figures("md5 sha1 --sizes 1k,1024 --backend portable"), 2);
    assert_eq!(figures("md5 --many 1,2k --backend portable"), 2);
    assert_eq!(figures("md5 --backend portable"), 6);
}

#[test]
fn what_means_nothing_is_named() {
    for (arguments, words) in [
        ("sha257", &["unknown algorithm \"sha257\""][..]),
        ("md5 --backend none", &["unknown backend \"none\"; `bramah list --backends` prints the names"]),
        ("--sizes 0", &["'0'", "--sizes", "such as 64, 16k or 1m"]),
        ("--sizes 64,x", &["'x'", "--sizes"]),
        ("--sizes 64,,1k", &["--sizes"]),
        ("--sizes 1025m", &["'1025m'", "1024m"]),
        ("--many 17m", &["'17m'", "--many", "16m"]),
        ("--many 1.5k", &["'1.5k'", "--many"]),
        ("aes-128", &["aes-128 is a block cipher", "aes-128-ctr"]),
        ("-d", &["<ALG>"]),
        ("-d aes-128-ctr sha256", &["--decrypt: sha256 is not a cipher"]),
        ("-d cmac-aes-128", &["--decrypt: cmac-aes-128 is not a cipher"]),
        ("aes-128-xts --sizes 15", &["aes-128-xts: the message has 15 bytes, but needs at least 16"]),
        ("aes-128-xts --sizes 17m", &["blocks of a data unit"]),
        ("--time 0", &["'0'", "--time"]),
        ("--json --csv", &["--json", "--csv"]),
    ] {
        // runs the command directly, because `bench` sets `--time`
        let mut command = Command::new(env!("CARGO_BIN_EXE_bramah"));
        let output = command.arg("bench").args(arguments.split_whitespace()).output().expect("bramah runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments}: {err}");
        assert!(
            err.starts_with("bramah: ") && words.iter().all(|word| err.contains(word)),
            "{arguments}: {err}"
        );
    }
}

/// `--backend` with a backend that the CPU cannot run is an error, and not an empty table.
#[test]
fn a_backend_that_the_cpu_lacks_is_named() {
    for entry in hash::entries() {
        for choice in entry.algorithm().choices() {
            for info in backend::infos(choice).filter(|info| !info.available) {
                if entry.algorithm().with_backend(info.name).is_ok() {
                    continue; // the CPU can run a backend of this name, for one message or for many
                }
                let ran = bench(&format!("{} --backend {}", entry.info.name, info.name));
                assert_eq!((ran.out.as_str(), ran.code), ("", Some(2)));
                assert!(ran.err.contains(info.name) && ran.err.contains(entry.info.name), "{}", ran.err);
            }
        }
    }
}

#[test]
fn the_speeds_are_drawn() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("speeds.svg");
    let ran = bench(&format!("md5 sha1 --sizes 64,1k --many 32 --plot {}", path.display()));
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
    let svg = std::fs::read_to_string(&path).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // two algorithms and three kinds of messages have six bars, and the legend has one more rectangle
    assert_eq!((svg.matches("<rect ").count(), svg.matches(", MB/s</text>").count()), (7, 3));
    assert_eq!(svg.matches("class=\"bar used\"").count(), 7);
    // with one algorithm, a bar for each backend; an existing picture is replaced
    let ran = bench(&format!("sha256 --sizes 64 --plot {}", path.display()));
    assert_eq!(ran.code, Some(0));
    let svg = std::fs::read_to_string(&path).expect("a picture");
    assert_eq!(svg.matches("<rect ").count(), available("sha256", false).len() + 1);
    // the page has the same bars as the picture, and one style sheet for both
    let page = dir.path().join("speeds.html");
    let ran = bench(&format!("md5 sha1 --sizes 64 --report {}", page.display()));
    assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
    let page = std::fs::read_to_string(&page).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Content-Security-Policy"), "{page}");
    assert_eq!((page.matches("<rect ").count(), page.matches("<style>").count()), (3, 1));
    for (arguments, says, code) in [
        ("hkdf --plot x.svg", "--plot: nothing to draw", 2),
        ("hkdf --report x.html", "--report: nothing to draw", 2),
        ("md5 --plot /none/x.svg", "/none/x.svg", 1),
    ] {
        let ran = bench(arguments);
        assert!(ran.err.contains(says) && ran.out.is_empty() && ran.code == Some(code), "{}", ran.err);
    }
}
