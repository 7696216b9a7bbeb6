import { capsuleGap } from '../../contact/capsule-gap.ts';
import { createGround, type Ground } from '../../contact/ground.ts';
import { createTouch, type Surface } from '../../contact/touch.ts';
import type { Goal } from '../../ik/request/goals.ts';
import { createSolver } from '../../ik/solver.ts';
import { conjugate, fromAxes, multiply, shortestArc } from '../../math/quat.ts';
import { add, cross, distance, dot, normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { withHandShape } from '../anatomy/hand-shape.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { limbsOf, turnJoint, type Limb } from '../body/limbs.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { BARE_HAND, handAxes } from '../grip/place-in-hand.ts';

/** Metres, of a figure of 1.75 m: arm rests are sought so far beside and ahead of a shoulder, by such steps, and lie so high above the seat. */
const BESIDE: readonly [from: number, to: number] = [-0.12, 0.3];
const AHEAD: readonly [from: number, to: number] = [0.04, 0.5];
const STEP = 0.01;
const ABOVE_SEAT: readonly [from: number, to: number] = [0.1, 0.42];
/** Metres of the same: hands lie on the middle of a rest, but no farther from its inner edge than that. */
const MIDDLE = 0.06;
/** Share of a forearm's length by which a hand lies before its shoulder, where the rest is long enough; and of an arm's length that is reached at most. */
const LIES_AHEAD = 0.8;
const REACHES = 0.97;
/** Rise of what carries a hand, at least. */
const LEVEL = 0.9;
/** Fingers that lie on something. */
const LYING = { Thumb: 0.1, Index: 0.02, Middle: 0.02, Ring: 0.02, Little: 0.02 };
/** Metres of the same within which a hand lies on a rest, and how often it is brought nearer by what it is off. */
const TOUCHES = 1e-3;
const ROUNDS = 5;

/** The pose of who sits on a seat with each hand on what rises beside it for that; a hand that finds nothing there within reach stays as it is. */
export function handsOnRests<Names>(
  rig: Rig<Names>,
  pose: Pose<Names>,
  surface: Surface,
  facing: Vec3,
  seat: number,
): Pose<Names> {
  const arms = limbsOf(rig).filter(({ name }) => name.endsWith('Arm'));
  const rests = createGround([surface], null);
  return arms.reduce((before, arm) => {
    const side: Side = arm.name === 'leftArm' ? 'left' : 'right';
    if (rig.humanoid[sided(side, 'Hand')] !== arm.end) return before;
    const at = restFor(rig, before, arms, arm, rests, facing, seat);
    return at ? laidOn(rig, before, side, arm, surface, at, facing) : before;
  }, pose);
}

/** The point of an arm rest on which the hand of an arm lies; null where there is none in reach. */
function restFor<Names>(
  rig: Rig<Names>,
  pose: Pose<Names>,
  arms: readonly Limb[],
  { upper, bend, end }: Limb,
  rests: Ground,
  facing: Vec3,
  seat: number,
): Vec3 | null {
  const size = sizeOf(rig);
  const world = forwardKinematics(rig.skeleton, pose);
  const shoulder = worldPosition(world, upper);
  const elbow = worldPosition(world, bend);
  const forearm = distance(elbow, worldPosition(world, end));
  const reach = REACHES * (distance(shoulder, elbow) + forearm);
  const other = arms.find((each) => each.upper !== upper);
  if (!other) return null;
  const across = subtract(shoulder, worldPosition(world, other.upper));
  const out = normalize(subtract([across[0], 0, across[2]], scale(facing, dot(across, facing))), cross([0, 1, 0], facing));
  const [lowest, highest] = ABOVE_SEAT.map((each) => seat + each * size) as [number, number];
  const touch = createTouch();
  const restAt = (beside: number, ahead: number): Vec3 | null => {
    const [x, , z] = add(add(shoulder, scale(out, beside)), scale(facing, ahead));
    const height = rests.heightBelow(x, Math.min(shoulder[1], highest), z, touch);
    return height >= lowest && height < highest && touch.normal[1]! > LEVEL ? [x, height, z] : null;
  };
  let best: { readonly at: Vec3; readonly off: number } | null = null;
  for (let ahead = AHEAD[0] * size; ahead < AHEAD[1] * size; ahead += STEP * size) {
    const run: Vec3[] = [];
    for (let beside = BESIDE[0] * size; beside < BESIDE[1] * size; beside += STEP * size) {
      const found = restAt(beside, ahead);
      if (found) run.push(found);
      else if (run.length > 0) break;
    }
    const at = run[Math.min(run.length >> 1, Math.round(MIDDLE / STEP))];
    if (!at || distance(at, shoulder) > reach) continue;
    const off = Math.abs(ahead - LIES_AHEAD * forearm);
    if (!best || off < best.off) best = { at, off };
  }
  return best && best.at;
}

/** The pose with a hand flat on a point, its palm down, looking ahead. */
function laidOn<Names>(
  rig: Rig<Names>,
  pose: Pose<Names>,
  side: Side,
  { upper, bend, end, joints }: Limb,
  surface: Surface,
  at: Vec3,
  facing: Vec3,
): Pose<Names> {
  const { along, palm } = handAxes(rig, side);
  // The hand's own axes, and where they point: along ahead, the palm down.
  const own = fromAxes(along, normalize(subtract(palm, scale(along, dot(palm, along)))), cross(along, palm));
  const rotation = multiply(fromAxes(facing, [0, -1, 0], cross(facing, [0, -1, 0])), conjugate(own));
  const flat = withHandShape(rig, pose, side, { curls: LYING, spread: 0 });
  const towards = (from: Pose<Names>, joint: number, next: number, way: Vec3): Pose<Names> => {
    const world = forwardKinematics(rig.skeleton, from);
    const turn = shortestArc(subtract(worldPosition(world, next), worldPosition(world, joint)), way);
    return turnJoint(rig, from, joint, turn) as Pose<Names>;
  };
  // From an arm that hangs with its forearm ahead the elbow bends the right way.
  const bent = clampPose(rig.skeleton, towards(towards(flat, upper, bend, [0, -1, 0]), bend, end, facing)).pose;
  const solver = createSolver(rig.skeleton);
  const maxLinks = joints.length;
  let laid = bent;
  let height = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const target = add(add(at, scale(facing, -BARE_HAND * sizeOf(rig))), [0, height, 0]);
    const goals: Goal[] = [
      { kind: 'position', joint: end, target, tolerance: 1e-4, priority: 1, maxLinks },
      { kind: 'orientation', joint: end, target: rotation, tolerance: 1e-3, maxLinks },
    ];
    laid = solver.solve(bent, goals, { restarts: 0, rootStiffness: 1 }).pose;
    const gap = handGap(rig, laid, side, surface);
    if (Math.abs(gap) < TOUCHES * sizeOf(rig)) return laid;
    if (!Number.isFinite(gap)) return pose;
    height -= gap;
  }
  // A hand that its joints do not let lie there stays as it is.
  return pose;
}

/** Metres between the flesh of a hand, fingers and all, and a surface. */
export function handGap<Names>(
  { skeleton, shape, humanoid }: Rig<Names>,
  pose: Pose<Names>,
  side: Side,
  surface: Surface,
): number {
  const world = forwardKinematics(skeleton, pose);
  const touch = createTouch();
  const hand = humanoid[sided(side, 'Hand')];
  const isOfHand = (joint: number): boolean => {
    for (let j = joint; j >= 0; j = skeleton.parents[j]!) if (j === hand) return true;
    return false;
  };
  let least = Infinity;
  for (const { joint, start, end, radius } of shape)
    if (isOfHand(joint))
      least = Math.min(
        least,
        capsuleGap(surface, pointOf(world, joint, start), pointOf(world, joint, end), radius, touch, least),
      );
  return least;
}
