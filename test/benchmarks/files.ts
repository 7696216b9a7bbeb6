import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { clipFromPoses } from '../../core/animation/clip-from-poses.ts';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import { capturePose } from '../../core/library/apply.ts';
import { createSeedIndex } from '../../core/library/seeds.ts';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { parseBvh } from '../../core/formats/bvh/bvh.ts';
import { readBvhCharacter } from '../../core/formats/bvh/bvh-scene.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import { readAnimations } from '../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { appendAnimation } from '../../core/formats/gltf/gltf-patch.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { writeClip, type MotionFormat } from '../../core/formats/clips/motion-formats.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { createLargeLibrary } from './large-library.ts';
import { compareRetargeting } from './retargeting.ts';
import { seededPoses } from './seeded-poses.ts';

/**
 * Reading, patching, retargeting, exporting and saving of files, and the search among many saved poses: medians of repeated runs in milliseconds, beside three.js where it does the same work; then how
 * faithful retargeted motion is, beside three.js and a plain copy. With `--fidelity` only the latter, of Limber alone. */

const RUNS = 9;
const DANCE = 'bvh/rokoko-dance.bvh';
const WALK = 'bvh/cmu-12_01-walk.bvh';
const KNIGHT = 'rigs/kaykit-knight.glb';
const MALE = 'rigs/unreal-names-male.glb';

interface Row {
  readonly what: string;
  readonly limber: () => unknown;
  readonly three?: () => unknown;
  /** Milliseconds that the median must stay under. */
  readonly reach?: number;
}

async function median(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  // The first run compiles.
  return times.slice(1).toSorted((a, b) => a - b)[RUNS >> 1]!;
}

/** A BVH file of some ten megabytes: the dance's frames, seven times. */
function tenMegabytes(dance: Buffer): Buffer {
  const frames = dance.subarray(dance.indexOf('\n', dance.indexOf('Frame Time')) + 1);
  const head = `${dance.subarray(0, dance.indexOf('MOTION')).toString()}MOTION\nFrames: ${7 * 1007}\nFrame Time: 0.01\n`;
  return Buffer.concat([Buffer.from(head), ...Array<Buffer>(7).fill(frames)]);
}

function patchRow(male: Uint8Array): Row {
  const times = Float32Array.from({ length: 3000 }, (_, frame) => frame / 60);
  const values = Float32Array.from({ length: 12000 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const channels = Array.from({ length: 60 }, (_, node) => ({ node, path: 'rotation' as const, values }));
  return {
    what: 'patch 60 joints × 3000 frames into a GLB',
    limber: () => appendAnimation(male, { name: 'clip', times, channels }),
    reach: 20,
  };
}

/** A clip in which every joint turns in each of 3000 frames. */
function exportRow(male: Uint8Array, format: MotionFormat): Row {
  const scene = readCharacterScene(readGltf(male));
  const rig = buildRig(scene);
  const poses = seededPoses(rig, 3000);
  const clip = clipFromPoses(rig.skeleton, poses, { id: 'clip', name: 'clip', fps: 60, loop: false });
  return {
    what: `write 66 joints × 3000 frames as ${format.toUpperCase()} and compare a re-read`,
    limber: () => {
      const { bytes, compare } = writeClip({ bytes: male, scene, rig }, format, clip);
      compare(bytes);
    },
  };
}

function retargetRow(walk: Buffer, male: Uint8Array): Row {
  const to = buildRig(readCharacterScene(readGltf(male)));
  const source = readBvhCharacter(parseBvh(walk));
  const from = buildRig(source.scene);
  const clip = { ...clipFromAnimation(from, source.scene, source.animation!), duration: 499 / 120 };
  return {
    what: 'retarget 500 BVH frames onto 66 joints, with contacts',
    limber: () => retargetClip(from, clip, to),
    reach: 500,
  };
}

/** Queries by targets of both hands and a foot, a new target each time. */
function seedRow(knight: Uint8Array): Row {
  const rig = buildRig(readCharacterScene(readGltf(knight)));
  const { skeleton, humanoid } = rig;
  const poses = seededPoses(rig, 100_000).map((pose, i) => capturePose(skeleton, pose, { id: `pose-${i}`, name: `Pose ${i}` }));
  const index = createSeedIndex(skeleton, poses);
  const rest = restPose(skeleton);
  const world = forwardKinematics(skeleton, rest);
  const ends = [humanoid.leftHand!, humanoid.rightHand!, humanoid.leftFoot!].map((joint) => ({
    joint,
    at: worldPosition(world, joint),
  }));
  let query = 0;
  const ask = () => {
    query++;
    const goals = ends.map(({ joint, at: [x, y, z] }): Goal => {
      return { kind: 'position', joint, target: [0.9 * x, y - 0.002 * query, z + 0.003 * query] };
    });
    index.nearest(goals, rest, 3);
  };
  // A query is short: it takes some until the code is compiled.
  for (let i = 0; i < 40; i++) ask();
  return { what: 'find the 3 nearest of 100,000 saved poses by both hands and a foot', limber: ask, reach: 1 };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { fidelity: { type: 'boolean', default: false } } });
  const paths = [DANCE, WALK, KNIGHT, MALE].map(sharedData);
  if (paths.includes(null)) {
    console.log('skipped: the shared data folder is not beside the checkout');
    return;
  }
  if (values.fidelity) return compareRetargeting({ isAlone: true });
  const [dance, walk, knight, male] = paths.map((path) => readFileSync(path!)) as [Buffer, Buffer, Buffer, Buffer];
  const large = tenMegabytes(dance);
  const largeText = large.toString();
  (globalThis as { self?: unknown }).self ??= globalThis;
  const loader = new GLTFLoader();
  loader.register((parser) => {
    parser.loadTexture = () => Promise.resolve(null as never);
    return { name: 'no textures' };
  });
  const library = await createLargeLibrary(buildRig(readCharacterScene(readGltf(male))), male);
  const rows: Row[] = [
    {
      what: `parse a BVH of ${(large.length / 1e6).toFixed(1)} MB`,
      limber: () => parseBvh(large),
      three: () => new BVHLoader().parse(largeText),
      reach: 300,
    },
    {
      what: 'open a GLB of 3.7 MB with 76 clips, all keys read',
      limber: () => {
        const asset = readGltf(knight);
        readCharacterScene(asset);
        readAnimations(asset);
      },
      three: () => loader.parseAsync(new Uint8Array(knight).buffer, ''),
    },
    patchRow(male),
    retargetRow(walk, male),
    exportRow(male, 'glb'),
    exportRow(male, 'vrma'),
    exportRow(male, 'bvh'),
    seedRow(knight),
    { what: 'save all of a project with 10,000 poses after one was renamed', limber: library.saveAll },
    { what: 'save what changed of it', limber: library.saveChange, reach: 100 },
    { what: 'keep the rename in the journal', limber: library.keep, reach: 50 },
  ];
  console.log('| what | Limber ms | three.js ms | reach ms |\n|---|---|---|---|');
  for (const { what, limber, three, reach } of rows) {
    const own = await median(limber);
    const peer = three ? (await median(three)).toFixed(1) : '';
    console.log(`| ${what} | ${own.toFixed(own < 1 ? 2 : 1)} | ${peer} | ${reach ?? ''} |`);
    if (reach !== undefined && own > reach) process.exitCode = 1;
  }
  await library.remove();
  await compareRetargeting();
}

await main();
