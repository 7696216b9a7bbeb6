import { createSurface } from '../../../core/contact/surface.ts';
import { readShape } from '../../../core/contact/read-shape.ts';
import type { Ground } from '../../../core/contact/ground.ts';
import type { Shape } from '../../../core/contact/shape.ts';
import type { PropData, PropForm } from '../../../core/document/project-data.ts';
import { groundOfProps, type PlacedProp } from '../../../core/document/prop-ground.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { trianglesOf } from '../../../core/formats/gltf/mesh-triangles.ts';
import { frameOfPlace, frameSeenFrom } from '../../../core/math/frame.ts';
import type { OpenDocument } from './open-document.ts';
import { framesIn } from './prop-words.ts';

/** The props that feet stand on and the floor, as the character that is worked on sees them at a time of the clip; undefined where there is the floor alone. */
export function groundIn(document: OpenDocument, time: number): Ground | undefined {
  const { props, place } = document.project;
  const placed = props.flatMap((prop) => (prop.isGround ? (placedIn(document, prop, time) ?? []) : []));
  return placed.length > 0 ? groundOfProps(placed, -place.at[1]) : undefined;
}

/** A prop as the character that is worked on sees it at a time of the clip; null where its file is not there. */
export function placedIn(document: OpenDocument, prop: PropData, time: number): PlacedProp | null {
  const shape = shapeIn(document, prop.form);
  const frame = frameSeenFrom(framesIn(document).at(prop, time), frameOfPlace(document.project.place));
  return shape && { form: prop.form, frame, surface: createSurface(shape) };
}

/** What can be touched of a form; null where its file is not there. */
function shapeIn({ character, others }: OpenDocument, form: PropForm): Shape | null {
  if (form.kind !== 'file') return form;
  const file = [character, ...others].find(({ hash }) => hash === form.hash);
  return file ? readShape(trianglesOf(readGltf(file.bytes), file.scene, form.scale)) : null;
}
