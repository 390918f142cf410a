"""Pictures: the page as a file, in a notebook and served, and the picture of a robot."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
import xml.etree.ElementTree
from pathlib import Path

import pytest

import sinew
from sinew import _sinew

with_page = pytest.mark.skipif(not _sinew.has_page(), reason="this build has no page (SINEW_VIEWER=OFF)")
without_page = pytest.mark.skipif(_sinew.has_page(), reason="this build has the page")


@pytest.fixture(scope="module")
def result(arm):
    return sinew.simulate(arm, duration=0.1)


@with_page
def test_a_result_is_written_as_one_file(result, tmp_path):
    result.to_html(tmp_path / "run.html")
    page = (tmp_path / "run.html").read_text()
    assert page.lower().startswith("<!doctype html>")
    assert "joint7" in page and len(page) > 500_000 and 'generator" content="sinew' in page


@with_page
def test_robots_from_every_source_have_a_page(arm, models, tmp_path):
    built = sinew.load_text((models / "arm6.urdf").read_text())
    for robot in (arm, built, arm.with_locked_joints({"joint3": 0.3}), models / "three_arm_plate.yaml"):
        sinew.to_html(robot, tmp_path / "robot.html")
        assert "joint2" in (tmp_path / "robot.html").read_text()
    floating = sinew.load(models / "humanoid.urdf", base="floating")
    sinew.to_html(floating, tmp_path / "robot.html")
    assert "floating_base" in (tmp_path / "robot.html").read_text()


@with_page
def test_a_notebook_shows_a_result_in_a_frame(result):
    shown = result._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "&lt;script" in shown
    assert shown.count("<") == 2  # nothing of the page leaves the attribute


@with_page
def test_a_page_is_served_to_those_who_know_its_address(result):
    view = result.show(block=False)
    try:
        assert view.address.startswith("http://127.0.0.1:")
        base, token = view.address.split("/?token=")
        assert urllib.request.urlopen(view.address).read().lower().startswith(b"<!doctype html>")
        request = urllib.request.Request(base + "/document.json", headers={"Authorization": "Bearer " + token})
        assert "arm7" in json.loads(urllib.request.urlopen(request).read())["title"]
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(base + "/document.json")
        folder = view._folder.path
        assert list(folder.iterdir()) and folder.stat().st_mode & 0o077 == 0
    finally:
        view.close()
    assert not folder.exists()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(view.address, timeout=2)


@with_page
def test_two_results_are_shown_together(arm, result, tmp_path):
    sinew.to_html(result, tmp_path / "two.html", sinew.simulate(arm, v={"joint1": 1}, duration=0.1))
    assert "result2.h5" in (tmp_path / "two.html").read_text()


@with_page
def test_an_open_view_does_not_keep_python_from_exiting(models, tmp_path):
    script = tmp_path / "exit.py"
    script.write_text(
        f"import sinew\nview = sinew.view({str(models / 'arm6.urdf')!r}, block=False)\nprint(view._folder.path)"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and run.stderr == ""
    assert not Path(run.stdout.split()[-1]).exists()


@without_page
def test_a_build_without_the_page_says_how_to_get_it(result, arm, tmp_path):
    for show in (lambda: result.to_html(tmp_path / "x.html"), lambda: sinew.view(arm), lambda: result.show()):
        with pytest.raises(RuntimeError, match="built without its page.*SINEW_VIEWER=ON.*or install the wheel"):
            show()
    assert result._repr_html_().startswith("<pre>finished")


def test_a_robot_has_a_table_and_a_picture(arm, humanoid):
    for robot in (arm, humanoid):
        shown = robot._repr_html_()
        root = xml.etree.ElementTree.fromstring(shown)
        assert len(root.findall(".//tbody/tr")) == len(robot.joints)
        svg = "{http://www.w3.org/2000/svg}"
        outlines = root.findall(f".//{svg}polygon")
        points = [
            tuple(map(float, p.split(",")))
            for o in root.iter()
            if "points" in o.attrib
            for p in o.get("points").split()
        ]
        assert points and all(0 <= x <= 240 and 0 <= y <= 240 for x, y in points)
        assert max(x for x, _ in points) - min(x for x, _ in points) > 50 or max(y for _, y in points) > 200
        assert all(len(o.get("points").split()) >= 3 for o in outlines)


def test_the_outline_of_a_sphere_is_round():
    ball = sinew.load_text(
        "<mujoco><worldbody><body name='a &lt;b&gt;'><joint name='h'/><geom size='1'/></body></worldbody></mujoco>",
        file_name="b.xml",
    )
    root = xml.etree.ElementTree.fromstring(ball._repr_html_())
    (outline,) = root.findall(".//{http://www.w3.org/2000/svg}polygon")
    points = [complex(*map(float, p.split(","))) for p in outline.get("points").split()]
    assert all(abs(abs(p - complex(120, 120)) - 108) < 2.5 for p in points)


def test_a_robot_without_bodies_has_a_picture():
    empty = sinew.load_text("<robot name='empty'><link name='ground'/></robot>")
    assert "empty" in empty._repr_html_()
