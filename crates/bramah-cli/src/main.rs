//! The program. All code is in the library next to this file, so that tests and fuzz targets can call it.

fn main() -> std::process::ExitCode {
    bramah_cli::main()
}
