"""Computes the accelerations of a falling rope of a thousand links, by blocks of links on two threads, and compares
them with those of the serial sweeps."""

import numpy as np

import sinew

rope = sinew.Model(sinew.random_chain(1000, 1))
n = rope.velocity_size
q, zero = np.sin(0.3 * np.arange(n)), np.zeros(n)

expected = rope.forward_dynamics(q, zero, zero)
chain = sinew.LongChain(rope, threads=2, blocks=4)  # keeps its threads until it is deleted
a = chain.forward_dynamics(q, zero, zero)

difference = np.abs(a - expected).max() / np.abs(expected).max()
print(f"{chain.blocks} blocks on {chain.threads} threads; the accelerations differ by {difference:.1e} of the largest")
assert difference < 1e-12 and not chain.fell_back
