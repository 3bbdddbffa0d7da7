import { loader } from "./load.js";

export const age = loader([
  () => new URL("./age.wasm", import.meta.url),
  () => new URL("./age.simd.wasm", import.meta.url),
]);
