import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { retargetClip } from '../../../../core/animation/retarget-clip.ts';
import { frameTimes, posesAt } from '../../../../core/animation/joint-paths.ts';
import type { Clip } from '../../../../core/animation/clip.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../../../core/skeleton/scene.ts';
import { isMoment } from '../../../../core/formats/clips/source-rest.ts';
import { motionSource, type MotionReading } from '../../../../core/formats/clips/motion-source.ts';
import { sampleAnimation } from '../../../../core/formats/gltf/animation-sampling.ts';
import { readAnimations, type FileAnimation } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sharedData } from '../../../helpers/shared-data.ts';

const path = sharedData('rigs/kaykit-knight.glb');
if (!path) console.log('SKIP rests of motions: the folder ../shared/data is not there');
const asset = readGltf(new Uint8Array(readFileSync(path ?? MANNEQUIN)));
const scene = readCharacterScene(asset);
const { animations } = readAnimations(asset);
const named = (name: string): FileAnimation => animations.find((each) => each.name === name)!;
const target = buildRig(readCharacterScene(readGltf(new Uint8Array(readFileSync(MANNEQUIN)))));

/** The scene resting as it is at a moment of an animation; what that leaves alone keeps its place in every other one. */
function restingAt(animation: FileAnimation, time: number): CharacterScene {
  const locals = sampleAnimation(scene, animation, time);
  return { ...scene, nodes: scene.nodes.map((node, i) => ({ ...node, ...locals[i]! })), meshExtents: [] };
}

function broughtFrom(from: CharacterScene, animation: FileAnimation, rest?: MotionReading['rest']) {
  const source = motionSource({ asset, scene: from, rig: buildRig(from) }, animation, { rest, fps: 30 });
  return { ...source, result: retargetClip(source.rig, source.clip, target, { fps: 30 }) };
}

/** Mean angle in degrees between thighs, shins and arms of two clips of the target. */
function difference(a: Clip, b: Clip): number {
  const bones = (['left', 'right'] as const).flatMap((side) => [
    [`${side}UpperArm`, `${side}LowerArm`] as const,
    [`${side}UpperLeg`, `${side}LowerLeg`] as const,
    [`${side}LowerLeg`, `${side}Foot`] as const,
  ]);
  const directions = (rig: Rig, clip: Clip) =>
    posesAt(rig.skeleton, clip, frameTimes(clip)).map((pose) => {
      const world = matrixKinematics(rig.skeleton, pose);
      return bones.map(([from, to]) => {
        const [p, q] = [from, to].map((bone) => positionOf(world[rig.humanoid[bone]!]!));
        const way = q!.map((value, c) => value - p![c]!);
        return way.map((value) => value / Math.hypot(...way));
      });
    });
  const [left, right] = [directions(target, a), directions(target, b)];
  const angles = left.flatMap((frame, f) =>
    frame.map((way, i) =>
      Math.acos(
        Math.min(
          1,
          way.reduce((sum, value, c) => sum + value * right[f]![i]![c]!, 0),
        ),
      ),
    ),
  );
  return ((angles.reduce((sum, angle) => sum + angle, 0) / angles.length) * 180) / Math.PI;
}

describe.skipIf(!path)('a motion whose file rests otherwise', () => {
  const walking = named('Walking_A');
  let plain: ReturnType<typeof broughtFrom>;
  beforeAll(() => {
    plain = broughtFrom(scene, walking);
  });

  test('in a pose to stand in is measured from that', () => {
    expect(plain.rest).toMatchObject({ choice: 'file', stands: true });
    expect(plain.rests.length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['sitting on the floor', 'Sit_Floor_Idle', 0.5],
    ['running', 'Running_A', 0.1],
    ['lying', 'Death_A_Pose', 0],
  ])('%s comes over as the same motion', (_, pose, moment) => {
    const animation = named(pose);
    const folded = broughtFrom(restingAt(animation, animation.start + moment), walking);
    expect(folded.rest.choice).not.toBe('file');
    expect(folded.rest.stands).toBe(true);
    expect(difference(folded.result.clip, plain.result.clip)).toBeLessThan(3);
  });

  test('is measured from the moment in which a body stands best of all clips of the file, in each of them', () => {
    const running = named('Running_A');
    const from = restingAt(running, running.start + 0.1);
    const takes = [walking, named('Sit_Floor_Idle'), named('Idle')];
    const rig = buildRig(from);
    const rests = takes.map((take) => motionSource({ asset, scene: from, rig }, take, { takes }));
    const [one, ...others] = rests.map((source) => source.rig.skeleton.rest);
    for (const other of others) expect([...other]).toEqual([...one!]);
    const clips = rests.map(({ rest }) => (isMoment(rest.choice) ? (rest.choice.clip ?? 'its own') : rest.choice));
    expect(clips.filter((each) => each === 'its own')).toHaveLength(1);
    const [choice] = rests.map(({ rest }) => rest.choice).filter((each) => isMoment(each) && each.clip !== undefined);
    expect(motionSource({ asset, scene: from, rig }, takes[1]!, { takes, rest: choice! }).rig.skeleton.rest).toEqual(one);
    const missing = { seconds: 0, clip: 'no such clip' };
    expect(() => motionSource({ asset, scene: from, rig }, walking, { takes, rest: missing })).toThrow(
      'the file has no clip "no such clip" that its skeleton could rest in',
    );
  });

  test('is measured from what is chosen, and refuses what is not there', () => {
    expect(broughtFrom(scene, walking, { seconds: 0.2 }).rest.choice).toEqual({ seconds: 0.2 });
    expect(broughtFrom(scene, walking, 'tPose').rest.choice).toBe('tPose');
    expect(() => broughtFrom(scene, walking, { seconds: 50 })).toThrow('cannot rest as it is after 50 s');
    expect(() => broughtFrom(scene, walking, 'bind')).toThrow('no bind pose of its own');
  });

  test('moves nodes outside any skin: they are found by their names', () => {
    const count = scene.nodes.length;
    const twins = scene.nodes.map((node) => ({ ...node, parent: node.parent < 0 ? -1 : node.parent + count }));
    const doubled = { ...scene, nodes: [...scene.nodes, ...twins] };
    const moved = { ...walking, channels: walking.channels.map((channel) => ({ ...channel, node: channel.node + count })) };
    const { result, clip } = broughtFrom(doubled, moved);
    expect(clip.tracks.length).toBeGreaterThan(10);
    expect(difference(result.clip, plain.result.clip)).toBeLessThan(0.5);
  });
});

test.skipIf(!sharedData('vrm/three-vrm-test.vrma'))('a motion whose hips rest at height 0 comes over in finite numbers', () => {
  const vrma = readGltf(new Uint8Array(readFileSync(sharedData('vrm/three-vrm-test.vrma')!)));
  const original = readCharacterScene(vrma);
  const hips = original.declaredBones['hips']!;
  const nodes = original.nodes.map((node, i) => (i === hips ? { ...node, translation: [0, 0, 0] as const } : node));
  const sunk = { ...original, nodes };
  const { rig, clip } = motionSource({ asset: vrma, scene: sunk, rig: buildRig(sunk) }, readAnimations(vrma).animations[0]!);
  const { clip: result, report } = retargetClip(rig, clip, target);
  expect(posesAt(target.skeleton, result, frameTimes(result)).every((pose) => pose.every(Number.isFinite))).toBe(true);
  expect(report.limbs.mean).toBeLessThan(0.03);
});
