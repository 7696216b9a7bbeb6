import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Scene } from '@babylonjs/core/scene.js';
import { AnimationMixer, LoopOnce, PropertyBinding, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { writeClip, writePose } from '../../../../core/formats/clips/motion-formats.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { quatAt } from '../../../../core/math/quat.ts';
import { vec3At } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { wildClip } from '../wild-clip.ts';
import { loadFbxInThree } from './play-fbx.ts';

/** Imported without its types, which would change those of the viewport's loader. */
const BABYLON_FBX: string = '@babylonjs/loaders/FBX/index.js';

const FILES = ['rigs/unreal-names-male.glb', 'rigs/robot-expressive.glb', 'vrm/godette-vrm0.vrm'] as const;
const FRAMES = [0, 5, 17, 30];
const MOST_METRES = 1e-4;
const MOST_DEGREES = 0.05;

function exported(name: string) {
  const path = sharedData(name);
  if (path === null) return null;
  const { bytes, scene } = readCharacter(name, new Uint8Array(readFileSync(path)));
  const rig = buildRig(scene);
  const clip = wildClip(rig, 11);
  const fbx = writeClip({ bytes, scene, rig }, 'fbx', clip).bytes;
  const states = FRAMES.map((frame) => {
    const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, frame / clip.fps));
    return rig.skeleton.names.map((_, joint) => ({
      position: new Vector3(...vec3At(world.positions, joint)),
      rotation: new Quaternion(...quatAt(world.rotations, joint)),
    }));
  });
  return { rig, clip, fbx, states };
}

describe.each(FILES)('a clip on %s as FBX', (name) => {
  const made = exported(name);

  test.skipIf(made === null)('stands in three.js as it was meant', () => {
    const { rig, clip, fbx, states } = made!;
    const { scene, clips } = loadFbxInThree(fbx);
    expect(clips).toHaveLength(1);
    const mixer = new AnimationMixer(scene);
    const action = mixer.clipAction(clips[0]!).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    const bones = rig.skeleton.names.map((joint) => scene.getObjectByName(PropertyBinding.sanitizeNodeName(joint)));
    let compared = 0;
    FRAMES.forEach((frame, k) => {
      mixer.setTime(frame / clip.fps);
      scene.updateMatrixWorld(true);
      bones.forEach((bone, joint) => {
        // Names that three.js makes alike by leaving signs out are found once.
        if (!bone || bones.indexOf(bone) !== joint) return;
        compared++;
        const { position, rotation } = states[k]![joint]!;
        expect(bone.getWorldPosition(new Vector3()).multiplyScalar(0.01).distanceTo(position)).toBeLessThan(MOST_METRES);
        expect((bone.getWorldQuaternion(new Quaternion()).angleTo(rotation) * 180) / Math.PI).toBeLessThan(MOST_DEGREES);
      });
    });
    expect(compared).toBeGreaterThan(FRAMES.length * 0.8 * rig.skeleton.count);
  });

  test.skipIf(made === null)('stands in Babylon.js as it was meant', async () => {
    const { rig, fbx, clip, states } = made!;
    await import(BABYLON_FBX);
    const scene = new Scene(new NullEngine());
    scene.useRightHandedSystem = true;
    const address = `data:;base64,${Buffer.from(fbx).toString('base64')}`;
    const container = await LoadAssetContainerAsync(address, scene, { pluginExtension: '.fbx' });
    container.addAllToScene();
    const [group] = container.animationGroups;
    group!.start(false);
    group!.pause();
    const nodes = rig.skeleton.names.map((joint) => scene.getTransformNodeByName(joint));
    let compared = 0;
    FRAMES.forEach((frame, k) => {
      group!.goToFrame(frame);
      for (const each of scene.transformNodes) each.computeWorldMatrix(true);
      nodes.forEach((node, joint) => {
        if (!node || nodes.indexOf(node) !== joint) return;
        compared++;
        const matrix = node.computeWorldMatrix(true);
        const place = matrix.getTranslation();
        const turn = node.absoluteRotationQuaternion;
        const { position, rotation } = states[k]![joint]!;
        expect(new Vector3(place.x, place.y, place.z).multiplyScalar(0.01).distanceTo(position)).toBeLessThan(MOST_METRES);
        const degrees = (new Quaternion(turn.x, turn.y, turn.z, turn.w).angleTo(rotation) * 180) / Math.PI;
        expect(degrees).toBeLessThan(MOST_DEGREES);
      });
    });
    expect(compared).toBeGreaterThan(FRAMES.length * 0.8 * rig.skeleton.count);
    expect(clip.fps).toBe(30);
    scene.dispose();
  });

  test.skipIf(made === null)('opens again as a motion with the same names', () => {
    const opened = openCharacterFile('again.fbx', made!.fbx);
    expect(opened.isMotionOnly).toBe(true);
    expect(new Set(opened.scene.nodes.map((node) => node.name)).size).toBe(made!.rig.skeleton.count);
    expect(Object.keys(buildRig(opened.scene).humanoid).length).toBeGreaterThan(14);
  });
});

test('a still pose is a take of one frame, and a file that was cut is noticed', () => {
  const made = exported('rigs/unreal-names-male.glb');
  if (!made) return;
  const target = { bytes: made.fbx, scene: openCharacterFile('x.fbx', made.fbx).scene, rig: made.rig };
  const pose = sampleClip(made.rig.skeleton, made.clip, 0.5);
  const { bytes, compare } = writePose(target, 'fbx', pose);
  expect(compare(bytes).angle).toBeLessThan(1e-5);
  expect(loadFbxInThree(bytes).clips).toHaveLength(1);
  expect(() => compare(bytes.slice(0, 60))).toThrow('the exported file is not what was written');
});
