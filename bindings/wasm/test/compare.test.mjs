// The same results as Node's own functions and hash-wasm's.
import assert from "node:assert/strict";
import * as node from "node:crypto";
import { test } from "node:test";
import * as hashwasm from "hash-wasm";
import * as bramah from "../dist/index.js";
import { blake3 } from "../dist/blake3.js";
import { createSHA256, sha256 } from "../dist/sha256.js";
import { sha512 } from "../dist/sha512.js";
import { hex, pattern } from "./vectors.mjs";

const LENGTHS = [0, 1, 3, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 239, 240, 241, 1000, 1024, 4095, 4096, 16384, 65535, 65536, 65537, 200000];

test("functions of hash-wasm, by the same names", async () => {
  const names = [
    "adler32", "blake2b", "blake2s", "blake3", "crc32", "crc64", "md4", "md5", "ripemd160", "sha1", "sha224", "sha256", "sha384", "sha512",
    "sha3", "sm3", "whirlpool", "xxhash32", "xxhash64", "xxhash3", "xxhash128",
  ];
  for (const name of names) {
    for (const length of LENGTHS) {
      const message = pattern(length);
      assert.equal(await bramah[name](message), await hashwasm[name](message), `${name} of ${length} bytes`);
    }
  }
  const key = pattern(32);
  for (const name of ["blake2b", "blake2s", "blake3"]) {
    assert.equal(await bramah[name]("text", 256, key), await hashwasm[name]("text", 256, key), name);
  }
  assert.equal(await bramah.blake2b("text", 160), await hashwasm.blake2b("text", 160));
  assert.equal(await bramah.sha3("text", 224), await hashwasm.sha3("text", 224));
  for (const length of LENGTHS) {
    const message = pattern(length);
    assert.equal(await bramah.crc32c(message), await hashwasm.crc32(message, 0x82f63b78), `crc32c of ${length} bytes`);
    // the greatest sums
    message.fill(255);
    assert.equal(await bramah.adler32(message), await hashwasm.adler32(message), `adler32 of ${length} bytes of 255`);
  }
  assert.equal(await bramah.keccak256("text"), await hashwasm.keccak("text", 256));
});

test("objects of hash-wasm", async () => {
  for (const name of ["SHA256", "MD5", "BLAKE3", "XXHash64", "SHA3", "Whirlpool", "BLAKE2b"]) {
    const [ours, theirs] = [await bramah[`create${name}`](), await hashwasm[`create${name}`]()];
    assert.equal(ours.init().update("a").update(pattern(1000)).digest(), theirs.init().update("a").update(pattern(1000)).digest(), name);
    assert.equal(hex(ours.init().update("b").digest("binary")), theirs.init().update("b").digest(), name);
    assert.equal(ours.digestSize, theirs.digestSize, name);
    // there a block of XXH64 is a stripe
    if (name !== "XXHash64") assert.equal(ours.blockSize, theirs.blockSize, name);
    ours.dispose();
  }
});

test("Node's hash functions and HMAC", async () => {
  for (const [ours, theirs] of [["sha1", "sha1"], ["sha256", "sha256"], ["sha512-256", "sha512-256"], ["sha3-384", "sha3-384"], ["sm3", "sm3"]]) {
    for (const length of LENGTHS) {
      const message = pattern(length);
      const made = await bramah.hash(ours);
      assert.equal(made.update(message).digest(), node.createHash(theirs).update(message).digest("hex"), `${ours} ${length}`);
      made.dispose();
      const tag = await bramah.hmac(ours, pattern(40), message);
      assert.equal(tag, node.createHmac(theirs, pattern(40)).update(message).digest("hex"), `hmac-${ours} ${length}`);
    }
  }
  const theirs = await hashwasm.createHMAC(hashwasm.createSHA256(), "key");
  const ours = await bramah.createHMAC(bramah.createSHA256(), "key");
  assert.equal(ours.update("text").digest(), theirs.update("text").digest());
});

test("hash functions in modules of their own", async () => {
  for (const [ours, theirs] of [[sha256, "sha256"], [sha512, "sha512"], [blake3, "blake3"]]) {
    for (const length of LENGTHS) assert.equal(await ours(pattern(length)), await hashwasm[theirs](pattern(length)), `${theirs} ${length}`);
  }
  const made = await createSHA256();
  const copy = made.update("a").clone();
  assert.equal(copy.update("bc").digest(), await bramah.sha256("abc"));
  assert.equal(made.init().update("abc").digest(), await bramah.sha256("abc"));
  assert.equal(sha256.create().update("abc").digest(), made.digest());
  assert.throws(() => made.update("more"), /ended/);
  made.dispose();
  assert.throws(() => made.digest(), /disposed/);
  const many = [];
  assert.throws(() => { for (;;) many.push(sha256.create()); }, /too many/);
  many.forEach((one) => one.dispose());
});

test("many messages", async () => {
  const messages = Array.from({ length: 3000 }, (_, i) => pattern(i % 700, i));
  for (const name of ["sha256", "blake3", "sha512", "md5", "sha3-256"]) {
    const digests = await bramah.hashMany(name, messages);
    const size = digests.length / messages.length;
    for (const [i, message] of messages.entries()) {
      if (i % 37 === 0) assert.equal(hex(digests.subarray(i * size, (i + 1) * size)), await bramah[name.startsWith("sha3") ? "sha3" : name](message, name === "sha3-256" ? 256 : undefined), `${name} ${i}`);
    }
  }
  assert.equal((await bramah.hashMany("sha256", [])).length, 0);
  const long = [pattern(3 << 20), pattern(2 << 20), "short"];
  assert.equal(hex((await bramah.hashMany("sha256", long)).slice(0, 32)), await bramah.sha256(long[0]));
});

