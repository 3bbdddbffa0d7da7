import { small } from "./small.js";

export const blake3 = small({
  name: "blake3",
  digestSize: 32,
  blockSize: 64,
  urls: [() => new URL("./blake3.wasm", import.meta.url), () => new URL("./blake3.simd.wasm", import.meta.url)],
});
export const createBLAKE3 = async () => (await blake3.load(), blake3.create());
export default blake3;
