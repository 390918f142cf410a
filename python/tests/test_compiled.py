"""Compiled robots and generated code: against the general recursions, for one state and for many."""

import ctypes
import gc
import shutil
import subprocess
import threading

import numpy as np
import pytest

import sinew

WANTED = [
    "forward-dynamics", "inverse-dynamics", "bias_force", "gravity-force", "mass-matrix", "inverse_mass_matrix",
    ("omega", "tool"), ("jacobian", "tool"), "jacobian:link3", ("pose", "tool"),
]  # fmt: skip
CALLS = {
    "forward_dynamics": ("q", "v", "tau"),
    "inverse_dynamics": ("q", "v", "a"),
    "bias_force": ("q", "v"),
    "gravity_force": ("q",),
    "mass_matrix": ("q",),
    "inverse_mass_matrix": ("q",),
}
needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def compiled(arm, cache):
    return sinew.compile(arm, WANTED, cache=cache)


@pytest.fixture
def states(arm):
    found = [arm.random_state(seed) for seed in range(1, 31)]
    return {name: np.array([getattr(state, name) for state in found]) for name in ("q", "v", "tau", "a")}


@needs_compiler
def test_every_quantity_is_that_of_the_robot(arm, compiled, states):
    assert compiled.is_compiled, compiled.remark
    for name, inputs in CALLS.items():
        arguments = [states[i] for i in inputs]
        expected = getattr(arm, name)(*arguments)
        assert np.allclose(getattr(compiled, name)(*arguments), expected, rtol=1e-9, atol=1e-9), name
        one = getattr(compiled, name)(*(x[3] for x in arguments))
        assert np.allclose(one, expected[3], rtol=1e-9, atol=1e-9), name
    q = states["q"].reshape(5, 6, 7)
    assert np.allclose(compiled.omega(q), arm.omega(q, "tool", "aligned"), atol=1e-9)
    for frame in ("tool", "link3"):
        for at in (q, q[0, 0]):
            assert np.allclose(compiled.jacobian(at, frame), arm.jacobian(at, frame, "aligned"), atol=1e-12)
    for at in (q, q[0, 0], q[:0]):
        assert np.allclose(compiled.pose(at), arm.pose(at, "tool"), atol=1e-12)
    assert np.array_equal(compiled.aba(*(states[i] for i in ("q", "v", "tau"))),
                          compiled.forward_dynamics(states["q"], states["v"], states["tau"]))  # fmt: skip


@needs_compiler
def test_the_report_tells_what_was_done(arm, compiled, cache):
    report = compiled.report
    assert report.verified_states > 0 and report.worst_error < 1e-11 and report.compiler and report.seconds > 0
    assert compiled.remark == "" and compiled.parameters == [] and compiled.independent == list(range(7))
    assert ("jacobian", "link3") in compiled.wanted and compiled.robot.name == "arm7"
    assert repr(compiled) == "<sinew.CompiledRobot 'arm7'>" and any(cache.iterdir())
    assert sinew.compile(arm, WANTED, cache=cache).report.was_cached


def test_results_go_to_out_in_every_order(arm, compiled, states):
    q, v, tau = (states[name] for name in ("q", "v", "tau"))
    expected = arm.forward_dynamics(q, v, tau)
    for order in "CF":
        out = np.empty((30, 7), order=order)
        arguments = [np.asarray(x, order=order) for x in (q, v, tau)]
        assert compiled.forward_dynamics(*arguments, out=out) is out and np.allclose(out, expected, atol=1e-9)
        J = compiled.jacobian(arguments[0], "tool")
        assert np.allclose(J, arm.jacobian(q, "tool", "aligned"), atol=1e-12)
    out = np.empty(7)
    assert compiled.forward_dynamics(q[0], v[0], tau[0], out=out) is out and np.allclose(out, expected[0])
    assert np.allclose(compiled.forward_dynamics(list(q[0]), v[0].astype("f4"), tau[0]), expected[0], atol=1e-3)


DERIVATIVES = [("forward_dynamics", "tau"), ("inverse_dynamics", "a")]


