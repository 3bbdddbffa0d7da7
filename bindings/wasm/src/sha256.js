import { small } from "./small.js";

export const sha256 = small({
  name: "sha256",
  digestSize: 32,
  blockSize: 64,
  urls: [() => new URL("./sha256.wasm", import.meta.url), () => new URL("./sha256.simd.wasm", import.meta.url)],
});
export const createSHA256 = async () => (await sha256.load(), sha256.create());
export default sha256;
