import { loader } from "./load.js";

export const ciphers = loader([
  () => new URL("./ciphers.wasm", import.meta.url),
  () => new URL("./ciphers.simd.wasm", import.meta.url),
]);
