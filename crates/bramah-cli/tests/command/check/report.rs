//! Tests of `bramah check --audit --report`.

use crate::support::Dir;
use bramah::Sha256;
use std::fmt::Write as _;

/// Makes a directory `tree`, and a list of its files.
fn tree(files: &[&str]) -> Dir {
    let dir = Dir::new();
    std::fs::create_dir_all(dir.path("tree/d")).unwrap();
    for name in files {
        dir.write(format!("tree/{name}"), name);
    }
    dir.shell("cd tree && \"$bramah\" hash -r . > ../LIST");
    dir
}

fn audit(dir: &Dir, more: &str, code: i32) -> String {
    let ran = dir.check(&format!("--audit --status --base tree --report page.html {more} LIST"));
    ran.is("", "", code);
    dir.read("page.html")
}

/// Returns the text between `before` and `after`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before} in {text}"));
    rest.split_once(after).unwrap_or_else(|| panic!("{after} in {text}")).0
}

/// Checks that a page loads nothing and runs no scripts, and that its policy allows its style sheet.
fn stands_alone(page: &str) {
    for part in
        ["<script", "http://", "https://", "url(", "@import", " style=", "<img", "<link", " src=", " href="]
    {
        assert!(!page.contains(part), "{part}");
    }
    let policy = between(page, "Content-Security-Policy\" content=\"", "\">");
    let base64 = between(policy, "default-src 'none'; style-src 'sha256-", "'");
    let mut digest = Vec::new();
    for four in base64.trim_end_matches('=').as_bytes().chunks(4) {
        let value = |byte: &u8| match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        let bits =
            four.iter().fold(0, |bits, byte| bits << 6 | u32::from(value(byte))) << (6 * (4 - four.len()));
        digest.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    assert_eq!(digest, Sha256::digest(between(page, "<style>", "</style>")));
}

#[test]
fn a_page_tells_every_difference() {
    let dir = tree(&["a", "b", "c", "d/e", "d/f"]);
    let page = audit(&dir, "", 0);
    stands_alone(&page);
    assert!(page.contains("<h1>Audit passed</h1>") && !page.contains("<h2>"), "{page}");
    std::fs::rename(dir.path("tree/b"), dir.path("tree/d/moved")).unwrap();
    std::fs::remove_file(dir.path("tree/d/e")).unwrap();
    dir.write("tree/c", "changed");
    dir.write("tree/new", "new");
    let page = audit(&dir, "", 1);
    stands_alone(&page);
    for part in [
        "<h1>Audit failed</h1>",
        "Directory <bdi>tree</bdi>, compared with <bdi>LIST</bdi>",
        "<th scope=\"row\">As listed</th><td class=\"number\">2</td>",
        "<h2>Changed (1)</h2>\n<ul>\n<li><bdi>c</bdi></li>\n</ul>",
        "<h2>Missing (1)</h2>\n<ul>\n<li><bdi>d/e</bdi></li>\n</ul>",
        "<h2>Moved (1)</h2>\n<ul>\n<li><bdi>d/moved</bdi> from <bdi>b</bdi></li>\n</ul>",
        "<h2>New (1)</h2>\n<ul>\n<li><bdi>new</bdi></li>\n</ul>",
        // the numbers of files that are as listed, changed, missing, moved, new and not read
        "<tr><td><bdi>d</bdi></td><td class=\"number\">1</td><td class=\"number\">0</td><td class=\"number\">1</td>\
         <td class=\"number\">1</td><td class=\"number\">0</td><td class=\"number\">0</td></tr>",
        "Other folders: 0 as listed, 0 with differences",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("over time"));
}

/// A report inside the audited directory is not audited, whether the report is new or replaces an earlier one.
#[test]
fn the_page_is_not_audited() {
    let dir = tree(&["a"]);
    for _ in 0..2 {
        dir.check("--audit --base tree --report tree/page.html --status LIST").is("", "", 0);
        assert_eq!(dir.shell("ls -A tree").text(), "a\nd\npage.html\n");
    }
}

#[test]
fn earlier_reports_are_shown() {
    let dir = tree(&["a", "b"]);
    audit(&dir, "", 0);
    std::fs::rename(dir.path("page.html"), dir.path("first.html")).unwrap();
    // gives the first report another date
    let first = dir.read("first.html");
    let time = between(&first, "bramah-audit\" content=\"", " ").to_string();
    dir.write("first.html", first.replace(&time, "2001-02-03T04:05:06Z"));
    dir.write("tree/a", "changed");
    let page = audit(&dir, "--earlier first.html", 1);
    stands_alone(&page);
    let picture = between(&page, "<h2>Differences over time</h2>\n", "</svg>");
    assert!(picture.contains("<title>2001-02-03T04:05:06Z: no difference</title>"), "{picture}");
    assert!(
        picture.contains(
            ": 1 changed</title><rect class=\"changed\" x=\"12\" y=\"0.0\" width=\"10\" height=\"120.0\"/>"
        ),
        "{picture}"
    );
    // a page that contains both audits can be its own earlier report; an audit that is given twice counts once
    let page = audit(&dir, "--earlier page.html --earlier first.html", 1);
    assert!((2..=3).contains(&page.matches("<meta name=\"bramah-audit\"").count()), "{page}");
    // of many audits, the last ones are kept
    let mut many = String::new();
    for number in 0..100 {
        writeln!(
            many,
            "<meta name=\"bramah-audit\" content=\"2001-01-01T00:00:{number:02}Z 1 0 0 0 0 {number}\">"
        )
        .unwrap();
    }
    dir.write("many.html", &many);
    let page = audit(&dir, "--earlier many.html", 1);
    assert_eq!(page.matches("<meta name=\"bramah-audit\"").count(), 60);
    assert!(!page.contains("2001-01-01T00:00:40Z") && page.contains("2001-01-01T00:00:41Z"));
}

#[test]
fn what_is_no_report_is_refused() {
    let dir = tree(&["a"]);
    let meta = |content: &str| format!("<meta name=\"bramah-audit\" content=\"{content}\">\n");
    let right = "2001-02-03T04:05:06Z 1 2 3 4 5 6";
    for text in [
        String::new(),
        "<html>".into(),
        meta(""),
        meta(&format!("{right} 7")),
        meta(right.strip_suffix(" 6").unwrap()),
        meta(&right.replace('4', "-")),
        meta(&right.replace(" 5", " 18446744073709551616")),
        meta(&right.replace("2001", "<b>1")),
        meta(right).repeat(10_000),
    ] {
        dir.write("other.html", text);
        let ran = dir.check("--audit --base tree --report page.html --earlier other.html LIST");
        ran.is("", "bramah: other.html: not a report from `bramah check --audit --report`\n", 1);
        assert!(!dir.path("page.html").exists());
    }
    dir.write("other.html", meta(right));
    audit(&dir, "--earlier other.html", 0);
    dir.check("--report page.html LIST").is_usage("--audit");
    dir.check("--audit --earlier page.html LIST").is_usage("--report");
}

/// File names are escaped in the page, and the page stays small.
#[cfg(unix)]
#[test]
fn names_are_text_and_pages_are_small() {
    let dir = tree(&["a"]);
    dir.write("tree/<b>&\"x\"\n\u{202e}", "x");
    let page = audit(&dir, "", 1);
    stands_alone(&page);
    assert!(page.contains("&lt;b&gt;&amp;&quot;x&quot;'$'\\n") && !page.contains("<b>"), "{page}");
    let mut list = String::new();
    for number in 0..10_000 {
        let folder = number / 10;
        writeln!(list, "{}  {folder:0>60}/{number:0>60}", crate::support::ZERO).unwrap();
    }
    dir.write("LIST", list);
    let page = audit(&dir, "", 1);
    assert!(page.len() <= 200_000, "{} bytes", page.len());
    let shown = page.matches("<li>").count();
    assert!(shown > 500, "{shown}");
    // the names of missing files begin with 0, and the names of new files do not
    let missing = 10_000 - page.matches("<li><bdi>0").count();
    assert!(page.contains(&format!("and {missing} more, which")), "{shown}");
    assert!(page.contains("<h2>Missing (10000)</h2>"));
}
