"""Formulas of spatial operators: against the hand-written recursions, dense matrices and themselves as text."""

import copy
import gc
import threading

import numpy as np
import pytest

import sinew
from sinew.operators import (
    B, C, D, D_half, G, H, I, J, K, M, Mass, Omega, P, Prepared, R, Space, T, a, b, constant, cross, d, dVx, dense,
    epsilon, g, inv, mu, nu, parse, phi, psi, rate, v, verify,
)  # fmt: skip


@pytest.fixture
def state(arm):
    found = [arm.random_state(seed) for seed in range(1, 13)]
    return [np.array([getattr(s, name) for s in found]) for name in ("q", "v", "tau")]


def test_the_papers_factorisations_are_the_mass_matrix(humanoid):
    q = humanoid.random_state(3).q
    expected = humanoid.mass_matrix(q)
    for formula in (H @ phi @ M @ ~phi @ ~H + R, (I + H @ phi @ K) @ D @ ~(I + H @ phi @ K), Mass):
        assert np.allclose(formula.matrix(humanoid, q), expected, atol=1e-10)
    inverse = ~(I - H @ psi @ K) @ inv(D) @ (I - H @ psi @ K)
    assert np.allclose(inverse.matrix(humanoid, q) @ expected, np.eye(len(expected)), atol=1e-9)


def test_omega_of_many_states_is_that_of_the_recursion(arm, state):
    omega = ~B @ ~psi @ ~H @ inv(D) @ H @ psi @ B
    q = state[0].reshape(3, 4, 7)
    assert np.allclose(omega.matrix(arm, q, frames=["tool"]), arm.omega(q, "tool"), atol=1e-10)
    assert np.allclose(Omega.matrix(arm, q, frames="tool"), arm.omega(q, "tool"), atol=1e-10)


def test_several_frames_are_stacked(humanoid):
    q, frames = humanoid.random_state(1).q, humanoid.frame_names[-2:]
    expected = np.vstack([humanoid.jacobian(q, frame) for frame in frames])
    assert np.allclose((~B @ ~phi @ ~H).matrix(humanoid, q, frames=frames), expected, atol=1e-12)


def test_vectors_need_no_input(arm, state):
    q, v_, tau = state
    a_ = (inv(Mass) @ (T - C)).apply(arm, None, q, v_, tau)
    assert np.allclose(a_, arm.forward_dynamics(q, v_, tau), rtol=1e-9, atol=1e-9)
    assert np.allclose((H @ phi @ (M @ ~phi @ a + b)).matrix(arm, q, v_)[..., 0], arm.bias_force(q, v_), atol=1e-10)
    assert np.array_equal(v.apply(arm, None, q[0], v_[0]), v_[0])


def test_operators_apply_to_vectors(arm, state):
    q, v_, _ = state
    x = np.random.default_rng(1).normal(size=(5, 1, 7))
    expected = np.einsum("nij,mj->mni", arm.inverse_mass_matrix(q), x[:, 0])
    assert np.allclose(inv(Mass).apply(arm, x, q), expected, atol=1e-8)
    assert np.allclose(J.apply(arm, v_, q, frames="tool"), arm.velocity(q, v_, "tool"), atol=1e-12)


def test_dense_matrices_agree(arm, state):
    q, v_, tau = (x[0] for x in state)
    for formula in (psi, G @ D, D_half, rate(D), epsilon, rate(nu)):
        expected = dense(formula, arm, q, v_, tau)
        assert np.allclose(formula.matrix(arm, q, v_, tau), expected, rtol=1e-9, atol=1e-9)


def test_identities_can_be_verified(arm):
    assert verify(inv(I + H @ phi @ K) - (I - H @ psi @ K), arm).is_zero
    assert verify(rate(nu) + mu - epsilon, arm).is_zero
    found = verify(H @ phi - H @ psi, arm, seed=2, configurations=3)
    assert not found.is_zero and found.error < 1e-10


