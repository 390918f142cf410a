"""Pictures: the page in the browser and in notebooks, and the picture of a robot."""

from __future__ import annotations

import atexit
import html
import os
import sys
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Union

from sinew._sinew import Model, PageServer, description_of, page_html, picture_of

if TYPE_CHECKING:
    from sinew.results import Result

    _Shown = Union[Model, Result, str, os.PathLike[str]]


class View:
    """A page that is served to the browser of this machine until close() is called or Python ends."""

    def __init__(self, server: PageServer, folder: _Folder) -> None:
        self._server = server
        self._folder = folder
        self.address: str = server.address
        _open_views.add(self)

    def close(self) -> None:
        """Ends the server."""
        self._server.close()
        self._folder.remove()

    def wait(self) -> None:
        """Serves the page until Ctrl-C."""
        try:
            while True:
                time.sleep(1)
        except KeyboardInterrupt:
            pass
        finally:
            self.close()

    def __repr__(self) -> str:
        return f"<sinew.View at {self.address}>"


_open_views: weakref.WeakSet[View] = weakref.WeakSet()


@atexit.register
def _close_views() -> None:
    for view in list(_open_views):
        view.close()


def view(
    shown: _Shown,
    second: Result | str | os.PathLike[str] | None = None,
    *,
    block: bool | None = None,
    open_browser: bool = True,
) -> View:
    """Opens the page of a robot, a scene file or a result in the browser, as `sinew view` does.

    second: another result, which is shown as a ghost. block: whether the call waits until Ctrl-C; by default it does in
    a script, whose end would end the page, and not in an interactive session. Returns the View, which serves the page
    until it is closed.
    """
    folder = _Folder()
    try:
        files, robot = _files(shown, second, folder.path)
        made = View(PageServer(files, robot), folder)
    except BaseException:
        folder.remove()
        raise
    print(f"{made.address}  (Ctrl-C stops)" if _blocks(block) else made.address)
    if open_browser:
        _open(made.address, folder.path)
    if _blocks(block):
        made.wait()
    return made


def to_html(shown: _Shown, file: str | os.PathLike[str], second: Result | str | os.PathLike[str] | None = None) -> None:
    """Writes the page of a robot, a scene file or a result as one file that opens without a server."""
    Path(file).write_text(page_of(shown, second), encoding="utf-8")


def page_of(shown: _Shown, second: Result | str | os.PathLike[str] | None = None) -> str:
    """Returns the page of a robot, a scene file or a result as the text of one HTML file."""
    folder = _Folder()
    try:
        return page_html(*_files(shown, second, folder.path))
    finally:
        folder.remove()


def in_frame(page: str, height: int = 640) -> str:
    """Returns HTML that shows a page within a notebook."""
    return f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:{height}px;border:0"></iframe>'


def robot_html(robot: Model) -> str:
    """Returns the table and the picture that a notebook shows of a robot."""
    rows = "".join(
        f"<tr><td>{html.escape(joint.name)}</td><td>{joint.kind}</td><td>{html.escape(joint.body)}</td>"
        f"<td>{_indices(joint.q_index, joint.q_size)}</td><td>{_indices(joint.v_index, joint.v_size)}</td></tr>"
        for joint in robot.joints
    )
    return (
        '<div style="display:flex;gap:2em;align-items:flex-start">'
        f"<div><b>{html.escape(robot.name)}</b>: {robot.position_size} positions, {robot.velocity_size} velocities, "
        f"{robot.mass:.6g} kg<table><thead><tr><th>joint</th><th>kind</th><th>carries</th><th>q</th><th>v</th></tr>"
        "</thead>"
        f"<tbody>{rows}</tbody></table></div>{picture_of(robot)}</div>"
    )


def _indices(first: int, size: int) -> str:
    return f"{first}:{first + size}" if size > 1 else str(first)


class _Folder:
    """A folder that only this user can read, and that is removed with its content."""

    def __init__(self) -> None:
        import tempfile  # only here: importing it takes milliseconds

        self.path = Path(tempfile.mkdtemp(prefix="sinew-view-"))

    def remove(self) -> None:
        import shutil

        shutil.rmtree(self.path, ignore_errors=True)


def _files(
    shown: _Shown, second: Result | str | os.PathLike[str] | None, folder: Path
) -> tuple[list[Path], Model | None]:
    """Returns the files of a page, and how the file of a robot is read; what has no file is written into the folder."""
    from sinew.results import Result

    files, robot = [], None
    for number, one in enumerate(x for x in (shown, second) if x is not None):
        if isinstance(one, Model):
            robot = one
            files.append(Path(one.file) if one.file else _written(one, folder))
        elif isinstance(one, Result):
            path = folder / f"result{number + 1}.h5"
            one.write(path)
            files.append(path)
        else:
            files.append(Path(one))
    return files, robot


def _written(robot: Model, folder: Path) -> Path:
    text, suffix = description_of(robot)
    path = folder / (("".join(c if c.isalnum() else "_" for c in robot.name) or "robot") + suffix)
    path.write_text(text, encoding="utf-8")
    return path


def _open(address: str, folder: Path) -> None:
    """Opens an address in the browser.

    Every user of the machine can see the arguments of a program. Therefore the browser gets a file that only this user
    can read and that redirects to the address.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    import webbrowser

    file = folder / "open.html"
    file.write_text(
        f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={address}">', encoding="utf-8"
    )
    webbrowser.open(file.as_uri())


def _blocks(wanted: bool | None) -> bool:
    if wanted is not None:
        return wanted
    is_interactive = hasattr(sys, "ps1") or sys.flags.interactive or "ipykernel" in sys.modules
    return not is_interactive
