// The renderer: canvas, two scenes (the second drawn over the first), lights, ground and background.

import { type Camera, PCFShadowMap, Scene, WebGLRenderer } from "three";
import { Ground } from "./ground";
import { Lights } from "./lights";
import { firstQuality, lowerQuality, type Quality } from "./quality";
import type { ThemeColors } from "./theme_colors";

export class Stage {
  readonly scene = new Scene();
  readonly over = new Scene(); // drawn over the first
  readonly ground = new Ground();
  readonly lights = new Lights([this.scene, this.over]);
  private quality: Quality;
  private width = 1;
  private height = 1;

  private constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly renderer: WebGLRenderer,
    gl: WebGL2RenderingContext,
  ) {
    this.scene.add(this.ground.group);
    renderer.autoClear = false;
    renderer.shadowMap.type = PCFShadowMap;
    this.quality = firstQuality(gl);
    this.useQuality();
  }

  // Null if the browser has no WebGL.
  static make(canvas: HTMLCanvasElement): Stage | null {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
    if (!gl) return null;
    return new Stage(canvas, new WebGLRenderer({ canvas, context: gl }), gl);
  }

  setTheme(colors: ThemeColors): void {
    this.renderer.setClearColor(colors.of("--sky"), 1);
    this.ground.setTheme(colors.of("--grid"), colors.dark);
    this.lights.setTheme(colors.dark);
  }

  setSize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.useQuality();
  }

  // Reduces the quality because the device is too slow.
  lowerQuality(): void {
    this.quality = lowerQuality(this.quality);
    this.useQuality();
  }

  private useQuality(): void {
    const { shadows, pixelRatio } = this.quality;
    if (this.renderer.shadowMap.enabled !== shadows) {
      this.renderer.shadowMap.enabled = shadows;
      this.lights.setShadows(shadows);
      this.ground.setShadows(shadows);
    }
    this.resize(Math.min(window.devicePixelRatio, pixelRatio));
  }

  private resize(pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(this.width, this.height, false);
  }

  draw(camera: Camera): void {
    this.renderer.clear();
    this.renderer.render(this.scene, camera);
    this.renderer.clearDepth();
    this.renderer.render(this.over, camera);
  }

  // At twice the resolution of the page.
  async png(camera: Camera): Promise<Blob> {
    this.resize(2);
    this.draw(camera);
    const blob = new Promise<Blob>((resolve, reject) => {
      const done = (made: Blob | null) =>
        made ? resolve(made) : reject(new Error("the image is too large"));
      this.canvas.toBlob(done, "image/png"); // reads the canvas at once, before it is cleared
    });
    this.useQuality();
    this.draw(camera);
    return blob;
  }
}
