import { checkPins } from '../humanoid/pulling/request/check-pull.ts';
import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClip } from './check-clip.ts';
import { handlesOf, holdingPins, type Handle, type HandleName, type Pins } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { Goal } from '../ik/request/goals.ts';
import { createSolver } from '../ik/solver.ts';
import { slerp, type Quat } from '../math/quat.ts';
import { CONTACT_ANGLE, CONTACT_DISTANCE, KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import { distance, lerp, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { rotationOf } from '../skeleton/pose.ts';
import type { Clip } from './clip.ts';
import { limbsOf, type Limb } from '../humanoid/body/limbs.ts';
import { clipKeyTimes, sampleClip } from './sampling.ts';
import { withSolvedKeys } from './solved-keys.ts';

/** A pinned hand or foot that is kept at its place from one key to the next. */
export interface HeldContact {
  /** The hand or foot. */
  readonly handle: HandleName;
  /** Seconds on the clip's timeline. */
  readonly from: number;
  readonly to: number;
  /** Metres by which it was missed, at most. */
  readonly missed: number;
}

/** What {@link solveInbetweens} gives. */
export interface SolvedInbetweens {
  /** The clip with keys on every frame for the joints of held limbs; the same clip when nothing is held. */
  readonly clip: Clip;
  /** What was kept at its place, and when. */
  readonly held: readonly HeldContact[];
}

/** How to solve what lies between keys. */
export interface InbetweenOptions {
  /** Metres between its places at two neighbouring keys up to which a pinned hand or foot counts as staying. Default 0.01. */
  readonly same?: number;
}

const INBETWEEN_FIELDS: FieldsOf<InbetweenOptions> = { same: true };

/** One held limb between two keys. */
interface Hold {
  readonly limb: Limb;
  readonly handle: Handle;
  readonly turn: boolean;
  readonly from: number;
  readonly to: number;
  readonly places: readonly [Vec3, Vec3];
  readonly turns: readonly [Quat, Quat];
}

/**
 * Keeps contacts between keys: where a pinned hand or foot has the same place at two neighbouring keys, every frame between them is
 * solved so that it stays there, by its own limb and within its limits. Preview and export show the clip that is returned.
 */
export function solveInbetweens(rig: Rig, clip: Clip, pins: Pins, options: InbetweenOptions = {}): SolvedInbetweens {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkPins(pins, 'the pins');
  checkFieldsOf(options, INBETWEEN_FIELDS, 'the options');
  const holds = findHolds(rig, clip, holdingPins(pins), options.same ?? 0.01);
  if (holds.length === 0) return { clip, held: [] };
  const { skeleton } = rig;
  const solver = createSolver(skeleton);
  const missed = holds.map(() => 0);
  /** Solved rotations of the held limbs' joints: joint → time → rotation. */
  const solved = new Map<number, Map<number, Quat>>();
  for (const time of framesWithin(clip, holds)) {
    const now = holds.filter((hold) => time > hold.from && time < hold.to);
    const outcome = solver.solve(
      sampleClip(skeleton, clip, time),
      now.flatMap((hold) => goalsOf(hold, time)),
      { restarts: 0 },
    );
    let goal = 0;
    for (const hold of now) {
      missed[holds.indexOf(hold)] = Math.max(missed[holds.indexOf(hold)]!, outcome.residuals[goal]!.distance);
      goal += hold.turn ? 2 : 1;
      for (const joint of hold.limb.joints) {
        const rotations = solved.get(joint) ?? new Map<number, Quat>();
        solved.set(joint, rotations.set(time, rotationOf(outcome.pose, joint)));
      }
    }
  }
  const held = holds.map((hold, h) => ({ handle: hold.handle.name, from: hold.from, to: hold.to, missed: missed[h]! }));
  return { clip: withSolvedKeys(rig, clip, solved), held };
}

function findHolds(rig: Rig, clip: Clip, pins: Pins, same: number): Hold[] {
  const { skeleton } = rig;
  const limbs = new Map(limbsOf(rig).map((limb) => [limb.end, limb]));
  const handles = handlesOf(rig).filter(({ name, joint }) => pins[name]?.translation && limbs.has(joint));
  const keys = clipKeyTimes(clip);
  const worlds = keys.map((time) => forwardKinematics(skeleton, sampleClip(skeleton, clip, time)));
  return handles.flatMap((handle) =>
    keys.slice(1).flatMap((to, k): Hold[] => {
      const [before, after] = [worlds[k]!, worlds[k + 1]!];
      const places: Hold['places'] = [placeOf(handle, before), placeOf(handle, after)];
      if (distance(...places) > same) return [];
      const turns: Hold['turns'] = [worldRotation(before, handle.joint), worldRotation(after, handle.joint)];
      const turn = pins[handle.name]!.rotation;
      return [{ limb: limbs.get(handle.joint)!, handle, turn, from: keys[k]!, to, places, turns }];
    }),
  );
}

function placeOf(handle: Handle, world: WorldTransforms): Vec3 {
  return pointOf(world, handle.joint, handle.offset);
}

function goalsOf(hold: Hold, time: number): Goal[] {
  const share = (time - hold.from) / (hold.to - hold.from);
  const { joint, offset } = hold.handle;
  const maxLinks = hold.limb.joints.length;
  const place: Goal = {
    kind: 'position',
    joint,
    offset,
    target: lerp(...hold.places, share),
    tolerance: CONTACT_DISTANCE,
    priority: 1,
    maxLinks,
  };
  if (!hold.turn) return [place];
  return [place, { kind: 'orientation', joint, target: slerp(...hold.turns, share), tolerance: CONTACT_ANGLE, maxLinks }];
}

/** Frames strictly inside any hold, rising. */
function framesWithin(clip: Clip, holds: readonly Hold[]): number[] {
  const frames = new Set<number>();
  for (const { from, to } of holds) {
    const last = Math.ceil(to * clip.fps - KEY_TIME_TOLERANCE) - 1;
    for (let frame = Math.floor(from * clip.fps + KEY_TIME_TOLERANCE) + 1; frame <= last; frame++) frames.add(frame / clip.fps);
  }
  return [...frames].sort((a, b) => a - b);
}
