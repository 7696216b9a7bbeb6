import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { springClip } from '../../../core/animation/spring-clip.ts';
import { createSwingingSprings } from '../../../core/animation/swing-springs.ts';
import { writeClip } from '../../../core/formats/clips/motion-formats.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle, quatAt } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { nodeTransforms } from '../../../core/skeleton/binding.ts';
import { forwardKinematics, pointOf } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { springyFigure, swayingPose } from '../../helpers/springy-figure.ts';
import truth from './springs-of-three-vrm.json' with { type: 'json' };

/** What another program has after each of some numbers of steps: the rotations of nodes by name. */
type Steps = Readonly<Record<string, Readonly<Record<string, number[]>>>>;

/** The largest difference of two rotations' numbers; a quaternion and its opposite are one. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const by = (sign: number) => Math.max(...Array.from(a, (value, i) => Math.abs(value - sign * b[i]!)));
  return Math.min(by(1), by(-1));
}

function compareWith(steps: Steps, { nodes }: CharacterScene, { skeleton, springs, binding }: Rig, poseAt: (s: number) => Pose) {
  const swinging = createSwingingSprings(skeleton, springs!);
  swinging.place(restPose(skeleton));
  let compared = 0;
  for (let i = 1; i <= 180; i++) {
    const pose = poseAt(i / 60);
    swinging.step(pose, 1 / 60);
    const { rotations } = nodeTransforms(binding, forwardKinematics(skeleton, pose));
    for (const { joint } of steps[i] ? springs!.list : []) {
      const wanted = steps[i]![nodes[binding.nodes[joint]!]!.name]!;
      const got = quatAt(rotations, joint);
      expect(apart(got, wanted)).toBeLessThan(2e-7);
      compared++;
    }
  }
  return compared;
}

function godette() {
  const path = sharedData('vrm/godette-vrm0.vrm');
  if (!path) return null;
  const { bytes, scene } = readCharacter('godette-vrm0.vrm', new Uint8Array(readFileSync(path)));
  return { bytes, scene, rig: buildRig(scene) };
}

/** The body sways for two seconds. */
function swaying(rig: Rig, fps: number, loop = false) {
  const poses = Array.from({ length: 2 * fps + 1 }, (_, frame) => swayingPose(rig, frame / fps));
  return clipFromPoses(rig.skeleton, poses, { id: 'sway', name: 'Sway', fps, loop });
}

function keysOf(rig: Rig, clip: ReturnType<typeof swaying>) {
  const swung = new Set(rig.springs!.list.map(({ joint }) => joint));
  return springClip(rig, clip).tracks.filter(({ joint }) => swung.has(joint));
}

describe('spring bones', () => {
  test('swing as three-vrm lets those of VRM 1.0 swing: gravity, a sphere, a capsule and a centre', () => {
    const { scene, rig } = springyFigure();
    expect(compareWith(truth.figure, scene, rig, (seconds) => swayingPose(rig, seconds))).toBe(25);
  });

  test('swing as three-vrm lets those of a VRM 0.x file swing', () => {
    const character = godette();
    if (!character) return console.log('skipped: godette-vrm0.vrm is not there');
    const { scene, rig } = character;
    expect(compareWith(truth.godette, scene, rig, (seconds) => swayingPose(rig, seconds))).toBe(80);
  });

  test('stay at their lengths and out of colliders', () => {
    const { rig } = springyFigure();
    const { skeleton, springs } = rig;
    const clip = springClip(rig, swaying(rig, 30));
    let nearest = Infinity;
    for (let frame = 0; frame <= 60; frame++) {
      const world = forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / 30));
      const { joint, tail, hitRadius, colliders } = springs!.list.find(({ joint: j }) => skeleton.names[j] === 'skirt2')!;
      const { joint: leg, from, to, radius } = springs!.colliders[colliders[0]!]!;
      const [end, a, b] = [pointOf(world, joint, tail), pointOf(world, leg, from), pointOf(world, leg, to)];
      // The nearest of very many points of the capsule's axis.
      for (let i = 0; i <= 1000; i++) {
        const point = a.map((value, c) => value + ((b[c]! - value) * i) / 1000) as [number, number, number];
        nearest = Math.min(nearest, distance(end, point) - radius - hitRadius);
      }
    }
    // Pushed out, the end comes back to its length, which may take it in again by a little: so has the specification it.
    expect(nearest).toBeGreaterThan(-0.01);
    expect(nearest).toBeLessThan(0.02);
  });
});

