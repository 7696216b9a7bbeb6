import { risingEnvelope } from './smoothing.ts';

/** One leg through all frames. */
export interface LegReach {
  /** 3 × frames: world position of the hip joint before the hips are lowered, metres. */
  readonly hipJoint: Float64Array;
  /** 3 × frames: where the foot's joint has to be. */
  readonly foot: Float64Array;
  /** Metres from hip joint to foot joint with the leg as straight as it can be. */
  readonly reach: number;
  /** One a frame: metres that the motion itself stretches the leg to; as far it may go again. */
  readonly stretched: Float64Array;
  /** Frames in which the foot has to be reached. */
  readonly held: Uint8Array;
}

/** Share of its reach that a leg may stretch to: the knee keeps a little bend, so that it never snaps straight. */
const STRETCH = 0.998;
/** Seconds before and after which a lowering is felt. */
const SPREAD = 0.25;

/**
 * Metres by which the hips have to come down in each frame so that every held foot can be reached: never less than needed, and smooth
 * in time.
 */
export function hipLowering(legs: readonly LegReach[], frames: number, fps: number): Float64Array {
  const needed = new Float64Array(frames);
  for (const leg of legs) {
    for (let frame = 0; frame < frames; frame++) {
      if (leg.held[frame] === 1) needed[frame] = Math.max(needed[frame]!, shortfall(leg, frame));
    }
  }
  return risingEnvelope(needed, Math.max(1, Math.round(SPREAD * fps)));
}

/** Metres that the hip joint has to come down for the foot to be in reach; 0 when it is. */
function shortfall(leg: LegReach, frame: number): number {
  const i = 3 * frame;
  const dx = leg.foot[i]! - leg.hipJoint[i]!;
  const dz = leg.foot[i + 2]! - leg.hipJoint[i + 2]!;
  const down = leg.hipJoint[i + 1]! - leg.foot[i + 1]!;
  const reach = Math.min(leg.reach, Math.max(STRETCH * leg.reach, leg.stretched[frame]!));
  const across = dx * dx + dz * dz;
  // Too far to the side: the best height is that of the foot itself, but half-way there must do, so that nobody falls.
  const level = across < reach * reach ? Math.sqrt(reach * reach - across) : down / 2;
  return Math.max(0, down - level);
}
