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
import { lastOf } from '../../../core/math/last-of.ts';

/** The shape of a box of half a metre: what stands for a file that cannot be had. */
export const MISSING: MadeShape = { kind: 'box', size: [0.5, 0.5, 0.5] };

/** The triangles of a file at a scale, or why it has none that can be touched. */
type FileMesh = { readonly shape: Shape } | { readonly problem: string };

/** Of each file by its scale: several things may be of one file. */
const meshes = new WeakMap<OpenedCharacter, Map<number, FileMesh>>();
const surfaces = lastOf<Shape, Surface>();
const boxes = lastOf<Shape, Corners>();

/** Scales that are kept of a file: those of its things, and some that were tried. */
const MOST_SCALES = 16;

/** What can be touched of a prop: its shape, or the triangles of its file; a box where these cannot be had. The same object for the same form. */
export function shapeOfProp(document: DocumentState, form: PropForm): Shape {
  if (form.kind !== 'file') return form;
  const file = characterOf(document, form.hash);
  const mesh = file && meshOfFile(file, form.scale);
  return mesh && 'shape' in mesh ? mesh.shape : MISSING;
}

/** Why nothing can be touched of a form; null where it can, or where its file is not there. */
export function problemOfForm(document: DocumentState, form: PropForm): string | null {
  const file = form.kind === 'file' ? characterOf(document, form.hash) : null;
  return file && form.kind === 'file' ? problemOfFile(file, form.scale) : null;
}

/** Why nothing can be touched of a file at a scale; null where it can. */
export function problemOfFile(file: OpenedCharacter, scale: number): string | null {
  const mesh = meshOfFile(file, scale);
  return 'problem' in mesh ? mesh.problem : null;
}

function meshOfFile(file: OpenedCharacter, scale: number): FileMesh {
  const known = meshes.get(file) ?? new Map<number, FileMesh>();
  meshes.set(file, known);
  const found = known.get(scale) ?? readMesh(file, scale);
  if (known.size >= MOST_SCALES) known.clear();
  known.set(scale, found);
  return found;
}

function readMesh(file: OpenedCharacter, scale: number): FileMesh {
  try {
    return { shape: readShape(trianglesOf(readGltf(file.bytes), file.scene, scale)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The surface of a prop, in its own space. */
export function surfaceOfProp(document: DocumentState, form: PropForm): Surface {
  const shape = shapeOfProp(document, form);
  return surfaces(shape, [], () => createSurface(shape));
}

/** Two opposite corners of the box around a prop, in its own space, metres. */
export interface Corners {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** The box around a prop. */
export function boxAroundProp(document: DocumentState, form: PropForm): Corners {
  const shape = shapeOfProp(document, form);
  return boxes(shape, [], () => boxAround(shape));
}

function boxAround(shape: Shape): Corners {
  const middle = shapeMiddle(shape);
  const size = shapeSize(shape);
  const corner = (side: -0.5 | 0.5) => middle.map((value, axis) => value + side * size[axis]!) as unknown as Vec3;
  return { min: corner(-0.5), max: corner(0.5) };
}
