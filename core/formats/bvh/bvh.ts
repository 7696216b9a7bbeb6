import type { Vec3 } from '../../math/vec3.ts';
import { checkBytes } from '../text/json-text.ts';
import {
  createBvhScanner,
  expectWord,
  nextNumber,
  nextWord,
  remainingNumbers,
  restOfName,
  takeWord,
  unexpected,
  type BvhScanner,
} from './bvh-scanner.ts';
import { asUtf8 } from './bvh-text.ts';

export type BvhChannel = 'Xposition' | 'Yposition' | 'Zposition' | 'Xrotation' | 'Yrotation' | 'Zrotation';

const CHANNELS = new Map<string, BvhChannel>([
  ['xposition', 'Xposition'],
  ['yposition', 'Yposition'],
  ['zposition', 'Zposition'],
  ['xrotation', 'Xrotation'],
  ['yrotation', 'Yrotation'],
  ['zrotation', 'Zrotation'],
]);

/** Bytes of a file: ten minutes of a body with fingers have a quarter of them. */
const MAX_BYTES = 1 << 28;
/** Numbers of the motion that are read, and that are made of it: four for a rotation, three for a place, in each frame. */
const MAX_NUMBERS = 1 << 25;
const MAX_KEY_NUMBERS = 1 << 26;
const MAX_JOINTS = 20_000;
const MAX_DEPTH = 500;
/** Largest length or angle that is accepted; beyond it arithmetic would lose its meaning. */
const MAX_VALUE = 1e9;
const DEFAULT_FRAME_TIME = 1 / 30;

export interface BvhJoint {
  readonly name: string;
  /** Index among the joints, smaller than this joint's own; −1 for a root. */
  readonly parent: number;
  /** From the parent, in the file's units. */
  readonly offset: Vec3;
  readonly channels: readonly BvhChannel[];
  /** Where this joint's channels begin inside a frame. */
  readonly firstChannel: number;
  /** Whether it is an `End Site`: a point without channels. */
  readonly isEnd: boolean;
}

/** A BVH file as it stands: nothing interpreted, numbers in the file's units and in degrees. */
export interface Bvh {
  /** Parents before children. */
  readonly joints: readonly BvhJoint[];
  readonly channelCount: number;
  readonly frameCount: number;
  /** Seconds. */
  readonly frameTime: number;
  /** frameCount × channelCount. */
  readonly values: Float64Array;
  /** Sentences about oddities that were put right. */
  readonly warnings: readonly string[];
}

/**
 * Parses a BVH file: any channels in any order at any joint, tabs, CRLF, exponents, no newline at the end, several roots, comments from # to
 * the end of the line, decimal commas, UTF-8 or UTF-16.
 * A wrong number of frames or a useless frame time becomes a warning. Throws an `Error` with one sentence for anything else.
 */
export function parseBvh(bytes: Uint8Array): Bvh {
  checkBytes(bytes.byteLength, MAX_BYTES, 'the BVH file');
  const scanner = createBvhScanner(asUtf8(bytes));
  const warnings: string[] = [];
  const joints = parseHierarchy(scanner);
  const roots = joints.filter(({ parent }) => parent < 0);
  if (roots.length > 1) warnings.push(twoRoots(roots));
  const last = joints.at(-1)!;
  const channelCount = last.firstChannel + last.channels.length;
  expectWord(scanner, 'Frames:');
  const stated = nextNumber(scanner, 'the number of frames');
  expectWord(scanner, 'Frame');
  expectWord(scanner, 'Time:');
  let frameTime = nextNumber(scanner, 'the frame time');
  if (!(frameTime > 1e-6 && frameTime < 1e3)) {
    warnings.push(`the frame time ${frameTime} is of no use, so the motion plays at 30 frames a second`);
    frameTime = DEFAULT_FRAME_TIME;
  }
  const numbers = remainingNumbers(scanner, MAX_NUMBERS);
  if (scanner.hasCommas) warnings.push('its numbers are written with decimal commas');
  const offsets = joints.flatMap((joint) => joint.offset);
  if (!(numbers.every(isUsable) && offsets.every(isUsable)))
    throw new Error('the BVH file is not valid: it holds numbers out of bounds');
  const frameCount = channelCount > 0 ? Math.floor(numbers.length / channelCount) : 0;
  if (frameCount * keyNumbers(joints) > MAX_KEY_NUMBERS)
    throw new Error(`the BVH file has ${frameCount} frames of ${joints.length} joints, more than can be read`);
  if (frameCount * channelCount < numbers.length) warnings.push('the last frame is incomplete and was left out');
  if (frameCount !== stated) warnings.push(`the file states ${stated} frames but holds ${frameCount}`);
  return { joints, channelCount, frameCount, frameTime, values: numbers.subarray(0, frameCount * channelCount), warnings };
}

