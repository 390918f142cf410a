// Makes the shapes of a robot's bodies: visuals as they are, collision shapes as translucent hulls with edges.

import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  type Mesh,
  SRGBColorSpace,
} from "three";
import type { RobotData, ShapeData } from "../document";
import { type Build, stretch, surface } from "./figure";
import type { Materials } from "./materials";
import type { Meshes } from "./meshes";
import { bodyColors } from "./palette";
import type { Shapes } from "./shapes";
import { place, placeAt } from "./transforms";

const collisionColor = new Color("#0f9f8f");
const missingColor = new Color("#c2255c");
const edgesUpTo = 60_000; // vertices; finding the edges of larger meshes takes too long

export interface ShapeKit {
  shapes: Shapes;
  meshes: Meshes;
  materials: Materials;
  arrived(): void; // a mesh is ready to be drawn, or failed
}

// Counts of a robot's visuals that are drawn and of those that failed to load.
export interface Tally {
  drawn: number;
  failed: number;
}

export function visualsOf(robot: RobotData, kit: ShapeKit, tally: Tally): Build {
  const colors = bodyColors(robot);
  return (add, size) => {
    robot.bodies.forEach((body, index) => {
      for (const shape of body.shapes.filter(({ role }) => role === "visual")) {
        const own = shape.color ? new Color().setRGB(...rgb(shape.color), SRGBColorSpace) : null;
        const alpha = shape.color?.[3] ?? 1;
        if (alpha <= 0) continue;
        const paint = (geometry: BufferGeometry, color: Color | null, meshAlpha: number): Mesh => {
          const sides = shape.kind === "mesh" || shape.kind === "plane" ? 2 : 1;
          return surface(
            geometry,
            kit.materials,
            own ?? color ?? colors[index],
            own ? alpha : meshAlpha,
            sides,
          );
        };
        add(index, shapeObject(shape, kit, tally, size, paint));
      }
    });
  };
}

export function collisionsOf(robot: RobotData, kit: ShapeKit): Build {
  const line = new LineBasicMaterial({ color: collisionColor, transparent: true, opacity: 0.7 });
  return (add, size) => {
    robot.bodies.forEach((body, index) => {
      for (const shape of body.shapes.filter(({ role }) => role === "collision")) {
        const paint = (geometry: BufferGeometry): Mesh => {
          const mesh = surface(geometry, kit.materials, collisionColor, 0.25, 2);
          if (geometry.getAttribute("position").count <= edgesUpTo) {
            const edges = new LineSegments(new EdgesGeometry(geometry, 25), line);
            edges.matrixAutoUpdate = false;
            edges.renderOrder = 1; // draws all edges together, not alternating with the hulls
            mesh.add(edges);
          }
          return mesh;
        };
        add(index, shapeObject(shape, kit, { drawn: 0, failed: 0 }, size, paint));
      }
    });
  };
}

type Paint = (geometry: BufferGeometry, color: Color | null, alpha: number) => Mesh;

function shapeObject(shape: ShapeData, kit: ShapeKit, tally: Tally, size: number, paint: Paint): Group {
  const group = placeAt(new Group(), shape.placement);
  const geometry = kit.shapes.of(shape);
  if (geometry) {
    const mesh = paint(geometry, null, 1);
    if (shape.kind === "plane") {
      mesh.userData.boundless = true;
      mesh.userData.endless = [shape.size[0] === 0, shape.size[1] === 0];
      stretch(mesh, size);
    }
    group.add(mesh);
    tally.drawn++;
  } else if (shape.kind === "mesh") {
    const [x, y, z] = shape.size;
    const scale = new Matrix4().makeScale(x || 1, y || 1, z || 1);
    kit.meshes.want(shape.mesh, (pieces) => {
      for (const piece of pieces ?? []) {
        group.add(
          place(paint(piece.geometry, piece.color, piece.alpha), piece.matrix.clone().premultiply(scale)),
        );
      }
      if (!pieces) group.add(standIn(kit, size));
      tally[pieces ? "drawn" : "failed"]++;
      kit.arrived();
    });
  }
  return group;
}

// A small cube in place of a missing mesh.
function standIn(kit: ShapeKit, size: number): Mesh {
  const mesh = surface(new BoxGeometry(1, 1, 1), kit.materials, missingColor, 0.6, 1);
  mesh.userData.boundless = true;
  return place(mesh, new Matrix4().makeScale(0.02 * size, 0.02 * size, 0.02 * size));
}

function rgb(color: readonly number[]): [number, number, number] {
  return [color[0], color[1], color[2]];
}
