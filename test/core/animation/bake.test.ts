import {
  AnimationClip,
  AnimationMixer,
  Object3D,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
  Quaternion,
} from 'three';
import { describe, expect, test } from 'vitest';
import { bakeClip, bakePose, type NodeAnimation } from '../../../core/animation/bake.ts';
import type { Interpolation } from '../../../core/animation/clip.ts';
import { createClip, setInterpolation, setKey } from '../../../core/animation/keys.ts';
import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import type { SceneNode } from '../../../core/skeleton/scene.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';
import { few } from '../../helpers/extent.ts';

/** The nodes as three.js objects: an independent player of node animations. */
function threeScene(nodes: readonly SceneNode[]): { scene: Object3D; objects: Object3D[] } {
  const objects = nodes.map(({ translation, rotation, scale }, i) => {
    const object = new Object3D();
    object.name = `node${i}`;
    object.position.set(...translation);
    object.quaternion.set(...rotation);
    object.scale.set(...scale);
    return object;
  });
  const scene = new Object3D();
  nodes.forEach(({ parent }, i) => (parent < 0 ? scene : objects[parent]!).add(objects[i]!));
  return { scene, objects };
}

function player(nodes: readonly SceneNode[], animation: NodeAnimation): (time: number) => Object3D[] {
  const { scene, objects } = threeScene(nodes);
  const times = Array.from(animation.times);
  const tracks = animation.channels.map(({ node, path, values }) =>
    path === 'rotation'
      ? new QuaternionKeyframeTrack(`node${node}.quaternion`, times, Array.from(values))
      : new VectorKeyframeTrack(`node${node}.position`, times, Array.from(values)),
  );
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(new AnimationClip('clip', times.at(-1)! + 1, tracks)).play();
  return (time) => {
    mixer.setTime(time);
    scene.updateMatrixWorld(true);
    return objects;
  };
}

/** Largest world distance (mm) and angle (degrees) over all joints between the file's nodes and the studio's pose. */
function difference(rig: Rig, objects: readonly Object3D[], pose: Pose): { millimetres: number; degrees: number } {
  const world = forwardKinematics(rig.skeleton, pose);
  let millimetres = 0;
  let degrees = 0;
  rig.binding.nodes.forEach((node, j) => {
    const position = objects[node]!.getWorldPosition(new Vector3());
    const turn = objects[node]!.getWorldQuaternion(new Quaternion());
    millimetres = Math.max(millimetres, 1000 * distance([position.x, position.y, position.z], worldPosition(world, j)));
    degrees = Math.max(degrees, toDegrees(angleBetween([turn.x, turn.y, turn.z, turn.w], worldRotation(world, j))));
  });
  return { millimetres, degrees };
}

function movingClip(rig: Rig, interpolation: Interpolation) {
  const random = seededRandom(3);
  let clip = createClip('c', 'Clip', { fps: 30, duration: 1 });
  for (const time of [0, 0.2, 0.2333, 0.5, 1]) clip = setKey(rig.skeleton, clip, time, randomPose(rig.skeleton, random, 0.8));
  return setInterpolation(clip, interpolation);
}

describe.each([false, true])('with feet under the root in the file: %s', (feetUnderRoot) => {
  const { rig, nodes } = smallBiped({ feetUnderRoot });

  test('the rest pose of the rig is the rest pose of its file', () => {
    const { scene, objects } = threeScene(nodes);
    scene.updateMatrixWorld(true);
    const { millimetres, degrees } = difference(rig, objects, restPose(rig.skeleton));
    expect(millimetres).toBeLessThan(1e-6);
    expect(degrees).toBeLessThan(1e-5);
  });

  test.each(few(['linear', 'ease', 'cubic', 'step'] as const, 3))(
    '%s: what three.js plays is what the studio shows, within 0.1 mm and 0.05°',
    (interpolation) => {
      const clip = movingClip(rig, interpolation);
      const play = player(nodes, bakeClip(rig, clip));
      for (let i = 0; i <= 500; i++) {
        const time = i / 500;
        const justBeforeStep = clipKeyTimes(clip).some((key) => key > time - 1e-9 && key - time < 3e-4 && key !== time);
        if (interpolation === 'step' && justBeforeStep) continue;
        const { millimetres, degrees } = difference(rig, play(time), sampleClip(rig.skeleton, clip, time));
        expect(millimetres, `at ${time}`).toBeLessThan(0.1);
        expect(degrees, `at ${time}`).toBeLessThan(0.05);
      }
    },
  );

  test('a still pose puts the nodes where the joints are', () => {
    const pose = randomPose(rig.skeleton, seededRandom(4));
    const { scene, objects } = threeScene(nodes);
    for (const { node, translation, rotation } of bakePose(rig, pose)) {
      objects[node]!.position.set(...translation);
      objects[node]!.quaternion.set(...rotation);
    }
    scene.updateMatrixWorld(true);
    const { millimetres, degrees } = difference(rig, objects, pose);
    expect(millimetres).toBeLessThan(1e-6);
    expect(degrees).toBeLessThan(1e-5);
  });
});

