// The bytes of arguments, and the forms of results.
const encoder = new TextEncoder();

/** Returns the bytes of an argument: text as UTF-8, and views of the memory of all others. Nothing is copied. */
export function bytes(data, name = "data") {
  if (typeof data === "string") return encoder.encode(data);
  if (ArrayBuffer.isView(data)) {
    // a view that is out of the bounds of its resizable buffer, or whose buffer was detached, has no bytes
    if (data.byteLength === 0 && isGone(data)) throw new TypeError(`${name}: its buffer was detached or has shrunk`);
    return data instanceof Uint8Array ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
  const kind = Object.prototype.toString.call(data);
  if (kind === "[object ArrayBuffer]" || kind === "[object SharedArrayBuffer]") {
    if (data.detached) throw new TypeError(`${name}: the buffer was detached`);
    return new Uint8Array(data); // a detached buffer is refused here too
  }
  throw new TypeError(`${name} must be a string, an ArrayBuffer or a view of one, not ${kindOf(data)}`);
}

// A view of no bytes is fine, unless it has lost its bytes: then its methods throw.
function isGone(view) {
  try {
    if (view.at) view.at(0);
    else view.byteLength;
    return false;
  } catch {
    return true;
  }
}

function kindOf(value) {
  if (value === null) return "null";
  if (typeof value === "object") return `an object of ${value.constructor?.name ?? "no class"}`;
  return typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
}

/** Refuses all but text. */
export function text(value, name) {
  if (typeof value === "string") return value;
  throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

/** Refuses all but whole numbers that are not negative. */
export function whole(value, name) {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a whole number, not ${typeof value === "number" ? value : kindOf(value)}`);
}

/** Returns parts of bytes as one; a single part is returned as it is. */
export function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Returns bytes as hexadecimal digits. */
export function hex(data) {
  let out = "";
  for (let i = 0; i < data.length; i++) out += DIGITS[data[i]];
  return out;
}

/** Returns a result in the form that the caller chose. */
export function output(data, form = "hex") {
  if (form === "hex") return hex(data);
  if (form === "binary") return data;
  throw new TypeError(`the output must be "hex" or "binary", not ${JSON.stringify(form)}`);
}
