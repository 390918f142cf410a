#!/usr/bin/env python3
"""Writes docs/performance.md, and the table of README.md, from the results of the benchmark.

usage: make_performance.py TIMES.json [INSTRUCTIONS.json]

The first file is sinew_bench's --json, the second that of a run with instruction counts (docs/benchmarks.md).
"""
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
README = ROOT / "README.md"
# The methods whose ratios and rates are shown; times are shown for all.
SHOWN = ("arm7", "humanoid", "chain100", "chain300", "chain1000")

# The columns of README's table, and the names of its rows.
README_COLUMNS = {
    "sinew": "sinew",
    "compiled": "sinew-compiled",
    "batch": "sinew-batch",
    "compiled batch": "sinew-compiled-batch",
    "Pinocchio 3.7": "pinocchio",
    "RBDL": "rbdl",
    "MuJoCo 2.2": "mujoco",
    "Bullet": "bullet",
    "DART": "dart",
}
README_ROWS = {
    "forward dynamics, 7-axis arm": ("forward-dynamics", "arm7"),
    "forward dynamics, humanoid of 36 DOFs": ("forward-dynamics", "humanoid"),
    "forward dynamics, chain of 300 links": ("forward-dynamics", "chain300"),
    "forward dynamics, chain of 1,000 links": ("forward-dynamics", "chain1000"),
    "inverse dynamics, 7-axis arm": ("inverse-dynamics", "arm7"),
    "inverse dynamics, humanoid": ("inverse-dynamics", "humanoid"),
    "mass matrix, 7-axis arm": ("mass-matrix", "arm7"),
    "mass matrix, humanoid": ("mass-matrix", "humanoid"),
    "inverse mass matrix, 7-axis arm": ("inverse-mass-matrix", "arm7"),
    "inverse mass matrix, humanoid": ("inverse-mass-matrix", "humanoid"),
    "J M^-1 J^T of one frame, 7-axis arm": ("omega", "arm7"),
    "J M^-1 J^T of one frame, humanoid": ("omega", "humanoid"),
    "forward dynamics, arm welded to the ground at both ends": ("closed-forward-dynamics", "arm7"),
    "forward dynamics, humanoid with both feet welded to the ground": ("closed-forward-dynamics", "humanoid"),
    "forward dynamics, three arms and the object they hold": ("three-arms", "arm7"),
}


def ordered(values):
    return list(dict.fromkeys(values))


def table(head, lines):
    """A Markdown table: the first column left-aligned, the others right-aligned."""
    rules = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rules, *lines]) + "\n"


def digits(value):
    """A number with three digits; whole numbers from 100 on."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.{2 if value >= 1 else 3}f}" if value >= 0.1 else f"{value:.4f}"


def ratio(value):
    return f"{value:.2f}" if value >= 0.0995 else f"{value:#.2g}"


def percent(value):
    return f"{100 * value:.0f}%"


def by_job(rows, cell):
    """One table per job: robots by libraries."""
    parts = []
    for job in ordered(row["job"] for row in rows):
        of_job = [row for row in rows if row["job"] == job]
        libraries = ordered(row["library"] for row in of_job)
        cells = {(row["robot"], row["library"]): cell(row) for row in of_job}
        lines = [
            [robot] + [cells.get((robot, library), "") for library in libraries]
            for robot in ordered(row["robot"] for row in of_job)
        ]
        parts.append(table([job] + libraries, lines))
    return "\n".join(parts)


def shown(rows):
    return [row for row in rows if row["robot"] in SHOWN]


def with_peers(rows):
    """The rows of jobs that other libraries do too."""
    shared = {row["job"] for row in rows if not row["library"].startswith("sinew")}
    return [row for row in rows if row["job"] in shared]


def targets(entries):
    lines = []
    for entry in entries:
        limit = f"{entry['limit']:.3f}" if "limit" in entry else ""
        verdict = "met" if entry["met"] else "**not met**"
        lines.append(
            [entry["what"], f"{entry['ratio']:.3f}", percent(entry["spread"]), f"{entry['bar']:#.2g}", verdict, limit]
        )
    return table(["target", "ratio", "spread", "bar", "", "limit"], lines)


def ratios(entries):
    parts = []
    for job in ordered(entry["job"] for entry in entries):
        of_job = [entry for entry in entries if entry["job"] == job]
        peers = ordered(entry["peer"] for entry in of_job)
        cells = {(e["robot"], e["library"], e["peer"]): ratio(e["ratio"]) for e in of_job}
        lines = [
            [f"{robot}, {method}"] + [cells.get((robot, method, peer), "") for peer in peers]
            for robot, method in ordered((e["robot"], e["library"]) for e in of_job)
        ]
        parts.append(table([job] + peers, lines))
    return "\n".join(parts)


def work(rows, peak):
    lines = [
        [
            f"{row['job']} {row['robot']}, {row['library']}",
            f"{row['flops']:,}",
            str(row["sines_cosines"]),
            digits(row["microseconds"]),
            f"{row['gigaflops']:.1f}",
            percent(row["gigaflops"] / peak["scalar"]),
            percent(row["gigaflops"] / peak["eight"]),
        ]
        for row in rows
        if "flops" in row
    ]
    return table(["", "flops", "sin, cos", "µs", "Gflop/s", "of scalar peak", "of vector peak"], lines)


def by_job_robots(rows):
    """One table: jobs by robots."""
    robots = ordered(row["robot"] for row in rows)
    cells = {(row["job"], row["robot"]): digits(row["microseconds"]) for row in rows}
    lines = [
        [job] + [cells.get((job, robot), "") for robot in robots] for job in ordered(row["job"] for row in rows)
    ]
    return table(["microseconds"] + robots, lines)


def page(times, instructions):
    machine, peak = times["machine"], times["peak"]
    versions = "\n".join(f"- {name}: {text}" for name, text in times["versions"].items() if text)
    rows = with_peers(times["rows"])
    alone = [row for row in times["rows"] if row not in rows and row["library"] == "sinew"]
    parts = [
        f"""# Performance

