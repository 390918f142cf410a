// Assembles the page.

import "./shell/theme.css";
import type { App, Beginnings, Track } from "./app/app";
import { stateFromAddress } from "./app/address";
import { keepAddress } from "./app/keep_address";
import { makeSnapshots } from "./app/snapshots";
import { Store } from "./app/store";
import { openSource } from "./data/open_source";
import { makeRowStore } from "./data/row_store";
import { loadEngine } from "./engine/load_engine";
import { makeMatricesPanel } from "./matrices/matrices_panel";
import { makeNumbersPanel } from "./numbers/numbers_panel";
import { makePlotsPanel } from "./plots/plots_panel";
import { makeRecursionPanel } from "./recursion/recursion_panel";
import { makeRobotPanel } from "./robot/robot_panel";
import { makeView } from "./scene/view";
import { makeNotices } from "./shell/notices";
import { makeShell } from "./shell/shell";
import { applyTheme } from "./shell/theme";
import { makeClock } from "./time/clock";
import { makeTimeline } from "./time/timeline";

async function open(page: HTMLElement): Promise<void> {
  const source = openSource();
  const notices = makeNotices();
  const [document_, engine] = await Promise.all([source.document(), loadEngine()]);
  const complain = (text: string) => notices.say(text, "error");
  const tracks: Track[] = document_.tracks.map((data, index) => ({
    index,
    data,
    robot: engine.makeRobot(data.robot),
    rows: data.result ? makeRowStore(source, index, data.result, complain) : null,
  }));
  const state = new Store(stateFromAddress(document_, window.location.hash));
  applyTheme(state); // before any part reads colours
  const beginnings: Beginnings = {
    document: document_,
    source,
    tracks,
    state,
    snapshots: makeSnapshots(tracks, state),
    notices,
  };
  const app: App = { ...beginnings, view: makeView(beginnings) };
  const clock = makeClock(app);
  const panels = [
    makeRobotPanel,
    makePlotsPanel,
    makeRecursionPanel,
    makeMatricesPanel,
    makeNumbersPanel,
  ].map((make) => make(app));
  page.replaceChildren(makeShell(app, clock, panels, makeTimeline(app, clock)));
  keepAddress(document_, state);
  document.title = `${document_.title} – sinew`;
  for (const warning of document_.warnings) notices.keep(warning, "warning");
}

const page = document.querySelector<HTMLElement>("#page")!;
open(page).catch((problem: unknown) => {
  const text = problem instanceof Error ? problem.message : String(problem);
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.className = "opening";
  line.textContent = `This page cannot be shown: ${text}`;
  page.replaceChildren(line);
});
