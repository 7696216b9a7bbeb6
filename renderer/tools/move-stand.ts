import { toDegrees } from '../../core/math/angles.ts';
import { fromPlace, intoPlace, shortTurn, type Place } from '../../core/math/place.ts';
import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';
import { add, distance, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { keepPlace } from '../state/scene/edit-actors.ts';
import { previewPlace, shownPlace } from '../state/scene/shown-place.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { showLength } from '../state/window/units.ts';
import { hitPlane, rayThrough, type Lens, type ScreenPoint } from './geometry/lens.ts';
import { standRing } from './geometry/stand-ring.ts';
import { createSlowPointer, NO_TRACE, type Gesture, type PointerSample } from './gesture.ts';

const UP: Vec3 = [0, 1, 0];

/** Metres of the scene and radians that a place comes to while it snaps: 10 cm and 15°. */
const SNAP_LENGTH = 0.1;
const SNAP_ANGLE = Math.PI / 12;

/**
 * Drags a character over the floor by the ring around it, or rotates it about where it stands by the mark on the ring. Everything is drawn as seen from the
 * character: the camera goes along with it, so that on screen the character goes with the pointer and the rest stays. With Ctrl it comes to
 * round numbers of the scene.
 */
export function beginStand(studio: Studio, part: 'move' | 'rotate', pointer: PointerSample, lens: Lens): Gesture | null {
  const { document } = studio.getState();
  const pose = shownPose(studio.getState());
  if (!document || !pose) return null;
  const ring = standRing(document.rig, forwardKinematics(document.rig.skeleton, pose));
  const before = shownPlace(studio.getState());
  const slow = createSlowPointer(pointer);
  const onFloor = (place: Place, at: ScreenPoint, through: Lens): Vec3 | null => {
    const hit = hitPlane(rayThrough(through, at), ring.centre, UP);
    return hit && fromPlace(place, hit);
  };
  const start = onFloor(before, pointer, lens);
  if (!start) return null;
  const centre = fromPlace(before, ring.centre);
  const angleTo = (point: Vec3): number => {
    const [x, , z] = subtract(point, centre);
    return Math.atan2(x, z);
  };
  return {
    move: (sample, present) => {
      const there = onFloor(shownPlace(studio.getState()), slow(sample), present);
      if (!there) return;
      const snap = sample.snaps === true ? toRound : (value: number): number => value;
      previewPlace(
        studio,
        part === 'move'
          ? moved(before, subtract(there, start), snap)
          : rotated(before, ring.centre, snap(before.turn + angleTo(there) - angleTo(start), SNAP_ANGLE)),
      );
    },
    commit: () => keepPlace(studio),
    cancel: () => previewPlace(studio, null),
    shown: () => ({ ...NO_TRACE, words: inWords(studio, part, before) }),
  };
}

/** A number brought to the nearest multiple of a step. */
function toRound(value: number, step: number): number {
  return step * Math.round(value / step);
}

function moved({ at, turn }: Place, way: Vec3, snap: (value: number, step: number) => number): Place {
  return { turn, at: [snap(at[0] + way[0], SNAP_LENGTH), at[1], snap(at[2] + way[2], SNAP_LENGTH)] };
}

/** The place turned to an angle about a point of the character’s own space, which stays where it is. */
function rotated(place: Place, about: Vec3, turn: number): Place {
  const turned = { ...place, turn };
  return { ...turned, at: add(place.at, subtract(fromPlace(place, about), fromPlace(turned, about))) };
}

function inWords(studio: Studio, part: 'move' | 'rotate', before: Place): string {
  const state = studio.getState();
  const now = shownPlace(state);
  if (part === 'rotate') return `${toDegrees(shortTurn(now.turn - before.turn)).toFixed(0)}°`;
  return showLength(state.session.settings.lengths, distance(intoPlace(before, now.at), [0, 0, 0]));
}