function twoRoots(roots: readonly BvhJoint[]): string {
  const names = roots.slice(0, 4).map(({ name }) => `"${name.slice(0, 60)}"`);
  return `the file has ${roots.length} roots, ${names.join(', ')}${roots.length > 4 ? '…' : ''}: one of them is posed`;
}

/** Numbers that one frame becomes when each joint that turns or moves has a whole rotation or place. */
function keyNumbers(joints: readonly BvhJoint[]): number {
  const has = ({ channels }: BvhJoint, kind: string) => channels.some((channel) => channel.endsWith(kind));
  return joints.reduce((sum, joint) => sum + (has(joint, 'rotation') ? 4 : 0) + (has(joint, 'position') ? 3 : 0), 0);
}

function isUsable(value: number): boolean {
  return Math.abs(value) <= MAX_VALUE;
}

function parseHierarchy(scanner: BvhScanner): BvhJoint[] {
  expectWord(scanner, 'HIERARCHY');
  const joints: BvhJoint[] = [];
  const open: number[] = [];
  let channelCount = 0;
  for (;;) {
    const word = nextWord(scanner);
    const keyword = word.toUpperCase();
    if (keyword === 'MOTION' && open.length === 0) break;
    if (keyword === '}') {
      if (open.pop() === undefined) throw unexpected(scanner, 'a joint', word);
      continue;
    }
    const isEnd = keyword === 'END';
    if (!(isEnd || (keyword === 'JOINT' && open.length > 0) || (keyword === 'ROOT' && open.length === 0))) {
      throw unexpected(scanner, open.length === 0 ? '"ROOT" or "MOTION"' : '"JOINT", "End Site" or "}"', word);
    }
    if (isEnd && open.length === 0) throw unexpected(scanner, '"ROOT" or "MOTION"', word);
    if (joints.length >= MAX_JOINTS) throw new Error(`the BVH file has more than ${MAX_JOINTS} joints`);
    if (open.length >= MAX_DEPTH) throw new Error(`the joints of the BVH file are nested more than ${MAX_DEPTH} levels deep`);
    const parent = open.at(-1) ?? -1;
    const stated = restOfName(scanner);
    const name = isEnd ? `${joints[parent]!.name}_end` : stated || `joint ${joints.length}`;
    expectWord(scanner, '{');
    expectWord(scanner, 'OFFSET');
    const offset: Vec3 = [nextNumber(scanner, 'an offset'), nextNumber(scanner, 'an offset'), nextNumber(scanner, 'an offset')];
    const channels = takeWord(scanner, 'CHANNELS') ? parseChannels(scanner) : [];
    open.push(joints.length);
    joints.push({ name, parent, offset, channels, firstChannel: channelCount, isEnd });
    channelCount += channels.length;
  }
  if (joints.length === 0) throw new Error('the BVH file has no joints');
  return joints;
}

function parseChannels(scanner: BvhScanner): BvhChannel[] {
  const count = nextNumber(scanner, 'the number of channels');
  if (!(Number.isInteger(count) && count >= 0 && count <= 6)) throw new Error(`a BVH joint has 0 to 6 channels, got ${count}`);
  return Array.from({ length: count }, () => {
    const word = nextWord(scanner);
    const channel = CHANNELS.get(word.toLowerCase());
    if (!channel) throw unexpected(scanner, 'a channel such as "Xrotation"', word);
    return channel;
  });
}
