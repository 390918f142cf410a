"""Robot dynamics by filtering and smoothing in space.

The accelerations of an arm under given torques:

    import sinew
    robot = sinew.load("arm.urdf")
    acceleration = robot.forward_dynamics(q, v, tau)
"""

from sinew._sinew import *
from sinew._sinew import __version__ as __version__
from sinew import interop as interop
from sinew.description import *
from sinew._errors import ImpossibleRobot as ImpossibleRobot
from sinew._errors import InvalidModel as InvalidModel
from sinew._errors import SingularPosition as SingularPosition
from sinew._files import example as example
from sinew._files import examples as examples
from sinew._files import program as program
from sinew.loading import load as load
from sinew.pages import View as View
from sinew.pages import to_html as to_html
from sinew.pages import view as view
from sinew.plans import ActuatorControl as ActuatorControl
from sinew.plans import ComputedTorque as ComputedTorque
from sinew.plans import DecoupledControl as DecoupledControl
from sinew.plans import Disturbance as Disturbance
from sinew.plans import Event as Event
from sinew.plans import JointPd as JointPd
from sinew.plans import JointSpring as JointSpring
from sinew.plans import Limits as Limits
from sinew.plans import LqrControl as LqrControl
from sinew.plans import ObjectControl as ObjectControl
from sinew.plans import OperationalSpaceControl as OperationalSpaceControl
from sinew.plans import PassivityControl as PassivityControl
from sinew.plans import PointSpring as PointSpring
from sinew.plans import Push as Push
from sinew.plans import Trajectory as Trajectory
from sinew.results import EventRecord as EventRecord
from sinew.results import Result as Result
from sinew.results import SimulationReport as SimulationReport
from sinew.results import read_result as read_result
from sinew.simulation import Simulation as Simulation
from sinew.simulation import simulate as simulate
