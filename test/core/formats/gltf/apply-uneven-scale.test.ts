import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Vector3, type Mesh, type SkinnedMesh } from 'three';
import { retargetClip } from '../../../../core/animation/retarget-clip.ts';
import { posesAt } from '../../../../core/animation/joint-paths.ts';
import { clipRange, comparedTimes } from '../../../../core/formats/clips/clip-range.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { refuseUneven } from '../../../../core/formats/clips/uneven-bones.ts';
import { readGlb, writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readMotions } from '../../../../core/formats/read-motions.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { scaledMannequin } from '../../../helpers/scaled-mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { loadInThree, playInThree } from '../oracles.ts';
import { wildClip } from '../wild-clip.ts';

const ROBOT = sharedData('rigs/robot-expressive.glb');
const WALK = sharedData('bvh/cmu-12_01-walk.bvh');
if (!WALK) console.log('SKIP a walk onto uneven bodies: the folder ../shared/data is not there');

const SCALES: readonly (readonly [string, Parameters<typeof scaledMannequin>[0]])[] = [
  ['the hips, from which all hangs', { hips: [1.1, 0.8, 1.3] }],
  ['the trunk and both thighs', { spine: [1, 1.3, 0.8], leftUpperLeg: [1.2, 0.9, 1], rightUpperLeg: [1.2, 0.9, 1] }],
  ['a scale that is taken back below', { chest: [1, 1.25, 1], leftUpperArm: [1, 0.8, 1] }],
  ['an arm that is mirrored in an uneven trunk', { spine: [0.7, 1, 1], rightUpperArm: [-1, -1.2, -1] }],
  ['a mirrored trunk', { spine: [-1, 1.1, 1] }],
  ['an arm in an uneven trunk', { spine: [0.7, 1, 1], rightUpperArm: [1, 1, 1.4], rightHand: [2, 1, 1] }],
];

/** Every vertex that is drawn, in the world. */
async function vertices(bytes: Uint8Array): Promise<Vector3[]> {
  const { scene } = await loadInThree(bytes);
  scene.updateMatrixWorld(true);
  const all: Vector3[] = [];
  scene.traverse((object) => {
    const mesh = object as Mesh & Partial<SkinnedMesh>;
    if (!mesh.isMesh) return;
    for (let v = 0; v < mesh.geometry.getAttribute('position').count; v++) {
      all.push(mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld));
    }
  });
  return all;
}

describe.each(SCALES)('uneven scales of %s', (_, scales) => {
  const stored = scaledMannequin(scales);
  const { bytes, scene, warnings } = readCharacter('uneven.glb', stored);
  const rig = buildRig(scene);

  test('stay in a file that has been worked on with them, and are told; once applied nothing is', () => {
    const kept = readCharacter('uneven.glb', stored, undefined, { asItIs: true });
    expect(kept.bytes).toBe(stored);
    expect(kept.warnings).toEqual([expect.stringContaining('open the file anew')]);
    expect(readCharacter('even.glb', bytes, undefined, { asItIs: true }).warnings).toEqual([]);
  });

  test('leave the body as it was drawn, and are told', async () => {
    expect(warnings).toEqual([expect.stringContaining('an uneven scale above joints was applied')]);
    expect(() => refuseUneven('it', scene, rig)).not.toThrow();
    const [before, after] = [await vertices(stored), await vertices(bytes)];
    expect(after).toHaveLength(before.length);
    expect(Math.max(...after.map((vertex, i) => vertex.distanceTo(before[i]!)))).toBeLessThan(1e-5);
  });

  test('leave poses and motions exact: posed, written, read again, and seen in three.js', async () => {
    const clip = wildClip(rig, 5);
    const motion = writeClip({ bytes, scene, rig }, 'glb', clip);
    expect(motion.warnings).toEqual([]);
    expect(motion.compare(motion.bytes).distance).toBeLessThan(1e-4);
    const times = comparedTimes(clipRange(rig.skeleton, clip));
    const shown = await playInThree(motion.bytes, 0, times);
    posesAt(rig.skeleton, clip, times).forEach((pose, i) => {
      const world = forwardKinematics(rig.skeleton, pose);
      for (const [joint, node] of rig.binding.nodes.entries()) {
        const seen = shown[i]!.get(node)!;
        expect(Math.hypot(...worldPosition(world, joint).map((value, c) => value - seen[c]!))).toBeLessThan(1e-4);
      }
    });
  });

  test.skipIf(!WALK)('take a walk within all bars', () => {
    const [motion] = readMotions('walk.bvh', new Uint8Array(readFileSync(WALK!))).motions;
    const { report } = retargetClip(motion!.rig, motion!.clip, rig, { fps: 30 });
    expect(report.broken).toEqual([]);
    expect(toDegrees(report.limbs.mean)).toBeLessThan(0.5);
  });
});

test('even scales, and uneven ones from which no joint hangs that turns, leave the file as it is', () => {
  for (const scales of [{}, { spine: [1.2, 1.2, 1.2] }, { leftLittleDistal: [3, 1, 1] }] as const) {
    const stored = scaledMannequin(scales);
    const { bytes, warnings } = readCharacter('even.glb', stored);
    expect(bytes).toBe(stored);
    expect(warnings).toEqual([]);
  }
});

test('what is scaled to nothing below an uneven scale is left to be refused', () => {
  const stored = scaledMannequin({ spine: [1, 1.3, 0.8], rightThumbDistal: [0, 1, 1] });
  const { bytes, scene } = readCharacter('flat.glb', stored);
  expect(bytes).toBe(stored);
  expect(() => refuseUneven('it', scene, buildRig(scene))).toThrow('scaled unevenly above joints that rotate');
});

test.skipIf(!ROBOT)('rigid meshes and clips go along with the scale that is applied to them @all', async () => {
  const glb = readGlb(new Uint8Array(readFileSync(ROBOT!)));
  const json = JSON.parse(new TextDecoder().decode(glb.json)) as { nodes: { name: string; scale?: number[] }[] };
  for (const node of json.nodes) if (node.name === 'RobotArmature') node.scale = [100, 130, 90];
  const stored = writeGlb({ ...glb, json: new TextEncoder().encode(JSON.stringify(json)) });
  const { bytes, warnings } = readCharacter('robot.glb', stored);
  expect(warnings.join()).toContain('an uneven scale above joints was applied');
  const [before, after] = [await vertices(stored), await vertices(bytes)];
  expect(after).toHaveLength(before.length);
  expect(Math.max(...after.map((vertex, i) => vertex.distanceTo(before[i]!)))).toBeLessThan(1e-4);
  const clips = (file: Uint8Array) => readAnimations(readGltf(file)).animations;
  expect(clips(bytes).map(({ name, end }) => [name, end])).toEqual(clips(stored).map(({ name, end }) => [name, end]));
  // Turned from where they rest, bones keep their lengths.
  const { scene } = readCharacter('robot.glb', stored);
  const [arm, hand] = ['UpperArm.L', 'LowerArm.L'].map((name) => scene.nodes.findIndex((node) => node.name === name));
  const shown = await playInThree(bytes, 0, [0, 0.2, 0.4]);
  const lengths = shown.map((places) => Math.hypot(...places.get(arm!)!.map((value, c) => value - places.get(hand!)![c]!)));
  for (const length of lengths) expect(length).toBeCloseTo(lengths[0]!, 4);
});
