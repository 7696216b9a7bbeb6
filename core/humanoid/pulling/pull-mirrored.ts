import { conjugate, multiply, slerp } from '../../math/quat.ts';
import { distance, lerp, subtract } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { moveBy, type Pose, rotationOf, setRotation } from '../../skeleton/pose.ts';
import { limbHandleOf } from '../body/body-parts.ts';
import { HUMANOID_BONES, otherSide } from '../body/bones.ts';
import type { Side } from '../body/found-bones.ts';
import { handleKind, type HandleName } from '../body/handles.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { bodyMirror, mirrorPlace, type BodyMirror } from '../transfer/body-mirror.ts';
import { isMiddleAlike, mirrorChanges } from '../transfer/mirror-changes.ts';
import { mirrorPose } from '../transfer/mirror-pose.ts';
import { mirrorTurn } from '../transfer/mirror.ts';
import type { Attempt } from './request/attempt.ts';
import { pinsBeside } from './solving/bring-along.ts';
import { turnTo } from '../body/limbs.ts';
import { turnWithin } from '../limbs/fold-limb.ts';
import { rigOfFollowers } from './request/followers.ts';
import { pinnedLimbs } from '../limbs/pinned-limbs.ts';
import { pinsInWorld } from './solving/pins-on-body.ts';
import { plantLimbs } from './building/planted-goals.ts';
import type { PullMove } from './request/pull-move.ts';

/** Radians and metres by which a trunk may be bent to a side and still be made even. */
const EVEN = 0.01;
/** Metres within which two places of a figure 1.75 m tall are in a mirror. */
const SAME = 1e-6;

/** How moves are solved: one handle by itself, and both as if nothing stopped them. */
interface Solves {
  readonly alone: (move: PullMove) => Attempt;
  readonly together: (move: PullMove) => Attempt;
}

/**
 * The attempt of a move that brings the hands or the feet of both sides to places that mirror each other: what is pulled is solved by itself, kept on its own
 * side of the mirror, and the other side does the same in the mirror. Where the trunk has to follow, it does as for both, made even, and then the limbs by
 * themselves. Null for other moves.
 */
export function pullMirrored(move: PullMove, { alone, together }: Solves): Attempt | null {
  const { rig, limb, handle, along, snapshot, target, settings } = move;
  const side = (['left', 'right'] as const).find((each) => handle.startsWith(each));
  const [other, ...others] = Object.keys(along) as HandleName[];
  if (!side || !limb || handleKind(handle) === 'pole' || !other || others.length > 0 || other !== counterpart(handle, side))
    return null;
  const mirror = bodyMirror(rig, snapshot);
  if (distance(mirrorPlace(mirror, target), along[other]!) > SAME * sizeOf(rig)) return null;
  const pins = pinsBeside(move.pins, { ...along, [handle]: target });
  const legs = pinnedLimbs(rig, snapshot, pinsInWorld(pins));
  const evened = (pose: Pose): Pose => plantLimbs(rig, evenly(rig, mirror, snapshot, pose), legs).pose;
  const even = evened(snapshot);
  if (!isMiddleAlike(rig, snapshot, even, EVEN)) return null;
  const from = isMiddleAlike(rig, snapshot, even) ? snapshot : even;
  const one: PullMove = { ...move, along: {}, pins, mirror, searches: false };
  const both = (found: Attempt, before: Pose): Attempt => ({
    ...found,
    outcome: { ...found.outcome, pose: mirrorChanges(rig, before, found.outcome.pose, side) },
  });
  const free = alone({ ...one, snapshot: from });
  if (isMiddleAlike(rig, from, free.outcome.pose)) return both(free, from);
  const place = worldPosition(forwardKinematics(rig.skeleton, free.outcome.pose), limb.end);
  const led = together({
    ...move,
    snapshot: from,
    target: place,
    along: { [other]: mirrorPlace(mirror, place) },
    searches: false,
  });
  const leant = withLimbs(move, other, evened(led.outcome.pose), from);
  const held = rigOfFollowers(rig, [handle], pins, 'limb');
  return both(alone({ ...one, rig: held, settings: { ...settings, rootStiffness: 1 }, snapshot: leant }), leant);
}

/** The pose with the limbs of both handles as `from` has them, the end of what is pulled turned as there unless it follows its limb. */
function withLimbs({ rig, handle, limb, keepsDirection, rotation }: PullMove, other: HandleName, pose: Pose, from: Pose): Pose {
  const both = pose.slice();
  for (const bone of HUMANOID_BONES) {
    const [joint, of] = [rig.humanoid[bone], limbHandleOf(bone)];
    if (joint !== undefined && (of === handle || of === other)) setRotation(both, joint, rotationOf(from, joint));
  }
  if (!keepsDirection && !rotation) return both;
  return turnWithin(rig, both, limb!.end, worldRotation(forwardKinematics(rig.skeleton, from), limb!.end));
}

function counterpart(handle: HandleName, side: Side): string {
  return handle.replace(side, side === 'left' ? 'right' : 'left');
}

/** The pose with hips, trunk, neck and head half way between how they are and how the mirror has them. */
function evenly(rig: Rig, mirror: BodyMirror, snapshot: Pose, pose: Pose): Pose {
  const hips = rig.humanoid.hips ?? rig.skeleton.root;
  const mirrored = mirrorPose(rig, pose);
  const even = pose.slice();
  for (const bone of HUMANOID_BONES) {
    const joint = rig.humanoid[bone];
    if (joint === undefined || joint === hips || otherSide(bone) !== bone) continue;
    setRotation(even, joint, slerp(rotationOf(pose, joint), rotationOf(mirrored, joint), 0.5));
  }
  const [before, after] = [snapshot, pose].map((each) => forwardKinematics(rig.skeleton, each)) as [World, World];
  const start = worldRotation(before, hips);
  const turn = multiply(worldRotation(after, hips), conjugate(start));
  const turned = turnTo(rig, even, hips, multiply(slerp(turn, mirrorTurn(turn, mirror.across), 0.5), start));
  const at = worldPosition(after, hips);
  return moveBy(turned, subtract(lerp(at, mirrorPlace(mirror, at), 0.5), at));
}

type World = ReturnType<typeof forwardKinematics>;
