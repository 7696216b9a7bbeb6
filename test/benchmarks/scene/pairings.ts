import type { BodyContact } from '../../../core/humanoid/bodies/body-contact.ts';
import { palmOnto } from '../../../core/humanoid/touching/lie-on.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../../core/math/quat.ts';
import { add, lerp, scale, type Vec3 } from '../../../core/math/vec3.ts';
import { deepIn, touchOf } from './depths.ts';
import {
  boneOf,
  handTurn,
  onFlesh,
  palmPoint,
  placeOf,
  pointOn,
  pulledTo,
  stand,
  swayed,
  turnedTo,
  turnOf,
  type Side,
  type Stander,
} from './stander.ts';

/** Two moments of bodies that touch throughout: what an animator keyed, roughly. */
export interface Pairing {
  /** One an actor, at the one moment and at the other. */
  readonly keys: readonly (readonly [Stander, Stander])[];
  readonly contacts: readonly BodyContact[];
}

/** Share of the way on which hands were keyed: what is left the contact does. */
const ROUGHLY = 0.85;
const SWAYS: readonly [Vec3, Vec3] = [
  [0.03, -0.02, 0],
  [-0.03, -0.06, 0.02],
];

const Z: Vec3 = [0, 0, 1];
const BACK: Vec3 = [0, 0, -1];
const X: Vec3 = [1, 0, 0];
const MINUS_X: Vec3 = [-1, 0, 0];
const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];

/** What two characters do with each other. */
export const PAIRINGS: Readonly<Record<string, (a: Rig, b: Rig) => Pairing>> = {
  handshake: (a, b) => handToHand(a, b, 0.72, -0.45, [Z, X], [BACK, MINUS_X]),
  'high five': (a, b) => handToHand(a, b, 0.72, 0.25, [UP, Z], [UP, BACK]),
  'hand on shoulder': handOnShoulder,
  stretcher,
  hug,
  'arm lifted': liftedArm,
};

/** Right hands that meet in the middle: `height` of the arm's length above the shoulders, palms and fingers as stated. */
function handToHand(
  rigA: Rig,
  rigB: Rig,
  distance: number,
  height: number,
  turnA: readonly [along: Vec3, palm: Vec3],
  turnB: readonly [along: Vec3, palm: Vec3],
): Pairing {
  const [a, b] = facing(rigA, rigB, (armA, armB) => distance * (armA + armB));
  const [shoulderA, shoulderB] = [a, b].map((body) => boneOf(body, 'rightUpperArm')) as [Vec3, Vec3];
  const share = a.figure.arm / (a.figure.arm + b.figure.arm);
  const middle = lerp(shoulderA, shoulderB, share);
  const places = [height, height + 0.2].map((up) => add(middle, [0, (up * (a.figure.arm + b.figure.arm)) / 2, 0])) as [
    Vec3,
    Vec3,
  ];
  const turns = [handTurn(a, 'right', ...turnA), handTurn(b, 'right', ...turnB)] as const;
  const shaking =
    (i: 0 | 1): Move =>
    (at, beside, k) =>
      turnedTo(pulledTo(at, 'rightHand', places[k], ROUGHLY, beside), 'right', turns[i], beside);
  const keys = keyed(a, b, shaking(0), shaking(1));
  const rotation = multiply(conjugate(turns[1]), turns[0]);
  return { keys, contacts: [handInHand(a, b, 'right', 'right', rotation)] };
}

