"""Converts derivatives by velocities to derivatives by the numbers of q, and back.

The library differentiates by position along the n_v velocities of `Model.integrate`. Programs that differentiate
automatically see the n_q numbers of q instead. The two differ for joints with quaternions only:

    quaternion   dq/dt = q (0, omega) / 2 = E(q) omega,     E^T E = |q|^2 / 4
    origin       dp/dt = R(q) v                             of a floating joint

Functions of a robot depend on the direction of a quaternion only, so that the gradient by its four numbers is
E (E^T E)^-1 times the gradient by omega.
"""

import numpy as np


def _quaternion_rates(quaternion):
    """E(q) (..., 4, 3)."""
    w, x, y, z = np.moveaxis(quaternion, -1, 0)
    rows = [[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]]
    return 0.5 * np.stack([np.stack(row, -1) for row in rows], -2)


def _rotation(quaternion):
    w, x, y, z = np.moveaxis(quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def _parts(robot):
    """The joints whose entries in q and v differ: (slice of the quaternion in q, of omega in v, origins)."""
    for joint in robot.joints:
        if joint.q_size == joint.v_size:
            continue
        at, v = joint.q_index, joint.v_index
        floats = joint.kind == "floating"
        start = at + 3 if floats else at
        yield slice(start, start + 4), slice(v, v + 3), (slice(at, at + 3), slice(v + 3, v + 6)) if floats else None


def _others(robot):
    """Indices of the entries in q and v that are the same numbers."""
    q, v = [], []
    for joint in robot.joints:
        if joint.q_size == joint.v_size:
            q += range(joint.q_index, joint.q_index + joint.q_size)
            v += range(joint.v_index, joint.v_index + joint.v_size)
    return q, v


def gradient_by_position(robot, q, by_velocity):
    """Returns the gradient (..., n_q) by the numbers of q that belongs to the gradient (..., n_v) by velocities."""
    if robot.position_size == robot.velocity_size:
        return by_velocity
    q = np.broadcast_to(q, by_velocity.shape[:-1] + q.shape[-1:])
    gradient = np.zeros_like(q, dtype=by_velocity.dtype)
    of_q, of_v = _others(robot)
    gradient[..., of_q] = by_velocity[..., of_v]
    for quaternion, omega, origin in _parts(robot):
        x = q[..., quaternion]
        scale = 4 / (x * x).sum(-1, keepdims=True)
        gradient[..., quaternion] = scale * np.einsum("...ij,...j->...i", _quaternion_rates(x), by_velocity[..., omega])
        if origin:
            gradient[..., origin[0]] = np.einsum("...ij,...j->...i", _rotation(x), by_velocity[..., origin[1]])
    return gradient


def velocity_of_rate(robot, q, rate):
    """Returns the velocities (..., n_v) at which the numbers of q change at the given rate (..., n_q)."""
    if robot.position_size == robot.velocity_size:
        return rate
    q = np.broadcast_to(q, rate.shape)
    velocity = np.zeros(rate.shape[:-1] + (robot.velocity_size,), dtype=rate.dtype)
    of_q, of_v = _others(robot)
    velocity[..., of_v] = rate[..., of_q]
    for quaternion, omega, origin in _parts(robot):
        x = q[..., quaternion]
        scale = 4 / (x * x).sum(-1, keepdims=True)
        velocity[..., omega] = scale * np.einsum("...ij,...i->...j", _quaternion_rates(x), rate[..., quaternion])
        if origin:
            velocity[..., origin[1]] = np.einsum("...ij,...i->...j", _rotation(x), rate[..., origin[0]])
    return velocity
