// Plays the steps automatically, at a speed that takes about twenty seconds for any robot.

export interface Clockwork {
  start(run: () => void, milliseconds: number): unknown;
  stop(handle: unknown): void;
}

const browserClock: Clockwork = {
  start: (run, milliseconds) => setInterval(run, milliseconds),
  stop: (handle) => clearInterval(handle as ReturnType<typeof setInterval>),
};

export function paceOf(steps: number): number {
  return Math.max(90, Math.min(900, 20_000 / Math.max(1, steps)));
}

export class Walk {
  private handle: unknown = null;

  constructor(
    private readonly count: number,
    private readonly current: () => number,
    private readonly go: (step: number) => void,
    private readonly clock: Clockwork = browserClock,
  ) {}

  get playing(): boolean {
    return this.handle !== null;
  }

  // At the end it starts again.
  start(): void {
    if (this.playing || this.count === 0) return;
    this.handle = this.clock.start(() => this.advance(), paceOf(this.count));
    this.go(this.current() >= this.count - 1 ? 0 : Math.max(0, this.current()));
  }

  stop(): void {
    if (this.handle === null) return;
    this.clock.stop(this.handle);
    this.handle = null;
  }

  private advance(): void {
    const next = this.current() + 1;
    if (next >= this.count - 1) this.stop();
    if (next < this.count) this.go(next);
  }
}
