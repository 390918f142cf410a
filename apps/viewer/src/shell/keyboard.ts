// Handles keys. The handler and the help use the same table.

export interface Actions {
  playOrPause(): void;
  step(records: number): void;
  goToStart(): void;
  goToEnd(): void;
  faster(): void;
  slower(): void;
  fit(): void;
  savePicture(): void;
  showPanel(number: number): void;
  deselect(): void; // deselects the selected body and stops following
  help(): void;
}

export interface Binding {
  keys: readonly string[]; // of KeyboardEvent.key
  shown: string; // in the help
  meaning: string;
  act(actions: Actions, key: string, fast: boolean): void;
}

const fastStep = 10;

export const bindings: readonly Binding[] = [
  { keys: [" "], shown: "Space", meaning: "Play or pause", act: (to) => to.playOrPause() },
  {
    keys: ["ArrowLeft", "ArrowRight"],
    shown: "← →",
    meaning: `Previous or next record; with Shift ${fastStep} records`,
    act: (to, key, fast) => to.step((key === "ArrowLeft" ? -1 : 1) * (fast ? fastStep : 1)),
  },
  {
    keys: ["Home", "End"],
    shown: "Home End",
    meaning: "Go to the start or the end",
    act: (to, key) => (key === "Home" ? to.goToStart() : to.goToEnd()),
  },
  {
    keys: ["+", "=", "-"],
    shown: "+ −",
    meaning: "Faster or slower",
    act: (to, key) => (key === "-" ? to.slower() : to.faster()),
  },
  { keys: ["f"], shown: "F", meaning: "Fit view", act: (to) => to.fit() },
  { keys: ["p"], shown: "P", meaning: "Save the picture as PNG", act: (to) => to.savePicture() },
  {
    keys: ["1", "2", "3", "4", "5"],
    shown: "1 … 5",
    meaning: "Show a panel",
    act: (to, key) => to.showPanel(Number(key) - 1),
  },
  {
    keys: ["Escape"],
    shown: "Esc",
    meaning: "Close a window; deselect the body and stop following it",
    act: (to) => to.deselect(),
  },
  { keys: ["?"], shown: "?", meaning: "This help", act: (to) => to.help() },
];

// The kind of element that has the focus.
export type Focus = "page" | "field" | "button" | "arrows" | "dialog";

// Fields keep all keys except Esc, which a dialog handles itself; buttons keep Space; sliders, tabs and trees the
// arrows.
export function bindingFor(key: string, focus: Focus): Binding | null {
  const lower = key.length === 1 ? key.toLowerCase() : key;
  const binding = bindings.find(({ keys }) => keys.includes(lower));
  if (!binding || focus === "dialog" || (focus === "field" && key !== "Escape")) return null;
  const moves = key.startsWith("Arrow") || key === "Home" || key === "End";
  if (moves && focus === "arrows") return null;
  if (key === " " && focus === "button") return null;
  return binding;
}

const fields =
  'textarea, select, [contenteditable=""], [contenteditable="true"], input:not([type="range"], [type="checkbox"], [type="radio"], [type="button"])';
const arrowKeepers =
  'input[type="range"], input[type="radio"], [role="slider"], [role="separator"], [role="tree"], [role="grid"], [role="listbox"], [role="menu"]';
const buttons = 'button, summary, a[href], input[type="checkbox"], [role="button"]';

export function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return "page";
  if (target.closest("dialog[open]")) return "dialog";
  if (target.closest(fields)) return "field";
  if (target.closest(arrowKeepers)) return "arrows";
  return target.closest(buttons) ? "button" : "page";
}

export function listenToKeys(target: EventTarget, actions: Actions): void {
  target.addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, defaultPrevented } = event as KeyboardEvent;
    // AltGr, which some keyboards need for "?" or "+", is reported as Ctrl with Alt.
    if (defaultPrevented || metaKey || ctrlKey !== altKey) return;
    const focus = focusOf(event.target);
    const binding = bindingFor(key, focus);
    if (!binding) return;
    event.preventDefault();
    if (focus === "field") (event.target as HTMLElement).blur();
    else binding.act(actions, key, shiftKey);
  });
}