@needs_compiler
def test_derivatives_are_those_of_the_robot(models, cache):
    robot = sinew.load(models / "classics" / "heavy_top.xml")  # a ball joint: n_q is not n_v
    wanted = [name + part for name, _ in DERIVATIVES for part in ("_derivatives", "_jvp", "_vjp")]
    compiled = sinew.compile(robot, wanted, parameters=["gravity.z"], cache=cache)
    assert compiled.is_compiled, compiled.remark
    found = [robot.random_state(seed) for seed in range(1, 13)]
    q, v, tau, a = (np.array([getattr(state, name) for state in found]) for name in ("q", "v", "tau", "a"))
    dq, dv, d3, weights = np.random.default_rng(3).uniform(-1, 1, (4, 12, robot.velocity_size))
    for name, third in DERIVATIVES:
        x = tau if third == "tau" else a
        for part, more in (("_derivatives", ()), ("_jvp", (dq, dv, d3)), ("_vjp", (weights,))):
            call, reference = getattr(compiled, name + part), getattr(robot, name + part)
            for at in (slice(None), 4):
                arguments = [y[at] for y in (q, v, x, *more)]
                for one, other in zip(np.atleast_2d(call(*arguments)), np.atleast_2d(reference(*arguments))):
                    assert one.shape == other.shape and np.allclose(one, other, rtol=1e-11, atol=1e-11), name + part
    moon = robot.with_gravity([0, 0, -1.62])
    by_q = compiled.forward_dynamics_vjp(q, v, tau, weights, parameters={"gravity.z": -1.62})[0]
    assert np.allclose(by_q, moon.forward_dynamics_vjp(q, v, tau, weights)[0], atol=1e-11)
    with pytest.raises(ValueError, match=r"weights has the shape \(12, 4\), expected \(\.\.\., 3\)"):
        compiled.forward_dynamics_vjp(q, v, tau, q)


@needs_compiler
def test_open_parameters_change_the_robot(arm, states, cache):
    robot = sinew.compile(
        arm, ["forward-dynamics", "gravity-force"], parameters=["link7.mass", "gravity.z"], cache=cache
    )
    q, v, tau = (states[name] for name in ("q", "v", "tau"))
    mass, gravity = robot.nominal_parameters
    assert robot.parameters == ["link7.mass", "gravity.z"] and gravity == -9.81
    assert np.allclose(robot.gravity_force(q), arm.gravity_force(q), atol=1e-10)
    moon = arm.with_gravity([0, 0, -1.62]).gravity_force(q)
    assert np.allclose(robot.gravity_force(q, parameters=[mass, -1.62]), moon, atol=1e-10)
    assert np.allclose(robot.gravity_force(q, parameters={"gravity.z": -1.62}), moon, atol=1e-10)
    assert np.allclose(robot.gravity_force(q[0], parameters={"gravity.z": -1.62}), moon[0], atol=1e-10)
    # A set of parameters for each state, and all masses at one state.
    masses = np.linspace(mass, 2 * mass, 30)
    each = robot.forward_dynamics(q, v, tau, parameters={"link7.mass": masses})
    one_by_one = [robot.forward_dynamics(*x[:3], parameters=[x[3], gravity]) for x in zip(q, v, tau, masses)]
    assert np.allclose(each, one_by_one, rtol=1e-9, atol=1e-9) and np.allclose(each[0], arm.aba(q[0], v[0], tau[0]))
    at_one = robot.forward_dynamics(q[0], v[0], tau[0], parameters=np.column_stack([masses, np.full(30, gravity)]))
    assert at_one.shape == (30, 7) and np.allclose(at_one[0], each[0])
    with pytest.raises(ValueError, match="parameter.*link8.mass"):
        robot.gravity_force(q, parameters={"link8.mass": 1})
    with pytest.raises(ValueError, match=r"parameters has the shape \(3,\), expected \(2,\)"):
        robot.gravity_force(q, parameters=[1, 2, 3])


