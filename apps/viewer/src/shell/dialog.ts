// A modal dialog. Esc, its button and a click outside close it; the browser keeps the focus inside.

import { h } from "./dom";
import { icon } from "./icons";

export function makeDialog(title: string, ...content: Node[]): HTMLDialogElement {
  const id = `dialog-${title.toLowerCase().replace(/\W+/g, "-")}`;
  const dialog: HTMLDialogElement = h(
    "dialog",
    { class: "dialog", "aria-labelledby": id },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id }, title),
      h(
        "button",
        { type: "button", class: "plain square", "aria-label": "Close", onclick: () => dialog.close() },
        icon("close"),
      ),
    ),
    h("div", { class: "dialog-body", tabindex: 0, role: "group", "aria-labelledby": id }, ...content),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
