import { Box3, Color, Mesh, Scene, Vector3 } from "three";
import { beforeEach, describe, expect, test } from "vitest";
import type { Snapshot, Track } from "../../src/app/app";
import { initialState } from "../../src/app/state";
import type { LoopData, RobotData } from "../../src/document";
import { Actor } from "../../src/scene/actor";
import { ellipsoidLimit } from "../../src/scene/body_symbols";
import type { Meshes } from "../../src/scene/meshes";
import { bodyColors } from "../../src/scene/palette";
import { visibleMeshes } from "../../src/scene/picking";
import { Shapes } from "../../src/scene/shapes";
import { boneEnds } from "../../src/scene/skeleton";
import { twoLinkDocument } from "../fixtures/two_link";

const at = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z];

function robot(): RobotData {
  return twoLinkDocument().tracks[0].robot;
}

// Both links hang straight down.
function actorOf(data: RobotData, ghost: Color | null = null): Actor {
  const poses = Float64Array.from([...at(0, 0, 0), ...at(0, 0, -0.5)]);
  const track = {
    index: 0,
    data: { ...twoLinkDocument().tracks[0], robot: data },
    robot: { poses: () => poses, massCentre: () => Float64Array.of(0, 0, -0.5) },
    rows: null,
  } as unknown as Track;
  const meshes = { want: (_: number, use: (pieces: null) => void) => use(null) } as unknown as Meshes;
  const kit = { shapes: new Shapes(), meshes, highlight: new Color("blue"), ghost, arrived: () => {} };
  const actor = new Actor(track, kit);
  actor.enter(new Scene(), new Scene());
  return actor;
}

const snapshot = (closed: boolean[] = []): Snapshot =>
  ({ q: new Float64Array(2), closed }) as unknown as Snapshot;
const shown = initialState.shown;
const seen = (actor: Actor): Mesh[] => [actor.figure.solid, actor.figure.over].flatMap(visibleMeshes);

describe("a robot in the picture", () => {
  let actor: Actor;
  beforeEach(() => {
    actor = actorOf(robot());
    actor.place(snapshot());
  });

  test("shows its visuals, and other objects on request", () => {
    actor.show(shown, 1);
    expect(seen(actor)).toHaveLength(2);
    actor.show({ ...shown, collisions: true }, 1);
    expect(seen(actor)).toHaveLength(4);
    actor.show({ ...shown, visuals: false }, 1);
    expect(seen(actor)).toHaveLength(0);
  });

  test("fills a box from its top to its tip", () => {
    actor.show(shown, 1);
    const points: Vector3[] = [];
    actor.addPoints(points);
    const box = new Box3().setFromPoints(points);
    expect(box.min.z).toBeCloseTo(-1, 6);
    expect(box.max.z).toBeCloseTo(0, 6);
    expect(box.max.x).toBeCloseTo(0.03, 6);
  });

  test("highlights the selected body only, and removes the highlight", () => {
    actor.show(shown, 1);
    const [upper, lower] = seen(actor).map(({ material }) => material);
    actor.figure.select(1);
    expect(seen(actor)[0].material).toBe(upper);
    expect(seen(actor)[1].material).not.toBe(lower);
    actor.figure.select(-1);
    expect(seen(actor).map(({ material }) => material)).toEqual([upper, lower]);
  });

  test("the position of a body is its centre of mass", () => {
    expect(actor.placeOf(1, new Vector3()).toArray()).toEqual([0, 0, -0.75]);
    expect(actor.framePlace(0, new Vector3()).toArray()).toEqual([0, 0, -1]);
  });
});

test("an infinite plane is large relative to a robot of any size, and does not count as part of it", () => {
  const data = robot();
  data.bodies[0].shapes = [
    { ...data.bodies[0].shapes[0], kind: "plane", placement: at(0, 0, 0), size: [0, 2, 0] },
  ];
  const actor = actorOf(data);
  actor.place(snapshot());
  actor.show(shown, 1);
  const plane = seen(actor).find((mesh) => mesh.userData.endless)!;
  for (const size of [0.01, 100]) {
    actor.setSize(size);
    expect(plane.matrix.elements[0]).toBeGreaterThan(5 * size);
    expect(plane.matrix.elements[5]).toBe(1); // the given size
  }
  const points: Vector3[] = [];
  actor.addPoints(points);
  expect(Math.max(...points.map(({ x }) => x))).toBeLessThan(1);
});

