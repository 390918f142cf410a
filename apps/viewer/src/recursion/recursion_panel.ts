// The panel that shows forward dynamics step by step: a Kalman filter that runs inward and a smoother that runs
// outward.

import type { App, MakePanel, Panel } from "../app/app";
import { h } from "../shell/dom";
import { onThemeChange } from "../shell/theme";
import { makeEquationList } from "./equation_list";
import { equationsOf } from "./equations";
import { makeLegend } from "./legend";
import { makeTorqueChoice } from "./torque_choice";
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
  const text = "This robot has no moving joints, so there is no recursion to show.";
  return {
    id: "recursion",
    title: "Recursion",
    element: h("div", { class: "recursion" }, h("p", {}, text)),
    refresh() {},
  };
}

function stepPanel(app: App, plan: Plan): Panel {
  const { state, snapshots } = app;
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
  const choice = makeTorqueChoice(app);
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
      const evaluation = snapshots.evaluation();
      values.hidden = evaluation === null;
      problem.hidden = evaluation !== null;
      if (!evaluation) {
        problem.textContent = `The recursion fails here: ${snapshots.problem()}`;
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
    const direction =
      section.direction === "across" ? (stage.length > 0 ? [] : ["in between"]) : [section.direction];
    sweep.textContent = [...stage, ...direction].join(": ");
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
  if (step.dof >= 0) return robot.dofs[step.dof].name;
  if (step.body >= 0) return robot.bodies[step.body].joint.name;
  if (step.part >= 0) return robot.parts[step.part].name;
  if (step.phase === "contact") return "Contact forces";
  return step.phase === "multiplier" ? "Loop forces" : "All joints";
}

function introductionOf(plan: Plan, play: () => void): HTMLElement {
  return h(
    "div",
    { class: "introduction" },
    h(
      "p",
      {},
      "The inward sweep carries forces from the tips to the base, like the state of a Kalman filter: each joint compares its " +
        "actual torque with the predicted one and corrects the prediction. The outward sweep is the smoother; it computes accelerations.",
    ),
    h(
      "p",
      {},
      `The recursion of this robot has ${plan.steps.length} steps. The numbers are those of the state shown.`,
    ),
    h("button", { type: "button", onclick: play }, "Play the sweeps"),
    h("p", { class: "muted" }, "Or select a joint above or in the picture."),
  );
}

function numbering(): HTMLElement {
  return h(
    "p",
    { class: "muted" },
    "k counts from the tip as in the papers: body k+1 is the parent of body k; − and + mean before and " +
      "after the joint. λ includes gravity as an upward acceleration of the ground, so that λ = 0 in free fall. " +
      "Six-vectors have the angular part first, in the body's axes at its origin. " +
      "R87, R88: Rodriguez 1987, 1988; SOA: Rodriguez, Jain and Kreutz-Delgado 1991.",
  );
}
