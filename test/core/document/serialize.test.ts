import { describe, expect, test } from 'vitest';
import { applyChange, changesBetween } from '../../../core/document/changes.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { addClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { savePose } from '../../../core/document/edits/library.ts';
import { setPin, setPose } from '../../../core/document/edits/posing.ts';
import { setCorrection, setLimit, setStiffness } from '../../../core/document/edits/rig-settings.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { migrate } from '../../../core/document/migrations.ts';
import { moveToRig } from '../../../core/document/move-to-rig.ts';
import { poseFromData } from '../../../core/document/read-poses.ts';
import { projectFromData, projectToData, type ProjectData } from '../../../core/document/serialize.ts';
import { poseToData } from '../../../core/document/serialize-parts.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { quatAt } from '../../../core/math/quat.ts';
import { vec3At } from '../../../core/math/vec3.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { restPose, rotationOf, setRotation, slideIndex } from '../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;

function fullProject() {
  const random = seededRandom(9);
  let project = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
  project = setPin(project, 'head', { translation: true, rotation: false, weight: 2 });
  project = setLimit(project, 5, { kind: 'hinge', axis: [0, 1, 0], min: -1, max: 2 });
  project = setStiffness(project, 6, 0.25);
  project = setCorrection(project, 'jaw', null);
  project = setKeyAt(project, skeleton, 0, randomPose(skeleton, random));
  project = setKeyAt(project, skeleton, 0.7, randomPose(skeleton, random), [-1, 4]);
  project = setPose(project, randomPose(skeleton, random), 0.75);
  project = savePose(project, capturePose(skeleton, randomPose(skeleton, random), { id: 'a', name: 'All', tags: ['x'] }));
  const arm = { id: 'b', name: 'Arm', joints: [4, 5], thumbnail: 'data:image/png;base64,AA' };
  return savePose(project, capturePose(skeleton, randomPose(skeleton, random), arm));
}

/** Through the text of a file. */
const throughText = (data: ProjectData) => JSON.parse(JSON.stringify(data)) as ProjectData;

/** The same rig with its joints under other names. */
function renamed(names: readonly string[]): Rig {
  const joints = names.map((name, j) => ({
    name,
    parent: skeleton.parents[j]!,
    offset: vec3At(skeleton.offsets, j),
    rest: quatAt(skeleton.rest, j),
  }));
  return { ...rig, skeleton: createSkeleton(joints, skeleton.root) };
}

/** About a single axis: by half a turn, and by hardly anything. */
const ROTATIONS = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, -1],
  [1e-9, 0, 0, 1],
  [0, 1e-9, 0, 1],
  [0, 0, 1e-9, 1],
] as const;

