// Writes the state to the address as it changes, and applies an address that the user types or pastes.

import type { PageDocument } from "../document";
import { addressOf, stateFromAddress } from "./address";
import type { ViewState } from "./state";
import type { Store } from "./store";

const pause = 400; // milliseconds between two writes; browsers limit their rate

export function keepAddress(document: PageDocument, state: Store<ViewState>): void {
  let timer = 0;

  // Nothing is written during playback: the address keeps the time at which it was last stopped.
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
      // A page embedded in another one may not be allowed to change its address.
    }
  }

  state.on([], schedule);
  window.addEventListener("hashchange", () => {
    const { playing } = state.get();
    state.set({ ...stateFromAddress(document, window.location.hash), playing });
  });
}
