// The modules of hash functions, and of MACs over them: functions.js says which functions each has.
import { loader } from "./load.js";

export const hashes = {
  sha2: loader([
    () => new URL("./sha2.wasm", import.meta.url),
    () => new URL("./sha2.simd.wasm", import.meta.url),
  ]),
  sha3: loader([
    () => new URL("./sha3.wasm", import.meta.url),
    () => new URL("./sha3.simd.wasm", import.meta.url),
  ]),
  blake: loader([
    () => new URL("./blake.wasm", import.meta.url),
    () => new URL("./blake.simd.wasm", import.meta.url),
  ]),
  checksums: loader([
    () => new URL("./checksums.wasm", import.meta.url),
    () => new URL("./checksums.simd.wasm", import.meta.url),
  ]),
  md: loader([
    () => new URL("./md.wasm", import.meta.url),
    () => new URL("./md.simd.wasm", import.meta.url),
  ]),
  legacy: loader([
    () => new URL("./legacy.wasm", import.meta.url),
    () => new URL("./legacy.simd.wasm", import.meta.url),
  ]),
  national: loader([
    () => new URL("./national.wasm", import.meta.url),
    () => new URL("./national.simd.wasm", import.meta.url),
  ]),
  skein: loader([
    () => new URL("./skein.wasm", import.meta.url),
    () => new URL("./skein.simd.wasm", import.meta.url),
  ]),
  whirlpool: loader([
    () => new URL("./whirlpool.wasm", import.meta.url),
    () => new URL("./whirlpool.simd.wasm", import.meta.url),
  ]),
  other: loader([
    () => new URL("./other.wasm", import.meta.url),
    () => new URL("./other.simd.wasm", import.meta.url),
  ]),
};
