// Runs a test program that was compiled for WebAssembly's system interface (wasm32-wasip1), under Node: the program sees
// the sources and the folder for temporary files, and no other file.
//
//   CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings tools/wasi.mjs" cargo test --target wasm32-wasip1
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const sources = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const preopens = { [sources]: sources, [tmpdir()]: tmpdir() };
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens });
const module = await WebAssembly.compile(await readFile(args[0]));
process.exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
