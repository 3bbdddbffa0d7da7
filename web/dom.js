// The few functions for elements that every view uses.
import { texts } from "./texts.js";

/** @param {string} id @returns {any} The element of this id. */
export const $ = (id) => document.getElementById(id);

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [properties] `class`, `text` and `aria-*` are attributes of the element; others its properties.
 * @param {...(Node | null)} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else if (key === "text") element.textContent = value;
    else if (key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Puts the texts into the elements that name them. */
export function fill() {
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", texts[element.dataset.label]);
  }
  for (const element of document.querySelectorAll("[data-placeholder]")) {
    element.placeholder = texts[element.dataset.placeholder];
  }
}

/** Says something to a screen reader when it is idle. */
export function say(text) {
  $("live").textContent = text;
}

/** Says something to a screen reader at once. */
export function warn(text) {
  $("alert").textContent = text;
}

/** @returns {string} The reason of a failure, in words for the reader. */
export function reason(error) {
  return texts.error[error.name] ?? error.message;
}

/** Copies a text, and shows on the button that it did. */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    const before = button.textContent;
    button.textContent = texts.copied;
    say(texts.copied);
    setTimeout(() => { button.textContent = before; }, 1500);
  } catch {
    warn(texts.copyFailed);
  }
}

/** Offers a text or a file as a download. */
export function offer(blob, name) {
  const url = URL.createObjectURL(blob);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @returns {(body: () => void) => void} Calls a function at most once a frame, and the last one given for certain. */
export function eachFrame() {
  let next = null;
  return (body) => {
    if (next === null) requestAnimationFrame(() => { const run = next; next = null; run(); });
    next = body;
  };
}
