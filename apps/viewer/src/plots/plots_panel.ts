// The panel of plots: recorded quantities over time.

import type { App, MakePanel } from "../app/app";
import { h } from "../shell/dom";
import { onThemeChange } from "../shell/theme";
import { catalogueOf, chartsOf, type Quantity, usualPlots } from "./catalogue";
import { makeChooser } from "./chooser";
import { Plot } from "./plot";
import "./plots.css";
import { fitted, nextPage, type TimeRange, zoomed } from "./time_range";

export const makePlotsPanel: MakePanel = (app) => {
  const catalogue = catalogueOf(app.tracks[0].data.result);
  const element = h("div", { class: "plots" });
  if (catalogue.length === 0 || !app.tracks[0].rows?.rows) {
    element.append(h("p", { class: "muted" }, "There is nothing to plot. Open the result of a simulation."));
    return { id: "plots", title: "Plots", element, refresh() {} };
  }
  return { id: "plots", title: "Plots", element, refresh: fillPanel(app, catalogue, element) };
};

const pause = 80; // milliseconds without a change of the range before finer curves are requested

// Returns the function to call after the snapshot changed.
function fillPanel(app: App, catalogue: Quantity[], element: HTMLElement): () => void {
  const { state } = app;
  const whole = wholeOf(app);
  const least = (whole.to - whole.from) * 1e-6;
  const second = app.tracks[1]?.rows ? `; dashed: ${app.tracks[1].data.name}` : "";
  let range = whole;
  let plots: Plot[] = [];
  let hovered: number | null = null;
  let isFirst = true;
  let loading: ReturnType<typeof setTimeout> | undefined;
  let shownKeys: readonly string[] | null = null;

  const chooser = makeChooser(catalogue, { add, remove });
  const holder = h("div", { class: "plots-list" });
  const reading = h("span", { class: "plots-time" });
  const button = (text: string, label: string, act: () => void) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
  const inward = button("+", "Zoom in on the time axis", () => zoomBy(0.5));
  const outward = button("−", "Zoom out", () => zoomBy(2));
  const all = button("Reset zoom", "Reset zoom: show the whole time range", () => setRange(whole));
  const choice = h("details", { class: "plots-choice" }, h("summary", {}, "Quantities"), chooser.element);
  element.append(choice, h("div", { class: "plots-tools" }, reading, outward, inward, all), holder);

  function add(quantities: readonly Quantity[]): void {
    const { plots: keys } = state.get();
    const fresh = quantities.filter(({ key }) => !keys.includes(key)).map(({ key }) => key);
    if (fresh.length > 0) state.set({ plots: [...keys, ...fresh] });
  }

  function remove(quantities: readonly Quantity[]): void {
    const gone = new Set(quantities.map(({ key }) => key));
    state.set({ plots: state.get().plots.filter((key) => !gone.has(key)) });
  }

  function setRange(wanted: TimeRange): void {
    const next = fitted(wanted, whole, least);
    if (next.from === range.from && next.to === range.to) return;
    range = next;
    for (const plot of plots) plot.showRange(range);
    showTools();
    clearTimeout(loading);
    loading = setTimeout(() => plots.forEach((plot) => void plot.load()), pause);
  }

  function zoomBy(factor: number): void {
    setRange(zoomed(range, state.get().time, factor));
  }

  const actions = {
    zoom: setRange,
    whole: () => setRange(whole),
    seek: (time: number) => state.set({ time: Math.min(whole.to, Math.max(whole.from, time)), pose: null }),
    time: () => state.get().time,
    hover(time: number | null) {
      hovered = time;
      showTime();
    },
    remove,
  };

  // Charts whose curves do not change are kept.
  function showPlots(): void {
    const { plots: keys } = state.get();
    if (keys === shownKeys) return;
    shownKeys = keys;
    const same = (plot: Plot, ids: readonly Quantity[]) =>
      plot.plan.quantities.map(({ key }) => key).join("\n") === ids.map(({ key }) => key).join("\n");
    const next = chartsOf(catalogue, keys).map((plan) => {
      const kept = plots.find((plot) => plot.plan.id === plan.id && same(plot, plan.quantities));
      return kept ?? new Plot(app, plan, range, actions);
    });
    for (const plot of plots) if (!next.includes(plot)) plot.destroy();
    const fresh = next.filter((plot) => !plots.includes(plot));
    plots = next;
    holder.replaceChildren(
      ...(plots.length > 0
        ? plots.map((plot) => plot.element)
        : [h("p", { class: "muted" }, "No curves are chosen. Open Quantities to pick some.")]),
    );
    for (const plot of fresh) void plot.load();
    chooser.show(keys);
    showTools();
  }

  function showTools(): void {
    const isWhole = range.from === whole.from && range.to === whole.to;
    outward.disabled = isWhole;
    all.disabled = isWhole;
  }

  function showTime(): void {
    const { time } = state.get();
    const readingTime = hovered ?? time;
    reading.textContent = `at ${readingTime.toFixed(3)} s${second}`;
    for (const plot of plots) plot.showTime(time, readingTime);
  }

  function refresh(): void {
    if (isFirst && state.get().plots.length === 0) {
      state.set({ plots: usualPlots(catalogue, app.tracks[0].data.robot) });
    }
    isFirst = false;
    showPlots();
    if (state.get().playing) setRange(nextPage(range, state.get().time));
    showTime();
  }

  const isShown = () => state.get().panel === "plots";
  state.on(["plots"], () => isShown() && (showPlots(), showTime()));
  onThemeChange(() => plots.forEach((plot) => plot.redraw()));
  for (const { rows } of app.tracks) rows?.onArrival(() => isShown() && showTime());
  return refresh;
}

function wholeOf(app: App): TimeRange {
  const stores = app.tracks.flatMap(({ rows }) => (rows ? [rows] : []));
  const from = Math.min(...stores.map(({ first }) => first));
  const to = Math.max(...stores.map(({ last }) => last));
  return to > from ? { from, to } : { from: from - 0.5, to: from + 0.5 };
}
