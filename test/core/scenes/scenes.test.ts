import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Quaternion as BabylonQuaternion, Vector3 as BabylonVector3 } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import { Bone, Group, Vector3, type Object3D } from 'three';
import { afterAll, describe, expect, test } from 'vitest';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import type { Quat } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import { applyPose } from '../../../core/scenes/node-poses.ts';
import { poseFromNodes } from '../../../core/scenes/present-pose.ts';
import type { SceneLink } from '../../../core/scenes/scene-link.ts';
import { sceneFromBabylon, type TransformNodeLike } from '../../../core/scenes/scene-from-babylon.ts';
import { sceneFromObject3D, type Object3DLike } from '../../../core/scenes/scene-from-object3d.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import type { SceneNode } from '../../../core/skeleton/scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { randomPose } from '../../helpers/random-pose.ts';

const engine = new NullEngine();
afterAll(() => engine.dispose());

const file = readCharacter('mannequin.glb', readFileSync(MANNEQUIN));
const source = file.scene.nodes;

/** A character in a program's scene, and where that program says that its nodes are. */
interface Body {
  readonly link: SceneLink<Object3DLike | TransformNodeLike>;
  place(node: number): Vec3;
}

function inThree(mirrors: boolean): Body {
  const root = new Group();
  root.name = 'top';
  root.scale.set(mirrors ? -1.5 : 1.5, 1.5, 1.5);
  root.position.set(0.3, 0.1, -0.2);
  const objects = source.map((node) => {
    const object = new Bone();
    object.name = node.name;
    object.position.set(...node.translation);
    object.quaternion.set(...node.rotation);
    object.scale.set(...node.scale);
    return object;
  });
  source.forEach(({ parent }, i) => (parent < 0 ? root : objects[parent]!).add(objects[i]!));
  const link = sceneFromObject3D(root);
  return {
    link,
    place: (node) => {
      root.updateMatrixWorld(true);
      return (link.nodes[node] as Object3D).getWorldPosition(new Vector3()).toArray();
    },
  };
}

/** `loader`: below a node that mirrors, as the glTF loader of a left-handed scene puts it; `own`: made in the left-handed scene itself. */
function inBabylon(handedness: 'right' | 'loader' | 'own'): Body {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = handedness === 'right';
  const root = new TransformNode('__root__', scene);
  if (handedness === 'loader') {
    root.rotationQuaternion = new BabylonQuaternion(0, 1, 0, 0);
    root.scaling.set(1, 1, -1);
  }
  root.position.set(0.3, 0.1, -0.2);
  const nodes = source.map((each) => {
    const node = new TransformNode(each.name, scene);
    const { translation: t, rotation: q, scale: s } = handedness === 'own' ? mirrored(each) : each;
    node.position.set(...t);
    node.rotationQuaternion = new BabylonQuaternion(...q);
    node.scaling.set(...s);
    return node;
  });
  source.forEach(({ parent }, i) => (nodes[i]!.parent = parent < 0 ? root : nodes[parent]!));
  const link = sceneFromBabylon(root);
  return {
    link,
    place: (node) => {
      const own = link.nodes[node] as TransformNode;
      own.computeWorldMatrix(true);
      const { x, y, z } = own.getAbsolutePosition();
      return [x, y, z];
    },
  };
}

function mirrored({ translation: [x, y, z], rotation: [a, b, c, d], ...node }: SceneNode): SceneNode {
  return { ...node, translation: [x, y, -z], rotation: [-a, -b, c, d] };
}

