import type { Rig } from '../humanoid/body/rig.ts';
import type { Outcome } from '../ik/request/outcome.ts';
import { distance, vec3At } from '../math/vec3.ts';
import type { Contact } from './contacts.ts';
import { footShape } from './foot-shapes.ts';
import { jointPaths } from './joint-paths.ts';
import type { PulledLimbs } from './pull-limbs.ts';
import { slideOf, type Slide } from './slide.ts';

/** How far something is from where it should be, metres. */
export interface Miss {
  /** The most in any frame. */
  readonly largest: number;
  /** The mean over all frames. */
  readonly mean: number;
}

/** How well a clip came onto a character. */
export interface RetargetReport {
  /** Frames of the new clip. */
  readonly frames: number;
  /** Stretches in which a foot or its toes are planted. */
  readonly contacts: number;
  /** Movement of planted joints from frame to frame. */
  readonly footSlide: Slide;
  /** Metres that a foot's or toes' joint gets below the height at which it stands, at most. */
  readonly floorPenetration: number;
  /** Feet, from where the source had them. */
  readonly footError: Miss;
  /** Hands, from where the source had them. */
  readonly handError: Miss;
  /** Joints that stood on their limits, with the share of the frames, most often first. */
  readonly limited: readonly { readonly joint: number; readonly share: number }[];
}

export function retargetReport(rig: Rig, { outcomes, paths }: PulledLimbs, planted: readonly Contact[]): RetargetReport {
  const poses = outcomes.map(({ pose }) => pose);
  const ends = jointPaths(
    rig.skeleton,
    poses,
    paths.map(({ limb }) => limb.end),
  );
  const missOf = (isFoot: boolean): Miss => {
    const distances = paths.flatMap(({ path, foot }, i) =>
      (foot !== null) === isFoot ? poses.map((_, frame) => distance(vec3At(ends[i]!, frame), vec3At(path.positions, frame))) : [],
    );
    const sum = distances.reduce((total, value) => total + value, 0);
    return { largest: distances.reduce((a, b) => Math.max(a, b), 0), mean: distances.length > 0 ? sum / distances.length : 0 };
  };
  const counts = new Map<number, number>();
  for (const { limited } of outcomes) for (const joint of limited) counts.set(joint, (counts.get(joint) ?? 0) + 1);
  return {
    frames: poses.length,
    contacts: planted.length,
    footSlide: slideOf(rig.skeleton, poses, planted),
    floorPenetration: penetration(rig, outcomes),
    footError: missOf(true),
    handError: missOf(false),
    limited: [...counts].map(([joint, count]) => ({ joint, share: count / poses.length })).sort((a, b) => b.share - a.share),
  };
}

function penetration(rig: Rig, outcomes: readonly Outcome[]): number {
  const poses = outcomes.map(({ pose }) => pose);
  let deepest = 0;
  for (const side of ['left', 'right'] as const) {
    const foot = rig.humanoid[`${side}Foot`];
    if (foot === undefined) continue;
    const toes = rig.humanoid[`${side}Toes`];
    const { standing, toesStanding } = footShape(rig, side);
    const [footPath, toesPath] = jointPaths(rig.skeleton, poses, toes === undefined ? [foot] : [foot, toes]);
    poses.forEach((_, frame) => {
      deepest = Math.max(deepest, standing - footPath![3 * frame + 1]!);
      if (toesPath) deepest = Math.max(deepest, toesStanding - toesPath[3 * frame + 1]!);
    });
  }
  return deepest;
}
