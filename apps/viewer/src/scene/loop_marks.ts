// Marks closed loops and grasps: a mark at each end and a thin line between them.

import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
} from "three";
import { Mesh, MeshBasicMaterial, OctahedronGeometry, Vector3 } from "three";
import type { LoopData, RobotData } from "../document";
import type { Figure } from "./figure";
import { setTransform } from "./transforms";

interface Ends {
  first: Matrix4; // in the bodies' frames
  second: Matrix4;
  marks: [Mesh, Mesh];
}

export class LoopMarks {
  readonly group = new Group();
  private readonly ends: Ends[];
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly surface = new MeshBasicMaterial({ color: "#d6336c" });
  private readonly at = new Vector3();
  private readonly scale = new Vector3();
  private readonly world = new Matrix4();

  constructor(robot: RobotData) {
    const form = new OctahedronGeometry(1);
    const mark = (): Mesh => {
      const mesh = new Mesh(form, this.surface);
      mesh.matrixAutoUpdate = false;
      this.group.add(mesh);
      return mesh;
    };
    const matrix = (end: LoopData["first"]) => setTransform(new Matrix4(), end.placement);
    this.ends = robot.loops.map(({ first, second }) => ({
      first: matrix(first),
      second: matrix(second),
      marks: [mark(), mark()],
    }));
    const geometry = new BufferGeometry();
    geometry.setAttribute(
      "position",
      new Float32BufferAttribute(new Float32Array(6 * robot.loops.length), 3),
    );
    this.lines = new LineSegments(geometry, new LineBasicMaterial({ color: "#d6336c" }));
    this.lines.frustumCulled = false;
    this.group.add(this.lines);
    this.group.visible = robot.loops.length > 0;
  }

  update(figure: Figure, closedLoops: readonly boolean[], size: number): void {
    if (!this.group.visible) return;
    const position = this.lines.geometry.getAttribute("position");
    const radius = 0.009 * size;
    figure.robot.loops.forEach((loop, index) => {
      const { first, second, marks } = this.ends[index];
      const closed = closedLoops[index] ?? true;
      for (const [end, body, local] of [
        [0, loop.first.body, first] as const,
        [1, loop.second.body, second] as const,
      ]) {
        this.world.multiplyMatrices(figure.poseOf(body), local);
        this.at.setFromMatrixPosition(this.world);
        marks[end].visible = closed;
        marks[end].matrix.copy(this.world).scale(this.scale.setScalar(radius));
        marks[end].matrixWorldNeedsUpdate = true;
        // The line of an open loop has length zero.
        if (closed || end === 0) position.setXYZ(2 * index + end, this.at.x, this.at.y, this.at.z);
        if (!closed && end === 0) position.setXYZ(2 * index + 1, this.at.x, this.at.y, this.at.z);
      }
    });
    position.needsUpdate = true;
  }
}
