"""The boundary-value problem behind the recursions, independent of robots: Kalman filter, smoother, optimal control.

from sinew.sweep import Step, bryson_frazier_smoother, kalman_filter
system = [Step(M=prior)] + [Step(phi=phi, M=M, H=H, R=R, tau=reading) for reading in readings]
filtered = kalman_filter(system)
smoothed = bryson_frazier_smoother(system, filtered)
x = [step.x for step in smoothed]
"""

from sinew._sinew.sweep import *
