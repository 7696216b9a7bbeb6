import { handFrame } from '../../../core/humanoid/anatomy/hand-limits.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { placeSeenFrom, type Place } from '../../../core/math/place.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { bodyOf } from '../../../core/humanoid/body/rig-body.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { conjugate, fromAxes, fromAxisAngle, multiply, rotate, type Quat } from '../../../core/math/quat.ts';
import { add, cross, distance, dot, lerp, normalize, scale, subtract, ZERO, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
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

/** The body with a handle pulled to a place of the world, `share` of the way, its feet kept; the body `beside` stops it. */
export function pulledTo(stander: Stander, handle: HandleName, to: Vec3, share: number, beside?: Stander): Stander {
  const { rig, pose, place } = stander;
  const target = inActor(place, to);
  const world = forwardKinematics(rig.skeleton, pose);
  const from = worldPosition(world, rig.humanoid[handle as 'hips']!);
  const way = scale(subtract(target, from), share);
  // Without the balance: what is keyed is not to change with how that is kept.
  const pull = createPuller(rig).begin(pose, handle, FEET, { weight: 0 });
  return { ...stander, pose: pull.to(add(from, way), { keepsDirection: false, ...(beside && stoppedBy(stander, beside)) }).pose };
}

/** The body with a hand turned towards a world rotation where it is, as far as a pull turns it. */
export function turnedTo(stander: Stander, side: Side, turn: Quat, beside: Stander): Stander {
  const { rig, pose, place } = stander;
  const at = worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid[`${side}Hand`]!);
  const rotation = multiply(fromAxisAngle([0, 1, 0], -place.turn), turn);
  const pull = createPuller(rig).begin(pose, `${side}Hand`, FEET);
  return { ...stander, pose: pull.to(at, { rotation, ...stoppedBy(stander, beside) }).pose };
}

function stoppedBy({ place }: Stander, { rig, pose, place: other }: Stander) {
  return { bodyStops: true, beside: [{ rig, pose, place: placeSeenFrom(other, place) }] };
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

/** Where a point of a joint is in the world. */
export function placeOf({ rig, pose, place }: Stander, { joint, point }: { readonly joint: number; readonly point: Vec3 }): Vec3 {
  return inScene(place, pointOf(forwardKinematics(rig.skeleton, pose), joint, point));
}

/** The middle of the palm in the frame of the hand, on its flesh; metres. */
export function palmPoint({ rig }: Stander, side: Side): Vec3 {
  const { palm } = restHand(rig, side);
  const capsules = rig.shape.filter(({ bone }) => bone === `${side}Hand`);
  const flesh = Math.max(...capsules.map(({ start, end, radius }) => dot(lerp(start, end, 0.5), palm) + radius));
  const middle = scale(
    capsules.reduce((sum, { start, end }) => add(sum, lerp(start, end, 0.5)), ZERO),
    1 / capsules.length,
  );
  return add(middle, scale(palm, flesh - dot(middle, palm)));
}

/** A place of the world brought onto the flesh of some bones of a body as it stands, the nearest way; the way out there, and the bone. */
export function onFlesh(
  body: Stander,
  of: RegExp,
  near: Vec3,
): { readonly at: Vec3; readonly normal: Vec3; readonly bone: HumanoidBone } {
  const { rig, pose, place } = body;
  const world = forwardKinematics(rig.skeleton, pose);
  const capsules = rig.shape
    .filter(({ bone }) => of.test(bone))
    .map(({ bone, joint, start, end, radius }) => {
      const ends = [start, end].map((point) => inScene(place, pointOf(world, joint, point))) as [Vec3, Vec3];
      return { bone, ends, radius };
    });
  let at = near;
  for (let round = 0; ; round++) {
    const all = capsules.map(({ bone, ends, radius }) => {
      const axis = nearestOn(at, ends);
      return { bone, axis, away: distance(at, axis) - radius };
    });
    const { bone, axis, away } = all.reduce((least, each) => (each.away < least.away ? each : least));
    const normal = normalize(subtract(at, axis));
    if (Math.abs(away) < 1e-6 || round === 200) return { at, normal, bone };
    at = add(at, scale(normal, -away));
  }
}

function nearestOn(at: Vec3, [start, end]: readonly [Vec3, Vec3]): Vec3 {
  const way = subtract(end, start);
  return lerp(start, end, Math.min(1, Math.max(0, dot(subtract(at, start), way) / Math.max(dot(way, way), 1e-12))));
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

export function inActor({ at, turn }: Place, point: Vec3): Vec3 {
  return rotate(fromAxisAngle([0, 1, 0], -turn), subtract(point, at));
}

export function inScene({ at, turn }: Place, point: Vec3): Vec3 {
  return add(at, rotate(fromAxisAngle([0, 1, 0], turn), point));
}
