"""Long chains in blocks of links: against the recursion for one state."""

import threading

import numpy as np
import pytest

import sinew


@pytest.fixture(scope="module")
def rope():
    return sinew.Model(sinew.random_chain(300))


@pytest.fixture
def state(rope):
    rng = np.random.default_rng(1)
    return [rng.uniform(-1, 1, 300) for _ in range(3)]


def test_blocks_give_the_accelerations_of_the_recursion(rope, state):
    expected = rope.forward_dynamics(*state)
    chain = sinew.LongChain(rope, threads=2, blocks=4)
    assert (chain.threads, chain.blocks, chain.robot.name) == (2, 4, rope.name)
    out = np.empty(300)
    assert chain.forward_dynamics(*state, out=out) is out
    assert np.abs(out - expected).max() < 1e-9 * np.abs(expected).max() and not chain.fell_back
    one_thread = sinew.LongChain(rope, threads=1, blocks=4).forward_dynamics(*state)
    assert np.array_equal(one_thread, out)
    assert repr(chain) == f"<sinew.LongChain of '{rope.name}': 4 blocks, 2 threads>"


def test_several_threads_may_use_one_chain(rope, state):
    chain = sinew.LongChain(rope, threads=2, blocks=2)
    expected, failures = chain.forward_dynamics(*state), []

    def work():
        for _ in range(20):
            if not np.array_equal(chain.forward_dynamics(*state), expected):
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_mistakes_are_named(rope, state):
    with pytest.raises(ValueError, match=r"v has the shape \(3,\), expected \(300,\)"):
        sinew.LongChain(rope).forward_dynamics(state[0], np.zeros(3), state[2])
    with pytest.raises(ValueError, match="blocks"):
        sinew.LongChain(rope, blocks=-1)
