import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { motionOfPerson, peopleInFile } from '../../../../core/formats/clips/people-in-file.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import type { CharacterScene } from '../../../../core/skeleton/scene.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { readMotionFile, sourceOf } from '../../../../electron/services/motion-file.ts';
import { capturedFile } from '../../../helpers/captured-pair.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { playInThree } from '../oracles.ts';

const bytes = new Uint8Array(readFileSync(MANNEQUIN));

describe.each(['glb', 'fbx'] as const)('A %s file of two who were captured together', (format) => {
  const file = openCharacterFile(`pair.${format}`, capturedFile(bytes, format));

  test('holds two people, each with all bones', () => {
    const people = peopleInFile(file.scene);
    expect(people).toHaveLength(2);
    const [one, other] = people;
    expect(one!.scene.skinJoints.filter((node) => other!.scene.skinJoints.includes(node))).toEqual([]);
    const { animations } = readAnimations(readGltf(file.bytes));
    for (const person of people) {
      const moved = new Set(motionOfPerson(person, animations.at(-1)!).channels.map(({ node }) => node));
      // What hangs still has no channels.
      expect(person.scene.skinJoints.some((node) => moved.has(node))).toBe(true);
      expect([...moved].filter((node) => person.others.has(node))).toEqual([]);
    }
  });

  test('holds the same two where one joint holds them both, and a root that one', () => {
    const { nodes, skinJoints, boneNodes = [] } = file.scene;
    const [crowd, root] = [nodes.length, nodes.length + 1];
    const still = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } as const;
    const held: CharacterScene = {
      ...file.scene,
      nodes: [
        ...nodes.map((node) => (node.parent < 0 ? { ...node, parent: crowd } : node)),
        { ...still, name: 'crowd', parent: root },
        { ...still, name: 'root', parent: -1 },
      ],
      skinJoints: skinJoints.length > 0 ? [...skinJoints, crowd, root] : [],
      boneNodes: [...boneNodes, crowd, root],
    };
    const bodiesOf = (scene: CharacterScene) =>
      peopleInFile(scene).map((person) => person.scene.skinJoints.toSorted((x, y) => x - y));
    expect(bodiesOf(held)).toEqual(bodiesOf(file.scene));
  });

  test('moves each of them as three.js plays it', async () => {
    const { animations } = readAnimations(readGltf(file.bytes));
    const last = animations.length - 1;
    const times = [0, 1.5, 2.4];
    const played = await playInThree(file.bytes, last, times);
    const wrists = [0, 1].map((person) => {
      const { rig, clip } = sourceOf(readMotionFile(file.bytes, { person }), last, {}, true);
      return times.map((time, i) => {
        const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, time));
        for (const bone of ['hips', 'leftHand', 'rightHand', 'head', 'leftFoot'] as const) {
          const joint = rig.humanoid[bone]!;
          const seen = played[i]!.get(rig.binding.nodes[joint]!)!;
          expect(distance(worldPosition(world, joint), seen), `${bone} of ${person} at ${time}`).toBeLessThan(2e-3);
        }
        return worldPosition(world, rig.humanoid.rightHand!);
      });
    });
    // They hold hands at one time, and not before.
    expect(distance(wrists[0]![1]!, wrists[1]![1]!)).toBeLessThan(0.1);
    expect(distance(wrists[0]![0]!, wrists[1]![0]!)).toBeGreaterThan(0.3);
  });

  test('has no third', () => {
    expect(() => readMotionFile(file.bytes, { person: 2 })).toThrow('the file holds 2 people, so there is no person 3');
  });
});

describe('A file of one body', () => {
  test('holds no people, with a long tail that hangs from nothing beside it too', () => {
    const { scene } = openCharacterFile('mannequin.glb', bytes);
    expect(peopleInFile(scene)).toEqual([]);
    const tail = Array.from({ length: 20 }, (_, i) => ({
      name: `tail ${i}`,
      parent: i === 0 ? -1 : scene.nodes.length + i - 1,
      translation: [0, 0.1, 0] as const,
      rotation: [0, 0, 0, 1] as const,
      scale: [1, 1, 1] as const,
    }));
    const nodes = [...scene.nodes, ...tail];
    const skinJoints = [...scene.skinJoints, ...tail.map((_, i) => scene.nodes.length + i)];
    expect(peopleInFile({ ...scene, nodes, skinJoints })).toEqual([]);
    expect(() => readMotionFile(bytes, { person: 0 })).toThrow('the file holds one body, so there is no person 1');
  });
});
