// Meshes of each format are drawn; a missing one gives a message, not a failure.

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { exported, serve, write } from "./program";
import { patience, pictureOf } from "./reading";

useBrowser();

let robot: string;

// A tetrahedron with an edge of 0.4 along each axis.
const corners = [
  [0, 0, 0],
  [0.4, 0, 0],
  [0, 0.4, 0],
  [0, 0, 0.4],
];
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];

const stl = [
  "solid tetrahedron",
  ...faces.map(
    (face) =>
      `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${corners[i].join(" ")}`).join("\n")}\nendloop\nendfacet`,
  ),
  "endsolid tetrahedron",
].join("\n");

const obj = [
  ...corners.map((corner) => `v ${corner.join(" ")}`),
  ...faces.map((face) => `f ${face.map((i) => i + 1).join(" ")}`),
].join("\n");

const dae = `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g" name="g"><mesh>
    <source id="p"><float_array id="pa" count="12">${corners.flat().join(" ")}</float_array>
      <technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common>
    </source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>${faces.flat().join(" ")}</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>`;

const inertial = `<inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>`;
const link = (name: string, mesh: string, rgb: string) =>
  `<link name="${name}">${inertial}<visual><geometry><mesh filename="${mesh}"/></geometry>` +
  `<material name="${name}"><color rgba="${rgb} 1"/></material></visual></link>`;
const joint = (child: string, y: number) =>
  `<joint name="${child}_joint" type="continuous"><parent link="base"/><child link="${child}"/>` +
  `<origin xyz="0 ${y} 0"/><axis xyz="0 0 1"/></joint>`;

beforeAll(async () => {
  write("red.stl", stl);
  write("green.obj", obj);
  write("blue.dae", dae);
  robot = write(
    "meshes.urdf",
    `<robot name="meshes"><link name="base"/>${link("red", "red.stl", "1 0 0")}${joint("red", -0.5)}
    ${link("green", "green.obj", "0 1 0")}${joint("green", 0)}${link("blue", "blue.dae", "0 0 1")}${joint("blue", 0.5)}
    ${link("nowhere", "nowhere.stl", "1 1 0")}${joint("nowhere", 1)}</robot>`,
  );
});

// Counts the pixels of the picture that are clearly red, green and blue.
async function colours(page: Page): Promise<number[]> {
  const picture = await pictureOf(page);
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const counts = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      const rgb = [data[i], data[i + 1], data[i + 2]];
      const most = rgb.indexOf(Math.max(...rgb));
      const rest = Math.max(...rgb.filter((_, k) => k !== most));
      if (rgb[most] > 80 && rgb[most] > 2 * rest) counts[most] += 1;
    }
    return counts;
  }, picture);
}

describe.each(["served", "on disk"])("A page %s", (how) => {
  it("draws STL, OBJ and COLLADA, and names the missing mesh", async () => {
    const address = how === "served" ? await serve(robot) : exported(robot);
    const { page, context } = await open(address, { offline: how !== "served" });
    await expect
      .poll(() => page.locator(".toasts").textContent(), patience)
      .toMatch(/nowhere\.stl.*not found/);
    for (const count of await colours(page)) expect(count).toBeGreaterThan(100);
    await page.getByRole("button", { name: /message/ }).click();
    expect(await page.getByRole("dialog", { name: "Messages" }).textContent()).toContain("nowhere.stl");
    await page.keyboard.press("Escape");
    await context.close();
  });
});

describe("A robot without shapes", () => {
  it("is drawn by its skeleton and inertias", async () => {
    const bare = write(
      "bare.urdf",
      `<robot name="bare"><link name="base"/><link name="a">${inertial}</link><joint name="j" type="continuous"><parent link="base"/><child link="a"/><origin xyz="0 0 0.5"/><axis xyz="1 0 0"/></joint></robot>`,
    );
    const { page, context } = await open(await serve(bare));
    const drawn = await pictureOf(page);
    await page.getByLabel("Ground grid").uncheck();
    await page.getByLabel("Inertia ellipsoids").click();
    expect(await pictureOf(page)).not.toBe(drawn);
    await context.close();
  });
});
