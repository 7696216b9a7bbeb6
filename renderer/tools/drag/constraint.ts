import { AXES, type AxisName } from '../geometry/axes.ts';
import type { KeyPress } from '../gesture.ts';
import type { TypedNumber } from './typed-number.ts';

/** Where a dragged handle may go: in the plane that faces the camera, along an axis, or square to one. */
export type Constraint =
  | { readonly kind: 'free' }
  | { readonly kind: 'axis'; readonly axis: AxisName }
  | { readonly kind: 'plane'; readonly axis: AxisName };

export const FREE: Constraint = { kind: 'free' };

/** The constraint that X, Y or Z asks for, with Shift square to the axis; the one that holds already lets go. Null for other keys. */
export function constraintByKey(
  present: Constraint,
  { code, shiftKey, ctrlKey, metaKey }: Omit<KeyPress, 'key' | 'altKey'>,
): Constraint | null {
  const axis = AXES.find((name) => code === `Key${name.toUpperCase()}`);
  if (!axis || ctrlKey || metaKey) return null;
  const kind = shiftKey ? 'plane' : 'axis';
  return present.kind === kind && present.axis === axis ? FREE : { kind, axis };
}

/** The same while a number can be typed too, which goes along an axis: x where none was asked for. */
export function constraintByTyping(present: Constraint, typed: TypedNumber, key: KeyPress): Constraint | null {
  if (!typed.press(key.key)) return constraintByKey(present, key);
  return present.kind === 'axis' ? present : { kind: 'axis', axis: 'x' };
}

/** The axes that the constraint leaves. */
export function freeAxes(constraint: Constraint): readonly AxisName[] {
  if (constraint.kind === 'axis') return [constraint.axis];
  return constraint.kind === 'plane' ? AXES.filter((axis) => axis !== constraint.axis) : AXES;
}
