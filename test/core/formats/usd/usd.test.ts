import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { AnimationMixer, Bone, Box3, ImageLoader, Vector3, type Group, type SkinnedMesh } from 'three';
import { USDLoader } from 'three/examples/jsm/loaders/USDLoader.js';
import { describe, expect, test, vi } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { exportClips, exportFormatOf, exportPose, exportScene } from '../../../../core/formats/usd/export-formats.ts';
import { nodeIdentifiers } from '../../../../core/formats/usd/usd-skeleton.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { fromRotationVector } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { TRIES_ALL } from '../../../helpers/extent.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { RIG_FILES } from '../../../helpers/rigs.ts';
import { sharedData } from '../../../helpers/shared-data.ts';

const FPS = 30;

function target(path: string) {
  const bytes = new Uint8Array(readFileSync(path));
  const scene = readCharacterScene(readGltf(bytes));
  return { bytes, scene, rig: buildRig(scene) };
}

type Target = ReturnType<typeof target>;

/** Every joint turned by up to 30°, the hips moved, from frame to frame. */
function wildClip({ rig: { skeleton } }: Target) {
  const random = seededRandom(7);
  const some = (most: number) => (2 * random() - 1) * most;
  const poses = Array.from({ length: 3 }, () => {
    const pose = restPose(skeleton);
    pose.set([some(0.5), some(0.2), some(0.5)], 0);
    for (let j = 0; j < skeleton.count; j++) setRotation(pose, j, fromRotationVector([some(0.3), some(0.3), some(0.3)]));
    return pose;
  });
  return clipFromPoses(skeleton, poses, { id: 'wild', name: 'Wild', fps: FPS, loop: false });
}

/** What an independent reader of USD makes of the bytes; pictures need a page. */
function inThree(bytes: Uint8Array): Group {
  vi.spyOn(ImageLoader.prototype, 'load').mockReturnValue({} as HTMLImageElement);
  return new USDLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
}

const FILES = [MANNEQUIN, ...RIG_FILES.slice(...(TRIES_ALL ? [0] : [2, 3])).flatMap((file) => sharedData(file) ?? [])];

describe('a clip as USD', () => {
  for (const file of FILES) {
    test(`is where it was meant to be, as three.js reads it too: ${basename(file)}`, () => {
      const own = target(file);
      const clip = wildClip(own);
      const written = exportClips(own, 'usda', [clip]);
      const { distance, angle } = written.compare(written.bytes);
      expect(distance).toBeLessThan(1e-4);
      expect(toDegrees(angle)).toBeLessThan(0.05);
      const group = inThree(written.bytes);
      const mixer = new AnimationMixer(group);
      expect(group.animations).toHaveLength(1);
      mixer.clipAction(group.animations[0]!).play();
      const bones = new Map<string, Bone>();
      group.traverse((object) => {
        if (object instanceof Bone) bones.set(object.name, object);
      });
      const { skeleton, humanoid, binding } = own.rig;
      const names = nodeIdentifiers(own.scene);
      for (const frame of [0, 0.5, 1]) {
        mixer.setTime(frame / FPS);
        group.updateMatrixWorld(true);
        const world = forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / FPS));
        for (const joint of Object.values(humanoid)) {
          const found = bones.get(names[binding.nodes[joint]!]!)!.getWorldPosition(new Vector3());
          const [x, y, z] = worldPosition(world, joint);
          expect(found.distanceTo(new Vector3(x, y, z)), `${names[binding.nodes[joint]!]} at ${frame}`).toBeLessThan(1e-4);
        }
      }
    });
  }

  test('says its unit, its axis and its times', () => {
    const own = target(MANNEQUIN);
    const text = new TextDecoder().decode(exportClips(own, 'usda', [wildClip(own)]).bytes);
    const head = text.slice(0, text.indexOf('def '));
    expect(head.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        'metersPerUnit = 1',
        'upAxis = "Y"',
        'timeCodesPerSecond = 30',
        'endTimeCode = 2',
        'defaultPrim = "World"',
      ]),
    );
  });
});

describe('an archive', () => {
  const own = target(sharedData(RIG_FILES[2]) ?? MANNEQUIN);
  const { bytes, warnings } = exportPose(own, 'usdz', restPose(own.rig.skeleton));

  test('holds the scene first and its pictures as they lie in the file, uncompressed, each at a multiple of 64 bytes', () => {
    const files = unzipSync(bytes);
    expect(Object.keys(files)[0]).toBe('scene.usda');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    let count = 0;
    while (view.getUint32(at, true) === 0x04_03_4b_50) {
      expect(view.getUint16(at + 8, true)).toBe(0);
      const data = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
      expect(data % 64).toBe(0);
      at = data + view.getUint32(at + 18, true);
      count++;
    }
    expect(count).toBe(Object.keys(files).length);
    expect(warnings.join()).not.toContain('pictures');
  });

  test('draws what the file draws, in metres, at rest', () => {
    const box = new Box3();
    const group = inThree(bytes);
    group.updateMatrixWorld(true);
    let vertices = 0;
    group.traverse((object) => {
      const mesh = object as SkinnedMesh;
      if (!mesh.isSkinnedMesh) return;
      const point = new Vector3();
      for (let v = 0; v < mesh.geometry.getAttribute('position').count; v++) {
        mesh.getVertexPosition(v, point);
        box.expandByPoint(point.applyMatrix4(mesh.matrixWorld));
        vertices++;
      }
    });
    expect(vertices).toBeGreaterThan(100);
    const lowest = Math.min(...own.scene.meshExtents.map((extent) => extent.lowest));
    const highest = Math.max(...own.scene.meshExtents.map((extent) => extent.highest));
    expect(box.min.y).toBeCloseTo(lowest, 3);
    expect(box.max.y).toBeCloseTo(highest, 3);
  });
});

test('a scene of two characters is one file, each at its place @all', () => {
  const own = target(MANNEQUIN);
  const clip = wildClip(own);
  const actors = [
    { id: 'a', name: 'Ann', place: { at: [1, 0, 0] as const, turn: 0.5 }, target: own, clips: [clip] },
    { id: 'b', name: 'Bob', place: { at: [-1, 0, 0] as const, turn: 0 }, target: own, clips: [clip] },
  ];
  const written = exportScene(actors, 'usdz', {});
  const { distance, angle } = written.compare(written.bytes);
  expect(distance).toBeLessThan(1e-4);
  expect(toDegrees(angle)).toBeLessThan(0.05);
  const [scene] = Object.values(unzipSync(written.bytes));
  const roots = new TextDecoder().decode(scene).matchAll(/def SkelRoot "(\w+)"/g);
  expect([...roots].map(([, name]) => name)).toEqual(['Ann', 'Bob']);
});

test('what cannot be is refused in a sentence', () => {
  const own = target(MANNEQUIN);
  const clip = wildClip(own);
  expect(() => exportFormatOf('x.usdc')).toThrow(/^expected a file name that ends in .*\.usda, \.usdz, got "x\.usdc"$/);
  expect(() => exportClips(own, 'usdz', [clip, clip])).toThrow('a .usdz file holds one clip, got 2: select .glb for all');
  const other = exportClips(own, 'usda', [clip]);
  const damaged = new TextDecoder()
    .decode(other.bytes)
    .replace(/rotations\.timeSamples = \{\n\s+0: \[\([^)]*\)/, (found) => found.replace(/\([^)]*\)$/, '(0.9, 0.4, 0, 0)'));
  expect(() => other.compare(new TextEncoder().encode(damaged))).toThrow('the exported file is not what was written');
});
