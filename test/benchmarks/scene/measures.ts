import { blendPose } from '../../../core/animation/blend.ts';
import { allTracks } from '../../../core/animation/clip.ts';
import { createContactSolver, type ContactSolver, type TouchingPoses } from '../../../core/humanoid/bodies/contact-solver.ts';
import type { PosedActor } from '../../../core/humanoid/body/actor.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { limitExcess } from '../../../core/skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { limitOffence } from '../../helpers/limit-offence.ts';
import { FEET, pinMoved } from '../posing/figure.ts';
import { deepIn } from './depths.ts';
import type { Pairing } from './pairings.ts';

/** What is left of contacts over the frames between two keys. */
export interface SceneFigures {
  /** Frames in which all contacts hold, of how many. */
  readonly held: number;
  readonly frames: number;
  /** Of the worst frame: millimetres and degrees of a contact, degrees beyond a limit, millimetres that a planted foot moved. */
  readonly place: number;
  readonly direction: number;
  readonly excess: number;
  /** Millimetres by which two that share a contact are in each other. */
  readonly deep: number;
  /** Frames in which that is no more than 5 mm. */
  readonly apart: number;
  readonly feet: number;
  /** Degrees by which a joint turns from one frame to the next at most, beside what was keyed. */
  readonly step: number;
  readonly keyed: number;
  /** Milliseconds of a solve: the median, and the slowest. */
  readonly median: number;
  readonly slowest: number;
}

const FRAMES = 24;
/** Each frame is solved so often, and the fastest counts: others work on the machine too. */
const REPEATS = 5;
const DEGREES = 180 / Math.PI;

/** The actors of a pairing at a moment from 0 to 1 between its keys, their feet pinned. */
export function actorsAt({ keys }: Pairing, share: number): PosedActor[] {
  return keys.map(([{ rig, place, pose }, later]) => ({
    rig,
    place,
    pose: blendPose(pose, later.pose, share, allTracks(rig.skeleton)),
    pins: FEET,
  }));
}

export function measurePairing(
  pairing: Pairing,
  solver: ContactSolver = createContactSolver(),
  frames = FRAMES,
  repeats = REPEATS,
): SceneFigures {
  const times: number[] = [];
  const all = { held: 0, place: 0, direction: 0, excess: 0, deep: 0, apart: 0, feet: 0, step: 0, keyed: 0 };
  let before: { given: readonly Pose[]; found: readonly Pose[] } | null = null;
  for (let frame = 0; frame <= frames; frame++) {
    const actors = actorsAt(pairing, frame / frames);
    let fastest = Infinity;
    let solved: TouchingPoses | null = null;
    for (let time = 0; time < repeats; time++) {
      const start = performance.now();
      solved = solver.solve(actors, pairing.contacts);

      fastest = Math.min(fastest, performance.now() - start);
    }
    times.push(fastest);
    const { poses, residuals, status } = solved!;
    if (status === 'reached') all.held++;
    for (const { distance, angle } of residuals) {
      all.place = Math.max(all.place, 1e3 * distance);
      all.direction = Math.max(all.direction, DEGREES * angle);
    }
    const given = actors.map(({ pose }) => pose);
    const deep = 1e3 * deepestOf(pairing, actors, poses);
    all.deep = Math.max(all.deep, deep);
    if (deep <= 5) all.apart++;
    actors.forEach(({ rig, pose }, a) => {
      const found = poses[a]!;
      if (found !== pose) all.excess = Math.max(all.excess, DEGREES * excessOf(rig.skeleton, found));
      const figure = { ...pairing.keys[a]![0].figure, rest: pose };
      for (const foot of ['leftFoot', 'rightFoot'] as const) all.feet = Math.max(all.feet, 1e3 * pinMoved(figure, found, foot));
    });
    if (before) {
      all.step = Math.max(all.step, DEGREES * largestStep(before.found, poses));
      all.keyed = Math.max(all.keyed, DEGREES * largestStep(before.given, given));
    }
    before = { given, found: poses };
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { ...all, frames: frames + 1, median: sorted[sorted.length >> 1]!, slowest: sorted.at(-1)! };
}

/** Metres by which two that share a contact are in each other at most. */
function deepestOf({ contacts }: Pairing, actors: readonly PosedActor[], poses: readonly Pose[]): number {
  return contacts.reduce((deepest, { from, on }) => {
    if (!('actor' in on)) return deepest;
    const [a, b] = [from.actor, on.actor];
    const [most] = deepIn([actors[a]!, actors[b]!], [poses[a]!, poses[b]!], 0);
    return Math.max(deepest, most?.depth ?? 0);
  }, 0);
}

/** Radians by which the joint that is furthest outside its limit is outside: by the solver's measure and by one that is independent of it. */
function excessOf(skeleton: PosedActor['rig']['skeleton'], pose: Pose): number {
  let worst = 0;
  for (let joint = 0; joint < skeleton.count; joint++) {
    worst = Math.max(worst, limitOffence(skeleton.limits[joint]!, rotationOf(pose, joint)), limitExcess(skeleton, pose, joint));
  }
  return worst;
}

function largestStep(before: readonly Pose[], after: readonly Pose[]): number {
  let largest = 0;
  before.forEach((pose, a) => {
    for (let joint = 0; 3 + 4 * joint + 4 <= pose.length; joint++) {
      largest = Math.max(largest, angleBetween(rotationOf(pose, joint), rotationOf(after[a]!, joint)));
    }
  });
  return largest;
}
