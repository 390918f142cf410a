// Makes the symbols of the bodies: frames, centres of mass and inertia ellipsoids.

import {
  type BufferGeometry,
  Color,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  Vector3,
} from "three";
import type { RobotData } from "../document";
import { bodyReach } from "./body_reach";
import { equivalentEllipsoid } from "./equivalent_ellipsoid";
import { type Build, surface } from "./figure";
import type { Materials } from "./materials";
import { bodyColors } from "./palette";
import { axesGeometry, ballGeometry, checkeredBall } from "./symbols";
import { place, setTransform } from "./transforms";

// Axes of the bodies, and longer axes of named frames.
export function framesOf(robot: RobotData): Build {
  const axes = axesGeometry();
  const material = new MeshBasicMaterial({ vertexColors: true });
  const scaled = (length: number) => new Matrix4().makeScale(length, length, length);
  return (add, size) => {
    robot.bodies.forEach((_, index) => add(index, place(new Mesh(axes, material), scaled(0.05 * size))));
    for (const { body, placement } of robot.frames) {
      const matrix = setTransform(new Matrix4(), placement).multiply(scaled(0.08 * size));
      add(body, place(new Mesh(axes, material), matrix));
    }
  };
}

const dark = [0.02, 0.02, 0.03];

export function massCentresOf(robot: RobotData): Build {
  const ball = checkeredBall(dark, [1, 1, 1]);
  const material = new MeshPhongMaterial({ vertexColors: true, shininess: 25, specular: "#1c1c1c" });
  const heaviest = Math.max(...robot.bodies.map(({ mass }) => mass), 0);
  return (add, size) => {
    robot.bodies.forEach(({ mass, com }, index) => {
      if (!(mass > 0)) return;
      const radius = size * (0.006 + 0.008 * Math.cbrt(mass / heaviest));
      const matrix = new Matrix4()
        .makeScale(radius, radius, radius)
        .setPosition(new Vector3().fromArray(com));
      add(index, place(new Mesh(ball, material), matrix));
    });
  };
}

// The symbol of the whole robot's centre of mass.
export function totalMassCentre(): Mesh<BufferGeometry, MeshPhongMaterial> {
  const material = new MeshPhongMaterial({ vertexColors: true, shininess: 25, specular: "#1c1c1c" });
  const mark = new Mesh(checkeredBall(dark, [1, 0.72, 0.05]), material);
  mark.matrixAutoUpdate = false;
  return mark;
}

const implausible = new Color("#c2255c");

// Point masses and thin rods are drawn thicker than they are, to be visible. An inertia far too large for its body, as
// in files that were never simulated, is drawn smaller and in a special colour; otherwise it would hide the robot.
export function ellipsoidsOf(robot: RobotData, materials: Materials): Build {
  const ball = ballGeometry();
  const colors = bodyColors(robot);
  return (add, size) => {
    robot.bodies.forEach(({ mass, com, inertia }, index) => {
      const ellipsoid = equivalentEllipsoid(mass, inertia);
      if (!ellipsoid) return;
      const limit = ellipsoidLimit(robot, index, size);
      const longest = Math.max(...ellipsoid.radii);
      const believed = longest <= limit;
      const shrink = believed ? 1 : Math.min(0.3 * limit, 0.08 * size) / longest;
      const [a, b, c] = ellipsoid.radii.map((radius) => Math.max(radius * shrink, 0.004 * size));
      const matrix = setTransform(new Matrix4(), [...ellipsoid.axes, ...com]).scale(new Vector3(a, b, c));
      const color = believed ? colors[index] : implausible;
      add(index, place(surface(ball, materials, color, 0.45, 1), matrix));
    });
  };
}

// The longest plausible radius. That of a thin rod is 0.65 of its length, and its centre of mass is half its length
// away.
export function ellipsoidLimit(robot: RobotData, index: number, size: number): number {
  const reach = bodyReach(robot, index);
  return reach > 0 ? Math.max(2 * reach, 0.05 * size) : 0.5 * size;
}
