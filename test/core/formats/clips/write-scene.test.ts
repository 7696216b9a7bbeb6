import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createClip, setKey } from '../../../../core/animation/keys.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import type { ActorMotion } from '../../../../core/formats/clips/actor-motion.ts';
import { shapeGlb } from '../../../../core/formats/clips/prop-glb.ts';
import { pathsOfProps } from '../../../../core/formats/clips/scene-props.ts';
import { writeScene } from '../../../../core/formats/clips/write-scene.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromPlace, type Place } from '../../../../core/math/place.ts';
import { distance } from '../../../../core/math/vec3.ts';
import type { PropData } from '../../../../core/document/project-data.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { randomPose } from '../../../helpers/random-pose.ts';
import { swordGlb } from '../../../helpers/sword.ts';
import { AnimationMixer, LoopOnce, Vector3, type Mesh } from 'three';
import { exportScene } from '../../../../core/formats/usd/export-formats.ts';
import { loadFbxInThree } from '../fbx/play-fbx.ts';
import { playInThree } from '../oracles.ts';

const bytes = new Uint8Array(readFileSync(MANNEQUIN));
const scene = readCharacterScene(readGltf(bytes));
const rig = buildRig(scene);
const target = { bytes, scene, rig };

function actor(name: string, place: Place, seed: number): ActorMotion {
  const random = seededRandom(seed);
  const clip = createClip('duel', 'Duel', { duration: 1, loop: false });
  const keyed = [0, 0.5, 1].reduce((made, time) => setKey(rig.skeleton, made, time, randomPose(rig.skeleton, random, 0.4)), clip);
  return { id: name.toLowerCase(), name, place, target, clips: [keyed] };
}

const ann = actor('Ann', { at: [0, 0, 0], turn: 0 }, 1);
const bob = actor('Bob', { at: [1.5, 0.2, -1], turn: 2 }, 2);

describe('A scene of two in one file', () => {
  test('is what was shown when it is read back, and differs when one of them does something else', () => {
    const written = writeScene([ann, bob]);
    const errors = written.compare(written.bytes);
    expect(errors.distance).toBeLessThan(1e-4);
    expect(errors.angle).toBeLessThan(1e-3);
    const other = writeScene([ann, { ...bob, clips: actor('Bob', bob.place, 9).clips }]);
    expect(written.compare(other.bytes).distance).toBeGreaterThan(0.05);
  });

  test('is played by three.js with each of them at its place', async () => {
    const { bytes: file } = writeScene([ann, bob]);
    const times = [0, 0.3, 1];
    const last = readGltf(file).document.animations!.length - 1;
    const seen = await playInThree(file, last, times);
    for (const [i, time] of times.entries()) {
      for (const [a, { name, place, clips }] of [ann, bob].entries()) {
        const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clips[0]!, time));
        for (const bone of ['hips', 'leftHand', 'rightFoot', 'head'] as const) {
          const joint = rig.humanoid[bone]!;
          const meant = fromPlace(place, worldPosition(world, joint));
          // Its names have no colons.
          const there = seen[i]!.get(rig.binding.nodes[joint]! + a * scene.nodes.length)!;
          meant.forEach((value, axis) => expect(there[axis], `${name} ${bone} at ${time}`).toBeCloseTo(value, 3));
        }
      }
    }
  });

  test('holds part of the clip where that was asked for', () => {
    const written = writeScene([ann, bob], { range: { from: 0.25, to: 0.75, fps: 60 } });
    expect(written.compare(written.bytes).distance).toBeLessThan(1e-4);
    const animations = readGltf(written.bytes).document.animations!;
    expect(animations.at(-1)!.name).toBe('Duel');
  });
});

