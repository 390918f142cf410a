#!/usr/bin/env python3
"""Times sinew's Python calls next to those of Pinocchio (pin), MuJoCo and Drake, and writes docs/python_performance.md.

usage: PYTHONPATH=build/release/python bench/python/contest.py [--rounds N] [--write]

The same calls in C++ (cpp_calls.cpp, loaded into this process) are timed in the same rounds, so that the table shows what
Python costs. Libraries that are not installed are left out. All compute with the same robots and states, and their answers are compared
first. Each library has its robot, states and result arrays ready; a call takes NumPy arrays and leaves its result in one.
The libraries take turns, and each number is the median over the rounds, in microseconds per state. Time is that of the
processor (thread_time), so that other programs disturb little; sinew uses one thread.
"""

import argparse
import ctypes
import os
import platform
import random
import statistics
import time
from pathlib import Path

import numpy as np

import sinew

ROOT = Path(__file__).resolve().parents[2]
QUANTITIES = ("forward dynamics", "inverse dynamics", "mass matrix")
STATES = 64  # distinct states that the calls go through
BATCH = 4096
PLACES = 5  # copies of a batch and its arrays, because times depend on their places in memory
URDF = {"7-axis arm": "arm7.urdf", "humanoid of 36 DOFs": "humanoid.urdf"}


class Case:
    """A robot and its states in sinew's order. The base of the humanoid is not rotated and does not rotate, so that the
    conventions of all libraries for its velocity and acceleration agree."""

    def __init__(self, name):
        self.file = ROOT / "models" / URDF[name]
        self.floats = "humanoid" in name
        self.robot = self.load()
        self.joints = [joint for joint in self.robot.joints if joint.q_size == 1]
        generator = np.random.default_rng(1)
        n_q, n_v = self.robot.position_size, self.robot.velocity_size
        self.q = np.tile(self.robot.neutral_position(), (STATES, 1))
        columns = [joint.q_index for joint in self.joints]
        self.q[:, columns] = generator.uniform(-0.8, 0.8, (STATES, len(columns)))
        self.v, self.tau, self.a = generator.uniform(-1, 1, (3, STATES, n_v))
        if self.floats:
            self.v[:, :3] = 0
        assert n_q == n_v + self.floats

    def load(self):
        return sinew.load(self.file, base="floating" if self.floats else "as_written")

    def order(self, names, base):
        """Indices of sinew's v in the order of another library: its joints by name, and its base."""
        at = {joint.name: joint.v_index for joint in self.joints}
        return np.array((list(base) if self.floats else []) + [at[name] for name in names])

    def positions(self, names, base):
        """q in another library's order; `base` are the numbers of a base that has not moved."""
        at = {joint.name: joint.q_index for joint in self.joints}
        joints = self.q[:, [at[name] for name in names]]
        return np.hstack([np.tile(base, (STATES, 1)), joints]) if self.floats else joints.copy()


def rows(*arrays):
    """The states as tuples of arrays of their own."""
    return [tuple(np.ascontiguousarray(x[i]) for x in arrays) for i in range(STATES)]


class Sinew:
    name = "sinew"

    def __init__(self, case, uses_out=False):
        self.order = np.arange(case.robot.velocity_size)
        robot, n = case.robot, case.robot.velocity_size
        a, M = np.empty(n), np.empty((n, n))
        if uses_out:
            self.calls = {
                "forward dynamics": lambda q, v, tau, _: robot.forward_dynamics(q, v, tau, out=a),
                "inverse dynamics": lambda q, v, _, a_: robot.inverse_dynamics(q, v, a_, out=a),
                "mass matrix": lambda q, v, tau, a_: robot.mass_matrix(q, out=M),
            }
        else:
            self.calls = {
                "forward dynamics": lambda q, v, tau, _: robot.forward_dynamics(q, v, tau),
                "inverse dynamics": lambda q, v, _, a_: robot.inverse_dynamics(q, v, a_),
                "mass matrix": lambda q, v, tau, a_: robot.mass_matrix(q),
            }
        self.states = rows(case.q, case.v, case.tau, case.a)


