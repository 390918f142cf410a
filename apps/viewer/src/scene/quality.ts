// Adapts the quality to the device: shadows and high resolution if it is fast, less if pictures are late.

export interface Quality {
  shadows: boolean;
  pixelRatio: number; // upper limit
}

export function firstQuality(gl: WebGL2RenderingContext): Quality {
  let name = String(gl.getParameter(gl.RENDERER));
  if (/^WebKit/.test(name)) {
    const extension = gl.getExtension("WEBGL_debug_renderer_info");
    if (extension) name = String(gl.getParameter(extension.UNMASKED_RENDERER_WEBGL));
  }
  const software = /swiftshader|llvmpipe|software|basic render/i.test(name);
  return { shadows: !software && navigator.hardwareConcurrency >= 4, pixelRatio: software ? 1 : 2 };
}

export function lowerQuality(quality: Quality): Quality {
  if (quality.shadows) return { ...quality, shadows: false };
  return { ...quality, pixelRatio: Math.max(1, quality.pixelRatio / 1.5) };
}

const window_ = 45; // number of consecutive pictures that are evaluated together
const slow = 24; // milliseconds
const apart = 120; // milliseconds after which pictures are not consecutive

// Detects from the times of pictures that a motion does not run smoothly.
export class Pace {
  private last = -Infinity;
  private sum = 0;
  private count = 0;

  tooSlow(time: number): boolean {
    const gap = time - this.last;
    this.last = time;
    if (gap > apart) {
      this.sum = this.count = 0;
      return false;
    }
    this.sum += gap;
    if (++this.count < window_) return false;
    const verdict = this.sum / this.count > slow;
    this.sum = this.count = 0;
    return verdict;
  }
}
