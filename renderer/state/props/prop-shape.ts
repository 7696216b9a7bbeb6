import { createSurface } from '../../../core/contact/surface.ts';
import { readShape } from '../../../core/contact/read-shape.ts';
import type { Surface } from '../../../core/contact/touch.ts';
import type { Shape } from '../../../core/contact/shape.ts';
import { shapeMiddle, shapeSize } from '../../../core/contact/shape-size.ts';
import type { MadeShape, PropForm } from '../../../core/document/project-data.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { trianglesOf } from '../../../core/formats/gltf/mesh-triangles.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';
import { characterOf } from '../scene/characters.ts';

/** The shape of a box of half a metre: what stands for a file that cannot be had. */
export const MISSING: MadeShape = { kind: 'box', size: [0.5, 0.5, 0.5] };

const meshes = new WeakMap<OpenedCharacter, Map<number, Shape>>();
const surfaces = new WeakMap<Shape, Surface>();
const problems = new WeakMap<PropForm, string | null>();
const boxes = new WeakMap<Shape, Corners>();

/** What can be touched of a prop: its shape, or the triangles of its file; a box where these cannot be had. The same object for the same form. */
export function shapeOfProp(document: DocumentState, form: PropForm): Shape {
  return problemOfForm(document, form) === null ? usableShape(document, form) : MISSING;
}

/** Why nothing can be touched of a form; null where it can. */
export function problemOfForm(document: DocumentState, form: PropForm): string | null {
  const known = problems.get(form);
  if (known !== undefined) return known;
  let problem: string | null = null;
  try {
    readShape(usableShape(document, form));
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  problems.set(form, problem);
  return problem;
}

function usableShape(document: DocumentState, form: PropForm): Shape {
  if (form.kind !== 'file') return form;
  const file = characterOf(document, form.hash);
  return file ? meshOfFile(file, form.scale) : MISSING;
}

/** Throws an `Error` with one sentence where the file draws nothing that could be touched. */
export function meshOfFile(file: OpenedCharacter, scale: number): Shape {
  const known = meshes.get(file) ?? new Map<number, Shape>();
  meshes.set(file, known);
  const shape = known.get(scale) ?? readShape(trianglesOf(readGltf(file.bytes), file.scene, scale));
  known.clear();
  known.set(scale, shape);
  return shape;
}

/** The surface of a prop, in its own space. */
export function surfaceOfProp(document: DocumentState, form: PropForm): Surface {
  const shape = shapeOfProp(document, form);
  const surface = surfaces.get(shape) ?? createSurface(shape);
  surfaces.set(shape, surface);
  return surface;
}

/** Two opposite corners of the box around a prop, in its own space, metres. */
export interface Corners {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** The box around a prop. */
export function boxAroundProp(document: DocumentState, form: PropForm): Corners {
  const shape = shapeOfProp(document, form);
  const found = boxes.get(shape) ?? boxAround(shape);
  boxes.set(shape, found);
  return found;
}

function boxAround(shape: Shape): Corners {
  const middle = shapeMiddle(shape);
  const size = shapeSize(shape);
  const corner = (side: -0.5 | 0.5) => middle.map((value, axis) => value + side * size[axis]!) as unknown as Vec3;
  return { min: corner(-0.5), max: corner(0.5) };
}
