//! Lets the linker of macOS leave Python's functions to the interpreter that loads the module, as other linkers do unasked.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_VENDOR").is_ok_and(|vendor| vendor == "apple") {
        println!("cargo::rustc-cdylib-link-arg=-undefined");
        println!("cargo::rustc-cdylib-link-arg=dynamic_lookup");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
