import type { Clip } from '../../animation/clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toDegrees, toRadians } from '../../math/angles.ts';
import { angleBetween, conjugate, fromEuler, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { composeFrames, frameOfPlace } from '../../math/frame.ts';
import { isSamePlace, ORIGIN, type Place } from '../../math/place.ts';
import { add, distance, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { toEulerZxy } from '../bvh/euler.ts';
import { fbxDocument, type FbxJoint } from '../fbx/fbx-document.ts';
import { readFbxRecords, writeFbxRecords, type FbxRecord, type FbxValue } from '../fbx/fbx-records.ts';
import { composeMatrix } from '../gltf/matrix.ts';
import type { ActorMotion } from './actor-motion.ts';
import { clipRange, frameTimes, type ClipRange } from './clip-range.ts';
import type { LargestErrors } from './largest-errors.ts';
import { posesOf, restWorld, worldsOf } from './motion-frames.ts';
import type { MotionTarget, OnProgress, WrittenMotion } from './write-clip.ts';

/** FBX files are written in centimetres, +Y up. */
const UNITS_PER_METRE = 100;
/** Metres and degrees below which a joint stands still. */
const STILL_METRES = 1e-6;
const STILL_DEGREES = 1e-4;

/**
 * A clip as an animation-only FBX 7.5 file: every joint of the character with its name and its axes at rest, bound in the rest pose, and a key
 * a frame. A joint's rotation is PreRotation (its rest) · Lcl Rotation.
 */
export function writeClipToFbx({ rig }: MotionTarget, clip: Clip, range: ClipRange, onProgress?: OnProgress): WrittenMotion {
  const times = frameTimes(range);
  const shifted = times.map((time) => range.from + time);
  return writeFrames(rig, clip.name, range.fps, times, (tell) => posesOf(rig, clip, shifted, tell), onProgress);
}

/**
 * The clip of all actors of a scene as one such file: a skeleton each where it stands, its joints named after the actor as in "Knight:Hips". Throws an `Error` with one
 * sentence where an actor has not the one clip.
 */
export function writeSceneToFbx(
  actors: readonly ActorMotion[],
  part: Partial<ClipRange> = {},
  onProgress?: OnProgress,
): WrittenMotion {
  const clips = actors.map(({ name, clips: [clip, ...more] }) => {
    if (!clip || more.length > 0) throw new Error(`a .fbx file holds one clip of "${name}", got ${clip ? more.length + 1 : 0}`);
    return clip;
  });
  const ranges = actors.map(({ target: { rig } }, a) => clipRange(rig.skeleton, clips[a]!, part));
  const { from, fps } = ranges[0]!;
  const times = frameTimes(ranges[0]!);
  const shifted = times.map((time) => from + time);
  const worldsIn = (a: number, tell: OnProgress = () => undefined): Iterable<WorldTransforms> => {
    const { target, place } = actors[a]!;
    return placedIn(
      worldsOf(
        target.rig,
        posesOf(target.rig, clips[a]!, shifted, (share) => tell((a + share) / actors.length)),
      ),
      place,
    );
  };
  const taken = new Set<string>();
  const joints: FbxJoint[] = [];
  for (const [a, { name, place, target }] of actors.entries()) {
    const first = joints.length;
    const own = jointsOf(
      target.rig,
      times.length,
      worldsIn(a, onProgress),
      (joint) => uniqueName(`${name}:${joint}`, taken),
      place,
    );
    joints.push(...own.map((joint) => (joint.parent < 0 ? joint : { ...joint, parent: joint.parent + first })));
  }
  return {
    bytes: writeFbxRecords(fbxDocument({ name: clips[0]!.name, fps, times, joints })),
    warnings: [],
    compare: (reread, tell) => {
      const file = readMotion(readFbxRecords(reread));
      const counts = actors.map(({ target }) => target.rig.skeleton.count);
      checkCount(
        file,
        counts.reduce((sum, count) => sum + count, 0),
      );
      let first = 0;
      const errors = actors.map((_, a) => {
        first += a > 0 ? counts[a - 1]! : 0;
        return compareFrames(worldsIn(a, tell), file, first, counts[a]!);
      });
      return {
        distance: Math.max(...errors.map(({ distance: most }) => most)),
        angle: Math.max(...errors.map(({ angle }) => angle)),
      };
    },
  };
}

/** The worlds of a body's frames where it stands. */
function* placedIn(worlds: Iterable<WorldTransforms>, place: Place): Generator<WorldTransforms> {
  for (const world of worlds) yield placed(world, place);
}

function placed({ positions, rotations }: WorldTransforms, place: Place): WorldTransforms {
  const frame = frameOfPlace(place);
  const [at, turns] = [positions.slice(), rotations.slice()];
  for (let joint = 0; joint < at.length / 3; joint++) {
    const { position, rotation } = composeFrames(frame, { position: vec3At(at, joint), rotation: quatAt(turns, joint) });
    at.set(position, 3 * joint);
    turns.set(rotation, 4 * joint);
  }
  return { positions: at, rotations: turns };
}

/** A still pose as an FBX file with a take of one frame. */
export function writePoseToFbx({ rig }: MotionTarget, pose: Pose): WrittenMotion {
  return writeFrames(rig, 'pose', 30, [0], () => [pose]);
}

function writeFrames(
  rig: Rig,
  name: string,
  fps: number,
  times: readonly number[],
  poses: (onProgress?: OnProgress) => Iterable<Pose>,
  onProgress?: OnProgress,
): WrittenMotion {
  const taken = new Set<string>();
  const joints = jointsOf(rig, times.length, worldsOf(rig, poses(onProgress)), (joint) => uniqueName(joint, taken));
  return {
    bytes: writeFbxRecords(fbxDocument({ name, fps, times, joints })),
    warnings: [],
    compare: (reread, tell) => {
      const file = readMotion(readFbxRecords(reread));
      checkCount(file, rig.skeleton.count);
      return compareFrames(worldsOf(rig, poses(tell)), file, 0, rig.skeleton.count);
    },
  };
}

interface Local {
  readonly translation: Vec3;
  readonly rotation: Quat;
}

/** A joint's place and turn in its parent's space. */
function localOf({ positions, rotations }: WorldTransforms, joint: number, parent: number): Local {
  const rotation = quatAt(rotations, joint);
  const position = vec3At(positions, joint);
  if (parent < 0) return { translation: position, rotation };
  const back = conjugate(quatAt(rotations, parent));
  return { translation: rotate(back, subtract(position, vec3At(positions, parent))), rotation: multiply(back, rotation) };
}

/** The joints of a body with `count` frames, whose worlds are given; `place` is where it rests. */
function jointsOf(
  rig: Rig,
  count: number,
  worlds: Iterable<WorldTransforms>,
  nameOf: (joint: string) => string,
  place: Place = ORIGIN,
): FbxJoint[] {
  const rest = isSamePlace(place, ORIGIN) ? restWorld(rig) : placed(restWorld(rig), place);
  const { parents, names } = rig.skeleton;
  const joints = names.map((_, joint) => joint);
  const bound = joints.map((joint) => localOf(rest, joint, parents[joint]!));
  const translations = joints.map(() => new Float64Array(3 * count));
  const rotations = joints.map(() => new Float64Array(3 * count));
  let frame = 0;
  for (const world of worlds) {
    for (const joint of joints) {
      const { translation, rotation } = localOf(world, joint, parents[joint]!);
      translations[joint]!.set(scale(translation, UNITS_PER_METRE), 3 * frame);
      const before = frame > 0 ? rotations[joint]!.subarray(3 * frame - 3, 3 * frame) : [0, 0, 0];
      const turn = multiply(conjugate(bound[joint]!.rotation), rotation);
      rotations[joint]!.set(eulerXyz(turn, [before[0]!, before[1]!, before[2]!]), 3 * frame);
    }
    frame++;
  }
  return joints.map((joint) => {
    const name = names[joint]!;
    const { translation, rotation } = bound[joint]!;
    const still = scale(translation, UNITS_PER_METRE);
    const moves = translations[joint]!.some((value, i) => Math.abs(value - still[i % 3]!) > STILL_METRES * UNITS_PER_METRE);
    const turns = rotations[joint]!.some((value) => Math.abs(value) > STILL_DEGREES);
    const position = scale(vec3At(rest.positions, joint), UNITS_PER_METRE);
    return {
      name: nameOf(name === '' ? 'joint' : name),
      parent: parents[joint]!,
      translation: still,
      preRotation: eulerXyz(rotation, [0, 0, 0]),
      world: composeMatrix({ translation: position, rotation: quatAt(rest.rotations, joint), scale: [1, 1, 1] }),
      ...(moves && { translations: translations[joint]! }),
      ...(turns && { rotations: rotations[joint]! }),
    };
  });
}

/**
 * Degrees about x, then y, then z, nearest to `near`. Mirrored at the plane x = y, such a rotation is one about y, then x, then z with all
 * angles negative.
 */
function eulerXyz([x, y, z, w]: Quat, near: Vec3): Vec3 {
  const [a, b, c] = toEulerZxy([-y, -x, -z, w], [-toRadians(near[2]), -toRadians(near[1]), -toRadians(near[0])]);
  return [-toDegrees(c), -toDegrees(b), -toDegrees(a)];
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique); n++) unique = `${name}_${n}`;
  taken.add(unique);
  return unique;
}

