// Stores values and notifies listeners when they change.

export type Listener = () => void;

export class Store<T extends object> {
  private listeners: { keys: readonly (keyof T)[]; listener: Listener }[] = [];

  constructor(private values: T) {}

  get(): Readonly<T> {
    return this.values;
  }

  // Calls the listeners of the changed keys once, in the order in which they were added.
  set(changes: Partial<T>): void {
    const changed = (Object.keys(changes) as (keyof T)[]).filter(
      (key) => !Object.is(this.values[key], changes[key]),
    );
    if (changed.length === 0) return;
    this.values = { ...this.values, ...changes };
    for (const { keys, listener } of [...this.listeners]) {
      if (keys.length === 0 || keys.some((key) => changed.includes(key))) listener();
    }
  }

  // Without keys the listener hears every change. Returns a function that removes the listener.
  on(keys: readonly (keyof T)[], listener: Listener): () => void {
    const entry = { keys, listener };
    this.listeners.push(entry);
    return () => {
      this.listeners = this.listeners.filter((other) => other !== entry);
    };
  }
}
