import { addBoxes } from './box-union.ts';
import { doorBoxes, furnitureBoxes } from './furniture.ts';
import { addFace, emptyMesh, packMesh, type MeshBuilder, type ShapeMesh } from './mesh-builder.ts';
import { addBall, addCylinder } from './round-mesh.ts';
import { readShape } from './read-shape.ts';
import type { Shape } from './shape.ts';
import { addRamp, addStairs } from './slope-mesh.ts';
import { vec3At } from '../math/vec3.ts';

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
