"""Robots as external functions of CasADi: values and derivatives, and an optimal-control problem."""

import shutil
import subprocess

import numpy as np
import pytest

import sinew

casadi = pytest.importorskip("casadi", reason="casadi is not installed")
import sinew.casadi

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


@pytest.fixture(scope="module")
def pendulum(models):
    return sinew.load(models / "classics" / "double_pendulum.urdf")


@pytest.fixture(scope="module")
def dynamics(pendulum):
    return sinew.casadi.functions(pendulum, ["forward-dynamics", "inverse_dynamics", "mass-matrix"])


def jacobians(function, *arguments):
    """The Jacobian of the result by each argument, at these numbers."""
    symbols = [casadi.MX.sym(f"x{i}", len(x)) for i, x in enumerate(arguments)]
    result = casadi.vec(function(*symbols))
    matrices = casadi.Function("J", symbols, [casadi.jacobian(result, x) for x in symbols])
    return [np.array(matrix) for matrix in matrices.call(list(arguments))]


def test_values_and_jacobians_are_those_of_the_robot(pendulum, dynamics):
    forward, inverse, mass = dynamics
    assert str(forward) == "double_pendulum_forward_dynamics:(q[2],v[2],tau[2])->(a[2]) External"
    for seed in range(1, 5):
        state = pendulum.random_state(seed)
        q, v, tau, a = state.q, state.v, state.tau, state.a
        assert np.allclose(forward(q, v, tau).full().ravel(), pendulum.forward_dynamics(q, v, tau), rtol=1e-11)
        assert np.allclose(mass(q).full(), pendulum.mass_matrix(q), rtol=1e-12)
        for function, x, name in ((forward, tau, "forward"), (inverse, a, "inverse")):
            expected = getattr(pendulum, name + "_dynamics_derivatives")(q, v, x)
            for found, matrix in zip(jacobians(function, q, v, x), expected):
                assert np.allclose(found, matrix, rtol=1e-11, atol=1e-11)


def test_forward_and_reverse_mode_are_products_of_the_robot(pendulum, dynamics):
    state = pendulum.random_state(7)
    q, v, tau = state.q, state.v, state.tau
    dq, dv, dtau, weights = np.random.default_rng(1).uniform(-1, 1, (4, 2))
    function = dynamics[0]
    rates = function.forward(1)(q, v, tau, 0, dq, dv, dtau)
    assert np.allclose(rates.full().ravel(), pendulum.forward_dynamics_jvp(q, v, tau, dq, dv, dtau), rtol=1e-11)
    gradient = [x.full().ravel() for x in function.reverse(1)(q, v, tau, 0, weights)]
    assert np.allclose(gradient, pendulum.forward_dynamics_vjp(q, v, tau, weights), rtol=1e-11)
    both = function.reverse(2)(q, v, tau, 0, np.column_stack([weights, 2 * weights]))[0].full()
    assert np.allclose(both[:, 1], 2 * gradient[0]) and np.allclose(both[:, 0], gradient[0])


def test_jacobians_have_their_sparsity(pendulum, dynamics):
    jacobian = dynamics[2].jacobian()  # of the mass matrix by q: M_22 is constant, and q1 changes nothing
    assert jacobian.sparsity_out(0).nnz() == 3 and jacobian.size_out(0) == (4, 2)
    assert not np.array(jacobians(dynamics[2], np.array([0.3, -0.4]))[0])[:, 0].any()


