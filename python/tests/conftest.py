"""Fixtures of the tests: the project's own robots."""

from pathlib import Path

import pytest

import sinew

MODELS = Path(__file__).resolve().parents[2] / "models"


@pytest.fixture(scope="session")
def arm():
    return sinew.load(MODELS / "arm7.urdf")


@pytest.fixture(scope="session")
def humanoid():
    return sinew.load(MODELS / "humanoid.urdf", base="floating")


@pytest.fixture(scope="session")
def models():
    return MODELS


@pytest.fixture(scope="session")
def program():
    """The sinew program."""
    try:
        return sinew.program()
    except FileNotFoundError as error:
        pytest.skip(str(error))
