import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { PriorSource } from '../../../core/library/prior/pose-prior.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { bodyPartOf } from '../../state/body-parts.ts';
import { boneOf, inWords, jointLabel } from '../../state/joint-labels.ts';
import type { PullOrigin, SolveFeedback } from '../../state/studio.ts';

export interface SolveWords {
  readonly tone: 'good' | 'missed';
  /** "Left hand reached", "Left hand missed by 12 mm". */
  readonly headline: string;
  readonly numbers: string;
  /** Which saved poses the body follows, the weightiest two, or an empty string. */
  readonly followed: string;
  /** The same with every name. */
  readonly allFollowed: string;
  /** Which limits hold it, or an empty string. */
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
  { outcome, milliseconds, handle, origin, followed }: Omit<SolveFeedback, 'move'>,
  rig: Rig,
): SolveWords {
  const what = handle ? inWords(handle) : 'Pose';
  const isReached = outcome.status === 'reached';
  const count = `${outcome.iterations} ${outcome.iterations === 1 ? 'iteration' : 'iterations'}`;
  const iterations = `${HOW_ENDED[outcome.status]}${count}`;
  const names = outcome.limited.filter((joint) => matters(rig, joint)).map((joint) => jointLabel(rig, joint).toLowerCase());
  const more = names.length - MOST_NAMED;
  const listed = names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return {
    tone: isReached ? 'good' : 'missed',
    headline: isReached ? `${what} reached` : `${what} missed by ${shortfall(outcome.distance, outcome.angle)}`,
    numbers: `${iterations}, ${milliseconds.toFixed(2)} ms${origin ? `, from ${originInWords(origin)}` : ''}`,
    followed: followedInWords(followed, MOST_FOLLOWED),
    allFollowed: followedInWords(followed, followed.length),
    held: names.length === 0 ? '' : `at the limit: ${listed}`,
    allHeld: names.length === 0 ? '' : `At the limit: ${names.join(', ')}`,
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

/** Metres and radians in the units that read best. */
function shortfall(distance: number, angle: number): string {
  if (distance >= 1) return `${distance.toFixed(2)} m`;
  if (distance >= 0.0005 || angle === 0) {
    const millimetres = 1000 * distance;
    const length = `${millimetres < 10 ? millimetres.toFixed(1) : Math.round(millimetres)} mm`;
    return angle < NOTICEABLE ? length : `${length} and ${toDegrees(angle).toFixed(1)}°`;
  }
  return `${toDegrees(angle).toFixed(1)}°`;
}

/** Fingers and helpers stand on their limits most of the time and hold nothing. */
function matters(rig: Rig, joint: number): boolean {
  const bone = boneOf(rig, joint);
  return bone !== null && !bodyPartOf(bone).endsWith('fingers');
}
