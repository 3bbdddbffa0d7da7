// Chromium over the DevTools protocol, by a pipe.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATHS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @returns {string | undefined} The program, if there is one. */
export const chromium = () => PATHS.find((path) => path && existsSync(path));

export class Chromium {
  name = "Chromium";

  static async start() {
    const browser = new Chromium();
    browser.folder = mkdtempSync(join(tmpdir(), "bramah-chromium-"));
    browser.child = spawn(chromium(), [
      "--headless=new", "--remote-debugging-pipe", `--user-data-dir=${browser.folder}`, "--no-first-run", "--disable-gpu",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-default-browser-check",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.count = 0;
    browser.waiting = new Map();
    browser.listeners = [];
    let rest = "";
    browser.child.stdio[4].on("data", (bytes) => {
      const texts = (rest + bytes).split("\0");
      rest = texts.pop();
      for (const text of texts) browser.heard(JSON.parse(text));
    });
    // what every page, worker and service worker asks of the network
    browser.requests = [];
    browser.on("Network.requestWillBeSent", ({ request }) => browser.requests.push(request.url));
    browser.workers = [];
    browser.on("Target.attachedToTarget", async ({ sessionId, targetInfo }) => {
      if (/worker/.test(targetInfo.type)) browser.workers.push({ sessionId, ...targetInfo });
      await Promise.allSettled([
        browser.send("Network.enable", {}, sessionId),
        browser.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, sessionId),
        browser.send("Runtime.runIfWaitingForDebugger", {}, sessionId),
      ]);
    });
    await browser.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    return browser;
  }

  heard({ id, result, error, method, params, sessionId }) {
    if (id !== undefined) {
      const { found, failed } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) failed(new Error(error.message));
      else found(result);
      return;
    }
    for (const one of this.listeners) if (one.method === method) one.body(params, sessionId);
  }

  on(method, body) {
    this.listeners.push({ method, body });
  }

  send(method, params = {}, sessionId) {
    this.count += 1;
    const id = this.count;
    return new Promise((found, failed) => {
      this.waiting.set(id, { found, failed });
      this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /**
   * Opens a page in a profile of its own, or that of the page `beside`, or if `lasting` one whose
   * storage is on the disk and not in memory. `early` is a script that runs before the page's.
   */
  async open(url, { early, width = 1280, height = 900, dark = false, beside, lasting = false } = {}) {
    const context = beside?.context ?? (lasting ? undefined : (await this.send("Target.createBrowserContext", { disposeOnDetach: true })).browserContextId);
    const page = new Page(this, context);
    await page.begin({ early, width, height, dark });
    await page.go(url);
    return page;
  }

  /** The memory that the processes with this text in their arguments have for themselves, in bytes. */
  memory(part = "--type=renderer") {
    let sum = 0;
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, "utf8");
        if (!words.includes(this.folder) && !this.isChild(name)) continue;
        if (!words.includes(part)) continue;
        sum += 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))[1]);
      } catch {
        // it ended meanwhile
      }
    }
    return sum;
  }

  /** Has all workers collect their garbage. One that ends meanwhile does not answer. */
  collect() {
    const late = new Promise((done) => setTimeout(done, 1000));
    return Promise.race([late, Promise.allSettled(this.workers.map(({ sessionId }) => this.send("HeapProfiler.collectGarbage", {}, sessionId)))]);
  }

  isChild(name) {
    for (let own = name; own !== "0" && own !== "1";) {
      if (Number(own) === this.child.pid) return true;
      own = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${own}/status`, "utf8"))[1];
    }
    return false;
  }

  async close() {
    await Promise.race([this.send("Browser.close").catch(() => {}), new Promise((done) => setTimeout(done, 3000))]);
    this.child.kill("SIGKILL");
    await new Promise((done) => (this.child.exitCode !== null ? done() : setTimeout(done, 300)));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

class Page {
  constructor(browser, context) {
    this.browser = browser;
    this.context = context;
    this.errors = [];
  }

  async begin({ early, width, height, dark }) {
    const { browser } = this;
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", browserContextId: this.context });
    this.target = targetId;
    ({ sessionId: this.session } = await browser.send("Target.attachToTarget", { targetId, flatten: true }));
    browser.on("Runtime.exceptionThrown", ({ exceptionDetails }, session) => {
      if (session === this.session) this.errors.push(exceptionDetails.exception?.description ?? exceptionDetails.text);
    });
    browser.on("Log.entryAdded", ({ entry }, session) => {
      if (session === this.session && entry.level === "error") this.errors.push(`${entry.text} ${entry.url ?? ""}`);
    });
    this.loaded = null;
    browser.on("Page.loadEventFired", (_, session) => { if (session === this.session) this.loaded?.(); });
    for (const domain of ["Page", "Runtime", "Log", "DOM", "Accessibility", "Network"]) await this.send(`${domain}.enable`);
    await this.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    if (early) await this.send("Page.addScriptToEvaluateOnNewDocument", { source: early });
    await this.look({ width, height, dark });
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  look({ width, height, dark }) {
    return Promise.all([
      this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 }),
      this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] }),
    ]);
  }

  async go(url) {
    const loaded = new Promise((done) => { this.loaded = done; });
    await this.send("Page.navigate", { url });
    await loaded;
  }

  async reload() {
    const loaded = new Promise((done) => { this.loaded = done; });
    await this.send("Page.reload");
    await loaded;
  }

  /** Evaluates a function in the page. */
  async run(body, ...values) {
    const expression = `(${body})(${values.map((value) => JSON.stringify(value)).join(", ")})`;
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true, userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Chooses files by a button that opens the browser's dialog. */
  async choose(selector, paths) {
    await this.send("Page.setInterceptFileChooserDialog", { enabled: true });
    const opened = new Promise((done) => {
      this.browser.on("Page.fileChooserOpened", (params, session) => { if (session === this.session) done(params); });
    });
    await this.run((selector) => document.querySelector(selector).click(), selector);
    const { backendNodeId } = await opened;
    await this.send("DOM.setFileInputFiles", { files: paths, backendNodeId });
  }

  /** Drops files or folders on the page. */
  async drop(paths) {
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await this.send("Input.dispatchDragEvent", { type, x: 300, y: 400, data });
    }
  }

  async key(key, text) {
    const codes = { Tab: 9, Enter: 13, ArrowRight: 39, ArrowLeft: 37, Home: 36, End: 35, " ": 32 };
    const params = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: codes[key] };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...params });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...params });
  }

  async picture() {
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: true });
    return Buffer.from(data, "base64");
  }

  async offline(yes) {
    const emulate = (session) => this.browser.send("Network.emulateNetworkConditions",
      { offline: yes, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }, session);
    await emulate(this.session);
    for (const { sessionId } of this.browser.workers) await emulate(sessionId).catch(() => {});
  }

  /** Saves downloads in a folder. */
  downloads(folder) {
    return this.browser.send("Browser.setDownloadBehavior",
      { behavior: "allow", downloadPath: folder, browserContextId: this.context });
  }

  async close() {
    await this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}
