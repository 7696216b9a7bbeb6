import type { ClipData, MotionData } from './project-data.ts';

/** What one actor does in a clip: all of the clip but what its actors share. */
export function motionOfClip(clip: ClipData): MotionData {
  const { id: _id, name: _name, duration: _duration, fps: _fps, loop: _loop, markers: _markers, ...motion } = clip;
  return motion;
}
