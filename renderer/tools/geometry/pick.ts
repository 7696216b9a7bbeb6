import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { clamp } from '../../../core/math/angles.ts';
import type { Frame } from '../../../core/math/frame.ts';
import { conjugate, rotate } from '../../../core/math/quat.ts';
import { subtract, type Vec3 } from '../../../core/math/vec3.ts';
import type { AxisName } from './axes.ts';
import { OVERLAP } from './far-handles.ts';
import type { Gizmo } from './gizmo.ts';
import type { GripName } from './limit-grips.ts';
import { project, rayThrough, type Lens, type ScreenPoint } from './lens.ts';
import type { ShapeSide, SizeHandle } from './size-handles.ts';
import type { StandRing } from './stand-ring.ts';
import { nearestOnRing, type Ring, type RingName } from './rings.ts';

/** Something under the pointer. */
export type Target =
  | {
      readonly kind: 'handle';
      readonly handle: HandleName;
      /** Where the pointer is on several: the one that another click takes. */
      readonly next?: HandleName;
    }
  /** The point that head and eyes look at. */
  | { readonly kind: 'gaze' }
  | { readonly kind: 'arrow'; readonly axis: AxisName }
  | { readonly kind: 'plane'; readonly axis: AxisName }
  | { readonly kind: 'turn'; readonly axis: AxisName }
  | { readonly kind: 'ring'; readonly ring: RingName }
  | { readonly kind: 'grip'; readonly grip: GripName }
  /** A handle at another frame of the clip: a key of its trail, or that of a ghost. */
  | { readonly kind: 'moment'; readonly handle: HandleName; readonly frame: number }
  | { readonly kind: 'joint'; readonly joint: number }
  /** Another actor of the scene. */
  | { readonly kind: 'actor'; readonly actor: string }
  /** A camera of the scene, by a part of it. */
  | { readonly kind: 'camera'; readonly camera: string; readonly part: CameraPart }
  /** A side of the selected prop, by which it is made larger or smaller. */
  | { readonly kind: 'size'; readonly side: ShapeSide }
  /** A prop of the scene. */
  | { readonly kind: 'prop'; readonly prop: string }
  /** The ring on the floor around the actor that is worked on, or the mark on it. */
  | { readonly kind: 'stand'; readonly part: 'move' | 'rotate' };

/** What of a camera is dragged: where it stands, what it aims at, or a corner of what it sees, which sets its focal length. */
export type CameraPart = 'place' | 'aim' | 'lens';

/** What could be under the pointer, world metres. */
export interface Pickable {
  readonly handles: readonly { readonly name: HandleName; readonly at: Vec3 }[];
  readonly rings: readonly Ring[];
  /** The point that is looked at; null where none is shown. */
  readonly gaze: Vec3 | null;
  /** The cameras of the scene, and what the selected one aims at. */
  readonly cameras: readonly { readonly name: { readonly camera: string; readonly part: CameraPart }; readonly at: Vec3 }[];
  /** Of the selected handle; null when none is shown. */
  readonly gizmo: Gizmo | null;
  /** Of the selected prop. */
  readonly sizes: readonly SizeHandle[];
  readonly grips: readonly { readonly name: GripName; readonly at: Vec3 }[];
  /** Handles at other frames of the clip. */
  readonly moments: readonly { readonly handle: HandleName; readonly frame: number; readonly at: Vec3 }[];
  /** Of handles that lie on one another it is the one that is taken. */
  readonly selected: HandleName | null;
  /** Where the last click was, CSS pixels; null when something else was done since. There, the selected handle is taken before nearer ones. */
  readonly clickedAt: ScreenPoint | null;
  /** What the reach of handles is multiplied by. */
  readonly handleSize: number;
  readonly bones: readonly { readonly joint: number; readonly from: Vec3; readonly to: Vec3 }[];
  /** The ring on the floor; null where none is shown. */
  readonly stand: StandRing | null;
  /** The props of the scene, nearest surfaces first asked. */
  readonly props: readonly PropBox[];
  /** The bones of actors that are not worked on. */
  readonly others: readonly Segment[];
}

/** The box around a prop, in its own space, and where that is. */
export interface PropBox {
  readonly prop: string;
  readonly frame: Frame;
  readonly min: Vec3;
  readonly max: Vec3;
}