describe('a project written and read', () => {
  test('is the same project, to the last bit', () => {
    const project = fullProject();
    const { project: read, warnings } = projectFromData(rig, throughText(projectToData(rig, project)));
    expect(warnings).toEqual([]);
    expect(read).toEqual(project);
  });

  test('keeps folders, favourites and the clip on the timeline, and says nothing of what is usual', () => {
    const folder = capturePose(skeleton, restPose(skeleton), {
      id: 'c',
      name: 'In a folder',
      folder: 'Hands',
      isFavourite: true,
    });
    const two = addClip(savePose(fullProject(), folder), createClip('two', 'Two'));
    const data = projectToData(rig, two);
    expect(data.poses.map(({ folder: where, favourite }) => [where, favourite])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ['Hands', true],
    ]);
    const first = two.clips[0]!.id;
    for (const activeClip of [first, 'two'])
      expect(projectFromData(rig, { ...data, activeClip }).project.activeClip).toBe(activeClip);
    expect(projectFromData(rig, { ...data, activeClip: 'gone' }).project.activeClip).toBe(first);
  });

  test('keeps how far sliding joints are out, and every joint that is turned about a single axis', () => {
    const robot = createSkeleton([
      { name: 'base', parent: -1, offset: [0, 0, 0] },
      { name: 'rail', parent: 0, offset: [0, 1, 0], limit: { kind: 'prismatic', axis: [1, 0, 0], min: 0, max: 2 } },
    ]);
    const pose = restPose(robot);
    pose[slideIndex(robot, 0)] = 1.5;
    const data = poseToData(robot, pose);
    expect(data).toEqual({ root: [0, 0, 0], joints: {}, slides: [1.5] });
    expect(poseFromData(robot, data).pose).toEqual(pose);
    for (const rotation of ROTATIONS) {
      setRotation(pose, 0, rotation);
      expect(poseToData(robot, pose).joints).toEqual({ base: rotation });
    }
  });

  test('names joints, leaves those at rest out, and says its version', () => {
    const project = setLimit(createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' }), 5, { kind: 'free' });
    const data = projectToData(rig, project);
    expect(data.version).toBe(3);
    expect(data.unkeyed).toBeNull();
    const posed = projectToData(rig, setPose(project, restPose(skeleton), 0.5));
    expect(posed.unkeyed).toEqual({ clip: 'clip-1', time: 0.5, pose: { root: [0, 0, 0], joints: {} } });
    expect(Object.keys(data.rig.limits)).toEqual(['leftLowerArm']);
  });

  test('keeps joints apart that share a name', () => {
    const twins = renamed(skeleton.names.map((name, j) => (j === 3 || j === 6 || j === 9 ? 'Head' : name)));
    expect(jointKeys(twins.skeleton).filter((key) => key.startsWith('Head'))).toEqual(['Head', 'Head#2', 'Head#3']);
    const project = fullProject();
    expect(projectFromData(twins, throughText(projectToData(twins, project))).project).toEqual(project);
  });

  test('survives joints with names that objects treat in a special way', () => {
    const odd = renamed(skeleton.names.map((name, j) => (j === 4 ? '__proto__' : j === 5 ? 'constructor' : name)));
    const project = fullProject();
    expect(projectFromData(odd, throughText(projectToData(odd, project))).project).toEqual(project);
  });
});

describe('reading what does not fit', () => {
  test('joints that the rig does not have are left out and told', () => {
    const project = fullProject();
    const other = renamed(skeleton.names.map((name, j) => (j === 4 ? 'somethingElse' : name)));
    const { project: read, warnings } = projectFromData(other, projectToData(rig, project));
    expect(warnings).toEqual([
      'The character has no joint named "leftUpperArm"; what the project says of them stays in its files.',
    ]);
    expect(rotationOf(read.unkeyed!.pose, 4)).toEqual([0, 0, 0, 1]);
    expect(rotationOf(read.unkeyed!.pose, 5)).toEqual(rotationOf(project.unkeyed!.pose, 5));
    expect(read.clips[0]!.tracks.some((track) => track.joint === 4)).toBe(false);
    expect(read.poses[1]!.joints).toEqual([5]);
  });

  test('tangents of the wrong size take their keys along, and are told', () => {
    const data = throughText(projectToData(rig, fullProject()));
    const [clip] = data.clips;
    const [root, ...others] = clip!.tracks;
    const readWith = (out: readonly number[]) => {
      const ways = root!.times.map(() => ({ out, in: [0, 0, 0] }));
      return projectFromData(rig, { ...data, clips: [{ ...clip!, tracks: [{ ...root!, keyInterpolations: ways }, ...others] }] });
    };
    expect(readWith([0.1, 0, 0]).warnings).toEqual([]);
    expect(readWith([0.1]).warnings).toEqual(['In the clip "Clip 1" the keys of "the root" cannot be used and were left out.']);
  });

  test('values that are no rotations, limits or keys are left out and told; the rest is kept', () => {
    const data = throughText(projectToData(rig, fullProject()));
    const [clip] = data.clips;
    const broken: ProjectData = {
      ...data,
      rig: { ...data.rig, limits: { head: { kind: 'hinge', axis: [3, 0, 0], min: 0, max: 1 } } },
      unkeyed: { pose: { ...data.unkeyed!.pose, joints: { ...data.unkeyed!.pose.joints, head: [0, 0, 0, 0] } } },
      clips: [
        { ...clip!, tracks: [{ ...clip!.tracks[0]!, times: [1, 0.5] }, ...clip!.tracks.slice(1)] },
        { ...clip!, id: 'bad', duration: -1 },
      ],
    };
    const { project, warnings } = projectFromData(rig, broken);
    expect(warnings).toEqual([
      'In the clip "Clip 1" the keys of "the root" cannot be used and were left out.',
      'The clip "Clip 1" was left out: it has no usable duration or frame rate.',
      'An edited limit was left out: joint "head": the hinge axis must have length 1, got 3.',
      'In the unkeyed pose the rotation of "head" is not a rotation and was left out.',
    ]);
    expect(project.rig.limits).toEqual({});
    expect(rotationOf(project.unkeyed!.pose, skeleton.names.indexOf('head'))).toEqual([0, 0, 0, 1]);
    expect(project.clips).toHaveLength(1);
    expect(project.clips[0]!.tracks).toHaveLength(clip!.tracks.length - 1);
  });

  test('rotations that were rounded are brought to length 1, exact ones stay as they are', () => {
    const exact = [0.6, 0, 0, 0.8] as const;
    const { pose, warnings } = poseFromData(skeleton, {
      root: [0, 0, 0],
      joints: { head: [0.6001, 0, 0, 0.8001], hips: exact, leftUpperArm: [0, 0.707, 0, 0.707] },
    });
    expect(warnings).toEqual([]);
    const lengthOf = (joint: string) => Math.hypot(...rotationOf(pose, skeleton.names.indexOf(joint)));
    expect(lengthOf('head')).toBeCloseTo(1, 14);
    expect(lengthOf('leftUpperArm')).toBeCloseTo(1, 14);
    expect(rotationOf(pose, skeleton.names.indexOf('hips'))).toEqual(exact);
  });

  test('a project without a usable clip gets an empty one', () => {
    const data = { ...projectToData(rig, fullProject()), clips: [] };
    const { project } = projectFromData(rig, data);
    expect(project.clips).toHaveLength(1);
    expect(project.activeClip).toBe(project.clips[0]!.id);
  });
});

