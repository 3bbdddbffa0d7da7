// Writes the list of the hash functions in each module, by which the npm package chooses a module: tools/wasm.sh calls it.
//
//     node tools/wasm-functions.mjs FOLDER MODULE.. >functions.js
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "../bindings/wasm/src/requests.js";

const [folder, ...modules] = process.argv.slice(2);
const list = {};
for (const name of modules) {
  const module = new WebAssembly.Module(readFileSync(join(folder, `${name}.wasm`)));
  const { exports } = new WebAssembly.Instance(module, { bramah: { random: () => 0 } });
  if (exports.serve(hash.NAMES, 0, 0, 0) !== 0) throw new Error(`${name} does not list its functions`);
  const at = exports.reply() >>> 0;
  list[name] = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, exports.reply_length())).trimEnd();
}
console.log(`// Made by tools/wasm-functions.mjs: crates/bramah-wasm/src/requests.rs explains the lines.
export const FUNCTIONS = ${JSON.stringify(list, null, 1)};`);
