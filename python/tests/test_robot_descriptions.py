"""Robots by name, from a package with the interface of robot_descriptions."""

import sys
import types

import pytest
import sinew.robot_descriptions

import sinew

MESH_ROBOT = """<robot name="drawn"><link name="base"><visual><geometry><mesh filename="package://drawn/mesh.stl"/></geometry>
</visual></link></robot>"""


@pytest.fixture
def package(monkeypatch, models, tmp_path):
    folder = tmp_path / "drawn"
    folder.mkdir()
    (folder / "mesh.stl").write_text("solid x\nendsolid x\n")
    (tmp_path / "drawn.urdf").write_text(MESH_ROBOT)
    described = {
        "arm_description": {"URDF_PATH": str(models / "arm7.urdf"), "PACKAGE_PATH": str(models)},
        "arm_mj_description": {"MJCF_PATH": str(models / "humanoid.xml")},
        "drawn_description": {"URDF_PATH": str(tmp_path / "drawn.urdf"), "PACKAGE_PATH": str(folder)},
        "empty_description": {},
    }
    monkeypatch.setitem(sys.modules, "robot_descriptions", types.ModuleType("robot_descriptions"))
    sys.modules["robot_descriptions"].__path__ = []
    for name, paths in described.items():
        module = types.ModuleType(name)
        vars(module).update(paths)
        monkeypatch.setitem(sys.modules, f"robot_descriptions.{name}", module)


def test_robots_are_loaded_by_name(package, arm, models):
    assert sinew.load("arm_description").joint_names == arm.joint_names
    assert (
        sinew.robot_descriptions.load("arm_mj_description", base="fixed").name
        == sinew.load(models / "humanoid.xml").name
    )
    assert sinew.load("arm_description", base="floating").velocity_size == 13


def test_the_folder_of_the_package_is_searched(package):
    assert not sinew.load("drawn_description").warnings


def test_what_cannot_be_loaded_is_named(package, monkeypatch):
    with pytest.raises(ValueError, match="robot_descriptions has no 'no_description'"):
        sinew.load("no_description")
    with pytest.raises(ValueError, match="neither URDF_PATH nor MJCF_PATH"):
        sinew.load("empty_description")
    monkeypatch.delitem(sys.modules, "robot_descriptions")
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(ModuleNotFoundError, match="pip install robot_descriptions"):
        sinew.load("panda_description")


def test_a_file_of_such_a_name_is_a_file(models, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robot_description").write_text((models / "arm6.urdf").read_text())
    assert sinew.load("robot_description").name == "arm6"
