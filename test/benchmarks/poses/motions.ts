import { basename } from 'node:path';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { posesAt } from '../../../core/animation/joint-paths.ts';
import { motionSource } from '../../../core/formats/clips/motion-source.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { sharedData } from '../../helpers/shared-data.ts';

/** A clip brought onto the figure that is posed. */
export interface CapturedClip {
  readonly name: string;
  /** The name of its file, which may hold several. */
  readonly file: string;
  /** Who captured it: clips of one set share people, suits and ways of clean-up. */
  readonly set: string;
  /** The figure, or the body that was captured. */
  readonly rig: Rig;
  /** Ten a second, on a figure inside limits. */
  readonly poses: readonly Pose[];
}

const POSES_A_SECOND = 10;

const FILES = [
  { set: 'cmu', file: 'bvh/cmu-12_01-walk.bvh' },
  { set: 'cmu', file: 'bvh/cmu-jumping-jacks.bvh' },
  { set: 'cmu', file: 'bvh/cmu-10_01-kick.bvh' },
  { set: 'cmu', file: 'bvh/cmu-01_01-hops.bvh' },
  { set: 'cmu', file: 'bvh/mh-12_03-walk.bvh' },
  { set: 'cmu', file: 'fbx/cmu-91_48.fbx' },
  { set: 'fair1', file: 'bvh/fair1-wave-hello.bvh' },
  { set: 'fair1', file: 'bvh/fair1-dab.bvh' },
  { set: 'rokoko', file: 'bvh/rokoko-dance.bvh' },
  { set: 'kaykit', file: 'rigs/kaykit-knight.glb' },
  { set: 'robot', file: 'rigs/robot-expressive.glb' },
] as const;

/** The sample motion that is there, on `rig` or, where that is null, on the bodies that were captured, without clips of a single pose. */
export async function capturedClips(rig: Rig | null): Promise<CapturedClip[]> {
  const clips: CapturedClip[] = [];
  for (const { set, file } of FILES) {
    const path = sharedData(file);
    if (!path) continue;
    const source = await loadCharacter(path);
    for (const animation of source.animations) {
      const motion = motionSource(source, animation);
      const clip =
        rig === null ? motion.clip : retargetClip(motion.rig, motion.clip, rig, { fps: 30, hands: false, limits: true }).clip;
      const body = rig ?? motion.rig;
      const count = Math.floor(clip.duration * POSES_A_SECOND);
      if (count < 2) continue;
      const times = Array.from({ length: count }, (_, i) => i / POSES_A_SECOND);
      const all = posesAt(body.skeleton, clip, times);
      const poses = rig === null ? all : all.map((pose) => clampPose(body.skeleton, pose).pose);
      const name = source.animations.length > 1 ? `${basename(file)} ${animation.name}` : basename(file);
      clips.push({ name, file: basename(file), set, rig: body, poses });
    }
  }
  return clips;
}