/** A bone of another actor, and metres around it that count as on it. */
export interface Segment {
  readonly actor: string;
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

/** CSS pixels within which something counts as under the pointer. */
const HANDLE_REACH = 13;
const RING_REACH = 8;
const ARROW_REACH = 7;
const TURN_REACH = 6;
const GRIP_REACH = 9;
const MOMENT_REACH = 9;
const BONE_REACH = 14;
/** CSS pixels within which a click counts as made at the same place as the one before. */
const SAME_PLACE = 6;

/**
 * What the pointer would grab: rings first, then handles, the point that is looked at, cameras, sides of the selected prop, the gizmo's parts, grips of the limit,
 * handles at other frames, and bones; among equals the nearest on screen.
 * `reach` multiplies the pixels by which it may be missed: fingers and pens need more than a mouse.
 */
export function pick(lens: Lens, pickable: Pickable, pointer: ScreenPoint, reach = 1): Target | null {
  const ring = pickRing(lens, pickable.rings, pointer, reach * RING_REACH);
  if (ring) return { kind: 'ring', ring };
  const handle = pickHandle(lens, pickable, pointer, reach);
  if (handle) return handle;
  if (nearestPoint(lens, gazePoints(pickable), pointer, reach * HANDLE_REACH * pickable.handleSize)) return { kind: 'gaze' };
  const camera = nearestPoint(lens, pickable.cameras, pointer, reach * HANDLE_REACH);
  if (camera) return { kind: 'camera', ...camera };
  const sides = pickable.sizes.map(({ side: name, at }) => ({ name, at }));
  const side = nearestPoint(lens, sides, pointer, reach * GRIP_REACH);
  if (side) return { kind: 'size', side };
  const part = pickable.gizmo && pickGizmo(lens, pickable.gizmo, pointer, reach);
  if (part) return part;
  const grip = nearestPoint(lens, pickable.grips, pointer, reach * GRIP_REACH);
  if (grip) return { kind: 'grip', grip };
  const moments = pickable.moments.map(({ handle: name, frame, at }) => ({ name: { handle: name, frame }, at }));
  const moment = nearestPoint(lens, moments, pointer, reach * MOMENT_REACH);
  if (moment) return { kind: 'moment', ...moment };
  return (
    pickStand(lens, pickable, pointer, reach) ??
    pickBone(lens, pickable, pointer, reach) ??
    nearer(pickActor(lens, pickable, pointer, reach), pickProp(lens, pickable, pointer))
  );
}

function pickStand(lens: Lens, { stand }: Pickable, pointer: ScreenPoint, reach: number): Target | null {
  if (!stand) return null;
  if (nearestPoint(lens, [{ name: 'mark', at: stand.mark }], pointer, reach * HANDLE_REACH))
    return { kind: 'stand', part: 'rotate' };
  const isOnRing = stand.points.slice(1).some((to, i) => {
    const near = nearestOnSegment(lens, stand.points[i]!, to, pointer);
    return near !== null && near.distance <= reach * RING_REACH;
  });
  return isOnRing ? { kind: 'stand', part: 'move' } : null;
}

/** Something under the pointer, and how far from the eye. */
interface Hit {
  readonly target: Target;
  readonly depth: number;
}

function nearer(a: Hit | null, b: Hit | null): Target | null {
  if (!a || !b) return (a ?? b)?.target ?? null;
  return (a.depth <= b.depth ? a : b).target;
}

/** The prop nearest to the eye of those whose boxes the pointer is on. */
function pickProp(lens: Lens, { props }: Pickable, pointer: ScreenPoint): Hit | null {
  const { origin, direction } = rayThrough(lens, pointer);
  let best: Hit | null = null;
  for (const { prop, frame, min, max } of props) {
    const back = conjugate(frame.rotation);
    const depth = enterBox(rotate(back, subtract(origin, frame.position)), rotate(back, direction), min, max);
    if (depth !== null && depth < (best?.depth ?? Infinity)) best = { target: { kind: 'prop', prop }, depth };
  }
  return best;
}

/** How far along a ray its first point in a box is, metres; null where it misses, or begins inside. Slabs, as Kay and Kajiya (1986). */
function enterBox(origin: Vec3, direction: Vec3, min: Vec3, max: Vec3): number | null {
  let [enters, leaves] = [-Infinity, Infinity];
  for (const axis of [0, 1, 2] as const) {
    const [a, b] = [(min[axis] - origin[axis]) / direction[axis], (max[axis] - origin[axis]) / direction[axis]];
    enters = Math.max(enters, Math.min(a, b));
    leaves = Math.min(leaves, Math.max(a, b));
  }
  return enters > 0 && enters <= leaves ? enters : null;
}

/** The actor nearest to the eye of those whose flesh the pointer is on. */
function pickActor(lens: Lens, { others }: Pickable, pointer: ScreenPoint, reach: number): Hit | null {
  let best: { actor: string; depth: number } | null = null;
  for (const { actor, from, to, radius } of others) {
    const near = nearestOnSegment(lens, from, to, pointer);
    if (!near || near.depth >= (best?.depth ?? Infinity)) continue;
    const pixels = (radius * lens.height) / (2 * lens.slope * near.depth);
    if (near.distance <= Math.max(pixels, reach * BONE_REACH)) best = { actor, depth: near.depth };
  }
  return best && { target: { kind: 'actor', actor: best.actor }, depth: best.depth };
}

function gazePoints({ gaze }: Pickable) {
  return gaze ? [{ name: 'gaze', at: gaze }] : [];
}

/** A handle whose reach the pointer is in, as it is seen. */
interface NearHandle extends ScreenPoint {
  readonly name: HandleName;
  readonly depth: number;
  /** CSS pixels to the pointer. */
  readonly away: number;
}

/**
 * The handle that the pointer takes, with the next of those that it is on. Those that lie on one another come first, the one nearest to the eye before
 * the others, then the rest by their distance to the pointer. The selected one is kept where it lies on the nearest, or was clicked here.
 */
function pickHandle(lens: Lens, pickable: Pickable, pointer: ScreenPoint, reach: number): Target | null {
  const { handleSize, selected, clickedAt } = pickable;
  const near = handlesNear(lens, pickable, pointer, reach * HANDLE_REACH * handleSize);
  const [nearest] = near;
  if (!nearest) return null;
  const liesOnNearest = (each: NearHandle) => apart(each, nearest) < OVERLAP * handleSize;
  const order = [...near.filter(liesOnNearest).sort((a, b) => a.depth - b.depth), ...near.filter((each) => !liesOnNearest(each))];
  const isClickedAgain = clickedAt !== null && apart(clickedAt, pointer) <= reach * SAME_PLACE;
  const kept = order.findIndex((each) => each.name === selected && (isClickedAgain || liesOnNearest(each)));
  const taken = Math.max(0, kept);
  const handle = order[taken]!.name;
  return order.length < 2
    ? { kind: 'handle', handle }
    : { kind: 'handle', handle, next: order[(taken + 1) % order.length]!.name };
}

/** Handles within `radius` CSS pixels, the nearest on screen first. */
function handlesNear(lens: Lens, { handles }: Pickable, pointer: ScreenPoint, radius: number): NearHandle[] {
  return handles
    .flatMap(({ name, at }): NearHandle[] => {
      const seen = project(lens, at);
      return seen ? [{ ...seen, name, away: apart(seen, pointer) }] : [];
    })
    .filter(({ away }) => away <= radius)
    .sort((a, b) => a.away - b.away);
}

function apart(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Arrows before planes before rings. */
function pickGizmo(lens: Lens, { arrows, planes, rings }: Gizmo, pointer: ScreenPoint, reach: number): Target | null {
  const arrow = arrows
    .map(({ axis, from, to }) => ({ axis, distance: nearestOnSegment(lens, from, to, pointer)?.distance ?? Infinity }))
    .filter(({ distance }) => distance <= reach * ARROW_REACH)
    .sort((a, b) => a.distance - b.distance)[0];
  if (arrow) return { kind: 'arrow', axis: arrow.axis };
  const plane = planes.find(({ corners }) => isInside(lens, corners, pointer));
  if (plane) return { kind: 'plane', axis: plane.axis };
  const ring = pickRing(lens, rings, pointer, reach * TURN_REACH);
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
function pickBone(lens: Lens, { bones }: Pickable, pointer: ScreenPoint, reach: number): Target | null {
  let best: { joint: number; score: number } | null = null;
  for (const { joint, from, to } of bones) {
    const near = nearestOnSegment(lens, from, to, pointer);
    if (!near || near.distance > reach * BONE_REACH) continue;
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
