// The modules of ciphers: the usual functions, and every one.
import { loader } from "./load.js";

export const ciphers = [
  loader([
    () => new URL("./ciphers.wasm", import.meta.url),
    () => new URL("./ciphers.simd.wasm", import.meta.url),
  ]),
  loader([
    () => new URL("./all-ciphers.wasm", import.meta.url),
    () => new URL("./all-ciphers.simd.wasm", import.meta.url),
  ]),
];
