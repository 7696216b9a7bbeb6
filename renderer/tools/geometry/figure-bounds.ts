import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { add, distance, length, scale, type Vec3 } from '../../../core/math/vec3.ts';
import { pointOf, worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Selection } from '../../state/session-state.ts';
import { boneEnds, boneTip, type BoneShape } from './bone-shapes.ts';
import type { HandlePlace } from './handle-places.ts';
import type { Box } from './orbit.ts';

export type { Box } from './orbit.ts';

/** A ball that the camera should show. */
export interface Sphere {
  readonly centre: Vec3;
  /** Metres. */
  readonly radius: number;
}

/** Radius of the smallest ball that is ever framed, metres. */
const SMALLEST = 0.05;
/** Share of the figure's height that is left around joints. */
const ROOM = 0.02;

/** The box around the humanoid's bones; null when there are none. */
export function boxOfBones(shapes: readonly BoneShape[], world: WorldTransforms): Box | null {
  const points = shapes.filter(({ humanoid }) => humanoid).flatMap((shape) => boneEnds(shape, world));
  return boxAround(points);
}

export function boxAround(points: readonly Vec3[]): Box | null {
  if (points.length === 0) return null;
  return joinBoxes(points.map((point) => ({ low: point, high: point })));
}

/** The box around all of them; there is at least one. */
export function joinBoxes(boxes: readonly Box[]): Box {
  return boxes.reduce(join);
}

function join(a: Box, b: Box): Box {
  return {
    low: [Math.min(a.low[0], b.low[0]), Math.min(a.low[1], b.low[1]), Math.min(a.low[2], b.low[2])],
    high: [Math.max(a.high[0], b.high[0]), Math.max(a.high[1], b.high[1]), Math.max(a.high[2], b.high[2])],
  };
}

/** A ball that touches the longest sides of the box around all `boxes`; a figure of `height` at the origin when there is none. */
export function enclose(boxes: readonly Box[], height: number): Sphere {
  if (boxes.length === 0) return { centre: [0, height / 2, 0], radius: Math.max(height / 2, SMALLEST) };
  const { low, high } = joinBoxes(boxes);
  const half = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
  return { centre: scale(add(low, high), 0.5), radius: Math.max(half, SMALLEST) };
}

/** A ball around all of them. */
export function sphereAround(spheres: readonly Sphere[], height: number): Sphere {
  const boxes = spheres.map(({ centre: [x, y, z], radius: r }): Box => ({
    low: [x - r, y - r, z - r],
    high: [x + r, y + r, z + r],
  }));
  return enclose(boxes, height);
}

/** A ball around these joints and their tips, with some room: fingers have flesh. */
export function jointBounds(rig: Rig, world: WorldTransforms, joints: readonly number[]): Sphere {
  const box = boxAround(joints.map((joint) => worldPosition(world, joint)));
  const { centre, radius } = enclose(box ? [box] : [], rig.report.height);
  return { centre, radius: radius + ROOM * rig.report.height };
}

/** What is selected: the joint's bone or the handle with its surroundings; null when nothing is. */
export function selectionBounds(
  rig: Rig,
  world: WorldTransforms,
  selection: Selection,
  places: readonly HandlePlace[],
): Sphere | null {
  const near = Math.max(0.12 * rig.report.height, SMALLEST);
  const place = places.find(({ handle }) => handle.name === selection.handle);
  if (place) return { centre: place.anchor, radius: Math.max(near, 1.5 * distance(place.at, place.anchor)) };
  if (selection.joint === null || selection.joint >= rig.skeleton.count) return null;
  const tip = boneTip(rig.skeleton, selection.joint);
  const middle = pointOf(world, selection.joint, scale(tip, 0.5));
  return { centre: length(tip) > 0 ? middle : worldPosition(world, selection.joint), radius: Math.max(near, length(tip)) };
}
