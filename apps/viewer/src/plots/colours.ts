// Colours of the theme for what is drawn on a canvas.

export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export const seriesCount = 8;
export function seriesColour(index: number): string {
  return colour(seriesVariable(index));
}

// For style sheets and attributes, which follow the theme by themselves.
export function seriesVariable(index: number): string {
  return `--series-${(index % seriesCount) + 1}`;
}

// The user's choice stands as an attribute of the page, the system's in a media query.
export function onColoursChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    query.removeEventListener("change", listener);
  };
}
