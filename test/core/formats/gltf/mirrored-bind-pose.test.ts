import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGlb, writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { worldMatrices } from '../../../../core/formats/gltf/scene-worlds.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../../../core/skeleton/scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

interface Json {
  scenes: { nodes: number[] }[];
  nodes: { name: string; rotation?: number[]; scale?: number[]; children?: number[] }[];
}

/** The mannequin with one knee bent as the file rests, bound as it was, below a node of such a scale. */
function kneeling(scale: readonly number[], also: (json: Json) => void = () => undefined): CharacterScene {
  const glb = readGlb(new Uint8Array(readFileSync(MANNEQUIN)));
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as Json;
  json.nodes.find(({ name }) => name === 'leftLowerLeg')!.rotation = [Math.sin(0.7), 0, 0, Math.cos(0.7)];
  also(json);
  json.nodes.push({ name: 'above', scale: [...scale], children: json.scenes[0]!.nodes });
  json.scenes[0]!.nodes = [json.nodes.length - 1];
  return readCharacter('kneeling.glb', writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)) })).scene;
}

const boundPlaces = (scene: CharacterScene) => worldMatrices(scene, scene.bindPose).map((m) => [m[12]!, m[13]!, m[14]!]);

test.each([
  ['x', [-1, 1, 1]],
  ['z, turned round', [1, 1, -1]],
  ['all axes', [-1, -1, -1]],
] as const)('a body that hangs mirrored along %s was bound in the mirror too', (_, scale) => {
  const plain = kneeling([1, 1, 1]);
  const mirrored = kneeling(scale);
  const expected = boundPlaces(plain).map(([x, y, z]) => [-x!, y, z]);
  const places = boundPlaces(mirrored);
  const apart = plain.skinJoints.map((node) => Math.hypot(...places[node]!.map((value, c) => value - expected[node]![c]!)));
  expect(Math.max(...apart)).toBeLessThan(1e-5);
});

test('a body that hangs mirrored has the sole of the lifted foot where one has it that does not', () => {
  const [plain, mirrored] = [kneeling([1, 1, 1]), kneeling([-1, 1, 1])].map((scene) => buildRig(scene).soles);
  // Its bones are named by the side on which they are.
  expect(plain!.left!.height).toBeGreaterThan(0.01);
  expect(mirrored!.right!.height).toBeCloseTo(plain!.left!.height, 4);
});
