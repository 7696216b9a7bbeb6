import { clipKeyTimes, sampleClip } from '../animation/sampling.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { relaxPose, restWhereItStands } from '../humanoid/pulling/relax-pose.ts';
import type { Pose } from '../skeleton/pose.ts';
import { playedActiveClip, type RigOfActor } from './played-scene.ts';
import type { Project } from './project.ts';

/** Seconds by which a key may be beyond the playhead and still count as under it. */
const SAME_TIME = 5e-4;

/** A pose on screen, and what relaxes of it. */
export interface RelaxedShown {
  readonly pose: Pose;
  /** Of the playhead, seconds. */
  readonly time: number;
  /** What stays. */
  readonly pins: Pins;
  /** 0 to 1. */
  readonly share: number;
}

/**
 * `pose` with all that no pin needs a share of the way back to the last key of the clip on the timeline at or before `time`, or to rest where there is none.
 * `rig` is that of the actor that is worked on.
 */
export function relaxedPose(project: Project, rig: Rig, rigOf: RigOfActor, { pose, time, pins, share }: RelaxedShown): Pose {
  const clip = playedActiveClip(project, rig, rigOf);
  const last = clipKeyTimes(clip).findLast((each) => each <= time + SAME_TIME);
  const towards = last === undefined ? restWhereItStands(rig, pose, pins) : sampleClip(rig.skeleton, clip, last);
  return relaxPose(rig, pose, { towards, share, pins, settings: project.solver });
}