def test_quaternions_are_differentiated_by_their_numbers(models):
    top = sinew.load(models / "classics" / "heavy_top.xml")
    (function,) = sinew.casadi.functions(top, parameters=["gravity.z"], name="top")
    state = top.random_state(3)
    q, v, tau, gravity = state.q, state.v, state.tau, [-9.81]
    by_q, by_v, by_tau, by_gravity = jacobians(function, q, v, tau, gravity)
    expected = top.forward_dynamics_derivatives(q, v, tau)
    assert by_q.shape == (3, 4) and np.allclose(by_v, expected[1], atol=1e-9)
    # Along velocities: dq/dt = q omega / 2.
    w, x, y, z = q
    rates = 0.5 * np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]])
    assert np.allclose(by_q @ rates, expected[0], atol=1e-9)
    for i in range(4):
        step = 1e-5 * np.eye(4)[i]
        difference = (function(q + step, v, tau, gravity) - function(q - step, v, tau, gravity)).full().ravel() / 2e-5
        assert np.allclose(by_q[:, i], difference, rtol=1e-6, atol=1e-6)
    moon = top.with_gravity([0, 0, -1.62])
    slope = (moon.forward_dynamics(q, v, tau) - top.forward_dynamics(q, v, tau)) / (9.81 - 1.62)
    assert np.allclose(by_gravity.ravel(), slope, atol=1e-9)
    assert np.allclose(by_tau, expected[2])


def test_an_arm_swings_up_optimally(pendulum, dynamics):
    """Direct collocation by trapezoids, solved by IPOPT: the two links swing from hanging to standing in 2 s."""
    steps, duration = 40, 2.0
    h = duration / steps
    problem = casadi.Opti()
    q, v, tau = (problem.variable(2, steps + 1) for _ in range(3))
    accelerations = dynamics[0].map(steps + 1)(q, v, tau)
    problem.subject_to(q[:, 1:] == q[:, :-1] + h / 2 * (v[:, 1:] + v[:, :-1]))
    problem.subject_to(v[:, 1:] == v[:, :-1] + h / 2 * (accelerations[:, 1:] + accelerations[:, :-1]))
    target = np.array([np.pi, 0.0])
    for at, position in ((0, np.zeros(2)), (steps, target)):
        problem.subject_to(q[:, at] == position)
        problem.subject_to(v[:, at] == 0)
    problem.minimize(h * casadi.sumsqr(tau))
    problem.set_initial(q, np.linspace(np.zeros(2), target, steps + 1).T)
    options = {"hessian_approximation": "limited-memory", "print_level": 0, "sb": "yes", "max_iter": 500}
    problem.solver("ipopt", {"print_time": False}, options)
    solution = problem.solve()
    assert solution.stats()["success"]
    # The trajectory obeys the robot's own dynamics.
    q, v, tau = (solution.value(x).T for x in (q, v, tau))
    a = pendulum.forward_dynamics(q, v, tau)
    assert np.allclose(v[1:] - v[:-1], h / 2 * (a[1:] + a[:-1]), atol=1e-6)
    assert np.allclose(q[-1], target, atol=1e-6) and np.abs(v[-1]).max() < 1e-6


def test_the_program_writes_the_same_functions(pendulum, models, program, tmp_path):
    file = tmp_path / "pendulum.c"
    model = models / "classics" / "double_pendulum.urdf"
    command = [program, "compile", model, "--for", "casadi", "--name", "arm", "-o", file]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "C with the prefix arm_" in done.stdout
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "arm.so", file, "-lm"], check=True)
    function = casadi.external("arm_forward_dynamics", str(tmp_path / "arm.so"))
    state = pendulum.random_state(2)
    expected = pendulum.forward_dynamics(state.q, state.v, state.tau)
    assert np.allclose(function(state.q, state.v, state.tau).full().ravel(), expected, rtol=1e-11)
    refused = subprocess.run([*command, "--lanes", "8"], check=False, capture_output=True, text=True)
    assert refused.returncode == 2 and "one state per call" in refused.stderr


def test_mistakes_are_named(pendulum, models):
    with pytest.raises(ValueError, match="forward-dynamics-jvp is not written for CasADi"):
        sinew.casadi.functions(pendulum, ["forward-dynamics-jvp"])
    closed = sinew.load(models / "four_bar.urdf")
    with pytest.raises(ValueError, match="derivatives of forward-dynamics of .* which has loops"):
        sinew.casadi.functions(closed)
    with pytest.raises(RuntimeError, match=r"no C compiler runs here \(tried no-such-compiler\)"):
        sinew.casadi.functions(pendulum, ["gravity-force"], compiler="no-such-compiler")
