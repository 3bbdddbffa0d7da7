// What the benchmarks of the npm package share: options, the package's folder, and medians.
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The arguments that are no options, once all options were asked for. */
export const given = process.argv.slice(2);

/** Takes an option and its value out of the arguments, and returns the value, or `otherwise` if the option is not given. */
export const option = (name, otherwise) => {
  const at = given.indexOf(name);
  return at < 0 ? otherwise : given.splice(at, 2)[1];
};

/** The folder of the package: `--package`, or where `make wasm` leaves it. */
const folder = resolve(option("--package", resolve(dirname(fileURLToPath(import.meta.url)), "../../target/wasm/package")));

/** The package. */
export const ours = await import(pathToFileURL(resolve(folder, "dist/index.js")));

export const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
