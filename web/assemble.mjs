// Makes the page: a folder of static files, from this one and the package.
//
//     node web/assemble.mjs PACKAGE OUT      PACKAGE is the folder with the package's built files
//
// OUT is replaced. `version.js` there has a digest of all files, by which browsers see that there is a new page.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const own = dirname(fileURLToPath(import.meta.url));
const [dist, out] = process.argv.slice(2);
if (!out) {
  console.error("usage: node web/assemble.mjs PACKAGE OUT");
  process.exit(2);
}

/** What is for the one who makes or hosts the page, and no part of it. */
const LEFT_OUT = new Set(["assemble.mjs", "nginx.conf", "test"]);
/** What the page does not use of the package: the service worker keeps all files of the page. */
const UNUSED = /\.(d\.ts|map)$|^((all-)?(ciphers|kdf)|sha256|sha512|blake3)(\.simd)?\.wasm$/;

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "bramah"), { recursive: true });
for (const name of readdirSync(own)) {
  if (!LEFT_OUT.has(name)) cpSync(join(own, name), join(out, name), { recursive: true });
}
cpSync(dist, join(out, "bramah"), { recursive: true, filter: (path) => !UNUSED.test(basename(path)) });

/** All files below a folder, in order. */
function* all(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* all(path);
    else yield path;
  }
}

// a browser does not read package.json, in which the package says which of its files are for browsers
let version = "0";
const description = join(dist, "../package.json");
if (existsSync(description)) {
  const read = JSON.parse(readFileSync(description, "utf8"));
  ({ version } = read);
  const names = Object.entries(read.imports ?? {}).map(([name, by]) => [`"${name}"`, `"./${basename(by.default)}"`]);
  for (const path of all(join(out, "bramah"))) {
    if (!path.endsWith(".js")) continue;
    const text = readFileSync(path, "utf8");
    const resolved = names.reduce((text, [name, file]) => text.replaceAll(name, file), text);
    if (resolved !== text) writeFileSync(path, resolved);
  }
}

const digest = createHash("sha256");
const files = ["./"];
for (const path of all(out)) {
  const name = relative(out, path).replaceAll(sep, "/");
  digest.update(`${name}\0`).update(readFileSync(path)).update("\0");
  if (name !== "sw.js" && name !== "index.html") files.push(name);
}
files.push("version.js");
writeFileSync(join(out, "version.js"), `self.BRAMAH = ${JSON.stringify({ version, digest: digest.digest("hex"), files }, null, 1)};\n`);
console.log(`${out}: ${files.length + 1} files`);
