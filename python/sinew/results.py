"""Results of simulations: records in memory or in a result file, with the same interface."""

from __future__ import annotations

import html
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sinew._sinew import RecordedRun, ResultFile, has_page

if TYPE_CHECKING:
    import pandas
    import xarray

    from sinew.pages import View


class EventRecord(NamedTuple):
    """An event of a run: its time [s], name and note."""

    t: float
    name: str
    note: str


@dataclass
class SimulationReport:
    """How a run ended, and how accurate it was.

    end: 'finished', 'stopped by event', 'interrupted', 'failed', or 'running' for the file of a run that has not ended.
    why: the event or the reason. t: the time reached [s]. worst_energy_error, energy_scale, impact_loss: J.
    worst_position_error: m, rad. start_moves: how far joints were moved so that the start fits limits and loops.
    left_out: what of the model does not act.
    """

    end: str
    why: str = ""
    t: float = 0.0
    steps: int = 0
    evaluations: int = 0
    records: int = 0
    wall_seconds: float = 0.0
    real_time_factor: float = 0.0
    worst_energy_error: float = 0.0
    energy_scale: float = 0.0
    worst_position_error: float = 0.0
    worst_velocity_error: float = 0.0
    impact_loss: float = 0.0
    start_moves: dict[str, float] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    events: list[EventRecord] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @staticmethod
    def from_fields(given: dict[str, Any]) -> SimulationReport:
        report = SimulationReport(**given)
        report.events = [EventRecord(*event) for event in report.events]
        return report

    def __str__(self) -> str:
        end = f"{self.end}: {self.why}" if self.why and self.end != "interrupted" else self.end
        lines = [
            f"{end} at t = {self.t:g} s",
            f"{self.steps} steps, {self.evaluations} evaluations, {self.records} records, "
            f"{self.wall_seconds:.3g} s of computing",
            f"energy error {self.worst_energy_error:.2g} J in a range of {self.energy_scale:.3g} J",
        ]
        lines += [f"{event.t:.6g} s: {event.name}{', ' + event.note if event.note else ''}" for event in self.events]
        lines += [f"left out: {what}" for what in self.left_out]
        lines += [f"warning: {warning}" for warning in self.warnings]
        return "\n".join(lines)


@dataclass(frozen=True)
class ArrayInfo:
    """The meaning of an array of a result: the names and units of its columns."""

    path: str
    label: str
    description: str
    columns: list[str]
    units: list[str]
    is_list: bool

    @property
    def table_columns(self) -> list[str]:
        """The names of the columns in a table: 'q:elbow', 'tool:x'."""
        return [f"{self.label}:{column}" if self.label else column for column in self.columns]


