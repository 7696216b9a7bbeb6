import type { Frame } from '../../math/frame.ts';
import { angleBetween, slerp } from '../../math/quat.ts';
import { distance, lerp } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { NodeChannel } from '../gltf/gltf-animation.ts';
import { comparedTimes, frameTimes, type ClipRange } from './clip-range.ts';
import { createErrorMeter, type LargestErrors } from './largest-errors.ts';
import { movedGlb, type PropAnimation } from './prop-glb.ts';

/** Where a prop or a camera is in clip number `clip` at a time of that clip, seconds. */
export type FramePath = (clip: number, time: number) => Frame;

/** A prop or a camera as a part of a scene's file, whose last node goes along a path. */
export interface MovedPart {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly path: FramePath;
}

/** A clip of a scene's file, the part of it that is written, and when something is said in it of what moves. */
export interface WrittenClip {
  readonly name: string;
  readonly range: ClipRange;
  /** Seconds on the clip's timeline. */
  readonly own: readonly number[];
}

/** The file with its last node moved along a path: frame by frame, with keys between frames where the path bends. */
export function moveAlong(bytes: Uint8Array, path: FramePath, clips: readonly WrittenClip[]): Uint8Array {
  const animations = clips.map(({ name, range, own }, c): PropAnimation => {
    const keys = keysAlong((time) => path(c, range.from + time), momentsIn(range, own));
    return { name, times: keys.map(({ time }) => time), frames: keys.map(({ frame }) => frame) };
  });
  return movedGlb(bytes, path(0, clips[0]!.range.from), animations);
}

/** The frames of a range, and the moments at which something is said, where the way may have a bend; in seconds from its start. */
function momentsIn(range: ClipRange, own: readonly number[]): readonly number[] {
  const inside = own.map((time) => time - range.from).filter((time) => time > 0 && time < range.to - range.from);
  return [...new Set([...frameTimes(range), ...inside])].sort((a, b) => a - b);
}

interface KeyOnWay {
  readonly time: number;
  readonly frame: Frame;
}

/** How far a straight line between two keys may be from the way, metres and radians, and how often a stretch is halved for it. */
const CLOSE = { distance: 2e-4, angle: 3e-4 };
const MOST_HALVINGS = 4;

/** Keys at these times, and between them wherever the way bends so much that a straight line would be seen to leave it. */
function keysAlong(way: (time: number) => Frame, times: readonly number[]): readonly KeyOnWay[] {
  const keys: KeyOnWay[] = [];
  const between = (a: KeyOnWay, b: KeyOnWay, halvings: number): void => {
    const time = (a.time + b.time) / 2;
    const middle = { time, frame: way(time) };
    const isStraight =
      distance(middle.frame.position, lerp(a.frame.position, b.frame.position, 0.5)) < CLOSE.distance &&
      angleBetween(middle.frame.rotation, slerp(a.frame.rotation, b.frame.rotation, 0.5)) < CLOSE.angle;
    if (isStraight || halvings === 0) return;
    between(a, middle, halvings - 1);
    keys.push(middle);
    between(middle, b, halvings - 1);
  };
  for (const time of times) {
    const key = { time, frame: way(time) };
    const last = keys.at(-1);
    if (last) between(last, key, MOST_HALVINGS);
    keys.push(key);
  }
  return keys;
}

/** How far a node of a file that was read again is from its path, over all moments of all clips. */
export function compareMoved(
  path: FramePath,
  ranges: readonly ClipRange[],
  scene: CharacterScene,
  animations: readonly (readonly NodeChannel[])[],
  node: number,
): LargestErrors {
  const meter = createErrorMeter();
  for (const [c, range] of ranges.entries()) {
    const written = createAnimatedWorlds(scene, animations[c]!, [node]);
    for (const time of comparedTimes(range)) {
      const { position, rotation } = path(c, range.from + time);
      meter.position.set(position);
      meter.rotation.set(rotation);
      written.moveTo(time);
      meter.compare(written.matrices, 16 * node);
    }
  }
  return meter.largest();
}
