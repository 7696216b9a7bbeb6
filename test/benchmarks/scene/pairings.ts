import type { BodyContact } from '../../../core/humanoid/bodies/body-contact.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { conjugate, multiply, rotate, type Quat } from '../../../core/math/quat.ts';
import { add, lerp, scale, type Vec3 } from '../../../core/math/vec3.ts';
import {
  boneOf,
  handTurn,
  palmPoint,
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
  const keys = [a, b].map((body, i) =>
    keyed(body, (at, k) => turnedTo(pulledTo(at, 'rightHand', places[k], ROUGHLY), 'right', turns[i]!)),
  );
  const rotation = multiply(conjugate(turns[1]), turns[0]);
  return { keys, contacts: [handInHand(a, b, 'right', 'right', rotation)] };
}

function handOnShoulder(rigA: Rig, rigB: Rig): Pairing {
  const [a, b] = facing(rigA, rigB, (arm, _, rise) => Math.sqrt((0.8 * arm) ** 2 - Math.min(Math.abs(rise), 0.5 * arm) ** 2));
  const bone = b.rig.humanoid.leftShoulder === undefined ? trunkOf(b) : 'leftShoulder';
  const [x, shoulder, z] = boneOf(b, 'leftUpperArm');
  // Whoever is much smaller reaches the upper arm.
  const highest = boneOf(a, 'rightUpperArm')[1] + 0.5 * a.figure.arm;
  const top: Vec3 = [x, Math.min(shoulder + 0.07 * b.figure.size, highest), z];
  const keys = [keyed(a, (at) => pulledTo(at, 'rightHand', top, ROUGHLY)), keyed(b, (at) => at)];
  // Turned as the hand comes to be that was pulled there.
  const rotation = multiply(conjugate(turnOf(keys[1]![0], bone)), turnOf(keys[0]![0], 'rightHand'));
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
  const keys = [a, b].map((body) =>
    keyed(body, (at, k) =>
      (['left', 'right'] as const).reduce((each, side) => {
        const x = (side === 'left' ? 1 : -1) * 1.25 * wide;
        const from = boneOf(each, `${side}Hand`);
        return pulledTo(each, `${side}Hand`, [x, height + 0.05 * k * at.figure.arm, from[2]], ROUGHLY);
      }, at),
    ),
  );
  return { keys, contacts };
}

/** Each one's hands on the back of the other. */
function hug(rigA: Rig, rigB: Rig): Pairing {
  const [a, b] = facing(rigA, rigB, () => thickness(rigA) + thickness(rigB));
  const back = (body: Stander, side: 1 | -1, away: Vec3, up: number): Vec3 => {
    const depth = thickness(body.rig);
    return add(add(boneOf(body, trunkOf(body)), scale(away, 0.6 * depth)), [side * 0.7 * depth, up * body.figure.size, 0]);
  };
  // Whoever looks along z has its left hand at +x.
  const places = [
    { actor: 0, side: 'left', on: b, point: back(b, 1, Z, -0.05) },
    { actor: 0, side: 'right', on: b, point: back(b, -1, Z, -0.05) },
    { actor: 1, side: 'left', on: a, point: back(a, -1, BACK, 0.05) },
    { actor: 1, side: 'right', on: a, point: back(a, 1, BACK, 0.05) },
  ] as const;
  const keys = [a, b].map((body, actor) =>
    keyed(body, (at) =>
      places
        .filter((place) => place.actor === actor)
        .reduce((each, { side, point }) => pulledTo(each, `${side}Hand`, point, ROUGHLY), at),
    ),
  );
  const contacts = places.map(({ actor, side, on, point }): BodyContact => {
    const bone = trunkOf(on);
    return {
      from: { actor, handle: `${side}Hand`, point: palmPoint(actor === 0 ? a : b, side) },
      on: { actor: 1 - actor, joint: on.rig.humanoid[bone]!, point: pointOn(on, bone, point) },
      gives: 'from',
    };
  });
  return { keys, contacts };
}

/** One has the other's forearm in its hand and lifts it. */
function liftedArm(rigA: Rig, rigB: Rig): Pairing {
  const [a, b] = facing(rigA, rigB, (armA, armB) => 0.6 * (armA + armB));
  const [elbow, wrist] = (['leftLowerArm', 'leftHand'] as const).map((bone) => boneOf(b, bone)) as [Vec3, Vec3];
  const shoulder = boneOf(b, 'leftUpperArm');
  const places = [-0.35, 0.05].map((up) => add(shoulder, [0, up * b.figure.arm, -0.6 * b.figure.arm])) as [Vec3, Vec3];
  const keys = [keyed(a, (at, k) => pulledTo(at, 'rightHand', places[k])), keyed(b, (at) => at)];
  const on = { actor: 1, joint: b.rig.humanoid.leftLowerArm!, point: pointOn(b, 'leftLowerArm', lerp(elbow, wrist, 0.7)) };
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
  return { keys: bodies.map((body) => keyed(body, (at) => at)), contacts };
}

function handInHand(a: Stander, b: Stander, sideA: Side, sideB: Side, rotation: Quat): BodyContact {
  return {
    from: { actor: 0, handle: `${sideA}Hand`, point: palmPoint(a, sideA) },
    on: { actor: 1, joint: b.rig.humanoid[`${sideB}Hand`]!, point: palmPoint(b, sideB) },
    rotation,
    gives: 'both',
  };
}

function keyed(body: Stander, pose: (at: Stander, k: 0 | 1) => Stander): readonly [Stander, Stander] {
  return [pose(swayed(body, SWAYS[0]), 0), pose(swayed(body, SWAYS[1]), 1)];
}

/** Two that look at each other, so far apart as their arms and the height of the one's shoulders over the other's say. */
function facing(a: Rig, b: Rig, apart: (armA: number, armB: number, rise: number) => number): [Stander, Stander] {
  const [one, other] = [stand(a, [0, 0, 0], 1), stand(b, [0, 0, 0], -1)];
  const rise = boneOf(other, 'leftUpperArm')[1] - boneOf(one, 'rightUpperArm')[1];
  const distance = apart(one.figure.arm, other.figure.arm, rise);
  const [from, to] = [boneOf(one, 'rightUpperArm'), boneOf(other, 'rightUpperArm')];
  return [one, { ...other, place: { ...other.place, at: [0, 0, distance + from[2] - to[2]] } }];
}

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
