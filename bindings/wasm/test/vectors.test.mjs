// Every vector of bindings/vectors.txt, on the modules with SIMD and on those without.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, hex, kinds, vectors } from "./vectors.mjs";
import * as bramah from "../dist/index.js";
import { DEPTH, STACK } from "../dist/load.js";
import { hasSimd, useSimd } from "../dist/simd.js";
import { ciphers } from "../dist/piece-ciphers.js";
import { hashes } from "../dist/piece-hashes.js";
import { kdf as kdfs } from "../dist/piece-kdf.js";

// what this interface does not have: Bao, the numbers of Salsar
const LEFT_OUT = new Set(["bao", "salsar"]);
const NONE = new Uint8Array();
const unauthentic = { code: "ERR_UNAUTHENTIC" };

const run = {
  async hash() {
    for (const { name, message = NONE, digest } of vectors("hash")) {
      const made = await bramah.hash(name);
      const fixed = made.digestSize === digest.length;
      if (fixed) assert.equal(made.of(message), hex(digest), name);
      if (fixed) assert.equal(hex(made.many([message, "another", message]).slice(2 * digest.length)), hex(digest), name);
      for (let i = 0; i < message.length; i += 7) made.update(message.subarray(i, i + 7));
      const copy = made.clone();
      const state = made.save();
      assert.equal(fixed ? made.digest() : made.extend(digest.length), hex(digest), name);
      assert.equal(fixed ? copy.digest() : copy.extend(digest.length), hex(digest), name);
      const restored = await bramah.hash.restore(state);
      assert.equal(fixed ? restored.digest() : restored.extend(digest.length), hex(digest), name);
      for (const one of [made, copy, restored]) one.dispose();
    }
  },
  async mac() {
    for (const { name, key = NONE, nonce, message = NONE, tag } of vectors("mac")) {
      const made = await bramah.mac(name, key, { nonce });
      made.update(message.subarray(0, 3)).update(message.subarray(3));
      const copy = made.clone();
      assert.equal(made.digest("hex").slice(0, 2 * tag.length), hex(tag), name);
      if (made.digestSize === tag.length) {
        const other = copy.clone();
        assert.equal(copy.verify(tag), true, name);
        assert.equal(other.verify(changed(tag)), false, name);
        other.dispose();
      }
      made.dispose();
      copy.dispose();
    }
  },
  async cipher() {
    for (const { name, key, iv, plaintext = NONE, ciphertext = NONE } of vectors("cipher")) {
      for (const [decrypt, given, wanted] of [[false, plaintext, ciphertext], [true, ciphertext, plaintext]]) {
        const made = await bramah.cipher(name, key, iv, { decrypt });
        const parts = [];
        for (let i = 0; i < given.length; i += 5) parts.push(made.update(given.subarray(i, i + 5)));
        parts.push(made.finish());
        assert.equal(hex(Buffer.concat(parts)), hex(wanted), name);
        made.dispose();
      }
    }
  },
  async stream() {
    for (const { name, key, nonce, rounds, plaintext, ciphertext } of vectors("stream")) {
      const made = await bramah.cipher(name, key, nonce, { rounds });
      assert.equal(hex(made.update(plaintext)), hex(ciphertext), name);
      made.dispose();
    }
  },
  async aead() {
    for (const { name, key = NONE, nonce = NONE, ad, plaintext = NONE, ciphertext = NONE, tag } of vectors("aead")) {
      const made = await bramah.aead(name, key, { tagLength: tag.length });
      const sealed = made.encrypt(nonce, plaintext, ad);
      assert.equal(hex(sealed), hex(ciphertext) + hex(tag), name);
      assert.equal(hex(made.decrypt(nonce, sealed, ad)), hex(plaintext), name);
      assert.throws(() => made.decrypt(nonce, changed(sealed), ad), unauthentic, name);
      made.dispose();
    }
  },
  async composition() {
    for (const { name, key, nonce, ad, plaintext = NONE, ciphertext, tag } of vectors("composition")) {
      const sealed = await bramah.encryptThenMac.encrypt(name, key, nonce, plaintext, ad);
      assert.equal(hex(sealed), hex(ciphertext) + hex(tag), name);
      assert.equal(hex(await bramah.encryptThenMac.decrypt(name, key, nonce, sealed, ad)), hex(plaintext), name);
      await assert.rejects(bramah.encryptThenMac.decrypt(name, key, nonce, changed(sealed), ad), unauthentic);
    }
  },
  async wrap() {
    for (const { name, key, plaintext, ciphertext } of vectors("wrap")) {
      assert.equal(hex(await bramah.wrapKey(name, key, plaintext)), hex(ciphertext), name);
      assert.equal(hex(await bramah.unwrapKey(name, key, ciphertext)), hex(plaintext), name);
      await assert.rejects(bramah.unwrapKey(name, key, changed(ciphertext)), unauthentic);
    }
  },
  async kdf() {
    for (const { name, password = NONE, output, ...options } of vectors("kdf")) {
      assert.equal(hex(await bramah.kdf(name, password, output.length, options)), hex(output), name);
    }
  },
  async password() {
    for (const { password = NONE, string } of vectors("password")) {
      assert.equal(await bramah.password.verify(password, string), true, string);
      assert.equal(await bramah.password.verify(Buffer.concat([password, Buffer.from("x")]), string), false, string);
    }
  },
  // every algorithm of the registry is in the list of its kind, and can be used
  async named() {
    const lists = {
      Hash: [bramah.hash.names, (name, key) => bramah.hash(name, key.length ? { key } : {})],
      Cipher: [undefined, (name, key) => bramah.cipher(`${name}-ecb`, key)],
      Mode: [bramah.cipher.names, (name, key, nonce) => bramah.cipher(name, key, nonce)],
      Stream: [bramah.cipher.names, (name, key, nonce) => bramah.cipher(name, key, nonce)],
      Aead: [bramah.aead.names, (name, key) => bramah.aead(name, key)],
      Mac: [bramah.mac.names, (name, key, nonce) => bramah.mac(name, key, { nonce })],
      EncryptThenMac: [undefined, (name, key, nonce) => bramah.encryptThenMac.encrypt(name, key, nonce, "")],
      KeyWrap: [undefined, (name, key) => bramah.wrapKey(name, key, new Uint8Array(64))],
      Kdf: [bramah.kdf.names, async (name) => assert.rejects(bramah.kdf(name, "", 16, { hash: "nothing" }), { code: "ERR_UNKNOWN_NAME" })],
      Password: [undefined, async (name) => assert.rejects(bramah.password.hash("", name, { nothing: 1 }), /nothing/)],
    };
    const names = {};
    for (const { kind, name, key_size, nonce_size } of vectors("named")) {
      if (kind === "Fpe") continue; // format-preserving encryption is not in this interface
      const [list, use] = lists[kind];
      names[kind] ??= list && new Set(await list());
      assert.ok(!list || names[kind].has(name), `${kind} ${name} is not listed`);
      const bytes = (size) => Uint8Array.from({ length: size }, (_, i) => (i + 1) & 255);
      const used = await use(name, bytes(key_size), bytes(nonce_size));
      used?.dispose?.();
    }
  },
};

test("the kinds of vectors are those that are known here", () => {
  assert.deepEqual([...kinds()].sort(), [...Object.keys(run), ...LEFT_OUT].sort());
});

test("the probe finds the SIMD of Node", () => assert.equal(hasSimd(), true));

for (const simd of [true, false]) {
  test(`modules ${simd ? "with" : "without"} SIMD`, async (t) => {
    useSimd(simd);
    for (const pieces of [...ciphers, ...kdfs, ...Object.values(hashes)]) pieces.forget();
    for (const [kind, body] of Object.entries(run)) await t.test(kind, body);
    await t.test("nothing is left on the stack where it is not erased", () => {
      const used = [...ciphers, ...kdfs, ...Object.values(hashes)].map((pieces) => pieces.loaded()).filter(Boolean);
      assert.ok(used.length > 10);
      for (const piece of used) assert.ok(piece.memory.subarray(0, STACK - DEPTH).every((byte) => byte === 0));
    });
    useSimd(undefined);
    for (const pieces of [...ciphers, ...kdfs, ...Object.values(hashes)]) pieces.forget();
  });
}
