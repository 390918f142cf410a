"""What goes in and what comes out: types, memory orders, leading dimensions, errors."""

import warnings

import numpy as np
import pytest


@pytest.fixture
def state(arm):
    rng = np.random.default_rng(1)
    return [rng.uniform(-1, 1, (40, 7)) for _ in range(3)]


def test_one_state_and_many_states_agree(arm, state):
    many = arm.forward_dynamics(*state)
    one = np.array([arm.forward_dynamics(*s) for s in zip(*state)])
    assert np.allclose(many, one, rtol=1e-12, atol=1e-10)


def test_any_leading_dimensions_are_kept(arm, state):
    q, v, tau = (x.reshape(2, 4, 5, 7) for x in state)
    assert arm.aba(q, v, tau).shape == (2, 4, 5, 7)
    assert arm.mass_matrix(q).shape == (2, 4, 5, 7, 7)
    assert arm.pose(q, "tool").shape == (2, 4, 5, 4, 4)
    assert arm.aba(q[:0], v[:0], tau[:0]).shape == (0, 4, 5, 7)


def test_leading_dimensions_are_broadcast(arm, state):
    q, v, tau = state
    expected = arm.aba(q, np.tile(v[0], (40, 1)), np.zeros((40, 7)))
    assert np.array_equal(arm.aba(q, v[0], np.zeros(7)), expected)


def test_float32_is_kept(arm, state):
    single = [x.astype(np.float32) for x in state]
    a = arm.aba(*single)
    assert a.dtype == np.float32
    assert np.allclose(a, arm.aba(*state), rtol=1e-3, atol=1e-2)
    assert arm.aba(*(x[0] for x in single)).dtype == np.float32
    assert arm.aba(single[0], state[1], state[2]).dtype == np.float64


def test_integers_and_lists_are_numbers(arm):
    zero = [0] * 7
    assert np.array_equal(arm.aba(zero, zero, zero), arm.aba(np.zeros(7), np.zeros(7), np.zeros(7)))
    assert arm.aba(np.zeros((3, 7), dtype=int), zero, zero).shape == (3, 7)


def test_columns_of_states_are_read_and_written_in_place(arm, state):
    columns = [np.asfortranarray(x) for x in state]
    a = arm.aba(*columns)
    assert a.flags.f_contiguous
    assert np.allclose(a, arm.aba(*state), rtol=1e-12, atol=1e-12)
    assert np.allclose(arm.jacobian(columns[0], "tool"), arm.jacobian(state[0], "tool"), atol=1e-14)
    assert np.allclose(arm.velocity(columns[0], columns[1], "tool"), arm.velocity(state[0], state[1], "tool"))


def test_strided_and_unaligned_arrays_are_read(arm, state):
    q, v, tau = state
    wide = np.zeros((40, 14))
    wide[:, ::2] = q
    assert np.array_equal(arm.aba(wide[:, ::2], v, tau), arm.aba(q, v, tau))
    assert np.array_equal(arm.aba(wide[0, ::2], v[0], tau[0]), arm.aba(q[0], v[0], tau[0]))
    swapped = q.astype(">f8")
    assert np.array_equal(arm.aba(swapped, v, tau), arm.aba(q, v, tau))


class OnlyDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OnlyInterface:
    def __init__(self, array):
        self.array = array
        self.__array_interface__ = array.__array_interface__


@pytest.mark.parametrize("wrap", [OnlyDlpack, OnlyInterface])
def test_every_array_protocol_is_read(arm, state, wrap):
    wrapped = [wrap(x) for x in state]
    assert np.array_equal(arm.aba(*wrapped), arm.aba(*state))


def test_results_are_written_into_out(arm, state):
    expected = arm.aba(*state)
    out = np.full((40, 7), np.nan)
    assert arm.aba(*state, out=out) is out
    assert np.array_equal(out, expected)
    out = np.full((40, 6, 7), np.nan)
    assert arm.jacobian(state[0], "tool", out=out) is out
    assert np.array_equal(out, arm.jacobian(state[0], "tool"))
    out = np.full((7, 7), np.nan, order="F")
    assert np.array_equal(arm.mass_matrix(state[0][0], out=out), arm.mass_matrix(state[0][0]))
    spread = np.full((40, 14), np.nan)
    arm.aba(*state, out=spread[:, ::2])
    assert np.array_equal(spread[:, ::2], expected) and np.isnan(spread[:, 1::2]).all()


def test_a_wrong_shape_is_named(arm, state):
    q, v, tau = state
    with pytest.raises(ValueError, match=r"q has the shape \(40, 6\), expected \(\.\.\., 7\)"):
        arm.aba(q[:, :6], v, tau)
    with pytest.raises(ValueError, match=r"v has the shape \(10, 7\), whose leading dimensions do not fit"):
        arm.aba(q, v[:10], tau)
    with pytest.raises(ValueError, match=r"tau has the shape \(\), expected"):
        arm.aba(q, v, 0.0)
    with pytest.raises(ValueError, match=r"out has the shape \(7,\), expected \(40, 7\)"):
        arm.aba(q, v, tau, out=np.zeros(7))
    with pytest.raises(ValueError, match="out has the dtype float32, expected float64"):
        arm.aba(q, v, tau, out=np.zeros((40, 7), np.float32))


def test_things_that_are_no_numbers_are_named(arm):
    zero = np.zeros(7)
    with pytest.raises(ValueError, match="q has the dtype complex128"):
        arm.aba(zero.astype(complex), zero, zero)
    with pytest.raises(ValueError, match="v has the dtype <U1"):
        arm.aba(zero, list("abcdefg"), zero)
    with pytest.raises(ValueError, match=r"q\[2\] is nan"):
        arm.aba([0, 0, np.nan, 0, 0, 0, 0], zero, zero)


def test_one_bad_state_does_not_spoil_the_others(arm, state):
    q, v, tau = (x.copy() for x in state)
    expected = arm.aba(q, v, tau)
    q[5] = np.nan
    with pytest.warns(RuntimeWarning, match="1 of 40 states have no result .NaN.; the first is state 5"):
        a = arm.aba(q, v, tau)
    assert np.isnan(a[5]).all()
    assert np.array_equal(np.delete(a, 5, 0), np.delete(expected, 5, 0))


def test_good_states_cause_no_warning(arm, state):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        arm.aba(*state)
