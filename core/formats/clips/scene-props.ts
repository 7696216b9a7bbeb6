import { sampleClip } from '../../animation/sampling.ts';
import { timesOfProp } from '../../animation/prop-motion.ts';
import { motionOfProp, propFrames, type StandingAt } from '../../document/prop-frames.ts';
import type { PropData } from '../../document/project-data.ts';
import type { Frame } from '../../math/frame.ts';
import { angleBetween, slerp } from '../../math/quat.ts';
import { distance, lerp } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { NodeChannel } from '../gltf/gltf-animation.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { comparedTimes, frameTimes, type ClipRange } from './clip-range.ts';
import { createErrorMeter, type LargestErrors } from './largest-errors.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { carryGlb } from '../gltf/rescale.ts';
import { movedGlb, shapeGlb, type PropAnimation } from './prop-glb.ts';
import type { ActorMotion } from './actor-motion.ts';

/** Where a prop is in clip number `clip` at a time of that clip, seconds. */
export type PropPath = (clip: number, time: number) => Frame;

/** The ways of props in a scene whose actors do what their clips say; in the order of the props. */
export function pathsOfProps(props: readonly PropData[], actors: readonly ActorMotion[]): readonly PropPath[] {
  const count = actors[0]?.clips.length ?? 0;
  const frames = Array.from({ length: count }, (_, c) => {
    const activeClip = actors[0]!.clips[c]!.id;
    return propFrames({ props, activeClip }, standingIn(actors, c));
  });
  return props.map((prop) => (clip, time) => frames[clip]!.at(prop, time));
}

function standingIn(actors: readonly ActorMotion[], clip: number): StandingAt {
  return (id, time) => {
    const actor = actors.find((each) => each.id === id);
    if (!actor) return null;
    const { skeleton } = actor.target.rig;
    const pose = sampleClip(skeleton, actor.clips[clip]!, time);
    return { place: actor.place, skeleton, world: forwardKinematics(skeleton, pose, createWorldTransforms(skeleton)) };
  };
}

/** The bytes of a prop's file, by its hash. */
export type FileOf = (hash: string) => Uint8Array;

/** A prop as a part of a scene's file, whose last node is moved frame by frame. */
export function writeProp(
  prop: PropData,
  path: PropPath,
  actors: readonly ActorMotion[],
  ranges: readonly ClipRange[],
  fileOf: FileOf,
): Uint8Array {
  const animations = ranges.map((range, c): PropAnimation => {
    const { id, name } = actors[0]!.clips[c]!;
    const keys = keysAlong((time) => path(c, range.from + time), momentsOf(prop, id, range));
    return { name, times: keys.map(({ time }) => time), frames: keys.map(({ frame }) => frame) };
  });
  const { name, form } = prop;
  const bytes = form.kind === 'file' ? carryGlb(readGltf(fileOf(form.hash)), name, form.scale) : shapeGlb(name, form);
  return movedGlb(bytes, path(0, ranges[0]!.from), animations);
}

/** The frames of a range, and the moments at which something is said of a prop, where its way may have a bend; in seconds from its start. */
function momentsOf(prop: PropData, clip: string, range: ClipRange): readonly number[] {
  const own = timesOfProp(motionOfProp(prop, clip)).map((time) => time - range.from);
  const inside = own.filter((time) => time > 0 && time < range.to - range.from);
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

/** How far a node of a file that was read again is from a prop's way, over all moments of all clips. */
export function compareProp(
  path: PropPath,
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
