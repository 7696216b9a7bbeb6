import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { Vector3, type Group } from 'three';
import { afterAll, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { writeClip } from '../../../core/formats/clips/motion-formats.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fromRotationVector } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

const checkout = join(import.meta.dirname, '..', '..', '..');
// Inside the checkout, where the test runner compiles what it imports.
const folder = mkdtempSync(join(import.meta.dirname, '.examples-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** The program of a page of docs/pipelines. */
async function programOf(page: string): Promise<Record<string, unknown>> {
  const text = readFileSync(join(checkout, 'docs', 'pipelines', `${page}.md`), 'utf8');
  const file = join(folder, `${page}.ts`);
  writeFileSync(file, /```ts\n([\s\S]*?)```/.exec(text)![1]!);
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}

const bytes = new Uint8Array(readFileSync(MANNEQUIN));
const scene = readCharacterScene(readGltf(bytes));
const rig = buildRig(scene);
const { skeleton, humanoid } = rig;
const poses = [0, 0.4, 0.8].map((angle) => {
  const pose = restPose(skeleton);
  pose[2] = angle;
  for (const bone of ['leftUpperArm', 'spine', 'rightUpperLeg'] as const)
    setRotation(pose, humanoid[bone]!, fromRotationVector([angle, angle / 2, 0]));
  return pose;
});
const clip = clipFromPoses(skeleton, poses, { id: 'bow', name: 'Bow', fps: 24, loop: false });
const exported = writeClip({ bytes, scene, rig }, 'glb', clip).bytes;
const TIME = 1 / 24;

/** Where a bone is in the clip, world. */
function placeOf(bone: 'leftHand' | 'rightFoot'): Vec3 {
  return worldPosition(forwardKinematics(skeleton, sampleClip(skeleton, clip, TIME)), humanoid[bone]!);
}

test('the program of the page of three.js plays what was exported', async () => {
  (globalThis as { self?: unknown }).self ??= globalThis;
  const { play } = (await programOf('three')) as {
    play(bytes: ArrayBuffer, name: string): Promise<{ character: Group; update(seconds: number): void }>;
  };
  const { character, update } = await play(exported.slice().buffer, 'Bow');
  update(TIME);
  character.updateMatrixWorld(true);
  for (const bone of ['leftHand', 'rightFoot'] as const) {
    const found = character.getObjectByName(skeleton.names[humanoid[bone]!]!)!.getWorldPosition(new Vector3());
    expect(found.distanceTo(new Vector3(...placeOf(bone)))).toBeLessThan(1e-4);
  }
});

test('the program of the page of Babylon.js plays what was exported', async () => {
  const { play } = (await programOf('babylon')) as { play(scene: Scene, bytes: Uint8Array, name: string): Promise<void> };
  const engine = new NullEngine();
  const stage = new Scene(engine);
  try {
    await play(stage, exported, 'Bow');
    const group = stage.animationGroups.find(({ name }) => name === 'Bow')!;
    expect(group.isPlaying).toBe(true);
    group.goToFrame(60 * TIME);
    for (const node of stage.transformNodes) node.computeWorldMatrix(true);
    for (const bone of ['leftHand', 'rightFoot'] as const) {
      const node = stage.getTransformNodeByName(skeleton.names[humanoid[bone]!]!)!;
      const { x, y, z } = node.getAbsolutePosition();
      const [mx, my, mz] = placeOf(bone);
      // The node __root__ mirrors the file along x.
      expect(Math.hypot(-x - mx, y - my, z - mz)).toBeLessThan(1e-4);
    }
  } finally {
    engine.dispose();
  }
});
