#!/usr/bin/env python3
"""Draws docs/figures/planar_operation_counts.svg from the .csv beside it, the same every time; with --check, says
whether it is as it would be drawn.

The numbers are those of the program planar_operation_counts (examples/), which ctest compares with the .csv."""

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT = 860, 446
PANEL_WIDTH, PANEL_HEIGHT, TOP = 330, 270, 92
LINKS = 10  # drawn from one link to this many
STYLE = """
  text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
  .title { font-size: 17px; font-weight: 600; }
  .panel { font-size: 14px; font-weight: 600; }
  .small { font-size: 12px; fill: #59636e; }
  .background { fill: #ffffff; }
  .grid { stroke: #d8dde3; stroke-width: 1; }
  .axis { stroke: #59636e; stroke-width: 1; }
  .sweeps { stroke: #0969da; fill: #0969da; }
  .matrix { stroke: #c2410c; fill: #c2410c; }
  path.sweeps, path.matrix { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
  path.matrix { stroke-dasharray: 7 4; }
  text.sweeps, text.matrix { stroke: none; font-weight: 600; }
  .crossing { stroke: #59636e; stroke-width: 1; stroke-dasharray: 2 3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .small { fill: #9da7b1; }
    .background { fill: #0d1117; }
    .grid { stroke: #2b323b; }
    .axis, .crossing { stroke: #9da7b1; }
    .sweeps { stroke: #58a6ff; fill: #58a6ff; }
    .matrix { stroke: #f0883e; fill: #f0883e; }
  }
"""


def sums(row, way):
    return sum(int(row[f"{way}_{kind}"]) for kind in ("additions", "multiplications", "divisions"))


class Panel:
    """One diagram: two curves over the number of links, from 1 to LINKS."""

    def __init__(self, left, title, note, unit, top, step, sweeps, matrix):
        self.left, self.title, self.note, self.unit = left, title, note, unit
        self.top, self.step, self.sweeps, self.matrix = top, step, sweeps, matrix

    def x(self, links):
        return round(self.left + PANEL_WIDTH * (links - 1) / (LINKS - 1), 1)

    def y(self, value):
        return round(TOP + PANEL_HEIGHT * (1 - value / self.top), 1)

    def curve(self, name, values):
        points = " ".join(f"{self.x(n)},{self.y(v)}" for n, v in enumerate(values, start=1))
        dots = "".join(f'<circle class="{name}" cx="{self.x(n)}" cy="{self.y(v)}" r="3"/>'
                       for n, v in enumerate(values, start=1))
        return f'<path class="{name}" d="M{points}"/>{dots}'

    def first_win(self):
        """From how many links on the sweeps need fewer."""
        return max((n for n in range(1, LINKS + 1) if self.sweeps[n - 1] >= self.matrix[n - 1]), default=0) + 1

    def svg(self):
        bottom = TOP + PANEL_HEIGHT
        yield f'<text class="panel" x="{self.left}" y="{TOP - 30}">{self.title}</text>'
        yield f'<text class="small" x="{self.left}" y="{TOP - 12}">{self.note}</text>'
        for value in range(0, self.top + 1, self.step):
            kind = "axis" if value == 0 else "grid"
            yield (f'<line class="{kind}" x1="{self.left}" x2="{self.left + PANEL_WIDTH}" y1="{self.y(value)}" '
                   f'y2="{self.y(value)}"/>')
            yield (f'<text class="small" text-anchor="end" x="{self.left - 8}" y="{self.y(value) + 4}">'
                   f'{value}</text>')
        for links in range(1, LINKS + 1):
            yield f'<text class="small" text-anchor="middle" x="{self.x(links)}" y="{bottom + 18}">{links}</text>'
        yield (f'<text class="small" text-anchor="middle" x="{self.left + PANEL_WIDTH / 2}" y="{bottom + 38}">'
               'links in the chain</text>')
        yield (f'<text class="small" text-anchor="middle" transform="translate({self.left - 46} '
               f'{TOP + PANEL_HEIGHT / 2}) rotate(-90)">{self.unit}</text>')
        win = self.first_win()
        yield (f'<line class="crossing" x1="{self.x(win)}" x2="{self.x(win)}" y1="{self.y(0)}" '
               f'y2="{self.y(self.top * 0.8)}"/>')
        yield (f'<text class="small" text-anchor="middle" x="{self.x(win)}" y="{self.y(self.top * 0.82)}">'
               f'fewer by the sweeps from {win} links on</text>')
        yield self.curve("matrix", self.matrix)
        yield self.curve("sweeps", self.sweeps)


def figure(rows):
    counts = range(1, LINKS + 1)
    panels = [
        Panel(70, "R87, Fig. 4", "27 N against N³/3 + N² + 2 N (N + 5)", "flops, as R87 estimates them", 800, 200,
              [27 * n for n in counts], [n ** 3 / 3 + n ** 2 + 2 * n * (n + 5) for n in counts]),
        Panel(500, "sinew, counted", "inverse_mass_times against mass_matrix and L D Lᵀ",
              "additions, multiplications and divisions", 1000, 250,
              [sums(row, "sweeps") for row in rows[:LINKS]], [sums(row, "matrix") for row in rows[:LINKS]])]
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
           f'height="{HEIGHT}" role="img" aria-labelledby="title description">')
    yield '<title id="title">Joint accelerations of a planar chain: operations by two ways</title>'
    yield ('<desc id="description">Two diagrams of operations over the number of links. Filter and smoother grow along '
           'a straight line, mass matrix and factors with the cube. '
           f'By the estimates of R87 the first need fewer from {panels[0].first_win()} links on, counted by sinew from '
           f'{panels[1].first_win()} links on.</desc>')
    yield f"<style>{STYLE}</style>"
    yield f'<rect class="background" width="{WIDTH}" height="{HEIGHT}"/>'
    yield '<text class="title" x="24" y="32">Joint accelerations of a planar chain: operations by two ways</text>'
    for panel in panels:
        yield from panel.svg()
    for x, name, text in ((228, "sweeps", "filter and smoother"), (448, "matrix", "mass matrix, factors, solution")):
        yield f'<path class="{name}" d="M{x},{HEIGHT - 17} h34"/>'
        yield f'<text class="{name}" x="{x + 42}" y="{HEIGHT - 12}">{text}</text>'
    yield "</svg>"


def main():
    folder = Path(__file__).resolve().parent.parent / "docs" / "figures"
    with open(folder / "planar_operation_counts.csv", newline="", encoding="utf-8") as file:
        text = "\n".join(figure(list(csv.DictReader(file)))) + "\n"
    target = folder / "planar_operation_counts.svg"
    if "--check" in sys.argv:
        stale = not target.exists() or target.read_text(encoding="utf-8") != text
        sys.exit("docs/figures/planar_operation_counts.svg is not as tools/make_operation_figure.py draws it"
                 if stale else 0)
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