def test_without_a_compiler_the_general_recursions_compute(arm, states, tmp_path):
    robot = sinew.compile(arm, WANTED, compiler="no-such-compiler", cache=tmp_path)
    assert not robot.is_compiled and "no-such-compiler" in robot.remark and "no-such-compiler" in repr(robot)
    q, v, tau = (states[name] for name in ("q", "v", "tau"))
    assert np.allclose(robot.forward_dynamics(q, v, tau), arm.forward_dynamics(q, v, tau), rtol=1e-10)
    with pytest.raises(RuntimeError, match="no compiled code of forward-dynamics.*no-such-compiler"):
        robot.address("forward-dynamics")


def test_a_compiled_robot_outlives_everything_else(models, states, cache):
    robot = sinew.compile(sinew.load(models / "arm7.urdf"), cache=cache)
    gc.collect()
    arguments = [states[name] for name in ("q", "v", "tau")]
    assert np.allclose(robot.forward_dynamics(*arguments), robot.robot.forward_dynamics(*arguments))


def test_several_threads_may_call(compiled, states):
    arguments = [np.tile(states[name], (20, 1)) for name in ("q", "v", "tau")]
    expected, failures = compiled.forward_dynamics(*arguments), []

    def work():
        for _ in range(50):
            if not np.array_equal(compiled.forward_dynamics(*arguments), expected):
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_bad_state_affects_no_other(compiled, states):
    q, v, tau = (states[name] for name in ("q", "v", "tau"))
    expected = compiled.forward_dynamics(q, v, tau)
    q = q.copy()
    q[4] = np.nan
    a = compiled.forward_dynamics(q, v, tau)
    assert not np.isfinite(a[4]).any()
    assert np.allclose(np.delete(a, 4, 0), np.delete(expected, 4, 0), rtol=1e-9, atol=1e-9)
    with pytest.raises(ValueError, match=r"q\[0\] is nan"):
        compiled.forward_dynamics(q[4], v[4], tau[4])


def test_mistakes_are_named(arm, compiled, states):
    with pytest.raises(ValueError, match="forward-dynamic"):
        sinew.compile(arm, ["forward-dynamic"])
    with pytest.raises(ValueError, match="toll"):
        sinew.compile(arm, [("jacobian", "toll")])
    with pytest.raises(ValueError, match="arm7 was compiled without omega of frame 'link3'"):
        compiled.omega(states["q"][0], "link3")
    with pytest.raises(ValueError, match=r"q has the shape \(30, 6\), expected \(\.\.\., 7\)"):
        compiled.gravity_force(states["q"][:, :6])
    with pytest.raises(TypeError, match="a wanted quantity is its name"):
        sinew.compile(arm, [3])


@needs_compiler
def test_generated_c_code_computes_the_quantity(arm, states, tmp_path):
    text = sinew.generate_code(arm, [("jacobian", "tool")], language="c", name="robot")
    text += "\nvoid jacobian(const double* q, double* J) { robot_jacobian_tool(q, J); }\n"
    (tmp_path / "robot.c").write_text(text)
    library = tmp_path / "robot.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, tmp_path / "robot.c", "-lm"], check=True)
    jacobian = ctypes.CDLL(library).jacobian
    for q in states["q"][:4]:
        J = np.empty((7, 6))
        jacobian(q.ctypes.data_as(ctypes.c_void_p), J.ctypes.data_as(ctypes.c_void_p))
        assert np.allclose(J.T, arm.jacobian(q, "tool", "aligned"), atol=1e-12)


def test_generated_code_follows_its_options(arm):
    text = sinew.generate_code(arm, ["gravity_force"], parameters=["gravity.z"])
    assert "arm7::gravity_force(q, parameters, tau);   // q[7], parameters[1] -> tau[7]" in text
    assert "namespace arm7 {" in text and "gravity.z, in the model -9.81" in text
    text = sinew.generate_code(arm, language="c", single_precision=True, lanes=8, name="eight")
    assert "eight_forward_dynamics(q, v, tau, a);   // q[7 * 8], v[7 * 8], tau[7 * 8] -> a[7 * 8]" in text
    assert "const float*" in text and "const double" not in text
    with pytest.raises(ValueError, match="lanes is 3"):
        sinew.generate_code(arm, lanes=3)
    with pytest.raises(ValueError, match="language.*rust"):
        sinew.generate_code(arm, language="rust")


