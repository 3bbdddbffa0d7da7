//! Generates `include/bramah.h` from the sources of this crate, and fails if the committed header is different.
//! `BRAMAH_WRITE_HEADER=1 cargo test -p bramah-c --test header` writes the header.
//!
//! The generator reads the sources as text and expects their usual form: constants whose type is an alias of a number,
//! aliases of handles, structs with `repr(C)`, and functions, each with its documentation.

use std::{fmt::Write, fs, path::Path};

/// The source files that contain the interface, in the order of the header, with their headings.
const FILES: [(&str, &str); 23] = [
    ("status", "Status codes and errors"),
    ("options", "Options"),
    ("xof", "Output of any length"),
    ("hash", "Hash functions"),
    ("mac", "Message authentication codes"),
    ("arrow", "Columns of strings"),
    ("cipher", "Block ciphers in modes that do not authenticate"),
    ("block", "Block ciphers without a mode"),
    ("fpe", "Format-preserving encryption"),
    ("record", "Block ciphers in the caller's memory"),
    ("stream", "Stream ciphers"),
    ("aead", "Authenticated encryption"),
    ("segments", "Long messages in segments"),
    ("encrypt_then_mac", "A cipher and a MAC"),
    ("key_wrap", "Key wrap"),
    ("bao", "Parts of large contents"),
    ("resume", "Messages in the caller's memory"),
    ("kdf", "Key derivation"),
    ("password", "Password strings"),
    ("file", "Encrypted files"),
    ("random", "Random bytes and secrets"),
    ("salsar", "Reproducible random numbers"),
    ("list", "Algorithms and backends"),
];

const FRONT: &str = r#"/*
 * The C interface of Bramah. Generated from crates/bramah-c/src: do not edit.
 *
 * Lengths are in bytes. A pointer with a length may be null if the length is 0. Text is UTF-8 and ends with a zero byte.
 * An output must not overlap an input or another output, unless the function says that it may begin at the same byte as
 * an input; other overlaps are refused (BRAMAH_OVERLAP). If a function fails, its outputs are filled with zeros, even if
 * they overlap an input, and handles that it should have made are null.
 *
 * Handles are made by a function that ends in _new, _clone or _begin, and freed by one that ends in _free, which takes
 * the address of the caller's variable and sets it to null. A null handle, one of another kind, and one that another
 * thread is using are refused. Functions that take a handle as const do not change its state; bramah_hash_digest,
 * bramah_hash_xof, bramah_hash_many, bramah_block_apply, bramah_fpe_apply, bramah_aead_seal, bramah_aead_open and
 * bramah_aead_begin may be called by several threads with one handle at the same time.
 */
#ifndef BRAMAH_H
#define BRAMAH_H

#include <stddef.h>
#include <stdint.h>

/* BRAMAH_STATIC is for programs on Windows that link the static library. */
#if defined(_WIN32) && !defined(BRAMAH_STATIC)
#define BRAMAH_API __declspec(dllimport)
#else
#define BRAMAH_API
#endif

/* A status must be checked: compilers warn if it is not. */
#if defined(__cplusplus) && __cplusplus >= 201703L
#define BRAMAH_CHECKED [[nodiscard]]
#elif defined(__GNUC__)
#define BRAMAH_CHECKED __attribute__((warn_unused_result))
#else
#define BRAMAH_CHECKED
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of Arrow's C data interface, which every library that uses it declares under this guard. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
#endif
"#;

const BACK: &str = "
#ifdef __cplusplus
}
#endif

#endif
";

/// Returns `CamelCase` as `camel_case`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// Returns the C type for a type of the sources, without the pointers around it.
fn base(name: &str) -> String {
    let plain = match name {
        "u8" => "uint8_t",
        "u32" => "uint32_t",
        "i32" => "int32_t",
        "u64" => "uint64_t",
        "usize" => "size_t",
        "c_char" => "char",
        "c_void" => "void",
        "ArrowArray" | "ArrowSchema" => return format!("struct {name}"),
        other => return format!("bramah_{}", snake(other)),
    };
    plain.into()
}

/// Returns the C declaration of a variable with a type of the sources.
fn declared(name: &str, of: &str) -> String {
    let of = of.trim();
    if let Some((element, length)) =
        of.strip_prefix('[').and_then(|of| of.strip_suffix(']')).and_then(|of| of.split_once("; "))
    {
        return format!("{} {name}[{length}]", base(element));
    }
    let (mut rest, mut layers) = (of, Vec::new());
    loop {
        if let Some(inner) = rest.strip_prefix("*const ") {
            layers.push(true);
            rest = inner;
        } else if let Some(inner) = rest.strip_prefix("*mut ") {
            layers.push(false);
            rest = inner;
        } else {
            break;
        }
    }
    // the innermost pointer determines whether the value is constant, and each outer one whether the pointer inside it
    // is
    let mut text = String::new();
    if layers.last() == Some(&true) {
        text.push_str("const ");
    }
    text.push_str(&base(rest));
    text.push(' ');
    for outer in layers.iter().rev().skip(1) {
        text.push_str(if *outer { "*const " } else { "*" });
    }
    if !layers.is_empty() {
        text.push('*');
    }
    text.push_str(name);
    text
}

/// Returns a C comment with lines of documentation.
fn comment(docs: &[String], indent: &str) -> String {
    let docs: Vec<String> = docs.iter().map(|line| line.replace('`', "")).collect();
    if let [line] = &docs[..] {
        return format!("{indent}/** {line} */\n");
    }
    let mut text = format!("{indent}/**\n");
    for line in &docs {
        let _ = writeln!(text, "{indent} * {line}");
    }
    text = text.replace(" * \n", " *\n");
    text + indent + " */\n"
}

