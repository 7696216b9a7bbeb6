import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance, vec3At } from '../../../core/math/vec3.ts';
import { nodeTransforms } from '../../../core/skeleton/binding.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { loadCharacter } from '../../../renderer/viewport/character/character-view.ts';
import { createScene } from '../../../renderer/viewport/stage/engine.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

const RIGS = ['unreal-names-male', 'rigify-names-mannequin', 'kaykit-knight', 'robot-expressive'];
const FILES = [['mannequin', MANNEQUIN] as const, ...RIGS.map((name) => [name, sharedData(`rigs/${name}.glb`)] as const)];

let engine: NullEngine;
beforeAll(() => {
  engine = new NullEngine();
});
afterAll(() => engine.dispose());

describe.each(FILES)('%s in the scene', (name, path) => {
  if (path === null) console.log(`skipped: ${name} is not here, the shared data folder is missing`);

  test.skipIf(path === null)('has every joint where forward kinematics has it, in ten random poses (seed 11)', async () => {
    const bytes = new Uint8Array(readFileSync(path!));
    const rig = buildRig(readCharacter(`${name}.glb`, bytes).scene);
    const scene = createScene(engine);
    const view = await loadCharacter(scene, bytes);
    const random = seededRandom(11);
    let largest = 0;
    for (let round = 0; round < 10; round++) {
      const world = forwardKinematics(rig.skeleton, randomPose(rig.skeleton, random));
      view.apply(rig.binding, nodeTransforms(rig.binding, world));
      rig.binding.nodes.forEach((node, joint) => {
        const shown = view.nodePosition(node);
        expect(shown).not.toBeNull();
        largest = Math.max(largest, distance(shown!, vec3At(world.positions, joint)));
      });
    }
    // Babylon keeps its matrices in single precision.
    expect(largest).toBeLessThan(2e-5 * Math.max(rig.report.height, 1));
    view.dispose();
    scene.dispose();
  });
});

test('meshes of hidden nodes are not drawn, those of several materials neither, and the others are', async () => {
  const path = sharedData('rigs/robot-expressive.glb');
  if (path === null) return console.log('skipped: robot-expressive is not here');
  const bytes = new Uint8Array(readFileSync(path));
  const { nodes, meshNodes } = readCharacter('robot.glb', bytes).scene;
  const scene = createScene(engine);
  const view = await loadCharacter(scene, bytes);
  const drawn = (): number => view.meshes.filter(({ isVisible }) => isVisible).length;
  const all = drawn();
  const head = meshNodes.find((node) => nodes[node]!.name === 'Head')!;
  view.setVisible(true, new Set([head]));
  expect(all - drawn()).toBeGreaterThan(1);
  view.setVisible(true, new Set(meshNodes));
  expect(drawn()).toBe(0);
  view.setVisible(true, new Set());
  expect(drawn()).toBe(all);
  view.setVisible(false, new Set());
  expect(drawn()).toBe(0);
  view.dispose();
  scene.dispose();
});

test.each([
  ['rigid', 3, 'rigs/robot-expressive.glb'],
  ['skinned', 1, 'vrm/godette-vrm0.vrm'],
] as const)('a %s face in the scene has the weights that it is given, on every mesh of its node', async (_, meshes, file) => {
  const path = sharedData(file);
  if (path === null) return console.log(`skipped: ${file} is not here`);
  const bytes = new Uint8Array(readFileSync(path));
  const { expressions } = readCharacter(file, bytes).scene;
  const scene = createScene(engine);
  const view = await loadCharacter(scene, bytes);
  view.morph(expressions!.meshes, [Float64Array.of(0.25, 0, 1)]);
  const faces = view.meshes.flatMap(({ morphTargetManager }) => morphTargetManager ?? []);
  expect(faces.map((face) => [0, 1, 2].map((target) => face.getTarget(target).influence))).toEqual(
    Array.from({ length: meshes }, () => [0.25, 0, 1]),
  );
  view.dispose();
  scene.dispose();
});
