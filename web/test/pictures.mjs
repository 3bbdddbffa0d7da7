// Pictures of the page, to be looked at: each view in light and dark, at 360 and 1280 pixels, in each browser.
//
//     node --experimental-websocket web/test/pictures.mjs PAGE OUT
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chromium, chromium } from "./chromium.mjs";
import { Firefox, firefox } from "./firefox.mjs";
import { serve } from "./server.mjs";

const [folder, out] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const files = mkdtempSync(join(tmpdir(), "bramah-pictures-"));
const path = (name) => join(files, name);
const long = "a very long name of a photograph that somebody took in summer, version 2 (final), of the whole family.jpeg";
for (const name of ["holiday.tar.zst", "letter.pdf", "notes.txt", long]) writeFileSync(path(name), name.repeat(5000));
const digest = (text) => createHash("sha256").update(text.repeat(5000)).digest("hex");
writeFileSync(path("SHA256SUMS"), `${digest("holiday.tar.zst")}  holiday.tar.zst\n${digest("other")}  letter.pdf\n${digest(long)}  ${long}\n` +
  `${digest("gone")}  gone.iso\n! a line that somebody damaged\n`);
const wait = (time) => new Promise((done) => setTimeout(done, time));
const click = (page, selector) => page.run((selector) => document.querySelector(selector).click(), selector);
const settled = async (page) => {
  for (let times = 0; times < 100; times += 1) {
    await wait(150);
    if (await page.run(() => [...document.querySelectorAll("progress")].every((one) => one.hidden || one.closest("[hidden]")))) return;
  }
};

const VIEWS = {
  begin: async () => {},
  digests: async (page) => {
    await click(page, '#function-chips input[value="md5"]');
    await page.choose('[data-choose="digests"]:not([data-folder])', ["letter.pdf", "notes.txt", long].map(path));
  },
  check: async (page) => {
    await click(page, "#tab-check");
    await page.choose('[data-choose="check"]:not([data-folder])', ["SHA256SUMS", "holiday.tar.zst", "letter.pdf", "notes.txt", long].map(path));
  },
  encrypt: async (page) => {
    await click(page, "#tab-age");
    await page.choose('[data-choose="age"]', [path(long)]);
    await page.run(() => { for (const id of ["passphrase", "passphrase-again"]) document.getElementById(id).value = "four random words here"; });
    await click(page, "#age-go");
    await wait(3000);
  },
  keys: async (page) => {
    await click(page, "#tab-age");
    await click(page, '[name="age-with"][value="keys"]');
    await click(page, "#age-go");
  },
};

const server = await serve(folder);
const early = "delete window.showSaveFilePicker;";
async function all(browser, dark) {
  for (const width of [360, 1280]) {
    for (const [name, act] of Object.entries(VIEWS)) {
      const page = await browser.open(server.url, { early, width, height: width === 360 ? 740 : 900, dark });
      await page.run(async () => { for (let n = 0; n < 200 && !document.querySelector("#offline.ready"); n += 1) await new Promise((done) => setTimeout(done, 50)); });
      await act(page);
      await settled(page);
      await wait(300);
      writeFileSync(join(out, `${browser.name.toLowerCase()}-${name}-${width}-${dark ? "dark" : "light"}.png`), await page.picture());
      await page.close();
    }
  }
}
try {
  if (chromium()) {
    const browser = await Chromium.start();
    for (const dark of [false, true]) await all(browser, dark);
    await browser.close();
  }
  if (firefox()) {
    for (const dark of [false, true]) {
      const browser = await Firefox.start({ dark });
      await all(browser, dark);
      await browser.close();
    }
  }
} finally {
  server.close();
  rmSync(files, { recursive: true, force: true });
}
