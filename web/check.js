// The view that checks lists of digests.
import { $, make, reason, say, warn } from "./dom.js";
import { cautions, shownFunction } from "./functions.js";
import { Files, LONGEST, isList } from "./matching.js";
import { pool } from "./pool.js";
import { size, texts } from "./texts.js";
import { Run, quarters } from "./work.js";

/** The most lines that are shown. */
const SHOWN = 300;

let files = new Files();
/** Lists by path: their bytes, and their lines once they are read. */
let lists = new Map();
let run = null;
/** Counts the checks, so that what an earlier one finds is not taken for the present one's. */
let turn = 0;
let lines = [];

/** Takes files that were chosen or dropped; those that look like lists are read as such too. */
export async function take(items, asLists = false) {
  for (const item of items) {
    files.add(item);
    if ((asLists && item.file.size <= LONGEST) || isList(item)) await addList(item);
  }
  await check();
}

async function addList({ file, path }) {
  try {
    lists.set(path, { name: file.name, path, bytes: new Uint8Array(await file.arrayBuffer()) });
  } catch (error) {
    warn(texts.failed(path, reason(error)));
  }
}

/** A text that is one digest alone, without a name. */
const LONE = /^\s*([0-9a-f]{8,}|[A-Za-z0-9+/]{22,}={0,2})\s*$/i;

/** Reads the lists. Returns all lines: those with a digest and those with a flaw. */
async function read() {
  const algorithm = $("list-function").value.trim() || undefined;
  const all = [];
  const notes = [];
  for (const list of lists.values()) {
    let { bytes } = list;
    const text = list.path === "" ? new TextDecoder().decode(bytes) : "";
    const lone = list.path === "" && LONE.test(text);
    if (lone) {
      bytes = new TextEncoder().encode(`${text.trim()}  x\n`);
      notes.push({ text: texts.lonely });
    }
    let parsed;
    try {
      parsed = await pool.run("parse", { bytes, name: list.name, algorithm });
    } catch (error) {
      notes.push({ text: texts.failed(list.name || texts.pasteList, reason(error)), bad: true });
      continue;
    }
    if (parsed.form) notes.push({ text: texts.listForms(parsed.form) });
    const guessed = new Set();
    for (const entry of withSizes(parsed.entries)) {
      const one = entry.digests[0];
      if (one?.guessed) guessed.add(shownFunction(one.algorithm));
      if (!lone) all.push({ ...entry, list: list.path });
      else if (entry.flaw) all.push(entry);
      else for (const item of files.all()) all.push({ ...entry, name: item.path, item });
    }
    for (const name of guessed) notes.push({ text: texts.guessed(name) });
  }
  return { all, notes };
}

/** Moves the sizes that stand on lines of their own to the lines with the digests of the same files. */
function withSizes(entries) {
  const sizes = new Map(entries.filter(({ flaw, digests, size: own }) => !flaw && digests.length === 0 && own !== undefined)
    .map(({ name, size: own }) => [name, own]));
  const others = entries.filter(({ flaw, digests }) => flaw || digests.length > 0);
  return others.map((entry) => (!entry.flaw && sizes.has(entry.name) ? { size: sizes.get(entry.name), unit: 1, ...entry } : entry));
}

function row(line) {
  const badge = make("span", { class: "badge" });
  const name = line.flaw && !line.name ? texts.malformedName(line.line) : line.name;
  const what = line.digests.map(({ algorithm }) => shownFunction(algorithm)).join(", ");
  const item = make("li", {},
    make("div", { class: "head" },
      make("span", { class: "name", text: name }),
      make("span", {}, what ? make("span", { class: "state", text: `${what} ` }) : null, badge)));
  const detail = make("p", { class: "reason", hidden: true });
  item.append(detail);
  line.show = () => {
    badge.className = `badge ${line.status}`;
    badge.textContent = line.status === "reading" && line.percent !== undefined
      ? `${texts.status.reading} ${texts.reading(line.percent)}` : texts.status[line.status];
    detail.hidden = !line.detail;
    detail.textContent = line.detail ?? "";
  };
  line.show();
  return item;
}

/** Shows at most so many lines, those that are not well first. */
function rows() {
  const order = ["failed", "unread", "several", "malformed", "reading", "waiting", "cancelled", "missing", "ok"];
  const shown = lines.length <= SHOWN ? lines
    : [...lines].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status)).slice(0, SHOWN);
  for (const line of lines) line.show = null;
  $("check-rows").replaceChildren(...shown.map(row));
  const hidden = lines.length - shown.length;
  $("check-more").hidden = hidden <= 0;
  $("check-more").textContent = hidden > 0 ? texts.rowsMore(hidden) : "";
}

function set(line, status, detail) {
  line.status = status;
  line.detail = detail;
  line.show?.();
}

const counted = (status) => lines.filter((line) => line.status === status).length;

