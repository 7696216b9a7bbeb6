import type { Limit } from '../../core/skeleton/limits.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { AxisName } from './geometry/axes.ts';
import type { Lens, ScreenPoint } from './geometry/lens.ts';

/** Where the pointer is, and how fine the animator wants to be. */
export interface PointerSample extends ScreenPoint {
  /** Shift is held: a quarter of the speed. */
  readonly precise: boolean;
  /** What is pulled keeps its direction: Alt is held, and is not the camera's. Default false. */
  readonly keepsDirection?: boolean;
  /** What is placed comes to round numbers: Ctrl or Cmd is held. Default false. */
  readonly snaps?: boolean;
}

/** A key that goes down: what of its event counts. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** One drag: snapshot at the start, the whole result again on every move, then kept or undone. */
export interface Gesture {
  move(pointer: PointerSample, lens: Lens): void;
  /** Takes a key that is pressed while it lasts; returns whether the key was for it. Missing: no key is. */
  press?(key: KeyPress): boolean;
  /** Takes the wheel turned by so many pixels while it lasts. Missing: the camera does. */
  wheel?(pixels: number): void;
  /** Keeps the result as one labelled step of the history. */
  commit(): void;
  /** Everything is exactly as it was before. */
  cancel(): void;
  /** What is to be drawn while it lasts. */
  shown(): GestureTrace;
}

/** What a drag shows besides the pose. */
export interface GestureTrace {
  /** World point that it wants to reach; null when it has none. */
  readonly wanted: Vec3 | null;
  /** A joint's limit as it would become; null unless a limit is being edited. */
  readonly limit: { readonly joint: number; readonly limit: Limit } | null;
  /** Two corners of the box that it draws, CSS pixels of the picture. */
  readonly box?: readonly [ScreenPoint, ScreenPoint];
  /** How far it has gone, in numbers. */
  readonly words?: string;
  /** The axis that it is held to, a line of the world; null or missing for none. */
  readonly guide?: { readonly through: Vec3; readonly axis: AxisName; readonly along: Vec3 } | null;
}

export const NO_TRACE: GestureTrace = { wanted: null, limit: null };

const PRECISE_SPEED = 0.25;

/** Follows the pointer, slowed while precise; switching in the middle of a drag never makes it jump. */
export function createSlowPointer(start: ScreenPoint): (pointer: PointerSample) => ScreenPoint {
  let last = start;
  let slow = start;
  return (pointer) => {
    const speed = pointer.precise ? PRECISE_SPEED : 1;
    slow = { x: slow.x + speed * (pointer.x - last.x), y: slow.y + speed * (pointer.y - last.y) };
    last = pointer;
    return slow;
  };
}