describe("a robot without visuals", () => {
  function bareRobot(): RobotData {
    const data = robot();
    for (const body of data.bodies) body.shapes = [];
    return data;
  }

  test("is drawn as skeleton and ellipsoids until the visuals are switched off", () => {
    const actor = actorOf(bareRobot());
    actor.show(shown, 1);
    expect(seen(actor).length).toBeGreaterThanOrEqual(2 + 2 + 2); // bones, joints, ellipsoids
    actor.show({ ...shown, visuals: false }, 1);
    expect(seen(actor)).toHaveLength(0);
  });

  test("is also a robot whose meshes are all missing", () => {
    const data = robot();
    for (const { shapes } of data.bodies) {
      for (const shape of shapes) Object.assign(shape, { kind: "mesh", mesh: 0, size: [1, 1, 1] });
    }
    const actor = actorOf(data);
    expect(actor.bare).toBe(true);
  });

  test("has bones to the joints of children, or else to frames or the centre of mass", () => {
    const data = bareRobot();
    expect(boneEnds(data, 0).map((end) => end.z)).toEqual([-0.5]);
    expect(boneEnds(data, 1).map((end) => end.z)).toEqual([-0.5]);
    data.frames = [];
    expect(boneEnds(data, 1).map((end) => end.z)).toEqual([-0.25]);
    data.bodies[1].mass = 0;
    expect(boneEnds(data, 1)).toEqual([]);
  });

  test("accepts the inertia of a rod, and flags one ten times as large", () => {
    const data = bareRobot();
    const rod = Math.sqrt(5 / 12) * 0.5;
    expect(ellipsoidLimit(data, 1, 1)).toBeGreaterThan(rod);
    expect(ellipsoidLimit(data, 1, 1)).toBeLessThan(10 * rod);
  });
});

describe("loops", () => {
  const loop: LoopData = {
    name: "grasp",
    kind: "weld",
    first: { body: 1, placement: at(0, 0, -0.5) },
    second: { body: -1, placement: at(0.2, 0, -1) },
    distance: 0,
    directions: [],
    arm: -1,
  };

  test("have marks at both ends while they are closed", () => {
    const actor = actorOf({ ...robot(), loops: [loop] });
    const over = new Scene();
    actor.enter(new Scene(), over);
    actor.place(snapshot([true]));
    const marks = over.getObjectsByProperty("type", "Mesh").filter((mesh) => mesh.visible);
    const places = marks.map((mark) => new Vector3().setFromMatrixPosition(mark.matrix).toArray());
    expect(places).toContainEqual([0, 0, -1]);
    expect(places).toContainEqual([0.2, 0, -1]);
    actor.place(snapshot([false]));
    expect(over.getObjectsByProperty("type", "Mesh").filter((mesh) => mesh.visible).length).toBe(
      marks.length - 2,
    );
  });
});

describe("colours", () => {
  test("a ghost has one colour and is translucent", () => {
    const actor = actorOf(robot(), new Color("red"));
    actor.show(shown, 1);
    const materials = new Set(seen(actor).map(({ material }) => material));
    expect(materials.size).toBe(1);
    const [material] = [...materials] as Mesh["material"][];
    expect(material).toMatchObject({ transparent: true });
  });

  test("several arms have a hue each, and the object its own", () => {
    const data = robot();
    const third = { ...data.bodies[0], name: "object" };
    data.bodies.push(third);
    data.parts = [0, 1, 2].map((i) => ({ name: `part ${i}`, firstBody: i, bodyCount: 1, q: i, v: i }));
    const hues = bodyColors(data).map((color) => color.getHSL({ h: 0, s: 0, l: 0 }).h.toFixed(3));
    expect(new Set(hues).size).toBe(3);
  });
});
