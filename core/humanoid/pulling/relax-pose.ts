import { checkPins } from './request/check-pull.ts';
import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { isNumberFrom } from '../../math/check-numbers.ts';
import { checkObject, spellOut } from '../../math/check-values.ts';
import { checkRig } from '../body/check-rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import { createSolver } from '../../ik/solver.ts';
import { conjugate, multiply, rotate, slerp } from '../../math/quat.ts';
import { splitSwingTwist } from '../../math/swing-twist.ts';
import { cross, dot, lerp, meanOf, normalize, rejectFrom, subtract, UNIT_Y, ZERO } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { checkPose, moveBy, type Pose, restPose, rootTranslationOf, rotationOf, setRotation } from '../../skeleton/pose.ts';
import type { AnyNames } from '../../skeleton/skeleton.ts';
import { holdingPins, type Pins } from '../body/handles.ts';
import { turnJoint } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { withinReach } from './building/place-hips.ts';
import { limbPlane } from '../limbs/fold-limb.ts';
import { pinnedLimbs, type PinnedLimb } from '../limbs/pinned-limbs.ts';
import { plantLimbs, withPlanted } from './building/planted-goals.ts';
import { pullGoals, type SolverSettings, PLACE_STIFFNESS } from './request/pull-goals.ts';

/** How a pose relaxes. */
export interface Relaxing<Names = AnyNames> {
  /** What it relaxes towards. */
  readonly towards: Pose<Names>;
  /** Share of the way there, 0 to 1, that what is free goes. */
  readonly share: number;
  /** Handles that keep the places and directions that the pose gives them. */
  readonly pins: Pins;
  readonly settings: SolverSettings;
}

const RELAXING_FIELDS: FieldsOf<Relaxing> = { towards: true, share: true, pins: true, settings: true };

/** Halvings of the share where the pins forbid the whole of it. */
const HALVINGS = 4;

/**
 * `present` with all that no pin needs gone a share of the way to another pose, inside the limits; pinned hands, feet, hips, chest and head stay. Where the
 * pins forbid that share, it is half of it, and so on; in the end the pose itself.
 */
export function relaxPose<Names>(rig: Rig<Names>, present: Pose<Names>, relaxing: Relaxing<Names>): Pose<Names> {
  checkRig(rig);
  checkPose(rig.skeleton, present, 'the present pose');
  checkFieldsOf(relaxing, RELAXING_FIELDS, 'what is relaxed');
  const { towards, share, settings } = relaxing;
  checkPins(relaxing.pins, 'the pins');
  const pins = holdingPins(relaxing.pins);
  checkPose(rig.skeleton, towards, 'the pose to go towards');
  if (!isNumberFrom(share, 0, 1)) throw new RangeError(`the share must be 0 to 1, got ${spellOut(share)}`);
  checkObject(settings, 'the settings');
  const solver = createSolver(rig.skeleton);
  const { goals: asked, options } = pullGoals(rig, present, { targets: {}, pins, settings });
  const limbs = pinnedLimbs(rig, present, pins);
  let part = share;
  for (let halving = 0; halving <= HALVINGS; halving++, part /= 2) {
    const free = clampPose(rig.skeleton, blend(rig, present, towards, part)).pose;
    if (asked.length === 0) return free;
    const carried = carryBack(rig, present, free, limbs, pins);
    const { pose, goals } = plantLimbs(
      rig,
      carried,
      limbs.map((each) => withBendOf(rig, free, each)),
    );
    const all: Goal[] = withPlanted(asked, limbs, goals);
    const rootStiffness = settings.rootStiffness === 1 ? 1 : PLACE_STIFFNESS;
    const outcome = solver.solve(pose, all, { ...options, restarts: 0, rootStiffness, reference: pose });
    if (outcome.status === 'reached') return outcome.pose;
  }
  return present;
}

/**
 * The rest pose where the body stands in `present`, turned to where its hips look: over its pinned feet, or else with the hips above the same place. What to
 * relax towards when there is no better pose.
 */
export function restWhereItStands<Names>(rig: Rig<Names>, present: Pose<Names>, given: Pins): Pose<Names> {
  checkRig(rig);
  checkPose(rig.skeleton, present, 'the present pose');
  checkPins(given, 'the pins');
  const pins = holdingPins(given);
  const { skeleton, humanoid } = rig;
  const rest = restPose(skeleton);
  const { hips } = humanoid;
  if (hips === undefined) return rest;
  const now = forwardKinematics(skeleton, present);
  const turn = multiply(worldRotation(now, hips), conjugate(worldRotation(forwardKinematics(skeleton, rest), hips)));
  const turned = turnJoint(rig, rest, hips, splitSwingTwist(turn, UNIT_Y).twist);
  const then = forwardKinematics(skeleton, turned);
  const feet = (['leftFoot', 'rightFoot'] as const).flatMap((foot) =>
    pins[foot]?.translation && humanoid[foot] !== undefined ? [humanoid[foot]] : [],
  );
  const ways = feet.map((foot) => subtract(worldPosition(now, foot), worldPosition(then, foot)));
  if (ways.length === 0) {
    const [x, , z] = subtract(worldPosition(now, hips), worldPosition(then, hips));
    return moveBy(turned, [x, 0, z]);
  }
  const middle = meanOf(ways);
  // Over a step the body stands on the lower foot.
  return moveBy(turned, [middle[0], Math.min(...ways.map(([, y]) => y)), middle[2]]);
}

function blend({ skeleton }: Rig, from: Pose, to: Pose, share: number): Pose {
  const blended = from.slice();
  blended.set(lerp(rootTranslationOf(from), rootTranslationOf(to), share), 0);
  for (let joint = 0; joint < skeleton.count; joint++)
    setRotation(blended, joint, slerp(rotationOf(from, joint), rotationOf(to, joint), share));
  return blended;
}

/** The pose with its hips where pins of the hips have them and all pinned legs reach. */
function carryBack(rig: Rig, present: Pose, free: Pose, limbs: readonly PinnedLimb[], pins: Pins): Pose {
  const now = forwardKinematics(rig.skeleton, free);
  const { hips } = rig.humanoid;
  if (hips !== undefined && pins.hips?.translation) {
    const place = worldPosition(forwardKinematics(rig.skeleton, present), hips);
    return moveBy(free, subtract(place, worldPosition(now, hips)));
  }
  const legs = limbs
    .filter(({ name, ik }) => name.endsWith('Foot') && ik === 1)
    .map((leg) => ({ ...leg, plane: { ...leg.plane, root: worldPosition(now, leg.limb.upper) } }));
  return moveBy(free, withinReach(legs, ZERO, false));
}

/** A pinned limb whose elbow or knee points where the pose has it; a knee beside its foot, however the foot is turned there. */
function withBendOf(rig: Rig, pose: Pose, pinned: PinnedLimb): PinnedLimb {
  const world = forwardKinematics(rig.skeleton, pose);
  const { limb, rotation, sole } = pinned;
  const { root, bend, end, axis } = limbPlane(world, limb, pinned.axis);
  const line = normalize(subtract(end, root));
  const pole = normalize(cross(line, rejectFrom(axis, line)), pinned.pole);
  if (!sole || !rotation) return { ...pinned, pole };
  const turn = multiply(rotation, conjugate(worldRotation(world, limb.end)));
  const aside = dot(rotate(turn, subtract(bend, end)), sole.lateral);
  return { ...pinned, pole: rotate(turn, pole), sole: { ...sole, knee: { ...sole.knee, aside } } };
}
