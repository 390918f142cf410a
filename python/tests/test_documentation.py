"""Executes the code of every page: blocks of Python, and the commands in blocks of shell and in blocks that begin with
"$ sinew" and show results.

The blocks of one page run in order in one process, in a temporary folder that shows the project's models, examples and
documents. A comment above a block changes this:

    <!-- skip: REASON -->          the block does not run
    <!-- needs: NAME ... -->       the block runs if these modules, or names in modules, exist
    <!-- fails: REASON -->         its commands have to fail
    <!-- part of: FILE -->         a block of C++ is part of this file, which the tests of C++ compile and run
"""

import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from make_site import NOTEBOOKS, notebook  # noqa: E402

PROGRAM = Path(os.environ.get("SINEW_PROGRAM", ROOT / "build" / "release" / "sinew"))
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"(?:<!-- (skip|needs|fails|part of): ([^\n]+?) -->\n+)?^(`{3,})([^\n`]*)\n(.*?)^\3$", re.S | re.M)


def blocks(page, *languages):
    """The blocks of a page in these languages: mark, its text, the line of the code, language, code."""
    text = page.read_text(encoding="utf-8")
    for m in BLOCK.finditer(text):
        language = m[4] or ("console" if m[5].startswith("$ sinew ") else "")
        if language in languages:
            yield m[1], m[2], text[: m.start(5)].count("\n") + 1, language, m[5]


def pages(*languages):
    """The pages that have blocks in these languages, as parameters of a test."""
    return [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES if any(blocks(page, *languages))]


def available(name):
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.fixture
def folder(tmp_path):
    for name in ("models", "docs", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def environment():
    path = os.pathsep.join([str(PROGRAM.parent), os.environ.get("PATH", "")])
    return {**os.environ, "MPLBACKEND": "Agg", "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def commands(code, place):
    """The commands of a block of shell: its lines, or those with a prompt if it shows results, too."""
    lines = code.replace("\\\n", " ").splitlines()
    prompts = [line[2:] for line in lines if line.startswith("$ ")]
    found = prompts or [line for line in lines if line.strip() and not line.startswith("#")]
    for command in found:
        assert shlex.split(command, comments=True)[0] == "sinew", (
            f"{place}: only commands of sinew run in tests; mark other blocks with <!-- skip: reason -->"
        )
    return found


@pytest.mark.parametrize("page", pages("python", "sh", "console"))
def test_page(page, folder, tmp_path_factory):
    """Notebooks of tutorials may be opened anywhere, so that the Python of their pages runs in an empty folder."""
    name, script = page.relative_to(ROOT), []
    runs_anywhere = name.parts[:2] == ("docs", "tutorials")
    for mark, text, line, language, code in blocks(page, "python", "sh", "console"):
        if mark == "skip" or (mark == "needs" and not all(map(available, text.split()))):
            continue
        if language == "python":
            compile(code, str(name), "exec")
            script.append((line, code))
        else:
            script += [(line, f"run({command!r}, {mark == 'fails'})") for command in commands(code, f"{name}:{line}")]
    if not script:
        pytest.skip("no block of this page can run here")
    if any(code.startswith("run(") for _, code in script) and not PROGRAM.exists():
        pytest.skip("the program is not built")
    # line numbers of errors are those of the page
    runner = f"""
import subprocess
def run(command, fails):
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          cwd={str(folder)!r})
    assert (done.returncode != 0) == fails, f"{{command}} returns {{done.returncode}}: {{done.stdout[-1000:]}}{{done.stderr}}"
names = {{"__name__": "__main__", "run": run}}
for line, code in {script!r}:
    exec(compile("\\n" * (line - 1) + code, {str(name)!r}, "exec"), names)
"""
    result = subprocess.run(
        [sys.executable, "-c", runner],
        cwd=tmp_path_factory.mktemp("empty") if runs_anywhere else folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, f"{name}:\n{result.stderr[-4000:]}"


@pytest.mark.parametrize("page", pages("cpp"))
def test_cpp_is_part_of_a_file(page):
    """Blocks of C++ that name a file occur there, apart from indentation."""

    def plain(text):
        return [" ".join(row.split()) for row in text.splitlines() if row.strip()]

    for mark, file, line, _, code in blocks(page, "cpp"):
        if mark == "part of":
            wanted, found = plain(code), plain((ROOT / file).read_text(encoding="utf-8"))
            assert any(found[i : i + len(wanted)] == wanted for i in range(len(found))), (
                f"{page.relative_to(ROOT)}:{line}: {file} does not contain this block"
            )


def test_every_skipped_block_has_a_reason():
    for page in PAGES:
        for mark, text, line, _, _ in blocks(page, "python", "sh", "console", "cpp"):
            assert mark != "skip" or len(text) > 5, f"{page.relative_to(ROOT)}:{line}"


def test_figures_of_the_theory_are_up_to_date():
    result = subprocess.run(
        [sys.executable, "-B", ROOT / "tools" / "make_theory_figures.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_notebooks_have_the_code_of_their_pages():
    for page in PAGES:
        if page.relative_to(ROOT).parts[:2] in NOTEBOOKS:
            cells = notebook(page.read_text(encoding="utf-8"))["cells"]
            code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
            assert code == [block[4].strip("\n") for block in blocks(page, "python")], page.name


def test_the_page_of_names_lists_names_that_exist():
    import sinew
    import sinew.operators  # noqa: F401

    text = (ROOT / "docs/python_names.md").read_text(encoding="utf-8")
    in_cpp = set((ROOT / "tools/public_names.txt").read_text().split())
    rows = text[text.index("## Other names") :].splitlines()
    listed = []
    for row in rows:
        if row.startswith("| `"):
            listed += [name.split("::")[0] for name in re.findall(r"`([A-Za-z_:0-9]+)`", row.split("|")[1])]
    listed += re.findall(r"`([A-Za-z_0-9]+)`", text[text.index("## What NumPy has") :])
    assert len(listed) > 60 and not set(listed) - in_cpp
    for owner, name in re.findall(r"\b(sinew|robot|work)\.([a-z_A-Z]+)", text):
        assert hasattr({"sinew": sinew, "robot": sinew.Model, "work": sinew.Workspace}[owner], name), name
