#!/usr/bin/env python3
"""Draws the figures of docs/theory and docs/frames.md, reproducibly; with --check, reports whether they are up to date.

It computes what it draws with NumPy and docs/theory/planar_arm.py."""

import sys
from math import atan2, cos, pi, sin
from pathlib import Path

import numpy as np

from svg_plot import HEIGHT, PANEL_HEIGHT, TOP, Panel, escape, figure

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs" / "theory"))
import planar_arm  # noqa: E402

NOTE = "drawn by tools/make_theory_figures.py"
FILLS = """
  .f0 { fill: #0969da; } .f1 { fill: #c2410c; } .f2 { fill: #1a7f37; } .f3 { fill: #8250df; }
  .cell { stroke: #d8dde3; stroke-width: 0.5; }
  .link { stroke: #8c959f; stroke-width: 9; opacity: 0.55; }
  .body { fill: #8c959f; opacity: 0.25; }
  .ground { stroke: #59636e; stroke-width: 3; }
  .symbol { font: italic 15px "STIX Two Text", "Cambria Math", Georgia, serif; }
  .t0 { fill: #0969da; } .t1 { fill: #c2410c; } .t2 { fill: #1a7f37; } .t3 { fill: #8250df; }
  @media (prefers-color-scheme: dark) {
    .f0, .t0 { fill: #58a6ff; } .f1, .t1 { fill: #f0883e; } .f2, .t2 { fill: #3fb950; } .f3, .t3 { fill: #bc8cff; }
    .cell { stroke: #2b323b; }
    .ground { stroke: #9da7b1; }
  }
"""


class Blocks:
    """A matrix as squares whose opacity is the size of the entry."""

    def __init__(self, left, side, title, values, color=0, top=TOP):
        self.left, self.side, self.title, self.values, self.color = left, side, title, np.abs(values), color
        self.top = top

    def svg(self):
        rows, columns = self.values.shape
        cell, most = self.side / max(rows, columns), self.values.max()
        yield f'<text class="panel" x="{self.left}" y="{self.top - 14}">{escape(self.title)}</text>'
        for i in range(rows):
            for j in range(columns):
                if self.values[i, j] > 0:
                    strength = (self.values[i, j] / most) ** 0.5
                    yield (f'<rect class="f{self.color}" fill-opacity="{strength:.2f}" x="{self.left + j * cell:.1f}" '
                           f'y="{self.top + i * cell:.1f}" width="{cell:.1f}" height="{cell:.1f}"/>')
        grid = [f"M{self.left},{self.top + i * cell:.1f} h{columns * cell:.1f}" for i in range(rows + 1)]
        grid += [f"M{self.left + j * cell:.1f},{self.top} v{rows * cell:.1f}" for j in range(columns + 1)]
        yield f'<path class="cell" d="{" ".join(grid)}"/>'


class Drawing:
    """Lines, arrows and texts in metres, in a square without axes."""

    def __init__(self, left, width, x_range, y_range, title=""):
        self.left, self.title, self.items = left, title, []
        (self.x0, x1), (y0, self.y1) = x_range, y_range
        self.scale = min(width / (x1 - self.x0), (PANEL_HEIGHT + 30) / (self.y1 - y0))

    def at(self, p):
        return self.left + self.scale * (p[0] - self.x0), TOP + self.scale * (self.y1 - p[1])

    def line(self, points, kind):
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))
        self.items.append(f'<path class="{kind}" d="M{text}"/>')

    def arrow(self, start, end, color, kind="curve"):
        (x0, y0), (x1, y1) = self.at(start), self.at(end)
        angle, size = atan2(y1 - y0, x1 - x0), 9
        self.items.append(f'<path class="c{color} {kind}" d="M{x0:.1f},{y0:.1f} {x1:.1f},{y1:.1f}"/>')
        corners = [(x1, y1)] + [(x1 - size * cos(angle + s), y1 - size * sin(angle + s)) for s in (0.4, -0.4)]
        self.items.append(f'<path class="f{color}" d="M' 
                          + " ".join(f"{x:.1f},{y:.1f}" for x, y in corners) + ' Z"/>')

    def text(self, p, words, kind="small", anchor="start", dx=0, dy=0):
        x, y = self.at(p)
        self.items.append(f'<text class="{kind}" text-anchor="{anchor}" x="{x + dx:.1f}" y="{y + dy:.1f}">'
                          f'{escape(words)}</text>')

    def dot(self, p, radius=5):
        x, y = self.at(p)
        self.items.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>')

    def svg(self):
        if self.title:
            yield f'<text class="panel" x="{self.left}" y="{TOP - 14}">{escape(self.title)}</text>'
        yield from self.items

    def arm(self, arm, dots=True):
        self.line([*arm.joints, arm.tip], "link")
        base = arm.joints[0]
        self.line([base + [-0.08, 0], base + [0.08, 0]], "ground")
        if dots:
            for joint in arm.joints:
                self.dot(joint)