class Result:
    """The records of a run: arrays with named columns and units, in the terms of a result file.

    `result["q"]` is an array with a row for each record, and `result["q/elbow"]` one of its columns. `result.arrays`
    lists all arrays: time, q, v, a, actuation, energy, constraints, and if there are any, loops/NAME, frames/NAME,
    sensors/NAME, target, controls and actuator_forces.
    """

    def __init__(self, source: RecordedRun | ResultFile, file: str | None = None) -> None:
        self._source = source
        self._file = file
        self._read: dict[str, np.ndarray] = {}
        self.arrays: dict[str, ArrayInfo] = {info[0]: ArrayInfo(*info) for info in source.arrays()}
        self.report: SimulationReport = SimulationReport.from_fields(source.report())
        self.scene: str = source.scene()
        self.duration: float = source.duration()
        self.record_interval: float = source.record_interval()

    @property
    def t(self) -> np.ndarray:
        """The times of the records [s]."""
        return self["time"]

    @property
    def q(self) -> np.ndarray:
        """The positions (records, n_q)."""
        return self["q"]

    @property
    def v(self) -> np.ndarray:
        """The velocities (records, n_v)."""
        return self["v"]

    @property
    def a(self) -> np.ndarray:
        """The accelerations (records, n_v)."""
        return self["a"]

    @property
    def actuation(self) -> np.ndarray:
        """The joint torques of controllers and constant torques (records, n_v)."""
        return self["actuation"]

    @property
    def energy(self) -> np.ndarray:
        """Kinetic, potential, stored energy, work, impact loss and error of the balance [J] (records, 6)."""
        return self["energy"]

    @property
    def events(self) -> list[EventRecord]:
        """The events of the run."""
        return self.report.events

    def __getitem__(self, path: str) -> np.ndarray:
        if path in self._read:
            return self._read[path]
        if path in self.arrays:
            self._read[path] = self._source.read(path)
            return self._read[path]
        name, place = self._column(path)
        return self[name][:, place]

    def __contains__(self, path: object) -> bool:
        return path in set(self)

    def __iter__(self) -> Iterator[str]:
        """All paths: arrays and their columns."""
        for name, info in self.arrays.items():
            yield name
            if not info.is_list:
                yield from (f"{name}/{column}" for column in info.columns)

    def keys(self) -> list[str]:
        """Returns all paths: arrays and their columns."""
        return list(self)

    def __len__(self) -> int:
        return len(self.t)

    def units(self, path: str) -> str | list[str]:
        """Returns the unit of a column, or those of all columns of an array; '1' means no unit."""
        if path in self.arrays:
            return self.arrays[path].units
        name, place = self._column(path)
        return self.arrays[name].units[place]

    def _column(self, path: str) -> tuple[str, int]:
        for name, info in self.arrays.items():
            if not info.is_list and path.startswith(name + "/") and path[len(name) + 1 :] in info.columns:
                return name, info.columns.index(path[len(name) + 1 :])
        near = get_close_matches(path, list(self), n=3)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"the arrays are {', '.join(self.arrays)}"
        raise KeyError(f"the result has no '{path}': {hint}")

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a table with one row for each record, the times as its index, and columns such as 'q:elbow'.

        The units of the columns are in its `attrs["units"]`.
        """
        import pandas

        columns: list[str] = []
        units: dict[str, str] = {}
        numbers: list[np.ndarray] = []
        for name, info in self.arrays.items():
            if name == "time":
                continue
            columns += info.table_columns
            units.update(zip(info.table_columns, info.units))
            numbers.append(self[name].reshape(len(self), -1))
        table = pandas.DataFrame(np.hstack(numbers), columns=columns, index=pandas.Index(self.t, name="time"))
        table.attrs = {"units": {"time": "s", **units}, "scene": self.scene}
        return table

    def to_xarray(self) -> xarray.Dataset:
        """Returns a dataset with the arrays as variables over time, and the names of their columns as coordinates.

        The attributes of each variable have its description and its units: one text if all columns have the same, else
        a list.
        """
        import xarray

        variables = {}
        coordinates: dict[str, Any] = {"time": ("time", self.t, {"units": "s", "long_name": "time"})}
        for name, info in self.arrays.items():
            if name == "time":
                continue
            dimension = f"{name} column"
            units = info.units[0] if len(set(info.units)) == 1 else info.units
            attributes = {"units": units, "description": info.description}
            variables[name] = (("time", dimension), self[name], attributes)
            coordinates[dimension] = info.columns
        return xarray.Dataset(variables, coordinates, {"scene": self.scene, "end": self.report.end})

    def write(self, file: str | os.PathLike[str]) -> None:
        """Writes a result file (.h5), which `sinew view` and read_result open."""
        if isinstance(self._source, ResultFile):
            assert self._file is not None
            shutil.copyfile(self._file, file)
        else:
            self._source.write(os.fspath(file))

    def show(self, second: Result | str | os.PathLike[str] | None = None, *, block: bool | None = None) -> View:
        """Opens the page that plays this result in the browser; see sinew.view."""
        from sinew.pages import view

        return view(self, second, block=block)

    def to_html(self, file: str | os.PathLike[str]) -> None:
        """Writes the page that plays this result as one file, which opens without a server."""
        from sinew.pages import to_html

        to_html(self, file)

    def _repr_html_(self) -> str:
        from sinew.pages import in_frame, page_of

        if not has_page():
            return f"<pre>{html.escape(str(self.report))}</pre>"
        return in_frame(page_of(self))

    def __repr__(self) -> str:
        return f"<sinew.Result of '{self.scene}': {len(self)} records, {self.report.end} at t = {self.report.t:g} s>"


def read_result(file: str | os.PathLike[str]) -> Result:
    """Opens a result file (.h5). The numbers of an array are read when they are first used."""
    return Result(ResultFile(os.fspath(file)), os.fspath(file))
