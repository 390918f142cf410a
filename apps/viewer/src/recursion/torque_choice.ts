// Selects the joint torques for which the recursion is shown: those of the result, or a choice if the robot is posed by
// hand.

import type { App } from "../app/app";
import type { RecursionState } from "../app/state";
import { h } from "../shell/dom";

const names: Record<RecursionState["torques"], string> = {
  none: "zero: the robot falls",
  gravity: "balance gravity",
  recorded: "from the file",
};

export function makeTorqueChoice(app: App): { element: HTMLElement; refresh(): void } {
  const { start, robot } = app.tracks[0].data;
  const floats = robot.bodies.some(({ joint }) => joint.kind === "floating");
  const offered: RecursionState["torques"][] = start.tau.some((torque) => torque !== 0)
    ? ["gravity", "none", "recorded"]
    : ["gravity", "none"];
  const radios = offered.map((torques) =>
    h("input", {
      type: "radio",
      name: "recursion-torques",
      value: torques,
      onchange: () => app.state.set({ recursion: { ...app.state.get().recursion, torques } }),
    }),
  );
  const choice = h(
    "fieldset",
    { class: "torques" },
    h("legend", {}, "Joint torques"),
    ...offered.map((torques, i) =>
      h(
        "label",
        {},
        radios[i],
        names[torques],
        torques === "gravity" && floats && ", also for floating bodies",
      ),
    ),
  );
  const recorded = h("p", { class: "muted" }, "Joint torques: those of the recorded motion at this time.");
  return {
    element: h("div", {}, choice, recorded),
    refresh() {
      const posed = app.snapshots.of(0).row < 0;
      choice.hidden = !posed;
      recorded.hidden = posed;
      const { torques } = app.state.get().recursion;
      const known = offered.includes(torques) ? torques : "none"; // a file without torques
      offered.forEach((one, i) => (radios[i].checked = one === known));
    },
  };
}
