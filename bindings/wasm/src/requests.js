// The numbers of requests, which crates/bramah-wasm/src/requests.rs explains.
const numbered = (first, ...names) => Object.freeze(Object.fromEntries(names.map((name, i) => [name, first + i])));

export const hash = numbered(
  0, "NEW", "UPDATE", "FINISH", "DIGEST", "CLONE", "SAVE", "RESTORE", "RESET", "RELEASE", "MANY", "EXTEND", "NAMES",
  "PART", "JOIN", "ROOT",
);
export const mac = numbered(32, "NEW", "UPDATE", "FINISH", "VERIFY", "CLONE", "RESET", "RELEASE", "NAMES");
export const kdf = numbered(64, "DERIVE", "HASH", "VERIFY", "OUTDATED", "NAMES");
export const cipher = numbered(96, "NEW", "UPDATE", "FINISH", "SEEK", "RELEASE", "NAMES");
export const aead = numbered(128, "NEW", "SEAL", "OPEN", "RELEASE", "WRAP", "COMPOSE", "NAMES");
export const lists = numbered(192, "PARSE", "FORMAT");
export const file = numbered(160, "NEW", "UPDATE", "FINISH", "RELEASE", "KEYGEN", "RECIPIENT", "FCA", "OPENSSL", "KEY", "CHUNKS");
