import type { Goal } from '../../../ik/request/goals.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import type { Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { handlesOf, type HandleName, type Pins, type PinSettings } from '../../body/handles.ts';
import { limbOf } from '../../body/limbs.ts';
import { tryFrom, isReached, type Attempt } from '../request/attempt.ts';
import { pinnedLimbs, type PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { plantLimbs } from '../building/planted-goals.ts';
import type { Along, PullMove } from '../request/pull-move.ts';

/** The pins without those of handles that go somewhere. */
export function pinsBeside(pins: Pins, along: Along): Pins {
  const entries = Object.entries(pins);
  return entries.some(([name]) => name in along) ? Object.fromEntries(entries.filter(([name]) => !(name in along))) : pins;
}

/**
 * The move from where the other handles are in their places already: each was pulled there by itself, one after another, and is pinned. What pins of the snapshot
 * keep is where it was. Null where one of them does not reach its place, unless the others go on without it.
 */
export function afterCompanions(move: PullMove, pullOne: (each: PullMove) => Attempt, goesOn = false): PullMove | null {
  const { rig, along } = move;
  let present: PullMove = { ...move, pins: pinsBeside(move.pins, { ...along, [move.handle]: move.target }) };
  for (const [handle, target] of Object.entries(along) as [HandleName, Vec3][]) {
    const alone: PullMove = {
      ...present,
      handle,
      limb: limbOf(rig, handle),
      target,
      keepsDirection: pinOf(move, handle).rotation,
      rotation: null,
      searches: false,
      prior: undefined,
    };
    const found = pullOne(alone);
    if (!goesOn && !isReached(found)) return null;
    present = { ...present, snapshot: found.outcome.pose, pins: { ...present.pins, [handle]: pinOf(move, handle) } };
  }
  return present;
}

/** Handles of the kind that is pulled keep their direction or not as that does, the others keep it, unless their pins say otherwise. */
function pinOf({ pins, keepsDirection, handle: pulled }: PullMove, handle: HandleName): PinSettings {
  const [kind, pulledKind] = [handle, pulled].map((name) => name.replace(/^(left|right)/, ''));
  return { translation: true, rotation: pins[handle]?.rotation ?? (keepsDirection || kind !== pulledKind), weight: 1 };
}

/** The attempt with other handles brought to their places too, by one solve for all that begins with limbs folded there, turned as the snapshot has them. */
export function bringAlong(solver: Solver, move: PullMove, found: Attempt): Attempt {
  const { rig, along, snapshot } = move;
  const places = Object.entries(along) as [HandleName, Vec3][];
  if (places.length === 0) return found;
  const world = forwardKinematics(rig.skeleton, snapshot);
  const asPins: Pins = Object.fromEntries(places.map(([name]) => [name, pinOf(move, name)]));
  const gone = (pinned: PinnedLimb): PinnedLimb => ({
    ...pinned,
    plane: { ...pinned.plane, end: along[pinned.name]! },
    rotation: pinned.rotation && worldRotation(world, pinned.limb.end),
    sole: null,
  });
  const others = handlesOf(rig).filter(({ name, kind }) => name in along && kind === 'position');
  const { pose } = found.outcome;
  const planted = plantLimbs(rig, pose, pinnedLimbs(rig, pose, asPins).map(gone));
  const goals: Goal[] = others.map(({ joint, offset, name }) => ({
    kind: 'position',
    joint,
    offset,
    target: along[name]!,
    tolerance: move.settings.tolerance,
  }));
  const turns = planted.goals.flatMap((goal): Goal[] => (goal.kind === 'orientation' ? [{ ...goal, soft: true }] : []));
  const options = { ...found.options, reference: planted.pose, restarts: 0 };
  return tryFrom(solver, planted.pose, [...found.goals, ...goals, ...turns], options);
}
