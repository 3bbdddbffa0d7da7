// A fresh project with the archive that `npm pack` made, under each bundler: what it builds runs in Node, and in Chromium where it
// is. And the types.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = dirname(dirname(realpathSync(join(here, "../dist"))));
const archive = readdirSync(target).find((name) => /^bramah-.*\.tgz$/.test(name));
const root = join(target, "projects");
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const WANTED = [
  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  "d70a839b87633a3e431d5df5c4a027d7",
];
const MAIN = `
import { hashFile, hash } from "bramah";
import { sha256 } from "bramah/sha256";
const tell = (result) => globalThis.document && fetch("./result", { method: "POST", body: result });
globalThis.document?.defaultView.addEventListener("unhandledrejection", ({ reason }) => tell(String(reason?.stack ?? reason)));
const found = [await sha256("abc"), (await hash("sha256")).update("abc").digest(), (await hashFile(new Blob([new Uint8Array(600000)]), "md5")).md5];
globalThis.found = found;
tell(JSON.stringify(found));
`;

function project(name) {
  const folder = join(root, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--offline", join(target, archive)], { cwd: folder });
  writeFileSync(join(folder, "src/main.js"), MAIN);
  writeFileSync(join(folder, "index.html"), '<!doctype html><meta charset="utf-8"><body><script type="module" src="./src/main.js"></script>');
  return folder;
}

// Runs a page's script in Node, where a file is read by what the page would fetch.
function inNode(script) {
  const code = `
    import { readFile } from "node:fs/promises";
    globalThis.fetch = async (url) => new Response(await readFile(new URL(url)), { headers: { "content-type": "application/wasm" } });
    await import(${JSON.stringify(pathToFileURL(script).href)});
    console.log(JSON.stringify(globalThis.found));`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(JSON.parse(run.stdout), WANTED);
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

// A page that a server here sends, and that sends its result back.
async function inChromium(t, folder) {
  if (!CHROMIUM) return t.diagnostic("no Chromium here: not run in a browser");
  const profile = mkdtempSync(join(tmpdir(), "bramah-chromium-"));
  let found;
  const result = new Promise((resolve) => (found = resolve));
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname;
    if (request.method === "POST") {
      request.setEncoding("utf8").on("data", found);
      return response.end();
    }
    const path = join(folder, name);
    if (!existsSync(path) || !extname(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/index.html`;
  const child = spawn(CHROMIUM, ["--headless=new", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, url], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const late = setTimeout(() => found("no result in 90 s"), 90_000);
  try {
    assert.equal(await result, JSON.stringify(WANTED));
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
    await ended;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

before(() => assert.ok(archive, `no archive in ${target}: make wasm`));
after(() => rmSync(root, { recursive: true, force: true }));

test("Vite", async (t) => {
  const { build } = await import("vite");
  const folder = project("vite");
  await build({ root: folder, base: "./", logLevel: "error", build: { target: "esnext", assetsInlineLimit: 0, modulePreload: { polyfill: false } } });
  const assets = readdirSync(join(folder, "dist/assets"));
  assert.ok(assets.some((name) => /^sha2.*\.wasm$/.test(name)) && assets.some((name) => /^worker.*\.js$/.test(name)), assets.join());
  const page = readFileSync(join(folder, "dist/index.html"), "utf8");
  inNode(join(folder, "dist", /src="\.\/(assets\/[^"]+\.js)"/.exec(page)[1]));
  await inChromium(t, join(folder, "dist"));
});

test("webpack", async (t) => {
  const { default: webpack } = await import("webpack");
  const folder = project("webpack");
  const stats = await new Promise((resolve, reject) =>
    webpack({
      context: folder, mode: "production", entry: "./src/main.js", experiments: { outputModule: true },
      output: { path: join(folder, "dist"), filename: "main.js", module: true, publicPath: "auto" }, target: "web",
    }, (error, result) => (error ? reject(error) : resolve(result))));
  assert.equal(stats.hasErrors(), false, stats.toString({ errors: true }));
  assert.ok(readdirSync(join(folder, "dist")).some((name) => name.endsWith(".wasm")));
  writeFileSync(join(folder, "dist/index.html"), readFileSync(join(folder, "index.html"), "utf8").replace("src/main.js", "main.js"));
  inNode(join(folder, "dist/main.js"));
  await inChromium(t, join(folder, "dist"));
});

test("esbuild", async (t) => {
  const { build } = await import("esbuild");
  const folder = project("esbuild");
  await build({
    absWorkingDir: folder, entryPoints: { main: "src/main.js", worker: "node_modules/bramah/dist/worker.js" }, bundle: true, format: "esm", splitting: true,
    outdir: "dist", target: "esnext", logLevel: "error",
  });
  // esbuild leaves `new URL` as it is: the modules are copied
  for (const name of readdirSync(join(folder, "node_modules/bramah/dist"))) {
    if (name.endsWith(".wasm")) cpSync(join(folder, "node_modules/bramah/dist", name), join(folder, "dist", name));
  }
  writeFileSync(join(folder, "dist/index.html"), readFileSync(join(folder, "index.html"), "utf8").replace("src/main.js", "main.js"));
  inNode(join(folder, "dist/main.js"));
  await inChromium(t, join(folder, "dist"));
});

test("a plain page, with an import map", async (t) => {
  const folder = project("plain");
  const imports = { bramah: "./node_modules/bramah/dist/index.js", "bramah/sha256": "./node_modules/bramah/dist/sha256.js", "#engine": "./node_modules/bramah/dist/engine-web.js", "#workers": "./node_modules/bramah/dist/workers-web.js" };
  writeFileSync(join(folder, "index.html"), readFileSync(join(folder, "index.html"), "utf8").replace("<script", `<script type="importmap">${JSON.stringify({ imports })}</script><script`));
  await inChromium(t, folder);
});

test("Node, from the archive", () => {
  const folder = project("node");
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", `${MAIN}; console.log(JSON.stringify(found))`], { cwd: folder, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(JSON.parse(run.stdout), WANTED);
});

for (const [engine, ...rest] of [["deno", "run", "--allow-read", "--allow-env", "--allow-sys", "--no-prompt"], ["bun", "run"]]) {
  test(`${engine}, from the archive`, (t) => {
    // what npm installs without running scripts
    const modules = join(here, "engines/node_modules");
    const ovens = existsSync(join(modules, "@oven")) ? readdirSync(join(modules, "@oven")) : [];
    const places = { deno: [join(modules, ".bin/deno")], bun: ovens.map((name) => join(modules, "@oven", name, "bin/bun")) }[engine];
    const found = [...places, engine].find((name) => spawnSync(name, ["--version"]).status === 0);
    if (!found) return t.skip(`no ${engine} here`);
    const folder = project(engine);
    writeFileSync(join(folder, "src/run.js"), `${MAIN}; console.log(JSON.stringify(found)); globalThis.process?.exit(0)`);
    const run = spawnSync(found, [...rest, "src/run.js"], { cwd: folder, encoding: "utf8", timeout: 60000 });
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual(JSON.parse(run.stdout), WANTED);
  });
}

test("the types", () => {
  const folder = project("types");
  cpSync(join(here, "types.ts"), join(folder, "src/types.ts"));
  const compiler = join(here, "../node_modules/typescript/bin/tsc");
  for (const resolution of ["nodenext", "bundler"]) {
    const options = ["--noEmit", "--strict", "--target", "esnext", "--module", resolution === "bundler" ? "esnext" : "nodenext", "--moduleResolution", resolution, "--lib", "esnext,dom,dom.iterable,esnext.disposable", "src/types.ts"];
    const run = spawnSync(process.execPath, [compiler, ...options], { cwd: folder, encoding: "utf8" });
    assert.equal(run.status, 0, run.stdout);
  }
});
