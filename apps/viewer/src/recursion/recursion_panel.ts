// Forward dynamics as a Kalman filter that runs inward and a smoother that runs outward, step by step.

import type { App, MakePanel, Panel } from "../app/app";
import { h } from "../shell/dom";
import { onThemeChange } from "../shell/theme";
import { makeEquationList } from "./equation_list";
import { equationsOf } from "./equations";
import { makeLegend } from "./legend";
import { makeMomentsChoice } from "./moments_choice";
import { RecursionPicture } from "./picture";
import "./recursion.css";
import { sentenceOf } from "./sentences";
import { makePlan, sectionOf, stepOfBody, type Plan } from "./steps";
import { makeTransport } from "./transport";
import { makeTreeDrawing } from "./tree_drawing";
import { Walk } from "./walk";

export const makeRecursionPanel: MakePanel = (app) => {
  const plan = makePlan(app.tracks[0].data.robot);
  return plan.steps.length > 0 ? stepPanel(app, plan) : emptyPanel();
};

function emptyPanel(): Panel {
  const text = "This robot has no joints that move, so there is nothing to sweep over.";
  return {
    id: "recursion",
    title: "Recursion",
    element: h("div", { class: "recursion" }, h("p", {}, text)),
    refresh() {},
  };
}

function stepPanel(app: App, plan: Plan): Panel {
  const { state, moments } = app;
  const { robot } = app.tracks[0].data;
  const current = (): number => Math.min(state.get().recursion.step, plan.steps.length - 1);
  const go = (step: number): void => {
    const body = plan.steps[step]?.body ?? -1;
    const selected = body >= 0 ? body : state.get().selected;
    state.set({ recursion: { ...state.get().recursion, step }, selected });
  };
  const walk = new Walk(plan.steps.length, current, go);
  const byHand = (step: number): void => {
    walk.stop();
    go(step);
  };
  const toggle = (): void => {
    if (walk.playing) walk.stop();
    else walk.start();
    panel.refresh();
  };
  const pick = (body: number): void => {
    const step = stepOfBody(plan, body, current());
    if (step >= 0) byHand(step);
  };

  const transport = makeTransport(plan, { go: byHand, toggle });
  const tree = makeTreeDrawing(robot, plan, pick);
  const equations = makeEquationList();
  const legend = makeLegend();
  const choice = makeMomentsChoice(app);
  const picture = new RecursionPicture(app, plan);
  const heading = h("h2", {});
  const sweep = h("span", { class: "sweep" });
  const sentence = h("p", { class: "sentence" });
  const problem = h("p", { class: "recursion-problem", role: "alert", hidden: true });
  const introduction = introductionOf(plan, toggle);
  const clear = h("button", { type: "button", class: "plain", onclick: () => byHand(-1) }, "Clear");
  const values = h("div", { class: "step-values" }, sentence, legend.element, equations.element, numbering());
  const details = h(
    "div",
    { class: "step-details" },
    h("div", { class: "step-head" }, heading, sweep, clear),
    problem,
    values,
  );
  let shown = -2;

  const panel: Panel = {
    id: "recursion",
    title: "Recursion",
    element: h(
      "div",
      { class: "recursion" },
      transport.element,
      tree.element,
      introduction,
      details,
      choice.element,
    ),
    refresh() {
      const step = current();
      const changed = step !== shown;
      shown = step;
      transport.show(step, walk.playing, step < 0 ? "" : titleOf(app, plan, step));
      if (changed) tree.show(step);
      choice.refresh();
      introduction.hidden = step >= 0;
      details.hidden = step < 0;
      if (step < 0) return picture.hide();
      if (changed) begin(step);
      const evaluation = moments.evaluation();
      values.hidden = evaluation === null;
      problem.hidden = evaluation !== null;
      if (!evaluation) {
        problem.textContent = `The recursion stops here: ${moments.problem()}`;
        return picture.hide();
      }
      sentence.textContent = sentenceOf(robot, plan, plan.steps[step], evaluation);
      equations.update(evaluation);
      legend.show(picture.show(step, changed));
    },
  };

  function begin(step: number): void {
    const section = sectionOf(plan, step)!;
    heading.textContent = titleOf(app, plan, step);
    sweep.className = `sweep ${section.direction}`;
    const stage = section.stage > 0 ? [`stage ${section.stage}`] : [];
    const way =
      section.direction === "across" ? (stage.length > 0 ? [] : ["in between"]) : [section.direction];
    sweep.textContent = [...stage, ...way].join(": ");
    equations.begin(equationsOf(robot, plan, plan.steps[step]));
  }

  const isOpen = (): boolean => state.get().panel === "recursion";
  state.on(["panel"], () => {
    if (isOpen()) return;
    walk.stop();
    picture.hide();
    shown = -2;
  });
  state.on(["selected"], () => {
    if (!isOpen()) return;
    const step = stepOfBody(plan, state.get().selected, current());
    if (step >= 0 && step !== current()) byHand(step);
  });
  let scheduled = false;
  const later = (): void => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      if (isOpen()) panel.refresh();
    });
  };
  state.on(["recursion"], later);
  onThemeChange(later);
  return panel;
}

function titleOf(app: App, plan: Plan, index: number): string {
  const { robot } = app.tracks[0].data;
  const step = plan.steps[index];
  if (step.freedom >= 0) return robot.freedoms[step.freedom].name;
  if (step.body >= 0) return robot.bodies[step.body].joint.name;
  if (step.part >= 0) return robot.parts[step.part].name;
  if (step.phase === "contact") return "Contact forces";
  return step.phase === "multiplier" ? "Forces of the loops" : "All joints";
}

function introductionOf(plan: Plan, play: () => void): HTMLElement {
  return h(
    "div",
    { class: "introduction" },
    h(
      "p",
      {},
      "Forces run inward from the tips to the base like the state of a Kalman filter: every joint compares the moment " +
        "that acts on it with the one predicted, and corrects the prediction. Accelerations run outward again like its smoother.",
    ),
    h(
      "p",
      {},
      `These are the ${plan.steps.length} steps of this robot, with the numbers of the moment shown.`,
    ),
    h("button", { type: "button", onclick: play }, "Play the sweeps"),
    h("p", { class: "muted" }, "Or pick a joint, above or in the picture."),
  );
}

function numbering(): HTMLElement {
  return h(
    "p",
    { class: "muted" },
    "k counts from the tip as in the papers: k−1 is carried by the body, k+1 carries it; − and + stand for before and " +
      "after the joint. λ counts gravity as an upward acceleration of the ground: zero is free fall. " +
      "Six-vectors are angular over linear, in the body's axes at its origin. " +
      "R87, R88: Rodriguez 1987, 1988; SOA: Rodriguez, Jain and Kreutz-Delgado 1991.",
  );
}
