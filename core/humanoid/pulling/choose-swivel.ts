import { angleBetween, conjugate, fromAxisAngle, multiply, normalizeQuat, type Quat } from '../../math/quat.ts';
import { normalize, subtract } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { limitProjector } from '../../skeleton/project-limit.ts';
import { turnJoint, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/** What a radian of swivel costs beside a radian by which the end is turned away and one by which the upper joint is outside its limit, squared. */
const SWIVEL_COST = 0.0014;
const LIMIT_COST = 20;
/** Radians to either side within which swivels are compared, and how many there are to a side. */
const WIDEST = 3;
const SAMPLES = 18;
/** Narrowings of the interval about the best of them by the golden section. */
const NARROWINGS = 18;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The pose with elbow or knee swivelled about the line from the limb's root to its end, as little as lets the upper joint stay inside its limit and the end
 * have the world rotation `wanted`, or come near to it: of swivel s, turn e of the end and excess u of the upper joint, e² + 20 u² + 0.0014 s² is least.
 */
export function chooseSwivel(rig: Rig, pose: Pose, limb: Limb, wanted: Quat | null): Pose {
  const world = forwardKinematics(rig.skeleton, pose);
  const axis = normalize(subtract(worldPosition(world, limb.end), worldPosition(world, limb.upper)));
  const upperExcess = excessOfSwivel(rig, pose, limb.upper, worldRotation(world, limb.upper));
  const endParent = multiply(worldRotation(world, limb.end), conjugate(rotationOf(pose, limb.end)));
  const allowedEnd = limitProjector(rig.skeleton.limits[limb.end]!);
  const endTurn = (swivel: Quat): number => {
    if (!wanted) return 0;
    const own = normalizeQuat(multiply(conjugate(multiply(swivel, endParent)), wanted));
    return angleBetween(own, allowedEnd(own));
  };
  const cost = (angle: number): number => {
    const swivel = fromAxisAngle(axis, angle);
    return endTurn(swivel) ** 2 + LIMIT_COST * upperExcess(swivel) ** 2 + SWIVEL_COST * angle * angle;
  };
  if (cost(0) < 1e-12) return pose;
  const angle = leastOf(cost);
  return turnJoint(rig, pose, limb.upper, fromAxisAngle(axis, angle));
}

/** Radians by which the joint is outside its limit once a swivel has turned it in the world. */
function excessOfSwivel(rig: Rig, pose: Pose, joint: number, rotation: Quat): (swivel: Quat) => number {
  const own = rotationOf(pose, joint);
  const resting = multiply(rotation, conjugate(own));
  const allowed = limitProjector(rig.skeleton.limits[joint]!);
  return (swivel) => {
    const turned = normalizeQuat(multiply(conjugate(resting), multiply(swivel, rotation)));
    return angleBetween(turned, allowed(turned));
  };
}

function leastOf(cost: (angle: number) => number): number {
  const step = WIDEST / SAMPLES;
  let [best, least] = [0, cost(0)];
  for (let sample = -SAMPLES; sample <= SAMPLES; sample++) {
    const value = cost(sample * step);
    if (value < least) [best, least] = [sample * step, value];
  }
  let [low, high] = [best - step, best + step];
  for (let narrowing = 0; narrowing < NARROWINGS; narrowing++) {
    const [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (cost(a) < cost(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}