class Pinocchio:
    name = "pin"

    def __init__(self, case):
        import pinocchio as pin

        self.version = pin.__version__
        base = (pin.JointModelFreeFlyer(),) if case.floats else ()
        model = pin.buildModelFromUrdf(str(case.file), *base)
        data = model.createData()
        names = [name for name in model.names if name not in ("universe", "root_joint")]
        self.order = case.order(names, [3, 4, 5, 0, 1, 2])
        o = self.order

        def mass_matrix(q, v, tau, a):
            return pin.crba(model, data, q)

        self.calls = {
            "forward dynamics": lambda q, v, tau, _: pin.aba(model, data, q, v, tau),
            "inverse dynamics": lambda q, v, _, a: pin.rnea(model, data, q, v, a),
            "mass matrix": mass_matrix,
        }
        q = case.positions(names, [0, 0, 0, 0, 0, 0, 1])
        self.states = rows(q, case.v[:, o], case.tau[:, o], case.a[:, o])


class Mujoco:
    name = "mujoco"

    def __init__(self, case):
        import mujoco as mj

        self.version = mj.__version__
        model = mj.MjModel.from_xml_path(str(case.file.with_suffix(".xml") if case.floats else case.file))
        # What the other libraries do not compute either.
        for flag in ("CONSTRAINT", "CONTACT", "ACTUATION", "SPRING", "DAMPER"):
            bit = getattr(mj.mjtDisableBit, f"mjDSBL_{flag}", 0)
            model.opt.disableflags |= int(bit)
        model.dof_armature[:] = 0
        model.dof_frictionloss[:] = 0
        model.dof_damping[:] = 0
        data = mj.MjData(model)
        names = [model.joint(i).name for i in range(model.njnt) if model.jnt_type[i] != mj.mjtJoint.mjJNT_FREE]
        self.order = case.order(names, [3, 4, 5, 0, 1, 2])
        o = self.order
        n = model.nv
        M = np.empty((n, n))
        result = np.empty(n)

        def place(q):
            data.qpos[:] = q
            mj.mj_kinematics(model, data)
            mj.mj_comPos(model, data)

        def forward(q, v, tau, a):
            place(q)
            mj.mj_makeM(model, data)
            mj.mj_factorM(model, data)
            data.qvel[:] = v
            mj.mj_comVel(model, data)
            mj.mj_rne(model, data, 0, data.qfrc_bias)
            mj.mj_solveM(model, data, result[None], (tau - data.qfrc_bias)[None])
            return result

        def inverse(q, v, tau, a):
            place(q)
            data.qvel[:] = v
            data.qacc[:] = a
            mj.mj_comVel(model, data)
            mj.mj_rne(model, data, 1, result)
            return result

        def mass_matrix(q, v, tau, a):
            place(q)
            mj.mj_makeM(model, data)
            mj.mj_fullM(model, data, M)
            return M

        self.calls = {"forward dynamics": forward, "inverse dynamics": inverse, "mass matrix": mass_matrix}
        q = case.positions(names, [0, 0, 0, 1, 0, 0, 0])
        self.states = rows(q, case.v[:, o], case.tau[:, o], case.a[:, o])


