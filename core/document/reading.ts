import { isList } from '../math/check-values.ts';
import { hypot } from '../math/elementary.ts';
import { expressionTrack } from '../animation/clip.ts';
import { normalizeQuat, type Quat } from '../math/quat.ts';
import { UNIT_LENGTH_TOLERANCE, UNIT_ROUNDING } from '../math/tolerances.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { jointKeys } from './joint-keys.ts';

/** What reading needs to know of the rig, and what it noticed. */
export interface Reading {
  readonly skeleton: Skeleton;
  readonly joints: ReadonlyMap<string, number>;
  readonly unknown: Set<string>;
  readonly unknownExpressions: Set<string>;
  readonly warnings: string[];
}

export function startReading(skeleton: Skeleton): Reading {
  const joints = new Map(jointKeys(skeleton).map((key, joint) => [key, joint]));
  return { skeleton, joints, unknown: new Set(), unknownExpressions: new Set(), warnings: [] };
}

export function unknownNames({ unknown, unknownExpressions }: Reading): string[] {
  return [...leftOut('joint', unknown), ...leftOut('expression', unknownExpressions)];
}

function leftOut(what: string, unknown: ReadonlySet<string>): string[] {
  if (unknown.size === 0) return [];
  const names = [...unknown].slice(0, 5).map((name) => `"${name}"`);
  const more = unknown.size > names.length ? ` and ${unknown.size - names.length} more` : '';
  return [`The character has no ${what} named ${names.join(', ')}${more}; what the project says of them stays in its files.`];
}

/** The place of an expression as tracks and saved poses name it; null for one that the character has not. */
export function expressionTrackOf({ skeleton, unknownExpressions }: Reading, name: string): number | null {
  const place = skeleton.expressions?.indexOf(name) ?? -1;
  if (place < 0) unknownExpressions.add(name);
  return place < 0 ? null : expressionTrack(place);
}

export function jointOf(reading: Reading, key: string): number | null {
  const joint = reading.joints.get(key);
  if (joint === undefined) reading.unknown.add(key);
  return joint ?? null;
}

/** The rotation, brought to length 1 when rounding took it away; null when it is not a rotation. */
export function unitRotation(values: Quat): Quat | null {
  if (!isList(values) || values.length !== 4) return null;
  const deviation = Math.abs(hypot(...values) - 1);
  if (!(deviation < UNIT_LENGTH_TOLERANCE)) return null;
  return deviation < UNIT_ROUNDING ? values : normalizeQuat(values);
}
