"""A script that mypy --strict has to accept; test_types.py also runs it."""

from pathlib import Path

import numpy as np

import sinew


def reach(robot: sinew.Model, frame: str, seed: int) -> float:
    state = robot.random_state(seed)
    pose: np.ndarray = robot.pose(state.q, frame)
    return float(np.linalg.norm(pose[:3, 3]))


def main() -> None:
    path: Path = sinew.example("arm7.urdf")
    robot = sinew.load(path, base="fixed")
    q = robot.position({robot.joint_names[0]: 0.3})
    v = np.zeros(robot.velocity_size)
    acceleration: np.ndarray = robot.forward_dynamics(q, v, np.zeros_like(v))
    out = np.empty((robot.velocity_size, robot.velocity_size))
    robot.mass_matrix(q, out=out)
    work = sinew.Workspace(robot)
    work.set_state(q, v)
    twist: np.ndarray = work.velocity("tool", reference="world")
    try:
        sinew.load_text("<robot/>")
    except sinew.InvalidModel as error:
        lines: list[int] = [finding.line for finding in error.findings]
        assert lines
    names: list[str] = sinew.examples()
    assert names and acceleration.shape == (7,) and twist.shape == (6,) and reach(robot, "tool", 1) > 0


if __name__ == "__main__":
    main()
