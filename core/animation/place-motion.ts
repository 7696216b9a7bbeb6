import type { Rig } from '../humanoid/body/rig.ts';
import { fromPlace, turnOf, type Place } from '../math/place.ts';
import { conjugate, multiply, rotate, type Quat } from '../math/quat.ts';
import { add, subtract, type Vec3 } from '../math/vec3.ts';
import { worldAtRest, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import { rootTranslationOf, rotationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import { changedTangents } from './easing.ts';
import { keySize, ROOT_TRACK, type Clip, type Track } from './clip.ts';
import { withTracks } from './track-keys.ts';

/** A function that puts a pose elsewhere as a whole: what was at the origin is at `place` then. */
export function posePlacer({ skeleton }: Pick<Rig, 'skeleton'>, place: Place): (pose: Pose) => Pose {
  const moved = placerOf({ skeleton }, place);
  return (pose) => {
    const placed = pose.slice();
    placed.set(moved.root(rootTranslationOf(pose)), 0);
    setRotation(placed, skeleton.root, moved.turn(rotationOf(pose, skeleton.root)));
    return placed;
  };
}

/** The clip done elsewhere as a whole: what was at the origin is at `place` then. It has a key of the root and of its first joint at least. */
export function placeMotion({ skeleton }: Pick<Rig, 'skeleton'>, clip: Clip, place: Place): Clip {
  const still = (joint: number, values: readonly number[]): Track => ({ joint, interpolation: 'linear', times: [0], values });
  const missing = [still(ROOT_TRACK, [0, 0, 0]), still(skeleton.root, [0, 0, 0, 1])].filter(
    ({ joint }) => !clip.tracks.some((track) => track.joint === joint),
  );
  const placed = withTracks(clip, placeTracks({ skeleton }, [...missing, ...clip.tracks], place));
  if (!clip.layers) return placed;
  const { along } = placerOf({ skeleton }, place);
  const layers = clip.layers.map((layer) => ({
    ...layer,
    tracks: layer.tracks.map((track) => (track.joint === ROOT_TRACK ? changedTrack(track, along, along) : track)),
  }));
  return { ...placed, layers };
}

/** The tracks of a motion done elsewhere as a whole. */
export function placeTracks({ skeleton }: Pick<Rig, 'skeleton'>, tracks: readonly Track[], place: Place): Track[] {
  const { root, turn, along } = placerOf({ skeleton }, place);
  return tracks.map((track) => {
    if (track.joint === ROOT_TRACK) return changedTrack(track, root, along);
    // Tangents of rotations are in the joint's own frame, which goes along.
    return track.joint === skeleton.root ? changedTrack(track, turn) : track;
  });
}

/** A track whose keys hold other values, and its tangents with them. */
function changedTrack<Value extends readonly number[]>(
  track: Track,
  change: (value: Value) => readonly number[],
  along?: (way: readonly number[]) => readonly number[],
): Track {
  const size = keySize(track.joint);
  const values = track.times.flatMap((_, k) =>
    change(track.values.slice(size * k, size * (k + 1)) as readonly number[] as Value),
  );
  if (!along) return { ...track, values };
  const { interpolation, keyInterpolations } = track;
  return {
    ...track,
    values,
    interpolation: changedTangents(interpolation, along),
    ...(keyInterpolations && { keyInterpolations: keyInterpolations.map((way) => way && changedTangents(way, along)) }),
  };
}

/** How the root's translation, the first joint's rotation and directions change. */
function placerOf({ skeleton }: Pick<Rig, 'skeleton'>, place: Place) {
  const rest = worldAtRest(skeleton);
  const at = worldPosition(rest, skeleton.root);
  const turned = turnOf(place);
  // A joint that rests at A and is turned by q stands at A q; R A q = A (A⁻¹ R A) q.
  const own = worldRotation(rest, skeleton.root);
  const before = multiply(multiply(conjugate(own), turned), own);
  return {
    root: (translation: Vec3): Vec3 => subtract(fromPlace(place, add(at, translation)), at),
    turn: (rotation: Quat): Quat => multiply(before, rotation),
    along: ([x, y, z]: readonly number[]): Vec3 => rotate(turned, [x!, y!, z!]),
  };
}
