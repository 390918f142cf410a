// Requests a few at a time, the latest wish first: whoever drags the cursor through a long result wants what is under it now.

interface Wish<T> {
  key: string;
  start: () => Promise<T>;
  resolve: (value: T) => void;
  reject: (problem: unknown) => void;
  droppable: boolean;
}

export class Dropped extends Error {}

export class RequestQueue<T> {
  private waiting: Wish<T>[] = [];
  private running = 0;
  private readonly promises = new Map<string, Promise<T>>();

  constructor(
    private readonly atOnce = 6,
    private readonly longest = 24,
  ) {}

  has(key: string): boolean {
    return this.promises.has(key);
  }

  // One request per key. A droppable one is rejected with `Dropped` when many later ones were made before its turn came.
  ask(key: string, start: () => Promise<T>, droppable: boolean): Promise<T> {
    const waiting = this.waiting.find((wish) => wish.key === key);
    if (waiting && !droppable) waiting.droppable = false;
    const known = this.promises.get(key);
    if (known) return known;
    const promise = new Promise<T>((resolve, reject) => {
      this.waiting.push({ key, start, resolve, reject, droppable });
    });
    this.promises.set(key, promise);
    this.dropOldest();
    this.startNext();
    return promise;
  }

  private dropOldest(): void {
    while (this.waiting.length > this.longest) {
      const oldest = this.waiting.findIndex((wish) => wish.droppable);
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
