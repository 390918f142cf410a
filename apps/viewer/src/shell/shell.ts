// Lays out the page: bar, picture, time line, and the dock with its tabs.

import type { App, Clock, Panel } from "../app/app";
import type { PanelId } from "../app/state";
import "./controls.css";
import { h } from "./dom";
import { download } from "./download";
import { formatTime } from "./format";
import { makeHelp } from "./help";
import { listenToKeys } from "./keyboard";
import { makeSeparator } from "./separator";
import "./shell.css";
import { makeTabs } from "./tabs";
import { makeTopBar } from "./top_bar";

export function makeShell(app: App, clock: Clock, panels: Panel[], timeline: HTMLElement): HTMLElement {
  const help = makeHelp(app.document.sinew);
  const tabs = makeTabs(panels, (id) => app.state.set({ panel: id }));
  const dock = h("aside", { class: "dock", id: "dock", "aria-label": "Panels" }, tabs.list, tabs.panels);
  let lastPanel: PanelId = app.state.get().panel ?? panels[0].id;

  const actions = {
    playOrPause: () => clock.toggle(),
    step: (records: number) => clock.step(records),
    goToStart: () => clock.seek(clock.first),
    goToEnd: () => clock.seek(clock.last),
    faster: () => clock.faster(),
    slower: () => clock.slower(),
    fit: () => app.view.fit(),
    savePicture: () => void savePicture(app),
    showPanel: (number: number) => panels[number] && app.state.set({ panel: panels[number].id }),
    togglePanel: () => app.state.set({ panel: app.state.get().panel === null ? lastPanel : null }),
    deselect: () => app.state.set({ selected: -1, follow: -1 }),
    help: () => help.showModal(),
  };

  const shell = h(
    "div",
    { class: "shell" },
    makeTopBar(app, actions),
    h(
      "main",
      { class: "stage" },
      h("div", { class: "picture" }, app.view.element, app.notices.toasts),
      h("div", { class: "time", hidden: !clock.hasTime }, timeline),
    ),
  );
  dock.prepend(makeSeparator(shell, dock));
  shell.append(dock, help);

  const refresh = () => panels.find(({ id }) => id === app.state.get().panel)?.refresh();
  const showPanel = () => {
    const { panel } = app.state.get();
    if (panel !== null) lastPanel = panel;
    shell.classList.toggle("without-dock", panel === null);
    tabs.show(panel);
    refresh();
  };
  app.state.on(["panel"], showPanel);
  app.snapshots.on(refresh);
  showPanel();
  listenToKeys(document, actions);
  return shell;
}

async function savePicture(app: App): Promise<void> {
  try {
    const blob = await app.view.png();
    const time = app.tracks[0].rows ? ` ${formatTime(app.state.get().time)}` : "";
    download(blob, `${app.document.title}${time}.png`);
  } catch (problem) {
    app.notices.say(`The picture could not be saved: ${(problem as Error).message}`, "error");
  }
}
