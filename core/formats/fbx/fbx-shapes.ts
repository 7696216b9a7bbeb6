import type { FBXBlendShapeChannelData } from '@babylonjs/loaders/FBX/interpreter/blendShapes.js';

/** One blend shape channel of a mesh: a row of shapes that a percentage walks through. */
export interface ShapeChannel {
  readonly id: number;
  /** As the file has it at rest, 0 to 100. */
  readonly percent: number;
  /** How many shapes, each a morph target. */
  readonly shapes: number;
  /** The percentage at which each shape is all there is, rising. */
  readonly full: readonly number[];
}

/** A node whose mesh has morph targets: those of all its channels, one after another. */
export interface MorphedNode {
  readonly node: number;
  readonly channels: readonly ShapeChannel[];
}

export function shapeChannel({ id, deformPercent, shapes, fullWeights }: FBXBlendShapeChannelData): ShapeChannel {
  const sorted = fullWeights?.toSorted((a, b) => a - b);
  const full = sorted?.length === shapes.length ? sorted : shapes.map((_, i) => (100 * (i + 1)) / shapes.length);
  return { id, percent: deformPercent, shapes: shapes.length, full };
}

/**
 * The weights of a channel's shapes at a percentage: two neighbours share, the base counts as a shape at 0, and beyond the last its own grows
 * on.
 */
export function shapeWeights({ full }: ShapeChannel, percent: number): number[] {
  const weights = full.map(() => 0);
  const next = full.findIndex((at) => percent < at);
  const upper = next < 0 ? full.length - 1 : next;
  const from = upper === 0 ? 0 : full[upper - 1]!;
  const share = (percent - from) / (full[upper]! - from || 1);
  if (full.length === 1) return [percent / (full[0]! || 100)];
  weights[upper] = share;
  if (upper > 0) weights[upper - 1] = 1 - share;
  return weights;
}
