"""Panels with axes, curves and bars, written as SVG that is legible on light and dark pages."""

from math import floor, log10
from xml.sax.saxutils import escape

STYLE = """
  text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
  .title { font-size: 17px; font-weight: 600; }
  .panel { font-size: 14px; font-weight: 600; }
  .small { font-size: 12px; fill: #59636e; }
  .background { fill: #ffffff; }
  .grid { stroke: #d8dde3; stroke-width: 1; }
  .axis { stroke: #59636e; stroke-width: 1; }
  path { fill: none; stroke-linejoin: round; stroke-linecap: round; }
  .curve { stroke-width: 2; }
  .fine { stroke-width: 1.2; }
  .bar { stroke-width: 4; }
  .faint { stroke-width: 2.5; opacity: 0.35; }
  .dashed { stroke-width: 2; stroke-dasharray: 4 4; }
  .c0 { stroke: #0969da; } .c1 { stroke: #c2410c; } .c2 { stroke: #1a7f37; } .c3 { stroke: #8250df; }
  .c4 { stroke: #9a6700; }
  .dot { fill: #ffffff; stroke: #1f2328; stroke-width: 1.5; }
  .pin { fill: #59636e; stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .small { fill: #9da7b1; }
    .background { fill: #0d1117; }
    .grid { stroke: #2b323b; }
    .axis { stroke: #9da7b1; }
    .c0 { stroke: #58a6ff; } .c1 { stroke: #f0883e; } .c2 { stroke: #3fb950; } .c3 { stroke: #bc8cff; }
    .c4 { stroke: #d29922; }
    .dot { fill: #0d1117; stroke: #e6edf3; }
    .pin { fill: #9da7b1; }
  }
"""
WIDTH, HEIGHT, TOP, PANEL_HEIGHT = 860, 404, 84, 248


def ticks(low, high, most=6):
    """Round numbers between low and high."""
    raw = (high - low) / most
    power = 10 ** floor(log10(raw))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= raw * 0.999)
    first = -floor(-low / step + 1e-9)
    return [round((first + i) * step, 10) for i in range(int((high - low) / step) + 2)
            if (first + i) * step <= high + 1e-9 * step]


class Panel:
    """One diagram. `equal`: one metre is as long along both axes; the ranges are then widened to fit."""

    def __init__(self, left, width, title, x_label, y_label, x_range, y_range, equal=False):
        self.left, self.width, self.title = left, width, title
        self.x_label, self.y_label, self.items, self.names = x_label, y_label, [], []
        (self.x0, self.x1), (self.y0, self.y1) = x_range, y_range
        if equal:
            scale = min(width / (self.x1 - self.x0), PANEL_HEIGHT / (self.y1 - self.y0))
            grow_x, grow_y = width / scale - (self.x1 - self.x0), PANEL_HEIGHT / scale - (self.y1 - self.y0)
            self.x0, self.x1 = self.x0 - grow_x / 2, self.x1 + grow_x / 2
            self.y0, self.y1 = self.y0 - grow_y / 2, self.y1 + grow_y / 2

    def x(self, value):
        return round(self.left + self.width * (value - self.x0) / (self.x1 - self.x0), 1)

    def y(self, value):
        return round(TOP + PANEL_HEIGHT * (self.y1 - value) / (self.y1 - self.y0), 1)

    def line(self, points, color=0, kind="curve", name=None):
        """A path through points; those that fall on the same spot of the picture as the one before are left out."""
        spots = []
        for spot in ((self.x(x), self.y(y)) for x, y in points):
            if not spots or abs(spot[0] - spots[-1][0]) + abs(spot[1] - spots[-1][1]) >= 0.5:
                spots.append(spot)
        text = " ".join(f"{x:g},{y:g}" for x, y in spots)
        self.items.append(f'<path class="c{color} {kind}" d="M{text}"/>')
        if name:
            self.names.append((color, kind, name))

    def dots(self, points, kind="dot", radius=3.5, name=None):
        self.items += [f'<circle class="{kind}" cx="{self.x(x):g}" cy="{self.y(y):g}" r="{radius}"/>'
                       for x, y in points]
        if name:
            self.names.append((None, kind, name))

    def svg(self):
        right, bottom = self.left + self.width, TOP + PANEL_HEIGHT
        yield f'<text class="panel" x="{self.left}" y="{TOP - 14}">{escape(self.title)}</text>'
        for value in ticks(self.y0, self.y1):
            y = self.y(value)
            yield f'<line class="grid" x1="{self.left}" x2="{right}" y1="{y:g}" y2="{y:g}"/>'
            yield f'<text class="small" text-anchor="end" x="{self.left - 8}" y="{y + 4:g}">{value:g}</text>'
        for value in ticks(self.x0, self.x1):
            x = self.x(value)
            yield f'<line class="axis" x1="{x:g}" x2="{x:g}" y1="{bottom}" y2="{bottom + 4}"/>'
            yield f'<text class="small" text-anchor="middle" x="{x:g}" y="{bottom + 18}">{value:g}</text>'
        yield f'<line class="axis" x1="{self.left}" x2="{right}" y1="{bottom}" y2="{bottom}"/>'
        yield (f'<text class="small" text-anchor="middle" x="{self.left + self.width / 2:g}" y="{bottom + 36}">'
               f'{escape(self.x_label)}</text>')
        yield (f'<text class="small" text-anchor="middle" transform="translate({self.left - 44} '
               f'{TOP + PANEL_HEIGHT / 2:g}) rotate(-90)">{escape(self.y_label)}</text>')
        yield from self.items
        x = self.left
        for color, kind, name in self.names:
            if color is None:
                yield f'<circle class="{kind}" cx="{x + 11}" cy="{HEIGHT - 18}" r="3.5"/>'
            else:
                yield f'<path class="c{color} {kind}" d="M{x},{HEIGHT - 18} h22"/>'
            yield f'<text class="small" x="{x + 28}" y="{HEIGHT - 14}">{escape(name)}</text>'
            x += 44 + 7 * len(name)


def figure(title, description, note, panels):
    """The text of one picture; `note` is a comment in it."""
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" aria-labelledby="title description">',
        f"<!-- {note} -->",
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="description">{escape(description)}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="background" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="title" x="24" y="32">{escape(title)}</text>']
    for panel in panels:
        out += panel.svg()
    return "\n".join(out + ["</svg>", ""])