@needs_compiler
def test_numba_calls_the_compiled_code(arm, states, cache):
    numba = pytest.importorskip("numba", reason="numba is not installed")
    import sinew.numba

    compiled = sinew.compile(arm, WANTED, cache=cache)
    functions = sinew.numba.functions(compiled)
    assert set(functions) > {"forward_dynamics", "jacobian_tool", "jacobian_link3", "mass_matrix", "pose_tool"}
    for name in ("forward_dynamics", "bias_force", "mass_matrix"):  # numba takes a second for each
        arguments = [states[i][2] for i in CALLS[name]]
        assert np.allclose(functions[name](*arguments), getattr(arm, name)(*arguments), rtol=1e-9, atol=1e-9), name
    q, v, tau = (states[i][0] for i in ("q", "v", "tau"))
    assert np.allclose(functions["jacobian_tool"](q), arm.jacobian(q, "tool", "aligned"))
    assert np.allclose(functions["pose_tool"](q), arm.pose(q, "tool"))

    forward_dynamics = functions["forward_dynamics"]
    del compiled, functions
    gc.collect()

    @numba.njit
    def simulate(q, v, tau, steps, dt):
        for _ in range(steps):
            v = v + dt * forward_dynamics(q, v, tau)
            q = q + dt * v
        return q

    expected, speed = q, v
    for _ in range(100):
        speed = speed + 1e-3 * arm.forward_dynamics(expected, speed, tau)
        expected = expected + 1e-3 * speed
    assert np.allclose(simulate(q, v, tau, 100, 1e-3), expected, atol=1e-9)
    assert np.allclose(forward_dynamics(states["q"].T[:, 0], v.astype(np.float32), tau), arm.aba(q, v, tau), atol=1e-2)
    with pytest.raises(ValueError, match="v has a wrong size, expected 7 numbers"):
        forward_dynamics(q, v[:6], tau)


@needs_compiler
def test_numba_passes_open_parameters(arm, states, cache):
    pytest.importorskip("numba", reason="numba is not installed")
    import sinew.numba

    robot = sinew.compile(arm, ["inverse-dynamics", "gravity-force"], parameters=["gravity.z"], cache=cache)
    functions = sinew.numba.functions(robot)
    q, v, a = (states[i][0] for i in ("q", "v", "a"))
    moon = arm.with_gravity([0, 0, -1.62])
    assert np.allclose(functions["gravity_force"](q, np.array([-1.62])), moon.gravity_force(q))
    assert np.allclose(functions["inverse_dynamics"](q, v, a, np.array([-1.62])), moon.rnea(q, v, a))


@needs_compiler
def test_numba_calls_derivatives(models, cache):
    pytest.importorskip("numba", reason="numba is not installed")
    import sinew.numba

    top = sinew.load(models / "classics" / "heavy_top.xml")
    wanted = ["forward-dynamics-vjp", "forward-dynamics-jvp", "inverse-dynamics-derivatives"]
    functions = sinew.numba.functions(sinew.compile(top, wanted, batches=False, cache=cache))
    state = top.random_state(2)
    q, v, tau, a = state.q, state.v, state.tau, state.a
    assert np.allclose(functions["forward_dynamics_vjp"](q, v, tau, a), top.forward_dynamics_vjp(q, v, tau, a))
    rates = top.forward_dynamics_jvp(q, v, tau, v, a, tau)
    assert np.allclose(functions["forward_dynamics_jvp"](q, v, tau, v, a, tau), rates)
    matrices = functions["inverse_dynamics_derivatives"](q, v, a)
    assert np.allclose(matrices, np.hstack(top.inverse_dynamics_derivatives(q, v, a)))
