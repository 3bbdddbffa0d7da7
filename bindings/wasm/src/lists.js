// Lists of digests, in every form that the command `bramah check` reads.
import { bytes, text } from "./bytes.js";
import { lists as pieces } from "./piece-lists.js";
import { lists as request } from "./requests.js";

const decoder = new TextDecoder();

async function asked(number, fields) {
  const piece = await pieces.shared();
  piece.ask(number, fields);
  const reply = decoder.decode(piece.reply());
  if (piece.large) pieces.forget();
  return reply;
}

/**
 * Reads a list. `name` is the name of its file, by which a list may be known (`SHA256SUMS`, `FILE.sfv`); `algorithm` that of
 * digests which do not name theirs. Returns its lines: each has a `name` and `digests`, or a `flaw` in words. The property
 * `form` of the array is the name of the list's form, if it has a special one.
 */
export async function parseList(list, { name, algorithm } = {}) {
  const { form, entries } = JSON.parse(await asked(request.PARSE, {
    text: bytes(list, "list"), name: name === undefined ? undefined : text(name, "name"),
    algorithm: algorithm === undefined ? undefined : text(algorithm, "algorithm"),
  }));
  return Object.assign(entries, { form: form ?? undefined });
}

/** Writes a list of `{ name, algorithm, digest }`, as sha256sum does ("coreutils") or with tags ("tagged"). */
export function formatList(entries, form = "coreutils") {
  return asked(request.FORMAT, { entries: JSON.stringify([...entries]), form: text(form, "form") });
}
