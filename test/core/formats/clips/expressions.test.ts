import { readFileSync } from 'node:fs';
import { AnimationMixer, LoopOnce, type Object3D } from 'three';
import { describe, expect, test } from 'vitest';
import { expressionTrack, type Clip, type Track } from '../../../../core/animation/clip.ts';
import { createClip, setKey } from '../../../../core/animation/keys.ts';
import { retargetClip } from '../../../../core/animation/retarget-clip.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { withTracks } from '../../../../core/animation/track-keys.ts';
import { clipFromAnimation } from '../../../../core/formats/clips/clip-import.ts';
import { writeClip, writePose, type MotionFormat } from '../../../../core/formats/clips/motion-formats.ts';
import type { MotionTarget } from '../../../../core/formats/clips/write-clip.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { readCharacter } from '../../../../core/formats/read-character.ts';
import { readMotions } from '../../../../core/formats/read-motions.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { weightIndex, type Pose } from '../../../../core/skeleton/pose.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { loadInThree, validatorIssues, weightsInThree } from '../oracles.ts';

function target(name: string): MotionTarget | null {
  const path = sharedData(name);
  if (!path) {
    console.log(`skipped: ${name} is not there`);
    return null;
  }
  const { bytes, scene } = readCharacter(name, new Uint8Array(readFileSync(path)));
  return { bytes, scene, rig: buildRig(scene) };
}

function weightOf({ rig }: MotionTarget, pose: Pose, name: string): number {
  return pose[weightIndex(pose, rig.skeleton.expressions!.indexOf(name))]!;
}

/** A second in which an expression comes by an ease and another, straight, half. */
function facing({ rig }: MotionTarget, first: string, second: string): Clip {
  const track = (name: string, interpolation: Track['interpolation'], values: number[]): Track => {
    return { joint: expressionTrack(rig.skeleton.expressions!.indexOf(name)), interpolation, times: [0, 0.5, 1], values };
  };
  const empty = createClip('face', 'Face', { duration: 1, loop: false });
  return withTracks(empty, [track(first, 'ease', [0, 1, 0.25]), track(second, 'linear', [0, 0, 0.5])]);
}

