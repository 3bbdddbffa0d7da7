import { small } from "./small.js";

export const sha512 = small({
  name: "sha512",
  digestSize: 64,
  blockSize: 128,
  urls: [() => new URL("./sha512.wasm", import.meta.url), () => new URL("./sha512.simd.wasm", import.meta.url)],
});
export const createSHA512 = async () => (await sha512.load(), sha512.create());
export default sha512;
