import type { Rig } from '../../humanoid/body/rig.ts';
import type { CameraData, PropData } from '../../document/project-data.ts';
import { ORIGIN } from '../../math/place.ts';
import { readAnimations } from '../gltf/gltf-animation.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { joinGlbs } from '../gltf/join-glb.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { ActorMotion } from './actor-motion.ts';
import { clipRange, type ClipRange, comparedTimes } from './clip-range.ts';
import { compareWithFile, momentsOf } from './export-check.ts';
import type { LargestErrors } from './largest-errors.ts';
import { compareMoved, type MovedPart, moveAlong, type WrittenClip } from './moved-part.ts';
import { noFile, pathsOfProps, writeProp, type FileOf } from './scene-props.ts';
import { writeClipsToGltf, type OnProgress, type WrittenMotion } from './write-clip.ts';
import { slopeOf, type Shot } from '../../animation/camera-motion.ts';
import { motionOfCamera, shotOf } from '../../document/shots.ts';
import { atan2 } from '../../math/elementary.ts';
import { createGlbBuilder } from '../gltf/glb-builder.ts';

/** What a scene's file holds beside its actors. */
export interface SceneParts {
  /** The part of one clip that is written; default: the whole. */
  readonly range?: Partial<ClipRange> | undefined;
  /** The props of the scene; default: none. */
  readonly props?: readonly PropData[] | undefined;
  /** The cameras of the scene; default: none. */
  readonly cameras?: readonly CameraData[] | undefined;
  /** The bytes of the files of props, by their hashes. Throws an `Error` with one sentence for one that is not there; default: none is. */
  readonly fileOf?: FileOf;
}

/** Share of the work that adding the clips to their characters takes; the rest is joining these. */
const ADDING = 0.8;

/**
 * All actors, props and cameras of a scene in one GLB: each character’s own content, a node for each prop and camera, and one animation over all for each clip.
 * Throws an `Error` with one sentence when a character cannot stand in a file with others.
 */
export function writeScene(
  actors: readonly ActorMotion[],
  { range = {}, props = [], cameras = [], fileOf = noFile }: SceneParts = {},
  onProgress: OnProgress = () => undefined,
): WrittenMotion {
  const ranges = actors.map(({ target: { rig }, clips }) => clips.map((clip) => clipRange(rig.skeleton, clip, range)));
  const written = actors.map(({ target, clips }, a) =>
    writeClipsToGltf(
      { ...target, isUpright: true },
      clips.map((clip, c) => ({ clip, range: ranges[a]![c]! })),
      (share) => onProgress((ADDING * (a + share)) / actors.length),
    ),
  );
  const paths = pathsOfProps(props, actors);
  const things = props.map((prop, p): MovedPart => {
    const path = paths[p]!;
    return { name: prop.name, path, bytes: writeProp(prop, path, actors, ranges[0]!, fileOf) };
  });
  const shots = cameras.map((camera) => writeCamera(camera, actors, ranges[0]!));
  const moved: readonly MovedPart[] = [...things, ...shots];
  const parts = [
    ...actors.map(({ name, place: { at, turn } }, a) => ({ name, at, turn, bytes: written[a]!.bytes })),
    ...moved.map(({ name, bytes }) => ({ name, ...ORIGIN, bytes })),
  ];
  const names = actors[0]!.clips.map(({ name }) => name);
  const joined = joinGlbs(parts, { clips: names });
  onProgress(1);
  return {
    bytes: joined.bytes,
    warnings: [...new Set([...[...written, ...shots].flatMap((each) => each.warnings), ...joined.warnings])],
    compare: (reread, tell) => compareScene(actors, ranges, moved, reread, tell),
  };
}

/** The number of the node of a part that is moved. */
function lastNodeOf({ bytes }: MovedPart): number {
  return readGltf(bytes).document.nodes!.length - 1;
}

/** Each actor is compared where its file has it alone: without its place, which is written as it is. */
function compareScene(
  actors: readonly ActorMotion[],
  ranges: readonly (readonly ClipRange[])[],
  moved: readonly MovedPart[],
  reread: Uint8Array,
  tell: OnProgress = () => undefined,
): LargestErrors {
  const asset = readGltf(reread);
  const carriers = new Set(asset.document.scenes?.[asset.document.scene ?? 0]?.nodes ?? []);
  const scene = withoutPlaces(readCharacterScene(asset), carriers);
  const count = actors[0]!.clips.length;
  const { animations } = readAnimations(asset, (asset.document.animations?.length ?? 0) - count);
  let firstNode = 0;
  let [distance, angle] = [0, 0];
  for (const [a, { target, clips }] of actors.entries()) {
    const rig = moveNodes(target.rig, firstNode);
    for (const [c, clip] of clips.entries()) {
      const channels = animations[c]?.channels;
      if (!channels) throw new Error(`the exported file holds no animation "${clip.name}"`);
      const errors = compareWithFile(rig, scene, { scene, channels }, momentsOf(rig, clip, ranges[a]![c]!));
      [distance, angle] = [Math.max(distance, errors.distance), Math.max(angle, errors.angle)];
      tell((a + (c + 1) / count) / actors.length);
    }
    firstNode += target.scene.nodes.length;
  }
  // Behind the nodes of the actors stand those of props and cameras, of each the one that is moved last.
  const channels = animations.map((animation) => animation.channels);
  for (const part of moved) {
    const last = lastNodeOf(part);
    const errors = compareMoved(part.path, ranges[0]!, scene, channels, firstNode + last);
    firstNode += last + 1;
    [distance, angle] = [Math.max(distance, errors.distance), Math.max(angle, errors.angle)];
  }
  return { distance, angle };
}

function withoutPlaces(scene: CharacterScene, carriers: ReadonlySet<number>): CharacterScene {
  const nodes = scene.nodes.map((node, i) =>
    carriers.has(i) ? { ...node, translation: [0, 0, 0] as const, rotation: [0, 0, 0, 1] as const } : node,
  );
  return { ...scene, nodes };
}

/** The rig with its joints at the nodes of a file in which so many others stand before its own. */
function moveNodes(rig: Rig, by: number): Rig {
  return { ...rig, binding: { ...rig.binding, nodes: rig.binding.nodes.map((node) => node + by) } };
}

/** Metres from the eye between which a camera of a file sees. */
const NEAR = 0.01;
const FAR = 1000;

/** Share by which a focal length may change before that is told: glTF has none that changes. */
const SAME = 1e-3;

/** A camera as a part of a scene's file, and a sentence where it is more than glTF has. */
interface WrittenCamera extends MovedPart {
  readonly warnings: readonly string[];
}

/** A camera as a node with a perspective, moved by an animation for each clip. Its focal length is that of the first frame. */
function writeCamera(camera: CameraData, actors: readonly ActorMotion[], ranges: readonly ClipRange[]): WrittenCamera {
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
