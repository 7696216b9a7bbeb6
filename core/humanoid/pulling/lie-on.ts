import { conjugate, multiply, rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { scale, type Vec3 } from '../../math/vec3.ts';
import { handFrame } from '../anatomy/hand-limits.ts';
import type { Side } from '../body/found-bones.ts';
import type { HandleName } from '../body/handles.ts';
import { perRig } from '../body/per-rig.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';

/** Where palms look, in the frames of their hands: unit vectors. */
const palms: (rig: Rig) => Readonly<Record<Side, Vec3 | null>> = perRig((rig) => ({
  left: palmOf(rig, 'left'),
  right: palmOf(rig, 'right'),
}));

function palmOf(rig: Rig, side: Side): Vec3 | null {
  const body = bodyOf(rig);
  const hand = `${side}Hand` as const;
  return body.has(hand) ? rotate(conjugate(body.restOf(hand)), handFrame(body, side).palm) : null;
}

/** The world rotation nearest to `turn` with which the palm of a hand lies on a surface whose unit normal is `normal`. */
export function palmOnto(rig: Rig, handle: HandleName, turn: Quat, normal: Vec3): Quat {
  const palm = palms(rig)[handle.startsWith('left') ? 'left' : 'right'];
  return palm ? multiply(shortestArc(rotate(turn, palm), scale(normal, -1)), turn) : turn;
}
