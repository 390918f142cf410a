#!/usr/bin/env python3
"""Draws docs/figures/classics/NAME.svg for the scenes models/classics/NAME.yaml, from what `sinew simulate` records.

usage: make_classics_figures.py [--program build/release/sinew] [--check] [NAME...]

A picture carries a mark of what it was made from: scene, model and these tools. With --check nothing is run: the marks
are compared, so that other machines, whose last digits may differ, agree."""

import argparse
import csv
import hashlib
import re
import subprocess
import sys
import tempfile
from math import cos, sin
from pathlib import Path

from svg_plot import Panel, figure

ROOT = Path(__file__).resolve().parent.parent
SCENES, PICTURES = ROOT / "models" / "classics", ROOT / "docs" / "figures" / "classics"
LEFT, RIGHT = (70, 330), (500, 330)  # left edge and width
WHOLE = (70, 760)


class Record:
    """The columns of a result."""

    def __init__(self, file):
        with open(file, newline="", encoding="utf-8") as lines:
            rows = csv.reader(lines)
            names = next(rows)
            self.columns = dict(zip(names, zip(*([float(x) for x in row] for row in rows))))
        self.time = self.columns["time"]

    def __getitem__(self, name):
        return self.columns[name]

    def until(self, end):
        return sum(t <= end + 1e-9 for t in self.time)

    def over_time(self, name, end):
        return self.path("time", name, end)

    def path(self, x, y, end):
        return list(zip(self[x][:self.until(end)], self[y]))

    def point(self, frame, row, axes="xz"):
        return tuple(self[f"{frame}:{axis}"][row] for axis in axes)


def plane_panel(title, axes, x_range, y_range):
    """A plane seen square on, left in the picture."""
    return Panel(*LEFT, title, f"{axes[0]} [m]", f"{axes[1]} [m]", x_range, y_range, equal=True)


def time_panel(place, title, label, end, y_range, curves):
    panel = Panel(*place, title, "time [s]", label, (0, end), y_range)
    for color, (name, points) in enumerate(curves):
        panel.line(points, color, name=name)
    return panel


def pendulum(run):
    curves = [("x", run.over_time("bob_tip:x", 10)), ("z", run.over_time("bob_tip:z", 10))]
    return "A pendulum, let go where it is level", [
        time_panel(WHOLE, "The bob", "position [m]", 10, (-1.1, 1.1), curves)]


def double_pendulum(run):
    plane = plane_panel("Path of the lower bob, 10 s", "xz", (-2, 2), (-2.1, 0.6))
    plane.line(run.path("lower_tip:x", "lower_tip:z", 10), 0, "fine")
    ends = [(0, 0), run.point("upper_tip", 0), run.point("lower_tip", 0)]
    plane.line(ends, 1, "bar", "at the start")
    plane.dots(ends[1:])
    curves = [("upper bar", run.over_time("q:upper_joint", 10)),
              ("lower against upper", run.over_time("q:lower_joint", 10))]
    return "A double pendulum, let go where both bars are level", [
        plane, time_panel(RIGHT, "Angles", "angle [rad]", 10, (-3, 3), curves)]


def chain(run):
    plane = plane_panel("Every tenth of a second, from the side", "xz", (-1.7, 2.1), (-2.2, 0.3))
    frames = [f"link{i}" for i in range(2, 11)] + ["tip"]
    for row in range(0, run.until(0.9), 10):
        plane.line([(0, 0)] + [run.point(frame, row) for frame in frames], 1 if row == 0 else 0,
                   "bar" if row == 0 else "faint", {0: "at the start", 10: "later"}.get(row))
    curves = [(axis, run.over_time(f"tip:{axis}", 5)) for axis in "xyz"]
    return "Ten rods on hinges that cross, let go while nearly level", [
        plane, time_panel(RIGHT, "The tip", "position [m]", 5, (-2.2, 2.2), curves)]


def tumbling_body(run):
    curves = [(f"about {axis}, {i + 1} kg m²", run.over_time(f"v:free w{axis}", 100)) for i, axis in enumerate("xyz")]
    return "A free body that spins about its intermediate axis", [
        time_panel(WHOLE, "Angular velocity, in the body's axes", "rate [rad/s]", 100, (-1.2, 1.2), curves)]


def heavy_top(run):
    plane = plane_panel("The mass centre from above, 2 s", "xy", (-1, 1), (-1, 1))
    plane.line(run.path("centre:x", "centre:y", 2), 0, "fine")
    plane.dots([run.point("centre", 0, "xy")], name="at the start")
    return "A heavy top, let go with its axis level", [
        plane, time_panel(RIGHT, "Its height", "z [m]", 2, (-1.1, 0.1), [("z", run.over_time("centre:z", 2))])]


def four_bar(run):
    plane = plane_panel("Bars, and path of the coupler's middle", "xz", (-0.25, 0.65), (-0.2, 0.55))

    def pins(row):
        crank, coupler = run.point("crank", row), run.point("coupler", row)
        rocker, turn = run.point("rocker", row), run["q:rocker_joint"][row]
        return crank, coupler, (rocker[0] + 0.45 * sin(turn), rocker[1] + 0.45 * cos(turn)), rocker

    for row in range(12, 48, 12):
        plane.line(pins(row), 0, "faint", "later" if row == 12 else None)
    plane.line(pins(0), 1, "bar", "at the start")
    middles = [tuple((a + b) / 2 for a, b in zip(pins(row)[1], pins(row)[2])) for row in range(run.until(1.5))]
    plane.line(middles, 2, "fine", "middle")
    plane.dots(pins(0))
    return "A crank-rocker without friction", [
        plane, time_panel(RIGHT, "Speed of the crank, of 60 s the first 3", "rate [rad/s]", 3, (0, 30),
                          [("crank", run.over_time("v:crank_joint", 3))])]


