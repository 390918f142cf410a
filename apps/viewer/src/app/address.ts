import type { PageDocument } from "../document";
import { initialState, type ViewState } from "./state";
import type { Store } from "./store";

export function stateFromAddress(_document: PageDocument, _hash: string): ViewState {
  return initialState;
}

export function keepAddress(_state: Store<ViewState>): void {}
