import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AnimationMixer, Euler, Group, Quaternion, Vector3 } from 'three';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { createRetarget } from '../../../../core/humanoid/transfer/retarget.ts';
import { toRadians } from '../../../../core/math/angles.ts';
import { angleBetween, normalizeQuat, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { subtract, vec3At } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { toEulerZxy, type EulerZxy } from '../../../../core/formats/bvh/euler.ts';
import { clipFromAnimation } from '../../../../core/formats/clips/clip-import.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGlb } from '../../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { writeClip, writePose } from '../../../../core/formats/clips/motion-formats.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { worldMatrices } from '../../../../core/formats/gltf/scene-worlds.ts';
import type { MotionTarget } from '../../../../core/formats/clips/write-clip.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { playInThree, validatorIssues } from '../oracles.ts';
import { wildClip } from '../wild-clip.ts';
import { few } from '../../../helpers/extent.ts';

const FILES = [
  'rigs/unreal-names-male.glb',
  'rigs/rigify-names-mannequin.glb',
  'rigs/kaykit-knight.glb',
  'rigs/robot-expressive.glb',
  'vrm/godette-vrm0.vrm',
  'vrm/debug-robot-vrm1.vrm',
  'bvh/cmu-12_01-walk.bvh',
];

const targets = new Map<string, MotionTarget>();

function target(name: string): MotionTarget | null {
  const path = sharedData(name);
  if (!path) return null;
  const known = targets.get(name);
  if (known) return known;
  const { bytes, scene } = readCharacter(name, new Uint8Array(readFileSync(path)));
  const made = { bytes, scene, rig: buildRig(scene) };
  targets.set(name, made);
  return made;
}

/** The rotation of angles, by three.js. */
function fromEulerZxy([z, x, y]: EulerZxy): Quat {
  const { x: i, y: j, z: k, w } = new Quaternion().setFromEuler(new Euler(x, y, z, 'ZXY'));
  return [i, j, k, w];
}

describe('a clip written to', () => {
  describe.each(['bvh', 'fbx', 'vrma', 'json'] as const)('%s', (format) => {
    test.each(few(FILES, 9))('of %s is, read again, within 0.1 mm and 0.05°', (name) => {
      const character = target(name);
      if (!character) return console.log(`skipped: ${name} is not there`);
      // VRM Animation has humanoid bones only: what hangs between them must not move by itself.
      const clip = wildClip(character.rig, 3, format === 'vrma' ? Object.values(character.rig.humanoid) : undefined);
      const motion = writeClip(character, format, clip);
      const errors = motion.compare(motion.bytes);
      expect(errors.distance).toBeLessThan(1e-4);
      expect(errors.angle).toBeLessThan(toRadians(0.05));
      const still = format === 'json' ? null : writePose(character, format, sampleClip(character.rig.skeleton, clip, 0.7));
      if (still) expect(still.compare(still.bytes).distance).toBeLessThan(1e-4);
    });
  });
});

describe('a BVH file', () => {
  test.each(['rigs/unreal-names-male.glb', 'vrm/godette-vrm0.vrm'])('of %s stands in three.js as the clip does', (name) => {
    const character = target(name);
    if (!character) return console.log(`skipped: ${name} is not there`);
    const { rig } = character;
    const clip = wildClip(rig, 5);
    const { bytes } = writeClip(character, 'bvh', clip);
    const { skeleton, clip: played } = new BVHLoader().parse(new TextDecoder().decode(bytes));
    const group = new Group().add(skeleton.bones[0]!);
    const mixer = new AnimationMixer(group);
    mixer.clipAction(played, skeleton.bones[0]).play();
    for (const frame of [0, 7, 30]) {
      mixer.setTime(frame / 30 + 1e-7);
      group.updateMatrixWorld(true);
      const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, frame / 30));
      for (const bone of skeleton.bones) {
        const joint = rig.skeleton.names.findIndex((own) => own.replace(/\s+/g, '_') === bone.name);
        if (joint < 0) continue;
        const p = bone.getWorldPosition(new Vector3()).divideScalar(100);
        const [x, y, z] = vec3At(world.positions, joint);
        expect(Math.hypot(p.x - x, p.y - y, p.z - z)).toBeLessThan(2e-4);
      }
    }
  });

  test('has angles that go on through the poles of the middle angle', () => {
    let previous: EulerZxy = [0.3, 0, -0.4];
    for (let x = 0; x < 3; x += 0.01) {
      const angles = toEulerZxy(fromEulerZxy([0.3, x, -0.4]), previous);
      expect(Math.abs(angles[1] - x)).toBeLessThan(1e-3);
      previous = angles;
    }
  });

  test('has angles that do not jump, and angles give back their rotation', () => {
    const random = seededRandom(11);
    let previous = toEulerZxy([0, 0, 0, 1]);
    let q = [0, 0, 0, 1];
    for (let step = 0; step < 2000; step++) {
      q = q.map((value) => value + 0.02 * (random() - 0.5));
      const unit = normalizeQuat(q as unknown as readonly [number, number, number, number]);
      q = [...unit];
      const angles = toEulerZxy(unit, previous);
      expect(angleBetween(fromEulerZxy(angles), unit)).toBeLessThan(1e-6);
      // Near the middle angle's poles the outer two turn fast, but never by a half-turn.
      if (Math.abs(Math.cos(angles[1])) > 0.2)
        expect(Math.max(...angles.map((angle, i) => Math.abs(angle - previous[i]!)))).toBeLessThan(1);
      previous = angles;
    }
    const poles = [toRadians(90), toRadians(-90)].map((b) => [0.4, b, 0.9] as const);
    for (const pole of poles)
      expect(angleBetween(fromEulerZxy(toEulerZxy(fromEulerZxy(pole))), fromEulerZxy(pole))).toBeLessThan(1e-6);
  });
});