def test_derivatives_are_those_of_the_matrices(arm, state):
    q, v_, tau = (x[0] for x in state)
    direction = np.random.default_rng(3).normal(size=7)
    x = constant("x", "joint", "number", direction)
    h = 1e-5

    def difference(formula, along):
        after, before = (formula.matrix(arm, arm.integrate(q, along, s), v_, frames="tool") for s in (h, -h))
        return (after - before) / (2 * h)

    for formula in (Mass, J, inv(Mass), H @ psi @ B, C):
        found, expected = d(formula, x).matrix(arm, q, v_, frames="tool"), difference(formula, direction)
        assert np.allclose(found, expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())
    assert np.allclose(d(Mass).matrix(arm, q, v_), difference(Mass, v_), rtol=1e-6, atol=1e-6)
    assert d(Mass) == rate(Mass) and d(Mass, v) == d(Mass) and str(d(Mass, x)) == "d(𝓜, x)"
    assert verify(~v @ (d(Mass) @ v - 2 * (C - H @ phi @ M @ g)), arm).is_zero
    assert cross(~H @ v) == dVx
    with pytest.raises(ValueError, match="expected a vector of joint space"):
        d(Mass, H)
    with pytest.raises(ValueError, match="not in the language"):
        d(d(P))


def test_a_prepared_expression_keeps_its_robot(models, state):
    q, v_, tau = (x[0] for x in state)
    prepared = Prepared(J @ inv(Mass) @ (T - C), sinew.load(models / "arm7.urdf"), frames=["tool"])
    gc.collect()
    prepared.set(q, v_, tau)
    expected = prepared.robot.jacobian(q, "tool") @ prepared.robot.forward_dynamics(q, v_, tau)
    assert np.allclose(prepared.apply(), expected, atol=1e-9)


def test_a_prepared_expression_writes_into_out(arm, state):
    prepared = Prepared(Mass, arm, purpose="matrix")
    prepared.set(state[0][0])
    expected = arm.mass_matrix(state[0][0])
    out = np.empty((7, 7))
    assert prepared.matrix(out=out) is out and np.allclose(out, expected)
    x = np.arange(21.0).reshape(3, 7)
    product = np.empty((3, 7))
    assert prepared.apply(x, out=product) is product and np.allclose(product, x @ expected)
    assert np.allclose(prepared.apply(x[0]), expected @ x[0])


