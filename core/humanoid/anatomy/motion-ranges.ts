import { DEGREES } from '../../math/angles.ts';
import type { LimitPreset } from '../body/rig.ts';

/**
 * Ranges of motion of a healthy adult in degrees, from the anatomical neutral: standing, arms at the sides, thumbs forward.
 * Sources: AAOS values (Norkin & White), adult reference values (ISRN Rheumatology 2012/751768), Merck manual, VA rating plates.
 */
export const MOTION_RANGES = {
  /** Neck and head together. */
  neck: { flexion: 45, extension: 45, side: 45, turn: 70 },
  /** Lumbar and thoracic spine together. */
  trunk: { flexion: 85, extension: 30, side: 35, turn: 45 },
  clavicle: { forward: 15, back: 15, up: 45, down: 5, axial: 45 },
  /** Arm and shoulder blade together; what a clavicle takes over is subtracted. */
  shoulder: {
    flexion: 180,
    extension: 60,
    abduction: 180,
    adduction: 50,
    internal: 70,
    external: 90,
    horizontalAbduction: 45,
    horizontalAdduction: 135,
  },
  elbow: { flexion: 150, extension: 0 },
  forearm: { pronation: 80, supination: 80 },
  wrist: { flexion: 80, extension: 70, radial: 20, ulnar: 30 },
  knuckle: { flexion: 90, extension: 45, spread: 20 },
  /** Extension is our choice: a straight finger should not stand on its limit. */
  finger: { intermediate: 100, distal: 90, extension: 5 },
  thumb: { flexion: 15, extension: 20, abduction: 70, proximal: 50, proximalExtension: 5, distal: 80, distalExtension: 20 },
  hip: { flexion: 125, straightKneeFlexion: 90, extension: 20, abduction: 45, adduction: 30, internal: 40, external: 45 },
  /** The shin turns in a bent knee; the rig's knee is a hinge, so the ankle carries this turn. */
  knee: { flexion: 140, extension: 0, turnIn: 25, turnOut: 35 },
  ankle: { dorsiflexion: 20, plantarflexion: 50, inversion: 35, eversion: 20 },
  toes: { flexion: 45, extension: 70 },
  /** Our choice, for animals that stand on their toes: the hock between shin and middle foot, and what lies on the floor below it. */
  hock: { flexion: 150, extension: 0 },
  paw: { dorsiflexion: 90, plantarflexion: 110, tilt: 40, turn: 40 },
  /** Our choice: how far an eye looks from straight ahead. */
  eye: { any: 30 },
} as const;

/** How the trunk's range is shared: the lumbar spine bends, the thoracic spine turns. Our choice. */
export const TRUNK_SHARES = {
  flexion: [0.5, 0.3, 0.2],
  side: [0.45, 0.3, 0.25],
  turn: [0.15, 0.35, 0.5],
} as const;

export type RangeGroup = 'hip' | 'trunk' | 'ankle' | 'other';

/** Radians for an anatomical range in degrees, as a preset widens or narrows it. */
export type Reach = (degrees: number, group?: RangeGroup) => number;

export function reachOf(preset: LimitPreset): Reach {
  const factor = preset === 'flexible' ? 1.15 : preset === 'stiff' ? 0.75 : 1;
  return (degrees, group = 'other') => degrees * DEGREES * (preset === 'dancer' && group !== 'other' ? 1.3 : factor);
}