describe.each([
  ['three.js', () => inThree(false)],
  ['three.js, mirrored', () => inThree(true)],
  ['Babylon.js, right-handed', () => inBabylon('right')],
  ['Babylon.js, left-handed, loaded', () => inBabylon('loader')],
  ['Babylon.js, left-handed, made there', () => inBabylon('own')],
])('a character of %s', (_, make) => {
  const { link, place } = make();
  const rig = buildRig(link.scene);

  test('is found with all its bones and without a warning of mirroring', () => {
    expect(rig.report.missing).toEqual(buildRig(file.scene).report.missing);
    expect(rig.report.warnings.filter((warning) => warning.includes('mirror'))).toEqual([]);
  });

  test('stands where the pose says, by the reckoning of the program, also back at rest', () => {
    const dice = seededRandom(3);
    for (const pose of [randomPose(rig.skeleton, dice), randomPose(rig.skeleton, dice), restPose(rig.skeleton)]) {
      pose.set([0.1, -0.05, 0.2]);
      applyPose(rig, restPose(rig.skeleton), link.write);
      const world = forwardKinematics(rig.skeleton, pose);
      const expected = [...rig.skeleton.names.keys()].map((j) => link.pointInScene(worldPosition(world, j)));
      for (const apply of [() => applyPose(rig, pose, link.write), () => link.apply(rig, pose)]) {
        applyPose(rig, restPose(rig.skeleton), link.write);
        apply();
        for (const [j, name] of rig.skeleton.names.entries()) {
          expect(distance(place(rig.binding.nodes[j]!), expected[j]!), name).toBeLessThan(1e-5);
        }
      }
    }
  });

  test('brings a hand to a place of the program', () => {
    const hand = rig.humanoid.leftHand!;
    const node = rig.binding.nodes[hand]!;
    applyPose(rig, restPose(rig.skeleton), link.write);
    const [x, y, z] = place(node);
    const target: Vec3 = [0.8 * x, y - 0.1, z + 0.1];
    const goals = [{ kind: 'position', joint: hand, target: link.point(target) }] as const;
    const outcome = createSolver(rig.skeleton).solve(restPose(rig.skeleton), goals);
    applyPose(rig, outcome.pose, link.write);
    expect(outcome.status).toBe('reached');
    expect(distance(place(node), target)).toBeLessThan(1.1e-3);
  });

  test('gives the pose back that its nodes stand in', () => {
    const pose = randomPose(rig.skeleton, seededRandom(9));
    const written = new Map<number, { translation: Vec3; rotation: Quat }>();
    applyPose(rig, pose, (index, translation, rotation) => written.set(index, { translation, rotation }));
    const back = poseFromNodes(rig, (index) => written.get(index)!);
    const world = forwardKinematics(rig.skeleton, back);
    const wanted = forwardKinematics(rig.skeleton, pose);
    for (let i = 0; i < world.positions.length; i++) expect(world.positions[i]).toBeCloseTo(wanted.positions[i]!, 8);
    for (let i = 0; i < world.rotations.length; i++) {
      expect(Math.abs(world.rotations[i]!)).toBeCloseTo(Math.abs(wanted.rotations[i]!), 7);
    }
  });
});

test('a node of Babylon.js without a quaternion turns as its angles say', () => {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  const node = new TransformNode('top', scene);
  node.rotation = new BabylonVector3(0.3, -0.7, 1.1);
  const own = node.rotation.toQuaternion();
  const [x, y, z, w] = sceneFromBabylon(node).scene.nodes[0]!.rotation;
  expect([x, y, z, w].map((value) => value.toFixed(9))).toEqual([own.x, own.y, own.z, own.w].map((value) => value.toFixed(9)));
});

test('what is no scene, rig, pose or transform is refused in a sentence', () => {
  const rig = buildRig(inThree(false).link.scene);
  expect(() => sceneFromObject3D({} as Object3DLike)).toThrow(/^the object must be an Object3D of three.js/);
  expect(() => sceneFromBabylon({} as TransformNodeLike)).toThrow(/^the node must be a TransformNode of Babylon.js/);
  expect(() => applyPose({} as typeof rig, restPose(rig.skeleton), () => {})).toThrow(/^the rig must be one that buildRig made/);
  expect(() => applyPose(rig, new Float64Array(3), () => {})).toThrow(/^the pose to apply: a pose of this skeleton has/);
  expect(() => applyPose(rig, restPose(rig.skeleton), undefined as never)).toThrow(/^write must be a function/);
  expect(() => poseFromNodes(rig, () => ({ translation: [0, NaN, 0], rotation: [0, 0, 0, 1] }))).toThrow(
    /^node \d+: the translation/,
  );
});
