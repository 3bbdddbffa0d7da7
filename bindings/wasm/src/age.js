// Encrypted files: age as streams, FCA and openssl enc whole.
import { bytes, text } from "./bytes.js";
import { STACK } from "./load.js";
import { age as pieces } from "./piece-age.js";
import { file as request } from "./requests.js";

const decoder = new TextDecoder();
/** The number of bytes that are passed on at once. */
const PIECE = 1 << 18;

const lines = (value, name) => (value === undefined ? undefined : Array.isArray(value) ? value.map((one) => text(one, name)).join("\n") : text(value, name));

// Each stream has an instance of its own: its keys and its contents are given up with it.
function stream(fields) {
  let piece, handle;
  const pass = (controller, number, data) => {
    piece.serve(number, handle, data);
    const out = piece.reply();
    if (out.length) controller.enqueue(out);
  };
  const end = () => {
    if (piece && !piece.broken) {
      piece.serve(request.RELEASE, handle);
      piece.wipe(STACK);
    }
    piece = undefined;
  };
  const guarded = (body) => {
    try {
      return body();
    } catch (error) {
      end();
      throw error;
    }
  };
  return new TransformStream(
    {
      async start() {
        piece = await pieces.fresh();
        guarded(() => (handle = piece.ask(request.NEW, fields)));
      },
      transform(chunk, controller) {
        const given = bytes(chunk, "a chunk");
        guarded(() => {
          for (let at = 0; at < given.length; at += PIECE) pass(controller, request.UPDATE, given.subarray(at, at + PIECE));
        });
      },
      flush(controller) {
        guarded(() => pass(controller, request.FINISH));
        end();
      },
      cancel: end,
    },
    { highWaterMark: 1 },
    { highWaterMark: 1 },
  );
}

/** Encrypts to age version 1: `{ recipients }` (text or an array), or `{ passphrase, workFactor }`; `armor` for text. */
export function encryptStream({ recipients, passphrase, workFactor, maxWorkFactor, armor } = {}) {
  return stream({
    recipients: lines(recipients, "recipients"), passphrase: passphrase === undefined ? undefined : bytes(passphrase, "passphrase"),
    work_factor: workFactor, max_work_factor: maxWorkFactor, armor,
  });
}

/**
 * Decrypts age version 1, armored or not: `{ identities }` (text or an array), `{ passphrase }`, or both. What it passes on is
 * authentic, and complete when the stream has ended without an error.
 */
export function decryptStream({ identities, passphrase, maxWorkFactor } = {}) {
  return stream({
    decrypt: true, identities: lines(identities, "identities"), passphrase: passphrase === undefined ? undefined : bytes(passphrase, "passphrase"),
    max_work_factor: maxWorkFactor,
  });
}

async function whole(transform, data) {
  const writer = transform.writable.getWriter();
  const written = (async () => {
    await writer.write(bytes(data));
    await writer.close();
  })();
  written.catch(() => {});
  const parts = [];
  const reader = transform.readable.getReader();
  for (let part; !(part = await reader.read()).done; ) parts.push(part.value);
  await written;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Encrypts whole contents, with the options of `encryptStream`. */
export const encryptFile = (data, options) => whole(encryptStream(options), data);
/** Decrypts a whole file, with the options of `decryptStream`. */
export const decryptFile = (data, options) => whole(decryptStream(options), data);

async function once(number, fields, data) {
  const piece = await pieces.fresh();
  if (data) piece.serve(number, 0, data);
  else piece.ask(number, fields);
  return piece.reply();
}

/** Makes a pair of keys: "x25519", or "hybrid", which withstands quantum computers. */
export async function generateIdentity(name = "x25519") {
  const [identity, recipient] = decoder.decode(await once(request.KEYGEN, { name: text(name, "name") })).split("\n");
  return { identity, recipient };
}
/** The recipient of an identity. */
export const identityToRecipient = async (identity) =>
  decoder.decode(await once(request.RECIPIENT, undefined, bytes(text(identity, "identity"))));

/** Files in the format FCA, whole in memory. */
export const fca = {
  encrypt: (data, { passphrase, cipher, eax = true, strong = true, compressed } = {}) =>
    once(request.FCA, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, eax, strong, compressed }),
  decrypt: (data, { passphrase, cipher } = {}) =>
    once(request.FCA, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, decrypt: true }),
};

/** Files of `openssl enc -pbkdf2`, whole in memory. Nothing proves that what it decrypts is the original text. */
export const opensslEnc = {
  encrypt: (data, { passphrase, cipher, digest, iterations, armor } = {}) =>
    once(request.OPENSSL, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, digest, iterations, armor }),
  decrypt: (data, { passphrase, cipher, digest, iterations, armor } = {}) =>
    once(request.OPENSSL, { data: bytes(data), passphrase: bytes(passphrase, "passphrase"), cipher, digest, iterations, armor, decrypt: true }),
};