function handOnShoulder(rigA: Rig, rigB: Rig): Pairing {
  const [a, b] = facing(rigA, rigB, (arm, _, rise) => Math.sqrt((0.8 * arm) ** 2 - Math.min(Math.abs(rise), 0.5 * arm) ** 2));
  const [x, shoulder, z] = boneOf(b, 'leftUpperArm');
  // Whoever is much smaller reaches the upper arm.
  const highest = boneOf(a, 'rightUpperArm')[1] + 0.5 * a.figure.arm;
  const near: Vec3 = [x, Math.min(shoulder + 0.07 * b.figure.size, highest), z];
  const { at: top, normal, bone } = onFlesh(b, new RegExp(`^left(Shoulder|UpperArm)$|${TRUNK.source}`), near);
  const hand = (at: Stander, beside: Stander): Stander =>
    pulledTo(at, 'rightHand', add(top, scale(normal, 0.03)), ROUGHLY, beside);
  const keys = keyed(a, b, hand, (at) => at);
  // The palm lies on it, turned as the hand comes to be that was pulled there.
  const turn = fromAxisAngle(UP, a.place.turn);
  const own = multiply(conjugate(turn), turnOf(keys[0]![0], 'rightHand'));
  const lying = multiply(turn, palmOnto(rigA, 'rightHand', own, rotate(conjugate(turn), normal)));
  const rotation = multiply(conjugate(turnOf(b, bone)), lying);
  const on = { actor: 1, joint: b.rig.humanoid[bone]!, point: pointOn(b, bone, top) };
  return {
    keys,
    contacts: [{ from: { actor: 0, handle: 'rightHand', point: palmPoint(a, 'right') }, on, rotation, gives: 'from' }],
  };
}

/** Both look the same way, one behind the other, and hold two bars: hands that keep their places to each other. */
function stretcher(rigA: Rig, rigB: Rig): Pairing {
  const b = stand(rigB, [0, 0, 0], 1);
  const length = 0.9 * (heightOf(rigA) + heightOf(rigB));
  const a = stand(rigA, [0, 0, length], 1);
  const grip = (body: Stander, side: Side): Quat => handTurn(body, side, DOWN, side === 'left' ? MINUS_X : X);
  const height = (boneOf(a, 'leftUpperArm')[1] - 0.85 * a.figure.arm + boneOf(b, 'leftUpperArm')[1] - 0.85 * b.figure.arm) / 2;
  const contacts = (['left', 'right'] as const).map((side): BodyContact => {
    const turned = grip(b, side);
    const point = add(palmPoint(b, side), rotate(conjugate(turned), [0, 0, length]));
    return {
      from: { actor: 0, handle: `${side}Hand`, point: palmPoint(a, side) },
      on: { actor: 1, joint: b.rig.humanoid[`${side}Hand`]!, point },
      rotation: multiply(conjugate(turned), grip(a, side)),
      gives: 'both',
    };
  });
  const wide =
    (boneOf(a, 'leftUpperArm')[0] -
      boneOf(a, 'rightUpperArm')[0] +
      boneOf(b, 'leftUpperArm')[0] -
      boneOf(b, 'rightUpperArm')[0]) /
    4;
  const holding: Move = (at, _, k) =>
    (['left', 'right'] as const).reduce((each, side) => {
      const x = (side === 'left' ? 1 : -1) * 1.25 * wide;
      const from = boneOf(each, `${side}Hand`);
      return pulledTo(each, `${side}Hand`, [x, height + 0.05 * k * at.figure.arm, from[2]], ROUGHLY);
    }, at);
  return { keys: keyed(a, b, holding, holding), contacts };
}

/** Each one's hands on the back of the other, or as far round its trunk as they come; whoever is smaller holds the other lower down. */
function hug(rigA: Rig, rigB: Rig): Pairing {
  const [a, b] = facing(rigA, rigB, () => thickness(rigA) + thickness(rigB));
  const isUpper = heightOf(rigA) > heightOf(rigB) ? 0 : 1;
  const contacts: BodyContact[] = [];
  const hugging =
    (actor: 0 | 1): Move =>
    (at, beside, k) =>
      SIDES.reduce((each, side) => {
        const known = contacts.find(({ from }) => from.actor === actor && from.handle === `${side}Hand`);
        if (known && 'actor' in known.on) return pulledTo(each, `${side}Hand`, placeOf(beside, known.on), ROUGHLY, beside);
        const up = (actor === isUpper ? 0.1 : -0.1) * Math.min(at.figure.size, beside.figure.size);
        const { body, touch } = roundTrunk(each, side, beside, up);
        contacts.push({
          from: { actor, handle: `${side}Hand`, point: touch.own.point },
          on: { actor: 1 - actor, ...touch.other },
          gives: 'from',
        });
        return k === 0 ? body : each;
      }, at);
  return { keys: keyed(a, b, hugging(0), hugging(1)), contacts };
}

