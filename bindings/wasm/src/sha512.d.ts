import type { SmallFunction, SmallHash } from "./small.js";

export declare const sha512: SmallFunction;
/** Loads the module, and begins a message. */
export declare function createSHA512(): Promise<SmallHash>;
export default sha512;
