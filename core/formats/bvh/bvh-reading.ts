import { quantile } from '../../math/quantile.ts';
import { angleBetween, IDENTITY, rotate } from '../../math/quat.ts';
import { distance, length, subtract, type Vec3 } from '../../math/vec3.ts';
import { readBoneName } from '../../humanoid/body/bone-names.ts';
import { commonAncestor } from '../../skeleton/hierarchy.ts';
import type { Bvh } from './bvh.ts';
import { hasPositions, positionsOf, rotationIn, translationIn, type PositionReading } from './bvh-pose.ts';
import { log } from '../../math/elementary.ts';
import { turnOf, UP_AXES, type UpAxis } from '../text/up-axes.ts';
import { leapsFromFirst } from '../../animation/leaps-from-first.ts';

/** How a BVH file is understood where the format leaves it open. */
export interface BvhReading {
  readonly up: UpAxis;
  /** Whether the position channels of roots replace their OFFSET or are added to it. */
  readonly rootPosition: 'absolute' | 'added';
  /** The same for other joints. */
  readonly jointPosition: 'absolute' | 'added';
  /** Metres for one unit of the file, > 0. */
  readonly unit: number;
  /** The first frame is a calibration pose and no part of the motion. */
  readonly skipFirstFrame: boolean;
  /** How the figure stands at rest: with all channels at zero, as in a frame, or as with these values of all channels, a frame of another take of the same skeleton. */
  readonly rest: 'zero' | { readonly frame: number } | { readonly values: readonly number[] };
}

export interface ChosenReading {
  readonly reading: BvhReading;
  /** Why, in sentences for the user. */
  readonly reasons: readonly string[];
}

/** Frames that are looked at to choose a reading, and to find one in which the figure stands. */
const SAMPLED_FRAMES = 40;
const STANDING_FRAMES = 300;
/** Joints that are placed in all frames together to find the one in which the figure stands. */
const MOST_PLACED = 1_000_000;
/** Centimetres, inches, the unit of the CMU recordings (1 / 0.45 inch), decimetres, feet, metres, millimetres. */
const UNITS: readonly (readonly [metres: number, name: string])[] = [
  [0.01, 'centimetres'],
  [0.0254, 'inches'],
  [0.0254 / 0.45, 'CMU units (5.64 cm)'],
  [0.1, 'decimetres'],
  [0.3048, 'feet'],
  [1, 'metres'],
  [0.001, 'millimetres'],
];
/** Statures in metres that a known unit may give; otherwise the figure is scaled to the middle one. */
const STATURE = { least: 1.3, usual: 1.7, most: 2.15 } as const;
/** A zero pose at least this share as tall as the figure that stands is taken as the rest pose. */
const UPRIGHT = 0.75;

/** Chooses the reading that keeps the figure's lowest point near the floor and the figure upright; `overrides` are taken as they are. */
export function chooseReading(bvh: Bvh, overrides: Partial<BvhReading> = {}): ChosenReading {
  const reasons: string[] = [];
  checkRest(bvh, overrides.rest ?? 'zero');
  const jointPosition = overrides.jointPosition ?? chooseJointPosition(bvh);
  const zeroPose = zeroPositions(bvh);
  const skipFirstFrame = overrides.skipFirstFrame ?? startsWithCalibration(bvh);
  const first = skipFirstFrame ? 1 : 0;
  const frames = sampledFrames(bvh, first);
  const poses = frames.map((frame) => framePositions(bvh, frame, jointPosition));
  const up = overrides.up ?? upByFrames(bvh, zeroPose, poses) ?? chooseUp(zeroPose, poses);
  const rootPosition = overrides.rootPosition ?? chooseRootPosition(bvh, poses, up);
  const tallness =
    skeletonHeight(bvh, jointPosition) ??
    quantile(
      (poses.length > 0 ? poses : [zeroPose]).map((pose) => extent(pose, up)),
      0.6,
    );
  const zeroIsUpright = extent(zeroPose, up) >= UPRIGHT * tallness;
  const rest = overrides.rest ?? (zeroIsUpright ? 'zero' : { frame: standingFrame(bvh, first, jointPosition, up) });
  const stature = zeroIsUpright ? extent(zeroPose, up) : tallness;
  const [unit, unitReason] = overrides.unit ? [overrides.unit, null] : chooseUnit(stature);
  if (unitReason) reasons.push(unitReason);
  if (up !== 'y') reasons.push(`the figure stands along ${up.toUpperCase()}, so it was rotated to stand along Y`);
  const { offset } = bvh.joints[0]!;
  if (length(offset) > 0 && hasPositions(bvh.joints[0]!)) {
    reasons.push(
      rootPosition === 'added'
        ? "the root's position is added to its OFFSET: that keeps the feet near the floor"
        : "the root's position replaces its OFFSET",
    );
  }
  if (skipFirstFrame) reasons.push('the first frame is a calibration pose and was left out');
  if (rest !== 'zero') {
    const who = overrides.rest ? 'the figure' : 'with all channels at zero the figure does not stand, so it';
    const where = 'frame' in rest ? `in frame ${rest.frame}` : 'in a frame of the takes of its skeleton';
    reasons.push(`${who} rests as it stands ${where}`);
  }
  return { reading: { up, rootPosition, jointPosition, unit, skipFirstFrame, rest }, reasons };
}

