import type { LengthUnit } from '../../../electron/contract.ts';
import { handleOf } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { handlePosition } from '../../../core/humanoid/pulling/puller.ts';
import type { PullMove } from '../../../core/humanoid/pulling/request/pull-move.ts';
import type { PriorSource } from '../../../core/library/prior/pose-prior.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { length, normalize, rejectFrom, subtract } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { bodyPartOf } from '../../state/rig/body-parts.ts';
import { heldByPull } from '../../state/posing/held-joints.ts';
import { showDistance } from '../../state/window/units.ts';
import { boneOf, inWords, jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import type { PullOrigin, SolveFeedback } from '../../state/transient-state.ts';

export interface SolveWords {
  readonly tone: 'good' | 'missed';
  /** "Left hand reached", "Left hand 12 mm short". */
  readonly headline: string;
  /** How much work it was: for those who ask. */
  readonly numbers: string;
  /** Which saved poses the body follows, the weightiest two, or an empty string. */
  readonly followed: string;
  /** The same with every name. */
  readonly allFollowed: string;
  /** Which joints that it moves stand on their limits ("left shoulder at its limit"), or an empty string. */
  readonly held: string;
  /** The same with every name. */
  readonly allHeld: string;
}

/** Names of joints that are listed before "and 3 more". */
const MOST_NAMED = 3;
const MOST_FOLLOWED = 2;
/** Share of the pose below which a saved pose is not named. */
const LEAST_FOLLOWED = 0.005;

/** Before the count of iterations: no joint could help any more, or the iterations allowed were used up. */
const HOW_ENDED: Readonly<Record<SolveFeedback['outcome']['status'], string>> = {
  reached: '',
  stalled: 'stalled after ',
  limit: 'stopped after ',
};

/** How a solve ended, in the animator's words. */
export function describeSolve(
  { outcome, milliseconds, handle, origin, followed, move }: SolveFeedback,
  rig: Rig,
  unit: LengthUnit,
): SolveWords {
  const what = handle ? inWords(handle) : 'Pose';
  const isReached = outcome.status === 'reached';
  const holdsBalance = outcome.residuals.some(({ reason }) => reason === 'balance');
  const stopped = move ? stoppedShort(move, outcome.pose) : 0;
  const count = `${outcome.iterations} ${outcome.iterations === 1 ? 'iteration' : 'iterations'}`;
  const iterations = `${HOW_ENDED[outcome.status]}${count}`;
  const names = heldByPull({ outcome, move })
    .filter((joint) => matters(rig, joint))
    .map((joint) => jointInSentence(rig, joint));
  const more = names.length - MOST_NAMED;
  const listed = names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return {
    tone: isReached ? 'good' : 'missed',
    headline:
      isReached && stopped > 0 && move
        ? `${what} stopped by ${stopperOf(move)}, ${showDistance(unit, stopped)} short`
        : isReached
          ? `${what} reached`
          : `${what} ${shortfall(Math.max(outcome.distance, stopped), outcome.angle, unit)}${holdsBalance ? ' to keep the balance' : ''}`,
    numbers: `${iterations}, ${milliseconds.toFixed(2)} ms${origin ? `, from ${originInWords(origin)}` : ''}`,
    followed: followedInWords(followed, MOST_FOLLOWED),
    allFollowed: followedInWords(followed, followed.length),
    held: names.length === 0 ? '' : `${listed} ${atLimit(names)}`,
    allHeld: names.length === 0 ? '' : `${names.join(', ')} ${atLimit(names)}`,
  };
}

function followedInWords(sources: readonly PriorSource[], most: number): string {
  const named = sources.slice(0, most).filter(({ weight }) => weight >= LEAST_FOLLOWED);
  return named.length === 0
    ? ''
    : `follows ${named.map(({ name, weight }) => `“${name}” ${Math.round(100 * weight)} %`).join(', ')}`;
}

function originInWords(origin: PullOrigin): string {
  return origin.kind === 'seed' ? `pose “${origin.name}”` : 'a fresh start';
}

/** Radians, half a degree, below which an angle is not told beside a distance. */
const NOTICEABLE = 0.00873;

function atLimit(names: readonly string[]): string {
  return names.length === 1 ? 'at its limit' : 'at their limits';
}

/** Metres, beside the tolerance, within which something stopped counts as there. */
const THERE = 5e-4;

/**
 * Metres by which what stops a pull keeps it from where it was asked to go; 0 where it is there. A hand that slides on what is seen of the body is there when it is under the
 * pointer.
 */
function stoppedShort({ rig, handle, target, eye, floorStops, bodyStops, settings }: PullMove, pose: Pose): number {
  const place = handleOf(rig, handle);
  if (!place || place.kind !== 'position' || !(floorStops || bodyStops)) return 0;
  const missed = subtract(handlePosition(place, forwardKinematics(rig.skeleton, pose)), target);
  const short = length(eye ? rejectFrom(missed, normalize(subtract(target, eye))) : missed);
  return short > settings.tolerance + THERE ? short : 0;
}

function stopperOf({ target, rig, floorStops, bodyStops, touching }: PullMove): string {
  if (!bodyStops || (floorStops && target[1] < rig.report.floor)) return 'the floor';
  const { shape, surfaces } = touching();
  const solids = surfaces.filter(Boolean).length;
  const body = shape.length - solids > rig.shape.length ? 'a body' : 'the body';
  const stoppers = [body, ...(solids > 0 ? ['a prop'] : []), ...(floorStops ? ['the floor'] : [])];
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(stoppers);
}

/** Metres and radians in the units that read best. */
function shortfall(distance: number, angle: number, unit: LengthUnit): string {
  const isTurned = angle >= NOTICEABLE;
  const turned = `${toDegrees(angle).toFixed(1)}° off`;
  if (distance < 0.0005 && angle > 0) return turned;
  const short = `${showDistance(unit, distance)} short`;
  return isTurned ? `${short} and ${turned}` : short;
}

/** Fingers and helpers stand on their limits most of the time and hold nothing. */
function matters(rig: Rig, joint: number): boolean {
  const bone = boneOf(rig, joint);
  return bone !== null && !bodyPartOf(bone).endsWith('fingers');
}
