"""Other dynamics libraries: converts states of a robot between sinew and Pinocchio, MuJoCo, Drake or KDL.

    import pinocchio
    theirs = pinocchio.buildModelFromUrdf("robot.urdf", pinocchio.JointModelFreeFlyer())
    ours = sinew.load("robot.urdf", base="floating")
    peer = sinew.interop.pinocchio(ours, theirs)
    peer.q_from_sinew(q), peer.v_to_sinew(q, their_v), peer.mass_matrix_to_sinew(q, their_M)

Each function reads the names and the order of the joints from the peer's own model and returns a `Converter`. In all its
functions q and v are those of sinew, except where they are converted.
"""

from sinew._sinew import Converter

__all__ = ["Converter", "pinocchio", "mujoco", "drake", "kdl"]


def pinocchio(robot, model=None):
    """Returns the converter between `robot` and a `pinocchio.Model` of the same robot.

    Without `model`, the joints are in the order of a robot that Pinocchio reads from URDF.
    """
    if model is None:
        return Converter(robot, "pinocchio")
    # Joint 0 is the universe.
    joints = range(1, model.njoints)
    _check_order("Pinocchio", [(model.idx_qs[i], model.nqs[i]) for i in joints])
    return Converter(robot, "pinocchio", [(model.names[i], model.nqs[i]) for i in joints])


def mujoco(robot, model=None):
    """Returns the converter between `robot` and a `mujoco.MjModel` of the same robot.

    Without `model`, the joints are in the order of the robot's file, which is MuJoCo's.
    """
    if model is None:
        return Converter(robot, "mujoco")
    ends = [*model.jnt_qposadr[1:], model.nq]
    joints = []
    for i in range(model.njnt):
        body = model.body(model.jnt_bodyid[i])
        # sinew's names of what has none in the file
        of_body = f"{body.name or f'body{body.id}'}/joint"
        number = "" if body.jntnum == 1 else str(i - int(body.jntadr[0]) + 1)
        joints.append((model.joint(i).name or of_body + number, int(ends[i] - model.jnt_qposadr[i])))
    return Converter(robot, "mujoco", joints)


def drake(robot, plant=None, model_instance=None):
    """Returns the converter between `robot` and a finalised `pydrake.multibody.plant.MultibodyPlant` of the same robot.

    model_instance: the robot's, if the plant contains other moving bodies too; positions and velocities of the peer are
    then those of the instance, as `plant.GetPositions(context, model_instance)` returns them.
    Without `plant`, the joints are in the order of the robot's file.
    """
    if plant is None:
        return Converter(robot, "drake")
    if not plant.is_finalized():
        raise ValueError("the plant is not finalised; call plant.Finalize() first")
    indices = plant.GetJointIndices() if model_instance is None else plant.GetJointIndices(model_instance)
    joints = [plant.get_joint(i) for i in indices]
    moving = sorted((joint for joint in joints if joint.num_velocities()), key=lambda joint: joint.position_start())
    if model_instance is None:
        _check_order("Drake", [(joint.position_start(), joint.num_positions()) for joint in moving])
    return Converter(robot, "drake", [(joint.name(), joint.num_positions()) for joint in moving])


def kdl(robot, joints=None):
    """Returns the converter between `robot` and KDL.

    joints: a `PyKDL.Chain`, or the names of the moving joints in the order of the peer's arrays. Without them, the order is
    that of a tree that is made from URDF.
    """
    if hasattr(joints, "getNrOfSegments") and hasattr(joints, "getSegment"):
        chain = [joints.getSegment(i).getJoint() for i in range(joints.getNrOfSegments())]
        joints = [joint.getName() for joint in chain if joint.getTypeName() not in ("None", "Fixed")]
    return Converter(robot, "kdl", joints)


def _check_order(library, places):
    """Raises ValueError unless the positions of the joints, given as (first, count), follow one another."""
    expected = 0
    for first, count in places:
        if count and first != expected:
            raise ValueError(f"the positions of {library} are not in the order of its joints")
        expected += count
