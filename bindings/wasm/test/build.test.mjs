// What the build promises: the numbers of requests on both sides, the sizes, and two equal builds.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import * as requests from "../dist/requests.js";

const dist = realpathSync(new URL("../dist", import.meta.url));
const read = (name) => readFileSync(join(dist, name));
const zipped = (name) => gzipSync(read(name), { level: 9 }).length;

test("requests have the same numbers on both sides", () => {
  const source = readFileSync(new URL("../../../crates/bramah-wasm/src/requests.rs", import.meta.url), "utf8");
  const found = {};
  let group;
  for (const line of source.split("\n")) {
    const [, name] = /^pub mod (\w+)/.exec(line) ?? [];
    if (name) found[(group = name)] = {};
    const [, constant, number] = /pub const (\w+): u32 = (\d+);/.exec(line) ?? [];
    if (constant) found[group][constant] = Number(number);
  }
  assert.deepEqual({ ...requests }, found);
});

// Limits against growth: `make wasm` prints the sizes.
test("SHA-256 alone, compressed, with its JavaScript, has 7 KB at most", (t) => {
  const { outputFiles } = buildSync({ entryPoints: [join(dist, "sha256.js")], bundle: true, minify: true, format: "esm", write: false, alias: { "#engine": join(dist, "engine-web.js") } });
  for (const suffix of [".simd.wasm", ".wasm"]) {
    const size = zipped(`sha256${suffix}`) + gzipSync(outputFiles[0].contents, { level: 9 }).length;
    t.diagnostic(`sha256${suffix} with its JavaScript: ${size}`);
    assert.ok(size <= 7 * 1024, `${size} bytes`);
  }
});

test("nothing in the modules names the builder's folders", () => {
  const home = process.env.HOME ?? "/root";
  for (const name of readdirSync(dist).filter((name) => name.endsWith(".wasm"))) {
    for (const folder of [home, fileURLToPath(new URL("../../..", import.meta.url))]) {
      assert.equal(read(name).includes(folder), false, `${name} has ${folder}`);
    }
  }
});

// It takes as long as `make wasm`: by `BRAMAH_TEST_TWICE=1 make test-wasm`, before a release.
test("a second build is equal", { skip: !process.env.BRAMAH_TEST_TWICE }, () => {
  const target = join(dist, "../../../twice");
  const out = join(target, "package");
  execFileSync(fileURLToPath(new URL("../../../tools/wasm.sh", import.meta.url)), [out], { env: { ...process.env, CARGO_TARGET_DIR: target }, stdio: "ignore" });
  const digest = (folder, name) => createHash("sha256").update(readFileSync(join(folder, "dist", name))).digest("hex");
  const names = readdirSync(join(out, "dist"));
  assert.deepEqual(names.map((name) => digest(out, name)), names.map((name) => digest(join(dist, ".."), name)));
  rmSync(target, { recursive: true });
});
