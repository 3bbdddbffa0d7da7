// Which of the chosen files a name in a list means.

/** @returns {string[]} The parts of a path, without those that say nothing; `..` takes one back. */
export function parts(path) {
  const found = [];
  for (const part of path.normalize("NFC").replaceAll("\\", "/").split("/")) {
    if (part === "..") found.pop();
    else if (part !== "" && part !== ".") found.push(part);
  }
  return found;
}

/** Chosen files by the last part of their paths. */
export class Files {
  constructor() {
    this.byName = new Map();
    this.byPath = new Map();
  }

  /** Adds a file; a later one of the same path replaces it. @param {import("./drop.js").Item} item */
  add(item) {
    const path = parts(item.path);
    const key = path.join("/");
    const entry = { ...item, parts: path };
    const name = path[path.length - 1];
    const others = (this.byName.get(name) ?? []).filter((other) => other.parts.join("/") !== key);
    this.byName.set(name, [...others, entry]);
    this.byPath.set(key, entry);
  }

  get size() {
    return this.byPath.size;
  }

  /** All files in the order in which they came. */
  all() {
    return [...this.byPath.values()];
  }

  /**
   * Finds the file of a name: the one at that place beside the list, or else the one whose path ends with the most parts of
   * the name. A file that was chosen by itself has no folder, so its name is enough.
   * @param {string} name
   * @param {string} [list] The path of the list.
   * @returns {{ item?: import("./drop.js").Item, several?: boolean }}
   */
  find(name, list = "") {
    const wanted = parts(name);
    if (wanted.length === 0) return {};
    const beside = this.byPath.get(parts(`${list.replaceAll("\\", "/").replace(/[^/]*$/, "")}${name}`).join("/"));
    if (beside && !/^(\/|[A-Za-z]:)/.test(name)) return { item: beside };
    let best = [];
    let most = 0;
    for (const item of this.byName.get(wanted[wanted.length - 1]) ?? []) {
      const shorter = Math.min(wanted.length, item.parts.length);
      let common = 0;
      while (common < shorter && wanted[wanted.length - 1 - common] === item.parts[item.parts.length - 1 - common]) {
        common += 1;
      }
      if (common < shorter || common < most) continue;
      if (common > most) best = [];
      most = common;
      best.push(item);
    }
    return best.length === 1 ? { item: best[0] } : { several: best.length > 1 };
  }
}

const LIST = new RegExp(
  "(^|[._-])(md5|sha-?1|sha-?2?-?(224|256|384|512)|sha3[-_]?\\d*|b2|b2sum|blake2[bs]?|blake3|b3|b3sum|sfv|crc|crc32|sm3|streebog|whirlpool" +
  "|tiger|rmd160|ripemd160|hash|hashes|digests?|checksums?|sums?|[a-z0-9]*sums?|mtree|metalink|meta4)([-_.](txt|asc|list))?$" +
  "|^(manifest-[a-z0-9]+\\.txt|manifest|release|inrelease|record|package-lock\\.json)$",
  "i",
);
/** The longest list, in bytes: it is held in memory. */
export const LONGEST = 64 << 20;

/** @returns {boolean} Whether a file is taken for a list by its name. */
export function isList({ file, path }) {
  return file.size <= LONGEST && LIST.test(path.replace(/^.*\//, ""));
}
