import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { project, type Lens, type ScreenPoint } from './lens.ts';

/** CSS pixels between two handles below which they count as lying on one another, at the handle size 1. */
export const OVERLAP = 10;

/** A left and a right handle are behind one another when this share of the way between them goes away from the eye. */
const SIDE_ON = 0.7;

interface SeenHandle {
  readonly name: HandleName;
  readonly at: Vec3;
  readonly seen: ScreenPoint & { readonly depth: number };
}

/** Handles of the far side: the farther of a left and a right one when the body is seen from its side, and those that a nearer one lies on. */
export function farHandles(
  handles: readonly { readonly name: HandleName; readonly at: Vec3 }[],
  lens: Lens,
  handleSize: number,
): ReadonlySet<HandleName> {
  const visible = handles.flatMap(({ name, at }): SeenHandle[] => {
    const seen = project(lens, at);
    return seen ? [{ name, at, seen }] : [];
  });
  const isBehind = (handle: SeenHandle) =>
    visible.some((other) => {
      const behind = handle.seen.depth - other.seen.depth;
      if (behind <= 0) return false;
      const apart = Math.hypot(handle.seen.x - other.seen.x, handle.seen.y - other.seen.y);
      return (
        apart < OVERLAP * handleSize ||
        (isCounterpart(handle.name, other.name) && behind > SIDE_ON * distance(handle.at, other.at))
      );
    });
  return new Set(visible.filter(isBehind).map(({ name }) => name));
}

function isCounterpart(a: HandleName, b: HandleName): boolean {
  return a !== b && a.replace(/^(left|right)/, '') === b.replace(/^(left|right)/, '');
}
