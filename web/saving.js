// Where a large result goes: to a file that the reader names, or to the browser's own storage, or to memory.

/** The most bytes of a result in memory. */
export const MEMORY = 512 << 20;

/** The beginning of the names of results in the browser's storage. */
const OWN = "result-";

/** @returns {Promise<"picker" | "opfs" | "memory">} The best way that this browser has. */
export async function way() {
  if (typeof window.showSaveFilePicker === "function") return "picker";
  try {
    await navigator.storage.getDirectory();
    return "opfs";
  } catch {
    return "memory";
  }
}

/**
 * Opens a place for a result. Call it in the handler of a click, since the dialog needs one.
 * @param {string} name The name that is suggested.
 * @returns {Promise<{ to: object, offer: (done: { blob?: Blob }, link: HTMLAnchorElement) => Promise<() => Promise<void>> } | null>}
 * `to` is for the worker; `offer` makes the result a download, and returns how to erase it. `null` if the reader chose none.
 */
export async function place(name) {
  const kind = await way();
  if (kind === "picker") {
    try {
      const handle = await window.showSaveFilePicker({ suggestedName: name });
      return { to: { kind: "handle", handle }, name: handle.name, offer: null };
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    }
  }
  if (kind === "opfs") {
    const own = OWN + crypto.randomUUID();
    const release = await hold(own);
    return {
      to: { kind: "opfs", name: own },
      name,
      async offer(_, link) {
        const root = await navigator.storage.getDirectory();
        const file = await (await root.getFileHandle(own)).getFile();
        const forget = download(file, name, link);
        return async () => {
          forget();
          await root.removeEntry(own).catch(() => {});
          release();
        };
      },
    };
  }
  return {
    to: { kind: "memory", limit: MEMORY },
    name,
    offer: async ({ blob }, link) => {
      const forget = download(blob, name, link);
      return async () => forget();
    },
  };
}

/** Makes a link a download of a file. Returns how to end it. */
function download(file, name, link) {
  link.href = URL.createObjectURL(file);
  link.download = name;
  return () => {
    URL.revokeObjectURL(link.href);
    link.removeAttribute("href");
  };
}

/** Marks a result as in use, as long as this page lives. Returns how to end that. */
function hold(name) {
  return new Promise((held) => {
    if (!navigator.locks) {
      held(() => {});
      return;
    }
    navigator.locks.request(name, () => new Promise((release) => held(release)));
  });
}

/** Erases the results that pages left which are closed now. What a page's worker has not closed yet is tried again. */
export async function tidy(times = 3) {
  if (!navigator.locks || !navigator.storage?.getDirectory) return;
  let left = false;
  try {
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) {
      if (!name.startsWith(OWN)) continue;
      await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await root.removeEntry(name).catch(() => { left = true; });
      });
    }
  } catch {
    // no storage, as in a private window: nothing is left there
  }
  if (left && times > 0) setTimeout(() => tidy(times - 1), 3000);
}
