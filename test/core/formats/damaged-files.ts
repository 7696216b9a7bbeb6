import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import { clipFromAnimation } from '../../../core/formats/clips/clip-import.ts';
import { checkClipOf } from '../../../core/formats/clips/clip-range.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGlb } from '../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { toEmbeddedGltf } from '../../../core/formats/gltf/gltf-embed.ts';
import { appendAnimation } from '../../../core/formats/gltf/gltf-patch.ts';
import { worldMatrices } from '../../../core/formats/gltf/scene-worlds.ts';
import { openCharacterFile } from '../../../core/formats/open-character.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { textFbx, type TextScene } from './fbx/text-fbx.ts';
import { jsonBytes, mediaPipeFrame, npy, npz, openPoseFrame, pointsOf, steppingMannequin } from '../../helpers/capture-files.ts';
import { mutate } from './mutate.ts';

const FILES = [
  'vrm/three-vrm-test.vrma',
  'vrm/debug-robot-vrm1.vrm',
  'vrm/godette-vrm0.vrm',
  'rigs/robot-expressive.glb',
  'rigs/rigify-names-mannequin.glb',
  'bvh/cmu-10_01-kick.bvh',
  'bvh/cmu-jumping-jacks.bvh',
  'bvh/makehuman-tpose.bvh',
  'fbx/huesitos.fbx',
];
/** An FBX file as text with a clip. */
const TURNING: TextScene = {
  models: [
    { name: 'Hips', properties: { 'Lcl Translation': [0, 90, 0], PreRotation: [10, 0, 0] } },
    { name: 'Spine', parent: 'Hips', properties: { 'Lcl Translation': [0, 30, 0], RotationOrder: 3 } },
  ],
  curves: [
    { model: 'Spine', property: 'Lcl Rotation', axis: 'X', keys: frames(0, 40, -10), flags: 0x108 },
    { model: 'Hips', property: 'Lcl Translation', axis: 'Y', keys: frames(90, 80) },
  ],
};

function frames(...values: number[]): (readonly [number, number])[] {
  return values.map((value, i) => [i / 2, value]);
}

/** Milliseconds of computing; waiting while other programs compute does not count. */
const LONGEST_MILLISECONDS = 5000;

/** A real file that is damaged again and again. */
interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What every address in the file leads to; without it none leads anywhere. */
  readonly sibling?: Uint8Array;
}

/** The sample files that are there; two of them once more as .gltf, with their buffer inside and with it in a file beside them. */
export function samples(): Sample[] {
  const present = FILES.flatMap((path): Sample[] => {
    const file = sharedData(path);
    return file ? [{ name: path, bytes: new Uint8Array(readFileSync(file)) }] : [];
  });
  const text = present
    .filter(({ name }) => name.includes('debug-robot') || name.includes('vrma'))
    .flatMap(({ name, bytes }): Sample[] => [
      { name: `${name}.gltf`, bytes: toEmbeddedGltf(bytes) },
      { name: `${name} beside.gltf`, ...besideItself(bytes) },
    ]);
  return present.length === 0
    ? []
    : [...present, ...text, { name: 'made.fbx', bytes: textFbx(TURNING) }, ...zipped(text), ...captures()];
}

/** Landmarks as both programs write them, and SMPL's parameters. */
function captures(): Sample[] {
  const { rig, poses } = steppingMannequin(4);
  const points = poses.map((pose) => pointsOf(rig, pose));
  const numbers = Array.from({ length: 4 * 156 }, (_, i) => Math.sin(i));
  const arrays = { poses: npy([4, 156], numbers), trans: npy([4, 3], numbers.slice(0, 12)), mocap_framerate: npy([], [60]) };
  return [
    {
      name: 'world.json',
      bytes: jsonBytes({ fps: 30, frames: points.map((each) => ({ worldLandmarks: [mediaPipeFrame(each)] })) }),
    },
    { name: 'list.json', bytes: jsonBytes(points.map(mediaPipeFrame)) },
    { name: 'space.json', bytes: jsonBytes(points.map((each) => openPoseFrame(each, false))) },
    { name: 'picture.json', bytes: jsonBytes({ frames: points.map((each) => openPoseFrame(each, true)) }) },
    { name: 'amass.npz', bytes: npz(arrays) },
    { name: 'stored.npz', bytes: npz(arrays, 0) },
  ];
}

