import { readFileSync } from 'node:fs';
import { AnimationMixer, LoopOnce, type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import type { CameraKey, Shot } from '../../../../core/animation/camera-motion.ts';
import { createClip, setKey } from '../../../../core/animation/keys.ts';
import type { CameraData } from '../../../../core/document/project-data.ts';
import { shotOf } from '../../../../core/document/shots.ts';
import type { ActorMotion } from '../../../../core/formats/clips/actor-motion.ts';
import { writeScene } from '../../../../core/formats/clips/write-scene.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { exportScene } from '../../../../core/formats/usd/export-formats.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { loadInThree, validatorIssues } from '../oracles.ts';

const bytes = new Uint8Array(readFileSync(MANNEQUIN));
const scene = readCharacterScene(readGltf(bytes));
const rig = buildRig(scene);
const clip = setKey(rig.skeleton, createClip('walk', 'Walk', { duration: 1, loop: false }), 0, restPose(rig.skeleton));
const hero: ActorMotion = {
  id: 'hero',
  name: 'Hero',
  place: { at: [2, 0, 1], turn: 0.7 },
  target: { bytes, scene, rig },
  clips: [clip],
};

const rest: Shot = { position: [0, 1.4, 5], rotation: [0, 0, 0, 1], focalLength: 35, distance: 5 };
const key = (time: number, angle: number, part: Partial<CameraKey> = {}): CameraKey => ({
  ...rest,
  position: [5 * Math.sin(angle), 1.4, 5 * Math.cos(angle)],
  rotation: fromAxisAngle([0, 1, 0], angle),
  time,
  interpolation: 'cubic',
  ...part,
});
const crane: CameraData = {
  id: 'camera-1',
  name: 'Crane',
  aspect: 2,
  rest,
  motions: { walk: { keys: [key(0, 0), key(0.5, 1.4), key(1, 2.5)] } },
};
const still: CameraData = { ...crane, id: 'camera-2', name: 'Still', aspect: 0.5, motions: {} };

describe('The cameras of a scene in its file', () => {
  test('are what was shown when they are read back, and differ where one goes elsewhere', async () => {
    const written = writeScene([hero], { cameras: [crane, still] });
    expect(written.warnings).toEqual([]);
    const errors = written.compare(written.bytes);
    expect(errors.distance).toBeLessThan(1e-3);
    expect(errors.angle).toBeLessThan(1e-3);
    const other = writeScene([hero], { cameras: [{ ...crane, motions: {} }, still] });
    expect(written.compare(other.bytes).distance).toBeGreaterThan(1);
    expect(await validatorIssues(written.bytes)).toEqual(await validatorIssues(writeScene([hero]).bytes));
  });

  test('are cameras of three.js, with the lens that was set, and go where they go here', async () => {
    const { bytes: file } = writeScene([hero], { cameras: [crane, still] });
    const { scene: loaded, animations, cameras } = await loadInThree(file);
    const [first, second] = cameras as [PerspectiveCamera, PerspectiveCamera];
    // A gate of 36 mm: 2 · atan(36 / (2 · 35 · 2)) and 2 · atan(36 / (2 · 35 · 0.5)), in degrees.
    expect([first.fov, first.aspect]).toEqual([expect.closeTo(28.84, 1), 2]);
    expect([second.fov, second.aspect]).toEqual([expect.closeTo(91.61, 1), 0.5]);
    const mixer = new AnimationMixer(loaded);
    const action = mixer.clipAction(animations.at(-1)!).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    for (const time of [0, 0.21, 0.5, 0.77, 1]) {
      mixer.setTime(time);
      loaded.updateMatrixWorld(true);
      for (const [camera, seen] of [[crane, first] as const, [still, second] as const]) {
        const { position, rotation } = shotOf(camera, 'walk', time);
        const there = seen.getWorldPosition(new Vector3()).toArray();
        there.forEach((value, axis) => expect(value).toBeCloseTo(position[axis]!, 3));
        expect(seen.getWorldQuaternion(new Quaternion()).angleTo(new Quaternion(...rotation))).toBeLessThan(1e-3);
      }
    }
  });

  test('have the focal length of their first frame, which is told where it changes', () => {
    const zoom = { ...crane, motions: { walk: { keys: [key(0, 0), key(1, 0, { focalLength: 100 })] } } };
    const { warnings, bytes: file } = writeScene([hero], { cameras: [zoom] });
    expect(warnings.join()).toContain(
      'the focal length of "Crane" changes, and a glTF camera has one: 35 mm, as in the first frame',
    );
    expect(JSON.stringify(readGltf(file).document)).toContain('"yfov":0.5033');
  });

  test('are left out of USD, which is told', () => {
    expect(exportScene([hero], 'usda', { cameras: [still] }).warnings.join()).toContain('the cameras of the scene are left out');
  });
});