test('a pose alone goes through plain JSON, and tells what does not fit', () => {
  const pose = randomPose(skeleton, seededRandom(4));
  const data = JSON.parse(JSON.stringify(poseToData(skeleton, pose))) as ReturnType<typeof poseToData>;
  expect(poseFromData(skeleton, data)).toEqual({ pose, warnings: [] });
  const { warnings } = poseFromData(skeleton, { ...data, joints: { ...data.joints, tail: [0, 0, 0, 1] } });
  expect(warnings).toEqual(['The character has no joint named "tail"; what the project says of them stays in its files.']);
});

test('a journal of changed fields rebuilds the project', () => {
  const before = fullProject();
  const posed = setPose(before, randomPose(skeleton, seededRandom(1)), 0);
  const pinned = setPin(posed, 'leftFoot', null);
  const first = changesBetween(rig, before, posed);
  const second = changesBetween(rig, posed, pinned);
  expect(Object.keys(first.changed)).toEqual(['unkeyed']);
  expect(Object.keys(second.changed)).toEqual(['pins']);
  expect(changesBetween(rig, posed, posed)).toEqual({ changed: {} });
  expect(first.before).toBeUndefined();
  expect(second.before).toEqual({ pins: posed.pins });
  const rebuilt = [first, second].reduce(applyChange, projectToData(rig, before));
  expect(rebuilt).toEqual(projectToData(rig, pinned));
});

test('a project moves to a rig with its joints in another order by their names', () => {
  const project = fullProject();
  expect(moveToRig(project, rig, renamed(skeleton.names)).project).toBe(project);
  const swapped = [...skeleton.names];
  [swapped[4], swapped[7]] = [swapped[7]!, swapped[4]!];
  const moved = moveToRig(project, rig, renamed(swapped)).project;
  expect(rotationOf(moved.unkeyed!.pose, 7)).toEqual(rotationOf(project.unkeyed!.pose, 4));
  expect(moved.poses[1]!.joints).toEqual([7, 5]);
});