def picture(title, description, panels, height=HEIGHT):
    text = figure(title, description, NOTE, panels).replace("</style>", FILLS + "</style>", 1)
    return text.replace(f" {HEIGHT}\"", f" {height}\"").replace(f'height="{HEIGHT}"', f'height="{height}"')


def stacked(arm):
    """H, phi, M, P-gains and other stacked matrices of an arm."""
    count = len(arm.phi)
    inward = planar_arm.filtered(arm, np.zeros(count))
    E, M, H = np.zeros((3 * count, 3 * count)), np.zeros((3 * count, 3 * count)), np.kron(np.eye(count), arm.H)
    G = np.zeros((3 * count, count))
    for k in range(count):
        here = slice(3 * k, 3 * k + 3)
        M[here, here], G[here, k] = arm.M[k], inward.G[k]
        if k:
            E[3 * k - 3:3 * k, here] = arm.phi[k]
    phi = np.linalg.inv(np.eye(3 * count) - E)
    return H, E, phi, M, G, inward


def linear_system():
    q = np.array([0.5, 0.45, -0.75])
    arm = planar_arm.links(q)
    drawing = Drawing(40, 400, (-0.2, 1.35), (-0.15, 0.95), "three links")
    drawing.arm(arm)
    points = [*arm.joints, arm.tip]
    for k in range(3):
        direction = points[k + 1] - points[k]
        across = np.array([-direction[1], direction[0]]) / np.linalg.norm(direction)
        low, high = points[k] + 0.15 * direction, points[k + 1] - 0.15 * direction
        drawing.arrow(high + 0.1 * across, low + 0.1 * across, 1)
        drawing.arrow(low - 0.1 * across, high - 0.1 * across, 0)
        middle = (low + high) / 2
        drawing.text(middle + 0.17 * across, "x = φ x + M λ + b" if k == 0 else "x", "symbol t1",
                     "end" if k == 0 else "middle", dy=4)
        drawing.text(middle - 0.18 * across, "λ = φᵀ λ + Hᵀ a + n" if k == 0 else "λ", "symbol t0",
                     "start" if k == 0 else "middle", dy=8)
    _, E, phi, M, _, _ = stacked(planar_arm.links(np.full(6, 0.3), lengths=np.full(6, 0.3), masses=np.ones(6)))
    return picture(
        "Forces pass inward, accelerations pass outward",
        "A planar arm of three links. Arrows along each link show the spatial force x from the tip to the base and "
        "the spatial acceleration from the base to the tip. Next to it the patterns of the stacked matrices of six "
        "links: hops next to the diagonal, their propagator phi above it, inertias on it.",
        [drawing, Blocks(470, 110, "hops E", (E != 0) * 1.0), Blocks(600, 110, "φ = (I − E)⁻¹", (np.abs(phi) > 1e-12) * 1.0),
         Blocks(730, 110, "inertias M", (M != 0) * 1.0, 2),
         Blocks(470, 110, "φᵀ", (np.abs(phi.T) > 1e-12) * 1.0, 0, TOP + 170),
         Blocks(600, 110, "φ M φᵀ", (np.abs(phi @ M @ phi.T) > 1e-12) * 1.0, 3, TOP + 170)])


def long_chain(count):
    """A chain that hangs out in an arc from the horizontal."""
    return planar_arm.links(np.full(count, 0.08), lengths=np.full(count, 0.2), masses=np.full(count, 0.5))


def filter_figure():
    count = 20
    arm = long_chain(count)
    inward = planar_arm.filtered(arm, np.zeros(count))
    composite, r = np.zeros(count), np.zeros((3, 3))
    for k in reversed(range(count)):
        phi = arm.phi[k + 1] if k + 1 < count else np.eye(3)
        r = phi @ r @ phi.T + arm.M[k]
        composite[k] = r[0, 0]
    joints = range(1, count + 1)
    locked = Panel(80, 320, "joints beyond it locked", "joint, from the base", "kg m²", (1, count), (0, 1.05 * composite[0]))
    locked.line(zip(joints, composite), 1, name="H r Hᵀ, composite inertia")
    locked.dots(zip(joints, composite), radius=2.5)
    free = Panel(510, 320, "joints beyond it free", "joint, from the base", "kg m²", (1, count),
                 (0, 1.15 * inward.D.max()))
    free.line(zip(joints, inward.D), 0, name="D = H P Hᵀ, articulated inertia")
    free.dots(zip(joints, inward.D), radius=2.5)
    return picture("What a joint feels",
                   "Two diagrams over the 20 joints of a chain. With the joints beyond it locked, the inertia about a "
                   f"joint grows to {composite[0]:.1f} kg m² at the base. With these joints free it stays below "
                   f"{inward.D.max():.3f} kg m².", [locked, free])


