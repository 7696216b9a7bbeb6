import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle, multiply } from '../../../../core/math/quat.ts';
import { withoutCalibration } from '../../../../core/formats/gltf/calibration-frame.ts';
import { motionSource } from '../../../../core/formats/clips/motion-source.ts';
import type { FileAnimation } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { DRAWN_EXTRAS } from '../../../../core/formats/gltf/stick-mark.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const asset = readGltf(new Uint8Array(readFileSync(MANNEQUIN)));
const scene = readCharacterScene(asset);
const rig = buildRig(scene);
const nodeOf = (bone: 'leftUpperArm' | 'leftUpperLeg') => rig.binding.nodes[rig.humanoid[bone]!]!;

const bones = new Set([nodeOf('leftUpperArm'), nodeOf('leftUpperLeg')]);

/** An arm that is turned by so many degrees in each frame, and a leg that hangs still, `step` seconds a frame from `begin` on. */
function armTurning(degrees: readonly number[], step = 1 / 30, begin = 0): FileAnimation {
  const times = Float64Array.from(degrees, (_, frame) => begin + frame * step);
  const rotated = (node: number, angles: readonly number[]) => ({
    node,
    path: 'rotation' as const,
    interpolation: 'LINEAR' as const,
    times,
    values: Float64Array.from(
      angles.flatMap((angle) => multiply(scene.nodes[node]!.rotation, fromAxisAngle([0, 0, 1], (angle * Math.PI) / 180))),
    ),
  });
  const still = degrees.map(() => 0);
  const channels = [rotated(nodeOf('leftUpperArm'), degrees), rotated(nodeOf('leftUpperLeg'), still)];
  return { name: 'recorded', start: begin, end: times.at(-1)!, channels };
}

const recorded = [0, 60, 61, 62, 63, 64];

test('a first frame from which the motion leaps away is left out of what was recorded', () => {
  const animation = armTurning(recorded, 1 / 30, 0.5);
  const { start, end, channels } = withoutCalibration(bones, animation);
  expect(start).toBeCloseTo(0.5 + 1 / 30, 12);
  expect(end).toBe(animation.end);
  for (const [i, { times, values }] of channels.entries()) {
    expect([...times]).toEqual([...animation.channels[i]!.times].slice(1));
    expect([...values]).toEqual([...animation.channels[i]!.values].slice(4));
  }
});

test.each([
  ['goes on as fast', [0, 60, 120, 60, 0], 1 / 30],
  ['leaps by little', [0, 29, 30, 31, 32], 1 / 30],
  ['has keys that a person set', recorded, 0.25],
  ['has fewer frames than tell', [0, 60, 61], 1 / 30],
])('a motion that %s is kept as it is', (_, degrees, step) => {
  const animation = armTurning(degrees, step);
  expect(withoutCalibration(bones, animation)).toBe(animation);
});

test('a motion says so, unless its first frame was decided on before', () => {
  const animation = armTurning(recorded);
  const brought = motionSource({ asset, scene, rig }, animation);
  expect(brought.leavesFirst).toBe(true);
  expect(brought.clip.duration).toBeCloseTo(4 / 30, 9);
  const drawn = { ...asset, document: { ...asset.document, asset: { version: '2.0', extras: DRAWN_EXTRAS } } };
  for (const kept of [
    motionSource({ asset, scene, rig }, animation, { keepsFirst: true }),
    motionSource({ asset: drawn, scene, rig }, animation),
  ]) {
    expect(kept.leavesFirst).toBe(false);
    expect(kept.clip.duration).toBeCloseTo(5 / 30, 9);
  }
});
