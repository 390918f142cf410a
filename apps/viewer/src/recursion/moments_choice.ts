// Which joint moments the recursion is shown for: those of the result, or a choice where the robot is posed by hand.

import type { App } from "../app/app";
import type { RecursionState } from "../app/state";
import { h } from "../shell/dom";

const names: Record<RecursionState["moments"], string> = {
  none: "none: it falls",
  gravity: "what holds it against gravity",
  recorded: "those of the file",
};

export function makeMomentsChoice(app: App): { element: HTMLElement; refresh(): void } {
  const { start, robot } = app.tracks[0].data;
  const floats = robot.bodies.some(({ joint }) => joint.kind === "floating");
  const offered: RecursionState["moments"][] = start.tau.some((moment) => moment !== 0)
    ? ["gravity", "none", "recorded"]
    : ["gravity", "none"];
  const radios = offered.map((moments) =>
    h("input", {
      type: "radio",
      name: "recursion-moments",
      value: moments,
      onchange: () => app.state.set({ recursion: { ...app.state.get().recursion, moments } }),
    }),
  );
  const choice = h(
    "fieldset",
    { class: "moments" },
    h("legend", {}, "Moments at the joints"),
    ...offered.map((moments, i) =>
      h("label", {}, radios[i], names[moments], moments === "gravity" && floats && ", floating bodies too"),
    ),
  );
  const recorded = h(
    "p",
    { class: "muted" },
    "Moments at the joints: those of the recorded motion at this time.",
  );
  return {
    element: h("div", {}, choice, recorded),
    refresh() {
      const posed = app.moments.of(0).row < 0;
      choice.hidden = !posed;
      recorded.hidden = posed;
      const { moments } = app.state.get().recursion;
      const known = offered.includes(moments) ? moments : "none"; // a file without moments
      offered.forEach((one, i) => (radios[i].checked = one === known));
    },
  };
}
