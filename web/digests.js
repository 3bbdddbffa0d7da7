// The view that computes digests.
import { $, copy, make, offer, reason, say, warn } from "./dom.js";
import { cautions, chosenFunctions, shownFunction } from "./functions.js";
import { pool } from "./pool.js";
import { size, texts } from "./texts.js";
import { Run, quarters } from "./work.js";

/** The most files that are shown. */
const SHOWN = 300;

let run = null;
let results = [];
let used = new Set();
let tell = null;

function progress() {
  const failed = results.filter(({ error }) => error).length;
  $("digests-progress").value = run.part;
  $("digests-progress").hidden = run.idle;
  $("digests-cancel").hidden = run.idle;
  const all = size(run.allBytes);
  $("digests-count").textContent = run.cancelled ? texts.cancelled
    : run.idle ? texts.doneFiles(results.length, all, failed)
    : texts.countFiles(run.done, results.length, size(run.bytes), all);
  if (run.idle) say($("digests-count").textContent);
  else tell(run.part);
  for (const id of ["digests-copy", "digests-save"]) $(id).disabled = !results.some(({ digests }) => digests);
}

/** Shows a file; returns what shows its state. */
function row(result) {
  const state = make("span", { class: "state", text: texts.waiting });
  const item = make("li", {}, make("div", { class: "head" }, make("span", { class: "name", text: result.path }), state));
  $("digests-rows").append(item);
  return {
    reading: (bytes) => { state.textContent = texts.reading(Math.floor(100 * bytes / Math.max(result.file.size, 1))); },
    done(digests) {
      state.textContent = size(result.file.size);
      digests.forEach(({ algorithm, digest }) => {
        const button = make("button", {
          type: "button", text: texts.copy, "aria-label": texts.copyDigest(shownFunction(algorithm), result.path),
        });
        button.addEventListener("click", () => copy(digest, button));
        item.append(make("div", { class: "digest" },
          make("span", { class: "what", text: shownFunction(algorithm) }), make("code", { text: digest }), button));
      });
    },
    failed(text, cancelled) {
      state.textContent = "";
      state.className = cancelled ? "badge" : "badge unread";
      state.textContent = cancelled ? texts.cancelled : texts.status.unread;
      if (!cancelled) item.append(make("p", { class: "reason", text }));
    },
  };
}

/** Computes the digests of these files. @param {import("./drop.js").Item[]} items */
export function take(items) {
  const algorithms = chosenFunctions();
  if (algorithms.length === 0) {
    warn(texts.noFunction);
    $("digests-standing").textContent = texts.noFunction;
    $("digests-standing").hidden = false;
    $("digests-work").hidden = false;
    return;
  }
  if (items.length === 0) return;
  if (run === null || run.cancelled) {
    run = new Run(progress);
    tell = quarters((percent) => say(texts.reading(percent)));
  }
  for (const algorithm of algorithms) used.add(algorithm);
  const notes = cautions([...used]);
  $("digests-standing").textContent = notes.join(" ");
  $("digests-standing").hidden = notes.length === 0;
  $("digests-work").hidden = false;
  for (const { file, path } of items) {
    const result = { file, path, digests: null, error: null };
    results.push(result);
    const shown = results.length <= SHOWN ? row(result) : null;
    run.add(file, algorithms, shown?.reading).then((digests) => {
      result.digests = digests.map((digest, at) => ({ algorithm: algorithms[at], digest }));
      shown?.done(result.digests);
    }, (error) => {
      result.error = error;
      const cancelled = error.name === "AbortError";
      // of many files, the count at the end is said
      if (!cancelled && results.length === 1) warn(texts.failed(path, reason(error)));
      shown?.failed(reason(error), cancelled);
    });
  }
  const hidden = results.length - SHOWN;
  $("digests-more").hidden = hidden <= 0;
  $("digests-more").textContent = hidden > 0 ? texts.rowsMore(hidden) : "";
  run.changed();
}

async function list() {
  const entries = results.flatMap(({ path, digests }) => (digests ?? []).map((one) => ({ name: path, ...one })));
  return pool.run("format", { entries, form: $("list-form").value });
}

/** The name that tools give to such a list. */
function listName() {
  const names = new Set(results.flatMap(({ digests }) => (digests ?? []).map(({ algorithm }) => algorithm)));
  return names.size === 1 ? `${[...names][0].replace("-", "").toUpperCase()}SUMS` : "CHECKSUMS";
}

function clear() {
  run?.cancel();
  run = null;
  results = [];
  used = new Set();
  $("digests-rows").replaceChildren();
  $("digests-work").hidden = true;
}

/** Makes the view's buttons work. */
export function begin() {
  $("digests-cancel").addEventListener("click", () => run?.cancel());
  $("digests-clear").addEventListener("click", clear);
  $("digests-copy").addEventListener("click", async ({ currentTarget }) => copy(await list(), currentTarget));
  $("digests-save").addEventListener("click", async () => {
    offer(new Blob([await list()], { type: "text/plain" }), listName());
    say(texts.savedList(listName()));
  });
}
