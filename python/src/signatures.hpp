// Pieces of the Python signatures of functions that compute quantities.
#pragma once

#define SINEW_ARRAY "numpy.typing.ArrayLike"
#define SINEW_RESULT "numpy.ndarray"
#define SINEW_OUT "out: numpy.ndarray | None = None) -> " SINEW_RESULT
#define SINEW_FORCES                                                                     \
  "*, forces: dict[str, " SINEW_ARRAY "] | None = None, base_acceleration: " SINEW_ARRAY \
  " | None = None, " SINEW_OUT
#define SINEW_FRAME "frame: str | int"
#define SINEW_FRAMES "frames: collections.abc.Sequence[str | int]"
#define SINEW_REFERENCE SINEW_FRAME ", reference: str = 'body', *, " SINEW_OUT
#define SINEW_Q "(self, q: " SINEW_ARRAY
#define SINEW_QV SINEW_Q ", v: " SINEW_ARRAY
