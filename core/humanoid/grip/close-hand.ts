import { checkSurface, createTouch, type Surface } from '../../contact/touch.ts';
import { checkNumberFields } from '../../math/check-numbers.ts';
import { clamp } from '../../math/angles.ts';
import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { checkPose, setRotation, type Pose } from '../../skeleton/pose.ts';
import { checkSide } from '../anatomy/finger-joints.ts';
import type { Side } from '../body/found-bones.ts';
import { checkRig } from '../body/check-rig.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import type { Finger } from '../detection/finger-names.ts';
import { fingerChains, OPPOSED, opposedThumb, type FingerChain } from './finger-chain.ts';
import { fingerGap, sweepFinger, type Obstacle } from './sweep-finger.ts';

/** How a hand grips. */
export interface GripOptions {
  /** 0 the fingers touch, the default, to 1 the hand is open around the thing. */
  readonly openness?: number;
  /** 0 the fingers touch, the default, to 1 their flesh is pressed in by 1.5 mm (of a figure of 1.75 m). */
  readonly squeeze?: number;
  /** How far the fingers are fanned out, as of a hand's shape: −1 together to 1 fanned out; 0 by default. */
  readonly spread?: number;
}

const GRIP_FIELDS: FieldsOf<GripOptions> = { openness: true, squeeze: true, spread: true };

/** A hand that grips. */
export interface HandGrip<Names> {
  /** The pose with the fingers closed; all else is as it was. */
  readonly pose: Pose<Names>;
  /** Metres between the last phalanx of each finger and the surface; negative where its flesh is pressed in. */
  readonly gaps: Readonly<Partial<Record<Finger, number>>>;
  /** The fingers whose last phalanx touches. */
  readonly touching: readonly Finger[];
}

/** Share of its range by which the thumb is bent as it goes over to the thing. Our choice. */
const STRAIGHT_THUMB = 0.25;
/** Metres, of a figure of 1.75 m: how near a touch is, and how deep the hardest grip presses. */
const TOUCHES = 4e-4;
const PRESSES = 1.5e-3;

/**
 * Closes the fingers of a hand round a surface in the frame of the hand's joint until they touch, each joint within its limit, the thumb opposite the fingers.
 * All joints of a finger close together until one phalanx touches; those beyond it close on until the next one does, to the tip. A finger that finds nothing
 * is bent as those are that do, as far as it is free. Throws a `RangeError` of one sentence for what cannot be used.
 */
export function closeHand<Names>(
  rig: Rig<Names>,
  pose: Pose<Names>,
  side: Side,
  surface: Surface,
  options: GripOptions = {},
): HandGrip<Names> {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkSide(side);
  checkSurface(surface, 'the surface');
  checkFieldsOf(options, GRIP_FIELDS, 'the options of a grip');
  checkNumberFields(options, ['openness', 'squeeze', 'spread'], 'the options of a grip');
  const openness = clamp(options.openness ?? 0, 0, 1);
  const scale = sizeOf(rig);
  const obstacle: Obstacle = {
    surface,
    touch: createTouch(),
    gap: -PRESSES * clamp(options.squeeze ?? 0, 0, 1) * scale,
    tolerance: TOUCHES * scale,
  };
  const spread = clamp(options.spread ?? 0, -1, 1);
  const chains = [...fingerChains(rig, pose, side, spread)];
  const closed = chains.map((chain) => closeFinger(chain, obstacle));
  opposeThumb(chains, closed, obstacle, (opposed) => opposedThumb(rig, side, chains[0]!, opposed));
  bendAlong(chains, closed, obstacle);
  const held = pose.slice();
  const gaps: Partial<Record<Finger, number>> = {};
  for (const [i, { finger, phalanges }] of chains.entries()) {
    const shares = closed[i]!.shares.map((share, k) => share + openness * (phalanges[k]!.open - share));
    for (const [k, { joint, rotationAt }] of phalanges.entries()) setRotation(held, joint, rotationAt(shares[k]!));
    gaps[finger] = fingerGap(chains[i]!, shares, phalanges.length - 1, obstacle);
  }
  const touching = chains.flatMap(({ finger }) => (gaps[finger]! <= obstacle.gap + 2 * obstacle.tolerance ? [finger] : []));
  return { pose: held, gaps, touching };
}

