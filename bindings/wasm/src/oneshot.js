// Functions for whole messages, under the names of hash-wasm. Each returns hexadecimal digits; those
// without other options take the form of the result, too.
import { whole } from "./bytes.js";
import { digest, hash } from "./hash.js";

// what is no text is ignored, so that a list can be mapped: `map` passes the index
const plain = (name) => (data, form) => digest(name, data, { form: typeof form === "string" ? form : undefined });
const sized = (name, usual) => (data, bits = usual) => digest(name, data, { bits: whole(bits, "bits") });
const keyed = (name, usual) => async (data, bits = usual, key) => {
  if (key === undefined || key === null) return digest(name, data, { bits: whole(bits, "bits") });
  const made = await hash(name, { bits: whole(bits, "bits"), key });
  try {
    return made.of(data);
  } finally {
    made.dispose();
  }
};
const create = (name, options) => () => hash(name, options);

export const adler32 = plain("adler32");
export const crc32 = plain("crc32");
export const crc32c = plain("crc32c");
export const crc64 = plain("crc64");
export const md4 = plain("md4");
export const md5 = plain("md5");
export const ripemd160 = plain("ripemd-160");
export const sha1 = plain("sha1");
export const sha224 = plain("sha224");
export const sha256 = plain("sha256");
export const sha384 = plain("sha384");
export const sha512 = plain("sha512");
export const sm3 = plain("sm3");
export const whirlpool = plain("whirlpool");
export const xxhash32 = plain("xxh32");
export const xxhash64 = plain("xxh64");
export const xxhash3 = plain("xxh3-64");
export const xxhash128 = plain("xxh3-128");
export const keccak256 = plain("keccak-256");
export const sha3 = (data, bits = 512) => digest(`sha3-${whole(bits, "bits")}`, data);
export const shake128 = sized("shake128", 256);
export const shake256 = sized("shake256", 512);
export const blake2b = keyed("blake2b", 512);
export const blake2s = keyed("blake2s", 256);
export const blake3 = keyed("blake3", 256);

export const createAdler32 = create("adler32");
export const createCRC32 = create("crc32");
export const createCRC32C = create("crc32c");
export const createCRC64 = create("crc64");
export const createMD4 = create("md4");
export const createMD5 = create("md5");
export const createRIPEMD160 = create("ripemd-160");
export const createSHA1 = create("sha1");
export const createSHA224 = create("sha224");
export const createSHA256 = create("sha256");
export const createSHA384 = create("sha384");
export const createSHA512 = create("sha512");
export const createSM3 = create("sm3");
export const createWhirlpool = create("whirlpool");
export const createXXHash32 = create("xxh32");
export const createXXHash64 = create("xxh64");
export const createXXHash3 = create("xxh3-64");
export const createXXHash128 = create("xxh3-128");
export const createSHA3 = (bits = 512) => hash(`sha3-${whole(bits, "bits")}`);
export const createBLAKE2b = (bits = 512, key) => hash("blake2b", { bits: whole(bits, "bits"), key: key ?? undefined });
export const createBLAKE2s = (bits = 256, key) => hash("blake2s", { bits: whole(bits, "bits"), key: key ?? undefined });
export const createBLAKE3 = (bits = 256, key) => hash("blake3", { bits: whole(bits, "bits"), key: key ?? undefined });
