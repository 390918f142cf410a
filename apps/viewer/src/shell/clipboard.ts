// Copies text to the clipboard, also in browsers that deny the asynchronous API to this page.

import { h } from "./dom";

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = h("textarea", { class: "unseen", value: text, "aria-hidden": "true", tabindex: -1 });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