function checkCount(file: readonly ReadJoint[], count: number): void {
  if (file.length !== count) throw new Error(`the exported file holds ${file.length} of ${count} joints`);
}

/** What the file says about each frame of `count` joints from `first` on, put together from the roots down, beside the worlds that were meant. */
function compareFrames(
  worlds: Iterable<WorldTransforms>,
  file: readonly ReadJoint[],
  first: number,
  count: number,
): LargestErrors {
  let largestDistance = 0;
  let largestAngle = 0;
  let frame = 0;
  for (const world of worlds) {
    const written: Local[] = [];
    file.slice(first, first + count).forEach(({ parent, translation, rotation }, joint) => {
      const own = { translation: scale(translation(frame), 1 / UNITS_PER_METRE), rotation: rotation(frame) };
      const above = written[parent - first];
      written.push(
        above
          ? {
              translation: add(above.translation, rotate(above.rotation, own.translation)),
              rotation: multiply(above.rotation, own.rotation),
            }
          : own,
      );
      largestDistance = Math.max(largestDistance, distance(written[joint]!.translation, vec3At(world.positions, joint)));
      largestAngle = Math.max(largestAngle, angleBetween(written[joint]!.rotation, quatAt(world.rotations, joint)));
    });
    frame++;
  }
  return { distance: largestDistance, angle: largestAngle };
}

