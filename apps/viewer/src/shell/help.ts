// The help dialog: keys, and mouse actions in the picture.

import { makeDialog } from "./dialog";
import { h } from "./dom";
import { bindings } from "./keyboard";

const pointer = [
  ["Drag", "Rotate the view; also Ctrl and arrow keys while the picture has the focus"],
  ["Right button, or two fingers", "Move the view"],
  ["Wheel, pinch", "Zoom; also Page Up and Page Down"],
  ["Click a body", "Select it"],
  ["Double click", "Follow it"],
];

export function makeHelp(version: string): HTMLDialogElement {
  const rows = (entries: (readonly [Node, string])[]) =>
    entries.map(([key, meaning]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, meaning)));
  const keys = bindings.map(({ shown, meaning }) => [keyCaps(shown), meaning] as const);
  const drags = pointer.map(([gesture, meaning]) => [h("span", {}, gesture), meaning] as const);
  return makeDialog(
    "Help",
    h("table", { class: "help" }, h("caption", {}, "Keys"), h("tbody", {}, ...rows(keys))),
    h("table", { class: "help" }, h("caption", {}, "In the picture"), h("tbody", {}, ...rows(drags))),
    h("p", { class: "muted" }, `sinew ${version}. The page's address stores the view and all choices.`),
  );
}

function keyCaps(shown: string): HTMLElement {
  const caps = h("span", { class: "keys" });
  for (const key of shown.split(" ")) caps.append(key === "…" ? key : h("kbd", {}, key));
  return caps;
}
