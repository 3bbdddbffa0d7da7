import { loader } from "./load.js";

export const lists = loader([
  () => new URL("./lists.wasm", import.meta.url),
  () => new URL("./lists.simd.wasm", import.meta.url),
]);