def test_a_prepared_expression_serves_several_threads(arm, state):
    prepared = Prepared(Mass, arm, purpose="matrix")
    matrices = [arm.mass_matrix(q) for q in state[0]]
    failures = []

    def work(q):
        expected = arm.mass_matrix(q)
        for _ in range(300):
            prepared.set(q)
            found = prepared.matrix()  # of this or another thread's q
            if not any(np.allclose(found, x) for x in matrices):
                failures.append(q)
        failures.extend([] if np.allclose(Mass.matrix(arm, q), expected) else [q])

    threads = [threading.Thread(target=work, args=(q,)) for q in state[0][:4]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_text_and_formulas_are_the_same():
    omega = ~B @ ~psi @ ~H @ inv(D) @ H @ psi @ B
    assert omega == parse("B* psi* H* D^-1 H psi B") == ~omega
    assert omega.to_text("ascii") == "B* psi* H* D^-1 H psi B"
    assert str(omega) == repr(omega) == omega.to_text() == "B* ψ* H* D⁻¹ HψB"
    assert omega.to_text("latex") == r"B^* \psi^* H^* D^{-1} H \psi B"
    assert omega._repr_latex_() == rf"$\displaystyle {omega.to_text('latex')}$"
    assert parse(str(I - H @ psi @ K)) == I - H @ psi @ K
    assert hash(parse("Mass")) == hash(Mass) and copy.deepcopy(Mass) == Mass != J


def test_arithmetic_follows_the_algebra(arm, state):
    q = state[0][0]
    assert 2 * Mass == Mass + Mass == Mass * 2 == np.float64(4) * Mass / 2
    assert H @ phi == H * phi and -(Mass - R) == R - Mass
    assert K - K == 0 * K
    assert np.allclose((Mass / 4 - R).matrix(arm, q), arm.mass_matrix(q) / 4 - R.matrix(arm, q))
    assert Mass.to == Mass.from_ == Space("joint") and J.to.name == "frame" and T.from_.size == 1


def test_constants_are_matrices_of_the_user(arm, state):
    q = state[0][0]
    force = constant("f", "frame", "number", [1.0, 2, 3, 4, 5, 6])
    expected = arm.jacobian(q, "tool").T @ [1, 2, 3, 4, 5, 6]
    assert np.allclose((~J @ force).apply(arm, None, q, frames="tool"), expected)
    selected = np.eye(6)[3:] @ np.diag([1, 1, 1, 2, 3, 4.0])
    S = constant("S", Space("task", 3), "frame", selected)
    assert np.allclose((S @ J).matrix(arm, q, frames="tool"), selected @ arm.jacobian(q, "tool"))
    assert np.allclose(parse("S J Mass^-1 J* S*", [S]).matrix(arm, q, frames="tool"),
                       selected @ arm.omega(q, "tool") @ selected.T)  # fmt: skip
    with pytest.raises(ValueError, match=r"matrix has the shape \(6, 3\), expected \(3, n\)"):
        constant("S", Space("task", 3), "frame", selected.T)
    with pytest.raises(ValueError, match="bad has 35 numbers, expected 7 x 7"):
        constant("bad", "joint", "joint", np.ones((5, 7))).matrix(arm, q)


def test_a_derivation_is_shown_as_formulas(arm):
    omega = J @ inv(Mass) @ ~J
    prepared = Prepared(omega, arm, frames=["tool"], purpose="matrix")
    steps = prepared.derivation.steps
    assert [step.rule for step in steps][:2] == ["Lemma 3", "Jacobian of the chosen frames"]
    assert steps[0].citation == "SOA (13)" and prepared.derivation.result == steps[-1].result
    assert prepared.derivation.start == omega and len(prepared.derivation) == len(steps) == 4
    shown = prepared.derivation._repr_latex_()
    assert shown.startswith("$$\\begin{aligned}") and shown.count("\\\\") == 4 and "Lemma 4" in shown
    assert str(prepared.derivation).splitlines()[-1] == "  = B* ΥB    costate covariance of frames on one link, SOA 5.2"


def test_an_explanation_is_text_and_markdown(arm):
    explanation = (J @ inv(Mass) @ ~J).explain(arm, frames=["tool"])
    assert "Lemma 3, SOA (13)" in str(explanation) and "446 n + 792 = 3,914 flops" in str(explanation)
    assert r"J \mathcal{M}^{-1} J^*" in explanation._repr_markdown_() and "their time" not in str(explanation)
    timed = Prepared(Mass, arm).explain(notation="ascii", times=True)
    assert "their time" in timed.text and timed.text.isascii()


def test_mistakes_are_named(arm, state):
    q = state[0][0]
    with pytest.raises(ValueError, match="cannot multiply H and T: the left one takes vectors of body space"):
        H @ T
    with pytest.raises(ValueError, match=r"cannot multiply psi and T(.|\n)*\n  H psi T\n        \^"):
        parse("H psi T")
    with pytest.raises(ValueError, match=r"refers to frames .by B, J or Omega., expected frames=\[...\]"):
        (~J @ inv(J @ inv(Mass) @ ~J) @ J).matrix(arm, q)
    with pytest.raises(ValueError, match="tol"):
        J.matrix(arm, q, frames=["tol"])
    with pytest.raises(ValueError, match=r"q has the shape \(6,\), expected \(..., 7\)"):
        Mass.matrix(arm, q[:6])
    with pytest.raises(ValueError, match="set takes one state"):
        Prepared(Mass, arm).set(state[0])
    with pytest.raises(ValueError, match="notation.*html"):
        Mass.to_text("html")
    with pytest.raises(ValueError, match="space.*tool"):
        constant("f", "tool", "number", [1.0])
    with pytest.raises(TypeError):
        Mass @ np.eye(7)
    with pytest.raises(sinew.SingularPosition):
        S = constant("S", Space("all", 7), "joint", np.zeros((7, 7)))
        inv(S @ inv(Mass) @ ~S).matrix(arm, q)
