// Lights the scene like a bright room: soft light from above, a key light with shadows from the side, a weak one from
// behind.

import { type Box3, DirectionalLight, HemisphereLight, type Scene, Sphere, Vector3 } from "three";

const keyFrom = new Vector3(0.45, -0.6, 1).normalize();

export class Lights {
  private readonly key = new DirectionalLight("#fffaf3", 2);
  private readonly offset = new Vector3();
  private away = 1;
  private readonly skies: HemisphereLight[] = [];

  // Only the key light of the first scene casts shadows.
  constructor(scenes: readonly Scene[]) {
    scenes.forEach((scene, index) => {
      const key = index === 0 ? this.key : this.key.clone();
      const back = new DirectionalLight("#dfe9ff", 0.7);
      const sky = new HemisphereLight("#ffffff", "#9a9ca3", 1.5);
      key.position.copy(keyFrom);
      back.position.set(-0.7, 0.5, 0.4);
      sky.position.set(0, 0, 1); // up is z
      this.skies.push(sky);
      scene.add(key, key.target, back, sky);
    });
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.radius = 4;
    this.key.shadow.bias = -0.0005;
  }

  setTheme(dark: boolean): void {
    for (const sky of this.skies) sky.intensity = dark ? 1.1 : 1.5;
  }

  setShadows(on: boolean): void {
    this.key.castShadow = on;
  }

  // Sets the shadow box, which then follows a body that is at `place`.
  cover(box: Box3, place: Vector3): void {
    const { center, radius } = box.getBoundingSphere(new Sphere());
    const reach = 1.6 * radius;
    this.offset.copy(center).sub(place);
    this.away = 4 * radius;
    this.moveTo(place);
    Object.assign(this.key.shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 0.5 * radius,
      far: 9 * radius,
    });
    this.key.shadow.normalBias = 0.004 * radius;
    this.key.shadow.camera.updateProjectionMatrix();
  }

  moveTo(place: Vector3): void {
    this.key.target.position.copy(place).add(this.offset);
    this.key.position.copy(this.key.target.position).addScaledVector(keyFrom, this.away);
  }
}
