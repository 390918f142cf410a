// Shows messages: each appears in a corner for a while and stays in a list that can be opened.

import type { Notices } from "../app/app";
import { makeDialog } from "./dialog";
import { h } from "./dom";
import { icon } from "./icons";
import { NoticeList, type Notice } from "./notice_list";
import "./notices.css";

const shownAtOnce = 3;
const secondsShown = { info: 4, warning: 10, error: 20 };
const words = { info: "Note", warning: "Warning", error: "Error" };

export function makeNotices(): Notices {
  const list = new NoticeList();
  const toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  const kept = h("ul", { class: "notice-list" });
  const dialog = makeDialog("Messages", kept);
  const badge = h("span", { class: "badge", "aria-hidden": "true" });
  const button = h(
    "button",
    { type: "button", class: "plain square notices-button", hidden: true, onclick: open },
    icon("messages"),
    badge,
  );

  function line(notice: Notice): Node[] {
    const times = notice.times > 1 ? h("span", { class: "muted" }, ` (${notice.times} times)`) : null;
    return [
      h("span", { class: "notice-kind" }, words[notice.kind]),
      h("span", { class: "notice-text" }, notice.text, times),
    ];
  }

  function open(): void {
    const forgotten = list.forgotten > 0 ? h("li", {}, `… and ${list.forgotten} earlier ones`) : null;
    kept.replaceChildren(
      ...list.all.map((notice) => h("li", { class: `notice ${notice.kind}` }, ...line(notice))),
      ...(forgotten ? [forgotten] : []),
    );
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
  }

  function toast(notice: Notice): void {
    const card = h(
      "div",
      { class: `notice toast ${notice.kind}` },
      ...line(notice),
      h(
        "button",
        { type: "button", class: "plain square", "aria-label": "Dismiss", onclick: () => card.remove() },
        icon("close"),
      ),
    );
    toasts.append(card);
    while (toasts.childElementCount > shownAtOnce) toasts.firstElementChild!.remove();
    leaveLater(card, secondsShown[notice.kind]);
  }

  // Stays while the user points at it or has the focus on its button.
  function leaveLater(card: HTMLElement, seconds: number): void {
    setTimeout(() => {
      if (card.matches(":hover, :focus-within")) leaveLater(card, 2);
      else card.remove();
    }, seconds * 1000);
  }

  function count(): void {
    const count = list.all.filter((one) => one.kind !== "info").length;
    button.hidden = count === 0;
    button.setAttribute("aria-label", count === 1 ? "1 message" : `${count} messages`);
    button.title = button.getAttribute("aria-label")!;
    badge.textContent = count > 99 ? "99+" : String(count);
  }

  return {
    toasts,
    button,
    say(text, kind = "info") {
      const { notice, isNew } = list.add(text, kind);
      if (isNew) toast(notice);
      count();
    },
    keep(text, kind) {
      list.add(text, kind);
      count();
    },
  };
}
