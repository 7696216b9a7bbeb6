import { distance, vec3At } from '../../math/vec3.ts';
import { worldAtRest } from '../../skeleton/forward-kinematics.ts';
import { sided, SIDES } from './found-bones.ts';
import { hocksOf } from './hock.ts';
import { perRig } from './per-rig.ts';
import type { Rig } from './rig.ts';

/** Leg length of a figure whose legs are unknown, in its heights. */
const USUAL_SHARE = 0.45;

/**
 * Metres of thigh and shin together, the mean of both legs: how large a body is for the motion that it makes. It is the same in every rest
 * pose, unlike the height of the hips. A leg with a hock is as long as it stands at rest, where it is never straight. For a body without legs the usual share of its height;
 * always above 0.
 */
export const legLength: (rig: Rig) => number = perRig(measureLegs);

function measureLegs(rig: Rig): number {
  const { skeleton, humanoid, report } = rig;
  const { positions } = worldAtRest(skeleton);
  const lengths = SIDES.flatMap((side) => {
    const joints = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) => humanoid[sided(side, part)]);
    const [hip, knee, ankle] = joints;
    if (hip === undefined || knee === undefined || ankle === undefined) return [];
    if (hocksOf(rig)[side] !== undefined) return [distance(vec3At(positions, hip), vec3At(positions, ankle))];
    return [
      distance(vec3At(positions, hip), vec3At(positions, knee)) + distance(vec3At(positions, knee), vec3At(positions, ankle)),
    ];
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  if (mean > 0) return mean;
  const fallback = USUAL_SHARE * report.height;
  return fallback > 0 && Number.isFinite(fallback) ? fallback : 1;
}
