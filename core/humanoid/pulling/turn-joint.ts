import type { Goal } from '../../ik/request/goals.ts';
import { createSolver } from '../../ik/solver.ts';
import { multiply, normalizeQuat, type Quat } from '../../math/quat.ts';
import { scale, subtract, ZERO } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { moveBy, type Pose, rotationOf, setRotation } from '../../skeleton/pose.ts';
import { projectOntoLimit } from '../../skeleton/project-limit.ts';
import { handlesOf, holdingPins, type Pins } from '../body/handles.ts';
import { restingIn } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { withHeelDown } from '../limbs/heels-down.ts';
import { withinReach } from './building/place-hips.ts';
import { pinnedLimbs, type PinnedLimb } from '../limbs/pinned-limbs.ts';
import { blendedGoals, plantLimbs, withPlanted } from './building/planted-goals.ts';
import { tryFrom, type Attempt } from './request/attempt.ts';
import { lookAt } from './request/gaze.ts';
import { keepOnBody, pinsInWorld } from './solving/pins-on-body.ts';
import { pullGoals, type SolverSettings, PLACE_STIFFNESS } from './request/pull-goals.ts';
import { shareTurn, spineOf } from './building/share-turn.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Turns one joint of a rig; owns a solver and its scratch. */
export interface JointTurner {
  /**
   * The pose with the joint's rest-relative rotation brought to `rotation`, inside its limit. Pins below the joint hold, the rest of the body follows as
   * little as it must; where it cannot, the joint turns as far as the pins let it. Without such pins nothing but the joint turns. The same rotation
   * gives the same pose; `present` is where the joint stands now, see `projectOntoLimit`.
   */
  to(rotation: Quat, present?: Quat): Pose;
}

/** Radians within which a turned joint is where it should be. */
const TURN_TOLERANCE = 1e-3;

/**
 * Begins to turn a joint away from the pose `snapshot`, which has the pinned handles where they stay. The joint of the chest's handle shares its turn with the
 * spine below it, and so turns further than it could `alone`.
 */
export function createJointTurner(
  rig: Rig,
  snapshot: Pose,
  joint: number,
  given: Pins,
  settings: SolverSettings,
  alone = false,
): JointTurner {
  const { skeleton } = rig;
  const pins = holdingPins(given);
  const solver = createSolver(skeleton);
  const inWorld = pinsInWorld(pins);
  const limbs = pinnedLimbs(rig, snapshot, inWorld).map(withHeelDown);
  const below = (other: number): boolean => hangsFrom(skeleton.parents, other, joint);
  const holds = handlesOf(rig).some(({ name, joint: pinned }) => inWorld[name]?.translation && pinned !== joint && below(pinned));
  const asked = pullGoals(rig, snapshot, { targets: {}, pins: inWorld, settings });
  const spine = spineOf(rig);
  const isShared = !alone && spine.length > 1 && spine.at(-1) === joint;
  const turnedTo = (rotation: Quat, present: Quat): Pose => {
    if (isShared) return shareTurn(rig, snapshot, spine, multiply(restingIn(rig, snapshot, joint), normalizeQuat(rotation)));
    const turned = snapshot.slice();
    setRotation(turned, joint, projectOntoLimit(skeleton.limits[joint]!, rotation, present));
    return turned;
  };
  return {
    to(rotation, present) {
      const turned = turnedTo(rotation, present ?? rotationOf(snapshot, joint));
      // Limits that depend on each other (a hip on its knee) may bring in a little more.
      const asTurned = clampPose(skeleton, turned).pose;
      const looking = settings.gaze && !isOfGaze(rig, joint) ? lookAt(rig, asTurned, settings.gaze) : asTurned;
      const withHands = (attempt: Attempt): Pose =>
        keepOnBody(solver, { rig, snapshot, pins, handle: null }, attempt).outcome.pose;
      if (!holds && inWorld === pins) return looking;
      if (!holds) return withHands(tryFrom(solver, looking, [], { ...asked.options, restarts: 0, rootStiffness: 1 }));
      const free = freeLimbs(limbs, joint);
      const { pose, goals } = plantLimbs(rig, carryBack(rig, looking, joint, limbs), free);
      const partly = limbs.filter((each) => each.ik < 1 && !free.includes(each));
      const stay = partly.flatMap((each) => blendedGoals(rig, pose, each));
      const target = worldRotation(forwardKinematics(skeleton, looking), joint);
      const turn: Goal = { kind: 'orientation', joint, target, tolerance: TURN_TOLERANCE };
      return withHands(
        tryFrom(solver, pose, [turn, ...withPlanted(asked.goals, [...free, ...partly], [...goals, ...stay])], {
          ...asked.options,
          restarts: 0,
          rootStiffness: settings.rootStiffness === 1 ? 1 : PLACE_STIFFNESS,
          reference: pose,
        }),
      );
    },
  };
}

/** Whether a joint turns the head itself: who turns that does not mean where it looked. */
function isOfGaze({ humanoid }: Rig, joint: number): boolean {
  return [humanoid.neck, humanoid.head, humanoid.leftEye, humanoid.rightEye].includes(joint);
}

/** The limbs that may be folded without undoing the turn: those that the joint is no part of. */
function freeLimbs(limbs: readonly PinnedLimb[], joint: number): readonly PinnedLimb[] {
  return limbs.filter(({ limb: { upper, bend, end } }) => ![upper, bend, end].includes(joint));
}

/** The turned pose with its hips moved: back over the end of a pinned limb that the joint is part of, and to where all pinned legs reach. */
function carryBack(rig: Rig, turned: Pose, joint: number, limbs: readonly PinnedLimb[]): Pose {
  const world = forwardKinematics(rig.skeleton, turned);
  const free = freeLimbs(limbs, joint);
  const own = limbs.find((each) => !free.includes(each));
  const carried = own ? moveBy(turned, scale(subtract(own.plane.end, worldPosition(world, own.limb.end)), own.ik)) : turned;
  const now = forwardKinematics(rig.skeleton, carried);
  const legs = free
    .filter(({ name, ik }) => name.endsWith('Foot') && ik === 1)
    .map((leg) => ({ ...leg, plane: { ...leg.plane, root: worldPosition(now, leg.limb.upper) } }));
  return moveBy(carried, withinReach(legs, ZERO, false));
}
