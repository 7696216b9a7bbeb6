import { toDegrees } from '../../math/angles.ts';
import type { Quat } from '../../math/quat.ts';
import { FREE, type Limit } from '../../skeleton/limits.ts';
import { armLimits } from './arm-limits.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import { isFinger, type HumanoidBone } from '../body/bones.ts';
import { SIDES, type Side } from '../body/found-bones.ts';
import { handLimits } from './hand-limits.ts';
import { hockLimit } from './hock-limits.ts';
import { legLimits } from './leg-limits.ts';
import { includingRest } from './limit-frames.ts';
import { reachOf } from './motion-ranges.ts';
import type { LimitPreset } from '../body/rig.ts';
import { inWords } from '../body/joint-labels.ts';
import { trunkLimits } from './trunk-limits.ts';

/** Radians by which a rest pose may lie outside an anatomical limit without a word about it. */
const WORTH_TELLING = 0.1;

/**
 * Anatomical limits of every mapped bone but the hips, from the shape of the body at rest (bend planes, facing, up), so that bone axes
 * and rest poses do not matter. A limit that the rest pose breaks is widened to hold it; by more than 6° it is told.
 */
export function anatomicalLimits(
  body: BodyGeometry,
  preset: LimitPreset,
): { readonly limits: ReadonlyMap<HumanoidBone, Limit>; readonly warnings: readonly string[] } {
  const limits = new Map<HumanoidBone, Limit>();
  const reach = reachOf(preset);
  const all = [
    ...trunkLimits(body, reach),
    ...SIDES.flatMap((side) => [
      ...armLimits(body, side, reach),
      ...handLimits(body, side, reach),
      ...legLimits(body, side, reach),
    ]),
  ];
  const widened: string[] = [];
  for (const [bone, limit] of all) {
    const { limit: fitting, excess } = includingRest(limit);
    limits.set(bone, preset === 'free' ? FREE : fitting);
    if (excess > WORTH_TELLING) widened.push(`${inWords(bone).toLowerCase()} by ${Math.round(toDegrees(excess))}°`);
  }
  if (preset === 'free' || widened.length === 0) return { limits, warnings: [] };
  return { limits, warnings: [`The rest pose bends further than people do; limits were widened for ${widened.join(', ')}.`] };
}

/** The limits of hocks, by joint. `hocks`: their joints, by side; `rotations`: world rotations of all joints at rest. */
export function hockLimits(
  body: BodyGeometry,
  hocks: Readonly<Partial<Record<Side, number>>>,
  rotations: readonly Quat[],
  preset: LimitPreset,
): ReadonlyMap<number, Limit> {
  if (preset === 'free') return new Map();
  const reach = reachOf(preset);
  return new Map(
    SIDES.flatMap((side) => {
      const joint = hocks[side];
      return joint === undefined ? [] : [[joint, hockLimit(body, side, rotations[joint]!, reach)] as const];
    }),
  );
}

/** How much inverse kinematics spares each bone by default, 0 (free) to 1 (never moved): trunk and clavicles follow, limbs lead. */
export function defaultStiffness(bone: HumanoidBone): number {
  if (bone === 'leftEye' || bone === 'rightEye' || bone === 'jaw') return 1;
  if (bone === 'hips') return 0;
  if (bone === 'spine' || bone === 'chest' || bone === 'upperChest') return 0.6;
  if (bone === 'neck') return 0.4;
  if (bone === 'head') return 0.3;
  if (bone.endsWith('Shoulder')) return 0.7;
  if (bone.endsWith('Toes')) return 0.5;
  if (bone.endsWith('Hand') || bone.endsWith('Foot')) return 0.3;
  if (isFinger(bone)) return 0.2;
  return bone.endsWith('UpperArm') || bone.endsWith('UpperLeg') ? 0.1 : 0;
}
