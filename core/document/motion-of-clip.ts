import type { ClipData, MotionData } from './project-data.ts';

/** What one actor does in a clip: all of the clip but what its actors share. */
export function motionOfClip(clip: ClipData): MotionData {
  const { id: _id, name: _name, duration: _duration, fps: _fps, loop: _loop, markers: _markers, ...motion } = clip;
  return motion;
}

/** Whether an actor does anything in a motion; one that does nothing is not kept. */
export function isSomething({ tracks, expressions, layers, contacts, keepsPins }: MotionData): boolean {
  return tracks.length > 0 || Boolean(expressions ?? layers ?? contacts ?? keepsPins);
}