describe('migrations', () => {
  test('of version 1 take a list whose order changed apart into what is put and the order', () => {
    const line = { version: 1, label: 'x', folder: '/p', changed: { name: 'n', poses: [{ id: 'b' }, { id: 'a' }] } };
    expect(migrate('line', line, 'no line')).toEqual({
      version: 3,
      label: 'x',
      folder: '/p',
      changed: { name: 'n' },
      poses: { removed: [], put: [{ item: { id: 'b' } }, { item: { id: 'a' } }], order: ['b', 'a'] },
    });
  });

  test('of version 1 make keys of a track’s times and values, and empty ones where these do not fit', () => {
    const clip = {
      version: 1,
      id: 'walk',
      tracks: [
        { joint: null, interpolation: 'linear', times: [0, 1], values: [1, 2, 3, 4, 5, 6] },
        { joint: 'hips', interpolation: 'step', times: [0, 1], values: [0, 0, 0, 1] },
      ],
    };
    expect(migrate('clips', clip, 'no clip')).toEqual({
      version: 3,
      tracks: [
        {
          joint: null,
          interpolation: 'linear',
          keys: [
            { time: 0, value: [1, 2, 3] },
            { time: 1, value: [4, 5, 6] },
          ],
        },
        {
          joint: 'hips',
          interpolation: 'step',
          keys: [
            { time: 0, value: [] },
            { time: 1, value: [] },
          ],
        },
      ],
    });
  });

  test('of version 1 leave tracks alone that are none', () => {
    const odd = [null, 7, 'walk', { joint: null, times: [0] }, { joint: null, values: [0] }];
    expect(migrate('clips', { version: 1, tracks: odd }, 'no clip')).toEqual({ version: 3, tracks: odd });
    expect(migrate('clips', { version: 1, tracks: 'none' }, 'no clip')).toEqual({ version: 3, tracks: 'none' });
  });

  test('of version 1 take out of the project’s file what is each user’s own', () => {
    const own = { activeClip: 'walk', poses: ['a'], clips: ['walk'] };
    const pose = { root: [0, 1, 0], joints: {} };
    expect(migrate('file', { version: 1, name: 'Hero', ...own, pose }, 'no project')).toEqual({
      version: 3,
      name: 'Hero',
      user: { version: 3, ...own, unkeyed: { pose } },
    });
  });

  const seen = { playhead: 0.5, camera: null };

  test.each([
    ['is the unkeyed one of the clip at the playhead', false, { clip: 'walk', time: 0.5, pose: { root: [0, 1, 0], joints: {} } }],
    ['is none where the clip was shown in its place', true, null],
  ])('of version 2: the pose beside the clips %s', (_, showsClip, unkeyed) => {
    const user = { version: 2, activeClip: 'walk', pose: { root: [0, 1, 0], joints: {} }, view: { ...seen, showsClip } };
    expect(migrate('users', user, 'no user')).toEqual({ version: 3, activeClip: 'walk', unkeyed, view: seen });
  });

  test('of version 2: a line of a journal that posed, and one that did not', () => {
    const pose = { root: [0, 1, 0], joints: {} };
    const line = (changed: object, version = 2) => ({ version, label: 'x', folder: null, changed });
    expect(migrate('line', line({ pose, name: 'n' }), 'no line')).toEqual(line({ unkeyed: { pose }, name: 'n' }, 3));
    expect(migrate('line', line({ name: 'n' }), 'no line')).toEqual(line({ name: 'n' }, 3));
    const whole = projectToData(rig, fullProject());
    expect(migrate('line', line({ ...whole, version: 2, pose }), 'no line')).toMatchObject({
      changed: { version: 3, unkeyed: { pose } },
    });
  });

  test('the present version passes as it is', () => {
    const data = projectToData(rig, fullProject());
    expect(migrate('file', data, 'no project')).toBe(data);
  });

  test.each([
    [null, 'does not hold an object'],
    [[], 'does not hold an object'],
    [{}, 'it is missing'],
    [{ version: '1' }, 'it is "1"'],
    [{ version: 0 }, 'it is 0'],
    [{ version: 7 }, 'saved by a newer Limber (format 7); this one reads formats up to 3'],
  ])('%j is refused in a sentence', (json, reason) => {
    expect(() => migrate('file', json, 'no project')).toThrow(reason);
  });
});
