#!/usr/bin/env python3
"""Draws docs/figures/planar_operation_counts.svg from the .csv next to it, reproducibly; with --check, reports
whether it is up to date.

The numbers are those of the program planar_operation_counts (examples/), which ctest compares with the .csv."""

import csv
import sys
from pathlib import Path

from svg_plot import Panel, figure

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "figures"
LINKS = range(1, 11)  # drawn


def sums(row, method):
    return sum(int(row[f"{method}_{kind}"]) for kind in ("additions", "multiplications", "divisions"))


def first_win(sweeps, matrix):
    """The number of links from which the sweeps need fewer operations."""
    return max((n for n, s, m in zip(LINKS, sweeps, matrix) if s >= m), default=0) + 1


def diagram(left, source, unit, top, sweeps, matrix, names):
    win = first_win(sweeps, matrix)
    panel = Panel(left, 330, f"{source}: sweeps win from {win} links on", "links in the chain", unit,
                  (LINKS[0], LINKS[-1]), (0, top))
    panel.line([(win, 0), (win, top)], color=3, kind="fine")
    for color, kind, values, name in ((0, "curve", sweeps, names[0]), (1, "dashed", matrix, names[1])):
        panel.line(zip(LINKS, values), color, kind, name)
        panel.dots(zip(LINKS, values), radius=2.5)
    return panel


def picture(rows):
    estimated = [27 * n for n in LINKS], [n ** 3 / 3 + n ** 2 + 2 * n * (n + 5) for n in LINKS]
    counted = tuple([sums(row, method) for row in rows[:len(LINKS)]] for method in ("sweeps", "matrix"))
    return figure(
        "Joint accelerations of a planar chain: operations by two ways",
        "Two diagrams of operations over the number of links. Filter and smoother grow along a straight line, mass "
        "matrix and factors with the cube. By the estimates of R87 the first need fewer from "
        f"{first_win(*estimated)} links on, counted by sinew from {first_win(*counted)} links on.",
        "drawn by tools/make_operation_figure.py",
        [diagram(70, "R87", "flops: 27 N, N³/3 + N² + 2 N (N + 5)", 800, *estimated,
                 ("filter and smoother", "mass matrix, factors, solution")),
         diagram(500, "Counted", "additions, multiplications, divisions", 1000, *counted,
                 ("solve_mass_matrix", "mass_matrix and L D Lᵀ"))])


def main():
    with open(FOLDER / "planar_operation_counts.csv", newline="", encoding="utf-8") as file:
        text = picture(list(csv.DictReader(file)))
    target = FOLDER / "planar_operation_counts.svg"
    if "--check" in sys.argv:
        stale = not target.exists() or target.read_text(encoding="utf-8") != text
        sys.exit("docs/figures/planar_operation_counts.svg is not as tools/make_operation_figure.py draws it"
                 if stale else 0)
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