const SIDES = ['left', 'right'] as const;
/** Metres from the flesh of another body within which a hand has come to it. */
const ARRIVED = 0.004;

/** The body with a hand on the trunk of another before which it stands, as far behind that as the hand comes, and where they touch. */
function roundTrunk(body: Stander, side: Side, on: Stander, up: number) {
  const middle = add(boneOf(on, trunkOf(on)), [0, up, 0]);
  const ahead = Math.sign(boneOf(on, 'hips')[2] - boneOf(body, 'hips')[2]);
  const aside = Math.sign(boneOf(body, `${side}UpperArm`)[0] - boneOf(body, 'hips')[0]);
  for (let angle = 0.4; ; angle += 0.3) {
    const way: Vec3 = [aside * Math.sin(angle), 0, ahead * Math.cos(angle)];
    const { at } = onFlesh(on, TRUNK, add(middle, scale(way, 2 * thickness(on.rig))));
    const pulled = pulledTo(body, `${side}Hand`, at, 1, on);
    const touch = touchOf(pulled, on, new RegExp(`^${side}Hand$`), TRUNK);
    if (touch.gap < ARRIVED || angle > 2.5) return { body: pulled, touch };
  }
}

/** One has the other's forearm in its hand and lifts it. */
function liftedArm(rigA: Rig, rigB: Rig): Pairing {
  const [a, b] = facing(rigA, rigB, (armA, armB) => 0.6 * (armA + armB));
  const [elbow, wrist] = (['leftLowerArm', 'leftHand'] as const).map((bone) => boneOf(b, bone)) as [Vec3, Vec3];
  const shoulder = boneOf(b, 'leftUpperArm');
  const places = [-0.35, 0.05].map((up) => add(shoulder, [0, up * b.figure.arm, -0.6 * b.figure.arm])) as [Vec3, Vec3];
  const keys = keyed(
    a,
    b,
    (at, beside, k) => turnedTo(pulledTo(at, 'rightHand', places[k], 1, beside), 'right', handTurn(a, 'right', Z, UP), beside),
    (at) => at,
  );
  // What is before the forearm is below it once it is lifted.
  const { at } = onFlesh(b, /^leftLowerArm$/, add(lerp(elbow, wrist, 0.7), scale(BACK, 0.3 * b.figure.arm)));
  const on = { actor: 1, joint: b.rig.humanoid.leftLowerArm!, point: pointOn(b, 'leftLowerArm', at) };
  return {
    keys,
    contacts: [{ from: { actor: 0, handle: 'rightHand', point: palmPoint(a, 'right') }, on, gives: 'on' }],
  };
}

/** Bodies side by side, hand in hand. */
export function chainOf(rigs: readonly Rig[]): Pairing {
  const bodies: Stander[] = [];
  for (const rig of rigs) {
    const next = stand(rig, [0, 0, 0], 1);
    const before = bodies.at(-1);
    const shoulders = before ? boneOf(before, 'leftUpperArm')[0] - boneOf(next, 'rightUpperArm')[0] : 0;
    const arms = before ? 0.65 * (before.figure.arm + next.figure.arm) : 0;
    bodies.push({ ...next, place: { ...next.place, at: [shoulders + arms, 0, 0] } });
  }
  const contacts = bodies.slice(1).map((next, i): BodyContact => {
    const own = bodies[i]!;
    const rotation = multiply(
      conjugate(handTurn(next, 'right', [-0.6, -0.8, 0], Z)),
      handTurn(own, 'left', [0.6, -0.8, 0], BACK),
    );
    return {
      from: { actor: i, handle: 'leftHand', point: palmPoint(own, 'left') },
      on: { actor: i + 1, joint: next.rig.humanoid.rightHand!, point: palmPoint(next, 'right') },
      rotation,
      gives: 'both',
    };
  });
  return { keys: bodies.map((body) => [swayed(body, SWAYS[0]), swayed(body, SWAYS[1])] as const), contacts };
}

