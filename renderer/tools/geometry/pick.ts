import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { clamp } from '../../../core/math/angles.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { AxisName } from './axes.ts';
import type { Gizmo } from './gizmo.ts';
import type { GripName } from './limit-grips.ts';
import { project, type Lens, type ScreenPoint } from './lens.ts';
import { nearestOnRing, type Ring, type RingName } from './rings.ts';

/** Something under the pointer. */
export type Target =
  | { readonly kind: 'handle'; readonly handle: HandleName }
  | { readonly kind: 'arrow'; readonly axis: AxisName }
  | { readonly kind: 'plane'; readonly axis: AxisName }
  | { readonly kind: 'turn'; readonly axis: AxisName }
  | { readonly kind: 'ring'; readonly ring: RingName }
  | { readonly kind: 'grip'; readonly grip: GripName }
  | { readonly kind: 'joint'; readonly joint: number };

/** What could be under the pointer, world metres. */
export interface Pickable {
  readonly handles: readonly { readonly name: HandleName; readonly at: Vec3 }[];
  readonly rings: readonly Ring[];
  /** Of the selected handle; null when none is shown. */
  readonly gizmo: Gizmo | null;
  readonly grips: readonly { readonly name: GripName; readonly at: Vec3 }[];
  /** What the reach of handles is multiplied by. */
  readonly handleSize: number;
  readonly bones: readonly { readonly joint: number; readonly from: Vec3; readonly to: Vec3 }[];
}

/** CSS pixels within which something counts as under the pointer. */
const HANDLE_REACH = 13;
const RING_REACH = 8;
const ARROW_REACH = 7;
const TURN_REACH = 6;
const GRIP_REACH = 9;
const BONE_REACH = 14;

/** What the pointer would grab: rings first, then handles, the gizmo's parts, grips of the limit, and bones; among equals the nearest on screen. */
export function pick(lens: Lens, pickable: Pickable, pointer: ScreenPoint): Target | null {
  const ring = pickRing(lens, pickable.rings, pointer, RING_REACH);
  if (ring) return { kind: 'ring', ring };
  const handle = nearestPoint(lens, pickable.handles, pointer, HANDLE_REACH * pickable.handleSize);
  if (handle) return { kind: 'handle', handle };
  const part = pickable.gizmo && pickGizmo(lens, pickable.gizmo, pointer);
  if (part) return part;
  const grip = nearestPoint(lens, pickable.grips, pointer, GRIP_REACH);
  return grip ? { kind: 'grip', grip } : pickBone(lens, pickable, pointer);
}

/** Arrows before planes before rings. */
function pickGizmo(lens: Lens, { arrows, planes, rings }: Gizmo, pointer: ScreenPoint): Target | null {
  const arrow = arrows
    .map(({ axis, from, to }) => ({ axis, distance: nearestOnSegment(lens, from, to, pointer)?.distance ?? Infinity }))
    .filter(({ distance }) => distance <= ARROW_REACH)
    .sort((a, b) => a.distance - b.distance)[0];
  if (arrow) return { kind: 'arrow', axis: arrow.axis };
  const plane = planes.find(({ corners }) => isInside(lens, corners, pointer));
  if (plane) return { kind: 'plane', axis: plane.axis };
  const ring = pickRing(lens, rings, pointer, TURN_REACH);
  return ring && { kind: 'turn', axis: ring };
}

/** Whether the pointer is inside a convex polygon as it is seen. */
function isInside(lens: Lens, corners: readonly Vec3[], pointer: ScreenPoint): boolean {
  const seen = corners.map((corner) => project(lens, corner));
  const sides = seen.map((a, i) => {
    const b = seen[(i + 1) % seen.length];
    return a && b ? Math.sign((b.x - a.x) * (pointer.y - a.y) - (b.y - a.y) * (pointer.x - a.x)) : 0;
  });
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}

function pickRing(lens: Lens, rings: readonly Ring[], pointer: ScreenPoint, reach: number): RingName | null {
  let best: { ring: RingName; distance: number } | null = null;
  for (const ring of rings) {
    const near = nearestOnRing(ring, lens, pointer);
    if (near && near.distance <= reach && near.distance < (best?.distance ?? Infinity)) {
      best = { ring: ring.name, distance: near.distance };
    }
  }
  return best && best.ring;
}

/** The name of the point nearest to the pointer on screen, if one is within `reach` CSS pixels. */
function nearestPoint<Name>(
  lens: Lens,
  points: readonly { readonly name: Name; readonly at: Vec3 }[],
  pointer: ScreenPoint,
  reach: number,
): Name | null {
  let best: { name: Name; distance: number } | null = null;
  for (const { name, at } of points) {
    const seen = project(lens, at);
    if (!seen) continue;
    const distance = Math.hypot(seen.x - pointer.x, seen.y - pointer.y);
    if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best && best.name;
}

/** Where bones overlap on screen, one nearer to the eye is preferred when it is about as near to the pointer. */
function pickBone(lens: Lens, { bones }: Pickable, pointer: ScreenPoint): Target | null {
  let best: { joint: number; score: number } | null = null;
  for (const { joint, from, to } of bones) {
    const near = nearestOnSegment(lens, from, to, pointer);
    if (!near || near.distance > BONE_REACH) continue;
    // A decimetre nearer to the eye outweighs three pixels.
    const score = near.distance + 30 * near.depth;
    if (score < (best?.score ?? Infinity)) best = { joint, score };
  }
  return best && { kind: 'joint', joint: best.joint };
}

/** Distance in CSS pixels from the pointer to a segment's picture, and the depth there; null when an end lies behind the eye. */
export function nearestOnSegment(
  lens: Lens,
  from: Vec3,
  to: Vec3,
  pointer: ScreenPoint,
): { readonly distance: number; readonly depth: number } | null {
  const a = project(lens, from);
  const b = project(lens, to);
  if (!a || !b) return null;
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const squared = dx * dx + dy * dy;
  const along = squared > 0 ? clamp(((pointer.x - a.x) * dx + (pointer.y - a.y) * dy) / squared, 0, 1) : 0;
  const distance = Math.hypot(a.x + along * dx - pointer.x, a.y + along * dy - pointer.y);
  return { distance, depth: a.depth + along * (b.depth - a.depth) };
}
