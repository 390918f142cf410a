// Draws the infinite ground grid and the shadows on it.

import { DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from "three";
import type { Color } from "three";

// Thin lines every 0.1 m, thick lines every metre; other powers of ten for tiny and huge robots.
export function gridSpacing(extent: number): number {
  return 10 ** Math.floor(Math.log10(extent / 2.5));
}

// Height of the ground for a robot whose lowest point is `standing` at the start and `lowest` during its motion. It is
// zero, except for models without a scene that hang or float near the world's origin: their ground is below their
// lowest point.
export function groundHeight(standing: number, lowest: number, extent: number): number {
  if (lowest < -0.1 * extent) return lowest;
  return standing < -0.02 * extent ? standing : 0;
}

const vertex = `
  varying vec2 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xy;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

const fragment = `
  uniform vec3 color;
  uniform vec2 middle;
  uniform float spacing;
  uniform float reach;
  varying vec2 place;
  // The fraction of a pixel that a line covers; lines closer than pixels vanish.
  float lines(float every, vec2 pixel, float width) {
    vec2 away = abs(fract(place / every - 0.5) - 0.5) * every / pixel;
    float near = 1.0 - min(min(away.x, away.y) / width, 1.0);
    return near * clamp(1.3 - 2.2 * max(pixel.x, pixel.y) / every, 0.0, 1.0);
  }
  void main() {
    float fade = 1.15 - 1.15 * length(place - middle) / reach;
    vec2 pixel = max(fwidth(place), 1e-9);
    if (fade <= 0.0) discard;
    float line = max(0.45 * lines(spacing, pixel, 1.1), lines(10.0 * spacing, pixel, 1.6));
    if (line < 0.004) discard; // most of the ground has no line and needs no blending
    gl_FragColor = vec4(color, line * min(fade, 1.0));
  }`;

export class Ground {
  readonly group = new Group();
  private readonly lines: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly shade: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor() {
    const plane = new PlaneGeometry(2, 2);
    this.lines = new Mesh(
      plane,
      new ShaderMaterial({
        vertexShader: vertex,
        fragmentShader: fragment,
        uniforms: {
          color: { value: new Vector3() },
          middle: { value: new Vector3() },
          spacing: { value: 1 },
          reach: { value: 1 },
        },
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        polygonOffset: true, // draws it below a plate whose top is at the same height
        polygonOffsetFactor: 2,
        polygonOffsetUnits: 4,
      }),
    );
    this.shade = new Mesh(plane, new ShadowMaterial({ opacity: 0.2, depthWrite: false }));
    this.shade.receiveShadow = true;
    this.shade.visible = false;
    this.shade.renderOrder = -2;
    this.lines.renderOrder = -1;
    this.lines.frustumCulled = this.shade.frustumCulled = false;
    this.group.add(this.shade, this.lines);
  }

  setTheme(grid: Color, dark: boolean): void {
    this.lines.material.uniforms.color.value = grid.clone().convertLinearToSRGB(); // as the screen expects it
    this.shade.material.opacity = dark ? 0.35 : 0.16;
  }

  setShadows(on: boolean): void {
    this.shade.visible = on;
  }

  setScale(height: number, extent: number): void {
    this.group.position.z = height;
    this.shade.position.z = -0.002 * extent;
    this.lines.material.uniforms.spacing.value = gridSpacing(extent);
  }

  // Covers the visible area around the target.
  update(target: Vector3, distance: number, extent: number): void {
    const reach = Math.max(5 * extent, 3 * distance);
    this.group.position.x = target.x;
    this.group.position.y = target.y;
    this.group.scale.set(reach, reach, 1);
    this.lines.material.uniforms.reach.value = reach;
    this.lines.material.uniforms.middle.value = target;
  }
}
