import { describe, expect, test } from 'vitest';
import { applyChange } from '../../../../core/document/changes.ts';
import type { ProjectChange } from '../../../../core/document/project-change.ts';
import { createProject } from '../../../../core/document/create-project.ts';
import { jointKeys } from '../../../../core/document/joint-keys.ts';
import { packChange } from '../../../../core/document/packed-change.ts';
import { packPoses } from '../../../../core/document/packed-poses.ts';
import type { ProjectData } from '../../../../core/document/project-data.ts';
import { projectToData } from '../../../../core/document/serialize.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../../../core/library/apply.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import type { OpenedCharacter, UnsavedWork } from '../../../../electron/contract.ts';
import { readUnsavedWork } from '../../../../renderer/state/documents/read-unsaved-work.ts';
import { readProject } from '../../../../renderer/state/documents/show-document.ts';
import { createStudio } from '../../../../renderer/state/studio.ts';
import { fakeDesktop, mannequin } from '../open-studio.ts';

/** The mannequin with a node in its head that is no joint until it is said to be the jaw. */
const { nodes, ...scene } = mannequin().scene;
const head = nodes.findIndex(({ name }) => name.toLowerCase() === 'head');
const CHIN = nodes.length;
const character: OpenedCharacter = {
  ...mannequin('hero'),
  scene: { ...scene, nodes: [...nodes, { ...nodes[head]!, name: 'chin', parent: head }] },
};
const rig = buildRig(character.scene);

/** A project of more poses than are read at once. */
function saved(): ProjectData {
  const { name, fileName, hash } = character;
  const poses = Array.from({ length: 500 }, (_, i) =>
    capturePose(rig.skeleton, restPose(rig.skeleton).fill(i / 1000, 0, 3), { id: `pose-${i}`, name: `Pose ${i}`, tags: [] }),
  );
  return projectToData(rig, { ...createProject(rig, { name, fileName, hash }), poses });
}

function workOf({ poses, ...project }: ProjectData, change: ProjectChange | null): UnsavedWork {
  return {
    project: { ...project, poses: [] },
    poses: packPoses(poses),
    saved: change && { revisions: {}, change: packChange(change) },
  };
}

const base = saved();
const put = [0, 2, 450].map((i) => ({ item: { ...base.poses[i]!, name: `Edited ${i}` } }));
const added = { after: 'pose-3', item: { ...base.poses[7]!, id: 'new', name: 'New' } };
const EDITS: ProjectChange = { changed: { name: 'Mine' }, poses: { removed: ['pose-1'], put: [...put, added] } };

describe('unsaved work', () => {
  test('that was never saved is the project that was packed', async () => {
    const { saved: none, ...read } = await readUnsavedWork(createStudio(fakeDesktop()), [character], workOf(base, null));
    expect(none).toBeNull();
    expect(read).toEqual({ ...readProject(character, base, null), workedOn: 'actor-1' });
  });

  test.each([
    ['', EDITS],
    [' on a rig of other limits', { ...EDITS, changed: { rig: { ...base.rig, preset: 'dancer' } } }],
    [' on a rig of other joints', { ...EDITS, changed: { rig: { ...base.rig, corrections: { jaw: CHIN } } } }],
  ] as const)('on what is saved is that with its edits%s', async (_, change) => {
    const { saved: before, ...read } = await readUnsavedWork(createStudio(fakeDesktop()), [character], workOf(base, change));
    expect(before?.project).toEqual(readProject(character, base, {}).project);
    const expected = readProject(character, applyChange(base, change), {});
    expect(jointKeys(read.rig.skeleton)).toEqual(jointKeys(expected.rig.skeleton));
    expect(read.rig.skeleton.count).toBe(rig.skeleton.count + Number('jaw' in (change.changed.rig?.corrections ?? {})));
    expect(read.project).toEqual(expected.project);
    expect(read.project.poses[0]?.name).toBe('Edited 0');
  });
});
