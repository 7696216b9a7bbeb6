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
  nodes: { name: string; translation?: number[]; rotation?: number[]; scale?: number[]; children?: number[] }[];
  skins: { joints: number[]; inverseBindMatrices: number }[];
  accessors: { bufferView: number; byteOffset?: number }[];
  bufferViews: { byteOffset?: number }[];
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

/** The kneeling mannequin whose joints are mirrored across their own axes, each other one across y, the rest across x: they and its surfaces stay where they are. */
function kneelingOnMirroredJoints(): CharacterScene {
  const glb = readGlb(new Uint8Array(readFileSync(MANNEQUIN)));
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as Json;
  json.nodes.find(({ name }) => name === 'leftLowerLeg')!.rotation = [Math.sin(0.7), 0, 0, Math.cos(0.7)];
  const joints = json.skins[0]!.joints;
  const mirrorOf = (node: number): readonly number[] =>
    joints.includes(node) ? (joints.indexOf(node) % 2 === 0 ? [-1, 1, 1] : [1, -1, 1]) : [1, 1, 1];
  json.nodes.forEach((node, i) => {
    const above = json.nodes.findIndex(({ children }) => children?.includes(i));
    // local becomes P · local · M, where P mirrors the parent's axes and M its own.
    const [p, own] = [above < 0 ? [1, 1, 1] : mirrorOf(above), mirrorOf(i)];
    const sign = p[0]! * p[1]! * p[2]!;
    const [x, y, z, w] = node.rotation ?? [0, 0, 0, 1];
    node.translation = (node.translation ?? [0, 0, 0]).map((value, k) => value * p[k]!);
    node.rotation = [sign * p[0]! * x!, sign * p[1]! * y!, sign * p[2]! * z!, w!];
    node.scale = (node.scale ?? [1, 1, 1]).map((value, k) => value * p[k]! * own[k]!);
  });
  const bin = new Uint8Array(glb.binary!);
  const view = new DataView(bin.buffer);
  const accessor = json.accessors[json.skins[0]!.inverseBindMatrices]!;
  const start = (json.bufferViews[accessor.bufferView]!.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  joints.forEach((joint, j) => {
    for (let c = 0; c < 4; c++) {
      for (let r = 0; r < 3; r++) {
        const at = start + 64 * j + 16 * c + 4 * r;
        view.setFloat32(at, view.getFloat32(at, true) * mirrorOf(joint)[r]!, true);
      }
    }
  });
  const bytes = writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)), binary: bin });
  return readCharacter('kneeling.glb', bytes).scene;
}

test('joints that are mirrored across their own axes, at rest as when they were bound, have the soles of those that are not', () => {
  const [plain, mirrored] = [buildRig(kneeling([1, 1, 1])), buildRig(kneelingOnMirroredJoints())];
  expect(mirrored.soles!.left!.height).toBeCloseTo(plain.soles!.left!.height, 4);
  mirrored.soles!.left!.up.forEach((value, k) => expect(value).toBeCloseTo(plain.soles!.left!.up[k]!, 4));
  expect(mirrored.report.warnings).toEqual(plain.report.warnings);
});