Measured on {times["date"]} on one core of {machine["processor"]}, {machine["cores"]} cores, {machine["system"]}, by
`./go bench`; tools/make_performance.py wrote this page. docs/benchmarks.md describes the method. All times
are in microseconds per state, double precision; medians of the turns of one interleaved run. docs/long_chains.md has the
measurements of long chains on several cores.

{versions}

## Targets

The median, over the rounds, of sinew's time divided by the other's in the same round; *spread* is the interquartile range
of the rounds. *Limit* is the ratio that would remain if the job's flops were executed at the processor's measured peak and
nothing else, not even sines and cosines, took time: scalar instructions for one state, vectors of eight for batches.

{targets(times["targets"])}""",
        f"""## Times

Median, and the spread of the turns in brackets. The batches take 1,024 states per call (fewer if they are large).

{by_job(rows, lambda row: f"{digits(row['microseconds'])} ({percent(row['spread'])})")}""",
        f"""## Ratios

{ratios(shown(times["ratios"]))}""",
        f"""## Work and peak

One core executes {peak["scalar"]:.1f} Gflop/s with scalar instructions, {peak["four"]:.1f} with vectors of four doubles and
{peak["eight"]:.1f} with vectors of eight (chains of a*b+c in registers, measured in the same run). Flops are additions,
multiplications, divisions and square roots: for the general recursion those that `Counted` executes (a compiler may do
fewer); for compiled robots those of their graph. Sines and cosines are counted separately and are not part of the rate.

{work(shown(rows), peak)}""",
    ]
    if instructions:
        counted = with_peers(instructions["rows"])
        parts.append(
            f"""## Instructions

Per state, counted by callgrind in a build for AVX2, because valgrind does not support AVX-512.

{by_job(counted, lambda row: f"{row['instructions']:,.0f}")}"""
        )
    if times["along_chains"]:
        lines = [
            [entry["what"], f"{entry['ratio']:.2f}", f"{entry['bar']:#.2g}", "met" if entry["met"] else "**not met**"]
            for entry in times["along_chains"]
        ]
        parts.append("## Along chains\n\n" + table(["", "ratio", "bar", ""], lines))
    if alone:
        parts.append("## sinew alone\n\n" + by_job_robots(alone))
    if times["notes"]:
        parts.append("## Not timed\n\n" + "\n".join(f"- {note}" for note in times["notes"]) + "\n")
    return "\n".join(parts)


def readme(text, rows):
    """The text with an updated table; the text around the table stays."""
    times = {(row["job"], row["robot"], row["library"]): digits(row["microseconds"]) for row in rows}
    lines = []
    for label, (job, robot) in README_ROWS.items():
        cells = [times.get((job, robot, library), "") for library in README_COLUMNS.values()]
        lines.append([label, f"**{cells[0]}**", *cells[1:]])
    made = table(["", *README_COLUMNS], lines)
    old = text[text.index("|", text.index("## Speed")) :]
    old = old[: old.index("\n\n") + 1]
    return text.replace(old, made)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    times, *instructions = (json.loads(Path(name).read_text()) for name in sys.argv[1:])
    PAGE.write_text(page(times, instructions[0] if instructions else None))
    README.write_text(readme(README.read_text(), times["rows"]))
    print(f"wrote {PAGE.relative_to(ROOT)} and the table of {README.name}")


if __name__ == "__main__":
    main()
