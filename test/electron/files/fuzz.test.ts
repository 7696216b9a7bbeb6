import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../core/humanoid/build-rig.ts';
import type { Rig } from '../../../core/humanoid/rig.ts';
import { seededRandom } from '../../../core/math/random.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import { clipFromAnimation } from '../../../electron/files/clip-import.ts';
import { checkClip } from '../../../electron/files/clip-range.ts';
import { readAnimations, sampleAnimation } from '../../../electron/files/gltf-animation.ts';
import { readGltf } from '../../../electron/files/gltf-asset.ts';
import { appendAnimation } from '../../../electron/files/gltf-patch.ts';
import { readCharacter } from '../../../electron/files/open-character.ts';
import { worldMatrices } from '../../../electron/files/scene-worlds.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { mutate } from './mutate.ts';

const CASES = Number(process.env['LIMBER_FUZZ_CASES'] ?? 500);
const FIRST_SEED = Number(process.env['LIMBER_FUZZ_SEED'] ?? 1);
const LONGEST_MILLISECONDS = 3000;

const FILES = [
  'vrm/three-vrm-test.vrma',
  'vrm/debug-robot-vrm1.vrm',
  'vrm/godette-vrm0.vrm',
  'rigs/robot-expressive.glb',
  'rigs/rigify-names-mannequin.glb',
  'bvh/cmu-10_01-kick.bvh',
  'bvh/cmu-jumping-jacks.bvh',
  'bvh/makehuman-tpose.bvh',
];

/** The rig, or null where the scene is refused in a sentence. */
function rigOf(scene: CharacterScene): Rig | null {
  try {
    return buildRig(scene);
  } catch (error) {
    expect((error as Error).constructor).toBe(RangeError);
    expect((error as Error).message).toMatch(/^no usable skeleton|^joint \d+/);
    return null;
  }
}

/** Everything that is done with a file that opens. */
function useFully(name: string, bytes: Uint8Array): void {
  const opened = readCharacter(name, bytes);
  expect(worldMatrices(opened.scene).every((matrix) => matrix.every(Number.isFinite))).toBe(true);
  const { animations } = readAnimations(readGltf(opened.bytes));
  const rig = rigOf(opened.scene);
  for (const animation of animations.slice(0, 2)) {
    const locals = sampleAnimation(opened.scene, animation, (animation.start + animation.end) / 2);
    worldMatrices(opened.scene, locals);
    if (rig) checkClip(rig.skeleton, clipFromAnimation(rig, opened.scene, animation));
  }
  const rotation = new Float32Array([0, 0, 0, 1]);
  appendAnimation(opened.bytes, {
    name: 'x',
    times: new Float32Array([0]),
    channels: [{ node: 0, path: 'rotation', values: rotation }],
  });
}

describe('damaged files', () => {
  const present = FILES.flatMap((path) => {
    const file = sharedData(path);
    return file ? [{ name: path, bytes: new Uint8Array(readFileSync(file)) }] : [];
  });

  test.skipIf(present.length === 0)(
    `open or are refused in one sentence (${CASES} cases from seed ${FIRST_SEED})`,
    { timeout: 60_000 + CASES * 100 },
    () => {
      let opened = 0;
      for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
        const random = seededRandom(seed);
        const { name, bytes } = present[Math.floor(random() * present.length)]!;
        const damaged = mutate(bytes, random);
        const start = performance.now();
        try {
          useFully(name, damaged);
          opened++;
        } catch (error) {
          const { message, constructor } = error as Error;
          const where = `seed ${seed}, ${name}: ${message}`;
          expect(constructor, where).toBe(Error);
          expect(message.includes('\n') || message.length > 600, where).toBe(false);
          expect(
            (error as Error).cause === undefined || ((error as Error).cause as Error).constructor === Error,
            `${where}: ${String((error as Error).cause)}`,
          ).toBe(true);
        }
        expect(performance.now() - start, `seed ${seed}, ${name} took too long`).toBeLessThan(LONGEST_MILLISECONDS);
      }
      // Both ways must be walked, or the damage is too great or too small to test anything.
      expect(opened).toBeGreaterThan(CASES / 20);
      expect(opened).toBeLessThan((CASES * 19) / 20);
    },
  );
});
