// What tsc must accept, and what it must refuse.
import * as bramah from "bramah";
import { createSHA256, sha256 } from "bramah/sha256";

export async function uses(file: File, signal: AbortSignal): Promise<void> {
  const one: string = await bramah.sha256("abc");
  const two: string = await sha256(new Uint8Array(3));
  const three: Uint8Array = await sha256(new ArrayBuffer(3), "binary");
  using made = await bramah.hash("blake2b", { bits: 256, key: "key" });
  const four: Uint8Array = made.update("abc").clone().digest("binary");
  using small = await createSHA256();
  const five: string = small.update("abc").digest();
  const { sha512, md5 }: { sha512: string; md5: string } = await bramah.hashFile(file, ["sha512", "md5"], { signal });
  const six: Uint8Array = await bramah.argon2id({ password: "p", salt: "saltsalt", iterations: 1, parallelism: 1, memorySize: 64, hashLength: 32, outputType: "binary" });
  const seven: Uint8Array = await bramah.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, new Uint8Array(32), "text");
  const eight: ReadableStream<Uint8Array> = file.stream().pipeThrough(bramah.encryptStream({ recipients: ["age1"] }));
  const nine: Uint8Array = await bramah.hashMany("blake3", ["a", new Uint8Array(3)], { key: "key", workers: 2, transfer: true, signal });
  const ten: ReadableStream<Uint8Array> = eight.pipeThrough(bramah.decryptStream({ identities: "AGE-SECRET-KEY-1", workers: 2, signal }));
  const eleven: Uint8Array = await bramah.encryptFile("text", { passphrase: "p", workers: 2, signal });
  const twelve: Uint8Array = await bramah.md5("abc", "binary");
  const thirteen: string[] = await Promise.all(["a", "b"].map(bramah.md5));
  void [twelve, thirteen];
  void [one, two, three, four, five, sha512, md5, six, seven, eight, nine, ten, eleven];

  // @ts-expect-error: numbers are not bytes
  await bramah.sha256(1);
  // @ts-expect-error: no such form
  await bramah.md5("abc", "base64");
  // @ts-expect-error: no such form
  made.digest("base64");
  // @ts-expect-error: no such option
  await bramah.hash("sha256", { nothing: 1 });
  // @ts-expect-error: an object has no workers
  made.many(["abc"], { workers: 2 });
  // @ts-expect-error: a number of workers
  bramah.encryptStream({ recipients: ["age1"], workers: "2" });
  // @ts-expect-error: no such digest
  (await bramah.hashFile(file, ["sha512"])).md5;
}
