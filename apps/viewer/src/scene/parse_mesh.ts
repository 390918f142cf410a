// Parses mesh files into pieces to draw. It loads nothing else: no textures, no material files.

import { BufferGeometry, type Color, LoadingManager, Material, Matrix4, Mesh, type Object3D } from "three";
import { ColladaLoader } from "three/addons/loaders/ColladaLoader.js";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import type { MeshData } from "../document";

export interface MeshPiece {
  geometry: BufferGeometry;
  matrix: Matrix4; // pose in the mesh
  color: Color | null; // as given in the file
  alpha: number;
}

export function parseMesh(bytes: ArrayBuffer, format: MeshData["format"]): MeshPiece[] {
  return quietly(() => {
    const pieces = read(bytes, format).filter(({ geometry }) => vertexCount(geometry) >= 3);
    if (pieces.length === 0) throw new Error("it contains no triangles");
    pieces.forEach(({ geometry }) => complete(geometry));
    return pieces;
  });
}

function read(bytes: ArrayBuffer, format: MeshData["format"]): MeshPiece[] {
  switch (format) {
    case "stl":
      return [piece(new STLLoader().parse(bytes))];
    case "obj":
      return piecesOf(new OBJLoader().parse(text(bytes)), false);
    case "dae":
      return collada(text(bytes));
    case "unknown":
      throw new Error("its format is not STL, OBJ or COLLADA");
  }
}

function vertexCount(geometry: BufferGeometry): number {
  return geometry.getAttribute("position")?.count ?? 0;
}

// Applies the unit of the file but not its up-axis, as is usual in robotics: coordinates are those of the link.
function collada(source: string): MeshPiece[] {
  const file = new DOMParser().parseFromString(source, "application/xml");
  if (file.querySelector("parsererror")) throw new Error("it is not well-formed XML");
  const unwanted =
    "library_images, library_lights, library_cameras, library_animations, library_animation_clips, " +
    "library_kinematics_models, library_kinematics_scenes, library_joints, up_axis, texture, bump, " +
    "instance_light, instance_camera, instance_kinematics_scene, scene > extra";
  file.querySelectorAll(unwanted).forEach((element) => element.remove());
  const manager = new LoadingManager();
  manager.setURLModifier(() => "data:,"); // blocks all other requests
  const loaded = new ColladaLoader(manager).parse(new XMLSerializer().serializeToString(file), "");
  if (!loaded) throw new Error("it is not COLLADA");
  return piecesOf(loaded.scene, true);
}

function piecesOf(root: Object3D, colored: boolean): MeshPiece[] {
  root.updateMatrixWorld(true);
  const pieces: MeshPiece[] = [];
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const materials: (Material & { color?: Color })[] = [object.material].flat();
    const geometry = object.geometry as BufferGeometry;
    if (!colored || materials.length === 1 || geometry.groups.length === 0) {
      pieces.push(piece(geometry, object.matrixWorld, colored ? materials[0] : undefined));
      return;
    }
    for (const group of geometry.groups) {
      const part = new BufferGeometry().setIndex(geometry.index);
      for (const name of ["position", "normal"]) {
        if (geometry.hasAttribute(name)) part.setAttribute(name, geometry.getAttribute(name));
      }
      part.setDrawRange(group.start, group.count);
      pieces.push(piece(part, object.matrixWorld, materials[group.materialIndex ?? 0]));
    }
  });
  return pieces;
}

function piece(
  geometry: BufferGeometry,
  matrix = new Matrix4(),
  own?: Material & { color?: Color },
): MeshPiece {
  geometry.clearGroups();
  const alpha = own && own.opacity > 0 ? own.opacity : 1; // some exporters write 0 for opaque
  return { geometry, matrix: matrix.clone(), color: own?.color ?? null, alpha };
}

// Removes attributes that the material does not use.
function complete(geometry: BufferGeometry): void {
  for (const name of Object.keys(geometry.attributes)) {
    if (name !== "position" && name !== "normal") geometry.deleteAttribute(name);
  }
  const normal = geometry.getAttribute("normal");
  const middle = normal ? Math.floor(normal.count / 2) : 0;
  const given = normal && Math.hypot(normal.getX(middle), normal.getY(middle), normal.getZ(middle)) > 0.5;
  if (!given) geometry.computeVertexNormals();
  geometry.computeBoundingBox();
  geometry.computeBoundingSphere();
  if (!Number.isFinite(geometry.boundingSphere!.radius)) throw new Error("its coordinates are not numbers");
}

function text(bytes: ArrayBuffer): string {
  return new TextDecoder().decode(bytes);
}

// The loaders write warnings about a file to the console; the page reports problems itself.
function quietly<T>(work: () => T): T {
  const { warn, error, debug } = console;
  const silent = () => {};
  Object.assign(console, { warn: silent, error: silent, debug: silent });
  try {
    return work();
  } finally {
    Object.assign(console, { warn, error, debug });
  }
}
