/** Bytes: text is taken as UTF-8. */
export type Bytes = string | ArrayBufferLike | ArrayBufferView;
/** The form of a result: hexadecimal digits, or a Uint8Array. */
export type Form = "hex" | "binary";
/** The type of a result in a form. */
export type Output<F extends Form | undefined> = F extends "binary" ? Uint8Array : string;
