// The hash functions that the reader has chosen.
import { $, make, warn } from "./dom.js";
import { pool } from "./pool.js";
import { texts } from "./texts.js";

/** The functions that are offered at first; the others are found by name. */
const OFFERED = [
  ["sha256", "SHA-256"], ["sha512", "SHA-512"], ["blake3", "BLAKE3"], ["blake2b-512", "BLAKE2b"], ["sha3-256", "SHA3-256"],
  ["sha1", "SHA-1"], ["md5", "MD5"],
];

/** Every function: its name, and its standing (`current`, `legacy`, `broken` or `checksum`). */
let known = new Map();
/** Resolves when the functions are known. */
export const ready = pool.run("functions", {}).then((all) => {
  known = new Map(all.map((one) => [one.name, one]));
  $("function-names").replaceChildren(...all.map(({ name }) => make("option", { value: name })));
});
ready.catch(() => warn(texts.error.load));

function chip(name, shown, checked) {
  const input = make("input", { type: "checkbox", value: name, checked });
  return make("label", {}, input, make("span", { text: shown }));
}

/** Fills the choice. */
export function begin() {
  $("function-chips").replaceChildren(...OFFERED.map(([name, shown], at) => chip(name, shown, at === 0)));
  const other = $("other-function");
  other.addEventListener("change", async () => {
    const name = other.value.trim().toLowerCase();
    if (name === "") return;
    await ready.catch(() => {});
    if (!known.has(name)) {
      other.setAttribute("aria-invalid", "true");
      warn(texts.unknownFunction(other.value));
      other.setCustomValidity(texts.unknownFunction(other.value));
      other.reportValidity();
      return;
    }
    const there = [...document.querySelectorAll("#function-chips input")].find(({ value }) => value === name);
    if (there) there.checked = true;
    else $("function-chips").append(chip(name, name, true));
    other.value = "";
  });
  other.addEventListener("input", () => {
    other.removeAttribute("aria-invalid");
    other.setCustomValidity("");
  });
}

/** @returns {string[]} The names of the functions that are chosen. */
export function chosenFunctions() {
  return [...document.querySelectorAll("#function-chips input:checked")].map(({ value }) => value);
}

/** @returns {string} The name of a function for a reader. */
export function shownFunction(name) {
  return OFFERED.find(([own]) => own === name)?.[1] ?? name.toUpperCase();
}

/** @returns {string[]} What is to be said of functions that are not fit for new uses. */
export function cautions(names) {
  return names.flatMap((name) => {
    const caution = texts.standing[known.get(name)?.standing];
    return caution ? [caution(shownFunction(name))] : [];
  });
}
