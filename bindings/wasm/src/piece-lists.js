import { loader } from "./load.js";

const url = () => new URL("./lists.wasm", import.meta.url);

export const lists = loader([url, url]);
