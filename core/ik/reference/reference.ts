import { wrapIn } from '../../math/angles.ts';
import { writeAngle } from '../../math/elementary.ts';
import * as T from '../../skeleton/limit-table.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { readSwingTwist } from '../../skeleton/swing-coordinates.ts';
import { CONE_STRIDE, type Freedoms } from '../jacobian/freedoms.ts';
import { createConfiguration, loadJoint, type Configuration } from '../mechanism/configuration.ts';
import type { Mechanism } from '../mechanism/mechanism.ts';

/** A pose that others are measured from, in the coordinates of its joints' limits. */
export interface Reference {
  readonly configuration: Configuration;
  /** 3 × joints: swing a, b and twist, radians. */
  readonly coordinates: Float64Array;
  /** The pose that was read; empty before the first. */
  pose: Pose;
  /** How far the configuration is from the reference: the sum of squares of its deviation, each over its freedom's mobility. */
  distance: number;
}

/** Room for a reference of so many joints. */
export function createReference(joints: number): Reference {
  return {
    configuration: createConfiguration(joints),
    coordinates: new Float64Array(3 * joints),
    pose: new Float64Array(),
    distance: 0,
  };
}

/** Reads a pose, which may lie outside the limits, unless it is the one that was read last: targets that follow each other share theirs. */
export function loadReference(reference: Reference, mechanism: Mechanism, pose: Pose): void {
  const { configuration, coordinates } = reference;
  if (isSame(reference.pose, pose)) return;
  if (reference.pose.length === pose.length) reference.pose.set(pose);
  else reference.pose = pose.slice();
  for (let i = 0; i < 3; i++) configuration.root[i] = pose[i]!;
  for (let j = 0; j < mechanism.skeleton.count; j++) {
    loadJoint(mechanism, pose, j, configuration);
    readSwingTwist(configuration.rotations, 4 * j, coordinates, 3 * j);
  }
}

/** Whether two poses have the same bytes. */
function isSame(a: Pose, b: Pose): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/**
 * Writes to `into[d]` by how much each listed freedom would have to move to stand where the reference has it, radians or metres, and the distance of the
 * reference. `into` has room for one number more than there are freedoms.
 */
export function writeDeviation(
  reference: Reference,
  mechanism: Mechanism,
  now: Configuration,
  f: Freedoms,
  into: Float64Array,
): void {
  const { coordinates, configuration } = reference;
  const { kinds, numbers } = mechanism.limits;
  for (let d = 0; d < f.count;) {
    const j = f.joints[d]!;
    if (j < 0) {
      for (let i = 0; i < 3; i++) into[d + i] = configuration.root[i]! - now.root[i]!;
      d += 3;
      continue;
    }
    const row = T.LIMIT_STRIDE * j;
    const c = 3 * j;
    switch (kinds[j]!) {
      case T.KIND_SLIDE:
        into[d] = configuration.slides[j]! - now.slides[j]!;
        d += 1;
        break;
      case T.KIND_HINGE:
        writeTwistWay(numbers, row, now.rotations, 4 * j + 2, coordinates, c + 2, into, d);
        d += 1;
        break;
      case T.KIND_CONE: {
        const cone = CONE_STRIDE * j;
        const a = coordinates[c]! - f.cones[cone]!;
        const b = coordinates[c + 1]! - f.cones[cone + 1]!;
        const ex = f.cones[cone + 4]!;
        const ey = f.cones[cone + 5]!;
        into[d] = a * ex + b * ey;
        into[d + 1] = b * ex - a * ey;
        writeTwistWay(numbers, row, f.cones, cone + 2, coordinates, c + 2, into, d + 2);
        d += 3;
        break;
      }
      default:
        writeTurn(now.rotations, configuration.rotations, 4 * j, into, d);
        d += 3;
    }
  }
  let sum = 0;
  for (let d = 0; d < f.count; d++) sum += into[d]! ** 2 / f.mobility[d]!;
  reference.distance = sum;
}

/**
 * Writes to `into[d]` the way from the twist whose half-angle has its sine and cosine at `twist[at]` to the angle `angles[k]`: the short one, but never
 * over the gap of a range that is not a full turn.
 */
function writeTwistWay(
  numbers: Float64Array,
  row: number,
  twist: Float64Array,
  at: number,
  angles: Float64Array,
  k: number,
  into: Float64Array,
  d: number,
): void {
  into[d] = twist[at]!;
  into[d + 1] = twist[at + 1]!;
  writeAngle(into, d);
  const from = 2 * into[d];
  if (numbers[row + T.TWIST_HALF]! >= Math.PI) {
    into[d] = angles[k]! - from;
    wrapIn(into, d);
    return;
  }
  const middle = numbers[row + T.TWIST_MIDDLE]!;
  into[d] = from - middle;
  into[d + 1] = angles[k]! - middle;
  wrapIn(into, d);
  wrapIn(into, d + 1);
  into[d] = into[d + 1]! - into[d];
}

/** The rotation vector log(conj(from) · to) of the quaternions at `at`, in the moving frame of `from`. */
function writeTurn(from: Float64Array, to: Float64Array, at: number, into: Float64Array, d: number): void {
  const ax = from[at]!;
  const ay = from[at + 1]!;
  const az = from[at + 2]!;
  const aw = from[at + 3]!;
  const bx = to[at]!;
  const by = to[at + 1]!;
  const bz = to[at + 2]!;
  const bw = to[at + 3]!;
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by + ax * bz - ay * bw - az * bx;
  const z = aw * bz - ax * by + ay * bx - az * bw;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  const sine = Math.sqrt(x * x + y * y + z * z);
  into[d] = sine;
  into[d + 1] = Math.abs(w);
  writeAngle(into, d);
  const factor = (w < 0 ? -1 : 1) * (sine > 1e-9 ? (2 * into[d]) / sine : 2);
  into[d] = x * factor;
  into[d + 1] = y * factor;
  into[d + 2] = z * factor;
}
