import { sampleClip } from '../../animation/sampling.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { CompletePoints } from '../captures/landmark-tracks.ts';
import { motionOfPoints } from './motion-of-points.ts';

/** Any will do: the motion stands still. */
const SETTINGS = { id: 'pose', name: 'pose', fps: 30 };

/** The pose in which a character stands as points do, inside its limits and with its lowest sole on the floor. */
export function poseOfPoints<Names>(rig: Rig<Names>, points: CompletePoints): Pose<Names> {
  return clampPose(rig.skeleton, sampleClip(rig.skeleton, motionOfPoints(rig, [points], SETTINGS), 0)).pose;
}
