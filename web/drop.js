// Files that are dropped or chosen, and the folders around them.

/**
 * A file, and its path from the folder that was dropped or chosen.
 * @typedef {{ file: File, path: string }} Item
 */

/**
 * Reads what was dropped. The browser forgets a drop after the event: call this in its handler.
 * @param {DataTransfer} transfer
 * @param {(path: string) => void} unreadable Is called for a folder or file that cannot be read.
 * @returns {Promise<Item[]>} All files, those of a folder by name.
 */
export function dropped(transfer, unreadable) {
  const entries = [...transfer.items].filter((item) => item.kind === "file").map((item) => ({
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  }));
  return (async () => {
    const items = [];
    for (const { entry, file } of entries) {
      if (entry) await walk(entry, items, unreadable);
      else if (file) items.push({ file, path: file.name });
    }
    return items;
  })();
}

/** Reads a folder, with all below it, without recursion: a path may be deep. */
async function walk(root, items, unreadable) {
  const stack = [root];
  while (stack.length > 0) {
    const entry = stack.pop();
    const path = entry.fullPath.replace(/^\//, "") || entry.name;
    try {
      if (entry.isFile) {
        items.push({ file: await new Promise((found, failed) => entry.file(found, failed)), path });
      } else {
        const below = await children(entry);
        below.sort((a, b) => (a.name < b.name ? 1 : -1));
        stack.push(...below);
      }
    } catch {
      unreadable(path);
    }
  }
}

/** A reader returns some entries at a time, and none at the end. */
async function children(directory) {
  const reader = directory.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((found, failed) => reader.readEntries(found, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/**
 * Asks for files by the browser's own dialog.
 * @param {HTMLInputElement} input
 * @param {{ folder?: boolean, several?: boolean }} what
 * @returns {Promise<Item[]>}
 */
export function chosen(input, { folder = false, several = true }) {
  input.webkitdirectory = folder;
  input.multiple = several;
  input.value = "";
  return new Promise((found) => {
    input.onchange = () => found([...input.files].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
    input.click();
  });
}
