import type { Goal } from '../../ik/request/goals.ts';
import type { Solver } from '../../ik/solver-with.ts';
import { conjugate, multiply, rotate } from '../../math/quat.ts';
import { add, distance, scale, subtract } from '../../math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { handlesOf, type Pins } from '../body/handles.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { frameIn } from './body-contact.ts';
import type { Reach } from './build-body.ts';
import { handleAbove } from './handle-above.ts';

/** Metres and radians within which each side of a contact comes to where they meet. */
const REACH_TOLERANCE = 1e-4;
const REACH_ANGLE_TOLERANCE = 1e-3;
/** Metres and radians by which what is pinned may move beside where it was built. */
const KEPT_TOLERANCE = 2e-5;
const KEPT_ANGLE_TOLERANCE = 1e-3;
/** What is pinned outranks where bodies touch, and that how they are turned there. */
const KEPT_PRIORITY = 2;
const PLACE_PRIORITY = 1;
/**
 * Metres, for a figure 1.75 m tall, that a hand goes beyond where its pull brought it: a pull out of reach does not bring the body down. Where what it
 * goes to has moved since that pull, it goes as much further.
 */
const FURTHER = 0.2;
const MAX_ITERATIONS = 20;
/** Joint updates of a solve at most, for each joint: what cannot be reached is not sought for long. */
const MOST_UPDATES = 40;

/** How readily the hips leave their place: as for pulls. A body that is led by an arm keeps them there. */
const ROOT_STIFFNESS = 0.5;

/** The pose into which a body was pulled, and what it was pulled to. */
export interface BuiltBody {
  readonly pose: Pose;
  /** In the order in which they are settled. */
  readonly reaches: readonly Reach[];
}

/**
 * The pose nearest to `built` in which every reach is exact, from `start`: what is pinned stays as `built` has it, and outranks what touches. Where
 * not everything is reached, what touches is as near as it comes.
 */
export function settleBody(
  rig: Rig,
  solver: Solver,
  start: Pose,
  { pose: built, reaches: sought }: BuiltBody,
  pins: Pins,
  reaches: readonly Reach[],
): Pose {
  const kept = pinGoals(rig, built, pins);
  const world = forwardKinematics(rig.skeleton, built);
  const near = reaches.map((reach, i) => withinLean(rig, world, reach, sought[i]!));
  const isLed = reaches.every(({ end }) => handleAbove(rig, end.joint) === null);
  const options = {
    reference: built,
    restarts: 0,
    maxIterations: MAX_ITERATIONS,
    maxUpdates: MOST_UPDATES * rig.skeleton.count,
    rootStiffness: isLed ? 1 : ROOT_STIFFNESS,
  };
  return solver.solve(start, [...near.flatMap(reachGoals), ...kept], options).pose;
}

/** The reach no further than a little beyond where the body was built to: what no handle carries was not, and goes all the way. */
function withinLean(rig: Rig, built: WorldTransforms, reach: Reach, sought: Reach): Reach {
  if (!handleAbove(rig, reach.end.joint)) return reach;
  const { end, turns } = reach;
  const { position: touching, rotation } = frameIn(built, end);
  const from = worldPosition(built, end.joint);
  const offset = rotate(conjugate(rotation), subtract(touching, from));
  const to = subtract(reach.to.position, rotate(turns ? reach.to.rotation : rotation, offset));
  const away = distance(from, to);
  const most = FURTHER * sizeOf(rig) + distance(sought.to.position, reach.to.position);
  if (away <= most) return reach;
  const position = add(reach.to.position, scale(subtract(from, to), 1 - most / away));
  return { ...reach, to: { ...reach.to, position } };
}

function reachGoals({ end, to, turns }: Reach): Goal[] {
  const { joint, point } = end;
  const place: Goal = {
    kind: 'position',
    joint,
    offset: point,
    target: to.position,
    tolerance: REACH_TOLERANCE,
    priority: PLACE_PRIORITY,
  };
  if (!turns) return [place];
  const target = multiply(to.rotation, conjugate(end.turn));
  return [place, { kind: 'orientation', joint, target, tolerance: REACH_ANGLE_TOLERANCE }];
}

function pinGoals(rig: Rig, built: Pose, pins: Pins): Goal[] {
  const world = forwardKinematics(rig.skeleton, built);
  return handlesOf(rig).flatMap(({ name, kind, joint, offset }): Goal[] => {
    const pin = pins[name];
    if (!pin || kind !== 'position') return [];
    const shared = { joint, weight: pin.weight, priority: KEPT_PRIORITY };
    const on = pin.on === undefined ? undefined : rig.humanoid[pin.on];
    const place = pointOf(world, joint, offset);
    const turn = worldRotation(world, joint);
    const back = on === undefined ? null : conjugate(worldRotation(world, on));
    const target = back ? rotate(back, subtract(place, worldPosition(world, on!))) : place;
    const rotation = back ? multiply(back, turn) : turn;
    const frame = on === undefined ? {} : { frame: on };
    return [
      ...(pin.translation
        ? [{ kind: 'position', offset, target, tolerance: KEPT_TOLERANCE, ...frame, ...shared } satisfies Goal]
        : []),
      ...(pin.rotation
        ? [{ kind: 'orientation', target: rotation, tolerance: KEPT_ANGLE_TOLERANCE, ...frame, ...shared } satisfies Goal]
        : []),
    ];
  });
}
