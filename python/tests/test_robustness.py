"""Nothing that a script does makes the interpreter crash, hang or leak."""

import copy
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import sinew

FULL = os.environ.get("SINEW_FULL") == "1"
MANY = 2000  # states of a batch that runs on several threads


def batch(robot, count=MANY):
    random = np.random.default_rng(5)
    return [random.uniform(-1, 1, (count, robot.velocity_size)) for _ in range(3)]


def run(script, reports_leaks=True):
    """Runs a script in an interpreter of its own, which ends without an error and without a word about leaks."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        env=os.environ | ({"SINEW_LEAK_WARNINGS": "1"} if reports_leaks else {}),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stderr == ""


# ---- Copies --------------------------------------------------------------------------------------
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda robot: pickle.loads(pickle.dumps(robot))])
def test_copies_compute_the_same(arm, copied):
    try:
        other = copied(arm)
    except TypeError as error:
        pytest.skip(f"models of this build are not copied: {error}")
    q, v, tau = batch(arm, 3)
    assert np.array_equal(other.aba(q, v, tau), arm.aba(q, v, tau))


def test_edited_robots_outlive_the_robot_that_they_are_made_from(models):
    edited = sinew.load(models / "arm7.urdf").with_gravity([0, 0, -1.62]).with_floating_base()
    gc.collect()
    assert np.allclose(edited.gravity, [0, 0, -1.62])
    assert edited.aba(edited.neutral_position(), *np.zeros((2, edited.velocity_size))).shape == (edited.velocity_size,)


# ---- Forks ---------------------------------------------------------------------------------------
def in_child(compute):
    """Runs a function in a forked child and returns its exit code; a child that hangs is ended by an alarm."""
    child = os.fork()
    if child == 0:
        import signal

        signal.alarm(60)
        try:
            compute()
            os._exit(0)
        except BaseException as error:
            print(error, file=sys.stderr)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_batches_run_in_a_forked_child_and_then_in_its_parent(models):
    robot = sinew.load(models / "arm7.urdf")
    state = batch(robot)
    expected = robot.aba(*state)  # starts threads in the parent

    def compute():
        for _ in range(3):
            assert np.array_equal(robot.aba(*state), expected)
        assert np.array_equal(sinew.load(models / "arm7.urdf").aba(*state), expected)
        gc.collect()
        assert in_child(lambda: robot.aba(*state)) == 0  # a grandchild

    for _ in range(3):
        assert in_child(compute) == 0
        assert np.array_equal(robot.aba(*state), expected)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork_while_another_thread_computes_does_not_hang(models):
    robot = sinew.load(models / "arm7.urdf")
    state = batch(robot)
    expected = robot.aba(*state)
    stop = threading.Event()

    def keep_computing():
        while not stop.is_set():
            robot.aba(*state)

    def compute():
        assert np.array_equal(robot.aba(*state), expected)

    thread = threading.Thread(target=keep_computing)
    thread.start()
    try:
        assert [in_child(compute) for _ in range(10)] == [0] * 10
    finally:
        stop.set()
        thread.join()


def of_worker(seed):
    robot = sinew.load(sinew.example("arm7.urdf"))
    return float(robot.aba(*batch(robot)).sum()) + 0 * seed


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_of_multiprocessing_compute_the_same(method):
    here = of_worker(0)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(of_worker, range(4)).get(timeout=120) == [here] * 4
    assert of_worker(0) == here


# ---- Threads -------------------------------------------------------------------------------------
def test_threads_that_share_a_robot_get_right_numbers(humanoid):
    random = np.random.default_rng(3)
    states = [[humanoid.random_state(int(seed)) for seed in random.integers(1, 1000, 20)] for _ in range(6)]
    # One state, a batch on one thread and a batch on several, each through float64 and float32.
    inputs = [[np.array([getattr(s, name) for s in some]) for name in ("q", "v", "tau")] for some in states]
    wide = [[np.repeat(x, 20, axis=0) for x in of_one] for of_one in inputs]

    def results(i):
        q, v, tau = inputs[i]
        return [
            humanoid.aba(q[0], v[0], tau[0]),
            humanoid.crba(q[1]),
            humanoid.aba(q, v, tau),
            humanoid.rnea(*wide[i]),
            humanoid.aba(*(x.astype(np.float32) for x in inputs[i])),
            humanoid.jacobian(q, humanoid.frame_names[-1]),
        ]

    expected = [results(i) for i in range(len(states))]
    wrong = []

    def work(i):
        for _ in range(30):
            for got, wanted in zip(results(i), expected[i]):
                if not np.array_equal(got, wanted):
                    wrong.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(states))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_number_of_threads_changes_while_batches_run(arm):
    state = batch(arm)
    expected = arm.aba(*state)
    before = sinew.threads()
    wrong = []

    def work():
        for _ in range(50):
            if not np.array_equal(arm.aba(*state), expected):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    try:
        for thread in threads:
            thread.start()
        for count in range(60):
            sinew.set_threads(count % 4)
        for thread in threads:
            thread.join()
    finally:
        sinew.set_threads(before)
    assert not wrong


# ---- The end of the interpreter ------------------------------------------------------------------
def test_the_interpreter_ends_quietly_with_objects_alive():
    run("""
        import numpy as np, sinew
        robot = sinew.load(sinew.example("arm7.urdf"))
        work = sinew.Workspace(robot)
        zero = np.zeros((2000, 7))
        kept = [robot, work, robot.aba(zero, zero, zero), robot.random_state(1), robot.joints, robot.joint_names]
        cycle = {"robot": robot, "kept": kept}
        cycle["self"] = cycle
        sinew.kept = cycle
        """)


@pytest.mark.parametrize("attempt", range(3))
def test_the_interpreter_ends_quietly_while_a_daemon_thread_computes(attempt):
    run(
        """
        import threading, time, numpy as np, sinew
        robot = sinew.load(sinew.example("arm7.urdf"))
        zero = np.zeros((2000, 7))
        def work():
            while True:
                robot.aba(zero, zero, zero)
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.2)
        """,
        reports_leaks=False,
    )


def test_the_interpreter_ends_quietly_after_an_error():
    run("""
        import sinew
        try:
            sinew.load_text("<robot/>")
        except sinew.InvalidModel as error:
            sinew.kept = error
        """)


# ---- Memory --------------------------------------------------------------------------------------
def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads the memory in use from /proc")
def test_many_calls_do_not_leak(arm, models):
    calls = 10_000_000 if FULL else 100_000
    q, v, tau = batch(arm, 1)
    q, v, tau = q[0], v[0], tau[0]
    out = np.empty(7)
    work = sinew.Workspace(arm)
    small = batch(arm, 4)
    wrong = np.zeros(3)
    text = (models / "arm7.urdf").read_text()

    def call_each(rounds):
        """Makes ten calls in each round, and a few others in every thousandth."""
        for i in range(rounds):
            arm.aba(q, v, tau)
            arm.aba(q, v, tau, out=out)
            arm.rnea(q, v, tau)
            arm.crba(q)
            arm.jacobian(q, "tool")
            arm.pose(q, "tool")
            arm.aba(q.tolist(), v, tau)
            work.set_state(q, v)
            work.velocity("tool")
            try:
                arm.aba(wrong, v, tau)
            except ValueError:
                pass
            if i % 1000 == 0:
                arm.aba(*small)
                sinew.load_text(text).with_gravity([0, 0, 0]).position({arm.joint_names[0]: 0.1})
                try:
                    sinew.load_text("<robot/>")
                except sinew.InvalidModel as error:
                    assert error.findings

    call_each(2000)
    gc.collect()
    before = resident_bytes()
    call_each(calls // 10)
    gc.collect()
    assert resident_bytes() - before < 4_000_000  # less than half a byte per call in the full run


# ---- Wrong arguments -----------------------------------------------------------------------------
class Liar:
    """An array whose protocols return nonsense."""

    def __init__(self, result):
        self.result = result

    def __array__(self, dtype=None, copy=None):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


WRONG = [
    None,
    "text",
    b"bytes",
    object(),
    {},
    {1, 2},
    [[1, 2], [3]],
    [None] * 7,
    np.zeros(0),
    np.zeros((0, 7)),
    np.zeros((7, 0)),
    np.zeros((7, 7, 7, 7)),
    np.zeros((1,) * 30 + (6,)),
    np.zeros(8)[::-1],
    np.zeros(7, complex),
    np.zeros(7, "datetime64[s]"),
    np.zeros(7, "U3"),
    np.zeros(7, [("a", float)]),
    np.full(7, None),
    np.full(7, 1e308),
    np.full(7, np.inf),
    np.broadcast_to(np.float64(0), (7,)),
    np.frombuffer(b"\0" * 57, np.uint8)[1:].view(float),
    memoryview(b"1234567"),
    7,
    1e400,
    10**400,
    Liar(3),
    Liar(ValueError("no array")),
    Liar(np.zeros(7, object)),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("wrong", WRONG, ids=lambda x: type(x).__name__)
def test_wrong_arrays_are_refused_or_read(arm, wrong):
    zero = np.zeros(7)
    work = sinew.Workspace(arm)
    calls = [
        lambda: arm.aba(wrong, zero, zero),
        lambda: arm.aba(zero, wrong, zero),
        lambda: arm.aba(zero, zero, wrong),
        lambda: arm.aba(wrong, wrong, wrong),
        lambda: arm.aba(zero, zero, zero, out=wrong),
        lambda: arm.aba(zero, zero, zero, forces=wrong),
        lambda: arm.aba(zero, zero, zero, forces={"tool": wrong}),
        lambda: arm.aba(zero, zero, zero, base_acceleration=wrong),
        lambda: arm.crba(wrong),
        lambda: arm.crba(zero, out=wrong),
        lambda: arm.jacobian(zero, wrong),
        lambda: arm.jacobian(wrong, "tool"),
        lambda: arm.jacobian(zero, "tool", wrong),
        lambda: arm.integrate(wrong, zero, 1),
        lambda: arm.difference(zero, wrong),
        lambda: arm.with_gravity(wrong),
        lambda: arm.position(wrong),
        lambda: arm.with_locked_joints(wrong),
        lambda: work.set_position(wrong),
        lambda: work.set_state(zero, wrong),
        lambda: work.jacobian_times(wrong, zero),
        lambda: sinew.load(wrong),
        lambda: sinew.load_text(wrong),
        lambda: sinew.Workspace(wrong),
        lambda: sinew.set_threads(wrong) if not isinstance(wrong, int) else None,
    ]
    for call in calls:
        try:
            call()
        except (TypeError, ValueError, OverflowError, ArithmeticError, RuntimeError, OSError):
            pass


def test_results_are_written_into_readonly_arrays_never(arm):
    zero = np.zeros(7)
    out = np.zeros(7)
    out.flags.writeable = False
    with pytest.raises(ValueError):
        arm.aba(zero, zero, zero, out=out)
    assert not out.any()


def test_results_are_right_where_out_overlaps_an_argument(arm):
    q, v, tau = batch(arm, 50)
    expected = arm.aba(q, v, tau)
    for name in range(3):
        state = [x.copy() for x in (q, v, tau)]
        assert np.array_equal(arm.aba(*state, out=state[name]), expected)
        one = [x[3].copy() for x in (q, v, tau)]
        assert np.array_equal(arm.aba(*one, out=one[name]), arm.aba(q[3], v[3], tau[3]))
    shifted = np.zeros((51, 7))
    shifted[:50] = tau
    with pytest.raises(ValueError, match="overlaps tau"):
        arm.aba(q, v, shifted[:50], out=shifted[1:])


def test_results_and_parts_outlive_what_they_came_from(models):
    robot = sinew.load(models / "arm7.urdf")
    joint, frame, state, work = robot.joints[0], robot.frame_names, robot.random_state(1), sinew.Workspace(robot)
    name = joint.name
    del robot
    gc.collect()
    assert joint.name == name and frame and state.q.shape == (7,)
    work.set_state(state.q, state.v)
    assert np.isfinite(work.velocity("tool")).all()


def test_classes_that_are_not_made_in_python_refuse(arm):
    for kind in (type(arm.joints[0]), type(arm.random_state(1))):
        with pytest.raises(TypeError):
            kind()
    with pytest.raises(TypeError):
        sinew.Workspace()
    blank = sinew.Workspace.__new__(sinew.Workspace)  # never initialised
    with pytest.warns(RuntimeWarning), pytest.raises(TypeError):
        blank.set_state(np.zeros(7), np.zeros(7))
