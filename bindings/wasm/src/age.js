// Encrypted files: age as streams, FCA and openssl enc whole.
import { bytes, text } from "./bytes.js";
import { STACK } from "./load.js";
import { age as pieces } from "./piece-age.js";
import { file as request } from "./requests.js";

const decoder = new TextDecoder();
/** The number of bytes that are passed on at once. */
const PIECE = 1 << 18;

const lines = (value, name) => (value === undefined ? undefined : Array.isArray(value) ? value.map((one) => text(one, name)).join("\n") : text(value, name));

// Each file has an instance of its own: its keys and its contents are given up with it. `put` takes the output, piece by piece; it
// must copy what it keeps.
function file(fields, put) {
  let piece, handle;
  const pass = (number, data) => {
    piece.serve(number, handle, data);
    piece.reply((output) => output.length && put(output));
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
  return {
    async begin() {
      piece = await pieces.fresh(PIECE);
      guarded(() => (handle = piece.ask(request.NEW, fields)));
    },
    update(given) {
      guarded(() => {
        for (let at = 0; at < given.length; at += PIECE) pass(request.UPDATE, given.subarray(at, at + PIECE));
      });
    },
    finish() {
      guarded(() => pass(request.FINISH));
      end();
    },
    end,
  };
}

function stream(fields) {
  let controller;
  const { begin, update, finish, end } = file(fields, (output) => controller.enqueue(output.slice()));
  return new TransformStream(
    {
      start(given) {
        controller = given;
        return begin();
      },
      transform: (chunk) => update(bytes(chunk, "a chunk")),
      flush: finish,
      cancel: end,
    },
    { highWaterMark: 1 },
    { highWaterMark: 1 },
  );
}

const encryption = ({ recipients, passphrase, workFactor, maxWorkFactor, armor } = {}) => ({
  recipients: lines(recipients, "recipients"), passphrase: passphrase === undefined ? undefined : bytes(passphrase, "passphrase"),
  work_factor: workFactor, max_work_factor: maxWorkFactor, armor,
});

const decryption = ({ identities, passphrase, maxWorkFactor } = {}) => ({
  decrypt: true, identities: lines(identities, "identities"), passphrase: passphrase === undefined ? undefined : bytes(passphrase, "passphrase"),
  max_work_factor: maxWorkFactor,
});

/** Encrypts to age version 1: `{ recipients }` (text or an array), or `{ passphrase, workFactor }`; `armor` for text. */
export const encryptStream = (options) => stream(encryption(options));

/**
 * Decrypts age version 1, armored or not: `{ identities }` (text or an array), `{ passphrase }`, or both. What it passes on is
 * authentic, and complete when the stream has ended without an error.
 */
export const decryptStream = (options) => stream(decryption(options));

/** The lengths in bytes of a chunk, of its tag, and of the nonce after a header. */
const [CHUNK, TAG, NONCE] = [1 << 16, 16, 16];

/** The length of the text of an age file without armor, if its header has the usual form. */
function textLength(data) {
  // a copy, since a decoder may refuse shared memory
  const begin = new TextDecoder("latin1").decode(data.slice(0, 1 << 16));
  const payload = data.length - begin.length + begin.replace(/^[^]*?\n--- .*\n/, "").length - NONCE;
  return Math.max(0, payload - TAG * Math.max(1, Math.ceil(payload / (CHUNK + TAG))));
}

// Copies the output to memory of the expected length; more is got if it is longer, and the result is copied if its length is another.
async function whole(fields, data, expected) {
  let out = new Uint8Array(0);
  let length = 0;
  const work = file(fields, (output) => {
    if (length + output.length > out.length) {
      const larger = new Uint8Array(Math.max(length + output.length, length === 0 ? expected(output.length) : 2 * out.length));
      larger.set(out.subarray(0, length));
      out = larger;
    }
    out.set(output, length);
    length += output.length;
  });
  const given = bytes(data);
  await work.begin();
  work.update(given.subarray(0, 1));
  work.update(given.subarray(1));
  work.finish();
  return length === out.length ? out : out.slice(0, length);
}

/** Encrypts whole contents, with the options of `encryptStream`. */
export async function encryptFile(data, options) {
  const { length } = bytes(data);
  // the first output is the header and the nonce
  return whole(encryption(options), data, (header) => header + length + TAG * Math.max(1, Math.ceil(length / CHUNK)));
}
/** Decrypts a whole file, with the options of `decryptStream`. */
export const decryptFile = async (data, options) => whole(decryption(options), data, () => textLength(bytes(data)));

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
