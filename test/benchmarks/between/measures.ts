import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';

/** What a motion is compared by, one row a frame. */
export interface Row {
  /** World places of the body's joints, metres. */
  readonly places: readonly number[];
  /** Their world rotations, quaternions. */
  readonly rotations: readonly number[];
}

/** Joints of the body, without fingers and eyes, which tell nothing of a motion. */
export function bodyJoints({ humanoid }: Rig): readonly number[] {
  return Object.entries(humanoid).flatMap(([bone, joint]) =>
    /Thumb|Index|Middle|Ring|Little|Eye|jaw/.test(bone) ? [] : [joint],
  );
}

export function rowsOf(rig: Rig, poses: readonly Pose[]): Row[] {
  const joints = bodyJoints(rig);
  return poses.map((pose) => {
    const { positions, rotations } = forwardKinematics(rig.skeleton, pose);
    return {
      places: joints.flatMap((joint) => [...positions.subarray(3 * joint, 3 * joint + 3)]),
      rotations: joints.flatMap((joint) => [...rotations.subarray(4 * joint, 4 * joint + 4)]),
    };
  });
}

/** Distance of places over all joints, a frame on average: the L2P of LAFAN1 in metres, not in deviations of its own data. */
export function l2p(made: readonly Row[], real: readonly Row[]): number {
  return meanNorm(made, real, ({ places }) => places);
}

/** The same of rotations, quaternions in one hemisphere: L2Q. */
export function l2q(made: readonly Row[], real: readonly Row[]): number {
  const turned = made.map(({ places, rotations }, f) => ({ places, rotations: alike(rotations, real[f]!.rotations) }));
  return meanNorm(turned, real, ({ rotations }) => rotations);
}

function meanNorm(made: readonly Row[], real: readonly Row[], of: (row: Row) => readonly number[]): number {
  const norms = made.map((row, f) => Math.sqrt(of(row).reduce((sum, value, i) => sum + (value - of(real[f]!)[i]!) ** 2, 0)));
  return norms.reduce((sum, norm) => sum + norm, 0) / norms.length;
}

function alike(rotations: readonly number[], to: readonly number[]): number[] {
  return rotations.flatMap((_, i) => {
    if (i % 4 !== 0) return [];
    const quat = rotations.slice(i, i + 4);
    const sign = quat.reduce((sum, value, c) => sum + value * to[i + c]!, 0) < 0 ? -1 : 1;
    return quat.map((value) => sign * value);
  });
}

/** A sum of differences of power spectra and the power that weighs them: NPSS (Gopalakrishnan et al. 2019) of several windows is their quotient. */
export interface SpectrumDifference {
  readonly weighted: number;
  readonly power: number;
}

/** How different the frequencies of two motions are, by the earth mover's distance of the cumulated power of each number of their rotations. */
export function spectrumDifference(made: readonly Row[], real: readonly Row[]): SpectrumDifference {
  let [weighted, power] = [0, 0];
  const count = real[0]!.rotations.length;
  const turned = made.map(({ rotations }, f) => alike(rotations, real[f]!.rotations));
  for (let i = 0; i < count; i++) {
    const [ours, theirs] = [powers(turned.map((row) => row[i]!)), powers(real.map(({ rotations }) => rotations[i]!))];
    const [ourSum, theirSum] = [ours, theirs].map((all) => all.reduce((sum, each) => sum + each, 0)) as [number, number];
    let [a, b, distance] = [0, 0, 0];
    ours.forEach((each, k) => {
      a += each / (ourSum || 1);
      b += theirs[k]! / (theirSum || 1);
      distance += Math.abs(a - b);
    });
    weighted += distance * theirSum;
    power += theirSum;
  }
  return { weighted, power };
}

/** |DFT|² of a row of numbers. */
function powers(values: readonly number[]): number[] {
  return values.map((_, k) => {
    let [re, im] = [0, 0];
    values.forEach((value, n) => {
      const angle = (2 * Math.PI * k * n) / values.length;
      re += value * Math.cos(angle);
      im -= value * Math.sin(angle);
    });
    return re * re + im * im;
  });
}