/** Says what all came to. */
function verdict(notes) {
  const [ok, failed, missing, unread, malformed, several] =
    ["ok", "failed", "missing", "unread", "malformed", "several"].map(counted);
  const bad = failed + unread + several;
  const element = $("check-verdict");
  const text = run?.cancelled ? texts.verdictCancelled
    : lists.size === 0 ? texts.verdictNoList(files.size)
    : lines.length === malformed ? texts.verdictNoLines
    : bad > 0 || (malformed > 0 && ok > 0) ? texts.verdictBad
    : ok === 0 ? texts.verdictNoFiles
    : missing > 0 ? texts.verdictPartly(ok) : texts.verdictGood(ok);
  element.textContent = text;
  const good = text !== texts.verdictBad && ok > 0 && missing === 0 && !run?.cancelled;
  const wrong = text === texts.verdictBad || text === texts.verdictNoLines && lists.size > 0;
  element.className = `verdict ${good ? "good" : wrong ? "bad" : ""}`;
  const listed = new Set(lines.map(({ item }) => item?.path));
  const unlisted = files.all().filter(({ path }) => !lists.has(path) && !listed.has(path)).length;
  const named = new Set(lines.flatMap(({ digests }) => digests.map(({ algorithm }) => algorithm)));
  const all = [
    failed > 0 && { text: texts.countNotMatched(failed), bad: true },
    unread > 0 && { text: texts.countUnread(unread), bad: true },
    missing > 0 && ok + bad > 0 && { text: texts.countMissing(missing) },
    malformed > 0 && { text: texts.countMalformed(malformed), warn: true },
    unlisted > 0 && lists.size > 0 && { text: texts.countUnlisted(unlisted) },
    ...notes,
    ...cautions([...named]).map((caution) => ({ text: caution, warn: true })),
  ].filter(Boolean);
  $("check-notes").replaceChildren(...all.map((note) =>
    make("li", { class: note.bad ? "bad" : note.warn ? "warn" : "", text: note.text })));
  say([text, ...all.map((note) => note.text)].join(" "));
}

/** Whether a file has the size that the line says, which may be one in blocks. */
function admits({ size: wanted, unit = 1 }, found) {
  return Math.ceil(found / unit) * unit === wanted;
}

/** Compares the digests of a file with those of a line. */
function compare(line, digests) {
  const wrong = line.digests.filter(({ algorithm, digest }) => digests.get(algorithm) !== digest);
  set(line, wrong.length === 0 ? "ok" : "failed");
}

async function check() {
  turn += 1;
  const own = turn;
  run?.cancel();
  run = null;
  $("check-work").hidden = lists.size === 0 && files.size === 0;
  const { all, notes } = await read();
  if (own !== turn) return;
  lines = all;
  /** Files with the functions that their lines need. */
  const needed = new Map();
  for (const line of lines) {
    if (line.flaw) {
      set(line, "malformed", line.name ? `${texts.line(line.line)}: ${line.flaw}` : line.flaw);
      continue;
    }
    const { item, several } = line.item ? line : files.find(line.name, line.list);
    if (!item) {
      set(line, several ? "several" : "missing", several ? texts.statusSeveral : undefined);
      continue;
    }
    line.item = item;
    if (line.size !== undefined && !admits(line, item.file.size)) {
      set(line, "failed", texts.statusSize(line.size.toLocaleString(), item.file.size.toLocaleString()));
      continue;
    }
    set(line, "waiting");
    const job = needed.get(item) ?? { algorithms: new Set(), lines: [] };
    needed.set(item, job);
    job.lines.push(line);
    for (const { algorithm } of line.digests) job.algorithms.add(algorithm);
  }
  rows();
  if (needed.size === 0) {
    for (const id of ["check-progress", "check-cancel"]) $(id).hidden = true;
    $("check-count").textContent = "";
    verdict(notes);
    return;
  }
  $("check-verdict").textContent = texts.verdictChecking;
  $("check-verdict").className = "verdict";
  $("check-notes").replaceChildren();
  const tell = quarters((percent) => say(texts.reading(percent)));
  run = new Run((current) => {
    if (own !== turn) return;
    const total = size(current.allBytes);
    $("check-progress").value = current.part;
    $("check-progress").hidden = current.idle;
    $("check-cancel").hidden = current.idle;
    $("check-count").textContent = current.cancelled ? texts.cancelled
      : current.idle ? texts.doneFiles(needed.size, total, counted("unread"))
      : texts.countFiles(current.done, needed.size, size(current.bytes), total);
    if (!current.idle) {
      tell(current.part);
      return;
    }
    if (lines.length > SHOWN) rows();
    verdict(notes);
  });
  for (const [item, job] of needed) {
    const algorithms = [...job.algorithms];
    run.add(item.file, algorithms, (bytes) => {
      for (const line of job.lines) {
        line.percent = Math.floor(100 * bytes / Math.max(item.file.size, 1));
        set(line, "reading");
      }
    }).then((digests) => {
      const found = new Map(algorithms.map((algorithm, at) => [algorithm, digests[at]]));
      for (const line of job.lines) compare(line, found);
    }, (error) => {
      const cancelled = error.name === "AbortError";
      for (const line of job.lines) {
        if (cancelled) set(line, "cancelled");
        else set(line, "unread", reason(error));
      }
    });
  }
}

function clear() {
  run?.cancel();
  turn += 1;
  files = new Files();
  lists = new Map();
  lines = [];
  run = null;
  $("list-text").value = "";
  $("check-rows").replaceChildren();
  $("check-work").hidden = true;
}

/** Makes the view's fields and buttons work. */
export function begin() {
  let typed = 0;
  $("list-text").addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => {
      const text = $("list-text").value;
      lists.delete("");
      if (text.trim() !== "") lists.set("", { name: "", path: "", bytes: new TextEncoder().encode(text) });
      check();
    }, 250);
  });
  $("list-function").addEventListener("change", check);
  $("check-cancel").addEventListener("click", () => run?.cancel());
  $("check-clear").addEventListener("click", clear);
}
