import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clip } from '../../../core/animation/clip.ts';
import type { JointPlaces } from '../../../core/animation/frame-worlds.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import type { MotionRest } from '../../../core/formats/clips/source-rest.ts';
import { openCharacterFile } from '../../../core/formats/open-character.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { motionSource } from '../../../core/formats/clips/motion-source.ts';
import { writeClip } from '../../../core/formats/clips/motion-formats.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { MANNEQUIN } from '../mannequin.ts';
import { sharedData } from '../shared-data.ts';
import { JUDGED_BONES, standsUpright } from './judge-motion.ts';
import { bvhTrack, fbxTrack, glbTrack, type BoneNodes, type MotionTrack } from './motion-track.ts';

/** Frames a second at which motions are brought over and judged. */
export const JUDGED_FPS = 30;

/** The BVH files of the sample data, with what their README says of them. */
const BVH_CLIPS = [
  { file: 'bvh/cmu-12_01-walk.bvh', first: 1 },
  { file: 'bvh/cmu-jumping-jacks.bvh', first: 0 },
  { file: 'bvh/cmu-10_01-kick.bvh', first: 1 },
  { file: 'bvh/rokoko-dance.bvh', first: 0, hasNoStandingZero: true },
  { file: 'bvh/fair1-wave-hello.bvh', first: 0, isZUp: true },
  { file: 'bvh/cmu-01_01-hops.bvh', first: 1 },
  { file: 'bvh/mh-12_03-walk.bvh', first: 1 },
  { file: 'bvh/fair1-dab.bvh', first: 0, isZUp: true },
] as const;

const GLB_CLIPS = [
  {
    file: 'rigs/kaykit-knight.glb',
    clips: ['Walking_A', 'Running_A', 'Jump_Full_Short', 'Sit_Chair_Down', 'PickUp', 'Throw', 'Death_B', '2H_Melee_Attack_Slice'],
  },
  { file: 'rigs/rigify-names-mannequin.glb', clips: ['CustomAnimation'] },
  { file: 'rigs/robot-expressive.glb', clips: ['Dance', 'WalkJump'] },
] as const;

/** What the longer benchmark judges besides: files with all their clips. */
const FURTHER_FILES = ['rigs/kaykit-knight.glb', 'rigs/robot-expressive.glb', 'vrm/three-vrm-test.vrma'] as const;
const FBX_CLIPS = [{ file: 'fbx/cmu-91_48.fbx', first: 1 }] as const;
const FURTHER_BVH = [{ file: 'bvh/makehuman-tpose.bvh', first: 0, isZUp: true }] as const;

/** Rigs by how they are built: what may be asked of a motion on them. Legs of less than a third of the height make a chibi. */
const RIGS = [
  { file: 'rigs/unreal-names-male.glb', build: 'human' },
  { file: 'rigs/rigify-names-mannequin.glb', build: 'human' },
  { file: 'vrm/godette-vrm0.vrm', build: 'chibi' },
  { file: 'vrm/debug-robot-vrm1.vrm', build: 'human' },
  { file: 'rigs/kaykit-knight.glb', build: 'chibi' },
  { file: 'rigs/robot-expressive.glb', build: 'cartoon' },
] as const;

/** Skeletons without a mesh, which open as characters too; left to the longer benchmark. */
const FURTHER_RIGS = [
  // The file says that its numbers are centimetres, which makes a body of 161 m; animators are asked.
  { file: 'fbx/cmu-91_48.fbx', build: 'human', unit: 0.01 },
  { file: 'bvh/cmu-12_01-walk.bvh', build: 'human' },
  { file: 'bvh/makehuman-tpose.bvh', build: 'human' },
] as const;

export type Build = 'human' | 'chibi' | 'cartoon';

export interface JudgedSource {
  readonly name: string;
  readonly rig: Rig;
  readonly clip: Clip;
  readonly places: JointPlaces | null;
  readonly rest: MotionRest;
  /** The file's zero pose is no pose in which anybody stands. */
  readonly hasNoStandingZero: boolean;
  readonly track: MotionTrack;
  /** The rest of a character in its own file, if it stands there: its clips were made over that floor. */
  readonly standing: MotionTrack | null;
}

export interface JudgedRig {
  readonly name: string;
  readonly build: Build;
  readonly bytes: Uint8Array;
  readonly scene: CharacterScene;
  readonly rig: Rig;
  readonly rest: MotionTrack;
}

export function boneNodes(rig: Rig): BoneNodes {
  return Object.fromEntries(
    JUDGED_BONES.flatMap((bone): [string, number][] => {
      const joint = rig.humanoid[bone as keyof typeof rig.humanoid];
      return joint === undefined ? [] : [[bone, rig.binding.nodes[joint]!]];
    }),
  );
}

/** Which clips of the sample data are read. */
interface Wanted {
  /** Also those that are left to the longer benchmark; default false. */
  readonly hasEvery?: boolean;
  /** Which of these further ones, by their number; default all. */
  readonly takes?: (number: number) => boolean;
}

