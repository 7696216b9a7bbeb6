import type { VisitingOrder } from '../../ik/request/orders.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/** How readily the trunk's bones follow a pulled limb, beside the limb's own joints (1). Our choice: it leans before the hips turn. */
const FOLLOWING: readonly (readonly [bones: readonly HumanoidBone[], mobility: number])[] = [
  [['leftShoulder', 'rightShoulder'], 0.09],
  [['spine', 'chest', 'upperChest'], 0.03],
  [['hips'], 0.01],
];
/** The same for the hips' place. */
const HIPS_FOLLOW = 0.1;
/** How readily the limb moves, beside the rest of the body, when movement is to stay at the root's end. */
const LIMB_FOLLOWS = 0.1;

/** How much each joint and the root translation resist: options of a solve. */
export interface Following {
  readonly stiffness: ArrayLike<number>;
  readonly rootStiffness: number;
}

/** Who moves for the pulled chest or head: the trunk as it is, and the hips hardly leave their place before it has bent. */
export function trunkFollowing(rig: Rig, rootStiffness: number): Following {
  return { stiffness: rig.skeleton.stiffness, rootStiffness: 1 - (1 - rootStiffness) * HIPS_FOLLOW };
}

/**
 * Who moves for a pulled limb, as the article's orders have it: with `smartBounce` the body follows only as far as the limb is
 * strained (0 to 1), with `bounce` a little, with `backward` and `largestErrorFirst` more; with `forward` all joints move
 * alike, and with `bounceFromRoot` the limb moves least. `rootStiffness` is what the settings say of the hips.
 */
export function followingOf(rig: Rig, limb: Limb, order: VisitingOrder, strain: number, rootStiffness: number): Following {
  switch (order) {
    case 'smartBounce':
      return bodyFollows(rig, strain, rootStiffness);
    case 'bounce':
      return bodyFollows(rig, 0.2, rootStiffness);
    case 'backward':
    case 'largestErrorFirst':
      return bodyFollows(rig, 1, rootStiffness);
    case 'forward':
      return { stiffness: rig.skeleton.stiffness.slice(), rootStiffness };
    case 'bounceFromRoot':
      return { stiffness: limbFollows(rig, limb), rootStiffness };
  }
}

function bodyFollows(rig: Rig, share: number, rootStiffness: number): Following {
  const stiffness = rig.skeleton.stiffness.slice();
  for (const [bones, mobility] of FOLLOWING) {
    for (const bone of bones) soften(stiffness, rig.humanoid[bone], mobility * share);
  }
  return { stiffness, rootStiffness: 1 - (1 - rootStiffness) * HIPS_FOLLOW * share };
}

function limbFollows(rig: Rig, { upper, bend, end }: Limb): Float64Array {
  const stiffness = rig.skeleton.stiffness.slice();
  for (const joint of [upper, bend, end]) soften(stiffness, joint, LIMB_FOLLOWS);
  return stiffness;
}

/** Multiplies a joint's mobility, 1 − stiffness. */
function soften(stiffness: Float64Array, joint: number | undefined, mobility: number): void {
  if (joint !== undefined) stiffness[joint] = 1 - (1 - stiffness[joint]!) * mobility;
}
