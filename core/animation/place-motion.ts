import type { Rig } from '../humanoid/body/rig.ts';
import { fromPlace, turnOf, type Place } from '../math/place.ts';
import { conjugate, multiply, rotate, type Quat } from '../math/quat.ts';
import { add, subtract, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import { restPose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import { hasTangents } from './easing.ts';
import { ROOT_TRACK, type Clip, type Track } from './clip.ts';
import { keysOf, trackOf, withTracks, type Key } from './track-keys.ts';

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
  const { root, turn, along } = placerOf({ skeleton }, place);
  const still = (joint: number, values: readonly number[]): Track => ({ joint, interpolation: 'linear', times: [0], values });
  const trackFor = (joint: number, rest: readonly number[]) =>
    clip.tracks.find((each) => each.joint === joint) ?? still(joint, rest);
  const [moves, turns] = [trackFor(ROOT_TRACK, [0, 0, 0]), trackFor(skeleton.root, [0, 0, 0, 1])];
  const moveKey = (key: Key): Key => {
    const way = key.interpolation ?? null;
    const value = root(key.value as unknown as Vec3);
    return hasTangents(way) ? { ...key, value, interpolation: { out: along(way.out), in: along(way.in) } } : { ...key, value };
  };
  const placed = withTracks(clip, [
    ...clip.tracks.filter((track) => track !== moves && track !== turns),
    trackOf(moves, keysOf(moves).map(moveKey)),
    // Tangents of rotations are in the joint's own frame, which goes along.
    trackOf(
      turns,
      keysOf(turns).map((key) => ({ ...key, value: turn(key.value as unknown as Quat) })),
    ),
  ]);
  if (!clip.layers) return placed;
  const layers = clip.layers.map((layer) => ({
    ...layer,
    tracks: layer.tracks.map((track) =>
      track.joint === ROOT_TRACK
        ? trackOf(
            track,
            keysOf(track).map((key) => turnedKey(key, along)),
          )
        : track,
    ),
  }));
  return { ...placed, layers };
}

function turnedKey(key: Key, along: (way: readonly number[]) => Vec3): Key {
  const way = key.interpolation ?? null;
  const value = along(key.value);
  return hasTangents(way) ? { ...key, value, interpolation: { out: along(way.out), in: along(way.in) } } : { ...key, value };
}

/** How the root's translation, the first joint's rotation and directions change. */
function placerOf({ skeleton }: Pick<Rig, 'skeleton'>, place: Place) {
  const rest = forwardKinematics(skeleton, restPose(skeleton));
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
