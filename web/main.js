// The page: tabs, drops, the dialog for files, and the copy for offline use.
import "./version.js";
import * as age from "./age.js";
import * as check from "./check.js";
import * as digests from "./digests.js";
import { $, fill, make, warn } from "./dom.js";
import { chosen, dropped } from "./drop.js";
import * as functions from "./functions.js";
import { tidy } from "./saving.js";
import { LANGUAGE, texts } from "./texts.js";

document.documentElement.lang = LANGUAGE;
document.title = texts.documentTitle;
fill();
$("promises").replaceChildren(...texts.promises.map((text) => make("li", { text })));

const tabs = [...document.querySelectorAll('[role="tab"]')];

/** Shows the view of a tab. */
function show(tab, focus) {
  for (const other of tabs) {
    const own = other === tab;
    other.setAttribute("aria-selected", String(own));
    other.tabIndex = own ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !own;
  }
  if (focus) tab.focus();
  history.replaceState(null, "", `#${tab.id.replace("tab-", "")}`);
}

for (const [at, tab] of tabs.entries()) {
  tab.addEventListener("click", () => show(tab, false));
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(tabs[(to + tabs.length) % tabs.length], true);
  });
}
const named = tabs.find(({ id }) => `#${id.replace("tab-", "")}` === location.hash);
if (named) show(named, false);

/** The views by the names that the elements give them. */
const views = {
  digests: (items) => digests.take(items),
  check: (items) => check.take(items),
  list: (items) => check.take(items, true),
  age: (items) => age.take(items),
  identity: (items) => age.takeIdentity(items),
};

const foldersOpen = "webkitdirectory" in $("picker");
for (const button of document.querySelectorAll("[data-choose]")) {
  const { choose, folder } = button.dataset;
  if (folder !== undefined && !foldersOpen) button.hidden = true;
  button.addEventListener("click", async () => {
    const several = choose === "digests" || choose === "check" || choose === "list";
    views[choose](await chosen($("picker"), { folder: folder !== undefined, several }));
  });
}

// a drop anywhere is one into the view that is shown: beside the frame, the browser would open the file in place of the page
const zone = () => document.querySelector("section:not([hidden]) .drop");
let depth = 0;
addEventListener("dragenter", (event) => {
  event.preventDefault();
  depth += 1;
  zone().classList.add("over");
});
addEventListener("dragleave", () => {
  depth = Math.max(depth - 1, 0);
  if (depth === 0) zone().classList.remove("over");
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
});
addEventListener("drop", async (event) => {
  event.preventDefault();
  depth = 0;
  const { classList, dataset } = zone();
  classList.remove("over");
  const text = event.dataTransfer.files.length === 0 ? event.dataTransfer.getData("text/plain") : "";
  if (text !== "" && dataset.drop === "check") {
    $("list-text").value = text;
    $("list-text").dispatchEvent(new Event("input"));
    return;
  }
  views[dataset.drop](await dropped(event.dataTransfer, (path) => warn(texts.unreadableFolder(path))));
});

digests.begin();
check.begin();
age.begin();
functions.begin();
tidy();
$("version").textContent = texts.version(self.BRAMAH.version);

/** Says whether the page is kept for offline use. */
async function offline() {
  const line = $("offline");
  const tell = () => {
    line.textContent = navigator.onLine ? texts.offlineReady : texts.offlineNow;
    line.classList.add("ready");
  };
  try {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    await functions.ready.catch(() => {});
    tell();
    addEventListener("online", tell);
    addEventListener("offline", tell);
  } catch {
    line.textContent = texts.offlineNone;
  }
}
offline();
