import { handlesOf } from '../../humanoid/body/handles.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, multiply, toRotationVector } from '../../math/quat.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Clip, ContactPart } from '../clip.ts';
import { releaseFrames } from '../fade-between.ts';
import { fadeMoves, fadeTurns, freePath, turnAnkle, turnToes } from '../foot-path.ts';
import type { HeldContact } from '../in-betweens.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { limbsOf } from '../../humanoid/body/limbs.ts';
import { contactPoints, footPoints } from './contact-points.ts';
import { standingSpans } from './contact-spans.ts';
import { limbAlong, solveLimbs, type PlannedLimb } from './solve-limbs.ts';

/**
 * A clip that was changed with its hands and feet where they were held before: while a contact, or a pin, holds one of them, a foot stands as it did in `held` and a hand
 * is where it was. What that changes fades before and after.
 */
export function stayHeld(rig: Rig, changed: Clip, held: Clip, pinned: readonly HeldHandle[]): Clip {
  const times = frameTimes(changed);
  const [poses, before] = [changed, held].map((clip) => posesAt(rig.skeleton, clip, times)) as [Float64Array[], Float64Array[]];
  const limbs = limbsOf(rig).flatMap((limb): readonly PlannedLimb[] => {
    const stretches = heldPoints(rig, held, limb.end, pinned);
    const points = times.map((time) => stretches.filter((each) => isWithin(held, time, each)));
    if (points.every((each) => each.length === 0)) return [];
    const toes = footPoints(rig).find((foot) => foot.limb.end === limb.end)?.toes ?? -1;
    const isFoot = limb.name.endsWith('Leg');
    return [wayBack(rig, { limb, toes, isFoot }, poses, before, points, releaseFrames(changed.fps))];
  });
  return limbs.length === 0 ? changed : solveLimbs(rig, changed, limbs, poses, 0);
}

/** A handle that is held for some seconds. */
export type HeldHandle = Pick<HeldContact, 'handle' | 'from' | 'to'>;

/** A point of a hand or a foot, and when it is held, seconds. */
interface HeldStretch {
  readonly joint: number;
  readonly offset: Vec3;
  readonly priority: number;
  readonly from: number;
  readonly to: number;
}

/** A heel lifts where its ankle bends no further, and the ball stays. */
function priorityOf(part: ContactPart): number {
  return part.endsWith('Heel') ? 1 : part.endsWith('Toe') ? 2 : 3;
}

function heldPoints(rig: Rig, held: Clip, end: number, pinned: readonly HeldHandle[]): readonly HeldStretch[] {
  const foot = footPoints(rig).find(({ limb }) => limb.end === end);
  const parts = contactPoints(rig).filter(({ joint }) => joint === end || (foot && joint === foot.toes));
  const handles = handlesOf(rig).filter(({ joint }) => joint === end);
  return [
    ...standingSpans(held).flatMap(({ part, from, to }) =>
      parts.flatMap((point) =>
        point.part === part ? [{ joint: point.joint, offset: point.offset, priority: priorityOf(part), from, to }] : [],
      ),
    ),
    ...pinned.flatMap(({ handle, from, to }) =>
      handles.flatMap(({ name, joint, offset }) => (name === handle ? [{ joint, offset, priority: 3, from, to }] : [])),
    ),
  ];
}

function isWithin({ fps }: Clip, time: number, { from, to }: HeldStretch): boolean {
  const [frame, first, last] = [time, from, to].map((each) => Math.round(each * fps)) as [number, number, number];
  return frame >= first && frame <= last;
}

interface HeldLimb extends Pick<PlannedLimb, 'limb' | 'toes'> {
  /** A foot stands as it stood, a hand turns as it is turned. */
  readonly isFoot: boolean;
}

/** Where a limb has to be in each frame: where it was while it is held, and on its own way, led back to it, before and after. */
function wayBack(
  rig: Rig,
  { limb, toes, isFoot }: HeldLimb,
  poses: readonly Float64Array[],
  before: readonly Float64Array[],
  points: readonly (readonly HeldStretch[])[],
  release: number,
): PlannedLimb {
  const now = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const then = before.map((pose) => forwardKinematics(rig.skeleton, pose));
  const isHeld = Uint8Array.from(points, (each) => (each.length > 0 ? 1 : 0));
  const moves = new Float64Array(3 * poses.length);
  const turns = new Float64Array(3 * poses.length);
  const toeTurns = new Float64Array(3 * poses.length);
  const turnOf = (joint: number, frame: number) =>
    toRotationVector(multiply(worldRotation(then[frame]!, joint), conjugate(worldRotation(now[frame]!, joint))));
  isHeld.forEach((held, frame) => {
    if (held === 0) return;
    moves.set(subtract(worldPosition(then[frame]!, limb.end), worldPosition(now[frame]!, limb.end)), 3 * frame);
    if (isFoot) turns.set(turnOf(limb.end, frame), 3 * frame);
    if (isFoot && toes >= 0) toeTurns.set(turnOf(toes, frame), 3 * frame);
  });
  const path = freePath(limb, toes, now);
  fadeMoves(path, moves, isHeld, release);
  fadeTurns(path, turns, isHeld, release, turnAnkle);
  fadeTurns(path, toeTurns, isHeld, release, turnToes);
  return limbAlong(limb, toes, path, (frame) =>
    points[frame]!.map(({ joint, offset, priority }) => ({
      joint,
      offset,
      priority,
      place: pointOf(then[frame]!, joint, offset),
    })),
  );
}
