"""The planar arm of the theory chapters: three links, tip last, in the plane of x and z. Run from the project's folder."""

from types import SimpleNamespace

import numpy as np

LENGTHS = np.array([0.5, 0.4, 0.3])
MASSES = np.array([3.0, 2.0, 1.0])
CENTRAL_INERTIAS = MASSES * LENGTHS**2 / 12  # uniform rods
GRAVITY = 9.81


def chain(prefix="", base=0.0, lengths=LENGTHS, masses=MASSES):
    """The joints and links of an arm as URDF. The axes point along -y, so that a positive angle rotates x towards z."""
    parts = []
    for k, (length, mass) in enumerate(zip(lengths, masses)):
        parent, at = ("base", base) if k == 0 else (f"{prefix}link{k - 1}", lengths[k - 1])
        i = mass * length**2 / 12
        parts.append(f'''
<joint name="{prefix}joint{k}" type="continuous"><parent link="{parent}"/><child link="{prefix}link{k}"/>
  <origin xyz="{at} 0 0"/><axis xyz="0 -1 0"/></joint>
<link name="{prefix}link{k}"><inertial><origin xyz="{length / 2} 0 0"/><mass value="{mass}"/>
  <inertia ixx="{i / 2}" iyy="{i}" izz="{i}" ixy="0" ixz="0" iyz="0"/></inertial></link>''')
    parts.append(f'''
<joint name="{prefix}tool_joint" type="fixed"><parent link="{prefix}link{len(lengths) - 1}"/><child link="{prefix}tool"/>
  <origin xyz="{lengths[-1]} 0 0"/></joint><link name="{prefix}tool"/>''')
    return "".join(parts)


def urdf(*parts):
    """A URDF text of one arm, or of the given parts on a common base."""
    return '<robot name="planar_arm"><link name="base"/>' + "".join(parts or [chain()]) + "</robot>"


def hop(x, z):
    """phi: a force (moment, fx, fz) at a point, seen from another point; (x, z) points from the second to the first."""
    return np.array([[1, -z, x], [0, 1, 0], [0, 0, 1]])


def inertia(mass, central, x, z):
    """The inertia of a rigid body at a point; (x, z) points from there to the centre of mass."""
    return np.array([[central + mass * (x * x + z * z), -mass * z, mass * x], [-mass * z, mass, 0], [mass * x, 0, mass]])


def links(q, v=None, base=0.0, lengths=LENGTHS, masses=MASSES, gravity=GRAVITY):
    """The quantities of every link as lists, base first: hops phi to the parent, inertias M, and the bias terms."""
    v = np.zeros(len(q)) if v is None else np.asarray(v)
    angle, rate = np.cumsum(q), np.cumsum(v)
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    arm = SimpleNamespace(phi=[], M=[], n=[], b=[], H=np.array([[1.0, 0, 0]]), joints=[], tip=None)
    joint = np.array([base, 0.0])
    for k, direction in enumerate(along):
        to_parent = np.zeros(2) if k == 0 else lengths[k - 1] * along[k - 1]
        joint = joint + to_parent
        centre = lengths[k] / 2 * direction
        arm.joints.append(joint)
        arm.phi.append(hop(*to_parent))
        arm.M.append(inertia(masses[k], masses[k] * lengths[k]**2 / 12, *centre))
        # the joint moves on a circle about the joint before; the ground accelerates upwards in place of gravity
        arm.n.append(np.array([0, 0, gravity]) if k == 0 else np.append(0, -rate[k - 1]**2 * to_parent))
        arm.b.append(np.append(0, -masses[k] * rate[k]**2 * centre))
    arm.tip = joint + lengths[-1] * along[-1]
    arm.phi_tip = hop(*(arm.tip - joint))  # from the tip to the last joint
    return arm


def filtered(arm, tau):
    """Sweeps from the tip to the base, R87 (36)-(43): P, D, G and e of every link."""
    count = len(arm.phi)
    P, D, G, e = [None] * count, np.zeros(count), [None] * count, np.zeros(count)
    P_plus, z_plus = np.zeros((3, 3)), np.zeros(3)
    for k in reversed(range(count)):
        phi = arm.phi[k + 1] if k + 1 < count else np.eye(3)
        P[k] = phi @ P_plus @ phi.T + arm.M[k]
        z = phi @ z_plus + arm.b[k]
        D[k] = P[k][0, 0]
        G[k] = P[k][:, 0] / D[k]
        e[k] = tau[k] - z[0]
        P_plus = P[k] - np.outer(G[k], P[k][0])
        z_plus = z + G[k] * e[k] + P_plus @ arm.n[k]
    return SimpleNamespace(P=P, D=D, G=G, e=e)


def smoothed(arm, filter_):
    """Sweeps from the base to the tip, R87 (44)-(47): joint accelerations, and the acceleration of every link."""
    a, accelerations = np.zeros(len(arm.phi)), []
    acceleration = np.zeros(3)
    for k, phi in enumerate(arm.phi):
        acceleration = phi.T @ acceleration + arm.n[k]
        a[k] = filter_.e[k] / filter_.D[k] - filter_.G[k] @ acceleration
        acceleration = acceleration + arm.H[0] * a[k]
        accelerations.append(acceleration)
    return a, accelerations


def tip_response(arm, filter_):
    """The acceleration of the tip per unit of force on it, R87 (81)-(82): the inverse of its inertia."""
    omega = np.zeros((3, 3))
    for k, phi in enumerate(arm.phi):
        update = np.eye(3) - np.outer(filter_.G[k], arm.H[0])
        omega = update.T @ phi.T @ omega @ phi @ update + arm.H.T @ arm.H / filter_.D[k]
    return arm.phi_tip.T @ omega @ arm.phi_tip