interface ReadJoint {
  readonly parent: number;
  readonly translation: (frame: number) => Vec3;
  readonly rotation: (frame: number) => Quat;
}

function readMotion(records: readonly FbxRecord[]): ReadJoint[] {
  const inside = (name: string) => records.find((record) => record.name === name)?.children ?? [];
  const objects = inside('Objects');
  const links = inside('Connections').map(({ values }) => values.map(({ value }) => value));
  const idOf = ({ values }: FbxRecord) => values[0]!.value;
  const models = objects.filter(({ name }) => name === 'Model');
  const indexOf = new Map(models.map((model, i) => [idOf(model), i]));
  const byId = new Map(objects.map((object) => [idOf(object), object]));
  const parentOf = new Map(links.filter(([kind]) => kind === 'OO').map(([, child, parent]) => [child, parent]));
  /** The values of a property's curves, an axis each; null where it has none. */
  const curvesOf = (id: unknown, property: string): ArrayLike<number>[] | null => {
    const node = links.find(([kind, , parent, to]) => kind === 'OP' && parent === id && to === property)?.[1];
    if (node === undefined) return null;
    return ['X', 'Y', 'Z'].map((axis) => {
      const curve = links.find(([kind, , parent, to]) => kind === 'OP' && parent === node && to === `d|${axis}`)?.[1];
      const values = byId.get(curve!)?.children.find(({ name }) => name === 'KeyValueFloat')?.values[0]?.value;
      if (!(values instanceof Float32Array)) throw new Error('the exported file lacks a curve');
      return values;
    });
  };
  return models.map((model) => {
    const stated = (property: string): Vec3 => vectorOf(model, property);
    const moved = curvesOf(idOf(model), 'Lcl Translation');
    const turned = curvesOf(idOf(model), 'Lcl Rotation');
    const at = (curves: ArrayLike<number>[] | null, still: Vec3, frame: number): Vec3 =>
      curves ? [curves[0]![frame]!, curves[1]![frame]!, curves[2]![frame]!] : still;
    const pre = quatOf(stated('PreRotation'));
    return {
      parent: indexOf.get(parentOf.get(idOf(model))!) ?? -1,
      translation: (frame) => at(moved, stated('Lcl Translation'), frame),
      rotation: (frame) => multiply(pre, quatOf(at(turned, stated('Lcl Rotation'), frame))),
    };
  });
}

function vectorOf(model: FbxRecord, property: string): Vec3 {
  const list = model.children.find(({ name }) => name === 'Properties70')?.children ?? [];
  const values = list.find((each) => each.values[0]?.value === property)?.values.slice(4) ?? [];
  const part = (value: FbxValue | undefined) => (value?.type === 'D' ? value.value : Number.NaN);
  return [part(values[0]), part(values[1]), part(values[2])];
}

function quatOf([x, y, z]: Vec3): Quat {
  return fromEuler(toRadians(x), toRadians(y), toRadians(z), 'ZYX');
}
