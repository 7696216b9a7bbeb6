import type { Clip } from '../../animation/clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toDegrees, toRadians } from '../../math/angles.ts';
import { angleBetween, conjugate, fromEuler, multiply, quatAt, type Quat } from '../../math/quat.ts';
import { isSamePlace, ORIGIN, type Place } from '../../math/place.ts';
import { distance, scale, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { toEulerZxy } from '../bvh/euler.ts';
import { differentNames } from '../../math/different-names.ts';
import { composeFrames, frameOfPlace, frameSeenFrom, type Frame } from '../../math/frame.ts';
import { fbxDocument, type FbxJoint } from '../fbx/fbx-document.ts';
import { withMeshes, type FbxTriangles } from '../fbx/fbx-geometry.ts';
import { writeFbxRecords, type FbxRecord, type FbxValue } from '../fbx/fbx-records.ts';
import { composeMatrix } from '../gltf/matrix.ts';
import type { ActorMotion } from './actor-motion.ts';
import { clipRange, frameTimes, type ClipRange } from './clip-range.ts';
import type { LargestErrors } from './largest-errors.ts';
import { posesOf, restWorld, worldsOf } from './motion-frames.ts';
import { meshOfProp, pathsOfProps } from './scene-props.ts';
import { checkWritten, type MotionTarget, type OnProgress, type WrittenMotion } from './write-clip.ts';
import type { SceneParts } from './write-scene.ts';

/** FBX files are written in centimetres, +Y up. */
const UNITS_PER_METRE = 100;
/** What a joint without a name is called. */
const NO_NAME = 'joint';
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
  return writeFrames(rig, { name: clip.name, fps: range.fps, times }, (tell) => posesOf(rig, clip, shifted, tell), onProgress);
}

/**
 * The clip of all actors of a scene as one such file: a skeleton each where it stands, its joints named after the actor as in "Knight:Hips"; and each prop as
 * a mesh that goes where the scene has it, without its materials. Throws an `Error` with one sentence where an actor has not the one clip, or the file of a
 * prop is not there.
 */
export function writeSceneToFbx(
  actors: readonly ActorMotion[],
  { range: part = {}, props = [], fileOf }: Pick<SceneParts, 'range' | 'props' | 'fileOf'> = {},
  onProgress?: OnProgress,
): WrittenMotion {
  const clips = actors.map(({ name, clips: [clip, ...more] }) => {
    if (!clip || more.length > 0) throw new Error(`a .fbx file holds one clip of "${name}", got ${clip ? more.length + 1 : 0}`);
    return clip;
  });
  const [range] = actors.map(({ target: { rig } }, a) => clipRange(rig.skeleton, clips[a]!, part));
  const { from, fps } = range!;
  const times = frameTimes(range!);
  const shifted = times.map((time) => from + time);
  const rigs = actors.map(({ target: { rig } }) => rig);
  const before = rigs.map((_, a) => rigs.slice(0, a).reduce((sum, { skeleton }) => sum + skeleton.count, 0));
  const paths = pathsOfProps(props, actors);
  const together = (worlds: readonly WorldTransforms[], time: number) => {
    const frames = paths.map((path) => path(0, time));
    return joined([
      ...worlds.map((world, a) => placed(world, actors[a]!.place)),
      ...frames.map(({ position, rotation }) => ({ positions: position, rotations: rotation })),
    ]);
  };
  const shown = props.map(({ form }) => {
    const { positions, normals, indices } = meshOfProp(form, fileOf);
    return { positions: positions.map((value) => UNITS_PER_METRE * value), normals, indices };
  });
  return writeTake(
    {
      name: clips[0]!.name,
      fps,
      times,
      names: [
        ...rigs.flatMap(({ skeleton }, a) => skeleton.names.map((joint) => `${actors[a]!.name}:${joint || NO_NAME}`)),
        ...props.map(({ name }) => name),
      ],
      parents: [
        ...rigs.flatMap(({ skeleton }, a) =>
          Array.from(skeleton.parents, (parent) => (parent < 0 ? parent : parent + before[a]!)),
        ),
        ...props.map(() => -1),
      ],
      rest: together(rigs.map(restWorld), from),
      *worlds(tell) {
        const each = rigs.map((rig, a) =>
          worldsOf(rig, posesOf(rig, clips[a]!, shifted, a === 0 ? tell : undefined))[Symbol.iterator](),
        );
        for (const time of shifted)
          yield together(
            each.map((worlds) => worlds.next().value as WorldTransforms),
            time,
          );
      },
    },
    onProgress,
    shown,
  );
}

/** The joints of several bodies, one body's after the other's. */
function joined(
  worlds: readonly { readonly [K in keyof WorldTransforms]: ArrayLike<number> & Iterable<number> }[],
): WorldTransforms {
  return {
    positions: Float64Array.from(worlds.flatMap(({ positions }) => [...positions])),
    rotations: Float64Array.from(worlds.flatMap(({ rotations }) => [...rotations])),
  };
}

/** A body where it stands. */
function placed(world: WorldTransforms, place: Place): WorldTransforms {
  if (isSamePlace(place, ORIGIN)) return world;
  const frame = frameOfPlace(place);
  const [positions, rotations] = [world.positions.slice(), world.rotations.slice()];
  for (let joint = 0; joint < positions.length / 3; joint++) {
    const own = composeFrames(frame, { position: vec3At(positions, joint), rotation: quatAt(rotations, joint) });
    positions.set(own.position, 3 * joint);
    rotations.set(own.rotation, 4 * joint);
  }
  return { positions, rotations };
}

