import { loader } from "./load.js";

export const kdf = loader([
  () => new URL("./kdf.wasm", import.meta.url),
  () => new URL("./kdf.simd.wasm", import.meta.url),
]);