/** Clips of the sample data. */
export async function judgedSources({ hasEvery = false, takes = () => true }: Wanted = {}): Promise<JudgedSource[]> {
  const sources: JudgedSource[] = [];
  for (const { file, first, ...facts } of [...BVH_CLIPS, ...(hasEvery ? FURTHER_BVH : [])]) {
    const path = sharedData(file);
    if (path) sources.push(bvhSource(path, first, 'isZUp' in facts, 'hasNoStandingZero' in facts));
  }
  for (const { file, clips } of GLB_CLIPS) {
    const path = sharedData(file);
    if (path) for (const clip of clips) sources.push(await glbSource(path, clip));
  }
  if (!hasEvery) return sources;
  for (const file of FURTHER_FILES) {
    const path = sharedData(file);
    const names = path ? readAnimations(readGltf(readFileSync(path))).animations.map(({ name }) => name) : [];
    const taken: readonly string[] = GLB_CLIPS.find((each) => each.file === file)?.clips ?? [];
    const further = names.filter((name, number) => !taken.includes(name) && takes(number));
    for (const name of further) sources.push(await glbSource(path!, name));
  }
  for (const { file, first } of FBX_CLIPS) {
    const path = sharedData(file);
    if (path) sources.push(fbxSource(path, first));
  }
  return sources;
}

function fbxSource(path: string, first: number): JudgedSource {
  const bytes = new Uint8Array(readFileSync(path));
  const source = sourceIn(openCharacterFile(basename(path), bytes).bytes, 0);
  const names = Object.entries(boneNodes(source.rig)).map(([bone, node]) => [bone, source.scene.nodes[node]!.name]);
  const track = fbxTrack(bytes, Object.fromEntries(names), JUDGED_FPS, first);
  return { ...source, name: basename(path, '.fbx'), hasNoStandingZero: false, track, standing: null };
}

function bvhSource(path: string, first: number, isZUp: boolean, hasNoStandingZero: boolean): JudgedSource {
  const { bytes } = readCharacter(basename(path), new Uint8Array(readFileSync(path)));
  const source = sourceIn(bytes, 0);
  // The stick figure that is drawn for a BVH file has its joints as its first nodes.
  const track = bvhTrack(path, boneNodes(source.rig), JUDGED_FPS, first, isZUp);
  return { ...source, name: basename(path, '.bvh'), hasNoStandingZero, track, standing: null };
}

async function glbSource(path: string, name: string): Promise<JudgedSource> {
  const bytes = new Uint8Array(readFileSync(path));
  const index = readAnimations(readGltf(bytes)).animations.findIndex((each) => each.name === name);
  const source = sourceIn(bytes, index);
  const track = await glbTrack(bytes, index, boneNodes(source.rig), JUDGED_FPS);
  const rest = await glbTrack(bytes, -1, boneNodes(source.rig), JUDGED_FPS);
  const standing = standsUpright(rest) ? rest : null;
  return { ...source, name: `${basename(path, '.glb')} ${name}`, hasNoStandingZero: false, track, standing };
}

/** A file's animation as the command line takes it. */
function sourceIn(bytes: Uint8Array, index: number) {
  const asset = readGltf(bytes);
  const scene = readCharacterScene(asset);
  const {
    scene: moved,
    rig,
    clip,
    places,
    rest,
  } = motionSource({ asset, scene, rig: buildRig(scene) }, readAnimations(asset).animations[index]!);
  return { scene: moved, rig, clip, places, rest };
}

/** The rigs that are there, the mannequin first; those that `hasEvery` adds are left to the longer benchmark. */
export async function judgedRigs({ hasEvery = false } = {}): Promise<JudgedRig[]> {
  const files = [...RIGS, ...(hasEvery ? FURTHER_RIGS : [])].flatMap(({ file, build, ...reading }) => {
    const path = sharedData(file);
    return path ? [{ path, build, reading }] : [];
  });
  const rigs: JudgedRig[] = [];
  for (const { path, build, reading } of [{ path: MANNEQUIN, build: 'human', reading: {} } as const, ...files]) {
    const { bytes } = openCharacterFile(basename(path), new Uint8Array(readFileSync(path)), undefined, reading);
    rigs.push(await judgedRig(basename(path), build, bytes));
  }
  return rigs;
}

export async function judgedRig(name: string, build: Build, bytes: Uint8Array): Promise<JudgedRig> {
  const scene = readCharacterScene(readGltf(bytes));
  const rig = buildRig(scene);
  return { name, build, bytes, scene, rig, rest: await glbTrack(bytes, -1, boneNodes(rig), JUDGED_FPS) };
}

/** A clip of a rig as three.js plays it from the file that is written of it. */
export async function trackOfClip({ bytes, scene, rig }: JudgedRig, clip: Clip): Promise<MotionTrack> {
  const written = writeClip({ bytes, scene, rig }, 'glb', clip).bytes;
  const last = readGltf(written).document.animations!.length - 1;
  return glbTrack(written, last, boneNodes(rig), JUDGED_FPS);
}
