import { fromEuler } from '../../math/checked-rotations.ts';
import { MOST_METRES } from '../../math/tolerances.ts';
import type { Quat } from '../../math/quat.ts';
import { ZERO, type Vec3 } from '../../math/vec3.ts';
import { quote } from '../text/quote.ts';
import type { XmlElement } from './xml-elements.ts';

/** The first child of this name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** An attribute that must be there. Throws an `Error` of one sentence that begins with `what`. */
export function requiredText(element: XmlElement | undefined, attribute: string, what: string): string {
  const value = element?.attributes[attribute];
  if (value === undefined || value === '') throw new Error(`${what} must have the attribute ${quote(attribute)}`);
  return value;
}

/** Numbers of an attribute, or `fallback` where it is missing. Throws an `Error` of one sentence that begins with `what`. */
export function numbersOf(
  element: XmlElement | undefined,
  attribute: string,
  count: number,
  fallback: readonly number[] | null,
  what: string,
): readonly number[] {
  const text = element?.attributes[attribute]?.trim();
  if (text === undefined && fallback !== null) return fallback;
  const numbers = text?.split(/\s+/).map(Number) ?? [];
  if (numbers.length === count && numbers.every((value) => Math.abs(value) <= MOST_METRES)) return numbers;
  throw new Error(`${what}: ${attribute} must be ${count === 1 ? 'a number' : `${count} numbers`}, got ${quote(text ?? '')}`);
}

/** One number of an attribute. */
export function numberOf(element: XmlElement | undefined, attribute: string, fallback: number | null, what: string): number {
  return numbersOf(element, attribute, 1, fallback === null ? null : [fallback], what)[0]!;
}

/** Place, metres, and rotation of an `origin`: `rpy` turns about the fixed x, then y, then z axis. */
export function originOf(element: XmlElement, what: string): { readonly xyz: Vec3; readonly turn: Quat } {
  const origin = childOf(element, 'origin');
  const [x, y, z] = numbersOf(origin, 'xyz', 3, ZERO, what);
  const [roll, pitch, yaw] = numbersOf(origin, 'rpy', 3, ZERO, what);
  return { xyz: [x!, y!, z!], turn: fromEuler(roll!, pitch!, yaw!, 'ZYX') };
}
