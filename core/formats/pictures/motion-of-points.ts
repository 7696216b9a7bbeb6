import type { Clip } from '../../animation/clip.ts';
import { retargetClip } from '../../animation/retarget-clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { buildRig } from '../../humanoid/rigging/build-rig.ts';
import { captureScene } from '../captures/capture-scene.ts';
import { bodyOfLandmarks } from '../captures/landmark-body.ts';
import { rootPlaces } from '../captures/landmark-root.ts';
import type { CompletePoints } from '../captures/landmark-tracks.ts';
import { localTurns, worldTurns } from '../captures/landmark-turns.ts';
import { clipFromAnimation } from '../clips/clip-import.ts';
import { sampleClip } from '../../animation/sampling.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';

/** What the clip of a motion is called, and its frames a second, one of `FRAME_RATES`. */
export interface MotionSettings {
  readonly id: string;
  readonly name: string;
  readonly fps: number;
}

/** The motion in which a character goes as points do, at least one frame of them, inside its limits; the foot that stands carries it on. */
export function motionOfPoints<Names>(rig: Rig<Names>, frames: readonly CompletePoints[], settings: MotionSettings): Clip {
  const body = bodyOfLandmarks(frames);
  const turns = frames.map((points) => worldTurns(body, points));
  const { places } = rootPlaces(body, frames, turns);
  const locals = turns.map((turn) => localTurns(body, turn));
  const last = frames.length - 1;
  const { scene, animation } = captureScene(body.joints, {
    fps: settings.fps,
    // A clip has two frames at least.
    count: Math.max(2, frames.length),
    rootIn: (frame) => places[Math.min(frame, last)]!,
    turnIn: (frame, joint) => locals[Math.min(frame, last)]![joint]!,
  });
  const from = buildRig(scene);
  const clip = clipFromAnimation(from, scene, animation, settings.fps);
  return retargetClip(from, clip, rig, { ...settings, limits: true }).clip;
}

/** Any will do: the motion stands still. */
const SETTINGS = { id: 'pose', name: 'pose', fps: 30 };

/** The pose in which a character stands as points do, inside its limits and with its lowest sole on the floor. */
export function poseOfPoints<Names>(rig: Rig<Names>, points: CompletePoints): Pose<Names> {
  return clampPose(rig.skeleton, sampleClip(rig.skeleton, motionOfPoints(rig, [points], SETTINGS), 0)).pose;
}
