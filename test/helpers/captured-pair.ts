import { readFileSync } from 'node:fs';
import type { Clip } from '../../core/animation/clip.ts';
import { createClip, setKey } from '../../core/animation/keys.ts';
import { placeMotion } from '../../core/animation/place-motion.ts';
import { exportScene } from '../../core/formats/usd/export-formats.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import type { HandleName, Pins } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { fromPlace, intoPlace, ORIGIN, type Place } from '../../core/math/place.ts';
import { add, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { MANNEQUIN } from './mannequin.ts';

const FIRM = { translation: true, rotation: true, weight: 1 };
const STANDS: Pins = { leftFoot: FIRM, rightFoot: FIRM };

/** Where the second of the two stands, who looks at the first. */
export const SECOND: Place = { at: [0, 0, 0.72], turn: Math.PI };

/** Seconds from which to which both shake their right hands, and the second one's left hand lies on the first one's right shoulder. */
export const SHAKE = [1, 2] as const;

export function mannequinRig(bytes: Uint8Array = new Uint8Array(readFileSync(MANNEQUIN))): Rig {
  return buildRig(readCharacterScene(readGltf(bytes)));
}

/** Two mannequins as a capture has them, in one space: they come to shake hands, go up and down with them, and let go. */
export function capturedPair(rig: Rig): readonly [Clip, Clip] {
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const at = (place: Place, bone: 'rightHand' | 'leftHand' | 'rightUpperArm'): Vec3 =>
    fromPlace(place, worldPosition(rest, rig.humanoid[bone]!));
  const shoulder = add(at(ORIGIN, 'rightUpperArm'), [0.02, 0.065, 0.035]);
  const hands = (height: number): Vec3 => [0, height, SECOND.at[2] / 2];
  const moving = (place: Place, ways: readonly (readonly [time: number, goals: Partial<Record<HandleName, Vec3>>])[]): Clip => {
    const clip = ways.reduce(
      (keyed, [time, goals]) => {
        let pose = restPose(rig.skeleton);
        let pins = STANDS;
        for (const [handle, target] of Object.entries(goals) as [HandleName, Vec3][]) {
          pose = createPuller(rig).begin(pose, handle, pins).to(intoPlace(place, target)).pose.slice();
          pins = { ...pins, [handle]: FIRM };
        }
        return setKey(rig.skeleton, keyed, time, pose);
      },
      createClip('clip-1', 'Greeting', { fps: 30, duration: 3, loop: false }),
    );
    return place === ORIGIN ? clip : placeMotion(rig, clip, place);
  };
  const [begins, ends] = SHAKE;
  const half = (begins + ends) / 2;
  const first = moving(ORIGIN, [
    [0, {}],
    [begins, { rightHand: hands(1.1) }],
    [half, { rightHand: hands(1.2) }],
    [ends, { rightHand: hands(1.1) }],
    [3, {}],
  ]);
  const second = moving(SECOND, [
    [0, {}],
    [begins, { rightHand: hands(1.1), leftHand: shoulder }],
    [half, { rightHand: hands(1.2), leftHand: shoulder }],
    [ends, { rightHand: hands(1.1), leftHand: shoulder }],
    [3, {}],
  ]);
  return [first, second];
}

/** The two in one file, as a capture of both has them. */
export function capturedFile(bytes: Uint8Array, format: 'glb' | 'fbx'): Uint8Array {
  const scene = readCharacterScene(readGltf(bytes));
  const rig = buildRig(scene);
  const actors = capturedPair(rig).map((clip, i) => {
    return { id: `actor-${i + 1}`, name: `Person ${i + 1}`, place: ORIGIN, target: { bytes, scene, rig }, clips: [clip] };
  });
  return exportScene(actors, format, {}).bytes;
}