class Drake:
    name = "drake"

    def __init__(self, case):
        from importlib.metadata import version

        from pydrake.multibody.parsing import Parser
        from pydrake.multibody.plant import MultibodyPlant
        from pydrake.multibody.tree import MultibodyForces

        self.version = version("drake")

        def plant_with(welds_base):
            plant = MultibodyPlant(0.0)
            instance = Parser(plant).AddModels(str(case.file))[0]
            if welds_base:
                first = plant.get_body(plant.GetBodyIndices(instance)[0])
                plant.WeldFrames(plant.world_frame(), first.body_frame())
            for index in plant.GetJointIndices():  # the other libraries do not compute damping either
                joint = plant.get_joint(index)
                joint.set_default_damping_vector(np.zeros(joint.num_velocities()))
            plant.Finalize()
            return plant

        plant = plant_with(False)
        if plant.GetFloatingBaseBodies() and not case.floats:
            plant = plant_with(True)
        context = plant.CreateDefaultContext()
        ordered = sorted(
            (plant.get_joint(i) for i in plant.GetJointIndices() if plant.get_joint(i).num_velocities() == 1),
            key=lambda joint: joint.velocity_start(),
        )
        names = [joint.name() for joint in ordered]
        self.order = case.order(names, [0, 1, 2, 3, 4, 5])
        o = self.order
        plant.get_applied_generalized_force_input_port().FixValue(context, np.zeros(plant.num_velocities()))
        if plant.get_actuation_input_port().size():
            plant.get_actuation_input_port().FixValue(context, np.zeros(plant.num_actuated_dofs()))
        forces = MultibodyForces(plant)
        force_port = plant.get_applied_generalized_force_input_port()
        n_q = plant.num_positions()

        def forward(q, v, tau, a):
            plant.SetPositions(context, q)
            plant.SetVelocities(context, v)
            force_port.FixValue(context, tau)
            return plant.EvalTimeDerivatives(context).CopyToVector()[n_q:]

        def inverse(q, v, tau, a):
            plant.SetPositions(context, q)
            plant.SetVelocities(context, v)
            plant.CalcForceElementsContribution(context, forces)
            return plant.CalcInverseDynamics(context, a, forces)

        def mass_matrix(q, v, tau, a):
            plant.SetPositions(context, q)
            return plant.CalcMassMatrix(context)

        self.calls = {"forward dynamics": forward, "inverse dynamics": inverse, "mass matrix": mass_matrix}
        q = case.positions(names, [1, 0, 0, 0, 0, 0, 0])
        self.states = rows(q, case.v[:, o], case.tau[:, o], case.a[:, o])


class Cpp:
    """sinew's calls in C++, which time themselves with the same clock: one state after the other, or as a batch."""

    def __init__(self, case):
        library = ctypes.CDLL(str(Path(sinew.__file__).parents[1] / "sinew_cpp_calls.so"))
        library.make_calls.restype = ctypes.c_void_p
        library.seconds_of_states.restype = library.seconds_of_batch.restype = ctypes.c_double
        self.library, self.case = library, case
        self.calls = ctypes.c_void_p(library.make_calls(str(case.file).encode(), int(case.floats)))

    def timer(self, quantity, arrays=None):
        """A function that returns the seconds per state: of single states, or of a batch with these arrays, (q, v, torques or
        accelerations, result)."""
        case, n = self.case, self.case.robot.velocity_size
        is_batch = arrays is not None
        if not is_batch:
            given = (case.q, case.v, case.a if quantity == "inverse dynamics" else case.tau)
            arrays = [*map(np.ascontiguousarray, given), np.empty(n * n if quantity == "mass matrix" else n)]
        numbers = [ctypes.c_void_p(x.ctypes.data) for x in arrays]
        head = (self.calls, ctypes.c_char(quantity[0].encode()), *numbers, len(arrays[0]))
        by_columns = int(not arrays[0].flags.c_contiguous)

        def seconds(repetitions):
            if is_batch:
                return self.library.seconds_of_batch(*head, repetitions, by_columns)
            return self.library.seconds_of_states(*head, repetitions)

        seconds.keeps = arrays
        return seconds


def answers(entrant, quantity):
    """The results of all states, in sinew's order."""
    found = []
    for state in entrant.states:
        x = np.array(entrant.calls[quantity](*state))
        if x.ndim == 2:
            x = np.where(np.tri(len(x), k=-1, dtype=bool), x.T, x)  # pin fills the upper triangle
        back = np.empty_like(x)
        back[np.ix_(*[entrant.order] * x.ndim)] = x
        found.append(back)
    return np.array(found)


def seconds_per_state(call, states, repetitions):
    began = time.thread_time()
    for _ in range(repetitions):
        for state in states:
            call(*state)
    return (time.thread_time() - began) / (repetitions * len(states))


