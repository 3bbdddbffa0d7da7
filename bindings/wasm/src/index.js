// Bramah for JavaScript: everything. Modules are loaded when a function first needs them.
export { BramahError } from "./load.js";
export { hash, hashFunctions } from "./hash.js";
export * from "./oneshot.js";
export { createHMAC, hmac, kmac128, kmac256, mac } from "./mac.js";
export {
  argon2Verify, argon2d, argon2i, argon2id, bcrypt, bcryptVerify, hkdf, kdf, password, pbkdf2, scrypt,
} from "./kdf.js";
export { aead, cipher, decrypt, encrypt, encryptThenMac, unwrapKey, wrapKey } from "./cipher.js";
export {
  decryptFile, decryptStream, encryptFile, encryptStream, fca, generateIdentity, identityToRecipient, opensslEnc,
} from "./age.js";
export { formatList, parseList } from "./lists.js";
export { hashFile } from "./file.js";
export { hashMany } from "./many.js";
export { endWorkers } from "./pool.js";
export { hasSimd } from "./simd.js";
