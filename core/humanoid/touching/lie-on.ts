import { sideOf } from '../body/found-bones.ts';
import { conjugate, multiply, rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { add, length, rejectFrom, scale, type Vec3 } from '../../math/vec3.ts';
import { handFrame, type HandFrame } from '../anatomy/hand-limits.ts';
import type { Side } from '../body/found-bones.ts';
import type { HandleName } from '../body/handles.ts';
import { perRig } from '../body/per-rig.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';
import { planeFrame } from '../limbs/fold-limb.ts';

type Palm = Pick<HandFrame, 'along' | 'palm'>;

/** Where hands point and palms look, in the frames of their hands: unit vectors. */
const palms: (rig: Rig) => Readonly<Record<Side, Palm | null>> = perRig((rig) => ({
  left: palmOf(rig, 'left'),
  right: palmOf(rig, 'right'),
}));

function palmOf(rig: Rig, side: Side): Palm | null {
  const body = bodyOf(rig);
  const hand = `${side}Hand` as const;
  if (!body.has(hand)) return null;
  const { along, palm } = handFrame(body, side);
  const back = conjugate(body.restOf(hand));
  return { along: rotate(back, along), palm: rotate(back, palm) };
}

/**
 * The world rotation in which the palm of a hand lies on a surface whose unit normal is `normal`, its fingers pointing along the surface as with `turn`. The more
 * these point into it, the more they go where the shortest turn of the palm takes them: so nothing leaps where they point straight into it.
 */
export function palmOnto(rig: Rig, handle: HandleName, turn: Quat, normal: Vec3): Quat {
  const hand = palms(rig)[sideOf(handle)];
  if (!hand) return turn;
  const [along, palm] = [rotate(turn, hand.along), rotate(turn, hand.palm)];
  const straight = multiply(shortestArc(palm, scale(normal, -1)), turn);
  const level = rejectFrom(along, normal);
  const pointing = add(level, scale(rotate(straight, hand.along), (1 - length(level)) ** 2));
  const fingers = rejectFrom(pointing, normal);
  if (length(fingers) < 1e-6) return straight;
  return multiply(multiply(planeFrame(fingers, scale(normal, -1)), conjugate(planeFrame(along, palm))), turn);
}
