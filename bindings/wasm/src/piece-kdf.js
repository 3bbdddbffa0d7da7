// The modules of key derivation: the usual functions, and every one.
import { loader } from "./load.js";

export const kdf = [
  loader([
    () => new URL("./kdf.wasm", import.meta.url),
    () => new URL("./kdf.simd.wasm", import.meta.url),
  ]),
  loader([
    () => new URL("./all-kdf.wasm", import.meta.url),
    () => new URL("./all-kdf.simd.wasm", import.meta.url),
  ]),
];