def python_timer(call, states):
    """A function that returns the seconds per call."""
    return lambda repetitions: seconds_per_state(call, states, repetitions)


def batch_arrays(case, quantity, order):
    """The arguments and the result of a batch. C++ and Python share them, because their place in memory matters."""
    n = case.robot.velocity_size
    third = case.a if quantity == "inverse dynamics" else case.tau
    given = [np.array(np.resize(x, (BATCH, x.shape[1])), order=order) for x in (case.q, case.v, third)]
    return [*given, np.empty((BATCH, n, n)) if quantity == "mass matrix" else np.empty((BATCH, n), order=order)]


def batch_call(robot, quantity, arrays):
    """sinew's call for many states at once, with out=."""
    q, v, third, out = arrays
    if quantity == "mass matrix":
        return lambda: robot.mass_matrix(q, out=out)
    compute = robot.forward_dynamics if quantity == "forward dynamics" else robot.inverse_dynamics
    return lambda: compute(q, v, third, out=out)


def batch_timers(case, cpp, robot, quantity):
    """The timers of Python's and C++'s batches, and of C++'s single states, with arrays of their own."""
    by_state, by_column = batch_arrays(case, quantity, "C"), batch_arrays(case, quantity, "F")
    return {
        "batch": python_timer(batch_call(robot, quantity, by_state), [()]),
        "batch, columns": python_timer(batch_call(robot, quantity, by_column), [()]),
        "C++": cpp.timer(quantity),
        "C++ batch": cpp.timer(quantity, by_state),
        "C++ batch, columns": cpp.timer(quantity, by_column),
    }


def measure(rounds):
    """Returns the rows of the table, a table of versions and the largest differences between the libraries."""
    sinew.set_threads(1)
    order = random.Random(1)
    versions, rows_, differences = {"sinew": sinew.__version__}, [], {}
    for name in URDF:
        case = Case(name)
        cpps = [Cpp(case) for _ in range(PLACES)]
        robots = [case.load() for _ in range(PLACES)]
        entrants = {"sinew, out=": Sinew(case, uses_out=True), "sinew": Sinew(case)}
        for kind in (Pinocchio, Mujoco, Drake):
            try:
                entrants[kind.name] = kind(case)
                versions[kind.name] = entrants[kind.name].version
            except ImportError as error:
                print(f"{kind.name} is left out: {error}")
        for quantity in QUANTITIES:
            expected = answers(entrants["sinew"], quantity)
            for key, entrant in entrants.items():
                difference = np.abs(answers(entrant, quantity) - expected).max() / np.abs(expected).max()
                differences[key] = max(differences.get(key, 0), difference)
                if difference > 1e-6:
                    raise SystemExit(
                        f"{quantity} of the {name}: {key} differs by {difference:.1e} of the largest entry"
                    )
            singles = {key: python_timer(entrant.calls[quantity], entrant.states) for key, entrant in entrants.items()}
            places = [
                singles | batch_timers(case, cpp, robot, quantity) for cpp, robot in zip(cpps, robots, strict=True)
            ]
            size = {key: BATCH if key.startswith("batch") else 1 for key in places[0]}  # states of one Python call
            numbers = {key: BATCH if "batch" in key else STATES for key in size}
            times = {key: [] for key in size}
            repetitions = {
                key: max(1, round(0.01 / (timer(1) / size[key] * numbers[key]))) for key, timer in places[0].items()
            }
            for k in range(rounds):
                timers = list(places[k % PLACES].items())
                order.shuffle(timers)  # what ran before a turn changes its time by some percent
                for key, timer in timers:
                    times[key].append(timer(repetitions[key]) / size[key] * 1e6)
            row = {key: statistics.median(values) for key, values in times.items()}
            rows_.append((f"{quantity}, {name}", row))
            print(f"{quantity}, {name}: " + "  ".join(f"{key} {value:.3f}" for key, value in row.items()), flush=True)
    return rows_, versions, differences


