import { othersOf } from '../../../core/document/work-on-actor.ts';
import { placeShape } from '../../../core/humanoid/body/body-shape.ts';
import { perRig } from '../../../core/humanoid/body/per-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { atan2 } from '../../../core/math/elementary.ts';
import { turnOf, type Place } from '../../../core/math/place.ts';
import { rotate } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { worldAtRest } from '../../../core/skeleton/forward-kinematics.ts';
import type { DocumentState } from '../document-state.ts';
import { rigOfActor } from './rigs.ts';

/** Of a body's height: what it takes of the floor to its side at least, and what is left between arms at rest. */
export const HALF_WIDTH = 0.5;
const SPARE = 0.02;

/** Metres that a body takes of the floor to its side, arms at rest: as far as its flesh reaches. */
const halfWidthOf: (rig: Rig) => number = perRig(({ skeleton, shape, report }) => {
  const [x, , z] = report.facing;
  const ends = placeShape(shape, worldAtRest(skeleton));
  const reaches = shape.map(({ radius }, i) => {
    const aside = [2 * i, 2 * i + 1].map((end) => Math.abs(z * ends[3 * end]! - x * ends[3 * end + 2]!));
    return Math.max(...aside) + radius;
  });
  return Math.max(HALF_WIDTH * report.height, Math.max(0, ...reaches) + SPARE * report.height);
});

/**
 * A free place on the floor: to the left of all who are there as the one that is worked on faces, so far that arms do not touch; that actor's place is the
 * line that all stand on.
 */
export function placeBeside(document: DocumentState, rig: Rig, turn: number): Place {
  const { present } = document.history;
  const side = sideOf(document.rig, present.place);
  const along = (at: Vec3) => at[0] * side[0] + at[2] * side[2];
  const own = { place: present.place, halfWidth: halfWidthOf(document.rig) };
  const others = othersOf(present).map((actor) => ({
    place: actor.place,
    halfWidth: halfWidthOf(rigOfActor(document, actor) ?? document.rig),
  }));
  const edge = Math.max(...[own, ...others].map(({ place, halfWidth }) => along(place.at) + halfWidth));
  const away = edge + halfWidthOf(rig) - along(present.place.at);
  const at = present.place.at.map((value, axis) => value + away * side[axis]!) as unknown as Vec3;
  return { at, turn };
}

/** The turn with which a body looks the same way as the one that is worked on, whatever way its file lets it face. */
export function turnLike({ rig, history }: DocumentState, other: Rig): number {
  return history.present.place.turn + angleOf(rig.report.facing) - angleOf(other.report.facing);
}

function angleOf([x, , z]: Vec3): number {
  return atan2(x, z);
}

/** What is to the left of an actor, in the scene. */
function sideOf(rig: Rig, place: Place): Vec3 {
  const [x, , z] = rotate(turnOf(place), rig.report.facing);
  return [z, 0, -x];
}
