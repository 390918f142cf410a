// The panel of numbers: state, accelerations, joint torques by cause, energies, loop forces.

import type { MakePanel } from "../app/app";
import { copyText } from "../shell/clipboard";
import { h } from "../shell/dom";
import { formatTime } from "../shell/format";
import { icon } from "../shell/icons";
import type { NumberTable } from "./number_table";
import { numbersOf, type Numbers } from "./numbers";
import { numbersAsJson } from "./numbers_json";
import "./numbers_panel.css";
import { makeFreeTable, makeLoopTable, makeTorqueTable, makeStateTable } from "./tables";
import { makeTotals } from "./totals";

const pause = 66; // milliseconds between two refreshes during playback, slow enough to be read

const computedFor = {
  gravity: "accelerations computed for torques that balance gravity",
  none: "accelerations computed for zero joint torques",
  recorded: "accelerations computed for the torques in the file",
};

export const makeNumbersPanel: MakePanel = (app) => {
  const { robot, name } = app.document.tracks[0];
  let numbers: Numbers | null = null;
  let timer = 0;
  let drawn = -Infinity;
  const read = () => (numbers ??= numbersOf(app));

  const state = makeStateTable(robot, read);
  const torques = makeTorqueTable(robot, read);
  const free = makeFreeTable(robot, read);
  const loops = robot.loops.length > 0 ? makeLoopTable(robot, read) : null;
  const totals = makeTotals(robot);
  const source = h("p", { class: "muted small-text" });
  const problem = h("p", { class: "numbers-problem", role: "status" });

  function draw(): void {
    drawn = performance.now();
    numbers = numbersOf(app);
    for (const table of [state, torques, free, loops]) table?.refresh();
    totals.refresh(numbers);
    const { time, recorded } = numbers;
    const how = recorded ? "recorded accelerations" : computedFor[app.state.get().recursion.torques];
    const of = app.tracks.length > 1 ? `${name}: ` : "";
    source.textContent = `${of}${time === null ? "As posed" : `At ${formatTime(time)}`}; ${how}.`;
    problem.textContent = numbers.problem;
  }

  function refresh(): void {
    const wait = app.state.get().playing ? drawn + pause - performance.now() : 0;
    if (wait <= 0) {
      clearTimeout(timer);
      timer = 0;
      draw();
    } else if (timer === 0) {
      timer = window.setTimeout(() => {
        timer = 0;
        draw();
      }, wait);
    }
  }

  async function copy(): Promise<void> {
    const result = app.tracks[0].rows ? name : null;
    const done = await copyText(numbersAsJson(robot, result, numbersOf(app)));
    app.notices.say(done ? "Numbers copied as JSON." : "The browser did not allow copying.");
  }

  const search = h("input", {
    type: "search",
    placeholder: "Search joints",
    "aria-label": "Search joints",
    oninput: () => {
      const words = search.value.trim().toLowerCase().split(/\s+/);
      const rows = robot.dofs.flatMap(({ name: joint }, i) =>
        words.every((word) => joint.toLowerCase().includes(word)) ? [i] : [],
      );
      state.choose(rows);
      torques.choose(rows);
    },
  });

  const section = (title: string, table: NumberTable | null, note: string) =>
    table &&
    h(
      "section",
      { class: "panel-section", "aria-label": title },
      h("div", { class: "panel-head" }, h("h2", {}, title)),
      table.element,
      note !== "" && h("p", { class: "muted small-text" }, note),
    );

  return {
    id: "numbers",
    title: "Numbers",
    element: h(
      "div",
      { class: "panel-sections" },
      h(
        "div",
        { class: "panel-section numbers-head" },
        search,
        h("button", { type: "button", onclick: () => void copy() }, icon("copy"), "Copy as JSON"),
        source,
        problem,
      ),
      section("State", state, ""),
      section("Floating-base and ball-joint coordinates", free, ""),
      section(
        "Joint torques",
        torques,
        "Actuation + loops and other = inertial + Coriolis + gravity. Other: springs, friction, external forces.",
      ),
      section("Loop and contact forces", loops, "Acting on the second end, in its axes."),
      h(
        "section",
        { class: "panel-section", "aria-label": "Totals" },
        h("div", { class: "panel-head" }, h("h2", {}, "Totals")),
        totals.element,
      ),
    ),
    refresh,
  };
};
