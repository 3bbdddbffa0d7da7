// The view that encrypts and decrypts age files.
import { $, offer, reason, say, warn } from "./dom.js";
import { pool } from "./pool.js";
import { MEMORY, place, way } from "./saving.js";
import { LANGUAGE, size, texts } from "./texts.js";
import { quarters } from "./work.js";

let item = null;
let controller = null;
let erase = null;

const value = (name) => document.querySelector(`input[name="${name}"]:checked`).value;

/** Shows the fields that the choices need. */
function arrange() {
  const encrypt = value("age-mode") === "encrypt";
  const keys = value("age-with") === "keys";
  $("age-passphrase").hidden = keys;
  $("age-keys").hidden = !keys;
  for (const id of ["again", "armor-label", "passphrase-hint"]) $(id).hidden = !encrypt;
  for (const id of ["recipients-label", "new-key"]) $(id).hidden = !encrypt;
  for (const id of ["identities-label", "open-key"]) $(id).hidden = encrypt;
  $("new-key-note").hidden = !encrypt;
  $("age-go").textContent = encrypt ? texts.encryptGo : texts.decryptGo;
}

function set(name, chosen) {
  document.querySelector(`input[name="${name}"][value="${chosen}"]`).checked = true;
}

/** Takes the file. @param {import("./drop.js").Item[]} items */
export async function take(items) {
  if (items.length === 0) return;
  [item] = items;
  $("age-chosen").hidden = false;
  $("age-chosen").textContent = texts.chosen(item.path, size(item.file.size));
  say($("age-chosen").textContent);
  const begin = new TextDecoder().decode(await item.file.slice(0, 64).arrayBuffer().catch(() => new ArrayBuffer(0)));
  const is = begin.startsWith("age-encryption.org/") || begin.startsWith("-----BEGIN AGE ENCRYPTED FILE-----");
  set("age-mode", is ? "decrypt" : "encrypt");
  if (is) {
    say(texts.looksEncrypted);
    const head = new TextDecoder("latin1").decode(await item.file.slice(0, 200).arrayBuffer());
    if (head.includes("\n-> scrypt ")) set("age-with", "passphrase");
    else if (head.includes("\n-> ")) set("age-with", "keys");
  }
  arrange();
}

/** Takes the text of a file of identities. */
export async function takeIdentity([key]) {
  if (key && key.file.size < 1 << 20) $("identities").value = await key.file.text();
}

const lines = (text) => text.split(/\s*\n\s*/).map((line) => line.trim()).filter((line) => line !== "" && line[0] !== "#");

/** Returns what the worker needs of the form, or says what is missing and where. */
function options(encrypt) {
  const missing = (id, text) => {
    fail(text);
    $(id).setAttribute("aria-invalid", "true");
    $(id).focus();
    return null;
  };
  if (value("age-with") === "passphrase") {
    const passphrase = $("passphrase").value;
    if (passphrase === "") return missing("passphrase", texts.noPassphrase);
    if (encrypt && passphrase !== $("passphrase-again").value) return missing("passphrase-again", texts.passphrasesDiffer);
    return { passphrase, armor: encrypt && $("armor").checked };
  }
  if (encrypt) {
    const recipients = lines($("recipients").value);
    if (recipients.length === 0) return missing("recipients", texts.noRecipients);
    return { recipients, armor: $("armor").checked };
  }
  const identities = lines($("identities").value);
  if (identities.length === 0) return missing("identities", texts.noIdentities);
  return { identities };
}

function fail(text) {
  $("age-work").hidden = false;
  $("age-verdict").className = "verdict bad";
  $("age-verdict").textContent = text;
  for (const id of ["age-bar", "age-result"]) $(id).hidden = true;
  warn(text);
}

/** The name of the result. */
function resultName(encrypt) {
  const { name } = item.file;
  if (encrypt) return `${name}.age`;
  const plain = name.replace(/\.age(\.txt|\.asc)?$/i, "");
  return plain !== name && plain !== "" ? plain : `${name}.plain`;
}

