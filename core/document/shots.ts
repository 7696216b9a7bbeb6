import { NO_CAMERA_MOTION, shotAt, type CameraMotion, type Shot } from '../animation/camera-motion.ts';
import type { Clip } from '../animation/clip.ts';
import { KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import type { CameraData } from './project-data.ts';
import type { Project } from './project.ts';
import { motionInClip } from './motion-in-clip.ts';

/** What a camera does in a clip. */
export function motionOfCamera({ motions }: Pick<CameraData, 'motions'>, clip: string): CameraMotion {
  return motionInClip(motions, clip) ?? NO_CAMERA_MOTION;
}

/** What a camera sees at a time of a clip, in the scene. */
export function shotOf(camera: CameraData, clip: string, time: number): Shot {
  return shotAt(camera.rest, motionOfCamera(camera, clip), time);
}

/**
 * The camera through which a clip is seen at a time: that of the last marker up to then which names one. Before the first of them it is that one's, and
 * without any the first camera of the scene; null where there is none.
 */
export function cameraOnAir({ cameras }: Pick<Project, 'cameras'>, clip: Pick<Clip, 'markers'>, time: number): CameraData | null {
  const cuts = cutsOf(cameras, clip);
  const cut = cuts.findLast((each) => each.time <= time + KEY_TIME_TOLERANCE) ?? cuts[0];
  return cut?.camera ?? cameras[0] ?? null;
}

/** From when on a clip is seen through which camera. */
interface Cut {
  readonly time: number;
  readonly camera: CameraData;
}

/** The cuts of a clip, by time; markers that name a camera which is not there say nothing. */
export function cutsOf(cameras: readonly CameraData[], { markers = [] }: Pick<Clip, 'markers'>): readonly Cut[] {
  return markers.flatMap(({ time, camera: id }) => {
    const camera = id === undefined ? undefined : cameras.find((each) => each.id === id);
    return camera ? [{ time, camera }] : [];
  });
}
