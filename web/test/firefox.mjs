// Firefox over WebDriver BiDi.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATHS = [process.env.FIREFOX, "/usr/bin/firefox", "/usr/bin/firefox-esr"];

/** @returns {string | undefined} The program, if there is one. */
export const firefox = () => PATHS.find((path) => path && existsSync(path));

/** Nothing that Firefox does by itself goes to the network. */
const PREFERENCES = {
  "app.update.enabled": false, "browser.shell.checkDefaultBrowser": false, "datareporting.policy.dataSubmissionEnabled": false,
  "network.proxy.type": 0, "remote.active-protocols": 1, "toolkit.telemetry.enabled": false, "browser.download.useDownloadDir": true,
  "browser.download.folderList": 2, "browser.download.always_ask_before_handling_new_types": false,
};

export class Firefox {
  name = "Firefox";

  static async start({ dark = false, downloads } = {}) {
    const browser = new Firefox();
    browser.folder = mkdtempSync(join(tmpdir(), "bramah-firefox-"));
    const all = {
      ...PREFERENCES, "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1, ...(downloads ? { "browser.download.dir": downloads } : {}),
    };
    writeFileSync(join(browser.folder, "user.js"),
      Object.entries(all).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    browser.child = spawn(firefox(), ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", browser.folder, "about:blank"],
      { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, MOZ_HEADLESS: "1", HOME: browser.folder } });
    const address = await new Promise((found, failed) => {
      let text = "";
      browser.child.stderr.on("data", (bytes) => {
        text += bytes;
        const match = /WebDriver BiDi listening on (ws:\S+)/.exec(text);
        if (match) found(match[1]);
      });
      browser.child.once("exit", () => failed(new Error(`Firefox ended: ${text}`)));
    });
    browser.count = 0;
    browser.waiting = new Map();
    browser.listeners = [];
    browser.requests = [];
    browser.socket = new WebSocket(`${address}/session`);
    await new Promise((found, failed) => {
      browser.socket.onopen = found;
      browser.socket.onerror = failed;
    });
    browser.socket.onmessage = ({ data }) => browser.heard(JSON.parse(data));
    await browser.send("session.new", { capabilities: {} });
    await browser.send("session.subscribe", { events: ["network.beforeRequestSent", "log.entryAdded", "browsingContext.load"] });
    browser.on("network.beforeRequestSent", ({ request }) => browser.requests.push(request.url));
    return browser;
  }

  heard({ id, type, result, error, message, method, params }) {
    if (type === "event") {
      for (const one of this.listeners) if (one.method === method) one.body(params);
      return;
    }
    const { found, failed } = this.waiting.get(id);
    this.waiting.delete(id);
    if (type === "error") failed(new Error(`${error}: ${message}`));
    else found(result);
  }

  on(method, body) {
    this.listeners.push({ method, body });
  }

  send(method, params) {
    this.count += 1;
    const id = this.count;
    return new Promise((found, failed) => {
      this.waiting.set(id, { found, failed });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  async open(url, { early, width = 1280, height = 900, beside } = {}) {
    // a profile of its own, so that no page finds what another one left
    const userContext = beside?.userContext ?? (await this.send("browser.createUserContext", {})).userContext;
    const { context } = await this.send("browsingContext.create", { type: "tab", userContext });
    const page = new Page(this, context, userContext);
    this.on("log.entryAdded", ({ level, text, source }) => {
      if (source.context === context && level === "error") page.errors.push(text);
    });
    // the dialog for files does not open: tests choose them
    const quiet = `() => { const click = HTMLInputElement.prototype.click;
      HTMLInputElement.prototype.click = function () { if (this.type !== "file") click.call(this); }; ${early ?? ""} }`;
    await this.send("script.addPreloadScript", { functionDeclaration: quiet, contexts: [context] });
    await page.look({ width, height });
    await page.go(url);
    return page;
  }

  async close() {
    await Promise.race([this.send("browser.close", {}).catch(() => {}), new Promise((done) => setTimeout(done, 5000))]);
    this.child.kill("SIGKILL");
    await new Promise((done) => setTimeout(done, 300));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

class Page {
  constructor(browser, context, userContext) {
    Object.assign(this, { browser, context, userContext, errors: [] });
  }

  async look({ width, height }) {
    await this.browser.send("browsingContext.setViewport", { context: this.context, viewport: { width, height } });
  }

  async go(url) {
    await this.browser.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  async reload() {
    await this.browser.send("browsingContext.reload", { context: this.context, wait: "complete" });
  }

  async run(body, ...values) {
    const { result, exceptionDetails } = await this.browser.send("script.callFunction", {
      functionDeclaration: `async () => JSON.stringify(await (${body})(${values.map((value) => JSON.stringify(value)).join(", ")}))`,
      awaitPromise: true, target: { context: this.context }, userActivation: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  async choose(selector, paths) {
    await this.run((selector) => document.querySelector(selector).click(), selector);
    const { nodes } = await this.browser.send("browsingContext.locateNodes",
      { context: this.context, locator: { type: "css", value: "#picker" } });
    await this.browser.send("input.setFiles", { context: this.context, element: { sharedId: nodes[0].sharedId }, files: paths });
  }

  async key(key) {
    const codes = { Tab: "\uE004", Enter: "\uE006", ArrowRight: "\uE014", ArrowLeft: "\uE012", Home: "\uE011", End: "\uE010", " ": " " };
    await this.browser.send("input.performActions", {
      context: this.context,
      actions: [{ type: "key", id: "keys", actions: [{ type: "keyDown", value: codes[key] }, { type: "keyUp", value: codes[key] }] }],
    });
  }

  async picture() {
    const { data } = await this.browser.send("browsingContext.captureScreenshot", { context: this.context, origin: "document" });
    return Buffer.from(data, "base64");
  }

  async close() {
    await this.browser.send("browsingContext.close", { context: this.context });
  }
}