async function go(event) {
  event.preventDefault();
  for (const field of document.querySelectorAll("#age-form [aria-invalid]")) field.removeAttribute("aria-invalid");
  if (controller) return;
  const encrypt = value("age-mode") === "encrypt";
  if (!item) {
    fail(texts.noFile);
    return;
  }
  const given = options(encrypt);
  if (!given) return;
  await forget();
  const { file } = item;
  let to;
  try {
    to = await place(resultName(encrypt));
  } catch (error) {
    fail(reason(error));
    return;
  }
  if (!to) return;
  controller = new AbortController();
  $("age-work").hidden = false;
  $("age-verdict").textContent = "";
  $("age-bar").hidden = false;
  $("age-result").hidden = true;
  $("age-go").disabled = true;
  const tell = quarters((percent) => say(texts.reading(percent)));
  const shown = encrypt ? texts.encrypting : texts.decrypting;
  const onProgress = (bytes) => {
    const part = file.size > 0 ? Math.min(bytes / file.size, 1) : 1;
    $("age-progress").value = part;
    $("age-count").textContent = shown(size(bytes), size(file.size));
    tell(part);
  };
  onProgress(0);
  try {
    const done = await pool.run(encrypt ? "encrypt" : "decrypt", { file, options: given, to: to.to }, {
      signal: controller.signal, onProgress,
    });
    if (to.offer) {
      erase = await to.offer(done, $("age-download"));
      $("age-result").hidden = false;
    }
    $("age-verdict").className = "verdict good";
    $("age-verdict").textContent = (encrypt ? texts.encrypted : texts.decrypted)(to.name, size(done.size));
    say($("age-verdict").textContent);
    if (to.offer) $("age-download").focus();
  } catch (error) {
    if (to.name && error.name === "worker" && to.to.kind === "opfs") await undo(to.to.name);
    fail(error.name === "AbortError" ? `${texts.cancelled}. ${texts.nothingWritten}`
      : `${texts.failed(file.name, reasonOf(error))} ${texts.nothingWritten}`);
  } finally {
    controller = null;
    $("age-go").disabled = false;
    $("age-bar").hidden = true;
  }
}

/** Removes what a worker that was ended left. */
async function undo(name) {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(name).catch(() => {});
}

function reasonOf(error) {
  if (error.name === "tooLarge") return texts.error.tooLarge(size(MEMORY));
  const text = reason(error);
  const first = text[0]?.toLocaleUpperCase(LANGUAGE) ?? "";
  return `${first}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

async function forget() {
  await erase?.();
  erase = null;
  $("age-result").hidden = true;
}

async function newKey() {
  try {
    const { identity, recipient } = await pool.run("newKey", {});
    const field = $("recipients");
    field.value = [field.value.trim(), recipient].filter((text) => text !== "").join("\n");
    const name = "bramah-key.txt";
    offer(new Blob([`# public key: ${recipient}\n${identity}\n`], { type: "text/plain" }), name);
    $("new-key-note").textContent = texts.newKeyNote(name);
  } catch (error) {
    fail(reason(error));
  }
}

/** Makes the view's fields and buttons work. */
export async function begin() {
  for (const input of document.querySelectorAll('[name="age-mode"], [name="age-with"]')) {
    input.addEventListener("change", arrange);
  }
  $("show-passphrase").addEventListener("change", ({ currentTarget }) => {
    for (const id of ["passphrase", "passphrase-again"]) $(id).type = currentTarget.checked ? "text" : "password";
  });
  $("age-form").addEventListener("submit", go);
  $("age-cancel").addEventListener("click", () => controller?.abort());
  $("new-key").addEventListener("click", newKey);
  $("age-forget").addEventListener("click", async () => {
    await forget();
    $("age-verdict").className = "verdict";
    $("age-verdict").textContent = texts.forgotten;
    say(texts.forgotten);
  });
  addEventListener("pagehide", () => { erase?.(); });
  arrange();
  const kind = await way();
  $("age-way").textContent = { picker: texts.wayPicker, opfs: texts.wayOpfs, memory: texts.wayMemory(size(MEMORY)) }[kind];
}
