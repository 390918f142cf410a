// Sends a few requests at a time, the latest first: while the user drags the cursor through a long result, the data
// under the cursor matter most.

// needed: a caller awaits it. wanted: it is part of what is shown. ahead: it may be shown soon.
export type Urgency = "needed" | "wanted" | "ahead";

interface Wish<T> {
  key: string;
  start: () => Promise<T>;
  resolve: (value: T) => void;
  reject: (problem: unknown) => void;
  urgency: Urgency;
}

export class Dropped extends Error {}

export class RequestQueue<T> {
  private waiting: Wish<T>[] = []; // the last is next
  private running = 0;
  private readonly promises = new Map<string, Promise<T>>();

  constructor(
    private readonly atOnce = 6,
    private readonly longest = 24,
  ) {}

  has(key: string): boolean {
    return this.promises.has(key);
  }

  // Makes one request per key. A request that no caller awaits is rejected with `Dropped` if many later ones overtake
  // it.
  ask(key: string, start: () => Promise<T>, urgency: Urgency): Promise<T> {
    this.urge(key, urgency);
    const known = this.promises.get(key);
    if (known) return known;
    const promise = new Promise<T>((resolve, reject) => {
      this.enter({ key, start, resolve, reject, urgency });
    });
    this.promises.set(key, promise);
    this.dropOldest();
    this.startNext();
    return promise;
  }

  // A request that still waits moves to its new place.
  urge(key: string, urgency: Urgency): void {
    const at = this.waiting.findIndex((wish) => wish.key === key);
    if (at < 0 || urgency === "ahead") return;
    const [wish] = this.waiting.splice(at, 1);
    if (wish.urgency !== "needed") wish.urgency = urgency;
    this.enter(wish);
  }

  private enter(wish: Wish<T>): void {
    if (wish.urgency === "ahead") this.waiting.unshift(wish);
    else this.waiting.push(wish);
  }

  private dropOldest(): void {
    while (this.waiting.length > this.longest) {
      const oldest = this.waiting.findIndex((wish) => wish.urgency !== "needed");
      if (oldest < 0) return;
      const [wish] = this.waiting.splice(oldest, 1);
      this.promises.delete(wish.key);
      wish.reject(new Dropped());
    }
  }

  private startNext(): void {
    while (this.running < this.atOnce && this.waiting.length > 0) {
      const wish = this.waiting.pop()!;
      this.running += 1;
      wish
        .start()
        .then(wish.resolve, wish.reject)
        .finally(() => {
          this.running -= 1;
          this.promises.delete(wish.key);
          this.startNext();
        });
    }
  }
}
