// Writes the state into the address as it changes, and follows an address that is typed or pasted over it.

import type { PageDocument } from "../document";
import { addressOf, stateFromAddress } from "./address";
import type { ViewState } from "./state";
import type { Store } from "./store";

const pause = 400; // milliseconds between two writings; browsers refuse many at once

export function keepAddress(document: PageDocument, state: Store<ViewState>): void {
  let timer = 0;

  // Not while it plays: the address then has the time at which it was stopped.
  function schedule(): void {
    if (timer === 0 && !state.get().playing) timer = window.setTimeout(write, pause);
  }

  function write(): void {
    timer = 0;
    const address = addressOf(document, state.get());
    if (address === window.location.hash.replace(/^#/, "")) return;
    try {
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, "", address ? `#${address}` : pathname + search);
    } catch {
      // A page within another may not have an address of its own.
    }
  }

  state.on([], schedule);
  window.addEventListener("hashchange", () => {
    const { playing } = state.get();
    state.set({ ...stateFromAddress(document, window.location.hash), playing });
  });
}
