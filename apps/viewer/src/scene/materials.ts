// Provides materials, shared by all objects of the same colour.

import { Color, DoubleSide, FrontSide, MeshPhongMaterial } from "three";

interface Entry {
  plain: MeshPhongMaterial;
  lit: MeshPhongMaterial | null; // highlighted, for a selected body
  alpha: number; // its own opacity, multiplied by that of the robot
}

export class Materials {
  private readonly entries = new Map<string, Entry>();
  private readonly owners = new Map<MeshPhongMaterial, Entry>();
  private opacity = 1;

  // A tint replaces all colours: a ghost.
  constructor(
    private readonly highlight: Color,
    private readonly tint: Color | null = null,
  ) {}

  get ghostly(): boolean {
    return this.tint !== null;
  }

  // `sides`: 2 for meshes, whose triangles may have either orientation.
  of(color: Color, alpha: number, sides: 1 | 2): MeshPhongMaterial {
    const shown = this.tint ?? color;
    const key = `${this.tint ? "ghost" : shown.getHexString()} ${alpha} ${sides}`;
    let entry = this.entries.get(key);
    if (!entry) {
      const plain = new MeshPhongMaterial({
        color: shown,
        shininess: 25,
        specular: "#1c1c1c",
        side: sides === 2 ? DoubleSide : FrontSide,
        forceSinglePass: true, // otherwise translucent materials would be set up twice per picture
      });
      // Where a ghost and the robot coincide, the robot is visible; where a hull and the robot coincide, the hull.
      const offset = this.tint ? 1 : -1;
      if (this.tint || alpha < 1) {
        Object.assign(plain, {
          polygonOffset: true,
          polygonOffsetFactor: offset,
          polygonOffsetUnits: offset,
        });
      }
      entry = { plain, lit: null, alpha };
      this.entries.set(key, entry);
      this.owners.set(plain, entry);
      this.fade(entry);
    }
    return entry.plain;
  }

  lit(material: MeshPhongMaterial): MeshPhongMaterial {
    const entry = this.owners.get(material);
    if (!entry) return material;
    if (!entry.lit) {
      entry.lit = entry.plain.clone();
      entry.lit.color.lerp(this.highlight, 0.6);
      entry.lit.emissive.copy(this.highlight);
      entry.lit.emissiveIntensity = 0.25;
      this.owners.set(entry.lit, entry);
    }
    return entry.lit;
  }

  plain(material: MeshPhongMaterial): MeshPhongMaterial {
    return this.owners.get(material)?.plain ?? material;
  }

  setOpacity(opacity: number): void {
    if (opacity === this.opacity) return;
    this.opacity = opacity;
    for (const entry of this.entries.values()) this.fade(entry);
  }

  // Applies the colours of another theme. Highlighted materials are made again on their next use.
  setTheme(highlight: Color, ghost: Color): void {
    this.highlight.copy(highlight);
    this.tint?.copy(ghost);
    for (const entry of this.entries.values()) {
      if (this.tint) entry.plain.color.copy(this.tint);
      if (entry.lit) this.owners.delete(entry.lit);
      entry.lit?.dispose();
      entry.lit = null;
    }
  }

  private fade(entry: Entry): void {
    for (const material of [entry.plain, entry.lit]) {
      if (!material) continue;
      const alpha = entry.alpha * this.opacity;
      if (material.transparent !== alpha < 1) material.needsUpdate = true;
      material.transparent = alpha < 1;
      material.opacity = alpha;
      material.depthWrite = entry.alpha === 1;
    }
  }
}
