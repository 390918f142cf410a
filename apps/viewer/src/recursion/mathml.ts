// Converts equations from a short notation to MathML. Names are separated by spaces or signs; ^ and _ make the next
// item a superscript or subscript, {} groups: "P^+ = P^- - G D G^T", "lambda^+", "z_{free}", "sum_i A_i f_i".

const letters: Record<string, string> = {
  phi: "φ",
  psi: "ψ",
  lambda: "λ",
  Lambda: "Λ",
  Omega: "Ω",
  tau: "τ",
  omega: "ω",
  alpha: "α",
  Mass: "ℳ",
  delta: "δ",
};
const operators: Record<string, string> = { "-": "−", sum: "∑", cross: "×", "*": "∗" };

// A node before it becomes an element, so that the parser can be tested without a page.
export type MathNode = { tag: string; text: string } | { tag: string; children: MathNode[] };

export function parseFormula(text: string): MathNode[] {
  const tokens = text.match(/[A-Za-z]+'?|[0-9]+|[{}^_]|[^\sA-Za-z0-9{}^_]/g) ?? [];
  let position = 0;
  const sequence = (): MathNode[] => {
    const nodes: MathNode[] = [];
    while (position < tokens.length && tokens[position] !== "}") nodes.push(scripted());
    return nodes;
  };
  const single = (): MathNode => {
    if (tokens[position] === "{") {
      position++;
      const children = sequence();
      position++; // the closing brace
      return children.length === 1 ? children[0] : { tag: "mrow", children };
    }
    return symbol(tokens[position++] ?? "");
  };
  const scripted = (): MathNode => {
    const base = single();
    let above: MathNode | null = null;
    let below: MathNode | null = null;
    while (tokens[position] === "^" || tokens[position] === "_") {
      if (tokens[position++] === "^") above = single();
      else below = single();
    }
    for (const script of [above, below]) if (script?.tag === "mo") script.tag = "script";
    if (above && below) return { tag: "msubsup", children: [base, below, above] };
    if (above) return { tag: "msup", children: [base, above] };
    if (below) return { tag: "msub", children: [base, below] };
    return base;
  };
  const nodes: MathNode[] = [];
  while (position < tokens.length) {
    nodes.push(...sequence());
    position++; // an unmatched closing brace
  }
  return nodes;
}

function symbol(token: string): MathNode {
  if (/^[0-9]/.test(token)) return { tag: "mn", text: token };
  if (token in operators) return { tag: "mo", text: operators[token] };
  if (/^[A-Za-z]/.test(token)) {
    const name = token.replace(/'$/, "");
    const letter = letters[name] ?? name;
    const node: MathNode = { tag: "mi", text: letter };
    return token.endsWith("'") ? { tag: "mover", children: [node, { tag: "mo", text: "˙" }] } : node;
  }
  return { tag: "mo", text: token };
}

const namespace = "http://www.w3.org/1998/Math/MathML";

function element(node: MathNode): Element {
  const made = document.createElementNS(namespace, node.tag === "script" ? "mo" : node.tag);
  if (made.localName === "mo") made.setAttribute("stretchy", "false"); // brackets keep the height of the letters
  if (node.tag === "script") for (const side of ["lspace", "rspace"]) made.setAttribute(side, "0");
  if (node.tag === "mover") made.setAttribute("accent", "true");
  if ("text" in node) made.textContent = node.text;
  else made.append(...node.children.map(element));
  return made;
}

export function formula(text: string, display: "block" | "inline" = "inline"): Element {
  const math = document.createElementNS(namespace, "math");
  math.setAttribute("display", display);
  math.append(element({ tag: "mrow", children: parseFormula(text) }));
  return math;
}
