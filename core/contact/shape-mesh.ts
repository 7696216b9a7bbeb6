import { addBoxes } from './box-union.ts';
import { doorBoxes, furnitureBoxes } from './furniture.ts';
import { addFace, emptyMesh, packMesh, type MeshBuilder, type ShapeMesh, addPoint } from './mesh-builder.ts';
import { readShape } from './read-shape.ts';
import type { Shape } from './shape.ts';
import { addRamp, addStairs } from './slope-mesh.ts';
import { vec3At, type Vec3 } from '../math/vec3.ts';
import { cos, sin } from '../math/elementary.ts';

/**
 * The triangles of a shape in its own space, counter-clockwise seen from outside, with outward normals: flat on what is flat, smooth on balls and around
 * cylinders. All but planes are closed. A shape of kind `mesh` is drawn flat, each triangle with points of its own. Throws a `RangeError` of one sentence
 * when it is no shape.
 */
export function meshOfShape(shape: Shape): ShapeMesh {
  const mesh = emptyMesh();
  addShape(mesh, readShape(shape));
  return packMesh(mesh);
}

function addShape(mesh: MeshBuilder, shape: Shape): void {
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = [shape.size[0] / 2, shape.size[1], shape.size[2] / 2];
      return addBoxes(mesh, [
        [
          [-x, 0, -z],
          [x, y, z],
        ],
      ]);
    }
    case 'ball':
      return addBall(mesh, shape.radius);
    case 'cylinder':
      return addCylinder(mesh, shape.radius, shape.height);
    case 'plane': {
      const [x, z] = [shape.size[0] / 2, shape.size[1] / 2];
      return addFace(mesh, [
        [-x, 0, -z],
        [-x, 0, z],
        [x, 0, z],
        [x, 0, -z],
      ]);
    }
    case 'stairs':
      return addStairs(mesh, shape.steps, shape.rise, shape.tread, shape.width);
    case 'ramp':
      return addRamp(mesh, shape.length, shape.height, shape.width);
    case 'chair':
    case 'table':
      return addBoxes(mesh, furnitureBoxes(shape));
    case 'door':
      return addBoxes(mesh, doorBoxes(shape));
    case 'mesh': {
      const { positions, indices } = shape;
      for (let i = 0; i < indices.length; i += 3)
        addFace(
          mesh,
          [0, 1, 2].map((k) => vec3At(positions, indices[i + k]!)),
        );
    }
  }
}

/** Points of a circle: what an eye takes for round at the size of a screen. */
const AROUND = 48;
/** Rings from pole to pole of a ball. */
const RINGS = 24;

/** A unit vector across +Y at a point of the circle; the first is +Z, the next is towards +X. */
function spoke(i: number): Vec3 {
  const angle = (2 * Math.PI * (i % AROUND)) / AROUND;
  return [sin(angle), 0, cos(angle)];
}

/** Adds a ball that rests on the origin; smooth. */
function addBall(mesh: MeshBuilder, radius: number): void {
  const at = (normal: Vec3): number =>
    addPoint(mesh, [radius * normal[0], radius + radius * normal[1], radius * normal[2]], normal);
  const bottom = at([0, -1, 0]);
  for (let ring = 1; ring < RINGS; ring++) {
    const angle = (Math.PI * ring) / RINGS;
    const [across, up] = [sin(angle), -cos(angle)];
    for (let i = 0; i < AROUND; i++) at([across * spoke(i)[0], up, across * spoke(i)[2]]);
  }
  const top = at([0, 1, 0]);
  const point = (ring: number, i: number): number =>
    ring === 0 ? bottom : ring === RINGS ? top : 1 + (ring - 1) * AROUND + (i % AROUND);
  for (let ring = 0; ring < RINGS; ring++)
    for (let i = 0; i < AROUND; i++) {
      const [a, b, c, d] = [point(ring, i), point(ring, i + 1), point(ring + 1, i + 1), point(ring + 1, i)];
      if (a !== b) mesh.indices.push(a, b, c);
      if (c !== d) mesh.indices.push(a, c, d);
    }
}

/** Adds an upright cylinder that stands on the origin; smooth around, flat at its ends. */
function addCylinder(mesh: MeshBuilder, radius: number, height: number): void {
  const rim = (i: number, y: number): Vec3 => [radius * spoke(i)[0], y, radius * spoke(i)[2]];
  const lower = Array.from({ length: AROUND }, (_, i) => addPoint(mesh, rim(i, 0), spoke(i)));
  const upper = Array.from({ length: AROUND }, (_, i) => addPoint(mesh, rim(i, height), spoke(i)));
  for (let i = 0; i < AROUND; i++) {
    const next = (i + 1) % AROUND;
    mesh.indices.push(lower[i]!, lower[next]!, upper[next]!, lower[i]!, upper[next]!, upper[i]!);
  }
  const ends = [height, 0].map((y) => Array.from({ length: AROUND }, (_, i) => rim(i, y)));
  addFace(mesh, ends[0]!);
  addFace(mesh, ends[1]!.reverse());
}
