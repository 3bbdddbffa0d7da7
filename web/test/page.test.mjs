// The page in real browsers: those of Chromium and Firefox that are installed.
//
//     node --experimental-websocket --test web/test/      after `make wasm`
//
// PAGE is the folder with the page, and BRAMAH the command whose files are read and which reads the page's. LONG=1 adds files
// of 5 GiB.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { Chromium, chromium } from "./chromium.mjs";
import { Firefox, firefox } from "./firefox.mjs";
import { serve } from "./server.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(top, "target");
const folder = resolve(process.env.PAGE ?? join(target, "wasm/page"));
const command = [process.env.BRAMAH, join(target, "release/bramah")].find((path) => path && existsSync(path));
const browsers = [[Chromium, chromium()], [Firefox, firefox()]].filter(([, path]) => path);
if (browsers.length === 0) console.log("NO BROWSER: neither chromium nor firefox was found, so the page was not tested.");
if (!command) console.log("NO COMMAND: BRAMAH names none, so no file was exchanged with it.");

/** A result goes to the browser's storage, since no test can answer the dialog of a save. */
const NO_PICKER = "delete window.showSaveFilePicker;";
/** As by the dialog, but the file is in the browser's storage. */
const PICKER = `window.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });`;
/** Keeps the page's workers where a test can end them. */
const WORKERS = "window.workers = []; window.Worker = class extends Worker { constructor(...given) { super(...given); workers.push(this); } };";

