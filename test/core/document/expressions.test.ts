import { setPose } from '../../../core/document/edits/posing.ts';
import { describe, expect, test } from 'vitest';
import { expressionTrack, type Clip } from '../../../core/animation/clip.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { packPoses, unpackPoses } from '../../../core/document/packed-poses.ts';
import { projectFromData, projectToData } from '../../../core/document/serialize.ts';
import { readPackedPoses } from '../../../core/document/read-poses.ts';
import type { Project } from '../../../core/document/project.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { restPose, weightIndex } from '../../../core/skeleton/pose.ts';
import { withExpressions } from '../../../core/skeleton/skeleton.ts';
import { layOutClip, layOutPose, readClip, readPose } from '../../../electron/files/project/project-parts.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig: body } = smallBiped();
const rig = { ...body, skeleton: withExpressions(body.skeleton, ['happy', 'blinkLeft', 'blinkRight']) };
const { skeleton } = rig;
const CHARACTER = { name: 'a', fileName: 'a.vrm', hash: '0'.repeat(64) };

function posed(happy: number, blinkRight = 0) {
  const pose = restPose(skeleton);
  pose[weightIndex(pose, 0)] = happy;
  pose[weightIndex(pose, 2)] = blinkRight;
  return pose;
}

function keyed(): Clip {
  const first = setKey(skeleton, createClip('clip-1', 'Clip 1'), 0, posed(0.25), [0, expressionTrack(0)]);
  return setKey(skeleton, first, 1, posed(0.75, 1), [expressionTrack(0), expressionTrack(2)]);
}

function project(): Project {
  const saved = capturePose(skeleton, posed(0.5), { id: 'smile', name: 'Smile' });
  return { ...setPose(createProject(rig, CHARACTER), posed(1, 0.5), 0), poses: [saved], clips: [keyed()] };
}

describe('a project with expressions', () => {
  test('is read as it was written, by the names of the expressions', () => {
    const data = projectToData(rig, project());
    expect(data.unkeyed!.pose.expressions).toEqual({ happy: 1, blinkRight: 0.5 });
    expect(data.poses[0]!.expressions).toEqual(['happy', 'blinkLeft', 'blinkRight']);
    expect(data.clips[0]!.expressions!.map(({ expression, times }) => [expression, times])).toEqual([
      ['blinkRight', [1]],
      ['happy', [0, 1]],
    ]);
    expect(data.clips[0]!.tracks.map(({ joint }) => joint)).toEqual(['root']);
    const { project: again, warnings } = projectFromData(rig, JSON.parse(JSON.stringify(data)) as typeof data);
    expect(warnings).toEqual([]);
    expect(again.unkeyed).toEqual(project().unkeyed);
    expect(new Set(again.poses[0]!.joints)).toEqual(new Set(project().poses[0]!.joints));
    expect(again.clips).toEqual(project().clips);
  });

  test('has another order of expressions in another version of the character, and loses what that lacks with a sentence', () => {
    const other = { ...body, skeleton: withExpressions(body.skeleton, ['blinkRight', 'happy']) };
    const { project: read, warnings } = projectFromData(other, projectToData(rig, project()));
    expect([...read.unkeyed!.pose.subarray(-2)]).toEqual([1, 0.5]);
    expect(warnings).toEqual([
      'The character has no expression named "blinkLeft"; what the project says of them stays in its files.',
    ]);
  });

  test('says nothing of expressions where none shows and none is keyed, as projects of before', () => {
    const plain = createProject(rig, CHARACTER);
    const saved = capturePose(skeleton, restPose(skeleton), { id: 'rest', name: 'Rest' });
    const clip = setKey(skeleton, createClip('clip-1', 'Clip 1'), 0, restPose(skeleton), [-1, 0]);
    const data = projectToData(rig, { ...plain, poses: [saved], clips: [clip] });
    const bare = projectToData(body, {
      ...plain,
      poses: [{ ...saved, pose: restPose(body.skeleton) }],
      clips: [clip],
    });
    expect(JSON.stringify(data)).toBe(JSON.stringify(bare));
  });

  test('has files that say the same, one key a line', () => {
    const data = projectToData(rig, project());
    const [clip, saved] = [data.clips[0]!, data.poses[0]!];
    const text = layOutClip(clip);
    expect(text).toContain(`{"time":1,"value":[1]}`);
    expect(readClip('clip-1', Buffer.from(text))).toEqual(clip);
    expect(readPose('smile', Buffer.from(layOutPose(saved)), '')).toEqual(saved);
  });

  test('refuses weights that are none, and leaves out keys that are none', () => {
    const data = projectToData(rig, project());
    const saved = data.poses[0]!;
    const text = layOutPose(saved).replace('"happy": 0.5', '"happy": 7');
    expect(() => readPose('smile', Buffer.from(text), '')).toThrow(/happy/);
    const wild = {
      ...data.clips[0]!,
      expressions: [{ expression: 'happy', interpolation: 'linear' as const, times: [0], values: [2] }],
    };
    const { project: read, warnings } = projectFromData(rig, { ...data, clips: [wild] });
    expect(warnings).toEqual(['In the clip "Clip 1" the keys of "happy" cannot be used and were left out.']);
    expect(read.clips[0]!.tracks.map(({ joint }) => joint)).toEqual([0]);
  });

  test('sends its saved poses packed', () => {
    const { poses } = projectToData(rig, project());
    const packed = packPoses(poses);
    expect(unpackPoses(packed)).toEqual(poses);
    const read = readPackedPoses(skeleton, packed).poses[0]!;
    expect(read.pose).toEqual(posed(0.5));
    expect(read.joints).toEqual(expect.arrayContaining([-1, 0, expressionTrack(0), expressionTrack(2)]));
  });
});
