// Draws the robot as a tree of joints and the progress of the sweep. Joints are buttons: a click goes to the step of
// that joint; arrow keys move along the branches.

import type { RobotData } from "../document";
import { h, svg } from "../shell/dom";
import { bodiesSoFar, sectionOf, type Plan } from "./steps";
import { layOut, type JointPlace } from "./tree_layout";

export interface TreeDrawing {
  element: HTMLElement;
  show(step: number): void;
}

const margin = { left: 30, top: 20 };
const lineHeight = 30;

export function makeTreeDrawing(robot: RobotData, plan: Plan, pick: (body: number) => void): TreeDrawing {
  const layout = layOut(robot, plan);
  const spacing = Math.max(26, Math.min(50, 250 / Math.max(1, layout.columns - 1)));
  const width = margin.left + spacing * Math.max(0.5, layout.columns - 0.5) + 16;
  const height = 2 * margin.top + lineHeight * Math.max(0, layout.lines - 1);
  const placeOf = new Map(layout.places.map((place) => [place.body, place]));
  const x = (place: JointPlace): number => margin.left + spacing * (place.column + 0.5);
  const y = (place: JointPlace): number => margin.top + lineHeight * place.line;

  const edges = new Map<number, SVGPathElement>();
  const nodes = new Map<number, SVGGElement>();
  for (const place of layout.places) {
    const parent = placeOf.get(place.parent);
    const from = parent ? { x: x(parent), y: y(parent) } : { x: margin.left - 12, y: y(place) };
    const bend = `C ${from.x + spacing / 2} ${y(place)} ${from.x + spacing / 2} ${y(place)} ${x(place)} ${y(place)}`;
    edges.set(place.body, svg("path", { class: "edge", d: `M ${from.x} ${from.y} ${bend}` }));
    nodes.set(
      place.body,
      joint(robot, place, x(place), y(place), () => pick(place.body)),
    );
  }
  const ties = closings(robot, plan, placeOf, x, y);
  const grounds = layout.places
    .filter(({ parent }) => parent < 0)
    .map((place) => ground(margin.left - 12, y(place)));
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "group",
      "aria-label": "Joints from the base to the tips",
    },
    ...ties.values(),
    ...edges.values(),
    ...grounds,
    ...nodes.values(),
  );
  drawing.addEventListener("keydown", (event) => {
    const body = [...nodes].find(([, node]) => node === document.activeElement)?.[0];
    const next = body === undefined ? undefined : neighbour(layout.places, body, event.key);
    if (event.key.startsWith("Arrow")) event.preventDefault();
    if (next === undefined) return;
    pick(next);
    nodes.get(next)?.focus();
  });
  const element = h("div", { class: "joint-tree" });
  element.append(drawing);

  return {
    element,
    show(step) {
      const section = sectionOf(plan, step);
      const current = plan.steps[step]?.body ?? -1;
      const done = new Set(
        plan.steps[step]?.body === -1 ? bodiesOfPart(robot, plan.steps[step].part) : bodiesSoFar(plan, step),
      );
      const meeting = section?.direction === "across";
      const focusable = current >= 0 ? current : (layout.places[0]?.body ?? -1);
      drawing.setAttribute("class", section ? section.direction : "idle");
      for (const [body, node] of nodes) {
        node.setAttribute(
          "class",
          body === current ? "joint current" : done.has(body) ? "joint done" : "joint",
        );
        node.setAttribute("tabindex", body === focusable ? "0" : "-1");
        node.setAttribute("aria-pressed", String(body === current));
        edges
          .get(body)!
          .setAttribute("class", body === current ? "edge current" : done.has(body) ? "edge done" : "edge");
      }
      for (const [loop, tie] of ties) {
        const part = plan.steps[step]?.part ?? -1;
        const concerned = meeting && (part < 0 || robot.loops[loop].arm === part);
        tie.setAttribute("class", concerned ? "closing current" : "closing");
      }
      const place = placeOf.get(current);
      if (place) keepInSight(element, x(place), y(place));
    },
  };
}

function bodiesOfPart(robot: RobotData, part: number): number[] {
  const { firstBody, bodyCount } = robot.parts[part] ?? { firstBody: 0, bodyCount: 0 };
  return Array.from({ length: bodyCount }, (_, i) => firstBody + i);
}

function joint(robot: RobotData, { body }: JointPlace, x: number, y: number, pick: () => void): SVGGElement {
  const { joint, name } = robot.bodies[body];
  const label = `${joint.name}, moves ${name}`;
  const slides = joint.kind === "prismatic";
  return svg(
    "g",
    {
      role: "button",
      "aria-label": label,
      transform: `translate(${x} ${y})`,
      onclick: pick,
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        pick();
      },
    },
    svg("title", {}, label),
    svg("circle", { class: "target", r: 13 }),
    slides
      ? svg("rect", { class: "mark", x: -6, y: -6, width: 12, height: 12 })
      : svg("circle", { class: "mark", r: 7 }),
  );
}

function ground(x: number, y: number): SVGPathElement {
  return svg("path", {
    class: "ground",
    d: `M ${x} ${y - 8} V ${y + 8} m 0 -14 l -6 4 m 6 2 l -6 4 m 6 2 l -6 4`,
  });
}

// Draws loops and grasps as lines between joints.
function closings(
  robot: RobotData,
  plan: Plan,
  placeOf: Map<number, JointPlace>,
  x: (place: JointPlace) => number,
  y: (place: JointPlace) => number,
): Map<number, SVGPathElement> {
  const ties = new Map<number, SVGPathElement>();
  robot.loops.forEach((loop, index) => {
    const ends = [loop.first.body, loop.second.body].map((body) =>
      body < 0 ? undefined : placeOf.get(plan.carrier[body]),
    );
    if (!ends[0] || !ends[1]) return;
    const d = `M ${x(ends[0])} ${y(ends[0])} L ${x(ends[1])} ${y(ends[1])}`;
    ties.set(index, svg("path", { class: "closing", d }, svg("title", {}, loop.name)));
  });
  return ties;
}

function neighbour(places: JointPlace[], body: number, key: string): number | undefined {
  const at = places.findIndex((place) => place.body === body);
  switch (key) {
    case "ArrowLeft":
      return places[at].parent >= 0 ? places[at].parent : undefined;
    case "ArrowRight":
      return places.find((place) => place.parent === body)?.body;
    case "ArrowDown":
      return places[at + 1]?.body;
    case "ArrowUp":
      return places[at - 1]?.body;
    default:
      return undefined;
  }
}

// Runs after the page has been laid out: a panel that is opening has no width.
function keepInSight(scroller: HTMLElement, x: number, y: number): void {
  requestAnimationFrame(() => {
    const { scrollLeft, clientWidth, scrollTop, clientHeight } = scroller;
    if (x < scrollLeft + 20 || x > scrollLeft + clientWidth - 20) scroller.scrollLeft = x - clientWidth / 2;
    if (y < scrollTop + 15 || y > scrollTop + clientHeight - 15) scroller.scrollTop = y - clientHeight / 2;
  });
}
