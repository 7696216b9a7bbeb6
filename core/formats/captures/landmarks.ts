import { captureScene, type Capture } from './capture-scene.ts';
import { bodyOfLandmarks } from './landmark-body.ts';
import { liftDepth } from './landmark-depth.ts';
import { readLandmarkFrames } from './landmark-frames.ts';
import { rootPlaces } from './landmark-root.ts';
import { completeTracks } from './landmark-tracks.ts';
import { localTurns, worldTurns } from './landmark-turns.ts';

/** The motion of a file of MediaPipe landmarks or OpenPose keypoints. Throws an `Error` with one sentence. */
export function readLandmarks(bytes: Uint8Array): Capture {
  const { source, fps, frames, isFlat, notes } = readLandmarkFrames(bytes);
  const seen = completeTracks(frames);
  const points = isFlat ? liftDepth(seen) : seen;
  const body = bodyOfLandmarks(points);
  const turns = points.map((each) => worldTurns(body, each));
  const { places, isByFeet } = rootPlaces(body, points, turns);
  const locals = turns.map((turn) => localTurns(body, turn));
  const motion = captureScene(body.joints, {
    fps,
    count: frames.length,
    rootIn: (i) => places[i]!,
    turnIn: (i, j) => locals[i]![j]!,
  });
  const count = frames.length === 1 ? 'one frame' : `${frames.length} frames`;
  return {
    ...motion,
    notes: [
      `${isFlat ? 'flat' : 'spatial'} landmarks of ${source}, ${count}`,
      ...notes,
      ...(isFlat ? ['their depth was estimated from how short bones look: limbs may lean to the wrong side'] : []),
      ...(isByFeet && frames.length > 1 ? ['they do not say where the body is: it goes on by the foot that stands'] : []),
    ],
  };
}