describe('A scene of two in one FBX file', () => {
  const worldsInThree = (file: Uint8Array, times: readonly number[]) => {
    const { scene: root, clips } = loadFbxInThree(file);
    const mixer = new AnimationMixer(root);
    const action = mixer.clipAction(clips[0]!).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    return times.map((time) => {
      mixer.setTime(time);
      root.updateMatrixWorld(true);
      const places = new Map<string, readonly number[]>();
      root.traverse((node) => {
        places.set(node.name, node.getWorldPosition(new Vector3()).multiplyScalar(0.01).toArray());
      });
      return places;
    });
  };

  test('is played by three.js with each skeleton at its place', () => {
    const written = exportScene([ann, bob], 'fbx', { range: { fps: 60 } });
    expect(written.warnings).toEqual([]);
    const times = [0, 0.25, 0.6, 1];
    const seen = worldsInThree(written.bytes, times);
    for (const [i, time] of times.entries())
      for (const { name, place, clips } of [ann, bob]) {
        const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clips[0]!, time));
        for (const bone of ['hips', 'leftHand', 'rightFoot', 'head'] as const) {
          const joint = rig.humanoid[bone]!;
          // Its names have no colons.
          const there = seen[i]!.get(`${name}${rig.skeleton.names[joint]}`)!;
          const meant = fromPlace(place, worldPosition(world, joint));
          meant.forEach((value, axis) => expect(there[axis], `${name} ${bone} at ${time}`).toBeCloseTo(value, 3));
        }
      }
  });

  test('holds each prop as a mesh that three.js moves as the scene does, whoever carries it', () => {
    const file = { id: 'prop-2', name: 'Cup', form: { kind: 'file', fileName: 'block.glb', hash: 'b', scale: 2 } } as const;
    const block: PropData = { ...file, rest: { position: [1, 0, 1], rotation: [0, 0.6, 0, 0.8], by: null }, motions: {} };
    const parts = { props: [cup, block], fileOf: () => shapeGlb('block', { kind: 'box', size: [0.1, 0.2, 0.3] }) };
    const written = exportScene([ann, bob], 'fbx', { ...parts, range: { fps: 60 } });
    const paths = pathsOfProps(parts.props, [ann, bob]);
    const times = [0, 0.3, 0.6, 0.9];
    const seen = worldsInThree(written.bytes, times);
    for (const [i, time] of times.entries())
      for (const [name, path] of [
        ['Cup', paths[0]!],
        ['Cup_2', paths[1]!],
      ] as const)
        path(0, time).position.forEach((value, axis) =>
          expect(seen[i]!.get(name)![axis], `${name} at ${time}`).toBeCloseTo(value, 3),
        );
    const { scene: root } = loadFbxInThree(written.bytes);
    const sizes = ['Cup', 'Cup_2'].map((name) => {
      const { geometry } = root.getObjectByName(name) as Mesh;
      geometry.computeBoundingBox();
      const normals = geometry.getAttribute('normal');
      expect(new Vector3().fromBufferAttribute(normals, 0).length()).toBeCloseTo(1, 5);
      return geometry.boundingBox!.getSize(new Vector3()).multiplyScalar(0.01).toArray();
    });
    expect(sizes.flat()).toEqual([0.08, 0.1, 0.08, 0.2, 0.4, 0.6].map((size) => expect.closeTo(size, 3)));
    expect(written.compare(written.bytes).distance).toBeLessThan(1e-4);
    const away = { ...parts, props: [cup, { ...block, rest: { ...block.rest, position: [1, 0, 2] as const } }] };
    const other = exportScene([ann, bob], 'fbx', { ...away, range: { fps: 60 } });
    expect(() => written.compare(other.bytes)).toThrow('is not what was written');
    expect(() => exportScene([ann, bob], 'fbx', { props: [block] })).toThrow('the file b of a prop is not there');
  });

  test('is what was shown when it is read back, also of two of one name, and refused with more clips than one', () => {
    const twin = { ...bob, name: 'Ann' };
    const written = exportScene([ann, twin], 'fbx', {});
    expect(written.compare(written.bytes).distance).toBeLessThan(1e-4);
    expect(written.compare(written.bytes).angle).toBeLessThan(1e-3);
    const other = exportScene([ann, { ...twin, place: { at: [0, 0, 1], turn: 0 } }], 'fbx', {});
    expect(() => written.compare(other.bytes)).toThrow('is not what was written');
    const names = new Set<string>();
    loadFbxInThree(written.bytes).scene.traverse(({ name }) => names.add(name));
    expect(names.size).toBeGreaterThan(2 * rig.skeleton.count);
    const two = { ...ann, clips: [ann.clips[0]!, ann.clips[0]!] };
    expect(() => exportScene([two, bob], 'fbx', {})).toThrow('a .fbx file holds one clip of "Ann", got 2');
  });
});

