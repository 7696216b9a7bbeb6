/** One leg through all frames. */
export interface LegReach {
  /** 3 × frames: world position of the hip joint before the hips are lowered, metres. */
  readonly hipJoint: Float64Array;
  /** 3 × frames: where the foot's joint has to be. */
  readonly foot: Float64Array;
  /** Metres from hip joint to foot joint with a straight leg. */
  readonly length: number;
  /** Frames in which the foot has to be reached. */
  readonly held: Uint8Array;
}

/** Share of a straight leg's length that it may stretch to: the knee keeps a little bend, so that it never snaps straight. */
const STRETCH = 0.998;
/** Seconds before and after which a lowering is felt. */
const SPREAD = 0.25;

/**
 * Metres by which the hips have to come down in each frame so that every held foot can be reached: never less than needed, and smooth
 * in time (the largest need nearby, then two moving averages of the same width).
 */
export function hipLowering(legs: readonly LegReach[], frames: number, fps: number): Float64Array {
  const needed = new Float64Array(frames);
  for (const leg of legs) {
    for (let frame = 0; frame < frames; frame++) {
      if (leg.held[frame] === 1) needed[frame] = Math.max(needed[frame]!, shortfall(leg, frame));
    }
  }
  if (needed.every((value) => value === 0)) return needed;
  const reach = Math.max(1, Math.round(SPREAD * fps));
  return average(average(largestNearby(needed, 2 * reach), reach), reach);
}

/** Metres that the hip joint has to come down for the foot to be in reach; 0 when it is. */
function shortfall(leg: LegReach, frame: number): number {
  const i = 3 * frame;
  const dx = leg.foot[i]! - leg.hipJoint[i]!;
  const dz = leg.foot[i + 2]! - leg.hipJoint[i + 2]!;
  const down = leg.hipJoint[i + 1]! - leg.foot[i + 1]!;
  const reach = STRETCH * leg.length;
  const across = dx * dx + dz * dz;
  // Too far to the side: the best height is that of the foot itself, but half-way there must do, so that nobody falls.
  const level = across < reach * reach ? Math.sqrt(reach * reach - across) : down / 2;
  return Math.max(0, down - level);
}

function largestNearby(values: Float64Array, reach: number): Float64Array {
  return values.map((_, frame) => {
    let largest = 0;
    for (let i = Math.max(0, frame - reach); i <= Math.min(values.length - 1, frame + reach); i++) {
      largest = Math.max(largest, values[i]!);
    }
    return largest;
  });
}

/** Mean over `reach` frames on both sides; the ends count as going on. */
function average(values: Float64Array, reach: number): Float64Array {
  const count = values.length;
  const at = (frame: number) => values[Math.min(count - 1, Math.max(0, frame))]!;
  const means = new Float64Array(count);
  let sum = 0;
  for (let i = -reach; i <= reach; i++) sum += at(i);
  for (let frame = 0; frame < count; frame++) {
    means[frame] = sum / (2 * reach + 1);
    sum += at(frame + reach + 1) - at(frame - reach);
  }
  return means;
}