def squeezer(run):
    ground = {"O": (0, 0), "A": (-.06934, -.00227), "B": (-.03635, .03273), "C": (.014, .072)}
    plane = plane_panel("At the start; paths of two points", "xy", (-.075, .02), (-.02, .075))
    at = {frame: run.point(frame, 0, "xy") for frame in ("K2", "P", "D", "K4", "K6")}
    plane.line(run.path("P:x", "P:y", 0.03), 2, "fine", "paths")
    plane.line(run.path("D:x", "D:y", 0.03), 2, "fine")
    plane.line([ground["C"], at["D"]], 3, "dashed", "spring")
    for name, bars in (("bars", [at["P"], ground["B"], at["D"], at["P"]]), (None, [ground["A"], at["K4"], at["P"]]),
                       (None, [ground["A"], at["K6"], at["P"]]), (None, [at["K2"], at["P"]])):
        plane.line(bars, 0, "faint", name)
    plane.line([ground["O"], at["K2"]], 1, "bar", "driven")
    plane.dots(ground.values(), "pin", 4)
    plane.dots(at.values(), radius=2.5)
    letters = (("gamma", "γ"), ("delta", "δ"), ("Phi", "Φ"), ("epsilon", "ε"), ("Omega", "Ω"))
    curves = [(letter, run.over_time(f"q:{joint}", 0.03)) for joint, letter in letters]
    return "Andrews' squeezing mechanism", [
        plane, time_panel(RIGHT, "Five of its seven angles", "angle [rad]", 0.03, (-0.8, 1.4), curves)]


def n_four_bar(run):
    plane = plane_panel("At the start, and every tenth of a second", "xz", (-0.3, 6.1), (-1.4, 1.3))
    for row in (60, 50, 40, 30, 0):
        angles = [run[f"q:rod{i}_joint"][row] for i in range(6)]
        ends = [(i + cos(angle), sin(angle)) for i, angle in enumerate(angles)]
        color, kind = (1, "bar") if row == 0 else (0, "faint")
        plane.line(ends, color, kind, {0: "at the start", 60: "0.3 to 0.6 s"}.get(row))
        for i, end in enumerate(ends):
            plane.line([(i, 0), end], color, kind)
    plane.dots([(i, 0) for i in range(6)], "pin", 4)
    curves = [("x of the first rod's end", run.over_time("B0:x", 10))]
    panel = time_panel(RIGHT, "Through ten positions where it could fold", "position [m]", 10, (-1.2, 1.2), curves)
    exact = [(1, -0.1470474), (2, 0.0437730), (4, 0.0883943), (5, -0.6614009), (10, 0.2357891)]
    panel.dots(exact, name="exact")
    return "Five four-bars side by side", [plane, panel]


def stewart_platform(run):
    first = [(name, run.over_time(f"q:platform_joint {name}", 3)) for name in "xyz"]
    legs = [(f"leg {i}", run.over_time(f"q:leg{i}_drive", 3)) for i in (1, 2, 3)]
    return "A platform on six springs, let go tilted", [
        time_panel(LEFT, "The platform, of 60 s the first 3", "position [m]", 3, (-0.06, 0.08), first),
        time_panel(RIGHT, "Three of its legs", "extension [m]", 3, (-0.1, 0.15), legs)]


DRAWINGS = (pendulum, double_pendulum, chain, tumbling_body, heavy_top, four_bar, squeezer, n_four_bar,
            stewart_platform)


def mark(name):
    """What the picture depends on, as a number."""
    scene = SCENES / f"{name}.yaml"
    model = SCENES / re.search(r"^model: (\S+)", scene.read_text(encoding="utf-8"), re.MULTILINE)[1]
    digest = hashlib.sha256()
    for file in (scene, model, Path(__file__), Path(__file__).with_name("svg_plot.py")):
        digest.update(file.read_bytes())
    return f"drawn by tools/make_classics_figures.py; made from {digest.hexdigest()[:16]}"


def draw(drawing, program, folder):
    name = drawing.__name__
    table = Path(folder) / f"{name}.csv"
    result = table.with_suffix(".h5")
    subprocess.run([program, "simulate", SCENES / f"{name}.yaml", "--quiet", "--csv", table, "-o", result], check=True)
    title, panels = drawing(Record(table))
    described = "; ".join(f"{panel.title}: {panel.y_label} over {panel.x_label}" for panel in panels)
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / f"{name}.svg").write_text(figure(title, described, mark(name), panels), encoding="utf-8")


def check():
    page = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
    for scene in sorted(SCENES.glob("*.yaml")):
        picture = PICTURES / f"{scene.stem}.svg"
        if not picture.exists() or mark(scene.stem) not in picture.read_text(encoding="utf-8"):
            yield f"docs/figures/classics/{picture.name} is not of its scene, model and tools/make_classics_figures.py"
        if f"figures/classics/{picture.name}" not in page:
            yield f"docs/classics.md does not show {picture.name}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=ROOT / "build" / "release" / "sinew", type=Path)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("names", nargs="*", metavar="NAME")
    options = arguments.parse_args()
    if options.check:
        sys.exit("\n".join(check()) or 0)
    with tempfile.TemporaryDirectory() as folder:
        for drawing in DRAWINGS:
            if not options.names or drawing.__name__ in options.names:
                draw(drawing, options.program, folder)


if __name__ == "__main__":
    main()
