import { retargetClip } from '../../animation/retarget-clip.ts';
import { sampleClip } from '../../animation/sampling.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { buildRig } from '../../humanoid/rigging/build-rig.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { captureScene } from '../captures/capture-scene.ts';
import { bodyOfLandmarks } from '../captures/landmark-body.ts';
import { rootPlaces } from '../captures/landmark-root.ts';
import type { CompletePoints } from '../captures/landmark-tracks.ts';
import { localTurns, worldTurns } from '../captures/landmark-turns.ts';
import { clipFromAnimation } from '../clips/clip-import.ts';

/** Any rate does: the motion stands still. */
const FPS = 30;

/** The pose in which a character stands as points do, inside its limits and with its lowest sole on the floor. */
export function poseOfPoints<Names>(rig: Rig<Names>, points: CompletePoints): Pose<Names> {
  const body = bodyOfLandmarks([points]);
  const turns = worldTurns(body, points);
  const { places } = rootPlaces(body, [points], [turns]);
  const locals = localTurns(body, turns);
  const { scene, animation } = captureScene(body.joints, {
    fps: FPS,
    count: 2,
    rootIn: () => places[0]!,
    turnIn: (_, joint) => locals[joint]!,
  });
  const from = buildRig(scene);
  const { clip } = retargetClip(from, clipFromAnimation(from, scene, animation, FPS), rig, { limits: true });
  return clampPose(rig.skeleton, sampleClip(rig.skeleton, clip, 0)).pose;
}