describe('a clip with expressions', () => {
  test('of a VRM 0.x character moves the morph targets that three.js shows, where the file says so', async () => {
    const godette = target('vrm/godette-vrm0.vrm');
    if (!godette) return;
    const clip = facing(godette, 'blink', 'happy');
    const written = writeClip(godette, 'glb', clip);
    const errors = written.compare(written.bytes);
    expect(errors.weight).toBeLessThan(2.1e-3);
    const times = [0, 0.2, 0.5, 0.7, 1];
    const shown = await weightsInThree(written.bytes, times, -1);
    const { node } = godette.rig.expressions!.meshes[0]!;
    times.forEach((time, i) => {
      const pose = sampleClip(godette.rig.skeleton, clip, time);
      const [blink, happy] = [weightOf(godette, pose, 'blink'), weightOf(godette, pose, 'happy')];
      const influences = shown[i]!.get(node)!;
      // In the file blink is targets 3 and 4; joy half of target 9 and a quarter of target 10.
      const expected = [blink, blink, happy / 2, happy / 4];
      [3, 4, 9, 10].forEach((each, k) => expect(influences[each]).toBeCloseTo(expected[k]!, 2));
      expect(influences.filter((weight, each) => weight !== 0 && ![3, 4, 9, 10].includes(each))).toEqual([]);
    });
    expect(shown[2]!.get(node)![3]).toBeCloseTo(1, 6);
  });

  test.each([
    ['rigs/robot-expressive.glb', 'glb', 'Angry', 'Sad'],
    ['vrm/godette-vrm0.vrm', 'vrma', 'blink', 'happy'],
  ] as const)('of %s as %s comes back as it was', async (name, format, first, second) => {
    const character = target(name);
    if (!character) return;
    const clip = facing(character, first, second);
    const { bytes, compare } = writeClip(character, format, clip);
    expect(compare(bytes).weight).toBeLessThan(2.1e-3);
    const before = format === 'vrma' ? [] : await validatorIssues(character.bytes);
    expect(await validatorIssues(bytes)).toHaveLength(before.length);
    const asset = readGltf(bytes);
    const scene = readCharacterScene(asset);
    const animation = readAnimations(asset).animations.at(-1)!;
    const reread = { bytes, scene, rig: buildRig(scene) };
    const again = clipFromAnimation(reread.rig, scene, animation);
    for (const time of [0, 0.1, 0.3, 0.5, 0.77, 1]) {
      const [meant, read] = [sampleClip(character.rig.skeleton, clip, time), sampleClip(reread.rig.skeleton, again, time)];
      for (const each of [first, second]) {
        expect(weightOf(reread, read, each)).toBeCloseTo(weightOf(character, meant, each), 2);
      }
    }
  });

  test('as a VRM Animation states presets and others apart, each with a node whose X three.js moves by the weight', async () => {
    const robot = target('rigs/robot-expressive.glb');
    if (!robot) return;
    const [sad, names] = [target('vrm/godette-vrm0.vrm'), robot.rig.skeleton.expressions!];
    const { bytes } = writeClip(robot, 'vrma', facing(robot, 'Angry', 'Sad'));
    const stated = readGltf(bytes).document.extensions!['VRMC_vrm_animation'] as { expressions: { custom: object } };
    expect(Object.keys(stated.expressions)).toEqual(['custom']);
    expect(Object.keys(stated.expressions.custom)).toEqual([...names]);
    if (!sad) return;
    const motion = writeClip(sad, 'vrma', facing(sad, 'blink', 'happy'));
    expect(motion.warnings).toContain('4 expressions of looking (lookUp, lookLeft, …) are not in the VRM Animation');
    const { preset } = (readGltf(motion.bytes).document.extensions!['VRMC_vrm_animation'] as { expressions: { preset: object } })
      .expressions;
    const { node } = (preset as Record<string, { node: number }>)['happy']!;
    expect(Object.keys(preset).filter((name) => name.startsWith('look'))).toEqual([]);
    const gltf = await loadInThree(motion.bytes);
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]!).setLoop(LoopOnce, 1).play();
    mixer.setTime(0.75);
    const moved = [...gltf.parser.associations].find(
      ([, association]) => (association as { nodes?: number }).nodes === node,
    )![0] as Object3D;
    expect(moved.position.toArray()).toEqual([expect.closeTo(0.25, 5), 0, 0]);
  });

  test('goes to a format of the body alone with a sentence, and the body goes whole', () => {
    const robot = target('rigs/robot-expressive.glb');
    if (!robot) return;
    const clip = facing(robot, 'Angry', 'Sad');
    for (const format of ['bvh', 'fbx', 'json'] satisfies MotionFormat[]) {
      const { warnings } = writeClip(robot, format, clip);
      expect(warnings).toContain(`the 2 expressions of the clip are not in the .${format} file: .glb and .vrma hold them`);
    }
    expect(writeClip(robot, 'glb', clip).warnings).toEqual([]);
  });

  test('leaves a file byte for byte as before where none of them shows', () => {
    const robot = target('rigs/robot-expressive.glb');
    if (!robot) return;
    const { skeleton } = robot.rig;
    const pose = sampleClip(skeleton, createClip('a', 'a'), 0);
    const plain = setKey(skeleton, createClip('a', 'a'), 0, pose, [0, 1, 2]);
    const keyed = setKey(skeleton, plain, 0, pose, [expressionTrack(0)]);
    expect(writeClip(robot, 'glb', keyed).bytes).toEqual(writeClip(robot, 'glb', plain).bytes);
  });
});

test('a still pose is written with its face', async () => {
  const robot = target('rigs/robot-expressive.glb');
  if (!robot) return;
  const pose = sampleClip(robot.rig.skeleton, facing(robot, 'Angry', 'Sad'), 1);
  const { bytes, compare } = writePose(robot, 'glb', pose);
  expect(compare(bytes).weight).toBe(0);
  const { node } = robot.rig.expressions!.meshes[0]!;
  expect(readGltf(bytes).document.nodes![node]!['weights']).toEqual([0.25, 0, 0.5]);
});

describe('the expressions of a motion', () => {
  test('of a VRM Animation come along onto a character that has them, and are left out elsewhere', () => {
    const path = sharedData('vrm/three-vrm-test.vrma');
    const godette = target('vrm/godette-vrm0.vrm');
    const robot = target('rigs/robot-expressive.glb');
    if (!path || !godette || !robot) return;
    const bytes = new Uint8Array(readFileSync(path));
    const [motion] = readMotions('test.vrma', bytes).motions;
    const { clip } = retargetClip(motion!.rig, motion!.clip, godette.rig);
    // The file's own numbers: weights along X, 3 each, in 32-bit floats.
    const { animations } = readAnimations(readGltf(bytes));
    const { times, values } = animations[0]!.channels.find(({ node, path: kind }) => node === 51 && kind === 'translation')!;
    expect(Math.max(...values)).toBeGreaterThan(0.5);
    times.forEach((time, k) => {
      const pose = sampleClip(godette.rig.skeleton, clip, time);
      expect(weightOf(godette, pose, 'happy')).toBeCloseTo(Math.min(1, values[3 * k]!), 3);
    });
    expect(retargetClip(motion!.rig, motion!.clip, robot.rig).clip.tracks.every(({ joint }) => joint >= -1)).toBe(true);
  });
});
