import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import type { Beginnings } from "../../src/app/app";
import type { MeshData } from "../../src/document";
import { Meshes, summary } from "../../src/scene/meshes";
import { type MeshPiece, parseMesh } from "../../src/scene/parse_mesh";

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

const obj = "mtllib http://elsewhere/x.mtl\nv 0 0 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\n";

function binaryStl(normal: number[], corners: number[]): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(84 + 50));
  view.setUint32(80, 1, true);
  [...normal, ...corners].forEach((value, i) => view.setFloat32(84 + 4 * i, value, true));
  return view.buffer;
}

describe("meshes", () => {
  test("an STL file whose normals are zero gets normals", () => {
    const [piece] = parseMesh(binaryStl([0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 1, 0]), "stl");
    const normal = piece.geometry.getAttribute("normal");
    expect([normal.getX(0), normal.getY(0), normal.getZ(0)]).toEqual([0, 0, 1]);
    expect(piece.color).toBeNull();
  });

  test("an OBJ file gives its triangles and no material of its own", () => {
    const [piece] = parseMesh(bytes(obj), "obj");
    expect(piece.geometry.boundingBox!.getSize(new Vector3()).toArray()).toEqual([2, 3, 0]);
    expect(Object.keys(piece.geometry.attributes).sort()).toEqual(["normal", "position"]);
    expect(piece.color).toBeNull();
  });

  test("an empty, truncated or malformed file is refused with a reason", () => {
    expect(() => parseMesh(bytes("# nothing"), "obj")).toThrow("no triangles");
    expect(() => parseMesh(bytes(""), "stl")).toThrow();
    expect(() => parseMesh(binaryStl([0, 0, 1], [NaN, 0, 0, 1, 0, 0, 0, 1, 0]), "stl")).toThrow(
      "not numbers",
    );
    expect(() => parseMesh(bytes("?"), "unknown")).toThrow("format");
    const cut = binaryStl([0, 0, 1], [0, 0, 0, 1, 0, 0, 0, 1, 0]).slice(0, 100);
    expect(() => parseMesh(cut, "stl")).toThrow();
  });
});

interface Asked {
  meshes: Meshes;
  fetched: number[];
  said: string[];
}

function meshesOf(data: MeshData[], answer: (mesh: number) => Promise<ArrayBuffer>): Asked {
  const fetched: number[] = [];
  const said: string[] = [];
  const app = {
    document: { meshes: data },
    source: {
      mesh(index: number) {
        fetched.push(index);
        return answer(index);
      },
    },
    notices: { say: (text: string) => said.push(text) },
  } as unknown as Beginnings;
  return { meshes: new Meshes(app), fetched, said };
}

describe("loading meshes", () => {
  const file = (name: string, problem = ""): MeshData => ({ name, format: "obj", problem });

  test("a mesh that several shapes use is fetched once, and later users get it at once", async () => {
    const { meshes, fetched, said } = meshesOf([file("a.obj")], () => Promise.resolve(bytes(obj)));
    const got: (MeshPiece[] | null)[] = [];
    meshes.want(0, (pieces) => got.push(pieces));
    meshes.want(0, (pieces) => got.push(pieces));
    await Promise.all([meshes.load(), meshes.load()]);
    meshes.want(0, (pieces) => got.push(pieces));
    expect(got).toHaveLength(3);
    expect(got[0]).not.toBeNull();
    expect(got.every((pieces) => pieces === got[0])).toBe(true);
    expect(fetched).toEqual([0]);
    expect(said).toEqual([]);
  });

  test("a missing mesh and one that does not arrive are reported once, by name, and the others load", async () => {
    const data = [file("lost.obj", "not found: lost.obj"), file("broken.obj"), file("whole.obj")];
    const { meshes, fetched, said } = meshesOf(data, (mesh) =>
      mesh === 1 ? Promise.reject(new Error("no answer")) : Promise.resolve(bytes(obj)),
    );
    const there: boolean[] = [];
    for (const mesh of [0, 1, 2]) meshes.want(mesh, (pieces) => (there[mesh] = pieces !== null));
    await meshes.load();
    await meshes.load();
    expect(there).toEqual([false, false, true]);
    expect(fetched.sort()).toEqual([1, 2]);
    expect(said).toHaveLength(2);
    expect(said.some((text) => text.includes("lost.obj"))).toBe(true);
    expect(said.some((text) => text.includes("broken.obj is not shown: no answer"))).toBe(true);
  });

  test("many problems give one line", () => {
    const problems = ["a", "b", "c", "d"].map((name) => ({ name, why: "not found" }));
    expect(summary(problems)).toEqual(["4 meshes are not shown: a (not found), b and 2 more"]);
    expect(summary([])).toEqual([]);
  });
});