/** Waits until a function in the page returns something true, and returns it. */
async function until(page, body, ...values) {
  const end = Date.now() + 90_000;
  for (;;) {
    const found = await page.run(body, ...values);
    if (found) return found;
    if (Date.now() > end) {
      assert.fail(`waited for ${body}; the page has: ${await page.run(() => document.querySelector("section:not([hidden])").innerText)}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

const ready = (page) => until(page, () => document.querySelector("#offline.ready") !== null);
const tab = (page, name) => page.run((name) => document.querySelector(`#tab-${name}`).click(), name);
const verdict = (page, id) => until(page, (id) => {
  const text = document.getElementById(id).textContent;
  return text !== "" && !text.startsWith("Checking") && text;
}, id);
const digestsOf = (page, count) => until(page, (count) => {
  const rows = [...document.querySelectorAll("#digests-rows > li")];
  const all = rows.map((row) => [row.querySelector(".name").textContent, ...[...row.querySelectorAll("code")].map((code) => code.textContent)]);
  return document.querySelector("#digests-cancel").hidden && rows.length === count && all;
}, count);
/** What the lines of a list came to. */
const statuses = (page) => page.run(() => [...document.querySelectorAll("#check-rows > li")]
  .map((row) => [row.querySelector(".name").textContent, row.querySelector(".badge").className.replace("badge ", "")]));
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Fills a field as if typed. */
const type = (page, id, text) => page.run((id, text) => {
  const field = document.getElementById(id);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}, id, text);
const tick = (page, selector) => page.run((selector) => document.querySelector(selector).click(), selector);

/** Encrypts or decrypts the file that is chosen, and returns the result's bytes. */
async function result(page) {
  await page.run(() => { document.getElementById("age-verdict").textContent = ""; document.getElementById("age-go").click(); });
  const text = await verdict(page, "age-verdict");
  const base64 = await page.run(async () => {
    const link = document.getElementById("age-download");
    if (!link.hasAttribute("href") || document.getElementById("age-result").hidden) return null;
    const file = await new Promise((found, failed) => {
      // the policy lets the page fetch no such address: the file is read from the storage
      navigator.storage.getDirectory().then(async (root) => {
        for await (const [name, handle] of root.entries()) if (name.startsWith("result-")) found(await handle.getFile());
        failed(new Error("no result"));
      });
    });
    let text = "";
    for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  });
  return { text, bytes: base64 === null ? null : Buffer.from(base64, "base64") };
}

for (const [Browser] of browsers) {
  describe(`the page in ${Browser.name}`, { concurrency: 1 }, () => {
    let browser, server, files;
    const path = (name) => join(files, name);
    const open = (options) => browser.open(server.url, options);

    before(async () => {
      files = mkdtempSync(join(tmpdir(), "bramah-page-"));
      writeFileSync(path("abc"), "abc");
      writeFileSync(path("empty"), "");
      writeFileSync(path("random.bin"), randomBytes(3_000_000));
      mkdirSync(path("folder/inner"), { recursive: true });
      writeFileSync(path("folder/inner/abc"), "abc");
      writeFileSync(path("folder/other"), "other");
      server = await serve(folder);
      browser = await Browser.start();
    });
    after(async () => {
      await browser?.close();
      server?.close();
      rmSync(files, { recursive: true, force: true });
    });

    /** Acts, and returns the most memory in bytes that the page had more than before while it waited for `done`. */
    async function most(page, act, done) {
      const begin = browser.memory?.() ?? 0;
      let most = begin;
      await act();
      while (!await page.run(done)) {
        most = Math.max(most, browser.memory?.() ?? 0);
        await new Promise((wake) => setTimeout(wake, 250));
      }
      console.log(`${browser.name}: ${((most - begin) / 2 ** 20).toFixed(1)} MiB of memory more than before at the most`);
      return most - begin;
    }
    const sparse = (name, length) => {
      const file = openSync(path(name), "w");
      ftruncateSync(file, length);
      closeSync(file);
    };

    it("digests files, by several functions, and writes their list", async () => {
      const page = await open();
      await tick(page, '#function-chips input[value="sha512"]');
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc"), path("empty"), path("random.bin")]);
      const found = await digestsOf(page, 3);
      for (const [name, first, second] of found) {
        const bytes = readFileSync(path(name));
        assert.equal(first, sha256(bytes), name);
        assert.equal(second, createHash("sha512").update(bytes).digest("hex"), name);
      }
      assert.deepEqual(page.errors, []);
      await page.close();
    });

    it("digests folders with their paths", { skip: Browser !== Chromium && "BiDi has no drop" }, async () => {
      const page = await open();
      await page.drop([path("folder"), path("abc")]);
      const found = await digestsOf(page, 3);
      assert.deepEqual(found.map(([name]) => name).sort(), ["abc", "folder/inner/abc", "folder/other"]);
      assert.equal(found.find(([name]) => name === "folder/inner/abc")[1], sha256("abc"));
      await page.close();
    });

    it("says that a function is broken, and knows no others than it has", async () => {
      const page = await open();
      await ready(page);
      await type(page, "other-function", "md5");
      await tick(page, '#function-chips input[value="sha256"]');
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc")]);
      assert.deepEqual(await digestsOf(page, 1), [["abc", createHash("md5").update("abc").digest("hex")]]);
      assert.match(await page.run(() => document.getElementById("digests-standing").innerText), /MD5 is broken/);
      await type(page, "other-function", "nonsense");
      assert.equal(await until(page, () => document.getElementById("other-function").getAttribute("aria-invalid")), "true");
      await page.close();
    });

    it("checks a list: what matches, what does not, what is missing, what is no line", async () => {
      const page = await open();
      await tab(page, "check");
      writeFileSync(path("SHA256SUMS"),
        `${sha256("abc")}  abc\n${sha256("other")}  empty\n${sha256("x")}  missing\n${sha256(readFileSync(path("random.bin")))} *./random.bin\nnonsense\n`);
      await page.choose('[data-choose="list"]', [path("SHA256SUMS")]);
      assert.match(await verdict(page, "check-verdict"), /Now choose the files/);
      await page.choose('[data-choose="check"]:not([data-folder])', ["abc", "empty", "random.bin"].map(path));
      await until(page, () => document.getElementById("check-verdict").textContent === "Not everything matches.");
      assert.deepEqual(await statuses(page),
        [["abc", "ok"], ["empty", "failed"], ["missing", "missing"], ["./random.bin", "ok"], ["Line 5", "malformed"]]);
      const notes = await page.run(() => document.getElementById("check-notes").innerText);
      assert.match(notes, /1 computed checksum did NOT match/);
      assert.match(notes, /1 line is improperly formatted/);
      assert.deepEqual(page.errors, []);
      await page.close();
    });

    it("checks a pasted list, and a digest alone", async () => {
      const page = await open();
      await tab(page, "check");
      await page.choose('[data-choose="check"]:not([data-folder])', [path("abc"), path("empty")]);
      await type(page, "list-text", `${sha256("abc")}  abc\n`);
      await until(page, () => document.getElementById("check-verdict").textContent === "All good: 1 file matches the list.");
      await type(page, "list-text", sha256(""));
      await until(page, () => document.getElementById("check-verdict").textContent === "Not everything matches.");
      assert.deepEqual(await statuses(page), [["abc", "failed"], ["empty", "ok"]]);
      await page.close();
    });

    it("checks a folder with its list", { skip: Browser !== Chromium && "BiDi has no drop" }, async () => {
      const page = await open();
      await tab(page, "check");
      writeFileSync(path("folder/list.sha256"), `${sha256("abc")}  inner/abc\n${sha256("other")}  other\n`);
      await page.drop([path("folder")]);
      assert.equal(await verdict(page, "check-verdict"), "All good: 2 files match the list.");
      rmSync(path("folder/list.sha256"));
      await page.close();
    });

    it("encrypts with a passphrase what it then decrypts", async () => {
      const page = await open({ early: NO_PICKER });
      await tab(page, "age");
      await page.choose('[data-choose="age"]', [path("random.bin")]);
      await type(page, "passphrase", "correct horse");
      await type(page, "passphrase-again", "another");
      await page.run(() => document.getElementById("age-go").click());
      assert.equal(await verdict(page, "age-verdict"), "The two passphrases differ.");
      await type(page, "passphrase-again", "correct horse");
      const { text, bytes } = await result(page);
      assert.match(text, /is encrypted/);
      assert.equal(bytes.subarray(0, 21).toString(), "age-encryption.org/v1");
      writeFileSync(path("random.bin.age"), bytes);
      if (command) {
        const plain = execFileSync(command, ["decrypt", path("random.bin.age")],
          { env: { ...process.env, BRAMAH_PASSPHRASE: "correct horse" }, maxBuffer: 2 ** 24 });
        assert.ok(plain.equals(readFileSync(path("random.bin"))));
      }
      await page.choose('[data-choose="age"]', [path("random.bin.age")]);
      await until(page, () => document.querySelector('[name="age-mode"][value="decrypt"]').checked);
      const back = await result(page);
      assert.ok(back.bytes.equals(readFileSync(path("random.bin"))), back.text);
      await type(page, "passphrase", "wrong");
      const wrong = await result(page);
      assert.match(wrong.text, /Nothing was written/);
      assert.equal(wrong.bytes, null);
      // nothing is left of the one before, or of the one that failed
      assert.deepEqual(await page.run(async () => {
        const names = [];
        for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
        return names;
      }), []);
      assert.deepEqual(page.errors, []);
      await page.close();
    });

    it("makes a key, and encrypts to its recipient; a file that was damaged is not written", async () => {
      const page = await open({ early: `${NO_PICKER} window.keys = []; const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => { if (blob.type === "text/plain") keys.push(blob); return create(blob); };` });
      await tab(page, "age");
      await tick(page, '[name="age-with"][value="keys"]');
      await tick(page, "#new-key");
      await until(page, () => document.getElementById("recipients").value.startsWith("age1"));
      const key = await page.run(() => window.keys[0].text());
      assert.match(key, /^# public key: age1\S+\nAGE-SECRET-KEY-\S+\n$/);
      await page.choose('[data-choose="age"]', [path("abc")]);
      await tick(page, "#armor");
      const { bytes } = await result(page);
      assert.match(bytes.toString(), /^-----BEGIN AGE ENCRYPTED FILE-----\n/);
      writeFileSync(path("abc.age"), bytes);
      writeFileSync(path("key.txt"), key);
      await page.choose('[data-choose="age"]', [path("abc.age")]);
      await until(page, () => document.querySelector('[name="age-mode"][value="decrypt"]').checked);
      await tick(page, '[name="age-with"][value="keys"]');
      await page.choose("#open-key", [path("key.txt")]);
      await until(page, () => document.getElementById("identities").value !== "");
      assert.equal((await result(page)).bytes.toString(), "abc");
      if (command) {
        const made = execFileSync(command, ["encrypt", "-r", /age1\S+/.exec(key)[0]], { input: "from the command" });
        writeFileSync(path("made.age"), made);
        assert.equal(execFileSync(command, ["decrypt", "-i", path("key.txt"), path("abc.age")]).toString(), "abc");
        await page.choose('[data-choose="age"]', [path("made.age")]);
        await until(page, () => document.getElementById("age-chosen").textContent.startsWith("made.age"));
        assert.equal((await result(page)).bytes.toString(), "from the command");
        made[made.length - 1] ^= 1;
        writeFileSync(path("damaged.age"), made);
        await page.choose('[data-choose="age"]', [path("damaged.age")]);
        await until(page, () => document.getElementById("age-chosen").textContent.startsWith("damaged.age"));
        const damaged = await result(page);
        assert.equal(damaged.bytes, null);
        assert.match(damaged.text, /Nothing was written/);
      }
      await page.close();
    });

    it("saves to the file that was chosen, and only when it is complete", { skip: Browser !== Chromium && "Firefox has no such dialog" }, async () => {
      const page = await open({ early: PICKER });
      await tab(page, "age");
      await type(page, "passphrase", "p");
      await type(page, "passphrase-again", "p");
      await page.choose('[data-choose="age"]', [path("abc")]);
      await page.run(() => document.getElementById("age-go").click());
      assert.match(await verdict(page, "age-verdict"), /^abc\.age is encrypted/);
      const begin = await page.run(async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle("abc.age");
        return (await (await handle.getFile()).text()).slice(0, 21);
      });
      assert.equal(begin, "age-encryption.org/v1");
      await page.close();
    });

    it("asks nothing of the network once it is loaded, and works when the server is gone", async () => {
      const own = await serve(folder);
      const page = await browser.open(own.url, { early: NO_PICKER });
      await ready(page);
      const [before, seen] = [own.requests.length, browser.requests.length];
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc")]);
      await digestsOf(page, 1);
      await tab(page, "check");
      await type(page, "list-text", `${sha256("abc")}  abc\n`);
      await verdict(page, "check-verdict");
      await tab(page, "age");
      await type(page, "passphrase", "p");
      await type(page, "passphrase-again", "p");
      await page.choose('[data-choose="age"]', [path("abc")]);
      assert.match((await result(page)).text, /is encrypted/);
      assert.deepEqual(own.requests.slice(before), [], "requests after the load");
      const elsewhere = browser.requests.slice(seen).filter((url) => !url.startsWith(own.url) && /^(https?|wss?|ftp):/.test(url));
      assert.deepEqual(elsewhere, []);
      // the policy refuses what a script that got in would ask for
      const refused = await page.run(async () => Promise.all([
        fetch("https://example.com/").then(() => "sent", () => "refused"),
        new Promise((done) => {
          const image = new Image();
          image.onload = () => done("sent");
          image.onerror = () => done("refused");
          image.src = "https://example.com/x.png";
        }),
      ]));
      assert.deepEqual(refused, ["refused", "refused"]);
      own.close();
      await page.reload();
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc")]).catch(async () => {
        await tab(page, "digests");
        await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc")]);
      });
      assert.deepEqual(await digestsOf(page, 1), [["abc", sha256("abc")]]);
      await page.close();
    });

    it("is cancelled", async () => {
      const page = await open();
      sparse("large", 4 * 2 ** 30);
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("large")]);
      await until(page, () => /MiB of 4/.test(document.getElementById("digests-count").textContent));
      await tick(page, "#digests-cancel");
      await until(page, () => document.getElementById("digests-count").textContent === "Cancelled");
      // and the workers are free for others
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc")]);
      await until(page, (digest) => document.getElementById("digests-rows").innerText.includes(digest), sha256("abc"));
      await page.close();
    });

    it("says that a worker was ended, and goes on with another", async () => {
      const page = await open({ early: WORKERS });
      await ready(page);
      sparse("large", 4 * 2 ** 30);
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("large")]);
      await until(page, () => /MiB of 4/.test(document.getElementById("digests-count").textContent));
      await page.run(() => { for (const worker of window.workers) worker.terminate(); });
      const row = await until(page, () => document.querySelector("#digests-rows .reason")?.textContent);
      assert.match(row, /has stopped/);
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc")]);
      await until(page, (digest) => document.getElementById("digests-rows").innerText.includes(digest), sha256("abc"));
      await page.close();
    });

    it("leaves nothing behind when it is closed in the middle", async () => {
      const page = await open({ early: NO_PICKER });
      sparse("large", 4 * 2 ** 30);
      await tab(page, "age");
      await type(page, "passphrase", "p");
      await type(page, "passphrase-again", "p");
      await page.choose('[data-choose="age"]', [path("large")]);
      await page.run(() => document.getElementById("age-go").click());
      await until(page, () => /[1-9]\d* MiB of/.test(document.getElementById("age-count").textContent));
      const next = await open({ beside: page });
      const results = (page) => page.run(async () => {
        let count = 0;
        for await (const name of (await navigator.storage.getDirectory()).keys()) if (name.startsWith("result-")) count += 1;
        return count;
      });
      assert.equal(await results(next), 1, "the other page is at work");
      await page.close();
      await next.reload();
      // the browser takes a while to end the worker of the page
      for (let times = 0; times < 60 && await results(next) > 0; times += 1) await new Promise((done) => setTimeout(done, 250));
      assert.equal(await results(next), 0);
      await next.close();
    });

    /** Digests a large file, which is changed meanwhile, and returns what the page says. */
    async function changed(change) {
      const page = await open();
      sparse("large", 2 ** 30);
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("large")]);
      await until(page, () => /MiB of 1 GiB/.test(document.getElementById("digests-count").textContent));
      const large = openSync(path("large"), "r+");
      change(large);
      closeSync(large);
      const said = await until(page, () => document.querySelector("#digests-rows .reason, #digests-rows code")?.textContent);
      await page.close();
      return said;
    }

    it("says that a file became shorter while it was read", async () => {
      assert.match(await changed((file) => ftruncateSync(file, 2 ** 20)), /changed while it was being read/);
    });

    it("says that a file changed while it was read", { skip: Browser !== Chromium && "Firefox does not look" }, async () => {
      assert.match(await changed((file) => writeSync(file, "x", 2 ** 30 - 5)), /changed while it was being read/);
    });

    it("has names for all that a screen reader meets", { skip: Browser !== Chromium && "the tree is read by the DevTools protocol" }, async () => {
      const page = await open();
      const needs = new Set(["button", "checkbox", "radio", "textbox", "combobox", "link", "tab", "tabpanel", "progressbar", "list", "group", "tablist", "main"]);
      for (const view of ["digests", "check", "age"]) {
        await tab(page, view);
        const { nodes } = await page.send("Accessibility.getFullAXTree");
        const met = nodes.filter(({ ignored, role }) => !ignored && needs.has(role?.value));
        assert.ok(met.length > 8, view);
        const nameless = met.filter(({ name, role, parentId }) => !name?.value && !["list", "main"].includes(role.value) && parentId !== undefined);
        assert.deepEqual(nameless.map(({ role, nodeId }) => `${role.value} ${nodeId}`), [], view);
      }
      await page.close();
    });

    it("is used by the keyboard", async () => {
      const page = await open();
      await page.run(() => document.querySelector("#tab-digests").focus());
      await page.key("ArrowRight");
      assert.equal(await page.run(() => document.activeElement.id), "tab-check");
      assert.equal(await page.run(() => document.querySelector("#view-check").hidden), false);
      await page.key("End");
      assert.equal(await page.run(() => document.activeElement.id), "tab-age");
      await page.key("Tab");
      assert.equal(await page.run(() => document.activeElement.dataset.choose), "age");
      await page.close();
    });

    it("fits a telephone, in light and dark", { skip: Browser !== Chromium && "the viewport of Firefox has a least width" }, async () => {
      const page = await open({ width: 360, height: 740 });
      for (const dark of [false, true]) {
        await page.look({ width: 360, height: 740, dark });
        for (const view of ["digests", "check", "age"]) {
          await tab(page, view);
          assert.ok(await page.run(() => document.documentElement.scrollWidth <= 360), `${view} is too wide`);
        }
      }
      await page.close();
    });

    it("reads on while the browser collects garbage", { skip: Browser !== Chromium && "BiDi does not ask for it" }, async () => {
      const page = await open();
      sparse("large", 2 ** 29);
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("large")]);
      const found = digestsOf(page, 1);
      let waits = true;
      found.finally(() => { waits = false; }).catch(() => {});
      while (waits) {
        await browser.collect();
        await new Promise((done) => setTimeout(done, 100));
      }
      assert.deepEqual(await found, [["large", "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767"]]);
      rmSync(path("large"));
      await page.close();
    });

    /** Encrypts zeros for a new key, and decrypts the file that the command makes for it, in less memory than the limit. */
    async function age(gib) {
      const page = await open({ early: `${NO_PICKER} const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => { if (blob.type === "text/plain") window.key = blob; return create(blob); };`, lasting: true });
      await ready(page);
      sparse("long", gib * 2 ** 30);
      await tab(page, "age");
      await tick(page, '[name="age-with"][value="keys"]');
      await tick(page, "#new-key");
      await until(page, () => window.key !== undefined);
      const key = await page.run(() => window.key.text());
      writeFileSync(path("long.key"), key);
      const used = async (file, said) => {
        await page.choose('[data-choose="age"]', [path(file)]);
        await until(page, (file) => document.getElementById("age-chosen").textContent.startsWith(`${file},`), file);
        const bytes = await most(page,
          () => page.run(() => { document.getElementById("age-verdict").textContent = ""; document.getElementById("age-go").click(); }),
          () => document.getElementById("age-verdict").textContent !== "");
        assert.match(await verdict(page, "age-verdict"), said);
        await tick(page, "#age-forget");
        await until(page, () => document.getElementById("age-verdict").textContent === "The copy is erased.");
        assert.ok(bytes < 64 * 2 ** 20, `${bytes} bytes`);
      };
      await used("long", /is encrypted/);
      if (command) {
        execFileSync(command, ["encrypt", "-r", /age1\S+/.exec(key)[0], "-o", path("long.age"), path("long")]);
        rmSync(path("long"));
        await tick(page, '[name="age-mode"][value="decrypt"]');
        await page.run((key) => { document.getElementById("identities").value = key; }, key);
        await used("long.age", /is decrypted/);
        rmSync(path("long.age"));
      }
      await page.close();
    }

    it("encrypts and decrypts in flat memory", { timeout: 300_000 }, () => age(0.5));
    it("encrypts and decrypts 5 GiB in flat memory", { skip: !process.env.LONG && "LONG=1", timeout: 900_000 }, () => age(5));

    it("digests 5 GiB in flat memory", { skip: !process.env.LONG && "LONG=1", timeout: 600_000 }, async () => {
      const page = await open();
      await ready(page);
      // the module is loaded and compiled
      await page.choose('[data-choose="digests"]:not([data-folder])', [path("abc")]);
      await digestsOf(page, 1);
      await tick(page, "#digests-clear");
      sparse("long", 5 * 2 ** 30);
      const bytes = await most(page, () => page.choose('[data-choose="digests"]:not([data-folder])', [path("long")]),
        () => document.querySelector("#digests-rows code") !== null);
      assert.equal(await page.run(() => document.querySelector("#digests-rows code").textContent),
        "7f06c62352aebd8125b2a1841e2b9e1ffcbed602f381c3dcb3200200e383d1d5");
      assert.ok(bytes < 64 * 2 ** 20, `${bytes} bytes`);
      rmSync(path("long"));
      await page.close();
    });
  });
}
