import { cos } from '../../math/elementary.ts';
import { rotate, shortestArc } from '../../math/quat.ts';
import {
  add,
  cross,
  distance,
  dot,
  length,
  normalize,
  rejectFrom,
  scale,
  subtract,
  UNIT_X,
  UNIT_Y,
  UNIT_Z,
  ZERO,
  type Vec3,
} from '../../math/vec3.ts';
import type { HumanoidBone } from './bones.ts';
import { sided, SIDES } from './found-bones.ts';

/** The directions of a body at rest, world unit vectors: up is +Y, left = up × forward. */
export interface BodyFrame {
  readonly up: Vec3;
  readonly forward: Vec3;
  readonly left: Vec3;
  /** What `forward` was told by, from the strongest evidence down; `sides` means the names' sides alone. */
  readonly evidence: 'feet' | 'knees' | 'elbows' | 'eyes' | 'sides' | 'none';
}

/** Lengths of the leg by which toes, or the tip of a foot, lie ahead of the ankle at least, over the floor: heels lie nearer. */
export const TOES_AHEAD = 0.09;

/** Share of its length by which a foot lies ahead, over the floor, to show where a body looks: high heels are the steepest. */
const LEAST_AHEAD = 0.3;

/** Cosine between a shin and the vertical from which it points up: which way its foot would point under it is a guess. */
const SHIN_UP = 0.9;

/** Sizes of the body by which knees lie ahead of straight legs at least to show where it looks. */
const KNEES_BEND = 0.004;

/** World rest position of a bone, or undefined. */
export type BonePositions = (bone: HumanoidBone) => Vec3 | undefined;

/** Radians off a world axis within which a body is taken to stand along that axis: rests are rarely modelled better. */
const ALONG_AXIS = 0.12;

/**
 * Finds where a body looks from its shape: the toes point forward, knees bend forward, elbows backward. Only when none of these tells
 * are the sides that the bones were given believed, or where they and the knees are against toes that point down rather than back.
 */
export function bodyFrame(at: BonePositions, tipOf: BonePositions): BodyFrame {
  const across = acrossBody(at);
  if (length(across) === 0) return { up: UNIT_Y, forward: UNIT_Z, left: UNIT_X, evidence: 'none' };
  const size = bodySize(at);
  const named = alongAxis(cross(across, UNIT_Y));
  const [feet, knees] = [footDirection(at, tipOf), bendDirection(at, 'UpperLeg', 'LowerLeg', 'Foot')];
  // Toes that point down and back are those of a foot that is turned further than people turn it.
  const areTurned = dot(feet, named) < 0 && -feet[1] > -dot(feet, named) && dot(knees, named) > KNEES_BEND * size;
  for (const [evidence, vector, threshold] of [
    ['feet', areTurned ? ZERO : feet, 0.02],
    ['eyes', eyeDirection(at), 0.01],
    ['knees', knees, KNEES_BEND],
    ['elbows', scale(bendDirection(at, 'UpperArm', 'LowerArm', 'Hand'), -1), 0.006],
  ] as const) {
    const ahead = dot(vector, named);
    if (Math.abs(ahead) < threshold * size) continue;
    return oriented(scale(named, Math.sign(ahead)), evidence);
  }
  return oriented(named, 'sides');
}

/** The world axis nearest to a direction in the floor plane. */
export function nearestAxis(direction: Vec3): Vec3 {
  const alongX = Math.abs(direction[0]) > Math.abs(direction[2]);
  return alongX ? [Math.sign(direction[0]), 0, 0] : [0, 0, direction[2] < 0 ? -1 : 1];
}

/** The directions of a body that looks along `facing`, a horizontal unit vector. */
export function facingFrame(facing: Vec3): BodyFrame {
  return oriented(facing, 'none');
}

function oriented(forward: Vec3, evidence: BodyFrame['evidence']): BodyFrame {
  return { up: UNIT_Y, forward, left: cross(UNIT_Y, forward), evidence };
}

function alongAxis(direction: Vec3): Vec3 {
  const unit = normalize(rejectFrom(direction, UNIT_Y), UNIT_Z);
  const axis = nearestAxis(unit);
  return dot(unit, axis) > cos(ALONG_AXIS) ? axis : unit;
}

/** Horizontal vector from the bones called right to the bones called left, unit length: of where limbs begin, which no pose of theirs moves, else of their middles. */
function acrossBody(at: BonePositions): Vec3 {
  for (const bones of [
    ['UpperLeg', 'UpperArm', 'Shoulder'],
    ['LowerLeg', 'LowerArm'],
  ] as const) {
    let sum: Vec3 = ZERO;
    for (const bone of bones) {
      const left = at(sided('left', bone));
      const right = at(sided('right', bone));
      if (left && right) sum = add(sum, normalize(rejectFrom(subtract(left, right), UNIT_Y)));
    }
    if (length(sum) > 0) return normalize(sum);
  }
  return ZERO;
}

/** Vertical extent of the known bones, metres: what thresholds are measured by. */
function bodySize(at: BonePositions): number {
  const heights = (['head', 'hips', 'leftFoot', 'rightFoot', 'leftUpperArm', 'leftUpperLeg'] as const).flatMap(
    (bone) => at(bone)?.[1] ?? [],
  );
  return Math.max(...heights) - Math.min(...heights);
}

function footDirection(at: BonePositions, tipOf: BonePositions): Vec3 {
  let sum: Vec3 = ZERO;
  for (const side of SIDES) {
    const foot = at(sided(side, 'Foot'));
    const toes = at(sided(side, 'Toes'));
    const end = toes ?? tipOf(sided(side, 'Foot'));
    if (!foot || !end) continue;
    const knee = at(sided(side, 'LowerLeg'));
    const way = underKnee(subtract(end, foot), knee ? subtract(foot, knee) : ZERO);
    const hip = at(sided(side, 'UpperLeg'));
    const isHeel = !toes && hip !== undefined && length(rejectFrom(way, UNIT_Y)) < TOES_AHEAD * distance(hip, foot);
    // Toes that point down show nothing, be they a little behind the ankle.
    const isDown = length(rejectFrom(way, UNIT_Y)) < LEAST_AHEAD * length(way);
    if (!isHeel && !isDown) sum = add(sum, way);
  }
  return sum;
}

/** How a foot would point if its shin, which may lie on the floor or be stretched out, were upright; nowhere where that points up. */
function underKnee(way: Vec3, shin: Vec3): Vec3 {
  if (length(shin) === 0) return way;
  return shin[1] > SHIN_UP * length(shin) ? ZERO : rotate(shortestArc(shin, scale(UNIT_Y, -1)), way);
}

function eyeDirection(at: BonePositions): Vec3 {
  const head = at('head');
  const left = at('leftEye');
  const right = at('rightEye');
  return head && left && right ? subtract(scale(add(left, right), 0.5), head) : ZERO;
}

/** By how much the middle joints of both limbs lie off the lines between their ends. */
function bendDirection(
  at: BonePositions,
  upper: 'UpperLeg' | 'UpperArm',
  middle: 'LowerLeg' | 'LowerArm',
  end: 'Foot' | 'Hand',
): Vec3 {
  let sum: Vec3 = ZERO;
  for (const side of SIDES) {
    const a = at(sided(side, upper));
    const b = at(sided(side, middle));
    const c = at(sided(side, end));
    if (a && b && c) sum = add(sum, rejectFrom(subtract(b, a), normalize(subtract(c, a), UNIT_Y)));
  }
  return sum;
}
