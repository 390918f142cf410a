"""Planar chains against the same chain as a robot."""

import numpy as np
import pytest

import sinew


@pytest.fixture(scope="module")
def state():
    return np.random.default_rng(4).uniform(-1, 1, (3, 5))


@pytest.fixture(scope="module")
def robot():
    return sinew.Model(sinew.planar_chain(5))


def test_a_planar_chain_computes_what_its_robot_computes(robot, state):
    chain = sinew.PlanarChain(robot)
    q, v, tau = state
    assert len(chain) == 5
    assert np.allclose(chain.forward_dynamics(q, v, tau), robot.forward_dynamics(q, v, tau))
    assert np.allclose(chain.inverse_dynamics(q, v, tau), robot.inverse_dynamics(q, v, tau))
    assert np.allclose(chain.mass_matrix(q), robot.mass_matrix(q))
    assert np.allclose(chain.solve_mass_matrix(q, tau), np.linalg.solve(robot.mass_matrix(q), tau))
    out = np.empty(5)
    assert chain.forward_dynamics(q, v, tau, out=out) is out


def test_a_chain_is_made_of_links():
    rod = sinew.PlanarLink(length=2, mass=3, centre=[1, 0], inertia=4)
    pendulum = sinew.PlanarChain([rod], gravity=[0, -10])
    assert np.allclose(pendulum.forward_dynamics([0], [0], [0]), -10 * 3 / 4)  # -g m c / I while horizontal
    assert np.allclose(pendulum.mass_matrix([0.3]), [[4]])
    assert pendulum.links[0].length == 2 and np.array_equal(pendulum.gravity, [0, -10])


def test_robots_that_are_not_planar_are_refused(arm):
    with pytest.raises(ValueError, match="joint2"):
        sinew.PlanarChain(arm)
    with pytest.raises(ValueError, match=r"q has the shape \(2,\), expected \(1,\)"):
        sinew.PlanarChain([sinew.PlanarLink(1, 1, [0.5, 0], 1)]).mass_matrix([0, 0])
    with pytest.raises(ValueError, match="mass"):
        sinew.PlanarChain([sinew.PlanarLink(1, -1, [0.5, 0], 1)])
