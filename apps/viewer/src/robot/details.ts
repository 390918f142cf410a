// Describes the selected body: mass, inertia, joint, limits, frames and loops.

import type { App } from "../app/app";
import type { BodyData, DofData, RobotData } from "../document";
import { h } from "../shell/dom";
import { formatNumber, formatUnit } from "../shell/format";
import { icon } from "../shell/icons";

type Line = readonly [name: string, value: string];

const list = (numbers: ArrayLike<number>, digits = 4) =>
  Array.from(numbers, (x) => formatNumber(x, digits)).join(", ");

function limitsOf(dof: DofData): string {
  const { lower, upper, maxVelocity, maxEffort, unit, torqueUnit, armature } = dof;
  const positionUnit = unit.replace(/\/s$/, "");
  const bound = (x: number | null, infinite: string) => (x === null ? infinite : formatNumber(x));
  const parts: string[] = [];
  if (lower !== null || upper !== null) {
    parts.push(`${bound(lower, "−∞")} … ${bound(upper, "∞")} ${formatUnit(positionUnit)}`);
  }
  if (maxVelocity !== null) parts.push(`${formatNumber(maxVelocity)} ${formatUnit(unit)}`);
  if (maxEffort !== null) parts.push(`${formatNumber(maxEffort)} ${formatUnit(torqueUnit)}`);
  if (armature > 0) {
    parts.push(`rotor inertia ${formatNumber(armature)} ${positionUnit === "rad" ? "kg m²" : "kg"}`);
  }
  return parts.length > 0 ? parts.join("; ") : "none";
}

export function describeBody(robot: RobotData, index: number): Line[] {
  const body: BodyData = robot.bodies[index];
  const { joint } = body;
  const parent = body.parent >= 0 ? robot.bodies[body.parent].name : "the ground";
  const dofs = robot.dofs.filter((dof) => dof.body === index);
  const frames = robot.frames.filter((frame) => frame.body === index).map(({ name }) => name);
  const loops = robot.loops.filter(({ first, second }) => first.body === index || second.body === index);
  const couplings = robot.couplings.filter((coupling) => coupling.body === index);
  const lines: Line[] = [
    ["Joint", joint.kind === "fixed" ? `fixed to ${parent}` : `${joint.name}, ${joint.kind}, on ${parent}`],
  ];
  if (!["fixed", "spherical", "floating"].includes(joint.kind)) lines.push(["Axis", list(joint.axis, 3)]);
  if (joint.kind === "universal") lines.push(["Second axis", list(joint.axis2, 3)]);
  if (joint.kind === "helical") lines.push(["Pitch", `${formatNumber(joint.pitch)} m/rad`]);
  for (const dof of dofs.length > 3 ? [] : dofs) {
    const part = dof.name.replace(joint.name, "").trim();
    lines.push([dofs.length > 1 ? `Limits ${part}` : "Limits", limitsOf(dof)]);
  }
  for (const { leader, polynomial } of couplings) {
    const value =
      leader >= 0 ? `${robot.bodies[leader].joint.name}: ${list(polynomial, 3)}` : list(polynomial, 3);
    lines.push([leader >= 0 ? "Follows" : "Locked at", value]);
  }
  lines.push(
    ["Mass", `${formatNumber(body.mass)} kg`],
    ["Centre of mass", `${list(body.com)} m`],
    ["Inertia xx yy zz", `${list(body.inertia.slice(0, 3))} kg m²`],
    ["Inertia xy xz yz", `${list(body.inertia.slice(3))} kg m²`],
  );
  if (frames.length > 0) lines.push(["Frames", frames.join(", ")]);
  if (loops.length > 0) lines.push(["Loops", loops.map(({ name, kind }) => `${name} (${kind})`).join(", ")]);
  return lines;
}

export function makeDetails(app: App): HTMLElement {
  const { robot } = app.document.tracks[0];
  const name = h("h2", { class: "ellipsis" });
  const follow = h(
    "button",
    {
      type: "button",
      onclick: () => {
        const { selected, follow: followed } = app.state.get();
        app.state.set({ follow: followed === selected ? -1 : selected });
      },
    },
    icon("follow"),
    "Follow",
  );
  const lines = h("dl", { class: "facts" });
  const section = h(
    "section",
    { class: "panel-section", "aria-label": "Selected body" },
    h("div", { class: "panel-head" }, name, h("div", { class: "panel-buttons" }, follow)),
    lines,
  );

  function showFollow(): void {
    const { selected, follow: followed } = app.state.get();
    follow.setAttribute("aria-pressed", String(selected >= 0 && followed === selected));
  }
  function show(): void {
    const { selected } = app.state.get();
    const body = robot.bodies[selected];
    section.hidden = !body;
    if (!body) return;
    name.textContent = body.name;
    name.title = body.name;
    lines.replaceChildren(
      ...describeBody(robot, selected).flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]),
    );
    showFollow();
  }
  app.state.on(["selected"], show);
  app.state.on(["follow"], showFollow);
  show();
  return section;
}
