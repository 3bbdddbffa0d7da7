//! On macOS, lets the linker leave Python's functions to the interpreter that loads the module, as other linkers do by default.
//! On Linux, makes the loader resolve all addresses when it loads the module, and then protect them from writing: see
//! tools/remap.sh.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_VENDOR").is_ok_and(|vendor| vendor == "apple") {
        println!("cargo::rustc-cdylib-link-arg=-undefined");
        println!("cargo::rustc-cdylib-link-arg=dynamic_lookup");
    }
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,relro,-z,now");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