def smoother_figure():
    count = 20
    arm = long_chain(count)
    H, _, phi, M, _, _ = stacked(arm)
    tau = 0.8 * H @ phi @ M @ phi.T @ np.concatenate(arm.n)  # four fifths of the torques that hold it
    P_plus, z_plus, predicted = np.zeros((3, 3)), np.zeros(3), np.zeros((count, 3))
    inward = planar_arm.filtered(arm, tau)
    for k in reversed(range(count)):
        phi = arm.phi[k + 1] if k + 1 < count else np.eye(3)
        predicted[k] = phi @ z_plus + arm.b[k]
        P_plus = inward.P[k] - np.outer(inward.G[k], inward.P[k][0])
        z_plus = predicted[k] + inward.G[k] * inward.e[k] + P_plus @ arm.n[k]
    _, accelerations = planar_arm.smoothed(arm, inward)
    smooth = np.array([predicted[k] + inward.P[k] @ accelerations[k] for k in range(count)])
    joints = range(1, count + 1)
    panels = []
    for left, column, name in ((80, 1, "force along x"), (510, 2, "force along z")):
        low, high = min(predicted[:, column].min(), smooth[:, column].min()), max(predicted[:, column].max(),
                                                                                  smooth[:, column].max())
        panel = Panel(left, 320, name, "joint, from the base", "N", (1, count),
                      (low - 0.05 * (high - low), high + 0.05 * (high - low)))
        panel.line(zip(joints, predicted[:, column]), 1, "dashed", "z, predicted")
        panel.line(zip(joints, smooth[:, column]), 0, "curve", "x = z + P λ, smoothed")
        panel.dots(zip(joints, smooth[:, column]), radius=2.5)
        panels.append(panel)
    return picture("Predicted and smoothed forces of a chain that begins to fall",
                   "Two diagrams over the 20 joints of a chain at rest whose motors hold four fifths of its weight, one for each component of the "
                   "force at the joints: the prediction of the filter and the force after smoothing.", panels)


def factorisations():
    count = 12
    arm = long_chain(count)
    H, E, phi, M, G, inward = stacked(arm)
    mass = H @ phi @ M @ phi.T @ H.T
    U = np.eye(count) + H @ phi @ E @ G
    side = 180
    return picture("The mass matrix of 12 links and its factors",
                   "Four matrices as squares: the mass matrix is full, its factor U is upper triangular with ones on "
                   "the diagonal, D is diagonal, and the inverse is full with large entries near the diagonal.",
                   [Blocks(30, side, "mass matrix", mass, 3), Blocks(235, side, "= U", U, 0),
                    Blocks(440, side, "D Uᵀ:  D", np.diag(inward.D), 2),
                    Blocks(645, side, "inverse", np.linalg.inv(mass), 1)], 290)


def operational_space():
    panels = []
    postures = (("folded", [1.5, -2.3, 1.6]), ("bent", [1.0, -1.1, -0.6]), ("almost straight", [0.55, -0.12, -0.1]))
    for i, (name, q) in enumerate(postures):
        arm = planar_arm.links(np.array(q))
        omega = planar_arm.tip_response(arm, planar_arm.filtered(arm, np.zeros(3)))[1:, 1:]
        drawing = Drawing(30 + 275 * i, 260, (-0.15, 1.35), (-0.1, 1.0), name)
        drawing.arm(arm)
        drawing.line([arm.tip + 0.05 * omega @ [cos(t), sin(t)] for t in np.linspace(0, 2 * pi, 73)], "c0 curve")
        drawing.dot(arm.tip, 3)
        panels.append(drawing)
    return picture("Accelerations of the tip for forces of 1 N in all directions",
                   "A planar arm in three postures. The ellipse at the tip is narrow along the arm when the arm is almost straight: "
                   "a force along it accelerates the tip least.", panels, 320)