describe('a clip with spring bones', () => {
  test.each([24, 30, 60, 120])('at %i frames a second is the same each time it is made', (fps) => {
    const [first, second] = [springyFigure().rig, springyFigure().rig].map((rig) => keysOf(rig, swaying(rig, fps)));
    expect(first!.length).toBe(5);
    expect(first![0]!.times.length).toBe(2 * fps + 1);
    expect(second).toEqual(first);
  });

  test('is made once, and leaves what does not swing as it is', () => {
    const { rig } = springyFigure();
    const clip = swaying(rig, 30);
    const swung = springClip(rig, clip);
    expect(springClip(rig, clip)).toBe(swung);
    const others = swung.tracks.filter(({ joint }) => !rig.springs!.list.some((spring) => spring.joint === joint));
    expect(others).toEqual(clip.tracks);
    const { springs: _, ...stiff } = rig;
    expect(springClip(stiff, clip)).toBe(clip);
  });

  test('begins at rest: a body that stands still keeps its hair still', () => {
    const { rig } = springyFigure();
    const pose = restPose(rig.skeleton);
    setRotation(pose, rig.humanoid.head!, fromAxisAngle([1, 0, 0], 0.8));
    const clip = clipFromPoses(rig.skeleton, Array(31).fill(pose), { id: 'still', name: 'Still', fps: 30, loop: false });
    for (const { values } of keysOf(rig, clip)) {
      for (let i = 4; i < values.length; i += 4) expect(apart(values.slice(i, i + 4), values.slice(0, 4))).toBeLessThan(2e-4);
    }
    // The plait hangs along its gravity, and is not as it was drawn.
    const plait = keysOf(rig, clip).find(({ joint }) => rig.skeleton.names[joint] === 'hair1')!;
    expect(plait.values[3]).toBeLessThan(0.999);
  });

  test('meets itself where it loops, also where it goes forward', () => {
    const { rig } = springyFigure();
    const seconds = 2 * Math.PI;
    const poses = Array.from({ length: 61 }, (_, frame) => swayingPose(rig, (frame / 60) * seconds));
    const loop = clipFromPoses(rig.skeleton, poses, { id: 'loop', name: 'Loop', fps: 24, loop: true });
    const jumps = (clip: typeof loop) => keysOf(rig, clip).map(({ values }) => apart(values.slice(0, 4), values.slice(-4)));
    expect(Math.max(...jumps({ ...loop, loop: false }))).toBeGreaterThan(0.01);
    expect(Math.max(...jumps(loop))).toBeLessThan(1e-3);
  });

  test('swings about the keys of its own that a spring bone has', () => {
    const { rig } = springyFigure();
    const hair = rig.springs!.list.find(({ joint }) => rig.skeleton.names[joint] === 'hair1')!.joint;
    const turned = restPose(rig.skeleton);
    setRotation(turned, hair, fromAxisAngle([0, 0, 1], 1));
    const still = (pose: Pose) => clipFromPoses(rig.skeleton, [pose, pose], { id: 'a', name: 'A', fps: 30, loop: false });
    const first = (clip: ReturnType<typeof still>) => rotationOf(sampleClip(rig.skeleton, springClip(rig, clip), 0), hair);
    const plain = first(still(restPose(rig.skeleton)));
    expect(Math.abs(first(still(turned)).reduce((sum, v, c) => sum + v * plain[c]!, 0))).toBeLessThan(0.95);
  });

  test('is exported as it is shown, and the file tells it', () => {
    const character = godette();
    if (!character) return console.log('skipped: godette-vrm0.vrm is not there');
    const { rig } = character;
    const clip = springClip(rig, swaying(rig, 30));
    const written = writeClip(character, 'glb', clip);
    const errors = written.compare(written.bytes);
    expect(errors.angle).toBeLessThan(2e-3);
    const stiff = writeClip(character, 'glb', swaying(rig, 30));
    expect(written.bytes.length).toBeGreaterThan(stiff.bytes.length + 16 * 61 * 16);
  });
});
