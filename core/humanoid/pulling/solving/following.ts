import type { VisitingOrder } from '../../../ik/request/orders.ts';
import { wholePower } from '../../../math/elementary.ts';
import { SPINE, type HumanoidBone } from '../../body/bones.ts';
import type { Limb } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';

/** How much each joint and the root translation resist: options of a solve. */
export interface Following {
  readonly stiffness: ArrayLike<number>;
  readonly rootStiffness: number;
}

/** What is pulled, and what of it the orders look at. */
export interface Followed {
  readonly rig: Rig;
  readonly limb: Limb;
  /** What the settings say of the hips' place: 1 keeps it. */
  readonly rootStiffness: number;
  /** For every joint, what it would help by itself beside the one that would help most, 0 to 1: see `helpfulness.ts`. Asked for by one order only. */
  readonly helpfulness: () => ArrayLike<number>;
}

/** How readily each further part of the body follows, beside the one before it. Our choice, by how the poses look. */
const BACKWARD = 0.4;
const BOUNCE = 0.2;
/** The same for what comes to follow a strained limb: it leans before the hips turn. */
const LEANING = 0.3;
/** How readily a joint follows that would not help at all: it may be needed all the same. */
const HELPLESS = 0.2;
/** How readily the body follows that would help as much as the limb's own joints. */
const BODY_HELPS = 0.3;
/** How readily the hips leave their place for the order that looks at who helps. */
const HIPS_FOLLOW = 0.1;

const CLAVICLES: readonly HumanoidBone[] = ['leftShoulder', 'rightShoulder'];
const HIPS: readonly HumanoidBone[] = ['hips'];

/**
 * Who moves for a pulled limb: what the article's orders are for, as mobilities (1 − stiffness) of the parts of the body from the limb's end up: bend,
 * upper joint, then clavicles, trunk and hips for an arm, for a leg hips and trunk.
 * - `backward`: each part follows less readily than the one before it, so that movement goes up from the end.
 * - `bounce`: much less readily, so that it stays at the end.
 * - `bounceFromRoot`: the other way round, so that it stays at the root.
 * - `forward`: all move alike.
 * - `smartBounce`: for a limb that cannot do it alone: the rest leans first, and the hips come last.
 * - `largestErrorFirst`: each joint of the limb as much as it would help by itself, and so, less readily, each of the body.
 */
export function followingOf(followed: Followed, order: VisitingOrder): Following {
  const { rig, rootStiffness } = followed;
  switch (order) {
    case 'smartBounce':
      return fall(followed, (place) => (place < 2 ? 1 : wholePower(LEANING, place)));
    case 'backward':
      return fall(followed, (place) => wholePower(BACKWARD, place));
    case 'bounce':
      return fall(followed, (place) => wholePower(BOUNCE, place));
    case 'bounceFromRoot':
      return fall(followed, (place, count) => wholePower(BACKWARD, count - 1 - place));
    case 'forward':
      return { stiffness: rig.skeleton.stiffness.slice(), rootStiffness };
    case 'largestErrorFirst':
      return asHelpful(followed);
  }
}

/** Mobilities by a part's place, 0 for the limb's bend. The hips leave their place as readily as an arm's trunk bends, or as a leg's hips turn. */
function fall({ rig, limb, rootStiffness }: Followed, mobility: (place: number, count: number) => number): Following {
  const stiffness = rig.skeleton.stiffness.slice();
  const { humanoid } = rig;
  const isArm = limb.upper === humanoid.leftUpperArm || limb.upper === humanoid.rightUpperArm;
  const further = isArm ? [CLAVICLES, SPINE, HIPS] : [[], HIPS, [...SPINE, ...CLAVICLES]];
  const parts = [[limb.bend], [limb.upper], ...further.map((bones) => bones.map((bone) => humanoid[bone]))];
  parts.forEach((joints, place) => {
    for (const joint of joints)
      if (joint !== undefined) stiffness[joint] = soften(stiffness[joint]!, mobility(place, parts.length));
  });
  return { stiffness, rootStiffness: soften(rootStiffness, mobility(3, parts.length)) };
}

function asHelpful({ rig, limb, rootStiffness, helpfulness }: Followed): Following {
  const helpful = helpfulness();
  const { humanoid, skeleton } = rig;
  const share = (joint: number): number =>
    (HELPLESS + (1 - HELPLESS) * helpful[joint]!) * (joint === limb.bend || joint === limb.upper ? 1 : BODY_HELPS);
  const stiffness = skeleton.stiffness.map((stiff, joint) => soften(stiff, share(joint)));
  return {
    stiffness,
    rootStiffness: soften(rootStiffness, HIPS_FOLLOW * (humanoid.hips === undefined ? 1 : share(humanoid.hips))),
  };
}

/** The stiffness of what follows a share as readily, 1 − stiffness being its mobility. */
function soften(stiffness: number, share: number): number {
  return 1 - (1 - stiffness) * share;
}