test("key derivation and passwords", async () => {
  const salt = pattern(16);
  for (const hash of ["sha1", "sha256", "sha512"]) {
    const ours = await bramah.pbkdf2({ password: "pass", salt, iterations: 1000, hashLength: 40, hashFunction: bramah.hash(hash) });
    assert.equal(ours, node.pbkdf2Sync("pass", salt, 1000, 40, hash).toString("hex"));
  }
  const scrypt = await bramah.scrypt({ password: "pass", salt, costFactor: 1024, blockSize: 8, parallelism: 2, hashLength: 32 });
  assert.equal(scrypt, node.scryptSync("pass", salt, 32, { N: 1024, r: 8, p: 2 }).toString("hex"));
  const options = { password: "pass", salt, iterations: 2, parallelism: 2, memorySize: 256, hashLength: 24 };
  for (const name of ["argon2i", "argon2d", "argon2id"]) {
    for (const outputType of ["hex", "encoded"]) {
      assert.equal(await bramah[name]({ ...options, outputType }), await hashwasm[name]({ ...options, outputType }), name);
    }
  }
  const encoded = await hashwasm.argon2id({ ...options, hashLength: 32, outputType: "encoded" });
  assert.equal(await bramah.argon2Verify({ password: "pass", hash: encoded }), true);
  assert.equal(await bramah.argon2Verify({ password: "wrong", hash: encoded }), false);
  const theirs = await hashwasm.bcrypt({ password: "pass", salt, costFactor: 5, outputType: "encoded" });
  assert.equal(await bramah.bcryptVerify({ password: "pass", hash: theirs }), true);
  const ours = await bramah.bcrypt({ password: "pass", salt, costFactor: 5 });
  assert.equal(ours.slice(4), theirs.slice(4));
  assert.equal(hex(await bramah.hkdf("sha256", "secret", salt, "info", 50)), hex(Buffer.from(node.hkdfSync("sha256", "secret", salt, "info", 50))));
  const made = await bramah.password.hash("pass", "argon2id", { memory: 64, iterations: 1, lanes: 1 });
  assert.match(made, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  assert.notEqual(made, await bramah.password.hash("pass", "argon2id", { memory: 64, iterations: 1, lanes: 1 }));
  assert.equal(await bramah.password.verify("pass", made), true);
  assert.equal(await bramah.password.outdated(made), true);
  const yescrypt = await bramah.password.hash("pass", "yescrypt", { log_n: 10, r: 8 });
  assert.equal(await bramah.password.verify("pass", yescrypt), true);
  // 256 MiB, after which the memory is given up
  assert.equal((await bramah.argon2id({ ...options, memorySize: 1 << 18, iterations: 1 })).length, 48);
});

test("Web Crypto's AES-GCM, in both directions", async () => {
  const [key, iv, additionalData, data] = [pattern(32), pattern(12), pattern(9), pattern(70000)];
  const theirs = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
  for (const tagLength of [undefined, 96]) {
    const algorithm = { name: "AES-GCM", iv, additionalData, ...(tagLength && { tagLength }) };
    const sealed = await bramah.encrypt(algorithm, key, data);
    assert.equal(hex(sealed), hex(new Uint8Array(await crypto.subtle.encrypt(algorithm, theirs, data))));
    assert.equal(hex(await bramah.decrypt(algorithm, key, sealed)), hex(data));
    await assert.rejects(bramah.decrypt({ ...algorithm, iv: pattern(12, 1) }, key, sealed), { code: "ERR_UNAUTHENTIC" });
  }
  const cipher = node.createCipheriv("aes-256-cbc", key, pattern(16));
  const wanted = Buffer.concat([cipher.update(data), cipher.final()]);
  const ours = await bramah.cipher("aes-256-cbc", key, pattern(16), { padding: "pkcs7" });
  assert.equal(hex(Buffer.concat([ours.update(data), ours.finish()])), hex(wanted));
});

test("saved states are those of other interfaces", async () => {
  const made = await bramah.hash("blake2b", { bits: 256, key: "key" });
  const state = made.update("begun ").save();
  await assert.rejects(bramah.hash.restore(state), { code: "ERR_MALFORMED" });
  await assert.rejects(bramah.hash.restore(state.slice(1), { key: "key" }), { code: "ERR_MALFORMED" });
  const restored = await bramah.hash.restore(state, { key: "key" });
  assert.equal(restored.update("and ended").digest(), await bramah.blake2b("begun and ended", 256, "key"));
  assert.equal(made.update("and ended").digest(), restored.digest());
});

test("KMAC", async () => {
  // SP 800-185, samples 1 and 2
  const key = Uint8Array.from({ length: 32 }, (_, i) => 0x40 + i);
  const data = Uint8Array.of(0, 1, 2, 3);
  assert.equal(await bramah.kmac128(key, data), "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e");
  assert.equal(await bramah.kmac128(key, data, { personal: "My Tagged Application" }), "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5");
});
