// The grid on the ground, without end, and the shadows that fall on it.

import { DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from "three";
import type { Color } from "three";

// Fine lines every 0.1 m, strong ones every metre; for tiny and huge robots other powers of ten.
export function gridSpacing(extent: number): number {
  return 10 ** Math.floor(Math.log10(extent / 2.5));
}

// Height of the ground for a robot that reaches down to `lowest`. It is that of the world, but a robot that hangs or stands
// in the air upside of it, as models without a scene do, gets the ground below its feet.
export function groundHeight(lowest: number, extent: number): number {
  return lowest < -0.1 * extent ? lowest : 0;
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
  float lines(float every, float width) {
    vec2 at = place / every;
    vec2 pixel = fwidth(at);
    vec2 away = abs(fract(at - 0.5) - 0.5) / max(pixel, 1e-9);
    float near = 1.0 - min(min(away.x, away.y) / width, 1.0);
    return near * (1.0 - smoothstep(0.15, 0.6, max(pixel.x, pixel.y)));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.15, 1.0, length(place - middle) / reach);
    float line = max(0.45 * lines(spacing, 1.1), lines(10.0 * spacing, 1.6));
    gl_FragColor = vec4(color, line * fade);
    #include <colorspace_fragment>
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
      }),
    );
    this.shade = new Mesh(plane, new ShadowMaterial({ opacity: 0.2, depthWrite: false }));
    this.shade.receiveShadow = true;
    this.shade.renderOrder = -2;
    this.lines.renderOrder = -1;
    this.lines.frustumCulled = this.shade.frustumCulled = false;
    this.group.add(this.shade, this.lines);
  }

  setTheme(grid: Color, dark: boolean): void {
    this.lines.material.uniforms.color.value = grid;
    this.shade.material.opacity = dark ? 0.35 : 0.16;
  }

  setScale(height: number, extent: number): void {
    this.group.position.z = height;
    this.shade.position.z = -0.002 * extent;
    this.lines.material.uniforms.spacing.value = gridSpacing(extent);
  }

  // Around what is looked at, as far as can be seen from there.
  update(target: Vector3, distance: number, extent: number): void {
    const reach = Math.max(5 * extent, 3 * distance);
    this.group.position.x = target.x;
    this.group.position.y = target.y;
    this.group.scale.set(reach, reach, 1);
    this.lines.material.uniforms.reach.value = reach;
    this.lines.material.uniforms.middle.value = target;
  }
}
