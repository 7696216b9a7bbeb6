import { handleKind } from '../../body/handles.ts';
import { conjugate, IDENTITY, multiply, rotate } from '../../../math/quat.ts';
import { add, dot, scale, subtract, vec3At, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { placeShape } from '../../body/body-shape.ts';
import { sizeOf } from '../../body/rig.ts';
import type { BodyMirror } from '../../transfer/body-mirror.ts';
import type { Attempt } from '../request/attempt.ts';
import type { PullMove } from '../request/pull-move.ts';
import { hangsFrom } from '../../../skeleton/hierarchy.ts';

/** Metres that what is pulled may reach through the mirror, for a figure 1.75 m tall: half of what two parts may be in each other. */
const DEEP = 1e-3;

/** The unit normal of the mirror to the side of what is pulled; null without a mirror. */
export function ownSide({ handle, mirror }: PullMove): Vec3 | null {
  if (!mirror) return null;
  return handle.startsWith('left') ? mirror.across : scale(mirror.across, -1);
}

/** The target of a pulled hand or foot, turned as it will be, brought to its own side of the mirror that its counterpart is behind. */
export function targetBeside(move: PullMove): Vec3 {
  const { rig, mirror, handle, limb, target, snapshot, rotation } = move;
  const out = ownSide(move);
  if (!mirror || !limb || !out || handleKind(handle) === 'pole') return target;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const home = worldPosition(world, limb.end);
  const turn = rotation ? multiply(rotation, conjugate(worldRotation(world, limb.end))) : IDENTITY;
  const placed = placeShape(rig.shape, world);
  const at = (point: number): Vec3 => add(target, rotate(turn, subtract(vec3At(placed, point), home)));
  const depth = deepest(move, mirror, out, limb.end, at);
  return depth > 0 ? add(target, scale(out, depth)) : target;
}

/** Whether a pulled hand or foot, or the forearm or shin that carries it, reaches through the mirror deeper than may go unnoticed. */
export function reachesThrough(move: PullMove, { outcome }: Attempt): boolean {
  const { rig, mirror, limb } = move;
  const out = ownSide(move);
  if (!mirror || !out || !limb) return false;
  const placed = placeShape(rig.shape, forwardKinematics(rig.skeleton, outcome.pose));
  return deepest(move, mirror, out, limb.bend, (point) => vec3At(placed, point)) > DEEP * sizeOf(rig);
}

/** Metres by which what hangs from `root` reaches through the mirror at the most; `at` has the ends of all capsules. */
function deepest({ rig }: PullMove, { middle }: BodyMirror, out: Vec3, root: number, at: (point: number) => Vec3): number {
  let most = -Infinity;
  rig.shape.forEach(({ joint, radius }, i) => {
    if (!hangsFrom(rig.skeleton.parents, joint, root)) return;
    for (const point of [2 * i, 2 * i + 1]) most = Math.max(most, radius - dot(subtract(at(point), middle), out));
  });
  return most;
}