/// Returns the part of the header for a source file.
fn part(source: &str) -> String {
    let mut out = String::new();
    let mut docs: Vec<String> = Vec::new();
    let mut numbers: Vec<String> = Vec::new();
    let mut in_c = false; // whether `#[repr(C)]` came before
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let text = line.trim();
        if let Some(doc) = text.strip_prefix("///") {
            docs.push(doc.strip_prefix(' ').unwrap_or(doc).to_owned());
            continue;
        }
        if text == "#[repr(C)]" {
            in_c = true;
            continue;
        }
        if text.starts_with("#[") || text.starts_with("//") {
            continue;
        }
        if let Some(rest) = line.strip_prefix("pub type ") {
            let (name, of) = rest.trim_end_matches(';').split_once(" = ").expect("an alias");
            out += &format!("\n{}", comment(&docs, ""));
            let c = base(name);
            match of {
                "i32" => {
                    out += &format!("typedef int32_t {c};\n");
                    numbers.push(name.to_owned());
                }
                _ if of.contains(" fn(") => {
                    let (_, parameters) = of.split_once("fn(").expect("parameters");
                    let parameters = self::parameters(parameters.trim_end_matches(')')).join(", ");
                    out += &format!("typedef void (*{c})({parameters});\n");
                }
                _ => out += &format!("typedef struct {c} {c};\n"),
            }
        } else if let Some(rest) = line.strip_prefix("pub const ") {
            let (name, rest) = rest.split_once(": ").expect("a constant");
            let (of, value) = rest.trim_end_matches(';').split_once(" = ").expect("a constant's value");
            if numbers.iter().any(|number| number == of) {
                out += &format!("{}#define BRAMAH_{name} {value}\n", comment(&docs, ""));
            }
        } else if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(" {"))
            && in_c
        {
            out += &format!("\n{}typedef struct {} {{\n", comment(&docs, ""), base(name));
            docs.clear();
            for line in lines.by_ref() {
                let text = line.trim();
                if let Some(doc) = text.strip_prefix("/// ") {
                    docs.push(doc.to_owned());
                } else if let Some((name, of)) =
                    text.trim_end_matches(',').strip_prefix("pub ").and_then(|f| f.split_once(": "))
                {
                    out += &format!("{}    {};\n", comment(&docs, "    "), declared(name, of));
                    docs.clear();
                } else {
                    break;
                }
            }
            out += &format!("}} {};\n", base(name));
        } else if let Some(rest) =
            line.strip_prefix("    fn bramah_").or_else(|| line.strip_prefix("pub extern \"C\" fn bramah_"))
        {
            out += &function(rest, &mut lines, &docs);
        }
        docs.clear();
        in_c = false;
    }
    out
}

/// Returns the C declarations of parameters.
fn parameters(parameters: &str) -> Vec<String> {
    let parameters = parameters.split(',').map(str::trim).filter(|parameter| !parameter.is_empty());
    let parts = parameters.map(|parameter| parameter.split_once(": ").expect("a type"));
    // a pointer to a function may be null in C
    let plain = |of: &str| of.strip_prefix("Option<").map_or(of.to_owned(), |of| of.replace('>', ""));
    parts.map(|(name, of)| declared(name, &plain(of))).collect()
}

/// Returns the C declaration of a function; `rest` is the rest of its line after `bramah_`.
fn function(rest: &str, lines: &mut std::str::Lines<'_>, docs: &[String]) -> String {
    let mut signature = rest.to_owned();
    while !signature.contains(')') {
        signature += lines.next().expect("the end of a signature").trim();
    }
    let (name, rest) = signature.split_once('(').expect("parameters");
    let (parameters, after) = rest.split_once(')').expect("the end of the parameters");
    let parameters = self::parameters(parameters);
    let returned = after.trim().strip_prefix("-> ").map(|of| of.split([',', ' ']).collect::<Vec<_>>());
    let (checked, returned) = match returned.as_deref() {
        None => (
            if name.ends_with("_free") || name == "wipe" { "" } else { "BRAMAH_CHECKED " },
            "bramah_status ".into(),
        ),
        Some(["*const", "c_char", ..]) => ("", "const char *".into()),
        Some([of, ..]) => ("", base(of) + " "),
        Some([]) => unreachable!("a type follows the arrow"),
    };
    let front = format!("{checked}BRAMAH_API {returned}bramah_{name}(");
    let parameters = match parameters.join(", ") {
        none if none.is_empty() => "void".into(),
        short if front.len() + short.len() < 116 => short,
        _ => format!("\n    {}", parameters.join(",\n    ")),
    };
    format!("\n{}{front}{parameters});\n", comment(docs, ""))
}

#[test]
fn the_header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut header = FRONT.to_owned();
    for (file, heading) in FILES {
        let source = fs::read_to_string(root.join(format!("src/{file}.rs"))).expect("a source");
        header += &format!("\n/* ---- {heading} ---- */\n{}", part(&source));
    }
    header += BACK;
    // the header must contain every function of the interface
    for entry in fs::read_dir(root.join("src")).expect("the sources") {
        let path = entry.expect("a source").path();
        let Ok(source) = fs::read_to_string(&path) else { continue };
        for line in source.lines().filter_map(|line| line.trim_start().strip_prefix("fn bramah_")) {
            let name = line.split('(').next().unwrap_or(line);
            assert!(header.contains(&format!("bramah_{name}(")), "{} is not in the header", path.display());
        }
    }
    let path = root.join("include/bramah.h");
    if std::env::var_os("BRAMAH_WRITE_HEADER").is_some() {
        fs::write(&path, &header).expect("the header can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == header,
        "include/bramah.h is not that of the sources: BRAMAH_WRITE_HEADER=1 cargo test -p bramah-c --test header writes it"
    );
}
