"""Evaluates every call in the tables of docs/coming_from/ and compares its results in both libraries.

The first column of a table says what is computed. It begins with a word of `CONVERSIONS`, or results are compared as they are.
"""

import re
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"pinocchio": "pinocchio", "mujoco": "mujoco", "drake": "pydrake", "kdl": "PyKDL"}  # and what they need
CPP = ROOT / "tests" / "interop" / "coming_from_test.cpp"

CONVERSIONS = {  # how a result of the peer is converted
    "neutral position|position|move": lambda peer, q, x: peer.q_to_sinew(x),
    "difference|velocities": lambda peer, q, x: peer.v_to_sinew(q, x),
    "forward dynamics": None,  # an acceleration, which needs v
    "mass matrix|inverse mass matrix|Coriolis matrix": lambda peer, q, x: peer.mass_matrix_to_sinew(q, x),
    "inverse dynamics|bias force|gravity|torques|Coriolis torques": lambda peer, q, x: peer.tau_to_sinew(q, x),
    "twist|acceleration": lambda peer, q, x: peer.twist_to_sinew(x),
    "wrench": lambda peer, q, x: peer.wrench_to_sinew(x),
    "Jacobian": lambda peer, q, x: peer.jacobian_to_sinew(q, x),
}
WITHOUT_RESULT = ("load", "working memory", "set a state", "inverse kinematics", "joint velocities")


def page(name):
    return (ROOT / "docs" / "coming_from" / f"{name}.md").read_text(encoding="utf-8")


def rows(name):
    """The cells of the table of calls: what, theirs, ours in Python, ours in C++."""
    table = page(name).split("## Calls")[1]
    lines = [line.rstrip() for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines[2:]]


def code(cell):
    """The code of a cell; a further spelling after a comma is left out."""
    found = re.match(r"`([^`]+)`", cell)
    return found[1] if found else ""


def value(cell, names):
    *statements, expression = code(cell).split("; ")
    for statement in statements:
        exec(statement, names)  # the calls are those of our own pages
    return eval(expression, names) if expression else None


@pytest.fixture(scope="module", params=PAGES)
def library(request):
    name = request.param
    pytest.importorskip(PAGES[name], reason=f"{PAGES[name]} is not installed")
    names = {}
    for block in re.findall(r"```python\n(.*?)```", page(name), re.S):
        exec(block.replace('"models/', f'"{ROOT}/models/'), names)
    return name, names


def test_every_call_gives_the_same_result_in_both_libraries(library):
    name, names = library
    for what, theirs, ours, _ in rows(name):
        their_value, our_value = value(theirs, names), value(ours, names)
        if what.startswith(WITHOUT_RESULT):
            continue
        for words, convert in CONVERSIONS.items():
            if not what.startswith(tuple(words.split("|"))):
                continue
            peer, q, v = names["peer"], names["q"], names["v"]
            their_value = convert(peer, q, their_value) if convert else peer.a_to_sinew(q, v, their_value)
            break
        if isinstance(our_value, list):
            assert their_value == our_value, f"{name}: {what}"
        else:
            their_value, our_value = np.asarray(their_value, float), np.asarray(our_value, float)
            assert their_value.shape == our_value.shape, f"{name}: {what}"
            assert np.allclose(their_value, our_value, rtol=1e-7, atol=1e-8), f"{name}: {what}"


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_twenty_calls_and_those_of_cpp_are_compiled(name):
    compiled = "".join(CPP.read_text(encoding="utf-8").split())
    assert len(rows(name)) >= 20
    for what, _, _, cpp in rows(name):
        for call in filter(None, re.split(r"[;] |, (?=potential_energy|robot\.velocity_size)", code(cpp))):
            assert "".join(call.split()) in compiled, f"{name}: {what}: {call}"
