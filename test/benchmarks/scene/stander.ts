import { handFrame } from '../../../core/humanoid/anatomy/hand-limits.ts';
import type { Place } from '../../../core/math/place.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { bodyOf } from '../../../core/humanoid/body/rig-body.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { conjugate, fromAxes, fromAxisAngle, multiply, rotate, type Quat } from '../../../core/math/quat.ts';
import { add, cross, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { FEET, figureOf, type Figure } from '../posing/figure.ts';

export type Side = 'left' | 'right';

/** A character that stands in the scene with its arms hanging: what pairings are made of. */
export interface Stander {
  readonly figure: Figure;
  readonly rig: Rig;
  readonly place: Place;
  readonly pose: Pose;
}

/** Metres of the mannequin's hand from wrist to the middle of its palm, along it and out of it. */
const PALM = { along: 0.08, out: 0.025 } as const;

/** The character at `at`, looking along the world's z (1) or against it (−1). */
export function stand(rig: Rig, at: Vec3, looking: 1 | -1): Stander {
  const figure = figureOf(rig);
  const [x, , z] = figure.forward;
  const place = { at, turn: Math.atan2(0, looking) - Math.atan2(x, z) };
  const arm = figure.arm;
  let pose = figure.rest;
  for (const side of ['left', 'right'] as const) {
    const shoulder = worldPosition(forwardKinematics(rig.skeleton, figure.rest), rig.humanoid[`${side}UpperArm`]!);
    const out = scale(figure.left, (side === 'left' ? 0.2 : -0.2) * arm);
    const down = add(add(shoulder, out), add(scale(figure.forward, 0.12 * arm), [0, -0.93 * arm, 0]));
    pose = createPuller(rig).begin(pose, `${side}Hand`, FEET).to(down, { keepsDirection: false }).pose;
  }
  return { figure, rig, place, pose };
}

/** The body with a handle pulled to a place of the world, `share` of the way, its feet kept. */
export function pulledTo(stander: Stander, handle: HandleName, to: Vec3, share = 1): Stander {
  const { rig, pose, place } = stander;
  const target = inActor(place, to);
  const world = forwardKinematics(rig.skeleton, pose);
  const from = worldPosition(world, rig.humanoid[handle as 'hips']!);
  const way = scale(subtract(target, from), share);
  // Without the balance: what is keyed is not to change with how that is kept.
  const pull = createPuller(rig).begin(pose, handle, FEET, { weight: 0 });
  return { ...stander, pose: pull.to(add(from, way), { keepsDirection: false }).pose };
}

/** The body with a hand turned towards a world rotation where it is, as far as a pull turns it. */
export function turnedTo(stander: Stander, side: Side, turn: Quat): Stander {
  const { rig, pose, place } = stander;
  const at = worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid[`${side}Hand`]!);
  const rotation = multiply(fromAxisAngle([0, 1, 0], -place.turn), turn);
  return { ...stander, pose: createPuller(rig).begin(pose, `${side}Hand`, FEET).to(at, { rotation }).pose };
}

/** The body with its hips moved so far: to its left, up and ahead; metres of a figure 1.75 m tall. */
export function swayed(stander: Stander, [left, up, ahead]: Vec3): Stander {
  const { rig, pose, figure } = stander;
  const { leg } = figure;
  const share = leg / 0.861;
  const at = worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.hips!);
  const way = add(add(scale(figure.left, left * share), [0, up * share, 0]), scale(figure.forward, ahead * share));
  return { ...stander, pose: createPuller(rig).begin(pose, 'hips', FEET).to(add(at, way)).pose };
}

/** Where a bone is in the world, the body as it stands. */
export function boneOf({ rig, pose, place }: Stander, bone: keyof Rig['humanoid']): Vec3 {
  return inScene(place, worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid[bone]!));
}

/** The middle of the palm in the frame of the hand, metres. */
export function palmPoint({ rig, figure }: Stander, side: Side): Vec3 {
  const { along, palm } = restHand(rig, side);
  const size = figure.arm / 0.543;
  return add(scale(along, PALM.along * size), scale(palm, PALM.out * size));
}

/** The world rotation of a hand whose fingers point along `along` and whose palm looks to `palm`: unit vectors, square to each other. */
export function handTurn({ rig }: Stander, side: Side, along: Vec3, palm: Vec3): Quat {
  const own = restHand(rig, side);
  const axes = (a: Vec3, p: Vec3): Quat => fromAxes(a, p, cross(a, p));
  return multiply(axes(along, palm), conjugate(axes(own.along, own.palm)));
}

function restHand(rig: Rig, side: Side): { along: Vec3; palm: Vec3 } {
  const body = bodyOf(rig);
  const hand = `${side}Hand` as const;
  const { along, palm } = handFrame(body, side);
  const back = conjugate(body.restOf(hand));
  return { along: rotate(back, along), palm: rotate(back, palm) };
}

/** A point of the world in the frame of a bone. */
export function pointOn({ rig, pose, place }: Stander, bone: keyof Rig['humanoid'], point: Vec3): Vec3 {
  const world = forwardKinematics(rig.skeleton, pose);
  const joint = rig.humanoid[bone]!;
  return rotate(conjugate(worldRotation(world, joint)), subtract(inActor(place, point), worldPosition(world, joint)));
}

/** The world rotation of a bone. */
export function turnOf({ rig, pose, place }: Stander, bone: keyof Rig['humanoid']): Quat {
  const world = forwardKinematics(rig.skeleton, pose);
  return multiply(fromAxisAngle([0, 1, 0], place.turn), worldRotation(world, rig.humanoid[bone]!));
}

function inActor({ at, turn }: Place, point: Vec3): Vec3 {
  return rotate(fromAxisAngle([0, 1, 0], -turn), subtract(point, at));
}

export function inScene({ at, turn }: Place, point: Vec3): Vec3 {
  return add(at, rotate(fromAxisAngle([0, 1, 0], turn), point));
}