/** Throws an `Error` with one sentence unless the file has what the figure is to rest in. */
function checkRest({ frameCount, channelCount }: Bvh, rest: BvhReading['rest']): void {
  if (rest === 'zero') return;
  if ('frame' in rest && !(rest.frame >= 0 && rest.frame < frameCount))
    throw new Error(`the BVH file has ${frameCount} frames, so frame ${rest.frame} cannot be its rest pose`);
  if ('values' in rest && !(rest.values.length === channelCount && rest.values.every(Number.isFinite)))
    throw new Error(`the BVH file has ${channelCount} channels, so ${rest.values.length} values cannot be its rest pose`);
}

/** Absolute when the channels lie nearer to OFFSET than to zero. */
function chooseJointPosition(bvh: Bvh): PositionReading {
  let toOffset = 0;
  let toZero = 0;
  for (const joint of bvh.joints) {
    if (joint.parent < 0 || !hasPositions(joint)) continue;
    for (const frame of sampledFrames(bvh, 0)) {
      const place = translationIn(bvh, joint, frame, 'absolute');
      toOffset += distance(place, joint.offset);
      toZero += length(place);
    }
  }
  return toZero < toOffset ? 'added' : 'absolute';
}

/** Cosine from which a figure's head is along an axis from its feet. */
const ALONG = 0.9;

/** Ways from its foot to its head that the figure's lowest point is off the floor at most, in half of the frames, where they alone tell what is up. */
const ON_FLOOR = 0.15;

/**
 * The axis along which the figure stands, its head up, in half of its frames: one that is neither Y nor Z where it does so with all channels at zero too, any where that is no pose
 * to stand in and the floor agrees. Null where names or poses tell none.
 */
function upByFrames(bvh: Bvh, zeroPose: readonly Vec3[], poses: readonly (readonly Vec3[])[]): UpAxis | null {
  const roles = bvh.joints.map(({ name, isEnd }) => (isEnd ? null : readBoneName(name).role));
  const [head, foot] = [roles.indexOf('head'), roles.indexOf('foot')];
  if (head < 0 || foot < 0) return null;
  const wayIn = (pose: readonly Vec3[]) => subtract(pose[head]!, pose[foot]!);
  const tall = Math.max(...[zeroPose, ...poses].map((pose) => length(wayIn(pose))));
  const isAlong = (pose: readonly Vec3[], up: UpAxis) =>
    heightOf(wayIn(pose), up) > Math.max(ALONG * length(wayIn(pose)), tall / 2);
  const isZero = (up: UpAxis) => isAlong(zeroPose, up);
  const isLow = (up: UpAxis) => floorError(poses, up, 0) < ON_FLOOR * tall;
  const candidates = UP_AXES.some(isZero)
    ? UP_AXES.filter((up) => up !== 'y' && up !== 'z' && isZero(up))
    : UP_AXES.filter((up) => poses.length > 0 && isLow(up));
  return candidates.find((up) => 2 * poses.filter((pose) => isAlong(pose, up)).length >= poses.length) ?? null;
}

/** Low floor error and a tall figure speak for an axis, Y before Z when in doubt. */
function chooseUp(zeroPose: readonly Vec3[], poses: readonly (readonly Vec3[])[]): 'y' | 'z' {
  const doubt = (axis: 'y' | 'z') => {
    const other = axis === 'y' ? 'z' : 'y';
    const all = poses.length > 0 ? poses : [zeroPose];
    const size = Math.max(...all.map((pose) => Math.max(extent(pose, axis), extent(pose, other))), 1e-12);
    const zeroSize = Math.max(extent(zeroPose, 'y'), extent(zeroPose, 'z'), 1e-12);
    const tall =
      quantile(
        all.map((pose) => extent(pose, axis)),
        0.5,
      ) / size;
    return floorError(all, axis, 0) / size + 0.5 * (1 - tall) + 0.5 * (1 - extent(zeroPose, axis) / zeroSize);
  };
  return doubt('y') <= doubt('z') + 0.05 ? 'y' : 'z';
}

function chooseRootPosition(bvh: Bvh, poses: readonly (readonly Vec3[])[], up: UpAxis): PositionReading {
  if (poses.length === 0) return 'absolute';
  const size = Math.max(...poses.map((pose) => extent(pose, up)));
  const gain = floorError(poses, up, 0) - floorError(poses, up, heightOf(bvh.joints[0]!.offset, up));
  return gain > 0.05 * size ? 'added' : 'absolute';
}

/** Height of a figure over the way from its ankles to its head along its bones. Our choice, by usual proportions. */
const HEIGHT_OF_BONES = 1.12;

/**
 * How tall the figure is when it stands, by the lengths of the bones from its feet to its head, in the file's units; null where their names do not tell. What
 * lies above the joint from which both hang, as a root on the floor does, is no part of it.
 */