/** A cup on a table, which Ann takes, hands to Bob and Bob sets down. */
const cup: PropData = {
  id: 'prop-1',
  name: 'Cup',
  form: { kind: 'cylinder', radius: 0.04, height: 0.1 },
  rest: { position: [0.7, 0.7, 0], rotation: [0, 0, 0, 1], by: null },
  motions: {
    duel: {
      keys: [],
      changes: [
        { from: 0.25, by: { actor: 'ann', joint: rig.skeleton.names[rig.humanoid.rightHand!]! } },
        { from: 0.5, by: { actor: 'bob', joint: rig.skeleton.names[rig.humanoid.leftHand!]! } },
        { from: 0.75, by: null },
      ],
    },
  },
};

describe('A scene with a thing that changes hands', () => {
  test('is what was shown when it is read back, and tells where the thing is elsewhere', () => {
    const written = writeScene([ann, bob], { props: [cup] });
    expect(written.compare(written.bytes).distance).toBeLessThan(3e-3);
    const moved = { ...cup, rest: { ...cup.rest, position: [0.7, 0.9, 0] as const } };
    expect(writeScene([ann, bob], { props: [moved] }).compare(written.bytes).distance).toBeGreaterThan(0.1);
  });

  test('is played by three.js with the thing in the hand that has it, and without a leap', async () => {
    const { bytes: file } = writeScene([ann, bob], { props: [cup], range: { fps: 60 } });
    const last = readGltf(file).document.animations!.length - 1;
    const times = Array.from({ length: 61 }, (_, frame) => frame / 60);
    const seen = await playInThree(file, last, times);
    const node = 2 * scene.nodes.length;
    const handAt = ({ place, clips }: ActorMotion, bone: 'rightHand' | 'leftHand', time: number) => {
      const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clips[0]!, time));
      return fromPlace(place, worldPosition(world, rig.humanoid[bone]!));
    };
    const at = (frame: number) => seen[frame]!.get(node)!;
    expect(distance(at(0), [0.7, 0.7, 0])).toBeLessThan(1e-6);
    // As far from the hand all the time that it carries the thing.
    for (const [who, bone, from, to] of [
      [ann, 'rightHand', 15, 29],
      [bob, 'leftHand', 30, 44],
    ] as const) {
      const away = (frame: number) => distance(at(frame), handAt(who, bone, frame / 60));
      expect(Math.abs(away(to) - away(from))).toBeLessThan(1e-4);
    }
    expect(distance(at(45), at(60))).toBeLessThan(1e-6);
    // It begins in the next hand where the last one had it.
    expect(distance(at(15), at(14))).toBeLessThan(1e-6);
  });

  test('has the meshes of its file, under a node that is moved, and tells where they are elsewhere', async () => {
    const files = new Map([['ff'.repeat(32), swordGlb()]]);
    const sword: PropData = {
      ...cup,
      name: 'Sword',
      form: { kind: 'file', fileName: 'sword.glb', hash: 'ff'.repeat(32), scale: 2 },
    };
    const written = writeScene([ann, bob], { props: [cup, sword], fileOf: (hash) => files.get(hash)! });
    const errors = written.compare(written.bytes);
    expect(errors.distance).toBeLessThan(3e-3);
    expect(errors.angle).toBeLessThan(1e-2);
    const { document } = readGltf(written.bytes);
    expect(document.meshes!.map(({ name }) => name)).toEqual(expect.arrayContaining(['Cup', 'Guard', 'Blade']));
    // The blade is 2 cm above the guard, twice as large, wherever the sword is.
    const [blade, guard] = ['Blade', 'Guard'].map((name) => document.nodes!.findIndex((node) => node.name === name)) as [
      number,
      number,
    ];
    const seen = await playInThree(written.bytes, document.animations!.length - 1, [0, 0.4, 0.9]);
    for (const worlds of seen) expect(distance(worlds.get(blade)!, worlds.get(guard)!)).toBeCloseTo(0.04, 5);
    const still = writeScene([ann, bob], { props: [cup, { ...sword, motions: {} }], fileOf: (hash) => files.get(hash)! });
    expect(still.compare(written.bytes).distance).toBeGreaterThan(0.1);
    expect(() => writeScene([ann, bob], { props: [sword] })).toThrow('of a prop is not there');
  });
});