/** A .gltf with its buffer beside it, as an archive. */
function zipped(text: readonly Sample[]): Sample[] {
  return text.flatMap(({ name, bytes, sibling }) =>
    sibling
      ? [{ name: `${name}.zip`, bytes: zipSync({ 'a/b.gltf': bytes, 'a/data.bin': sibling }, { mtime: new Date(2020, 0, 1) }) }]
      : [],
  );
}

/** A GLB as a .gltf that refers to its BIN chunk by an address. */
function besideItself(bytes: Uint8Array): { bytes: Uint8Array; sibling: Uint8Array } {
  const { json, binary } = readGlb(bytes);
  const document = JSON.parse(new TextDecoder().decode(json)) as { buffers?: object[] };
  const buffers = document.buffers?.map((buffer) => ({ ...buffer, uri: 'data.bin' }));
  const text = new TextEncoder().encode(JSON.stringify({ ...document, ...(buffers && { buffers }) }));
  return { bytes: text, sibling: binary ?? new Uint8Array() };
}

/**
 * Damages a sample as the seed says and does everything with it that a file gets done. Returns whether it opened; throws when it was
 * refused in any other way than with one sentence, gave numbers that are not finite, or took too long.
 */
export function tryDamaged(all: readonly Sample[], seed: number): boolean {
  const random = seededRandom(seed);
  const { name, bytes, sibling } = all[Math.floor(random() * all.length)]!;
  const damaged = mutate(bytes, random);
  const start = process.threadCpuUsage();
  let opened = true;
  try {
    useFully(name, damaged, sibling);
  } catch (error) {
    opened = false;
    if (!isRefusal(error)) throw new Error(`seed ${seed}, ${name}: ${String(error)}`, { cause: error });
  }
  const { user, system } = process.threadCpuUsage(start);
  const took = (user + system) / 1000;
  if (took > LONGEST_MILLISECONDS) throw new Error(`seed ${seed}, ${name}: took ${took.toFixed(0)} ms`);
  return opened;
}

function useFully(name: string, bytes: Uint8Array, sibling: Uint8Array | undefined): void {
  const opened = openCharacterFile(name, bytes, sibling && (() => sibling));
  if (!worldMatrices(opened.scene).every((matrix) => matrix.every(Number.isFinite)))
    throw new TypeError('a scene that is not finite');
  const { animations } = readAnimations(readGltf(opened.bytes));
  const rig = rigOf(opened.scene);
  for (const animation of animations.slice(0, 2)) {
    if (rig) checkClipOf(rig.skeleton, clipFromAnimation(rig, opened.scene, animation));
  }
  const values = new Float32Array([0, 0, 0, 1]);
  appendAnimation(opened.bytes, { name: 'x', times: new Float32Array(1), channels: [{ node: 0, path: 'rotation', values }] });
}

/** The rig, or null where the scene is refused in a sentence. */
function rigOf(scene: CharacterScene): Rig | null {
  try {
    return buildRig(scene);
  } catch (error) {
    if (error instanceof RangeError && /^no usable skeleton|^joint \d+/.test(error.message)) return null;
    throw error;
  }
}

/** A plain error with one sentence, made of plain errors: nothing that the runtime threw by itself. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.constructor !== Error) return false;
  const isSentence = error.message.length > 0 && error.message.length < 600 && !error.message.includes('\n');
  return isSentence && (error.cause === undefined || (error.cause as Error).constructor === Error);
}