describe('a VRM Animation', () => {
  test.each(FILES.slice(0, 6))('of %s is valid, rests in a T-pose facing +Z, and turns as the clip does', async (name) => {
    const character = target(name);
    if (!character) return console.log(`skipped: ${name} is not there`);
    const { rig } = character;
    const clip = wildClip(rig, 9, Object.values(rig.humanoid));
    const { bytes } = writeClip(character, 'vrma', clip);
    expect(await validatorIssues(bytes)).toEqual([]);
    const asset = readGltf(bytes);
    expect(asset.document.extensions!['VRMC_vrm_animation']).toMatchObject({ specVersion: '1.0' });
    const scene = readCharacterScene(asset);
    const at = (bone: string) => worldMatrices(scene)[scene.declaredBones[bone]!]!.slice(12, 15);
    const [upper, lower, hand] = ['leftUpperArm', 'leftLowerArm', 'leftHand'].map(at);
    for (const [from, to] of [
      [upper!, lower!],
      [lower!, hand!],
    ] as const) {
      const along = to.map((value, c) => value - from[c]!);
      expect(along[0]! / Math.hypot(...along)).toBeGreaterThan(Math.cos(toRadians(16)));
    }
    const [knee, foot] = [at('leftLowerLeg'), at('leftFoot')];
    expect(knee[1]! - foot[1]!).toBeGreaterThan(0.95 * Math.hypot(...knee.map((value, c) => value - foot[c]!)));
    for (const node of scene.nodes) expect(node.rotation).toEqual([0, 0, 0, 1]);

    const [three] = await playInThree(bytes, 0, [0.5]);
    const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, 0.5));
    const between = (a: 'hips' | 'leftHand', b: 'hips' | 'leftHand') => {
      const [pa, pb] = [three!.get(scene.declaredBones[a]!)!, three!.get(scene.declaredBones[b]!)!];
      const meant = subtract(vec3At(world.positions, rig.humanoid[a]!), vec3At(world.positions, rig.humanoid[b]!));
      return [Math.hypot(pa[0] - pb[0], pa[1] - pb[1], pa[2] - pb[2]), Math.hypot(...meant)] as const;
    };
    const [written, meant] = between('leftHand', 'hips');
    expect(Math.abs(written - meant)).toBeLessThan(1e-4);
  });
});

describe('motion that goes out and comes back', () => {
  /** The clip after it was written, opened as a character of its own, and brought back onto the first one bone by bone. */
  function returned(format: 'vrma' | 'bvh', name: string, seed: number) {
    const character = target(name)!;
    const rig = buildRig(character.scene, { preset: 'free' });
    const clip = wildClip(rig, seed, Object.values(rig.humanoid));
    const { bytes, scene } = readCharacter(`out.${format}`, writeClip({ ...character, rig }, format, clip).bytes);
    const source = buildRig(scene, { preset: 'free' });
    const motion = clipFromAnimation(source, scene, readAnimations(readGltf(bytes)).animations[0]!);
    const retarget = createRetarget(source, rig);
    const pose = retarget(sampleClip(source.skeleton, motion, 0.5));
    return { rig, source, pose, meant: sampleClip(rig.skeleton, clip, 0.5) };
  }

  test.each(FILES.filter((name) => /unreal|godette|knight/.test(name)))('as VRM Animation is what it was on %s', (name) => {
    if (!sharedData(name)) return console.log(`skipped: ${name} is not there`);
    const { rig, pose, meant } = returned('vrma', name, 2);
    const [back, first] = [pose, meant].map((each) => forwardKinematics(rig.skeleton, each).positions.slice());
    for (const joint of Object.values(rig.humanoid)) {
      const [a, b] = [vec3At(back!, joint), vec3At(first!, joint)];
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(1e-3);
    }
  });

  test.each(few(FILES.slice(0, 5), 2))('as BVH looks where it looked on %s', (name) => {
    if (!sharedData(name)) return console.log(`skipped: ${name} is not there`);
    const { rig, source } = returned('bvh', name, 2);
    expect(source.report.facing).toEqual(rig.report.facing);
    expect(Object.keys(source.humanoid).length).toBeGreaterThan(0.9 * Object.keys(rig.humanoid).length);
  });
});

test('a clip in .gltf is, read again, within 0.1 mm @all', () => {
  const character = target('rigs/kaykit-knight.glb');
  if (!character) return console.log('skipped: the knight is not there');
  const motion = writeClip(character, 'gltf', wildClip(character.rig, 3));
  expect(motion.compare(motion.bytes).distance).toBeLessThan(1e-4);
});

test('a still pose in .gltf keeps the binary embedded', () => {
  const character = target('rigs/kaykit-knight.glb');
  if (!character) return console.log('skipped: the knight is not there');
  const { bytes } = writePose(character, 'gltf', restPose(character.rig.skeleton));
  const { buffers } = readGltf(bytes);
  const { binary } = readGlb(character.bytes);
  expect(Buffer.compare(buffers[0]!, binary!.subarray(0, buffers[0]!.byteLength))).toBe(0);
});
