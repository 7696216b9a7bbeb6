import type { Quat } from '../math/quat.ts';
import type { PoseData, SavedPoseData } from './project-data.ts';

/**
 * Saved poses as they travel between programs and threads: tens of thousands of them in three large arrays rather than in millions of small
 * ones.
 */
export interface PackedPoses {
  /** The joints that the poses speak of, by their names in files. */
  readonly joints: readonly string[];
  /** What the poses are called and where they stand, without their numbers. */
  readonly items: readonly PackedPose[];
  /** The bytes of 3 + 4 × joints numbers (64 bits, little endian) a pose: the root's displacement, then a rotation for each joint. */
  readonly numbers: Uint8Array;
}

/** A saved pose without its numbers. Joints it speaks of are told by their places in {@link PackedPoses.joints}. */
export interface PackedPose extends Omit<SavedPoseData, 'joints' | 'pose'> {
  readonly joints: 'all' | readonly number[];
  readonly slides?: readonly number[];
  /** Weights of the expressions that show in it; `expressions` are those that it speaks of. */
  readonly weights?: Readonly<Record<string, number>>;
}

/** Bytes of packed numbers at most, 1 GiB. Only poses that each speak of other joints come near to it. */
const MOST_BYTES = 1_073_741_824;

/** Throws a `RangeError` of one sentence for poses of too many different joints. */
export function packPoses(poses: readonly SavedPoseData[]): PackedPoses {
  const places = new Map<string, number>();
  const names: string[] = [];
  /** Most poses name the same joints in the same order: `guess` is the place that a joint then has. */
  const placeOf = (key: string, guess = -1): number => {
    if (names[guess] === key) return guess;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, names.length);
    return names.push(key) - 1;
  };
  for (const { pose } of poses) {
    let guess = 0;
    for (const key in pose.joints) placeOf(key, guess++);
  }
  const items = poses.map(({ joints, pose, ...item }): PackedPose => {
    const { slides, expressions: weights } = pose;
    return {
      ...item,
      joints: joints === 'all' ? joints : joints.map((key) => placeOf(key)),
      ...(slides && { slides }),
      ...(weights && { weights }),
    };
  });
  const stride = 3 + 4 * names.length;
  if (8 * stride * poses.length > MOST_BYTES)
    throw new RangeError(`${poses.length} poses of ${names.length} different joints are more than can be opened`);
  const numbers = new Float64Array(stride * poses.length);
  poses.forEach(({ pose }, i) => {
    const at = stride * i;
    for (let axis = 0; axis < 3; axis++) numbers[at + axis] = pose.root[axis]!;
    for (let joint = 0; joint < names.length; joint++) numbers[at + 3 + 4 * joint + 3] = 1;
    let guess = 0;
    for (const key in pose.joints) {
      const rotation = pose.joints[key]!;
      const to = at + 3 + 4 * placeOf(key, guess++);
      for (let c = 0; c < 4; c++) numbers[to + c] = rotation[c]!;
    }
  });
  return { joints: names, items, numbers: new Uint8Array(numbers.buffer) };
}

/** The numbers of packed poses; copied where the bytes do not begin at a multiple of 8. Throws a `RangeError` when there are too few or too many. */
export function numbersOfPacked({ joints, items, numbers }: PackedPoses): Float64Array {
  const bytes = 8 * (3 + 4 * joints.length) * items.length;
  if (numbers.byteLength !== bytes) throw new RangeError(`the packed poses need ${bytes} bytes, got ${numbers.byteLength}`);
  const whole = numbers.byteOffset % 8 === 0 ? numbers : numbers.slice();
  return new Float64Array(whole.buffer, whole.byteOffset, bytes / 8);
}

/** Those from one place up to another; their numbers stay where they are. */
export function packedSlice({ joints, items, numbers }: PackedPoses, from: number, to: number): PackedPoses {
  const stride = 8 * (3 + 4 * joints.length);
  return { joints, items: items.slice(from, to), numbers: numbers.subarray(stride * from, stride * to) };
}

/** The rotation that begins at an index. */
export function rotationAt(numbers: Float64Array, index: number): Quat {
  return [numbers[index]!, numbers[index + 1]!, numbers[index + 2]!, numbers[index + 3]!];
}

/** The poses as they are written. Joints at rest have no entry. */
export function unpackPoses(packed: PackedPoses): SavedPoseData[] {
  const numbers = numbersOfPacked(packed);
  const stride = 3 + 4 * packed.joints.length;
  return packed.items.map(({ joints, slides, weights, ...item }, i) => {
    const at = stride * i;
    const turned = packed.joints.flatMap((key, joint) => {
      const rotation = rotationAt(numbers, at + 3 + 4 * joint);
      return rotation[0] === 0 && rotation[1] === 0 && rotation[2] === 0 && rotation[3] === 1 ? [] : [[key, rotation] as const];
    });
    const pose: PoseData = {
      root: [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!],
      joints: Object.fromEntries(turned),
      ...(slides && { slides }),
      ...(weights && { expressions: weights }),
    };
    return { ...item, joints: joints === 'all' ? joints : joints.map((joint) => packed.joints[joint]!), pose };
  });
}