/** A still pose as an FBX file with a take of one frame. */
export function writePoseToFbx({ rig }: MotionTarget, pose: Pose): WrittenMotion {
  return writeFrames(rig, { name: 'pose', fps: 30, times: [0] }, () => [pose]);
}

function writeFrames(
  rig: Rig,
  take: Pick<Take, 'name' | 'fps' | 'times'>,
  poses: (onProgress?: OnProgress) => Iterable<Pose>,
  onProgress?: OnProgress,
): WrittenMotion {
  const { names, parents } = rig.skeleton;
  const worlds = (tell?: OnProgress) => worldsOf(rig, poses(tell));
  return writeTake({ ...take, names, parents, rest: restWorld(rig), worlds }, onProgress);
}

/** What joints do in a take, in the world of the file. */
interface Take {
  readonly name: string;
  readonly fps: number;
  readonly times: readonly number[];
  readonly names: readonly string[];
  readonly parents: ArrayLike<number>;
  readonly rest: WorldTransforms;
  readonly worlds: (onProgress?: OnProgress) => Iterable<WorldTransforms>;
}

/** `meshes`: what is shown instead of the last joints. */
function writeTake(take: Take, onProgress?: OnProgress, meshes: readonly FbxTriangles[] = []): WrittenMotion {
  const records = withMeshes(fbxDocument({ ...take, joints: jointsOf(take, onProgress) }), meshes);
  const bytes = writeFbxRecords(records);
  return {
    bytes,
    warnings: [],
    compare(reread, tell) {
      checkWritten(bytes, reread);
      return compareFrames(take, readMotion(records), tell);
    },
  };
}

/** Where a joint is in its parent's space. */
function localOf({ positions, rotations }: WorldTransforms, joint: number, parent: number): Frame {
  const frameOf = (of: number): Frame => ({ position: vec3At(positions, of), rotation: quatAt(rotations, of) });
  return parent < 0 ? frameOf(joint) : frameSeenFrom(frameOf(joint), frameOf(parent));
}

function jointsOf({ names, parents, times: { length: count }, rest, worlds }: Take, onProgress?: OnProgress): FbxJoint[] {
  const differing = differentNames({ between: '_' });
  const joints = names.map((_, joint) => joint);
  const bound = joints.map((joint) => localOf(rest, joint, parents[joint]!));
  const translations = joints.map(() => new Float64Array(3 * count));
  const rotations = joints.map(() => new Float64Array(3 * count));
  let frame = 0;
  for (const world of worlds(onProgress)) {
    for (const joint of joints) {
      const { position, rotation } = localOf(world, joint, parents[joint]!);
      translations[joint]!.set(scale(position, UNITS_PER_METRE), 3 * frame);
      const before = frame > 0 ? rotations[joint]!.subarray(3 * frame - 3, 3 * frame) : [0, 0, 0];
      const turn = multiply(conjugate(bound[joint]!.rotation), rotation);
      rotations[joint]!.set(eulerXyz(turn, [before[0]!, before[1]!, before[2]!]), 3 * frame);
    }
    frame++;
  }
  return joints.map((joint) => {
    const name = differing(names[joint]! || NO_NAME);
    const { position: bind, rotation } = bound[joint]!;
    const still = scale(bind, UNITS_PER_METRE);
    const moves = translations[joint]!.some((value, i) => Math.abs(value - still[i % 3]!) > STILL_METRES * UNITS_PER_METRE);
    const turns = rotations[joint]!.some((value) => Math.abs(value) > STILL_DEGREES);
    const position = scale(vec3At(rest.positions, joint), UNITS_PER_METRE);
    return {
      name,
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

/** What the file says about each frame, put together from the roots down, beside the worlds that were meant. */
function compareFrames({ worlds }: Take, file: readonly ReadJoint[], tell?: OnProgress): LargestErrors {
  let largestDistance = 0;
  let largestAngle = 0;
  let frame = 0;
  for (const world of worlds(tell)) {
    const written: Frame[] = [];
    file.forEach(({ parent, translation, rotation }, joint) => {
      const own = { position: scale(translation(frame), 1 / UNITS_PER_METRE), rotation: rotation(frame) };
      const above = written[parent];
      const stands = above ? composeFrames(above, own) : own;
      written.push(stands);
      largestDistance = Math.max(largestDistance, distance(stands.position, vec3At(world.positions, joint)));
      largestAngle = Math.max(largestAngle, angleBetween(stands.rotation, quatAt(world.rotations, joint)));
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
  const linkedTo = (parent: unknown, property: string) =>
    links.find(([kind, , to, as]) => kind === 'OP' && to === parent && as === property)?.[1];
  /** The values of a property's curves, an axis each; null where it has none. */
  const curvesOf = (id: unknown, property: string): ArrayLike<number>[] | null => {
    const node = linkedTo(id, property);
    if (node === undefined) return null;
    return ['X', 'Y', 'Z'].map((axis) => {
      const curve = byId.get(linkedTo(node, `d|${axis}`)!);
      const values = curve?.children.find(({ name }) => name === 'KeyValueFloat')?.values[0]?.value;
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
