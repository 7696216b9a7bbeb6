import { sampleClip } from '../../animation/sampling.ts';
import { timesOfProp } from '../../animation/prop-motion.ts';
import { motionOfProp, propFrames, type StandingAt } from '../../document/prop-frames.ts';
import type { PropData } from '../../document/project-data.ts';
import { meshOfShape } from '../../contact/shape-mesh.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import type { ClipRange } from './clip-range.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { trianglesOf } from '../gltf/mesh-triangles.ts';
import { carryGlb } from '../gltf/rescale.ts';
import { shapeGlb } from './prop-glb.ts';
import { moveAlong, type FramePath, type WrittenClip } from './moved-part.ts';
import type { ActorMotion } from './actor-motion.ts';

/** The ways of props in a scene whose actors do what their clips say; in the order of the props. */
export function pathsOfProps(props: readonly PropData[], actors: readonly ActorMotion[]): readonly FramePath[] {
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

/** A prop as a part of a scene's file. */
export function writeProp(
  prop: PropData,
  path: FramePath,
  actors: readonly ActorMotion[],
  ranges: readonly ClipRange[],
  fileOf: FileOf,
): Uint8Array {
  const { name, form } = prop;
  const bytes =
    form.kind === 'file'
      ? carryGlb(readGltf(fileOf(form.hash)), { name, scale: [form.scale, form.scale, form.scale] })
      : shapeGlb(name, form);
  const clips = ranges.map((range, c): WrittenClip => {
    const clip = actors[0]!.clips[c]!;
    return { name: clip.name, range, own: timesOfProp(motionOfProp(prop, clip.id)) };
  });
  return moveAlong(bytes, path, clips);
}

/** The triangles of a prop in its own space, metres, with the normal of each point. Throws an `Error` with one sentence where its file is not there. */
export function meshOfProp(form: PropData['form'], fileOf: FileOf = noFile): ReturnType<typeof meshOfShape> {
  if (form.kind !== 'file') return meshOfShape(form);
  const asset = readGltf(fileOf(form.hash));
  return meshOfShape(trianglesOf(asset, readCharacterScene(asset), form.scale));
}

export function noFile(hash: string): Uint8Array {
  throw new Error(`the file ${hash} of a prop is not there`);
}
