import { DEGREES } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { rotationOf, type Pose } from '../../../core/skeleton/pose.ts';
import { PRODUCT_MECHANISMS } from './mechanisms.ts';
import type { MovesKind } from './moves.ts';
import { runWithout } from './run-without.ts';

/** What came of all moves: a list of poses a drag, in base 64, and for each move in order whether its target was reached and its pins stayed. */
export interface MovesMade {
  readonly poses: string[][];
  readonly reached: boolean[];
  readonly pinned: boolean[];
  milliseconds: number;
}

/** A pose counts as changed from so many radians of a joint or metres of the root on; a joint leaps that turns by so many from one move to the next. */
const CHANGED = DEGREES;
const MOVED = 1e-3;
const LEAPS = 45 * DEGREES;

export const PRODUCT_HEADER = [
  '| without | moves changed by more than 1° or 1 mm | targets lost, won | pins lost | more leaps of more than 45° | ms a move |',
  '|---|---|---|---|---|---|',
];

/** The rows of the table, as each is known: all moves as they are, and those of its kind without each mechanism. */
export function* productRows(root: string): Generator<string> {
  for (const kind of ['free', 'stopped'] as const) {
    const whole = makeMoves(root, kind, '');
    const count = whole.reached.length;
    const told = (flags: readonly boolean[]): string => `${flags.filter(Boolean).length} of ${count}`;
    const times = (made: MovesMade): string => (made.milliseconds / count).toFixed(1);
    yield `| nothing, ${kind} moves | | ${told(whole.reached)} reached | ${told(whole.pinned)} stay | ${leaps(whole)} in all | ${times(whole)} |`;
    for (const { name } of PRODUCT_MECHANISMS.filter(({ moves }) => moves === kind)) {
      const without = makeMoves(root, kind, name);
      const flat = without.poses.flat();
      const changed = whole.poses.flat().filter((pose, i) => differ(readPose(pose), readPose(flat[i]!))).length;
      const lost = (of: 'reached' | 'pinned'): number => whole[of].filter((was, i) => was && !without[of][i]).length;
      const won = without.reached.filter((is, i) => is && !whole.reached[i]).length;
      const share = `${((100 * changed) / count).toFixed(1)} %`;
      const more = leaps(without) - leaps(whole);
      yield `| ${name} | ${share} | ${lost('reached')}, ${won} | ${lost('pinned')} | ${more} | ${times(without)} |`;
    }
  }
}

/** Makes all moves of a kind with the sources as they stand without the mechanism. */
function makeMoves(root: string, kind: MovesKind, without: string): MovesMade {
  return JSON.parse(runWithout(root, 'run-moves.ts', [kind], without));
}

function readPose(text: string): Pose {
  const bytes = Buffer.from(text, 'base64');
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)) as Pose;
}

function jointsOf(pose: Pose): readonly number[] {
  return Array.from({ length: Math.floor((pose.length - 3) / 4) }, (_, joint) => joint);
}

function differ(a: Pose, b: Pose): boolean {
  if (Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!) > MOVED) return true;
  return jointsOf(a).some((joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)) > CHANGED);
}

/** Moves of a drag in which a joint turns further than any target asks for. */
function leaps({ poses }: MovesMade): number {
  const leap = (a: Pose, b: Pose): boolean =>
    jointsOf(a).some((joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)) > LEAPS);
  return poses
    .map((drag) => drag.map(readPose))
    .reduce((sum, drag) => sum + drag.filter((pose, i) => i > 0 && leap(drag[i - 1]!, pose)).length, 0);
}