/** A finger that was closed, and whether its tip touches. */
interface ClosedFinger {
  readonly shares: Float64Array;
  readonly touches: boolean;
}

/** Of a finger that closes in one move, what its knuckle and the joints beyond it go to; null where they stay as they are. */
type Move = readonly [knuckle: number | null, beyond: number | null];

/** How a finger closes: the first of these by which its tip touches. All joints together; the knuckle before the others, as round a thing with flat sides; the others before it, as a hook. */
const FINGER_WAYS: readonly (readonly Move[])[] = [
  [[1, 1]],
  [
    [1, null],
    [1, 1],
  ],
  [
    [null, 1],
    [1, 1],
  ],
];
/** A thumb goes over to the thing before it bends, or bends alone. */
const THUMB_WAYS: readonly (readonly Move[])[] = [
  [
    [1, STRAIGHT_THUMB],
    [1, 1],
  ],
  [
    [1, null],
    [null, 1],
  ],
  [
    [null, 1],
    [1, 1],
  ],
];

/** Closes a finger from open in the first way by which its tip touches, else in the first of all. */
function closeFinger(chain: FingerChain, obstacle: Obstacle): ClosedFinger {
  const ways = chain.finger === 'Thumb' ? THUMB_WAYS : FINGER_WAYS;
  const [first, ...others] = ways;
  const usual = closeBy(chain, first!, obstacle);
  if (usual.touches) return usual;
  for (const way of others) {
    const closed = closeBy(chain, way, obstacle);
    if (closed.touches) return closed;
  }
  return usual;
}

/** Closes a finger from open move by move: what touches stops all joints before it, and those beyond go on. */
function closeBy(chain: FingerChain, moves: readonly Move[], obstacle: Obstacle): ClosedFinger {
  const { phalanges } = chain;
  const shares = Float64Array.from(phalanges, ({ open }) => open);
  let from = 0;
  for (const [knuckle, beyond] of moves) {
    const towards = shares.map((share, k) => (k === 0 ? knuckle : beyond) ?? share);
    while (from < phalanges.length) {
      const touching = sweepFinger(chain, shares, towards, from, obstacle);
      if (touching < 0) break;
      from = touching + 1;
    }
  }
  return { shares, touches: from === phalanges.length };
}

/** Where the thumb's tip finds nothing, or it stands in the thing from the start, its root takes the first place from which the tip touches, or that from which it comes nearest. */
function opposeThumb(
  chains: FingerChain[],
  closed: ClosedFinger[],
  obstacle: Obstacle,
  chainAt: (opposed: number) => FingerChain,
): void {
  if (chains[0]?.finger !== 'Thumb') return;
  const last = chains[0].phalanges.length - 1;
  /** Metres by which the tip misses the surface, or any of the thumb is too deep in it. */
  const missBy = (chain: FingerChain, { shares }: ClosedFinger): number =>
    Math.max(fingerGap(chain, shares, last, obstacle) - obstacle.gap, obstacle.gap - fingerGap(chain, shares, 0, obstacle));
  let least = missBy(chains[0], closed[0]!);
  for (const opposed of OPPOSED.slice(1)) {
    if (least <= 2 * obstacle.tolerance) return;
    const chain = chainAt(opposed);
    const finger = closeFinger(chain, obstacle);
    const missed = missBy(chain, finger);
    if (missed >= least) continue;
    [chains[0], closed[0], least] = [chain, finger, missed];
  }
}

/** Bends the fingers that found nothing as the mean of those that did, the thumb aside, as far as they are free. */
function bendAlong(chains: readonly FingerChain[], closed: readonly ClosedFinger[], obstacle: Obstacle): void {
  const examples = closed.filter(({ touches }, i) => touches && chains[i]!.finger !== 'Thumb');
  if (examples.length === 0) return;
  for (const [i, { shares, touches }] of closed.entries()) {
    const chain = chains[i]!;
    if (touches || chain.finger === 'Thumb') continue;
    const mean = shares.map((_, k) => examples.reduce((sum, each) => sum + (each.shares[k] ?? 0.5), 0) / examples.length);
    shares.set(chain.phalanges.map(({ open }) => open));
    sweepFinger(chain, shares, mean, 0, obstacle);
  }
}