function handInHand(a: Stander, b: Stander, sideA: Side, sideB: Side, rotation: Quat): BodyContact {
  return {
    from: { actor: 0, handle: `${sideA}Hand`, point: palmPoint(a, sideA) },
    on: { actor: 1, joint: b.rig.humanoid[`${sideB}Hand`]!, point: palmPoint(b, sideB) },
    rotation,
    gives: 'both',
  };
}

/** What a body does at the one moment and the other (`k`), beside the other body. */
type Move = (at: Stander, beside: Stander, k: 0 | 1) => Stander;

function keyed(a: Stander, b: Stander, moveA: Move, moveB: Move): Pairing['keys'] {
  const moments = ([0, 1] as const).map((k) => {
    const [one, other] = [a, b].map((body) => swayed(body, SWAYS[k])) as [Stander, Stander];
    const moved = moveA(one, other, k);
    return [moved, moveB(other, moved, k)] as const;
  });
  const [before, after] = moments as [(typeof moments)[0], (typeof moments)[0]];
  return [
    [before[0], after[0]],
    [before[1], after[1]],
  ];
}

/** Two that look at each other, so far apart as their arms and the height of the one's shoulders over the other's say, and as they are not in each other. */
function facing(a: Rig, b: Rig, apart: (armA: number, armB: number, rise: number) => number): [Stander, Stander] {
  const [one, other] = [stand(a, [0, 0, 0], 1), stand(b, [0, 0, 0], -1)];
  const rise = boneOf(other, 'leftUpperArm')[1] - boneOf(one, 'rightUpperArm')[1];
  const least = apart(one.figure.arm, other.figure.arm, rise);
  const [from, to] = [boneOf(one, 'rightUpperArm'), boneOf(other, 'rightUpperArm')];
  for (let step = 0; ; step++) {
    const at: Vec3 = [0, 0, least + STRIDE * step + from[2] - to[2]];
    const standing = { ...other, place: { ...other.place, at } };
    if (SWAYS.every((sway) => areApart(swayed(one, sway), swayed(standing, sway)))) return [one, standing];
  }
}

/** Metres by which two step back until they are not in each other, and that they are apart then. */
const STRIDE = 0.02;

/** Whether no trunk, head or leg of a body is near to one of the other. */
function areApart(a: Stander, b: Stander): boolean {
  return !deepIn([a, b], [a.pose, b.pose], -STRIDE).some(({ bones }) => !bones.some((bone) => ARMS.test(bone)));
}

const ARMS = /Shoulder|Arm|Hand|Thumb|Index|Middle|Ring|Little/;
const TRUNK = /^(hips|spine|chest|upperChest)$/;

function heightOf(rig: Rig): number {
  return rig.report.height;
}

function trunkOf({ rig }: Stander): 'upperChest' | 'chest' | 'spine' | 'hips' {
  return (['upperChest', 'chest', 'spine'] as const).find((bone) => rig.humanoid[bone] !== undefined) ?? 'hips';
}

/** How thick the chest is from its middle, metres. */
function thickness(rig: Rig): number {
  const radii = rig.shape.flatMap(({ bone, radius }) => (/chest|spine/i.test(bone) ? [radius] : []));
  return radii.length > 0 ? Math.max(...radii) : 0.12 * (rig.report.height / 1.75);
}
