// The bar at the top: the title, and buttons for the whole page.

import type { App } from "../app/app";
import type { TrackData } from "../document";
import { copyText } from "./clipboard";
import { h } from "./dom";
import { icon, type IconName } from "./icons";
import { nextTheme, themeIcons, themeNames } from "./theme";

export interface BarActions {
  fit(): void;
  savePicture(): void;
  togglePanel(): void;
  help(): void;
}

// "arm.h5, interrupted, every 10th record"
export function describeTrack({ name, result }: TrackData): string {
  const parts = [name];
  if (!result) return parts[0];
  if (result.status !== "") parts.push(result.status);
  if (result.every > 1) parts.push(`every ${result.every}th record`);
  return parts.join(", ");
}

function button(name: IconName, label: string, onclick: () => void): HTMLButtonElement {
  return h(
    "button",
    { type: "button", class: "plain square", "aria-label": label, title: label, onclick },
    icon(name),
  );
}

export function makeTopBar(app: App, actions: BarActions): HTMLElement {
  const tracks = app.document.tracks;
  const files = tracks.map(({ name }) => name).join(", ");
  const subtitle = tracks.map(describeTrack).join("  – compared with ");
  const theme = button("system", "Theme", () => app.state.set({ theme: nextTheme(app.state.get().theme) }));
  const panel = button("panel", "Panels", actions.togglePanel);
  panel.classList.add("toggle");
  panel.setAttribute("aria-controls", "dock");

  const showTheme = () => {
    const { theme: chosen } = app.state.get();
    theme.replaceChildren(icon(themeIcons[chosen]));
    theme.title = `Theme: ${themeNames[chosen]}`;
    theme.setAttribute("aria-label", theme.title);
  };
  const showPanel = () => panel.setAttribute("aria-expanded", String(app.state.get().panel !== null));
  app.state.on(["theme"], showTheme);
  app.state.on(["panel"], showPanel);
  showTheme();
  showPanel();

  async function copyLink(): Promise<void> {
    const copied = await copyText(window.location.href);
    app.notices.say(copied ? "Link copied to the clipboard." : "The link could not be copied.");
  }

  return h(
    "header",
    { class: "bar" },
    h(
      "div",
      { class: "bar-names" },
      h("h1", { title: app.document.title }, app.document.title),
      subtitle !== app.document.title && h("p", { class: "bar-subtitle", title: files }, subtitle),
    ),
    makePosedNote(app),
    h(
      "div",
      { class: "bar-buttons" },
      app.notices.button,
      button("fit", "Fit view", actions.fit),
      button("picture", "Save the picture as PNG", actions.savePicture),
      button("link", "Copy the link to this view", () => void copyLink()),
      theme,
      button("help", "Help", actions.help),
      panel,
    ),
  );
}

// A note over a result that is posed by hand, with a button back to the recording.
function makePosedNote(app: App): HTMLElement {
  const note = h(
    "p",
    { class: "posed", role: "status" },
    h("span", {}, "Posed by hand"),
    h(
      "button",
      { type: "button", onclick: () => app.state.set({ pose: null }) },
      icon("reset"),
      "Back to the recording",
    ),
  );
  const show = () => (note.hidden = app.state.get().pose === null || app.tracks[0].rows === null);
  app.state.on(["pose"], show);
  show();
  return note;
}