def costs(rows_):
    """The table of what Python's calls cost above those in C++."""
    yield "| call | C++ | above it with out= | above it without | C++ batch | batch | C++ batch, columns | batch, columns |"
    yield "| --- |" + " ---: |" * 7
    for name, row in rows_:
        cells = [f"{row['C++']:.3f}", f"{row['sinew, out='] - row['C++']:+.3f}", f"{row['sinew'] - row['C++']:+.3f}"]
        for key in ("batch", "batch, columns"):
            ratio = row[key] / row["C++ " + key] - 1
            cells += [f"{row['C++ ' + key]:.4f}", f"{row[key]:.4f} ({ratio:+.1%})"]
        yield f"| {name} | " + " | ".join(cells) + " |"


def page(rows_, versions, differences):
    keys = [key for key in rows_[0][1] if not key.startswith("C++")]
    peers = [key for key in keys if key in ("pin", "mujoco", "drake")]
    lines = ["| call | " + " | ".join(keys) + " |", "| --- | " + " | ".join("---:" for _ in keys) + " |"]
    lost = []
    for name, row in rows_:
        best = min((row[key] for key in ("sinew", *peers)), default=0)
        cells = [
            f"**{row[key]:.3g}**" if key in ("sinew", *peers) and row[key] == best else f"{row[key]:.3g}"
            for key in keys
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
        lost += [f"{name}: {peer}" for peer in peers if row[peer] < row["sinew"]]
    cpu = next(
        (x.split(":")[1].strip() for x in open("/proc/cpuinfo") if x.startswith("model name")), platform.machine()
    )
    compared = ", ".join(f"{key} {value}" for key, value in versions.items())
    worst = max(value for key, value in differences.items())
    return f"""# Performance from Python

Measured on {time.strftime("%Y-%m-%d")} on {cpu}, Python {platform.python_version()}, NumPy {np.__version__}, by
`bench/python/contest.py --write`, which wrote this page. Versions: {compared}.

Times are in microseconds per state of the processor, on one thread, in double precision: medians of interleaved rounds, with
{os.getloadavg()[0]:.0f} other programs waiting for {os.cpu_count()} cores, which changes single numbers by up to a tenth. They
include what Python itself takes for the loop and the call, about 0.1 microseconds. The robots and states are the same for all
libraries, and the answers agree to {worst:.0e} of the largest entry. The fastest call for one state that makes its own result is
bold.

{chr(10).join(lines)}

## What Python costs

The same calls in C++, timed in the same process in the same rounds. A call costs the search for the method, reading the arrays, and
for *sinew* making the array of the result.

{chr(10).join(costs(rows_))}

## How it was measured

- *sinew* is `robot.forward_dynamics(q, v, tau)`, `robot.inverse_dynamics(q, v, a)` and `robot.mass_matrix(q)`, which return arrays
  of their own. *sinew, out=* writes into an array of the caller.
- *batch* is the same call for {BATCH:,} states, q of shape ({BATCH}, n_q), with `out=`; *batch, columns* for arrays in
  Fortran order, which need not be transposed. Matrices are written state by state in both. The other libraries have no such call
  for one thread.
- *pin* is `aba`, `rnea` and `crba`, which return arrays of their own; `crba` fills the upper triangle only.
- *mujoco* is the stages of `mj_forward` and `mj_inverse` that the job needs, one call each: `mj_kinematics`, `mj_comPos`, `mj_makeM`,
  `mj_factorM`, `mj_comVel`, `mj_rne`, `mj_solveM`, `mj_fullM`. Each call costs time in Python; `mj_forward` is one call, but also
  computes contacts, sensors and tendons.
- *drake* is `EvalTimeDerivatives`, `CalcInverseDynamics` (with `CalcForceElementsContribution` for gravity) and `CalcMassMatrix` of a
  continuous `MultibodyPlant`, after `SetPositions` and `SetVelocities`.

Rows that sinew loses: {"; ".join(lost) if lost else "none"}. docs/performance.md compares the C++ interfaces.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--write", action="store_true", help="write docs/python_performance.md")
    options = parser.parse_args()
    text = page(*measure(options.rounds))
    if options.write:
        (ROOT / "docs" / "python_performance.md").write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
