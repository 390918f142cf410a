// Makes elements in one expression: h("button", { class: "plain", onclick: play, "aria-label": "Play" }, icon("play")).

type Child = Node | string | number | null | undefined | false;
type Properties = Record<string, unknown>;

// Properties: functions become event handlers of that name (onclick); true gives an empty attribute, false and null
// none; `value`, `checked`, `disabled` and the like are set as properties.
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, properties);
  element.append(...present(children));
  return element;
}

const svgNamespace = "http://www.w3.org/2000/svg";
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag);
  set(element, properties);
  element.append(...present(children));
  return element;
}

function present(children: Child[]): (Node | string)[] {
  return children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : (child as Node | string)));
}

function set(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function" || ["value", "checked", "disabled", "selected", "open"].includes(name)) {
      (element as unknown as Properties)[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}
