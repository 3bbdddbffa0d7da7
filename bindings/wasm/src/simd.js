// A module of one function that returns a vector: valid only in engines with SIMD128.
const PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
];
let forced;

/** Whether the engine has SIMD128. */
export function hasSimd() {
  return forced ?? (typeof WebAssembly !== "undefined" && WebAssembly.validate(new Uint8Array(PROBE)));
}

/** Chooses the modules with or without SIMD for all that is loaded later; `undefined` asks the engine. For tests. */
export function useSimd(choice) {
  forced = choice;
}