test('a foot that hangs from the root in the file follows a fast knee within 0.1 mm', () => {
  const { rig, nodes } = smallBiped({ feetUnderRoot: true });
  const kicked = restPose(rig.skeleton);
  setRotation(kicked, rig.humanoid.leftUpperLeg!, fromAxisAngle([1, 0, 0], -1.4));
  setRotation(kicked, rig.humanoid.leftLowerLeg!, fromAxisAngle([1, 0, 0], 1.9));
  const legs = [rig.humanoid.leftUpperLeg!, rig.humanoid.leftLowerLeg!];
  let clip = setKey(rig.skeleton, createClip('c', 'Clip', { duration: 0.2 }), 0, restPose(rig.skeleton), legs);
  clip = setKey(rig.skeleton, clip, 0.2, kicked, legs);
  const play = player(nodes, bakeClip(rig, clip));
  for (let time = 0; time <= 0.2; time += 0.001) {
    expect(difference(rig, play(time), sampleClip(rig.skeleton, clip, time)).millimetres, `at ${time}`).toBeLessThan(0.1);
  }
});

test('joints that stay at rest get no channel, and only those that move in the file get translations', () => {
  const { rig } = smallBiped({ feetUnderRoot: true });
  const { skeleton } = rig;
  const knee = skeleton.names.indexOf('leftLowerLeg');
  const bent = restPose(skeleton);
  setRotation(bent, knee, fromAxisAngle([1, 0, 0], 0.7));
  const clip = setKey(skeleton, setKey(skeleton, createClip('c', 'Clip'), 0, restPose(skeleton)), 1, bent);
  const written = bakeClip(rig, clip).channels.map(
    ({ node, path }) => `${skeleton.names[rig.binding.nodes.indexOf(node)]} ${path}`,
  );
  expect(written.sort()).toEqual(['leftFoot rotation', 'leftFoot translation', 'leftLowerLeg rotation']);
});

test('a moving root gets a translation, in the units of the file', () => {
  const { rig } = smallBiped();
  const moved = restPose(rig.skeleton);
  moved[1] = 0.25;
  const clip = setKey(rig.skeleton, setKey(rig.skeleton, createClip('c', 'Clip'), 0, restPose(rig.skeleton)), 1, moved);
  const { channels, times } = bakeClip(rig, clip);
  expect(channels.map(({ path }) => path)).toEqual(['translation']);
  const { values } = channels[0]!;
  const last = 3 * (times.length - 1);
  expect(Math.hypot(values[last]! - values[0]!, values[last + 1]! - values[1]!, values[last + 2]! - values[2]!)).toBeCloseTo(
    25,
    4,
  );
});

test('a range is written from time 0 on, with both its ends', () => {
  const { rig } = smallBiped();
  const clip = movingClip(rig, 'linear');
  const { times } = bakeClip(rig, clip, { from: 0.21, to: 0.72, fps: 60 });
  expect(times[0]).toBe(0);
  expect(times.at(-1)).toBeCloseTo(0.51, 6);
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
  expect(Array.from(times).some((time) => Math.abs(time - 0.29) < 1e-6)).toBe(true);
});

test('quaternions of neighbouring samples lie in the same hemisphere', () => {
  const { rig } = smallBiped();
  const clip = movingClip(rig, 'linear');
  const flipped = clip.tracks.map((track) => {
    const odd = (i: number) => Math.floor(i / 4) % 2 === 1;
    return track.joint < 0 ? track : { ...track, values: track.values.map((value, i) => (odd(i) ? -value : value)) };
  });
  const { channels, times } = bakeClip(rig, { ...clip, tracks: flipped });
  for (const { path, values } of channels) {
    for (let k = 1; path === 'rotation' && k < times.length; k++) {
      let cosine = 0;
      for (let c = 0; c < 4; c++) cosine += values[4 * k + c]! * values[4 * k - 4 + c]!;
      expect(cosine).toBeGreaterThan(0);
    }
  }
});

test('a clip that stays at rest is still a usable animation', () => {
  const { rig } = smallBiped();
  expect(bakeClip(rig, createClip('c', 'Clip')).channels).toHaveLength(1);
});
