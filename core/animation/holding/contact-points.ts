import { soleUp } from '../../humanoid/anatomy/leg-limits.ts';
import { soleOf } from '../../humanoid/anatomy/masses.ts';
import { sided, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import { perRig } from '../../humanoid/body/per-rig.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import { dot, lerp, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { CONTACT_PARTS, type ContactPart } from '../clip.ts';
import { limbsOf, type Limb } from '../../humanoid/body/limbs.ts';

/** A point of the body that can be held in its place. */
export interface ContactPoint {
  readonly part: ContactPart;
  /** The joint that carries it. */
  readonly joint: number;
  /** In the joint's frame, metres. */
  readonly offset: Vec3;
}

/** The points of a foot. Offsets are in the frame of the foot's joint, but that of the tip of the toes, which is in theirs where there are any. */
export interface FootPoints {
  readonly limb: Limb;
  readonly side: Side;
  /** The joint of the toes; −1 without. */
  readonly toes: number;
  readonly heel: Vec3;
  /** The joint of the toes, about which the foot rolls; a point of the sole without. */
  readonly ball: Vec3;
  readonly toe: Vec3;
  /** The sole under the ball. */
  readonly ballSole: Vec3;
}

/** How far the ball is from under the ankle to the tip of the toes where no joint tells. Our choice. */
const BALL = 0.72;

/** Both feet that are at the end of a whole leg. */
export const footPoints: (rig: Rig) => readonly FootPoints[] = perRig((rig) => {
  const rest = worldAtRest(rig.skeleton);
  const limbs = limbsOf(rig);
  const body = bodyOf(rig);
  return SIDES.flatMap((side): FootPoints[] => {
    const limb = limbs.find(({ name }) => name === sided(side, 'Leg'));
    if (!limb) return [];
    const foot = limb.end;
    const toes = rig.humanoid[sided(side, 'Toes')] ?? -1;
    const { under, heel, toe } = soleOf(rig, side);
    const into = (joint: number, at: Vec3) =>
      rotate(conjugate(worldRotation(rest, joint)), subtract(at, worldPosition(rest, joint)));
    const joint = toes < 0 ? null : worldPosition(rest, toes);
    // Under the joint of the toes, on the sole.
    const sole = joint
      ? subtract(joint, scale(soleUp(body, side), dot(subtract(joint, under), soleUp(body, side))))
      : lerp(under, toe, BALL);
    return [
      {
        limb,
        side,
        toes,
        heel: into(foot, heel),
        ball: into(foot, joint ?? sole),
        toe: into(toes < 0 ? foot : toes, toe),
        ballSole: into(foot, sole),
      },
    ];
  });
});

/** The heel, the sole under the ball and the tip of the toes, each with the joint that carries it. */
export function solePointsOf({ limb, toes, heel, ballSole, toe }: FootPoints): readonly Omit<ContactPoint, 'part'>[] {
  return [
    { joint: limb.end, offset: heel },
    { joint: limb.end, offset: ballSole },
    { joint: toes < 0 ? limb.end : toes, offset: toe },
  ];
}

/** Every point of a character that can be held, in the order of `CONTACT_PARTS`. */
export const contactPoints: (rig: Rig) => readonly ContactPoint[] = perRig((rig) => {
  const points = new Map<ContactPart, ContactPoint>();
  const put = (part: ContactPart, joint: number, offset: Vec3) => points.set(part, { part, joint, offset });
  for (const { side, limb, toes, heel, ball, toe } of footPoints(rig)) {
    put(`${side}Heel`, limb.end, heel);
    put(`${side}Ball`, limb.end, ball);
    put(`${side}Toe`, toes < 0 ? limb.end : toes, toe);
  }
  for (const limb of limbsOf(rig)) {
    if (limb.name === 'leftArm') put('leftHand', limb.end, ZERO);
    if (limb.name === 'rightArm') put('rightHand', limb.end, ZERO);
  }
  return CONTACT_PARTS.flatMap((part) => points.get(part) ?? []);
});
