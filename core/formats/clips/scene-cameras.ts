import { slopeOf, type Shot } from '../../animation/camera-motion.ts';
import type { CameraData } from '../../document/project-data.ts';
import { motionOfCamera, shotOf } from '../../document/shots.ts';
import { atan2 } from '../../math/elementary.ts';
import { createGlbBuilder } from '../gltf/glb-builder.ts';
import type { ActorMotion } from './actor-motion.ts';
import { comparedTimes, type ClipRange } from './clip-range.ts';
import { moveAlong, type MovedPart, type WrittenClip } from './moved-part.ts';

/** Metres from the eye between which a camera of a file sees. */
const NEAR = 0.01;
const FAR = 1000;

/** Share by which a focal length may change before that is told: glTF has none that changes. */
const SAME = 1e-3;

/** A camera as a part of a scene's file, and a sentence where it is more than glTF has. */
export interface WrittenCamera extends MovedPart {
  readonly warnings: readonly string[];
}

/** A camera as a node with a perspective, moved by an animation for each clip. Its focal length is that of the first frame. */
export function writeCamera(camera: CameraData, actors: readonly ActorMotion[], ranges: readonly ClipRange[]): WrittenCamera {
  const ids = actors[0]!.clips.map(({ id }) => id);
  const shot = (clip: number, time: number): Shot => shotOf(camera, ids[clip]!, time);
  const path = (clip: number, time: number) => {
    const { position, rotation } = shot(clip, time);
    return { position, rotation };
  };
  const clips = ranges.map((range, c): WrittenClip => {
    const own = motionOfCamera(camera, ids[c]!).keys.map(({ time }) => time);
    return { name: actors[0]!.clips[c]!.name, range, own };
  });
  const first = shot(0, ranges[0]!.from);
  const zooms = ranges.some((range, c) =>
    comparedTimes(range).some(
      (time) => Math.abs(shot(c, range.from + time).focalLength - first.focalLength) > SAME * first.focalLength,
    ),
  );
  const { name } = camera;
  const warning = `the focal length of "${name}" changes, and a glTF camera has one: ${Number(first.focalLength.toFixed(1))} mm, as in the first frame`;
  return { name, path, bytes: moveAlong(cameraGlb(camera, first), path, clips), warnings: zooms ? [warning] : [] };
}

/** A GLB of one node that has a camera: yfov = 2 · atan(gate / (2 · focal length · aspect)). */
function cameraGlb({ name, aspect }: CameraData, shot: Shot): Uint8Array {
  const perspective = { yfov: 2 * atan2(slopeOf(shot, aspect), 1), aspectRatio: aspect, znear: NEAR, zfar: FAR };
  return createGlbBuilder().finish({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, camera: 0 }],
    cameras: [{ name, type: 'perspective', perspective }],
  });
}