def several_arms():
    q = [np.array([2.0, -1.2, -0.9]), np.array([pi - 2.0, 1.2, 0.9])]
    tau = [np.array([-5.0, 12.0, 3.0]), np.array([6.0, -12.0, -3.0])]
    arms = [planar_arm.links(q[i], base=float(i)) for i in range(2)]
    centre = (arms[0].tip + arms[1].tip) / 2
    length, mass = np.linalg.norm(arms[1].tip - arms[0].tip), 4.0
    M = planar_arm.inertia(mass, mass * length**2 / 12, 0, 0)
    A = np.hstack([planar_arm.hop(*(arm.tip - centre)) for arm in arms])
    covariance, free = np.zeros((6, 6)), []
    for i in range(2):
        inward = planar_arm.filtered(arms[i], tau[i])
        free.append(arms[i].phi_tip.T @ planar_arm.smoothed(arms[i], inward)[1][-1])
        covariance[3 * i:3 * i + 3, 3 * i:3 * i + 3] = planar_arm.tip_response(arms[i], inward)
    contact = np.linalg.solve(A.T @ np.linalg.solve(M, A) + covariance, np.concatenate(free))
    drawing = Drawing(150, 560, (-0.5, 1.5), (-0.08, 1.0))
    for arm in arms:
        drawing.arm(arm)
    drawing.line([arms[0].tip, arms[1].tip], "c2 bar")
    for i in range(2):
        drawing.arrow(arms[i].tip, arms[i].tip + 0.012 * contact[3 * i + 1:3 * i + 3], 1)
        drawing.text(arms[i].tip + 0.012 * contact[3 * i + 1:3 * i + 3],
                     f"{np.linalg.norm(contact[3 * i + 1:3 * i + 3]):.1f} N", "small", "start" if i else "end", dx=10 if i else -10, dy=10)
        drawing.dot(arms[i].tip, 4)
    drawing.text(centre, "bar, 4 kg", "small", "middle", dy=22)
    return picture("Two arms hold a bar",
                   "Two planar arms face each other and hold a bar between them. Arrows show the forces of the hands on the bar: "
                   "both push up, and each pushes towards the other.", [drawing], 400)


def frames():
    arm = planar_arm.links(np.array([0.9, -0.75, 0.55]))
    drawing = Drawing(30, 815, (-0.5, 1.45), (-0.16, 0.8))
    drawing.arm(arm, dots=False)
    angle = np.cumsum([0.9, -0.75, 0.55])
    places = [*arm.joints, arm.tip]
    names = [("link 1", "joint 1: q[0], v[0]"), ("link 2", "joint 2: q[1], v[1]"), ("link 3", "joint 3: q[2], v[2]"),
             ("", "frame \"tool\", fixed to link 3")]

    def axes(p, rotation, size=0.14):
        drawing.arrow(p, p + size * np.array([cos(rotation), sin(rotation)]), 1)
        drawing.arrow(p, p + size * np.array([-sin(rotation), cos(rotation)]), 2)
        drawing.dot(p, 4)

    world = np.array([-0.46, 0.0])
    axes(world, 0)
    drawing.text(world, "world: index 0, the ground", "small", "start", dx=-10, dy=44)
    for k, (p, (link, joint)) in enumerate(zip(places, names)):
        axes(p, angle[min(k, 2)])
        drawing.text(p, joint, "small", "start", dx=18, dy=28 if k else 20)
        if link:
            middle = (places[k] + places[k + 1]) / 2
            drawing.text(middle, link, "panel", "end", dx=-6 if k == 1 else -14, dy=-14)
    right = 0.85
    drawing.text((right, 0.16), "body: axes and origin of the frame", "small")
    drawing.text((right, 0.11), "aligned: origin of the frame, world axes", "small")
    drawing.text((right, 0.06), "world: axes and origin of the world", "small")
    drawing.arrow((right, -0.04), (right + 0.2, -0.04), 0)
    drawing.text((right + 0.22, -0.04), "outward: motions, base to tip", "small", dy=4)
    drawing.arrow((right + 0.2, -0.1), (right, -0.1), 3)
    drawing.text((right + 0.22, -0.1), "inward: forces, tip to base", "small", dy=4)
    return picture("Frames and numbering",
                   "An arm of three links. Each link has a frame at its joint towards the base. Links are numbered from the base, index 0 "
                   "is the ground. A frame called tool is fixed to the last link. The references of a twist are listed: body, aligned, world.",
                   [drawing], 440)


FIGURES = {"linear_system": linear_system, "filter": filter_figure, "smoother": smoother_figure, "factorisations": factorisations,
           "operational_space": operational_space, "several_arms": several_arms, "frames": frames}


def main():
    folder = ROOT / "docs" / "figures" / "theory"
    folder.mkdir(exist_ok=True)
    stale = []
    for name, draw in FIGURES.items():
        file, text = folder / f"{name}.svg", draw()
        if "--check" in sys.argv:
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                stale.append(str(file.relative_to(ROOT)))
        else:
            file.write_text(text, encoding="utf-8")
    if stale:
        sys.exit(f"not as tools/make_theory_figures.py draws them: {' '.join(stale)}")


if __name__ == "__main__":
    main()
