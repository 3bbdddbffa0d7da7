//! Self-contained HTML pages, for light and dark screens and for paper. A policy in each page (W3C Content Security
//! Policy Level 3) keeps it from loading resources and running scripts.

use crate::sumfile::write_base64;
use bramah::Sha256;

/// The style of every page.
const STYLE: &str = "
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --page: #ffffff }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); margin: 2em auto; max-width: 52em; padding: 0 1em }
h1 { font-size: 1.6em } h2 { font-size: 1.2em; margin-top: 2em } .quiet { color: var(--quiet) }
table { border-collapse: collapse } th, td { text-align: left; padding: 2px 12px 2px 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600 } .number { text-align: right; font-variant-numeric: tabular-nums }
li, td { overflow-wrap: anywhere } svg { max-width: 100%; height: auto }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --page: #0d1117 } }
@media print { body { margin: 0; max-width: none } h2 { break-after: avoid } li, tr { break-inside: avoid } }
";

/// Returns a page. `title` is text, `meta` is HTML for the head, `style` is CSS for the elements of `body` in addition
/// to the common style, and `body` is HTML.
pub(crate) fn page(title: &str, meta: &str, style: &str, body: &str) -> String {
    let (title, style) = (escaped(title), format!("{STYLE}{style}"));
    let mut digest = Vec::new();
    write_base64(&mut digest, &Sha256::digest(&style));
    let digest = String::from_utf8_lossy(&digest);
    format!(
        "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{digest}'; \
base-uri 'none'; form-action 'none'\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
{meta}<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
{body}</body>
</html>
"
    )
}

/// Returns a text with the characters escaped that are special in HTML and XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
