//! Sets the name under which programs look for the shared library, on systems that record a name in it. On these
//! systems all addresses are resolved when the library is loaded, and then protected from writing: see tools/remap.sh.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if ["linux", "freebsd", "illumos"].contains(&system.as_str()) {
        // the first number of the version, which is 0 while the interface may still change
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libbramah.so.0");
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,relro,-z,now");
    }
}
