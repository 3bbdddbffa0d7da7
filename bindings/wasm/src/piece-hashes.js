import { loader } from "./load.js";

export const hashes = loader([
  () => new URL("./hashes.wasm", import.meta.url),
  () => new URL("./hashes.simd.wasm", import.meta.url),
]);
