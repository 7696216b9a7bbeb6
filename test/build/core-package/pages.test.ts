import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { Quaternion, Vector3, type Object3D } from 'three';
import { clone } from 'three/examples/jsm/utils/SkeletonUtils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadInThree } from '../../core/formats/oracles.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { installPackage, type InstalledPackage } from './installed-package.ts';

let core: InstalledPackage;
beforeAll(async () => void (core = await installPackage()), 120_000);
afterAll(() => core?.remove());

const knight = sharedData('rigs/kaykit-knight.glb');
const walk = sharedData('bvh/cmu-12_01-walk.bvh');
type Vec3 = [number, number, number];

function placeOf(root: Object3D, name: string): Vector3 {
  root.updateMatrixWorld(true);
  return root.getObjectByName(name)!.getWorldPosition(new Vector3());
}

test('the ten lines of README pull a hand in three.js', async () => {
  const { scene } = await loadInThree(readFileSync(MANNEQUIN));
  const pull = (await core.loadExample('README-1'))['pull']!(scene) as (target: Vec3) => void;
  scene.position.set(4, 0, 1);
  const target = placeOf(scene, 'leftHand').lerp(placeOf(scene, 'head'), 0.2);
  pull(target.toArray());
  expect(placeOf(scene, 'leftHand').distanceTo(target)).toBeLessThan(1.1e-3);
});

test('a character of three.js follows trackers that are worn anyhow, and its feet stand', async () => {
  const { scene } = await loadInThree(readFileSync(MANNEQUIN));
  const { calibrate, frame } = (await core.loadExample('tracking-1'))['follow']!(scene) as Record<
    string,
    (...values: unknown[]) => void
  >;
  const worn = new Quaternion(0.6, 0, 0, 0.8);
  const shownBy = (bone: string, by: Vector3): object => {
    const rotation = scene.getObjectByName(bone)!.getWorldQuaternion(new Quaternion()).multiply(worn);
    return { position: placeOf(scene, bone).add(by).toArray(), rotation: rotation.toArray() };
  };
  const places = (hand: Vector3): object => ({
    head: shownBy('head', new Vector3(0, 0.1, 0)),
    leftHand: shownBy('leftHand', hand),
    rightHand: shownBy('rightHand', new Vector3()),
  });
  const [rest, foot] = [places(new Vector3()), placeOf(scene, 'leftFoot')];
  const moved = placeOf(scene, 'leftHand').add(new Vector3(-0.2, -0.1, 0.2));
  const asked = places(new Vector3(-0.2, -0.1, 0.2));
  calibrate!(rest);
  for (let i = 0; i < 3; i++) frame!(asked, 1 / 90);
  expect(placeOf(scene, 'leftHand').distanceTo(moved)).toBeLessThan(0.02);
  expect(placeOf(scene, 'leftFoot').distanceTo(foot)).toBeLessThan(0.02);
});

test('all clones that share one rig reach for a place, each from where it stands; one that was linked elsewhere is refused', async () => {
  const { scene } = await loadInThree(readFileSync(MANNEQUIN));
  const clones = [clone(scene), clone(scene), clone(scene)];
  const reach = (await core.loadExample('crowd-3'))['linkAll']!(clones) as (target: Vec3) => number;
  for (const [k, own] of clones.entries()) {
    own.rotation.y = 0.2 * k;
    own.position.x = 0.03 * k;
  }
  const target = placeOf(scene, 'leftHand').lerp(placeOf(scene, 'head'), 0.3);
  expect(reach(target.toArray())).toBe(3);
  for (const own of clones) expect(placeOf(own, 'leftHand').distanceTo(target)).toBeLessThan(1.1e-3);
  const { buildRig, sceneFromObject3D } = await core.load();
  const rig = buildRig(sceneFromObject3D(scene).scene);
  expect(() => sceneFromObject3D(clones[1]!).read(rig)).toThrow('link clones before they are placed');
});

test.skipIf(knight === null)(
  'the programs for Babylon.js stop the group that plays, and the pose stays when a frame is drawn',
  async () => {
    const engine = new NullEngine();
    const { buildRig, sceneFromBabylon } = await core.load();
    try {
      for (const program of ['babylon-1', 'README-2']) {
        const scene = new Scene(engine);
        const bytes = readFileSync(knight!);
        const { meshes, animationGroups } = await ImportMeshAsync(`data:;base64,${bytes.toString('base64')}`, scene, {
          pluginExtension: '.glb',
        });
        const [root] = meshes;
        scene.activeCamera = new FreeCamera('camera', root!.position.clone(), scene);
        expect(animationGroups.filter(({ isPlaying }) => isPlaying)).toHaveLength(1);
        const rig = buildRig(sceneFromBabylon(root!).scene);
        const hand = scene.getTransformNodeByName(rig.skeleton.names[rig.humanoid.leftHand!]!)!;
        const at = () => {
          hand.computeWorldMatrix(true);
          return hand.getAbsolutePosition().clone();
        };
        const exported = await core.loadExample(program);
        root!.position.set(2, 0, 1);
        const target = at().add(root!.position.clone().set(0, 0.05, 0));
        if (program === 'babylon-1')
          expect(exported['reach']!(root, animationGroups, [target.x, target.y, target.z])).toBe('reached');
        else {
          for (const group of animationGroups) group.stop();
          (exported['pull']!(root) as (target: Vec3) => void)([target.x, target.y, target.z]);
        }
        const reached = at();
        for (let frame = 0; frame < 3; frame++) scene.render();
        expect([reached.subtract(target).length() < 1.1e-3, at().subtract(reached).length() < 1e-6], program).toEqual([
          true,
          true,
        ]);
        scene.dispose();
      }
    } finally {
      engine.dispose();
    }
  },
);

test.skipIf(knight === null)('the page of clips makes, brings over, checks and repairs one', async () => {
  const [before, after] = (await core.loadExample('clips-1'))['nod']!(readFileSync(MANNEQUIN), readFileSync(knight!)) as [
    number,
    number,
  ];
  expect(before).toBeGreaterThan(0);
  expect(after).toBeLessThan(before);
});

test.skipIf(walk === null)('the page of libraries completes a body from motion', async () => {
  const exported = await core.loadExample('library-2');
  expect(exported['complete']!(readFileSync(walk!), [0.3, 1, 0.2])).toMatch(/^(reached|stalled) true$/);
});