function skeletonHeight(bvh: Bvh, jointPosition: PositionReading): number | null {
  if (jointPosition === 'absolute' && bvh.joints.some((joint) => joint.parent >= 0 && hasPositions(joint))) return null;
  const ways: number[] = [];
  const farthest = new Map<string, number>();
  bvh.joints.forEach(({ parent, offset, name, isEnd }, j) => {
    ways.push(parent < 0 ? 0 : ways[parent]! + length(offset));
    const { role } = readBoneName(name);
    if (isEnd || role === null) return;
    const other = farthest.get(role);
    if (other === undefined || ways[j]! > ways[other]!) farthest.set(role, j);
  });
  const [foot, head] = [farthest.get('foot'), farthest.get('head')];
  if (foot === undefined || head === undefined) return null;
  const shared = commonAncestor(
    bvh.joints.map(({ parent }) => parent),
    [foot, head],
  );
  if (shared < 0) return null;
  const tall = HEIGHT_OF_BONES * (ways[foot]! + ways[head]! - 2 * ways[shared]!);
  return tall > 0 ? tall : null;
}

function chooseUnit(stature: number): [number, string] {
  const fitting = UNITS.map(([metres, name]) => ({ metres, name, stature: metres * stature }))
    .filter((unit) => unit.stature >= STATURE.least && unit.stature <= STATURE.most)
    .sort((a, b) => Math.abs(log(a.stature / STATURE.usual)) - Math.abs(log(b.stature / STATURE.usual)))[0];
  if (fitting) return [fitting.metres, `lengths are ${fitting.name}: that makes a person of the figure`];
  if (!(stature > 1e-9)) return [1, 'the figure has no height, so its lengths were taken as metres'];
  return [STATURE.usual / stature, 'no common unit makes a person of this figure, so it was scaled to the height of one'];
}

function startsWithCalibration(bvh: Bvh): boolean {
  if (bvh.frameCount < 4) return false;
  return leapsFromFirst((frame) =>
    Math.max(...bvh.joints.map((joint) => angleBetween(rotationIn(bvh, joint, frame), rotationIn(bvh, joint, frame + 1)))),
  );
}

/** The frame in which the root is highest above the lowest joint of the left side and that of the right side: both legs straight. */
function standingFrame(bvh: Bvh, first: number, jointPosition: PositionReading, up: UpAxis): number {
  const pairs = sidePairs(bvh);
  const everything = [...bvh.joints.keys()];
  const sides = pairs.length > 0 ? [pairs.map(([left]) => left), pairs.map(([, right]) => right)] : [everything];
  let best = { frame: first, height: -Infinity };
  for (const frame of sampledFrames(bvh, first, Math.min(STANDING_FRAMES, Math.ceil(MOST_PLACED / bvh.joints.length)))) {
    const pose = framePositions(bvh, frame, jointPosition);
    const feet = Math.max(...sides.map((side) => Math.min(...side.map((joint) => heightOf(pose[joint]!, up)))));
    const height = heightOf(pose[0]!, up) - feet;
    if (height > best.height) best = { frame, height };
  }
  return best.frame;
}

/** Joints whose names differ only in left and right. */
export function sidePairs(bvh: Bvh): [left: number, right: number][] {
  const byName = new Map(bvh.joints.map((joint, j) => [joint.name.toLowerCase(), j]));
  return [...byName].flatMap(([name, left]): [number, number][] => {
    const right = name.includes('left') ? byName.get(name.replace('left', 'right')) : undefined;
    return right === undefined ? [] : [[left, right]];
  });
}

function sampledFrames(bvh: Bvh, first: number, most: number = SAMPLED_FRAMES): number[] {
  const available = bvh.frameCount - first;
  const count = Math.min(available, most);
  return Array.from({ length: count }, (_, i) => first + Math.floor((i * available) / count));
}

function zeroPositions(bvh: Bvh): Vec3[] {
  return positionsOf(bvh, (joint) => ({ translation: joint.offset, rotation: IDENTITY }));
}

function framePositions(bvh: Bvh, frame: number, jointPosition: PositionReading): Vec3[] {
  return positionsOf(bvh, (joint) => ({
    translation: translationIn(bvh, joint, frame, joint.parent < 0 ? 'absolute' : jointPosition),
    rotation: rotationIn(bvh, joint, frame),
  }));
}

/** Median distance of the lowest point from height 0 when everything stands `shift` higher. */
function floorError(poses: readonly (readonly Vec3[])[], up: UpAxis, shift: number): number {
  return quantile(
    poses.map((pose) => Math.abs(lowest(pose, up) + shift)),
    0.5,
  );
}

function heightOf(place: Vec3, up: UpAxis): number {
  return rotate(turnOf(up), place)[1];
}

function lowest(pose: readonly Vec3[], up: UpAxis): number {
  return pose.reduce((least, position) => Math.min(least, heightOf(position, up)), Infinity);
}

function extent(pose: readonly Vec3[], up: UpAxis): number {
  return pose.reduce((most, position) => Math.max(most, heightOf(position, up)), -Infinity) - lowest(pose, up);
}
